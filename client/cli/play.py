"""`jinmaku play`: show a whole game between bots in the plain log."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from random import Random
from secrets import token_hex
from typing import Any

from client.log import sentence_of
from core.bots import BOTS, Bot, bot_named
from core.catalog import NAMES, game_named
from core.game import Game, with_defaults
from core.match import Turn, play_game
from core.records import InputError, Seat

HELP = "Watch a whole game between bots, told in plain sentences."
BAD_INPUT = 2
OPTIONS = ("set", "shrines")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--game", choices=NAMES, default=NAMES[0], help="which game (%(default)s)")
    parser.add_argument("--players", type=int, default=4, help="how many players (%(default)s)")
    parser.add_argument("--bots", choices=BOTS, default="greedy", help="who plays (%(default)s)")
    parser.add_argument("--seed", help="the same seed and options give the same game")
    parser.add_argument("--set", help="the set of season cards, or random")
    parser.add_argument("--shrines", help="beginners or random")


def run(args: Namespace) -> int:
    game, seed = game_named(args.game), args.seed or token_hex(4)
    try:
        bots = seat_bots(game, args.players, args.bots, seed)
        options = with_defaults(game, options_in(args))
    except InputError as error:
        print(f"jinmaku play: {error}", file=sys.stderr)
        return BAD_INPUT
    show_game(game, bots, options, seed)
    return 0


def options_in(args: Namespace) -> dict[str, str]:
    return {name: value for name, value in vars(args).items() if name in OPTIONS and value is not None}


def seat_bots(game: Game, players: int, name: str, seed: str) -> dict[Seat, Bot]:
    """Seat bots at random places of the table."""
    if players not in game.players:
        msg = f"{players} cannot play {game.name}; {game.players[0]} to {game.players[-1]} can."
        raise InputError(msg)
    seats = sorted(Random(seed).sample(range(len(game.seat_names)), players))  # noqa: S311
    return {seat: bot_named(name, game, Random(f"{seed} {seat}")) for seat in seats}  # noqa: S311


def show_game(game: Game, bots: dict[Seat, Bot], options: dict[str, str], seed: str) -> None:
    def tell(turn: Turn) -> None:
        for event in turn.events:
            sentence = sentence_of(game.name, event, None)
            print(sentence, flush=True) if sentence else None

    print(f"Seed {seed}; {', '.join(f'{name}: {value}' for name, value in options.items())}.")
    _, state = play_game(game, bots, options, seed, tell)
    print("\n".join(["", *final_table(game, state)]), flush=True)


def final_table(game: Game, state: Any) -> list[str]:
    """List the scores, best first."""
    scores = sorted(game.score(state).items(), key=lambda row: (row[0] not in state.winners, -row[1]))
    width = max(map(len, game.seat_names))
    return [
        f"{game.seat_names[seat].capitalize():{width}} {score:4}{'  winner' if seat in state.winners else ''}"
        for seat, score in scores
    ]
