"""A document, as people and programs write it, as a table of Shogun."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import gt
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from core import flow
from core.chance import Rng, SeededRng
from core.games.shogun import steps
from core.games.shogun.board import (
    ACT,
    ACTIONS,
    ARMIES_OF_A_SEAT,
    BUILDINGS,
    CARDS,
    COLOURS,
    DRAFT,
    EVENT_NUMBERS,
    EVENTS_A_YEAR,
    GREEN,
    HUNGER,
    NO_CARD,
    NOBODY,
    ORDER,
    OVER,
    PEASANTS,
    PHASES,
    PLACES,
    PLAN,
    PROVINCES,
    SEASONS,
    SEAT_NAMES,
    SEATS,
    SIDES,
    SPECIAL_NAMES,
    WINTER,
    YEARS,
)
from core.games.shogun.notation import choice_of
from core.games.shogun.planning import card_named, name_of_card
from core.games.shogun.rules import RULES
from core.games.shogun.setup import bare_table, begin_draft, new_game, seated
from core.games.shogun.state import (
    Cubes,
    Draft,
    Pile,
    State,
    check,
    resting,
    set_buildings,
    set_owner,
    set_revolts,
)
from core.games.shogun.tower import on_floors
from core.notation import number_of
from core.position import converted, stand
from core.records import EMPTY, UNSEEN, Arrangement, InputError, Seat, Step

Amount = Annotated[int, Meta(ge=0, le=9999)]
FRESH: Final = frozenset(("side", "setup"))
"""A document that says no more is a game that has not begun."""


class PlayerPart(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a document says of a player; None: as in a fresh game."""

    chests: Amount | None = None
    rice: Amount = 0
    vp: Amount = 0
    armies: dict[str, Annotated[int, Meta(ge=1, le=ARMIES_OF_A_SEAT)]] | None = None
    plan: dict[str, str] = {}


class ProvincePart(Struct, forbid_unknown_fields=True):
    """What stands in a province beside armies."""

    buildings: list[str] = []
    revolts: Amount = 0


class DraftPart(Struct, forbid_unknown_fields=True):
    """How far the draft has come."""

    first: str
    open: list[str]
    under: list[str] = []
    groups: dict[str, list[Amount]] = {}
    seen: dict[str, list[str]] = {}


class Document(Struct, forbid_unknown_fields=True, kw_only=True):
    """A position as it is written; None: as in a fresh game."""

    side: str = SIDES[0]
    setup: str = ""
    year: Annotated[int, Meta(ge=1, le=YEARS)] = 1
    season: str = "spring"
    phase: str = "plan"
    events_open: list[int] | None = None
    events_gone: list[int] = []
    event: Amount = 0
    actions: list[str] | None = None
    action: Annotated[int, Meta(ge=1, le=len(ACTIONS))] = 1
    turn: str = ""
    track: list[str] | None = None
    specials: dict[str, str] = {}
    order: list[str] | None = None
    won: list[str] = []
    tray: dict[str, Amount] = {}
    tower: dict[str, Amount] | None = None
    floor_1: dict[str, Amount] = {}
    stack_peasants: Amount | None = None
    answers: dict[str, str] = {}
    winners: list[str] = []
    draft: DraftPart | None = None
    agenda: list[str] | None = None
    players: dict[str, dict[str, Any]] = {}
    provinces: dict[str, dict[str, Any]] = {}


def read_position(document: Mapping[str, Any], seats: tuple[Seat, ...], rng: Rng) -> State:
    """Make the state a document describes and go on to its first decision."""
    written = converted(document, Document, "This position")
    number_of(written.side, SIDES, "side")
    if document.keys() <= FRESH:
        setup = written.setup or ("ready" if written.side == SIDES[0] else "draft")
        state = new_game(seats, {"side": written.side, "setup": setup})
    else:
        state = _read_state(written, seats)
    stand(RULES, state, check, rng)
    return state


def _read_state(written: Document, seats: tuple[Seat, ...]) -> State:
    players = {
        number_of(name, SEAT_NAMES, "seat"): converted(part, PlayerPart, f"Player {name}")
        for name, part in written.players.items()
    }
    state = _fresh(written, seats, players)
    for seat in players:
        _known(state, seat)
    state.year = written.year
    state.season = number_of(written.season, SEASONS, "season")
    state.phase = number_of(written.phase, PHASES, "phase")
    if (state.season == WINTER) != (state.phase in (HUNGER, OVER)):
        msg = "The phases of winter are 'winter' and 'over', and they are its alone."
        raise InputError(msg)
    _read_players(state, players)
    _read_provinces(state, written)
    _read_cubes(state, written)
    _read_events(state, written)
    _read_layout(state, written)
    _read_plans(state, players)
    _read_draft(state, written)
    state.winners = _seats(state, written.winners)
    state.won = tuple(sorted(_provinces(written.won)))
    sealed = {_seats(state, [name])[0]: choice_of(line) for name, line in written.answers.items()}
    state.answers = {**state.answers, **sealed}
    state.pending = {}
    state.agenda = _read_agenda(state, written)
    state.events.clear()
    return state


