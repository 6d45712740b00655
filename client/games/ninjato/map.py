"""The board of Ninjato as a widget: houses, dojo, sensei, palace and pavilion, and the viewer's hand."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual.geometry import Offset, Region
from textual.reactive import var
from textual.strip import Strip

from client.games.ninjato.areas import Pen
from client.games.ninjato.inks import Inks
from client.games.ninjato.layout import Layout, layout_for
from client.games.ninjato.names import DOJO, PALACE, SENSEI
from client.tui.map import AreaMap
from core.games.ninjato.board import HOUSES
from core.games.ninjato.view import View

HAND = -1
"""Stands for the viewer's cards among the areas; it cannot be picked."""


class NinjatoMap(AreaMap):
    """Areas side by side, each with a left edge that tells whether it may be picked."""

    DEFAULT_CSS = """
    NinjatoMap { width: 1fr; height: 1fr; min-height: 4; }
    """

    facts: var[View | None] = var(None)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._painted: dict[tuple[int, Region], list[Strip]] = {}

    @property
    def layout_now(self) -> Layout:
        return layout_for(self.size)

    @property
    def _origin(self) -> Offset:
        """Where the board begins: in the middle, or so that the row of the cursor is in sight."""
        board, room = self.layout_now.size, self.size
        spare = room.height - board.height
        top = spare // 2 if spare >= 0 else -max(0, min((self.cursor or 0) - room.height // 2, -spare))
        return Offset((room.width - board.width) // 2, top)

    # Drawing ---------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        view, layout, origin = self.facts, self.layout_now, self._origin
        row, pieces, at = y - origin.y, [], -origin.x
        there = [(r, area) for area, r in self._regions(layout) if r.y <= row < r.bottom] if view else []
        for region, area in sorted(there):
            pieces += [Strip.blank(region.x - at), self._strips(area, region, layout)[row - region.y]]
            at = region.right
        line = Strip.join([*pieces, Strip.blank(max(0, self.size.width - origin.x - at))])
        return line.apply_style(self.rich_style)

    def _regions(self, layout: Layout) -> Iterable[tuple[int, Region]]:
        return (*layout.regions.items(), (HAND, layout.hand))

    def _strips(self, area: int, region: Region, layout: Layout) -> list[Strip]:
        """Give the rows of an area; they are painted once for each change and each place."""
        if (area, region) not in self._painted:
            lines = self._hand(region, layout) if area == HAND else self._area(area, region, layout)
            console = self.app.console
            self._painted[area, region] = [Strip(line.render(console), region.width) for line in lines]
        return self._painted[area, region]

    def draw_anew(self) -> None:
        self._painted.clear()
        self.refresh()

    def repaint(self, areas: Iterable[int | None]) -> None:
        """Paint these areas again, and show the board in another place if it moves with the cursor."""
        changed, layout, origin = [area for area in areas if area is not None], self.layout_now, self._origin
        for area in changed:
            self._painted.pop((area, layout.regions[area]), None)
        if origin.y < 0 or layout.is_list:
            self.refresh()
        elif changed:
            self.refresh(*(layout.regions[area].translate(origin) for area in changed))

    def watch_facts(self) -> None:
        self.draw_anew()

    def _pen(self, region: Region, layout: Layout) -> Pen:
        assert self.facts is not None
        return Pen(self.facts, Inks(self.style), region.width - 2, layout.is_roomy)

    def _hand(self, region: Region, layout: Layout) -> list[Text]:
        return [fitted(self._pen(region, layout).hand(), region.width)]

    def _area(self, area: int, region: Region, layout: Layout) -> list[Text]:
        pen = self._pen(region, layout)
        lines = [pen.row(area)] if layout.is_list else written(pen, area, region.height)
        lines += [Text()] * (region.height - len(lines))
        return [self._framed(line, area, region.width) for line in lines[: region.height]]

    def _framed(self, line: Text, area: int, width: int) -> Text:
        """Put the edge before a line, and the ground of the area under it."""
        is_cursor = area == self.cursor
        inks = Inks(self.style)
        edge, ink = inks.edge(is_target=area in self.targets, is_cursor=is_cursor)
        ground = inks.ground(is_lit=is_cursor or area == self.hovered)
        return Text(style=ground, end="").append(edge, ink).append_text(fitted(line, width - 1))

    # Areas -----------------------------------------------------------------------------------

    def toward(self, area: int, direction: str) -> int:
        return self.layout_now.toward(area, direction)

    def area_at(self, offset: Offset) -> int | None:
        return self.layout_now.area_at(offset - self._origin)


def written(pen: Pen, area: int, height: int) -> list[Text]:
    if area in HOUSES:
        return list(pen.house(area, height))
    write = {DOJO: pen.dojo, SENSEI: pen.sensei, PALACE: pen.palace}.get(area, pen.pavilion)
    return list(write())


def fitted(line: Text, width: int) -> Text:
    """Make a line as wide as its place; it is the last of its paragraph."""
    line.truncate(width, pad=True)
    line.end = ""
    return line
