"""What a guest keeps of a game: the same log as its host has, and no lies about what the guest saw."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import msgspec
import pytest
from msgspec.structs import replace

from client.__main__ import main
from client.cli.fetching import fetch_game
from client.seat import player as playing
from client.seat.connection import RefusedError
from client.seat.keeping import save_log
from client.seat.news import Person
from client.seat.player import Player
from protocol.entries import Said, Stamped, Written
from protocol.identity import Identity
from protocol.logfile import Title
from protocol.messages import Logged
from tests.harness.loopback import OpenTable, a_table, guest, play_at

WATCHER = Person(Identity.make(), "Dora", is_watching=True)


@asynccontextmanager
async def coming(table: OpenTable, person: Person) -> AsyncIterator[Player]:
    """Let somebody come to a table, with an invitation if there is a seat left."""
    player = await table.seat(person, Player)
    yield player
    await player.leave()


def test_a_guest_has_byte_for_byte_the_log_of_the_host_and_can_prove_the_game_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def evening() -> tuple[str, list[Path]]:
        async with a_table(tmp_path / "data") as table:
            await play_at(table, tmp_path)
            async with coming(table, guest(tmp_path)) as player:
                return table.runner.name, await fetch_game(player, tmp_path)

    table, (log, record) = asyncio.run(evening())
    of_host = tmp_path / "host.log"

    assert main(["log", table, "--data", str(tmp_path / "data"), "-o", str(of_host)]) == 0
    assert log.read_bytes() == of_host.read_bytes()
    capsys.readouterr()
    assert main(["record", str(of_host)]) == 0
    assert record.read_text("utf-8") == capsys.readouterr().out
    assert main(["verify", str(log)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("FAIR")
    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == {
        "game.log",
        "record.txt",
        "host.log",
    }


async def test_what_is_not_for_them_is_refused_to_guests_and_spectators(tmp_path: Path) -> None:
    async with a_table(tmp_path / "data") as table:
        async with coming(table, guest(tmp_path)) as player:
            with pytest.raises(RefusedError, match="not over yet"):
                await fetch_game(player, tmp_path)
        async with coming(table, WATCHER) as player:
            with pytest.raises(RefusedError, match="You are watching"):
                await fetch_game(player, tmp_path)

    assert not (tmp_path / "game.log").exists()


# Servers that lie --------------------------------------------------------------------------------


def dated_otherwise(entries: list[Written]) -> list[Written]:
    return [with_stamp(written, lambda stamp: replace(stamp, at_ms=stamp.at_ms + 1)) for written in entries]


def with_stamp(written: Written, change: Callable[[Stamped], Stamped]) -> Written:
    stamp = msgspec.msgpack.decode(written.data, type=Stamped)
    return written._replace(data=msgspec.msgpack.encode(change(stamp)))


OTHERS: dict[str, Callable[[list[Written]], list[Written]]] = {
    "dated otherwise": dated_otherwise,
    "its end is missing": lambda entries: entries[:-1],
    "one is missing": lambda entries: [*entries[:20], *entries[21:]],
    "one cannot be read": lambda entries: [*entries[:20], Written(0, b"\xc1"), *entries[21:]],
}


async def test_a_log_that_does_not_tell_what_was_seen_is_kept_but_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_table(tmp_path / "data") as table:
        await play_at(table, tmp_path)
        async with coming(table, guest(tmp_path)) as player:
            title, entries = await player.log()
            for change in OTHERS.values():
                monkeypatch.setattr(player, "log", AsyncMock(return_value=(title, change(entries))))
                with pytest.raises(RefusedError, match=r"game\.log does not match what you saw"):
                    await save_log(player, tmp_path)

                assert (tmp_path / "game.log").exists()


async def test_words_that_came_after_what_was_seen_are_no_other_story(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_table(tmp_path / "data") as table:
        await play_at(table, tmp_path)
        async with coming(table, guest(tmp_path)) as player:
            title, entries = await player.log()
            word = Written(entries[-1].at_ms, msgspec.msgpack.encode(Stamped(0, Said(0, 0, (), "Again?"))))
            monkeypatch.setattr(player, "log", AsyncMock(return_value=(title, [*entries, word])))

            assert await save_log(player, tmp_path) == tmp_path / "game.log"


PAGES: dict[str, Logged] = {
    "nothing, and more to come": Logged(0, (), is_all=False),
    "too many": Logged(0, (Written(0, b""),) * 6, is_all=False),
    "too much": Logged(0, (Written(0, bytes(60)),), is_all=False),
}


@pytest.mark.parametrize("name", PAGES)
async def test_a_log_without_an_end_is_not_read_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(playing, "LOG_SIZE", 100)
    monkeypatch.setattr(playing, "LOG_ENTRIES", 10)
    async with a_table(tmp_path / "data") as table, coming(table, WATCHER) as player:
        asked: Any = AsyncMock(return_value=PAGES[name])
        monkeypatch.setattr(player, "_ask", asked)
        with pytest.raises(RefusedError, match="never ends"):
            await player.log()
        assert asked.await_count <= 2


async def test_a_log_comes_with_the_title_that_its_file_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = Written(1, b"one"), Written(2, b"other")
    async with a_table(tmp_path / "data") as table, coming(table, WATCHER) as player:
        pages = [Logged(7, (one,), is_all=False), Logged(7, (other,), is_all=True)]
        monkeypatch.setattr(player, "_ask", AsyncMock(side_effect=pages))

        assert await player.log() == (Title(table.name, "rising_sun", 7), [one, other])
