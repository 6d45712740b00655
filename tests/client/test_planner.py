"""A plan in the making, without a screen: what keys do to it, what is seen before a card is laid."""

from __future__ import annotations

from string import ascii_lowercase

import pytest
from msgspec.structs import replace

from client.games.shogun import names
from client.games.shogun.planning.planner import DIGITS, Planner, begun
from client.games.shogun.planning.words import HEAD, WARNING, about, rows_of
from client.table.menu import Draft
from core.decisions import EMPTY, Arrange, Arrangement
from core.games.shogun import GAME
from core.games.shogun.board import (
    BATTLE_A,
    BATTLE_B,
    BID,
    BUILD_CASTLE,
    CARDS,
    CHEST_CARDS,
    COLLECT_RICE,
    COLLECT_TAX,
    LAND,
    NO_CARD,
    NUMBER_OF_CARD,
    PLACES,
    PROVINCES,
)
from core.games.shogun.view import View
from tests.client.tui.shogun.moments import asked, states
from tests.core.games.shogun.tables import RED, SPRING, at

MOST_KEYS = 15


def planner(view: View | None = None) -> Planner:
    view = asked()["plan"][1] if view is None else view
    assert isinstance(view.decision, Arrange)
    return Planner(view, view.decision, None)


def decision() -> Arrange:
    found = asked()["plan"][1].decision
    assert isinstance(found, Arrange)
    return found


def poor(chests: int) -> Planner:
    seat, view = asked()["plan"]
    barred = tuple((PLACES[BID], f"c{number}") for number in range(chests + 1, 5))
    own = tuple(chests if other == seat else number for other, number in enumerate(view.chests))
    return planner(replace(view, chests=own, decision=replace(decision(), barred=barred)))


def words(plan: Planner) -> str:
    return "\n".join(line.words for line in about(plan, 80))


# Few keys ------------------------------------------------------------------------------------


def test_a_whole_plan_takes_at_most_fifteen_keys() -> None:
    """A key for each action, one for the bid, Enter, and another to confirm."""
    seen = set()
    for state in states():
        for seat, asks in state.pending.items():
            if isinstance(asks, Arrange):
                plan = planner(GAME.view_for(state, seat))
                keys = [*DIGITS, "+", "enter"]
                answers = [plan.press(key) for key in keys]

                assert len(keys) + 1 <= MOST_KEYS
                assert answers[:-1] == [None] * (len(keys) - 1)
                assert answers[-1] == Draft(plan.choice, is_final=True)
                assert asks.allows(plan.choice)
                seen.add(plan.choice)

    assert len(seen) > 10


def test_what_a_key_lays_stands_beside_it_before() -> None:
    plan = planner()
    for key in DIGITS:
        row = next(row for row in rows_of(plan) if row.key == key)
        assert not row.is_laid
        plan.press(key)
        now = next(row for row in rows_of(plan) if row.key == key)
        assert (now.card, now.is_laid) == (row.card, True)


def test_a_second_press_takes_the_next_best_and_comes_round() -> None:
    plan = planner()
    plan.press("5")
    place, first = plan.place, plan.plan[plan.place]
    cards = plan.cards_for(place)
    plan.press("5")
    assert plan.plan[place] == cards[1] != first
    for _ in cards[1:]:
        plan.press("5")
    assert plan.plan[place] == first


def test_who_comes_back_to_an_action_first_looks_at_it() -> None:
    plan = planner()
    plan.press("5")
    before = list(plan.plan)
    plan.press("1")
    plan.press("5")
    assert plan.plan[plan.order[5]] == before[plan.order[5]]


def test_digits_are_spaces_of_the_track_and_mean_the_same_all_along() -> None:
    plan, view = planner(), asked()["plan"][1]
    keys = {place: plan.key_of(place) for place in range(BID)}
    assert [keys[action] for action in view.actions] == ["1", "2", "3", "4", "5"]
    assert sorted(keys.values()) == sorted(DIGITS)
    for key in "5381":
        plan.press(key)
    assert keys == {place: plan.key_of(place) for place in range(BID)}


def test_the_bid_is_raised_and_lowered_as_far_as_it_can_be_paid() -> None:
    plan = poor(2)
    for bid in (1, 2, 2):
        plan.press("+")
        assert plan.plan[BID] == CHEST_CARDS[bid]
    assert "SG-21.7" in plan.notice
    for bid in (1, 0, 0):
        plan.press("-")
        assert plan.plan[BID] == CHEST_CARDS[bid]


# Letters -------------------------------------------------------------------------------------


def test_letters_point_and_never_lay() -> None:
    plan = planner()
    for letter in ascii_lowercase:
        plan.press(letter)
    assert plan.plan == [NO_CARD] * len(PLACES)


