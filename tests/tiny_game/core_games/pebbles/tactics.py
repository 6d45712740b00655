"""What the bot that looks ahead has to know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.decisions import ChooseOne
from core.kinds import Choice, Dice, Seat


def evaluate(state: Any, seat: Seat) -> float:
    return float(2 * state.points[seat] - sum(state.points))


def candidates(_state: Any, _seat: Seat, decision: ChooseOne, _dice: Dice) -> Sequence[Choice]:
    return decision.options


def reply(_state: Any, _seat: Seat, decision: ChooseOne, dice: Dice) -> Choice:
    return decision.sample(dice)


def is_quiet(_state: Any) -> bool:
    return True


def plays_out(_state: Any) -> bool:
    return False


def worlds(_state: Any) -> int:
    return 1
