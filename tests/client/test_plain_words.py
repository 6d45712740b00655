"""The words of the line client: its questions and choices, the table, offers, second thoughts."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from client.games.rising_sun.facts import war_outlook
from client.games.rising_sun.names import clan, province
from client.games.rising_sun.plain import bid, look
from client.harmless import harmless
from client.plain.aloud import Page, page_lines, rows_aside
from client.plain.dialogs import compose_offer, pick_promises
from client.plain.looking import sight
from client.plain.reading import deal_in, deal_number_in
from client.plain.screen import Screen
from client.plain.session import options_now, rows_near
from client.seat.news import Heard
from client.table.by_name import close_to, fitting
from client.table.conversation import (
    Conversation,
    Row,
    WentBackError,
    fitting_rows,
    make_sure,
    number,
    numbered,
    pick,
)
from client.table.deal_words import deal_words, offer_lines, turned_round
from client.table.errands import ComposeOffer
from client.table.undo import last_choice
from client.table.words import duration
from client.texts import has_text
from client.texts.refusals import deal_number
from core.catalog import game_named
from core.deals import MOST_WORDS, WORDS, Deal, Goods, Promise, Standing, Status
from core.decisions import Allocate
from core.games.rising_sun.board import KOI
from core.kinds import ChoiceTakenBack, InputError
from protocol.entries import AnyEntry, AskedBack, Chose, Consented, TookBack
from tests.client.table.errands import at, hear
from tests.client.tui.at_table import scene_at, with_deals
from tests.client.tui.at_tea import OFFER, tea
from tests.harness.random_play import random_game

GAME = game_named("rising_sun")
SOURCES = Path(__file__).parents[2] / "core" / "games" / "rising_sun"

# Questions -----------------------------------------------------------------------------------


def test_every_question_of_the_game_has_words() -> None:
    source = "".join(path.read_text() for path in SOURCES.glob("*.py"))
    prompts = set(re.findall(r'(?:ChooseOne|Allocate|Gift)\("([a-z-]+)"', source))

    assert len(prompts) > 20
    assert all(has_text(f"ask-{prompt}") for prompt in prompts)


BEFORE = Page((1,), {"a": "1. Ally", "b": "2. Wait", "c": "0. Ready"})


def test_a_new_page_is_read_whole() -> None:
    assert list(page_lines(BEFORE, Page((2,), BEFORE.rows))) == ["1. Ally", "2. Wait", "0. Ready"]


def test_of_a_page_read_before_only_what_changed_is_read() -> None:
    now = Page((1,), {"b": "2. Wait a while", "c": "0. Ready", "d": "3. Refuse"})

    assert list(page_lines(BEFORE, BEFORE)) == []
    assert list(page_lines(now, BEFORE)) == ["No longer: 1. Ally", "Now: 2. Wait a while", "New: 3. Refuse"]


def test_whatever_others_want_is_on_the_page() -> None:
    late = tuple(replace(row, is_overdue=row.seat == KOI) for row in tea().info.seats)
    model = at(tea(), pace="instant")
    asked = tea()._replace(info=replace(tea().info, seats=late))
    hear(
        model,
        with_deals(asked, Standing(OFFER, Status.OPEN, (None, None))),
        Heard(0, 0, AskedBack(KOI, 2), []),
    )
    rows = [row.partition(". ")[2] for row in rows_aside(model.listing.entries).values()]

    assert rows == [
        "Let Koi take back the choice",
        "Don't let Koi take it back",
        "Let a bot play for Koi",
        "Wait for Koi",
        "Answer Koi's deal 1",
    ]


# What is typed -------------------------------------------------------------------------------

NAMES = ["Kai", "Kazusa", "Awa-Shikoku", "Path of the Lion", "Path of the Light", "Ōmi"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("kai", ["Kai"]),
        ("ka", ["Kai", "Kazusa"]),
        ("shikoku", ["Awa-Shikoku"]),
        ("lion", ["Path of the Lion"]),
        ("path li", ["Path of the Lion", "Path of the Light"]),
        ("omi", ["Ōmi"]),
        ("xyz", []),
        ("", []),
    ],
)
def test_a_thing_is_found_by_its_name_or_some_of_it(typed: str, found: list[str]) -> None:
    assert [NAMES[place] for place in fitting(typed, NAMES)] == found


MARCHES = [
    "1 army to Mikawa, Red with 6 armies: win 7%, draw 0%, lose 93%",
    "6 armies to Mikawa, Red with 6 armies: win 90%, draw 7%, lose 3%",
]


def test_a_number_in_odds_or_in_a_remark_is_not_what_an_answer_is_called() -> None:
    assert fitting("mikawa 7", MARCHES) == []
    assert fitting("mikawa 6", MARCHES) == [1]
    assert fitting("red", MARCHES) == [0, 1], "a remark counts where no name fits"


def test_a_single_character_is_a_key_or_nothing() -> None:
    assert fitting_rows([Row("1", "Lotus"), Row("x", "Turtle"), Row("0", "Nowhere, with 3 chests")], "x") == [
        1
    ]
    assert fitting_rows(numbered(["Lotus", "3 chests"]), "l") == []
    assert fitting_rows(numbered(["Lotus", "3 chests"]), "3") == []


def test_what_a_row_is_called_counts_and_not_what_is_said_about_it() -> None:
    assert fitting_rows([Row("1", "Collect taxes: Omi suggested", ("Collect taxes",))], "omi") == []


def test_what_is_almost_a_name_is_recognised() -> None:
    assert close_to("kay", NAMES) == ["Kai"]
    assert close_to("mountain", NAMES) == []


def test_a_row_is_picked_by_its_number_or_its_words() -> None:
    rows = numbered(NAMES)

    assert result_of(pick("Which?", rows), "", "ka", "9", "lion") == 3
    assert result_of(pick("Which?", rows), "2") == 1
    with pytest.raises(WentBackError):
        result_of(pick("Which?", rows), "back")


def test_a_number_is_asked_for_until_there_is_one() -> None:
    assert result_of(number("How many?", 5, 2), "six", "6", "5") == 5
    assert result_of(number("How many?", 5, 2), "") == 2


def test_who_is_asked_to_be_sure_says_yes_or_no() -> None:
    assert result_of(make_sure("Sure?"), "perhaps", "yes")
    assert not result_of(make_sure("Sure?"), "", "n")


def test_a_promise_in_own_words_is_asked_for_again_unless_it_can_be_made() -> None:
    asked = partial(pick_promises, "What do you promise?", (), str)
    help_ = Promise(WORDS, "my help")

    assert result_of(asked(), '"my help"', "") == (help_,)
    assert result_of(asked(), '""', f'"{"x" * (MOST_WORDS + 1)}"', '"my help', "") == (help_,)


def test_a_counter_offer_begins_with_the_offer_turned_round() -> None:
    scene = tea()
    offered = replace(OFFER, gives=Goods(2), wants=Goods(0, 1), promises=(Promise("ally", "lotus"),))
    question = ComposeOffer(scene, {KOI: "Koi"}, Goods(9, 9), None, offered)

    def answered(*lines: str) -> Deal:
        return cast("Deal", result_of(compose_offer(question), *lines))

    assert answered("", "", "", "", "", "") == turned_round(offered)
    assert answered("", "", "3", "", "", "0", "").asks == ()


def test_what_fits_no_promise_is_answered_by_what_enter_does_there() -> None:
    asked = pick_promises("What do you promise?", (), str)
    next(asked)

    assert asked.send("peace").lines[0] == "No promise fits 'peace'; type list to hear them all."


def result_of(conversation: Conversation[Any], *lines: str) -> Any:
    """Say these lines in a conversation; return its result."""
    next(conversation)
    for line in lines:
        try:
            conversation.send(line)
        except StopIteration as end:
            return end.value
    raise AssertionError(lines)


# What is nearly an answer ----------------------------------------------------------------------


def test_words_that_fit_nothing_are_answered_by_what_is_near_and_never_by_ids() -> None:
    """Like "summon a bushi in": it begins like a move, and then names nothing there is."""
    model = at(scene_at("recruit"))
    near, slip, strange = (
        [entry.label for entry in rows_near(line, options_now(model), model.listing.entries)]
        for line in ("summon a bushi in", "a buhsi", "x y z")
    )

    assert near
    assert all("Bushi" in label for label in near)
    assert slip == near
    assert not strange


# Looking -------------------------------------------------------------------------------------


def test_things_are_looked_at_by_name() -> None:
    scene = tea()

    assert next(iter(sight(scene, "hokk"))).startswith("Hokkaido")
    assert any("On offer" in line for line in sight(scene, "komainu"))
    assert list(sight(scene, "path of the")) == [
        line for line in sight(scene, "path of the") if line.startswith("'path of the' could be ")
    ]
    assert list(sight(scene, "hokaido")) == ["There is nothing called 'hokaido' here. Did you mean Hokkaido?"]
    assert next(iter(sight(scene, "kami"))).startswith("'kami' could be Amaterasu, ")
    assert "Oni of Hate" in next(iter(sight(scene, "Monsters")))
    what, now, *_ = sight(scene, "clock")
    assert what == "Clock, setting of a table."
    assert now.startswith("At this table: no clock; ")
    assert list(sight(scene, "#")) == ["There is nothing called '#' here. /look all says what there is."]


def test_a_look_in_short_is_short() -> None:
    assert len(list(sight(tea(), ""))) < 20 < len(list(sight(tea(), "all")))


def test_a_listener_hears_what_the_screen_foresees_of_a_battle_and_of_each_clan() -> None:
    scene = scene_at("bid")
    battle = scene.view.battle
    assert isinstance(scene.decision, Allocate)
    outlook = war_outlook(scene.view, battle.province)
    asked = next(bid(scene.view, scene.decision, None))
    of_a_clan = list(sight(scene, clan(battle.fighters[0])))

    assert "wins if nobody bids" in outlook
    assert outlook in asked.lines
    assert outlook in sight(scene, province(battle.province))
    assert any(line.startswith("A Harvest now would bring ") for line in of_a_clan)
    assert any(line.startswith("War now without bids, then Winter: ") for line in of_a_clan)


# The table -----------------------------------------------------------------------------------


def test_the_table_can_be_told_at_any_moment_to_anybody() -> None:
    """What is hidden is told to nobody else: the same view without a viewer tells no secrets."""
    told = set()
    for state, _ in random_game(GAME, (0, 1, 2, 3)):
        for viewer in (*state.seats, None):
            lines = list(look(GAME.view_for(state, viewer)))
            secrets = [line for line in lines if line.startswith("Only you can see")]
            told |= {(viewer, line.partition(":")[2]) for line in secrets}

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


def test_the_terms_of_a_deal_speak_to_whoever_makes_it() -> None:
    deal = Deal(0, KOI, 1, Goods(2), Goods(0, 1), asks=(Promise("ally", "koi"),))

    assert (
        deal_words(GAME, deal, KOI)
        == "you give 2 coins; Lotus gives 1 ronin; Lotus promises to ally with you"
    )
    assert deal_words(GAME, deal, 1) == "Koi gives 2 coins; you give 1 ronin; you promise to ally with Koi"
    assert deal_words(GAME, deal) == "Koi gives 2 coins; Lotus gives 1 ronin; Lotus promises to ally with Koi"


@pytest.mark.parametrize(
    ("own", "lines"),
    [
        (KOI, ("You offer Lotus deal 1", "You give 2 coins", "Lotus promises to ally with you")),
        (1, ("Koi offers you deal 1", "Koi gives 2 coins", "You promise to ally with Koi")),
        (None, ("Koi offers Lotus deal 1", "Koi gives 2 coins", "Lotus promises to ally with Koi")),
    ],
)
def test_an_offer_begins_each_of_its_lines_as_a_sentence(own: int | None, lines: tuple[str, ...]) -> None:
    assert offer_lines(GAME, Deal(0, KOI, 1, Goods(2), asks=(Promise("ally", "koi"),)), own) == [*lines]


def test_players_count_deals_from_one() -> None:
    """What travels and what is stored counts from zero."""
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


@pytest.mark.parametrize("who", ["me", "koi"])
def test_who_makes_an_offer_is_me_or_named_in_it(who: str) -> None:
    deal = deal_in(GAME, f"promise ally with lotus ask ally with {who}, don't betray {who}", Deal(0, 0, 1))

    assert deal.promises == (Promise("ally", "lotus"),)
    assert deal.asks == (Promise("ally", "koi"), Promise("no_betray", "koi"))


def test_an_unknown_promise_is_refused_with_promises_and_not_with_notation() -> None:
    refused = refusal_of("ask ally with nobody")

    assert refused.startswith("A promise looks like this: ally with ")
    assert "dragonfly" not in refused


TOKENS = st.sampled_from(
    ["give", "want", "promise", "ask", "2", "coins", "ronin", "stay_out", "edo", ",", '"', '"help"', "and"]
)


@given(st.lists(TOKENS, max_size=8))
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
