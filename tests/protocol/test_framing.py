"""The framer cuts any stream the same way however it arrives, and stops for good at the first error."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import framing
from protocol.errors import Code, ProtocolError
from protocol.framing import Framer

LIMIT = 4096

scalars = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary()
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
    max_leaves=20,
)
streams = st.lists(values, max_size=8).map(lambda found: [msgpack.packb(value) for value in found])
cuts = st.lists(st.integers(0, 400), max_size=12)


def pieces(stream: bytes, cuts: Sequence[int]) -> list[bytes]:
    places = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    return [stream[start:end] for start, end in pairwise(places)]


def run(framer: Framer, chunks: Sequence[bytes]) -> tuple[list[bytes], Code | None]:
    """Return the frames found, and the code of the error that ended it, if one did."""
    found: list[bytes] = []
    try:
        for chunk in chunks:
            for frame in framer.frames(chunk):
                found.append(frame)  # noqa: PERF402 what came before an error has to stay
    except ProtocolError as error:
        return found, error.code
    return found, None


@given(streams, cuts)
def test_a_stream_gives_its_frames_however_it_was_split(frames: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(frames)

    assert run(Framer(LIMIT), pieces(stream, cuts)) == (frames, None)


@given(st.binary(max_size=300) | streams.map(b"".join), cuts, st.integers(1, 64))
def test_any_bytes_give_frames_or_one_protocol_error(stream: bytes, cuts: list[int], limit: int) -> None:
    framer = Framer(limit)

    frames, code = run(framer, pieces(stream, cuts))

    assert stream.startswith(b"".join(frames))
    assert all(0 < len(frame) <= limit for frame in frames)
    assert code in {None, Code.MALFORMED_FRAME, Code.FRAME_TOO_LARGE}
    assert (frames, code) == run(Framer(limit), [stream])
    assert (frames, code) == run(Framer(limit), [bytes([byte]) for byte in stream])


@given(st.binary(max_size=40) | streams.map(b"".join))
def test_one_piece_gives_what_single_bytes_give(stream: bytes) -> None:
    drops = [stream[place : place + 1] for place in range(len(stream))]

    assert run(Framer(LIMIT), [stream]) == run(Framer(LIMIT), drops)


def test_a_frame_may_be_as_large_as_the_limit() -> None:
    frame = msgpack.packb(bytes(LIMIT - 3))

    assert len(frame) == LIMIT
    assert run(Framer(LIMIT), [frame * 3]) == ([frame] * 3, None)


def test_a_frame_one_byte_larger_is_refused() -> None:
    small, large = msgpack.packb(1), msgpack.packb(bytes(LIMIT - 2))

    assert len(large) == LIMIT + 1
    assert run(Framer(LIMIT), [small + large]) == ([small], Code.FRAME_TOO_LARGE)


def test_a_frame_of_many_small_parts_is_measured_as_a_whole() -> None:
    fits, exceeds = msgpack.packb([0] * (LIMIT - 3)), msgpack.packb([0] * (LIMIT - 2))

    assert run(Framer(LIMIT), [fits]) == ([fits], None)
    assert run(Framer(LIMIT), [exceeds]) == ([], Code.FRAME_TOO_LARGE)


def test_a_chunk_larger_than_the_limit_may_hold_many_small_frames() -> None:
    frame = msgpack.packb([1, "small"])

    assert run(Framer(64), [frame * 1000]) == ([frame] * 1000, None)


def test_the_raised_limit_holds_for_frames_that_have_begun() -> None:
    framer = Framer(LIMIT)
    frame = msgpack.packb(bytes(65536 - 3 - 2))
    first, *_ = framer.frames(msgpack.packb("auth") + frame[:100])

    framer.raise_limit(65536)

    assert first == msgpack.packb("auth")
    assert run(framer, [frame[100:]]) == ([frame], None)


def test_the_raised_limit_holds_for_frames_that_have_arrived() -> None:
    framer = Framer(LIMIT)
    large = msgpack.packb(bytes(LIMIT))
    framer.receive(msgpack.packb("auth") + large)

    assert framer.next_frame() == msgpack.packb("auth")
    framer.raise_limit(65536)
    assert framer.next_frame() == large
    assert framer.next_frame() is None


def test_a_frame_just_fits_the_raised_limit_and_no_byte_more() -> None:
    framer = Framer(LIMIT)
    framer.raise_limit(65536)
    fits, exceeds = msgpack.packb(bytes(65536 - 3)), msgpack.packb(bytes(65536))

    assert len(fits) == 65536
    assert run(framer, [fits, exceeds]) == ([fits], Code.FRAME_TOO_LARGE)


def test_the_limit_is_raised_once() -> None:
    framer = Framer(LIMIT)
    framer.raise_limit(65536)

    with pytest.raises(AssertionError):
        framer.raise_limit(1 << 20)


def test_an_error_is_final() -> None:
    framer = Framer(LIMIT)
    with pytest.raises(ProtocolError) as first:
        list(framer.frames(b"\xc1"))

    for call in (framer.next_frame, lambda: framer.receive(b"\x01"), lambda: list(framer.frames(b""))):
        with pytest.raises(ProtocolError) as again:
            call()

        assert again.value is first.value


def test_frames_before_an_error_are_given_out_first() -> None:
    framer = Framer(LIMIT)
    framer.receive(b"\x01\x02\xc1\x03")

    assert [framer.next_frame(), framer.next_frame()] == [b"\x01", b"\x02"]
    with pytest.raises(ProtocolError, match="malformed_frame"):
        framer.next_frame()


def test_the_framer_tells_whether_a_frame_has_begun() -> None:
    framer = Framer(LIMIT)
    seen = [framer.is_inside_frame]

    for byte in (b"\x92", b"\x01", b"\x02"):
        list(framer.frames(byte))
        seen.append(framer.is_inside_frame)

    assert seen == [False, True, True, False]


class CountingUnpacker:
    """Counts what the framer asks of msgpack."""

    def __init__(self, **options: Any) -> None:
        self.inner = msgpack.Unpacker(**options)
        self.tell = self.inner.tell

    fed = skips = 0

    def feed(self, data: bytes) -> None:
        CountingUnpacker.fed += len(data)
        self.inner.feed(data)

    def skip(self) -> None:
        CountingUnpacker.skips += 1
        self.inner.skip()


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> type[CountingUnpacker]:
    monkeypatch.setattr(framing, "Unpacker", CountingUnpacker)
    monkeypatch.setattr(framing, "_rested", {})  # of other tests
    CountingUnpacker.fed = CountingUnpacker.skips = 0
    return CountingUnpacker


def test_a_drip_of_64_kib_feeds_every_byte_once(counts: type[CountingUnpacker]) -> None:
    frame = msgpack.packb(["x" * 100] * 640)
    assert 65000 < len(frame) <= 65536

    found = run(Framer(65536), [bytes([byte]) for byte in frame])

    assert found == ([frame], None)
    assert counts.fed == len(frame)
    assert counts.skips == len(frame)


def test_many_small_frames_in_one_chunk_feed_every_byte_once(counts: type[CountingUnpacker]) -> None:
    stream = b"\x01" * 262144

    frames, _ = run(Framer(65536), [stream])

    assert len(frames) == len(stream)
    assert counts.fed == len(stream)
    assert counts.skips <= len(stream) + 8
