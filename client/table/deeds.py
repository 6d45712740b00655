"""What a seat does at its table, as data; `client.seat.sitting` carries it out."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from core.deals import Deal
from core.kinds import Choice, Seat
from protocol.entries import Answer


class GiveAnswer(NamedTuple):
    """Answer the question."""

    choice: Choice


class Reseal(NamedTuple):
    """Seal another answer in place of the last one."""

    choice: Choice


class ActFreely(NamedTuple):
    """Do what may be done between decisions, such as making a gift."""

    choice: Choice


class Speak(NamedTuple):
    """Say something to some players, or to everybody."""

    text: str
    to: tuple[Seat, ...]


class Propose(NamedTuple):
    """Offer a deal; it gets its number when it is sent."""

    deal: Deal


class AnswerDeal(NamedTuple):
    """Accept, decline or withdraw a deal with another seat."""

    other: Seat
    number: int
    answer: Answer


class TakeBack(NamedTuple):
    """Take back a choice nobody has built on."""

    prompt: int


class AskBack(NamedTuple):
    """Ask the others for permission to take a choice back."""

    prompt: int


class GetReady(NamedTuple):
    """Say whether the game may begin."""

    is_ready: bool


class StandUp(NamedTuple):
    """Give the seat back before the game begins."""


class Consent(NamedTuple):
    """Answer somebody who wants to take something back."""

    asker: Seat
    agrees: bool


class Vote(NamedTuple):
    """Say whether a bot shall play for somebody."""

    absent: Seat
    agrees: bool


class Apply(NamedTuple):
    """Ask, as a spectator, for a seat that a bot plays."""

    seat: Seat


class Elect(NamedTuple):
    """Say whether somebody shall take over a seat."""

    absent: Seat
    key: bytes
    agrees: bool


Deed: TypeAlias = (
    GiveAnswer
    | Reseal
    | ActFreely
    | Speak
    | Propose
    | AnswerDeal
    | TakeBack
    | AskBack
    | GetReady
    | StandUp
    | Consent
    | Vote
    | Apply
    | Elect
)
