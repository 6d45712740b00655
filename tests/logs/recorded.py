"""Recorded games as tests use them: read, changed, signed anew by their host, and verified by the program."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from client.cli.verify import verify_file
from client.seat.witness import Witness
from client.texts.refusals import said
from core.wire import pack_events
from protocol.chain import Chain, sign_link
from protocol.entries import AnyEntry, Opened, Stamped
from protocol.logfile import Title, Written, read_log, write_log
from protocol.messages import Item
from protocol.table.verify import Finding
from tests.harness.record_logs import HOST

LOGS = Path(__file__).parent


def log_named(name: str) -> bytes:
    return (LOGS / f"{name}.log").read_bytes()


class Theirs(NamedTuple):
    """What the program finds: the gravest, and the first of that kind."""

    code: int
    finding: Finding | None

    @property
    def entry(self) -> int | None:
        return None if self.finding is None else self.finding.entry

    @property
    def why(self) -> str:
        return "" if self.finding is None else said(self.finding.why)


def inspected(log: bytes, path: Path) -> Theirs:
    file = path / "a.log"
    file.write_bytes(log)
    report = verify_file(file)
    grave = [finding for finding in report.findings if finding.judgement == report.judgement]
    return Theirs(int(report.judgement), grave[0] if grave else None)


NO_EVENTS = Raw(pack_events([]))


def item_of(stamp: Stamped) -> Item | None:
    """Give what all are told of an entry, without its events."""
    public: AnyEntry | None = stamp.entry.seen_by(None)  # type: ignore[assignment]  # an entry's form is one
    if public is None:
        return None
    return Item(0, stamp.at_ms, public, NO_EVENTS, stamp.signature, stamp.shown, stamp.facts)


def story_of(name: str) -> list[Stamped]:
    return list(read_log(io.BytesIO(log_named(name)))[1])


def witness_of(name: str, is_enough: Callable[[Witness, Stamped], bool]) -> tuple[Witness, Stamped]:
    """Follow a recorded game up to an entry; give that one too."""
    entries = story_of(name)
    assert isinstance(entries[0].entry, Opened)
    witness = Witness(HOST.public)
    for stamp in entries:
        if is_enough(witness, stamp):
            return witness, stamp
        item = item_of(stamp)
        if item is not None:
            witness.follow(item, [])
    raise AssertionError("There is no such entry.")


def signed_by_host(entries: list[Written]) -> list[Written]:
    """Sign all links anew, as far as that is possible; what cannot be read is left as it is."""
    chain, signed = Chain(b""), []
    for entry in entries:
        try:
            stamp = msgspec.msgpack.decode(entry.data, type=Stamped)
            if isinstance(stamp.entry, Opened) and not len(chain):
                chain = Chain(stamp.entry.game_id)
            public = stamp.entry.seen_by(None)
            if public is not None:
                link = chain.next_hash(stamp.at_ms, public, stamp.shown, stamp.facts)
                chain.add(link)
                stamp = replace(stamp, signature=sign_link(HOST, link))
            signed.append(Written(entry.at_ms, msgspec.msgpack.encode(stamp)))
        except Exception:  # noqa: BLE001  (no host could sign this)
            signed.append(entry)
    return signed


def written(title: Title, entries: list[Written]) -> bytes:
    file = io.BytesIO()
    write_log(file, title, entries)
    return file.getvalue()


def place_of(entries: list[Written], kind: str, start: int = 0) -> int:
    """Find the first entry of a kind."""
    kinds = [msgspec.msgpack.decode(entry.data)[1][0] for entry in entries]
    return kinds.index(kind, start)


def edited(entries: list[Written], number: int, path: tuple[int, ...], value: Any) -> list[Written]:
    """Put a value into an entry, and let the host sign all anew."""
    stamp = msgspec.msgpack.decode(entries[number].data)
    *way, last = path
    place = stamp[1]
    for step in way:
        place = place[step]
    place[last] = value
    changed = Written(entries[number].at_ms, msgspec.msgpack.encode(stamp))
    return signed_by_host([*entries[:number], changed, *entries[number + 1 :]])


def chain_of(entries: list[Written]) -> Chain:
    stamps = [msgspec.msgpack.decode(entry.data, type=Stamped) for entry in entries]
    opened = stamps[0].entry
    assert isinstance(opened, Opened)
    chain = Chain(opened.game_id)
    for stamp in stamps:
        public = stamp.entry.seen_by(None)
        if public is not None:
            chain.add(chain.next_hash(stamp.at_ms, public, stamp.shown, stamp.facts))
    return chain
