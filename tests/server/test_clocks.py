"""The clocks of a table, on a time that only the tests move."""

from __future__ import annotations

import pytest

from protocol.messages import ClockFace
from protocol.pace import Terms, read_pace
from server.tables.clocks import Clocks

A, B = 0, 1
AWAY_A, TIME_A = (A, "away"), (A, "time")


def clocks_at(pace: str, *here: int, grace: int = 120) -> Clocks:
    clocks = Clocks(Terms(read_pace(pace), grace), (A, B))
    for seat in here:
        clocks.came(0, seat)
    return clocks


def answer(clocks: Clocks, now: float, seat: int) -> int:
    ms = clocks.spent(now, seat)
    clocks.charge(seat, ms)
    return ms


# One example for each kind of pace ---------------------------------------------------------------


def test_without_a_pace_nothing_runs_out_though_time_is_told() -> None:
    clocks = clocks_at("none", A, B)
    clocks.asked(0, {A: 1})
    assert clocks.next_deadline() is None
    assert clocks.expired(10**6) == []
    assert clocks.remaining(10**6, A) is None
    assert clocks.spent(10**6, A) == 10**9


def test_a_decision_has_its_own_time_and_leaves_nothing_over() -> None:
    clocks = clocks_at("90s", A, B)
    clocks.asked(0, {A: 1})
    assert clocks.next_deadline() == 90
    assert answer(clocks, 30.25, A) == 30_250
    clocks.asked(30.25, {A: 2})
    assert clocks.remaining(30.25, A) == 90_000
    assert clocks.expired(120.249) == []
    assert clocks.expired(120.25) == [TIME_A]


def test_a_bank_pays_what_was_spent_and_gains_with_every_answer() -> None:
    clocks = clocks_at("20m+30s", A, B)
    clocks.asked(0, {A: 1})
    assert answer(clocks, 100, A) == 100_000
    assert clocks.remaining(100, A) == (1200 - 100 + 30) * 1000
    assert clocks.remaining(5000, A) == (1200 - 100 + 30) * 1000
    clocks.asked(5000, {A: 2})
    assert clocks.next_deadline() == 5000 + 1130


def test_a_bank_in_the_red_is_empty_and_earns_its_increment_still() -> None:
    clocks = clocks_at("10s+3s", A, B)
    clocks.asked(0, {A: 1})
    assert clocks.expired(25) == [TIME_A]
    assert clocks.remaining(25, A) == 0
    answer(clocks, 25, A)
    assert clocks.remaining(25, A) == 3000


def test_days_are_long_decisions() -> None:
    clocks = clocks_at("3d", A, B)
    clocks.asked(0, {A: 1})
    assert clocks.next_deadline() == 3 * 86_400


def test_seats_that_owe_a_decision_at_once_run_at_once() -> None:
    clocks = clocks_at("10s", A, B)
    clocks.asked(0, {A: 1, B: 1})
    answer(clocks, 4, A)
    clocks.asked(4, {B: 1})
    assert clocks.faces(4) == (ClockFace(A, None, False, False), ClockFace(B, 6000, True, False))
    assert clocks.expired(10) == [(B, "time")]


# What happens around a decision ------------------------------------------------------------------


def test_the_absent_are_missed_only_when_they_owe_a_decision() -> None:
    clocks = clocks_at("none", B, grace=5)
    clocks.asked(0, {B: 1})
    assert clocks.expired(100) == []
    assert clocks.faces(100)[A].is_away
    clocks.asked(100, {A: 2})
    assert clocks.next_deadline() == 105
    assert clocks.expired(105) == [AWAY_A]


def test_without_any_grace_the_absent_are_missed_at_once() -> None:
    clocks = clocks_at("none", B, grace=0)
    clocks.asked(0, {A: 1, B: 1})
    assert clocks.expired(0) == [AWAY_A]


def test_a_seat_can_be_away_and_out_of_time() -> None:
    clocks = clocks_at("5s", B, grace=5)
    clocks.asked(0, {A: 1})
    assert clocks.expired(5) == [TIME_A, AWAY_A]
    assert clocks.expired(6) == []
    assert clocks.next_deadline() is None


