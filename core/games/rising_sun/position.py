"""A table of Rising Sun as a document; reading.py goes the other way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from core.games.rising_sun import steps
from core.games.rising_sun.board import (
    CAMPS,
    CLANS,
    KAMI,
    MANDATES,
    PHASES,
    PIECES,
    PROVINCES,
    RESERVE,
    SEASONS,
    WINTER,
)
from core.games.rising_sun.cards import NAMES
from core.games.rising_sun.groups import tally
from core.games.rising_sun.notation import SHRINE, line_of
from core.games.rising_sun.state import Battle, State, figures_at, strongholds_left
from core.records import Seat, Step

RESTS: Final[list[list[Step]]] = [
    [steps.BeginPolitics(), steps.HoldTea()],
    [steps.PassTurn(), steps.ChooseMandate()],
    [],
]
"""Where a game stands between two steps; everywhere else the document carries the agenda."""

IDLE: Final = frozenset(
    [
        "announced",
        "mandate",
        "gained_vp",
        "offers",
        "ready",
        "battle",
        "answers",
        "winners",
        "agenda",
    ]
)
"""What is left out of a document while there is nothing to say."""


def write_position(state: State) -> dict[str, Any]:
    """Put all that is on the table into a document; what is idle is left out."""
    return {key: value for key, value in _document(state).items() if value or key not in IDLE}


def _document(state: State) -> dict[str, Any]:
    return {
        "season": SEASONS[state.season],
        "phase": PHASES[state.phase],
        "set": state.chosen_set,
        "honor": _clans(state.honor),
        "allies": [_clans((seat, ally)) for seat, ally in enumerate(state.ally) if seat < ally],
        "shrines": [KAMI[kami] for kami in state.shrines],
        "war": [PROVINCES[province] for province in state.war],
        "display": [NAMES[card] for card in state.display],
        "mandates_played": [MANDATES[tile] for _, _, tile in state.mandates],
        "announced": _announced(state),
        "deck": [MANDATES[tile] for tile in state.deck],
        "active": CLANS[state.active],
        "mandate": MANDATES[state.mandate] if state.mandate >= 0 else "",
        "gained_vp": _clans(seat for seat in state.seats if state.gained_vp >> seat & 1),
        "offers": [_clans(offer) for offer in state.offers],
        "ready": _clans(state.ready),
        "battle": _battle(state.battle),
        "answers": {CLANS[seat]: line_of(choice) for seat, choice in sorted(state.answers.items())},
        "winners": _clans(state.winners),
        "agenda": _agenda(state),
        "clans": {CLANS[seat]: _clan(state, seat) for seat in state.seats},
    }


def facts(state: State) -> dict[str, Any]:
    """Say all that a scenario can expect: the position, the reserves, and who owes a decision."""
    document = _document(state)
    for seat in state.seats:
        clan = document["clans"][CLANS[seat]]
        clan["reserve"] = [PIECES[piece] for piece in figures_at(state, seat, RESERVE)]
        clan["figures"]["reserve"] = clan["reserve"]
        clan["strongholds"]["reserve"] = strongholds_left(state, seat)
    start_of_war = any(map(_comes_before_war, state.agenda))
    return document | {"to_act": _clans(state.pending), "start_of_war": start_of_war}


def _comes_before_war(step: Step) -> bool:
    part = step.open[0] if isinstance(step, steps.SettleOrder) else step
    return isinstance(part, steps.BeginWar | steps.PrepareForWar)


def _clans(seats: Iterable[Seat]) -> list[str]:
    return [CLANS[seat] for seat in seats]


def _announced(state: State) -> dict[str, str]:
    """Name what Lotus announced over tiles that say something else, by slot (RS-19.3)."""
    slots = enumerate(state.mandates, start=1)
    return {str(slot): MANDATES[mandate] for slot, (_, mandate, tile) in slots if tile != mandate}


def _battle(battle: Battle | None) -> dict[str, Any]:
    if battle is None:
        return {}
    written: dict[str, Any] = {
        "province": PROVINCES[battle.province],
        "fighters": _clans(battle.fighters),
        "killed": battle.killed,
    }
    if battle.bids:
        written["bids"] = [list(bid) for bid in battle.bids]
    if battle.hired[0] >= 0:
        written["hired"] = f"{CLANS[battle.hired[0]]} {battle.hired[1]}"
    return written


def _agenda(state: State) -> list[str]:
    """Write the steps under way, unless they follow from the phase."""
    if state.agenda in RESTS:
        return []
    return [msgspec.json.encode(step).decode() for step in state.agenda]


def _clan(state: State, seat: Seat) -> dict[str, Any]:
    seasons = [SEASONS[season] for season in range(WINTER) if state.allied_in[seat] >> season & 1]
    if state.ally[seat] >= 0:
        seasons.remove(SEASONS[min(state.season, WINTER - 1)])
    return {
        "vp": state.vp[seat],
        "coins": state.coins[seat],
        "ronin": state.ronin[seat],
        "cards": [NAMES[card] for card in state.cards[seat]],
        "figures": _figures(state, seat),
        "strongholds": {PROVINCES[province]: number for province, number in tally(state.strongholds[seat])},
        "hostages": [
            f"{CLANS[owner]} {PIECES[piece]}"
            for owner in state.seats
            for piece in figures_at(state, owner, CAMPS[seat])
        ],
        "tokens": [f"{SEASONS[s]} {PROVINCES[p]}" for s, p in state.tokens[seat]],
        "allied_in": seasons,
    }


def _figures(state: State, seat: Seat) -> dict[str, list[str]]:
    places = [*PROVINCES, *(SHRINE + KAMI[kami] for kami in state.shrines)]
    figures = {
        name: [PIECES[piece] for piece in figures_at(state, seat, place)] for place, name in enumerate(places)
    }
    return {name: pieces for name, pieces in figures.items() if pieces}
