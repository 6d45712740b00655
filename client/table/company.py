"""Those at a table, and what is worth a remark: who is new, who may be posing, how secret bids are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from client.local.home import PLAYERS
from client.seat.mirror import Mirror
from client.seat.news import Heard, Person
from client.table.meeting import door_words, greeting, remember_all
from client.table.secrecy import secrecy_lines
from protocol.entries import Began, SatDown
from protocol.messages import TableState


class Remark(NamedTuple):
    """A sentence; loud: so that nobody overlooks it, quiet: for the log alone."""

    words: str
    is_loud: bool = False
    is_quiet: bool = False


class Company:
    """Compares who sits at a table with whom we know, and says everything once."""

    def __init__(self, person: Person, mirror: Mirror) -> None:
        self._known = person.home / PLAYERS if person.home is not None else None
        self._mirror = mirror
        self._has_warned = False

    def at_first(self) -> Iterator[Remark]:
        """Say what is to be known of all who sit here when we come."""
        yield from self._greet(self._mirror.table.sitters.values())
        yield from self.secrecy()

    def after(self, heard: Heard) -> Iterator[Remark]:
        if isinstance(heard.entry, SatDown):
            yield from self._greet([heard.entry])
        elif isinstance(heard.entry, Began) and self._known is not None:
            sitters = self._others(self._mirror.table.sitters.values())
            yield from (Remark(words) for words in remember_all(self._known, sitters))

    def secrecy(self) -> Iterator[Remark]:
        """Warn before the game where nobody but its owner can open a bid; who plays alone knows."""
        if self._has_warned or self._mirror.seat is None or self._mirror.info.state is not TableState.OPEN:
            return
        for words in secrecy_lines(self._mirror.table):
            self._has_warned = True
            yield Remark(words, is_quiet=len(self._mirror.table.people) == 1)

    def _greet(self, sitters: Iterable[SatDown]) -> Iterator[Remark]:
        yield from (Remark(words) for words in map(door_words, self._others(sitters)) if words)
        if self._known is None:
            return
        for sitter in self._others(sitters):
            words, is_loud = greeting(self._known, sitter)
            if words:
                yield Remark(words, is_loud)

    def _others(self, sitters: Iterable[SatDown]) -> list[SatDown]:
        """Bots have no names that one would know again."""
        return [one for one in sitters if not one.is_bot and one.seat != self._mirror.seat]
