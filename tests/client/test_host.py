"""`jinmaku host` and `jinmaku bot` as processes of their own."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import msgspec
import pytest

from client.cli import host
from client.seat.bot_player import BotPlayer
from client.seat.news import Person
from client.seat.player import Player
from protocol.entries import Revealed, Stamped
from protocol.identity import Identity
from protocol.invitation import Invitation
from tests.harness.command import JINMAKU, called, started
from tests.harness.folders import ROOT
from tests.waiting import PATIENCE, soon

BOTS_ALONE = ("--seats", "3", "--bots", "3", "--level", "random", "--once", "--port", "0")
TWO_BOTS = ("--seats", "3", "--bots", "2", "--level", "random", "--port", "0", "--no-announce")


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [*JINMAKU, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


def lines_until(process: subprocess.Popen[str], pattern: str) -> list[str]:
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line.rstrip())
        if re.search(pattern, line):
            return lines
    raise AssertionError(f"{pattern} was never printed: {lines}")


def invitations_in(lines: list[str]) -> list[str]:
    return re.findall(r"join '(table://\S+&t=\S+)'", "\n".join(lines))


@pytest.fixture(scope="module")
def bots_alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[subprocess.CompletedProcess[str], Path]:
    """Play one game of bots to its end: what the host said, and its folder."""
    folder = tmp_path_factory.mktemp("bots")
    return started("host", *BOTS_ALONE, "--data", folder, "--seed", "5", "--no-announce"), folder


def test_bots_alone_play_a_game_and_the_server_stops(
    bots_alone: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    ended, _ = bots_alone

    assert (ended.returncode, ended.stderr) == (0, "")
    assert "The game begins." in ended.stdout
    assert re.search(r" wins?: |share", ended.stdout)
    assert ended.stdout.endswith("The server is stopping.\n")
    assert "&t=" not in ended.stdout


def test_the_host_reads_what_bots_say_in_words_and_no_thoughts(tmp_path: Path) -> None:
    with running("host", *BOTS_ALONE, "--level", "novice", "--data", str(tmp_path)) as process:
        lines = lines_until(process, r" says: ")

    assert re.search(r" says: [A-Z]", lines[-1])
    assert "bot-" not in "\n".join(lines)


def test_a_host_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """One bot comes over the network with an invitation; the host brings two. All three come back."""
    host = [
        "host",
        *["--seats", "3", "--bots", "2", "--level", "random", "--once"],
        "--data",
        str(tmp_path / "host"),
    ]
    with running(*host, "--port", "0") as first:
        greeting = lines_until(first, "join --watch")
        (invitation,) = invitations_in(greeting)
        port = re.search(r":(\d+)/", invitation)
        assert port is not None
        guest = ["bot", invitation, "--level", "random", "--home", str(tmp_path / "guest")]
        with running(*guest) as bot:
            before = lines_until(first, "Political Phase")
            os.kill(first.pid, signal.SIGKILL)
            first.wait(PATIENCE)
            with running(*host, "--port", port[1]) as second:
                after = lines_until(second, "The server is stopping")
                assert second.wait(PATIENCE) == 0
            assert bot.wait(PATIENCE) == 0

    assert "goes on" in after[0]
    assert invitations_in(after) == []
    assert before.count("The game begins.") == 1
    assert "The game begins." not in after
    assert any(re.search(r" wins?: |share", line) for line in after)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--seats 7", "3 to 5 players"),
        ("--seats 3 --bots 4", "3 seats for 4 bots"),
        ("--clans koi,koi,lotus", "once"),
        ("--clans koi,lotus,takeda", "'takeda' is no seat"),
        ("-o set", "name=value"),
        ("-o set=none", "Option set can be"),
        ("--pace quick", "no pace"),
        ("--grace soon", "is no such time"),
        ("--bind 192.0.2.1", "no address 192.0.2.1"),
    ],
)
def test_what_a_table_cannot_be_is_said_in_one_line(
    words: str, sentence: str, refusal: Callable[..., str], tmp_path: Path
) -> None:
    told = refusal(*words.split(), "--port", "0", "--data", str(tmp_path))

    assert sentence in told
    assert told.count("\n") == 1


def test_two_servers_do_not_share_a_folder_or_a_port(refusal: Callable[..., str], tmp_path: Path) -> None:
    with running("host", "--port", "0", "--data", str(tmp_path)) as host:
        greeting = lines_until(host, "join --watch")
        port = re.search(r":(\d+)/", greeting[-1])
        assert port is not None
        folder = refusal("--port", "0", "--data", str(tmp_path))
        place = refusal("--port", port[1], "--data", str(tmp_path / "other"))
        metrics = refusal("--port", "0", "--metrics", port[1], "--data", str(tmp_path / "other"))

    assert (
        folder
        == f"jinmaku host: Another server is using {tmp_path}. If it is a game of yours, leave that first.\n"
    )
    assert place.startswith(f"jinmaku host: Port {port[1]} is taken")
    assert metrics.startswith(f"jinmaku host: Port {port[1]} for health and metrics is taken")


def test_an_invitation_that_is_none_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, told = called(capsys, "bot", "table")

    assert code == 2
    assert told == "jinmaku bot: An invitation looks like table://host:port/game#hk=...&t=...\n"


def test_a_seed_that_somebody_knows_is_not_the_chance_of_a_table(
    bots_alone: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    """Anybody who guesses a host's seed could work out every hidden draw from the hash that binds it."""
    _, folder = bots_alone
    with closing(sqlite3.connect(folder / "tables.sqlite")) as store:
        entries = [row[0] for row in store.execute("SELECT data FROM entries ORDER BY seq")]
    shown = [msgspec.msgpack.decode(data, type=Stamped).entry for data in entries]
    [seed] = [entry.seed for entry in shown if isinstance(entry, Revealed)]

    assert len(bytes.fromhex(seed)) == 32


