"""What can be looked up in Shogun: specials, events, actions, buildings, regions, provinces, words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from client.games.shogun import names
from client.games.shogun.facts import holding, neighbours
from client.table.cards import Card, also_called, said_in, sentences
from client.table.wording import addressed, among, listed
from client.texts import t
from core.games.shogun.board import (
    BUILDINGS,
    EVENT_NUMBERS,
    EVENTS,
    LAND,
    NOBODY,
    PLACES,
    REGIONS,
    RICE,
    SEAT_NAMES,
    SLOTS,
    SPECIAL_NAMES,
    TAX,
)
from core.games.shogun.state import board_of, has_building
from core.games.shogun.view import View

GAME: Final = "shogun"
SPECIAL_RULES: Final = ("SG-6.5", "SG-6.6", "SG-6.7", "SG-6.8", "SG-6.9")
EVENT_RULES: Final = {
    "theatre_calms": "SG-8.4",
    "neutral_two_peasants": "SG-8.5",
    "castle_defence": "SG-8.6",
    "temple_sanctuary": "SG-8.7",
    "tax_max": "SG-8.8",
    "tax_min": "SG-8.8",
    "rice_min": "SG-8.9",
    "rice_max": "SG-8.9",
    "fewer_recruits": "SG-8.10",
}
ACTION_RULES: Final = {
    "build_castle": ("SG-11.1", "SG-11.2", "SG-11.4"),
    "build_temple": ("SG-11.1", "SG-11.2", "SG-11.4"),
    "build_theatre": ("SG-11.1", "SG-11.2", "SG-11.4"),
    "collect_rice": ("SG-12.1", "SG-12.4", "SG-12.5"),
    "collect_tax": ("SG-12.2", "SG-12.4", "SG-12.5"),
    "deploy_big": ("SG-13.1", "SG-13.7"),
    "deploy_mid": ("SG-13.2", "SG-13.7"),
    "deploy_small_move": ("SG-13.3", "SG-13.7"),
    "battle_a": ("SG-14.2", "SG-14.3", "SG-14.5"),
    "battle_b": ("SG-14.2", "SG-14.3", "SG-14.5"),
    "bid": ("SG-9.2", "SG-9.3", "SG-9.5"),
}
WORD_RULES: Final = {
    "unrest": ("SG-12.4", "SG-12.5"),
    "revolt": ("SG-17.1", "SG-17.2", "SG-17.3"),
    "peasants": ("SG-17.3",),
    "tower": ("SG-15.1", "SG-15.4", "SG-15.14"),
    "battle": ("SG-16.1", "SG-16.16"),
    "chest": ("SG-7.7", "SG-9.2"),
    "rice": ("SG-18.1", "SG-18.2", "SG-18.3"),
    "sg-winter": ("SG-8.2", "SG-19.1", "SG-19.2", "SG-19.3", "SG-19.4"),
    "special": ("SG-6.3", "SG-6.4", "SG-9.5"),
    "event": ("SG-8.1", "SG-8.2"),
    "plan": ("SG-7.2", "SG-7.3", "SG-7.5", "SG-7.6"),
    "sg-seasons": ("SG-5.1", "SG-5.2", "SG-5.3"),
    "draft": ("SG-3.1", "SG-3.2", "SG-3.3", "SG-3.4"),
    "order": ("SG-9.1", "SG-9.2", "SG-9.3", "SG-9.5", "SG-9.6"),
    "actions": ("SG-10.1", "SG-10.2", "SG-10.3"),
    "vp": ("SG-1.16", "SG-19.1", "SG-19.2", "SG-19.3", "SG-19.8"),
    "armies": ("SG-1.1", "SG-1.8", "SG-1.15"),
}

IN_SHORT: Final = ("unrest", "peasants", "battle")
"""Words that have their own sentence above their rules."""


def cards_of(view: View | None) -> list[Card]:
    """Return everything that has a name, and where it is in this view."""
    return [
        *(player(view, seat) for seat in range(len(SEAT_NAMES))),
        *(special(view, number) for number in range(len(SPECIAL_NAMES))),
        *(event(view, name) for name in EVENT_RULES),
        *map(action, range(len(PLACES))),
        *map(building, range(len(BUILDINGS))),
        *(region(view, number) for number in range(len(REGIONS))),
        *(province(view, number) for number in LAND),
        *(word(name) for name in WORD_RULES),
    ]


def ruled(title: str, kind: str, rules: tuple[str, ...], *names_too: str) -> Card:
    """Explain something by its rules."""
    return Card(title, t(kind), sentences(*(said_in(GAME, rule) for rule in rules)), rules[0], names_too)


def player(view: View | None, seat: int) -> Card:
    """Tell what a player has, which is public but for their plan."""
    sits = view is None or seat in view.seats
    now = holding(view, seat) if view is not None and sits else (t("card-player-out"),) * (not sits)
    return Card(names.clan(seat), t("thing-player"), (*now, said_in(GAME, "SG-1.1")), "SG-1.1")


def word(name: str) -> Card:
    """Explain a word of the game, briefly and by its rules."""
    card = ruled(t(f"word-{name}"), "thing-word", WORD_RULES[name], *also_called(name))
    return card._replace(lines=(t(f"about-{name}"), *card.lines)) if name in IN_SHORT else card


def special(view: View | None, number: int) -> Card:
    rule = SPECIAL_RULES[number]
    now = special_now(view, number) if view is not None else ()
    short = names.short_special(number)
    title = names.special(number)
    return Card(title, t("thing-special"), (said_in(GAME, rule, title), *now), rule, (short,))


def special_now(view: View, number: int) -> Iterator[str]:
    if number in view.track:
        yield t("card-special-space", space=view.track.index(number) + 1)
    if number in view.held:
        yield t("card-owned", who=among(names.clan)(view.held.index(number), view.viewer))


def event(view: View | None, name: str) -> Card:
    """Explain an event; two of its cards may take different amounts of rice in winter."""
    rule, short = EVENT_RULES[name], t(f"event-{name}.short")
    numbers = [number for number in EVENT_NUMBERS if EVENTS[number].id == name]
    losses = listed(str(EVENTS[number].winter_rice_loss) for number in numbers)
    now = {event_now(view, number): None for number in numbers} if view is not None else ()
    lines = sentences(said_in(GAME, rule, short), t("card-event-winter", rice=losses), *now)
    return Card(t(f"event-{name}"), t("thing-event"), lines, rule, (short,))


def event_now(view: View, number: int) -> str:
    if number == view.event:
        return t("card-event-now")
    if number in view.events_open:
        return t("card-event-open")
    return t("card-event-gone") if number in view.events_gone else ""


def action(number: int) -> Card:
    rules = ACTION_RULES[PLACES[number]]
    return ruled(names.place(number), "thing-action", rules, names.short_place(number))


def building(number: int) -> Card:
    return ruled(names.building(number), "thing-building", ("SG-19.2", "SG-19.3", "SG-11.3"))


def region(view: View | None, number: int) -> Card:
    there = (board_of(view).regions[number] if view is not None else ()) or ()
    places = (t("card-region", places=listed(map(names.province, there))),) if there else ()
    lines = (*places, said_in(GAME, "SG-19.3"))
    return Card(t(f"region-{REGIONS[number]}"), t("thing-region"), lines, "SG-19.3")


def province(view: View | None, number: int) -> Card:
    yields = t("card-yields", tax=TAX[number], rice=RICE[number], slots=SLOTS[number])
    now, where = ((), ()) if view is None else (holder_lines(view, number), where_lines(view, number))
    return Card(names.province(number), t("thing-province"), (*now, yields, *where), "SG-12.1")


def holder_lines(view: View, number: int) -> Iterator[str]:
    """Say who is in a province with what."""
    if number not in board_of(view).provinces:
        yield t("card-province-out")
        return
    owner = view.owner[number]
    if owner != NOBODY:
        message = addressed("card-armies", is_own=owner == view.viewer)
        yield t(message, clan=names.clan(owner), armies=view.armies[number])
    else:
        yield t("card-neutral")
    built = [names.building(kind) for kind in range(len(BUILDINGS)) if has_building(view, number, kind)]
    if built:
        yield t("card-built", buildings=listed(built))
    if view.revolts[number]:
        yield t("card-unrest", number=view.revolts[number])


def where_lines(view: View, number: int) -> Iterator[str]:
    """Say where a province is, and who is next to it."""
    board = board_of(view)
    if number in board.provinces:
        where = next(place for place, there in enumerate(board.regions) if number in there)
        yield t("card-in-region", region=t(f"region-{REGIONS[where]}"))
        yield t("card-borders", places=listed(neighbours(view, number)))
