"""Shogun as the screen knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.games.shogun import names
from client.games.shogun.ending import ending_of
from client.games.shogun.floor_plan import map_first
from client.games.shogun.map import facts_of
from client.games.shogun.options import ask_words, elsewhere, options_of, warning_about
from client.games.shogun.outlook import Outlook
from client.games.shogun.place import PlacePanel
from client.games.shogun.planning import PlanDialog
from client.games.shogun.players import Players, holdings
from client.games.shogun.secrets import Secrets, answer_words
from client.games.shogun.strip import Strip
from client.games.shogun.tower import BattlePanel, Tower, unfold
from client.games.shogun.track import Track
from client.table.face import Face
from client.tui.board import Board
from client.tui.map import ProvinceMap
from client.tui.widgets.panel import Panel
from core.decisions import Arrange
from core.games.shogun import events as e
from core.games.shogun.board import OVER
from core.games.shogun.view import View
from core.kinds import Event

WIDE_FROM: Final = 104
"""The map takes 80 columns, what is beside it 24."""


def make_panels() -> Sequence[Panel]:
    return (
        BattlePanel(id="battle"),
        Players(id="players"),
        Track(id="season"),
        PlacePanel(id="place"),
        Secrets(id="secrets"),
        Tower(id="tower"),
        Outlook(id="outlook"),
    )


def make_strips() -> Sequence[Panel]:
    return (Strip(id="strip"),)


def moment(view: View) -> str:
    if view.phase == OVER:
        return names.phase(OVER)
    parts = [f"{view.year} · {names.season(view.season)}", names.phase(view.phase)]
    if view.action >= 0:
        parts[1] = f"{view.action + 1} {names.place(view.actions[view.action])}"
    return " · ".join(parts)


RULES_OF_EVENTS: Final[dict[type[Event], str]] = {
    e.FirstPlayerDrawn: "SG-21.24",
    e.DraftCardsOpened: "SG-3.1",
    e.DraftCardsExchanged: "SG-3.6",
    e.ProvincePicked: "SG-3.3",
    e.GroupPlaced: "SG-3.4",
    e.TowerFilled: "SG-2.7",
    e.YearBegan: "SG-5.1",
    e.EventsOpened: "SG-2.10",
    e.SeasonBegan: "SG-5.2",
    e.ActionsLaidOut: "SG-6.1",
    e.SpecialsLaidOut: "SG-6.3",
    e.PlansClosed: "SG-21.9",
    e.EventDrawn: "SG-8.1",
    e.BidsRevealed: "SG-9.1",
    e.TieBroken: "SG-9.4",
    e.SpecialTaken: "SG-9.5",
    e.OrderSettled: "SG-9.6",
    e.ActionBegan: "SG-10.1",
    e.CardRevealed: "SG-10.2",
    e.CardLeft: "SG-10.8",
    e.ActionOpened: "SG-6.2",
    e.RoundEnded: "SG-10.12",
    e.ActionSkipped: "SG-10.4",
    e.Built: "SG-11.1",
    e.RiceCollected: "SG-12.1",
    e.TaxCollected: "SG-12.2",
    e.MarkerPlaced: "SG-12.4",
    e.MarkerRemoved: "SG-8.4",
    e.Deployed: "SG-13.1",
    e.ArmiesMoved: "SG-14.4",
    e.BattleBegan: "SG-16.1",
    e.CubeAdded: "SG-16.4",
    e.RevoltBegan: "SG-17.1",
    e.Thrown: "SG-15.4",
    e.ProvinceTaken: "SG-16.12",
    e.ProvinceHeld: "SG-16.13",
    e.PeasantsHeld: "SG-16.17",
    e.BattleTied: "SG-16.16",
    e.RevoltPutDown: "SG-17.5",
    e.RevoltWon: "SG-17.6",
    e.WinterBegan: "SG-18.1",
    e.RiceLost: "SG-18.2",
    e.RevoltsDrawn: "SG-18.5",
    e.YearScored: "SG-19.1",
    e.GameEnded: "SG-19.8",
}
"""The rule to read first about something that happened."""


def rule_of(event: Event) -> str:
    return RULES_OF_EVENTS.get(type(event), "")


SLOW: Final = (
    e.BidsRevealed,
    e.BattleBegan,
    e.CubeAdded,
    e.RevoltBegan,
    e.Thrown,
    e.ProvinceTaken,
    e.ProvinceHeld,
    e.PeasantsHeld,
    e.BattleTied,
    e.RevoltPutDown,
    e.RevoltWon,
)


def is_told_slowly(event: Event) -> bool:
    return isinstance(event, SLOW)


FACE: Final = Face(
    moment=moment,
    place_name=names.province,
    options_of=options_of,
    answer_words=answer_words,
    warning_about=warning_about,
    rule_of=rule_of,
    is_told_slowly=is_told_slowly,
    holdings=holdings,
    ending_of=ending_of,
    unfold=unfold,
    ask_words=ask_words,
    elsewhere=elsewhere,
    few=5,
)

BOARD: Final = Board(
    face=FACE,
    make_map=lambda: ProvinceMap(id="map"),
    facts_of=facts_of,
    make_panels=make_panels,
    forms={Arrange: PlanDialog},
    make_strips=make_strips,
    plan=map_first,
    wide_from=WIDE_FROM,
    colours=names.COLOURS,
)
