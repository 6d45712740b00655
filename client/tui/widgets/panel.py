"""Panels: parts of the table in words, drawn one below the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from textwrap import wrap
from typing import Any, TypeVar

from rich.cells import cell_len
from rich.text import Text
from textual.events import MouseMove
from textual.geometry import Size

from client.table.cards import Card
from client.table.face import face_of
from client.table.scene import Scene
from client.table.words import clans, facts_of, options_of, terms_of
from client.texts import t
from client.tui.paint.rows import Rows, broken
from client.tui.paint.spots import Detail, Shelf, Shelves
from client.tui.palette import FAINT, MUTED, UNICODE, Glyphs, clan_colour
from core.kinds import Choice, Event, Seat
from protocol.messages import SeatInfo, TableState

BETWEEN = 2
"""Columns between panels that stand side by side."""
ROOMY = 36
"""From this width on, there is room for more than numbers."""
INDENT = " " * 4
WORDY = 42
"""From this width on, there is room for words in place of signs."""


class Panel:
    """Says in lines how a part of the table stands; without lines it is not there."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        self.id = id
        self.width = 0
        self.detail = Detail.BRIEF
        self.scene: Scene | None = None
        self.glyphs: Glyphs = UNICODE
        self.draft: Choice | None = None
        """What would be sealed, as it was left."""

    @property
    def is_brief(self) -> bool:
        """Whether there is no room to spell out names."""
        return self.detail is Detail.BRIEF

    @property
    def is_full(self) -> bool:
        """Whether there is room for everything it could say."""
        return self.detail is Detail.FULL

    @property
    def is_worded(self) -> bool:
        """Whether there is room for words in place of signs."""
        return self.is_full and self.width >= WORDY

    @property
    def tooltip(self) -> str:
        """Say more when the mouse points at it."""
        return ""

    def see(self, scene: Scene) -> None:
        """Take in how the table stands now."""
        self.scene = scene

    def waits_for(self, seat: Seat) -> bool:
        """Say whether the table waits for somebody."""
        return self.scene is not None and seat in self.scene.waited_for

    def player_at(self, seat: Seat) -> str:
        return self.scene.player_at(seat) if self.scene is not None else ""

    @property
    def has_sealed(self) -> bool:
        """Whether the viewer has sealed a choice that is not open yet."""
        return self.scene is not None and self.scene.has_sealed

    def legend(self) -> Iterator[tuple[str, str]]:
        """Say what its signs mean; most panels say everything in words."""
        yield from ()

    def hear(self, event: Event) -> None:
        """Take note of something that is being told."""

    def forget(self) -> None:
        """Forget everything that was told."""

    def lines(self) -> Iterator[Text]:
        """Return what to show now; nothing before the game begins."""
        view = self.scene.view if self.scene is not None else None
        return iter(()) if view is None else self.draw(view)

    def draw(self, view: Any) -> Iterator[Text]:  # noqa: ARG002 (for each panel to say)
        """Return what to show of a view."""
        yield from ()


