"""What is public in Shogun, what is hidden, and from whom."""

from __future__ import annotations

from random import Random

import pytest

from core import flow
from core.chance import SeededRng
from core.decisions import Arrange
from core.games.shogun import GAME
from core.games.shogun.board import BID, FACE_DOWN, NO_CARD
from core.games.shogun.events import (
    ActionOpened,
    ActionsLaidOut,
    BidsRevealed,
    CardRevealed,
    EventDrawn,
    PlansClosed,
    SpecialsLaidOut,
    SpecialTaken,
)
from core.games.shogun.state import State, neutral, provinces_of, resting
from core.games.shogun.steps import ChooseSpecial, CollectPlans
from core.kinds import Event
from tests.core.games.shogun.tables import FIVE, FOUR, RED, THREE, at, play, random_game
from tests.refusing import refused

MIDDLES = [state.clone() for seats in (THREE, FOUR) for state, _ in random_game(21, seats)]
PUBLIC = [
    *("seats", "side", "year", "season", "phase", "buildings", "revolts", "tray", "events_open", "event"),
    *("track", "held", "order", "draft", "winners"),
]


@pytest.mark.parametrize("field", PUBLIC)
def test_everybody_sees_what_lies_on_the_table(field: str) -> None:
    """Map, reserves, tray, money, buildings, markers, events, specials and order (SG-4.1)."""
    for state in MIDDLES:
        view = GAME.view_for(state, None)
        assert getattr(view, field) == getattr(state, field)
        assert view.owner == state.owner
        assert view.armies == tuple(state.armies)
        assert view.reserve == tuple(state.reserve)
        assert (view.chests, view.rice, view.vp) == tuple(map(tuple, (state.chests, state.rice, state.vp)))


def test_a_hand_follows_from_the_map() -> None:
    """The cards of the own provinces and five chest cards; the stack is nobody's (SG-4.2, SG-1.10)."""
    for state in MIDDLES:
        owned = [card for seat in state.seats for card in provinces_of(state, seat)]
        assert sorted([*owned, *neutral(state)]) == sorted(set(owned) | set(neutral(state)))
        for seat, decision in state.pending.items():
            if isinstance(decision, Arrange):
                provinces = [p for p, owner in enumerate(GAME.view_for(state, None).owner) if owner == seat]
                names = GAME.facts(state)["players"][GAME.seat_names[seat]]["cards"]
                assert len(names) == len(provinces)
                assert decision.cards == (*names, "c0", "c1", "c2", "c3", "c4")


def test_the_five_chest_cards_are_never_lost() -> None:
    """Whatever happened before, each plan is made with the cards 0 to 4 (SG-1.13)."""
    plans = [d for state in MIDDLES for d in state.pending.values() if isinstance(d, Arrange)]
    assert plans
    assert all(decision.cards[-5:] == ("c0", "c1", "c2", "c3", "c4") for decision in plans)


def test_floors_of_the_tower_are_hidden_but_not_how_many_are_inside() -> None:
    """A view counts the cubes inside by colour and does not say on which floor they lie (SG-4.3, SG-4.4)."""
    for state in MIDDLES[::5]:
        swapped = state.clone()
        swapped.floors = swapped.floors[::-1]
        for viewer in (*state.seats, None):
            view = GAME.view_for(state, viewer)
            assert view == GAME.view_for(swapped, viewer)
            assert view.tower == resting(state)
            for seat in state.seats:
                on_map = sum(state.armies[province] for province in provinces_of(state, seat))
                assert view.tower[seat] == 62 - on_map - view.reserve[seat] - view.tray[seat]


def test_face_down_actions_and_events_to_come_are_in_no_view() -> None:
    """Five actions lie open, and one more after each; cards not drawn have no place yet (SG-4.3)."""
    for middle in MIDDLES:
        view = GAME.view_for(middle, RED)
        assert len(view.actions) <= 5 + max(0, view.action)
    laid = at(
        {
            "phase": "actions",
            "actions": ["battle_a"],
            "players": {"red": {"armies": {"suruga": 3, "izu": 2}, "plan": {"battle_a": "suruga"}}},
        }
    )
    assert len(laid.actions) == 10
    assert len(GAME.view_for(laid, RED).actions) == 5


def test_the_state_of_the_generator_is_in_no_state() -> None:
    """A state holds the number of draws and nothing of where they come from (SG-4.3)."""
    assert "rng" not in State.__struct_fields__
    assert not any(isinstance(getattr(MIDDLES[0], name), SeededRng) for name in State.__struct_fields__)


def test_planning_is_the_only_step_for_several_and_the_only_secret_one() -> None:
    """Everything but a plan is asked of one player and seen by all (SG-4.5)."""
    for state in MIDDLES:
        if state.agenda and isinstance(state.agenda[-1], CollectPlans):
            assert all(isinstance(decision, Arrange) for decision in state.pending.values())
        else:
            assert len(state.pending) <= 1
    assert list(GAME.rules.sealed) == [CollectPlans]
    for _, events in random_game(22, FOUR, setup="draft"):
        assert all(event.seen_by(None) == event.seen_by(RED) == event for event in events)


