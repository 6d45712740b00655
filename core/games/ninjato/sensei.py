"""The sensei (NJ-14)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from core.games.ninjato.cards import ANY_CARD, TILES, Tile
from core.games.ninjato.choices import SENSEI, Sensei
from core.games.ninjato.dojo import spend_card
from core.games.ninjato.events import SkillLearned
from core.games.ninjato.piles import less, plus, put
from core.games.ninjato.state import State, tiles_of
from core.records import Choice, Seat


def sensei_options(state: State, seat: Seat) -> Iterable[Choice]:
    """List all lessons; two tiles of one skill may come to the same (NJ-14.1)."""
    options: dict[Choice, None] = {}
    if state.sensei:
        offers = lessons(state.hands[seat], styles_of(tiles_of(state, seat)))
        for tile in state.sensei:
            options |= offers[tile]
    return options


@lru_cache(maxsize=4096)
def styles_of(tiles: tuple[int, ...]) -> frozenset[str]:
    return frozenset([TILES[tile].style for tile in tiles])


@lru_cache(maxsize=4096)
def lessons(hand: tuple[int, ...], styles: frozenset[str]) -> tuple[dict[Choice, None], ...]:
    """By tile: pair it with every card that pays for it."""
    return tuple([{SENSEI[tile.skill][card]: None for card in prices(tile, hand, styles)} for tile in TILES])


def prices(tile: Tile, hand: tuple[int, ...], styles: frozenset[str]) -> Iterable[int]:
    """List the cards that pay for a tile; none is owed for a known style (NJ-14.3)."""
    if tile.style in styles:
        return (0,)
    return [card for card in dict.fromkeys(hand) if tile.price in (ANY_CARD, card)]


def visit_sensei(state: State, seat: Seat, choice: Sensei) -> None:
    """A tile just learned is ready at once (NJ-21.36)."""
    tile = next(tile for tile in state.sensei if TILES[tile].skill == choice.skill)
    state.sensei = less(state.sensei, tile)
    state.ready = put(state.ready, seat, plus(state.ready[seat], tile))
    if choice.card:
        spend_card(state, seat, choice.card)
    state.events.append(SkillLearned(seat, tile, choice.card))
