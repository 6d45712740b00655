"""The TLS pipe over loopback, against itself, the standard library and the openssl command."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import shutil
import socket
import ssl
import weakref
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from protocol.identity import Identity, PublicKey
from protocol.tls import ServerTls, client_context, read_peer, server_tls
from protocol.tls_pipe import PIECE, RECORD, TlsPipe
from tests.protocol.inner import AGES, Closing, Echo, Inner, Pausing
from tests.waiting import PATIENCE, let_pass, nobody_left, patience, until, whatever_is_ready

HOST = Identity.make()
BIG = bytes(range(256)) * 4096  # 1 MiB


class Place:
    """A server of pipes and the pipes it has made."""

    def __init__(self, tls: ServerTls, inner: Callable[[], Inner], seconds: float) -> None:
        self.port = 0
        self.pipes: list[TlsPipe] = []
        self.inners: list[Inner] = []
        self._tls, self._inner, self._seconds = tls, inner, seconds

    def accept(self) -> TlsPipe:
        self.inners.append(self._inner())
        pipe = TlsPipe(self._tls.context, self.inners[-1], server_side=True, handshake_seconds=self._seconds)
        self.pipes.append(pipe)
        return pipe


@asynccontextmanager
async def serving(tls: ServerTls, inner: Callable[[], Inner], seconds: float = AGES) -> AsyncIterator[Place]:
    place = Place(tls, inner, seconds)
    server = await asyncio.get_running_loop().create_server(place.accept, "127.0.0.1", 0)
    place.port = server.sockets[0].getsockname()[1]
    try:
        yield place
    finally:
        server.close()
        for pipe in place.pipes:
            pipe.abort()
        await server.wait_closed()
        await nobody_left(server)


@asynccontextmanager
async def joined(port: int, inner: Inner, seconds: float = AGES) -> AsyncIterator[TlsPipe]:
    def make() -> TlsPipe:
        return TlsPipe(client_context(), inner, server_side=False, handshake_seconds=seconds)

    _, pipe = await asyncio.get_running_loop().create_connection(make, "127.0.0.1", port)
    try:
        async with patience():
            yield pipe
    finally:
        pipe.abort()
        await asyncio.sleep(0)


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> ServerTls:
    return server_tls(HOST, tmp_path_factory.mktemp("identity") / "host")


async def by_stdlib(port: int, talk: Callable[[ssl.SSLSocket], Any]) -> Any:
    """Talk over a blocking socket that does not take an end for a goodbye."""

    def run() -> Any:
        plain = socket.create_connection(("127.0.0.1", port), PATIENCE)
        with client_context().wrap_socket(plain, suppress_ragged_eofs=False) as connection:
            return talk(connection)

    return await asyncio.to_thread(run)


def read_all(connection: ssl.SSLSocket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        data += connection.recv(size)
    return bytes(data)


@pytest.mark.parametrize("size", [1, 292, PIECE, PIECE + 1, RECORD, RECORD + 1, 3 * RECORD + 5, len(BIG)])
async def test_what_is_written_comes_back_whatever_its_size(tls: ServerTls, size: int) -> None:
    inner, data = Inner(), BIG[:size]
    async with serving(tls, Echo) as place, joined(place.port, inner) as pipe:
        await pipe.opened()
        pipe.write(data)
        await inner.until_received(data)


@pytest.mark.parametrize("size", [1, PIECE + 1, 60_000])
async def test_a_client_of_the_standard_library_is_served(tls: ServerTls, size: int) -> None:
    def talk(connection: ssl.SSLSocket) -> tuple[bytes, str | None, PublicKey]:
        connection.sendall(BIG[:size])
        return read_all(connection, size), connection.version(), read_peer(connection).host

    async with serving(tls, Echo) as place:
        assert await by_stdlib(place.port, talk) == (BIG[:size], "TLSv1.3", HOST.public)


async def test_the_inner_protocol_can_ask_whom_it_is_connected_to(tls: ServerTls) -> None:
    inner = Inner()
    async with serving(tls, Inner) as place, joined(place.port, inner) as pipe:
        await pipe.opened()

        assert inner.transport is pipe
        assert read_peer(pipe.get_extra_info("ssl_object")) == (HOST.public, tls.spki)
        assert pipe.get_extra_info("peername") == ("127.0.0.1", place.port)
        assert pipe.get_extra_info("sockname")[0] == "127.0.0.1"
        assert pipe.get_extra_info("socket").getpeername() == ("127.0.0.1", place.port)
        assert pipe.get_extra_info("weather", "fair") == "fair"
        assert not pipe.can_write_eof()


async def test_no_session_ticket_is_given(tls: ServerTls) -> None:
    def talk(connection: ssl.SSLSocket) -> bool:
        connection.sendall(b"hello")
        connection.recv(100)
        return connection.session is not None and connection.session.has_ticket

    async with serving(tls, Echo) as place:
        assert await by_stdlib(place.port, talk) is False


async def test_a_finished_handshake_outlives_its_time(tls: ServerTls) -> None:
    inner = Inner()
    async with serving(tls, Echo, seconds=1000) as place, joined(place.port, inner, seconds=1000) as pipe:
        await pipe.opened()
        await place.inners[0].until_called("made")
        let_pass(2000)
        await whatever_is_ready()
        pipe.write(b"still here")
        await inner.until_received(b"still here")


async def test_a_server_without_tls_is_noticed() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(b"\x94\x00\x00\xa5hello\x90")
        writer.close()

    inner, server = Inner(), await asyncio.start_server(talk, "127.0.0.1", 0)
    async with server, joined(server.sockets[0].getsockname()[1], inner) as pipe:
        with pytest.raises(ssl.SSLError):
            await pipe.opened()
        with pytest.raises(ssl.SSLError):
            await pipe.opened()  # a later caller is told, too
    assert inner.calls == []


async def test_a_server_that_hangs_up_in_the_handshake_is_noticed() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(10_000)
        writer.close()

    inner, server = Inner(), await asyncio.start_server(talk, "127.0.0.1", 0)
    async with server, joined(server.sockets[0].getsockname()[1], inner) as pipe:
        with pytest.raises(ConnectionResetError):
            await pipe.opened()
    assert inner.calls == []


async def test_a_server_that_does_not_answer_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        async with joined(silent.getsockname()[1], Inner(), seconds=1000) as pipe:
            let_pass(2000)
            with pytest.raises(TimeoutError):
                await pipe.opened()


async def test_a_handshake_broken_off_from_this_side_is_told_to_who_waits() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        async with joined(silent.getsockname()[1], Inner()) as pipe:
            asyncio.get_running_loop().call_soon(pipe.abort)
            with pytest.raises(ConnectionAbortedError):
                await pipe.opened()


async def test_a_paused_pipe_does_not_read_on(tls: ServerTls) -> None:
    """The kernel's buffers fill and the sender has to wait, until the reader goes on."""
    inner, much = Inner(), BIG * 16
    async with serving(tls, Pausing) as place, joined(place.port, inner) as pipe:
        await pipe.opened()
        pipe.write(much)
        await inner.until_called("pause")
        await place.inners[0].until_called("data")
        await whatever_is_ready()

        assert pipe.get_write_buffer_size() > 0
        assert len(place.inners[0].received) <= RECORD


