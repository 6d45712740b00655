"""Seats that change hands in mid-game: who applied, who was elected, and whether most people wanted it."""

from __future__ import annotations

from typing import Any

from tests.independent import ed25519, msgpack
from tests.independent.hashing import framed
from tests.independent.looks import is_unfit
from tests.independent.records import Record
from tests.independent.rounds import Fault
from tests.independent.seating import is_worthless

MOST_WAITING = 8


class Succession:
    """The applications to a table, as the log tells them."""

    def __init__(self, game: bytes) -> None:
        self._game = game
        self._waiting: list[Record] = []
        self._ballots: dict[tuple[bytes, int], bool] = {}
        self._unwanted: set[bytes] = set()
        self.heirs: dict[int, Record] = {}

    def apply(self, entry: Record, sitters: dict[int, Any], bots: set[int]) -> None:
        self._check_vacant(entry.seat, bots)
        keys = {sitter.key for sitter in sitters.values()} | {one.key for one in self._waiting}
        others = [sitter.name for seat, sitter in sitters.items() if seat != entry.seat]
        if entry.key in keys | self._unwanted:
            raise Fault("Who applies has a seat, or has applied before.")
        if is_unfit(entry.name, [*others, *(one.name for one in self._waiting)]):
            raise Fault("Who applies is called like somebody else, or nobody can read the name.")
        if len(self._waiting) >= MOST_WAITING or entry.keys.generation or is_worthless(entry.key):
            raise Fault("Too many apply, or with keys that are not the first or prove nothing.")
        signed = framed("apply", self._game, msgpack.encode(entry.raw_with(signature=b"")))
        if not ed25519.verify(entry.key, signed, entry.signature):
            raise Fault("Nobody has signed this application.")
        self._waiting.append(entry)

    def voters_for(self, key: bytes) -> set[int]:
        return {seat for (wanted, seat), agrees in self._ballots.items() if wanted == key and agrees}

    def elect(self, entry: Record, people: set[int], bots: set[int]) -> None:
        self._check_vacant(entry.absent, bots)
        found = [one for one in self._waiting if (one.seat, one.key) == (entry.absent, entry.key)]
        place = entry.key, entry.seat
        if entry.seat not in people or not found or self._ballots.get(place) == entry.agrees:
            raise Fault("This vote is no person's, about nobody, or was given before.")
        self._ballots[place] = entry.agrees
        if 2 * sum(self._ballots.get((entry.key, seat)) == entry.agrees for seat in people) > len(people):
            self._settle(found[0], wanted=entry.agrees)

    def _settle(self, application: Record, *, wanted: bool) -> None:
        if wanted:
            self.heirs[application.seat] = application
            self.forget(application.seat)
        else:
            self._waiting.remove(application)
            self._unwanted.add(application.key)

    def forget(self, seat: int) -> None:
        """Drop all applications for a seat."""
        gone = {one.key for one in self._waiting if one.seat == seat}
        self._waiting = [one for one in self._waiting if one.seat != seat]
        self._ballots = {place: vote for place, vote in self._ballots.items() if place[0] not in gone}

    def _check_vacant(self, seat: int, bots: set[int]) -> None:
        if seat not in bots or seat in self.heirs:
            raise Fault(f"No bot plays at seat {seat}, or somebody has it already.")
