"""Facts about season cards that no single purchase shows."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from core import flow, game
from core.chance import SeededRng
from core.games.rising_sun import GAME
from core.kinds import Viewer
from core.notation import read_move

KOI, LOTUS, TURTLE = range(3)
DATA = Path(game.__file__).parent / "games" / "rising_sun" / "data.toml"


@pytest.mark.parametrize("viewer", [LOTUS, TURTLE, None])
def test_a_card_bought_is_public(viewer: Viewer) -> None:
    """Everyone sees who owns which card (RS-11.1)."""
    rng = SeededRng(b"")
    document = {"phase": "politics", "active": "koi", "deck": ["train"]}
    state = GAME.read_position(document, (KOI, LOTUS, TURTLE), rng)
    flow.answer(GAME.rules, state, *read_move(GAME, "koi: mandate train"), rng)
    before = GAME.view_for(state, viewer).cards
    flow.answer(GAME.rules, state, *read_move(GAME, "koi: buy righteousness"), rng)
    assert GAME.view_for(state, viewer).cards == state.cards != before


def test_every_card_is_of_one_of_five_kinds() -> None:
    """Enhancement, virtue, monster, war upgrade and winter upgrade, and no other (RS-11.5)."""
    cards = tomllib.loads(DATA.read_text("utf-8"))["cards"]
    assert {card["kind"] for card in cards} == {"enhancement", "virtue", "monster", "war", "winter"}
