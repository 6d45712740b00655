"""How well a seat stands, in honor it can hope for; a judgement for bots, no rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from core.games.ninjato.board import CLANS, GOLD, HONOR, OVER, ROUNDS, SCORING, SCORING_ORDER, SHURIKEN
from core.games.ninjato.cards import (
    BORYAKU,
    CHOHO,
    DISHONORABLE_RIVALS,
    HENSOJUTSU,
    INTONJUTSU,
    KENJUTSU,
    KUJI_KIRI,
    RUMORS,
    SEISHIN_TEKI,
    SHINOBI_IRI,
    SHURIKEN_JUTSU,
    TAI_JUTSU,
    TILES,
)
from core.games.ninjato.scoring import clan_honor, final_gain, multiplier, ranking
from core.games.ninjato.state import State, shuriken_left, tiles_of
from core.kinds import Seat

WEIGHTS: Final = {
    "points": 1.0,  # honor scored, and what the end would pay for elites and rumors now
    "treasures": 1.0,
    "clans": 1.0,  # awards to hope for in the scoring phases to come
    "cards": 0.9,
    "skills": 1.0,
    "rumors": 1.0,  # what rumors may still grow by
    "order": 0.3,  # each player behind in the turn order
}
RIVALRY: Final = 0.35
VICTORY: Final = 50.0

CARD_WORTH: Final = {1: 0.9, 2: 0.7, 3: 0.8, 4: 0.7, 5: 0.9}
ENOUGH_CARDS: Final = 5
SKILL_WORTH: Final = {
    SHINOBI_IRI: 0.7,
    INTONJUTSU: 0.9,
    CHOHO: 1.0,
    KENJUTSU: 0.9,
    SHURIKEN_JUTSU: 0.7,
    KUJI_KIRI: 0.7,
    TAI_JUTSU: 0.6,
    BORYAKU: 1.0,
    SEISHIN_TEKI: 0.9,
    HENSOJUTSU: 0.0,
}
"""Honor to hope for from a skill in each round it still serves."""
DISGUISE_WORTH: Final = 1.5  # in each scoring phase to come, with a masked envoy to be had
AWARD_OF_SECOND: Final = 4.0
AWARD_AT_LEAST: Final = 5.0
SPENT_PER_TURN: Final = 1.2  # treasures that find a buyer, for each shuriken still to be placed


def evaluate(state: State, seat: Seat) -> float:
    """Set a seat's standing against that of the others."""
    standings = {other: standing(state, other) for other in state.seats}
    own = standings.pop(seat)
    won = VICTORY if seat in state.winners else 0.0
    return won + own - RIVALRY * sum(standings.values()) / len(standings)


def standing(state: State, seat: Seat) -> float:
    if state.phase == OVER:
        return state.honor[seat]
    return sum(WEIGHTS[name] * term(state, seat) for name, term in TERMS.items())


def turns_left(state: State, seat: Seat) -> int:
    """Count the shuriken a seat will still place."""
    rounds = ROUNDS - state.round
    if state.phase == SCORING:
        return SHURIKEN * (rounds + 1) if phases_left(state) > 1 else 0
    return SHURIKEN * rounds + shuriken_left(state, seat)


def phases_left(state: State) -> int:
    """Count the scoring phases that are not over."""
    begun = state.round - 1 if state.phase == SCORING and state.round < ROUNDS else state.round
    return sum(number >= begun for number in SCORING_ORDER)


# The terms -----------------------------------------------------------------------------------


def points(state: State, seat: Seat) -> float:
    gain = final_gain(state, seat)
    return state.honor[seat] + sum(gain.rumors) + gain.elites


def treasures(state: State, seat: Seat) -> float:
    """A treasure is worth what it may be spent for; the more there are, the fewer will be."""
    held = state.treasures[seat]
    if not held:
        return 0.0
    spent = min(1.0, SPENT_PER_TURN * turns_left(state, seat) / len(held))
    return sum([1.0 + (worth_of(kind) - 1.0) * 0.85 * spent for kind in held])


def worth_of(kind: int) -> float:
    return 5.5 if kind == GOLD else float(HONOR[kind])


def clans(state: State, seat: Seat) -> float:
    """Hope for the awards that the present influence would bring, now and in later phases."""
    phases = phases_left(state)
    if not phases:
        return 0.0
    hope = 0.0
    for clan in range(len(CLANS)):
        if state.awards and state.awards[clan]:
            continue
        places = ranking(state, clan)
        if places[:1] == [seat]:
            hope += max(AWARD_AT_LEAST, clan_honor(state, clan))
        elif places[1:2] == [seat]:
            hope += AWARD_OF_SECOND
        elif seat in places:
            hope += 1.0
    return hope * (0.8 + 0.45 * (phases - 1))


def cards(state: State, seat: Seat) -> float:
    """Cards serve as long as there are turns; more than enough serve less."""
    hand = state.hands[seat]
    worth = sum([CARD_WORTH[value] for value in hand])
    useful = min(1.0, ENOUGH_CARDS / len(hand)) if hand else 0.0
    variety = 0.15 * len(set(hand))
    return (worth * (0.5 + 0.5 * useful) + variety) * min(1.0, turns_left(state, seat) / 3)


def skills(state: State, seat: Seat) -> float:
    rounds = ROUNDS - state.round + 0.5
    worth = sum([SKILL_WORTH[TILES[tile].skill] for tile in tiles_of(state, seat)]) * rounds
    unused = sum([SKILL_WORTH[TILES[tile].skill] for tile in state.ready[seat]]) * 0.3
    masks = sum([TILES[tile].skill == HENSOJUTSU for tile in tiles_of(state, seat)])
    return worth + unused + masks * DISGUISE_WORTH * phases_left(state)


def rumors(state: State, seat: Seat) -> float:
    """What rumors count may still grow, by about one thing in two rounds."""
    return growth(state.rumors[seat]) * (ROUNDS - state.round) / 2


@lru_cache(maxsize=4096)
def growth(held: tuple[int, ...]) -> int:
    kinds = [RUMORS[rumor].kind for rumor in held]
    return sum([multiplier(kinds.count(kind)) for kind in set(kinds) if kind != DISHONORABLE_RIVALS])


def order(state: State, seat: Seat) -> float:
    """Who lies on top of the dojo pile will be first."""
    return float(len(state.order) - 1 - state.order.index(seat))


TERMS: Final[dict[str, Callable[[State, Seat], float]]] = {
    "points": points,
    "treasures": treasures,
    "clans": clans,
    "cards": cards,
    "skills": skills,
    "rumors": rumors,
    "order": order,
}
