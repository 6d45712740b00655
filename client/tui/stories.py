"""The story of a table as a text file, to keep."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from client.harmless import harmless


def save_story(home: Path, table: str, lines: Iterable[str]) -> Path:
    """Write what was told; the same table has the same file."""
    folder = home / "stories"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{''.join(filter(str.isalnum, table))}.txt"
    path.write_text("\n".join(map(harmless, lines)) + "\n", "utf-8")
    return path
