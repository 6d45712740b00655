"""The record of an interruption, apart from how it comes about: every dialog imports it."""

from __future__ import annotations

from typing import Final, NamedTuple


class Interruption(NamedTuple):
    """What somebody offers or says to a player who is busy, and what the key that leads there does."""

    words: str = ""
    deed: str = ""


NO_INTERRUPTION: Final = Interruption()
