"""Why a table cannot be reached: real sockets that misbehave in the usual ways, and what is said then."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import ssl
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from client.seat import connection
from client.seat.connection import SECONDS_TO_CONNECT, connect, why_not
from protocol.identity import Identity
from protocol.invitation import Address
from protocol.tls import TlsError
from tests.client.test_connection import context_of, expired_certificate, listening
from tests.waiting import fast_forward, soon

HERE = "127.0.0.1"
TABLE = Address("192.168.1.20", 7475)


async def sentence_at(address: Address) -> str:
    with pytest.raises(TlsError) as refused:
        await connect(address, Identity.make(), lambda _: None)
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.fixture
def closed() -> Iterator[int]:
    """A port that is taken, so that nobody else comes to listen there."""
    with socket.socket() as bound:
        bound.bind((HERE, 0))
        yield bound.getsockname()[1]


@pytest.fixture
def deaf() -> Iterator[Address]:
    """A listener whose queue is full: nobody is let in and nobody turned away, as behind a firewall."""
    with socket.create_server((HERE, 0), backlog=0) as full:
        waiting = [socket.socket() for _ in range(4)]
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(full.getsockname())
        yield Address(*full.getsockname())
        for one in waiting:
            one.close()


async def test_an_address_of_ones_own_machine_is_explained(closed: int) -> None:
    for host in (HERE, "localhost"):
        told = await sentence_at(Address(host, closed))
        assert told.startswith(f"Nothing is listening at {host}:{closed}, which every machine uses")
        assert "--bind 0.0.0.0" in told


def test_a_refusal_elsewhere_may_be_a_host_that_listens_on_loopback() -> None:
    told = why_not(TABLE, ConnectionRefusedError(errno.ECONNREFUSED, "refused"), is_reached=False)

    assert told.startswith("Nothing is listening at 192.168.1.20:7475")
    assert "may serve only its own machine" in told


async def test_silence_is_blamed_on_firewalls_and_guest_networks(deaf: Address) -> None:
    told = await fast_forward(sentence_at(deaf), SECONDS_TO_CONNECT)

    assert told.startswith(f"{deaf} does not answer")
    assert f"TCP port {deaf.port}" in told
    assert "guest Wi-Fi" in told


async def test_something_that_listens_and_says_nothing_is_no_table() -> None:
    is_greeted = asyncio.Event()

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        is_greeted.set()
        await reader.read()
        writer.transport.abort()

    async with listening(say_nothing, None) as address:
        told = asyncio.ensure_future(sentence_at(address))
        await soon(is_greeted.wait())
        assert "accepts the connection but does not answer" in await fast_forward(told, SECONDS_TO_CONNECT)


async def test_another_program_without_tls_is_recognised() -> None:
    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example ready\r\n")
        await reader.read(100)
        writer.close()

    async with listening(greet, None) as address:
        assert f"Something answers at {address}, but" in await sentence_at(address)


async def test_another_program_with_tls_is_recognised(tmp_path: Path) -> None:
    async def wait(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.transport.abort()

    certificate = expired_certificate(Ed25519PrivateKey.generate(), b"")
    async with listening(wait, context_of(certificate, tmp_path)) as address:
        told = await sentence_at(address)

    assert told.endswith(f"If {address} should be a table, check the address and port.")


async def test_who_hangs_up_at_once_may_be_full() -> None:
    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection: socket.socket = writer.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        await reader.read(1)
        writer.transport.abort()

    async with listening(hang_up, None) as address:
        assert "The server may be full" in await sentence_at(address)


async def test_a_name_that_nobody_has_is_said_to_be_one() -> None:
    told = await sentence_at(Address("nowhere.invalid", 7475))

    assert "nowhere.invalid" in told
    assert "Check the spelling" in told or "Is this machine connected?" in told


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENETUNREACH, "This machine has no network route to"),
        (errno.EHOSTUNREACH, "No machine answers at"),
        (errno.ETIMEDOUT, "A firewall may block"),
        (errno.EPERM, "a firewall here"),
    ],
)
def test_what_the_system_says_becomes_advice(number: int, words: str) -> None:
    error = OSError(number, os.strerror(number))

    assert words in why_not(TABLE, error, is_reached=False)


def test_the_numbers_of_several_attempts_are_found_in_words() -> None:
    error = OSError("Multiple exceptions: [Errno 111] Connect call failed, [Errno 111] Connect call failed")

    assert connection.number_of(error) == 111


@pytest.mark.parametrize(
    ("own", "is_told"), [("192.168.1.7", False), ("10.8.0.2", True), ("192.168.2.7", True), ("", False)]
)
def test_another_network_is_pointed_out(own: str, *, is_told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "own_address", lambda _: own)
    told = why_not(TABLE, TimeoutError(), is_reached=False)

    assert (f"This machine's address is {own}, which looks like another network" in told) == is_told


def test_a_table_in_the_wide_world_is_in_another_network_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "own_address", lambda _: "10.8.0.2")

    assert "another network" not in why_not(Address("table.example", 1), TimeoutError(), is_reached=False)
    assert "another network" not in why_not(Address("203.0.113.9", 1), TimeoutError(), is_reached=False)


def test_an_error_nobody_has_thought_of_is_told_as_it_is() -> None:
    assert why_not(TABLE, OSError("odd"), is_reached=False) == "192.168.1.20:7475 cannot be reached: odd."
    assert isinstance(ssl.SSLError(), OSError)
