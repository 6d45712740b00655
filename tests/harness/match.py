"""Let bots play many games against each other and print who won how often."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from random import Random
from time import process_time
from typing import NamedTuple

from core.bots import BOTS, bot_named, play_game
from core.catalog import game_named, game_names
from core.game import random_options
from core.kinds import Seat

PROCESSES = 2


class Outcome(NamedTuple):
    """How one game ended."""

    won: tuple[int, ...]  # places on the command line; allies can share a victory
    scores: tuple[int, ...]  # by place on the command line
    seconds: float  # of CPU


def get_args() -> Namespace:
    parser = ArgumentParser("match", description="Let bots play games against each other.")
    parser.add_argument("bots", metavar="BOT", nargs="*", help=f"one for each player: {', '.join(BOTS)}")
    parser.add_argument("--game", choices=game_names(), default=game_names()[0])
    parser.add_argument("--players", type=int, default=4, help="fills up with random bots")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.bots += ["random"] * (args.players - len(args.bots))
    for bot in set(args.bots) - set(BOTS):
        parser.error(f"there is no bot '{bot}'; there is {', '.join(BOTS)}")
    if len(args.bots) not in game_named(args.game).players or args.games < 1:
        parser.error("nobody plays so few games, or with so few or so many players")
    return args


def main() -> None:
    args = get_args()
    bots = args.bots
    outcomes: list[Outcome] = []
    with ProcessPoolExecutor(PROCESSES) as pool:
        games = [pool.submit(play, args.game, tuple(bots), args.seed, number) for number in range(args.games)]
        for game in games:
            outcomes.append(game.result())
            show_progress(len(outcomes), args.games)
    print(report(bots, outcomes))


def play(name: str, bots: tuple[str, ...], seed: int, number: int) -> Outcome:
    """Play one game: seats and options at random, and the places rotate from game to game."""
    began, game, dice = process_time(), game_named(name), Random(f"{seed} {number}")
    seats = sorted(dice.sample(range(len(game.seat_names)), len(bots)))
    seat_of = [seats[(place + number) % len(bots)] for place in range(len(bots))]
    players = {
        seat: bot_named(bot, game, Random(f"{seed} {number} {seat}"))
        for seat, bot in zip(seat_of, bots, strict=True)
    }
    options = random_options(game, tuple(seats), dice)
    _, state = play_game(game, players, options, f"{seed}-{number}")
    return outcome_of(seat_of, game.score(state), state.winners, process_time() - began)


def outcome_of(
    seat_of: list[Seat], score: Mapping[Seat, int], winners: tuple[Seat, ...], seconds: float
) -> Outcome:
    won = tuple(place for place, seat in enumerate(seat_of) if seat in winners)
    return Outcome(won, tuple(score[seat] for seat in seat_of), seconds)


def show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty() or done == total:
        print(f"\r{done} of {total} games", end="\n" if done == total else "", file=sys.stderr, flush=True)


def report(bots: list[str], outcomes: list[Outcome]) -> str:
    wins = Counter(place for outcome in outcomes for place in outcome.won)
    lines = [
        f"{place + 1} {bot:8} wins {wins[place]:4} of {len(outcomes)} ({wins[place] / len(outcomes):6.1%}), "
        f"mean score {sum(outcome.scores[place] for outcome in outcomes) / len(outcomes):5.1f}"
        for place, bot in enumerate(bots)
    ]
    seconds = sum(outcome.seconds for outcome in outcomes) / len(outcomes)
    return "\n".join([*lines, f"{seconds:.2f} s of CPU for each game"])


if __name__ == "__main__":
    main()
