"""What nobody else sees: the own plan, as a draft, sealed, or lying face down."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from client.games.shogun import names
from client.games.shogun.players import plan_words
from client.texts import t
from client.tui.palette import clan_colour
from client.tui.widgets.panel import Panel
from core.decisions import EMPTY, Arrangement
from core.games.shogun.board import BID, LAND, NO_CARD, NUMBER_OF_CARD, PLACES
from core.games.shogun.notation import line_of
from core.games.shogun.view import View
from core.kinds import Choice


class Secrets(Panel):
    """The viewer's own plan, marked by the player's colour."""

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None or self.scene.view.viewer is None:
            return
        view: View = self.scene.view
        for line in self._secrets(view):
            yield Text.assemble((f"{self.glyphs.bar}", clan_colour(view.viewer or 0)), (line, "italic"))

    def _secrets(self, view: View) -> Iterator[str]:
        laid = view.answer if view.answer is not None else self.draft
        if view.plans and view.viewer in view.seats:
            cards = plan_words(still_to_come(view), view.actions)
            if cards:
                yield t("shogun-plan", cards=cards)
        elif isinstance(laid, Arrangement):
            is_sealed = view.answer is not None or (self.scene is not None and self.scene.has_sealed)
            number = len(laid.cards) - laid.cards.count(EMPTY)
            draft = t("shogun-draft", number=number, total=len(PLACES))
            cards = plan_words(tuple(NUMBER_OF_CARD.get(card, NO_CARD) for card in laid.cards))
            yield f"{t('shogun-sealed') if is_sealed else draft}: {cards}"


def still_to_come(view: View) -> tuple[int, ...]:
    """Give the own plan without what has been turned over and what does nothing."""
    own, done = view.plans[view.viewer or 0], view.actions[: max(0, view.action)]
    return tuple(
        card if place not in done and place != BID and card in LAND else NO_CARD
        for place, card in enumerate(own)
    )


def answer_words(answer: Choice) -> str:
    """Say in short what would be sealed."""
    if not isinstance(answer, Arrangement):
        return line_of(answer)
    bid = names.card(NUMBER_OF_CARD.get(answer.cards[BID], NO_CARD))
    return t("plan-words", number=len(answer.cards) - answer.cards.count(EMPTY), bid=bid)
