"""Rising Sun as the screen draws it, with the war board as its form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.games.rising_sun import names
from client.games.rising_sun.facts import places_of, war_ahead, war_outlook, war_powers
from client.games.rising_sun.map import facts_of
from client.games.rising_sun.panels import (
    Belongings,
    CardsOnOffer,
    HonorTrack,
    OwnSecrets,
    ProvincePanel,
    ProvinceStrip,
    Season,
    WarPanel,
)
from client.table.wording import addressed
from client.texts import t
from client.tui.board import Board
from client.tui.dialogs.forms import AllocateDialog
from client.tui.map.widget import ProvinceMap
from client.tui.widgets.panel import Panel
from core.decisions import Allocate
from core.games.rising_sun.board import ADVANTAGES
from core.games.rising_sun.view import View
from core.kinds import Choice


def war_board(view: View, decision: Allocate, draft: Choice | None) -> AllocateDialog:
    """Name the war board, its places, and what is public about the bidders."""
    assert view.battle is not None
    forces = dict(places_of(view)[view.battle.province].forces)
    remarks = [
        t(
            addressed("bid-rival", is_own=seat == view.viewer),
            clan=names.clan(seat),
            force=forces.get(seat, 0),
            coins=view.coins[seat],
            ronin=view.ronin[seat],
        )
        for seat in view.honor
        if seat in view.battle.fighters
    ]
    title = t("bid-title", province=names.province(view.battle.province))
    places = [t(f"bid-on-{name}") for name in ADVANTAGES]
    remarks += [t("bid-ties"), war_outlook(view, view.battle.province), *war_ahead(view)]
    remarks += war_powers(view, view.battle)
    return AllocateDialog(title, places, decision.total, remarks, draft)


def make_panels() -> Sequence[Panel]:
    return (
        HonorTrack(id="players"),
        Season(id="season"),
        CardsOnOffer(id="offer"),
        ProvincePanel(id="place"),
        WarPanel(id="battle"),
        OwnSecrets(id="secrets"),
        Belongings(id="belongings"),
    )


BOARD: Final = Board(
    make_map=lambda: ProvinceMap(id="map"),
    facts_of=facts_of,
    make_panels=make_panels,
    forms={Allocate: war_board},
    make_strips=lambda: (ProvinceStrip(id="strip"),),
)
