"""Train (RS-11): buying season cards, in Train or by Ryujin's gift."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from core.decisions import DECLINE, DONE, ChooseOne, Decision, Decline, Done
from core.games.rising_sun.board import (
    AMOUNTS,
    BONSAI,
    DRAGONFLY,
    LAND,
    WORSHIPPERS,
)
from core.games.rising_sun.cards import BENEVOLENCE, CARDS, PIECE_OF_CARD
from core.games.rising_sun.choices import BUY, Buy, Use
from core.games.rising_sun.events import CardBought, CardUsed, GiftGiven
from core.games.rising_sun.gains import gain_honor, gain_vp
from core.games.rising_sun.recruit import summon
from core.games.rising_sun.state import State, add_card, add_to_reserve, others, owned
from core.games.rising_sun.steps import Arrive, BuyCard, EndSummon, OfferCoin
from core.kinds import Choice, Seat
from core.piles import kinds, less

PRICES: Final = tuple(card.cost for card in CARDS)
BONSAI_PRICES: Final = tuple(min(card.cost, AMOUNTS.bonsai_price) for card in CARDS)


def ask_purchase(state: State, step: BuyCard) -> dict[Seat, Decision]:
    """List what can be paid for; at full price, too, if a Benevolence can hand coins on (RS-21.17)."""
    seat, purse = step.seat, state.coins[step.seat] + step.discount
    prices = BONSAI_PRICES if seat == BONSAI else PRICES
    may_pay_more = step.discount > 0 and BENEVOLENCE in state.cards[seat]
    options: list[Choice] = []
    for card in dict.fromkeys(state.display):
        if prices[card] <= purse:
            ways = monster_purchases(state, seat, card) if card in PIECE_OF_CARD else [BUY[card]]
            options += ways
            if may_pay_more and 0 < prices[card] <= state.coins[seat]:
                options += [replace(way, full=True) for way in ways]
    if not options:
        return {}
    options.append(DONE)
    return {seat: ChooseOne("train", "RS-11.1", tuple(options))}


def price_of(seat: Seat, card: int, discount: int) -> int:
    """Bonsai's limit first, the discount after it (RS-19.1)."""
    prices = BONSAI_PRICES if seat == BONSAI else PRICES
    return max(0, prices[card] - discount)


def monster_purchases(state: State, seat: Seat, card: int) -> list[Buy]:
    """List where a monster can be summoned with its card (RS-11.4)."""
    provinces = strongholds_of(state, seat)
    options = [Buy(card, province) for province in provinces]
    if PIECE_OF_CARD[card] in WORSHIPPERS:
        options += [Buy(card, province, kami) for province in provinces for kami in state.shrines]
    return options


def strongholds_of(state: State, seat: Seat) -> Sequence[int]:
    """List the provinces where a clan may summon a bought monster; the Dragonfly anywhere (RS-19.4)."""
    if seat == DRAGONFLY:
        return LAND
    return kinds(state.strongholds[seat])


def take_purchase(state: State, step: BuyCard, seat: Seat, choice: Buy | Done) -> None:
    if isinstance(choice, Done):
        return
    discount = 0 if choice.full else step.discount
    price, piece = price_of(seat, choice.card, discount), PIECE_OF_CARD.get(choice.card)
    state.coins[seat] -= price
    state.events.append(CardBought(seat, choice.card, price))
    state.display = less(state.display, choice.card)
    if piece is not None:
        add_to_reserve(state, seat, piece)
        state.agenda += [EndSummon(seat), Arrive(seat, piece, choice.province, choice.kami)]
    offer_coins(state, seat, price)
    add_card(state, seat, choice.card)


def arrive(state: State, step: Arrive) -> None:
    summon(state, step.seat, step.piece, step.province, step.kami)


def offer_coins(state: State, seat: Seat, paid: int) -> None:
    """Each Benevolence may hand on one of the coins just paid (RS-22.11, RS-22.12, RS-22.46)."""
    offers = min(paid, owned(state, seat, BENEVOLENCE))
    if offers:
        state.agenda.append(OfferCoin(seat, offers))


def ask_offer(state: State, step: OfferCoin) -> dict[Seat, Decision]:
    options = tuple(Use(BENEVOLENCE, seat=other) for other in others(state, step.seat))
    return {step.seat: ChooseOne("benevolence", "RS-23.benevolence", (*options, DECLINE))}


def take_offer(state: State, step: OfferCoin, seat: Seat, choice: Use | Decline) -> None:
    if isinstance(choice, Decline):
        return
    if step.left > 1:
        state.agenda.append(OfferCoin(seat, step.left - 1))
    state.coins[choice.seat] += 1
    state.events.append(CardUsed(seat, BENEVOLENCE))
    state.events.append(GiftGiven(seat, choice.seat, 1, 0))
    gain_honor(state, seat)
    gain_vp(state, seat, CARDS[BENEVOLENCE].vp, CARDS[BENEVOLENCE].id)
