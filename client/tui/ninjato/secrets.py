"""What the viewer has besides cards in hand: skills, and rumors that nobody else sees."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from client.texts import t
from client.tui.ninjato import names
from client.tui.ninjato.players import skill_words
from client.tui.widgets.panel import Panel
from core.games.ninjato.view import View


class Secrets(Panel):
    """The viewer's own things, marked by their colour."""

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None:
            return
        view: View = self.scene.view
        if view.viewer is None or view.viewer not in view.seats:
            return
        for line in self._own(view, view.viewer):
            yield Text.assemble((self.glyphs.bar, names.colour(view.viewer)), line)

    def _own(self, view: View, seat: int) -> Iterator[str]:
        skills = skill_words(view, seat)
        if skills:
            yield t("secret-skills", skills=", ".join(skills))
        if view.rumors[seat]:
            yield t("secret-rumors", rumors=names.rumors(view.rumors[seat]))
