"""Compare the numbered rules of a game with the scenarios and tests that cite them."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator

from core.catalog import game_names
from tests.harness.folders import ROOT, SCENARIOS, TESTS

RULE = re.compile(r"\b[A-Z]{2}-\d+\.[a-z0-9-]*[a-z0-9]")
DEFINITION = re.compile(rf"^- ({RULE.pattern})", re.MULTILINE)


def rules_of(game: str) -> list[str]:
    """List the ids that the rules of a game define, in order."""
    return DEFINITION.findall((ROOT / "core" / "games" / game / "rules.md").read_text("utf-8"))


def cited_by_scenarios(game: str) -> Iterator[str]:
    for path in (SCENARIOS / game).rglob("*.toml"):
        yield from tomllib.loads(path.read_text("utf-8"))["rules"]


def cited_by_tests() -> Iterator[str]:
    """Find ids in the docstrings of test functions; a module that merely mentions one proves nothing."""
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
                yield from RULE.findall(ast.get_docstring(node) or "")


def proven_elsewhere(game: str) -> dict[str, str]:
    """Read the short list of rules that no test can prove, each with its reason."""
    path = SCENARIOS / game / "elsewhere.txt"
    entries = (line.split(maxsplit=1) for line in path.read_text("utf-8").splitlines() if line.strip())
    return {rule: reason for rule, reason in entries if rule != "#"}


def report(game: str) -> bool:
    """Print what is proven and what is not; say whether all is well."""
    rules, elsewhere = rules_of(game), proven_elsewhere(game)
    cited = set(cited_by_scenarios(game)) | set(cited_by_tests())
    family = rules[0].partition("-")[0]
    missing = [rule for rule in rules if rule not in cited and rule not in elsewhere]
    unknown = sorted(rule for rule in cited | set(elsewhere) if rule.startswith(family) and rule not in rules)
    idle = sorted(rule for rule in elsewhere if rule in cited)
    for complaint, ids in (("not proven", missing), ("no such rule", unknown), ("listed, yet proven", idle)):
        for rule in ids:
            print(f"{game}: {rule}: {complaint}")
    proven = len(rules) - len(missing) - len(elsewhere)
    print(f"{game}: {proven} of {len(rules)} rules proven, {len(elsewhere)} listed with a reason")
    return not (missing or unknown or idle)


def main() -> int:
    parser = ArgumentParser(description="Say which numbered rules no scenario or test proves.")
    parser.add_argument("game", nargs="?", choices=game_names(), help="default: all games")
    game = parser.parse_args().game
    fine = [report(name) for name in ([game] if game else game_names())]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
