"""Cards, tiles and treasures as a document names them, taken out of their decks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.chance import InARow
from core.games.ninjato.board import CLANS, COLOURS, DOJO_VALUES, KINDS, TOKEN_VALUES, TOKENS
from core.games.ninjato.cards import (
    BAG,
    DECKS,
    DOJO_DECK,
    ELITE_DECK,
    ENVOY_DECK,
    ENVOY_NAMES,
    GUARD_DECK,
    GUARD_NAMES,
    HENSOJUTSU,
    LARGE_STACK,
    RUMOR_DECK,
    RUMOR_KINDS,
    RUMORS,
    SMALL_STACK,
    TILE_NAMES,
    TILES,
)
from core.games.ninjato.piles import less
from core.games.ninjato.position import rumor_words
from core.games.ninjato.setup import new_game
from core.games.ninjato.state import State
from core.notation import number_of
from core.records import InputError


def guard_in(word: int | str) -> int:
    return number_of(str(word), GUARD_NAMES, "guard")


def tile_in(state: State, name: str) -> int:
    """Find a tile by name; a skill of several styles is one that still lies in its stack."""
    tiles = [number for number, tile in enumerate(TILES) if tile.name.startswith(name + "-")]
    free = [tile for tile in tiles if tile in state.decks[stack_of(tile)]]
    return free[0] if free else number_of(name, TILE_NAMES, "skill-tile")


def stack_of(tile: int) -> int:
    return SMALL_STACK if TILES[tile].skill == HENSOJUTSU else LARGE_STACK


def rumor_in(state: State, words: str) -> int:
    """Find a rumor by its kind and cost, or one of its kind that still lies in the deck."""
    names = [rumor_words(rumor) for rumor in range(len(RUMORS))]
    if words in RUMOR_KINDS:
        free = [rumor for rumor in state.decks[RUMOR_DECK] if names[rumor].startswith(words + " ")]
        if free:
            return free[0]
    return number_of(words, names, "rumor")


def card_in(state: State, deck: int, word: int | str) -> int:
    if deck == DOJO_DECK:
        return DOJO_VALUES[number_of(str(word), tuple(map(str, DOJO_VALUES)), "dojo-card")]
    if deck in (GUARD_DECK, ELITE_DECK):
        return guard_in(word)
    if deck == BAG:
        return number_of(str(word), KINDS, "treasure")
    if deck == ENVOY_DECK:
        return number_of(str(word), ENVOY_NAMES, "envoy")
    return rumor_in(state, str(word)) if deck == RUMOR_DECK else tile_in(state, str(word))


def claim(state: State, deck: int, words: Iterable[int | str]) -> tuple[int, ...]:
    """Take cards out of a deck for some other place."""
    claimed = []
    for word in words:
        card = card_in(state, deck, word)
        if card not in state.decks[deck]:
            msg = f"There are not that many '{word}' in the {DECKS[deck]}."
            raise InputError(msg)
        state.decks[deck] = less(state.decks[deck], card)
        claimed.append(card)
    return tuple(claimed)


def claim_tiles(state: State, names: Iterable[str]) -> tuple[int, ...]:
    return tuple([card for name in names for card in claim(state, stack_of(tile_in(state, name)), [name])])


def claim_pile(state: State, deck: int, words: Iterable[int | str]) -> tuple[int, ...]:
    return tuple(sorted(claim(state, deck, words)))


def token_in(words: str) -> int:
    clan, _, value = words.partition(" ")
    values = tuple(map(str, TOKEN_VALUES))
    place = number_of(value, values, "value-of-a-clan-token")
    return TOKENS.index((number_of(clan, CLANS, "clan"), TOKEN_VALUES[place]))


def read_outcome(kind: str, value: Any) -> Any:
    """Read forced chance results: an order, the tokens of the houses, or cards one after the other."""
    if kind == "order":
        return tuple(number_of(name, COLOURS, "colour") for name in value)
    if kind == "tokens":
        return tuple(token_in(words) for words in value)
    deck = DOJO_DECK if kind == "row" else number_of(kind, DECKS, "kind-of-draw")
    fresh = new_game((0, 1), {})
    return InARow(card_in(fresh, deck, word) for word in (value if isinstance(value, list) else [value]))
