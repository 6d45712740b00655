"""Folders for one user alone: each one we make is closed to others from the start."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE

import pytest

from protocol.private_files import make_folder

ROOT = Path(__file__).parents[2]
MAKER = ROOT / "protocol" / "private_files.py"
MAKING = re.compile(r"mkdir\(|makedirs\(")


@pytest.fixture(autouse=True)
def _usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_a_folder_and_all_that_was_missing_above_it_are_private(tmp_path: Path) -> None:
    make_folder(tmp_path / "home" / "play" / "bots")

    made = [tmp_path / "home", tmp_path / "home" / "play", tmp_path / "home" / "play" / "bots"]
    assert [S_IMODE(folder.stat().st_mode) for folder in made] == [0o700] * 3


def test_a_folder_that_is_there_stays_as_its_owner_wants_it(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)

    make_folder(tmp_path)
    make_folder(tmp_path / "home")

    assert S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("no folder")

    for folder in (tmp_path / "home", tmp_path / "home" / "play"):
        with pytest.raises(NotADirectoryError, match="home"):
            make_folder(folder)


def test_folders_are_made_in_one_place() -> None:
    sources = [path for part in ("client", "protocol", "server") for path in (ROOT / part).rglob("*.py")]
    assert [path for path in sources if path != MAKER and MAKING.search(path.read_text("utf-8"))] == []
