"""What all benchmarks share: goals, reports, how quiet the machine is, and programs to talk to."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple, TypeAlias

from tests.harness.folders import PEERS, ROOT

Figures: TypeAlias = dict[str, Any]
Bench: TypeAlias = Callable[[], Figures]
Clock: TypeAlias = Callable[[], float]
QUIETEST = PEERS / "quietest_ms"
DISTURBED = 1.5  # times as slow as this machine has ever been seen at its best


class Goal(NamedTuple):
    """What a figure must and should be; `sign` is -1 if less is better."""

    unit: str
    must: float
    aim: float
    sign: int


GOALS = {
    "P1": Goal("CPU per decision / catanatron's per tick", 0.25, 0.15, -1),
    "P2": Goal("playouts per second / catanatron's", 8, 15, 1),
    "P3": Goal("clone / catanatron's copy", 1 / 40, 1 / 80, -1),
    "P4": Goal("KB per clone", 3, 2, -1),
    "P5": Goal("replay and chain check / playing without a log", 1.5, 1.2, -1),
    "P6": Goal("a ping over TCP on one core / bare echo of as many bytes", 2.2, 1.6, -1),
    "P6 TLS": Goal("a ping over TLS on one core / bare echo of as many bytes", 5.5, 4, -1),
    "P7": Goal("ms until all five seats have a move, durable and over TLS / boardgame.io's", 0.75, 0.5, -1),
    "P8": Goal("the same over TCP, safe from a crash of the program only / boardgame.io's", 0.25, 0.18, -1),
    "P9": Goal("moves per second at ten tables, durable and over TLS / boardgame.io's", 2.5, 4, 1),
    "P10": Goal("durable writes per second of ten tables / lone appends with fdatasync", 0.8, 1.2, 1),
    "P11": Goal("KB of the server for a silent seat, signed in over TLS", 60, 35, -1),
    "P12": Goal("ms to the first paint of the game / of an empty Textual app", 2.5, 1.6, -1),
    "P13": Goal("ms-equivalents of CPU for one update of the map and all panels", 10, 6, -1),
    "P13 frames": Goal("frames that such an update takes", 2, 1, -1),
    "P14": Goal("CPU to decode and check a submit / msgpack.unpackb of it", 0.6, 0.4, -1),
    "C1": Goal("ms-equivalents of CPU from a key to its frame, with 200 lines of log", 16, 8, -1),
    "C2": Goal("ms of CPU for jinmaku --version", 150, 100, -1),
    "C3": Goal("seconds from jinmaku play to the first question", 3, 2, -1),
    "S1": Goal("ms of CPU that a whole sealed round of five takes all six parties together", 20, 10, -1),
    "S2": Goal("ms from a round's opening until all five have committed, over TLS", 25, 12, -1),
    "S3": Goal("ms from the set until all five know the outcome, over TLS", 40, 18, -1),
    "S4": Goal("CPU to check a log / (1.5 of its replay and 1 ms a signature)", 1, 0.5, -1),
}


def report(goal: str, values: list[float], **details: Any) -> Figures:
    """Judge a figure that was measured in rounds by its goal."""
    unit, must, aim, sign = GOALS[goal]
    value = median(values)
    return {
        "value": round(value, 4),
        "unit": unit,
        "must": round(must, 4),
        "aim": round(aim, 4),
        "ok": sign * value >= sign * must,
        "aim_met": sign * value >= sign * aim,
        "worst": round(sign * min(sign * v for v in values), 4),
        "rounds": [round(v, 4) for v in values],
        **details,
    }


LOOPS = 400_000


def calibrate(loops: int = LOOPS, clock: Clock = process_time) -> list[float]:
    """Time a fixed loop, in ms: how quiet the machine is; a shorter one is scaled up."""

    def loop() -> float:
        begun = clock()
        total = 0
        for number in range(loops):
            total += number * number % 7
        return (clock() - begun) * 1000 * LOOPS / loops

    return [loop() for _ in range(5)]


def calibrated(bench: Bench, clock: Clock) -> Figures:
    """Measure, and add how quiet the machine was before and after."""
    before, figures = calibrate(clock=clock), bench()
    after = calibrate(clock=clock)
    disturbed = median(before + after) > DISTURBED * quietest(min(before + after))
    return {**figures, "cal_ms": [round(min(before), 1), round(min(after), 1)], "disturbed": disturbed}


def quietest(ms: float) -> float:
    """Return the best calibration ever seen here, which may be this one."""
    best = min(ms, float(QUIETEST.read_text("ascii"))) if QUIETEST.exists() else ms
    PEERS.mkdir(exist_ok=True)
    QUIETEST.write_text(f"{best:.2f}\n", "ascii")
    return best


def in_rounds(number: int, what: str = "round") -> Iterator[int]:
    """Count rounds, and show the progress."""
    for done in range(number):
        show_progress(f"{what} {done + 1} of {number}")
        yield done


def show_progress(what: str) -> None:
    print(f"{what:40}", end="\r", file=sys.stderr, flush=True)


class Conversation:
    """A program in its own process: it gets commands, a line each, and answers with lines of JSON."""

    def __init__(self, command: Sequence[str | Path], **environment: str) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, **environment},
        )

    def ask(self, *words: str | float) -> dict[str, float]:
        assert self.process.stdin is not None
        print(*words, file=self.process.stdin, flush=True)
        return self.hear()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        """End what the program reads, and with it the program."""
        self.process.communicate("")


def run(main: Coroutine[Any, Any, None], *, with_uvloop: bool) -> None:
    """Run a program in the loop of the standard library, or in the faster one."""
    factory = import_module("uvloop").new_event_loop if with_uvloop else None
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(main)
