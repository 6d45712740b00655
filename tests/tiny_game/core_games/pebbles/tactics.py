"""What the bot that looks ahead needs to know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from core.bots.judging import ALWAYS, Criteria, Judge
from core.decisions import ChooseOne
from core.kinds import Choice, Dice, Seat


def points(state: Any, seat: Seat, _outlook: None) -> float:
    return float(state.points[seat])


TERMS: Final = Criteria(
    look_out=lambda _: None,
    of={"points": points},
    final=lambda state, seat: points(state, seat, None),
    phase=lambda _: ALWAYS,
)
JUDGES: Final = dict.fromkeys(("steady", "strong"), Judge(TERMS, {ALWAYS: {"points": 1.0}}, rivalry=1.0))


def candidates(_state: Any, _seat: Seat, decision: ChooseOne, _dice: Dice) -> Sequence[Choice]:
    return decision.options


worth_a_search = candidates


def reply(_state: Any, _seat: Seat, decision: ChooseOne, dice: Dice) -> Choice:
    return decision.sample(dice)


def is_quiet(_state: Any) -> bool:
    return True


def plays_out(_state: Any) -> bool:
    return False


def ends_chapter(_before: Any, _state: Any) -> bool:
    return True


def worlds(_state: Any) -> int:
    return 1
