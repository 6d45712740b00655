"""The numbered rules of a game, as players read them: without examples and authors' notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from client.texts import has_text, t
from core.catalog import rulebook

RULE: Final = re.compile(r"- (?P<id>[A-Z]+-[\w.-]+) (?P<text>.*)")
SECTION: Final = re.compile(r"## (?P<id>[A-Z]+-\d+) (?P<text>.*)")
CODE_WORD: Final = re.compile("`([^`]+)`")
NAMED_RULE: Final = re.compile(r"\b[A-Z]+-\d+\.([a-z][a-z-]*[a-z])")
SOURCE: Final = re.compile(r" \((?:ours|data|FAQ[^)]*)\)|(?<=\()(?:ours): |: data(?=\))")
FIRST_SOURCE: Final = re.compile(r"^(?:ours|FAQ): (.)")
REFERENCE: Final = re.compile(r" \([^()]*\b[A-Z]{2}-\d[^()]*\)")
EXAMPLES: Final = "worked examples"
ABOUT_EXAMPLES: Final = re.compile(r"[A-Z]+-20\.|Examples, ")


class Rule(NamedTuple):
    """A rule with its number, or the heading of a section; a named rule is known by its name."""

    id: str
    text: str
    is_heading: bool = False

    @property
    def name(self) -> str:
        return rule_name(self.id)


def rule_name(rule: str) -> str:
    """Return the number of a rule; one about a single thing has the name of that instead."""
    return NAMED_RULE.sub(own_name, rule)


@cache
def rules_of(game: str) -> tuple[Rule, ...]:
    """Return the rules of a game; ids from the data are replaced by the names players see."""
    return tuple(without_examples(lines_of(game)))


def lines_of(game: str) -> Iterator[Rule]:
    for line in rulebook(game).splitlines():
        rule, section = RULE.fullmatch(line), SECTION.fullmatch(line)
        found = rule or section
        if found is not None:
            yield Rule(found["id"], for_players(found["text"]), is_heading=rule is None)


def without_examples(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Leave out what proves the rules instead of stating them."""
    is_said = True
    for rule in rules:
        if rule.is_heading:
            is_said = EXAMPLES not in rule.text
        if is_said and not ABOUT_EXAMPLES.match(rule.text):
            yield rule


def rule_text(game: str, rule: str) -> str:
    """Return a single rule to be read alone: without the numbers of others, and faster than all."""
    return REFERENCE.sub("", for_players(texts_of(game).get(rule, "")))


@cache
def texts_of(game: str) -> dict[str, str]:
    """Return the text of each rule by its number, with ids as in the data."""
    parts = (line.split(" ", 2) for line in rulebook(game).splitlines() if line.startswith("- "))
    return {rule: text for _, rule, text in parts}


# Words -------------------------------------------------------------------------------------------


def for_players(text: str) -> str:
    """Put names in place of ids, and leave out where a rule comes from."""
    named = NAMED_RULE.sub(own_name, CODE_WORD.sub(seen_name, SOURCE.sub("", text)))
    return FIRST_SOURCE.sub(lambda found: found[1].upper(), named)


def seen_name(found: re.Match[str]) -> str:
    word = found[1]
    names = (f"action-{word}.short", f"special-{word}", f"event-{word}.short")
    return next((t(name) for name in names if has_text(name)), word.replace("_", " "))


def own_name(found: re.Match[str]) -> str:
    """Name a rule about a single thing, such as a card."""
    name = f"card-{found[1]}"
    return t(name) if has_text(name) else found[1].replace("-", " ")


def matching(rules: Iterable[Rule], words: str) -> list[Rule]:
    """Find the rules in which all words occur."""
    wanted = words.lower().split()
    return [
        rule for rule in rules if all(word in f"{rule.id} {rule.name} {rule.text}".lower() for word in wanted)
    ]
