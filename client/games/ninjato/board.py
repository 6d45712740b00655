"""Ninjato as the screen knows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from client.games.ninjato import names
from client.games.ninjato.ending import ending_of
from client.games.ninjato.influence import Influence, next_scoring
from client.games.ninjato.map import NinjatoMap
from client.games.ninjato.options import ask_words, elsewhere, options_of, warning_about
from client.games.ninjato.place import PlacePanel
from client.games.ninjato.players import Players, holdings
from client.games.ninjato.plays import make_form
from client.games.ninjato.raid import RaidPanel
from client.games.ninjato.rules import is_told_slowly, rule_of
from client.games.ninjato.secrets import Secrets
from client.table.face import Face
from client.texts import t
from client.tui.board import Board
from client.tui.columns import RULE
from client.tui.floor_plan import good_to_know, usual_plan
from client.tui.spots import Room
from client.tui.widgets.panel import Panel
from core.decisions import Combine
from core.games.ninjato.board import OVER, ROUNDS, SCORING
from core.games.ninjato.notation import line_of
from core.games.ninjato.view import View


def make_panels() -> Sequence[Panel]:
    return (
        Players(id="players"),
        Influence(id="season"),
        PlacePanel(id="place"),
        RaidPanel(id="battle"),
        Secrets(id="secrets"),
    )


def moment(view: View) -> str:
    if view.phase == OVER:
        return t("moment-over")
    if view.phase == SCORING:
        return t("moment-scoring", round=next_scoring(view))
    scoring = t("moment-next", round=next_scoring(view))
    return f"{t('moment-round', round=view.round, rounds=ROUNDS)} · {scoring}"


def facts_of(view: View) -> View:
    """Everything on the board is as everybody sees it; the hand is the viewer's own."""
    return view


def give_up(room: Room) -> Iterator[str]:
    """Name what gives way where there is no room for all: in a small window the rules about choices first."""
    if room.is_usual:
        yield RULE
    yield from good_to_know(room)
    if room.is_pointing:
        yield "secrets"
    if room.has_battle:
        yield "players"


FACE: Final = Face(
    moment=moment,
    place_name=names.area,
    options_of=options_of,
    answer_words=line_of,
    warning_about=warning_about,
    rule_of=rule_of,
    is_told_slowly=is_told_slowly,
    holdings=holdings,
    ending_of=ending_of,
    ask_words=ask_words,
    elsewhere=elsewhere,
)

BOARD: Final = Board(
    face=FACE,
    make_map=lambda: NinjatoMap(id="map"),
    facts_of=facts_of,
    make_panels=make_panels,
    forms={Combine: make_form},
    plan=partial(usual_plan, give_up=give_up),
    colours=names.SEAT_COLOURS,
)
