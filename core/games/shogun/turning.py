"""Turning over the cards of a plan that nobody but its player knows (SG-10.2).

At a table a plan is closed before anybody else can read it: in the state its cards are FACE_DOWN, and
each gets its number when it is turned over.
"""

from __future__ import annotations

from core.decisions import EMPTY
from core.games.shogun.board import CHEST_CARDS, FACE_DOWN, NO_CARD, NOBODY, NUMBER_OF_CARD
from core.games.shogun.events import CardLeft
from core.games.shogun.state import State, lay_card, set_plan
from core.games.shogun.view import View
from core.kinds import Seat, TurnOver


def lies(known: State | View, step: TurnOver) -> bool:
    return bool(known.plans) and known.plans[step.seat][step.place] == FACE_DOWN


def allows(state: State, step: TurnOver, card: str) -> bool:
    """Say whether a card may have been laid there: it lies nowhere else, and was not another player's."""
    number = NUMBER_OF_CARD.get(card, NO_CARD)
    if number == NO_CARD or number in state.plans[step.seat]:
        return False
    return number in CHEST_CARDS or number in state.won or state.owner[number] in (step.seat, NOBODY)


def has_left(known: State | View, seat: Seat, card: str) -> bool:
    """Say whether a card is no longer its player's, also if its province was won back (SG-10.8, SG-10.11)."""
    number = NUMBER_OF_CARD.get(card, NO_CARD)
    if number == NO_CARD or number in CHEST_CARDS:
        return False
    return known.owner[number] != seat or number in known.won


def turn_over(state: State, step: TurnOver, card: str) -> None:
    """Show a card on its place, or that its province and it have gone (SG-10.10)."""
    seat, place = step.seat, step.place
    if card == EMPTY:
        lay_card(state, seat, place, NO_CARD)
    elif not allows(state, step, card):
        give_up_plan(state, seat)
    elif has_left(state, seat, card):
        lay_card(state, seat, place, NO_CARD)
        state.events.append(CardLeft(seat, place, NUMBER_OF_CARD[card]))
    else:
        lay_card(state, seat, place, NUMBER_OF_CARD[card])


def give_up_plan(state: State, seat: Seat) -> None:
    """Take away all that lies face down: whoever laid a card twice gains nothing from the first one."""
    set_plan(state, seat, tuple([NO_CARD if card == FACE_DOWN else card for card in state.plans[seat]]))