def _fresh(written: Document, seats: tuple[Seat, ...], players: Mapping[Seat, PlayerPart]) -> State:
    """Set up a game as far as its draft or its first plans, with or without armies on the map."""
    if written.phase == PHASES[DRAFT]:
        return bare_table(seated(seats), SIDES.index(written.side))
    if any(part.armies is not None for part in players.values()):
        state = bare_table(seated(seats), SIDES.index(written.side))
    elif written.side == SIDES[0] and written.setup in ("", "ready"):
        state = new_game(seats, {"side": written.side, "setup": "ready"})
    else:
        msg = "A position without a ready-made set-up names the armies of the players."
        raise InputError(msg)
    flow.advance(RULES, state, SeededRng(b""))
    return state


def _known(state: State, seat: Seat) -> Seat:
    if seat not in state.seats:
        msg = f"{SEAT_NAMES[seat].capitalize()} is not in this game."
        raise InputError(msg)
    return seat


def _seats(state: State, names: Iterable[str]) -> tuple[Seat, ...]:
    return tuple(_known(state, number_of(name, SEAT_NAMES, "seat")) for name in names)


def _provinces(names: Iterable[str]) -> tuple[int, ...]:
    return tuple(number_of(name, PROVINCES, "province") for name in names)


# Map and cubes -------------------------------------------------------------------------------


def _read_players(state: State, players: Mapping[Seat, PlayerPart]) -> None:
    state.vp = tuple(players[seat].vp if seat in players else 0 for seat in SEATS)
    state.rice = tuple(players[seat].rice if seat in players else 0 for seat in SEATS)
    for seat, part in players.items():
        state.chests[seat] = state.chests[seat] if part.chests is None else part.chests
        for name, armies in (part.armies or {}).items():
            (province,) = _provinces([name])
            if state.owner[province] != NOBODY:
                msg = f"Two players have armies in {name}."
                raise InputError(msg)
            set_owner(state, province, seat)
            state.armies[province] = armies


def _read_provinces(state: State, written: Document) -> None:
    for name, row in written.provinces.items():
        (province,), part = _provinces([name]), converted(row, ProvincePart, f"Province {name}")
        kinds = {number_of(building, BUILDINGS, "building") for building in part.buildings}
        if len(kinds) < len(part.buildings):
            msg = f"{name} has two buildings of a kind."
            raise InputError(msg)
        set_buildings(state, province, sum(1 << kind for kind in kinds))
        set_revolts(state, province, part.revolts)


def _read_cubes(state: State, written: Document) -> None:
    """Put cubes into tower and tray; what is left of a colour is its reserve."""
    state.tray = _cubes(state, written.tray)
    if written.tower is not None:
        tower, upstairs = _cubes(state, written.tower), _cubes(state, written.floor_1)
        if any(map(gt, upstairs, tower)):
            msg = "More cubes are to lie upstairs than in the whole tower."
            raise InputError(msg)
        state.floors = on_floors(upstairs, tower)
    for seat in state.seats:
        standing = sum(n for n, owner in zip(state.armies, state.owner, strict=True) if owner == seat)
        state.reserve[seat] = ARMIES_OF_A_SEAT - standing - resting(state)[seat] - state.tray[seat]
    inside = resting(state)[GREEN]
    if written.stack_peasants is None:
        state.reserve[GREEN] = PEASANTS - inside - state.tray[GREEN]
        return
    state.reserve[GREEN] = written.stack_peasants
    if written.tower is not None:
        state.peasants = written.stack_peasants + inside + state.tray[GREEN]
    else:
        left = PEASANTS - written.stack_peasants - state.tray[GREEN]
        *others, last = state.floors
        state.floors = (*(_with_green(floor, 0) for floor in others), _with_green(last, left))


def _with_green(floor: Pile, peasants: int) -> Pile:
    return (*(cube for cube in floor if cube != GREEN), *[GREEN] * peasants)


def _cubes(state: State, named: Mapping[str, int]) -> Cubes:
    for name in named:
        if number_of(name, COLOURS, "colour") != GREEN:
            _seats(state, [name])
    return tuple(named.get(name, 0) for name in COLOURS)


# Cards ---------------------------------------------------------------------------------------


def _read_events(state: State, written: Document) -> None:
    """Open the events that are named, or as many of a fresh game as the season leaves."""
    for number in (*(written.events_open or ()), *written.events_gone, *filter(None, [written.event])):
        if number not in EVENT_NUMBERS:
            msg = f"There is no event {number}."
            raise InputError(msg)
    left = EVENTS_A_YEAR - min(state.season, EVENTS_A_YEAR - 1)
    if written.events_open is not None:
        state.events_open = tuple(written.events_open)
    else:
        named = (written.event,) if written.event else ()
        others = [number for number in state.events_open if number not in named]
        state.events_open = (*named, *others)[:left]
    if written.event and written.event not in state.events_open:
        msg = f"Event {written.event} is not among those open."
        raise InputError(msg)
    state.event = written.event
    state.events_gone = tuple(written.events_gone)