async def test_a_slow_reader_makes_the_writer_pause_and_gets_all_in_the_end(tls: ServerTls) -> None:
    inner, much = Inner(), BIG * 8
    async with serving(tls, Inner) as place, joined(place.port, inner) as pipe:
        await pipe.opened()
        pipe.pause_reading()
        await place.inners[0].until_called("made")
        server = place.inners[0]
        server.transport.set_write_buffer_limits(high=100_000, low=50_000)
        assert server.transport.get_write_buffer_limits() == (50_000, 100_000)
        for start in range(0, len(much), len(BIG)):
            server.transport.write(much[start : start + len(BIG)])
        assert server.calls == ["made", "pause"]

        pipe.resume_reading()
        await server.until_called("resume")
        await inner.until_received(much)
        assert server.calls == ["made", "pause", "resume"]


async def test_closing_says_goodbye_after_all_that_was_written(tls: ServerTls) -> None:
    def talk(connection: ssl.SSLSocket) -> tuple[bytes, bytes]:
        connection.sendall(b"hello")
        return read_all(connection, 12), connection.recv(100)

    async with serving(tls, Closing) as place:
        assert await by_stdlib(place.port, talk) == (b"that will do", b"")


async def test_closing_flushes_much_to_a_slow_reader(tls: ServerTls) -> None:
    inner, much = Inner(), BIG * 8
    async with serving(tls, Inner) as place, joined(place.port, inner) as pipe:
        await pipe.opened()
        pipe.pause_reading()
        await place.inners[0].until_called("made")
        place.inners[0].transport.write(much)
        place.inners[0].transport.close()
        place.inners[0].transport.close()  # as good as once
        assert place.inners[0].transport.get_write_buffer_size() > 0
        pipe.resume_reading()
        await inner.until_called("lost")

        assert inner.received == much
        assert inner.calls[-2:] == ["eof", "lost"]
        assert inner.error is None


