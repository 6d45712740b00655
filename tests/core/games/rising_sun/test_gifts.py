"""What players may know of each other while they talk and give."""

from __future__ import annotations

from typing import Any

import pytest

from core import flow
from core.chance import SeededRng
from core.games.rising_sun import GAME
from core.games.rising_sun.state import State
from core.kinds import Event
from core.notation import read_move

KOI, LOTUS, TURTLE = range(3)
EVERYONE = (KOI, LOTUS, TURTLE, None)
OWN = {"viewer", "drawn", "answer", "decision", "standing"}


def table(document: dict[str, Any], *lines: str) -> tuple[State, list[Event]]:
    rng = SeededRng(b"")
    state = GAME.read_position(document, (KOI, LOTUS, TURTLE), rng)
    events: list[Event] = []
    for line in lines:
        events += flow.answer(GAME.rules, state, *read_move(GAME, line), rng)
    assert isinstance(state, State)
    return state, events


def battle_in_edo(*lines: str) -> tuple[State, list[Event]]:
    clans = {
        "koi": {"coins": 4, "ronin": 1, "figures": {"edo": ["bushi"]}},
        "lotus": {"coins": 6, "ronin": 2, "figures": {"edo": ["bushi"]}},
        "turtle": {"coins": 3, "ronin": 5},
    }
    return table({"phase": "war", "war": ["edo"], "clans": clans}, *lines)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_wealth_is_public_before_a_battle(viewer: int | None) -> None:
    """Everyone sees the true coins and ronin of all, in the battle or not (RS-4.3)."""
    view = GAME.view_for(battle_in_edo()[0], viewer)
    assert view.coins[:3] == (4, 6, 3)
    assert view.ronin[:3] == (1, 2, 5)


@pytest.mark.parametrize("viewer", [LOTUS, TURTLE, None])
def test_a_bid_is_hidden_until_all_have_bid(viewer: int | None) -> None:
    """Two different bids look the same to the others until they are revealed (RS-4.3)."""
    (mean, said), (rich, shouted) = battle_in_edo("koi: bid 0 0 0 0"), battle_in_edo("koi: bid 1 1 1 1")
    assert GAME.view_for(mean, viewer) == GAME.view_for(rich, viewer)
    assert [event.seen_by(viewer) for event in said] == [event.seen_by(viewer) for event in shouted]
    assert GAME.view_for(mean, KOI) != GAME.view_for(rich, KOI)
    open_bids = GAME.view_for(battle_in_edo("koi: bid 1 0 0 1", "lotus: bid 0 2 0 0")[0], viewer)
    assert open_bids.battle.bids == ((1, 0, 0, 1), (0, 2, 0, 0))


def politics(deck: list[str], active: str, *lines: str) -> tuple[State, list[Event]]:
    return table({"phase": "politics", "active": active, "deck": deck, "display": []}, *lines)


@pytest.mark.parametrize("viewer", [LOTUS, TURTLE, None])
def test_only_the_active_player_sees_the_mandates_drawn(viewer: int | None) -> None:
    """Different hands look the same to all but the one who drew them (RS-4.3, RS-8.3)."""
    tame, _ = politics(["harvest", "train", "recruit", "recruit"], "koi")
    wild, _ = politics(["harvest", "betray", "marshal", "betray"], "koi")
    assert GAME.view_for(tame, viewer) == GAME.view_for(wild, viewer)
    assert sorted(GAME.view_for(tame, KOI).drawn) != sorted(GAME.view_for(wild, KOI).drawn)


@pytest.mark.parametrize("viewer", [KOI, TURTLE, None])
def test_a_mandate_of_lotus_lies_face_down(viewer: int | None) -> None:
    """Whichever tile Lotus lays, the others only know what it announced (RS-4.3)."""
    deck = ["harvest", "train", "betray", "recruit"]
    frank, told = politics(deck, "lotus", "lotus: mandate harvest")
    false, lied = politics(deck, "lotus", "lotus: mandate betray as harvest")
    if viewer == TURTLE:  # draws next and sees what is left, as it must
        assert GAME.view_for(frank, viewer).mandates == GAME.view_for(false, viewer).mandates
    else:
        assert GAME.view_for(frank, viewer) == GAME.view_for(false, viewer)
        assert [event.seen_by(viewer) for event in told] == [event.seen_by(viewer) for event in lied]
    assert GAME.view_for(frank, LOTUS).mandates != GAME.view_for(false, LOTUS).mandates


@pytest.mark.parametrize("viewer", [LOTUS, TURTLE, None])
def test_nothing_else_is_hidden_in_the_political_phase(viewer: int | None) -> None:
    """What is on the table is the same for all eyes but the hand of mandates (RS-4.3)."""
    clans = {"koi": {"cards": ["righteousness"], "tokens": ["spring edo"]}, "turtle": {"ronin": 2}}
    document = {"season": "summer", "phase": "politics", "clans": clans, "mandates_played": ["train"]}
    state, _ = table(document)
    own, seen = GAME.view_for(state, KOI), GAME.view_for(state, viewer)
    public = set(own.__struct_fields__) - OWN
    assert {"vp", "coins", "ronin", "cards", "display", "tokens", "war", "honor", "mandates"} <= public
    for name in public:
        assert getattr(seen, name) == getattr(own, name)
