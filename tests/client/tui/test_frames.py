"""What is drawn together: nobody sees the choices of one question under the words of another."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace
from textual._compositor import CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from client.local.settings import Settings
from client.table.scene import Scene
from client.tui.widgets.choices import Choices
from client.tui.widgets.header import Header
from client.tui.widgets.panel import Panels
from tests.client.tui.at_table import SMALL, scene_at, scene_of, seated

PLACE = re.compile(r"\x1b\[(\d+);(\d+)H")
STYLE = re.compile(r"\x1b\[[\d;]*m")
NARROW = (70, 24)
WIDE = (150, 42)


class Eyes:
    """A terminal that remembers what it showed after each frame."""

    def __init__(self, size: tuple[int, int]) -> None:
        width, height = size
        self._cells = [[" "] * width for _ in range(height)]
        self.frames: list[str] = []
        self.late_checks = 0  # how many times a slow widget has checked whether it needs a frame

    def see(self, output: str) -> None:
        text = STYLE.sub("", output)
        _, *pieces = PLACE.split(text)
        for row, column, piece in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
            self._write(int(row) - 1, int(column) - 1, piece)
        self.frames.append("\n".join("".join(line) for line in self._cells))

    def shows(self, *words: str) -> bool:
        """Say whether these can be read now."""
        return bool(self.frames) and all(word in self.frames[-1] for word in words)

    def _write(self, y: int, x: int, piece: str) -> None:
        for line in piece.split("\n"):
            self._cells[y][x : x + len(line)] = line
            y, x = min(y + 1, len(self._cells) - 1), 0


def watch(monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], slow: type[Widget]) -> Eyes:
    """Look at every frame of the top screen, while one kind of widget is slow to ask for its own."""
    eyes, display = Eyes(size), App._display  # noqa: SLF001
    check = slow._check_refresh  # noqa: SLF001

    def see(app: App[Any], screen: Screen[Any], renderable: Any) -> None:
        if hasattr(renderable, "render_segments"):
            eyes.see(renderable.render_segments(app.console))
        display(app, screen, renderable)

    monkeypatch.setattr(App, "_display", see)

    def check_late(widget: Any) -> None:
        check(widget)
        eyes.late_checks += 1

    monkeypatch.setattr(slow, "_check_refresh", lambda self: self.set_timer(0.1, lambda: check_late(self)))
    return eyes


def is_split(frame: str) -> bool:
    """Say whether it is the player's turn and there is nothing to choose."""
    return "YOUR TURN" in frame and not re.search(r"\b[0-9a-z] (Ally|Ready|Move|Done)", frame)