async def test_those_who_played_go_on_at_another_table_with_as_many_bots(tmp_path: Path) -> None:
    with running("host", *TWO_BOTS, "--data", str(tmp_path / "host")) as host:
        (invitation,) = invitations_in(lines_until(host, "join --watch"))
        person = Person(Identity.make(), "Aiko", home=tmp_path)
        await play_alone(Invitation.parse(invitation), person)
        player = Player(Invitation.parse(invitation), person, lambda _: None, lambda _: None)
        await player.sit_down()
        following = await player.again()
        await player.leave()
        opened = lines_until(host, "join --watch")
        await play_alone(following, person)
        after = lines_until(host, " wins?: |share")

    assert f"Table {following.game} waits for players" in "\n".join(opened)
    assert len(invitations_in(opened)) == 1
    assert "The game begins." in after


async def play_alone(invitation: Invitation, person: Person) -> None:
    """Let a bot play for somebody, to the end of a game."""
    bot = BotPlayer(invitation, lambda _: None, person, "random", Random(1))
    await soon(bot.play())


class Talkative:
    """A finished table at which some more things are said."""

    def __init__(self, sayings: int) -> None:
        self.table = self
        self.finished, self.settled = asyncio.Event(), asyncio.Event()
        self.finished.set()
        self._sayings = iter(range(sayings))
        self._last = 0

    @property
    def seq(self) -> int:
        self._last = next(self._sayings, self._last)
        return self._last

    @property
    def is_silent(self) -> bool:
        return next(self._sayings, None) is None


@pytest.mark.parametrize(("sayings", "is_silent"), [(0, True), (9, True), (1000, False)])
async def test_a_server_stops_when_nothing_more_is_said_and_not_only_then(
    sayings: int, is_silent: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "SECONDS_TO_READ_THE_END", 0)
    table = Talkative(sayings)
    await host.all_read([table])  # type: ignore[list-item]

    assert table.is_silent == is_silent
