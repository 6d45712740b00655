"""The palace and the pavilion: what treasures buy (NJ-15, NJ-16)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from core.games.ninjato.cards import BAG, ENVOYS, RUMORS
from core.games.ninjato.choices import Palace, Pavilion
from core.games.ninjato.costs import honor_of, payments, treasures_in
from core.games.ninjato.decks import discard
from core.games.ninjato.events import EnvoyWon, RumorBought
from core.games.ninjato.state import State, add_honor
from core.kinds import Choice, Seat
from core.piles import less, plus, put, without
from core.remembering import remembering


def court_options(state: State, seat: Seat) -> list[Choice]:
    """List every way to pay for every envoy and rumor there is.

    Of two rumors of a kind that take the same treasures the second one is named as a card.
    """
    options: list[Choice] = []
    if not state.treasures[seat]:
        return options
    purse, kind_before = purse_of[state.treasures[seat]], -1
    envoys, rumors = purse.envoys, purse.rumors
    for envoy in state.palace:
        options += envoys[envoy]
    for rumor in state.pavilion:
        ways, kind = rumors[rumor], KINDS[rumor]
        if ways:
            options += ways if kind != kind_before else named_apart(ways, options, rumor)
            kind_before = kind
    return options


KINDS: Final = tuple(rumor.kind for rumor in RUMORS)
"""By rumor; all of a kind lie together."""


def named_apart(ways: tuple[Pavilion, ...], others: list[Choice], rumor: int) -> list[Pavilion]:
    return [way if way not in others else replace(way, card=rumor) for way in ways]


class Purchases(Struct, frozen=True):
    """What treasures can buy: by envoy and by rumor, every way to pay."""

    envoys: tuple[tuple[Palace, ...], ...]
    rumors: tuple[tuple[Pavilion, ...], ...]


@remembering(2048)
def purse_of(treasures: tuple[int, ...]) -> Purchases:
    ways = {cost: payments(cost, treasures) for cost in COSTS}
    envoys = [[Palace(number, paid) for paid in ways[envoy.cost]] for number, envoy in enumerate(ENVOYS)]
    rumors = [[Pavilion(rumor.kind, paid) for paid in ways[rumor.cost]] for rumor in RUMORS]
    return Purchases(tuple(map(tuple, envoys)), tuple(map(tuple, rumors)))


COSTS: Final = {envoy.cost for envoy in ENVOYS} | {rumor.cost for rumor in RUMORS}


def visit_palace(state: State, seat: Seat, choice: Palace) -> None:
    state.palace = less(state.palace, choice.envoy)
    state.envoys = put(state.envoys, seat, plus(state.envoys[seat], choice.envoy))
    honor = pay(state, seat, choice.paid)
    state.events.append(EnvoyWon(seat, choice.envoy, choice.paid, honor))


def visit_pavilion(state: State, seat: Seat, choice: Pavilion) -> None:
    rumor = choice.card if choice.card >= 0 else first_for(state, seat, choice)
    take_rumor(state, seat, rumor)
    honor = pay(state, seat, choice.paid)
    state.events.append(RumorBought(seat, rumor, choice.paid, honor))


def first_for(state: State, seat: Seat, choice: Pavilion) -> int:
    """Find the first rumor of a kind that takes these treasures."""
    ways = purse_of[state.treasures[seat]].rumors
    return next(rumor for rumor in state.pavilion if choice in ways[rumor])


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
