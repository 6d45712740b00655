"""Measure the performance goals of the rules engine: ratios of CPU time within one run, never a bare figure.

What is compared is interleaved round by round, so that a busy machine slows both sides alike.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import tracemalloc
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from random import Random
from statistics import fmean, median
from time import process_time
from typing import Any

from core import flow
from core.catalog import game_named
from core.chance import QuickRng, SeededRng
from core.decisions import ChooseOne, Decision
from core.game import Game, start
from core.record import append, new_record, read_record, replay, write_record
from tests.harness.bench.contestants import PROGRAMS
from tests.harness.bench.measuring import Bench, Conversation, Figures, in_rounds, report
from tests.harness.folders import PEERS

ROUNDS = 15
SLICE = 0.6  # seconds of CPU for each side and round
PLAYERS = (4, 5)
CLONE_AT = (50, 100, 150)


# Our side ------------------------------------------------------------------------------------


def playout(game: Game, seed: int) -> int:
    """Play one random game: list the options, choose, check, apply; with ordinary dice, like the peer."""
    decisions, (state, rng, dice) = 0, new_table(game, seed)
    rules, answer = game.rules, flow.answer
    while pending := state.pending:
        seat = next(iter(pending))
        answer(rules, state, seat, pending[seat].sample(dice), rng)
        decisions += 1
    return decisions


def share_of_forced(game: Game) -> float:
    """Return how many decisions of a game are forced because they have a single answer."""
    return fmean(
        type(decision) is ChooseOne and len(decision.options) == 1
        for seed in range(40)
        for _, decision in decisions_in(game, seed)
    )


def decisions_in(game: Game, seed: int) -> Iterator[tuple[Any, Decision]]:
    """Play one random game, and show each state with the next decision."""
    state, rng, dice = new_table(game, seed)
    while state.pending:
        seat, decision = next(iter(state.pending.items()))
        yield state, decision
        flow.answer(game.rules, state, seat, decision.sample(dice), rng)


def new_table(game: Game, seed: int) -> tuple[Any, QuickRng, Random]:
    dice = Random(seed)
    players = [number for number in PLAYERS if number in game.players]
    seats = tuple(sorted(dice.sample(range(len(game.seat_names)), dice.choice(players))))
    rng = QuickRng(dice)
    state, _ = start(game, seats, {name: values[-1] for name, values in game.options.items()}, rng)
    return state, rng, dice


def our_slice(game: Game, forced: float, seeds: Random) -> dict[str, float]:
    """Play for a slice of CPU; forced decisions are not counted, though they cost time."""
    begun, games, decisions = process_time(), 0, 0
    while process_time() - begun < SLICE:
        decisions += playout(game, seeds.randrange(1 << 32))
        games += 1
    seconds, counted = process_time() - begun, decisions * (1 - forced)
    return {"us": seconds / counted * 1e6, "games": games / seconds, "length": counted / games}


def states_in_mid_game(game: Game) -> list[Any]:
    return [
        state.clone()
        for seed in range(6)
        for number, (state, _) in enumerate(decisions_in(game, seed))
        if number in CLONE_AT
    ]


def our_clone(states: list[Any]) -> float:
    """Time a clone in µs, over states of different ages."""
    repeats = 4000 // len(states)
    begun = process_time()
    for state in states:
        for _ in range(repeats):
            state.clone()
    return (process_time() - begun) / (repeats * len(states)) * 1e6


def memory_per_clone(state: Any) -> float:
    kept = 2000
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    clones = [state.clone() for _ in range(kept)]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(clones) / 1024


def recorded(game: Game, seed: int) -> str:
    """Play a random game and write its record."""
    dice = Random(seed)
    seats = tuple(sorted(dice.sample(range(len(game.seat_names)), game.players[-1])))
    record = new_record(game, seats, {}, str(seed))
    rng = SeededRng(record.setup.seed.encode())
    state, _ = start(game, seats, {}, rng)
    while state.pending:
        seat, decision = next(iter(state.pending.items()))
        choice = decision.sample(dice)
        flow.answer(game.rules, state, seat, choice, rng)
        append(record, game, seat, choice)
    return write_record(record)


def replay_ratio(game: Game, texts: list[str], seeds: range) -> float:
    begun = process_time()
    for seed in seeds:
        dice, rng = Random(seed), SeededRng(str(seed).encode())
        seats = tuple(sorted(dice.sample(range(len(game.seat_names)), game.players[-1])))
        state, _ = start(game, seats, {}, rng)
        while state.pending:
            seat, decision = next(iter(state.pending.items()))
            flow.answer(game.rules, state, seat, decision.sample(dice), rng)
    played = process_time() - begun
    begun = process_time()
    for text in texts:
        record, _ = read_record(text)
        for _ in replay(record):
            pass
    return (process_time() - begun) / played


# The peer's side -----------------------------------------------------------------------------


def catanatron() -> Conversation:
    """Start the peer, in its own environment and process, to be asked for one slice at a time."""
    python = PEERS / "catanatron" / "bin" / "python"
    if not python.exists():
        print("Installing catanatron into .peers ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", PEERS / "catanatron"], check=True)
        install = [str(python), "-m", "pip", "-qq", "--disable-pip-version-check", "install"]
        subprocess.run([*install, "catanatron==3.2.1"], check=True)
    return Conversation([python, PROGRAMS / "catanatron_peer.py"], PYTHONPATH="")


# The runs ------------------------------------------------------------------------------------


CLOCK = process_time


def benches(args: Namespace) -> dict[str, Bench]:
    game = game_named(args.game)
    peer: dict[str, Bench] = {"P1 to P3": lambda: bench_with_peer(game)} if args.peers else {}
    return {**peer, "P4": lambda: bench_memory(game), "P5": lambda: bench_replay(game)}


def bench_memory(game: Game) -> Figures:
    return report("P4", [memory_per_clone(state) for state in states_in_mid_game(game)])


def bench_replay(game: Game) -> Figures:
    seeds = range(20)
    texts = [recorded(game, seed) for seed in seeds]
    return report("P5", [replay_ratio(game, texts, seeds) for _ in range(ROUNDS)])


def bench_with_peer(game: Game) -> Figures:
    """Take turns with the peer; every ratio is of one round."""
    with closing(catanatron()) as peer:
        return take_turns(game, peer)


def take_turns(game: Game, peer: Conversation) -> Figures:
    states, seeds, forced = states_in_mid_game(game), Random(1), share_of_forced(game)
    speed, playouts, clones, ours, theirs = [], [], [], [], []
    for number in in_rounds(ROUNDS):
        mine, other = our_slice(game, forced, seeds), peer.ask("play", SLICE, number)
        copy, clone = peer.ask("copy", number)["us"], our_clone(states)
        speed.append(mine["us"] / other["us"])
        playouts.append(mine["games"] / other["games"])
        clones.append(clone / copy)
        ours.append({**mine, "clone": clone})
        theirs.append({**other, "copy": copy})

    def best(rows: list[dict[str, float]], key: str) -> float:
        return round(min(row[key] for row in rows), 2)

    return {
        "P1": report(
            "P1",
            speed,
            our_us=best(ours, "us"),
            peer_us=best(theirs, "us"),
            forced_share=round(forced, 3),
            decisions_per_game=round(median(row["length"] for row in ours)),
        ),
        "P2": report("P2", playouts),
        "P3": report("P3", clones, our_us=best(ours, "clone"), peer_us=best(theirs, "copy")),
    }
