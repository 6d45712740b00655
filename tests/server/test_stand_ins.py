"""A bot that plays for an absent player keeps that player's word."""

from __future__ import annotations

import pytest

from core.deals import Deal, Goods, Promise, Standing, Status
from core.games.rising_sun.board import KOI, MANDATES, TURTLE
from core.games.rising_sun.choices import Mandate
from server.tables.stand_ins import StandIn
from tests.core.test_bargaining import GAME, choosing


def test_a_stand_in_does_what_its_player_has_promised() -> None:
    view, best, other = choosing(TURTLE)
    deal = Deal(0, KOI, TURTLE, Goods(1), asks=(Promise("play_mandate", MANDATES[other]),))

    free = StandIn(GAME).choose(TURTLE, view, (), ())
    bound = StandIn(GAME).choose(TURTLE, view, (Standing(deal, Status.ACCEPTED, (None,)),), ())

    assert isinstance(free, Mandate)
    assert isinstance(bound, Mandate)
    assert (free.announced, bound.announced) == (best, other)


def test_a_stand_in_that_fails_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    view, _, _ = choosing(TURTLE)
    monkeypatch.delattr("core.bots.character.stance_of")

    choice = StandIn(GAME).choose(TURTLE, view, (), ())

    assert view.decision.allows(choice)
