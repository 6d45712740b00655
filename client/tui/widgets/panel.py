"""Panels: parts of the table in words, drawn one below the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple, TypeAlias

from rich.text import Text
from textual.events import MouseMove

from client.table.scene import Scene
from client.table.words import clans, facts_of, terms_of
from client.texts import t
from client.tui.paint.rows import Rows, broken
from client.tui.palette import FAINT, MUTED, UNICODE, Glyphs, clan_colour
from core.kinds import Choice, Event, Seat
from protocol.messages import SeatInfo, TableState

BETWEEN = 2
"""Columns between panels that stand side by side."""
ROOMY = 36
"""From this width on, there is room for more than numbers."""


class Panel:
    """Says in lines how a part of the table stands; without lines it is not there."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        self.id = id
        self.width = 0
        self.scene: Scene | None = None
        self.glyphs: Glyphs = UNICODE
        self.place: int | None = None
        """What is pointed at on the map."""
        self.draft: Choice | None = None
        """What would be sealed, as it was left."""

    @property
    def tooltip(self) -> str:
        """Say more to who points at it."""
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

    def hear(self, event: Event) -> None:
        """Take notice of something that is being told."""

    def forget(self) -> None:
        """Know nothing any more of what was told."""

    def lines(self) -> Iterator[Text]:
        """Give what is to be shown now; before the game begins that is nothing."""
        view = self.scene.view if self.scene is not None else None
        return iter(()) if view is None else self.draw(view)

    def draw(self, view: Any) -> Iterator[Text]:  # noqa: ARG002 (for each panel to say)
        """Give what is to be shown of a view."""
        yield from ()


class Shelf(NamedTuple):
    """Panels side by side; most stand alone."""

    panels: tuple[str, ...]
    height: int | None = None  # as high as they are
    gap: int = 0  # rows below it


Shelves: TypeAlias = tuple[Shelf, ...]


class Panels(Rows):
    """Draws panels one below the other, those that the room of the window allows."""

    def __init__(self, panels: Sequence[Panel], *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.panels = tuple(panels)
        self.shelves: Shelves = tuple(Shelf((panel.id,)) for panel in panels)
        self._owners: list[Panel | None] = []
        self._known: dict[tuple[str, int], list[Text]] = {}

    @property
    def there(self) -> tuple[str, ...]:
        """Name the panels that have something to say."""
        return tuple(panel.id for panel in self.panels if any(True for _ in panel.lines()))

    def each(self) -> Sequence[Panel]:
        """Give all panels to be told something, after which they may say something else."""
        self._known.clear()
        return self.panels

    # Drawing ---------------------------------------------------------------------------------

    def draw(self, shelves: Shelves | None, width: int) -> None:
        """Work out anew what is to be seen, perhaps other panels than before, in the width that will be."""
        self.shelves = self.shelves if shelves is None else shelves
        room = self.room if width == self.outer_size.width else width - self.gutter.width
        rows, self._owners = self._rows_of(self.shelves, room)
        self.put(rows)

    def break_anew(self) -> None:
        self.draw(None, self.outer_size.width)

    def height_at(self, width: int) -> int:
        return self.height_of(self.shelves, width - self.gutter.width)

    def height_of(self, shelves: Shelves, width: int) -> int:
        return len(self._rows_of(shelves, width)[0])

    def _rows_of(self, shelves: Shelves, width: int) -> tuple[list[Text], list[Panel | None]]:
        """Give all rows, and for each the panel that it is of."""
        named = {panel.id: panel for panel in self.panels}
        rows: list[Text] = []
        owners: list[Panel | None] = []
        for shelf in shelves:
            panels = [named[name] for name in shelf.panels]
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
        if (panel.id, width) not in self._known:
            panel.width = width
            self._known[panel.id, width] = list(broken(panel.lines(), self.app.console, width))
        return self._known[panel.id, width]

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


def heading(text: str) -> Text:
    return Text(text, f"bold {MUTED}")


class Gathering(Panel):
    """A line for each seat as long as the table waits for players."""

    def lines(self) -> Iterator[Text]:
        scene = self.scene
        if scene is None or scene.view is not None or scene.info.state is not TableState.OPEN:
            return
        yield heading(t("gathering-head"))
        for row in scene.info.seats:
            yield self._seat(scene, row)
        yield Text()
        if scene.info.options:
            chosen = ", ".join(f"{name} {value}" for name, value in scene.info.options)
            yield Text(t("info-options", options=chosen), MUTED)
        yield Text(t("info-terms", terms=terms_of(scene.info.terms)), MUTED)

    def _seat(self, scene: Scene, row: SeatInfo) -> Text:
        mark = self.glyphs.turn if row.player and not row.is_ready else " "
        facts = ", ".join(facts_of(scene, row))
        return Text.assemble(
            (f"{mark} {self.glyphs.bar}", clan_colour(row.seat)),
            (f"{clans(scene, [row.seat])} ", f"bold {clan_colour(row.seat)}"),
            (facts, "" if row.player else FAINT),
        )
