"""The season: mandates laid, shrines and who worships there, and cards on offer."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from client.games.rising_sun import names
from client.games.rising_sun.players import ROOMY, offer_words
from client.texts import t
from client.tui.palette import FAINT, MUTED, clan_colour
from client.tui.widgets.panel import Panel, heading
from core.games.rising_sun.board import KAMI_TURNS, MANDATES, SHRINES, TURNS
from core.games.rising_sun.view import View


class Season(Panel):
    """The mandate track with its Kami turns, and the four shrines."""

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None:
            return
        view: View = self.scene.view
        yield self._track(view)
        yield from self._shrines(view)

    def _track(self, view: View) -> Text:
        text = heading(f"{t('season-mandates')} ")
        for slot in range(TURNS):
            if slot < len(view.mandates):
                seat, announced, _ = view.mandates[slot]
                text.append(t(f"mandate-{MANDATES[announced]}.letter"), f"bold {clan_colour(seat)}")
            else:
                text.append(self.glyphs.slot, FAINT)
            if slot + 1 in KAMI_TURNS:
                text.append(self.glyphs.kami, "#f2c14e" if slot < len(view.mandates) else FAINT)
        return text

    def _shrines(self, view: View) -> Iterator[Text]:
        """Two shrines to a line, in the order in which they are resolved."""
        cells = [self._shrine(view, slot) for slot in range(len(view.shrines))]
        half = self.width // 2
        for left, right in zip(cells[::2], cells[1::2], strict=True):
            yield Text.assemble(left, " " * max(1, half - len(left)), right)

    def _shrine(self, view: View, slot: int) -> Text:
        name = names.kami if self.width >= ROOMY else names.short_kami
        text = Text(f"{name(view.shrines[slot])} ", MUTED)
        there = [(seat, len(view.figures[seat][SHRINES[slot]])) for seat in view.honor]
        for seat, number in there:
            if number:
                text.append(f"{names.letter(seat)}{number} ", f"bold {clan_colour(seat)}")
        if not any(number for _, number in there):
            text.append(t("shrine-empty"), FAINT)
        return text


class CardsOnOffer(Panel):
    """The cards of the season that can still be bought."""

    def lines(self) -> Iterator[Text]:
        view: View | None = self.scene.view if self.scene is not None else None
        if view is not None and view.display:
            yield Text(", ".join(offer_words(view)), FAINT)
