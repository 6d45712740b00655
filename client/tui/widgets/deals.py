"""Deals as cards: what each side gives and promises, and the answers that are open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button, Static

from client.harmless import harmless
from client.texts import t
from client.tui.palette import MUTED, seat_colour
from client.tui.scene import Scene
from core.deals import Deal, Goods, Promise, Standing, Status, pledges_of
from core.records import Seat

MOST_SETTLED = 2
"""How many deals stay on show that nobody can answer any more."""


def deals_to_show(scene: Scene) -> list[Standing]:
    """Give the open deals, and the last of the others."""
    standings = list(scene.deals.values())
    still_open = [standing for standing in standings if standing.status is Status.OPEN]
    settled = [standing for standing in standings if standing.status is not Status.OPEN]
    return [*still_open, *settled[-MOST_SETTLED:]]


class DealCard(Vertical):
    """One deal with its buttons."""

    @dataclass
    class Answered(Message):
        """The player answers: accept, counter, decline or withdraw."""

        deal: Deal
        answer: str

    def __init__(self, scene: Scene, standing: Standing) -> None:
        super().__init__()
        self._scene = scene
        self._standing = standing
        self.set_class(standing.status is Status.OPEN, "-open")

    def compose(self) -> ComposeResult:
        yield Static(self._text())
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
        for who, goods in ((deal.seat, deal.gives), (deal.to, deal.wants)):
            if goods != Goods():
                text.append(f"\n{t('deal-gives', who=self._clan(who), goods=goods_words(goods))}")
        for who, promises in ((deal.seat, deal.promises), (deal.to, deal.asks)):
            if promises:
                words = ", ".join(map(promise_words, promises))
                text.append(f"\n{t('deal-promises', who=self._clan(who), promises=words)}")
        for pledge, verdict in zip(pledges_of(deal), standing.verdicts, strict=True):
            if verdict is not None:
                kind = "deal-kept" if verdict else "deal-broken"
                text.append(f"\n{t(kind, promise=promise_words(pledge.promise))}", MUTED)
        return text

    def _clan(self, seat: Seat) -> str:
        return t(f"clan-{self._scene.game.seat_names[seat]}")

    def _colour(self, seat: Seat) -> str:
        return seat_colour(self._scene.game.seat_names, seat)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.post_message(self.Answered(self._standing.deal, event.button.name or ""))


def goods_words(goods: Goods) -> str:
    parts = [t("goods-coins", number=goods.coins)] if goods.coins else []
    if goods.ronin:
        parts.append(t("goods-ronin", number=goods.ronin))
    return ", ".join(parts)


OBJECTS: Final = {"stay_out": "province", "play_mandate": "mandate", "no_bid": "advantage"}
"""By kind of promise: where in the glossary the things it is about are."""


def promise_words(promise: Promise) -> str:
    kind = OBJECTS.get(promise.kind)
    about = t(f"{kind}-{promise.about}") if kind else harmless(promise.about)
    return t(f"promise-{promise.kind}", about=about)
