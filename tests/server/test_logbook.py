"""The logbook of a server: what programs and people read in it, and what nobody does."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from client.seat.bot_player import BotPlayer
from client.seat.news import Person
from client.seat.visit import visiting
from client.texts import has_text
from protocol.entries import Access
from protocol.identity import Identity
from protocol.invitation import Invitation
from protocol.limits import Limits
from server.door.connection import LIMITS
from server.door.connection_limits import Admission, ConnectionLimits
from server.logbook import KINDS, MOST_SUBJECTS, FloodGate, enter, facts_of
from tests.harness.command import JINMAKU
from tests.harness.folders import ROOT
from tests.harness.loopback import admit
from tests.server.clubs import PASSWORD, a_wish
from tests.waiting import PATIENCE, patience, until

HOSTING = (ROOT / "docs/hosting.md").read_text("utf-8")
NAMES = ("Zaphod of the Heart", "Trillian of the Stars")
WORDS = "forty-two is the answer"
ALWAYS = {"time", "level", "logger", "message"}


# A server in a process of its own ---------------------------------------------------------------------


class Evening(NamedTuple):
    """What a server wrote to stderr in an evening, and what must not be in it."""

    written: str
    secrets: list[str]

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.written.splitlines()]


@asynccontextmanager
async def hosting(folder: Path, form: str) -> AsyncIterator[subprocess.Popen[bytes]]:
    """Run a host as people do; what it prints goes into files."""
    words = ["--seats", "3", "--bots", "1", "--level", "random", "--open-tables", "everyone"]
    places = ["--port", "0", "--no-announce", "--data", str(folder / "data")]
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        process = subprocess.Popen(  # noqa: ASYNC220 (it starts at once)
            [*JINMAKU, "host", *words, *places, "--log-format", form],
            cwd=ROOT,
            env={**os.environ, "JINMAKU_HOME": str(folder / "home")},
            stdout=out,
            stderr=err,
        )
    try:
        await until(lambda: b"jinmaku tables" in (folder / "out").read_bytes())
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE)


async def an_evening(folder: Path, form: str) -> Evening:
    """Play a game to its end, with words; open a table and close it; stop the server."""
    async with hosting(folder, form) as process, patience():
        printed = (folder / "out").read_text()
        ways = [Invitation.parse(text) for text in re.findall(r"join '(table://\S+&t=\S+)'", printed)]
        people = [
            Person(Identity.make(), name, home=folder / str(number)) for number, name in enumerate(NAMES)
        ]
        players = [
            BotPlayer(way, admit, person, "random", Random(1))
            for way, person in zip(ways, people, strict=True)
        ]
        for player in players:
            await player.sit_down()
        await players[0]._player.say(WORDS)  # noqa: SLF001
        await asyncio.gather(*(player.play_on() for player in players))
        owner = Identity.make()
        async with visiting(ways[0].address, owner, admit) as visit:
            table = await visit.open(a_wish(Access.PASSWORD, PASSWORD))
            token = (await visit.invite(table)).token
            await visit.close(table)
        process.send_signal(signal.SIGTERM)
        await until(lambda: process.poll() is not None)
    keys = [person.identity.public for person in people]
    tokens = [way.token for way in ways] + [token]
    secrets = [*NAMES, WORDS, PASSWORD, *(key.fingerprint for key in keys), *(key.raw.hex() for key in keys)]
    secrets += [way.text().partition("&t=")[2] for way in ways]
    secrets += [token.hex() for token in tokens if token is not None]
    return Evening((folder / "err").read_text(), secrets)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return asyncio.run(an_evening(tmp_path_factory.mktemp("json"), "json"))


def test_programs_read_what_happened_in_order(evening: Evening) -> None:
    told = [line["event"] for line in evening.lines if "event" in line]
    seen = [event for event in told if event not in ("slow-write", "limit-reached")]

    assert (seen[0], seen[-2:]) == ("started", ["stopping", "stopped"])
    assert [event for event in seen if event.startswith(("table", "game"))] == [
        *("table-opened", "game-began", "game-ended"),
        *("table-opened", "table-closed"),
    ]
    assert sorted(event for event in seen if event.endswith("sat-down")) == [
        *("bot-sat-down", "player-sat-down", "player-sat-down")
    ]
    assert seen.count("player-here") == seen.count("player-gone") == 2


def test_each_line_of_the_logbook_has_its_facts(evening: Evening) -> None:
    lines = [line for line in evening.lines if "event" in line]
    began = next(line for line in lines if line["event"] == "game-began")
    seats = [line for line in lines if line["event"] == "player-sat-down"]

    assert all(line.keys() > ALWAYS for line in lines)
    assert (began["game"], began["taken"], began["seats"]) == ("rising_sun", 3, 3)
    assert began["message"] == f"The game at table {began['table']} begins."
    assert {line["seat"] for line in seats} <= {"koi", "lotus", "turtle", "bonsai", "dragonfly"}
    assert [line["why"] for line in lines if line["event"] == "table-closed"] == ["closed"]


def test_no_name_key_invitation_or_word_is_in_the_log(evening: Evening) -> None:
    assert [secret for secret in evening.secrets if secret in evening.written] == []


def test_people_read_the_same_as_sentences(evening: Evening, tmp_path: Path) -> None:
    in_words = asyncio.run(an_evening(tmp_path, "text"))
    lines = in_words.written.splitlines()

    assert lines[-1] == "The server has stopped."
    assert re.fullmatch(
        r"The game at table [0-9a-f]{8} begins\.", next(line for line in lines if "begins" in line)
    )
    assert [secret for secret in in_words.secrets if secret in in_words.written] == []
    shapes = [
        {re.sub("[0-9a-f]{8}", "", line).split(":")[0] for line in text if "sits down" in line}
        for text in (lines, [line["message"] for line in evening.lines])
    ]
    assert shapes[0] == shapes[1]


# Each line --------------------------------------------------------------------------------------------


def test_the_documents_name_every_line_and_its_facts() -> None:
    missing = [event for event in KINDS if f"`{event}`" not in HOSTING]
    facts = {fact for kind in KINDS.values() for fact in re.findall(r"%\((\w+)\)s", kind.sentence)}

    assert missing == []
    assert [fact for fact in facts if f"`{fact}`" not in HOSTING] == []


class Handler(logging.Handler):
    """Keeps what passes."""

    def __init__(self) -> None:
        super().__init__()
        self.passed: list[tuple[str, dict[str, Any]]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.passed.append((record.getMessage(), dict(facts_of(record))))


class Kept(NamedTuple):
    """A logbook that goes by a clock of ours."""

    passed: list[tuple[str, dict[str, Any]]]
    time: list[float]


@pytest.fixture
def kept() -> Any:
    time, handler, log = [0.0], Handler(), logging.getLogger("server.logbook")
    handler.addFilter(FloodGate(lambda: time[0]))
    log.addHandler(handler)
    before = log.level
    log.setLevel(logging.INFO)
    yield Kept(handler.passed, time)
    log.setLevel(before)
    log.removeHandler(handler)


@pytest.mark.parametrize(
    ("event", "why", "sentence"),
    [
        ("table-closed", "closed", "Table 13f610a7 is closed: whoever opened it wanted that."),
        ("table-closed", "expired", "Table 13f610a7 is closed: nobody new has come for a long time."),
        ("table-frozen", "journal-full", "Table 13f610a7 is frozen: its journal is full."),
        ("table-frozen", "journal-not-written", "Table 13f610a7 is frozen: its journal cannot be written."),
        ("table-frozen", "rules-failed", "Table 13f610a7 is frozen: the rules failed."),
        ("store-failing", "The disk is full.", "The journals cannot be written: The disk is full."),
    ],
)
def test_a_line_gives_its_reason_in_words_and_to_programs_by_its_name(
    kept: Kept, event: str, why: str, sentence: str
) -> None:
    facts = {"why": why} if event == "store-failing" else {"table": "13f610a7", "why": why}
    enter(event, **facts)

    assert kept.passed == [(sentence, {"event": event, **facts})]


def test_a_flood_of_the_same_is_one_line_and_the_next_says_how_many(kept: Kept) -> None:
    for _ in range(1000):
        enter("limit-reached", limit="connections")
    enter("limit-reached", limit="tables")
    kept.time[0] = KINDS["limit-reached"].pause
    enter("limit-reached", limit="connections")
    enter("limit-reached", limit="tables")

    assert [(facts["limit"], facts.get("missed")) for _, facts in kept.passed] == [
        *(("connections", None), ("tables", None)),
        *(("connections", 999), ("tables", None)),
    ]
    assert kept.passed[2][0].endswith("Lines like this left out: 999.")


@pytest.mark.parametrize(("last", "limit"), [(1, "strangers_per_address"), (4, "strangers")])
def test_the_line_names_the_setting_that_is_in_the_way(kept: Kept, last: int, limit: str) -> None:
    keeper = ConnectionLimits(Limits(strangers=3, strangers_per_address=1))
    for host in (1, 2, 3, last):
        newcomer = Admission(keeper, lambda: 0.0)
        newcomer.is_silent = False
        newcomer.begin(f"192.0.2.{host}", newcomer.end)

    assert [facts["limit"] for _, facts in kept.passed] == [limit]


def test_every_refusal_for_a_limit_is_one_that_players_get_and_names_a_setting() -> None:
    assert [message for message in LIMITS if not has_text(message)] == []
    assert set(LIMITS.values()) <= set(Limits.__struct_fields__)


def test_what_cannot_come_in_floods_is_never_left_out(kept: Kept) -> None:
    for number in range(1000):
        enter("table-taken-over", table=str(number), node="a")

    assert len(kept.passed) == 1000


def test_however_many_subjects_there_are_little_is_kept(kept: Kept) -> None:
    for number in range(2 * MOST_SUBJECTS):
        enter("player-here", table=str(number), seat="koi")
    enter("player-here", table="0", seat="koi")  # which is forgotten by now

    assert len(kept.passed) == 2 * MOST_SUBJECTS + 1
