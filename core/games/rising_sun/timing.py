"""Abilities of several players at the same time: the higher honor chooses to be first or last (RS-3.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from core.decisions import ChooseOne, Decision
from core.games.rising_sun import effects, start_of_war
from core.games.rising_sun.choices import FIRST, LAST, Order
from core.games.rising_sun.events import OrderChosen
from core.games.rising_sun.state import State
from core.games.rising_sun.steps import Part, PrepareForWar, SettleOrder, UseAfterRecruit
from core.kinds import Seat


class Meeting(NamedTuple):
    """When abilities meet: what is asked then, by which rule, and whether the next in line is asked."""

    prompt: str
    rule: str
    is_contested: Callable[[State, SettleOrder], bool]


MOMENTS: Final[dict[type[Part], Meeting]] = {
    PrepareForWar: Meeting("war-order", "RS-22.24", start_of_war.is_contested),
    UseAfterRecruit: Meeting("recruit-order", "RS-3.2", effects.is_contested),
}


def act_together(state: State, parts: Iterable[Part]) -> None:
    """Let players act one after the other; their order has yet to be settled, by honor."""
    by_honor = sorted(parts, key=lambda part: state.honor.index(part.seat))
    if by_honor:
        state.agenda.append(SettleOrder((), tuple(by_honor), ()))


def settle_order(state: State, step: SettleOrder) -> dict[Seat, Decision]:
    """Ask the next in line; a player who is alone or cannot change anything comes first unasked (RS-21.8)."""
    head, *others = step.open
    if not others:
        state.agenda += reversed((*step.first, head, *step.last))
        return {}
    moment = MOMENTS[type(head)]
    if moment.is_contested(state, step):
        return {head.seat: ChooseOne(moment.prompt, moment.rule, (FIRST, LAST))}
    state.agenda.append(placed(step, FIRST))
    return {}


def take_order(state: State, step: SettleOrder, seat: Seat, choice: Order) -> None:
    state.events.append(OrderChosen(seat, choice.last))
    state.agenda.append(placed(step, choice))


def placed(step: SettleOrder, choice: Order) -> SettleOrder:
    """Put the next in line at one end of the remaining places."""
    head, *others = step.open
    if choice == LAST:
        return SettleOrder(step.first, tuple(others), (head, *step.last))
    return SettleOrder((*step.first, head), tuple(others), step.last)