async def test_a_goodbye_is_an_end_and_not_an_error(tls: ServerTls) -> None:
    async with serving(tls, Echo) as place:
        await by_stdlib(place.port, lambda connection: connection.unwrap().close())
        await place.inners[0].until_called("lost")

        assert place.inners[0].calls == ["made", "eof", "lost"]
        assert place.inners[0].error is None


async def test_what_is_written_after_the_end_is_dropped(tls: ServerTls) -> None:
    inner = Inner()
    async with serving(tls, Echo) as place, joined(place.port, inner) as pipe:
        await pipe.opened()
        pipe.write(b"")
        pipe.close()
        await inner.until_called("lost")
        pipe.write(b"anybody?")
        pipe.pause_reading()
        pipe.resume_reading()
        pipe.close()
        pipe.abort()

    assert inner.calls == ["made", "lost"]


async def say_goodbye(port: int) -> None:
    await by_stdlib(port, lambda connection: connection.unwrap().close())


async def talk_nonsense(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"nonsense")
    with contextlib.suppress(ConnectionError):
        await reader.read()
    writer.transport.abort()


@pytest.mark.parametrize("visit", [say_goodbye, talk_nonsense])
async def test_a_lost_connection_is_freed_without_the_collector(
    tls: ServerTls, visit: Callable[[int], Awaitable[None]]
) -> None:
    gc.collect()
    gc.disable()
    try:
        async with serving(tls, Echo) as place:
            await visit(place.port)
            tls_object = weakref.ref(place.pipes[0].get_extra_info("ssl_object"))
            place.inners.clear()
            place.pipes.clear()

            await until(lambda: tls_object() is None)
    finally:
        gc.enable()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs the openssl command")
async def test_keys_can_be_changed_at_the_wish_of_the_other_side(tls: ServerTls) -> None:
    async with serving(tls, Echo) as place, patience():
        command = ["openssl", "s_client", "-tls1_3", "-connect", f"127.0.0.1:{place.port}"]
        client = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=STDOUT)
        assert client.stdin is not None
        assert client.stdout is not None
        for line, answer in [(b"before\n", b"before"), (b"K\n", b"KEYUPDATE"), (b"after\n", b"after")]:
            client.stdin.write(line)
            await client.stdout.readuntil(answer)
        client.stdin.close()
        await client.wait()

        assert place.inners[0].received == b"before\nafter\n"
        assert place.inners[0].error is None
