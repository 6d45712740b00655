"""Why a choice is refused: what the player is told, and the rule behind it.

Nothing here decides what is legal; the decisions do that. This only finds the best reason after a choice was
refused, from facts the refused player may know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.decisions import EMPTY, Arrange, Arrangement, ChooseOne
from core.games.shogun.board import (
    CHEST_CARDS,
    NO_CARD,
    NOBODY,
    NUMBER_OF_CARD,
    OVER,
    PROVINCES,
    SEAT_NAMES,
    SPECIAL_NAMES,
    TEMPLE,
)
from core.games.shogun.choices import Choose, Garrison, MoveArmies, Refresh, Revolt, TakeProvince
from core.games.shogun.notation import line_of
from core.games.shogun.state import State, board_of, effect, has_building
from core.games.shogun.steps import March, Regroup
from core.kinds import Choice, Fact, Phrase, RulesError, Seat, named, phrase


def explain(state: State, seat: Seat, choice: Choice) -> RulesError:
    if seat not in state.seats:
        return RulesError("not-in-game", "SG-1.1", seat=_seat(seat))
    if state.phase == OVER:
        return RulesError("game-over", "SG-19.8")
    decision = state.pending.get(seat)
    if decision is None:
        return RulesError("nothing-to-decide", seat=_seat(seat))
    if isinstance(decision, Arrange):
        return why_no_plan(decision, seat, choice)
    kinds = {type(option) for option in decision.options} if isinstance(decision, ChooseOne) else set()
    if isinstance(choice, Refresh):
        return RulesError("sg-no-refresh", "SG-3.6")
    if type(choice) not in kinds:
        asked = named("ask", decision.prompt)
        return RulesError("something-else", decision.rule, seat=_seat(seat), question=asked)
    if type(choice) in REASONS:
        return REASONS[type(choice)](state, seat, choice)
    return RulesError("not-now", decision.rule, seat=_seat(seat), line=line_of(choice))


def _seat(seat: Seat) -> Phrase:
    return named("clan", SEAT_NAMES[seat])


def _province(number: int) -> Phrase:
    return named("province", PROVINCES[number])


def _card(name: str) -> Fact:
    """Name a card; one that nobody has seen keeps its written name."""
    number = NUMBER_OF_CARD.get(name, NO_CARD)
    if number == NO_CARD:
        return name
    if number in CHEST_CARDS:
        return phrase("sg-chest-card", number=CHEST_CARDS.index(number))
    return _province(number)


def why_no_plan(decision: Arrange, seat: Seat, choice: Choice) -> RulesError:
    if not isinstance(choice, Arrangement) or len(choice.cards) != len(decision.places):
        return RulesError("sg-asked-for-plan", "SG-7.1", seat=_seat(seat), places=len(decision.places))
    laid = [card for card in choice.cards if card != EMPTY]
    for card in laid:
        if card not in decision.cards:
            return RulesError("sg-no-such-card", "SG-1.9", seat=_seat(seat), card=_card(card))
        if laid.count(card) > 1:
            return RulesError("sg-card-laid-twice", "SG-7.6", card=_card(card))
    if set(decision.barred) & set(zip(decision.places, choice.cards, strict=True)):
        return RulesError("sg-bid-too-high", "SG-21.7")
    rule = "SG-7.3" if len(decision.cards) >= len(decision.places) else "SG-7.4"
    return RulesError("sg-cards-to-lay", rule, number=min(len(decision.cards), len(decision.places)))


def _why_not_taken(state: State, _seat: Seat, choice: TakeProvince) -> RulesError:
    return RulesError("sg-not-open", "SG-3.3", province=_province(choice.province))


def _why_no_group(_state: State, seat: Seat, choice: Garrison) -> RulesError:
    return RulesError("sg-no-group", "SG-3.4", seat=_seat(seat), armies=choice.armies)


def _why_no_special(_state: State, _seat: Seat, choice: Choose) -> RulesError:
    return RulesError("sg-special-gone", "SG-9.5", special=named("special", SPECIAL_NAMES[choice.special]))


def _why_no_move(state: State, seat: Seat, choice: MoveArmies) -> RulesError:
    step, target = state.agenda[-1], choice.target
    assert isinstance(step, March | Regroup)
    origin, province = _province(step.province), _province(target)
    if target not in board_of(state).provinces:
        return RulesError("sg-province-not-in-game", "SG-1.5", province=province)
    if target not in board_of(state).neighbours[step.province]:
        return RulesError("not-adjacent", "SG-14.2", province=origin, other=province)
    if isinstance(step, Regroup) and state.owner[target] != seat:
        return RulesError("sg-not-own", "SG-13.4", province=province, seat=_seat(seat))
    protected = effect(state).temple_protects and has_building(state, target, TEMPLE)
    if protected and state.owner[target] not in (seat, NOBODY):
        return RulesError("sg-temple-safe", "SG-8.7", province=province)
    if choice.armies < 1:
        return RulesError("sg-one-army-moves", "SG-14.2")
    return RulesError("sg-one-army-stays", "SG-13.5", province=origin, most=state.armies[step.province] - 1)


def _why_no_revolt(_state: State, _seat: Seat, choice: Revolt) -> RulesError:
    return RulesError("sg-no-revolt", "SG-18.7", province=_province(choice.province))


REASONS: Final[dict[type[Choice], Callable[[State, Seat, Any], RulesError]]] = {
    TakeProvince: _why_not_taken,
    Garrison: _why_no_group,
    Choose: _why_no_special,
    MoveArmies: _why_no_move,
    Revolt: _why_no_revolt,
}
