"""What players may know about each other: wealth and cards, but no sealed bid, no hand, no tile of Lotus."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.rising_sun import GAME
from core.games.rising_sun.events import BidsRevealed, MandateLaid
from core.games.rising_sun.state import State
from core.kinds import Event, Viewer
from tests.core.games.rising_sun.tables import KOI, LOTUS, THREE, TURTLE, at, play

OWN = {"viewer", "drawn", "answer", "decision", "standing"}


def assert_alike(one: tuple[State, list[Event]], other: tuple[State, list[Event]], viewer: Viewer) -> None:
    """Two tables look the same to a viewer, who has heard the same there."""
    assert GAME.view_for(one[0], viewer) == GAME.view_for(other[0], viewer)
    assert [event.seen_by(viewer) for event in one[1]] == [event.seen_by(viewer) for event in other[1]]


def battle_in_edo(*lines: str) -> tuple[State, list[Event]]:
    clans = {
        "koi": {"coins": 4, "ronin": 1, "figures": {"edo": ["bushi"]}},
        "lotus": {"coins": 6, "ronin": 2, "figures": {"edo": ["bushi"]}},
        "turtle": {"coins": 3, "ronin": 5},
    }
    return play({"phase": "war", "war": ["edo"], "clans": clans}, *lines)


@pytest.mark.parametrize("viewer", [*THREE, None])
def test_wealth_is_public_before_a_battle(viewer: Viewer) -> None:
    """Everyone sees the true coins and ronin of all, in the battle or not (RS-4.3)."""
    view = GAME.view_for(battle_in_edo()[0], viewer)
    assert view.coins[:3] == (4, 6, 3)
    assert view.ronin[:3] == (1, 2, 5)


@pytest.mark.parametrize("viewer", [LOTUS, TURTLE, None])
def test_a_bid_is_hidden_until_all_have_bid(viewer: Viewer) -> None:
    """Whatever is bid, the others see the same table and hear the same (RS-4.3, RS-16.1)."""
    mean, rich = battle_in_edo("koi: bid 0 0 0 0"), battle_in_edo("koi: bid 1 1 1 1")
    assert_alike(mean, rich, viewer)
    assert GAME.view_for(mean[0], KOI) != GAME.view_for(rich[0], KOI)


def test_bids_are_revealed_together() -> None:
    """The last bid opens all of them at once, for everyone (RS-16.2)."""
    first, bids = "koi: bid 1 0 0 1", ((1, 0, 0, 1), (0, 2, 0, 0))
    assert not any(isinstance(event, BidsRevealed) for event in battle_in_edo(first)[1])
    state, events = battle_in_edo(first, "lotus: bid 0 2 0 0")
    revealed = BidsRevealed(tuple(zip((KOI, LOTUS), bids, strict=True)))
    assert revealed in events
    assert revealed.seen_by(None) == revealed
    assert GAME.view_for(state, None).battle.bids == bids


def politics(deck: list[str], active: str, *lines: str) -> tuple[State, list[Event]]:
    return play({"phase": "politics", "active": active, "deck": deck}, *lines)


@pytest.mark.parametrize("viewer", [LOTUS, TURTLE, None])
def test_only_the_active_player_sees_the_mandates_drawn(viewer: Viewer) -> None:
    """Different hands look the same to all but the one who drew them (RS-4.3, RS-8.3)."""
    tame = politics(["harvest", "train", "recruit", "recruit"], "koi")
    wild = politics(["harvest", "betray", "marshal", "betray"], "koi")
    assert_alike(tame, wild, viewer)
    assert sorted(GAME.view_for(tame[0], KOI).drawn) != sorted(GAME.view_for(wild[0], KOI).drawn)


@pytest.mark.parametrize("viewer", [KOI, TURTLE, None])
@pytest.mark.parametrize("line", ["lotus: mandate recruit as train", "lotus: mandate train"])
def test_a_mandate_of_lotus_lies_face_down(viewer: Viewer, line: str) -> None:
    """The others know only what Lotus announced, also when that is what it laid (RS-4.3, RS-19.3)."""
    deck = ["recruit", "marshal", "train", "betray"]
    lied = politics(deck, "lotus", "lotus: mandate betray as train")
    told = politics(deck, "lotus", line)
    assert_alike(lied, told, viewer)
    assert any(isinstance(event.seen_by(viewer), MandateLaid) for event in told[1])
    assert GAME.view_for(lied[0], LOTUS).mandates != GAME.view_for(told[0], LOTUS).mandates


@pytest.mark.parametrize("viewer", [LOTUS, TURTLE, None])
def test_nothing_else_is_hidden_in_the_political_phase(viewer: Viewer) -> None:
    """What is on the table is the same for all eyes but the hand of mandates (RS-4.3)."""
    clans = {"koi": {"cards": ["righteousness"], "tokens": ["spring edo"]}, "turtle": {"ronin": 2}}
    document: dict[str, Any] = {"season": "summer", "phase": "politics", "mandates_played": ["train"]}
    state = at({**document, "clans": clans})
    own, seen = GAME.view_for(state, KOI), GAME.view_for(state, viewer)
    public = set(own.__struct_fields__) - OWN
    assert {"vp", "coins", "ronin", "cards", "display", "tokens", "war", "honor", "mandates"} <= public
    for name in public:
        assert getattr(seen, name) == getattr(own, name)


@pytest.mark.parametrize("viewer", [LOTUS, TURTLE, None])
def test_a_card_bought_is_public(viewer: Viewer) -> None:
    """Everyone sees who owns which card (RS-11.1)."""
    turn = {"phase": "politics", "active": "koi", "deck": ["train"]}
    before, after = (play(turn, *lines)[0] for lines in ((TRAIN,), (TRAIN, "koi: buy righteousness")))
    assert GAME.view_for(after, viewer).cards == after.cards != GAME.view_for(before, viewer).cards


TRAIN = "koi: mandate train"
