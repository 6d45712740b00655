"""Finding tables: real servers on loopback, liars on loopback, and what people are told."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial
from typing import Any

import pytest

from client import __main__ as command_line
from client.cli import find as command
from client.seat import find as search
from client.seat.find import Ear, find
from protocol.discovery import (
    GROUP,
    MOST_TABLES,
    AnnouncedHost,
    DiscoveryWay,
    FoundTable,
    TableListing,
    decode_query,
    encode_answer,
    make_nonce,
)
from protocol.handshake import OURS
from protocol.invitation import Address, Invitation
from server.lan_discovery import Announcer
from tests.waiting import fast_forward, soon, until

LOOPBACK = "127.0.0.1"
AGES = 1e6
HOST = AnnouncedHost(7000, bytes(range(20)))
DRAGON = TableListing("dragon", "rising_sun", 2, 5)
KOI = TableListing("koi", "ninjato", 0, 4)

Reply = Callable[[bytes], Iterable[bytes]]


class Liar(asyncio.DatagramProtocol):
    """Answers every query as it likes."""

    def __init__(self, reply: Reply) -> None:
        self._reply = reply

    def connection_made(self, transport: asyncio.DatagramTransport) -> None:  # type: ignore[override]
        self._transport = transport

    def datagram_received(self, data: bytes, source: tuple[str, int]) -> None:
        for answer in self._reply(decode_query(data)):
            self._transport.sendto(answer, source)


class Listener(Ear):
    """Counts what it hears."""

    def __init__(self, nonce: bytes) -> None:
        super().__init__(nonce)
        self.count = 0
        listeners.append(self)

    def datagram_received(self, data: bytes, source: tuple[str, int]) -> None:
        super().datagram_received(data, source)
        self.count += 1


listeners: list[Listener] = []


@pytest.fixture(autouse=True)
def _count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "Ear", Listener)


async def found_after(answers: int, **where: Any) -> list[FoundTable]:
    """Look for tables until this many answers have come, and then no longer."""
    listeners.clear()
    looking = asyncio.ensure_future(find(AGES, interface=LOOPBACK, **where))
    await until(lambda: listeners and listeners[0].count >= answers)
    return await fast_forward(looking, AGES)


async def found_among(reply: Reply) -> list[FoundTable]:
    """Return what is found if somebody answers in this way."""
    answers = len(list(reply(make_nonce())))
    heard = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    heard.bind(("", 0))
    member = socket.inet_aton(GROUP) + socket.inet_aton(LOOPBACK)
    heard.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
    port = heard.getsockname()[1]
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(lambda: Liar(reply), sock=heard)
    try:
        return await found_after(answers, ways=[DiscoveryWay.QUERY], query_port=port)
    finally:
        transport.close()


@pytest.fixture
async def announcer() -> AsyncIterator[Announcer]:
    host = AnnouncedHost(7000, make_nonce() + b"four")
    made = Announcer(LOOPBACK, host, interface=LOOPBACK, query_port=0)
    await made.start()
    made.update([DRAGON, KOI])
    yield made
    await made.stop()


async def by_mdns(announcer: Announcer) -> list[TableListing]:
    """Look longer and longer until all tables are found; other servers are left out."""
    ours = announcer._responder._host.host_key  # noqa: SLF001
    found, seconds = list[TableListing](), 0.25
    while len(found) < 2:
        seconds *= 2
        notices = await find(seconds, interface=LOOPBACK, ways=[DiscoveryWay.MDNS])
        found = [notice.listing for notice in notices if notice.host_key == ours]
    return found


async def test_both_ways_find_the_same_tables(announcer: Announcer) -> None:
    by_query = await found_after(1, ways=[DiscoveryWay.QUERY], query_port=announcer.query_port)

    assert [notice.listing for notice in by_query] == [KOI, DRAGON]
    assert await soon(by_mdns(announcer)) == [KOI, DRAGON]


async def test_a_table_found_in_two_ways_is_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    notice = FoundTable(Address(LOOPBACK, 7000), HOST.host_key, 1, DRAGON)
    monkeypatch.setattr(search, "_ask", partial(tell, [notice]))
    monkeypatch.setattr(search, "_browse", partial(tell, [notice]))

    assert await find(AGES, interface=LOOPBACK) == [notice]


async def test_a_liar_with_our_key_does_not_hide_us(monkeypatch: pytest.MonkeyPatch) -> None:
    true = FoundTable(Address(LOOPBACK, 7000), HOST.host_key, 1, DRAGON)
    false = FoundTable(Address("192.168.1.66", 7000), HOST.host_key, 1, DRAGON)
    monkeypatch.setattr(search, "_ask", partial(tell, [false]))
    monkeypatch.setattr(search, "_browse", partial(tell, [true]))

    assert true in await find(AGES, interface=LOOPBACK)


async def test_without_zeroconf_queries_still_find_tables(
    announcer: Announcer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "HAS_ZEROCONF", False)
    monkeypatch.delattr(search, "AsyncZeroconf")

    notices = await found_after(1, query_port=announcer.query_port)

    assert [notice.listing for notice in notices] == [KOI, DRAGON]


async def test_an_honest_answer_among_nonsense_is_heard() -> None:
    def reply(nonce: bytes) -> Iterable[bytes]:
        yield b""
        yield bytes(5000)
        yield b"\xdd\xff\xff\xff\xff" * 100
        yield encode_answer(make_nonce(), HOST, [KOI])
        yield encode_answer(nonce, HOST, [DRAGON])[:-1]
        yield encode_answer(nonce, HOST, [DRAGON])

    assert [notice.listing for notice in await found_among(reply)] == [DRAGON]


async def test_nobody_can_list_more_than_so_many_tables() -> None:
    def reply(nonce: bytes) -> Iterable[bytes]:
        for number in range(2 * MOST_TABLES):
            yield encode_answer(nonce, HOST, [TableListing(f"table-{number}", "rising_sun", 1, 5)])

    assert len(await found_among(reply)) == MOST_TABLES


async def test_an_interface_that_is_not_ours_finds_nothing(caplog: pytest.LogCaptureFixture) -> None:
    assert await find(AGES, interface="10.255.255.254", ways=[DiscoveryWay.QUERY]) == []
    assert "Nobody can be asked for tables" in caplog.text


async def tell(notices: list[FoundTable], *_: object) -> list[FoundTable]:
    return notices


def test_the_command_prints_a_table_and_how_to_look_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    notices = [
        FoundTable(Address("192.168.1.5", 7475), HOST.host_key, OURS.highest, KOI),
        FoundTable(Address("10.0.0.7", 7000), HOST.host_key, 9, DRAGON),
    ]
    monkeypatch.setattr(command, "find", lambda *_, **__: tell(notices))

    assert command_line.main(["find", "--seconds", "0.1"]) == 0
    assert capsys.readouterr().out == (
        "GAME        TABLE   FREE  ADDRESS           HOST KEY\n"
        "ninjato     koi     0/4   192.168.1.5:7475  aaaq-eaye-auda-ocaj\n"
        "  jinmaku join 'table://192.168.1.5/koi#hk=aaaqeayeaudaocajbifqydiob4ibceqt'\n"
        "rising_sun  dragon  2/5   10.0.0.7:7000     aaaq-eaye-auda-ocaj\n"
        f"  The client speaks {OURS} of the protocol and the server version 9: "
        "the client is older and has to be updated.\n"
    )


def test_the_command_finds_a_real_server(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def find_with_server(seconds: float, *, interface: str) -> list[FoundTable]:
        assert (seconds, interface) == (0.1, LOOPBACK)
        announcer = Announcer(LOOPBACK, HOST, interface=LOOPBACK, ways=[DiscoveryWay.QUERY], query_port=0)
        await announcer.start()
        announcer.update([DRAGON])
        try:
            return await found_after(1, query_port=announcer.query_port, ways=[DiscoveryWay.QUERY])
        finally:
            await announcer.stop()

    monkeypatch.setattr(command, "find", find_with_server)

    assert command_line.main(["find", "--seconds", "0.1", "--interface", LOOPBACK]) == 0
    (invitation,) = re.findall(r"jinmaku join '(.*/dragon#hk=aaaq.*)'", capsys.readouterr().out)
    assert Invitation.parse(invitation) == Invitation(Address(LOOPBACK, 7000), "dragon", HOST.host_key)


def test_the_command_says_why_nothing_may_be_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "find", lambda *_, **__: tell([]))

    assert command_line.main(["find"]) == 1
    said = capsys.readouterr().out
    assert said.startswith("No tables found")
    assert all(reason in said for reason in ("guest Wi-Fi", "container", "VPN", "firewall", "loopback"))
    assert "zeroconf" not in said


def test_the_command_says_when_it_cannot_see_half(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "find", lambda *_, **__: tell([]))
    monkeypatch.setattr(command, "HAS_ZEROCONF", False)

    assert command_line.main(["find"]) == 1
    assert "jinmaku[lan]" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [["--seconds", "0"], ["--seconds", "nan"], ["--seconds", "soon"], ["--interface", "eth0"]]
)
def test_a_wrong_call_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        command_line.main(["find", *arguments])

    assert leaving.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
