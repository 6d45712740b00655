"""`jinmaku mend`: what becomes of damaged files and of frozen tables."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import aclosing, closing
from pathlib import Path

import pytest

from client.__main__ import main
from server.server import open_server
from server.store.interface import GameState
from server.store.sqlite import SqliteStore


def games_in(data: Path) -> dict[str, tuple[int, GameState]]:
    async def look() -> dict[str, tuple[int, GameState]]:
        async with aclosing(SqliteStore.open(data / "tables.sqlite")) as store:
            return {game.id: (game.last_seq + 1, game.state) for game in await store.games()}

    return asyncio.run(look())


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with two games: kyoto with ten entries, and edo, which is frozen."""

    async def keep() -> None:
        async with aclosing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
            for name in ("kyoto", "edo"):
                await store.create(name, b"rising_sun")
                for seq in range(10):
                    await store.append(name, seq, b"%d" % seq)
            await store.close_game("edo", GameState.FROZEN)

    asyncio.run(keep())
    return tmp_path


def damage(data: Path) -> None:
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection, connection:
        connection.execute("UPDATE entries SET data = x'00' WHERE game = 'kyoto' AND seq = 6")


def test_what_is_sound_is_left_as_it_is(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mend", "--data", str(data)]) == 0
    said = capsys.readouterr().out

    assert "2 games are intact." in said
    assert "Table edo is frozen after 10 entries" in said
    assert "jinmaku mend --thaw edo" in said
    assert games_in(data) == {"kyoto": (10, GameState.RUNNING), "edo": (10, GameState.FROZEN)}


def test_of_a_damaged_file_all_that_is_sound_is_kept_and_the_file_too(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(data)
    assert main(["mend", "--data", str(data)]) == 0
    said = capsys.readouterr().out

    assert "game kyoto: entry 6 is damaged" in said
    assert f"the damaged file is now {data / 'tables.damaged-1'}" in said
    assert (data / "tables.damaged-1").exists()
    assert games_in(data) == {"kyoto": (6, GameState.FROZEN), "edo": (10, GameState.FROZEN)}
    damage_again = "UPDATE entries SET data = x'00' WHERE game = 'kyoto' AND seq = 3"
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection, connection:
        connection.execute(damage_again)
    assert main(["mend", "--data", str(data)]) == 0
    assert (data / "tables.damaged-2").exists()


def test_a_frozen_table_goes_on_if_somebody_says_so(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mend", "--data", str(data), "--thaw", "ed"]) == 0

    assert "Table edo will go on" in capsys.readouterr().out
    assert games_in(data)["edo"] == (10, GameState.RUNNING)
    assert main(["mend", "--data", str(data), "--thaw", "edo"]) == 1
    assert "Table edo is not frozen." in capsys.readouterr().err
    assert main(["mend", "--data", str(data), "--thaw", "nara"]) == 1
    assert "There is no game nara" in capsys.readouterr().err


async def test_a_folder_in_use_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_server(tmp_path, "127.0.0.1", 0):
        assert await asyncio.to_thread(main, ["mend", "--data", str(tmp_path)]) == 1

    assert "Another server is using" in capsys.readouterr().err


def test_where_no_server_was_there_is_nothing_to_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mend", "--data", str(tmp_path)]) == 1
    assert "No server has kept its tables" in capsys.readouterr().err
