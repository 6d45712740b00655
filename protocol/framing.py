"""Cuts a stream of bytes into msgpack objects without building any of them.

Three laws:

1. How the bytes were split on the way changes nothing: the same stream gives the same frames.
2. An error is final. The frames before it are given out, then every call raises it.
3. No byte is looked at more than twice, so a stream that trickles in costs what it costs in one piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgpack import OutOfData, Unpacker
from msgspec import Raw
from msgspec.msgpack import decode

from protocol.errors import UNREADABLE, Code, ProtocolError

_FIRST_BUFFER = 1024  # msgpack's own choice is the whole limit
_rested: dict[int, Unpacker] = {}  # an unpacker takes 40 KB, too much to keep while waiting for a frame


class Framer:
    """Bytes in, frames out: each is one whole msgpack object, not yet decoded."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._buffer = bytearray()  # begins where the current frame begins
        self._fed = 0  # how much of the buffer the unpacker has been given
        self._hungry = True  # the unpacker needs more than it has
        self._is_raised = False
        self._error: ProtocolError | None = None
        self._unpacker: Unpacker | None = None  # while inside a frame
        self._start = 0  # of the current frame, as the unpacker counts

    def frames(self, data: bytes) -> Iterable[bytes]:
        """Take in what has arrived and return every complete frame."""
        if self.may_be_frame(data) and is_frame(data):
            return (data,)  # usually one frame comes at a time
        return self._whole_frames(data)

    def may_be_frame(self, data: bytes) -> bool:
        """Say whether what has arrived can be one frame, which the caller may then read directly."""
        return not self._buffer and self._error is None and len(data) <= self._limit

    def _whole_frames(self, data: bytes) -> Iterator[bytes]:
        self.receive(data)
        while self._buffer and (frame := self.next_frame()) is not None:
            yield frame

    def receive(self, data: bytes) -> None:
        self._raise_error()
        self._buffer += data

    def next_frame(self) -> bytes | None:
        """Return the next frame, or None if its end has not arrived."""
        self._raise_error()
        while not self._hungry or self._feed():
            assert self._unpacker is not None
            try:
                self._unpacker.skip()
            except OutOfData:
                self._hungry = True
            except (ValueError, RecursionError):
                raise self._failure(Code.MALFORMED_FRAME, "this is not msgpack") from None
            else:
                return self._cut()
        return None

    def raise_limit(self, limit: int) -> None:
        """Allow larger frames, once, from the current one on."""
        assert not self._is_raised
        assert limit >= self._limit
        self._is_raised = True
        self._limit = limit
        self._unpacker, self._fed, self._hungry = None, 0, True

    @property
    def is_inside_frame(self) -> bool:
        """Whether a frame has begun and not ended; for timeouts."""
        return bool(self._buffer)

    def _feed(self) -> bool:
        if self._fed == self._limit:
            raise self._failure(Code.FRAME_TOO_LARGE, f"a frame has at most {self._limit} bytes")
        # Never past the limit: then the unpacker's buffer cannot overflow, however much has arrived.
        food = self._buffer[self._fed : self._limit]
        if self._unpacker is None:
            self._unpacker = _rested.pop(self._limit, None) or _unpacker(self._limit)
            self._start = self._unpacker.tell()
        self._unpacker.feed(food)
        self._fed += len(food)
        self._hungry = not food
        return bool(food)

    def _cut(self) -> bytes:
        assert self._unpacker is not None
        end: int = self._unpacker.tell()
        size = end - self._start
        frame = bytes(self._buffer[:size])
        del self._buffer[:size]
        self._start = end
        self._fed -= size
        self._hungry = not self._fed
        if not self._buffer:
            _rested[self._limit], self._unpacker = self._unpacker, None
        return frame

    def _failure(self, code: Code, detail: str) -> ProtocolError:
        self._error = ProtocolError(code, detail)
        # After an error msgpack's unpacker is in no state to be used again.
        self._unpacker = None
        self._buffer.clear()
        return self._error

    def _raise_error(self) -> None:
        if self._error is not None:
            raise self._error


def is_frame(data: bytes) -> bool:
    try:
        decode(data, type=Raw)
    except UNREADABLE:
        return False
    return True


def _unpacker(limit: int) -> Unpacker:
    return Unpacker(max_buffer_size=limit, read_size=min(limit, _FIRST_BUFFER))