def _read_layout(state: State, written: Document) -> None:
    """Lay out actions and specials, and say who has which place in the order."""
    in_round = state.phase in (ORDER, ACT)
    if written.actions is not None or in_round:
        state.actions = _action_cards(written.actions or [])
    state.held = (-1,) * len(SEATS)
    for name, special in written.specials.items():
        (seat,), held = _seats(state, [name]), number_of(special, SPECIAL_NAMES, "special")
        state.held = (*state.held[:seat], held, *state.held[seat + 1 :])
    if written.order is not None or state.phase == ACT:
        state.order = _seats(state, written.order or [SEAT_NAMES[seat] for seat in state.seats])
        if sorted(state.order) != list(state.seats):
            msg = "The order names every player of the game once."
            raise InputError(msg)
    _read_track(state, written)
    if state.phase == ACT:
        state.action = written.action - 1
        state.acting = state.order.index(_seats(state, [written.turn])[0]) + 1 if written.turn else 0
    if state.phase not in (PLAN, ORDER, ACT):
        state.actions = state.track = ()


def _read_track(state: State, written: Document) -> None:
    """Lay the specials on the track as they are named, or so that the order follows from them."""
    if written.track is not None:
        state.track = tuple(number_of(name, SPECIAL_NAMES, "special") for name in written.track)
    elif state.phase == ACT:
        held = [state.held[seat] for seat in state.order if state.held[seat] >= 0]
        state.track = (*held, *(special for special in range(len(SPECIAL_NAMES)) if special not in held))
    if state.track and sorted(state.track) != list(range(len(SPECIAL_NAMES))):
        msg = "The track names every special once."
        raise InputError(msg)


def _action_cards(names: list[str]) -> tuple[int, ...]:
    """Read the cards from space 1 on; what is not named follows, unless blanks leave it to chance."""
    named = [name for name in names if name != EMPTY]
    cards = tuple(number_of(name, ACTIONS, "action") for name in named)
    if len(set(cards)) < len(cards) or named != names[: len(named)]:
        msg = "Each action lies on one space, and blanks come last."
        raise InputError(msg)
    if len(named) < len(names):
        return cards
    return (*cards, *(action for action in range(len(ACTIONS)) if action not in cards))


def _read_plans(state: State, players: Mapping[Seat, PlayerPart]) -> None:
    """Lay the plans that are named; while all are planning, they are sealed answers."""
    plans = tuple(_plan(players[seat].plan if seat in players else {}) for seat in SEATS)
    state.plans = plans if state.phase in (ORDER, ACT) else ()
    if state.phase == PLAN:
        state.answers = {
            seat: Arrangement(tuple(map(name_of_card, plans[seat])))
            for seat, part in players.items()
            if part.plan
        }


def _plan(named: Mapping[str, str]) -> tuple[int, ...]:
    for place, card in named.items():
        number_of(place, PLACES, "place")
        if card != UNSEEN:
            number_of(card, CARDS, "card")
    return tuple(card_named(named[place]) if place in named else NO_CARD for place in PLACES)


def _read_draft(state: State, written: Document) -> None:
    part = written.draft
    if part is None:
        if state.phase == DRAFT and any(state.armies):
            msg = "A position of the draft says how far it has come: 'draft'."
            raise InputError(msg)
        if state.phase == DRAFT:
            begin_draft(state)
        return
    for name in (*part.groups, *part.seen):
        _seats(state, [name])
    state.draft = Draft(
        first=_seats(state, [part.first])[0],
        open=_provinces(part.open),
        under=_provinces(part.under),
        groups=tuple(tuple(part.groups.get(name, ())) for name in SEAT_NAMES),
        seen=tuple(_provinces(part.seen.get(name, ())) for name in SEAT_NAMES),
    )


# Agenda --------------------------------------------------------------------------------------


def _read_agenda(state: State, written: Document) -> list[Step]:
    """Read the steps under way, or say what comes next in a phase that has just come to rest."""
    if written.agenda is not None:
        try:
            return [msgspec.json.decode(text, type=steps.AnyStep) for text in written.agenda]
        except msgspec.DecodeError as error:
            msg = f"The agenda of this position cannot be read: {error}."
            raise InputError(msg) from None
    if state.phase == ORDER:
        return [steps.RevealBids()] if state.event else [steps.RevealBids(), steps.DrawEvent()]
    if state.phase == DRAFT and state.draft is not None:
        first = state.draft.first
        pick = steps.PickProvince(first, refreshed=False) if first != NOBODY else steps.DrawFirstPlayer()
        return [steps.BeginYear(1), steps.FillTower(), pick]
    return list(AT_REST[state.phase])


AT_REST: Final[dict[int, list[Step]]] = {
    PLAN: [steps.ClosePlans(), steps.CollectPlans()],
    ACT: [steps.BeginAction()],
    HUNGER: [steps.BeginWinter()],
    OVER: [],
}
