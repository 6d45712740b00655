"""How an event becomes a sentence: the message named after it, filled with the words for its fields.

A game says once how each kind of field is worded, so most events need nothing but their message. It says more
only about an event that several messages can tell, or whose message names something that is not a field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec import Struct

from client.harmless import harmless
from client.texts import has_text, spoken, t
from core.game import Game
from core.kinds import Seat, Viewer

Word: TypeAlias = str | int
Wordings: TypeAlias = Mapping[str, Callable[[Any], Word]]
"""By the name of an argument: how to word what it is made from."""
Facts: TypeAlias = Mapping[str, Callable[[Any], Any]]
"""By the name of an argument: how to find it in an event."""
ReaderWordings: TypeAlias = Mapping[str, Callable[[Any, Viewer], Word]]
"""By the name of an argument: how to word what it is made from to a viewer."""

CAPITAL: Final = re.compile(r"(?<=.)(?=[A-Z])")


class Wording(NamedTuple):
    """How the events of one game are told."""

    prefix: str
    """What the ids of its messages begin with."""
    kinds: Wordings
    """How to word a field, by its name; a field not listed is a number, and stays one."""
    extras: Mapping[type[Struct], Facts]
    """By event: what else its message may name, in words, or a field that means something else there."""
    variants: Mapping[type[Struct], Callable[[Any], str]]
    """By event: which message tells it, if its fields decide; an empty one tells nothing."""
    forms: Mapping[str, Sequence[str]] = {}
    """By form of a message: the fields that make it the right one for the seat, or the seats, they name."""
    to_reader: ReaderWordings = MappingProxyType({})
    """For what names several seats, perhaps the reader's: fields, and extras that are not in words yet."""


def heading_in(sentence: str) -> str:
    """Return the words of a heading of the log, "" if a sentence is none."""
    return sentence.strip("=- ") if sentence.startswith(("===", "---")) else ""


def tell(wording: Wording, event: Struct, viewer: Viewer = None) -> str:
    """Say what happened, to a viewer as their own deed or harm, if there are words for that."""
    message, form = message_for(wording, event), form_for(wording, event, viewer)
    if form and has_text(f"{message}.{form}"):
        message = f"{message}.{form}"
    return spoken().say_with(message, Arguments(wording, event, viewer)) if message else ""


def tell_in_brief(wording: Wording, event: Struct, viewer: Viewer = None) -> str:
    """Say the same where there is less room, if it can be said in fewer words."""
    message, form = message_for(wording, event), form_for(wording, event, viewer)
    briefs = (f"{message}.{form}-short", f"{message}.short")
    brief = next(filter(has_text, briefs), "")
    return spoken().say_with(brief, Arguments(wording, event, viewer)) if brief else ""


def form_for(wording: Wording, event: Struct, viewer: Viewer) -> str:
    """Name the form of a message that speaks to a viewer, "" if it is about somebody else."""
    if viewer is None:
        return ""
    there = (
        form
        for form, fields in wording.forms.items()
        if any(is_named(viewer, getattr(event, one, None)) for one in fields)
    )
    return next(there, "")


def is_named(seat: Seat, named: Any) -> bool:
    return seat in named if isinstance(named, tuple) else seat == named


def message_for(wording: Wording, event: Struct) -> str:
    kind = type(event)
    return wording.variants[kind](event) if kind in wording.variants else message_of(wording.prefix, kind)


@cache
def message_of(prefix: str, kind: type[Struct]) -> str:
    """Name the message of an event: rs-season-began tells SeasonBegan."""
    return f"{prefix}-{CAPITAL.sub('-', kind.__name__).lower()}"


class Arguments(Mapping[str, Word]):
    """Everything a message may name; only what it does name is put into words."""

    def __init__(self, wording: Wording, event: Struct, viewer: Viewer) -> None:
        self._event = event
        self._viewer = viewer
        self._kinds = wording.kinds
        self._to_reader = wording.to_reader
        self._extras = wording.extras.get(type(event), {})

    def __getitem__(self, name: str) -> Word:
        is_extra = name in self._extras
        if not is_extra and name not in self._event.__struct_fields__:
            raise KeyError(name)
        value: Any = self._extras[name](self._event) if is_extra else getattr(self._event, name)
        if name in self._to_reader:
            return self._to_reader[name](value, self._viewer)
        return value if is_extra or name not in self._kinds else self._kinds[name](value)

    def __iter__(self) -> Iterator[str]:
        return iter({*self._event.__struct_fields__, *self._extras})

    def __len__(self) -> int:
        return len({*self._event.__struct_fields__, *self._extras})


# What tables of words are made of ------------------------------------------------------------


def naming(kind: str, ids: Sequence[str], form: str = "") -> Callable[[int], str]:
    """Name things of a kind by their numbers; a form of the name such as `.short` may be asked for."""
    return lambda number: t(f"{kind}-{ids[number]}{form}")


def listed(words: Iterable[str]) -> str:
    """Write a list as people do, even an empty one."""
    *rest, last = list(words) or [t("nothing")]
    return t("list", rest=", ".join(rest), last=last) if rest else last


def either(words: Iterable[str]) -> str:
    """Write a list of which one is meant."""
    *rest, last = words
    return t("list-or", rest=", ".join(rest), last=last) if rest else last


def amount(number: int, thing: str) -> str:
    """Count things: coins, VP, ronin, armies and whatever else comes in numbers."""
    return t(f"amount-{thing.lower()}", number=number)


def named(name: str, *, is_own: bool) -> str:
    """Name somebody, and point out if it is the reader."""
    return t("plain-you", who=name) if is_own else name


def addressed(message: str, *, is_own: bool) -> str:
    """Name a message, or the form of it that speaks to the reader, if it is about them."""
    return f"{message}.you" if is_own else message


def begun(words: str) -> str:
    """Begin a sentence or a line with words that may stand inside one."""
    return words[:1].upper() + words[1:]


def several(word: Callable[[Any], str]) -> Callable[[Iterable[Any]], str]:
    """Word a list of things."""
    return lambda things: listed(map(word, things))


def among(name: Callable[[Seat], str]) -> Callable[[Seat, Viewer], str]:
    """Name a seat among others; the reader is "you"."""
    return lambda seat, viewer: t("you") if seat == viewer else name(seat)


def several_among(name: Callable[[Seat], str]) -> Callable[[Iterable[Seat], Viewer], str]:
    """List seats in their order."""
    one = among(name)
    return lambda seats, viewer: listed(one(seat, viewer) for seat in seats)


def others_among(name: Callable[[Seat], str]) -> Callable[[Iterable[Seat], Viewer], str]:
    """List all seats but the reader's."""
    return lambda seats, viewer: listed(name(seat) for seat in seats if seat != viewer)


def in_turn(word: Callable[[Any], str]) -> Callable[[Iterable[Any]], str]:
    """Word things in their order."""
    return lambda things: ", ".join(map(word, things))


def game_title(name: str) -> str:
    """Return the title of a game; one we do not know has only the name others give it."""
    message = f"game-{name.replace('_', '-')}"
    return t(message) if has_text(message) else harmless(name)


def seat_title(game: Game, seat: Seat) -> str:
    return t(f"clan-{game.seat_names[seat]}")


def seat_titles(game: Game) -> tuple[str, ...]:
    return tuple(seat_title(game, seat) for seat in range(len(game.seat_names)))


def seat_list(game: Game, seats: Iterable[Seat]) -> str:
    return listed(seat_title(game, seat) for seat in seats)
