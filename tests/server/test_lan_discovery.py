"""Announcing: askers from the local network get a short answer, seldom; nobody else hears a thing."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from unittest.mock import patch

import pytest
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from protocol.discovery import (
    GROUP,
    QUERY_SIZE,
    SERVICE,
    AnnouncedHost,
    DiscoveryWay,
    FoundTable,
    TableListing,
    base32,
    decode_answer,
    encode_query,
    make_nonce,
    notice_from_txt,
)
from server import lan_discovery as announce
from server.lan_discovery import (
    ADDRESSES_REMEMBERED,
    ANSWER_BURST,
    TOTAL_BURST,
    Announcer,
    Patience,
    Responder,
)
from tests.waiting import patience, soon, until

LOOPBACK = "127.0.0.1"
DRAGON = TableListing("dragon", "rising_sun", 2, 5)
KOI = TableListing("koi", "rising_sun", 0, 3)


def make_host() -> AnnouncedHost:
    return AnnouncedHost(7475, make_nonce() + b"four")


class Wire(asyncio.DatagramTransport):
    """A transport that keeps what is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[bytes, object]] = []

    def sendto(self, data: bytes, addr: object = None) -> None:  # type: ignore[override]
        self.sent.append((data, addr))


def make_responder(interface: str | None = None) -> tuple[Responder, Wire]:
    responder, wire = Responder(make_host(), interface, 0), Wire()
    responder.connection_made(wire)
    responder.listings = (DRAGON,)
    return responder, wire


@pytest.fixture
async def announcer() -> AsyncIterator[Announcer]:
    made = Announcer(LOOPBACK, make_host(), interface=LOOPBACK, ways=[DiscoveryWay.QUERY], query_port=0)
    await made.start()
    yield made
    await made.stop()


