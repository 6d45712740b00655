"""Other people's texts on one's own terminal: servers, players and logs may not be friends.

There are two gates. What comes from outside becomes an argument of a message, and `client.texts` spells out
whatever in it could steer a terminal, change the direction of text or hide. What goes out to a terminal
passes through a stream (`client/signs.py`) or a screen (`client/tui/terminal.py`) that takes nothing but
text. So nobody has to remember it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from unicodedata import category

from protocol.characters import is_mark, is_selector, is_unseen

JOINER: Final = "\u200d"
SIGNS: Final = frozenset({"So", "Sk"})
USUAL: Final = re.compile(
    r"[ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u23ff\u2500-\u27ff"
    r"\u3041-\u3096\u30a0-\u30ff\u3400-\u9fff]*"
)
"""Letters, lines and signs that need no check: screens are full of them."""
MOST_MARKS: Final = 2
"""How many may be drawn on one letter; more would reach into other lines."""


def harmless(text: str) -> str:
    """Spell out what could do more than be read; leave any other text as it is."""
    is_plain = text.isprintable() if text.isascii() else USUAL.fullmatch(text) is not None
    return text if is_plain else _written_out(text)


def harmless_lines(text: str) -> str:
    """The same, but keep line breaks."""
    return "\n".join(map(harmless, text.split("\n")))


@lru_cache(maxsize=4096)
def _written_out(text: str) -> str:
    written: list[str] = []
    marks = MOST_MARKS  # none may come before a letter, or it would be drawn on a text of ours
    for place, char in enumerate(text):
        marks = marks + 1 if is_mark(char) and not is_selector(char) else 0
        if is_unseen(char) and not _joins_signs(text, place):
            written.append(_code(char))
        elif not is_unseen(char):
            written.append(_code(char) if marks > MOST_MARKS else char)
    return "".join(written)


def _joins_signs(text: str, place: int) -> bool:
    """Say whether a character joins several signs into one; it is dropped, since widths of those vary."""
    char = text[place]
    return (char == JOINER or is_selector(char)) and place > 0 and category(text[place - 1]) in SIGNS


def _code(char: str) -> str:
    return ascii(char)[1:-1]
