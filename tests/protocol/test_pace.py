"""The pace of a table: one record, one text, and nothing out of bounds."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kinds import InputError
from protocol.pace import (
    GRACE,
    LONGEST,
    UNITS,
    Absence,
    Bank,
    Pace,
    PerDecision,
    Terms,
    Untimed,
    read_pace,
    read_span,
    usual_grace,
    write_span,
)

DAY = 86_400

whole_units = st.builds(
    lambda count, size: count * size, st.integers(1, 60), st.sampled_from([*UNITS.values()])
)
spans = st.integers(1, LONGEST) | whole_units
paces: st.SearchStrategy[Pace] = (
    st.just(Untimed()) | st.builds(PerDecision, spans) | st.builds(Bank, spans, st.just(0) | spans)
)
terms = st.builds(Terms, paces, st.just(0) | spans, st.sampled_from(Absence))


@pytest.mark.parametrize(
    ("text", "pace"),
    [
        ("none", Untimed()),
        ("90s", PerDecision(90)),
        ("5m", PerDecision(300)),
        ("3d", PerDecision(3 * DAY)),
        ("20m+30s", Bank(1200, 30)),
        ("2h+0s", Bank(7200, 0)),
        ("60d", PerDecision(60 * DAY)),
    ],
)
def test_a_pace_has_a_short_text(text: str, pace: Pace) -> None:
    assert read_pace(text) == pace


@given(st.just(0) | spans)
def test_a_time_is_read_as_it_was_written(seconds: int) -> None:
    assert read_span(write_span(seconds)) == seconds


def test_a_time_is_written_in_the_longest_unit_that_fits() -> None:
    assert read_pace("120s") == read_pace("2m")
    assert [write_span(seconds) for seconds in (0, 59, 60, 90, 5400, 7200, DAY)] == [
        "0s", "59s", "1m", "90s", "90m", "2h", "1d",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["", "fast", "None", "90", "s", "0s", "-5s", "1.5m", "05s", " 90s", "90s\n", "90 s", "٣d", "61d",
     "99999999d", "123456789s", "20m+", "+30s", "0s+5s", "20m+30s+5s", "1h+61d", "1h30m", "20m-5s"],
)  # fmt: skip
def test_what_is_no_pace_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match=r"is no pace such as none, 90s, 20m\+30s or 3d\. .+\.$"):
        read_pace(text)


@pytest.mark.parametrize("text", ["", "none", "5", "-1s", "61d", "1s+1s"])
def test_what_is_no_time_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match=r"is no such time\. .+\.$"):
        read_span(text)


@given(st.text(max_size=12) | st.text("0123456789smhd+none ", max_size=12))
def test_any_other_text_is_either_a_pace_or_an_input_error(text: str) -> None:
    with suppress(InputError):
        read_pace(text)


@given(terms)
def test_terms_travel_unchanged(agreed: Terms) -> None:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(agreed), type=Terms) == agreed


def test_the_usual_terms_wait_two_minutes_and_then_leave_it_to_a_vote() -> None:
    assert Terms() == Terms(Untimed(), 120, Absence.VOTE)
    assert msgspec.to_builtins(Terms()) == [["Untimed"], 120, "vote", False]


@pytest.mark.parametrize(
    "wire",
    [
        [["PerDecision", 0], 120, "vote"],
        [["PerDecision", -1], 120, "vote"],
        [["PerDecision", LONGEST + 1], 120, "vote"],
        [["PerDecision", 2**70], 120, "vote"],
        [["PerDecision", 1.5], 120, "vote"],
        [["PerDecision", True], 120, "vote"],
        [["PerDecision", "90"], 120, "vote"],
        [["PerDecision"], 120, "vote"],
        [["PerDecision", 90, 1], 120, "vote"],
        [["Bank", 90], 120, "vote"],
        [["Bank", 0, 5], 120, "vote"],
        [["Bank", 90, -1], 120, "vote"],
        [["Bank", 90, LONGEST + 1], 120, "vote"],
        [["Untimed", 1], 120, "vote"],
        [["Days", 3], 120, "vote"],
        [None, 120, "vote"],
        [["Untimed"], -1, "vote"],
        [["Untimed"], LONGEST + 1, "vote"],
        [["Untimed"], None, "vote"],
        [["Untimed"], 120, "kick"],
        [["Untimed"], 120, "vote", 1],
    ],
)
def test_terms_out_of_bounds_are_not_let_in(wire: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wire, Terms)


def test_records_out_of_bounds_cannot_be_made_here_either() -> None:
    for make in (lambda: PerDecision(0), lambda: Bank(1, -1), lambda: Terms(grace=-1)):
        with pytest.raises(ValueError, match="seconds long"):
            make()


@pytest.mark.parametrize(
    ("text", "grace"),
    [("none", GRACE), ("90s", GRACE), ("2h+30s", GRACE), ("6h", 21_600), ("3d", 3 * DAY), ("7d+1d", 7 * DAY)],
)
def test_a_slow_table_does_not_expect_anybody_to_stay(text: str, grace: int) -> None:
    assert usual_grace(read_pace(text)) == grace
