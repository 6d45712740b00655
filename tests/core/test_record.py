"""Records: recorded games replay to the same end; broken ones are refused with a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from core.catalog import game_named, game_names
from core.chance import ChanceEvent, SeededRng, keyed, write_keys
from core.kinds import InputError
from core.record import (
    GameRecord,
    final_state,
    read_record,
    replay,
    state_digest,
    write_annotated,
    write_record,
)
from tests.refusing import refused

RECORDED = sorted((Path(__file__).parent.parent / "records").rglob("*.txt"))
RISING_SUN = next(path for path in RECORDED if path.parent.name == "rising_sun")


@pytest.mark.parametrize("game", game_names())
def test_there_are_enough_recorded_games(game: str) -> None:
    assert sum(path.parent.name == game for path in RECORDED) >= 100


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_replays_to_its_end(path: Path) -> None:
    record, end = read_record(path.read_text("utf-8"))
    state = final_state(record)

    assert not state.agenda
    assert state_digest(game_named(record.setup.game), state) == end


def test_a_record_writes_what_it_read() -> None:
    text = RISING_SUN.read_text("utf-8")
    record, end = read_record(text)

    assert write_record(record, end) == text


def test_remarks_do_not_change_a_record() -> None:
    record, _ = read_record(RISING_SUN.read_text("utf-8"))
    text = write_annotated(record)

    again, _ = read_record(text)
    remarks = [line for line in text.splitlines() if line.startswith("#")]

    assert again == record
    assert {"# spring", "# summer", "# autumn", "# winter", "# politics", "# war"} <= set(remarks)
    assert any(line.startswith("# war: ") for line in remarks)
    assert remarks[-1].startswith("# winners: ")


def test_a_record_of_shogun_tells_what_chance_brought() -> None:
    path = next(path for path in RECORDED if path.parent.name == "shogun")
    record, _ = read_record(path.read_text("utf-8"))
    remarks = [line for line in write_annotated(record).splitlines() if line.startswith("#")]

    assert {"# year 1", "# year 2", "# spring", "# summer", "# autumn"} <= set(remarks)
    for beginning in ("actions: ", "event: ", "order: ", "action 10: ", "thrown: ", "winter, card "):
        assert any(line.startswith(f"# {beginning}") for line in remarks)
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
def test_a_broken_record_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_record(text)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("koi: bid 9 9 9 9", "Move 1 of this record, 'koi: bid 9 9 9 9', is refused"),
        ("koi: dance", "begins with an unknown word"),
        ("fox: ready", "is no seat of rising_sun"),
        ("ready", "is written 'SEAT: WORDS'"),
    ],
)
def test_an_impossible_move_in_a_record_is_named(move: str, sentence: str) -> None:
    record, _ = read_record(RISING_SUN.read_text("utf-8"))
    record.moves[0] = move

    with refused(sentence, InputError):
        list(replay(record))


def test_a_record_of_other_rules_is_not_replayed() -> None:
    record, _ = read_record(RISING_SUN.read_text("utf-8"))
    record.setup = replace(record.setup, version=999)

    with pytest.raises(InputError, match="version 999"):
        list(replay(record))


# Keys instead of a seed


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[ChanceEvent]:
    """All draws of a seed from here on, in order."""
    events: list[ChanceEvent] = []
    draw = SeededRng.draw

    def noting(rng: SeededRng, event: ChanceEvent, /, sample: Any) -> Any:
        events.append(event)
        return draw(rng, event, sample)

    monkeypatch.setattr(SeededRng, "draw", noting)
    return events


def with_keys(record: GameRecord, drawn: list[ChanceEvent], left_out: int = 0) -> GameRecord:
    """Return the same game with the key of each draw in place of its seed."""
    final_state(record)
    seed = record.setup.seed.encode()
    keys = [keyed(seed, "secret" if event.secret else "public") for event in drawn]
    assert [event.number for event in drawn] == list(range(len(drawn)))
    return replace(record, setup=replace(record.setup, seed=write_keys(keys[: len(keys) - left_out])))


@pytest.mark.parametrize("path", RECORDED[::10], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_game_with_the_keys_of_its_draws_replays_to_the_same_end(
    path: Path, drawn: list[ChanceEvent]
) -> None:
    record, end = read_record(path.read_text("utf-8"))
    keyed_record = with_keys(record, drawn)

    again, _ = read_record(write_record(keyed_record, end))

    assert again == keyed_record
    assert len(drawn) > 4
    assert state_digest(game_named(again.setup.game), final_state(again)) == end


def test_a_record_that_draws_more_than_it_has_keys_is_refused(drawn: list[ChanceEvent]) -> None:
    record, _ = read_record(RECORDED[0].read_text("utf-8"))
    short = with_keys(record, drawn, left_out=1)

    with pytest.raises(InputError, match=f"no key for chance event {len(drawn) - 1}"):
        list(replay(short))


@pytest.mark.parametrize("seed", ["keys:*", "keys:AAA", "keys:ä"])
def test_a_record_with_damaged_keys_is_refused(seed: str) -> None:
    record, _ = read_record(RECORDED[0].read_text("utf-8"))
    record.setup = replace(record.setup, seed=seed)

    with pytest.raises(InputError, match="keys of chance in this record are damaged"):
        list(replay(record))
