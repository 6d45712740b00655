"""A language of long words, to find out where the screen cuts something off."""

from __future__ import annotations

from functools import cache

from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Transformer

from client.texts import Texts, bundle_of, sources_of


class Pseudo(Transformer):
    """Makes all texts 40 % longer and marks both their ends; short forms keep their promised length."""

    def visit_Attribute(self, node: ftl.Attribute) -> ftl.Attribute:  # noqa: N802
        if node.id.name in SENTENCES and not is_selection(node.value):
            lengthen(node.value)
        return node

    def visit_Message(self, node: ftl.Message) -> ftl.Message:  # noqa: N802
        if node.value is not None and not is_selection(node.value):
            lengthen(node.value)
        node.attributes = [self.visit(attribute) for attribute in node.attributes]
        return node


SENTENCES = ("you", "yours")
"""Forms that are as long as the message itself."""


def lengthen(pattern: ftl.Pattern) -> None:
    words = "".join(part.value for part in pattern.elements if isinstance(part, ftl.TextElement))
    pad = "~" * max(1, len(words) * 4 // 10 - 2)
    pattern.elements = [ftl.TextElement("⟦"), *pattern.elements, ftl.TextElement(f"{pad}⟧")]


def is_selection(pattern: ftl.Pattern) -> bool:
    first = pattern.elements[0]
    return isinstance(first, ftl.Placeable) and isinstance(first.expression, ftl.SelectExpression)


@cache
def pseudo_texts() -> Texts:
    sources = []
    for source in sources_of("en"):
        resource = Pseudo().visit(FluentParser().parse(source))
        sources.append(FluentSerializer().serialize(resource))
    return Texts([bundle_of("en", sources)])


def unclosed(text: str) -> list[str]:
    """Return the lines in which a message begins and is cut off."""
    return [line for line in text.splitlines() if line.count("⟦") > line.count("⟧") and "…" not in line]
