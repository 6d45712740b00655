"""What nobody else sees: drawn mandates, tiles face down, the draft of a bid, a sealed answer."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from client.games.rising_sun import names
from client.texts import t
from client.tui.palette import clan_colour
from client.tui.widgets.panel import Panel
from core.decisions import Allocate, Allocation
from core.games.rising_sun.board import ADVANTAGES, LOTUS
from core.games.rising_sun.notation import line_of
from core.games.rising_sun.view import View
from core.kinds import Choice


class Secrets(Panel):
    """The viewer's own secrets, marked by the clan's colour."""

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None or self.scene.view.viewer is None:
            return
        view: View = self.scene.view
        for line in self._secrets(view):
            yield Text.assemble((f"{self.glyphs.bar}", clan_colour(view.viewer or 0)), (line, "italic"))

    def _secrets(self, view: View) -> Iterator[str]:
        is_sealed = self.scene is not None and self.scene.has_sealed
        if view.drawn:
            yield t("secret-drawn", mandates=", ".join(map(names.mandate, view.drawn)))
        laid = [tile for seat, _, tile in view.mandates if seat == view.viewer == LOTUS]
        if laid:
            yield t("secret-laid", mandates=", ".join(map(names.mandate, laid)))
        if view.answer is not None:
            yield t("secret-sealed", answer=answer_words(view.answer))
        elif self.draft is not None and (is_sealed or isinstance(view.decision, Allocate)):
            yield t("secret-sealed" if is_sealed else "secret-draft", answer=answer_words(self.draft))


def answer_words(answer: Choice) -> str:
    return bid_words(answer.amounts) if isinstance(answer, Allocation) else line_of(answer)


def bid_words(amounts: tuple[int, ...]) -> str:
    """Name only what was bid on."""
    parts = (
        t("bid-place", coins=amount, place=t(f"advantage-{name}.short"))
        for name, amount in zip(ADVANTAGES, amounts, strict=True)
        if amount
    )
    return ", ".join(parts) or t("bid-nothing")
