// boardgame.io's own server, in memory; prints the port it was given.
"use strict";

const { Server, Origins } = require("boardgame.io/server");
const { game } = require("./game");

const main = async () => {
    const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
    const { appServer } = await server.run(0);
    console.log(JSON.stringify({ port: appServer.address().port }));
    process.stdin.resume().on("end", () => process.exit());
};

main();
