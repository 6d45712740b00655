"""Fit the weights of a game's terms to how games between bots end, and keep them as the game's data."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Any, NamedTuple, TypeAlias

from msgspec import json

from core import flow
from core.bots.foresight import Foresight
from core.bots.judging import Judge
from core.bots.levels import SteadyBot
from core.catalog import game_named, game_names
from core.chance import SeededRng
from core.game import Game, random_options, start
from core.kinds import Seat
from tests.harness.folders import ROOT

PLAYERS = 4
SLIPS = 0.05  # answers given at random, so that games diverge
BELIEF = 0.1  # how much the earlier weights count, as a share of everything seen

Weights: TypeAlias = Mapping[str, Mapping[str, float]]


class Lesson(NamedTuple):
    """A moment of a game for a seat: its lead over the others by each term, and in points at the end."""

    phase: str
    leads: tuple[float, ...]
    margin: float


def main() -> None:
    parser = ArgumentParser("fit", description="Fit the weights of bots to games they play themselves.")
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--games", type=int, default=150, help="in each round (%(default)s)")
    parser.add_argument(
        "--rounds", type=int, default=1, help="each plays with what the last found (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    game = game_named(args.game)
    judge = Foresight(game, "steady").judge
    for number in range(args.rounds):
        judge = judge._replace(weights=fit(lessons(game, judge, args, number), judge))
        file = ROOT / "core" / "games" / args.game / "weights.json"
        file.write_bytes(json.format(json.encode(rounded(judge.weights)), indent=2) + b"\n")
        print(f"round {number + 1}: {file.read_text('utf-8')}", flush=True)


def rounded(weights: Weights) -> Weights:
    return {phase: {name: round(w, 3) for name, w in of.items()} for phase, of in sorted(weights.items())}


# Games ---------------------------------------------------------------------------------------


def lessons(game: Game, judge: Judge, args: Any, number: int) -> Iterator[Lesson]:
    seeds = [f"{args.seed} {number} {play}" for play in range(args.games)]
    with ProcessPoolExecutor(args.processes) as pool:
        games = pool.map(partial(play_to_learn, game.name, judge.weights), seeds, chunksize=4)
        for done, learnt in enumerate(games, 1):
            print(f"\r{done} of {args.games} games", end="", file=sys.stderr, flush=True)
            yield from learnt
    print(file=sys.stderr)


def play_to_learn(name: str, weights: Weights, seed: str) -> list[Lesson]:
    """Play a game and note how all seats stand whenever that can be judged."""
    game, dice, rng = game_named(name), Random(seed), SeededRng(seed.encode())
    seats = tuple(sorted(dice.sample(range(len(game.seat_names)), PLAYERS)))
    state, _ = start(game, seats, random_options(game, seats, dice), rng)
    bot = SteadyBot(game, dice)
    bot.foresight.judge = judge = bot.foresight.judge._replace(weights=weights)
    moments: list[tuple[str, Seat, tuple[float, ...]]] = []
    while state.pending:
        seat, decision = next(iter(state.pending.items()))
        if bot.foresight.tactics.is_quiet(state) and not state.answers:
            moments += [(judge.terms.phase(state), s, leads(judge, state, s)) for s in seats]
        slips = dice.random() < SLIPS
        choice = decision.sample(dice) if slips else bot.choose(game.view_for(state, seat))
        flow.play(game.rules, state, seat, choice, rng)
    scores = game.score(state)
    margins = {s: lead([scores[other] for other in seats], seats.index(s)) for s in seats}
    return [Lesson(phase, ahead, margins[s]) for phase, s, ahead in moments]


def leads(judge: Judge, state: Any, seat: Seat) -> tuple[float, ...]:
    outlook, place = judge.terms.look_out(state), state.seats.index(seat)
    return tuple(
        lead([term(state, s, outlook) for s in state.seats], place) for term in judge.terms.of.values()
    )


def lead(values: list[float] | list[int], place: int) -> float:
    """Return by how much one is ahead of the mean of the others."""
    return values[place] - (sum(values) - values[place]) / (len(values) - 1)


# Weights -------------------------------------------------------------------------------------


def fit(seen: Iterator[Lesson], judge: Judge) -> Weights:
    """Find for each phase the weights by which leads predict the margin best (ridge regression)."""
    names, by_phase = list(judge.terms.of), dict[str, list[Lesson]]()
    for lesson in seen:
        by_phase.setdefault(lesson.phase, []).append(lesson)
    return {
        phase: dict(zip(names, regress(learnt, before_of(judge, phase)), strict=True))
        for phase, learnt in by_phase.items()
    }


def before_of(judge: Judge, phase: str) -> list[float]:
    weights = judge.weights.get("always") or judge.weights[phase]
    return [weights.get(name, 0.0) for name in judge.terms.of]


def regress(learnt: list[Lesson], before: list[float]) -> list[float]:
    """Least squares around the earlier beliefs; a term that never differs stays as it was."""
    size = range(len(before))
    rows = [[sum(les.leads[i] * les.leads[j] for les in learnt) for j in size] for i in size]
    right = [sum(les.leads[i] * les.margin for les in learnt) for i in size]
    for i in size:
        belief = BELIEF * rows[i][i] + 1e-6
        rows[i][i] += belief
        right[i] += belief * before[i]
    return solve(rows, right)


def solve(rows: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations with a symmetric, positive matrix (Gauss)."""
    size = len(right)
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for pivot in range(size):
        for row in range(size):
            if row != pivot:
                part = table[row][pivot] / table[pivot][pivot]
                table[row] = [a - part * b for a, b in zip(table[row], table[pivot], strict=True)]
    return [table[i][size] / table[i][i] for i in range(size)]


if __name__ == "__main__":
    main()
