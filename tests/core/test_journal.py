"""Journals: recorded games replay to the same end; broken ones are refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from core.catalog import NAMES, game_named
from core.journal import final_state, read_journal, replay, state_digest, write_journal, write_record
from core.records import InputError

JOURNALS = sorted((Path(__file__).parent.parent / "journals").rglob("*.txt"))
RISING_SUN = next(path for path in JOURNALS if path.parent.name == "rising_sun")


@pytest.mark.parametrize("game", NAMES)
def test_there_are_enough_recorded_games(game: str) -> None:
    assert sum(path.parent.name == game for path in JOURNALS) >= 100


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_replays_to_its_end(path: Path) -> None:
    journal, end = read_journal(path.read_text("utf-8"))
    state = final_state(journal)

    assert not state.agenda
    assert state_digest(game_named(journal.setup.game), state) == end


def test_a_journal_writes_what_it_read() -> None:
    text = RISING_SUN.read_text("utf-8")
    journal, end = read_journal(text)

    assert write_journal(journal, end) == text


def test_a_record_is_a_journal_with_comments() -> None:
    journal, _ = read_journal(RISING_SUN.read_text("utf-8"))
    record = write_record(journal)

    again, _ = read_journal(record)
    remarks = [line for line in record.splitlines() if line.startswith("#")]

    assert again == journal
    assert {"# spring", "# summer", "# autumn", "# winter", "# politics", "# war"} <= set(remarks)
    assert any(line.startswith("# war: ") for line in remarks)
    assert remarks[-1].startswith("# winners: ")


def tampered(old: str, new: str) -> str:
    text = RISING_SUN.read_text("utf-8")
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "begins with its game"),
        ("game = rising_sun\nrules = one\nseats = koi\nseed = 1\n\n", "begins with its game"),
        (tampered(": ready", ": done"), "not whole"),
        (tampered("seed = ", "seed = x"), "not whole"),
    ],
)
def test_a_broken_journal_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_journal(text)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("koi: bid 9 9 9 9", "Move 1 of this journal, 'koi: bid 9 9 9 9', is refused"),
        ("koi: dance", "begins with no known word"),
        ("fox: ready", "is no seat of rising_sun"),
        ("ready", "is written 'SEAT: WORDS'"),
    ],
)
def test_an_impossible_move_in_a_journal_is_named(move: str, sentence: str) -> None:
    journal, _ = read_journal(RISING_SUN.read_text("utf-8"))
    journal.moves[0] = move

    with pytest.raises(InputError, match=sentence):
        list(replay(journal))


def test_a_journal_of_other_rules_is_not_replayed() -> None:
    journal, _ = read_journal(RISING_SUN.read_text("utf-8"))
    journal.setup = replace(journal.setup, version=999)

    with pytest.raises(InputError, match="version 999"):
        list(replay(journal))
