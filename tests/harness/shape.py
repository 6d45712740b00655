"""Measure the shape of the code: how much there is, and what lies between its functions."""

from __future__ import annotations

import ast
import asyncio
import json
import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any, NamedTuple, TypeAlias

from client.cli import play
from client.cli.own_table import own_table
from client.local.settings import Settings, write_settings
from client.seat.news import Heard
from client.tui.app import table_app
from protocol.entries import Chose
from tests.harness.folders import ROOT

SOURCES = ("core", "protocol", "server", "client")

Graph: TypeAlias = Mapping[str, set[str]]


class Module(NamedTuple):
    """A source file, read."""

    name: str
    tree: ast.Module
    lines: int


def modules_in(*folders: str) -> Iterator[Module]:
    for path in sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        text = path.read_text("utf-8")
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield Module(".".join(parts).removesuffix(".__init__"), ast.parse(text), text.count("\n"))


# Imports -----------------------------------------------------------------------------------------


def imports_in(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """Return the imports of a module, wherever they are, except those only types need."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif not (isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"):
            waiting += ast.iter_child_nodes(node)


def imports_of(module: Module, known: set[str]) -> set[str]:
    """Name the modules of ours that a module imports."""
    found: set[str] = set()
    for node in imports_in(module.tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & known or {node.module}
    return (found & known) - {module.name}


def importers(graph: Graph) -> Counter[str]:
    """Count how many others import each module."""
    return Counter(name for imported in graph.values() for name in imported)


def longest_chain(graph: Graph) -> list[str]:
    """Return the longest chain of modules, each importing the next."""

    @cache
    def chain_from(name: str) -> tuple[str, ...]:
        return name, *longest(map(chain_from, sorted(graph[name])))

    return list(longest(map(chain_from, sorted(graph))))


def longest(rows: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return max(rows, key=len, default=())


# Classes -----------------------------------------------------------------------------------------


def classes_in(modules: list[Module]) -> dict[str, list[str]]:
    """Return the modules that define each class name."""
    found = defaultdict(list)
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(module.name)
    return found


def deepest_inheritance(modules: list[Module]) -> list[str]:
    """Return the longest chain of our classes, each inheriting from the next."""
    bases = {
        (module.name, node.name): [origin_of(module, base) for base in node.bases]
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    }

    def row_from(place: tuple[str, str]) -> tuple[str, ...]:
        if place not in bases:
            return ()
        return place[1], *longest(map(row_from, bases[place]))

    return list(longest(map(row_from, bases)))


def origin_of(module: Module, base: ast.expr) -> tuple[str, str]:
    """Return which class a base is: its module, and its name there."""
    while isinstance(base, ast.Subscript):
        base = base.value
    name = getattr(base, "id", "")
    for node in imports_in(module.tree):
        if isinstance(node, ast.ImportFrom) and name in {alias.asname or alias.name for alias in node.names}:
            return str(node.module), name
    return module.name, name


# One key press -----------------------------------------------------------------------------------


@contextmanager
def traced() -> Iterator[set[CodeType]]:
    """Gather our functions that run in this thread."""
    seen: set[CodeType] = set()
    places = tuple(f"{ROOT / folder}/" for folder in SOURCES)

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(places):
            seen.add(frame.f_code)

    sys.setprofile(note)
    try:
        yield seen
    finally:
        sys.setprofile(None)


async def functions_of_a_key_press(home: Path) -> set[CodeType]:
    """Answer the first question of a game against bots by a key; trace until the screen has heard of it."""
    write_settings(home, Settings(pace="instant", animation=False, bell=False, confirm=False))
    parser = ArgumentParser()
    play.add_arguments(parser)
    args = parser.parse_args(
        ["--home", str(home), "--game", "ninjato", "--players", "2", "--level", "random"]
    )
    app = table_app(home, partial(own_table, args, play.own_wish(args)))
    async with app.run_test(size=(120, 40)) as pilot:
        screen: Any = app.screen
        while not (screen.query("Choices") and screen.model.is_my_turn):
            await pilot.pause()
        await pilot.pause()
        with traced() as seen:
            await pilot.press("d")
            while not any(map(partial(is_own_choice, screen.model.scene.seat), screen.model.telling.story)):
                await pilot.pause()
        await pilot.pause()
    return seen


def is_own_choice(seat: int | None, heard: Heard) -> bool:
    return isinstance(heard.entry, Chose) and heard.entry.seat == seat


def key_press() -> dict[str, int]:
    with TemporaryDirectory() as home:
        seen = asyncio.run(functions_of_a_key_press(Path(home)))
    return {"functions": len(seen), "modules": len({code.co_filename for code in seen})}


# Everything --------------------------------------------------------------------------------------


def structure() -> dict[str, Any]:
    """Name what is behind the numbers."""
    modules = list(modules_in(*SOURCES))
    known = {module.name for module in modules}
    graph = {module.name: imports_of(module, known) for module in modules}
    return {
        "single_importer_modules": sorted(name for name, number in importers(graph).items() if number == 1),
        "class_names_defined_more_than_once": {
            name: places for name, places in sorted(classes_in(modules).items()) if len(places) > 1
        },
        "longest_import_chain": longest_chain(graph),
        "deepest_own_inheritance": deepest_inheritance(modules),
    }


def size() -> dict[str, int]:
    sources, tests, harness = (
        list(modules_in(*folders)) for folders in (SOURCES, ["tests"], ["tests/harness"])
    )
    return {
        "lines": sum(module.lines for module in sources),
        "files": len(sources),
        "test_lines": sum(module.lines for module in tests),
        "harness_lines": sum(module.lines for module in harness),
    }


def main() -> None:
    parser = ArgumentParser(description="Measure the shape of the code.")
    parser.add_argument("--names", action="store_true", help="name what is behind the numbers")
    if parser.parse_args().names:
        print(json.dumps(structure(), indent=1))
    else:
        counts = {name: len(found) for name, found in structure().items()}
        print(json.dumps({**size(), **counts, "key_press": key_press()}, indent=1))


if __name__ == "__main__":
    main()
