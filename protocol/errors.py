"""What a peer can do wrong: a closed list of codes, and the error that carries one."""

from __future__ import annotations

from enum import IntEnum, unique
from typing import TypeAlias

from msgspec import MsgspecError, Struct

from core.phrases import Id, Phrase

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

    REFUSED = 40  # against the rules of the game: the only one that does not close the connection

    @property
    def wire_name(self) -> str:
        return self.name.lower()


class Refusal(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Why something is not done, to be said to a player: `[phrase, rule]`; the rule may be empty."""

    phrase: Phrase
    rule: Id = ""


Detail: TypeAlias = str | Refusal | None


class ErrorRecord(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """The error of a response: `[code, name, detail]`; the name tells people what the code tells programs."""

    code: Code
    name: str
    detail: Detail = None

    def __post_init__(self) -> None:
        if self.name != self.code.wire_name:
            raise ValueError(f"{self.name} is not the name of error {self.code:d}")


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
