"""Why something is refused, in the language in use: the rules and the server give phrases, and we say them.

Phrases of a server may name messages that we do not have, or go with arguments that they do not take.
"""

from __future__ import annotations

from typing import Final

from client.harmless import harmless
from client.texts import has_text, spoken, t
from core.kinds import Fact, Phrase, PhrasedError

DEEPEST: Final = 8
"""So many phrases may be in each other; nobody has to speak of more at once."""

FORMS: Final = ("general", "plain")
"""How a message is said that is part of another: where it needs to know nothing, or in whole words."""

DEAL_NUMBERS: Final = {
    ("refuse-no-deal", "number"),
    ("refuse-deal-number-taken", "number"),
    ("refuse-deal-numbers", "most"),
}
"""Where phrases speak of deals by their numbers, which players see otherwise."""


def why(error: Exception) -> str:
    """Say what an error is about, with the rule behind it; what has no phrase says it by itself."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        return t("kept-unusable", path=str(error.filename), reason=error.strerror)
    if not isinstance(error, PhrasedError):
        return str(error)
    sentence = said(error.phrase)
    return f"{sentence} ({error.rule})" if error.rule else sentence


def said(phrase: Phrase) -> str:
    """Say a phrase, or at least that there is one."""
    try:
        return harmless(_words(phrase, DEEPEST))
    except LookupError:
        return t("refuse-unknown")


def _words(phrase: Phrase, depth: int) -> str:
    if not depth:
        raise LookupError(phrase.message)
    facts = {name: _argument((phrase.message, name), fact, depth - 1) for name, fact in phrase.facts}
    forms = (f"{phrase.message}.{form}" for form in FORMS)
    return spoken().say_with(next(filter(has_text, forms), phrase.message), facts)


def _argument(where: tuple[str, str], fact: Fact, depth: int) -> str | int:
    if isinstance(fact, Phrase):
        return _words(fact, depth)
    return deal_number(fact) if where in DEAL_NUMBERS and isinstance(fact, int) else fact


def deal_number(number: int) -> str:
    """Give the number of a deal as players see it: they count from one."""
    return str(number + 1)
