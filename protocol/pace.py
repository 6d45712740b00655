"""How fast a table plays: how much time a decision has, and what happens to absent players.

A pace is written as one word: `none`; `90s`, `5m` or `3d` for each decision; `20m+30s` for a bank of twenty
minutes that gains thirty seconds with every answer. Days need nothing special: a decision of three days is a
long decision.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from core.kinds import InputError

UNITS = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}
LONGEST = 60 * UNITS["d"]
SLOW = 6 * UNITS["h"]
"""From here on nobody is expected to stay connected while others think."""
GRACE = 120

Seconds: TypeAlias = Annotated[int, Meta(ge=0, le=LONGEST)]

_SPAN = re.compile(r"(0|[1-9][0-9]{0,7})([smhd])")


class Untimed(Struct, frozen=True, tag=True, array_like=True, forbid_unknown_fields=True):
    """Everybody takes the time they need."""


class PerDecision(Struct, frozen=True, tag=True, array_like=True, forbid_unknown_fields=True):
    """So many seconds for each decision; leftover time is lost."""

    seconds: Seconds

    def __post_init__(self) -> None:
        _check("The time for a decision", self.seconds, least=1)


class Bank(Struct, frozen=True, tag=True, array_like=True, forbid_unknown_fields=True):
    """So many seconds for the whole game, and some more with every decision answered."""

    seconds: Seconds
    increment: Seconds

    def __post_init__(self) -> None:
        _check("A bank", self.seconds, least=1)
        _check("An increment", self.increment, least=0)


Pace: TypeAlias = Untimed | PerDecision | Bank


class Absence(Enum):
    """What happens once a player is out of time or away for too long."""

    WAIT = "wait"
    BOT = "bot"
    VOTE = "vote"


class Terms(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What everybody agrees to by sitting down; `grace` is how many seconds a decision waits for the absent.

    If only `own_machines` are welcome, nobody may sit down whose client runs on somebody else's machine.
    """

    pace: Pace = Untimed()
    grace: Seconds = GRACE
    absence: Absence = Absence.VOTE
    own_machines: bool = False

    def __post_init__(self) -> None:
        _check("The grace", self.grace, least=0)


def usual_grace(pace: Pace) -> int:
    """At a slow table being away is no absence, so only a decision's own time counts."""
    if isinstance(pace, Untimed) or pace.seconds < SLOW:
        return GRACE
    return pace.seconds


def read_pace(text: str) -> Pace:
    if text == "none":
        return Untimed()
    first, plus, second = text.partition("+")
    try:
        return Bank(_seconds(first), _seconds(second)) if plus else PerDecision(_seconds(first))
    except ValueError as error:
        raise InputError(f"'{text}' is no pace such as none, 90s, 20m+30s or 3d. {error}") from None


def read_span(text: str) -> int:
    """Read a length of time, such as a grace, in seconds."""
    try:
        seconds = _seconds(text)
        _check("A time", seconds, least=0)
    except ValueError as error:
        raise InputError(f"'{text}' is no such time. {error}") from None
    return seconds


def write_span(seconds: int) -> str:
    """Write a length of time in the longest unit that gives a whole number."""
    unit = next(unit for unit, size in UNITS.items() if (seconds and seconds % size == 0) or unit == "s")
    return f"{seconds // UNITS[unit]}{unit}"


def _seconds(text: str) -> int:
    match = _SPAN.fullmatch(text)
    if match is None:
        raise ValueError("A time is a number and s, m, h or d, as in 90s.")
    return int(match[1]) * UNITS[match[2]]


def _check(what: str, seconds: int, least: int) -> None:
    if not least <= seconds <= LONGEST:
        raise ValueError(f"{what} is {least} to {LONGEST} seconds long.")
