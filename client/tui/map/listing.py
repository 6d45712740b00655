"""The map where there is no room to draw one: a row for each area."""

from __future__ import annotations

from itertools import chain
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from client.tui.map.facts import AreaFacts, Atlas, MapScene
from client.tui.map.plan import SEA
from client.tui.map.styles import MapStyle
from client.tui.map.words import Pens, Role, one_line

STYLES: Final = {
    Role.NAME: Style(bold=True),
    Role.CLAN: Style(bold=True),
    Role.WAR: Style(bold=True, reverse=True),
}


class AreaListing:
    """Areas as rows; the arrows up and down walk through them."""

    def __init__(self, width: int, atlas: Atlas, style: MapStyle) -> None:
        self._pens = Pens(atlas, style)
        self.width, self.height = width, len(atlas.names)

    def line(self, row: int, scene: MapScene, ground: Style) -> Strip:
        look = scene.look(row)
        sign = ">" if look.is_cursor else "*" if look.is_target else " "
        words = one_line(row, scene.facts.areas[row], self.width - len(sign), self._pens)
        own = Style(reverse=look.is_cursor)
        segments = (Segment(word.text, STYLES.get(word.role)) for word in words)
        strip = Strip(chain([Segment(sign, Style(bold=True))], segments))
        return strip.adjust_cell_length(self.width, own).apply_style(own).apply_style(ground)

    def rows_of(self, area: int) -> list[int]:
        return [area]

    def rows_between(self, area: int, old: AreaFacts, new: AreaFacts) -> list[int]:
        return [area] if old != new else []

    def area_at(self, column: int, row: int) -> int:
        return row if 0 <= column < self.width and 0 <= row < self.height else SEA

    def toward(self, area: int, direction: str) -> int:
        step = {"up": -1, "left": -1}.get(direction, 1)
        return max(0, min(area + step, self.height - 1))
