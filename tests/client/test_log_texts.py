"""The log speaks only through messages: in another language not a word of it is left in English."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from client.cli.replay import telling
from client.seat.news import Heard
from client.table.deal_words import deal_words
from client.table.sentences import event_sentence, sentences_of
from client.table.words import settings_of
from client.texts import (
    MissingTextError,
    Texts,
    bundle_of,
    entries_in,
    pieces_of,
    plain_lines,
    sources_of,
    speak,
    t,
    texts_in,
)
from core.catalog import game_named, game_names
from core.deals import Deal, Goods, Promise, PromiseBroken, PromiseKept
from core.game import Game
from core.games.rising_sun.board import KOI, LOTUS
from core.games.rising_sun.events import Taken, VpGained
from core.kinds import Event, GameEnded
from core.record import read_record, replay
from protocol.entries import Chose, Offered
from protocol.messages import SeatInfo, TableInfo, TableState
from protocol.pace import Absence, Bank, PerDecision, Terms
from tests.client.longest_language import pseudo_texts

TESTS = Path(__file__).parents[1]
SUN = game_named("rising_sun")
OPEN, CLOSE = "⟦", "⟧"


@pytest.fixture
def strange() -> Iterator[None]:
    """Let everything be said in a language that marks both ends of every message."""
    speak(pseudo_texts())
    yield
    speak(None)


def events_of(game: str, kind: str) -> Iterator[Event]:
    record, _ = read_record((TESTS / "records" / game / f"{kind}_000.txt").read_text("utf-8"))
    return (event for moment in replay(record) for event in moment.events)


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("kind", ["bots", "random"])
def test_no_sentence_of_a_game_is_made_in_code(game: str, kind: str) -> None:
    for event in events_of(game, kind):
        sentence = event_sentence(game_named(game), event, 0)
        if sentence and type(event).__name__ != "GameEnded":  # which is a choice of two, and not marked
            assert sentence[0] == OPEN, sentence
            assert sentence[-1] == CLOSE, sentence
            assert untold(sentence) == "", sentence


def untold(sentence: str) -> str:
    """Return what stands in a sentence outside of all messages."""
    outside, depth = "", 0
    for sign in sentence:
        depth += (sign == OPEN) - (sign == CLOSE)
        outside += sign if not depth and sign != CLOSE else ""
    return outside.strip()


@pytest.mark.usefixtures("strange")
def test_no_line_about_the_table_is_made_in_code() -> None:
    lines = list(islice(telling(TESTS / "logs" / "three_people.log", "all", None), 1, 400))

    assert len(lines) > 100
    assert all(line[7:].startswith((OPEN, "Koi", "Lotus", "Turtle")) for line in lines)


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize("pace", [PerDecision(60), Bank(600, 30), Terms().pace])
@pytest.mark.parametrize("absence", list(Absence))
def test_the_terms_of_a_table_are_messages(pace: PerDecision | Bank, absence: Absence) -> None:
    row = SeatInfo(KOI, "Anna", b"", False, True, True, False, False)
    info = TableInfo("a1", "rising_sun", TableState.OPEN, (row,), (), Terms(pace=pace, absence=absence), 0)

    assert untold(settings_of(info)) == ""


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ((), "Ninjato for Red; no clock; the others wait for anyone away for 2m."),
        ((("set", "few"),), "Ninjato for Red; set: few; no clock; the others wait for anyone away for 2m."),
    ],
)
def test_a_game_without_options_leaves_no_gap_in_its_line(
    options: tuple[tuple[str, str], ...], line: str
) -> None:
    row = SeatInfo(0, "Anna", b"", False, True, True, False, False)
    terms = Terms(absence=Absence.WAIT)

    assert settings_of(TableInfo("a1", "ninjato", TableState.OPEN, (row,), options, terms, 0)) == line


# Promises ------------------------------------------------------------------------------------

STAY_OUT = Promise("stay_out", "edo")


def heard(*events: Event) -> Heard:
    asks = (STAY_OUT, Promise("words", "my help"))
    entry = Offered(LOTUS, 3, KOI, Goods(2, 1), Goods(), asks=asks, instead_of=2)
    return Heard(0, 0, entry, list(events))


def test_promises_are_sentences() -> None:
    offered, terms = sentences_of(SUN, heard(), None)[0].split(": ")

    assert offered == "Lotus offers Koi deal 4 instead of deal 3"
    assert terms == "Lotus gives 2 coins and 1 ronin; Koi promises to stay out of Edo, “my help”."


def test_promises_kept_and_broken_are_sentences() -> None:
    kept, broken = PromiseKept(3, LOTUS, KOI, STAY_OUT), PromiseBroken(3, LOTUS, KOI, STAY_OUT)

    assert sentences_of(SUN, heard(kept, broken), LOTUS)[1:] == [
        "You keep a promise to Koi: to stay out of Edo.",
        "You break a promise to Koi: to stay out of Edo.",
    ]


@pytest.mark.parametrize("name", game_names())
def test_the_last_line_lists_everybody_by_rank(name: str) -> None:
    game, points = game_named(name), ((0, 11), (1, 27), (2, 19))
    told = sentences_of(game, Heard(0, 0, Chose(0, 1, ""), [GameEnded((1,), points)]), None)[0]

    assert told.index("27") < told.index("19") < told.index("11")


# What is told once ----------------------------------------------------------------------------


@pytest.mark.parametrize("source", ["hostage", "oni-of-spite"])
def test_points_taken_from_somebody_are_told_once(source: str) -> None:
    taken, gained = Taken(KOI, LOTUS, 0, 1, source), VpGained(KOI, 1, source)

    assert len(sentences_of(SUN, Heard(0, 0, Chose(KOI, 1, ""), [taken, gained]), None)) == 1


@pytest.mark.parametrize(
    ("game", "promise", "words"),
    [
        ("rising_sun", Promise("ally", "lotus"), "Koi promises to ally with Lotus"),
        ("rising_sun", Promise("no_betray", "lotus"), "Koi promises not to betray Lotus"),
        ("shogun", Promise("no_attack", "red"), "Red promises not to attack Red"),
        ("shogun", Promise("leave", "six_armies"), "Red promises to leave 6 armies instead of 5 to others"),
        ("ninjato", Promise("spare", "3"), "Red promises to spare house 3"),
        ("ninjato", Promise("visit", "dojo"), "Red promises to visit the dojo"),
        ("ninjato", Promise("no_envoy", "taira"), "Red promises to win no envoy of Taira"),
    ],
)
def test_promises_of_all_games_are_sentences(game: str, promise: Promise, words: str) -> None:
    played: Game = game_named(game)

    assert deal_words(played, Deal(0, 0, 1, promises=(promise,))) == words


# How texts are made --------------------------------------------------------------------------

SOURCE = """
plain = { $who } goes to { $place }.
number = { $number } things
chosen = { $number ->
    [one] a thing
   *[other] { $number } things
}
nested = { plain }
"""


def test_simple_messages_are_put_together_as_the_engine_would() -> None:
    bundle = bundle_of("en", [SOURCE])
    arguments: dict[str, str | int] = {"who": "Koi", "place": "Edo", "number": 2}
    for message in ("plain", "number", "chosen", "nested"):
        pattern = bundle.engine.get_message(message).value
        assert pattern is not None
        text, errors = bundle.engine.format_pattern(pattern, arguments)
        assert not errors
        assert Texts([bundle]).say(message, **arguments) == text


def test_a_message_without_its_argument_is_our_mistake_however_it_is_made() -> None:
    speech = Texts([bundle_of("en", [SOURCE])])
    for message in ("plain", "number", "chosen", "nested"):
        with pytest.raises(MissingTextError, match=message):
            speech.say(message)


def test_a_language_that_lacks_something_says_it_in_english() -> None:
    speech = Texts([bundle_of("pl", ["told-began = Gra się zaczyna."]), bundle_of("en", sources_of("en"))])

    assert speech.say("told-began") == "Gra się zaczyna."
    assert speech.say("told-committed", seat="Koi") == texts_in("en").say("told-committed", seat="Koi")
    assert t("told-began") == "The game begins."


def test_no_message_is_there_twice() -> None:
    """Files are read only as far as needed to find a message, so a duplicate after it would come and go."""
    names = Counter(name for source in sources_of("en") for name in entries_in(source))
    starts = sum(len(re.findall(r"^-?[a-z][\w-]* *=", source, re.MULTILINE)) for source in sources_of("en"))

    assert names.total() == starts > 1000
    assert {name for name, times in names.items() if times > 1} == set()


def test_messages_read_without_the_engine_read_the_same_with_it() -> None:
    bundle = bundle_of("en", sources_of("en"))
    plain = 0
    for name, entry in entries_in("\n".join(sources_of("en"))).items():
        texts = plain_lines(entry) if not name.startswith("-") else None
        for form in texts or ():
            message = bundle.engine.get_message(name)
            pattern = message.value if form == name else message.attributes[form]
            found = bundle.form_of(name if form == name else f"{name}.{form}")
            assert (found is None) == (pattern is None), name
            if found is not None:
                assert joined(found.pieces) == joined(pieces_of(pattern) or []), name
                plain += 1

    assert plain > 1000


def joined(pieces: Iterable[tuple[str, str]]) -> str:
    return "".join(f"{text}{{{argument}}}" if argument else text for text, argument in pieces)
