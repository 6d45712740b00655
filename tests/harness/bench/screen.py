"""Measure the screen: its first paint, its updates, its response to keys, and how soon one can play."""

from __future__ import annotations

import asyncio
import fcntl
import gc
import json
import os
import pty
import struct
import subprocess
import sys
import termios
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple, cast

from textual.app import App
from textual.events import Key

from client.local.settings import Settings, write_settings
from client.table.errands import LogLine
from client.table.news import Looked
from client.table.scene import Scene
from client.tui.board import board_of
from client.tui.screens.game import GameScreen
from client.tui.widgets.log_pane import LogPane
from core.chance import SeededRng
from core.game import start
from core.games.rising_sun.board import KOI, POLITICS
from core.games.rising_sun.view import View
from core.record import read_record, replay
from tests.client.tui.at_table import sitting_down
from tests.harness.bench.measuring import Bench, Figures, calibrate, in_rounds, report
from tests.harness.folders import RECORDED, ROOT
from tests.harness.pictures import GAME, PLAYERS, SEED, Moment, scene_of

RECORD = RECORDED / "rising_sun" / "bots_006.txt"
SIZE = 150, 42
SMALL = 80, 24
ROUNDS = 9
UPDATES = 30
LOG_LINES = 200
TURN = b"YOUR TURN"
CAL_MS = 43.0
"""The best time of the calibrating loop on the machine the goals were set on."""
LOOPS = 40_000
"""A loop this short runs before each measurement: what else runs on the cores changes by the second."""
KEYS = ("down", "T", "escape", "M", "left", "escape")
"""A list, panes, the map: what keys move most often."""


class Cost(NamedTuple):
    """What something took: ms-equivalents of CPU, ms of the clock, and how often the screen was drawn."""

    cpu: float
    wall: float
    frames: int


class Watch:
    """Measures everything from its creation on."""

    frames = 0
    drawn = asyncio.Event()

    def __init__(self) -> None:
        gc.collect()
        self._scale = CAL_MS / median(calibrate(LOOPS))
        self._frames = Watch.frames
        self._cpu, self._wall = process_time(), perf_counter()

    def read(self) -> Cost:
        cpu, wall = process_time() - self._cpu, perf_counter() - self._wall
        return Cost(cpu * 1000 * self._scale, wall * 1000, Watch.frames - self._frames)


def count_frames() -> None:
    """Count from now on how often anything is drawn."""
    display = App._display  # noqa: SLF001

    def count(app: App[Any], *arguments: Any) -> None:
        Watch.frames += 1
        display(app, *arguments)
        Watch.drawn.set()

    App._display = count  # type: ignore[assignment,method-assign] # noqa: SLF001


async def drawn(app: App[Any]) -> None:
    """Wait until everything that has changed is on the screen."""
    done = asyncio.Event()
    app.screen.call_after_refresh(done.set)
    await done.wait()


# In a process of its own: the first paint --------------------------------------------------------


async def paint(what: str) -> Cost:
    """Make an application and paint its first screen; its contents are ready before."""
    return await (paint_nothing() if what == "empty" else paint_game())


async def paint_nothing() -> Cost:
    watch = Watch()
    app: App[Any] = App()
    async with app.run_test(size=SIZE):
        await drawn(app)
        return watch.read()


async def paint_game() -> Cost:
    board_of(GAME.name)  # importing is not painting
    state, _ = start(GAME, tuple(PLAYERS), {}, SeededRng(SEED.encode()))
    scene = seen_by_koi(GAME.view_for(state, KOI))
    with quiet_home() as home:
        watch = Watch()
        async with sitting_down(scene, home, SIZE) as table:
            await drawn(table.app)
            return watch.read()


