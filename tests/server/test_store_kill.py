"""What is acknowledged survives, wherever the process is killed; run as a module, this is the one killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import aclosing
from hashlib import sha256
from pathlib import Path
from random import Random

from server.store.sqlite import SqliteStore

ROOT = Path(__file__).parents[2]
GAMES = [f"game {number}" for number in range(5)]
Acknowledged = dict[tuple[str, int], str]


def test_a_lone_append_may_be_killed_at_every_step(tmp_path: Path) -> None:
    steps = asyncio.run(_steps_of_appending(tmp_path / "dry", games=1))

    assert steps == ["queued", "beginning", "written", "committing", "committed", "settling"]
    for number in range(len(steps)):
        _kill_at(tmp_path / str(number) / "store", games=1, step=number)


def test_a_group_of_three_may_be_killed_at_every_step(tmp_path: Path) -> None:
    steps = asyncio.run(_steps_of_appending(tmp_path / "dry", games=3))

    assert Counter(steps) == Counter(queued=3, beginning=1, written=3, committing=1, committed=1, settling=3)
    for number in range(len(steps)):
        _kill_at(tmp_path / str(number) / "store", games=3, step=number)


def test_a_new_store_may_be_killed_at_any_time_while_it_is_made(tmp_path: Path) -> None:
    random = Random(3)
    for number in range(8):
        path = tmp_path / str(number) / "store"
        with _child("all", str(path)) as child:
            assert child.stdout
            child.stdout.readline()
            time.sleep(random.random() * 0.02)  # whenever it is
            child.kill()

        asyncio.run(_check(path, {}))


def test_five_games_at_once_may_be_killed_at_any_time_again_and_again(tmp_path: Path) -> None:
    random = Random(7)
    acknowledged: Acknowledged = {}
    for _ in range(20):
        with _child("all", str(tmp_path / "store")) as child:
            assert child.stdout
            first = [child.stdout.readline() for _ in range(random.randint(2, 50))]
            child.kill()
            acknowledged |= _acknowledged(b"".join(first[1:]) + child.stdout.read())
        asyncio.run(_check(tmp_path / "store", acknowledged))

    assert len(acknowledged) > 200
    assert {game_id for game_id, _ in acknowledged} == set(GAMES)


async def _steps_of_appending(path: Path, games: int) -> list[str]:
    steps: list[str] = []
    async with aclosing(SqliteStore.open(path, at=steps.append)) as store:
        await _create(store, games)
        steps.clear()
        await asyncio.gather(*(store.append(game_id, 0, b"a") for game_id in GAMES[:games]))
        return list(steps)


def _kill_at(path: Path, games: int, step: int) -> None:
    """After the kill all of a group is there or nothing, and what was acknowledged is."""
    with _child("step", str(path), str(games), str(step)) as child:
        assert child.stdout
        acknowledged = _acknowledged(child.stdout.read())
    found = asyncio.run(_check(path, acknowledged))

    assert child.returncode == -signal.SIGKILL
    assert found in (games, 2 * games)


async def _check(path: Path, acknowledged: Acknowledged) -> int:
    """Opening verifies the hashes; count all entries after a second attempt at each game's last one."""
    async with aclosing(SqliteStore.open(path)) as store:
        count = 0
        for game in await store.games():
            entries = await store.entries(game.id)
            if entries:
                await store.append(game.id, entries[-1].seq, entries[-1].data)
            expected = {seq: digest for (name, seq), digest in acknowledged.items() if name == game.id}

            assert [entry.seq for entry in entries] == list(range(len(entries)))
            assert len({entry.data for entry in entries}) == len(entries)
            assert expected.items() <= {entry.seq: _digest(entry.data) for entry in entries}.items()
            assert await store.entries(game.id) == entries
            count += len(entries)
        return count


def _child(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.server.test_store_kill", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)


def _acknowledged(output: bytes) -> Acknowledged:
    """Read the whole lines; the last may have been cut off by the kill."""
    lines = [line.split("\t") for line in output.decode().split("\n")[:-1]]
    return {(game_id, int(seq)): digest for game_id, seq, digest in lines}


def _digest(entry: bytes) -> str:
    return sha256(entry).hexdigest()


async def _create(store: SqliteStore, games: int) -> None:
    for game_id in GAMES[:games]:
        await store.create(game_id, game_id.encode())


async def _append(store: SqliteStore, game_id: str, seq: int, entry: bytes) -> None:
    assert await store.append(game_id, seq, entry) == seq
    os.write(1, f"{game_id}\t{seq}\t{_digest(entry)}\n".encode())


async def _be_killed_at(path: Path, games: int, step: int) -> None:
    """Append to each game twice, and in the second round die at the given step."""
    left = [10**9]

    def die(_: str) -> None:
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    store = SqliteStore.open(path, at=die)
    await _create(store, games)
    await asyncio.gather(*(_append(store, game_id, 0, b"a") for game_id in GAMES[:games]))
    left[0] = step
    await asyncio.gather(*(_append(store, game_id, 1, b"b") for game_id in GAMES[:games]))


async def _append_until_killed(path: Path) -> None:
    os.write(1, b"here we go\n")
    store = SqliteStore.open(path)
    await _create(store, len(GAMES))
    await asyncio.gather(*(_append_to(store, game.id, game.last_seq) for game in await store.games()))


async def _append_to(store: SqliteStore, game_id: str, last_seq: int) -> None:
    random = Random(os.urandom(8))
    while True:
        last_seq += 1
        await _append(store, game_id, last_seq, os.urandom(random.choice((20, 300, 3000))))
        await asyncio.sleep(random.choice((0, 0, 0.001)))


if __name__ == "__main__":
    kind, path, *numbers = sys.argv[1:]
    if kind == "step":
        asyncio.run(_be_killed_at(Path(path), *map(int, numbers)))
    else:
        asyncio.run(_append_until_killed(Path(path)))
