"""The host is caught doing something no honest one does: reason to stop playing."""

from __future__ import annotations

from client.texts import t
from protocol.errors import Code, ProtocolError


class FraudError(ProtocolError):
    """The story of a table does not hold; the sentence says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(Code.BAD_SIGNATURE, sentence)

    def __str__(self) -> str:
        return f"Stop playing: {self.detail}."


def fraud(message: str, **facts: str) -> FraudError:
    return FraudError(t(f"fraud-{message}", **facts))
