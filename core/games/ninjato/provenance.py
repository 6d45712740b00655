"""Where the figures of the data file come from, as it says itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from core.games.ninjato.board import DATA

SUBSTITUTE = "substitute"


class Source(NamedTuple):
    """A figure, where it is from, and what there is to say about it."""

    figure: str
    source: str
    note: str


def sources() -> Iterator[Source]:
    """List what the data file says of all its figures, the legend left out."""
    parts = {name: part for name, part in DATA["provenance"].items() if name != "legend"}
    yield from _leaves(parts, "")


def _leaves(part: Mapping[str, Any], path: str) -> Iterator[Source]:
    for name, value in part.items():
        figure = f"{path}{name}"
        if isinstance(value, dict):
            yield from _leaves(value, f"{figure}, ")
        else:
            source, _, note = value.partition(": ")
            yield Source(figure, source, note)


def substitutes() -> list[Source]:
    """List the figures that are ours, to be replaced when the published ones are known."""
    return [source for source in sources() if source.source == SUBSTITUTE]
