"""The line of notation of every choice, and the choice of every line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from core.games.shogun.board import CARDS, PLACES, PROVINCES, SPECIAL_NAMES
from core.games.shogun.choices import (
    DONE,
    REFRESH,
    TAKE,
    TAKE_UNSEEN,
    Add,
    Choose,
    Decline,
    Done,
    Move,
    Place,
    Refresh,
    Revolt,
    Take,
)
from core.notation import Readers, amount_in, number_of, read_choice
from core.records import EMPTY, UNSEEN, Arrangement, Choice

DECK: Final = "deck"
PLAIN: Final[dict[str, Choice]] = {
    "refresh": REFRESH,
    "add": Add(),
    "decline": Decline(),
    "done": DONE,
}

# Writing -------------------------------------------------------------------------------------


def line_of(choice: Choice) -> str:
    return WRITERS[type(choice)](choice)


def _write_plan(choice: Arrangement) -> str:
    laid = zip(PLACES, choice.cards, strict=True)
    return " ".join(["plan", *(f"{place}={card}" for place, card in laid)])


def _write_plain(choice: Choice) -> str:
    return type(choice).__name__.lower()


WRITERS: Final[dict[type[Choice], Callable[[Any], str]]] = {
    **dict.fromkeys((Refresh, Add, Decline, Done), _write_plain),
    Take: lambda c: f"take {PROVINCES[c.province] if c.province >= 0 else DECK}",
    Place: lambda c: f"place {c.armies}",
    Arrangement: _write_plan,
    Choose: lambda c: f"choose {SPECIAL_NAMES[c.special]}",
    Move: lambda c: f"move {c.armies} {PROVINCES[c.target]}",
    Revolt: lambda c: f"revolt {PROVINCES[c.province]}",
}

# Reading -------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def choice_of(line: str) -> Choice:
    return read_choice(line, PLAIN, READERS)


def _province(word: str) -> int:
    return number_of(word, PROVINCES, "province")


def _read_take(words: Sequence[str]) -> Choice:
    (card,) = words
    return TAKE_UNSEEN if card == DECK else TAKE[_province(card)]


def _read_place(words: Sequence[str]) -> Choice:
    (armies,) = words
    return Place(amount_in(armies))


def _read_plan(words: Sequence[str]) -> Choice:
    """Read places in any order; one that is not named stays empty."""
    laid = dict.fromkeys(PLACES, "")
    for word in words:
        place, _, card = word.partition("=")
        number_of(place, PLACES, "place")
        if laid[place]:
            raise ValueError
        laid[place] = card if card in (EMPTY, UNSEEN) else CARDS[number_of(card, CARDS, "card")]
    return Arrangement(tuple(card or EMPTY for card in laid.values()))


def _read_choose(words: Sequence[str]) -> Choice:
    (special,) = words
    return Choose(number_of(special, SPECIAL_NAMES, "special"))


def _read_move(words: Sequence[str]) -> Choice:
    armies, target = words
    return Move(amount_in(armies), _province(target))


def _read_revolt(words: Sequence[str]) -> Choice:
    (province,) = words
    return Revolt(_province(province))


READERS: Final[Readers] = {
    "take": ("sg-form-take", _read_take),
    "place": ("sg-form-place", _read_place),
    "plan": ("sg-form-plan", _read_plan),
    "choose": ("sg-form-choose", _read_choose),
    "move": ("sg-form-move", _read_move),
    "revolt": ("sg-form-revolt", _read_revolt),
}