def test_a_letter_goes_to_own_provinces_first_and_round_those_that_begin_with_it() -> None:
    plan = planner()
    plan.press("s")
    assert plan.pointed == PROVINCES.index("sagami")
    seen = set()
    while plan.pointed not in seen:
        assert plan.pointed is not None
        seen.add(plan.pointed)
        plan.press("s")
    assert seen == {one for one in LAND if names.province(one)[0] == "S"}
    plan.press("x")
    assert plan.notice == "No province begins with x."


def test_enter_lays_what_is_pointed_at_and_goes_on() -> None:
    plan = planner()
    place = plan.place
    plan.press("s")
    plan.press("enter")
    assert plan.plan[place] == PROVINCES.index("sagami")
    assert plan.pointed is None
    assert plan.place == plan.order[plan.order.index(place) + 1]
    plan.press("e")  # Echigo and others: none is ours
    plan.press("enter")
    assert plan.notice == "You have no card for Echigo."
    assert plan.plan.count(NO_CARD) == len(PLACES) - 1


def test_escape_first_looks_away_and_then_puts_the_plan_off() -> None:
    plan = planner()
    plan.press("s")
    assert plan.press("escape") is None
    assert plan.pointed is None
    assert plan.press("escape") == Draft(plan.choice, is_final=False)


# Laying --------------------------------------------------------------------------------------


def test_arrows_choose_place_and_card() -> None:
    plan = planner()
    plan.press("home")
    assert plan.place == BID
    plan.press("down")
    assert plan.place == plan.order[1]
    plan.press("right")
    assert plan.plan[plan.place] == plan.cards_for(plan.place)[0]
    plan.press("delete")
    assert plan.plan[plan.place] == NO_CARD
    plan.press("left")
    assert plan.plan[plan.place] == plan.cards_for(plan.place)[-1]


def test_a_card_that_lies_elsewhere_moves_and_that_is_said() -> None:
    plan = planner()
    plan.lay(COLLECT_TAX, PROVINCES.index("izu"))
    plan.lay(COLLECT_RICE, PROVINCES.index("izu"))
    assert plan.plan[COLLECT_TAX] == NO_CARD
    assert plan.plan[COLLECT_RICE] == PROVINCES.index("izu")
    assert plan.notice == "Izu was on Tax, which is empty now."


def test_a_chest_wanted_for_the_bid_is_made_good_where_it_lay() -> None:
    """A chest on an action does nothing, whichever it is."""
    plan = planner()
    plan.lay(BATTLE_A, CHEST_CARDS[1])
    plan.press("-")
    plan.press("+")
    assert plan.plan[BID] == CHEST_CARDS[1]
    assert plan.plan[BATTLE_A] in CHEST_CARDS
    plan.lay(BATTLE_B, CHEST_CARDS[2])
    plan.press("+")
    assert (plan.plan[BID], plan.plan[BATTLE_B]) == (CHEST_CARDS[2], CHEST_CARDS[1])


def test_a_plan_with_gaps_is_refused_in_words() -> None:
    plan = planner()
    plan.press("1")
    assert plan.press("enter") is None
    assert "(SG-7." in plan.notice


@pytest.mark.parametrize("keys", ["12345678", "1234567890"])
def test_fill_up_names_a_few_cards_it_lays(keys: str) -> None:
    plan = planner()
    for key in keys:
        plan.press(key)
    before = list(plan.plan)
    plan.press("F")
    laid = [place for place, card in enumerate(before) if card != plan.plan[place]]

    assert decision().allows(plan.choice)
    assert plan.notice.startswith("Placed as suggested: ")
    assert plan.notice.count(",") == len(laid) - 1
    assert all(f"{names.short_place(place)} {names.card(plan.plan[place])}" in plan.notice for place in laid)


@pytest.mark.parametrize("keys", ["", "13", "1234567"])
def test_fill_up_counts_many_cards_and_names_who_marches(keys: str) -> None:
    plan = planner()
    for key in keys:
        plan.press(key)
    before = plan.plan.count(NO_CARD)
    marching = [place for place in (BATTLE_A, BATTLE_B) if plan.plan[place] == NO_CARD]
    plan.press("F")
    armies = [names.card(plan.plan[place]) for place in marching if plan.plan[place] in LAND]

    assert plan.notice.startswith(f"{before} cards placed as suggested.")
    assert plan.notice.endswith(
        f"march from {' and '.join(armies)}." if armies else "None of them sends armies anywhere."
    )


@pytest.mark.parametrize("keys", ["", "13", "1234567", "-90", "+++5"])
def test_fill_up_lays_what_is_proposed_and_nothing_else(keys: str) -> None:
    plan = planner()
    for key in keys:
        plan.press(key)
    seen = [(row.place, row.card) for row in rows_of(plan)]
    plan.press("F")

    assert [(row.place, row.card) for row in rows_of(plan)] == seen
    assert all(row.is_laid for row in rows_of(plan))


