"""Skills: the sensei who teaches them (NJ-14), and those used on their own in a raid (NJ-13.11 to NJ-13.14).

Those used in a play are in fights.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from core.games.ninjato.board import RED
from core.games.ninjato.cards import ANY_CARD, CHOHO, HENSOJUTSU, KUJI_KIRI, SEISHIN_TEKI, TILES
from core.games.ninjato.choices import FOCUS, READY, SENSEI, SWAP, Focus, Sensei, Swap, TurnUp
from core.games.ninjato.events import (
    ModeChanged,
    SkillLearned,
    SkillReadied,
    TreasuresSwapped,
    TreasureTurned,
)
from core.games.ninjato.fights import skills_in
from core.games.ninjato.places import spend_card
from core.games.ninjato.state import State, put_treasures
from core.kinds import Choice, Seat
from core.piles import less, plus, put
from core.remembering import remembering


def raid_skills(state: State, seat: Seat) -> list[Choice]:
    """List what can be used besides a play (NJ-21.26)."""
    skills = used_apart[state.ready[seat]]
    if not skills:
        return []
    focus: list[Choice] = [FOCUS] if SEISHIN_TEKI in skills else []
    return focus + swaps_and_readies(state, seat, skills)


def saving_skills(state: State, seat: Seat) -> list[Choice]:
    """List what can still be used after a guard has won (NJ-21.26)."""
    return swaps_and_readies(state, seat, used_apart[state.ready[seat]])


def swaps_and_readies(state: State, seat: Seat, skills: frozenset[int]) -> list[Choice]:
    swaps = swaps_of(state) if CHOHO in skills else []
    return swaps + readied_by(state.used[seat]) if KUJI_KIRI in skills else swaps


@remembering(4096)
def used_apart(tiles: tuple[int, ...]) -> frozenset[int]:
    """Name the skills of tiles that are not part of a play."""
    return frozenset((SEISHIN_TEKI, CHOHO, KUJI_KIRI)).intersection(skills_in(tiles))


def swaps_of(state: State) -> list[Choice]:
    """Swap any treasure on the shuriken with any in the house, if there are any (NJ-21.29)."""
    assert state.raid is not None
    house = dict.fromkeys(state.houses[state.raid.house].treasures)
    return [SWAP[own][theirs] for own in dict.fromkeys(state.raid.carried) for theirs in house]


def readied_by(used: tuple[int, ...]) -> list[Choice]:
    """List what Kuji-kiri can turn face up."""
    return [READY[skill] for skill in dict.fromkeys(skills_in(used)) if skill != HENSOJUTSU]


def use_skill(state: State, seat: Seat, choice: Choice) -> None:
    USES[type(choice)](state, seat, choice)


def use_tile(state: State, seat: Seat, skill: int) -> None:
    """Turn a tile of a skill face down (NJ-13.1)."""
    ready = state.ready[seat]
    tile = ready[skills_in(ready).index(skill)]
    state.ready = put(state.ready, seat, less(ready, tile))
    state.used = put(state.used, seat, plus(state.used[seat], tile))


def use_seishin_teki(state: State, seat: Seat, _choice: Focus) -> None:
    assert state.raid is not None
    use_tile(state, seat, SEISHIN_TEKI)
    state.raid = replace(state.raid, stealth=not state.raid.stealth)
    state.events.append(ModeChanged(seat, state.raid.stealth))


def use_kuji_kiri(state: State, seat: Seat, choice: TurnUp) -> None:
    """Another tile is turned face up before this one is turned down, so never itself (NJ-21.30)."""
    used = state.used[seat]
    tile = used[skills_in(used).index(choice.skill)]
    state.used = put(state.used, seat, less(used, tile))
    use_tile(state, seat, KUJI_KIRI)
    state.ready = put(state.ready, seat, plus(state.ready[seat], tile))
    state.events.append(SkillReadied(seat, choice.skill))


def use_choho(state: State, seat: Seat, choice: Swap) -> None:
    """Swap, then turn neutral treasure red until there is as much red as before (NJ-21.28)."""
    assert state.raid is not None
    use_tile(state, seat, CHOHO)
    house = state.raid.house
    treasures = state.houses[house].treasures
    put_treasures(state, house, plus(less(treasures, choice.theirs), choice.own))
    state.raid = replace(state.raid, carried=plus(less(state.raid.carried, choice.own), choice.theirs % RED))
    state.events.append(TreasuresSwapped(seat, choice.own, choice.theirs))
    if choice.theirs >= RED:
        turn_red(state, house)


def turn_red(state: State, house: int) -> None:
    """Turn the most valuable neutral treasure of a house, if it has one."""
    treasures = state.houses[house].treasures
    neutral = [treasure for treasure in treasures if treasure < RED]
    if neutral:
        put_treasures(state, house, plus(less(treasures, neutral[-1]), neutral[-1] + RED))
        state.events.append(TreasureTurned(house, neutral[-1]))


USES: Final[dict[type[Choice], Callable[[State, Seat, Any], None]]] = {
    Focus: use_seishin_teki,
    TurnUp: use_kuji_kiri,
    Swap: use_choho,
}


# The sensei ----------------------------------------------------------------------------------


def sensei_options(state: State, seat: Seat) -> Iterable[Choice]:
    """Pair every tile on offer with every card that pays for it; a known style costs none (NJ-14.3)."""
    options: dict[Choice, None] = {}  # two tiles of one skill may give the same option
    if state.sensei:
        styles = styles_of[state.ready[seat] + state.used[seat]]
        lessons = lessons_for[state.hands[seat]]
        for tile in state.sensei:
            options |= FREE[tile] if STYLES[tile] in styles else lessons[tile]
    return options


@remembering(4096)
def styles_of(tiles: tuple[int, ...]) -> frozenset[str]:
    return frozenset([TILES[tile].style for tile in tiles])


@remembering(2048)
def lessons_for(hand: tuple[int, ...]) -> tuple[dict[Choice, None], ...]:
    """By tile: the lessons that the cards of a hand pay for."""
    return tuple(
        [
            {SENSEI[tile.skill][card]: None for card in hand if tile.price in (ANY_CARD, card)}
            for tile in TILES
        ]
    )


FREE: Final[tuple[dict[Choice, None], ...]] = tuple({SENSEI[tile.skill][0]: None} for tile in TILES)
"""By tile: the lesson that costs no card."""
STYLES: Final = tuple(tile.style for tile in TILES)


def visit_sensei(state: State, seat: Seat, choice: Sensei) -> None:
    """A tile just learned is ready at once (NJ-21.36)."""
    tile = state.sensei[skills_in(state.sensei).index(choice.skill)]
    state.sensei = less(state.sensei, tile)
    state.ready = put(state.ready, seat, plus(state.ready[seat], tile))
    if choice.card:
        spend_card(state, seat, choice.card)
    state.events.append(SkillLearned(seat, tile, choice.card))
