"""The rules as players read them."""

from __future__ import annotations

import re

import pytest

from client.table.face import face_of
from client.table.rulebook import Rule, matching, rule_name, rule_text, rules_of
from client.table.words import prompt_of
from core.catalog import game_named, game_names
from tests.client.tui.at_table import GAME, SITUATIONS, scene_at
from tests.harness.random_play import random_game


def rule(game: str, number: str) -> Rule:
    return next(rule for rule in rules_of(game) if rule.id == number)


@pytest.mark.parametrize("game", game_names())
def test_no_example_and_no_note_of_an_author_is_among_the_rules(game: str) -> None:
    for known in rules_of(game):
        assert not re.search(r"\bours\b|\(data|FAQ:|worked example|[A-Z]{2}-20\b", known.text), known


@pytest.mark.parametrize("game", game_names())
def test_rules_are_sentences_and_no_table_of_states(game: str) -> None:
    """F1 shows them to those who play, to whom "DECIDE: leave: next LEFT" says little."""
    rules = [known.text for known in rules_of(game) if not known.is_heading]

    assert [text for text in rules if re.search(r"\b[A-Z]{4,}\b|: next\b", text)] == []
    assert [text for text in rules if not text.endswith((".", ".)"))] == []


def test_a_card_is_known_by_its_name() -> None:
    card = rule("rising_sun", "RS-23.benevolence")

    assert card.name == "Benevolence"
    assert rule("rising_sun", "RS-7.4").name == "RS-7.4"
    assert "(Path of the Serpent)" in rule("rising_sun", "RS-19.9").text
    assert card in matching(rules_of("rising_sun"), "benevolence coins paid")


@pytest.mark.parametrize("question", SITUATIONS)
def test_no_question_is_followed_by_an_id_of_the_data(question: str) -> None:
    scene = scene_at(question)
    _, rule = prompt_of(scene, face_of(GAME.name).ask_words, is_mine=True, menu=None)

    assert rule == rule_name(scene.view.decision.rule) != ""
    assert not re.search(r"\.[a-z]", rule)


def test_what_is_our_ruling_reads_like_any_other_rule() -> None:
    assert rule("rising_sun", "RS-7.4").text == "The ceremony ends when every player says so."
    assert rule("rising_sun", "RS-22.35").text == "Way of Bushido multiplies both coins and VP."
    assert "Political Phase (at any moment" in rule_text("rising_sun", "RS-4.2")
    assert rule_text("rising_sun", "RS-12.3").endswith("printed at the province, from the supply.")


@pytest.mark.parametrize("game", game_names())
def test_what_is_read_beside_a_question_points_to_no_rule_by_its_number(game: str) -> None:
    """Whoever reads "here and in SG-14" below a choice would have to look that up."""
    played, face = game_named(game), face_of(game)
    read: set[str] = set()
    for state, _ in random_game(played, tuple(range(played.players[0])), 7):
        for seat in state.pending:
            view = played.view_for(state, seat)
            read.add(rule_text(game, view.decision.rule))
            read |= {option.about for option in face.options_of(view, view.decision)}

    assert len(read) > 9
    assert [text for text in read if re.search(r"\b[A-Z]{2}-\d", text)] == []
