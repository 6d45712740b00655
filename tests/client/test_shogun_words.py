"""Shogun in words: its questions, its table, its log, and a game from the line client."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from client.games.shogun.log import action, event_words, plan_place, special
from client.games.shogun.names import province
from client.games.shogun.options import options_of
from client.games.shogun.plain import look, weighed
from client.plain.aloud import round_lines
from client.plain.looking import sight, sight_of
from client.table.face import face_of
from client.table.menu import Menu
from client.table.sentences import event_sentence
from client.table.words import next_words
from client.texts import has_text, speak_in_lines
from core.catalog import game_named
from core.chance import SeededRng
from core.decisions import Arrangement
from core.game import start
from core.games.shogun import events
from core.games.shogun.board import ACTIONS, BATTLE_A, COLLECT_TAX, EVENTS, PLACES, PROVINCES, SPECIAL_NAMES
from core.games.shogun.view import View
from core.kinds import TurnOver
from tests.client.tui.shogun.moments import scene_at
from tests.client.typist import Typist, bots
from tests.core.games.shogun.tables import random_game
from tests.harness.command import started
from tests.harness.folders import ROOT
from tests.harness.loopback import a_table

GAME = game_named("shogun")
SOURCES = ROOT / "core" / "games" / "shogun"


def test_every_question_of_the_game_has_words() -> None:
    source = "".join(path.read_text() for path in SOURCES.glob("*.py"))
    prompts = set(re.findall(r'(?:ChooseOne|Arrange)\("([a-z-]+)"', source))

    assert prompts
    assert all(has_text(f"ask-{prompt}") for prompt in prompts)


def test_the_table_says_whose_card_it_waits_for() -> None:
    scene = scene_at("plan")
    waiting = scene._replace(view=replace(scene.view, agenda=(TurnOver(1, 0),)))

    assert list(round_lines(scene)) == []
    assert next(round_lines(waiting)).startswith("Blue's card is being turned over")


def test_every_event_card_special_and_reason_has_words() -> None:
    reasons = (SOURCES / "province_actions.py").read_text()

    assert all(event_words(number) for number, card in enumerate(EVENTS) if card.id)
    assert all(map(special, range(len(SPECIAL_NAMES))))
    told = re.findall(r'(?:return|else|or|=) "([a-z]+)"', reasons)
    assert {"chests", "target"} < set(told)
    assert all(has_text(f"sg-reason-{reason}") for reason in told)


def test_every_province_and_every_place_of_a_plan_has_a_name() -> None:
    assert province(PROVINCES.index("awa_shikoku")) == "Awa-Shikoku"
    assert len({province(number) for number in range(len(PROVINCES))}) == len(PROVINCES)
    assert [plan_place(place) for place in range(len(ACTIONS))] == [
        action(place) for place in range(len(ACTIONS))
    ]
    assert plan_place(len(PLACES) - 1) == "the bid"


def test_every_event_of_a_few_games_can_be_told() -> None:
    options = {"side": "moon", "setup": "draft"}
    games = (random_game(seed, tuple(range(3 + seed % 3)), **options) for seed in range(4))
    happened = [event for game in games for _, events in game for event in events]
    lines = [event_sentence(game_named("shogun"), event, None) for event in happened]
    untold = {type(event) for event, line in zip(happened, lines, strict=True) if not line}

    assert all(line.endswith((".", "---", "===")) for line in filter(None, lines))
    assert untold == {events.CardRevealed, events.MarkerPlaced}
    assert {"=== Year 1 ===", "--- Autumn of year 2 ---"} <= set(lines)


def test_what_a_card_does_is_told_in_one_sentence() -> None:
    """Only who marches decides after their card is shown; the first unrest comes with what was taken."""
    shogun, settsu = game_named("shogun"), PROVINCES.index("settsu")
    deed = (
        events.CardRevealed(1, COLLECT_TAX, settsu),
        events.TaxCollected(1, settsu, 7),
        events.MarkerPlaced(settsu, 1),
    )
    march = events.CardRevealed(1, BATTLE_A, settsu)

    assert [event_sentence(shogun, event, 0) for event in deed] == [
        "",
        "Blue takes 7 chests in Settsu, and there is unrest.",
        "",
    ]
    assert event_sentence(shogun, march, 0) == "Blue marches from Settsu."
    assert event_sentence(shogun, events.MarkerPlaced(settsu, 2), 0) == (
        "There is more unrest in Settsu: 2 markers."
    )


def test_what_you_do_and_what_is_done_to_you_is_told_to_you() -> None:
    shogun, kii, ise = game_named("shogun"), PROVINCES.index("kii"), PROVINCES.index("ise")
    began, won = events.BattleBegan(1, ise, kii, 3, 0, 2), events.ProvinceTaken(1, kii, 2, 0)
    revolt = events.RevoltWon(0, kii)

    assert [event_sentence(shogun, began, viewer) for viewer in (0, 1, None)] == [
        "Blue attacks you in Kii from Ise, with 3 armies against your 2.",
        "You attack Kii from Ise with 3 armies against Red's 2.",
        "Blue attacks Kii from Ise with 3 armies against Red's 2.",
    ]
    assert [event_sentence(shogun, won, viewer) for viewer in (0, 1, 2)] == [
        "Blue takes Kii from you, with 2 armies left.",
        "You take Kii from Red, with 2 armies left.",
        "Blue takes Kii from Red, with 2 armies left.",
    ]
    assert event_sentence(shogun, revolt, 0) == "The peasants win: you lose Kii."


def test_a_battle_reads_like_this() -> None:
    began = events.BattleBegan(1, 37, 22, 4, 2, 3)
    thrown = events.Thrown((0, 4, 3, 0, 0, 0), (0, 3, 1, 0, 0, 1))
    taken = events.ProvinceTaken(1, 22, 1, 2)

    assert (
        event_sentence(game_named("shogun"), began, None)
        == "Blue attacks Kozuke from Shinano with 4 armies against Yellow's 3."
    )
    assert event_sentence(game_named("shogun"), thrown, None) == (
        "Into the tower: 4 blue and 3 yellow. On the tray: 3 blue, 1 yellow and 1 green."
    )
    assert (
        event_sentence(game_named("shogun"), taken, None)
        == "Blue takes Kozuke from Yellow, with 1 army left."
    )


def test_a_card_that_leaves_a_plan_is_named_with_its_place() -> None:
    assert event_sentence(game_named("shogun"), events.CardLeft(0, 3, 5), None) == (
        "Red loses Bizen from the plan, along with the province (collect rice)."
    )
    assert event_sentence(game_named("shogun"), events.CardLeft(0, 10, 5), None).endswith("(the bid).")


def test_the_table_can_be_told_at_any_moment_to_anybody() -> None:
    """What is hidden is told to nobody else: the same view without a viewer tells no secrets."""
    told = set()
    for state, _ in random_game(1, (0, 1, 2, 3), setup="draft"):
        for viewer in (*state.seats, None):
            lines = list(look(GAME.view_for(state, viewer)))
            assert all(line.endswith((".", ":")) for line in lines)
            told |= {viewer for line in lines if line.startswith("Only you can see")}

    assert told == {0, 1, 2, 3}


def asked(prompt: str) -> View:
    """Return what the first player asked this in a random game sees."""
    for state, _ in random_game(1, (0, 1, 2, 3, 4)):
        for seat, decision in state.pending.items():
            if decision.prompt == prompt:
                view: View = GAME.view_for(state, seat)
                return view
    raise AssertionError(prompt)


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("march", r"^2 armies to Kai, neutral, win \d+%, draw 0%, lose \d+%$"),
        ("attack", r"^Yes, throw 1 more cube: win \d+%, draw 0%, lose \d+%$"),
        ("defence", r"^No: hold \d+%, draw \d+%, lose \d+%$"),
        ("revolt", r"^Bizen, 2 armies against 2 peasants: hold 20%, lose 80%$"),
        ("special", r"^Turn 1: .*[a-z]$"),
    ],
)
def test_how_battles_and_revolts_may_end_is_said_with_the_choice(prompt: str, words: str) -> None:
    speak_in_lines()
    view = asked(prompt)
    assert view.decision is not None
    lines = [option.words for option in options_of(view, view.decision)]

    assert any(re.search(words, line) for line in lines), lines


def test_a_province_can_be_looked_at_with_its_neighbours() -> None:
    view = asked("plan")
    told = list(sight_of(face_of("shogun"), view, "kai"))

    assert told[0] == "Kai, province."
    assert re.match(r"(\w+ holds|You hold) it with \d arm|Nobody holds it", told[1])
    assert re.match(r"Next to Musashi \(\w+( \d)?\), ", told[-1])
    assert sum("Musashi" in line for line in told) == 1


@pytest.mark.parametrize(
    ("name", "now"),
    [
        ("tower", "Tower: "),
        ("events", "Events still to come"),
        ("special cards", "Specials: turn 1"),
        ("castle", "1 VP for each building"),
        ("me", "Land: "),
        ("red", "Land: "),
    ],
)
def test_what_is_looked_at_is_told_once_with_how_it_stands_now(name: str, now: str) -> None:
    scene = scene_at("march")
    told = list(sight(scene, name))

    assert any(line.startswith(now) for line in told), told
    assert sum(" chests, " in line for line in told) <= 1


def test_a_plan_that_runs_out_of_chests_is_warned_about() -> None:
    view = asked("plan")
    cards = dict(zip(PLACES, ["-"] * len(PLACES), strict=True))
    cards |= {"build_castle": "awa_boso", "deploy_big": "izu", "deploy_mid": "kazusa", "bid": "c4"}
    poor = replace(view, chests=(7, *view.chests[1:]), actions=tuple(map(ACTIONS.index, DEAR)))

    assert list(weighed(poor, Arrangement(tuple(cards.values())))) == [
        "Space 2, Deploy 5: it costs 3, but you will have 0. It is skipped.",
    ]


DEAR = ("build_castle", "deploy_big", "deploy_mid")


def test_a_game_from_the_line_client(tmp_path: Path) -> None:
    """Plan a round by typing, look at the table, and leave."""
    state, _ = start(GAME, (0, 1, 2), {}, SeededRng(b"plan"))
    plan = GAME.line_of(state.pending[0].sample(Random(1)))
    command = ["play", "--plain", "--game", "shogun", "--home", tmp_path]
    options = ["--clans", "red,blue,yellow", "--seat", "red", "--level", "random", "--seed", "plan"]
    ended = started(*command, *options, typed=f"{plan}\n/look\n/quit\n")

    assert (ended.returncode, ended.stderr) == (0, "")
    assert "You are Red." in ended.stdout
    assert "Your land: " in ended.stdout


async def test_a_plan_is_made_step_by_step(tmp_path: Path) -> None:
    async with a_table(tmp_path, game="shogun") as table, bots(table, 2):
        anna = Typist(table.invite(), "Anna")
        await anna.read("Type /ready")
        await anna.type("/ready")
        await anna.read("11 cards to place. Which action?")
        await anna.type("taxes", "Collect taxes costs nothing. In which province?")
        laid = await anna.type("1", "10 cards to place.")
        await anna.type("castle", "Build a castle costs 3 chests. In which province?")
        await anna.type("nowhere at all", "Nothing fits 'nowhere at all'.")
        await anna.type("back", "10 cards to place.")
        await anna.type("build a castle?", "Build a castle, action.")
        await anna.type("1?", ", action.")
        await anna.type("taxes?", "Collect taxes, action.")
        await anna.type("back", "m. Make your plan\n")
        again = await anna.type("m", "10 cards to place.")
        early = await anna.type("seal", "10 cards to place.")
        filled = await anna.type("fill", "Your plan is complete.")
        await anna.type("bid", "How many chests do you bid")
        await anna.type("1", "Your plan is complete.")
        await anna.type("seal", "Are you sure?")
        sealed = await anna.type("yes", "Sealed")

        assert re.search(r"Collect taxes: \w+, brings (?:\d+ to )?\d+ chests, leads to unrest\n", laid)
        assert again.count("In an order still unknown:\n") == 1
        assert "(SG-7" in early
        assert "fill to place the suggested cards" in early
        assert "Placed as suggested: " in filled
        assert "chests" not in sealed, "that was told with the plan"
        await anna.close()


def test_after_where_to_march_it_asks_how_many() -> None:
    scene, face = scene_at("march"), face_of("shogun")
    assert scene.decision is not None
    menu = Menu(face.options_of(scene.view, scene.decision))
    row = next(row for row in menu.rows() if not row.is_answer)

    assert next_words(menu.into(row)).startswith("How many armies march from ")
