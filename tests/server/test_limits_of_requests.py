"""Limits of what is asked: how large, how fast, how much at once, and what mistakes cost."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from client.seat.connection import refusal
from protocol.entries import Applied, Chose, Said
from protocol.errors import Code
from protocol.handshake import Auth, client_hello
from protocol.identity import PublicKey
from protocol.limits import Limits
from protocol.messages import (
    METHODS,
    NOTHING,
    Log,
    OpenTable,
    SetReady,
    Sync,
    TableNamed,
)
from protocol.policy import Keys
from protocol.round_records import Handed
from protocol.rpc import Request, encode, encode_params
from protocol.session import SessionPlace
from protocol.table.people import talk_room
from protocol.talk import TalkPlace as Spot
from protocol.talk import seal_words
from server.tables.runner import TableRunner
from tests.harness.loopback import SLOW
from tests.harness.sealers import method_of
from tests.server.by_hand import ELSEWHERE, Client, Site, exceeds, fits, open_site
from tests.waiting import fast_forward, let_pass, stop_time

FAST = 1e6
MANY = 10**6
AUTH_SIZE = 109
"""The bytes of `auth`, the largest frame of a greeting."""


async def seconds_of(*waits: tuple[Client, list[int]], step: float) -> float:
    """Let time fly until the answers are there, check their order, and return how long it took."""
    loop = asyncio.get_running_loop()
    then = loop.time()
    for client, asked in waits:
        answers = await fast_forward(client.answers(asked), step)
        assert [answer.msgid for answer in answers] == asked
    return loop.time() - then


async def comes_at_once(client: Client, asked: list[int]) -> bool:
    """Say whether the answers come in order, and without any time passing."""
    stop_time()
    return [answer.msgid for answer in await client.answers(asked)] == asked


def frame_of(size: int) -> bytes:
    """Return a request of this many bytes; there is no such method, but that shows only when it is whole."""
    empty = encode(Request(9, "nothing", encode_params(bytes(300))))
    frame = encode(Request(9, "nothing", encode_params(bytes(300 + size - len(empty)))))
    assert len(frame) == size
    return frame


# Size --------------------------------------------------------------------------------------------


@fits("stranger_frame_size")
async def test_a_greeting_fits_into_what_a_stranger_may_say(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(stranger_frame_size=AUTH_SIZE)) as site:
        client = await site.greet()

        await client.result("ping")


@exceeds("stranger_frame_size")
async def test_a_stranger_who_says_one_byte_more_is_cut(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(stranger_frame_size=AUTH_SIZE - 1)) as site:
        client = await site.reach()
        client.say_hello()

        assert await client.end() is Code.FRAME_TOO_LARGE


@fits("frame_size")
async def test_a_frame_may_have_just_so_many_bytes(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(frame_size=8000)) as site:
        client = await site.greet()
        client.send(frame_of(8000))

        assert await client.end() is Code.UNKNOWN_METHOD


@exceeds("stranger_frame_size")
async def test_a_stranger_may_never_say_more_than_others(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(frame_size=200)) as site:
        stranger, client = await site.reach(), await site.greet()
        stranger.send(frame_of(400))
        client.send(frame_of(400))

        assert await stranger.end() is await client.end() is Code.FRAME_TOO_LARGE


@exceeds("frame_size")
async def test_a_frame_of_one_byte_more_ends_the_connection(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(frame_size=8000)) as site:
        client = await site.greet()
        client.send(frame_of(8001))

        assert await client.end() is Code.FRAME_TOO_LARGE


# Number ------------------------------------------------------------------------------------------


@fits("stranger_frames")
async def test_two_frames_are_enough_for_a_greeting(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(stranger_frames=2)) as site:
        client = await site.greet()

        assert len(await client.answers(client.ask_together("ping", 5))) == 5


@exceeds("stranger_frames")
async def test_a_stranger_with_many_words_is_cut(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(stranger_frames=2)) as site:
        client = await site.reach()
        hello = encode_params(client_hello())
        client.send(b"".join(encode(Request(number, "hello", hello)) for number in range(3)))

        assert await client.end() is Code.RATE_EXCEEDED


@fits("requests_in_flight")
async def test_so_many_requests_may_wait_for_their_answers(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(requests_in_flight=10)) as site:
        client = await site.greet()

        for _ in range(3):
            assert len(await client.answers(client.ask_together("tables", 10))) == 10


@exceeds("requests_in_flight")
async def test_one_request_more_at_once_ends_the_connection(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(requests_in_flight=10)) as site:
        client = await site.greet()
        client.ask_together("tables", 11)

        assert await client.end() is Code.TOO_MANY_IN_FLIGHT


# Rate --------------------------------------------------------------------------------------------


@fits("request_burst", "identity_request_rate")
async def test_a_burst_is_answered_at_once(tmp_path: Path) -> None:
    limits = Limits(request_rate=1, request_burst=32, identity_request_rate=1)
    async with open_site(tmp_path, limits) as site:
        client = await site.greet()

        assert await comes_at_once(client, client.ask_together("ping", 30))


@exceeds("request_burst", "request_rate")
async def test_what_comes_too_fast_is_answered_later_and_in_order(tmp_path: Path) -> None:
    limits = replace(SLOW, request_rate=0.02, request_burst=10, requests_in_flight=100)
    async with open_site(tmp_path, limits) as site:
        client = await site.greet()

        assert await seconds_of((client, client.ask_together("ping", 28)), step=10) > 850


@fits("request_rate")
async def test_who_asks_no_faster_than_allowed_never_waits(tmp_path: Path) -> None:
    async with open_site(tmp_path, replace(SLOW, request_rate=0.02, request_burst=3)) as site:
        client = await site.greet()
        for _ in range(15):
            let_pass(50)
            assert await comes_at_once(client, client.ask_together("ping", 1))


@exceeds("identity_request_rate")
async def test_two_connections_of_a_player_share_what_is_hers(tmp_path: Path) -> None:
    limits = replace(
        SLOW, request_rate=FAST, request_burst=20, identity_request_rate=0.02, requests_in_flight=100
    )
    async with open_site(tmp_path, limits) as site:
        first = await site.greet()
        hers = [first, await site.greet(identity=first.identity)]
        other = await site.greet()

        asked = [(client, client.ask_together("ping", 25)) for client in hers]
        assert len(await other.answers(other.ask_together("ping", 18))) == 18
        assert await seconds_of(*asked, step=10) > 1000


@fits("byte_rate")
async def test_a_second_worth_of_bytes_may_come_at_once(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(request_burst=MANY, byte_rate=1000)) as site:
        client = await site.greet()
        let_pass(1)
        asked, data = client.written("ping", 30)
        assert len(data) < 700
        client.send(data)

        assert await comes_at_once(client, asked)


@exceeds("byte_rate")
async def test_bytes_that_come_too_fast_are_answered_later_and_in_order(tmp_path: Path) -> None:
    limits = replace(
        SLOW, request_burst=MANY, identity_request_rate=FAST, byte_rate=200, requests_in_flight=MANY
    )
    async with open_site(tmp_path, limits) as site:
        client = await site.greet()
        asked, data = client.written("ping", 200)
        assert 1800 < len(data) < 2100
        client.send(data)

        assert await seconds_of((client, asked), step=0.1) > 7


# Talk --------------------------------------------------------------------------------------------


async def words(client: Client, numbers: range) -> list[str]:
    """Say something many times and return the answers."""
    answers = [await client.do("do", Said(client.seat, number, (), "words")) for number in numbers]
    return [str(refusal(answer.error)) if answer.error else "" for answer in answers]


@fits("chat_burst", "chat_rate")
async def test_a_burst_of_words_is_heard_and_then_one_after_the_other(tmp_path: Path) -> None:
    async with open_site(tmp_path, replace(SLOW, chat_rate=0.01, chat_burst=3)) as site:
        client = await site.seated(await site.table())

        assert await words(client, range(3)) == ["", "", ""]
        let_pass(101)
        assert await words(client, range(3, 4)) == [""]


@exceeds("chat_burst", "chat_rate")
async def test_who_talks_too_fast_is_refused_but_not_cut(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(chat_rate=0.001, chat_burst=3)) as site:
        client = await site.seated(await site.table())

        heard = await words(client, range(5))

        assert [("too fast" in answer) for answer in heard] == [False] * 3 + [True] * 2
        await client.result("ping")


# Mistakes ----------------------------------------------------------------------------------------


async def mistake(site: Site) -> None:
    client = await site.reach()
    client.send(b"\xc1" * 20)
    assert await client.end() is Code.MALFORMED_FRAME


@fits("mistake_cost", "address_burst")
async def test_a_few_mistakes_are_forgiven(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(mistake_cost=10, address_burst=31, address_rate=0.01)) as site:
        for _ in range(3):
            await mistake(site)

        await site.greet()


@exceeds("mistake_cost", "address_burst")
async def test_an_address_with_too_many_mistakes_is_turned_away_before_tls(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(mistake_cost=10, address_burst=30, address_rate=0.01)) as site:
        before = await site.greet()
        for _ in range(3):
            await mistake(site)

        assert await site.is_turned_away()
        assert not await site.is_turned_away(ELSEWHERE)
        await before.result("ping")


@fits("address_rate")
@exceeds("address_rate")
async def test_a_fine_is_paid_off_with_time(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(mistake_cost=10, address_burst=10, address_rate=0.01)) as site:
        await mistake(site)

        assert await site.is_turned_away()
        let_pass(1001)
        await site.greet()


# Signatures --------------------------------------------------------------------------------------


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Counter[bytes]:
    """Count the signatures the server checks, by whose they are."""
    counter: Counter[bytes] = Counter()
    verify = PublicKey.verify

    def counted(key: PublicKey, signature: bytes, label: str, *parts: bytes) -> bool:
        if label not in ("tls-key", "host-auth"):  # those are for clients
            counter[key.raw] += 1
        return verify(key, signature, label, *parts)

    monkeypatch.setattr(PublicKey, "verify", counted)
    return counter


def private_words(runner: TableRunner, client: Client) -> Said:
    """Seal words for everybody at a table."""
    room = talk_room(runner.table, runner.name, runner.table.seats)
    seat = runner.seat_of(client.identity.public.raw)
    assert seat is not None
    others = tuple(other for other in runner.table.seats if other != seat)
    return Said(seat, 7, others, "", seal_words(Spot(room, seat, 7), client.identity, "between us"))


AT_TABLE: dict[str, Any] = {
    "tables": NOTHING,
    "seats": NOTHING,
    "open": OpenTable("rising_sun", ("koi", "lotus", "turtle")),
    "invite": TableNamed("none"),
    "invitations": TableNamed("none"),
    "close": TableNamed("none"),
    "apply": Applied(1, "Aiko", bytes(32), Keys(0, (bytes(32),))),
    "ready": SetReady(True),
    "sync": Sync(0),
    "log": Log(0),
    "ping": NOTHING,
    "clock": NOTHING,
    "again": NOTHING,
    "turn": Handed(2, 2, 0, None, None),
    "stand": NOTHING,
    "leave": NOTHING,
}


class Accounts:
    """What a client asks for, and how many signatures the server checks for it."""

    def __init__(self, client: Client, checks: Counter[bytes]) -> None:
        self.counts = {"hello and auth": checks.total()}
        self.methods = {"hello", "auth"}
        self._client = client
        self._checks = checks

    async def ask(self, name: str, method: str, params: Any) -> None:
        self._checks.clear()
        await self._client.do(method, params)
        self.counts[name] = self._checks.total()
        self.methods.add(method)


async def take_part_once(others: list[Client], runner: TableRunner) -> None:
    for other in others:
        due = other.sealer.due(runner.table)
        if due is not None:
            await other.perform(due)


@fits("signature_checks_per_request")
async def test_no_method_costs_the_server_more_than_a_few_signatures(
    tmp_path: Path, checks: Counter[bytes]
) -> None:
    async with open_site(tmp_path, Limits()) as site:
        runner = await site.table()
        others = [await site.seated(runner, name) for name in ("one", "two")]
        for other in others:
            await other.get_ready(runner)
        checks.clear()
        client = await site.greet()
        accounts = Accounts(client, checks)
        token = await site.server.lobby.invite(runner)
        await accounts.ask("join", "join", client.join(runner, token, "three"))
        client.seat, client.runner = 2, runner
        await accounts.ask("keys", "do", client.sealer.keyed(runner.table))
        await accounts.ask("talk key", "do", client.sealer.talk_keyed())
        await accounts.ask("ready", "ready", SetReady(True))
        for name in ("commit", "confirm", "release"):
            due = client.sealer.due(runner.table)
            assert due is not None
            await accounts.ask(name, method_of(due), due)
            await take_part_once(others, runner)
        await accounts.ask("whisper", "do", private_words(runner, client))
        await accounts.ask("choose", "do", Chose(2, 0, "bid 0"))
        for method, params in AT_TABLE.items():
            await accounts.ask(method, method, params)

        assert accounts.methods == set(METHODS)
        assert {name: count for name, count in accounts.counts.items() if count} == {
            "hello and auth": 1,
            "talk key": 1,
            "keys": 1,
            "commit": 1,
            "confirm": 1,
            "release": 1,
            "whisper": 2,
            "choose": 1,
        }


@exceeds("signature_checks_per_request")
async def test_who_fails_to_prove_who_they_are_cannot_try_again(
    tmp_path: Path, checks: Counter[bytes]
) -> None:
    async with open_site(tmp_path, Limits()) as site:
        client = await site.reach()
        client.say_hello()
        while client.session.place is SessionPlace.STRANGER:
            client.heard += client.session.receive(await client.reader.read(2**16))
        false = encode_params(Auth(client.identity.public.raw, bytes(64)))
        client.send(b"".join(encode(Request(number, "auth", false)) for number in range(1, 5)))

        assert await client.end() is Code.BAD_SIGNATURE
        assert checks.total() == 1
