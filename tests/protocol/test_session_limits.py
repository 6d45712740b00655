"""A session gives nobody more than their share: of bytes, of requests, of patience with strangers."""

from __future__ import annotations

import tracemalloc

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import Code, ProtocolError
from protocol.identity import Identity
from protocol.limits import KIB, MIB, Limits, TokenBucket
from protocol.session import ClientSession, ServerSession, SessionPlace
from protocol.tls import Peer

HOST, PLAYER = Identity.make(), Identity.make()
SPKI = bytes(32)
NOW = 1000.0
HANDSHAKE = 2  # requests, and what they cost


def stranger(limits: Limits | None = None) -> ServerSession:
    return ServerSession(HOST, SPKI, limits or Limits(), NOW)


def known(limits: Limits | None = None) -> ServerSession:
    server = stranger(limits)
    client = ClientSession(PLAYER, Peer(HOST.public, SPKI), Limits())
    for _ in range(HANDSHAKE):
        server.receive(client.take_output(), NOW)
        assert server.next_call(NOW) is None
        client.receive(server.take_output())
    assert server.place is SessionPlace.LOBBY
    return server


def ping(msgid: int) -> bytes:
    return bytes(msgpack.packb([0, 100 + msgid, "ping", []]))


def pings(count: int) -> bytes:
    return b"".join(map(ping, range(count)))


def answered(server: ServerSession, now: float) -> int:
    """Answer everything that is given out now and say how much it was."""
    count = 0
    while server.next_call(now) is not None:
        server.respond()
        count += 1
    return count


def code_of(server: ServerSession, *said: bytes) -> Code:
    with pytest.raises(ProtocolError) as caught:  # noqa: PT012 (which of the two raises is free)
        for data in said:
            server.receive(data, NOW)
        server.next_call(NOW)
    return caught.value.code


# Frames ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "is_known"),
    [(Limits(stranger_frame_size=4096), False), (Limits(frame_size=50_000), True)],
    ids=["a stranger's", "a known one's"],
)
def test_a_frame_fits_up_to_its_limit_and_not_one_byte_more(limits: Limits, is_known: bool) -> None:  # noqa: FBT001
    limit = limits.frame_size if is_known else limits.stranger_frame_size
    server, other = (known(limits), known(limits)) if is_known else (stranger(limits), stranger(limits))
    head = b"\x94\x00\x64\xa4ping\xc5"
    room = limit - len(head) - 2

    server.receive(head + room.to_bytes(2, "big") + bytes(room), NOW)
    with pytest.raises(ProtocolError) as fits:
        server.next_call(NOW)

    assert fits.value.code in {Code.INVALID_PARAMS, Code.NOT_AUTHENTICATED}
    assert code_of(other, head + (room + 1).to_bytes(2, "big") + bytes(room + 1)) is Code.FRAME_TOO_LARGE


def test_a_frame_that_never_ends_is_cut_off_at_the_limit() -> None:
    server = stranger()
    server.receive(b"\xc6\xff\xff\xff\xff" + bytes(4 * KIB - 6), NOW)

    assert server.frame_since == NOW
    assert code_of(server, b"\x00", b"\x00") is Code.FRAME_TOO_LARGE
    assert server.frame_since is None


def test_the_time_of_a_frame_begins_with_its_first_byte() -> None:
    server, frame = known(), ping(100)
    server.receive(frame[:3], NOW)
    server.receive(frame[3:5], NOW + 1)
    begun = server.frame_since
    server.receive(frame[5:] + ping(101)[:3], NOW + 2)
    next_begun = server.frame_since
    server.receive(ping(101)[3:], NOW + 3)

    assert (begun, next_begun, server.frame_since) == (NOW, NOW + 2, None)


def test_a_stranger_has_five_frames_and_no_more() -> None:
    server = stranger()
    server.receive(pings(5), NOW)

    assert code_of(server, ping(5)) is Code.RATE_EXCEEDED


def test_a_known_client_has_any_number_of_frames() -> None:
    server = known()
    for number in range(30):
        server.receive(ping(number), NOW)
        assert answered(server, NOW) == 1


# Requests ----------------------------------------------------------------------------------------


def test_a_burst_is_given_out_and_then_nothing_until_the_delay_has_passed() -> None:
    server = known(Limits(request_rate=16, request_burst=10))
    server.receive(pings(12), NOW)

    assert answered(server, NOW) == 10 - HANDSHAKE
    delay = server.delay(NOW)
    assert delay == 1 / 16
    assert answered(server, NOW + delay * 0.99) == 0
    assert answered(server, NOW + delay) == 1
    assert answered(server, NOW + 1) == 3


