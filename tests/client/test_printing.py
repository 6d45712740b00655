"""What commands print: on a terminal it breaks between words, and stays whole where it is copied from."""

from __future__ import annotations

import pytest

from client.cli.printing import tell

INVITATION = "table://192.168.1.20/4f0c11d2#hk=aeaqcaibaeaqcaibaeaqcaibaeaqcaib"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Short.", "Short."),
        ("", ""),
        (
            "Red shows Greatest Warrior and Dishonorable Rivals.",
            "Red shows Greatest Warrior and\nDishonorable Rivals.",
        ),
        (
            "   12  Red gains 6 honor for Powerful Friends.",
            "   12  Red gains 6 honor for\n       Powerful Friends.",
        ),
        ("  a list of many, many words there", "  a list of many, many words\n  there"),
        (f"  jinmaku join '{INVITATION}'", f"  jinmaku join '{INVITATION}'"),
    ],
)
def test_on_a_terminal_lines_break_between_words(
    line: str, shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("client.cli.printing.room", lambda: 30)
    tell(line)

    assert capsys.readouterr().out == f"{shown}\n"


def test_in_a_file_lines_have_any_length(capsys: pytest.CaptureFixture[str]) -> None:
    tell("many words " * 50)

    assert capsys.readouterr().out.count("\n") == 1
