"""Rising Sun as the screen draws it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.games.rising_sun.battle import BattlePanel
from client.games.rising_sun.forms import war_board
from client.games.rising_sun.map import facts_of
from client.games.rising_sun.panels import CardsOnOffer, PlacePanel, Players, Season, Secrets
from client.tui.board import Board
from client.tui.map import ProvinceMap
from client.tui.widgets.panel import Panel
from core.decisions import Allocate


def make_panels() -> Sequence[Panel]:
    return (
        Players(id="players"),
        Season(id="season"),
        CardsOnOffer(id="offer"),
        PlacePanel(id="place"),
        BattlePanel(id="battle"),
        Secrets(id="secrets"),
    )


BOARD: Final = Board(
    make_map=lambda: ProvinceMap(id="map"),
    facts_of=facts_of,
    make_panels=make_panels,
    forms={Allocate: war_board},
)