def test_no_card_is_proposed_twice() -> None:
    for state in states():
        for seat, asks in state.pending.items():
            if isinstance(asks, Arrange):
                cards = [
                    row.card for row in rows_of(planner(GAME.view_for(state, seat))) if row.card != NO_CARD
                ]
                assert len(cards) == len(set(cards)) == min(len(asks.cards), len(PLACES))


def test_who_seals_too_early_is_told_how_to_lay_what_is_proposed() -> None:
    plan = planner()
    plan.press("enter")
    assert "F places the cards suggested" in plan.notice


def test_the_last_chests_make_a_bid() -> None:
    plan = planner()
    for place, chest in zip((BUILD_CASTLE, COLLECT_TAX), CHEST_CARDS[:2], strict=True):
        plan.lay(place, chest)
    assert plan.suggestion(BID) == CHEST_CARDS[2]


def test_a_battle_that_fills_a_gap_is_called_one() -> None:
    plan = planner()
    for place, chest in zip((BUILD_CASTLE, COLLECT_TAX, COLLECT_RICE), CHEST_CARDS[2:], strict=True):
        plan.lay(place, chest)
    plan.lay(BID, CHEST_CARDS[0])
    plan.lay(BATTLE_B, CHEST_CARDS[1])
    plan.press("F")
    assert f"Armies march from {names.card(plan.plan[BATTLE_A])}." in plan.notice


# What is told --------------------------------------------------------------------------------


def test_prices_yields_and_odds_are_told_before_a_card_is_laid() -> None:
    """An unhappy province next to a stronger neighbour."""
    position = {
        **SPRING,
        "events_open": [1, 2],
        "players": {
            "red": {"armies": {"kai": 2, "izu": 1}},
            "blue": {"armies": {"suruga": 6}},
            "yellow": {"armies": {"aki": 1}},
        },
        "provinces": {"kai": {"revolts": 1}},
    }
    plan = planner(GAME.view_for(at(position), RED))
    plan.go_to(COLLECT_TAX)
    plan.press("k")
    told = words(plan)

    assert "Collect taxes" in told
    assert "+5¢" in told
    assert "Revolt, 2 against 1: you hold Kai" in told
    assert "Kai · Kanto · tax 5 · rice 3 · " in told
    assert "Red 2 · unrest 1" in told
    assert "Attacked from     hold draw lose left\nSuruga Blue 6 " in told
    assert "Suruga (Blue 6)" in told
    assert plan.plan == [NO_CARD] * len(PLACES)
    plan.go_to(BUILD_CASTLE)
    assert [line.words for line in about(plan, 80) if line.tone == HEAD] == [
        "6 Build a castle · 3 chests · later"
    ]


def test_a_battle_is_told_with_all_its_ends_before_it_is_planned() -> None:
    plan = planner()
    plan.go_to(BATTLE_A)
    plan.press("m")
    assert plan.pointed == PROVINCES.index("mimasaka")
    assert "March with 3 to    win draw lose left\n" in words(plan)


def test_chests_are_counted_down_in_the_order_of_actions_and_run_out_where_they_do() -> None:
    plan = poor(1)
    for card, place in zip(plan.hand, plan.view.actions, strict=False):
        plan.lay(place, card)
    plan.lay(BUILD_CASTLE, plan.hand[5])
    rows = rows_of(plan)

    assert [row.place for row in rows[1:6]] == list(plan.view.actions)
    assert rows[1].left == "0"  # deploys one army for the only chest
    assert "too few chests" in next(row.effect for row in rows if row.place == plan.view.actions[2])
    assert any(line.tone == WARNING and "It is skipped." in line.words for line in about(plan, 80))


def test_what_turns_bring_and_which_events_may_come_is_told_with_the_bid() -> None:
    plan = planner()
    plan.go_to(BID)
    told = words(plan)
    for space, special in enumerate(plan.view.track, start=1):
        assert f"{space}: {names.special(special)}" in told
    assert all(names.event(event) in told for event in plan.view.events_open)


def test_a_province_of_others_is_told_of_but_not_as_if_its_card_could_be_laid() -> None:
    plan = planner()
    plan.press("e")
    assert "Echigo · " in words(plan)
    assert "Echigo here" not in words(plan)


def test_a_dead_key_says_so() -> None:
    plan = planner()
    plan.press("!")
    assert plan.notice == "! does nothing here; ? shows the keys that do."


# Drafts --------------------------------------------------------------------------------------


def test_a_draft_keeps_what_is_still_in_hand() -> None:
    whole = decision()
    first, second = whole.cards[:2]
    draft = Arrangement((first, second, *[EMPTY] * 9))

    assert begun(replace(whole, cards=whole.cards[1:]), draft)[:2] == [NO_CARD, NUMBER_OF_CARD[second]]
    assert begun(whole, None) == [NO_CARD] * len(PLACES)
    assert CARDS[NUMBER_OF_CARD[first]] == first
