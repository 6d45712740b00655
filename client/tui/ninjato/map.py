"""The board of Ninjato as a widget: houses, dojo, sensei, palace and pavilion, and the viewer's hand."""

from __future__ import annotations

from rich.text import Text
from textual.geometry import Offset, Region, Size
from textual.reactive import var
from textual.strip import Strip

from client.tui.map import AreaMap
from client.tui.ninjato.areas import Pen
from client.tui.ninjato.inks import Inks
from client.tui.ninjato.layout import Layout, layout_for
from client.tui.ninjato.names import DOJO, PALACE, SENSEI
from core.games.ninjato.board import HOUSES
from core.games.ninjato.view import View


class NinjatoMap(AreaMap):
    """Areas side by side, each with a left edge that tells whether it may be picked."""

    DEFAULT_CSS = """
    NinjatoMap { width: 1fr; height: 1fr; min-height: 4; }
    """

    facts: var[View | None] = var(None)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._strips: list[Strip] | None = None

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
        if self._strips is None:
            self._strips = self._paint()
        row = y - self._origin.y
        if not 0 <= row < len(self._strips):
            return Strip.blank(self.size.width, self.rich_style)
        return self._strips[row]

    def draw_anew(self) -> None:
        self._strips = None
        self.refresh()

    def repaint(self, areas: object) -> None:  # noqa: ARG002 (a board of so few rows is drawn as one)
        self.draw_anew()

    def watch_facts(self) -> None:
        self.draw_anew()

    def _paint(self) -> list[Strip]:
        view, layout = self.facts, self.layout_now
        if view is None:
            return []
        pieces = {region: self._area(view, area, layout) for area, region in layout.regions.items()}
        pieces[layout.hand] = [self._fitted(self._pen(view, layout.hand, layout).hand(), layout.hand.width)]
        return [self._row(pieces, row, layout.size) for row in range(layout.size.height)]

    def _row(self, pieces: dict[Region, list[Text]], row: int, size: Size) -> Strip:
        """Join what the areas have in a row, left to right."""
        there = sorted((region for region in pieces if region.y <= row < region.bottom), key=lambda r: r.x)
        line, at = Text(), 0
        for region in there:
            line.append(" " * (region.x - at)).append_text(pieces[region][row - region.y])
            at = region.right
        strip = Strip(line.render(self.app.console)).adjust_cell_length(size.width)
        left = self._origin.x
        whole = Strip.join([Strip.blank(left), strip, Strip.blank(self.size.width - left - size.width)])
        return whole.apply_style(self.rich_style)

    def _pen(self, view: View, region: Region, layout: Layout) -> Pen:
        return Pen(view, Inks(self.style), region.width - 2, layout.is_roomy)

    def _area(self, view: View, area: int, layout: Layout) -> list[Text]:
        region = layout.regions[area]
        pen = self._pen(view, region, layout)
        lines = [pen.row(area)] if layout.is_list else self._lines(pen, area, region.height)
        lines += [Text()] * (region.height - len(lines))
        return [self._framed(line, area, region.width) for line in lines[: region.height]]

    def _lines(self, pen: Pen, area: int, height: int) -> list[Text]:
        if area in HOUSES:
            return list(pen.house(area, height))
        write = {DOJO: pen.dojo, SENSEI: pen.sensei, PALACE: pen.palace}.get(area, pen.pavilion)
        return list(write())

    def _framed(self, line: Text, area: int, width: int) -> Text:
        """Put the edge before a line, and the ground of the area under it."""
        is_cursor = area == self.cursor
        inks = Inks(self.style)
        edge, ink = inks.edge(is_target=area in self.targets, is_cursor=is_cursor)
        ground = inks.ground(is_lit=is_cursor or area == self.hovered)
        return Text(style=ground).append(edge, ink).append_text(self._fitted(line, width - 1))

    def _fitted(self, line: Text, width: int) -> Text:
        line.truncate(width, pad=True)
        return line

    # Areas -----------------------------------------------------------------------------------

    def toward(self, area: int, direction: str) -> int:
        return self.layout_now.toward(area, direction)

    def area_at(self, offset: Offset) -> int | None:
        return self.layout_now.area_at(offset - self._origin)
