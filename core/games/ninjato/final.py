"""The final scoring and the winner (NJ-19)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.games.ninjato.board import OVER
from core.games.ninjato.cards import (
    DISHONORABLE_RIVALS,
    GOODWILL,
    GREATEST_WARRIOR,
    GUARDS,
    POWERFUL_FRIENDS,
    RIVALS_HONOR,
    RUMOR_KINDS,
    RUMORS,
    SECRET_ART,
    SET_SIZE,
    SET_WORTH,
)
from core.games.ninjato.events import FinalScore, GameEnded, RumorsShown
from core.games.ninjato.scoring import oldest
from core.games.ninjato.state import State, add_honor
from core.games.ninjato.steps import ScoreAll
from core.games.ninjato.view import View
from core.kinds import Seat

COUNTED: Final[dict[int, Callable[[State | View, Seat], int]]] = {
    GREATEST_WARRIOR: lambda state, seat: len(state.elites[seat]),
    GOODWILL: lambda state, seat: len(state.rumors[seat]),
    POWERFUL_FRIENDS: lambda state, seat: len(state.envoys[seat]),
    SECRET_ART: lambda state, seat: len(state.ready[seat]) + len(state.used[seat]),
}
"""By kind of rumor: what it counts (NJ-19.3 to NJ-19.6)."""


def score_all(state: State, _step: ScoreAll) -> None:
    for seat in state.seats:
        if state.rumors[seat]:
            state.events.append(RumorsShown(seat, state.rumors[seat]))
    gains = {seat: final_gain(state, seat) for seat in state.seats}
    for seat, gain in gains.items():
        add_honor(state, seat, sum(gain.rumors) + gain.treasures + gain.elites)
        state.events.append(gain)
    state.winners = winners_of(state)
    state.phase = OVER
    honor = tuple((seat, state.honor[seat]) for seat in state.seats)
    state.events.append(GameEnded(state.winners, honor))


def final_gain(state: State | View, seat: Seat) -> FinalScore:
    """Work out what a player would score, were this the end; rivals not in view do not count."""
    kinds = kinds_of(state.rumors[seat])
    return FinalScore(
        seat,
        rumors=tuple([rumor_honor(state, seat, kind, kinds.count(kind)) for kind in range(len(RUMOR_KINDS))]),
        treasures=len(state.treasures[seat]),
        elites=sum([GUARDS[elite].flag for elite in state.elites[seat]]),
    )


def rumor_honor(state: State | View, seat: Seat, kind: int, cards: int) -> int:
    if not cards:
        return 0
    if kind == DISHONORABLE_RIVALS:
        owners = sum([kind in kinds_of(state.rumors[other]) for other in state.seats])
        return cards * RIVALS_HONOR[min(owners, len(RIVALS_HONOR)) - 1]
    return multiplier(cards) * COUNTED[kind](state, seat)


def kinds_of(rumors: tuple[int, ...]) -> list[int]:
    return [RUMORS[rumor].kind for rumor in rumors]


def multiplier(cards: int) -> int:
    """Sets of three add up; what is left over starts a new one (NJ-19.2)."""
    return SET_WORTH[SET_SIZE] * (cards // SET_SIZE) + SET_WORTH[cards % SET_SIZE]


def winners_of(state: State) -> tuple[Seat, ...]:
    """Most honor, then more envoys, then the oldest; who has none of them shares (NJ-19.11, NJ-21.50)."""

    def rank(seat: Seat) -> tuple[int, int, int]:
        envoys = state.envoys[seat]
        return state.honor[seat], len(envoys), oldest(envoys)

    best = max(map(rank, state.seats))
    return tuple([seat for seat in state.seats if rank(seat) == best])
