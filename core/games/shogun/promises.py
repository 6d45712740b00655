"""The promises of Shogun that the table can judge, from what everybody can see.

Chests never change hands between players, so deals consist of promises alone. A promise counts from the
moment the deal is made to the end of the round, and nobody has to keep it.

- `stay_out PROVINCE`: broken when the promiser's armies move into the province or attack it.
- `no_attack SEAT`: broken when the promiser attacks a province of that seat.
- `leave SPECIAL`: broken when the promiser takes the special.
"""

from __future__ import annotations

from typing import Final

from core.deals import Phase, PromiseBook, PromiseKind, kept_by
from core.games.shogun.board import PROVINCES, SEAT_NAMES, SPECIAL_NAMES
from core.games.shogun.events import ArmiesMoved, BattleBegan, RoundEnded, SpecialTaken
from core.games.shogun.state import State
from core.kinds import Event, Seat

STAY_OUT: Final = "stay_out"
NO_ATTACK: Final = "no_attack"
LEAVE: Final = "leave"


def enters(province: str, seat: Seat, event: Event) -> bool:
    if isinstance(event, ArmiesMoved):
        return event.seat == seat and PROVINCES[event.target] == province
    return isinstance(event, BattleBegan) and event.seat == seat and PROVINCES[event.province] == province


def attacks(name: str, seat: Seat, event: Event) -> bool:
    return isinstance(event, BattleBegan) and event.seat == seat and event.defender == SEAT_NAMES.index(name)


def takes(special: str, seat: Seat, event: Event) -> bool:
    return isinstance(event, SpecialTaken) and event.seat == seat and SPECIAL_NAMES[event.special] == special


def phase_of(state: State) -> Phase:
    return state.year, state.season, state.phase


PROMISES: Final = PromiseBook(
    kinds={
        STAY_OUT: PromiseKind(PROVINCES, kept_by(RoundEnded, enters)),
        NO_ATTACK: PromiseKind(SEAT_NAMES, kept_by(RoundEnded, attacks)),
        LEAVE: PromiseKind(SPECIAL_NAMES, kept_by(RoundEnded, takes)),
    },
    phase_of=phase_of,
    allows_goods=False,
)
