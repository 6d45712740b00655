"""What can be looked up: everything in a game that has a name, what it does, and who has it now."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from client.table.rulebook import rule_text
from client.table.wording import begun
from client.texts import has_text, t


class Card(NamedTuple):
    """Something with a name: what kind of thing it is, and everything there is to say about it."""

    title: str
    kind: str
    lines: tuple[str, ...]
    rule: str = ""
    names: tuple[str, ...] = ()  # what else it is called

    @property
    def words(self) -> str:
        """Return everything a search looks at."""
        return "\n".join((self.title, self.kind, *self.names, *self.lines))


class Mention(NamedTuple):
    """Where a text names something."""

    start: int
    end: int
    card: Card


def said_in(game: str, rule: str, *names: str) -> str:
    """Return what a rule says, without the name above it."""
    said = rule_text(game, rule)
    head, colon, rest = said.partition(": ")
    return begun(rest) if colon and head in names else said


def also_called(word: str) -> tuple[str, ...]:
    """Return what else a word of the game is called: within a sentence, or by its short or plural form."""
    more = t(f"word-{word}.also").split(", ") if has_text(f"word-{word}.also") else ()
    title = t(f"word-{word}")
    return (title[:1].lower() + title[1:], *more)


def sentences(*words: str) -> tuple[str, ...]:
    """Keep only lines that say something."""
    return tuple(filter(None, words))


def mentions(cards: Sequence[Card], text: str) -> Iterator[Mention]:
    """Find everything a text names, the longest name first where two begin at one place."""
    by_name = {name: card for card in reversed(cards) for name in (card.title, *card.names)}
    for found in pattern_of(tuple(by_name)).finditer(text):
        yield Mention(found.start(), found.end(), by_name[found[0]])


@lru_cache(maxsize=4)
def pattern_of(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)" if names else r"(?!)")


def named_in(cards: Sequence[Card], text: str) -> list[Card]:
    """Return what a text names, once each."""
    return list({mention.card.title: mention.card for mention in mentions(cards, text)}.values())


def named_at(cards: Sequence[Card], text: str, column: int) -> Card | None:
    """Return what is named at a place in a text."""
    return next((card for start, end, card in mentions(cards, text) if start <= column < end), None)


def matching(cards: Iterable[Card], words: str) -> list[Card]:
    """Find the cards in which all words occur, starting with those that have that name."""
    wanted = words.lower().split()
    found = [card for card in cards if all(word in card.words.lower() for word in wanted)]
    return sorted(found, key=lambda card: not all(word in card.title.lower() for word in wanted))
