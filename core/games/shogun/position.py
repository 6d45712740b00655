"""A table of Shogun as a document, and a document as a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import gt
from typing import Annotated, Any, Final

from msgspec import Meta

from core import flow, spelling
from core.chance import SeededRng
from core.decisions import EMPTY, UNSEEN, Arrangement
from core.games.shogun import board, steps
from core.games.shogun.notation import choice_of, line_of
from core.games.shogun.planning import card_named, name_of_card
from core.games.shogun.rules import RULES
from core.games.shogun.setup import bare_table, begin_draft, new_game, seated
from core.games.shogun.state import (
    Pile,
    ProvinceDraft,
    State,
    board_of,
    check,
    counted,
    has_building,
    neutral,
    provinces_of,
    resting,
    set_buildings,
    set_owner,
)
from core.games.shogun.tower import on_floors
from core.kinds import InputError, Seat, Step
from core.notation import number_of
from core.position import (
    DocField,
    Positions,
    Section,
    agenda,
    answers,
    attribute,
    entry,
    group,
    write_all,
    write_fields,
)
from core.spelling import Spelling

FRESH: Final = frozenset(("side", "setup"))
"""A document that says no more describes a game that has not begun."""


def facts(state: State) -> dict[str, Any]:
    """Return all a scenario can expect: the position, what follows from it, and who owes a decision."""
    document = write_all(TABLE, state)
    for seat in state.seats:
        player = document["players"][board.SEAT_NAMES[seat]]
        player["reserve"] = state.reserve[seat]
        player["cards"] = _names(provinces_of(state, seat))
    document["provinces"] = {
        board.PROVINCES[province]: write_fields(PROVINCE_FIELDS, Section(state, province))
        | {
            "armies": state.armies[province],
            "owner": board.SEAT_NAMES[state.owner[province]] if state.owner[province] >= 0 else "",
        }
        for province in board_of(state).provinces
    }
    deck = set(board.EVENT_NUMBERS) - set(state.events_open) - set(state.events_gone)
    return document | {
        "to_act": [board.SEAT_NAMES[seat] for seat in state.pending],
        "stack": _names(neutral(state)),
        "events_deck": len(deck),
    }


def _names(provinces: Iterable[int]) -> list[str]:
    return [board.PROVINCES[province] for province in provinces]


def _fresh(written: Mapping[str, Any], seats: tuple[Seat, ...]) -> State:
    """Set up a game up to its draft or its first plans, with or without armies on the map."""
    side = number_of(written.get("side", board.SIDES[0]), board.SIDES, "side")
    ready = "draft" if side == board.MOON else "ready"
    options = {"side": board.SIDES[side], "setup": written.get("setup") or ready}
    if written.keys() <= FRESH:
        return new_game(seats, options)
    if written.get("phase") == board.PHASES[board.DRAFT]:
        return bare_table(seated(seats), side)
    if any("armies" in player for player in written.get("players", {}).values()):
        state = bare_table(seated(seats), side)
    elif side != board.MOON and options["setup"] == "ready":
        state = new_game(seats, options)
    else:
        msg = "A position without a ready-made set-up names the armies of the players."
        raise InputError(msg)
    flow.advance(RULES, state, SeededRng(b""))
    return state


def _complete(state: State, written: Mapping[str, Any]) -> None:
    """Set what follows from the written fields, and refuse those that do not go together."""
    if written.keys() <= FRESH:
        return
    if (state.season == board.WINTER) != (state.phase in (board.HUNGER, board.OVER)):
        msg = "The phases of winter are 'winter' and 'over', and they are its alone."
        raise InputError(msg)
    _fill_tower(state, written)
    _count_reserves(state, written)
    _open_events(state, written)
    _lay_out(state, written)
    _lay_plans(state, written.get("players", {}))
    if state.phase == board.DRAFT and "draft" not in written:
        if any(state.armies):
            msg = "A position of the draft says how far it has come: 'draft'."
            raise InputError(msg)
        begin_draft(state)
    state.pending = {}
    if "agenda" not in written:
        state.agenda = _steps_at_rest(state)
    state.events.clear()


def _steps_at_rest(state: State) -> list[Step]:
    """Return what comes next in a phase that has just come to rest."""
    if state.phase == board.ORDER:
        return [steps.RevealBids()] if state.event else [steps.RevealBids(), steps.DrawEvent()]
    if state.phase == board.DRAFT and state.draft is not None:
        first = state.draft.first
        pick = (
            steps.PickProvince(first, refreshed=False) if first != board.NOBODY else steps.DrawFirstPlayer()
        )
        return [steps.BeginYear(1), steps.FillTower(), pick]
    return list(AT_REST[state.phase])


AT_REST: Final[dict[int, list[Step]]] = {
    board.PLAN: [steps.ClosePlans(), steps.CollectPlans()],
    board.ACT: [steps.BeginAction()],
    board.HUNGER: [steps.BeginWinter()],
    board.OVER: [],
}


# Map and cubes -------------------------------------------------------------------------------


def _armies(player: Section[State]) -> dict[str, int]:
    return {board.PROVINCES[province]: player.state.armies[province] for province in provinces_of(*player)}


def _station(player: Section[State], named: Mapping[str, int]) -> None:
    state, seat = player
    for name, armies in named.items():
        province = number_of(name, board.PROVINCES, "province")
        if state.owner[province] != board.NOBODY:
            msg = f"Two players have armies in {name}."
            raise InputError(msg)
        set_owner(state, province, seat)
        state.armies[province] = armies


def _marked(state: State) -> list[int]:
    """List the provinces where something other than armies stands."""
    return [each for each in board_of(state).provinces if state.buildings[each] or state.revolts[each]]


def _buildings(part: Section[State]) -> list[str]:
    return [name for kind, name in enumerate(board.BUILDINGS) if has_building(*part, kind)]


def _build(part: Section[State], names: list[str]) -> None:
    kinds = {number_of(building, board.BUILDINGS, "building") for building in names}
    if len(kinds) < len(names):
        msg = f"{board.PROVINCES[part.number]} has two buildings of a kind."
        raise InputError(msg)
    set_buildings(*part, sum(1 << kind for kind in kinds))


def _colour(state: State, word: str) -> int:
    colour = number_of(word, board.COLOURS, "colour")
    return colour if colour == board.GREEN else SEAT.read(state, word)


def _fill_tower(state: State, written: Mapping[str, Any]) -> None:
    if "tower" in written:
        tower, upstairs = CUBES.read(state, written["tower"]), CUBES.read(state, written.get("floor_1", {}))
        if any(map(gt, upstairs, tower)):
            msg = "More cubes are to lie upstairs than in the whole tower."
            raise InputError(msg)
        state.floors = on_floors(upstairs, tower)


def _count_reserves(state: State, written: Mapping[str, Any]) -> None:
    """Put the rest of a colour into the reserve; a position may name the peasants' reserve."""
    for seat in state.seats:
        standing = sum(state.armies[province] for province in provinces_of(state, seat))
        state.reserve[seat] = board.ARMIES_OF_A_SEAT - standing - resting(state)[seat] - state.tray[seat]
    inside = resting(state)[board.GREEN]
    state.reserve[board.GREEN] = written.get(
        "stack_peasants", board.PEASANTS - inside - state.tray[board.GREEN]
    )
    if "stack_peasants" not in written:
        return
    if "tower" in written:
        state.peasants = state.reserve[board.GREEN] + inside + state.tray[board.GREEN]
    else:
        left = board.PEASANTS - state.reserve[board.GREEN] - state.tray[board.GREEN]
        *others, last = state.floors
        state.floors = (*(_with_green(floor, 0) for floor in others), _with_green(last, left))


