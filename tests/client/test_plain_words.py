"""The words of the line client: its questions and choices, the table, offers, second thoughts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from client.games.rising_sun.plain import look
from client.harmless import harmless
from client.plain.aloud import chosen, hints_in, numbered, question_of, wording
from client.plain.reading import deal_in, deal_number_in
from client.plain.screen import Screen
from client.seat.news import Heard
from client.table.undo import last_choice
from client.table.words import duration
from client.texts import has_text
from client.texts.refusals import deal_number
from core.catalog import game_named
from core.deals import Deal, Goods, Promise, Standing, Status
from core.decisions import ChooseOne
from core.games.rising_sun.board import KOI
from core.games.rising_sun.choices import ALLY, READY, REFUSE
from core.kinds import ChoiceTakenBack, InputError
from protocol.entries import AnyEntry, AskedBack, Chose, Consented, TookBack
from tests.client.table.errands import at, hear
from tests.client.tui.at_table import with_deals
from tests.client.tui.at_tea import OFFER, tea
from tests.harness.random_play import random_game

GAME = game_named("rising_sun")
SOURCES = Path(__file__).parents[2] / "core" / "games" / "rising_sun"
TEA = ChooseOne("tea", "RS-7.2", (ALLY[1], ALLY[2], READY))

# Questions -----------------------------------------------------------------------------------


def test_every_question_of_the_game_has_words_that_fit_on_a_line() -> None:
    source = "".join(path.read_text() for path in SOURCES.glob("*.py"))
    prompts = set(re.findall(r'(?:ChooseOne|Allocate|Gift)\("([a-z-]+)"', source))

    assert len(prompts) > 20
    assert all(has_text(f"ask-{prompt}") for prompt in prompts)
    assert max(len(wording(prompt)) for prompt in prompts) <= 70


def test_a_question_without_words_is_named() -> None:
    assert wording("no-such-question") == "What about this: no-such-question?"


def test_few_choices_have_a_line_each() -> None:
    assert list(numbered({1: "ally koi", 2: "ready"})) == ["  1 ally koi", "  2 ready"]


def test_many_choices_share_lines() -> None:
    moves = {number: f"move bushi edo {'abcdefghijklm'[number - 1]}" for number in range(1, 13)}
    *_, line, done = ["", *numbered(moves | {13: "done"})]

    assert line.startswith("  move bushi edo: 1 a, 2 b, 3 c")
    assert done == "  13 done"


def test_a_number_is_not_used_again_while_a_question_is_open() -> None:
    first = question_of(1, TEA)
    second = question_of(2, ChooseOne("tea", "RS-7.2", (REFUSE[1], ALLY[2], READY)), first)
    third = question_of(3, ChooseOne("tea", "RS-7.2", (ALLY[1], READY)), second)

    assert first.choices == {1: ALLY[1], 2: ALLY[2], 3: READY}
    assert second.choices == {2: ALLY[2], 3: READY, 4: REFUSE[1]}
    assert third.choices == {3: READY, 5: ALLY[1]}
    assert chosen(GAME, third, "3") == chosen(GAME, third, "ready") == READY


def test_whatever_others_want_is_said_with_the_words_to_type() -> None:
    late = tuple(replace(row, is_overdue=row.seat == KOI) for row in tea().info.seats)
    model = at(tea(), pace="instant")
    asked = tea()._replace(info=replace(tea().info, seats=late))
    hear(
        model,
        with_deals(asked, Standing(OFFER, Status.OPEN, (None, None))),
        Heard(0, 0, AskedBack(KOI, 2), []),
    )
    hints = [words for _, words in hints_in(asked, model.listing.entries)]

    assert hints == [
        "Do you allow it? /agree or /refuse.",
        "Shall a bot play for them? /vote koi yes or /vote koi no.",
        "Answer with /accept koi 1, /decline koi 1 or /counter koi 1 ...",
    ]


# The table -----------------------------------------------------------------------------------


def test_the_table_can_be_told_at_any_moment_to_anybody() -> None:
    """What is hidden is told to nobody else: the same view without a viewer tells no secrets."""
    told = set()
    for state, _ in random_game(GAME, (0, 1, 2, 3)):
        for viewer in (*state.seats, None):
            lines = list(look(GAME.view_for(state, viewer)))
            told |= {(viewer, line.partition(":")[2]) for line in lines if line.startswith("Only you see")}

    assert not [words for viewer, words in told if viewer is None]
    assert any("face down" in words for viewer, words in told if viewer == 1)
    assert not any("face down" in words for viewer, words in told if viewer != 1)


def test_times_read_like_this() -> None:
    times = (0, 999, 61_000, 3_600_000, 90_061_000)

    assert list(map(duration, times)) == ["0s", "0s", "1m 1s", "1h", "1d 1h"]


@given(st.text())
def test_no_text_steers_a_terminal(text: str) -> None:
    assert not re.search("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", harmless(text))


def test_nothing_a_stranger_writes_steers_the_terminal() -> None:
    shown: list[str] = []
    screen = Screen(shown.append)
    screen.show("Koi says: \x1b[2J\u202eolleh\u2028\x07caf\u00e9")
    screen.ring()

    assert shown == ["Koi says: \\x1b[2J\\u202eolleh\\u2028\\x07caf\u00e9\n"]


# Offers --------------------------------------------------------------------------------------


def test_players_count_deals_from_one() -> None:
    """What travels and what is kept counts from zero."""
    assert [deal_number(number) for number in range(3)] == ["1", "2", "3"]
    assert [deal_number_in(deal_number(number)) for number in range(3)] == [0, 1, 2]
    with pytest.raises(InputError, match="There is no deal 0 between these two"):
        deal_number_in("0")


def test_an_offer_is_read_in_any_order() -> None:
    deal = deal_in(
        GAME, 'ask no_bid hire promise stay_out edo,"give, and take" give 2 coins 1 ronin', Deal(4, 0, 1)
    )

    assert deal == Deal(
        4,
        0,
        1,
        Goods(2, 1),
        Goods(),
        (Promise("stay_out", "edo"), Promise("words", "give, and take")),
        (Promise("no_bid", "hire"),),
    )


WORDS = st.sampled_from(
    ["give", "want", "promise", "ask", "2", "coins", "ronin", "stay_out", "edo", ",", '"', '"help"', "and"]
)


@given(st.lists(WORDS, max_size=8))
def test_whatever_is_typed_as_an_offer_is_read_or_refused_in_a_sentence(words: list[str]) -> None:
    assert refusal_of(" ".join(words)).endswith(("read", "."))


def refusal_of(offer: str) -> str:
    try:
        deal_in(GAME, offer, Deal(0, 0, 1))
    except InputError as error:
        return str(error)
    return "read"


# Second thoughts -----------------------------------------------------------------------------


def story(*entries: AnyEntry) -> list[Heard]:
    """Let things happen; the last consent of two is granted."""
    heard = [Heard(number, 0, entry, []) for number, entry in enumerate(entries)]
    if isinstance(entries[-1], Consented):
        heard[-1] = heard[-1]._replace(events=[ChoiceTakenBack(0)])
    return heard


def test_the_last_choice_is_the_one_that_still_stands() -> None:
    first, second, third = Chose(0, 1, "a"), Chose(1, 1, ""), Chose(0, 2, "b")

    assert last_choice([], 0) is None
    assert last_choice(story(first, second, third), 0) == 2
    assert last_choice(story(first, second, third, TookBack(0, 2)), 0) == 1
    assert last_choice(story(first, second, third, AskedBack(0, 1), Consented(1, True)), 0) is None
    assert last_choice(story(first, second, third, AskedBack(0, 2), Consented(1, True)), 1) == 1
