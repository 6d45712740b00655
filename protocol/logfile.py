"""A game as a file: its whole journal, to keep and to pass on.

A log is one line that says what it is, and then records, each after its length in four bytes: the title,
every entry of the journal, and the end. The entries carry the hash chain of the journal they come from, and
the end names the last hash, so damage and gaps are noticed where they are.

The chain tells whether a log is whole, not who wrote it: anybody can make one. So its contents have to be
replayed before they are believed, and nothing here trusts a length, a time or a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Annotated, BinaryIO, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Meta, Struct, msgpack

from core.kinds import InputError
from protocol.canonical import decode, encode
from protocol.entries import AnyEntry, Opened, Said, SatDown, Stamped, Written
from protocol.errors import UNREADABLE, ProtocolError
from protocol.limits import KIB, MIB
from protocol.talk import TalkError, check_text

MAGIC = b"jinmaku log 2\n"
KIND = MAGIC[:-2]
RECORD_SIZE = 64 * KIB
LOG_SIZE = 64 * MIB
"""The bytes of all entries, as many as a server keeps for one table."""

_LENGTH_SIZE = 4
_HASH_SIZE = 32

Time: TypeAlias = Annotated[int, Meta(ge=0, lt=253_402_300_800_000)]
"""Milliseconds since 1970, to the end of the year 9999."""
Hash: TypeAlias = Annotated[bytes, Meta(min_length=_HASH_SIZE, max_length=_HASH_SIZE)]
TableName: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z_-]{1,64}\Z")]
GameName: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9a-z_]{1,40}\Z")]

R = TypeVar("R", bound="LogRecord")


class LogError(InputError):
    """This is not a whole log; the sentence says where it stops being one."""


class Title(NamedTuple):
    """What game a log is of."""

    table: str
    game: str
    created_ms: int


class LogRecord(Struct, frozen=True, tag=True, array_like=True, forbid_unknown_fields=True):
    """Base of the three records of a log."""


class TitleRecord(LogRecord, frozen=True, tag="Head"):
    """What follows, and whose eyes it is for; a full log shows what was hidden."""

    table: TableName
    game: GameName
    created_ms: Time
    hash: Hash
    viewer: Literal["everything"] = "everything"


class EntryRecord(LogRecord, frozen=True, tag="Link"):
    """An entry and the hash of everything up to it."""

    at_ms: Time
    data: bytes
    hash: Hash


class EndRecord(LogRecord, frozen=True, tag="End"):
    """How many entries there were, and the hash of the last one."""

    count: Annotated[int, Meta(ge=1)]
    hash: Hash


def hash_of_title(title: Title) -> bytes:
    return hash_of_beginning(title.table, title.created_ms, title.game.encode())


def hash_of_beginning(name: str, created_ms: int, header: bytes) -> bytes:
    """Return the hash before the first entry of a journal; even a damaged name has one."""
    encoded = name.encode("utf-8", "surrogatepass")
    return sha256(_int(len(encoded)) + encoded + _int(created_ms) + header).digest()


def hash_of_entry(previous: bytes, seq: int, written: Written) -> bytes:
    """Return the hash of all entries up to this one."""
    return sha256(previous + _int(seq) + _int(written.at_ms) + written.data).digest()


def _int(number: int) -> bytes:
    return number.to_bytes(8, "big", signed=True)


# Writing -----------------------------------------------------------------------------------------


def write_log(file: BinaryIO, title: Title, entries: Iterable[Written]) -> bytes:
    """Write a log as the entries come; return the hash of the last one."""
    file.write(MAGIC)
    previous, count = hash_of_title(title), 0
    _put(file, TitleRecord(*title, previous), "The title")
    for count, written in enumerate(entries, start=1):
        previous = hash_of_entry(previous, count - 1, written)
        _put(file, EntryRecord(*written, previous), f"Entry {count - 1}")
    _put(file, EndRecord(count, previous), "The end")
    return previous


def _put(file: BinaryIO, record: LogRecord, what: str) -> None:
    """Write a record that can be read again."""
    try:
        data = encode(record)
        decode(data, type(record))
    except ProtocolError as error:
        raise LogError(f"{what} cannot be in a log: {error.detail}.") from None
    if len(data) > RECORD_SIZE:
        raise LogError(f"{what} is too long for a log.")
    file.write(len(data).to_bytes(_LENGTH_SIZE, "big") + data)


# Reading -----------------------------------------------------------------------------------------


def read_log(file: BinaryIO) -> tuple[Title, Iterator[Stamped]]:
    """Read the title, and the entries on demand; only after the last is the log known to be whole."""
    _check_form(file.read(len(MAGIC)))
    head = _record(_take(file), TitleRecord)
    if head is None:
        raise LogError("The title of this log is damaged.")
    title = Title(head.table, head.game, head.created_ms)
    if hash_of_title(title) != head.hash:
        raise LogError("The title of this log is damaged.")
    return title, _entries(file, title)


def _check_form(magic: bytes) -> None:
    if not magic.startswith(KIND):
        raise LogError("This is no log of a game.")
    if magic != MAGIC:
        raise LogError("Another version of this program wrote this log. Open it with that version.")


def _entries(file: BinaryIO, title: Title) -> Iterator[Stamped]:
    previous, seq, size = hash_of_title(title), 0, 0
    while (data := _take(file)) is not None:
        end = _record(data, EndRecord)
        if end is not None:
            _check_end(file, end, EndRecord(seq, previous))
            return
        link = _record(data, EntryRecord)
        if link is None or hash_of_entry(previous, seq, Written(link.at_ms, link.data)) != link.hash:
            raise LogError(f"Entry {seq} is damaged.")
        size += len(link.data)
        if size > LOG_SIZE:
            raise LogError(f"This log is too long: its entries have more than {LOG_SIZE} bytes.")
        yield _entry(link.data, seq, title)
        previous, seq = link.hash, seq + 1
    raise LogError(f"Entry {seq} is damaged, or the end of this log is missing from there on.")


def _take(file: BinaryIO) -> bytes | None:
    """Take the bytes of the next record; empty if they are not all there."""
    prefix = file.read(_LENGTH_SIZE)
    length = int.from_bytes(prefix, "big")
    if len(prefix) < _LENGTH_SIZE or length > RECORD_SIZE:
        return None
    data = file.read(length)
    return data if len(data) == length else None


def _record(data: bytes | None, kind: type[R]) -> R | None:
    try:
        return decode(data, kind) if data is not None else None
    except ProtocolError:
        return None


def _check_end(file: BinaryIO, end: EndRecord, expected: EndRecord) -> None:
    if end.count > expected.count:
        raise LogError(f"Entry {expected.count} of this log is missing.")
    if end != expected:
        raise LogError(f"The end of this log, after entry {expected.count - 1}, is damaged.")
    if file.read(1):
        raise LogError("Something follows the end of this log.")


def _entry(data: bytes, seq: int, title: Title) -> Stamped:
    try:
        stamped = msgpack.decode(data, type=Stamped)
        _check_texts(stamped.entry)
    except UNREADABLE as error:
        raise LogError(f"Entry {seq} cannot be read: {error}.") from None
    except TalkError:
        raise LogError(f"Entry {seq} cannot be shown: no server would have taken its text.") from None
    if isinstance(stamped.entry, Opened) != (seq == 0):
        raise LogError(f"Entry {seq} is out of place: a log opens its table first, and once.")
    if isinstance(stamped.entry, Opened) and stamped.entry.game != title.game:
        raise LogError(f"This log says it is of {title.game}, but entry 0 opens a table for another game.")
    return stamped


def _check_texts(entry: AnyEntry) -> None:
    """Refuse names and words that a server would have refused."""
    if isinstance(entry, SatDown):
        check_text(entry.name)
    elif isinstance(entry, Said) and not entry.to:
        check_text(entry.words)