def test_a_player_sees_the_own_plan_and_of_others_what_was_turned_over() -> None:
    """Own cards all, bids all, of others the places whose turn has come (SG-4.6, SG-4.8)."""
    hidden = shown = 0
    for state in MIDDLES:
        if not state.plans:
            continue
        for viewer in state.seats:
            view = GAME.view_for(state, viewer)
            assert view.plans[viewer] == state.plans[viewer]
            for seat in state.seats:
                had_turn = set(state.actions[: max(0, state.action)])
                if seat in state.order[: state.acting]:
                    had_turn.add(state.actions[state.action])
                for place, card in enumerate(state.plans[seat]):
                    seen = view.plans[seat][place]
                    if seat == viewer or place == BID or place in had_turn or card == NO_CARD:
                        assert seen == card
                        shown += 1
                    else:
                        assert seen == FACE_DOWN
                        hidden += 1
    assert hidden > 500
    assert shown > 500


def order_of_reveals(events: list[Event]) -> list[str]:
    kinds = (ActionsLaidOut, SpecialsLaidOut, PlansClosed, EventDrawn, BidsRevealed, SpecialTaken)
    return [type(event).__name__ for event in events if isinstance(event, kinds)]


def test_a_round_reveals_things_in_order() -> None:
    """Layout, (plans closed,) event, bids, specials, plan cards at their turn, next action (SG-4.7)."""
    rounds: list[list[Event]] = []
    for _, events in random_game(23, THREE):
        for event in events:
            if isinstance(event, ActionsLaidOut):
                rounds.append([])
            if rounds:
                rounds[-1].append(event)
    assert len(rounds) == 6
    for happened in rounds:
        assert order_of_reveals(happened) == [
            *("ActionsLaidOut", "SpecialsLaidOut", "PlansClosed", "EventDrawn", "BidsRevealed"),
            *["SpecialTaken"] * 3,
        ]
        first_card = next(i for i, event in enumerate(happened) if isinstance(event, CardRevealed))
        assert first_card > max(i for i, event in enumerate(happened) if isinstance(event, SpecialTaken))
        assert [event.space for event in happened if isinstance(event, ActionOpened)] == [6, 7, 8, 9, 10]


def test_a_sealed_plan_is_seen_by_its_owner_alone() -> None:
    """Others see that a plan is laid, not what lies there; the fuzzer looks closer (SG-4.6)."""
    state = at({"year": 1})
    seat, decision = next(iter(state.pending.items()))
    one, other = (decision.sample(Random(seed)) for seed in (1, 2))
    twin = state.clone()
    flow.answer(GAME.rules, state, seat, one, SeededRng(b""))
    flow.answer(GAME.rules, twin, seat, other, SeededRng(b""))
    for viewer in (1, 2, None):
        assert GAME.view_for(state, viewer) == GAME.view_for(twin, viewer)
    assert GAME.view_for(state, seat).answer == one
    assert GAME.view_for(state, 1).sealed == (seat,)


def test_a_plan_may_be_laid_anew_until_the_last_one_is_in() -> None:
    """The second plan counts; when all are closed it is too late, and all see what is empty (SG-21.9)."""
    state = at({"year": 1})
    plans = {seat: [state.pending[seat].sample(Random(n)) for n in range(2)] for seat in THREE}
    rng = SeededRng(b"")
    for seat in THREE[:2]:
        flow.answer(GAME.rules, state, seat, plans[seat][0], rng)
    assert flow.answer(GAME.rules, state, 0, plans[0][1], rng) == []
    assert set(state.pending) == {2}
    events = flow.answer(GAME.rules, state, 2, plans[2][0], rng)
    facts = GAME.facts(state)["players"]["red"]["plan"]
    assert GAME.line_of(plans[0][1]) == "plan " + " ".join(f"{k}={v}" for k, v in facts.items())
    (closed,) = [event for event in events if isinstance(event, PlansClosed)]
    assert closed.empty == ((0, ()), (1, ()), (2, ()))
    with refused(r"nothing to decide|asked something else"):
        play(state, "red: " + GAME.line_of(plans[0][0]))


def test_a_missing_plan_is_empty_when_all_are_opened_at_once() -> None:
    """Who gave none, or one that is not allowed, has nothing on the board (SG-7.8, SG-9.3)."""
    state = at({"year": 1})
    plan = state.pending[0].sample(Random(1))
    flow.open_sealed(GAME.rules, state, {0: plan, 1: GAME.choice_of("plan bid=c0")}, SeededRng(b""))
    assert state.plans[1] == state.plans[2] == (NO_CARD,) * 11
    assert isinstance(state.agenda[-1], ChooseSpecial)
    assert list(state.pending) == [0]


def test_invented_states_fit_the_view() -> None:
    """What a bot makes up of the hidden cards could be so: own cards, each once, where cards lie (SG-4.2)."""
    for state in MIDDLES[::3]:
        for viewer in (*state.seats, None):
            invented = GAME.determinise(GAME.view_for(state, viewer), Random(1))
            for seat, plan in enumerate(invented.plans):
                laid = [card for card in plan if card != NO_CARD]
                assert len(laid) == len(set(laid))
                assert [c == NO_CARD for c in plan] == [c == NO_CARD for c in state.plans[seat]]
                assert all(card >= 45 or state.owner[card] == seat for card in laid)


def test_views_of_five_fit_too() -> None:
    """A view of every seat at a table of five has the cards of its plan (SG-4.6)."""
    state = next(s for s, _ in random_game(9, FIVE) if s.plans)
    assert [GAME.view_for(state, seat).plans[seat] for seat in FIVE] == list(state.plans)
