"""Log files: what is written is read again, and an incomplete log is never taken for a whole one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import BytesIO

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from protocol.canonical import encode
from protocol.entries import (
    Answer,
    Answered,
    AnyEntry,
    Began,
    Chose,
    Invited,
    Opened,
    Said,
    SatDown,
    Stamped,
    Written,
)
from protocol.logfile import (
    LOG_SIZE,
    MAGIC,
    RECORD_SIZE,
    EndRecord,
    EntryRecord,
    LogError,
    LogRecord,
    Title,
    TitleRecord,
    hash_of_entry,
    hash_of_title,
    read_log,
    write_log,
)

TITLE = Title("5eed5eed", "rising_sun", 1_700_000_000_000)
OPENED = Opened("rising_sun", 1, ("koi", "lotus"), (("set", "torii"),), "seed")
ENTRIES: list[AnyEntry] = [OPENED, Invited(b"token"), SatDown(0, "Aiko", b"k" * 32), Chose(0, 1, "ready")]


def written(entries: Sequence[AnyEntry]) -> Iterator[Written]:
    return (Written(seq, msgspec.msgpack.encode(Stamped(seq, entry))) for seq, entry in enumerate(entries))


def log_of(entries: Sequence[AnyEntry], title: Title = TITLE) -> bytes:
    file = BytesIO()
    write_log(file, title, written(entries))
    return file.getvalue()


def read(data: bytes) -> tuple[Title, list[Stamped]]:
    title, entries = read_log(BytesIO(data))
    return title, list(entries)


def complaint_about(data: bytes) -> str:
    with pytest.raises(LogError) as error:
        read(data)
    return str(error.value)


def framed(*records: LogRecord) -> bytes:
    """Write records as they are, right or wrong."""
    parts = map(encode, records)
    return MAGIC + b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def chained(*data: bytes) -> bytes:
    """Write a log whose chain is sound, whatever its entries are."""
    previous = hash_of_title(TITLE)
    records: list[LogRecord] = [TitleRecord(*TITLE, previous)]
    for seq, entry in enumerate(data):
        previous = hash_of_entry(previous, seq, Written(seq, entry))
        records.append(EntryRecord(seq, entry, previous))
    return framed(*records, EndRecord(len(data), previous))


LOG = log_of(ENTRIES)


def boundaries(log: bytes) -> list[int]:
    """Return where the records of a log begin, and where it ends."""
    places = [len(MAGIC)]
    while places[-1] < len(log):
        start = places[-1]
        places.append(start + 4 + int.from_bytes(log[start : start + 4], "big"))
    return places


def test_a_log_is_read_as_it_was_written() -> None:
    assert read(LOG) == (TITLE, [Stamped(seq, entry) for seq, entry in enumerate(ENTRIES)])


def test_what_is_sound_in_its_chain_is_read_so() -> None:
    assert chained(*(entry.data for entry in written(ENTRIES))) == LOG


def test_no_byte_can_be_changed_unnoticed_and_the_place_is_named() -> None:
    head, *entries, end, _ = boundaries(LOG)
    for place in range(len(LOG)):
        for change in (0x01, 0x80, 0xFF):
            damaged = bytearray(LOG)
            damaged[place] ^= change
            complaint = complaint_about(bytes(damaged))
            number = sum(place >= start for start in entries) - 1
            if place < head:
                assert "no log of a game" in complaint or "Another version" in complaint
            elif place < entries[0]:
                assert complaint == "The title of this log is damaged."
            elif place < end:
                assert complaint.startswith(f"Entry {number} is damaged")
            else:
                assert "end of this log" in complaint or "Entry 4 " in complaint


def test_a_log_of_another_version_is_told_from_what_is_none() -> None:
    older = b"jinmaku log 1\n" + LOG[len(MAGIC) :]

    assert complaint_about(older).endswith("Open it with that version.")
    assert complaint_about(b"jinmaku") == complaint_about(b"") == "This is no log of a game."


def test_a_log_cut_anywhere_misses_its_end() -> None:
    _, *entries, end, _ = boundaries(LOG)
    for length in range(len(LOG)):
        complaint = complaint_about(LOG[:length])
        if length >= end:
            assert complaint == "Entry 4 is damaged, or the end of this log is missing from there on."
        elif length >= entries[0]:
            number = sum(length >= start for start in entries) - 1
            assert complaint == f"Entry {number} is damaged, or the end of this log is missing from there on."


def test_nothing_follows_the_end() -> None:
    assert complaint_about(LOG + b"\0") == "Something follows the end of this log."


@pytest.mark.parametrize("gone", range(len(ENTRIES)))
def test_an_entry_that_was_cut_out_is_missed(gone: int) -> None:
    places = boundaries(LOG)[1:]
    complaint = complaint_about(LOG[: places[gone]] + LOG[places[gone + 1] :])
    assert complaint in {f"Entry {gone} is damaged.", f"Entry {gone} of this log is missing."}


def test_entries_cannot_change_places() -> None:
    _, _, first, second, third, *_ = boundaries(LOG)
    swapped = LOG[:first] + LOG[second:third] + LOG[first:second] + LOG[third:]
    assert complaint_about(swapped) == "Entry 1 is damaged."


def test_what_comes_before_damage_is_given_out() -> None:
    """The reader of a stream decides whether that is good enough."""
    _, entries = read_log(BytesIO(LOG[: boundaries(LOG)[4]]))
    assert [next(entries).entry for _ in range(3)] == ENTRIES[:3]
    with pytest.raises(LogError, match="Entry 3"):
        next(entries)


@pytest.mark.parametrize(
    ("entries", "complaint"),
    [
        ([], "Entry 0 is damaged"),
        ([Began()], "Entry 0 is out of place"),
        ([OPENED, OPENED], "Entry 1 is out of place"),
        ([msgspec.structs.replace(OPENED, game="shogun")], "for another game"),
        ([OPENED, SatDown(0, "\x1b[2J", b"k" * 32)], "Entry 1 cannot be shown"),
        ([OPENED, SatDown(0, "n" * 41, b"k" * 32)], "Entry 1 cannot be read"),
        ([OPENED, Said(0, 0, (), "all\u202e")], "Entry 1 cannot be shown"),
        ([OPENED, Said(0, 0, (), "")], "Entry 1 cannot be shown"),
        ([OPENED, Answered(16, 0, 0, Answer.ACCEPT)], "Entry 1 cannot be read"),
    ],
)
def test_a_whole_log_can_still_be_nonsense(entries: list[AnyEntry], complaint: str) -> None:
    assert complaint in complaint_about(chained(*(entry.data for entry in written(entries))))


@pytest.mark.parametrize(
    "data", [b"", b"\xc1", b"\x91" * 60_000, b"\xdd\xff\xff\xff\xff", b"\x92\x00\x91\xa1\xff"]
)
def test_an_entry_of_any_bytes_is_refused(data: bytes) -> None:
    assert complaint_about(chained(data)).startswith("Entry 0 cannot be read")


@pytest.mark.parametrize(
    "head",
    [
        TitleRecord("../../etc", "rising_sun", 0, bytes(32)),
        TitleRecord("table\n", "rising_sun", 0, bytes(32)),
        TitleRecord("table", "rising_sun\n", 0, bytes(32)),
        TitleRecord("table", "rising_sun", -1, bytes(32)),
        TitleRecord("table", "rising_sun", 2**62, bytes(32)),
        TitleRecord("table", "rising_sun", 0, b""),
        TitleRecord("table", "rising_sun", 0, bytes(32)),
        TitleRecord("table", "rising_sun", 0, hash_of_title(Title("table", "rising_sun", 0)), "koi"),  # type: ignore[arg-type]
        EndRecord(1, bytes(32)),
    ],
)
def test_a_title_that_no_server_gives_is_refused(head: LogRecord) -> None:
    assert complaint_about(framed(head)) == "The title of this log is damaged."


class Greedless(BytesIO):
    """A file that is never asked for more at once than a record can have."""

    def read(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert 0 <= size <= RECORD_SIZE
        return super().read(size)


@pytest.mark.parametrize("length", [RECORD_SIZE + 1, 2**31, 2**32 - 1])
def test_a_length_is_not_believed(length: int) -> None:
    hostile = LOG[: boundaries(LOG)[1]] + length.to_bytes(4, "big") + bytes(2 * RECORD_SIZE)
    _, entries = read_log(Greedless(hostile))
    with pytest.raises(LogError, match="Entry 0 is damaged"):
        next(entries)


class Endless(BytesIO):
    """A file of entries that never end, made as they are read."""

    def __init__(self) -> None:
        super().__init__(MAGIC + framed(TitleRecord(*TITLE, hash_of_title(TITLE)))[len(MAGIC) :])
        self.previous, self.seq = hash_of_title(TITLE), 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        if data:
            return data
        entry = OPENED if not self.seq else Said(0, self.seq, (1,), "", bytes(3400))
        new = Written(0, msgspec.msgpack.encode(Stamped(0, entry)))
        self.previous = hash_of_entry(self.previous, self.seq, new)
        self.seq += 1
        super().__init__(framed(EntryRecord(*new, self.previous))[len(MAGIC) :])
        return super().read(size)


def test_an_endless_log_is_read_only_so_far() -> None:
    file = Endless()
    _, entries = read_log(file)
    with pytest.raises(LogError, match="too long"):
        deque(entries, maxlen=0)
    assert file.seq * 3400 < LOG_SIZE + 3400


def test_what_could_not_be_read_again_is_not_written() -> None:
    with pytest.raises(LogError, match="The title"):
        log_of(ENTRIES, Title("my table", "rising_sun", 0))
    with pytest.raises(LogError, match="Entry 0 is too long"):
        write_log(BytesIO(), TITLE, [Written(0, bytes(RECORD_SIZE))])
    with pytest.raises(LogError, match="Entry 0"):
        write_log(BytesIO(), TITLE, [Written(-1, b"")])
    with pytest.raises(LogError, match="Entry 0"):
        write_log(BytesIO(), TITLE, [Written(2**63 - 1, b"")])


@given(st.binary(max_size=300))
@example(b"")
def test_any_bytes_are_no_log(data: bytes) -> None:
    complaint_about(data)
    complaint_about(MAGIC + data)
    complaint_about(LOG[: boundaries(LOG)[1]] + data)


@given(st.lists(st.binary(max_size=40), min_size=1, max_size=4))
def test_any_entries_in_a_sound_chain_are_read_or_refused(entries: list[bytes]) -> None:
    complaint_about(chained(*entries))


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.text(max_size=8)
    | st.binary(max_size=40),
    lambda inside: st.lists(inside, max_size=3),
    max_leaves=6,
)
TAGS = st.sampled_from([kind.__name__ for kind in (Opened, Invited, SatDown, Began, Chose, Said, Answered)])


@given(st.integers(-(2**63), 2**64 - 1), TAGS, st.lists(VALUES, max_size=7))
@example(0, "Began", [])
@example(0, "Chose", [0, 0, ""])
def test_entries_of_any_values_are_read_or_refused(at_ms: int, tag: str, fields: list[object]) -> None:
    first = next(written([OPENED])).data
    entry = msgspec.msgpack.encode((at_ms, [tag, *fields]))
    with suppress(LogError):
        _, found = read(chained(first, entry))
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(found[1]))[0] == at_ms


@given(st.data())
def test_damage_of_any_kind_is_noticed(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(LOG)))
    stop = data.draw(st.integers(start, len(LOG)))
    damaged = LOG[:start] + data.draw(st.binary(max_size=60)) + LOG[stop:]
    if damaged != LOG:
        complaint_about(damaged)
