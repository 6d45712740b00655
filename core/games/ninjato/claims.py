"""Cards, tiles and treasures as a document names them, and how they are taken from their decks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from core.chance import InARow
from core.games.ninjato.board import CLANS, COLOURS, DOJO_VALUES, HOUSES, KINDS, SIDES, TOKEN_VALUES, TOKENS
from core.games.ninjato.cards import (
    BAG,
    DECKS,
    DOJO_DECK,
    ELITE_DECK,
    ELITES,
    ENVOY_DECK,
    ENVOY_NAMES,
    GUARD_DECK,
    GUARD_NAMES,
    GUARDS,
    HENSOJUTSU,
    LARGE_STACK,
    RUMOR_DECK,
    RUMOR_KINDS,
    RUMORS,
    SMALL_STACK,
    TILE_NAMES,
    TILES,
)
from core.games.ninjato.setup import new_game
from core.games.ninjato.state import Raiding, State
from core.kinds import InputError
from core.notation import number_of
from core.piles import less, plus
from core.spelling import Spelling


def guard_word(guard: int) -> int | str:
    """Write a regular guard as its value, if that is all there is to say."""
    name = GUARD_NAMES[guard]
    return int(name) if name.isdigit() else name


def guard_in(word: int | str) -> int:
    return number_of(str(word), GUARD_NAMES, "guard")


def tile_in(state: State, name: str) -> int:
    """Find a tile by name; a skill with several styles means one that still lies in its stack."""
    tiles = [number for number, tile in enumerate(TILES) if tile.name.startswith(name + "-")]
    free = [tile for tile in tiles if tile in state.decks[stack_of(tile)]]
    return free[0] if free else number_of(name, TILE_NAMES, "skill-tile")


def stack_of(tile: int) -> int:
    return SMALL_STACK if TILES[tile].skill == HENSOJUTSU else LARGE_STACK


RUMOR_WORDS: Final = tuple(f"{RUMOR_KINDS[rumor.kind]} {rumor.cost.replace('+', ' ')}" for rumor in RUMORS)


def rumor_in(state: State, words: str) -> int:
    """Find a rumor by its kind and cost, or one of its kind that still lies in the deck."""
    if words in RUMOR_KINDS:
        free = [rumor for rumor in state.decks[RUMOR_DECK] if RUMOR_WORDS[rumor].startswith(words + " ")]
        if free:
            return free[0]
    return number_of(words, RUMOR_WORDS, "rumor")


def card_words(deck: int, cards: Iterable[int]) -> list[int | str]:
    """Write cards of a deck as they are written everywhere else."""
    if deck == DOJO_DECK:
        return list(cards)
    if deck in (GUARD_DECK, ELITE_DECK):
        return [guard_word(guard) for guard in cards]
    return [CARD_NAMES[deck][card] for card in cards]


CARD_NAMES: Final[dict[int, tuple[str, ...]]] = {
    BAG: KINDS,
    LARGE_STACK: TILE_NAMES,
    SMALL_STACK: TILE_NAMES,
    ENVOY_DECK: ENVOY_NAMES,
    RUMOR_DECK: RUMOR_WORDS,
}


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
    """Take cards from a deck for another place."""
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


def token_words(token: int) -> str:
    clan, value = TOKENS[token]
    return f"{CLANS[clan]} {value}"


def token_in(words: str) -> int:
    clan, _, value = words.partition(" ")
    values = tuple(map(str, TOKEN_VALUES))
    place = number_of(value, values, "value-of-a-clan-token")
    return TOKENS.index((number_of(clan, CLANS, "clan"), TOKEN_VALUES[place]))


class RaidPart(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a document says about the raid under way."""

    house: Annotated[int, Meta(ge=1, le=len(HOUSES))]
    side: str
    carried: list[str] = []
    guard: int | str | None = None
    parts: list[Annotated[int, Meta(ge=0, le=1)]] | None = None
    drawn: list[int | str] | None = None


def raid_words(raid: Raiding | None) -> dict[str, Any]:
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


def raid_in(state: State, part: RaidPart) -> Raiding:
    house = part.house - 1
    guard = guard_in(part.guard) if part.guard is not None else -1
    drawn = part.drawn
    if drawn is None:
        drawn = [part.guard] if part.guard is not None and guard != state.houses[house].sentry else []
    cards: tuple[int, ...] = ()
    for word in drawn:
        cards = plus(cards, *claim(state, ELITE_DECK if guard_in(word) in ELITES else GUARD_DECK, [word]))
    guards = range(len(GUARDS[guard].force)) if guard >= 0 else ()
    return Raiding(
        house=house,
        stealth=bool(number_of(part.side, SIDES, "side-of-a-house")),
        carried=claim_pile(state, BAG, part.carried),
        guard=guard,
        parts=tuple(part.parts if part.parts is not None else guards),
        drawn=cards,
    )


RAID: Final = Spelling(RaidPart, lambda _, raid: raid_words(raid), raid_in)


def read_outcome(kind: str, value: Any) -> Any:
    """Read forced chance results: an order, the tokens of the houses, or cards one after the other."""
    if kind == "order":
        return tuple(number_of(name, COLOURS, "colour") for name in value)
    if kind == "tokens":
        return tuple(token_in(words) for words in value)
    deck = DOJO_DECK if kind == "row" else number_of(kind, DECKS, "kind-of-draw")
    fresh = new_game((0, 1), {})
    return InARow(card_in(fresh, deck, word) for word in (value if isinstance(value, list) else [value]))
