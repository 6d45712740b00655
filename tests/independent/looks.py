"""Which names look alike, so that nobody at a table is taken for somebody else."""

from __future__ import annotations

from unicodedata import category, normalize

TWINS = {
    "A": "\u0391\u0410",
    "B": "\u0392\u0412",
    "C": "\u0421\u03f9",
    "E": "\u0395\u0415",
    "G": "\u050c",
    "H": "\u0397\u041d\u043d",
    "I": "\u0399\u0406\u04c0",
    "J": "\u0408\u037f",
    "K": "\u039a\u041a",
    "M": "\u039c\u041c\u043c",
    "N": "\u039d",
    "O": "\u039f\u041e\u0555",
    "P": "\u03a1\u0420",
    "Q": "\u051a",
    "S": "\u0405",
    "T": "\u03a4\u0422\u0442",
    "W": "\u051c",
    "X": "\u03a7\u0425",
    "Y": "\u03a5\u0423\u04ae",
    "Z": "\u0396",
    "a": "\u03b1\u0430\u0251",
    "b": "\u044c\u0432",
    "c": "\u0441\u03f2",
    "d": "\u0501",
    "e": "\u0435\u04bd",
    "g": "\u0261\u0581",
    "h": "\u04bb\u0570",
    "i": "\u03b9\u0456\u0131",
    "j": "\u0458\u03f3\u0237",
    "k": "\u03ba\u043a",
    "l": "\u04cf",
    "n": "\u03b7\u0578",
    "o": "\u03bf\u043e\u0585\u03c3",
    "p": "\u03c1\u0440",
    "q": "\u051b",
    "r": "\u0433",
    "s": "\u0455",
    "u": "\u03c5\u057d",
    "v": "\u03bd\u0475",
    "w": "\u051d\u0461\u03c9",
    "x": "\u03c7\u0445",
    "y": "\u03b3\u0443\u04af",
    "3": "\u0417\u0437",
}
"""Greek, Cyrillic, Armenian and odd Latin letters; which ones is part of the protocol."""
LATIN = {ord(twin): letter for letter, twins in TWINS.items() for twin in twins}
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"


def is_invisible(char: str) -> bool:
    chooses = "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    return category(char) in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp") or char in BLANK or chooses


def look_of(name: str) -> str:
    """Fold case, marks, spaces and letters of other scripts; l, 1 and | are i, and 0 is o."""
    drawn = [
        char
        for char in normalize("NFKD", name)
        if not char.isspace() and not is_invisible(char) and category(char) not in ("Mn", "Me")
    ]
    folded = normalize("NFKC", "".join(drawn).translate(LATIN).casefold())
    return "".join({"l": "i", "1": "i", "|": "i", "0": "o"}.get(char, char) for char in folded)


def is_unfit(name: str, others: list[str]) -> bool:
    """Say whether nobody could read a name, or would take it for another one."""
    hidden = any(is_invisible(char) or (char.isspace() and char != " ") for char in name)
    return hidden or look_of(name) in ("", *map(look_of, others))