class PlacePanel(Panel):
    """Tells about the place that the player points at on the map."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.place: int | None = None


SomePanel = TypeVar("SomePanel", bound=Panel)


def legend_card(title: str, legend: Iterable[tuple[str, str]]) -> Card:
    """Explain signs, one to a line."""
    rows = list(dict.fromkeys(legend))
    width = max((cell_len(sign) for sign, _ in rows), default=0)
    lines = (f"{sign}{' ' * (width - cell_len(sign))}  {meaning}" for sign, meaning in rows)
    return Card(title, t("thing-signs"), tuple(lines))


class Panels(Rows):
    """Draws panels one below the other, those that the window has room for."""

    def __init__(self, panels: Sequence[Panel], *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.panels = tuple(panels)
        self.shelves: Shelves = tuple(Shelf((panel.id,)) for panel in panels)
        self._owners: list[Panel | None] = []
        self._known: dict[str, dict[tuple[int, Detail], list[Text]]] = {}

    @property
    def there(self) -> tuple[str, ...]:
        """Name the panels that have something to say."""
        return tuple(panel.id for panel in self.panels if self._has_lines(panel))

    def each(self, kind: type[SomePanel]) -> list[SomePanel]:
        """Return all panels of a kind to be told something, after which they may say something else."""
        found = [panel for panel in self.panels if isinstance(panel, kind)]
        for panel in found:
            self._known.pop(panel.id, None)
        return found

    def _has_lines(self, panel: Panel) -> bool:
        """Ask for all lines in the width of the last time, as they will mostly be drawn in it again."""
        return bool(self._lines(panel, panel.width)) if panel.width else any(True for _ in panel.lines())

    # Drawing ---------------------------------------------------------------------------------

    def draw(self, shelves: Shelves | None, size: Size) -> None:
        """Work out again what to show, perhaps other panels than before, in the coming size."""
        self.shelves = self.shelves if shelves is None else shelves
        before = self.outer_size
        room = self.room if size.width == before.width else size.width - self.gutter.width
        rows, self._owners = self._rows_of(self.shelves, room)
        put = self.put if size.height == before.height else self.put_in_another_height
        put(rows)

    def break_anew(self) -> None:
        self.draw(None, self.outer_size)

    def height_at(self, width: int) -> int:
        return self.height_of(self.shelves, width - self.gutter.width)

    def height_of(self, shelves: Shelves, width: int) -> int:
        return len(self._rows_of(shelves, width)[0])

    def _rows_of(self, shelves: Shelves, width: int) -> tuple[list[Text], list[Panel | None]]:
        """Return all rows, and for each the panel it belongs to."""
        named = {panel.id: panel for panel in self.panels}
        rows: list[Text] = []
        owners: list[Panel | None] = []
        for shelf in shelves:
            panels = [named[name] for name in shelf.panels]
            for panel in panels:
                panel.detail = shelf.detail
            there = self._shelf(panels, width)
            height = len(there) if shelf.height is None else shelf.height
            rows += [*there[:height], *(Text() for _ in range(height - len(there)))]
            owners += [panels[0]] * height
            if height:
                rows += [Text()] * shelf.gap
                owners += [None] * shelf.gap
        return rows, owners

    def _shelf(self, panels: list[Panel], width: int) -> list[Text]:
        if len(panels) == 1:
            return self._lines(panels[0], width)
        column = (width - BETWEEN * (len(panels) - 1)) // len(panels)
        columns = [self._lines(panel, column) for panel in panels]
        return [side_by_side(cells, column) for cells in zip_longest(*columns, fillvalue=Text())]

    def _lines(self, panel: Panel, width: int) -> list[Text]:
        known, kind = self._known.setdefault(panel.id, {}), (width, panel.detail)
        if kind not in known:
            panel.width = width
            known[kind] = list(broken(panel.lines(), self.app.console, width))
        return known[kind]

    def on_mouse_move(self, event: MouseMove) -> None:
        row = event.y + self.scroll_offset.y
        owner = self._owners[row] if row < len(self._owners) else None
        tooltip = owner.tooltip if owner is not None else ""
        if tooltip != (self.tooltip or ""):
            self.tooltip = tooltip or None


def side_by_side(cells: tuple[Text, ...], width: int) -> Text:
    row = Text()
    for number, cell in enumerate(cells):
        row.pad_right(max(0, number * (width + BETWEEN) - row.cell_len))
        row.append_text(cell)
    return row


def indented(words: Iterable[str], width: int, style: str) -> Iterator[Text]:
    """Write words one after the other below something, in as many rows as it takes; few are broken."""
    return (Text(row, style) for row in rows_of_words(tuple(filter(None, words)), width))


@lru_cache(maxsize=256)
def rows_of_words(words: tuple[str, ...], width: int) -> tuple[str, ...]:
    """Fill rows with words; from one move to the next, most of them stay as they are."""
    rows: list[str] = []
    for word in words:
        longer = f"{rows[-1]} · {word}" if rows else ""
        if longer and cell_len(longer) <= width:
            rows[-1] = longer
        else:
            rows += wrap(word, width, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False)
    return tuple(rows)


def heading(text: str) -> Text:
    return Text(text, f"bold {MUTED}")


class Gathering(Panel):
    """A line for each seat while the table waits for players."""

    def lines(self) -> Iterator[Text]:
        scene = self.scene
        if scene is None or scene.view is not None or scene.info.state is not TableState.OPEN:
            return
        yield heading(t("gathering-head"))
        for row in scene.info.seats:
            yield self._seat(scene, row)
            yield from self._power(scene, row.seat)
        yield Text()
        if scene.info.options:
            yield Text(options_of(scene.info), MUTED)
        yield Text(t("info-terms", terms=terms_of(scene.info.terms)), MUTED)

    def _power(self, scene: Scene, seat: Seat) -> Iterator[Text]:
        """Say what only a seat can do; in a narrow column there is no room, and the hall says it."""
        if self.width >= ROOMY:
            power = face_of(scene.game.name).power(seat)
            rows = wrap(power, self.width, initial_indent=INDENT, subsequent_indent=INDENT)
            yield from (Text(row, MUTED) for row in rows)

    def _seat(self, scene: Scene, row: SeatInfo) -> Text:
        mark = self.glyphs.turn if row.player and not row.is_ready else " "
        facts = ", ".join(facts_of(scene, row))
        return Text.assemble(
            (f"{mark} {self.glyphs.bar}", clan_colour(row.seat)),
            (f"{clans(scene, [row.seat])} ", f"bold {clan_colour(row.seat)}"),
            (facts, "" if row.player else FAINT),
        )
