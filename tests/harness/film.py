"""Screens one after the other as a single animated SVG: rows that stay are drawn once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from textual.app import App
from textual.strip import Strip

from client.cli.past import past_in
from client.tui.app import replay_app
from client.tui.drawing import (
    EDGE,
    HEIGHT,
    WIDTH,
    Cell,
    Look,
    cells_of,
    number,
    paths_of,
    style_of,
    words_of,
)
from tests.harness.folders import ROOT

LOG = ROOT / "tests" / "logs" / "five_people.log"
SIZE = 120, 36
SHOTS, SECONDS = 25, 0.8
BEFORE = 9
"""Moments that lead up to the battle."""


async def record() -> str:
    """Film a replay: what leads to the second battle of a game, the battle, and what comes after."""
    with TemporaryDirectory() as home:
        app = replay_app(Path(home), past_in(LOG))
        async with app.run_test(size=SIZE) as pilot:
            await pilot.press("b", "b", *["left"] * BEFORE)
            shots = []
            for _ in range(SHOTS):
                await pilot.pause()
                shots.append(rows_on(app))
                await pilot.press("right")
        theme = app.current_theme
        return film_of(shots, SECONDS, theme.foreground or "#ffffff", theme.background or "#000000")


def rows_on(app: App[Any]) -> list[Strip]:
    return app.screen._compositor.render_strips()  # noqa: SLF001 (as in `client.tui.drawing`)


def film_of(screens: Sequence[Sequence[Strip]], seconds: float, ink: str, paper: str) -> str:
    """Draw screens of one size; each is seen equally long, and after the last comes the first again."""
    shots = [[tuple(cells_of(strip, ink, paper)) for strip in screen] for screen in screens]
    width, height = round(len(shots[0][0]) * WIDTH + 2 * EDGE), len(shots[0]) * HEIGHT + 2 * EDGE
    looks: dict[Look, str] = {}
    lines = [
        part
        for y, line in enumerate(zip(*shots, strict=True))
        for part in line_of(line, y, seconds, looks, paper)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
            style_of(looks),
            f'<rect width="{width}" height="{height}" rx="8" fill="{paper}"/>',
            f'<g transform="translate({EDGE} {EDGE})">',
            *lines,
            "</g></svg>\n",
        ]
    )


def line_of(
    shots: Sequence[tuple[Cell, ...]], y: int, seconds: float, looks: dict[Look, str], paper: str
) -> Iterator[str]:
    """Return what one line of the screen shows over time."""
    begun = 0
    for cells, same in groupby(shots):
        ended = begun + len(list(same))
        areas, words = "".join(paths_of([list(cells)], paper)), "".join(words_of(list(cells), 0, looks))
        if areas or words:
            timing = shown_between(begun, ended, len(shots), seconds)
            ground = f'<g shape-rendering="crispEdges">{areas}</g>' if areas else ""
            yield f'<g transform="translate(0 {y * HEIGHT})">{timing}{ground}{words}</g>'
        begun = ended


def shown_between(begun: int, ended: int, shots: int, seconds: float) -> str:
    """Say when a part is seen; one that always is needs no mention."""
    if (begun, ended) == (0, shots):
        return ""
    moments = {0: "hidden", begun: "visible", ended: "hidden"} if begun else {0: "visible", ended: "hidden"}
    moments.pop(shots, None)
    times = ";".join(number(moment / shots, 4) for moment in moments)
    return (
        f'<animate attributeName="visibility" calcMode="discrete" values="{";".join(moments.values())}"'
        f' keyTimes="{times}" dur="{number(seconds * shots)}s" repeatCount="indefinite"/>'
    )
