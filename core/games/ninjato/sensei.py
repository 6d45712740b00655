"""The sensei (NJ-14)."""

from __future__ import annotations

from functools import lru_cache

from core.games.ninjato.board import SENSEI as AT_SENSEI
from core.games.ninjato.cards import ANY_CARD, TILES
from core.games.ninjato.choices import SENSEI, Sensei
from core.games.ninjato.dojo import spend_card
from core.games.ninjato.events import SkillLearned
from core.games.ninjato.piles import less, plus, put
from core.games.ninjato.placing import place_shuriken
from core.games.ninjato.state import State, tiles_of
from core.records import Choice, Seat


def sensei_options(state: State, seat: Seat) -> tuple[Choice, ...]:
    if not state.sensei:
        return ()
    return lessons(state.sensei, frozenset(state.hands[seat]), styles_of(tiles_of(state, seat)))


@lru_cache(maxsize=4096)
def styles_of(tiles: tuple[int, ...]) -> frozenset[str]:
    return frozenset([TILES[tile].style for tile in tiles])


@lru_cache(maxsize=4096)
def lessons(sensei: tuple[int, ...], hand: frozenset[int], styles: frozenset[str]) -> tuple[Choice, ...]:
    """Pair every skill on offer with every card that pays for it; no card is owed for a known style."""
    options: dict[Choice, None] = {}
    for number in sensei:
        tile = TILES[number]
        if tile.style in styles:
            options[SENSEI[tile.skill][0]] = None
        else:
            cards = sorted(hand) if tile.price == ANY_CARD else [tile.price] if tile.price in hand else ()
            options.update(dict.fromkeys([SENSEI[tile.skill][card] for card in cards]))
    return tuple(options)


def visit_sensei(state: State, seat: Seat, choice: Sensei) -> None:
    """A tile just learned is ready at once (NJ-21.36)."""
    place_shuriken(state, seat, AT_SENSEI)
    tile = next(tile for tile in state.sensei if TILES[tile].skill == choice.skill)
    state.sensei = less(state.sensei, tile)
    state.ready = put(state.ready, seat, plus(state.ready[seat], tile))
    if choice.card:
        spend_card(state, seat, choice.card)
    state.events.append(SkillLearned(seat, tile, choice.card))
