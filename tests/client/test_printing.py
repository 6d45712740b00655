"""What commands print: on a terminal it breaks between words, and stays whole where it is copied from."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import client.cli
from client.cli.printing import tell

COMMANDS = sorted(Path(client.cli.__file__).parent.glob("*.py"))
SENTENCE = re.compile(r"[A-Za-z]{2,},? [a-z]{2,}")
TYPED = re.compile(r" *jinmaku ")
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


def printed(tree: ast.AST) -> Iterator[ast.expr]:
    """Give what a command hands to whatever prints, and the lines it makes for that."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("tell", "print")
        ):
            yield from node.args
        elif isinstance(node, (ast.Yield, ast.YieldFrom)) and node.value is not None:
            yield node.value


@pytest.mark.parametrize("module", COMMANDS, ids=lambda path: path.stem)
def test_commands_print_messages(module: Path) -> None:
    """What is typed is the same in every language; complaints about flags are like those of argparse."""
    words = (
        part.value
        for line in printed(ast.parse(module.read_text("utf-8")))
        for part in ast.walk(line)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    )
    assert [text for text in words if SENTENCE.search(text) and not TYPED.match(text)] == []
