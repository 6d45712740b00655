"""The file a game is kept in: a line that names its kind, then records, each after its length.

The first record is the title and the last one the end. Those between hold an entry each, and the hash of all
so far: SHA-256 of the hash before, the number of the entry, its time, and its bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from struct import pack

from tests.independent import msgpack
from tests.independent.records import HASH, STAMPED, Record, ShapeError, octets, one_of, tagged, text, whole

MAGIC = b"jinmaku log 2\n"
RECORD_SIZE = 64 * 1024
ALL_SIZE = 64 * 1024 * 1024

_TIME = whole(0, 253_402_300_799_999)
_HEAD = tagged(
    Head={
        "table": text(pattern=r"\A[0-9A-Za-z_-]{1,64}\Z"),
        "game": text(pattern=r"\A[0-9a-z_]{1,40}\Z"),
        "created_ms": _TIME,
        "hash": HASH,
        "viewer": one_of("everything"),
    }
)
_LINK_OR_END = tagged(
    Link={"at_ms": _TIME, "data": octets(), "hash": HASH}, End={"count": whole(1), "hash": HASH}
)


class LogError(ValueError):
    """This is not a whole log."""


class FormError(LogError):
    """An entry is there, but not written in its one form."""


def read(data: bytes) -> list[Record]:
    """Return all entries of a whole log, each with its time and its signature."""
    try:
        return _read(data)
    except (msgpack.EncodingError, ShapeError) as error:
        raise LogError(f"A record of this log is damaged: {error}") from None


def _read(data: bytes) -> list[Record]:
    if not data.startswith(MAGIC):
        raise LogError("This is no log of a game.")
    records = _records(data[len(MAGIC) :])
    head = _HEAD(msgpack.decode(next(records, b"")))
    name = head.table.encode()
    last = sha256(pack(">q", len(name)) + name + pack(">q", head.created_ms) + head.game.encode()).digest()
    if last != head.hash:
        raise LogError("The title is damaged.")
    entries, written = _entries(records, last), []
    for number, entry in enumerate(entries):
        written.append(_stamped(number, entry, head.game))
    return written


def _records(data: bytes) -> Iterator[bytes]:
    position = 0
    while position < len(data):
        start = position + 4
        size = int.from_bytes(data[position:start], "big")
        position = start + size
        if size > RECORD_SIZE or position > len(data):
            raise LogError("A record is cut off, or too long.")
        yield data[start:position]


def _entries(records: Iterator[bytes], last: bytes) -> Iterator[bytes]:
    """Follow the hashes to the end, after which nothing may come."""
    number, size = 0, 0
    for data in records:
        record = _LINK_OR_END(msgpack.decode(data))
        if record.kind == "End":
            if (record.count, record.hash) != (number, last) or next(records, None) is not None:
                raise LogError(f"The end, after entry {number - 1}, is damaged or is none.")
            return
        last = sha256(last + pack(">qq", number, record.at_ms) + record.data).digest()
        number, size = number + 1, size + len(record.data)
        if last != record.hash or size > ALL_SIZE:
            raise LogError(f"Entry {number - 1} is damaged, or the log is too long.")
        yield record.data
    raise LogError("The end is missing.")


def _stamped(number: int, data: bytes, game: str) -> Record:
    try:
        value = msgpack.decode(data)
    except msgpack.EncodingError as error:
        raise FormError(f"Entry {number} is not canonical: {error}") from None
    try:
        stamped: Record = STAMPED(value)
    except ShapeError as error:
        raise LogError(f"Entry {number} cannot be read: {error}") from None
    entry = stamped.entry
    if (entry.kind == "Opened") != (number == 0) or (number == 0 and entry.game != game):
        raise LogError(f"Entry {number} is out of place.")
    return stamped
