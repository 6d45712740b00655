"""The promises of Shogun that the table can judge, from what everybody can see.

Chests never change hands between players, so deals are promises alone. A promise counts from the moment the
deal is made to the end of the round, and nobody has to keep it.

- `stay_out PROVINCE`: broken when that player's armies move into the province or attack it.
- `no_attack SEAT`: broken when that player attacks a province of that seat.
- `leave SPECIAL`: broken when that player takes the special.
"""

from __future__ import annotations

from typing import Final

from core.deals import Phase, PromiseBook, PromiseKind
from core.games.shogun.board import PROVINCES, SEAT_NAMES, SPECIAL_NAMES
from core.games.shogun.events import ArmiesMoved, BattleBegan, RoundEnded, SpecialTaken
from core.games.shogun.state import State
from core.kinds import Event, Seat


def judge_stay_out(province: str, seat: Seat, event: Event) -> bool | None:
    entered = -1
    if isinstance(event, ArmiesMoved) and event.seat == seat:
        entered = event.target
    elif isinstance(event, BattleBegan) and event.seat == seat:
        entered = event.province
    return judged(event, is_broken=PROVINCES.index(province) == entered)


def judge_no_attack(name: str, seat: Seat, event: Event) -> bool | None:
    attacked = isinstance(event, BattleBegan) and event.seat == seat
    victim = event.defender if isinstance(event, BattleBegan) else -1
    return judged(event, is_broken=attacked and victim == SEAT_NAMES.index(name))


def judge_leave(special: str, seat: Seat, event: Event) -> bool | None:
    taken = event.special if isinstance(event, SpecialTaken) and event.seat == seat else -1
    return judged(event, is_broken=taken == SPECIAL_NAMES.index(special))


def judged(event: Event, *, is_broken: bool) -> bool | None:
    """A promise that is not broken by the end of the round is kept."""
    if isinstance(event, RoundEnded):
        return True
    return False if is_broken else None


def phase_of(state: State) -> Phase:
    return state.year, state.season, state.phase


PROMISES: Final = PromiseBook(
    kinds={
        "stay_out": PromiseKind(PROVINCES, judge_stay_out),
        "no_attack": PromiseKind(SEAT_NAMES, judge_no_attack),
        "leave": PromiseKind(SPECIAL_NAMES, judge_leave),
    },
    phase_of=phase_of,
    allows_goods=False,
)