def _with_green(floor: Pile, peasants: int) -> Pile:
    return (*(cube for cube in floor if cube != board.GREEN), *[board.GREEN] * peasants)


# Cards ---------------------------------------------------------------------------------------


def _event(_state: State, number: int) -> int:
    if number and number not in board.EVENT_NUMBERS:
        msg = f"There is no event {number}."
        raise InputError(msg)
    return number


def _open_events(state: State, written: Mapping[str, Any]) -> None:
    """If no events are named, open as many of a fresh game as the season leaves."""
    if "events_open" not in written:
        named = (state.event,) if state.event else ()
        others = [number for number in state.events_open if number not in named]
        state.events_open = (*named, *others)[
            : board.EVENTS_A_YEAR - min(state.season, board.EVENTS_A_YEAR - 1)
        ]
    if state.event and state.event not in state.events_open:
        msg = f"Event {state.event} is not among those open."
        raise InputError(msg)


def _action_names(_state: State, actions: tuple[int, ...]) -> list[str]:
    """Name the cards from space 1 on; those that chance has yet to lay are blank."""
    names = [board.ACTIONS[action] for action in actions]
    return names + [EMPTY] * (len(board.ACTIONS) - len(names)) if names else []


def _action_cards(_state: State, names: list[str]) -> tuple[int, ...]:
    """Read the cards from space 1 on; the others follow, unless blanks leave them to chance."""
    named = [name for name in names if name != EMPTY]
    cards = tuple(number_of(name, board.ACTIONS, "action") for name in named)
    if len(set(cards)) < len(cards) or named != names[: len(named)]:
        msg = "Each action lies on one space, and blanks come last."
        raise InputError(msg)
    if len(named) < len(names):
        return cards
    return (*cards, *(action for action in range(len(board.ACTIONS)) if action not in cards))


