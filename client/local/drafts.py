"""Answers that are not given yet, kept in the player's folder: a cut line takes none of them away."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import DecodeError, Struct, json

from protocol.private_files import PrivateFileError, read_private, write_private

NAME: Final = "draft.json"


class KeptDraft(Struct, frozen=True):
    """An answer as it stands, as a line of notation, and to which question of which table."""

    table: str
    prompt: int
    line: str


def keep_draft(home: Path, draft: KeptDraft) -> None:
    """Keep the draft in the place of the last one; where that cannot be, it lasts as long as the program."""
    with suppress(PrivateFileError):
        write_private(home / NAME, json.encode(draft))


def kept_draft(home: Path, table: str, prompt: int) -> str:
    """Give the line that was kept for a question, if any."""
    with suppress(PrivateFileError, DecodeError):
        kept = json.decode(read_private(home / NAME), type=KeptDraft)
        if (kept.table, kept.prompt) == (table, prompt):
            return kept.line
    return ""


def forget_draft(home: Path, table: str) -> None:
    with suppress(PrivateFileError, DecodeError, OSError):
        if json.decode(read_private(home / NAME), type=KeptDraft).table == table:
            (home / NAME).unlink(missing_ok=True)
