"""What a shuriken brings at the dojo (NJ-6), the palace and the pavilion (NJ-15, NJ-16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from core.decisions import ChooseOne, Decision
from core.games.ninjato.board import DRAWS, HAND_LIMIT, ROW_SIZE
from core.games.ninjato.cards import BAG, DOJO_DECK, ENVOYS, RUMORS
from core.games.ninjato.choices import DISCARD, TAKE, Discard, Dojo, Palace, Pavilion, TakeCard
from core.games.ninjato.costs import honor_of, payments, treasures_in
from core.games.ninjato.events import CardDiscarded, CardTaken, EnvoyWon, RumorBought
from core.games.ninjato.state import State, add_honor, discard, left_in
from core.games.ninjato.steps import DealCard, LayCard, TakeCards, TrimHand
from core.kinds import Choice, Seat
from core.piles import less, plus, put, without
from core.remembering import cached, remembering

# The dojo ------------------------------------------------------------------------------------


LAY_CARD: Final = LayCard()


def visit_dojo(state: State, seat: Seat, _choice: Dojo) -> None:
    state.agenda.append(TakeCards(seat, DRAWS[min(len(state.hands[seat]), len(DRAWS) - 1)]))


def ask_cards(state: State, step: TakeCards) -> Mapping[Seat, Decision] | None:
    """Cards are taken one by one; each is seen before the next is chosen (NJ-21.12)."""
    values = (*state.row, TOP) if left_in(state, DOJO_DECK) else state.row
    return one_of(step.seat, values) if values else None


TOP: Final = 0
"""In place of a card from the row: the top card of the deck."""


@cached(1024)
def one_of(seat: Seat, values: tuple[int, ...]) -> Mapping[Seat, Decision]:
    return {seat: ChooseOne("take", "NJ-6.2", tuple([TAKE[value] for value in dict.fromkeys(values)]))}


def take_card(state: State, step: TakeCards, seat: Seat, choice: TakeCard) -> None:
    """After the last card discard down to the limit, then refill the row (NJ-6.3, NJ-21.13)."""
    if choice.value:
        state.row = less(state.row, choice.value)
        state.hands[seat] = plus(state.hands[seat], choice.value)
        state.events.append(CardTaken(seat, choice.value))
    if step.left > 1:
        state.agenda.append(TakeCards(seat, step.left - 1))
    else:
        state.agenda += [*[LAY_CARD] * (ROW_SIZE - len(state.row)), TrimHand(seat)]
    if not choice.value:
        state.agenda.append(DealCard(seat))


def ask_discard(state: State, step: TrimHand) -> dict[Seat, Decision] | None:
    hand = state.hands[step.seat]
    if len(hand) <= HAND_LIMIT:
        return None
    options = tuple([DISCARD[value] for value in dict.fromkeys(hand)])
    return {step.seat: ChooseOne("discard", "NJ-6.4", options)}


def take_discard(state: State, step: TrimHand, seat: Seat, choice: Discard) -> None:
    state.agenda.append(step)
    spend_card(state, seat, choice.value)
    state.events.append(CardDiscarded(seat, choice.value))


def spend_card(state: State, seat: Seat, value: int) -> None:
    state.hands[seat] = less(state.hands[seat], value)
    state.discards[DOJO_DECK] = plus(state.discards[DOJO_DECK], value)


# The palace and the pavilion -----------------------------------------------------------------


def court_options(state: State, seat: Seat) -> list[Choice]:
    """List every way to pay for every envoy and rumor there is.

    Of two rumors of a kind that cost the same treasures, the second is named as a card.
    """
    options: list[Choice] = []
    if not state.treasures[seat]:
        return options
    purse, kind_before = purse_of[state.treasures[seat]], -1
    envoys, rumors = purse.envoys, purse.rumors
    for envoy in state.palace:
        options += envoys[envoy]
    for rumor in state.pavilion:
        ways, kind = rumors[rumor], KINDS[rumor]
        if ways:
            options += ways if kind != kind_before else named_apart(ways, options, rumor)
            kind_before = kind
    return options


KINDS: Final = tuple(rumor.kind for rumor in RUMORS)
"""By rumor; all of a kind lie together."""


def named_apart(ways: tuple[Pavilion, ...], others: list[Choice], rumor: int) -> list[Pavilion]:
    return [way if way not in others else replace(way, card=rumor) for way in ways]


class Purchases(Struct, frozen=True):
    """What treasures can buy: by envoy and by rumor, every way to pay."""

    envoys: tuple[tuple[Palace, ...], ...]
    rumors: tuple[tuple[Pavilion, ...], ...]


@remembering(2048)
def purse_of(treasures: tuple[int, ...]) -> Purchases:
    ways = {cost: payments(cost, treasures) for cost in COSTS}
    envoys = [[Palace(number, paid) for paid in ways[envoy.cost]] for number, envoy in enumerate(ENVOYS)]
    rumors = [[Pavilion(rumor.kind, paid) for paid in ways[rumor.cost]] for rumor in RUMORS]
    return Purchases(tuple(map(tuple, envoys)), tuple(map(tuple, rumors)))


COSTS: Final = {envoy.cost for envoy in ENVOYS} | {rumor.cost for rumor in RUMORS}


def visit_palace(state: State, seat: Seat, choice: Palace) -> None:
    state.palace = less(state.palace, choice.envoy)
    state.envoys = put(state.envoys, seat, plus(state.envoys[seat], choice.envoy))
    honor = pay(state, seat, choice.paid)
    state.events.append(EnvoyWon(seat, choice.envoy, choice.paid, honor))


def visit_pavilion(state: State, seat: Seat, choice: Pavilion) -> None:
    rumor = choice.card if choice.card >= 0 else first_for(state, seat, choice)
    take_rumor(state, seat, rumor)
    honor = pay(state, seat, choice.paid)
    state.events.append(RumorBought(seat, rumor, choice.paid, honor))


def first_for(state: State, seat: Seat, choice: Pavilion) -> int:
    """Find the first rumor of a kind that costs these treasures."""
    ways = purse_of[state.treasures[seat]].rumors
    return next(rumor for rumor in state.pavilion if choice in ways[rumor])


def take_rumor(state: State, seat: Seat, rumor: int) -> None:
    state.pavilion = less(state.pavilion, rumor)
    state.rumors = put(state.rumors, seat, plus(state.rumors[seat], rumor))


def pay(state: State, seat: Seat, paid: tuple[int, ...]) -> int:
    """Spend treasures and score them at once (NJ-15.2); return the honor."""
    spent = treasures_in(paid)
    state.treasures[seat] = without(state.treasures[seat], spent)
    discard(state, BAG, spent)
    honor = honor_of(paid)
    add_honor(state, seat, honor)
    return honor
