"""What a record says between the moves: where the game stands, and what chance brought."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.games.rising_sun import events as e
from core.games.rising_sun.board import CLANS, KAMI, MANDATES, PROVINCES, SEASONS
from core.records import Event


def remark_on(event: Event) -> str:
    """Give the comment an event deserves in a record, if any."""
    remark = REMARKS.get(type(event))
    return remark(event) if remark else ""


def _names(numbers: tuple[int, ...], names: tuple[str, ...]) -> str:
    return " ".join(names[number] for number in numbers)


REMARKS: Final[dict[type[Event], Callable[[Any], str]]] = {
    e.SetChosen: lambda event: f"set: {event.chosen}",
    e.ShrinesLaid: lambda event: f"shrines: {_names(event.shrines, KAMI)}",
    e.SeasonBegan: lambda event: f"{SEASONS[event.season]}",
    e.WarTokensLaid: lambda event: f"war: {_names(event.provinces, PROVINCES)}",
    e.PoliticsBegan: lambda _: "politics",
    e.MandatesDrawn: lambda event: f"{CLANS[event.seat]} draws: {_names(event.tiles, MANDATES)}",
    e.KamiTurnBegan: lambda event: f"kami turn {event.number}",
    e.WarBegan: lambda _: "war",
    e.BattleBegan: lambda event: f"battle: {PROVINCES[event.province]}",
    e.GameEnded: lambda event: f"winners: {_names(event.winners, CLANS)}",
}
