"""What the form of a question gives back."""

from __future__ import annotations

from typing import NamedTuple

from core.records import Choice


class Draft(NamedTuple):
    """An answer as it stands, perhaps not whole yet, and whether the player is through with it."""

    choice: Choice
    is_final: bool
