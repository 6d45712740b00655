"""Who may import whom: `core` stands alone, `protocol` on it, `server` and `client` on both and apart.

Inside the client, what a table shows and asks knows nothing of how it is drawn, and the two ways to draw it
know nothing of each other. The fold of a journal does no I/O. In the server, tables know nothing of the door,
the store knows neither, and only the server itself knows what kind of store it has. Whatever serves all games
finds them by name.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "core": {"core"},
    "protocol": {"protocol", "core"},
    "server": {"server", "protocol", "core"},
    "client": {"client", "protocol", "core"},
}
OURS = {*MAY_IMPORT, "tests", "scripts"}
CORE_MAY_ALSO_IMPORT = (sys.stdlib_module_names | {"msgspec"}) - {
    *("asyncio", "logging", "threading"),  # rules run at once and report by events
    *("datetime", "time"),  # they know no clock
    *("random", "secrets"),  # and chance is handed to them
}
IO = (
    *("asyncio", "socket", "ssl", "threading", "subprocess", "sqlite3"),
    *("os", "pathlib", "io", "tempfile", "time", "datetime", "logging"),
    *("protocol.tls", "protocol.tls_pipe", "protocol.private_files", "protocol.logfile", "protocol.session"),
)
DRAWN = ("textual", "client.tui")
STORES = tuple(
    f"server.store.{file.stem}"
    for file in sorted((ROOT / "server/store").glob("[a-z]*.py"))
    if file.stem not in {"interface", "backlog"}
)
WALLS = {
    "client/local": (*DRAWN, "client.plain", "client.seat", "client.table", "client.games"),
    "client/seat": (*DRAWN, "client.plain", "client.games"),
    "client/table": (*DRAWN, "client.plain"),
    "client/games": ("client.plain",),
    "client/tui": ("client.plain",),
    "client/plain": DRAWN,
    "client/doors": (*DRAWN, "client.plain", "client.seat", "client.table", "client.games"),
    "core/bots": ("core.games",),
    "protocol": ("core.games",),
    "protocol/table": IO,
    "server": ("core.games",),
    "server/door": STORES,
    "server/tables": ("server.door", *STORES),
    "server/store": ("server.door", "server.tables"),
}
"""By room: what nothing in it may import."""


def imports(source: str, package: str) -> Iterator[tuple[str, str]]:
    """Top-level module and imported name ("" for the module itself) of each import in a source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = package if node.level else str(node.module).partition(".")[0]
            yield from ((module, alias.name) for alias in node.names)


def is_allowed(path: PurePosixPath, module: str, name: str) -> bool:
    package = path.parts[0]
    if module in OURS:
        return module in MAY_IMPORT[package] or (module in MAY_IMPORT and is_composition_root(path))
    if package == "core":
        bot_dice = path.is_relative_to("core/bots") and (module, name) == ("random", "Random")
        return module in CORE_MAY_ALSO_IMPORT or bot_dice
    return True


def is_composition_root(path: PurePosixPath) -> bool:
    return path == PurePosixPath("client/__main__.py") or path.is_relative_to("client/cli")


def violations(path: PurePosixPath, source: str) -> list[str]:
    return [
        f"{path}: {module} {name}".strip()
        for module, name in imports(source, package=path.parts[0])
        if not is_allowed(path, module, name)
    ]


