"""Logs of games: those that were recorded, and what a dishonest host makes of them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from client.cli.past import relive
from client.seat.witness import Witness
from core.kinds import Event
from core.wire import pack_events
from protocol.chain import Chain, marks_of, sign_link
from protocol.entries import Opened, Stamped, Written
from protocol.fair import secrets_of
from protocol.identity import Identity
from protocol.logfile import Title, read_log, write_log
from protocol.messages import Item
from protocol.table.story import heard_by, told_to
from protocol.table.table import journal_mark, next_journal
from server.store.sqlite import SqliteStore
from tests.harness.folders import LOGS

Entries = list[Stamped]
HOST = Identity.from_secret(bytes([99]) * 32)
"""Who hosted the recorded games; neither this key nor those of the players are secret."""
NO_EVENTS = Raw(pack_events([]))


def identity(number: int) -> Identity:
    """Give the key of a player."""
    return Identity.from_secret(bytes([number + 1]) * 32)


# Reading and writing -----------------------------------------------------------------------------


async def log_of(folder: Path, table: str, game: str = "rising_sun") -> bytes:
    """Write the log of a table whose server has ended."""
    async with aclosing(SqliteStore.open(folder / "data" / "tables.sqlite")) as store:
        (created_ms,) = (game.created_ms for game in await store.games() if game.id == table)
        entries = await store.entries(table)
    return write_raw(Title(table, game, created_ms), [Written(entry.at_ms, entry.data) for entry in entries])


def log_named(name: str) -> bytes:
    return (LOGS / f"{name}.log").read_bytes()


def read(log: bytes) -> tuple[Title, Entries]:
    title, entries = read_log(io.BytesIO(log))
    return title, list(entries)


def write(title: Title, entries: Entries) -> bytes:
    """Write a log that is whole, whatever is in it."""
    return write_raw(title, list(map(written, entries)))


def written(stamp: Stamped) -> Written:
    return Written(stamp.at_ms, msgspec.msgpack.encode(stamp))


def stamps_in(entries: Iterable[Any]) -> Entries:
    """Read what is written, in a log or a store."""
    return [msgspec.msgpack.decode(entry.data, type=Stamped) for entry in entries]


def read_raw(log: bytes) -> tuple[Title, list[Written]]:
    title, entries = read(log)
    return title, list(map(written, entries))


def write_raw(title: Title, entries: list[Written]) -> bytes:
    file = io.BytesIO()
    write_log(file, title, entries)
    return file.getvalue()


def changed(log: bytes, change: Callable[[Entries], Entries]) -> bytes:
    title, entries = read(log)
    return write(title, change(entries))


# Signing anew ------------------------------------------------------------------------------------


class Signer:
    """A host with a changed story: it can sign all of it."""

    def __init__(self, host: Identity) -> None:
        self._host = host
        self._seed, self._journal = b"", b""
        self.chain = Chain(b"")

    def sign(self, stamp: Stamped) -> Stamped:
        is_first = isinstance(stamp.entry, Opened) and not len(self.chain)
        if isinstance(stamp.entry, Opened) and is_first:
            self.chain, (self._seed, _) = Chain(stamp.entry.game_id), secrets_of(stamp.entry.seed)
        self._journal = next_journal(self._journal, stamp)
        if stamp.entry.seen_by(None) is None:
            return stamp
        if not is_first:
            stamp = replace(stamp, journal=journal_mark(self._seed, self._journal))
        return self.sign_link(stamp)

    def sign_link(self, stamp: Stamped) -> Stamped:
        """Sign what everybody sees of an entry with the marks it has."""
        public = stamp.entry.seen_by(None)
        assert public is not None
        link = self.chain.next_hash(stamp.at_ms, public, *marks_of(stamp))
        self.chain.add(link)
        return replace(stamp, signature=sign_link(self._host, link))


def signed_anew(entries: Iterable[Stamped], host: Identity = HOST) -> Entries:
    return list(map(Signer(host).sign, entries))


def signed_by_host(entries: list[Written], host: Identity = HOST) -> list[Written]:
    """Sign all links again, as far as possible; what cannot be read is left as it is."""
    signer, signed = Signer(host), []
    for entry in entries:
        try:
            stamp = signer.sign(msgspec.msgpack.decode(entry.data, type=Stamped))
            signed.append(Written(entry.at_ms, msgspec.msgpack.encode(stamp)))
        except Exception:  # noqa: BLE001  (no host could sign this)
            signed.append(entry)
    return signed


def chain_of(entries: list[Written]) -> Chain:
    signer = Signer(HOST)
    for stamp in stamps_in(entries):
        signer.sign(stamp)
    return signer.chain


def place_of(entries: list[Written], kind: str, start: int = 0) -> int:
    """Find the first entry of a kind."""
    kinds = [msgspec.msgpack.decode(entry.data)[1][0] for entry in entries]
    return kinds.index(kind, start)


def edited(entries: list[Written], number: int, path: tuple[int, ...], value: Any) -> list[Written]:
    """Put a value into an entry, and let the host sign everything again."""
    stamp = msgspec.msgpack.decode(entries[number].data)
    *way, last = path
    place = stamp[1]
    for step in way:
        place = place[step]
    place[last] = value
    other = Written(entries[number].at_ms, msgspec.msgpack.encode(stamp))
    return signed_by_host([*entries[:number], other, *entries[number + 1 :]])


# Changing what somebody else has signed -----------------------------------------------------------


def _put(entries: Entries, number: int, **changes: Any) -> Entries:
    return [*entries[:number], replace(entries[number], **changes), *entries[number + 1 :]]


FRAMES: dict[str, Callable[[Entries, int], Entries]] = {
    "left out": lambda entries, n: entries[:n] + entries[n + 1 :],
    "told later": lambda entries, n: [*entries[:n], entries[n + 1], entries[n], *entries[n + 2 :]],
    "told twice": lambda entries, n: entries[: n + 1] + entries[n:],
    "at another time": lambda entries, n: _put(entries, n, at_ms=entries[n].at_ms + 1000),
    "signed": lambda entries, n: _put(entries, n, signature=bytes(64)),
    "marked": lambda entries, n: _put(entries, n, journal=bytes(32)),
}
"""What anybody with a log and no key can do to an entry."""


# Following a story -------------------------------------------------------------------------------


def story_of(name: str) -> Entries:
    return read(log_named(name))[1]


def told_in(name: str) -> Iterator[tuple[Stamped, Item | None, list[Event]]]:
    """Replay a recorded game; return each entry with what a spectator is told of it, and hears."""
    for _, happened, _ in relive(story_of(name)):
        yield happened.stamp, told_to(None, happened, 0), heard_by(None, happened.events)


def witness_of(name: str, is_enough: Callable[[Witness, Stamped], bool]) -> tuple[Witness, Stamped]:
    """Follow a recorded game up to an entry; return that one, too."""
    witness = Witness(HOST.public)
    for stamp, item, events in told_in(name):
        if is_enough(witness, stamp):
            return witness, stamp
        if item is not None:
            witness.follow(item, events)
    raise AssertionError("There is no such entry.")
