"""Ninjato in words: every event has a sentence, every question its words, and the table tells no secrets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from client.games.ninjato.log import guard, part
from client.games.ninjato.options import options_of
from client.games.ninjato.plain import ahead, combine, credit_lines, is_set_up, look
from client.plain.commands import offer_help
from client.table.sentences import event_sentence
from client.texts import has_text, speak_in_lines
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
    assert guard(GUARD_NAMES.index("3")) == "a guard 3 with an alarm"
    assert guard(GUARD_NAMES.index("E7")) == "elite E7, a double of 3 and 5"
    assert part("shinobi-iri") == "Shinobi-iri"


def test_the_log_keeps_what_a_viewer_may_not_know() -> None:
    drawn = events.CardDrawn(RED, 5)

    assert event_sentence(game_named("ninjato"), drawn, RED) == "You draw a card: a 5."
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
            told |= {(viewer, line) for line in lines if line.startswith("Only you can see")}

    assert not [line for viewer, line in told if viewer is None]
    assert any("rumors" in line for _, line in told)
    assert any("cards" in line for _, line in told)


def test_clans_have_crests() -> None:
    """A butterfly, bamboo, a chrysanthemum (NJ-1.14); colours are the players'."""
    (clans,) = [line for line in look(GAME.view_for(at(), None)) if line.startswith("Clans:")]

    assert "Taira (butterfly)" in clans
    assert "Minamoto (bamboo)" in clans
    assert "Go-Shirakawa (chrysanthemum)" in clans


def test_a_raid_is_told_with_its_odds() -> None:
    state = at(h1=HOUSE, decks={"guards": [5]}, red={"hand": [5, 4, 3], "skills": ["choho"]})
    play(state, "red: raid 1 force")
    fight = list(look(GAME.view_for(state, RED)))
    play(state, "red: play 4")
    decide = list(look(GAME.view_for(state, RED)))
    other = list(look(GAME.view_for(state, BLUE)))

    assert "In the way is a guard 1; it takes more than 1." in fight
    assert "A 3 as +1: +1." in fight
    assert "What beats it: a 3, which makes 3, a 4, which makes 4, a 5, which makes 5." in fight
    assert "Banzai brings a guard for the vase, one of 35 still unseen." in decide
    assert any(re.match(r"You can beat (\d+ of value \d(, | and )?)+\.$", line) for line in decide)
    assert any(re.match(r"In all, you can beat \d+%; \d+% raise an alarm\.", line) for line in decide)
    assert "If you fail, you lose nothing so far: you keep one treasure." in decide
    assert "Choho is ready: it swaps a treasure on the shuriken for one in the house." in decide
    assert not any("You can beat" in line or "you can beat" in line for line in other)


def test_a_guard_that_nothing_beats_is_told_with_the_question() -> None:
    speak_in_lines()
    state = at(h1=HOUSE, decks={"guards": [5]}, red={"hand": [4, 4]})
    play(state, "red: raid 1 force")
    can = list(ahead(GAME.view_for(state, RED)))
    for line in ("play 4", "banzai"):
        play(state, f"red: {line}")

    assert can == []
    assert list(ahead(GAME.view_for(state, RED))) == ["What beats it: nothing you can play now."]


def test_the_one_way_to_learn_or_buy_names_where_it_leads() -> None:
    speak_in_lines()
    state = at(red={"hand": [5], "treasures": ["fan", "scroll"]})
    view = GAME.view_for(state, RED)
    assert view.decision is not None
    words = [option.words for option in options_of(view, view.decision)]

    assert words
    assert all(re.match(r"(Dojo|Sensei|Palace|Pavilion|Raid house \d)", line) for line in words), words


def test_a_player_hears_whose_turn_it_is_as_you() -> None:
    state = at()

    assert next(iter(look(GAME.view_for(state, RED)))).endswith("it is your turn.")
    assert next(iter(look(GAME.view_for(state, BLUE)))).endswith("it is Red's turn.")
    assert "no shuriken placed" in "".join(look(GAME.view_for(state, RED)))


def test_what_is_at_stake_is_told() -> None:
    state = at(h1=HOUSE, raid={"house": 1, "side": "force", "carried": ["fan", "scroll", "gold"]})

    lines = list(look(GAME.view_for(state, BLUE)))

    assert "If you fail, you keep one treasure and lose at least 1 fan and 1 scroll, worth 5 honor." in lines


def test_credits_name_the_stand_ins() -> None:
    lines = list(credit_lines())

    assert "stand-ins" in lines[0]
    assert any("guards, copies" in line for line in lines)


def test_deals_are_explained_with_the_promises_of_the_game() -> None:
    lines = list(offer_help(GAME))

    assert not any("coins" in line for line in lines)
    assert any("A promise looks like this: " in line and "; or" in line for line in lines)


def test_other_plays_are_put_together_part_by_part() -> None:
    """The list has what wastes nothing; whatever else beats the guard is asked for step by step."""
    state = at(h1=HOUSE, red={"hand": [5, 3, 1], "skills": ["seishin-teki"]})
    play(state, "red: raid 1 force")
    view = GAME.view_for(state, RED)
    conversation = combine(view, view.decision, None)
    first = next(conversation)
    played = conversation.send("1")
    enough = conversation.send("+3")

    assert first.lines == ("1. a 1", "3. a 3", "5. a 5", "Which card do you play?")
    assert played.lines[0] == "a 1: 1, which is not enough."
    assert enough.lines[0] == "a 1, a 3 as +1: 2, which beats the guard."
    with pytest.raises(StopIteration) as end:
        conversation.send("0")
    assert view.decision.allows(end.value.value.choice)


def test_what_is_only_laid_out_is_not_told_thing_by_thing() -> None:
    assert is_set_up(events.TreasureAdded(1, 0), RED)
    assert is_set_up(events.CardDrawn(RED, 5), BLUE)
    assert not is_set_up(events.CardDrawn(RED, 5), RED)
