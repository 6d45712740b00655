"""What the journal of a table holds: a record for everything that happened there, in order."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from core.records import Seat


class Entry(Struct, frozen=True, tag=True, array_like=True, forbid_unknown_fields=True):
    """Base of all entries; a journal numbers them from 0."""


class Opened(Entry, frozen=True):
    """Entry 0: what is played at this table; the seed stays with the server until the end."""

    game: str
    version: int
    seats: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    seed: str


class SatDown(Entry, frozen=True):
    """Somebody took a seat, and from now on their key opens it."""

    seat: Seat
    name: str
    key: bytes


class Began(Entry, frozen=True):
    """All are seated; the game is set up."""


class Chose(Entry, frozen=True):
    """A seat answered the prompt of this number, with a line of notation."""

    seat: Seat
    prompt: int
    line: str


class ActedFreely(Entry, frozen=True):
    """A seat did what it may do between decisions; the client's number makes a repetition harmless."""

    seat: Seat
    number: int
    line: str


class TookBack(Entry, frozen=True):
    """A seat took back its last choice, before anything followed from it."""

    seat: Seat


AnyEntry: TypeAlias = Opened | SatDown | Began | Chose | ActedFreely | TookBack
