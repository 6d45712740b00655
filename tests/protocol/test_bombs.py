"""Small inputs that ask for much: they get a protocol error, little memory and few steps."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import msgpack
import pytest
from msgspec import Raw
from msgspec.msgpack import Decoder

from protocol import canonical, rpc
from protocol.errors import Code, ProtocolError
from protocol.framing import Framer
from protocol.limits import KIB, MIB

LIMIT = 64 * KIB
BOMBS = {
    "nested wide arrays": b"\xdc\xff\xff" * 500,
    "a widest array": b"\xdd\xff\xff\xff\xff",
    "nested widest arrays": b"\xdd\xff\xff\xff\xff" * 800,
    "a widest map": b"\xdf\xff\xff\xff\xff",
    "nested arrays": b"\x91" * 1000 + b"\xc0",
    "deep nested arrays": b"\x91" * 60000 + b"\xc0",
    "nested maps": b"\x81\xa0" * 1000 + b"\xc0",
    "a longest bin": b"\xc6\xff\xff\xff\xff",
    "a long bin": b"\xc6\x00\x01\x00\x00",
    "a longest text": b"\xdb\xff\xff\xff\xff",
    "a longest extension": b"\xc9\xff\xff\xff\xff\x01",
}
bombs = pytest.mark.parametrize("bomb", BOMBS.values(), ids=list(BOMBS))


def growth(work: Callable[[], object]) -> int:
    """Return how far the memory grew at its peak."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def receive(chunks: list[bytes]) -> list[rpc.Request]:
    """Do with bytes what a server does."""
    framer = Framer(LIMIT)
    return [rpc.decode_request(frame) for chunk in chunks for frame in framer.frames(chunk)]


def must_fail(work: Callable[[], object]) -> None:
    with pytest.raises(ProtocolError):
        work()


@bombs
@pytest.mark.parametrize("filler", [b"", b"\x00"])
def test_a_bomb_in_the_stream_is_refused_and_takes_little_memory(bomb: bytes, filler: bytes) -> None:
    stream = bomb + filler * LIMIT

    def work() -> None:
        # A bomb that is not followed by anything may leave the framer waiting; it must not give a request.
        try:
            assert receive([stream]) == []
        except ProtocolError:
            return
        assert not filler

    assert growth(work) < 8 * MIB


@bombs
def test_a_bomb_as_a_message_is_refused_and_takes_little_memory(bomb: bytes) -> None:
    assert growth(lambda: must_fail(lambda: rpc.decode_request(bomb))) < 8 * MIB
    assert growth(lambda: must_fail(lambda: rpc.decode_answer(bomb))) < 8 * MIB


@bombs
def test_a_bomb_as_params_is_refused_and_takes_little_memory(bomb: bytes) -> None:
    assert growth(lambda: must_fail(lambda: rpc.decode_params(Raw(bomb), Decoder(list[list[int]])))) < 8 * MIB


@bombs
def test_a_bomb_as_a_signed_value_is_refused_and_takes_little_memory(bomb: bytes) -> None:
    assert growth(lambda: must_fail(lambda: canonical.decode(bomb, list[list[int]]))) < 8 * MIB


@bombs
def test_a_bomb_inside_an_envelope_is_refused(bomb: bytes) -> None:
    frame = b"\x94\x00\x01\xa4sync" + bomb

    def work() -> None:
        request = rpc.decode_request(frame)
        rpc.decode_params(request.params, Decoder(list[list[int]]))

    assert growth(lambda: must_fail(work)) < 8 * MIB


def test_the_scale_shows_what_building_a_bomb_would_take() -> None:
    def work() -> None:
        unpacker = msgpack.Unpacker(max_buffer_size=LIMIT)
        unpacker.feed(b"\xdc\xff\xff" * 200)
        with pytest.raises(msgpack.OutOfData):
            unpacker.unpack()

    assert growth(work) > 8 * MIB


def test_an_object_nested_as_deep_as_msgpack_goes_is_a_frame() -> None:
    frame = b"\x91" * 1023 + b"\xc0"

    assert list(Framer(LIMIT).frames(frame)) == [frame]


def test_an_object_nested_deeper_is_no_frame() -> None:
    with pytest.raises(ProtocolError) as caught:
        receive([b"\x91" * 1100])

    assert caught.value.code is Code.MALFORMED_FRAME


def test_a_drip_of_64_kib_takes_little_memory() -> None:
    frame = msgpack.packb([0, 1, "sync", [bytes(65000)]])
    drops = [bytes([byte]) for byte in frame]

    assert growth(lambda: receive(drops)) < 8 * MIB
    assert len(receive(drops)) == 1


def test_a_bin_longer_than_the_limit_ends_when_the_limit_is_reached() -> None:
    framer = Framer(LIMIT)
    received = 0

    with pytest.raises(ProtocolError) as caught:  # noqa: PT012
        for drop in (b"\xc6\xff\xff\xff\xff", *[b"\x00" * KIB] * 1000):
            received += len(drop)
            list(framer.frames(drop))

    assert caught.value.code is Code.FRAME_TOO_LARGE
    assert LIMIT <= received < LIMIT + KIB + 5
