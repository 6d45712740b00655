"""How a seat stands to the others between deals: what it owes them, and what breaking that would cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from core.bots.kinds import Bargains, Stance, Tie
from core.bots.memory import Memory
from core.deals import WORDS, Pledge, Standing, Status, pledges_of
from core.foresight import own_pledges
from core.kinds import Seat
from core.temperaments import Temperament

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
    lost = (kept + 2) / (kept + broken + 3) - (kept + 2) / (kept + broken + 4)
    return temper.conscience + temper.prudence * left * (GOODWILL * lost + HOSTILITY)
