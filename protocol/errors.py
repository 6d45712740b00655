"""What a peer can do wrong: a closed list of codes, and the error that carries one."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum, unique
from typing import Annotated, TypeAlias

from msgspec import Meta, MsgspecError, Struct

from core.kinds import Id, Phrase, RulesError

UNREADABLE = (MsgspecError, UnicodeDecodeError, RecursionError)
"""All that msgspec raises on bytes it cannot read."""


@unique
class Code(IntEnum):
    """Every error that can be on the wire; a number once given is never given to another."""

    MALFORMED_FRAME = 1
    FRAME_TOO_LARGE = 2
    INVALID_MESSAGE = 3
    INVALID_PARAMS = 4
    NOT_CANONICAL = 5
    MESSAGE_ID = 6
    TOO_MANY_IN_FLIGHT = 7
    UNKNOWN_METHOD = 8

    VERSION = 20
    NOT_AUTHENTICATED = 21
    BAD_SIGNATURE = 22
    OUT_OF_PLACE = 23
    RATE_EXCEEDED = 24
    TIMED_OUT = 25

    REFUSED = 40  # against the rules of the game; this and the next do not close the connection
    BUSY = 41

    @property
    def wire_name(self) -> str:
        return self.name.lower()


class Refusal(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Why something is not done, to be said to a player: `[phrase, rule, signature]`; the rule may be empty.

    The host signs that it does not do a deed, so that it cannot do it later.
    """

    phrase: Phrase
    rule: Id = ""
    signature: Annotated[bytes, Meta(max_length=64)] = b""


Pause: TypeAlias = Annotated[int, Meta(ge=0, le=60_000)]
"""Milliseconds."""
Detail: TypeAlias = str | Refusal | Pause | None


class ErrorRecord(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """The error of a response: `[code, name, detail]`; the name tells people what the code tells programs."""

    code: Code
    name: str
    detail: Detail = None

    def __post_init__(self) -> None:
        if self.name != self.code.wire_name:
            raise ValueError(f"{self.name} is not the name of error {self.code:d}")
        if isinstance(self.detail, int) and self.code is not Code.BUSY:
            raise ValueError(f"{self.name} names no time to come back")


def seat_by_number(number: int) -> str:
    return f"seat {number}"


class NotTakenError(RulesError):
    """Only a strange program does this: an English sentence for its author, and what it speaks of.

    The sentence names its facts in braces. Numbers among them are seats, so whoever knows the table can say
    who sits there. `culprit` is the seat at fault if its own signature proves that, else nobody: anybody may
    have made it up.
    """

    def __init__(self, sentence: str, /, *, culprit: int | None = None, **facts: int | str) -> None:
        self.sentence = sentence
        self.culprit = culprit
        self.facts = facts
        super().__init__("not-taken", detail=self.said())

    def __str__(self) -> str:
        return self.said()

    def said(self, name_of: Callable[[int], str] = seat_by_number) -> str:
        """Say the sentence, with these names for seats."""
        words = {key: fact if isinstance(fact, str) else name_of(fact) for key, fact in self.facts.items()}
        text = self.sentence.format(**words)
        return text[:1].upper() + text[1:]


class BusyError(Exception):
    """This cannot be done at present; whoever asks again in so many seconds may have better luck."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"ask again in {seconds} s")


class ProtocolError(Exception):
    """The peer broke the protocol; it is told so and the connection is closed."""

    def __init__(self, code: Code, detail: str) -> None:
        self.code = code
        self.detail = detail
        super().__init__(f"{code.wire_name}: {detail}")

    def record(self) -> ErrorRecord:
        return error_record(self.code, self.detail)

    def bare_record(self) -> ErrorRecord:
        """Give the form for strangers: who has not proven who they are learns the code alone."""
        return error_record(self.code)


def error_record(code: Code, detail: Detail = None) -> ErrorRecord:
    return ErrorRecord(code, code.wire_name, detail)


def unreadable(code: Code, error: Exception) -> ProtocolError:
    """Tell what was wrong with bytes that could not be read."""
    if isinstance(error, MsgspecError):
        return ProtocolError(code, str(error))
    if isinstance(error, RecursionError):
        return ProtocolError(code, "too deeply nested")
    return ProtocolError(code, "a text is not UTF-8")
