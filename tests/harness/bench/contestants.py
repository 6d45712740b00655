"""Servers that compete: each in its own process, with all its seats in another.

A server prints `{"port": ...}` when it is ready and ends with its input. The seats' program is started with
what the server printed, value by value, and answers two commands with lines of JSON:

    play TABLES MOVES   make MOVES moves at each of TABLES new tables, all at once, each as soon as every seat
                        of the table has the one before: a Round
    hold TABLES         seat everybody at TABLES new tables and leave them there

Our own seats can do a little more (our_seats.py).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

from tests.harness.bench.floors import on_core
from tests.harness.bench.measuring import Conversation
from tests.harness.folders import PEERS

Placement: TypeAlias = tuple[int | None, int | None]
"""The core of the server and that of the seats, or None for any."""

ANYWHERE: Placement = (None, None)
APART: Placement = (0, 1)
UVLOOP = PEERS / "uvloop"
PROGRAMS = Path(__file__).parent / "peers"
OUR_PROGRAMS = ("our_server", "our_seats")


class Round(NamedTuple):
    """What one run showed: ms until the mover has the update, until all seats have it, and moves a second."""

    own_p50: float
    all_p50: float
    all_p99: float
    moves_per_second: float


class Contestant:
    """A running server and the program that holds its seats."""

    def __init__(self, server: Conversation, words: dict[str, Any], seats: Conversation) -> None:
        self.server = server
        self.words = words  # what the server printed
        self.seats = seats

    def play(self, tables: int, moves: int) -> Round:
        return Round(**self.seats.ask("play", tables, moves))

    def hold(self, tables: int, *more: int) -> None:
        self.seats.ask("hold", tables, *more)

    def resident_kb(self) -> int:
        """Return how much memory the server occupies."""
        status = Path(f"/proc/{self.server.process.pid}/status").read_text("ascii")
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


@contextmanager
def contestant(
    server: Sequence[str | Path], seats: Sequence[str | Path], placement: Placement, **environment: str
) -> Iterator[Contestant]:
    """Start both programs."""
    with ExitStack() as stack:
        with on_core(placement[0]):
            serving = stack.enter_context(closing(Conversation(server, **environment)))
        words = serving.hear()
        with on_core(placement[1]):
            program = [*seats, *map(str, words.values())]
            seated = stack.enter_context(closing(Conversation(program, **environment)))
        yield Contestant(serving, words, seated)


@contextmanager
def ours(placement: Placement, *options: str) -> Iterator[Contestant]:
    """Start our own server and its seats, both with the same options, on the disk being measured."""
    server, seats = ([sys.executable, "-m", f"tests.harness.bench.{name}", *options] for name in OUR_PROGRAMS)
    environment = {"PYTHONPATH": str(UVLOOP)} if "--uvloop" in options else {}
    with (
        TemporaryDirectory(dir=PEERS) as folder,
        contestant([*server, folder], seats, placement, **environment) as playing,
    ):
        yield playing


@contextmanager
def node(placement: Placement, store: str, name: str) -> Iterator[Contestant]:
    """Start our own server as one of several that share a database, and its seats."""
    server, seats = ([sys.executable, "-m", f"tests.harness.bench.{program}"] for program in OUR_PROGRAMS)
    with (
        TemporaryDirectory(dir=PEERS) as folder,
        contestant([*server, folder, "--store", store, "--node", name], seats, placement) as playing,
    ):
        yield playing


def install_uvloop() -> None:
    """Put the faster event loop where only these programs find it."""
    if not UVLOOP.exists():
        print("Installing uvloop into .peers ...", file=sys.stderr)
        pip = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check", "install"]
        subprocess.run([*pip, "--no-deps", "--target", UVLOOP, "uvloop==0.23.0"], check=True)


@contextmanager
def boardgame_io(placement: Placement) -> Iterator[Contestant]:
    """Start the peer in production mode, as `npm ci` installs it from the lock beside its programs.

    The lock is made with `npm install --package-lock-only --omit-lockfile-registry-resolved`.
    """
    programs, home = PROGRAMS / "boardgame_io", PEERS / "boardgame_io"
    if not (home / "node_modules").exists():
        print("Installing boardgame.io into .peers ...", file=sys.stderr)
        home.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(programs / name, home)
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=home, check=True)
    environment = {"NODE_ENV": "production", "NODE_PATH": str(home / "node_modules")}
    server, seats = (("node", programs / name) for name in ("server.js", "client.js"))
    with contestant(server, seats, placement, **environment) as peer:
        yield peer
