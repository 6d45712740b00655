"""Whatever stands on the screen explains itself: by its name, its place, or a click on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, Final, TypeAlias

from textual.events import Click
from textual.geometry import Offset
from textual.widget import Widget

from client.table.cards import Card, named_at, named_in
from client.table.face import Face
from client.texts import t
from client.tui.dialogs.lookup import CardsScreen
from client.tui.map.areas import AreaMap
from client.tui.paint.floor import Floor
from client.tui.widgets.header import Header
from client.tui.widgets.panel import Panels, legend_card
from client.tui.widgets.prompt import About, PromptLine

TO_READ: Final = (Header, PromptLine, About, Panels)
"""Parts in which a click does nothing but ask for a word."""

Shown: TypeAlias = Callable[[], tuple[Face, Any]]
"""Returns the game and the view that are on the screen now."""


Agreed: TypeAlias = Callable[[], Iterable[Card]]
"""Returns the cards of what was agreed about the table."""


class Explaining:
    """The cards of a table, and what opens them."""

    def __init__(
        self, floor: Floor, shown: Shown, show_rule: Callable[[str], None], agreed: Agreed = tuple
    ) -> None:
        self._floor = floor
        self._shown = shown
        self._show_rule = show_rule
        self._agreed = agreed

    def cards(self) -> list[Card]:
        """Return everything that can be looked up: whatever has a name, signs, and what was agreed."""
        face, view = self._shown()
        beside = chain.from_iterable(panel.legend() for panel in self._floor.each_panel())
        signs = {"cards-signs-map": self._map.legend(), "cards-signs-beside": beside}
        legends = (legend_card(t(title), legend) for title, legend in signs.items())
        return [*(card for card in legends if card.lines), *face.cards(view), *self._agreed()]

    def show(self, asked: Sequence[Card] = ()) -> None:
        """Open the cards at those that are asked about."""
        self._floor.app.push_screen(CardsScreen(self.cards(), asked, self._show_rule))

    def show_named(self, words: str) -> None:
        """Open the cards at those that words name."""
        self.show(named_in(self.cards(), words))

    def show_place(self, area: int) -> None:
        self.show_named(self._shown()[0].place_name(area))

    def show_clicked(self, event: Click) -> None:
        """Open the card of what was clicked at, on the map or in any row of words."""
        widget = event.widget
        offset = event.get_content_offset(widget) if widget is not None else None
        if widget is None or offset is None:
            return
        if isinstance(widget, AreaMap):
            area = widget.area_at(offset)
            self.show_place(area) if area is not None else None
            return
        row, cards = widget.render_line(offset.y).text, self.cards()
        card = named_at(cards, row, offset.x) or broken_name_at(cards, widget, offset)
        if card is None and isinstance(widget, Panels):
            card = next((card for card in cards if card.title == t("cards-signs-beside")), None)
        if card is not None and row[offset.x : offset.x + 1].strip():
            self.show([card])

    @property
    def _map(self) -> AreaMap:
        return self._floor.query_one(AreaMap)


def broken_name_at(cards: Sequence[Card], widget: Widget, offset: Offset) -> Card | None:
    """Return what is named at a place in a row, with a name that begins or ends in the row beside it."""
    above, here, below = (widget.render_line(offset.y + step).text.rstrip() for step in (-1, 0, 1))
    indent = len(here) - len(here.lstrip())
    words = f"{above} {here.lstrip()} {below.lstrip()}"
    return named_at(cards, words, len(above) + 1 + offset.x - indent)
