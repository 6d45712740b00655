"""The log speaks to its reader: what you do and what is done to you is told with "you", all else without."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import pytest

from client.cli.replay import telling
from client.table.sentences import event_in_brief, event_sentence
from client.table.wording import seat_title
from client.texts import entries_in, sources_of
from core.catalog import game_named, game_names
from core.game import Game
from core.kinds import Event, Seat, Viewer
from core.record import read_record, replay

TESTS: Final = Path(__file__).parents[1]
YOU: Final = re.compile(r"\b(you|your|yours)\b", re.IGNORECASE)
LOGS: Final = ("three_people", "two_people_two_bots", "five_people", "plans")


def recorded(game: str) -> Iterator[tuple[tuple[Seat, ...], Event]]:
    for kind in ("bots", "random"):
        for path in islice(sorted((TESTS / "records" / game).glob(f"{kind}_*.txt")), 3):
            record, _ = read_record(path.read_text("utf-8"))
            seats = tuple(map(game_named(game).seat_names.index, record.setup.seats))
            yield from ((seats, event) for moment in replay(record) for event in moment.events)


@pytest.mark.parametrize("say", [event_sentence, event_in_brief])
@pytest.mark.parametrize("name", game_names())
def test_what_others_hear_of_you_by_name_you_hear_as_yours(
    name: str, say: Callable[[Game, Event, Viewer], str]
) -> None:
    game = game_named(name)
    told = 0

    for seats, event in recorded(name):
        plain = say(game, event, None)
        assert not YOU.search(plain), plain
        for seat in seats:
            sentence = say(game, event, seat)
            assert bool(YOU.search(sentence)) == is_named(game, seat, plain), sentence
            assert not is_named(game, seat, sentence), sentence
            told += bool(sentence)

    assert told > 1000 or say is event_in_brief


def is_named(game: Game, seat: Seat, sentence: str) -> bool:
    return bool(re.search(rf"\b{seat_title(game, seat)}\b", sentence))


@pytest.mark.parametrize("log", LOGS)
def test_nobody_hears_of_their_own_deeds_by_name(log: str) -> None:
    """At a whole table: with votes, deals, promises and sealed bids."""
    path = TESTS / "logs" / f"{log}.log"
    everything = lines_for("all", path)
    seats = re.findall(r"sits down as (\w+)\.", "\n".join(everything))

    assert seats
    assert not [line for line in everything if YOU.search(without_talk(line))]
    for seat in seats:
        told = lines_for(seat.lower(), path)
        assert any(line.startswith("You ") for line in told)
        named = [line for line in told if re.search(rf"\b{seat}\b", without_talk(line))]
        assert [line for line in named if " sits down as " not in line and "A table opens" not in line] == []


def lines_for(eyes: str, log: Path) -> list[str]:
    """Return what is told, without the heading and the numbers."""
    _heading, *lines = telling(log, eyes, None)
    return [line[7:] for line in lines]


def without_talk(line: str) -> str:
    return re.sub(r"says[^:]*: .*", "", line)


def test_whoever_is_spoken_to_is_spoken_to_in_brief_and_aloud() -> None:
    forms = {
        name: set(re.findall(r"^ +\.([\w-]+) *=", entry, re.MULTILINE))
        for source in sources_of("en")
        for name, entry in entries_in(source).items()
    }
    lacking = {
        (name, f"{form}-{variant}")
        for name, there in forms.items()
        for form in there & {"you", "yours"}
        for variant in there & {"short", "plain"}
        if f"{form}-{variant}" not in there
    }

    assert lacking == set()
    assert sum("you" in there for there in forms.values()) > 100
