"""Pebbles on the screen: a row for each player, that can be picked, and a panel with the points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rich.segment import Segment
from rich.text import Text
from textual.geometry import Offset
from textual.strip import Strip

from client.tui.board import Board
from client.tui.map.areas import AreaMap
from client.tui.widgets.panel import Panel

from . import holdings, seat_name


class Circle(AreaMap):
    """The players around the table."""

    def render_line(self, y: int) -> Strip:
        seats = self.facts.seats if self.facts is not None else ()
        return Strip([Segment(seat_name(y) if y in seats else "")])

    def watch_facts(self) -> None:
        self.draw_anew()

    def toward(self, area: int, direction: str) -> int:
        there = area + {"up": -1, "down": 1}.get(direction, 0)
        return there if there in self.facts.seats else area

    def area_at(self, offset: Offset) -> int | None:
        return offset.y if offset.y in self.facts.seats else None


class Points(Panel):
    """What everybody has."""

    def draw(self, view: Any) -> Iterator[Text]:
        return map(Text, holdings(view))


def facts_of(view: Any) -> Any:
    return view


BOARD: Final = Board(
    make_map=lambda: Circle(id="map"),
    facts_of=facts_of,
    make_panels=lambda: (Points(id="players"),),
    forms={},
)
