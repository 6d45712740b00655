"""Before enough have confirmed, only its owner has a bid: it is not even in the server's memory."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from client.seat.connection import Connection
from client.seat.news import Person
from core.kinds import DefaultStood
from protocol.header import SERVER
from protocol.identity import Identity
from protocol.invitation import Invitation
from protocol.round import RoundStage
from protocol.round_records import Acked
from protocol.sealing import Dealt, shares_of
from protocol.sharing import number
from tests.harness.at_battle import is_asked, move
from tests.harness.loopback import admit
from tests.harness.rogue import Rogue, read
from tests.waiting import PATIENCE, patience, until

ROOT = Path(__file__).parents[2]
PLAYERS = 3
UNREADABLE = ("[vvar", "[vsyscall]")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc to look into")


class Needles(NamedTuple):
    """What is searched for."""

    line: list[bytes]  # pieces of the bid as it is written, which nobody else can have invented
    secrets: list[bytes]  # what opens it
    sealed: list[bytes]  # pieces of what everybody sees of it


# The server --------------------------------------------------------------------------------------


@contextmanager
def server(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a host as people do; what it prints goes into files."""
    table = ["--seats", str(PLAYERS), "--port", "0", "--no-announce", "--data", str(folder / "data")]
    folder.mkdir()
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", "client", "host", *table],
            cwd=ROOT,
            env={**os.environ, "JINMAKU_HOME": str(folder / "home")},
            stdout=out,
            stderr=err,
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait(PATIENCE)


async def invitations(folder: Path) -> list[Invitation]:
    await until(lambda: b"join --watch" in (folder / "out").read_bytes())
    printed = (folder / "out").read_text()
    return [Invitation.parse(text) for text in re.findall(r"join '(table://\S+&t=\S+)'", printed)]


def memory(process: subprocess.Popen[bytes]) -> bytes:
    """Return everything a process of ours has in its memory."""
    regions = []
    with Path(f"/proc/{process.pid}/maps").open() as maps, Path(f"/proc/{process.pid}/mem").open("rb") as mem:
        for line in maps:
            area, rights, *_ = line.split()
            if rights[0] == "r" and not any(name in line for name in UNREADABLE):
                start, end = (int(place, 16) for place in area.split("-"))
                mem.seek(start)
                regions.append(mem.read(end - start))
    return b"\n".join(regions)


def files(folder: Path) -> bytes:
    """Return everything a server has written, wherever."""
    return b"\n".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


# The players -------------------------------------------------------------------------------------


@contextmanager
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[bytes, bytearray]]:
    """Note all bytes each player gets, by their key."""
    traffic: dict[bytes, bytearray] = {}
    take = Connection.data_received

    def note(connection: Connection, data: bytes) -> None:
        traffic.setdefault(connection._identity.public.raw, bytearray()).extend(data)  # noqa: SLF001
        take(connection, data)

    with monkeypatch.context() as patch:
        patch.setattr(Connection, "data_received", note)
        yield traffic


@asynccontextmanager
async def players(folder: Path) -> AsyncIterator[list[Rogue]]:
    """Sit down and play until there is a battle."""
    async with AsyncExitStack() as stack:
        people: list[Rogue] = []
        for place, invitation in enumerate(await invitations(folder)):
            who = Person(Identity.make(), f"Player {place}")
            people.append(Rogue(invitation, who, admit, lambda _: None))
            await people[-1].sit_down()
            stack.push_async_callback(people[-1].leave)
        await asyncio.gather(*(person.ready() for person in people))
        await play_to_battle(people)
        yield people


async def play_to_battle(people: list[Rogue]) -> None:
    dice = Random(1)
    while not all(map(is_asked, people)):
        for person in people:
            if not person.mirror.is_sealing:
                await move(person, dice)
        await asyncio.sleep(0.001)


def planted(owner: Rogue) -> tuple[Dealt, Needles]:
    """Seal something nobody could bid, in pieces: freed memory is soon overwritten here and there."""
    pieces = [secrets.token_hex(10) for _ in range(9)]
    dealt = owner.deal(" ".join(["bid", *pieces]))
    ciphertext = read(dealt).ciphertext
    sealed = [ciphertext[place : place + 16] for place in range(0, 256, 16)]
    opening = dealt.opening.polynomial
    shares = shares_of(owner.round.header.row(owner.seat)[0], tuple(map(number, opening)), b"")
    held = [share for holder, share in shares.items() if holder != SERVER]
    return dealt, Needles([piece.encode() for piece in pieces], [*opening, *held], sealed)


# The search --------------------------------------------------------------------------------------


async def test_a_bid_is_nowhere_before_the_round_is_certified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What everybody sees of it is everywhere, and afterwards what opens it, too: so the search works."""
    folder = tmp_path / "server"
    with listening(monkeypatch) as traffic, server(folder) as process:
        async with patience(), players(folder) as people:
            owner, *others = sorted(people, key=lambda person: person.mirror.prompt is None)
            for other in others:
                other.keeps_back = {Acked}
            dealt, needles = planted(owner)
            await owner.seal(dealt)
            for other in others:
                if other.mirror.prompt is not None:
                    await other.bid()
            await until(lambda: all(person.round.stage is RoundStage.SET for person in people))
            for name, hay in haystacks(process, folder, traffic, others).items():
                assert found(needles.line + needles.secrets, hay) == [], name
                assert found(needles.sealed, hay), name

            for other in others:
                other.give_in()
            await until(lambda: has_ended(owner, others))
            places = haystacks(process, folder, traffic, others)
            assert all(found(needles.secrets, hay) for hay in places.values())
            assert found(needles.line, places["memory"])


def has_ended(owner: Rogue, others: list[Rogue]) -> bool:
    """Say whether everybody has heard what stood for the impossible bid."""
    stood = DefaultStood(owner.seat, "illegal")
    return all(any(stood in heard.events for heard in other.mirror.story) for other in others)


def haystacks(
    process: subprocess.Popen[bytes], folder: Path, traffic: dict[bytes, bytearray], others: list[Rogue]
) -> dict[str, bytes]:
    """Return all places where something could have got to."""
    heard = {other.person.name: bytes(traffic[other.person.identity.public.raw]) for other in others}
    return {"memory": memory(process), "files": files(folder), **heard}


def found(needles: list[bytes], hay: bytes) -> list[bytes]:
    return [needle for needle in needles if needle in hay]