def test_a_bot_has_no_clock() -> None:
    clocks = clocks_at("10s+3s", A, grace=0)
    clocks.exempt([B])
    clocks.asked(0, {A: 1, B: 1})
    assert clocks.faces(5) == (ClockFace(A, 5000, True, False), ClockFace(B, None, False, False))
    assert clocks.spent(5, B) == 0
    clocks.charge(B, 0)
    clocks.exempt([])
    assert clocks.remaining(5, B) == 10_000


def test_the_time_in_which_an_answer_is_written_down_is_charged_to_nobody() -> None:
    clocks = clocks_at("10s+0s", A, B)
    clocks.asked(0, {A: 1})
    ms = clocks.spent(2, A)
    clocks.faces(3)
    clocks.charge(A, ms)
    clocks.asked(4, {A: 2})
    assert clocks.remaining(4, A) == 8000


def test_moments_between_milliseconds_add_up() -> None:
    """Many short decisions cost what one long one does: nothing is lost or won by rounding."""
    clocks = clocks_at("1h+0s", A, B)
    moments = [1000 + step * 0.0123457 for step in range(2001)]
    clocks.asked(moments[0], {A: 0})
    for number, now in enumerate(moments[1:], start=1):
        answer(clocks, now, A)
        clocks.asked(now, {A: number})
    wall = round(moments[-1] * 1000) - round(moments[0] * 1000)
    assert clocks.remaining(moments[-1], A) == 3_600_000 - wall


@pytest.mark.parametrize("start", [0.0, 0.1, 12_345.678, 987_654_321.987])
def test_at_its_deadline_something_has_expired(start: float) -> None:
    """Somebody who sleeps until the deadline never finds that it came a hair too early."""
    for step in range(200):
        clocks = clocks_at("1s", A, B)
        clocks.asked(start + step * 0.00137, {A: 1})
        deadline = clocks.next_deadline()
        assert deadline is not None
        assert clocks.expired(deadline - 0.001) == []
        assert clocks.expired(deadline) == [TIME_A]


# What could be used to win time ------------------------------------------------------------------


def test_leaving_and_coming_back_refills_no_decision() -> None:
    clocks = clocks_at("10s", A, B)
    clocks.asked(0, {A: 1})
    for second in range(1, 10):
        clocks.went(second, A)
        clocks.came(second + 0.5, A)
        clocks.asked(second + 0.5, {A: 1})
    assert clocks.remaining(9.5, A) == 500
    assert clocks.expired(10) == [TIME_A]


def test_short_absences_use_up_the_grace_as_one_long_one_does() -> None:
    clocks = clocks_at("none", A, B, grace=5)
    clocks.asked(0, {A: 1})
    for minute in range(5):
        clocks.went(minute * 60, A)
        assert clocks.expired(minute * 60 + 0.999) == []
        clocks.came(minute * 60 + 1, A)
    clocks.went(300, A)
    assert clocks.next_deadline() == 300
    assert clocks.expired(300) == [AWAY_A]


def test_who_shows_up_for_a_moment_and_leaves_again_is_missed_again() -> None:
    clocks = clocks_at("none", B, grace=5)
    clocks.asked(0, {A: 1})
    assert clocks.expired(5) == [AWAY_A]
    clocks.came(6, A)
    assert clocks.expired(100) == []
    clocks.went(100, A)
    assert clocks.expired(100) == [AWAY_A]
    clocks.went(101, A)
    assert clocks.expired(200) == []


def test_an_answer_gives_a_new_grace() -> None:
    clocks = clocks_at("none", B, grace=5)
    clocks.asked(0, {A: 1})
    clocks.came(4, A)
    answer(clocks, 4, A)
    clocks.asked(4, {A: 2})
    clocks.went(4, A)
    assert clocks.next_deadline() == 9


