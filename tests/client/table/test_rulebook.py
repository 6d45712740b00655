"""The rules as players read them."""

from __future__ import annotations

import re

import pytest

from client.table.rulebook import Rule, matching, rule_text, rules_of
from core.catalog import game_names


def rule(game: str, number: str) -> Rule:
    return next(rule for rule in rules_of(game) if rule.id == number)


@pytest.mark.parametrize("game", game_names())
def test_no_example_and_no_note_of_an_author_is_among_the_rules(game: str) -> None:
    for known in rules_of(game):
        assert not re.search(r"\bours\b|\(data|FAQ:|worked example|[A-Z]{2}-20\b", known.text), known


def test_a_card_is_known_by_its_name() -> None:
    card = rule("rising_sun", "RS-23.benevolence")

    assert card.name == "Benevolence"
    assert rule("rising_sun", "RS-7.4").name == "RS-7.4"
    assert "(Path of the Serpent)" in rule("rising_sun", "RS-19.9").text
    assert card in matching(rules_of("rising_sun"), "benevolence coins paid")


def test_what_is_our_ruling_reads_like_any_other_rule() -> None:
    assert rule("rising_sun", "RS-7.4").text == "The ceremony ends when every player says so."
    assert rule("rising_sun", "RS-22.35").text == "Way of Bushido multiplies both coins and VP."
    assert "Political Phase (at any moment" in rule_text("rising_sun", "RS-4.2")
    assert rule_text("rising_sun", "RS-12.3").endswith("printed at the province, from the supply.")
