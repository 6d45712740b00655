"""What a player keeps of a table: its story as a text, pictures of the screen."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from client.harmless import harmless


def save_story(home: Path, table: str, lines: Iterable[str]) -> Path:
    """Write what was told; the same table has the same file."""
    path = place_in(home / "stories", table, "txt")
    path.write_text("\n".join(map(harmless, lines)) + "\n", "utf-8")
    return path


def save_picture(home: Path, name: str, svg: str) -> Path:
    """Keep a picture; one of another second does not replace it."""
    now = datetime.now().astimezone()
    path = place_in(home / "pictures", f"{name} {now:%Y-%m-%d %H.%M.%S}", "svg")
    path.write_text(svg, "utf-8")
    return path


def place_in(folder: Path, name: str, ending: str) -> Path:
    """Give the file of a name, made of letters that any system takes."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"{''.join(sign for sign in name if sign.isalnum() or sign in ' .-')}.{ending}"
