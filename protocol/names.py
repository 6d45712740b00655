"""Names of players, to be told apart by people, who see letters and not code points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from unicodedata import normalize

from core.kinds import RulesError
from protocol.characters import is_mark, is_unseen
from protocol.talk import check_text

ALIKE: Final = {
    "A": "\N{GREEK CAPITAL LETTER ALPHA}\N{CYRILLIC CAPITAL LETTER A}",
    "B": "\N{GREEK CAPITAL LETTER BETA}\N{CYRILLIC CAPITAL LETTER VE}",
    "C": "\N{CYRILLIC CAPITAL LETTER ES}\N{GREEK CAPITAL LUNATE SIGMA SYMBOL}",
    "E": "\N{GREEK CAPITAL LETTER EPSILON}\N{CYRILLIC CAPITAL LETTER IE}",
    "G": "\N{CYRILLIC CAPITAL LETTER KOMI SJE}",
    "H": "\N{GREEK CAPITAL LETTER ETA}\N{CYRILLIC CAPITAL LETTER EN}\N{CYRILLIC SMALL LETTER EN}",
    "I": "\N{GREEK CAPITAL LETTER IOTA}\N{CYRILLIC CAPITAL LETTER BYELORUSSIAN-UKRAINIAN I}"
    "\N{CYRILLIC LETTER PALOCHKA}",
    "J": "\N{CYRILLIC CAPITAL LETTER JE}\N{GREEK CAPITAL LETTER YOT}",
    "K": "\N{GREEK CAPITAL LETTER KAPPA}\N{CYRILLIC CAPITAL LETTER KA}",
    "M": "\N{GREEK CAPITAL LETTER MU}\N{CYRILLIC CAPITAL LETTER EM}\N{CYRILLIC SMALL LETTER EM}",
    "N": "\N{GREEK CAPITAL LETTER NU}",
    "O": "\N{GREEK CAPITAL LETTER OMICRON}\N{CYRILLIC CAPITAL LETTER O}\N{ARMENIAN CAPITAL LETTER OH}",
    "P": "\N{GREEK CAPITAL LETTER RHO}\N{CYRILLIC CAPITAL LETTER ER}",
    "Q": "\N{CYRILLIC CAPITAL LETTER QA}",
    "S": "\N{CYRILLIC CAPITAL LETTER DZE}",
    "T": "\N{GREEK CAPITAL LETTER TAU}\N{CYRILLIC CAPITAL LETTER TE}\N{CYRILLIC SMALL LETTER TE}",
    "W": "\N{CYRILLIC CAPITAL LETTER WE}",
    "X": "\N{GREEK CAPITAL LETTER CHI}\N{CYRILLIC CAPITAL LETTER HA}",
    "Y": "\N{GREEK CAPITAL LETTER UPSILON}\N{CYRILLIC CAPITAL LETTER U}"
    "\N{CYRILLIC CAPITAL LETTER STRAIGHT U}",
    "Z": "\N{GREEK CAPITAL LETTER ZETA}",
    "a": "\N{GREEK SMALL LETTER ALPHA}\N{CYRILLIC SMALL LETTER A}\N{LATIN SMALL LETTER ALPHA}",
    "b": "\N{CYRILLIC SMALL LETTER SOFT SIGN}\N{CYRILLIC SMALL LETTER VE}",
    "c": "\N{CYRILLIC SMALL LETTER ES}\N{GREEK LUNATE SIGMA SYMBOL}",
    "d": "\N{CYRILLIC SMALL LETTER KOMI DE}",
    "e": "\N{CYRILLIC SMALL LETTER IE}\N{CYRILLIC SMALL LETTER ABKHASIAN CHE}",
    "g": "\N{LATIN SMALL LETTER SCRIPT G}\N{ARMENIAN SMALL LETTER CO}",
    "h": "\N{CYRILLIC SMALL LETTER SHHA}\N{ARMENIAN SMALL LETTER HO}",
    "i": "\N{GREEK SMALL LETTER IOTA}\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}"
    "\N{LATIN SMALL LETTER DOTLESS I}",
    "j": "\N{CYRILLIC SMALL LETTER JE}\N{GREEK LETTER YOT}\N{LATIN SMALL LETTER DOTLESS J}",
    "k": "\N{GREEK SMALL LETTER KAPPA}\N{CYRILLIC SMALL LETTER KA}",
    "l": "\N{CYRILLIC SMALL LETTER PALOCHKA}",
    "n": "\N{GREEK SMALL LETTER ETA}\N{ARMENIAN SMALL LETTER VO}",
    "o": "\N{GREEK SMALL LETTER OMICRON}\N{CYRILLIC SMALL LETTER O}\N{ARMENIAN SMALL LETTER OH}"
    "\N{GREEK SMALL LETTER SIGMA}",
    "p": "\N{GREEK SMALL LETTER RHO}\N{CYRILLIC SMALL LETTER ER}",
    "q": "\N{CYRILLIC SMALL LETTER QA}",
    "r": "\N{CYRILLIC SMALL LETTER GHE}",
    "s": "\N{CYRILLIC SMALL LETTER DZE}",
    "u": "\N{GREEK SMALL LETTER UPSILON}\N{ARMENIAN SMALL LETTER SEH}",
    "v": "\N{GREEK SMALL LETTER NU}\N{CYRILLIC SMALL LETTER IZHITSA}",
    "w": "\N{CYRILLIC SMALL LETTER WE}\N{CYRILLIC SMALL LETTER OMEGA}\N{GREEK SMALL LETTER OMEGA}",
    "x": "\N{GREEK SMALL LETTER CHI}\N{CYRILLIC SMALL LETTER HA}",
    "y": "\N{GREEK SMALL LETTER GAMMA}\N{CYRILLIC SMALL LETTER U}\N{CYRILLIC SMALL LETTER STRAIGHT U}",
    "3": "\N{CYRILLIC CAPITAL LETTER ZE}\N{CYRILLIC SMALL LETTER ZE}",
}
"""Letters of other scripts that look like these; our own list, short on purpose."""
SHAPES: Final = str.maketrans({twin: letter for letter, twins in ALIKE.items() for twin in twins})
STROKES: Final = str.maketrans("l1|0", "iiio")


def check_name(name: str, others: Iterable[str] = ()) -> None:
    """Refuse a name that cannot be read, or that people would mistake for another one at the table."""
    check_text(name)
    look = look_of(name)
    if not look or any(map(is_hidden, name)):
        raise RulesError("name-invisible")
    for other in others:
        if name == other:
            raise RulesError("name-taken", name=name)
        if look == look_of(other):
            raise RulesError("name-alike", name=name, taken=other)


def look_of(name: str) -> str:
    """Return the same text for names that look the same, whatever their case, marks and spaces."""
    letters = "".join(char for char in normalize("NFKD", name) if is_drawn(char))
    return normalize("NFKC", letters.translate(SHAPES).casefold()).translate(STROKES)


def is_drawn(char: str) -> bool:
    return not (char.isspace() or is_mark(char) or is_unseen(char))


def is_hidden(char: str) -> bool:
    """Say whether a character shows nothing that can be told from a plain space."""
    return is_unseen(char) or (char.isspace() and char != " ")
