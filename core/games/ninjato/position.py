"""A table of Ninjato as a document; reading.py goes the other way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from core.games.ninjato import steps
from core.games.ninjato.board import CLANS, COLOURS, KINDS, LOCATIONS, PHASES, SIDES, TOKENS, TREASURE_NAMES
from core.games.ninjato.cards import (
    DECKS,
    DOJO_DECK,
    ELITE_DECK,
    ENVOY_NAMES,
    GUARD_DECK,
    GUARD_NAMES,
    RUMOR_KINDS,
    RUMORS,
    TILE_NAMES,
)
from core.games.ninjato.scoring import AWARDS, NO_AWARD
from core.games.ninjato.state import House, Raiding, State, dojo_pile, shuriken_left, supply
from core.records import Seat

USED: Final = "used "
IDLE: Final = frozenset(
    ["placed", "dojo_pile", "discards", "decks", "raid", "disguised", "awards", "winners", "agenda"]
)
"""What is left out of a document while there is nothing to say."""


def write_position(state: State) -> dict[str, Any]:
    """Put all that is on the table into a document; what is idle is left out."""
    return {key: value for key, value in _document(state).items() if value or key not in IDLE}


def _document(state: State) -> dict[str, Any]:
    return {
        "round": state.round,
        "phase": PHASES[state.phase],
        "order": _colours(state.order),
        "to_act": COLOURS[state.active],
        "dojo_row": list(state.row),
        "dojo_pile": _colours(dojo_pile(state.placed)),
        "placed": [f"{COLOURS[seat]} {LOCATIONS[location]}" for seat, location in state.placed],
        "sensei": [TILE_NAMES[tile] for tile in state.sensei],
        "palace": [ENVOY_NAMES[envoy] for envoy in state.palace],
        "pavilion": [rumor_words(rumor) for rumor in state.pavilion],
        "decks": {DECKS[deck]: cards_of(deck, tops) for deck, tops in sorted(state.tops.items())},
        "discards": {DECKS[deck]: cards_of(deck, pile) for deck, pile in enumerate(state.discards) if pile},
        "raid": _raid(state.raid),
        "disguised": [ENVOY_NAMES[envoy] for envoy in state.disguised],
        "awards": {
            CLANS[clan]: AWARDS[award] for clan, award in enumerate(state.awards) if award != NO_AWARD
        },
        "winners": _colours(state.winners),
        "agenda": _agenda(state),
        "houses": {str(number): _house(house) for number, house in enumerate(state.houses, start=1)},
        "players": {COLOURS[seat]: _player(state, seat) for seat in state.seats},
    }


def facts(state: State) -> dict[str, Any]:
    """Say all that a scenario can expect: the position, and what follows from it."""
    document = _document(state)
    for seat in state.seats:
        kinds = [RUMOR_KINDS[RUMORS[rumor].kind] for rumor in state.rumors[seat]]
        document["players"][COLOURS[seat]]["rumors"] = kinds
    raid = state.raid
    return document | {
        "to_act": _colours(state.pending),
        "supply": [token_words(token) for token in supply(state)],
        "piles": {
            DECKS[deck]: {"left": len(cards), "discarded": cards_of(deck, state.discards[deck])}
            for deck, cards in enumerate(state.decks)
        },
        "carried": [KINDS[kind] for kind in raid.carried] if raid else [],
        "mode": SIDES[raid.stealth] if raid else "",
        "facing": guard_word(raid.guard) if raid and raid.guard >= 0 else "",
    }


def _colours(seats: Iterable[Seat]) -> list[str]:
    return [COLOURS[seat] for seat in seats]


def guard_word(guard: int) -> int | str:
    """Write a regular guard as its value, if that is all there is to say."""
    name = GUARD_NAMES[guard]
    return int(name) if name.isdigit() else name


def rumor_words(rumor: int) -> str:
    return f"{RUMOR_KINDS[RUMORS[rumor].kind]} {RUMORS[rumor].cost.replace('+', ' ')}"


def token_words(token: int) -> str:
    clan, value = TOKENS[token]
    return f"{CLANS[clan]} {value}"


def cards_of(deck: int, cards: Iterable[int]) -> list[int | str]:
    """Write cards of a deck as they are written everywhere else."""
    if deck == DOJO_DECK:
        return list(cards)
    if deck in (GUARD_DECK, ELITE_DECK):
        return [guard_word(guard) for guard in cards]
    return [CARD_NAMES[DECKS[deck]][card] for card in cards]


CARD_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "bag": KINDS,
    "skills": TILE_NAMES,
    "hensojutsu": TILE_NAMES,
    "envoys": ENVOY_NAMES,
    "rumors": tuple(rumor_words(rumor) for rumor in range(len(RUMORS))),
}


def _raid(raid: Raiding | None) -> dict[str, Any]:
    if raid is None:
        return {}
    written: dict[str, Any] = {
        "house": raid.house + 1,
        "side": SIDES[raid.stealth],
        "carried": [KINDS[kind] for kind in raid.carried],
        "drawn": [guard_word(guard) for guard in raid.drawn],
    }
    if raid.guard >= 0:
        written |= {"guard": guard_word(raid.guard), "parts": list(raid.parts)}
    return written


def _agenda(state: State) -> list[str]:
    """Write the steps under way, unless they follow from the phase."""
    if not state.agenda or state.agenda == [steps.TakeTurn(state.active)]:
        return []
    return [msgspec.json.encode(step).decode() for step in state.agenda]


def _house(house: House) -> dict[str, Any]:
    sentry = {"sentry": guard_word(house.sentry)} if house.sentry >= 0 else {}
    return sentry | {
        "token": token_words(house.token),
        "treasures": [TREASURE_NAMES[treasure] for treasure in house.treasures],
    }


def _player(state: State, seat: Seat) -> dict[str, Any]:
    return {
        "honor": state.honor[seat],
        "shuriken": shuriken_left(state, seat),
        "hand": list(state.hands[seat]),
        "treasures": [KINDS[kind] for kind in state.treasures[seat]],
        "skills": [
            *(TILE_NAMES[tile] for tile in state.ready[seat]),
            *(USED + TILE_NAMES[tile] for tile in state.used[seat]),
        ],
        "envoys": [ENVOY_NAMES[envoy] for envoy in state.envoys[seat]],
        "rumors": [rumor_words(rumor) for rumor in state.rumors[seat]],
        "elites": [guard_word(elite) for elite in state.elites[seat]],
    }
