"""The palace and the pavilion: what treasures buy (NJ-15, NJ-16)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from core.games.ninjato.board import PALACE as AT_PALACE
from core.games.ninjato.board import PAVILION as AT_PAVILION
from core.games.ninjato.cards import BAG, ENVOYS, RUMORS
from core.games.ninjato.choices import Palace, Pavilion
from core.games.ninjato.costs import honor_of, payments, treasures_in
from core.games.ninjato.decks import discard
from core.games.ninjato.events import EnvoyWon, RumorBought
from core.games.ninjato.piles import less, plus, put, without
from core.games.ninjato.placing import place_shuriken
from core.games.ninjato.state import State, add_honor
from core.records import Choice, Seat


def palace_options(state: State, seat: Seat) -> list[Choice]:
    treasures = state.treasures[seat]
    options: list[Choice] = []
    if treasures:
        for envoy in state.palace:
            options += ways_to_win(envoy, treasures)
    return options


@lru_cache(maxsize=8192)
def ways_to_win(envoy: int, treasures: tuple[int, ...]) -> tuple[Palace, ...]:
    return tuple([Palace(envoy, paid) for paid in payments(ENVOYS[envoy].cost, treasures)])


def visit_palace(state: State, seat: Seat, choice: Palace) -> None:
    place_shuriken(state, seat, AT_PALACE)
    state.palace = less(state.palace, choice.envoy)
    state.envoys = put(state.envoys, seat, plus(state.envoys[seat], choice.envoy))
    honor = pay(state, seat, choice.paid)
    state.events.append(EnvoyWon(seat, choice.envoy, choice.paid, honor))


def pavilion_options(state: State, seat: Seat) -> list[Choice]:
    """Name the card only where another one of its kind before it takes the same treasures."""
    treasures = state.treasures[seat]
    options: list[Choice] = []
    if treasures:
        kinds = []
        for rumor in state.pavilion:
            kind = RUMORS[rumor].kind
            ways = ways_to_hear(rumor, treasures)
            if kind in kinds:
                options += [way if way not in options else replace(way, card=rumor) for way in ways]
            else:
                kinds.append(kind)
                options += ways
    return options


@lru_cache(maxsize=8192)
def ways_to_hear(rumor: int, treasures: tuple[int, ...]) -> tuple[Pavilion, ...]:
    kind, cost = RUMORS[rumor].kind, RUMORS[rumor].cost
    return tuple([Pavilion(kind, paid) for paid in payments(cost, treasures)])


def visit_pavilion(state: State, seat: Seat, choice: Pavilion) -> None:
    place_shuriken(state, seat, AT_PAVILION)
    rumor = choice.card if choice.card >= 0 else first_for(state, seat, choice)
    take_rumor(state, seat, rumor)
    honor = pay(state, seat, choice.paid)
    state.events.append(RumorBought(seat, rumor, choice.paid, honor))


def first_for(state: State, seat: Seat, choice: Pavilion) -> int:
    """Find the first rumor of a kind that takes these treasures."""
    treasures = state.treasures[seat]
    fitting = [rumor for rumor in state.pavilion if RUMORS[rumor].kind == choice.kind]
    return next(rumor for rumor in fitting if choice.paid in payments(RUMORS[rumor].cost, treasures))


def take_rumor(state: State, seat: Seat, rumor: int) -> None:
    state.pavilion = less(state.pavilion, rumor)
    state.rumors = put(state.rumors, seat, plus(state.rumors[seat], rumor))


def pay(state: State, seat: Seat, paid: tuple[int, ...]) -> int:
    """Spend treasures and score them at once (NJ-15.2); give the honor."""
    spent = treasures_in(paid)
    state.treasures[seat] = without(state.treasures[seat], spent)
    discard(state, BAG, spent)
    honor = honor_of(paid)
    add_honor(state, seat, honor)
    return honor
