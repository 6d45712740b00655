"""What a peer can do wrong: a closed list of codes, and the error that carries one."""

from __future__ import annotations

from enum import IntEnum, unique
from typing import ClassVar

from msgspec import MsgspecError

UNREADABLE = (MsgspecError, UnicodeDecodeError, RecursionError)
"""Everything msgspec raises for bytes it cannot read."""


@unique
class Code(IntEnum):
    """Every error that can be on the wire; a number is never reused."""

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


class BusyError(Exception):
    """This cannot be done at present; asking again in so many seconds may help."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"ask again in {seconds} s")


class ProtocolError(Exception):
    """The peer broke the protocol; it is told so and the connection is closed."""

    is_for_strangers: ClassVar[bool] = False
    """Whether a peer that has not proven who it is may read the detail."""

    def __init__(self, code: Code, detail: str) -> None:
        self.code = code
        self.detail = detail
        super().__init__(f"{code.wire_name}: {detail}")


def unreadable(code: Code, error: Exception) -> ProtocolError:
    """Say what was wrong with bytes that could not be read."""
    if isinstance(error, MsgspecError):
        return ProtocolError(code, str(error))
    if isinstance(error, RecursionError):
        return ProtocolError(code, "too deeply nested")
    return ProtocolError(code, "a text is not UTF-8")
