"""Ninjato in words: every event has a sentence, every question its words, and the table tells no secrets."""

from __future__ import annotations

import re
from pathlib import Path

from client.games.ninjato.log import guard, part
from client.games.ninjato.plain import credit_lines, look
from client.plain.aloud import question_lines, question_of, wording
from client.plain.commands import offer_help
from client.table.sentences import event_sentence
from client.texts import has_text
from core.catalog import game_named
from core.games.ninjato import events
from core.games.ninjato.cards import GUARD_NAMES
from core.kinds import GameEnded
from tests.core.games.ninjato.tables import BLUE, RED, at, play
from tests.harness.random_play import random_game

GAME = game_named("ninjato")
SOURCES = Path(__file__).parents[2] / "core" / "games" / "ninjato"
HOUSE = {"sentry": 1, "token": "taira 4", "treasures": ["scroll", "vase", "jade"]}


def test_every_question_of_the_game_has_words() -> None:
    source = "".join(path.read_text() for path in SOURCES.glob("*.py"))
    prompts = set(re.findall(r'(?:ChooseOne|Combine)\(\s*"([a-z-]+)"', source))

    assert prompts
    assert all(has_text(f"ask-{prompt}") for prompt in prompts)
    assert max(len(wording(prompt)) for prompt in prompts) <= 70


def test_every_event_of_a_few_games_can_be_told() -> None:
    games = (random_game(GAME, (0, 1, 2, 3), seed) for seed in range(5))
    happened = [event for game in games for _, events in game for event in events]
    lines = [event_sentence(game_named("ninjato"), event, None) for event in happened]

    assert all(line.endswith((".", "---", "===")) for line in lines)


def test_raids_read_like_this() -> None:
    beaten = events.GuardBeaten(RED, ("boryaku=4", "kenjutsu", "-3", "tai-jutsu+"), 6, 5, False)
    won = events.EnvoyWon(RED, 6, (0, 2, 2, 6), 14)
    ended = GameEnded((RED, BLUE), ((RED, 20), (BLUE, 20)))

    assert event_sentence(game_named("ninjato"), beaten, None) == (
        "Red plays Boryaku as 4 with Kenjutsu with a 3 as -1 with Tai-jutsu as +1: "
        "6 beats the guard 5 by force."
    )
    assert event_sentence(game_named("ninjato"), won, None) == (
        "Red wins the envoy Taira 66 for fan, vase, vase and gold as vase: 14 honor."
    )
    assert (
        event_sentence(game_named("ninjato"), ended, None)
        == "Red and Blue share the victory. Honor: Red 20, Blue 20."
    )
    assert guard(GUARD_NAMES.index("3")) == "a guard 3 with alarm"
    assert guard(GUARD_NAMES.index("E7")) == "elite E7, a double of 3 and 5"
    assert part("shinobi-iri") == "Shinobi-iri"


def test_the_log_keeps_what_a_viewer_may_not_know() -> None:
    drawn = events.CardDrawn(RED, 5)

    assert event_sentence(game_named("ninjato"), drawn, RED) == "Red draws a card: a 5."
    assert (
        event_sentence(game_named("ninjato"), drawn, BLUE)
        == event_sentence(game_named("ninjato"), drawn, None)
        == "Red draws a card."
    )


def test_the_table_can_be_told_at_any_moment_to_anybody() -> None:
    """What is hidden is told to nobody else: the same view without a viewer tells no secrets."""
    told = set()
    for state, _ in random_game(GAME, (0, 1, 2, 3)):
        for viewer in (*state.seats, None):
            lines = list(look(GAME.view_for(state, viewer)))
            told |= {(viewer, line) for line in lines if line.startswith("Only you see")}

    assert not [line for viewer, line in told if viewer is None]
    assert any("rumors" in line for _, line in told)
    assert any("cards" in line for _, line in told)


def test_clans_have_colours_and_crests() -> None:
    """Taira red, butterfly; Minamoto blue, bamboo; Go-Shirakawa green, chrysanthemum (NJ-1.14)."""
    (clans,) = [line for line in look(GAME.view_for(at(), None)) if line.startswith("Clans:")]

    assert "Taira (red, butterfly)" in clans
    assert "Minamoto (blue, bamboo)" in clans
    assert "Go-Shirakawa (green, chrysanthemum)" in clans


def test_a_raid_is_told_with_its_odds() -> None:
    state = at(h1=HOUSE, decks={"guards": [5]}, red={"hand": [5, 4, 3], "skills": ["choho"]})
    play(state, "red: raid 1 force")
    fight = list(look(GAME.view_for(state, RED)))
    play(state, "red: play 4")
    decide = list(look(GAME.view_for(state, RED)))
    other = list(look(GAME.view_for(state, BLUE)))

    assert "There stands a guard 1; it takes higher than 1." in fight
    assert "  A 3 as +1: +1." in fight
    assert "  What beats it: 'play 3' makes 3, 'play 4' makes 4, 'play 5' makes 5." in fight
    assert any(line.startswith("Banzai brings a guard, for vase; unseen are 35:") for line in decide)
    assert any(re.match(r"  You can beat \d+% of them; \d+% raise an alarm\.", line) for line in decide)
    assert "Failing loses nothing so far: one treasure is kept." in decide
    assert "  Choho is ready: swaps a treasure on the shuriken with one in the house." in decide
    assert not any("You can beat" in line or "you can beat" in line for line in other)


def test_what_is_at_stake_is_told() -> None:
    state = at(h1=HOUSE, raid={"house": 1, "side": "force", "carried": ["fan", "scroll", "gold"]})

    lines = list(look(GAME.view_for(state, BLUE)))

    assert "Failing keeps one treasure, and at best loses 1 fan and 1 scroll, worth 5 honor." in lines


def test_credits_name_the_substitutes() -> None:
    lines = list(credit_lines())

    assert "substitutes" in lines[0]
    assert any("guards, copies" in line for line in lines)


def test_deals_are_explained_with_the_promises_of_the_game() -> None:
    lines = list(offer_help(GAME))

    assert not any("coins" in line for line in lines)
    assert any("spare 1, visit dojo, no_envoy taira" in line for line in lines)


def test_a_fight_is_asked_with_plays_that_waste_nothing() -> None:
    """Other plays can be typed; their numbers are those of the plays listed."""
    state = at(h1=HOUSE, red={"hand": [5, 3, 1], "skills": ["seishin-teki"]})
    play(state, "red: raid 1 force")

    question = question_of(1, state.pending[RED])
    lines = list(question_lines(GAME, question))

    assert {number: GAME.line_of(choice) for number, choice in question.choices.items()} == {
        1: "play 1 +3",
        2: "play 3",
        3: "play 5",
        4: "fail",
        5: "use seishin-teki",
    }
    assert lines[0] == "What do you play against the guard, or do you give up? (NJ-8.4)"
    assert lines[-1].startswith("  More can be put together")
    assert question.decision.allows(GAME.choice_of("play 5 +3"))
    assert not question.decision.allows(GAME.choice_of("play 1"))