class Asker:
    """Somebody who asks for tables; what they hear first is the answer to what was answered first."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOPBACK))
        self._socket.bind((LOOPBACK, 0))

    async def ask(self, port: int, to: str = LOOPBACK) -> bytes:
        nonce = make_nonce()
        await asyncio.get_running_loop().sock_sendto(self._socket, encode_query(nonce), (to, port))
        return nonce

    async def is_ignored_by(self, announcer: Announcer) -> None:
        """Ask, and wait until that has been heard."""
        responder = announcer._responder  # noqa: SLF001
        with patch.object(responder, "datagram_received", wraps=responder.datagram_received) as heard:
            await self.ask(announcer.query_port)
            await until(lambda: heard.called)

    async def answer(self, nonce: bytes) -> list[FoundTable]:
        """Return the answer to this query; an answer to another would not be understood."""
        receiving = asyncio.get_running_loop().sock_recvfrom(self._socket, 2 * QUERY_SIZE + 1)
        data, (source, _) = await soon(receiving)
        return decode_answer(data, nonce, source)

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def asker() -> Iterator[Asker]:
    with closing(Asker()) as made:
        yield made


async def asked(port: int, to: str = LOOPBACK) -> list[FoundTable]:
    """Return what a server answers to a query."""
    with closing(Asker()) as asker:
        return await asker.answer(await asker.ask(port, to))


@pytest.mark.parametrize("to", [LOOPBACK, GROUP])
async def test_a_query_is_answered_with_the_tables_of_now(announcer: Announcer, to: str) -> None:
    announcer.update([KOI])
    announcer.update([DRAGON, KOI])
    found = await asked(announcer.query_port, to)

    assert [notice.listing for notice in found] == [DRAGON, KOI]
    assert {str(notice.address) for notice in found} == {f"{LOOPBACK}:7475"}


async def test_a_server_without_tables_keeps_quiet(announcer: Announcer, asker: Asker) -> None:
    for listing in (DRAGON, KOI):
        await asker.is_ignored_by(announcer)
        announcer.update([listing])
        found = await asker.answer(await asker.ask(announcer.query_port))
        announcer.update([])

        assert [notice.listing for notice in found] == [listing]


async def test_a_stopped_announcer_keeps_quiet_and_can_start_again(
    announcer: Announcer, asker: Asker
) -> None:
    announcer.update([DRAGON])
    port = announcer.query_port
    await announcer.stop()
    assert announcer.query_port == 0
    await asker.ask(port)

    await announcer.start()
    assert await asker.answer(await asker.ask(announcer.query_port))


async def test_two_servers_on_one_machine_both_hear_the_group(announcer: Announcer) -> None:
    port = announcer.query_port
    other = Announcer(LOOPBACK, make_host(), interface=LOOPBACK, ways=[DiscoveryWay.QUERY], query_port=port)
    await other.start()

    announcer.update([DRAGON])
    first = await asked(port, GROUP)
    announcer.update([])
    other.update([KOI])
    second = await asked(port, GROUP)
    await other.stop()

    assert [notice.listing for notice in [*first, *second]] == [DRAGON, KOI]


@pytest.mark.parametrize("source", ["8.8.8.8", "172.32.0.1", "192.0.2.7", "100.64.0.1", "255.255.255.255"])
async def test_a_query_from_outside_is_not_answered(source: str) -> None:
    responder, wire = make_responder()
    responder.datagram_received(encode_query(make_nonce()), (source, 4000))

    assert wire.sent == []


async def test_a_query_from_the_local_network_is_answered_to_the_asker_alone() -> None:
    responder, wire = make_responder()
    responder.datagram_received(encode_query(make_nonce()), ("192.168.1.9", 4000))

    ((data, asker),) = wire.sent
    assert asker == ("192.168.1.9", 4000)
    assert len(data) <= 2 * QUERY_SIZE


async def test_what_is_no_query_is_not_answered() -> None:
    responder, wire = make_responder()
    for data in (b"", b"jinmaku", encode_query(make_nonce())[:-1], bytes(QUERY_SIZE), bytes(60000)):
        responder.datagram_received(data, (LOOPBACK, 4000))

    assert wire.sent == []


async def test_an_announcer_on_loopback_does_not_answer_the_network() -> None:
    responder, wire = make_responder(interface=LOOPBACK)
    responder.datagram_received(encode_query(make_nonce()), ("192.168.1.9", 4000))

    assert wire.sent == []


async def test_who_asks_too_often_is_not_answered_for_a_while() -> None:
    responder, wire = make_responder()
    for _ in range(3 * ANSWER_BURST):
        responder.datagram_received(encode_query(make_nonce()), ("10.0.0.1", 4000))
    responder.datagram_received(encode_query(make_nonce()), ("10.0.0.2", 4000))

    askers = [asker for _, asker in wire.sent]
    assert askers.count(("10.0.0.1", 4000)) == ANSWER_BURST
    assert askers.count(("10.0.0.2", 4000)) == 1


def test_patience_comes_back_with_time() -> None:
    patience = Patience()
    while patience.allows("10.0.0.1", now=1):
        pass

    assert patience.allows("10.0.0.1", now=2)


def test_many_askers_share_the_patience_and_few_are_remembered() -> None:
    patience = Patience()
    answered = sum(
        patience.allows(f"10.0.{n // 256}.{n % 256}", now=1) for n in range(3 * ADDRESSES_REMEMBERED)
    )

    assert answered == TOTAL_BURST
    assert len(patience._of_each) == ADDRESSES_REMEMBERED  # noqa: SLF001  memory has no other sign


@pytest.mark.parametrize(("bound", "interface"), [(LOOPBACK, None), ("::1", None), (LOOPBACK, "192.168.1.5")])
async def test_a_server_on_loopback_is_not_announced(
    bound: str, interface: str | None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announce, "_group_socket", forbidden)
    monkeypatch.setattr(announce, "AsyncZeroconf", forbidden)
    caplog.set_level(logging.INFO)
    announcer = Announcer(bound, make_host(), interface=interface, query_port=0)
    await announcer.start()
    announcer.update([DRAGON])
    await asyncio.sleep(0)

    assert announcer.query_port == 0
    assert "Only this machine can reach the server" in caplog.text
    await announcer.stop()


async def test_a_failure_is_a_sentence_in_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announce, "_group_socket", no_network)
    monkeypatch.setattr(announce, "AsyncZeroconf", no_network)
    announcer = Announcer(LOOPBACK, make_host(), interface=LOOPBACK, query_port=0)
    await announcer.start()
    announcer.update([DRAGON])
    await until(lambda: len(caplog.messages) == 2)
    await announcer.stop()

    assert caplog.messages == [
        "Queries for tables cannot be answered: there is no network.",
        "Tables cannot be announced by mDNS: there is no network.",
    ]


async def test_an_interface_that_is_not_ours_is_a_sentence_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    announcer = Announcer("10.255.255.254", make_host(), ways=[DiscoveryWay.QUERY], query_port=0)
    await announcer.start()

    assert announcer.query_port == 0
    assert caplog.text.count("Queries for tables cannot be answered") == 1
    await announcer.stop()


async def test_without_zeroconf_queries_are_answered(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announce, "HAS_ZEROCONF", False)
    caplog.set_level(logging.INFO)
    announcer = Announcer(LOOPBACK, make_host(), interface=LOOPBACK, query_port=0)
    await announcer.start()
    announcer.update([DRAGON])

    assert await asked(announcer.query_port)
    assert "zeroconf is not installed" in caplog.text
    await announcer.stop()


async def test_mdns_shows_each_table_its_changes_and_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announce, "REST", 0.01)
    host = make_host()
    dragon, koi = (f"{table}-{base32(host.host_key)[:8]}.{SERVICE}" for table in ("dragon", "koi"))
    fuller = TableListing("dragon", "rising_sun", 1, 5)
    announcer = Announcer(LOOPBACK, host, interface=LOOPBACK, ways=[DiscoveryWay.MDNS])
    await announcer.start()
    async with AsyncZeroconf(interfaces=[LOOPBACK]) as mdns:
        announcer.update([DRAGON, KOI])
        await becomes(mdns, dragon, DRAGON)
        await becomes(mdns, koi, KOI)
        assert await tells_only_of_the_table(mdns, dragon)

        announcer.update([fuller])
        await becomes(mdns, dragon, fuller)
        await becomes(mdns, koi, None)

        await announcer.stop()
        await becomes(mdns, dragon, None)


async def test_a_name_that_is_taken_is_a_sentence_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    announcer = Announcer(LOOPBACK, make_host(), interface=LOOPBACK, ways=[DiscoveryWay.MDNS])
    twins = [TableListing("t" * 60 + letter, "rising_sun", 1, 5) for letter in "ab"]
    await announcer.start()
    announcer.update(twins)
    await until(lambda: caplog.messages)
    await announcer.stop()

    (told,) = caplog.messages
    assert re.fullmatch("Table t{60}[ab] cannot be announced by mDNS: .*Exception.*|.*Registered.*", told)


async def becomes(mdns: AsyncZeroconf, name: str, expected: TableListing | None) -> None:
    """Look at a service until it is as expected."""
    async with patience():
        found = await looked_up(mdns, name)
        while found != expected:
            await asyncio.sleep(0.05)
            found = await looked_up(mdns, name)


async def looked_up(mdns: AsyncZeroconf, name: str) -> TableListing | None:
    service = AsyncServiceInfo(SERVICE, name)
    if not await service.async_request(mdns.zeroconf, timeout=250):
        return None
    return notice_from_txt(service.properties, service.parsed_addresses(), service.port or 0).listing


async def tells_only_of_the_table(mdns: AsyncZeroconf, name: str) -> bool:
    """Whether it names neither a player nor the machine."""
    service = await mdns.async_get_service_info(SERVICE, name)
    assert service is not None
    return service.server == name and set(service.properties) == {b"v", b"table", b"game", b"open", b"hk"}


def forbidden(*_: object, **__: object) -> None:
    raise AssertionError("nothing may be opened")


def no_network(*_: object, **__: object) -> None:
    raise OSError("there is no network")
