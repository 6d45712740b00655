"""The end of a round (NJ-17)."""

from __future__ import annotations

from typing import Final

from core.games.ninjato.board import (
    DATA,
    HOUSES,
    NEW_TREASURES,
    PALACE_SIZE,
    PAVILION_SIZE,
    ROUNDS,
    SCORING_ORDER,
)
from core.games.ninjato.cards import HENSOJUTSU, LARGE_STACK, SMALL_STACK, TILES
from core.games.ninjato.decks import discard
from core.games.ninjato.events import OrderSet, RoundEnded, SkillsForgotten
from core.games.ninjato.state import State, dojo_pile
from core.games.ninjato.steps import (
    AddTreasure,
    BeginRound,
    BeginScoring,
    EndRound,
    InviteEnvoy,
    MoveOn,
    OfferHensojutsu,
    OfferSkill,
    PostSentry,
    RefillPalace,
    RefillPavilion,
    SpreadRumor,
)
from core.kinds import Seat, Step
from core.piles import merged

LAST_SKILL_ROUND: Final = 4
"""The last round that offers tiles of the large stack; all later ones offer Hensojutsu (NJ-14.6)."""
HENSOJUTSU_OFFERED: Final[int] = DATA["display"]["hensojutsuPerRoundFrom5"]


def end_round(state: State, _step: EndRound) -> None:
    state.events.append(RoundEnded(state.round))
    state.order = next_order(state.order, dojo_pile(state.placed))
    state.events.append(OrderSet(state.order))
    state.placed = ()
    state.ready = tuple([merged(up, down) for up, down in zip(state.ready, state.used, strict=True)])
    state.used = ((),) * len(state.used)
    clear_sensei(state)
    following: list[Step] = [
        *new_skills(state),
        *(step for house in HOUSES if not state.houses[house].treasures for step in refilling(state, house)),
        RefillPalace(),
        RefillPavilion(),
        MoveOn(),
    ]
    state.agenda += following[::-1]


def next_order(order: tuple[Seat, ...], pile: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The dojo pile from top to bottom, then all others as they were (NJ-17.1, NJ-17.2)."""
    first = tuple(dict.fromkeys(reversed(pile)))
    return first + tuple([seat for seat in order if seat not in first])


def clear_sensei(state: State) -> None:
    """What nobody learned is out of the game; after the last round of skills all of the large stack is."""
    if state.sensei:
        state.events.append(SkillsForgotten(state.sensei))
    for tile in state.sensei:
        discard(state, SMALL_STACK if TILES[tile].skill == HENSOJUTSU else LARGE_STACK, (tile,))
    state.sensei = ()
    if state.round == LAST_SKILL_ROUND:
        discard(state, LARGE_STACK, state.decks[LARGE_STACK])
        state.decks[LARGE_STACK] = ()


def new_skills(state: State) -> list[Step]:
    if state.round < LAST_SKILL_ROUND:
        return [OfferSkill() for _ in state.seats]
    return [OfferHensojutsu()] * HENSOJUTSU_OFFERED if state.round < ROUNDS else []


def refilling(state: State, house: int) -> list[Step]:
    """Set an emptied house up again (NJ-17.7)."""
    sentry = [PostSentry(house)] if state.houses[house].sentry < 0 else []
    return [*[AddTreasure(house)] * NEW_TREASURES, *sentry]


def refill_palace(state: State, _step: RefillPalace) -> None:
    state.agenda += [InviteEnvoy()] * (PALACE_SIZE - len(state.palace))


def refill_pavilion(state: State, _step: RefillPavilion) -> None:
    state.agenda += [SpreadRumor()] * (PAVILION_SIZE - len(state.pavilion))


def move_on(state: State, _step: MoveOn) -> None:
    """The marker moves on; then the clans are scored or the next round begins (NJ-17.9)."""
    number = state.round
    state.round = min(number + 1, ROUNDS)
    state.agenda.append(BeginScoring(number) if number in SCORING_ORDER else BeginRound(number + 1))
