"""Why a choice is refused: a sentence for the player and the rule it rests on.

Nothing here decides what is legal; the decisions do that. This only looks for the best reason once
a choice has been refused, from facts the refused player may know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.games.shogun.board import (
    NOBODY,
    OVER,
    PROVINCES,
    SEAT_NAMES,
    SPECIAL_NAMES,
    TEMPLE,
)
from core.games.shogun.choices import Choose, Move, Place, Refresh, Revolt, Take
from core.games.shogun.notation import line_of
from core.games.shogun.state import State, board_of, effect, has_building
from core.games.shogun.steps import March, Regroup
from core.records import EMPTY, Arrange, Arrangement, Choice, ChooseOne, RulesError, Seat


def explain(state: State, seat: Seat, choice: Choice) -> RulesError:
    if seat not in state.seats:
        return RulesError(f"{_seat(seat)} is not in this game.", "SG-1.1")
    if state.phase == OVER:
        return RulesError("The game is over.", "SG-19.8")
    decision = state.pending.get(seat)
    if decision is None:
        return RulesError(f"{_seat(seat)} has nothing to decide now.")
    if isinstance(decision, Arrange):
        return why_no_plan(decision, seat, choice)
    kinds = {type(option) for option in decision.options} if isinstance(decision, ChooseOne) else set()
    if isinstance(choice, Refresh):
        return RulesError("The open cards are not the two of your previous pick.", "SG-3.6")
    if type(choice) not in kinds:
        return RulesError(f"{_seat(seat)} is asked for something else: {decision.prompt}.", decision.rule)
    if type(choice) in REASONS:
        return REASONS[type(choice)](state, seat, choice)
    return RulesError(f"{_seat(seat)} cannot '{line_of(choice)}' now.", decision.rule)


def _seat(seat: Seat) -> str:
    return SEAT_NAMES[seat].capitalize()


def _name(word: str) -> str:
    return word.replace("_", " ").title()


def why_no_plan(decision: Arrange, seat: Seat, choice: Choice) -> RulesError:
    if not isinstance(choice, Arrangement) or len(choice.cards) != len(decision.places):
        return RulesError(f"{_seat(seat)} is asked for a plan of {len(decision.places)} places.", "SG-7.1")
    laid = [card for card in choice.cards if card != EMPTY]
    for card in laid:
        if card not in decision.cards:
            return RulesError(f"{_seat(seat)} does not have the card {_name(card)}.", "SG-1.9")
        if laid.count(card) > 1:
            return RulesError(f"{_name(card)} lies on two places.", "SG-7.6")
    if set(decision.barred) & set(zip(decision.places, choice.cards, strict=True)):
        return RulesError("Nobody bids more chests than they have.", "SG-21.7")
    rule = "SG-7.3" if len(decision.cards) >= len(decision.places) else "SG-7.4"
    return RulesError(f"{min(len(decision.cards), len(decision.places))} cards are to be laid.", rule)


def _why_not_taken(state: State, _seat: Seat, choice: Take) -> RulesError:
    return RulesError(f"{_name(PROVINCES[choice.province])} does not lie open.", "SG-3.3")


def _why_no_group(_state: State, seat: Seat, choice: Place) -> RulesError:
    return RulesError(f"{_seat(seat)} has no group of {choice.armies} armies left.", "SG-3.4")


def _why_no_special(_state: State, _seat: Seat, choice: Choose) -> RulesError:
    return RulesError(f"{_name(SPECIAL_NAMES[choice.special])} is not on the track any more.", "SG-9.5")


def _why_no_move(state: State, seat: Seat, choice: Move) -> RulesError:
    step, target = state.agenda[-1], choice.target
    assert isinstance(step, March | Regroup)
    origin, name = _name(PROVINCES[step.province]), _name(PROVINCES[target])
    if target not in board_of(state).provinces:
        return RulesError(f"{name} is not in this game.", "SG-1.5")
    if target not in board_of(state).neighbours[step.province]:
        return RulesError(f"{origin} and {name} are not adjacent.", "SG-14.2")
    if isinstance(step, Regroup) and state.owner[target] != seat:
        return RulesError(f"{name} is not {_seat(seat)}'s own.", "SG-13.4")
    protected = effect(state).temple_protects and has_building(state, target, TEMPLE)
    if protected and state.owner[target] not in (seat, NOBODY):
        return RulesError(f"The temple of {name} cannot be attacked this round.", "SG-8.7")
    if choice.armies < 1:
        return RulesError("At least one army moves.", "SG-14.2")
    most = state.armies[step.province] - 1
    return RulesError(f"One army stays in {origin}, so at most {most} can move.", "SG-13.5")


def _why_no_revolt(_state: State, _seat: Seat, choice: Revolt) -> RulesError:
    return RulesError(f"{_name(PROVINCES[choice.province])} is not among those that revolt.", "SG-18.7")


REASONS: Final[dict[type[Choice], Callable[[State, Seat, Any], RulesError]]] = {
    Take: _why_not_taken,
    Place: _why_no_group,
    Choose: _why_no_special,
    Move: _why_no_move,
    Revolt: _why_no_revolt,
}
