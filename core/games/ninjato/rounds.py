"""Rounds: where a shuriken can go, who is next (NJ-4), and the end of a round (NJ-17)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.decisions import ChooseOne, Decision
from core.games.ninjato import board, choices
from core.games.ninjato.board import (
    DATA,
    HOUSES,
    NEW_TREASURES,
    PALACE_SIZE,
    PAVILION_SIZE,
    ROUNDS,
    SCORING_ORDER,
    SHURIKEN,
    TURNS,
    side_of,
)
from core.games.ninjato.cards import HENSOJUTSU, LARGE_STACK, SMALL_STACK, TILES
from core.games.ninjato.choices import DOJO
from core.games.ninjato.events import OrderSet, RoundBegan, RoundEnded, ShurikenPlaced, SkillsForgotten
from core.games.ninjato.places import court_options, visit_dojo, visit_palace, visit_pavilion
from core.games.ninjato.raid import begin_raid, raid_options
from core.games.ninjato.skills import sensei_options, visit_sensei
from core.games.ninjato.state import State, discard, dojo_pile, shuriken_on_board
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
    TakeTurn,
)
from core.kinds import Choice, Seat, Step
from core.piles import merged

LAST_SKILL_ROUND: Final = 4
"""The last round that offers tiles from the large stack; all later ones offer Hensojutsu (NJ-14.6)."""
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


# Turns ---------------------------------------------------------------------------------------


def begin_round(state: State, step: BeginRound) -> None:
    state.round = min(step.number, ROUNDS)
    state.phase = TURNS
    state.active = state.order[0]
    state.events.append(RoundBegan(step.number))
    state.agenda.append(TakeTurn(state.active))


def ask_turn(state: State, step: TakeTurn) -> dict[Seat, Decision]:
    """Offer every location whose action can be carried out (NJ-21.10); the dojo always is one."""
    seat = state.active = step.seat
    options = (
        DOJO,
        *sensei_options(state, seat),
        *raid_options(state, seat),
        *court_options(state, seat),
    )
    return {seat: ChooseOne("turn", "NJ-4.2", options)}


def take_turn(state: State, _step: TakeTurn, seat: Seat, choice: Choice) -> None:
    """Lay the shuriken where nothing is in its way (NJ-4.5), and do what it came for."""
    location = location_of(choice)
    state.placed += ((seat, location),)
    state.events.append(ShurikenPlaced(seat, location))
    state.agenda.append(after_turn(state, seat))
    VISITS[type(choice)](state, seat, choice)


def location_of(choice: Choice) -> int:
    if type(choice) is choices.Raid:
        return SIDES_OF[choice.house][choice.stealth]
    return LOCATIONS[type(choice)]


SIDES_OF: Final = tuple(
    (side_of(house, stealth=False), side_of(house, stealth=True)) for house in board.HOUSES
)
LOCATIONS: Final[dict[type[Choice], int]] = {
    choices.Dojo: board.DOJO,
    choices.Sensei: board.SENSEI,
    choices.Palace: board.PALACE,
    choices.Pavilion: board.PAVILION,
}


VISITS: Final[dict[type[Choice], Callable[[State, Seat, Any], None]]] = {
    choices.Dojo: visit_dojo,
    choices.Sensei: visit_sensei,
    choices.Palace: visit_palace,
    choices.Pavilion: visit_pavilion,
    choices.Raid: begin_raid,
}


def after_turn(state: State, seat: Seat) -> Step:
    """Go to the next player in turn order with a shuriken left, or end the round (NJ-4.3)."""
    order, owners = state.order, shuriken_on_board(state)
    for other in (order + order)[order.index(seat) + 1 :]:
        if owners.count(other) < SHURIKEN:
            return TURN_OF[other]
    return EndRound()


TURN_OF: Final = tuple(map(TakeTurn, board.SEATS))
