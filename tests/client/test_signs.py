"""Streams: closed ones do no harm, and what an encoding lacks is written plainly."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import client
from client.signs import PLAINLY, SIGNS, prepare_streams

FOLDER = Path(client.__file__).parent
STRANGE = re.compile(r"[^\x00-\x7f]")


def test_every_sign_of_ours_has_a_plain_one() -> None:
    sources = [path for ending in ("py", "ftl") for path in FOLDER.rglob(f"*.{ending}")]
    signs = {sign for path in sources for sign in STRANGE.findall(path.read_text("utf-8"))}

    assert len(signs) > 50
    assert {sign for sign in signs if ord(sign) not in SIGNS} == set()


def test_what_an_encoding_lacks_is_written_plainly() -> None:
    prepare_streams()

    assert "“K\xf6i” → 5 ⚑ \udcff".encode("ascii", PLAINLY) == b'"K?i" > 5 ! ?'
    assert "“K\xf6i” \udcff".encode("utf-8", PLAINLY) == "“K\xf6i” ?".encode()


def test_streams_that_were_closed_do_no_harm(tmp_path: Path) -> None:
    command = f"exec {sys.executable} -m client --plain --home {tmp_path} <&- >&- 2>&-"

    assert subprocess.run(["sh", "-c", command], cwd=FOLDER.parent, check=False, timeout=60).returncode == 0
