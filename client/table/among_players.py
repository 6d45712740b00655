"""Gifts, deals and talk: what is asked about them, and what is done then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from client.harmless import harmless
from client.seat.news import Heard
from client.table.deal_words import offer_lines
from client.table.deeds import ActFreely, AnswerDeal, Propose
from client.table.errands import Ask, Call, ChooseGift, ComposeOffer, Errands, PickOne, send
from client.table.scene import Scene
from client.table.talking import speak
from client.table.wording import seat_title
from client.texts import t
from client.texts.refusals import deal_number
from core.deals import Deal, Goods
from core.decisions import Gift, Give
from core.kinds import Seat
from protocol.entries import Answer

TALK: Final = "talk"
ANSWERS: Final = {"accept": Answer.ACCEPT, "decline": Answer.DECLINE, "withdraw": Answer.WITHDRAW}


def give(scene: Scene | None) -> Errands:
    """Make a gift, if that is allowed."""
    gift = gift_in(scene)
    if scene is None or gift is None:
        yield Call(t("news-no-gift"), "warning", 5)
        return
    present: Give | None = yield Ask(ChooseGift(gift, names(scene, gift.to)))
    if present is not None:
        yield from send(ActFreely(present))


def gift_in(scene: Scene | None) -> Gift | None:
    """Return what can be given away now, and to whom."""
    standing = scene.standing if scene is not None else ()
    return next((decision for decision in standing if isinstance(decision, Gift)), None)


def offer(scene: Scene | None, to: Seat | None = None, instead_of: Deal | None = None) -> Errands:
    """Offer a deal, perhaps to the player being spoken to, or in answer to an offer."""
    if scene is None or scene.seat is None:
        return
    others = names(scene, (row.seat for row in scene.info.seats if row.seat != scene.seat))
    gift = gift_in(scene)
    purse = Goods(gift.coins, gift.ronin) if gift is not None else Goods()
    deal: Deal | None = yield Ask(ComposeOffer(scene, others, purse, to, instead_of))
    if deal is not None and (yield from send(Propose(deal))):
        yield Call(t("news-sent"), seconds=5)


def consider_offer(scene: Scene, story: Sequence[Heard], deal: Deal) -> Errands:
    """Show a deal that waits for our answer, and answer it, or talk about it."""
    terms = "\n".join(map(harmless, offer_lines(scene.game, deal, scene.seat)))
    answers = {answer: t(f"deal-{answer}") for answer in ("accept", "counter", "decline", TALK)}
    question = t("deal-answer", who=seat_title(scene.game, deal.seat), number=deal_number(deal.number))
    answer: str | None = yield Ask(PickOne(terms, answers, question))
    if answer == TALK:
        yield from speak(scene, story, (deal.seat,))
    elif answer is not None:
        yield from answer_deal(scene, deal, answer)


def answer_deal(scene: Scene | None, deal: Deal, answer: str) -> Errands:
    """Accept, counter or decline an offer, or withdraw one of our own."""
    if answer == "counter":
        yield from offer(scene, instead_of=deal)
    else:
        other = deal.to if answer == "withdraw" else deal.seat
        yield from send(AnswerDeal(other, deal.number, ANSWERS[answer]))


def names(scene: Scene, seats: Iterable[Seat]) -> dict[Seat, str]:
    return {seat: seat_title(scene.game, seat) for seat in seats}
