"""The command palette: all that is legal now, found by any of its words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from textual.command import Hit, Hits, Provider

from client.table.menu import Menu, Option

FIRST: Final = 1.0
"""More than what is not about the game has as long as nothing is sought."""


class ActsProvider(Provider):
    """Offers the answers to what is asked."""

    def _options(self) -> Iterator[Option]:
        menu: Menu | None = getattr(self.screen, "menu", None)
        if menu is not None and getattr(self.screen, "is_my_turn", False):
            yield from menu.options

    async def discover(self) -> Hits:
        for option in self._options():
            yield Hit(FIRST, option.words, partial(self._choose, option), help=self._line(option))

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for option in self._options():
            score = matcher.match(option.words)
            if score > 0:
                words = matcher.highlight(option.words)
                yield Hit(score, words, partial(self._choose, option), help=self._line(option))

    def _line(self, option: Option) -> str:
        """Write an answer as it can be typed in the line client."""
        line: str = self.screen.scene.game.line_of(option.choice)  # type: ignore[attr-defined]
        return line

    def _choose(self, option: Option) -> None:
        self.screen.choose(option)  # type: ignore[attr-defined]
