"""Deals as cards: what each side gives and promises, and the answers that are open."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Button

from client.harmless import harmless
from client.table.deal_words import promise_label, terms_words
from client.table.scene import Scene
from client.texts import t
from client.tui.palette import MUTED, clan_colour
from client.tui.widgets.words import Words
from core.deals import Deal, Standing, Status, pledges_of
from core.kinds import Seat

MOST_MADE = 2
"""How many deals stay on show that nobody can answer any more."""


def deals_to_show(scene: Scene) -> list[Standing]:
    """Give the open deals, and the last of those that were made."""
    standings = list(scene.deals.values())
    still_open = [standing for standing in standings if standing.status is Status.OPEN]
    made = [standing for standing in standings if standing.status is Status.ACCEPTED]
    return [*still_open, *made[-MOST_MADE:]]


class Deals(VerticalScroll, can_focus=False):
    """Cards one below the other."""

    DEFAULT_CSS = """
    Deals {
        layer: below; height: auto; max-height: 60%; margin-bottom: 1;
        background: $panel; scrollbar-size-vertical: 1;
    }
    """


class DealEntry(Vertical):
    """One deal with its buttons."""

    DEFAULT_CSS = """
    DealEntry { height: auto; margin: 0 1; padding: 0 1; border-left: outer $secondary; color: $secondary; }
    DealEntry.-open { border-left: outer $accent; color: $foreground; }
    DealEntry Horizontal { height: 1; }
    DealEntry Button { margin-right: 1; min-width: 8; }
    """

    @dataclass
    class DealAnswered(Message):
        """The player answers: accept, counter, decline or withdraw."""

        deal: Deal
        answer: str

    def __init__(self, scene: Scene, standing: Standing) -> None:
        super().__init__()
        self._scene = scene
        self._standing = standing
        self.set_class(standing.status is Status.OPEN, "-open")

    def compose(self) -> ComposeResult:
        yield Words(self._text())
        answers = self._answers()
        if answers:
            with Horizontal():
                for answer in answers:
                    yield Button(t(f"deal-{answer}"), name=answer, compact=True)

    def _answers(self) -> tuple[str, ...]:
        if self._standing.status is not Status.OPEN or self._scene.seat is None:
            return ()
        is_mine = self._standing.deal.seat == self._scene.seat
        return ("withdraw",) if is_mine else ("accept", "counter", "decline")

    def _text(self) -> Text:
        deal, standing = self._standing.deal, self._standing
        text = Text()
        text.append(
            t("deal-offer", one=self._clan(deal.seat), other=self._clan(deal.to)), self._colour(deal.seat)
        )
        text.append(f" · {t(f'deal-status-{standing.status.value}')}", MUTED)
        for words in terms_words(self._scene.game, deal):
            text.append(f"\n{harmless(words)}")
        for pledge, verdict in zip(pledges_of(deal), standing.verdicts, strict=True):
            if verdict is not None:
                kind = "deal-kept" if verdict else "deal-broken"
                promise = harmless(promise_label(self._scene.game, pledge.promise))
                text.append(f"\n{t(kind, promise=promise)}", MUTED)
        return text

    def _clan(self, seat: Seat) -> str:
        return t(f"clan-{self._scene.game.seat_names[seat]}")

    def _colour(self, seat: Seat) -> str:
        return clan_colour(seat)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.post_message(self.DealAnswered(self._standing.deal, event.button.name or ""))
