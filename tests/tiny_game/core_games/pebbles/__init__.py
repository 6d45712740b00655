"""Pebbles, the smallest game with a sealed and an open choice; rules.md has all of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from core.chance import Rng
from core.deals import PromiseBook
from core.decisions import ChooseOne, Decision
from core.flow import Rules, Sealing, advance
from core.game import Game
from core.kinds import Choice, Count, Dice, Event, GameEnded, RulesError, Seat, Step, Viewer, named
from core.notation import AMOUNT, name_among, read_choice, readers_of, writers_of
from core.observe import state_from

SEATS: Final = ("red", "blue", "yellow", "green")
ROUNDS: Final = 2
HIDDEN: Final = (1, 2, 3)


class Hide(Choice, frozen=True):
    """Choice: hide this many pebbles."""

    pebbles: int


class Rob(Choice, frozen=True):
    """Choice: take a point from somebody."""

    seat: Seat


class HidePebbles(Step, frozen=True):
    """Everybody hides pebbles at once."""


class OpenFists(Step, frozen=True):
    """Everybody shows what they have hidden."""


class TakePoint(Step, frozen=True):
    """The last player takes a point."""


class FistsOpened(Event, frozen=True):
    """All pebbles are seen."""

    reveals: ClassVar[bool] = True
    fists: tuple[tuple[Seat, Count], ...]


class PointTaken(Event, frozen=True):
    """Somebody was robbed."""

    seat: Seat
    victim: Seat


class State(Struct):
    """Everything that is true."""

    seats: tuple[Seat, ...]
    round: int
    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    agenda: list[Step]
    pending: Mapping[Seat, Decision] = {}
    answers: Mapping[Seat, Choice] = {}
    events: list[Event] = []
    draws: int = 0

    def clone(self) -> State:
        return replace(self, agenda=self.agenda[:], events=self.events[:])


class View(Struct, frozen=True, array_like=True):
    """What one pair of eyes may know."""

    seats: tuple[Seat, ...]
    round: int
    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    agenda: tuple[Step, ...]
    to_act: tuple[Seat, ...]
    sealed: tuple[Seat, ...]
    viewer: Viewer = None
    answer: Choice | None = None
    decision: Decision | None = None
    standing: tuple[Decision, ...] = ()


def new_game(seats: tuple[Seat, ...], _options: Mapping[str, str]) -> State:
    return State(seats, 1, (0,) * len(SEATS), (), [OpenFists(), HidePebbles()])


def hide_pebbles(state: State, _step: HidePebbles) -> dict[Seat, Decision]:
    return {seat: ChooseOne("pb-hide", "PB-1.1", tuple(map(Hide, HIDDEN))) for seat in state.seats}


def open_fists(state: State, _step: OpenFists) -> None:
    """Let everybody score whose number nobody else has (PB-1.2)."""
    fists = {seat: answer.pebbles for seat, answer in state.answers.items() if isinstance(answer, Hide)}
    alone = {seat: number for seat, number in fists.items() if [*fists.values()].count(number) == 1}
    state.points = tuple(points + alone.get(seat, 0) for seat, points in enumerate(state.points))
    state.answers = {}
    state.events.append(FistsOpened(tuple(fists.items())))
    state.agenda.append(TakePoint())


def last_of(state: State) -> Seat:
    return min(state.seats, key=lambda seat: state.points[seat])


def take_point(state: State, _step: TakePoint) -> dict[Seat, Decision]:
    robber = last_of(state)
    victims = tuple(Rob(seat) for seat in state.seats if seat != robber)
    return {robber: ChooseOne("pb-rob", "PB-1.3", victims)}


def rob(state: State, _step: TakePoint, seat: Seat, choice: Rob) -> None:
    change = {seat: 1, choice.seat: -1}
    state.points = tuple(points + change.get(one, 0) for one, points in enumerate(state.points))
    state.events.append(PointTaken(seat, choice.seat))
    if state.round < ROUNDS:
        state.round += 1
        state.agenda += [OpenFists(), HidePebbles()]
        return
    best = max(state.points[one] for one in state.seats)
    state.winners = tuple(one for one in state.seats if state.points[one] == best)
    state.events.append(GameEnded(state.winners, tuple((one, state.points[one]) for one in state.seats)))


def explain(state: State, seat: Seat, _choice: Choice) -> RulesError:
    return RulesError("nothing-to-decide", seat=named("clan", SEATS[seat]))


def public_view(state: State) -> View:
    table = state.seats, state.round, state.points, state.winners
    return View(*table, tuple(state.agenda), tuple(state.pending), tuple(sorted(state.answers)))


def own_view(state: State, public: View, viewer: Viewer) -> View:
    if viewer is None:
        return public
    own = state.answers.get(viewer), state.pending.get(viewer)
    return replace(public, viewer=viewer, answer=own[0], decision=own[1])


def public_part(view: View) -> View:
    return replace(view, viewer=None, answer=None, decision=None)


def determinise(view: View, _dice: Dice) -> State:
    return state_from(view, State)


def write_position(state: State) -> dict[str, Any]:
    fists = {
        SEATS[seat]: answer.pebbles for seat, answer in state.answers.items() if isinstance(answer, Hide)
    }
    return {
        "round": state.round,
        "points": list(state.points),
        "is_open": TakePoint() in state.agenda,
        "winners": list(state.winners),
        "fists": fists,
    }


def read_position(document: Mapping[str, Any], seats: tuple[Seat, ...], rng: Rng) -> State:
    state = new_game(seats, {})
    state.round, state.points = document["round"], tuple(document["points"])
    state.winners = tuple(document.get("winners", ()))
    state.answers = {SEATS.index(name): Hide(number) for name, number in document.get("fists", {}).items()}
    if state.winners or document.get("is_open"):
        state.agenda = [] if state.winners else [TakePoint()]
    advance(RULES, state, rng)
    return state


LINES: Final = {"hide": (Hide, (AMOUNT,)), "rob": (Rob, (name_among(SEATS, "clan"),))}
WRITERS: Final = writers_of({}, LINES)

RULES: Final = Rules(
    act={HidePebbles: hide_pebbles, OpenFists: open_fists, TakePoint: take_point},
    take={TakePoint: rob},
    sealed={HidePebbles: Sealing(lambda *_: Hide(HIDDEN[0]), size=64)},
    draw={},
    standing=lambda *_: (),
    free={},
    explain=explain,
)

GAME: Final = Game(
    name="pebbles",
    version=1,
    seat_names=SEATS,
    players=(2, 3, 4),
    options={},
    rules=RULES,
    new_game=new_game,
    line_of=lambda choice: WRITERS[type(choice)](choice),
    choice_of=lambda line: read_choice(line, {}, readers_of(LINES, "pb-form")),
    read_position=read_position,
    write_position=write_position,
    facts=write_position,
    public_view=public_view,
    own_view=own_view,
    public_part=public_part,
    determinise=determinise,
    view_type=View,
    step_type=HidePebbles | OpenFists | TakePoint,
    event_type=FistsOpened | PointTaken | GameEnded,
    check=lambda _: None,
    score=lambda state: {seat: state.points[seat] for seat in state.seats},
    promises=PromiseBook({}, lambda state: (state.round,), allows_goods=False),
)
