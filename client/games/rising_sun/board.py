"""Rising Sun as the screen knows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from client.games.rising_sun import names
from client.games.rising_sun.battle import BattlePanel
from client.games.rising_sun.ending import ending_of
from client.games.rising_sun.facts import places_of
from client.games.rising_sun.options import ask_words, elsewhere, options_of, warning_about
from client.games.rising_sun.place import PlacePanel
from client.games.rising_sun.players import Players, holdings
from client.games.rising_sun.season import CardsOnOffer, Season
from client.games.rising_sun.secrets import Secrets, answer_words
from client.table.face import Face, Severity
from client.texts import t
from client.tui.board import Board
from client.tui.dialogs.allocate import AllocateDialog
from client.tui.map import ProvinceMap, facts_of
from client.tui.widgets.panel import Panel
from core.decisions import Allocate
from core.games.rising_sun import events as e
from core.games.rising_sun.board import ADVANTAGES, KOI, OVER, TURTLE, WINTER
from core.games.rising_sun.state import Battle
from core.games.rising_sun.view import View
from core.kinds import Choice, Event, Seat


def make_panels() -> Sequence[Panel]:
    return (
        Players(id="players"),
        Season(id="season"),
        CardsOnOffer(id="offer"),
        PlacePanel(id="place"),
        BattlePanel(id="battle"),
        Secrets(id="secrets"),
    )


def moment(view: View) -> str:
    if view.phase == OVER:
        return names.phase(OVER)
    if view.season == WINTER:
        return names.season(WINTER)
    parts = [names.season(view.season), names.phase(view.phase)]
    if view.mandate >= 0:
        parts.append(names.mandate(view.mandate))
    return " · ".join(parts)


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


RULES_OF_EVENTS: Final[dict[type[Event], str]] = {
    e.SeasonBegan: "RS-5.1",
    e.SetChosen: "RS-1.8",
    e.ShrinesLaid: "RS-1.7",
    e.WarTokensLaid: "RS-6.1",
    e.CardsLaidOut: "RS-6.2",
    e.HostagesReturned: "RS-6.4",
    e.AllianceOffered: "RS-7.2",
    e.AllianceRefused: "RS-7.2",
    e.AllianceMade: "RS-7.5",
    e.AllianceBroken: "RS-13.1",
    e.SeatReady: "RS-7.4",
    e.GiftGiven: "RS-4.2",
    e.PoliticsBegan: "RS-8.1",
    e.MandatesDrawn: "RS-8.3",
    e.MandateLaid: "RS-8.4",
    e.Summoned: "RS-9.1",
    e.Placed: "RS-22.1",
    e.Moved: "RS-10.1",
    e.TollPaid: "RS-22.18",
    e.RouteClosed: "RS-22.19",
    e.StrongholdBuilt: "RS-10.2",
    e.CardBought: "RS-11.1",
    e.Replaced: "RS-13.2",
    e.CardUsed: "RS-23",
    e.OrderChosen: "RS-3.2",
    e.VpGained: "RS-1.3",
    e.CoinsGained: "RS-6.3",
    e.RoninGained: "RS-1.11",
    e.Taken: "RS-22.41",
    e.HonorChanged: "RS-3.3",
    e.KamiTurnBegan: "RS-14.1",
    e.ShrineWon: "RS-14.1",
    e.WarBegan: "RS-15.1",
    e.RoninConverted: "RS-19.2",
    e.TokenDiscarded: "RS-15.3",
    e.TokenTaken: "RS-15.4",
    e.BattleBegan: "RS-16.1",
    e.BidsRevealed: "RS-16.2",
    e.AdvantageWon: "RS-16.3",
    e.SeppukuCommitted: "RS-16.4",
    e.HostageTaken: "RS-16.5",
    e.RoninHired: "RS-16.6",
    e.BattleWon: "RS-16.7",
    e.FiguresKilled: "RS-16.9",
    e.FiguresSpared: "RS-22.33",
    e.ReparationsPaid: "RS-16.12",
    e.SeasonEnded: "RS-17.1",
    e.WinterScored: "RS-18.2",
    e.GameEnded: "RS-18.5",
}
"""The rule to read first about something that happened."""


def rule_of(event: Event) -> str:
    if isinstance(event, e.CardUsed):
        return f"RS-23.{names.card_id(event.card)}"
    return RULES_OF_EVENTS.get(type(event), "")


BATTLE: Final = (
    e.BattleBegan,
    e.BidsRevealed,
    e.AdvantageWon,
    e.SeppukuCommitted,
    e.HostageTaken,
    e.RoninHired,
    e.BattleWon,
    e.FiguresKilled,
    e.FiguresSpared,
    e.ReparationsPaid,
)


WEIGHTS: Final[dict[type[Event], float]] = {
    e.WarBegan: 1.0,
    e.TokenTaken: 1.0,
    e.TokenDiscarded: 1.0,
    e.BidsRevealed: 4.0,
    e.BattleWon: 4.0,
    e.SeasonEnded: 4.0,
}
"""A war without battles is seen too, and what all wait for stays long enough to be read."""


CONCERNS: Final[dict[type[Event], tuple[str, Severity]]] = {
    e.AllianceBroken: ("other", "warning"),
    e.Replaced: ("owner", "warning"),
    e.Taken: ("victim", "warning"),
    e.GiftGiven: ("to", "information"),
}
"""By what others do outside of battles, which are seen step by step: who gains or loses by it."""


def concern(event: Event, seat: Seat) -> Severity | None:
    whose, severity = CONCERNS.get(type(event), ("", None))
    return severity if whose and getattr(event, whose) == seat else None


def is_told_slowly(event: Event) -> bool:
    return isinstance(event, BATTLE)


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
    weights=WEIGHTS,
    ask_words=ask_words,
    elsewhere=elsewhere,
    concern=concern,
)

BOARD: Final = Board(
    face=FACE,
    make_map=lambda: ProvinceMap(id="map"),
    facts_of=facts_of,
    make_panels=make_panels,
    forms={Allocate: war_board},
)
