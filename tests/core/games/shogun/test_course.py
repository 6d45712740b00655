"""The course of a game: years, rounds, and what is laid out in each."""

from __future__ import annotations

from collections import Counter

import pytest

from core.games.shogun import GAME
from core.games.shogun.board import ACTIONS, EVENTS, OVER, RICE, RICE_PLUS, SPECIALS
from core.games.shogun.events import (
    ActionBegan,
    ActionOpened,
    ActionsLaidOut,
    CardRevealed,
    EventDrawn,
    EventsOpened,
    OrderSettled,
    RoundEnded,
    SeasonBegan,
    SpecialsLaidOut,
    TieBroken,
    WinterBegan,
    YearScored,
)
from core.games.shogun.state import check
from core.kinds import Event, GameEnded
from tests.core.games.shogun.tables import FIVE, FOUR, THREE, fresh, random_game


def story(seed: int, seats: tuple[int, ...]) -> list[Event]:
    return [event for _, events in random_game(seed, seats) for event in events]


@pytest.mark.parametrize("seats", [THREE, FOUR, FIVE])
def test_two_years_of_three_rounds_and_a_winter(seats: tuple[int, ...]) -> None:
    """Spring, summer, autumn, winter, twice, and then the end (SG-5.1, SG-5.3)."""
    marks = [e for e in story(1, seats) if isinstance(e, (SeasonBegan, WinterBegan, GameEnded))]
    course = [(type(e).__name__, getattr(e, "year", 0), getattr(e, "season", 3)) for e in marks]
    assert course == [
        *(("SeasonBegan", 1, season) for season in range(3)),
        ("WinterBegan", 1, 3),
        *(("SeasonBegan", 2, season) for season in range(3)),
        ("WinterBegan", 2, 3),
        ("GameEnded", 0, 3),
    ]


def test_a_round_goes_in_order() -> None:
    """Actions, specials, plans and bids, event, order, ten actions, clean-up (SG-5.2)."""
    names = [type(event).__name__ for event in story(2, THREE)]
    steps = ["ActionsLaidOut", "SpecialsLaidOut", "PlansClosed", "EventDrawn", "BidsRevealed", "OrderSettled"]
    marks = [name for name in names if name in (*steps, "ActionBegan", "RoundEnded")]
    assert marks == [*steps, *["ActionBegan"] * 10, "RoundEnded"] * 6


def test_each_round_shuffles_all_ten_actions() -> None:
    """Five open, one more after each of the first five; ten different ones (SG-6.1, SG-6.2, SG-20.3)."""
    for seed in range(4):
        events = story(seed, THREE)
        laid = [event.actions for event in events if isinstance(event, ActionsLaidOut)]
        opened = [event for event in events if isinstance(event, ActionOpened)]
        begun = [event.action for event in events if isinstance(event, ActionBegan)]
        assert all(len(set(five)) == 5 for five in laid)
        for number, five in enumerate(laid):
            later = opened[number * 5 : number * 5 + 5]
            assert [event.space for event in later] == [6, 7, 8, 9, 10]
            order = [*five, *(event.action for event in later)]
            assert sorted(order) == list(range(10))
            assert begun[number * 10 : number * 10 + 10] == order
    first = Counter(fresh(THREE, seed).actions[0] for seed in range(600))
    assert len(first) == len(ACTIONS)
    assert all(35 < times < 90 for times in first.values())


def test_the_next_card_is_opened_when_an_action_is_over() -> None:
    """Card n + 5 comes to light between action n and action n + 1 (SG-6.2)."""
    marks = [e for e in story(5, FOUR) if isinstance(e, (ActionBegan, ActionOpened))]
    spaces = [(type(event).__name__, event.space) for event in marks][:15]
    expected = [
        (kind, n + 5 * (kind == "ActionOpened"))
        for n in range(1, 6)
        for kind in ("ActionBegan", "ActionOpened")
    ]
    assert spaces == [*expected, *(("ActionBegan", n) for n in range(6, 11))]


