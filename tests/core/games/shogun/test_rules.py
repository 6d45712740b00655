"""Rules about what is asked, known and counted, which no single line of play can show."""

from __future__ import annotations

from typing import Any

import pytest

from core.deals import Pledge, Promise, verdict_on
from core.games.shogun import GAME
from core.games.shogun.board import ACT, BUILD_CASTLE, CASTLE, HUNGER, NO_EVENT, PLAN, PROVINCES
from core.games.shogun.province_actions import build, obstacle
from core.games.shogun.state import set_buildings, tokens_left
from core.kinds import Event, InputError, Seat
from tests.core.games.shogun.tables import BLUE, FIVE, RED, THREE, at, fresh, play, random_game, scripted

AKI, OMI = map(PROVINCES.index, ("aki", "omi"))


def test_carrying_out_asks_only_what_the_rules_name() -> None:
    """Target and number, the optional move, six armies, extra cubes; in winter the order (SG-10.14)."""
    asked: dict[int, set[str]] = {ACT: set(), HUNGER: set()}
    for seed in range(12):
        for state, _ in random_game(seed, FIVE if seed % 2 else THREE):
            if state.phase in asked:
                asked[state.phase] |= {decision.prompt for decision in state.pending.values()}
    assert asked[ACT] == {"march", "regroup", "six", "attack", "defence"}
    assert asked[HUNGER] == {"revolt"}


def test_what_is_known_while_planning() -> None:
    """Actions 1-5, the spaces of the specials, open events; not the rest, the event, the order (SG-7.11)."""
    for state, _ in random_game(3, THREE):
        if state.phase == PLAN:
            view = GAME.view_for(state, RED)
            assert len(view.actions) == len(view.track) == 5
            assert len(view.events_open) == 4 - state.season
            assert view.event == NO_EVENT
            assert view.order == ()


def test_building_tokens_run_out() -> None:
    """With 28 castles on the map nobody builds one until one is removed (SG-1.12, SG-11.4, SG-21.20)."""
    state = fresh(FIVE)
    for province in [p for p in range(45) if p != AKI and state.owner[p] >= 0][:28]:
        set_buildings(state, province, 1 << CASTLE)
    owner = state.owner[AKI]
    assert tokens_left(state, CASTLE) == 0
    assert obstacle(state, owner, AKI, 3, CASTLE) == "token"
    assert not build(state, owner, AKI, BUILD_CASTLE, CASTLE)
    removed = next(p for p, bits in enumerate(state.buildings) if bits)
    set_buildings(state, removed, 0)
    assert build(state, owner, AKI, BUILD_CASTLE, CASTLE)
    assert tokens_left(state, CASTLE) == 0


def test_the_winners_cubes_of_the_tower_fight_too() -> None:
    """What came loose counts like what was thrown: one army moved, three won with (SG-16.5)."""
    rng = scripted(("throw", {"red": 3, "blue": 1}))
    state = at(
        {
            "phase": "actions",
            "tower": {"red": 2},
            "players": {
                "red": {"armies": {"mino": 2}, "plan": {"battle_a": "mino"}},
                "blue": {"armies": {"omi": 1}},
            },
        }
    )
    play(state, "red: move 1 omi", rng=rng)
    assert (state.owner[OMI], state.armies[OMI]) == (RED, 2)


def test_a_tray_that_cannot_be_is_refused() -> None:
    """More cubes than thrown and resting cannot lie there (SG-15.13)."""
    rng = scripted(("throw", {"red": 4}))
    state = at(
        {
            "phase": "actions",
            "tower": {},
            "players": {"red": {"armies": {"mino": 3}, "plan": {"battle_a": "mino"}}},
        }
    )
    with pytest.raises(InputError, match="More cubes"):
        play(state, "red: move 2 omi", rng=rng)


# Promises ------------------------------------------------------------------------------------

ATTACK = {
    "phase": "actions",
    "actions": ["battle_a", "battle_b"],
    "players": {
        "red": {"armies": {"mino": 3, "hida": 1, "kii": 2}, "plan": {"battle_a": "mino", "battle_b": "kii"}},
        "blue": {"armies": {"omi": 1}},
    },
}


@pytest.mark.parametrize(
    ("move", "verdict"), [("move 1 omi", False), ("move 1 hida", None), ("move 1 owari", None)]
)
def test_promises_are_judged_by_what_all_can_see(move: str, verdict: Any) -> None:
    events = play(at(ATTACK), f"red: {move}")
    assert verdict_of("stay_out", "omi", RED, events) == verdict
    assert verdict_of("no_attack", "blue", RED, events) == verdict
    assert verdict_of("stay_out", "omi", BLUE, events) is None


def verdict_of(kind: str, about: str, seat: Seat, events: list[Event]) -> bool | None:
    return verdict_on(GAME.promises, Pledge(seat, BLUE, Promise(kind, about)), events)


def test_a_promise_is_kept_at_the_end_of_the_round() -> None:
    state = at(ATTACK)
    events = play(state, "red: move 1 hida", "red: move 1 yamato")
    assert verdict_of("stay_out", "omi", RED, events) is True
    assert verdict_of("leave", "tax_plus_1", RED, events) is True


def test_a_special_can_be_promised_away() -> None:
    order = {"phase": "order", "event": 6, "players": {"red": {"plan": {"bid": "c1"}, "armies": {"aki": 1}}}}
    events = play(at(order), "red: choose tax_plus_1")
    assert verdict_of("leave", "tax_plus_1", RED, events) is False
    assert verdict_of("leave", "six_armies", RED, events) is None
    assert set(GAME.promises.kinds) == {"stay_out", "no_attack", "leave"}
