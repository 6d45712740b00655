"""Players who are not looking are called: at the screen, line by line, and when they are absent."""

from __future__ import annotations

import asyncio
import os
import pty
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from json import dumps
from pathlib import Path

import pytest
from textual.events import AppBlur

from client.cli.games import call_for
from client.cli.lobby import doors_of
from client.local.home import own_identity
from client.local.settings import NoticeSettings, Settings, read_settings, write_settings
from client.plain.desk import Desk
from client.plain.screen import Screen
from client.plain.session import hold_session
from client.seat.journey import Way
from client.seat.news import Person
from client.seat.player import Player
from client.table.lookout import Lookout
from client.tui.app import VisitorApp, table_app
from client.tui.screens.game import GameScreen
from protocol.identity import Identity
from tests.client.test_games import DICE, all_answers, an_evening, games_in
from tests.client.test_messengers import WRITE_DOWN
from tests.client.tui.at_table import SMALL
from tests.harness.command import JINMAKU
from tests.harness.folders import ROOT
from tests.harness.loopback import WIDE, OpenTable, a_table, admit
from tests.waiting import PATIENCE, until


@asynccontextmanager
async def across_from_ben(folder: Path) -> AsyncIterator[tuple[OpenTable, Player]]:
    """Open a table where Ben sits, who plays until Anna has to."""
    async with a_table(folder / "server", 2, "ninjato") as table:
        ben = await table.seat(Person(Identity.make(), "Ben"), Player)
        try:
            yield table, ben
        finally:
            await ben.leave()


async def play_until(ben: Player, is_so: Callable[[], bool]) -> None:
    while not is_so():
        await until(lambda: is_so() or ben.mirror.prompt is not None)
        if ben.mirror.prompt is not None:
            await ben.choose(ben.mirror.view.decision.sample(DICE))


def way_of_anna(table: OpenTable, home: Path) -> Way:
    return Way(table.invite(), Person(own_identity(home), "Anna", home=home), admit, True, WIDE)


def set_command(home: Path) -> Path:
    """Let calls be written into a file."""
    home.mkdir(mode=0o700, exist_ok=True)
    file = home / "calls"
    command = dumps([sys.executable, "-c", WRITE_DOWN, str(file)])
    (home / "config.toml").write_text(f'[notices]\nterminal = "off"\ncommand = {command}\n')
    return file


async def test_who_looks_at_the_screen_is_called_only_after_turning_away(tmp_path: Path) -> None:
    home = tmp_path / "home"
    file = set_command(home)
    async with across_from_ben(tmp_path) as (table, ben):
        way = way_of_anna(table, home)
        app = table_app(home, lambda: nullcontext(way))
        async with app.run_test(size=SMALL):
            await ben.ready()
            screen = app.screen_stack[0]
            assert isinstance(screen, GameScreen)
            await play_until(ben, lambda: bool((stand := screen.stand(0.0)) and stand.is_waiting))
            app.look_out()
            assert not file.exists()

            app.post_message(AppBlur())
            await until(lambda: file.exists() and file.read_text())
            app.look_out()

    assert file.read_text().count("Your turn: Ninjato, table") == 1


