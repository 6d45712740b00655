"""TLS between a transport and a protocol, for many connections that are mostly silent.

asyncio's own TLS reserves 256 KiB for each connection. This pipe keeps what OpenSSL needs and little more:
all pipes of a thread receive into one buffer, and the two memory BIOs are filled and emptied piece by piece,
because a BIO never gives back memory it has held.

The inner protocol is called as on plain TCP, with these meanings:

- `connection_made` comes after the handshake. It hears nothing of a handshake that fails; whoever made the
  connection asks `opened`.
- `eof_received` means that the other side has said goodbye (close_notify). Its result has no effect: the pipe
  closes once it has sent what was written.
- `connection_lost` brings a ConnectionResetError if the stream was cut without a goodbye, and an
  `ssl.SSLError` if it was tampered with.

As on plain TCP, `close` waits until the other side has taken what was written, forever if need be; it does
not wait for a goodbye. Use `abort` if you cannot wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import threading
from typing import Any, cast

PIECE = 8 * 1024
RECORD = 16 * 1024  # the most that one record can hold, so that one read empties it

_NOBODY = asyncio.Protocol()


class _Received(threading.local):
    """Where data lies between the socket and OpenSSL; no loop does anything else in the meantime."""

    def __init__(self) -> None:
        self.buffer = memoryview(bytearray(PIECE))


_received = _Received()


class TlsPipe(asyncio.BufferedProtocol, asyncio.Transport):
    """A protocol to the transport below, and a transport to the inner protocol."""

    __slots__ = (
        "_error",
        "_incoming",
        "_inner",
        "_is_held",
        "_is_open",
        "_outgoing",
        "_seconds",
        "_timer",
        "_tls",
        "_under",
        "_waiter",
    )

    _under: asyncio.Transport
    _timer: asyncio.TimerHandle

    def __init__(
        self,
        context: ssl.SSLContext,
        inner: asyncio.Protocol,
        *,
        server_side: bool,
        handshake_seconds: float,
    ) -> None:
        self._inner = inner
        self._seconds = handshake_seconds
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=server_side)
        self._is_open = False
        self._is_held = False  # the inner protocol does not want to read
        self._error: Exception | None = None
        self._waiter: asyncio.Future[None] | None = None

    async def opened(self) -> None:
        """Wait for the end of the handshake, and raise its error if it failed."""
        if not self._is_open and self._error is None:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        if not self._is_open and self._error is not None:
            raise self._error

    # Towards the transport below

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._under = cast("asyncio.Transport", transport)
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._time_out)
        self._shake_hands()

    def get_buffer(self, sizehint: int) -> memoryview[int]:  # noqa: ARG002 (one size fits all)
        return _received.buffer

    def buffer_updated(self, nbytes: int) -> None:
        self._incoming.write(_received.buffer[:nbytes])
        if self._is_open:
            self._read_records()
        else:
            self._shake_hands()

    def eof_received(self) -> None:
        self._fail(ConnectionResetError("The connection has ended without a goodbye."))

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        # Nothing leads back to the pipe from here now, so it is freed without the collector.
        inner, self._inner = self._inner, _NOBODY
        error, self._error = self._error or exc, None
        if self._is_open:
            inner.connection_lost(error)
            return
        error = error or ConnectionAbortedError("The handshake was broken off.")
        self._error = error.with_traceback(None)
        self._wake()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    # Towards the inner protocol

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        if self._under.is_closing():
            return
        if len(data) <= PIECE:
            self._tls.write(data)
            self._under.write(self._outgoing.read())
        else:
            self._under.writelines(self._sealed(memoryview(data)))

    def close(self) -> None:
        if not self._under.is_closing():
            with contextlib.suppress(ssl.SSLError):  # for the answer, which we do not wait for
                self._tls.unwrap()
            self._flush()
            self._under.close()

    def abort(self) -> None:
        if self._inner is not _NOBODY:  # asyncio trips over some transports that are aborted when lost
            self._under.abort()

    def is_closing(self) -> bool:
        return self._under.is_closing()

    def is_reading(self) -> bool:
        return not self._is_held and not self._under.is_closing()

    def pause_reading(self) -> None:
        if self.is_reading():
            self._is_held = True
            self._under.pause_reading()

    def resume_reading(self) -> None:
        if self._is_held and not self._under.is_closing():
            self._is_held = False
            asyncio.get_running_loop().call_soon(self._catch_up)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._under.set_write_buffer_limits(high, low)

    def get_write_buffer_limits(self) -> tuple[int, int]:
        return self._under.get_write_buffer_limits()

    def get_write_buffer_size(self) -> int:
        return self._under.get_write_buffer_size()

    def can_write_eof(self) -> bool:
        return False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._tls if name == "ssl_object" else self._under.get_extra_info(name, default)

    # Inside

    def _shake_hands(self) -> None:
        try:
            self._tls.do_handshake()
        except ssl.SSLWantReadError:
            self._flush()
        except ssl.SSLError as error:
            self._fail(error)
        else:
            self._flush()
            self._open()
            self._read_records()

    def _open(self) -> None:
        self._timer.cancel()
        self._is_open = True
        self._wake()
        self._inner.connection_made(self)

    def _read_records(self) -> None:
        """Pass on what has arrived, for as long as the inner protocol wants it."""
        while self._incoming.pending and self.is_reading():
            try:
                data = self._tls.read(RECORD)
            except ssl.SSLWantReadError:
                return  # the record continues in data yet to come
            except ssl.SSLError as error:
                self._fail(error)
                return
            if not data:
                self._take_leave()
                return
            self._inner.data_received(data)

    def _catch_up(self) -> None:
        """Read again, beginning with what was left unread."""
        try:
            self._read_records()
        except Exception as error:
            self._fail(error)
            raise
        if self.is_reading():
            self._under.resume_reading()

    def _sealed(self, data: memoryview[Any]) -> list[bytes]:
        sealed = []
        for start in range(0, len(data), PIECE):
            self._tls.write(data[start : start + PIECE])
            sealed.append(self._outgoing.read())
        return sealed

    def _flush(self) -> None:
        if self._outgoing.pending:
            self._under.write(self._outgoing.read())

    def _take_leave(self) -> None:
        self._inner.eof_received()
        self.close()

    def _fail(self, error: Exception) -> None:
        self._error = error
        self._flush()  # an alert that says what was wrong
        self._under.abort()

    def _time_out(self) -> None:
        self._error = TimeoutError("The handshake took too long.")
        self._under.abort()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
