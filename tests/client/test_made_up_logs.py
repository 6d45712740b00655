"""Logs that nobody wrote in good faith: `jinmaku replay` and `record` say what is wrong in one line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from client.harmless import harmless
from core.deals import Goods
from core.kinds import InputError, RulesError
from core.record import final_state, read_record
from protocol.entries import (
    ActedFreely,
    Answer,
    Answered,
    AnyEntry,
    Began,
    Chose,
    Consented,
    Offered,
    Opened,
    Replaced,
    Said,
    SatDown,
    Stamped,
    StoodUp,
    Written,
)
from protocol.logfile import Title, write_log
from protocol.table.proposals import propose
from protocol.table.replay import happen
from protocol.table.table import Table
from tests.harness.command import called
from tests.server.test_table import begun

KOI, LOTUS = 0, 1


def begun_with(seed: str) -> tuple[Opened, list[AnyEntry]]:
    """Return the entries of a table where the game has just begun."""
    opening, *rest = begun(seed).journal
    assert isinstance(opening.entry, Opened)
    return opening.entry, [stamp.entry for stamp in rest]


OPENED, SEATED = begun_with("seed")


def made_up(folder: Path, entries: Sequence[AnyEntry], opened: Opened = OPENED) -> Path:
    """Write a log that is whole, whatever it says."""
    path = folder / "made_up.log"
    stamps = [Stamped(0, opened), *stamped(opened, entries)]
    written = (Written(0, msgspec.msgpack.encode(stamp)) for stamp in stamps)
    with path.open("wb") as file:
        write_log(file, Title("table", opened.game, 0), written)
    return path


def stamped(opened: Opened, entries: Sequence[AnyEntry]) -> Iterator[Stamped]:
    """Note with each entry what follows from it, while anything does."""
    table: Table | None = None
    with suppress(InputError):
        table = Table(Stamped(0, opened))
    for number, entry in enumerate(entries, start=1):
        stamp = Stamped(number, entry)
        with suppress(InputError, RulesError, LookupError):
            if table is not None:
                stamp = happened(table, number, entry)
        yield stamp


def happened(table: Table, at_ms: int, entry: AnyEntry) -> Stamped:
    """Let something happen at a table, and note what follows from it."""
    proposal = propose(table, entry)
    marks = proposal.shown, proposal.facts_hash, proposal.heard
    stamp = Stamped(at_ms, entry, b"", *marks)
    stamp = replace(stamp, journal=table.journal_mark(stamp.entry, table.journal_after(stamp)))
    happen(table, stamp)
    return stamp


@pytest.mark.parametrize(
    "entries",
    [
        [Chose(KOI, 0, "ready")],
        [*SEATED, Chose(KOI, 7, "ready")],
        [*SEATED, Chose(KOI, 1, "dance \x1b[2J")],
        [*SEATED, Chose(15, 1, "ready")],
        [*SEATED, ActedFreely(15, 1, "give koi 1 coins")],
        [*SEATED, Said(15, 1, (), "I am nobody")],
        [*SEATED, Said(KOI, 1, (15,), "", b"sealed")],
        [*SEATED, Replaced(15)],
        [*SEATED, Began()],
        [*SEATED, StoodUp(KOI)],
        [*SEATED, Answered(KOI, 15, 0, Answer.ACCEPT)],
        [*SEATED, Consented(KOI, True)],
        [SatDown(KOI, "Aiko", b"k" * 32)],
    ],
)
@pytest.mark.parametrize("command", ["replay", "record"])
def test_what_cannot_have_happened_is_refused_in_one_line(
    tmp_path: Path, command: str, entries: list[AnyEntry], capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = called(capsys, command, made_up(tmp_path, entries))
    assert code == 1
    assert f"Entry {len(entries)} cannot have happened" in err
    assert err.count("\n") == 1
    assert err[:-1].isprintable()


def test_what_happened_before_cannot_happen_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, _, err = called(capsys, "replay", made_up(tmp_path, [*SEATED, Began()]))
    assert "It had already happened." in err


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 99},
        {"seats": ("koi",)},
        {"seats": ()},
        {"seats": ("koi", "koi", "lotus")},
        {"seats": ("koi", "lotus", "\x1b[2J")},
        {"options": (("\x1b[2J", "x"),)},
    ],
)
def test_a_table_nobody_could_open_is_refused_in_one_line(
    tmp_path: Path, changes: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    opened = replace(OPENED, **changes)
    code, out, err = called(capsys, "replay", made_up(tmp_path, SEATED, opened))
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert err[:-1].isprintable()


def test_rules_that_fail_at_a_log_do_not_take_the_program_with_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    log = made_up(tmp_path, SEATED)
    monkeypatch.setattr("protocol.table.replay.propose", broken)
    code, _, err = called(capsys, "replay", log)
    assert code == 1
    assert "Entry 1 cannot have happened: The rules fail there (ZeroDivisionError" in err


def test_a_file_that_is_no_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "other").write_bytes(b"\x89PNG\r\n")
    for path in (tmp_path / "other", tmp_path / "none", tmp_path):
        for command in ("replay", "record"):
            code, out, err = called(capsys, command, path)
            assert (code, out, err.count("\n")) == (1, "", 1)


def test_nothing_that_is_told_steers_a_terminal() -> None:
    assert harmless("a\x1b[2J\n\u202e\x9b") == r"a\x1b[2J\n\u202e\x9b"
    assert harmless("陣幕\u3000\U0001f469\u200d\U0001f33e") == "陣幕\u3000\U0001f469\U0001f33e"


def test_a_game_that_has_not_begun_has_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "record", made_up(tmp_path, []))
    assert (code, out) == (1, "")
    assert "has not begun" in err


def test_a_seed_that_is_no_line_is_not_written_at_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A record has the keys of its draws in place of the seed, so it can be read whatever the seed is."""
    opened, seated = begun_with("one # two")
    code, out, _ = called(capsys, "record", made_up(tmp_path, seated, opened))
    record, _ = read_record(out)
    assert code == 0
    assert "one # two" not in out
    assert final_state(record).seats == (0, 1, 2)


def test_a_line_with_strange_blanks_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = called(capsys, "replay", made_up(tmp_path, [*SEATED, Chose(KOI, 1, "ally\x0clotus")]))
    assert code == 1
    assert "Write that as 'ally lotus'" in err


def test_who_could_not_give_before_getting_gives_last_in_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    offer = Offered(KOI, 0, LOTUS, Goods(coins=6), Goods(coins=2))
    log = made_up(
        tmp_path, [*SEATED, offer, Answered(LOTUS, KOI, 0, Answer.ACCEPT, Goods(coins=2), Goods(coins=6))]
    )
    code, out, _ = called(capsys, "record", log)
    record, _ = read_record(out)
    assert code == 0
    assert record.moves == ["lotus: give koi 2 coins", "koi: give lotus 6 coins"]
    assert final_state(record).coins[:2] == [1, 11]
