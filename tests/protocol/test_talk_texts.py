"""Which texts people can say to each other."""

from __future__ import annotations

import pytest

from protocol.talk import TEXT_LENGTH, TalkError, check_text
from tests.refusing import refused


@pytest.mark.parametrize(
    "text",
    ["a", "Wollen wir? Ja, natürlich!", "京都は君のもの", "👩‍👩‍👧 שלום", "\U0010ffff" * TEXT_LENGTH],
)
def test_people_can_say(text: str) -> None:
    check_text(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no words"),
        (" \u3000 ", "no words"),
        ("a" * (TEXT_LENGTH + 1), "at most 500"),
        ("two\nlines", "break lines"),
        ("two\u2028lines", "break lines"),
        ("\x1b[2J", "control a terminal"),
        ("\x9b2J", "control a terminal"),
        ("tab\t", "control a terminal"),
        ("half \ud800", "control a terminal"),
        ("\u202eback", "reverse its direction"),
        ("\u2066apart", "reverse its direction"),
        ("u\u0308", "normal form"),
    ],
)
def test_people_cannot_say(text: str, sentence: str) -> None:
    with refused(sentence, TalkError):
        check_text(text)


@pytest.mark.parametrize(
    "code", [*range(32), *range(127, 160), *range(0x2028, 0x202F), *range(0x2066, 0x206A)]
)
def test_no_control_character_can_be_said(code: int) -> None:
    with refused("cannot contain characters that", TalkError):
        check_text(f"before {chr(code)} after")