def test_specials_lie_anew_in_each_round() -> None:
    """All five specials, each as likely on each space (SG-6.3)."""
    tracks = [fresh(THREE, seed).track for seed in range(600)]
    assert all(sorted(track) == list(range(len(SPECIALS))) for track in tracks)
    for space in range(5):
        assert all(80 < times < 165 for times in Counter(track[space] for track in tracks).values())
    laid = [event.specials for event in story(3, THREE) if isinstance(event, SpecialsLaidOut)]
    assert len(laid) == 6
    assert len(set(laid)) > 1


def test_events_are_drawn_from_those_open() -> None:
    """4 in spring, 3 in summer, 2 in autumn, at random; the last one is the winter card (SG-8.1, SG-8.2)."""
    drawn: Counter[int] = Counter()
    for seed in range(40):
        events = story(seed, THREE)
        years = [event.numbers for event in events if isinstance(event, EventsOpened)]
        rounds = [event.number for event in events if isinstance(event, EventDrawn)]
        winters = [(event.card, event.loss) for event in events if isinstance(event, WinterBegan)]
        for year in (0, 1):
            used = rounds[year * 3 : year * 3 + 3]
            (last,) = set(years[year]) - set(used)
            assert len(set(used)) == 3
            assert winters[year] == (last, EVENTS[last].winter_rice_loss)
            drawn[years[year].index(used[0])] += 1
    assert all(times > 8 for times in drawn.values())
    assert len(drawn) == 4


def test_the_second_year_opens_events_of_the_eight_left() -> None:
    """No event comes twice in a game (SG-19.6)."""
    for seed in range(10):
        first, second = (e.numbers for e in story(seed, THREE) if isinstance(e, EventsOpened))
        assert not set(first) & set(second)


def test_players_act_in_turn_order_in_every_action() -> None:
    """In each action cards are turned over one by one in the order of the round (SG-10.1, SG-21.10)."""
    order: tuple[int, ...] = ()
    turned: list[int] = []
    chests = 0
    for event in story(6, FIVE):
        if isinstance(event, OrderSettled):
            order = event.order
        if isinstance(event, (ActionBegan, RoundEnded)):
            assert turned == [seat for seat in order if seat in turned]
            turned = []
        if isinstance(event, CardRevealed):
            turned.append(event.seat)
            chests += event.card >= 45
    assert chests > 20


def test_equal_bids_are_put_in_random_order() -> None:
    """Each order of the tied is as likely (SG-9.4)."""
    firsts = Counter(
        event.seats[0] > event.seats[-1]
        for seed in range(30)
        for event in story(seed, FIVE)
        if isinstance(event, TieBroken) and len(event.seats) == 2
    )
    assert min(firsts[True], firsts[False]) > 0.3 * firsts.total()
    assert firsts.total() > 60


def test_provinces_are_sound_at_every_decision() -> None:
    """Owned ones have armies of one player, neutral ones nothing at all (SG-1.8, SG-1.11)."""
    for seats in (THREE, FIVE):
        for state, _ in random_game(8, seats):
            check(state)
            for province, owner in enumerate(state.owner):
                if owner >= 0:
                    assert state.armies[province] >= 1
                else:
                    nothing = (state.armies[province], state.buildings[province], state.revolts[province])
                    assert nothing == (0, 0, 0)


def test_rice_stays_within_its_track() -> None:
    """Never below 0, and three harvests of at most 6 make 18 (SG-1.17)."""
    assert 3 * (max(RICE) + SPECIALS[RICE_PLUS].rice) == 18
    for seed in range(5):
        for state, _ in random_game(seed, FOUR):
            assert all(0 <= rice <= 18 for rice in state.rice)


def test_both_winters_score_and_the_points_add_up() -> None:
    """What is on the track at the end is what both winters paid (SG-19.5)."""
    *_, (state, events) = random_game(12, FOUR)
    paid = Counter[int]()
    for event in story(12, FOUR):
        if isinstance(event, YearScored):
            paid[event.seat] += event.provinces + event.buildings + event.majorities
    assert state.phase == OVER
    assert {seat: paid[seat] for seat in FOUR} == GAME.score(state)
    (end,) = [event for event in events if isinstance(event, GameEnded)]
    assert end.winners == state.winners