def _lay_out(state: State, written: Mapping[str, Any]) -> None:
    """Lay out the actions of a round and the specials, and set whose turn it is."""
    if state.phase in (board.ORDER, board.ACT) and "actions" not in written:
        state.actions = _action_cards(state, [])
    if state.phase == board.ACT:
        _say_whose_turn(state, written)
    if state.track and sorted(state.track) != list(range(len(board.SPECIAL_NAMES))):
        msg = "The track names every special once."
        raise InputError(msg)
    if state.phase not in (board.PLAN, board.ORDER, board.ACT):
        state.actions = state.track = ()


def _say_whose_turn(state: State, written: Mapping[str, Any]) -> None:
    """If no order is named, let everybody act in the order of seats, with specials to match."""
    if "order" not in written:
        state.order = state.seats
    if "track" not in written:
        held = [state.held[seat] for seat in state.order if state.held[seat] >= 0]
        state.track = (
            *held,
            *(special for special in range(len(board.SPECIAL_NAMES)) if special not in held),
        )
    state.action = written.get("action", 1) - 1
    turn = written.get("turn")
    state.acting = state.order.index(SEAT.read(state, turn)) + 1 if turn else 0


def _turn(state: State) -> str:
    return board.SEAT_NAMES[state.order[state.acting - 1]] if state.acting else ""


def _plan_names(player: Section[State]) -> dict[str, str]:
    plan = player.state.plans[player.number] if player.state.plans else ()
    return {
        board.PLACES[place]: name_of_card(card) for place, card in enumerate(plan) if card != board.NO_CARD
    }


def _lay_plans(state: State, players: Mapping[str, Mapping[str, Any]]) -> None:
    """Lay the named plans; during planning they are sealed answers."""
    plans = [_plan(players.get(name, {}).get("plan", {})) for name in board.SEAT_NAMES]
    state.plans = tuple(plans) if state.phase in (board.ORDER, board.ACT) else ()
    if state.phase == board.PLAN:
        planned = [board.SEAT_NAMES.index(name) for name, player in players.items() if player.get("plan")]
        sealed = {seat: Arrangement(tuple(map(name_of_card, plans[seat]))) for seat in planned}
        state.answers = {**sealed, **state.answers}


def _plan(named: Mapping[str, str]) -> tuple[int, ...]:
    for place, card in named.items():
        number_of(place, board.PLACES, "place")
        if card != UNSEEN:
            number_of(card, board.CARDS, "card")
    return tuple(card_named(named[place]) if place in named else board.NO_CARD for place in board.PLACES)


# Fields --------------------------------------------------------------------------------------