@given(st.lists(st.integers(0, 64), max_size=40), st.integers(1, 40), st.integers(3, 40))
def test_whenever_it_is_asked_a_session_gives_at_most_burst_and_rate(
    waits: list[int], rate: int, burst: int
) -> None:
    server = known(Limits(request_rate=rate, request_burst=burst))
    now, given_out, sent = NOW, HANDSHAKE, 0

    for wait in waits:
        now += wait / 64  # a binary fraction, so that the sums are exact
        while sent + HANDSHAKE - given_out < 20:
            server.receive(ping(sent), now)
            sent += 1
        given_out += answered(server, now)

        assert given_out <= burst + rate * (now - NOW)
        assert given_out == sent + HANDSHAKE or server.delay(now) > 0


def test_two_sessions_of_one_player_pay_from_one_purse() -> None:
    purse = TokenBucket(rate=4, burst=6, now=NOW)
    one, other = known(), known()
    for server in (one, other):
        server.share(purse)
        server.receive(pings(5), NOW)

    assert answered(one, NOW) == 5
    assert answered(other, NOW) == 1
    assert answered(other, NOW + 0.2) == 0
    assert answered(other, NOW + 0.25) == 1
    assert other.delay(NOW + 0.25) == pytest.approx(0.25)


def test_who_has_spent_their_own_leaves_the_common_purse_alone() -> None:
    purse = TokenBucket(rate=4, burst=6, now=NOW)
    server = known(Limits(request_burst=4))
    server.share(purse)
    server.receive(pings(5), NOW)

    assert answered(server, NOW) == 2
    assert purse.take(NOW, 4)


def test_who_waits_for_the_common_purse_keeps_their_own() -> None:
    purse = TokenBucket(rate=4, burst=1, now=NOW)
    server = known(Limits(request_rate=1 / 16, request_burst=4))
    server.share(purse)
    server.receive(pings(2), NOW)

    assert answered(server, NOW) == 1
    assert [answered(server, NOW) for _ in range(5)] == [0] * 5
    assert answered(server, NOW + 0.25) == 1


def test_a_lone_request_is_taken_as_one_among_many_is() -> None:
    one, many = known(), known()
    for number in range(5):
        one.receive(ping(number), NOW)
    many.receive(pings(5), NOW)

    assert answered(one, NOW) == answered(many, NOW) == 5
    assert one.take_output() == many.take_output()
    assert code_of(one, ping(4)) is code_of(many, ping(4)) is Code.MESSAGE_ID


def test_bytes_beyond_the_rate_are_a_debt_that_delays_what_comes_next() -> None:
    server = known(Limits(byte_rate=1000))
    spent = 400  # at most, by the handshake
    words = bytes(msgpack.packb([0, 100, "ping", []])) + b"\xc5\x0f\xa0"  # a bin of 4000 bytes begins

    server.receive(words + bytes(2000), NOW)

    delay = server.delay(NOW)
    assert 1.0 < delay <= (2000 + len(words) + spent - 1000) / 1000
    assert answered(server, NOW + delay - 0.01) == 0
    assert answered(server, NOW + delay) == 1


def test_a_second_of_bytes_may_come_at_once() -> None:
    server = known()
    server.receive(pings(30), NOW)

    assert server.delay(NOW) == 0


# Bombs -------------------------------------------------------------------------------------------

BOMBS = {
    "nested wide arrays": b"\xdc\xff\xff" * 500,
    "a widest array": b"\xdd\xff\xff\xff\xff",
    "nested widest arrays": b"\xdd\xff\xff\xff\xff" * 700,
    "a widest map": b"\xdf\xff\xff\xff\xff",
    "nested arrays": b"\x91" * 1000 + b"\xc0",
    "deep nested arrays": b"\x91" * 3900 + b"\xc0",
    "nested maps": b"\x81\xa0" * 1000 + b"\xc0",
    "a longest bin": b"\xc6\xff\xff\xff\xff",
    "a longest text": b"\xdb\xff\xff\xff\xff",
    "a longest extension": b"\xc9\xff\xff\xff\xff\x01",
}
METHOD = {SessionPlace.STRANGER: b"\xa5hello", SessionPlace.LOBBY: b"\xa4join"}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=list(BOMBS))
@pytest.mark.parametrize("place", METHOD)
@pytest.mark.parametrize("is_inside", [False, True], ids=["bare", "as params"])
def test_a_bomb_closes_the_session_and_takes_little_memory(
    bomb: bytes,
    place: SessionPlace,
    is_inside: bool,  # noqa: FBT001
) -> None:
    server = known() if place is SessionPlace.LOBBY else stranger()
    head = b"\x94\x00\x64" + METHOD[place] if is_inside else b""
    stream = (head + bomb).ljust(65 * KIB, b"\x00")

    tracemalloc.start()
    try:
        code_of(server, *(stream[at : at + KIB] for at in range(0, len(stream), KIB)))
        growth = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert growth < 2 * MIB
    assert server.place is SessionPlace.CLOSED
