"""Shogun for the line client: its questions, and the table in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from client.log.shogun import (
    action,
    card,
    cubes,
    event_words,
    plan_place,
    province,
    season,
    seat_name,
    special,
)
from client.log.words import amount, listed
from core.games.shogun.board import (
    BOARDS,
    BUILDINGS,
    FACE_DOWN,
    GREEN,
    NO_CARD,
    NOBODY,
    OVER,
    REGIONS,
    RICE,
    SIDES,
    SLOTS,
    TAX,
    Board,
)
from core.games.shogun.notation import line_of
from core.games.shogun.view import View
from core.records import Seat

QUESTIONS: Final = {
    "pick": "Draft: which province do you pick?",
    "group": "Draft: how many armies do you place there?",
    "plan": "Your secret plan: a card on each action, and one as your bid?",
    "special": "Which special do you take, and with it your turn?",
    "march": "Battle or move: how many armies march, and where?",
    "regroup": "Do you move armies on to an own province?",
    "six": "Do you place 6 armies instead of the usual number?",
    "attack": "Do you throw 1 more cube in this attack?",
    "defence": "Do you throw 1 more cube in this defence?",
    "revolt": "Hunger: which of your provinces revolts first?",
}
PHASE_NAMES: Final = ("Draft", "Planning", "Player order", "Actions", "Winter", "the game is over")


def look(view: View) -> Iterator[str]:
    """Tell the whole table, as far as this viewer may know it."""
    yield moment(view)
    yield from round_lines(view)
    for seat in view.seats:
        yield from player_lines(view, seat)
    yield from map_lines(view)
    yield f"Tower: {cubes(view.tower)}. Tray: {cubes(view.tray)}. Peasants in reserve: {view.reserve[GREEN]}."
    yield from secrets(view)


def moment(view: View) -> str:
    if view.phase == OVER:
        return "The game is over."
    when = f"Year {view.year}, {season(view.season)}"
    doing = f", {view.action + 1}: {action(view.actions[view.action])}" if view.action >= 0 else ""
    return f"{when}, {PHASE_NAMES[view.phase]}{doing} ({SIDES[view.side]} side)."


# The round -----------------------------------------------------------------------------------


def round_lines(view: View) -> Iterator[str]:
    if view.actions:
        spaces = (f"{space} {action(number)}" for space, number in enumerate(view.actions, start=1))
        yield f"Actions: {', '.join(spaces)}."
    if view.track:
        yield f"Specials: {'; '.join(special_on(view, space) for space in range(len(view.track)))}."
    if view.event:
        yield f"Event: {event_words(view.event)}."
    waiting = [number for number in view.events_open if number != view.event]
    if waiting:
        yield f"Events still to come, one of them in winter: {'; '.join(map(event_words, waiting))}."
    if view.order:
        yield f"Turn order: {listed(map(seat_name, view.order))}."
    if view.draft is not None:
        yield f"To be picked: {listed(map(province, view.draft.open))}."
    if view.sealed:
        yield f"Plans are made by {listed(map(seat_name, view.sealed))}."


def special_on(view: View, space: int) -> str:
    number = view.track[space]
    holder = f" ({seat_name(view.held.index(number))})" if number in view.held else ""
    return f"turn {space + 1}: {special(number)}{holder}"


# Players -------------------------------------------------------------------------------------


def player_lines(view: View, seat: Seat) -> Iterator[str]:
    you = " (you)" if seat == view.viewer else ""
    wealth = f"{amount(view.chests[seat], 'chest')}, {amount(view.rice[seat], 'rice')}"
    armies = f"{amount(view.reserve[seat], 'army')} in reserve"
    yield f"{seat_name(seat)}{you}: {amount(view.vp[seat], 'VP')}, {wealth}, {armies}."
    if view.draft is not None:
        groups = listed(map(str, view.draft.groups[seat])) if view.draft.groups[seat] else "none"
        yield f"  Groups to place: {groups}."
    if view.plans and seat != view.viewer:
        yield f"  Plan: {plan_words(view.plans[seat]) or 'nothing shown yet'}."


def plan_words(plan: tuple[int, ...]) -> str:
    """Name the cards one sees on a board."""
    shown = [(place, laid) for place, laid in enumerate(plan) if laid not in (FACE_DOWN, NO_CARD)]
    return ", ".join(f"{plan_place(place)}: {card(laid)}" for place, laid in shown)


# Map -----------------------------------------------------------------------------------------


def board_of(view: View) -> Board:
    return BOARDS[view.side, len(view.seats)]


def map_lines(view: View) -> Iterator[str]:
    for name, region in zip(REGIONS, board_of(view).regions, strict=True):
        yield f"{name.replace('_', '-').title()} region:"
        yield from (f"  {province_words(view, number)}." for number in region)


def province_words(view: View, number: int) -> str:
    owner = view.owner[number]
    who = f"{seat_name(owner)} {view.armies[number]}" if owner != NOBODY else "neutral"
    walls = [name for kind, name in enumerate(BUILDINGS) if view.buildings[number] >> kind & 1]
    built = f", {listed(walls)}" if walls else ""
    unrest = f", {amount(view.revolts[number], 'marker')}" if view.revolts[number] else ""
    values = f"tax {TAX[number]}, rice {RICE[number]}, {amount(SLOTS[number], 'slot')}"
    near = listed(map(province, board_of(view).neighbours[number]))
    return f"{province(number)}: {who}{built}{unrest} ({values}; next to {near})"


def credit_lines() -> Iterator[str]:
    """Tell where rules and figures are from."""
    yield "The rules are our own digest of the rulebook; the file of figures names the source of each."
    yield "How cubes fall in the tower is a model of ours, set to what was seen of real towers."


def secrets(view: View) -> Iterator[str]:
    """Tell what nobody else at the table sees."""
    if view.plans and view.viewer in view.seats:
        assert view.viewer is not None
        yield f"Only you see: your plan: {plan_words(view.plans[view.viewer]) or 'nothing'}."
    if view.answer is not None:
        yield f"Only you see: your sealed plan, {line_of(view.answer)}."
