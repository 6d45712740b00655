"""What changes hands in a deal: gifts, in an order the rules allow."""

from __future__ import annotations

from typing import Any

from core import flow
from core.chance import Rng
from core.deals import Deal, Goods
from core.decisions import Give
from core.game import Game
from core.kinds import Event, Fact, RulesError, Seat, listed, named, phrase


def gifts_of(deal: Deal) -> list[tuple[Seat, Give]]:
    """List who gives what, the proposer first; a promise needs no gift."""
    sides = ((deal.seat, deal.to, deal.gives), (deal.to, deal.seat, deal.wants))
    return [(seat, Give(to, goods.coins, goods.ronin)) for seat, to, goods in sides if goods != Goods()]


def carry_out(game: Game, state: Any, deal: Deal, rng: Rng) -> list[Event]:
    """Give what a deal gives; a refusal changes nothing."""
    return give_all(game, state, gifts_in_order(game, state, deal, rng), rng)


def gifts_in_order(game: Game, state: Any, deal: Deal, rng: Rng) -> list[tuple[Seat, Give]]:
    """Find an order of giving that the rules allow; if there is none, raise the reason.

    A seat that owes a decision gives last: the game may go on when it has nothing left to decide about.
    """
    gifts = sorted(gifts_of(deal), key=lambda gift: gift[0] in state.pending)
    try:
        give_all(game, state.clone(), gifts, rng)
    except RulesError as refusal:
        gifts.reverse()
        try:
            give_all(game, state.clone(), gifts, rng)
        except RulesError:
            raise refusal from None
    return gifts


def give_all(game: Game, state: Any, gifts: list[tuple[Seat, Give]], rng: Rng) -> list[Event]:
    events: list[Event] = []
    for seat, gift in gifts:
        try:
            events += flow.answer(game.rules, state, seat, gift, rng)
        except RulesError as refusal:
            giver, why = named("clan", game.seat_names[seat]), refusal.phrase
            raise RulesError("cannot-give", refusal.rule, seat=giver, goods=goods_in(gift), why=why) from None
    return events


def goods_in(gift: Give) -> Fact:
    goods = ((gift.coins, "coin"), (gift.ronin, "ronin"))
    return listed([phrase(f"amount-{thing}", number=number) for number, thing in goods if number])
