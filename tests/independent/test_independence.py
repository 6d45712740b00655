"""The second verifier stands alone: it imports the standard library and itself."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
MODULES = sorted(file for file in FOLDER.glob("*.py") if not file.name.startswith("test_"))
HERE = "tests.independent"


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + str(node.module)


def is_foreign(module: str) -> bool:
    return module.partition(".")[0] not in sys.stdlib_module_names and f"{module}.".find(f"{HERE}.") != 0


def test_nothing_is_shared_with_the_program() -> None:
    assert MODULES
    assert [
        f"{file.name}: {module}"
        for file in MODULES
        for module in imported(file.read_text("utf-8"))
        if is_foreign(module)
    ] == []


@pytest.mark.parametrize(
    "module", ["core.chance", "protocol", "cryptography", "msgpack", "tests.protocol.inner", "."]
)
def test_foreign_modules_are_told(module: str) -> None:
    assert is_foreign(module)


@pytest.mark.parametrize(
    "module", ["hashlib", "collections.abc", "tests.independent", "tests.independent.msgpack"]
)
def test_own_modules_are_told(module: str) -> None:
    assert not is_foreign(module)
