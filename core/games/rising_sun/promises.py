"""The promises of Rising Sun that the table can judge, from what everybody can see.

A promise counts from the moment the deal is made, and nobody has to keep it (RS-4.1).

- `ally CLAN`, at tea, or at the next tea if this season's is over: kept when the two are allies, or when the
  named clan turns the offer down. Broken when another alliance is made, when the promiser turns the clan
  down, and when tea ends without an alliance. Promised to an ally during tea, it is kept at once.
- `no_betray CLAN`, for this season: broken when the promiser breaks an alliance with that clan, or replaces
  one of its figures.
- `stay_out PROVINCE`, for this season: broken when one of the promiser's figures or strongholds comes into
  the province: summoned, placed by a card, bought, moved, built, or put there by its own Betray. Figures
  already there may stay. A Shinto sent straight on to a shrine never was on the map (RS-9.5).
- `play_mandate MANDATE`: decided by the next mandate that clan lays, in whatever season. What Lotus announces
  is what counts: nobody else sees the tile (RS-19.3).
- `no_bid ADVANTAGE`, for this season: broken when opened bids show a coin of that clan there. A bid already
  sealed when the promise is made is opened later, so it counts, too.
"""

from __future__ import annotations

from typing import Final

from core.deals import Phase, PromiseBook, PromiseKind, kept_by
from core.games.rising_sun.board import ADVANTAGES, CLANS, MANDATES, PROVINCES, TEA
from core.games.rising_sun.events import (
    AllianceBroken,
    AllianceMade,
    AllianceRefused,
    BidsRevealed,
    MandateLaid,
    Moved,
    Placed,
    PoliticsBegan,
    Replaced,
    SeasonEnded,
    StrongholdBuilt,
    Summoned,
)
from core.games.rising_sun.state import State
from core.kinds import Event, Seat

ALLY: Final = "ally"
NO_BETRAY: Final = "no_betray"
STAY_OUT: Final = "stay_out"
PLAY_MANDATE: Final = "play_mandate"
NO_BID: Final = "no_bid"


def judge_ally(clan: str, seat: Seat, event: Event) -> bool | None:
    other = CLANS.index(clan)
    if isinstance(event, AllianceMade) and seat in (event.seat, event.other):
        return other == (event.other if event.seat == seat else event.seat)
    if isinstance(event, AllianceRefused) and {event.seat, event.other} == {seat, other}:
        return event.seat == other
    return False if isinstance(event, PoliticsBegan) else None


def are_allies(clan: str, seat: Seat, state: State) -> bool:
    """Say whether this season's tea has made the two allies; after tea the next one is meant."""
    return state.phase == TEA and state.ally[seat] == CLANS.index(clan)


def betrays(clan: str, seat: Seat, event: Event) -> bool:
    other = CLANS.index(clan)
    if isinstance(event, AllianceBroken):
        return (event.betrayer, event.other) == (seat, other)
    return isinstance(event, Replaced) and (event.seat, event.owner) == (seat, other)


def comes_into(province: str, seat: Seat, event: Event) -> bool:
    return PROVINCES.index(province) == entered(seat, event)


def entered(seat: Seat, event: Event) -> int:
    """Name the province a piece of this clan came into, -1 for none; a shrine is no province."""
    if isinstance(event, Moved):
        return event.target if event.seat == seat else -1
    if isinstance(event, StrongholdBuilt):
        return event.province if event.seat == seat else -1
    if isinstance(event, (Summoned, Placed, Replaced)):
        return event.province if event.seat == seat and event.kami < 0 else -1
    return -1


def judge_play_mandate(mandate: str, seat: Seat, event: Event) -> bool | None:
    if isinstance(event, MandateLaid) and event.seat == seat:
        return MANDATES[event.mandate] == mandate
    return None


def bids_on(advantage: str, seat: Seat, event: Event) -> bool:
    bid = dict(event.bids).get(seat) if isinstance(event, BidsRevealed) else None
    return bool(bid and bid[ADVANTAGES.index(advantage)])


def phase_of(state: State) -> Phase:
    return state.season, state.phase


PROMISES: Final = PromiseBook(
    kinds={
        ALLY: PromiseKind(CLANS, judge_ally, are_allies),
        NO_BETRAY: PromiseKind(CLANS, kept_by(SeasonEnded, betrays)),
        STAY_OUT: PromiseKind(PROVINCES, kept_by(SeasonEnded, comes_into)),
        PLAY_MANDATE: PromiseKind(MANDATES, judge_play_mandate),
        NO_BID: PromiseKind(ADVANTAGES, kept_by(SeasonEnded, bids_on)),
    },
    phase_of=phase_of,
)
