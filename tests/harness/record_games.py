"""Play games and keep their records in tests/records: they must always replay to the same end.

Run this again when a change of the rules has raised the game's version.
"""

from __future__ import annotations

from argparse import ArgumentParser
from random import Random

from core import flow
from core.bots.levels import bot_named
from core.bots.whole_games import play_game
from core.catalog import game_named, game_names
from core.chance import SeededRng
from core.game import Game, random_options, start
from core.record import GameRecord, append, new_record, state_digest, write_record
from tests.harness.folders import RECORDED

FREE_ACTS = 0.05


def random_game(game: Game, number: int) -> tuple[GameRecord, str]:
    """Play at random, with gifts and whatever else can be done between decisions."""
    dice = Random(f"{game.name} {number}")
    seats = tuple(sorted(dice.sample(range(len(game.seat_names)), dice.choice(game.players))))
    options = random_options(game, seats, dice)
    record = new_record(game, seats, options, f"recorded {number}")
    rng = SeededRng(record.setup.seed.encode())
    state, _ = start(game, seats, options, rng)
    while state.pending:
        seat, decision = dice.choice(list(state.pending.items()))
        if dice.random() < FREE_ACTS:
            seat = dice.choice(seats)
            decision = dice.choice(game.rules.standing(state, seat) or (state.pending.get(seat),))
        if decision is not None:
            choice = decision.sample(dice)
            flow.answer(game.rules, state, seat, choice, rng)
            append(record, game, seat, choice)
    return record, state_digest(game, state)


def bot_game(game: Game, number: int) -> tuple[GameRecord, str]:
    """Let steady bots play."""
    dice = Random(f"{game.name} bots {number}")
    seats = sorted(dice.sample(range(len(game.seat_names)), dice.choice(game.players)))
    bots = {seat: bot_named("steady", game, Random(f"{number} {seat}")) for seat in seats}
    options = random_options(game, tuple(seats), dice)
    record, state = play_game(game, bots, options, f"recorded bots {number}")
    return record, state_digest(game, state)


def main() -> None:
    parser = ArgumentParser(description="Record games as tests.")
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--random", type=int, default=84)
    parser.add_argument("--bots", type=int, default=24)
    args = parser.parse_args()
    game, folder = game_named(args.game), RECORDED / args.game
    folder.mkdir(parents=True, exist_ok=True)
    for kind, play, games in (("random", random_game, args.random), ("bots", bot_game, args.bots)):
        for number in range(games):
            record, end = play(game, number)
            (folder / f"{kind}_{number:03}.txt").write_text(write_record(record, end), "utf-8")
        print(f"{games} {kind} games recorded")


if __name__ == "__main__":
    main()
