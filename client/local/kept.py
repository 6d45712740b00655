"""What this machine keeps of tables: drafts of answers, advice given in first games, stories and pictures."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from msgspec import DecodeError, Struct, json

from client.harmless import harmless
from protocol.private_files import PrivateFileError, make_folder, read_private, write_private

# Drafts --------------------------------------------------------------------------------------


DRAFT: Final = "draft.json"


class KeptDraft(Struct, frozen=True):
    """An answer as it stands, as a line of notation, and to which question of which table."""

    table: str
    prompt: int
    line: str


def keep_draft(home: Path, draft: KeptDraft) -> None:
    """Keep the draft in place of the last one; if that fails, it lasts as long as the program."""
    with suppress(PrivateFileError):
        write_private(home / DRAFT, json.encode(draft))


def kept_draft(home: Path, table: str, prompt: int) -> str:
    """Return the line kept for a question, if any."""
    with suppress(PrivateFileError, DecodeError):
        kept = json.decode(read_private(home / DRAFT), type=KeptDraft)
        if (kept.table, kept.prompt) == (table, prompt):
            return kept.line
    return ""


def forget_draft(home: Path, table: str) -> None:
    with suppress(PrivateFileError, DecodeError, OSError):
        if json.decode(read_private(home / DRAFT), type=KeptDraft).table == table:
            (home / DRAFT).unlink(missing_ok=True)


# First games ---------------------------------------------------------------------------------


FIRST_GAMES: Final = "first_games.json"


def explained_at(home: Path, table: str) -> frozenset[str] | None:
    """Return the questions explained in a first game; nothing if it is another game."""
    questions = first_games(home).get(table)
    return frozenset(questions) if questions is not None else None


def keep_explained(home: Path, table: str, questions: frozenset[str]) -> None:
    """Remember that a first game is played at a table, and what has been explained."""
    with suppress(PrivateFileError):
        write_private(home / FIRST_GAMES, json.encode(first_games(home) | {table: sorted(questions)}))


def first_games(home: Path) -> dict[str, list[str]]:
    with suppress(PrivateFileError, DecodeError):
        return json.decode(read_private(home / FIRST_GAMES), type=dict[str, list[str]])
    return {}


# Stories and pictures ------------------------------------------------------------------------


def games_of(home: Path) -> Path:
    return home / "games"


def folder_of(home: Path, table: str) -> Path:
    """Return the place for everything kept of a table."""
    return made(games_of(home) / "".join(filter(str.isalnum, table)))


def save_story(folder: Path, lines: Iterable[str]) -> Path:
    """Write what was told."""
    path = folder / "story.txt"
    path.write_text("\n".join(map(harmless, lines)) + "\n", "utf-8")
    return path


def save_picture(folder: Path, name: str, svg: str) -> Path:
    path = folder / f"{name}.svg"
    path.write_text(svg, "utf-8")
    return path


def save_snapshot(home: Path, svg: str) -> Path:
    """Keep a picture under the time it was taken."""
    now = datetime.now().astimezone()
    return save_picture(made(home / "pictures"), f"{now:%Y-%m-%d %H.%M.%S}", svg)


def made(folder: Path) -> Path:
    make_folder(folder)
    return folder
