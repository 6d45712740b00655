// A game whose state is as large as one of Rising Sun (3 KB), with a move that hardly does anything.
"use strict";

const SEATS = 5;
const KINDS = ["bushi", "shinto", "daimyo", "monster"];

const numbers = (count, numberOf) => Array.from({ length: count }, (_, index) => numberOf(index));

const clan = (seat) => ({
    coins: 5,
    honour: seat,
    points: 0,
    ronin: 0,
    ally: (seat + 1) % SEATS,
    reserve: { bushi: 6, shinto: 3, daimyo: 1, monster: 0 },
    figures: numbers(13, (figure) => ({ kind: KINDS[figure % 4], in: figure % 8 })),
    cards: numbers(4, (card) => seat * 4 + card),
});

const setup = () => ({
    season: 0,
    turn: 0,
    clans: numbers(SEATS, clan),
    provinces: numbers(8, (province) => ({ name: `province ${province}`, tile: province, shrine: null })),
    deck: numbers(40, (card) => card),
    mandates: [],
});

const choose = ({ G, playerID }, value) => {
    G.turn += 1;
    G.clans[Number(playerID)].coins = value;
};

module.exports = {
    SEATS,
    game: {
        name: "table",
        minPlayers: SEATS,
        maxPlayers: SEATS,
        setup,
        // Only the server carries a move out; the client shows what it is told.
        moves: { choose: { move: choose, client: false } },
        turn: { minMoves: 1, maxMoves: 1 },
    },
};
