"""What a record says between the moves: where the game stands, and what chance brought."""

from __future__ import annotations

from typing import Final

from core.game import Remarks, names_of
from core.games.rising_sun import events as e
from core.games.rising_sun.board import CLANS, KAMI, MANDATES, PROVINCES, SEASONS

REMARKS: Final[Remarks] = {
    e.SetChosen: lambda event: f"set: {event.chosen}",
    e.ShrinesLaid: lambda event: f"shrines: {names_of(event.shrines, KAMI)}",
    e.SeasonBegan: lambda event: f"{SEASONS[event.season]}",
    e.WarTokensLaid: lambda event: f"war: {names_of(event.provinces, PROVINCES)}",
    e.PoliticsBegan: lambda _: "politics",
    e.MandatesDrawn: lambda event: f"{CLANS[event.seat]} draws: {names_of(event.tiles, MANDATES)}",
    e.KamiTurnBegan: lambda event: f"kami turn {event.number}",
    e.WarBegan: lambda _: "war",
    e.BattleBegan: lambda event: f"battle: {PROVINCES[event.province]}",
    e.GameEnded: lambda event: f"winners: {names_of(event.winners, CLANS)}",
}
