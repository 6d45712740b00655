"""What can be played against a guard: cards, modifiers and skills (NJ-9, NJ-13, NJ-21.17 to NJ-21.20)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from core.combining import Combination, Kit, Part
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
from core.games.ninjato.piles import less, plus

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
"""Every word of a play, in the order in which they are written."""


@lru_cache(maxsize=4096)
def skills_in(tiles: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([TILES[tile].skill for tile in tiles])


class Means(NamedTuple):
    """What a hand or skills bring to a kit: stocks, and the parts of which there are any."""

    stocks: tuple[int, ...]
    bases: tuple[Part, ...]
    setters: tuple[Part, ...]
    adders: tuple[Part, ...]


def kit_of(hand: tuple[int, ...], ready: tuple[int, ...], marks: tuple[int, ...], *, stealth: bool) -> Kit:
    """Say what can be put together with a hand and the tiles that are ready, against guards."""
    cards, skills = means_of_hand(hand), means_of_tiles(ready)
    return Kit(
        cards.stocks + skills.stocks,
        cards.bases + skills.bases,
        skills.setters,
        cards.adders + skills.adders,
        marks,
        stealth,
    )


@lru_cache(maxsize=2048)
def means_of_hand(hand: tuple[int, ...]) -> Means:
    places = {STOCK_OF_VALUE[value] for value in hand}
    bases, adders = (tuple([part for part in parts if part[1] in places]) for parts in (BASES, ADDERS))
    return Means(tuple([hand.count(value) for value in DOJO_VALUES]), bases, (), adders)


@lru_cache(maxsize=2048)
def means_of_tiles(tiles: tuple[int, ...]) -> Means:
    skills = skills_in(tiles)
    bases, setters, adders = (
        tuple([part for part in parts if part[1] - FIRST_SKILL in skills])
        for parts in (BASES, SETTERS, ADDERS)
    )
    return Means(tuple([skills.count(skill) for skill in range(len(SKILLS))]), bases, setters, adders)


def total_of(play: Combination) -> int:
    """Add up a play that is known to be possible (NJ-21.17)."""
    total = 0
    for word in play.parts:
        part = PARTS[word]
        total = total + part[2] if part in ADDERS else part[2]
    return total


@cache
def values_of(guard: int, parts: tuple[int, ...], *, stealth: bool) -> tuple[int, ...]:
    """Give the values of those guards on a card that are not beaten, for the present mode (NJ-11.2)."""
    values = GUARDS[guard].stealth if stealth else GUARDS[guard].force
    return tuple([values[part] for part in parts])


# What can be reached -------------------------------------------------------------------------


class Reach(NamedTuple):
    """The highest and the lowest value a single play can come to, and whether the mode can change."""

    highest: int
    lowest: int
    turns: bool


class Limits(NamedTuple):
    """What a single guard must be lower or higher than to be beaten, by force and by stealth."""

    force_below: int
    force_above: int  # by Seishin-teki
    stealth_above: int
    stealth_below: int  # by Seishin-teki


def _reaches(hand: tuple[int, ...], skills: tuple[int, ...], used: tuple[int, ...]) -> list[Reach]:
    """List what a play can reach, for each way to use Kuji-kiri first (NJ-21.11)."""
    found = [reach] if (reach := reach_of(hand, skills)) is not None else []
    if KUJI_KIRI in skills:
        spent = less(skills, KUJI_KIRI)
        for skill in dict.fromkeys(used):
            if skill != HENSOJUTSU:
                found += _reaches(hand, plus(spent, skill), less(used, skill))
    return found


def reach_of(hand: tuple[int, ...], skills: tuple[int, ...]) -> Reach | None:
    """Give the extremes of a single play; None: there is nothing to play."""
    span = span_of(hand, BORYAKU_VALUES if BORYAKU in skills else ())
    if span is None:
        return None
    up = skills.count(TAI_JUTSU) + 2 * skills.count(SHURIKEN_JUTSU)
    down = skills.count(TAI_JUTSU) + 2 * skills.count(SHINOBI_IRI)
    highest = span.highest_from_six if KENJUTSU in skills else span.highest
    lowest = span.lowest_from_none if INTONJUTSU in skills else span.lowest
    return Reach(highest + up, lowest - down, SEISHIN_TEKI in skills)


class Span(NamedTuple):
    """The extremes of a hand without skills, and where a skill sets its first card to six or to nothing."""

    highest: int
    highest_from_six: int
    lowest: int
    lowest_from_none: int


@lru_cache(maxsize=2048)
def span_of(hand: tuple[int, ...], more: tuple[int, ...]) -> Span | None:
    """Look at a hand and other values to begin with; threes that are left over add or take away."""
    spare = hand.count(MODIFIER)
    starts = [(base, spare - (base == MODIFIER)) for base in dict.fromkeys(hand)]
    starts += [(value, spare) for value in more]
    if not starts:
        return None
    return Span(
        max([base + threes for base, threes in starts]),
        max([max(base, SET_BY[KENJUTSU]) + threes for base, threes in starts]),
        min([base - threes for base, threes in starts]),
        min([SET_BY[INTONJUTSU] - threes for _, threes in starts]),
    )


NEVER: Final = 99
"""Beyond all values of guards."""


def limits_of(hand: tuple[int, ...], ready: tuple[int, ...], used: tuple[int, ...]) -> Limits:
    """Say which guards can be beaten, with all that may help."""
    found = _reaches(hand, skills_in(ready), skills_in(used))
    turning = [reach for reach in found if reach.turns]
    return Limits(
        force_below=max([reach.highest for reach in found], default=-NEVER),
        force_above=min([reach.lowest for reach in turning], default=NEVER),
        stealth_above=min([reach.lowest for reach in found], default=NEVER),
        stealth_below=max([reach.highest for reach in turning], default=-NEVER),
    )