async def test_a_call_ends_before_the_program_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise what it has started outside would be left to itself."""
    steps: list[str] = []

    async def call(*_args: object) -> list[str]:
        steps.append("begun")
        try:
            return await asyncio.Future[list[str]]()
        finally:
            for _ in range(1000):  # which is more than leaving takes by itself
                await asyncio.sleep(0)
            steps.append("ended")

    monkeypatch.setattr("client.tui.app.call", call)
    async with across_from_ben(tmp_path) as (table, ben):
        way = way_of_anna(table, tmp_path / "home")
        app = table_app(tmp_path / "home", lambda: nullcontext(way))
        async with app.run_test(size=SMALL):
            app.post_message(AppBlur())
            await ben.ready()
            await play_until(ben, lambda: bool(steps))

        assert steps == ["begun", "ended"]


async def test_who_types_nothing_for_long_is_called_by_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("TMUX", raising=False)
    written: list[str] = []
    lines: asyncio.Queue[str] = asyncio.Queue()

    async def typed() -> AsyncIterator[str]:
        while (line := await lines.get()) != "":
            yield line

    async with across_from_ben(tmp_path) as (table, ben):
        desk = Desk(way_of_anna(table, tmp_path), Screen(written.append, is_terminal=True))
        session = asyncio.create_task(hold_session(desk, typed()))
        await ben.ready()
        await until(lambda: desk.has_come)
        await play_until(ben, lambda: bool((stand := desk.stand(0.0)) and stand.is_waiting))
        desk.touched = float("-inf")
        await until(lambda: any(text.startswith("\x1b]9;Your turn: Ninjato, table ") for text in written))
        lines.put_nowait("")
        await session


def test_a_visitor_runs_no_command_on_the_machine_of_the_host(tmp_path: Path) -> None:
    set_command(tmp_path)

    app = VisitorApp(tmp_path, doors_of(tmp_path), 300.0)

    assert app.settings.notices.command
    assert app.notices == NoticeSettings("off")


def test_the_dialog_changes_the_terminal_alone(tmp_path: Path) -> None:
    set_command(tmp_path)
    before = read_settings(tmp_path)
    write_settings(tmp_path, Settings(notices=NoticeSettings("osc777", before.notices.command)))

    assert read_settings(tmp_path).notices == NoticeSettings("osc777", before.notices.command)


# From nowhere near ---------------------------------------------------------------------------


async def test_the_watcher_leaves_a_table_to_the_client_that_sits_there(tmp_path: Path) -> None:
    async with an_evening(tmp_path) as evening:
        file = set_command(evening.home)
        notices, lookout = read_settings(evening.home).notices, Lookout()
        invitation = evening.waiting.invite_to_watch()
        anna = Player(invitation, Person(own_identity(evening.home), "Anna"), admit, lambda _: None, WIDE)
        await anna.sit_down()
        (there, *_) = games_in(await all_answers(evening.home))
        await call_for(there, lookout, notices)
        assert not file.exists()

        await anna.leave()
        await until(lambda: not evening.waiting.runner.info().seats[0].is_present)
        (gone, *_) = games_in(await all_answers(evening.home))
        await call_for(gone, lookout, notices)
        assert not file.exists()  # they saw it there
        await call_for(gone, Lookout(), notices)

    assert "Your turn: Ninjato, table" in file.read_text()


@pytest.mark.parametrize("is_in_tmux", [False, True])
async def test_the_watcher_calls_by_terminal_and_command(tmp_path: Path, *, is_in_tmux: bool) -> None:
    """Under a real terminal; inside tmux it gets nothing but the line."""
    environ = {**os.environ, "TERM": "xterm-256color", "TMUX": "/nowhere,1,0"}
    if not is_in_tmux:
        del environ["TMUX"]
    async with an_evening(tmp_path) as evening:
        file = set_command(evening.home)
        config = evening.home / "config.toml"
        config.write_text(config.read_text().replace('"off"', '"auto"'))
        said = await asyncio.to_thread(watched, evening.home, environ)

    words = f"Your turn: Ninjato, table {evening.waiting.name} at 127.0.0.1:"
    assert said.startswith("Watching 3 hosts, every 10s.")
    assert said.count(f"\x1b]9;{words}") == (0 if is_in_tmux else 1)
    assert said.count("\x1b") == (0 if is_in_tmux else 1)
    assert said.replace(f"\x1b]9;{words}", "").count(words) == 1
    assert words in file.read_text()


def watched(home: Path, environ: dict[str, str]) -> str:
    """Watch in a terminal until the missing host is named, which comes last; return everything written."""
    master, slave = pty.openpty()
    command = [*JINMAKU, "games", "--watch", "--every", "10s", "--home", str(home)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=slave, stdout=slave, stderr=slave, env=environ)
    os.close(slave)
    said = b""
    try:
        while b"Nothing is listening" not in said:
            said += os.read(master, 4096)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
    finally:
        process.kill()
        process.wait()
        os.close(master)
    return said.decode()
