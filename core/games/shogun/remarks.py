"""What a record says between the moves: where the game stands, and what chance brought."""

from __future__ import annotations

from typing import Final

from core.game import Remarks, names_of
from core.games.shogun import events as e
from core.games.shogun.board import ACTIONS, COLOURS, EVENTS, PROVINCES, SEASONS, SEAT_NAMES, SPECIAL_NAMES


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
    e.GameEnded: lambda event: f"winners: {names_of(event.winners, SEAT_NAMES)}",
}
