// All seats of all tables in one process, each with boardgame.io's own client on a websocket of its own.
// Reads commands, one a line, and answers each with a line of JSON:
//   play TABLES MOVES   play so many moves at each of so many new tables, all at once
//   hold TABLES         seat everybody at so many new tables and leave them there
"use strict";

const readline = require("node:readline");
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { SEATS, game } = require("./game");

const server = `127.0.0.1:${process.argv[2]}`;
let tables = 0;

const sitDown = (matchID, seat) => {
    const socketOpts = { transports: ["websocket"], forceNew: true };
    const multiplayer = SocketIO({ server, socketOpts });
    const playerID = String(seat);
    const client = Client({ game, numPlayers: SEATS, matchID, playerID, multiplayer, debug: false });
    client.start();
    return client;
};

const seated = (client) => {
    let unsubscribe = null;
    const arrival = new Promise((resolve) => {
        unsubscribe = client.subscribe((state) => {
            if (state !== null && state.isConnected) resolve();
        });
    });
    return arrival.then(() => unsubscribe());
};

// One after another: the first seat makes the match.
const newTable = async () => {
    const matchID = `table-${process.pid}-${tables++}`;
    const seats = [];
    for (let seat = 0; seat < SEATS; seat++) {
        seats.push(sitDown(matchID, seat));
        await seated(seats[seat]);
    }
    return seats;
};

const newTables = async (count) => {
    const all = [];
    while (all.length < count) all.push(await newTable());
    return all;
};

// A closed loop: the next move is made when the slowest seat has seen the one before.
const play = (seats, moves, times) =>
    new Promise((resolve) => {
        const seen = seats.map(() => 0);
        let number = 0;
        let missing = 0;
        let begun = 0;

        const move = () => {
            missing = SEATS;
            number += 1;
            begun = performance.now();
            seats[(number - 1) % SEATS].moves.choose(number);
        };
        const look = (seat) => (state) => {
            if (state === null || state.G.turn === seen[seat]) return;
            seen[seat] = state.G.turn;
            const elapsed = performance.now() - begun;
            if (seat === (number - 1) % SEATS) times.own.push(elapsed);
            missing -= 1;
            if (missing > 0) return;
            times.all.push(elapsed);
            if (number < moves) move();
            else resolve();
        };
        seats.forEach((client, seat) => client.subscribe(look(seat)));
        move();
    });

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

const figures = (times, seconds) => {
    for (const list of Object.values(times)) list.sort((a, b) => a - b);
    return {
        own_p50: quantile(times.own, 0.5),
        all_p50: quantile(times.all, 0.5),
        all_p99: quantile(times.all, 0.99),
        moves_per_second: times.all.length / seconds,
    };
};

const commands = {
    play: async (count, moves) => {
        const everybody = await newTables(count);
        const times = { own: [], all: [] };
        const begun = performance.now();
        await Promise.all(everybody.map((seats) => play(seats, moves, times)));
        const seconds = (performance.now() - begun) / 1000;
        for (const client of everybody.flat()) client.stop();
        return figures(times, seconds);
    },
    hold: async (count) => {
        await newTables(count);
        return { tables: count };
    },
};

const main = async () => {
    for await (const line of readline.createInterface({ input: process.stdin })) {
        const [verb, ...words] = line.split(" ");
        console.log(JSON.stringify(await commands[verb](...words.map(Number))));
    }
    process.exit();
};

main();
