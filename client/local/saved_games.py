"""What a player keeps of a table: its story as a text, pictures of the screen."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from client.texts.strip_controls import strip_controls
from protocol.private_files import make_folder


def games_of(home: Path) -> Path:
    return home / "games"


def folder_of(home: Path, table: str) -> Path:
    """Give the place for all that is kept of a table."""
    return made(games_of(home) / "".join(filter(str.isalnum, table)))


def save_story(folder: Path, lines: Iterable[str]) -> Path:
    """Write what was told."""
    path = folder / "story.txt"
    path.write_text("\n".join(map(strip_controls, lines)) + "\n", "utf-8")
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
