"""Small words that the logs of all games use."""

from __future__ import annotations

from collections.abc import Iterable

from client.texts import t


def listed(words: Iterable[str]) -> str:
    """Write a list as people do; an empty one too."""
    *rest, last = list(words) or [t("nothing")]
    return t("list", rest=", ".join(rest), last=last) if rest else last


def amount(number: int, thing: str) -> str:
    """Count things: a coin, VP, a ronin, an army and whatever else there is a number of."""
    return t(f"amount-{thing.lower()}", number=number)