def test_a_question_under_another_number_is_not_a_new_decision() -> None:
    clocks = clocks_at("10s", B, grace=8)
    clocks.asked(0, {A: 1})
    for second in range(1, 8):
        clocks.asked(second, {A: 1 + second})
    assert clocks.next_deadline() == 8
    assert clocks.expired(10) == [TIME_A, AWAY_A]
    clocks.asked(11, {A: 20})
    assert clocks.expired(11) == [TIME_A, AWAY_A]


def test_a_decision_taken_back_has_run_all_the_while() -> None:
    clocks = clocks_at("60s", A, B)
    clocks.asked(0, {A: 1})
    answer(clocks, 10, A)
    clocks.asked(10, {B: 2})
    clocks.reopen(A, clocks.since(25, A))
    clocks.asked(25, {A: 3})
    assert clocks.remaining(25, A) == 35_000
    assert answer(clocks, 30, A) == 30_000
    clocks.asked(30, {A: 4})
    assert clocks.remaining(30, A) == 60_000


@pytest.mark.parametrize("pace", ["60s", "60s+30s"])
def test_two_seats_cannot_stall_by_taking_back_for_ever(pace: str) -> None:
    clocks = clocks_at(pace, A, B)
    now, number = 0.0, 1
    clocks.asked(now, {A: number})
    while now < 3600:
        answer(clocks, now, A)
        clocks.asked(now, {B: number + 1})
        now += 7
        if not clocks.can_reopen(now, A):
            break
        clocks.reopen(A, clocks.since(now, A))
        number += 2
        clocks.asked(now, {A: number})
    assert 53 <= now <= 67


def test_an_increment_cannot_be_earned_twice_by_taking_back() -> None:
    clocks = clocks_at("60s+30s", A, B)
    for number in range(5):
        clocks.asked(0, {A: number})
        answer(clocks, 0, A)
        clocks.reopen(A, clocks.since(0, A))
    assert clocks.remaining(0, A) == 60_000


def test_two_decisions_taken_back_in_a_row_are_one_long_one() -> None:
    clocks = clocks_at("60s+30s", A, B)
    for number, now in enumerate((0, 10, 20)):
        clocks.asked(now, {A: number})
        answer(clocks, now + 10, A)
    clocks.asked(30, {B: 5})
    for number in (6, 7):
        clocks.reopen(A, clocks.since(34, A))
        clocks.asked(34, {A: number})
    assert clocks.remaining(34, A) == (60 - 10 + 30 - 24) * 1000
    assert answer(clocks, 35, A) == 25_000


def test_a_bot_in_between_does_not_fill_the_bank_again() -> None:
    clocks = clocks_at("60s+5s", A, B)
    clocks.asked(0, {A: 1})
    assert clocks.expired(60) == [TIME_A]
    answer(clocks, 60, A)
    clocks.exempt([A])
    clocks.asked(60, {A: 1})
    clocks.charge(A, clocks.spent(61, A))
    clocks.exempt([])
    clocks.asked(61, {A: 2})
    assert clocks.remaining(61, A) == 5000


def test_a_seat_is_not_missed_from_the_moment_a_bot_has_it() -> None:
    clocks = clocks_at("60s", B)
    clocks.asked(0, {A: 1})
    clocks.exempt([A])
    assert clocks.next_deadline() is None
    assert clocks.expired(1000) == []


def test_what_was_answered_before_a_bot_came_stays_paid() -> None:
    clocks = clocks_at("60s+5s", A, B)
    clocks.asked(0, {A: 1})
    answer(clocks, 20, A)
    clocks.exempt([A])
    clocks.exempt([])
    assert clocks.can_reopen(30, A)
    clocks.reopen(A, clocks.since(30, A))
    assert clocks.remaining(30, A) == 45_000


def test_a_restart_is_charged_to_nobody() -> None:
    before = clocks_at("60s+5s", A, B)
    before.asked(0, {A: 1})
    ms = answer(before, 20, A)
    before.asked(20, {B: 2})
    after = clocks_at("60s+5s")
    after.charge(A, ms)
    after.asked(10**6, {B: 2})
    assert [face.remaining_ms for face in after.faces(10**6)] == [45_000, 60_000]
