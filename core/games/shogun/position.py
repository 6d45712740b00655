"""A table of Shogun as a document; reading.py goes the other way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from core.games.shogun.board import (
    ACTIONS,
    BUILDINGS,
    COLOURS,
    EVENT_NUMBERS,
    GREEN,
    NO_CARD,
    PHASES,
    PLACES,
    PROVINCES,
    SEASONS,
    SEAT_NAMES,
    SIDES,
    SPECIAL_NAMES,
)
from core.games.shogun.notation import line_of
from core.games.shogun.planning import name_of_card
from core.games.shogun.state import (
    Draft,
    State,
    board_of,
    counted,
    has_building,
    neutral,
    provinces_of,
    resting,
)
from core.games.shogun.steps import ClosePlans, CollectPlans
from core.records import EMPTY, Seat, Step

RESTS: Final[list[list[Step]]] = [[ClosePlans(), CollectPlans()], []]
"""Where a game stands between two steps; everywhere else the document carries the agenda."""

IDLE: Final = frozenset(
    [
        "events_gone",
        "event",
        "actions",
        "action",
        "turn",
        "track",
        "specials",
        "order",
        "won",
        "floor_1",
        "answers",
        "winners",
        "draft",
        "agenda",
        "provinces",
    ]
)
"""What is left out of a document while there is nothing to say."""


def write_position(state: State) -> dict[str, Any]:
    """Put all that is on the table into a document; what is idle is left out."""
    return {key: value for key, value in _document(state).items() if value or key not in IDLE}


def _document(state: State) -> dict[str, Any]:
    return {
        "side": SIDES[state.side],
        "year": state.year,
        "season": SEASONS[state.season],
        "phase": PHASES[state.phase],
        "events_open": list(state.events_open),
        "events_gone": list(state.events_gone),
        "event": state.event,
        "actions": _actions(state),
        "action": state.action + 1,
        "turn": SEAT_NAMES[state.order[state.acting - 1]] if state.acting else "",
        "track": [SPECIAL_NAMES[special] for special in state.track],
        "specials": {SEAT_NAMES[s]: SPECIAL_NAMES[h] for s, h in enumerate(state.held) if h >= 0},
        "order": _seats(state.order),
        "won": _provinces(state.won),
        "tray": _cubes(state.tray),
        "tower": _cubes(resting(state)),
        "floor_1": _cubes(counted(state.floors[0])),
        "stack_peasants": state.reserve[GREEN],
        "answers": {SEAT_NAMES[seat]: line_of(choice) for seat, choice in sorted(state.answers.items())},
        "winners": _seats(state.winners),
        "draft": _draft(state, state.draft) if state.draft is not None else {},
        "agenda": _agenda(state),
        "players": {SEAT_NAMES[seat]: _player(state, seat) for seat in state.seats},
        "provinces": {
            PROVINCES[province]: _province(state, province)
            for province in board_of(state).provinces
            if state.buildings[province] or state.revolts[province]
        },
    }


def facts(state: State) -> dict[str, Any]:
    """Say all that a scenario can expect: the position, what follows from it, and who owes a decision."""
    document = _document(state)
    for seat in state.seats:
        player = document["players"][SEAT_NAMES[seat]]
        player["reserve"] = state.reserve[seat]
        player["cards"] = _provinces(provinces_of(state, seat))
    document["provinces"] = {
        PROVINCES[province]: _province(state, province)
        | {
            "armies": state.armies[province],
            "owner": SEAT_NAMES[state.owner[province]] if state.owner[province] >= 0 else "",
        }
        for province in board_of(state).provinces
    }
    deck = set(EVENT_NUMBERS) - set(state.events_open) - set(state.events_gone)
    return document | {
        "to_act": _seats(state.pending),
        "stack": _provinces(neutral(state)),
        "events_deck": len(deck),
    }


def _seats(seats: Iterable[Seat]) -> list[str]:
    return [SEAT_NAMES[seat] for seat in seats]


def _provinces(provinces: Iterable[int]) -> list[str]:
    return [PROVINCES[province] for province in provinces]


def _cubes(cubes: tuple[int, ...]) -> dict[str, int]:
    return {name: number for name, number in zip(COLOURS, cubes, strict=True) if number}


def _actions(state: State) -> list[str]:
    """Name the cards from space 1 on; those that chance has still to lay are blank."""
    names = [ACTIONS[action] for action in state.actions]
    return names + [EMPTY] * (len(ACTIONS) - len(names)) if names else []


def _draft(state: State, draft: Draft) -> dict[str, Any]:
    return {
        "first": SEAT_NAMES[draft.first],
        "open": _provinces(draft.open),
        "under": _provinces(draft.under),
        "groups": {SEAT_NAMES[seat]: list(draft.groups[seat]) for seat in state.seats},
        "seen": {SEAT_NAMES[seat]: _provinces(draft.seen[seat]) for seat in state.seats},
    }


def _agenda(state: State) -> list[str]:
    """Write the steps under way, unless they follow from the phase."""
    if state.agenda in RESTS:
        return []
    return [msgspec.json.encode(step).decode() for step in state.agenda]


def _player(state: State, seat: Seat) -> dict[str, Any]:
    plan = state.plans[seat] if state.plans else ()
    return {
        "chests": state.chests[seat],
        "rice": state.rice[seat],
        "vp": state.vp[seat],
        "armies": {PROVINCES[p]: state.armies[p] for p in provinces_of(state, seat)},
        "plan": {PLACES[place]: name_of_card(card) for place, card in enumerate(plan) if card != NO_CARD},
    }


def _province(state: State, province: int) -> dict[str, Any]:
    return {
        "buildings": [name for kind, name in enumerate(BUILDINGS) if has_building(state, province, kind)],
        "revolts": state.revolts[province],
    }
