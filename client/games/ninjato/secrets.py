"""What the viewer has besides cards in hand: skills, and rumors that nobody else sees."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from client.games.ninjato import names
from client.games.ninjato.players import skill_words
from client.texts import t
from client.tui.widgets.panel import Panel
from core.games.ninjato.board import OVER
from core.games.ninjato.cards import DISHONORABLE_RIVALS
from core.games.ninjato.scoring import final_gain, kinds_of
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
            worth = sum(final_gain(view, seat).rumors)
            has_rivals = DISHONORABLE_RIVALS in kinds_of(view.rumors[seat])  # fewer honor if others have them
            kind = "secret-rumors-at-most" if has_rivals and view.phase != OVER else "secret-rumors"
            yield t(kind, rumors=names.rumors(view.rumors[seat]), honor=worth)
