"""All texts in wide letters, so that a word from no message stands out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Transformer

from client.texts import Texts, bundle_of, sources_of

WORD = re.compile(r"[A-Za-z][a-z_-]+|[A-Z]{2,}")
WIDE = {code: code + 0xFEE0 for code in (*range(ord("A"), ord("Z") + 1), *range(ord("a"), ord("z") + 1))}
NO_WORDS = re.compile(r"SHA256:\S+|\((?:RS|SG|NJ)-[\w.-]+\)|'[^']*'")
"""Keys, the numbers of rules, and what has to be typed as it stands."""


class Wide(Transformer):
    """Writes all texts in wide letters, so that whatever is not a text stands out."""

    def visit_TextElement(self, node: ftl.TextElement) -> ftl.TextElement:  # noqa: N802
        node.value = node.value.translate(WIDE)
        return node


@cache
def wide_texts() -> Texts:
    trees = (Wide().visit(FluentParser().parse(source)) for source in sources_of("en"))
    return Texts([bundle_of("en", [FluentSerializer().serialize(tree) for tree in trees])])


def english(lines: Iterable[str], notation: set[str]) -> dict[str, str]:
    """Find words that came from no message and belong to no move, each with a line that has it."""
    found = {}
    for line in lines:
        for word in WORD.findall(NO_WORDS.sub("", line)):
            if word not in notation:
                found[word] = line
    return found


def words_in(*lines: str) -> set[str]:
    return {word for line in lines for word in WORD.findall(line)}
