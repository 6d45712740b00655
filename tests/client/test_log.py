"""`jinmaku log`: which games a server keeps, and one of them as a file."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from contextlib import aclosing
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from client import __main__ as command_line
from core.catalog import game_named
from protocol.entries import AnyEntry, Began, Invited, Opened, SatDown, Stamped
from protocol.logfile import read_log
from protocol.pace import Terms
from server.server import open_server
from server.store.interface import GameState
from server.store.sqlite import SqliteStore
from tests.harness.command import called

ROOT = Path(__file__).parents[2]
NAMES = ("Aiko", "Botan", "Chiyo")
OPENED = Opened("rising_sun", game_named("rising_sun").version, ("koi", "lotus", "turtle"), (), "seed")
ENTRIES: tuple[AnyEntry, ...] = (
    OPENED,
    *(Invited(bytes([seat])) for seat in range(3)),
    *(SatDown(seat, name, bytes([seat]) * 32, token=bytes([seat])) for seat, name in enumerate(NAMES)),
    Began(),
)


class Kept(NamedTuple):
    """A game in the folder of a server."""

    data: Path
    table: str


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    asyncio.run(keep(tmp_path / "data" / "tables.sqlite", "5eed5eed"))
    return Kept(tmp_path / "data", "5eed5eed")


async def keep(path: Path, table: str) -> None:
    store = SqliteStore.open(path)
    await store.create(table, b"rising_sun")
    for seq, entry in enumerate(ENTRIES):
        await store.append(table, seq, msgspec.msgpack.encode(Stamped(seq, entry)))
    await store.close_game(table, GameState.OVER)
    await store.aclose()


def test_games_are_listed(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "log", "--data", kept.data)
    headings, row = out.splitlines()
    assert code == 0
    assert headings.startswith("TABLE     GAME        STATE  ENTRIES")
    assert row.startswith(f"{kept.table}  rising_sun  over ")
    assert row.endswith("Aiko, Botan, Chiyo")

    _, out, _ = called(capsys, "log", "--data", kept.data, "--json")
    (listed,) = json.loads(out)
    assert (listed["players"], listed["state"]) == (["Aiko", "Botan", "Chiyo"], "over")
    assert listed["entries"] == len(ENTRIES)


def test_a_log_goes_to_the_standard_output_or_under_the_name_of_its_table(kept: Kept, tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    command = [sys.executable, "-m", "client", "log", kept.table[:3], "--data", str(kept.data)]
    piped = subprocess.run([*command, "-o", "-"], cwd=ROOT, capture_output=True, check=True)
    named = subprocess.run(command, cwd=here, env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=True)
    assert [file.name for file in here.iterdir()] == [f"{kept.table}.log"]
    assert (here / f"{kept.table}.log").read_bytes() == piped.stdout
    assert named.stdout.decode() == f"{kept.table}.log: {len(ENTRIES)} entries.\n"
    title, entries = read_log(BytesIO(piped.stdout))
    assert (title.table, title.game) == (kept.table, "rising_sun")
    assert [then.entry for then in entries] == list(ENTRIES)


def test_a_log_has_the_hashes_of_the_store(kept: Kept, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    async def last_hash() -> bytes:
        async with aclosing(SqliteStore.open(kept.data / "tables.sqlite")) as store:
            return (await store.entries(kept.table))[-1].hash

    assert command_line.main(["log", kept.table, "--data", str(kept.data), "-o", "-"]) == 0
    assert capsysbinary.readouterr().out.endswith(asyncio.run(last_hash()))


def test_a_game_that_is_not_there(
    kept: Kept, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, err = called(capsys, "log", "nothing", "--data", kept.data)
    assert (code, "There is no game nothing" in err) == (2, True)
    code, _, err = called(capsys, "log", "--data", tmp_path / "none")
    assert (code, "No server" in err) == (1, True)
    assert not (tmp_path / "none").exists()
    monkeypatch.setenv("JINMAKU_HOME", str(tmp_path))
    code, _, err = called(capsys, "log")
    assert (code, str(tmp_path / "server") in err) == (1, True)


def test_a_place_where_nothing_can_be_written(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = kept.data / "none" / "game.log"
    code, _, err = called(capsys, "log", kept.table, "--data", kept.data, "-o", nowhere)
    assert (code, "cannot be written" in err) == (1, True)

    (kept.data / "folder").mkdir()
    before = set(kept.data.iterdir())
    code, _, err = called(capsys, "log", kept.table, "--data", kept.data, "-o", kept.data / "folder")
    assert (code, "cannot be written" in err) == (1, True)
    assert set(kept.data.iterdir()) == before


def test_letters_that_several_tables_begin_with_mean_none_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def open_many() -> None:
        async with open_server(tmp_path, "127.0.0.1", 0) as server:
            for _ in range(2):
                await server.lobby.open("rising_sun", ("koi", "lotus", "turtle"), {}, Terms())

    asyncio.run(open_many())
    code, _, err = called(capsys, "log", "", "--data", tmp_path)
    assert (code, " could be " in err) == (2, True)
    assert called(capsys, "log", "--data", tmp_path)[1].count(" open ") == 2
