"""Setting up a game (SG-2) and a year."""

from __future__ import annotations

from collections.abc import Mapping

from core.chance import Stream
from core.games.shogun.board import (
    ARMIES_OF_A_SEAT,
    CHESTS,
    DRAFT,
    EVENT_NUMBERS,
    EVENTS_A_YEAR,
    FILL_OF_A_SEAT,
    FILL_OF_PEASANTS,
    GROUPS,
    LAND,
    MOON,
    NO_CUBES,
    NO_EVENT,
    NOBODY,
    PEASANTS,
    PLAN,
    PLAYERS,
    READY_ARMIES,
    SEATS,
    SIDES,
    SPRING,
)
from core.games.shogun.events import EventsOpened, TowerFilled, YearBegan
from core.games.shogun.state import Cubes, ProvinceDraft, State, resting, set_owner
from core.games.shogun.steps import (
    BeginRound,
    BeginYear,
    DrawFirstPlayer,
    FillTower,
    OpenEvents,
)
from core.games.shogun.tower import EMPTY_TOWER, Landing, land, throw
from core.kinds import RulesError, Seat

OPTIONS: Mapping[str, tuple[str, ...]] = {"side": SIDES, "setup": ("ready", "draft")}
"""What can be agreed before a game; the first of each is the default."""


def new_game(seats: tuple[Seat, ...], options: Mapping[str, str]) -> State:
    """Lay out a table before anything has been drawn; the crank does the rest (SG-2.1)."""
    seats, side = seated(seats), SIDES.index(options["side"])
    if options["setup"] == "ready" and side == MOON:
        raise RulesError("sg-moon-needs-draft", "SG-2.4")
    state = bare_table(seats, side)
    if options["setup"] == "ready":
        for seat, armies in zip(seats, READY_ARMIES[len(seats)], strict=True):
            for province, number in armies.items():
                place_group(state, seat, province, number)
    else:
        begin_draft(state)
    return state


def seated(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Put the players in the order of their seats, if so many can play."""
    if len(seats) not in PLAYERS or sorted(set(seats)) != sorted(seats):
        raise RulesError("sg-players", "SG-1.1")
    return tuple(sorted(seats))


def bare_table(seats: tuple[Seat, ...], side: int) -> State:
    """Give everybody their pieces and leave the map empty."""
    return State(
        seats=seats,
        side=side,
        year=1,
        season=SPRING,
        phase=PLAN,
        owner=(NOBODY,) * len(LAND),
        armies=[0] * len(LAND),
        buildings=(0,) * len(LAND),
        revolts=(0,) * len(LAND),
        reserve=[*(ARMIES_OF_A_SEAT if seat in seats else 0 for seat in SEATS), PEASANTS],
        floors=EMPTY_TOWER,
        tray=NO_CUBES,
        peasants=PEASANTS,
        chests=[CHESTS[len(seats)] if seat in seats else 0 for seat in SEATS],
        rice=(0,) * len(SEATS),
        vp=(0,) * len(SEATS),
        events_open=(),
        events_gone=(),
        event=NO_EVENT,
        actions=(),
        action=-1,
        acting=0,
        track=(),
        held=(-1,) * len(SEATS),
        order=(),
        plans=(),
        won=(),
        draft=None,
        winners=(),
        agenda=[BeginYear(1), FillTower()],
        pending={},
        answers={},
        events=[],
        draws=0,
    )


def begin_draft(state: State) -> None:
    groups = tuple(GROUPS[len(state.seats)] if seat in state.seats else () for seat in SEATS)
    state.draft = ProvinceDraft(NOBODY, open=(), groups=groups)
    state.phase = DRAFT
    state.agenda.append(DrawFirstPlayer())


def place_group(state: State, seat: Seat, province: int, armies: int) -> None:
    """Put armies from the reserve into a province without an owner."""
    set_owner(state, province, seat)
    state.armies[province] = armies
    state.reserve[seat] -= armies


# The tower -----------------------------------------------------------------------------------


def first_throw(state: State) -> Cubes:
    """Count what fills the tower (SG-2.7)."""
    return (*(FILL_OF_A_SEAT if seat in state.seats else 0 for seat in SEATS), FILL_OF_PEASANTS)


def sample_fill(state: State, _step: FillTower, stream: Stream) -> Landing:
    return throw(state.floors, first_throw(state), stream)


def fill_tower(state: State, _step: FillTower, landing: Landing) -> None:
    """Throw the first cubes; what comes out goes back to the reserves (SG-2.8)."""
    thrown = first_throw(state)
    land(state, thrown, landing)
    for colour, number in enumerate(thrown):
        state.reserve[colour] += state.tray[colour] - number
    state.tray = NO_CUBES
    state.events.append(TowerFilled(resting(state)))


# A year --------------------------------------------------------------------------------------


def begin_year(state: State, step: BeginYear) -> None:
    state.year = step.year
    state.events.append(YearBegan(step.year))
    state.agenda += [BeginRound(SPRING), OpenEvents()]


def sample_events(state: State, _step: OpenEvents, stream: Stream) -> tuple[int, ...]:
    deck = [number for number in EVENT_NUMBERS if number not in state.events_gone]
    return tuple(stream.take(deck) for _ in range(EVENTS_A_YEAR))


def open_events(state: State, _step: OpenEvents, numbers: tuple[int, ...]) -> None:
    state.events_open = numbers
    state.events.append(EventsOpened(numbers))
