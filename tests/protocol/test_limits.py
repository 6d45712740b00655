"""The limits have their defaults, refuse nonsense, and buckets never give more than they hold."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.limits import KIB, MIB, Limits, TokenBucket

DEFAULTS = {
    "connections": 64,
    "connections_per_player": 8,
    "connections_per_address": 8,
    "strangers": 32,
    "strangers_per_address": 4,
    "backlog": 64,
    "tls_handshake_time": 5,
    "authentication_time": 5,
    "frame_time": 10,
    "idle_time": 30,
    "silence_time": 12,
    "ping_interval": 4,
    "stranger_frame_size": 4 * KIB,
    "frame_size": 64 * KIB,
    "frame_size_to_client": 1 * MIB,
    "request_rate": 20,
    "request_burst": 40,
    "byte_rate": 256 * KIB,
    "identity_request_rate": 40,
    "chat_rate": 1,
    "chat_burst": 5,
    "stranger_frames": 5,
    "address_rate": 1,
    "address_burst": 40,
    "signature_checks_per_request": 3,
    "mistake_cost": 10,
    "write_buffer_size": 256 * KIB,
    "drain_time": 10,
    "output_queue_size": 1 * MIB,
    "requests_in_flight": 32,
    "seats_per_game": 16,
    "games_per_identity": 4,
    "tables": 500,
    "tables_per_owner": 2,
    "tables_per_address": 20,
    "invitations": 256,
    "waiting_days": 14,
    "password_rate": 0.1,
    "password_burst": 5,
    "journal_size": 64 * MIB,
}


def test_every_limit_has_its_default() -> None:
    assert msgspec.structs.asdict(Limits()) == DEFAULTS


@pytest.mark.parametrize("name", DEFAULTS)
def test_every_limit_can_be_set(name: str) -> None:
    limits = msgspec.convert({name: 7}, Limits)

    assert msgspec.structs.asdict(limits) == DEFAULTS | {name: 7}


@pytest.mark.parametrize("name", DEFAULTS)
@pytest.mark.parametrize("value", [0, -1, "many", None])
def test_a_limit_is_a_number_above_zero(name: str, value: object) -> None:
    with pytest.raises(msgspec.ValidationError, match=name):
        msgspec.convert({name: value}, Limits)


def test_a_misspelt_limit_is_noticed() -> None:
    with pytest.raises(msgspec.ValidationError, match="conections"):
        msgspec.convert({"conections": 7}, Limits)


def test_a_full_bucket_gives_its_burst_and_not_one_more() -> None:
    limits = Limits()
    bucket = TokenBucket(limits.request_rate, limits.request_burst, now=100.0)

    taken = [bucket.take(100.0) for _ in range(41)]

    assert taken == [True] * 40 + [False]


def test_an_empty_bucket_gives_its_rate_and_not_one_more() -> None:
    bucket = TokenBucket(rate=20, burst=40, now=0.0)
    bucket.take(0.0, 40)

    taken = [bucket.take(1.0) for _ in range(21)]

    assert taken == [True] * 20 + [False]


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    bucket = TokenBucket(rate=1, burst=3, now=0.0)

    assert not bucket.take(1000.0, 4)
    assert bucket.take(1000.0, 3)


def test_what_a_bucket_refuses_costs_nothing() -> None:
    bucket = TokenBucket(rate=1, burst=3, now=0.0)

    assert not bucket.take(0.0, 3.5)
    assert bucket.take(0.0, 3)


def test_a_clock_that_goes_back_gives_nothing() -> None:
    bucket = TokenBucket(rate=1, burst=1, now=10.0)
    bucket.take(10.0)

    assert not bucket.take(5.0)
    assert not bucket.take(10.5)
    assert bucket.take(11.0)


def test_a_fine_takes_what_there_is_and_leaves_no_debt() -> None:
    bucket = TokenBucket(rate=1, burst=40, now=0.0)
    bucket.take(0.0, 35)

    bucket.fine(0.0, 10)

    assert not bucket.take(0.5)
    assert bucket.take(1.0)


def test_a_bucket_says_how_long_to_wait() -> None:
    bucket = TokenBucket(rate=4, burst=8, now=0.0)

    assert bucket.delay(0.0) == bucket.delay(0.0, 8) == 0
    bucket.take(0.0, 8)
    assert (bucket.delay(0.0), bucket.delay(0.0, 6), bucket.delay(0.0, 0)) == (0.25, 1.5, 0)
    assert bucket.delay(1.0, 6) == 0.5
    assert not bucket.take(1.25, 6)
    assert bucket.take(1.5, 6)


def test_what_is_charged_beyond_the_purse_is_a_debt_to_be_waited_off() -> None:
    bucket = TokenBucket(rate=4, burst=8, now=0.0)

    bucket.charge(0.0, 20)

    assert bucket.delay(0.0, 0) == 3
    assert bucket.delay(0.0) == 3.25
    assert not bucket.take(3.0)
    assert bucket.take(3.25)


@given(
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 50), st.booleans()), max_size=60),
    st.integers(1, 32).map(float),
    st.integers(1, 60),
)
def test_after_the_delay_and_not_before_there_is_enough(
    asks: list[tuple[int, int, bool]], rate: float, burst: int
) -> None:
    bucket = TokenBucket(rate, burst, now=0.0)
    now = 0.0

    for wait, tokens, is_charge in asks:
        now += wait / 64
        if is_charge:
            bucket.charge(now, tokens)
            continue
        wanted = min(tokens, burst)
        delay = bucket.delay(now, wanted)
        assert delay == 0 or not bucket.take(now, wanted)
        now += delay + 1 / 1024
        assert bucket.take(now, wanted)


@given(
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 50)), max_size=60),
    st.integers(1, 40),
    st.integers(1, 60),
)
def test_whatever_is_asked_a_bucket_gives_at_most_burst_and_rate(
    asks: list[tuple[int, int]], rate: int, burst: int
) -> None:
    bucket = TokenBucket(rate, burst, now=0.0)
    now, given_out = 0.0, 0

    for wait, tokens in asks:
        now += wait / 64  # a binary fraction, so that the sums are exact
        given_out += tokens if bucket.take(now, tokens) else 0

        assert given_out <= burst + rate * now
