"""The numbered rules of a game, as players read them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from client.texts import has_text, t
from core.catalog import rulebook

RULE: Final = re.compile(r"- (?P<id>[A-Z]+-[\w.-]+) (?P<text>.*)")
SECTION: Final = re.compile(r"## (?P<id>[A-Z]+-\d+) (?P<text>.*)")
CODE_WORD: Final = re.compile("`([^`]+)`")


class Rule(NamedTuple):
    """A numbered rule, or the heading of a section."""

    id: str
    text: str
    is_heading: bool = False


def rules_of(game: str) -> list[Rule]:
    """Give the rules of a game; what they name as its data do has the name that players see."""
    found = ((RULE.fullmatch(line), SECTION.fullmatch(line)) for line in rulebook(game).splitlines())
    return [
        Rule(line["id"], CODE_WORD.sub(seen_name, line["text"]), is_heading=rule is None)
        for rule, section in found
        if (line := rule or section) is not None
    ]


def rule_text(game: str, rule: str) -> str:
    """Give what a single rule says, or nothing where there is none; much quicker than to read them all."""
    return CODE_WORD.sub(seen_name, texts_of(game).get(rule, ""))


@cache
def texts_of(game: str) -> dict[str, str]:
    """Give what stands behind the number of each rule, with the names that data have."""
    parts = (line.split(" ", 2) for line in rulebook(game).splitlines() if line.startswith("- "))
    return {rule: text for _, rule, text in parts}


def seen_name(found: re.Match[str]) -> str:
    word = found[1]
    names = (f"action-{word}.short", f"special-{word}", f"event-{word}.short")
    return next((t(name) for name in names if has_text(name)), word.replace("_", " "))


def matching(rules: Iterable[Rule], words: str) -> list[Rule]:
    """Find the rules in which all words occur."""
    wanted = words.lower().split()
    return [rule for rule in rules if all(word in f"{rule.id} {rule.text}".lower() for word in wanted)]
