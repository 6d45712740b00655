"""Which key stands for what: the same thing for as long as the question is the same.

Everything that can be done has a name that stays, whatever its words become. Its key is its number if it has
one, otherwise a letter of its name. A key never passes to something else: a thing that is gone leaves its key
dead, and a new thing gets an unused one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias
from unicodedata import normalize

from client.table.menu import Name
from core.kinds import Choice

NUMBERS: Final = "123456789"
LETTERS: Final = "abcdefghijklmopqrstuvwxz"
"""Small ones: y and n answer others' requests, and 0 finishes something."""
KEYS: Final = LETTERS + NUMBERS
"""Given in this order to things without a key of their own; numbers last, as they would look like a count."""
WORD: Final = re.compile(r"[^\W\d_]+")


class TableKeys(NamedTuple):
    """The keys of a table that do not belong to its answers."""

    of_commands: frozenset[str] = frozenset()  # that mean something whatever is asked
    gift: str = "G"
    back: str = "esc"


class Thing(NamedTuple):
    """Something that can be done: its name, its words, and what its key is made from."""

    name: Name
    words: str
    wish: str = ""  # its usual key
    called: str = ""  # its number or name, otherwise its words
    choice: Choice | None = None  # that it is or leads to

    @property
    def wishes(self) -> list[str]:
        """Return the keys it would like, the best first."""
        called = self.called or self.words
        own = [called] if called in NUMBERS else letters_of(called)
        return [*filter(None, [self.wish]), *own]


Page: TypeAlias = Mapping[str, Thing]
"""By key: what it stands for, or stood for last."""
Path: TypeAlias = tuple[Name, ...]
"""The groups that were opened on the way to a page."""
NO_KEYS: Final[Page] = MappingProxyType({})
NO_PAGES: Final[Mapping[Path, Page]] = MappingProxyType({})


class Question(NamedTuple):
    """Which question it is: asked again at once, or after a choice was taken back, it is the same."""

    number: int = 0
    kind: str = ""
    is_asked: bool = False

    def after(self, kind: str, *, is_back: bool) -> Question:
        """Return the question when a seat is asked this kind of thing now, or nothing."""
        if not kind:
            return self._replace(is_asked=False)
        goes_on = kind == self.kind and (self.is_asked or is_back)
        return Question(self.number + (not goes_on), kind, is_asked=True)


class KeyRing(NamedTuple):
    """The keys of one question: those of others' requests, and those of each page of answers."""

    question: int = 0
    closed: frozenset[str] = frozenset()  # stand for commands
    beside: Page = NO_KEYS
    pages: Mapping[Path, Page] = NO_PAGES

    def asked(self, question: int, closed: frozenset[str], beside: Sequence[Thing]) -> KeyRing:
        """Start over with another question; what others still wait for keeps its keys."""
        ring = self
        if (question, closed) != (self.question, self.closed):
            names = {thing.name for thing in beside}
            kept = {key: thing for key, thing in self.beside.items() if thing.name in names}
            ring = KeyRing(question, closed, kept)
        taken = {key for page in ring.pages.values() for key in page}
        return ring._replace(beside=keyed(ring.beside, beside, closed, taken))

    def with_page(self, path: Path, things: Sequence[Thing]) -> KeyRing:
        """Have keys for the answers on a page."""
        page = keyed(self.pages.get(path, NO_KEYS), things, self.closed, self.beside)
        return self._replace(pages={**self.pages, path: page})

    def meaning(self, path: Path, key: str) -> Thing | None:
        """Return what a key stands for on a page, or stood for."""
        return self.beside.get(key) or self.pages.get(path, NO_KEYS).get(key)


def keyed(page: Page, things: Sequence[Thing], closed: Collection[str], taken: Collection[str]) -> Page:
    """Give all things keys: those that have one keep it, then everybody's best wish counts before others'."""
    held = {thing.name: key for key, thing in page.items()}
    keys = dict(page)
    for thing, wish in by_rank([thing for thing in things if thing.name not in held]):
        is_open = wish not in keys and wish not in taken and (wish not in closed or wish == thing.wish)
        if is_open and thing.name not in held:
            held[thing.name], keys[wish] = wish, thing
    live = {thing.name for thing in things}
    for thing in things:
        key = held.get(thing.name) or first_free(keys, live, closed, taken)
        if key:
            held[thing.name], keys[key] = key, thing
    return {**page, **{held[thing.name]: thing for thing in things if thing.name in held}}


def by_rank(things: Sequence[Thing]) -> list[tuple[Thing, str]]:
    """List the wishes of all: the first of each, then the second, and so on."""
    ranked = [(rank, thing, wish) for thing in things for rank, wish in enumerate(thing.wishes)]
    return [(thing, wish) for _, thing, wish in sorted(ranked, key=lambda row: row[0])]


def letters_of(words: str) -> list[str]:
    """Return the letters words can be known by: initials first, names before others, then the rest."""
    found: list[str] = WORD.findall(normalize("NFKD", words))
    begun = sorted(found, key=lambda word: not word[0].isupper())
    letters = "".join([*(word[0] for word in begun), *found]).lower()
    return [letter for letter in dict.fromkeys(letters) if letter in LETTERS]


def first_free(page: Page, live: Collection[Name], closed: Collection[str], taken: Collection[str]) -> str:
    """Return the first unused key; when none is left, a dead one."""
    usable = [key for key in KEYS if key not in closed and key not in taken]
    dead = [key for key in usable if key in page and page[key].name not in live]
    return next((key for key in usable if key not in page), dead[0] if dead else "")


def key_of(page: Page, name: Name) -> str:
    """Return the key of a thing, if there is one."""
    return next((key for key, thing in page.items() if thing.name == name), "")
