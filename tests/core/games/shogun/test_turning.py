"""Plans of which the rules know only that something lies there, until it is turned over."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from core import flow
from core.chance import SeededRng
from core.decisions import EMPTY, UNSEEN, Arrange, Arrangement
from core.games.shogun import GAME
from core.games.shogun.board import BID, CARDS, CHEST_CARDS, FACE_DOWN, NO_CARD, NOBODY
from core.games.shogun.events import CardLeft, CardRevealed, PlansClosed
from core.games.shogun.state import State, check, take_over
from core.games.shogun.steps import CollectPlans
from core.kinds import Event, TurnOver
from tests.core.games.shogun.tables import BLUE, FIVE, RED, THREE, fresh
from tests.refusing import refused

SEALING = GAME.rules.sealed[CollectPlans]


def plans_for(state: State, dice: Random) -> dict[int, Arrangement]:
    return {seat: decision.sample(dice) for seat, decision in state.pending.items()}  # type: ignore[misc]


def closed(
    seed: int = 1, seats: tuple[int, ...] = THREE
) -> tuple[State, dict[int, Arrangement], list[Event]]:
    """Close plans of which only the covers are known."""
    state = fresh(seats, seed)
    plans = plans_for(state, Random(seed))
    covers = {seat: SEALING.split(plan)[0] for seat, plan in plans.items()}
    events = flow.open_sealed(GAME.rules, state, covers, SeededRng(b"closed"))
    return state, plans, events


def play_out(state: State, plans: dict[int, Arrangement], seed: int) -> list[Event]:
    """Play a season, and turn over what has to be; if everything is known, nothing has to."""
    dice, rng, events = Random(seed), SeededRng(b"season"), list[Event]()
    while state.plans:
        check(state)
        step = flow.turning_of(state.agenda)
        if step is not None:
            assert not state.pending
            card = plans[step.seat].cards[step.place]
            events += flow.turn_over(GAME.rules, state, step, card, rng)
        else:
            ((seat, decision),) = state.pending.items()
            events += flow.answer(GAME.rules, state, seat, decision.sample(dice), rng)
    return events


@pytest.mark.parametrize("seed", range(12))
def test_a_season_is_the_same_whether_its_plans_are_known_or_turned_over(seed: int) -> None:
    """Except that cards which left with their province may be seen to have done so later (SG-10.8)."""
    hidden, plans, _ = closed(seed, FIVE)
    known = fresh(FIVE, seed)
    flow.open_sealed(GAME.rules, known, plans, SeededRng(b"closed"))
    told = [play_out(state, plans, seed) for state in (hidden, known)]

    assert hidden == known
    stories = [[event for event in events if not isinstance(event, CardLeft)] for events in told]
    assert stories[0] == stories[1]


def test_a_cover_shows_which_places_are_filled_and_the_bid_and_no_more() -> None:
    state, plans, events = closed()
    for seat in THREE:
        assert set(state.plans[seat][:BID]) <= {FACE_DOWN, NO_CARD}
        assert CARDS[state.plans[seat][BID]] == plans[seat].cards[BID]
    empty = next(event for event in events if isinstance(event, PlansClosed)).empty
    for seat, places in empty:
        assert places == tuple(p for p, card in enumerate(plans[seat].cards) if card == EMPTY)


def test_a_cover_is_answered_for_like_a_plan() -> None:
    decision = Arrange("plan", "", ("a", "b", "c"), ("1", "2", "3", "4"), barred=(("4", "a"),))
    for cards in ("??-c", "?-?b", "-??c", "???-", "abc-", "a?-c"):
        assert decision.allows_covered(Arrangement(tuple(cards)), 3), cards
    for cards in ("??--", "????", "???c", "??-?", "??-a", "??-d", "b?-b", "??c"):
        assert not decision.allows_covered(Arrangement(tuple(cards)), 3), cards
    assert not decision.allows(Arrangement(tuple("??-c")))
    assert not decision.allows_covered(Arrangement(tuple("??-c")), 1)


def test_nobody_answers_with_a_cover_where_all_is_known() -> None:
    state = fresh()
    cover, _ = SEALING.split(plans_for(state, Random(1))[RED])
    with refused("does not have the card"):
        flow.answer(GAME.rules, state, RED, cover, SeededRng(b""))


def due(seed: int = 1) -> tuple[State, dict[int, Arrangement], TurnOver]:
    """Go on to the first card that has to be turned over."""
    state, plans, _ = closed(seed)
    dice, rng = Random(seed), SeededRng(b"due")
    while (step := flow.turning_of(state.agenda)) is None:
        ((seat, decision),) = state.pending.items()
        flow.answer(GAME.rules, state, seat, decision.sample(dice), rng)
    return state, plans, step


def turned(state: State, step: TurnOver, card: str) -> list[Event]:
    return flow.turn_over(GAME.rules, state, step, card, SeededRng(b"turned"))


def test_the_rules_wait_for_a_card_and_ask_nobody() -> None:
    state, plans, step = due()
    assert (state.pending, state.plans[step.seat][step.place]) == ({}, FACE_DOWN)
    assert state.order[state.acting] == step.seat
    events = turned(state, step, plans[step.seat].cards[step.place])

    shown = next(event for event in events if isinstance(event, CardRevealed))
    assert (shown.seat, shown.place, CARDS[shown.card]) == (
        step.seat,
        step.place,
        plans[step.seat].cards[step.place],
    )


@pytest.mark.parametrize("card", ["no card", "", UNSEEN, "c9"])
def test_what_is_no_card_takes_away_all_that_is_face_down(card: str) -> None:
    state, _, step = due()
    assert GAME.rules.turning is not None
    assert not GAME.rules.turning.allows(state, step, card)
    turned(state, step, card)

    assert set(state.plans[step.seat][:BID]) == {NO_CARD}
    check(state)


def test_a_card_that_lies_open_already_is_not_laid_again() -> None:
    state, _, step = due()
    bid = CARDS[state.plans[step.seat][BID]]
    turned(state, step, bid)

    assert set(state.plans[step.seat][:BID]) == {NO_CARD}


def test_a_province_of_another_was_never_in_hand() -> None:
    state, _, step = due()
    other = next(p for p, owner in enumerate(state.owner) if owner not in (step.seat, NOBODY))
    assert GAME.rules.turning is not None

    assert not GAME.rules.turning.allows(state, step, CARDS[other])


def test_a_place_that_is_passed_over_is_empty_and_the_others_are_not() -> None:
    state, _, step = due()
    turned(state, step, EMPTY)

    assert state.plans[step.seat][step.place] == NO_CARD
    assert FACE_DOWN in state.plans[step.seat]


def test_a_card_that_left_is_shown_and_does_nothing_even_if_its_province_was_won_back() -> None:
    state, plans, step = due(3)
    seat = step.seat
    place = next(p for p, card in enumerate(plans[seat].cards[:BID]) if CARDS.index(card) not in CHEST_CARDS)
    province = CARDS.index(plans[seat].cards[place])
    other = BLUE if seat == RED else RED
    is_loose = GAME.rules.turning.is_loose if GAME.rules.turning is not None else None
    assert is_loose is not None
    for owner in (other, seat):
        take_over(state, province, owner)
        assert is_loose(state, TurnOver(seat, place), CARDS[province])
    events = turned(state, TurnOver(seat, place), CARDS[province])

    assert events[0] == CardLeft(seat, place, province)
    assert state.plans[seat][place] == NO_CARD
    assert flow.turning_of(state.agenda) == (None if place == step.place else step)
    assert not is_loose(state, TurnOver(seat, place), CARDS[province])


# Views -------------------------------------------------------------------------------------------


def test_the_own_cards_are_put_into_a_view_in_which_they_are_face_down() -> None:
    state, plans, step = due()
    view = GAME.view_for(state, step.seat)
    assert FACE_DOWN in view.plans[step.seat]
    filled = GAME.fill_in(view, plans[step.seat])

    assert tuple(CARDS[card] for card in filled.plans[step.seat]) == plans[step.seat].cards
    assert GAME.public_part(filled) == GAME.public_part(view)
    others = [seat for seat in THREE if seat != step.seat]
    assert [filled.plans[seat] for seat in others] == [view.plans[seat] for seat in others]
    watching = GAME.view_for(state, None)
    assert GAME.fill_in(watching, plans[step.seat]) == watching


def test_own_cards_that_have_left_are_not_put_in() -> None:
    state, plans, step = due(3)
    seat = step.seat
    place = next(p for p, card in enumerate(plans[seat].cards[:BID]) if CARDS.index(card) not in CHEST_CARDS)
    take_over(state, CARDS.index(plans[seat].cards[place]), BLUE if seat == RED else RED)
    filled = GAME.fill_in(GAME.view_for(state, seat), plans[seat])

    assert filled.plans[seat][place] == NO_CARD


def test_somebody_who_has_fewer_cards_than_lie_face_down_can_still_be_imagined() -> None:
    """All of them may have left, and nobody else knows which."""
    state, _, step = due()
    view: Any = GAME.view_for(state, None)
    poor = tuple(NOBODY if owner == step.seat else owner for owner in view.owner)
    imagined = GAME.determinise(replace(view, owner=poor), Random(1))

    assert FACE_DOWN not in imagined.plans[step.seat]


def test_a_position_with_cards_face_down_is_written_and_read() -> None:
    state, _, step = due()
    document = GAME.write_position(state)
    again = GAME.read_position(document, THREE, SeededRng(b""))

    assert UNSEEN in document["players"]["red"]["plan"].values()
    assert again.plans == state.plans
    assert flow.turning_of(again.agenda) == step
