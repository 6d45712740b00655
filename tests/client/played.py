"""Whole games over loopback, and their logs: as they are, changed, and signed anew by a dishonest host."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Sequence
from contextlib import aclosing
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from client.seat.bot_player import BotPlayer
from client.seat.player import Person
from protocol.chain import Chain, sign_link
from protocol.entries import Opened, Stamped
from protocol.identity import Identity, load_identity
from protocol.limits import Limits
from protocol.logfile import Title, Written, read_log, write_log
from protocol.pace import Terms
from server.server import open_server
from server.store.sqlite import SqliteStore
from tests.waiting import patience, soon

GAME = "rising_sun"
SEATS = ("koi", "lotus", "turtle")
QUICK = Limits(request_rate=1e6, request_burst=10**6, identity_request_rate=1e6)
Entries = list[Stamped]


async def play(folder: Path, seats: Sequence[str] = SEATS, game: str = GAME) -> str:
    """Let people who choose at random play a game to its end; give the name of the table."""
    async with open_server(folder / "data", "127.0.0.1", 0, QUICK) as server:
        runner = await server.lobby.open(game, tuple(seats), {}, Terms(), "a seed")
        players = []
        for number, _ in enumerate(seats):
            token = await server.lobby.invite(runner)
            invitation = server.invitation("127.0.0.1", runner.name, token)
            person = Person(identity(number), f"Player {number}", home=folder / f"home {number}")
            player = BotPlayer(invitation, lambda _: None, person, "random", Random(number), QUICK)
            await player.sit_down()
            players.append(player)
        async with patience():
            await asyncio.gather(*(player.play_on() for player in players))
        await soon(runner.settled.wait())
        return runner.name


def identity(number: int) -> Identity:
    return Identity.from_secret(bytes([number + 1]) * 32)


def host_of(folder: Path) -> Identity:
    return load_identity(folder / "data" / "host_key")


async def log_of(folder: Path, table: str, game: str = GAME) -> bytes:
    async with aclosing(SqliteStore.open(folder / "data" / "tables.sqlite")) as store:
        games = [game for game in await store.games() if game.id == table]
        entries = await store.entries(table)
    file = io.BytesIO()
    title = Title(table, game, games[0].created_ms)
    write_log(file, title, [Written(entry.at_ms, entry.data) for entry in entries])
    return file.getvalue()


# Changing logs -----------------------------------------------------------------------------------


def read(log: bytes) -> tuple[Title, Entries]:
    title, entries = read_log(io.BytesIO(log))
    return title, list(entries)


def write(title: Title, entries: Entries) -> bytes:
    """Write a log that is whole, whatever is in it."""
    file = io.BytesIO()
    write_log(file, title, [Written(e.at_ms, msgspec.msgpack.encode(e)) for e in entries])
    return file.getvalue()


def raw(log: bytes) -> list[Written]:
    return [Written(stamp.at_ms, msgspec.msgpack.encode(stamp)) for stamp in read(log)[1]]


def write_raw(title: Title, entries: list[Written]) -> bytes:
    file = io.BytesIO()
    write_log(file, title, entries)
    return file.getvalue()


def changed(log: bytes, change: Callable[[Entries], Entries]) -> bytes:
    title, entries = read(log)
    return write(title, change(entries))


def signed_anew(entries: Entries, host: Identity) -> Entries:
    """What a host with a changed story can do: sign all of it."""
    opened = entries[0].entry
    assert isinstance(opened, Opened)
    chain, signed = Chain(opened.game_id), []
    for stamp in entries:
        public = stamp.entry.seen_by(None)
        if public is None:
            signed.append(stamp)
            continue
        link = chain.next_hash(stamp.at_ms, public, stamp.shown, stamp.facts)
        chain.add(link)
        signed.append(replace(stamp, signature=sign_link(host, link)))
    return signed
