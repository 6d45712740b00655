"""Why something is refused, in the language in use: the rules and the server give phrases, and we say them.

A server's phrases may name messages we do not have, or come with arguments they do not take.
"""

from __future__ import annotations

from typing import Final

from client.harmless import harmless, harmless_lines
from client.texts import has_text, spoken, t
from core.kinds import Fact, Phrase, PhrasedError

DEEPEST: Final = 8
"""How deep phrases may nest; nobody needs more."""

FORMS: Final = ("general", "plain")
"""How to say a message inside another: in the form that needs no context, or in whole words."""

DEAL_NUMBERS: Final = {
    ("refuse-no-deal", "number"),
    ("refuse-deal-number-taken", "number"),
    ("refuse-deal-numbers", "most"),
}
"""Where phrases mention deals by their numbers, which players see differently."""


def why(error: Exception) -> str:
    """Say what an error is about, with the rule behind it; an error without a phrase speaks for itself."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        return t("kept-unusable", path=str(error.filename), reason=error.strerror)
    if not isinstance(error, PhrasedError):
        return harmless_lines(str(error))
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
    """Return the number of a deal as players see it: they count from one."""
    return str(number + 1)
