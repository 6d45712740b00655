"""What winter would bring if it came now: hunger, and who scores what in which region."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, zip_longest

from rich.text import Text

from client.games.shogun import names
from client.games.shogun.map import PIECES
from client.texts import t
from client.tui.palette import FAINT, MUTED, clan_colour
from client.tui.widgets.panel import Panel, heading
from core.games.shogun.board import OVER, REGIONS
from core.games.shogun.foresight import Hunger, hunger_of, most_in
from core.games.shogun.state import provinces_of
from core.games.shogun.view import View
from core.kinds import Seat

REGION_WIDTH = 7


class Outlook(Panel):
    """The own hunger by the cards that may come, and the leaders of each region."""

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None or self.scene.view.phase == OVER:
            return
        view: View = self.scene.view
        yield from self._hunger(view, view.viewer) if view.viewer in view.seats else ()
        yield from self._regions(view)

    def _regions(self, view: View) -> Iterator[Text]:
        """Two regions to a line where there is room."""
        cells, half = [self._region(view, region) for region in range(len(REGIONS))], self.width // 2
        if max(map(len, cells)) >= half:
            yield from cells
            return
        for left, right in zip_longest(cells[::2], cells[1::2], fillvalue=Text()):
            left.pad_right(half - len(left))
            yield left.append_text(right)

    def _hunger(self, view: View, seat: Seat) -> Iterator[Text]:
        land = len(provinces_of(view, seat))
        yield heading(t("outlook-head", rice=view.rice[seat], provinces=land))
        for _, same in groupby(hunger_of(view, seat), key=lambda hunger: hunger[2:]):
            cards = list(same)
            words = hunger_words(cards[-1], "/".join(str(hunger.loss) for hunger in cards))
            yield Text(f" {words}", MUTED if not cards[-1].missing else "#f2a65a")

    def _region(self, view: View, region: int) -> Text:
        text = Text(f"{names.short_region(region):<{REGION_WIDTH}}", MUTED, no_wrap=True)
        for mark, most in zip(PIECES, most_in(view, region), strict=True):
            text.append(mark.sign, FAINT)
            for seat in most.leaders:
                text.append(names.letter(seat), f"bold {clan_colour(seat)}")
            text.append(f"{most.vp}" if most.leaders else self.glyphs.slot, FAINT)
        return text


def hunger_words(hunger: Hunger, loss: str) -> str:
    """Say what winters that take so much rice would mean."""
    if not hunger.missing:
        return t("outlook-well", loss=loss)
    return t(
        "outlook-hunger",
        loss=loss,
        missing=hunger.missing,
        revolts=hunger.revolts,
        peasants=hunger.peasants,
    )
