"""The base of everything a journal holds."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from core.kinds import Viewer

Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**32 - 1)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]

Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
"""A moment, in milliseconds since 1970."""


class JournalEntry(Struct, frozen=True, tag=True, array_like=True, forbid_unknown_fields=True):
    """Base of all entries; a journal numbers them from 0."""

    def seen_by(self, viewer: Viewer) -> JournalEntry | None:  # noqa: ARG002
        """Give the form of this entry that a viewer is entitled to, if any."""
        return self
