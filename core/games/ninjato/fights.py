"""What can be played against a guard: cards, modifiers and skills (NJ-9, NJ-13, NJ-21.17 to NJ-21.20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import Struct

from core.decisions import Combination, Kit, Part
from core.games.ninjato.board import DOJO_VALUES, MODIFIER
from core.games.ninjato.cards import (
    BORYAKU,
    GUARDS,
    HENSOJUTSU,
    INTONJUTSU,
    KENJUTSU,
    KUJI_KIRI,
    SEISHIN_TEKI,
    SHINOBI_IRI,
    SHURIKEN_JUTSU,
    SKILLS,
    TAI_JUTSU,
    TILES,
)
from core.piles import less, plus
from core.remembering import cached, remembering

BORYAKU_VALUES: Final = (2, 4)
MODIFIERS: Final = ((f"+{MODIFIER}", 1), (f"-{MODIFIER}", -1))
SET_BY: Final = {KENJUTSU: 6, INTONJUTSU: 0}
ADDED_BY: Final = (
    (TAI_JUTSU, "+", 1),
    (TAI_JUTSU, "-", -1),
    (SHINOBI_IRI, "", -2),
    (SHURIKEN_JUTSU, "", 2),
)
# Stocks of a kit: the dojo cards by value, then the skills by number.
STOCK_OF_VALUE: Final = {value: place for place, value in enumerate(DOJO_VALUES)}
FIRST_SKILL: Final = len(DOJO_VALUES)

BASES: Final[tuple[Part, ...]] = (
    *((str(value), STOCK_OF_VALUE[value], value) for value in DOJO_VALUES),
    *((f"{SKILLS[BORYAKU]}={value}", FIRST_SKILL + BORYAKU, value) for value in BORYAKU_VALUES),
)
SETTERS: Final[tuple[Part, ...]] = tuple(
    (SKILLS[skill], FIRST_SKILL + skill, value) for skill, value in SET_BY.items()
)
ADDERS: Final[tuple[Part, ...]] = (
    *((word, STOCK_OF_VALUE[MODIFIER], worth) for word, worth in MODIFIERS),
    *((f"{SKILLS[skill]}{sign}", FIRST_SKILL + skill, worth) for skill, sign, worth in ADDED_BY),
)
PARTS: Final = {part[0]: part for part in (*BASES, *SETTERS, *ADDERS)}
"""Every word of a play, in writing order."""
ADDED: Final = {word for word, _, _ in ADDERS}
CARD_BEHIND: Final = {word: DOJO_VALUES[stock] for word, stock, _ in PARTS.values() if stock < FIRST_SKILL}
"""By word of a play: the dojo card that is spent for it; all others are skills."""


@cached(4096)
def skills_in(tiles: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([TILES[tile].skill for tile in tiles])


class Means(Struct, frozen=True):
    """What a hand or skills contribute to a kit: stocks, and the parts there are any of."""

    stocks: tuple[int, ...]
    bases: tuple[Part, ...]
    setters: tuple[Part, ...]
    adders: tuple[Part, ...]


def kit_of(hand: tuple[int, ...], ready: tuple[int, ...], marks: tuple[int, ...], *, stealth: bool) -> Kit:
    """Return what can be put together with a hand and the ready tiles, against guards."""
    cards, tiles = means_of_hand[hand], means_of_tiles[ready]
    return Kit(
        cards.stocks + tiles.stocks,
        cards.bases + tiles.bases,
        tiles.setters,
        cards.adders + tiles.adders,
        marks,
        stealth,
    )


@remembering(2048)
def means_of_hand(hand: tuple[int, ...]) -> Means:
    places = {STOCK_OF_VALUE[value] for value in hand}
    bases, adders = (tuple([part for part in parts if part[1] in places]) for parts in (BASES, ADDERS))
    return Means(tuple([hand.count(value) for value in DOJO_VALUES]), bases, (), adders)


@remembering(2048)
def means_of_tiles(tiles: tuple[int, ...]) -> Means:
    skills = skills_in(tiles)
    bases, setters, adders = (
        tuple([part for part in parts if part[1] - FIRST_SKILL in skills])
        for parts in (BASES, SETTERS, ADDERS)
    )
    return Means(tuple([skills.count(skill) for skill in range(len(SKILLS))]), bases, setters, adders)


def total_of(play: Combination) -> int:
    """Add up a play known to be possible (NJ-21.17)."""
    total = 0
    for word in play.parts:
        total = total + PARTS[word][2] if word in ADDED else PARTS[word][2]
    return total


ON_CARD: Final = tuple(tuple(range(len(guard.force))) for guard in GUARDS)
"""By card: the guards on it."""
VALUES: Final = tuple(guard.force for guard in GUARDS), tuple(guard.stealth for guard in GUARDS)
"""By mode and card: what these guards are worth."""


def values_of(guard: int, parts: tuple[int, ...], *, stealth: bool) -> tuple[int, ...]:
    """Return the values of the unbeaten guards on a card, in the current mode (NJ-11.2)."""
    values = VALUES[stealth][guard]
    return values if parts == ON_CARD[guard] else tuple(map(values.__getitem__, parts))


def hardest_of(marks: tuple[int, ...], total: int, *, stealth: bool) -> int:
    """Return the hardest of the guards that a play of this total beats."""
    if stealth:
        return min([mark for mark in marks if mark > total])
    return max([mark for mark in marks if mark < total])


# What can be reached -------------------------------------------------------------------------


class GuardLimits(NamedTuple):
    """What a single guard must be lower or higher than to be beaten, by force and by stealth."""

    force_below: int
    force_above: int  # by Seishin-teki
    stealth_above: int
    stealth_below: int  # by Seishin-teki


NEVER: Final = 99
"""Beyond all values of guards."""


def limits_of(hand: tuple[int, ...], arts: tuple[Arts, ...]) -> GuardLimits:
    """Return which guards can be beaten, with everything that may help."""
    highest, lowest, highest_turned, lowest_turned = -NEVER, NEVER, -NEVER, NEVER
    for values, sets_six, sets_none, up, down, turns in arts:
        span = span_of(hand, values)
        if span is not None:
            high = (span.highest_from_six if sets_six else span.highest) + up
            low = (span.lowest_from_none if sets_none else span.lowest) - down
            highest, lowest = max(highest, high), min(lowest, low)
            if turns:
                highest_turned, lowest_turned = max(highest_turned, high), min(lowest_turned, low)
    return GuardLimits(highest, lowest_turned, lowest, highest_turned)


class Arts(NamedTuple):
    """What skills do for a single play."""

    values: tuple[int, ...]  # that can replace a card
    sets_six: bool
    sets_none: bool
    up: int
    down: int
    turns: bool  # whether the mode can change


@cached(4096)
def arts_of(ready: tuple[int, ...], used: tuple[int, ...]) -> tuple[Arts, ...]:
    """List what tiles can do, for each way to use Kuji-kiri first (NJ-21.11)."""
    return tuple(dict.fromkeys(_arts(skills_in(ready), skills_in(used))))


def _arts(skills: tuple[int, ...], used: tuple[int, ...]) -> Iterator[Arts]:
    yield Arts(
        BORYAKU_VALUES if BORYAKU in skills else (),
        KENJUTSU in skills,
        INTONJUTSU in skills,
        up=skills.count(TAI_JUTSU) + 2 * skills.count(SHURIKEN_JUTSU),
        down=skills.count(TAI_JUTSU) + 2 * skills.count(SHINOBI_IRI),
        turns=SEISHIN_TEKI in skills,
    )
    if KUJI_KIRI in skills:
        spent = less(skills, KUJI_KIRI)
        for skill in dict.fromkeys(used):
            if skill != HENSOJUTSU:
                yield from _arts(plus(spent, skill), less(used, skill))


class Extremes(NamedTuple):
    """The extremes of a hand without skills, and where a skill sets its first card to six or to nothing."""

    highest: int
    highest_from_six: int
    lowest: int
    lowest_from_none: int


@cached(2048)
def span_of(hand: tuple[int, ...], more: tuple[int, ...]) -> Extremes | None:
    """Look at a hand and other values to start with; leftover threes add or subtract."""
    spare = hand.count(MODIFIER)
    starts = [(base, spare - (base == MODIFIER)) for base in dict.fromkeys(hand)]
    starts += [(value, spare) for value in more]
    if not starts:
        return None
    return Extremes(
        max([base + threes for base, threes in starts]),
        max([max(base, SET_BY[KENJUTSU]) + threes for base, threes in starts]),
        min([base - threes for base, threes in starts]),
        min([SET_BY[INTONJUTSU] - threes for _, threes in starts]),
    )