@pytest.mark.parametrize("slow", [Header, Choices])
@pytest.mark.parametrize("size", [SMALL, NARROW])
async def test_no_frame_has_a_turn_without_its_choices(
    size: tuple[int, int], slow: type[Widget], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = scene_at("tea")
    async with seated(scene, tmp_path, size, Settings(pace="instant", confirm=False)) as table:
        await table.settled()
        eyes = watch(monkeypatch, size, slow)
        table.screen.refresh()
        await table.until(lambda: eyes.shows("YOUR TURN", "Ready to end tea"))
        await table.pilot.press("0")
        await table.until(lambda: not eyes.shows("YOUR TURN"))
        await table.told(scene_of(scene.view, scene.seat)._replace(prompt=None))
        before = eyes.late_checks
        await table.until(lambda: eyes.late_checks > before + 1)
        await table.asked(scene_at("marshal"))
        await table.until(lambda: eyes.shows("YOUR TURN", "h Bushi from"))
        assert [frame for frame in eyes.frames if is_split(frame)] == []


async def test_a_panel_that_grows_shows_no_bar_on_the_way_and_moves_only_what_is_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = scene_at("tea")
    longer = scene._replace(view=replace(scene.view, display=tuple(range(12))))
    async with seated(scene, tmp_path, WIDE) as table:
        panels = table.app.screen.query_one("#panels", Panels)
        drawn: list[Any] = []
        bars: list[bool] = []
        height = panels.size.height

        def note(is_there: bool) -> None:  # noqa: FBT001 (as Textual calls it)
            bars.append(is_there)

        table.app.watch(panels, "show_vertical_scrollbar", note, init=False)
        monkeypatch.setattr(App, "_display", lambda _app, _screen, frame: drawn.append(frame))
        await table.told(longer)
        await table.until(lambda: panels.size.height > height)
        await table.pilot.pause()

    assert bars == []
    assert drawn
    assert not any(isinstance(frame, LayoutUpdate) for frame in drawn)


def with_cards(number: int) -> Scene:
    """Wait for others, with this many cards on offer."""
    scene = scene_at("tea")
    view = replace(scene.view, display=tuple(range(number)), decision=None)
    return scene_of(view, scene.seat)._replace(prompt=None)


async def test_a_panel_that_shrinks_leaves_everything_in_its_place(tmp_path: Path) -> None:
    async with seated(with_cards(12), tmp_path, WIDE) as table:
        await table.settled()
        panels = table.app.screen.query_one("#panels", Panels)
        rows, before = panels.virtual_size.height, {part: part.region for part in table.top.children}
        await table.told(with_cards(1))
        await table.until(lambda: panels.virtual_size.height < rows)
        await table.settled()

        assert {part: part.region for part in table.top.children} == before


async def test_other_panels_take_no_more_rows_than_they_need(tmp_path: Path) -> None:
    async with seated(with_cards(12), tmp_path, WIDE) as table:
        await table.settled()
        panels = table.app.screen.query_one("#panels", Panels)
        rows = panels.size.height
        await table.told(with_cards(0))
        await table.until(lambda: panels.size.height < rows)

        assert panels.size.height == panels.virtual_size.height


# A key and the next frame ----------------------------------------------------------------------------


class Cell(NamedTuple):
    """What a terminal shows in one place."""

    sign: str = " "
    style: str = ""


class Terminal:
    """Takes frames as they are written, and keeps what is on the screen after each."""

    def __init__(self, size: tuple[int, int]) -> None:
        width, height = size
        self.cells = [[Cell()] * width for _ in range(height)]
        self.frames: list[list[list[Cell]]] = []

    def write(self, output: str) -> None:
        x = y = 0
        style = ""
        for row, column, code, text in PIECE.findall(output):
            if row:
                x, y = int(column) - 1, int(row) - 1
            elif code:
                style = "" if code == RESET else style + code
            elif text == "\n":
                x, y = 0, y + 1
            else:
                self.cells[y][x : x + len(text)] = [Cell(sign, style) for sign in text]
                x += len(text)
        self.frames.append([list(row) for row in self.cells])


PIECE = re.compile(r"\x1b\[(\d+);(\d+)H|(\x1b\[[\d;]*m)|(\n|[^\x1b\n]+)")
RESET = "\x1b[0m"
HUGE = (200, 60)


def seen(frame: list[list[Cell]], part: Widget) -> list[list[Cell]]:
    """Return what a frame shows where a part of the table is now."""
    x, y, width, height = part.region
    return [row[x : x + width] for row in frame[y : y + height]]


@pytest.mark.parametrize("size", [SMALL, HUGE])
async def test_a_key_is_answered_in_the_next_frame(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal, display = Terminal(size), App._display  # noqa: SLF001

    def write(app: App[Any], screen: Screen[Any], frame: Any) -> None:
        if isinstance(frame, CompositorUpdate):
            terminal.write(frame.render_segments(app.console))
        display(app, screen, frame)

    async with seated(scene_at("tea"), tmp_path, size) as table:
        monkeypatch.setattr(App, "_display", write)
        monkeypatch.setattr(Input, "_toggle_cursor", lambda _line: None)  # it would blink on its own
        table.screen.refresh()
        await table.until(lambda: terminal.frames)
        for key, name in (
            ("down", "#choices"),
            ("up", "#choices"),
            ("M", "#choices"),
            ("left", "#map"),
            ("down", "#map"),
            ("escape", "#map"),
            ("L", "#log"),
            ("escape", "#map"),
            ("T", "#talk"),
            ("escape", "#choices"),
            ("T", "#talk"),
            ("escape", "#choices"),
        ):
            await table.settled()
            number, before = len(terminal.frames), terminal.frames[-1]
            await table.pilot.press(key)
            await table.settled()
            part, now = table.app.screen.query_one(name), terminal.frames[number:]
            assert seen(now[0], part) == seen(now[-1], part) != seen(before, part), key
