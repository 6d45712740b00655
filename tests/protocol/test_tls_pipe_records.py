"""The TLS pipe over loopback, against a client that controls each record before it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from protocol.identity import Identity
from protocol.tls import ServerTls, client_context, server_tls
from protocol.tls_pipe import RECORD, TlsPipe
from tests.protocol.inner import AGES, Closing, Echo, Inner, Pausing
from tests.waiting import fast_forward, let_pass, nobody_left, patience, whatever_is_ready

HOST = Identity.make()


class Aborting(Inner):
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.transport.abort()


class Raising(Pausing):
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if len(self.received) > 1:
            raise ValueError("a second piece of data")


class Records:
    """The client: makes records, and sends them as it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = client_context().wrap_bio(self._incoming, self._outgoing)

    async def shake_hands(self, cut: int = RECORD) -> None:
        """Send the handshake in packets of this size."""
        while True:
            try:
                self.tls.do_handshake()
            except ssl.SSLWantReadError:
                await self.send(self._outgoing.read(), cut)
                self._incoming.write(await self.reader.read(RECORD))
            else:
                return

    def greeting(self) -> bytes:
        with contextlib.suppress(ssl.SSLWantReadError):
            self.tls.do_handshake()
        return self._outgoing.read()

    def seal(self, *texts: bytes) -> bytes:
        """Make one record of each text; the end of the handshake comes before the first."""
        for text in texts:
            self.tls.write(text)
        return self._outgoing.read()

    async def send(self, data: bytes, cut: int) -> None:
        for start in range(0, len(data), cut):
            self.writer.write(data[start : start + cut])
            await self.writer.drain()
            await asyncio.sleep(0)

    async def read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            try:
                data += self.tls.read(size)
            except ssl.SSLWantReadError:
                self._incoming.write(await self.reader.read(RECORD))
                if self.reader.at_eof():
                    self._incoming.write_eof()
        return data


