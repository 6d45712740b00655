"""The dojo (NJ-6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from core.decisions import ChooseOne, Decision
from core.games.ninjato.board import DRAWS, HAND_LIMIT, ROW_SIZE
from core.games.ninjato.cards import DOJO_DECK
from core.games.ninjato.choices import DISCARD, TAKE, Discard, Dojo, TakeCard
from core.games.ninjato.decks import left_in
from core.games.ninjato.events import CardDiscarded, CardTaken
from core.games.ninjato.state import State
from core.games.ninjato.steps import DealCard, LayCard, TakeCards, TrimHand
from core.kinds import Seat
from core.piles import less, plus

LAY_CARD: Final = LayCard()


def visit_dojo(state: State, seat: Seat, _choice: Dojo) -> None:
    state.agenda.append(TakeCards(seat, DRAWS[min(len(state.hands[seat]), len(DRAWS) - 1)]))


def ask_cards(state: State, step: TakeCards) -> Mapping[Seat, Decision] | None:
    """Cards are taken one by one; each is seen before the next is chosen (NJ-21.12)."""
    values = (*state.row, TOP) if left_in(state, DOJO_DECK) else state.row
    return one_of(step.seat, values) if values else None


TOP: Final = 0
"""In place of a card of the row: the top card of the deck."""


@lru_cache(maxsize=1024)
def one_of(seat: Seat, values: tuple[int, ...]) -> Mapping[Seat, Decision]:
    return {seat: ChooseOne("take", "NJ-6.2", tuple([TAKE[value] for value in dict.fromkeys(values)]))}


def take_card(state: State, step: TakeCards, seat: Seat, choice: TakeCard) -> None:
    """After the last card comes what is above the limit, then the row is refilled (NJ-6.3, NJ-21.13)."""
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
