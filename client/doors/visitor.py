"""Who comes through a door: where their things are kept, and the client started for them.

A visitor is whoever shows the same key again. What they see and do runs in its own process, with an
environment built from scratch: nothing about the keeper of the door gets in there.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple
from unicodedata import normalize

from core.kinds import PhrasedError
from protocol.entries import Door
from protocol.invitation import Address
from protocol.limits import NAME_LENGTH
from protocol.names import check_name
from protocol.private_files import make_folder

SOMEBODY: Final = "guest"
SEATED: Final = "seated"
"""A file in the home of everybody who has sat at a table of the server."""
NICENESS: Final = 10
USUAL_TERM: Final = "xterm-256color"
TERMS: Final = re.compile(
    r"(xterm|screen|tmux|rxvt|linux|vt220|alacritty|foot|konsole|putty|st|wezterm|iterm2)(-[a-z0-9.+-]{1,30})?"
)
WISHES: Final = {
    "COLORTERM": re.compile(r"truecolor|24bit"),
    "LANG": re.compile(r"[A-Za-z]{2,3}(_[A-Za-z]{2})?(\.(UTF-8|utf8))?"),
    "NO_COLOR": re.compile(r"[ -~]{0,8}"),
}
"""What a visitor may ask of the client's environment, and what such a wish looks like."""


class Visitor(NamedTuple):
    """Somebody at a door."""

    home: Path
    name: str
    door: Door

    def settle(self) -> None:
        """Make room for their things."""
        make_folder(self.home)


def visitor_with(key: bytes, name: str, door: Door, data: Path) -> Visitor:
    """Recognise somebody by what only they have; their name is what they say it is."""
    mark = hashlib.sha256(key).hexdigest()
    return Visitor(data / "visitors" / mark, fitting_name(name) or f"{SOMEBODY} {mark[:4]}", door)


def fitting_name(wished: str) -> str:
    """Return a name as a table takes it, if possible."""
    name = normalize("NFC", wished).strip()[:NAME_LENGTH]
    try:
        check_name(name)
    except PhrasedError:
        return ""
    return name


def command_for(visitor: Visitor, server: Address, *options: str) -> list[str]:
    """Return the command line of a visitor's client; nothing in it is secret."""
    way = "--door", visitor.door.value, "--server", str(server)
    return [sys.executable, "-P", "-m", "client.cli.visit", *way, *options]


def environment_for(visitor: Visitor, wishes: Mapping[str, str]) -> dict[str, str]:
    """Build the environment of a visitor's client: what it needs, and the wishes that are allowed."""
    granted = {
        name: wishes[name] for name, form in WISHES.items() if name in wishes and form.fullmatch(wishes[name])
    }
    return {
        "LANG": "C.UTF-8",
        **granted,
        "HOME": str(visitor.home),
        "JINMAKU_HOME": str(visitor.home),
        "LOGNAME": visitor.name,
        "PYTHONPATH": str(Path(__file__).parents[2]),  # the client is this one, whatever else is installed
        "PYTHONUTF8": "1",
    }


def step_back(process: int) -> None:
    """Run a visitor's client only when the host's own programs are idle."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process, NICENESS)


def fitting_term(wished: str) -> str:
    return wished if TERMS.fullmatch(wished) else USUAL_TERM