@asynccontextmanager
async def meeting(tls: ServerTls, inner: Inner, seconds: float = AGES) -> AsyncIterator[Records]:
    pipe = TlsPipe(tls.context, inner, server_side=True, handshake_seconds=seconds)
    server = await asyncio.get_running_loop().create_server(lambda: pipe, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    try:
        async with server, patience():
            yield Records(reader, writer)
    finally:
        writer.transport.abort()
        pipe.abort()
        await nobody_left(server)


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> ServerTls:
    return server_tls(HOST, tmp_path_factory.mktemp("identity") / "host")


async def test_a_silent_client_is_cut_and_the_inner_protocol_hears_nothing(tls: ServerTls) -> None:
    inner = Inner()
    async with meeting(tls, inner, seconds=1000) as client:
        assert await fast_forward(client.reader.read(), step=100) == b""
        assert inner.calls == []


async def test_a_client_that_dawdles_through_the_handshake_is_cut(tls: ServerTls) -> None:
    inner = Inner()
    async with meeting(tls, inner, seconds=1000) as client:
        greeting = client.greeting()
        with contextlib.suppress(ConnectionError):
            for letter in greeting[:-1]:
                await client.send(bytes([letter]), 1)
                let_pass(2000 / len(greeting))
            assert await client.reader.read() == b""

        assert inner.calls == []


@pytest.mark.parametrize("garbage", [b"GET / HTTP/1.1\r\n\r\n", b"\x94\x00\x00\xa5hello\x90", bytes(50_000)])
async def test_garbage_instead_of_tls_ends_the_connection(tls: ServerTls, garbage: bytes) -> None:
    inner = Inner()
    async with meeting(tls, inner) as client:
        client.writer.write(garbage)
        answer = b""
        with contextlib.suppress(ConnectionError):
            answer = await client.reader.read()

        assert answer[:1] in {b"", b"\x15"}  # at most a TLS alert
        assert inner.calls == []


@pytest.mark.parametrize("cut", [1, 7, 100_000])
async def test_records_may_be_cut_and_joined_on_the_way(tls: ServerTls, cut: int) -> None:
    inner = Echo()
    async with meeting(tls, inner) as client:
        await client.shake_hands(cut)
        await client.send(client.seal(b"one", b"two", b"three" * 100), cut)

        assert await client.read(506) == b"onetwo" + b"three" * 100
        assert inner.calls[0] == "made"


async def test_a_paused_inner_protocol_gets_one_record_for_each_resume(tls: ServerTls) -> None:
    inner = Pausing()
    async with meeting(tls, inner) as client:
        await client.shake_hands()
        await client.send(client.seal(b"one", b"two", b"three"), RECORD)
        for expected in (b"one", b"onetwo", b"onetwothree"):
            await inner.until_received(expected)
            await whatever_is_ready()

            assert bytes(inner.received) == expected
            assert not inner.transport.is_reading()
            inner.transport.resume_reading()
            assert inner.transport.is_reading()


async def test_a_pause_taken_back_at_once_loses_nothing(tls: ServerTls) -> None:
    class Hesitating(Pausing):
        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self.transport.resume_reading()
            self.transport.pause_reading()
            self.transport.resume_reading()

    inner = Hesitating()
    async with meeting(tls, inner) as client:
        await client.shake_hands()
        await client.send(client.seal(b"one", b"two", b"three"), RECORD)
        await inner.until_received(b"onetwothree")
        await client.send(client.seal(b"four"), RECORD)
        await inner.until_received(b"onetwothreefour")


async def test_after_closing_inside_data_received_nothing_more_is_handed_over(tls: ServerTls) -> None:
    inner = Closing()
    async with meeting(tls, inner) as client:
        await client.shake_hands()
        await client.send(client.seal(b"one", b"two", b"three"), RECORD)

        assert await client.read(12) == b"that will do"
        await inner.until_called("lost")
        assert inner.received == b"one"
        assert inner.error is None
        assert inner.transport.is_closing()


async def test_after_aborting_inside_data_received_nothing_more_is_handed_over(tls: ServerTls) -> None:
    inner = Aborting()
    async with meeting(tls, inner) as client:
        await client.shake_hands()
        await client.send(client.seal(b"one", b"two"), RECORD)
        await inner.until_called("lost")

        assert inner.calls == ["made", "data", "lost"]
        assert inner.error is None
        with contextlib.suppress(ConnectionError):
            assert await client.reader.read() == b""


async def test_last_words_can_be_written_when_the_other_side_has_said_goodbye(tls: ServerTls) -> None:
    class Polite(Inner):
        def eof_received(self) -> None:
            super().eof_received()
            self.transport.write(b"farewell")

    inner = Polite()
    async with meeting(tls, inner) as client:
        await client.shake_hands()
        with contextlib.suppress(ssl.SSLWantReadError):
            client.tls.unwrap()
        await client.send(client.seal(), RECORD)
        words = await client.reader.read()

        assert len(words) > len(b"farewell")
        await inner.until_called("lost")
        assert inner.error is None


async def test_an_end_without_goodbye_is_an_error(tls: ServerTls) -> None:
    inner = Inner()
    async with meeting(tls, inner) as client:
        await client.shake_hands()
        await client.send(client.seal(b"half a sen"), RECORD)
        client.writer.close()
        await inner.until_called("lost")

        assert inner.calls == ["made", "data", "lost"]
        assert isinstance(inner.error, ConnectionResetError)


async def test_a_record_cut_short_is_not_handed_over(tls: ServerTls) -> None:
    inner = Inner()
    async with meeting(tls, inner) as client:
        await client.shake_hands()
        await client.send(client.seal(b"a whole sentence")[:-1], RECORD)
        client.writer.close()
        await inner.until_called("lost")

        assert inner.received == b""
        assert isinstance(inner.error, ConnectionResetError)


async def test_a_record_that_was_tampered_with_is_an_error(tls: ServerTls) -> None:
    inner = Inner()
    async with meeting(tls, inner) as client:
        await client.shake_hands()
        await client.send(client.seal(b"true"), RECORD)
        await inner.until_received(b"true")
        sealed = bytearray(client.seal(b"false"))
        sealed[-1] ^= 1
        await client.send(bytes(sealed), RECORD)
        await inner.until_called("lost")

        assert inner.calls == ["made", "data", "lost"]
        assert isinstance(inner.error, ssl.SSLError)
        with pytest.raises(ssl.SSLError, match=r"(?i)alert"):
            await client.read(1)


async def test_a_cut_by_the_network_is_an_error(tls: ServerTls) -> None:
    inner = Inner()
    async with meeting(tls, inner) as client:
        await client.shake_hands()
        await client.send(client.seal(b"hello"), RECORD)
        await inner.until_received(b"hello")
        plain: socket.socket = client.writer.get_extra_info("socket")
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        client.writer.transport.abort()  # with nothing to linger for: a reset
        await inner.until_called("lost")

        assert isinstance(inner.error, ConnectionResetError)


@pytest.mark.parametrize("texts", [[b"1", b"2"], [b"12"]])
async def test_an_inner_protocol_that_raises_loses_its_connection(tls: ServerTls, texts: list[bytes]) -> None:
    """Inside a callback of the transport, or after a pause."""
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    inner = Raising()
    async with meeting(tls, inner) as client:
        await client.shake_hands()
        await client.send(client.seal(*texts), RECORD)
        await inner.until_called("data")
        inner.transport.resume_reading()
        await inner.until_called("lost")

        assert isinstance(inner.error, ValueError)
        assert [type(complaint["exception"]) for complaint in complaints] == [ValueError]


async def test_loops_of_two_threads_do_not_receive_into_one_buffer(tls: ServerTls) -> None:
    pipe = TlsPipe(tls.context, Inner(), server_side=True, handshake_seconds=AGES)
    buffers = [pipe.get_buffer(-1)]
    thread = threading.Thread(target=lambda: buffers.append(pipe.get_buffer(-1)))
    thread.start()
    thread.join()

    buffers[0][0], buffers[1][0] = 1, 2
    assert buffers[0][0] == 1
