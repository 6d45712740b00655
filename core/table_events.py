"""What can happen at any table, whatever is played there."""

from __future__ import annotations

from typing import TypeAlias

from core.kinds import Event, Seat


class ChoiceTakenBack(Event, frozen=True):
    """All agreed: the table stands again as it was before the seat's last choice."""

    seat: Seat


class StandInTook(Event, frozen=True):
    """The majority wants a bot to play for an absent seat, from now on."""

    seat: Seat


class DefaultStood(Event, frozen=True):
    """A seat sealed nothing that counts, so the rules' default stands for it.

    Why: "missing", "void", "invalid" or "withheld" as a round knows it, or "illegal".
    """

    seat: Seat
    why: str


TableEvent: TypeAlias = ChoiceTakenBack | StandInTook | DefaultStood
