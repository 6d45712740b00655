"""Lines of text: the notation of every choice, and what a record says between the moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from core.decisions import DECLINE, DONE, EMPTY, UNSEEN, Arrangement
from core.game import Remarks, names_of
from core.games.shogun import events as e
from core.games.shogun.board import (
    ACTIONS,
    CARDS,
    COLOURS,
    EVENTS,
    PLACES,
    PROVINCES,
    SEASONS,
    SEAT_NAMES,
    SPECIAL_NAMES,
)
from core.games.shogun.choices import (
    REFRESH,
    TAKE_UNSEEN,
    Add,
    Choose,
    Garrison,
    MoveArmies,
    Revolt,
    TakeProvince,
)
from core.kinds import Choice, GameEnded
from core.notation import (
    AMOUNT,
    Lines,
    Readers,
    WordForm,
    name_among,
    number_of,
    read_choice,
    readers_of,
    writers_of,
)
from core.remembering import cached

DECK: Final = "deck"
PLAIN: Final[dict[str, Choice]] = {
    "refresh": REFRESH,
    "add": Add(),
    "decline": DECLINE,
    "done": DONE,
}
PROVINCE: Final = name_among(PROVINCES, "province")
CARD: Final = WordForm(
    lambda province: PROVINCES[province] if province >= 0 else DECK,
    lambda word: TAKE_UNSEEN.province if word == DECK else PROVINCE.read(word),
)
LINES: Final[Lines] = {
    "take": (TakeProvince, (CARD,)),
    "place": (Garrison, (AMOUNT,)),
    "choose": (Choose, (name_among(SPECIAL_NAMES, "special"),)),
    "move": (MoveArmies, (AMOUNT, PROVINCE)),
    "revolt": (Revolt, (PROVINCE,)),
}

# Writing -------------------------------------------------------------------------------------


def line_of(choice: Choice) -> str:
    return WRITERS[type(choice)](choice)


def _write_plan(choice: Arrangement) -> str:
    laid = zip(PLACES, choice.cards, strict=True)
    return " ".join(["plan", *(f"{place}={card}" for place, card in laid)])


WRITERS: Final[dict[type[Choice], Callable[[Any], str]]] = {
    **writers_of(PLAIN, LINES),
    Arrangement: _write_plan,
}

# Reading -------------------------------------------------------------------------------------


@cached(8192)
def choice_of(line: str) -> Choice:
    return read_choice(line, PLAIN, READERS)


def _read_plan(words: Sequence[str]) -> Choice:
    """Read places in any order; places not named stay empty."""
    laid = dict.fromkeys(PLACES, "")
    for word in words:
        place, _, card = word.partition("=")
        number_of(place, PLACES, "place")
        if laid[place]:
            raise ValueError
        laid[place] = card if card in (EMPTY, UNSEEN) else CARDS[number_of(card, CARDS, "card")]
    return Arrangement(tuple(card or EMPTY for card in laid.values()))


READERS: Final[Readers] = {
    **readers_of(LINES, "sg-form"),
    "plan": ("sg-form-plan", _read_plan),
}


# Remarks between the moves -------------------------------------------------------------------


def _cubes(counts: tuple[int, ...]) -> str:
    there = [f"{number} {name}" for name, number in zip(COLOURS, counts, strict=True) if number]
    return ", ".join(there) or "nothing"


REMARKS: Final[Remarks] = {
    e.FirstPlayerDrawn: lambda event: f"first: {SEAT_NAMES[event.seat]}",
    e.DraftCardsOpened: lambda event: f"opened: {names_of(event.provinces, PROVINCES)}",
    e.ProvincePicked: lambda event: f"drawn: {PROVINCES[event.province]}" if event.unseen else "",
    e.TowerFilled: lambda event: f"in the tower: {_cubes(event.resting)}",
    e.YearBegan: lambda event: f"year {event.year}",
    e.EventsOpened: lambda event: f"events: {' '.join(map(str, event.numbers))}",
    e.SeasonBegan: lambda event: SEASONS[event.season],
    e.ActionsLaidOut: lambda event: f"actions: {names_of(event.actions, ACTIONS)}",
    e.SpecialsLaidOut: lambda event: f"specials: {names_of(event.specials, SPECIAL_NAMES)}",
    e.EventDrawn: lambda event: f"event: {event.number} {EVENTS[event.number].id}",
    e.TieBroken: lambda event: f"ties: {names_of(event.seats, SEAT_NAMES)}",
    e.OrderSettled: lambda event: f"order: {names_of(event.order, SEAT_NAMES)}",
    e.ActionBegan: lambda event: f"action {event.space}: {ACTIONS[event.action]}",
    e.BattleBegan: lambda event: f"battle: {PROVINCES[event.province]}",
    e.RevoltBegan: lambda event: f"revolt: {PROVINCES[event.province]}",
    e.Thrown: lambda event: f"thrown: {_cubes(event.thrown)}; on the tray: {_cubes(event.tray)}",
    e.WinterBegan: lambda event: f"winter, card {event.card}",
    e.RevoltsDrawn: lambda event: (
        f"revolts of {SEAT_NAMES[event.seat]}: {names_of(event.provinces, PROVINCES)}"
    ),
    GameEnded: lambda event: f"winners: {names_of(event.winners, SEAT_NAMES)}",
}
