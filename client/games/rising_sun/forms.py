"""What is filled in: the war board, with what is public about those who bid."""

from __future__ import annotations

from collections.abc import Iterator

from client.games.rising_sun import names
from client.games.rising_sun.facts import places_of
from client.texts import t
from client.tui.dialogs.allocate import AllocateDialog
from core.decisions import Allocate
from core.games.rising_sun.board import ADVANTAGES, KOI, TURTLE
from core.games.rising_sun.state import Battle
from core.games.rising_sun.view import View
from core.kinds import Choice


def war_board(view: View, decision: Allocate, draft: Choice | None) -> AllocateDialog:
    """Name the war board, its places, and what is public about those who bid."""
    assert view.battle is not None
    forces = dict(places_of(view)[view.battle.province].forces)
    remarks = [
        t(
            "bid-rival",
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
    remarks += [t("bid-ties"), *war_powers(view, view.battle)]
    return AllocateDialog(title, places, decision.total, remarks, draft)


def war_powers(view: View, battle: Battle) -> Iterator[str]:
    """Say what clans have in a battle besides figures and ronin."""
    if KOI in battle.fighters:
        yield t("war-power-koi")
    if battle.province in view.strongholds[TURTLE]:
        yield t("war-power-turtle")
