"""What a record says between the moves: where the game stands, and what chance brought."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from core.games.shogun import events as e
from core.games.shogun.board import ACTIONS, COLOURS, EVENTS, PROVINCES, SEASONS, SEAT_NAMES, SPECIAL_NAMES
from core.records import Event


def remark_on(event: Event) -> str:
    """Give the comment an event deserves in a record, if any."""
    remark = REMARKS.get(type(event))
    return remark(event) if remark else ""


def _names(numbers: Iterable[int], names: Sequence[str]) -> str:
    return " ".join(names[number] for number in numbers)


def _cubes(counts: tuple[int, ...]) -> str:
    there = [f"{number} {name}" for name, number in zip(COLOURS, counts, strict=True) if number]
    return ", ".join(there) or "nothing"


REMARKS: Final[dict[type[Event], Callable[[Any], str]]] = {
    e.FirstPlayerDrawn: lambda event: f"first: {SEAT_NAMES[event.seat]}",
    e.DraftCardsOpened: lambda event: f"opened: {_names(event.provinces, PROVINCES)}",
    e.ProvincePicked: lambda event: f"drawn: {PROVINCES[event.province]}" if event.unseen else "",
    e.TowerFilled: lambda event: f"in the tower: {_cubes(event.resting)}",
    e.YearBegan: lambda event: f"year {event.year}",
    e.EventsOpened: lambda event: f"events: {' '.join(map(str, event.numbers))}",
    e.SeasonBegan: lambda event: SEASONS[event.season],
    e.ActionsLaidOut: lambda event: f"actions: {_names(event.actions, ACTIONS)}",
    e.SpecialsLaidOut: lambda event: f"specials: {_names(event.specials, SPECIAL_NAMES)}",
    e.EventDrawn: lambda event: f"event: {event.number} {EVENTS[event.number].id}",
    e.TieBroken: lambda event: f"ties: {_names(event.seats, SEAT_NAMES)}",
    e.OrderSettled: lambda event: f"order: {_names(event.order, SEAT_NAMES)}",
    e.ActionBegan: lambda event: f"action {event.space}: {ACTIONS[event.action]}",
    e.BattleBegan: lambda event: f"battle: {PROVINCES[event.province]}",
    e.RevoltBegan: lambda event: f"revolt: {PROVINCES[event.province]}",
    e.Thrown: lambda event: f"thrown: {_cubes(event.thrown)}; on the tray: {_cubes(event.tray)}",
    e.WinterBegan: lambda event: f"winter, card {event.card}",
    e.RevoltsDrawn: lambda event: (
        f"revolts of {SEAT_NAMES[event.seat]}: {_names(event.provinces, PROVINCES)}"
    ),
    e.GameEnded: lambda event: f"winners: {_names(event.winners, SEAT_NAMES)}",
}