def modules(source: str) -> Iterator[str]:
    """Full names of all modules that a source imports, and of what it takes from packages."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def breaches(walls: Iterable[str], source: str) -> list[str]:
    return [
        module for module in modules(source) if any(f"{module}.".startswith(f"{wall}.") for wall in walls)
    ]


@pytest.mark.parametrize("room", WALLS)
def test_rooms_keep_their_walls(room: str) -> None:
    files = sorted((ROOT / room).rglob("*.py"))
    assert files
    found = {file.name: breaches(WALLS[room], file.read_text("utf-8")) for file in files}
    assert {name: walls for name, walls in found.items() if walls} == {}


def test_a_wall_is_noticed_however_it_is_climbed() -> None:
    source = "import textual\nfrom client import plain\ndef late():\n    from client.tui.board import Board"
    assert breaches(WALLS["client/table"], source) == ["textual", "client.plain", "client.tui.board.Board"]
    assert breaches(WALLS["client/tui"], "from client.plainly import x\nimport textual.app") == []
    assert breaches(WALLS["protocol/table"], "from asyncio import Lock\nimport msgspec") == ["asyncio.Lock"]
    assert breaches(WALLS["server/tables"], "from server.store.interface import StoreError") == []
    assert breaches(WALLS["server/tables"], "from server.door import lobby") == ["server.door.lobby"]


def test_tables_and_games_can_be_had_without_textual() -> None:
    """Not even what they import may bring it along."""
    tables = [f"client.table.{file.stem}" for file in sorted((ROOT / "client/table").glob("[a-z]*.py"))]
    games = [f"client.games.{folder.name}" for folder in game_folders()]
    names = ", ".join(tables + games)
    probe = f"import sys, {names}\nprint([m for m in sys.modules if m.startswith('textual')])"
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def game_folders() -> list[Path]:
    return [file.parent for file in sorted((ROOT / "client/games").glob("*/__init__.py"))]


def test_games_are_cut_alike() -> None:
    files = {folder.name: sorted(file.name for file in folder.glob("*.*")) for folder in game_folders()}
    assert len(files) > 1
    assert len({tuple(names) for names in files.values()}) == 1, files


def test_only_the_drawn_half_of_a_game_knows_the_screen() -> None:
    files = [file for folder in game_folders() for file in folder.rglob("*.py")]
    drawn = {file.stem for file in files if breaches(DRAWN, file.read_text("utf-8"))}
    assert drawn == {"board", "map", "panels", "form"}


def test_a_game_is_found_by_its_name_in_one_place() -> None:
    sources = {file: file.read_text("utf-8") for file in sorted((ROOT / "client").rglob("*.py"))}
    found = [file.name for file, source in sources.items() if re.search(r"games\.\{", source)]
    assert found == ["face.py"]


def test_every_module_keeps_to_its_layer() -> None:
    files = [file for package in MAY_IMPORT for file in sorted((ROOT / package).rglob("*.py"))]
    assert files
    assert [
        violation
        for file in files
        for violation in violations(PurePosixPath(file.relative_to(ROOT)), file.read_text("utf-8"))
    ] == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("core/flow.py", "import collections.abc, core.kinds\nfrom msgspec import Struct"),
        ("core/flow.py", "from . import records\nfrom .records import Seat"),
        ("core/bots/levels.py", "from random import Random"),
        ("protocol/codec.py", "import asyncio, msgpack\nfrom core.kinds import Seat"),
        ("server/table.py", "from protocol import messages\nfrom core import flow"),
        ("client/cli/play.py", "from server import listener\nfrom client import app"),
    ],
)
def test_allowed(path: str, source: str) -> None:
    assert violations(PurePosixPath(path), source) == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("core/flow.py", "import protocol.messages"),
        ("core/flow.py", "import textual"),
        ("core/flow.py", "def tick():\n    from time import monotonic"),
        ("core/flow.py", "import asyncio.events"),
        ("core/chance.py", "from random import Random"),
        ("core/bots/levels.py", "import random"),
        ("core/bots/levels.py", "from random import randrange"),
        ("protocol/codec.py", "from server import table"),
        ("server/table.py", "from client import app"),
        ("client/app.py", "from server import table"),
        ("client/app.py", "from tests.harness import pictures"),
        ("client/cli/play.py", "from tests import waiting"),
        ("server/table.py", "import scripts"),
    ],
)
def test_forbidden(path: str, source: str) -> None:
    assert len(violations(PurePosixPath(path), source)) == 1