def _by_seat(each: Spelling) -> Spelling:
    """Write what each seat of the game has, even if it is nothing."""

    def write(state: State, rows: tuple[Any, ...]) -> dict[str, Any]:
        return {board.SEAT_NAMES[seat]: each.write(state, rows[seat]) for seat in state.seats}

    return spelling.mapping(SEAT, len(board.SEATS), each, ())._replace(write=write)


SEAT: Final = spelling.seat(board.SEAT_NAMES, "seat")
PROVINCE: Final = spelling.name(board.PROVINCES, "province")
LAND_ROW: Final = spelling.row(PROVINCE)
SPECIAL: Final = spelling.name(board.SPECIAL_NAMES, "special")
EVENT: Final = spelling.AMOUNT._replace(read=_event)
EVENTS: Final = spelling.row(EVENT)
COLOUR: Final = spelling.name(board.COLOURS, "colour")._replace(read=_colour)
CUBES: Final = spelling.mapping(COLOUR, len(board.COLOURS), spelling.AMOUNT, 0)
HELD: Final = spelling.mapping(SEAT, len(board.SEATS), SPECIAL, -1)
DRAFT_RECORD: Final = spelling.record(
    ProvinceDraft,
    ("first", "open"),
    first=SEAT,
    open=LAND_ROW,
    under=LAND_ROW,
    groups=_by_seat(spelling.row(spelling.AMOUNT)),
    seen=_by_seat(LAND_ROW),
)
RESTS: Final[list[list[Step]]] = [AT_REST[board.PLAN], AT_REST[board.OVER]]
"""Where a game stands between two steps; everywhere else the document carries the agenda."""

PLAYER: Final[tuple[DocField[Section[State]], ...]] = (
    entry("chests", spelling.AMOUNT),
    entry("rice", spelling.AMOUNT),
    entry("vp", spelling.AMOUNT),
    DocField("armies", dict[str, Annotated[int, Meta(ge=1, le=board.ARMIES_OF_A_SEAT)]], _armies, _station),
    DocField("plan", dict[str, str], _plan_names),
)

PROVINCE_FIELDS: Final[tuple[DocField[Section[State]], ...]] = (
    DocField("buildings", list[str], _buildings, _build),
    entry("revolts", spelling.AMOUNT),
)

TABLE: Final[tuple[DocField[State], ...]] = (
    attribute("side", spelling.name(board.SIDES, "side")),
    DocField("setup", str),
    attribute("year", spelling.number(1, board.YEARS)),
    attribute("season", spelling.name(board.SEASONS, "season")),
    attribute("phase", spelling.name(board.PHASES, "phase")),
    attribute("events_open", EVENTS),
    attribute("events_gone", spelling.idle(EVENTS)),
    attribute("event", spelling.idle(EVENT)),
    attribute("actions", spelling.idle(Spelling(list[str], _action_names, _action_cards))),
    DocField(
        "action", spelling.number(1, len(board.ACTIONS)).form, lambda state: state.action + 1, is_idle=True
    ),
    DocField("turn", str, _turn, is_idle=True),
    attribute("track", spelling.idle(spelling.row(SPECIAL))),
    attribute("specials", spelling.idle(HELD), "held"),
    attribute(
        "order", spelling.idle(spelling.everybody(SEAT, "The order names every player of the game once."))
    ),
    attribute("won", spelling.idle(spelling.sorted_row(PROVINCE))),
    attribute("tray", CUBES),
    DocField("tower", CUBES.form, lambda state: CUBES.write(state, resting(state))),
    DocField("floor_1", CUBES.form, lambda state: CUBES.write(state, counted(state.floors[0])), is_idle=True),
    DocField("stack_peasants", spelling.AMOUNT.form, lambda state: state.reserve[board.GREEN]),
    answers(SEAT, line_of, choice_of),
    attribute("winners", spelling.idle(spelling.row(SEAT))),
    attribute("draft", DRAFT_RECORD),
    agenda(steps.AnyStep, lambda state: state.agenda in RESTS),
    group("players", "Player", SEAT, PLAYER, lambda state: state.seats),
    group("provinces", "Province", PROVINCE, PROVINCE_FIELDS, _marked)._replace(is_idle=True),
)

POSITIONS: Final = Positions(TABLE, RULES, check, _fresh, _complete)
