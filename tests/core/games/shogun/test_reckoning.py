"""What a plan would pay and yield is what then happens, in the order of actions as far as it is known."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from core import flow
from core.chance import SeededRng
from core.decisions import EMPTY, Arrangement, ChooseOne
from core.games.shogun import GAME
from core.games.shogun.board import (
    ATTACK_PLUS,
    BATTLE_A,
    BID,
    BUILD_CASTLE,
    BUILD_TEMPLE,
    BUILD_THEATRE,
    CARDS,
    CHEST_CARDS,
    COLLECT_RICE,
    COLLECT_TAX,
    DEFENCE_PLUS,
    DEPLOY_BIG,
    DEPLOY_SMALL,
    EVENTS,
    NO_CARD,
    PLACES,
    PROVINCES,
    RICE_PLUS,
)
from core.games.shogun.choices import Choose
from core.games.shogun.events import ActionSkipped
from core.games.shogun.foresight import Fate, Prospect, Span, prospect, reckon
from core.games.shogun.odds import revolt
from core.games.shogun.state import State
from core.games.shogun.steps import Uprising
from core.games.shogun.view import View
from core.kinds import Choice, Event, Seat
from tests.core.games.shogun.tables import RED, SPRING, at

KAI, OMI, AKI, MINO, HIDA, HARIMA = (
    PROVINCES.index(name) for name in ("kai", "omi", "aki", "mino", "hida", "harima")
)
HIGH_TAXES = next(card.no for card in EVENTS if card.id == "tax_min")
KIND_EVENTS = [1, 2]
"""Events that leave taxes alone."""


def table(**changes: object) -> State:
    return at({**SPRING, "events_open": KIND_EVENTS, **changes})


def seen(**changes: object) -> View:
    view: View = GAME.view_for(table(**changes), RED)
    return view


def plan_of(cards: dict[int, int]) -> tuple[int, ...]:
    return tuple(cards.get(place, NO_CARD) for place in range(len(PLACES)))


# Card by card --------------------------------------------------------------------------------


def test_what_a_card_would_do_is_foreseen() -> None:
    view = seen()

    assert prospect(view, RED, COLLECT_RICE, OMI) == Prospect(rice=2)
    assert prospect(view, RED, DEPLOY_BIG, OMI) == Prospect(pays=3, armies=5)
    assert prospect(view, RED, DEPLOY_SMALL, OMI) == Prospect(pays=1, armies=1)
    assert prospect(view, RED, BATTLE_A, KAI) == Prospect(armies=3)
    assert prospect(view, RED, BUILD_CASTLE, OMI) == Prospect(pays=3)
    assert prospect(view, RED, BID, CHEST_CARDS[2]) == Prospect(pays=2)
    assert prospect(view, RED, BID, KAI) == prospect(view, RED, BUILD_CASTLE, NO_CARD) == Prospect()


def test_a_revolt_is_foreseen_with_its_odds() -> None:
    """Two markers: two peasants, if there are so many (SG-12.5, SG-21.17)."""
    view = seen()
    one_left = replace(view, reserve=(*view.reserve[:-1], 1))
    odds = revolt(view, Uprising(KAI, 2, in_winter=False))

    assert prospect(view, RED, COLLECT_TAX, KAI) == Prospect(chests=5, peasants=2, revolt=odds)
    assert prospect(one_left, RED, COLLECT_RICE, KAI).peasants == 1
    assert prospect(view, RED, COLLECT_TAX, OMI).revolt is None


def test_what_the_map_does_not_allow_says_why() -> None:
    view = seen()

    assert prospect(view, RED, BUILD_CASTLE, KAI).reason == "kind"
    assert prospect(view, RED, BUILD_CASTLE, AKI).reason == "slot"
    assert prospect(view, RED, BATTLE_A, OMI).reason == "armies"


# Chests --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "bid", "done", "end"),
    [
        ((COLLECT_TAX, BUILD_CASTLE), 0, 1, (3, 3)),
        ((COLLECT_TAX, BUILD_CASTLE), 1, 1, (2, 2)),
        ((BUILD_CASTLE, COLLECT_TAX), 0, 0, (6, 6)),
        ((COLLECT_TAX,), 0, 1, (3, 3)),
        ((BUILD_CASTLE,), 0, 0, (6, 6)),
        ((), 0, 0.5, (3, 6)),
    ],
)
def test_taxes_pay_only_for_what_comes_after_them(
    actions: tuple[int, ...], bid: int, done: float, end: Span
) -> None:
    """One chest, and five from taxes for a castle; where the order is not known it is one or the other."""
    view = replace(seen(), chests=(1, 0, 0, 0, 0), actions=actions)
    found = reckon(view, RED, plan_of({COLLECT_TAX: KAI, BUILD_CASTLE: OMI, BID: CHEST_CARDS[bid]}))
    castle = found.fate_of(BUILD_CASTLE)

    assert castle is not None
    assert (castle.done, castle.reason) == (done, "" if done == 1 else "chests")
    assert found.end == end
    assert found.prospects[BID].pays == bid


def test_what_is_left_is_known_step_by_step() -> None:
    view = replace(seen(), actions=(BUILD_TEMPLE, COLLECT_TAX))
    found = reckon(
        view,
        RED,
        plan_of(
            {BID: CHEST_CARDS[1], BUILD_TEMPLE: OMI, COLLECT_TAX: KAI, BUILD_CASTLE: MINO, BATTLE_A: AKI}
        ),
    )

    assert list(found.known.items()) == [
        (BID, Fate(1, "", Span(3, 3))),
        (BUILD_TEMPLE, Fate(1, "", Span(1, 1))),
        (COLLECT_TAX, Fate(1, "", Span(6, 6))),
    ]
    assert list(found.later) == [BUILD_CASTLE]
    assert found.end == (3, 3)


def test_what_is_skipped_costs_nothing_and_leaves_chests_for_others() -> None:
    """Four chests: castle or temple may fail for want of chests, the theatre is always paid."""
    plan = plan_of({BUILD_CASTLE: OMI, BUILD_TEMPLE: MINO, BUILD_THEATRE: HIDA})
    fates = reckon(replace(seen(), actions=()), RED, plan).later

    assert fates[BUILD_THEATRE].done == 1
    assert fates[BUILD_CASTLE].done == 0.5
    assert fates[BUILD_TEMPLE].done == 0.5


def test_the_event_may_change_what_taxes_bring() -> None:
    """Kai yields five chests, six under the event of high taxes (SG-8.8)."""
    view = replace(seen(), events_open=(*KIND_EVENTS, HIGH_TAXES), chests=(0, 0, 0, 0, 0), actions=())
    plan = plan_of({COLLECT_TAX: KAI})

    assert reckon(view, RED, plan).taxes == reckon(view, RED, plan).end == (5, 6)
    assert reckon(replace(view, event=HIGH_TAXES), RED, plan).end == (6, 6)


def test_armies_are_missing_too() -> None:
    view = seen()
    few = replace(view, reserve=(5, *view.reserve[1:]), actions=(DEPLOY_BIG, DEPLOY_SMALL))
    found = reckon(few, RED, plan_of({DEPLOY_BIG: OMI, DEPLOY_SMALL: MINO}))

    assert found.known[DEPLOY_SMALL] == Fate(0, "reserve", Span(1, 1))


def test_an_empty_plan_costs_nothing() -> None:
    found = reckon(seen(), RED, plan_of({}))

    assert (found.known, found.later, found.end) == ({}, {}, (4, 4))


# Against the rules ---------------------------------------------------------------------------

ROUNDS = 400
CLOSE = 0.08
"""Three times the spread of this many rounds."""
HARMLESS = (RICE_PLUS, DEFENCE_PLUS, ATTACK_PLUS)
"""Specials that change neither taxes nor armies deployed."""


class Told(NamedTuple):
    """How rounds ended: how many times an action was skipped, and the chests at their ends."""

    skipped: Counter[int]
    ends: set[int]


def rounds_of(state: State, plan: tuple[int, ...]) -> Told:
    """Play the round again and again by the rules; the others can do nothing."""
    told = Told(Counter(), set())
    for seed in range(ROUNDS):
        twin, dice = state.clone(), Random(seed)
        events = play_round(twin, plan, SeededRng(str(seed).encode()), dice)
        told.skipped.update(event.action for event in events if isinstance(event, ActionSkipped))
        told.ends.add(twin.chests[RED])
    return told


def play_round(state: State, plan: tuple[int, ...], rng: SeededRng, dice: Random) -> list[Event]:
    """Seal plans and take specials; nothing else is asked."""
    events: list[Event] = []
    own, season = Arrangement(tuple(CARDS[card] if card >= 0 else EMPTY for card in plan)), state.season
    while state.season == season:
        seat, decision = next(iter(state.pending.items()))
        choice: Choice = decision.sample(dice)
        if isinstance(decision, ChooseOne):
            choice = next(option for option in decision.options if is_left_to(seat, option))
        elif seat == RED:
            choice = own
        events += flow.answer(GAME.rules, state, seat, choice, rng)
    return events


def is_left_to(seat: Seat, option: Choice) -> bool:
    assert isinstance(option, Choose)
    return (option.special in HARMLESS) == (seat == RED)


@pytest.mark.parametrize("bid", [0, 2])
@pytest.mark.parametrize(
    "actions",
    [
        ("build_temple", "collect_rice", "battle_a", "collect_tax", "build_theatre"),
        ("collect_rice", "battle_a", "battle_b", "deploy_mid", "deploy_small_move"),
        ("collect_tax", "build_castle", "build_temple", "build_theatre", "deploy_big"),
        ("deploy_big", "battle_b", "battle_a", "deploy_mid", "build_castle"),
    ],
)
def test_a_round_by_the_rules_ends_as_reckoned(actions: tuple[str, ...], bid: int) -> None:
    """Taxes, three buildings and armies, in a partly known order, under any of three events."""
    red = {"chests": 4, "armies": {"kai": 4, "omi": 1, "harima": 1, "mino": 1, "hida": 1}}
    state = table(
        actions=[*actions, *[EMPTY] * 5],
        events_open=[*KIND_EVENTS, HIGH_TAXES],
        players={"red": red},
        provinces={"kai": {"revolts": 2}},
    )
    plan = plan_with_all_cards(bid)
    reckoned, told = reckon(GAME.view_for(state, RED), RED, plan), rounds_of(state, plan)

    assert reckoned.end == (min(told.ends), max(told.ends))
    for place in (BUILD_CASTLE, BUILD_TEMPLE, BUILD_THEATRE, DEPLOY_BIG, COLLECT_TAX):
        fate = reckoned.fate_of(place)
        assert fate is not None
        assert 1 - fate.done == pytest.approx(told.skipped[place] / ROUNDS, abs=CLOSE)
        assert (fate.done in (0, 1)) == (told.skipped[place] in (0, ROUNDS))


def plan_with_all_cards(bid: int) -> tuple[int, ...]:
    """Lay the five provinces on what costs or yields chests, and the chest cards where nothing is done."""
    provinces = {
        COLLECT_TAX: KAI,
        BUILD_CASTLE: OMI,
        BUILD_TEMPLE: HARIMA,
        BUILD_THEATRE: HIDA,
        DEPLOY_BIG: MINO,
        BID: CHEST_CARDS[bid],
    }
    free = (place for place in range(len(PLACES)) if place not in provinces)
    spare = (card for card in CHEST_CARDS if card != CHEST_CARDS[bid])
    return plan_of({**provinces, **dict(zip(free, spare, strict=False))})
