"""What a seat remembers: promises kept and broken between it and the others, and who wronged it when.

It follows from what the seat was told, so a bot that comes back knows it all again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from core.bots.kinds import Bargains
from core.deals import PromiseBroken, PromiseKept
from core.kinds import Event, Seat


class Wrong(NamedTuple):
    """What somebody did to a seat, and in which season or round, counted from 0."""

    what: str
    chapter: int


class Memory(NamedTuple):
    """What one seat knows of the others' word, and they of its own."""

    chapter: int
    kept: Mapping[tuple[Seat, Seat], int]  # by who made a promise, and to whom
    broken: Mapping[tuple[Seat, Seat], int]
    wrongs: Mapping[Seat, Wrong]  # the last of each

    def trust(self, seat: Seat, other: Seat) -> float:
        """Say how far a seat can trust another, by what there was between them."""
        kept, broken = self.kept.get((other, seat), 0), self.broken.get((other, seat), 0)
        return (kept + 2) / (kept + broken + 3)

    def wrong_by(self, other: Seat, lasting: int) -> Wrong | None:
        """Give what another did that is not forgotten yet."""
        wrong = self.wrongs.get(other)
        return wrong if wrong is not None and self.chapter - wrong.chapter <= lasting else None


BLANK: Final = Memory(0, {}, {}, {})


def memory_of(bargains: Bargains, seat: Seat, events: Iterable[Event]) -> Memory:
    """Go through what a seat was told."""
    kept, broken = Counter[tuple[Seat, Seat]](), Counter[tuple[Seat, Seat]]()
    wrongs: dict[Seat, Wrong] = {}
    undone: set[tuple[int, frozenset[Seat]]] = set()  # deals that somebody broke, by number and the two
    chapter = 0
    for event in events:
        if isinstance(event, PromiseKept):
            kept[event.seat, event.to] += 1
        elif isinstance(event, PromiseBroken):
            both = event.number, frozenset((event.seat, event.to))
            if event.promise.kind in bargains.mutual and both in undone:
                continue  # whoever was left alone is not to blame
            undone.add(both)
            broken[event.seat, event.to] += 1
            if event.to == seat:
                wrongs[event.seat] = Wrong("promise", chapter)
        elif bargains.ends_chapter(event):
            chapter += 1
        elif (wrong := bargains.wrong_in(event)) is not None and wrong[1] == seat:
            wrongs[wrong[0]] = Wrong("betrayal", chapter)
    return Memory(chapter, kept, broken, wrongs)
