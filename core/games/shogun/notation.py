"""The line of notation of every choice, and the choice of every line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from core.decisions import DECLINE, DONE, EMPTY, UNSEEN, Arrangement
from core.games.shogun.board import CARDS, PLACES, PROVINCES, SPECIAL_NAMES
from core.games.shogun.choices import (
    REFRESH,
    TAKE_UNSEEN,
    Add,
    Choose,
    Garrison,
    MoveArmies,
    Revolt,
    TakeProvince,
)
from core.kinds import Choice
from core.notation import (
    AMOUNT,
    Lines,
    Readers,
    WordForm,
    name_among,
    number_of,
    read_choice,
    readers_of,
    writers_of,
)

DECK: Final = "deck"
PLAIN: Final[dict[str, Choice]] = {
    "refresh": REFRESH,
    "add": Add(),
    "decline": DECLINE,
    "done": DONE,
}
PROVINCE: Final = name_among(PROVINCES, "province")
CARD: Final = WordForm(
    lambda province: PROVINCES[province] if province >= 0 else DECK,
    lambda word: TAKE_UNSEEN.province if word == DECK else PROVINCE.read(word),
)
LINES: Final[Lines] = {
    "take": (TakeProvince, (CARD,)),
    "place": (Garrison, (AMOUNT,)),
    "choose": (Choose, (name_among(SPECIAL_NAMES, "special"),)),
    "move": (MoveArmies, (AMOUNT, PROVINCE)),
    "revolt": (Revolt, (PROVINCE,)),
}

# Writing -------------------------------------------------------------------------------------


def line_of(choice: Choice) -> str:
    return WRITERS[type(choice)](choice)


def _write_plan(choice: Arrangement) -> str:
    laid = zip(PLACES, choice.cards, strict=True)
    return " ".join(["plan", *(f"{place}={card}" for place, card in laid)])


WRITERS: Final[dict[type[Choice], Callable[[Any], str]]] = {
    **writers_of(PLAIN, LINES),
    Arrangement: _write_plan,
}

# Reading -------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def choice_of(line: str) -> Choice:
    return read_choice(line, PLAIN, READERS)


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


READERS: Final[Readers] = {
    **readers_of(LINES, "sg-form"),
    "plan": ("sg-form-plan", _read_plan),
}
