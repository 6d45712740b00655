"""What a seat remembers, and how it therefore stands to the others.

It remembers the promises kept and broken between them, and who wronged it when. That follows from what the
seat was told, so a bot that comes back knows it all again. What it owes, and what breaking that would cost,
follows from its memory and its temperament.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from core.bots.kinds import Bargains, Stance, Tie
from core.deals import WORDS, Pledge, PromiseBroken, PromiseKept, Standing, Status, pledges_of
from core.foresight import own_pledges
from core.kinds import Event, Seat
from core.temperaments import Temperament


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
        return trust_after(self.kept.get((other, seat), 0), self.broken.get((other, seat), 0))

    def wrong_by(self, other: Seat, lasting: int) -> Wrong | None:
        """Give what another did that is not forgotten yet."""
        wrong = self.wrongs.get(other)
        return wrong if wrong is not None and self.chapter - wrong.chapter <= lasting else None


def trust_after(kept: int, broken: int) -> float:
    """Say how far somebody is trusted who kept so many promises and broke so many."""
    return (kept + 2) / (kept + broken + 3)


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


# Where it stands -------------------------------------------------------------------------------


GOODWILL: Final = 20.0
"""What deals with one who trusts us may bring in a season."""
HOSTILITY: Final = 2.5
"""What it costs to have made an enemy, in each season to come."""
SAID: Final = 0.25
"""How much weighs what was promised in a deal."""
UNSAID: Final = {"steady": 0.85, "strong": 0.3}
"""The same of what an ally expects though nobody said so, by level: who sees far betrays when it pays."""


def stance_of(
    bargains: Bargains,
    view: Any,
    memory: Memory,
    temper: Temperament,
    standings: Sequence[Standing],
    level: str = "steady",
) -> Stance:
    """Say what a seat owes others, what it would cost to break that, and whom it wants to hurt."""
    seat, left = view.viewer, bargains.chapters_left(view)
    given = [*own_pledges(standings, seat), *offered_pledges(standings, seat)]
    said = [p for p in given if p.promise.kind != WORDS and not bargains.is_moot(view, p)]
    unsaid = bargains.unsaid(view, seat)
    foes = frozenset(other for other in view.seats if memory.wrong_by(other, temper.memory) is not None)
    ties = [
        Tie(pledge, part * price_of(memory, temper, seat, pledge.to, left))
        for part, pledges in ((SAID, said), (UNSAID[level], unsaid))
        for pledge in pledges
        if pledge.to not in foes
    ]
    return Stance(tuple(ties), foes)


def offered_pledges(standings: Iterable[Standing], seat: Seat) -> list[Pledge]:
    """List what a seat would have promised if somebody took up its offers now."""
    offers = [s.deal for s in standings if s.status is Status.OPEN and s.deal.seat == seat]
    return [pledge for deal in offers for pledge in pledges_of(deal) if pledge.seat == seat]


def price_of(memory: Memory, temper: Temperament, seat: Seat, other: Seat, left: int) -> float:
    """Say what a broken promise costs: the conscience, and the trust lost over the seasons left."""
    kept, broken = memory.kept.get((seat, other), 0), memory.broken.get((seat, other), 0)
    lost = trust_after(kept, broken) - trust_after(kept, broken + 1)
    return temper.conscience + temper.prudence * left * (GOODWILL * lost + HOSTILITY)
