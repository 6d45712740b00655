"""Rising Sun as the screen draws it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.games.rising_sun.forms import war_board
from client.games.rising_sun.map import facts_of
from client.games.rising_sun.panels import (
    CardsOnOffer,
    HonorTrack,
    OwnSecrets,
    ProvincePanel,
    Season,
    WarPanel,
)
from client.tui.board import Board
from client.tui.map import ProvinceMap
from client.tui.widgets.panel import Panel
from core.decisions import Allocate


def make_panels() -> Sequence[Panel]:
    return (
        HonorTrack(id="players"),
        Season(id="season"),
        CardsOnOffer(id="offer"),
        ProvincePanel(id="place"),
        WarPanel(id="battle"),
        OwnSecrets(id="secrets"),
    )


BOARD: Final = Board(
    make_map=lambda: ProvinceMap(id="map"),
    facts_of=facts_of,
    make_panels=make_panels,
    forms={Allocate: war_board},
)