@contextmanager
def quiet_home() -> Iterator[Path]:
    """Return the home of a player who wants no bells and no pauses."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        write_settings(home, Settings(pace="instant", animation=False, bell=False))
        yield home


def fresh_paint(what: str) -> Cost:
    """Paint in a new process, so that nothing is warm."""
    command = [sys.executable, "-m", "tests.harness.bench.screen", what]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return Cost(*json.loads(done.stdout))


def bench_paint() -> Figures:
    ratios, costs = [], []
    for _ in in_rounds(ROUNDS, "paint"):
        empty, game = fresh_paint("empty"), fresh_paint("game")
        ratios.append(game.wall / empty.wall)
        costs.append((empty, game))
    return report(
        "P12",
        ratios,
        empty_ms=round(min(empty.wall for empty, _ in costs), 1),
        game_ms=round(min(game.wall for _, game in costs), 1),
        cpu_ratio=round(median(game.cpu / empty.cpu for empty, game in costs), 2),
    )


# Updates and keys --------------------------------------------------------------------------------


def recorded_views() -> Iterator[View]:
    """Return what Koi sees whenever it is asked, in a game that stays the same whatever bots learn."""
    record, _ = read_record(RECORD.read_text("utf-8"))
    return (GAME.view_for(played.state, KOI) for played in replay(record) if KOI in played.state.pending)


def is_in_politics(view: View) -> bool:
    """Say whether a view is one of those that differ on the map and in the panels."""
    return view.phase == POLITICS and bool(view.mandates) and not view.drawn


def is_tea(view: View) -> bool:
    return view.decision is not None and view.decision.prompt == "tea"


def seen_by_koi(view: View) -> Scene:
    return scene_of(Moment(view, []), KOI)


async def update(app: App[Any], scene: Scene) -> Cost:
    """Show how another table stands, and wait until all of it is on the screen."""
    await drawn(app)
    watch = Watch()
    screen = cast("GameScreen", app.screen)
    screen.table.follow(screen.model.hear(Looked(scene)))
    await drawn(app)
    return watch.read()


async def press(app: App[Any], key: str) -> Cost:
    """Press a key, and wait for the first frame after it."""
    await asyncio.sleep(0.1)
    Watch.drawn.clear()
    watch = Watch()
    app.post_message(Key(key, key if len(key) == 1 else None))
    await Watch.drawn.wait()
    return watch.read()


async def bench_updates() -> tuple[list[Cost], list[Cost]]:
    views = list(recorded_views())
    scenes = [seen_by_koi(view)._replace(prompt=None) for view in views if is_in_politics(view)]
    with quiet_home() as home:
        async with sitting_down(scenes[0], home, SIZE) as table:
            app = table.app
            lines = [LogLine(f"Koi builds stronghold {number} in Edo.") for number in range(LOG_LINES)]
            app.screen.query_one(LogPane).tell(lines)
            await table.pilot.pause()
            updates = [await update(app, scene) for scene in islice(cycle(scenes), 1, UPDATES)]
            await update(app, seen_by_koi(next(filter(is_tea, views))))
            keys = [await press(app, key) for key in islice(cycle(KEYS), UPDATES)]
    return updates, keys


def bench_screen() -> Figures:
    count_frames()
    updates, keys = asyncio.run(bench_updates())
    return {
        "P13": report("P13", [cost.cpu for cost in updates], wall_ms=middle(updates)),
        "P13 frames": report("P13 frames", [float(cost.frames) for cost in updates]),
        "C1": report("C1", [cost.cpu for cost in keys], wall_ms=middle(keys)),
    }


def middle(costs: list[Cost]) -> float:
    return round(median(cost.wall for cost in costs), 1)


# Commands ----------------------------------------------------------------------------------------


def children_seconds() -> float:
    """Return the CPU of all programs that were started from here and have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def version_ms() -> float:
    begun = children_seconds()
    command = [sys.executable, "-m", "client", "--version"]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return (children_seconds() - begun) * 1000


def seconds_to_play() -> float:
    """Start a game against bots in a terminal, and wait for the first question."""
    with TemporaryDirectory() as home:
        terminal, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", *reversed(SMALL), 0, 0))
        begun = perf_counter()
        command = [sys.executable, "-m", "client", "play", "--home", home]
        environment = {**os.environ, "TERM": "xterm-256color"}
        game = subprocess.Popen(command, cwd=ROOT, stdin=end, stdout=end, stderr=end, env=environment)
        os.close(end)
        output = b""
        while TURN not in output:
            output += os.read(terminal, 1 << 16)
        taken = perf_counter() - begun
        game.terminate()
        game.wait()
        os.close(terminal)
        return taken


def bench_version() -> Figures:
    return report("C2", [version_ms() for _ in range(ROUNDS)])


def bench_play() -> Figures:
    begun, rounds = children_seconds(), ROUNDS // 2
    games = [seconds_to_play() for _ in range(rounds)]
    return report("C3", games, cpu_s=round((children_seconds() - begun) / rounds, 2))


CLOCK = process_time


def benches(_: Namespace) -> dict[str, Bench]:
    return {"P12": bench_paint, "P13 and C1": bench_screen, "C2": bench_version, "C3": bench_play}


if __name__ == "__main__":
    count_frames()
    print(json.dumps(asyncio.run(paint(sys.argv[1]))))
