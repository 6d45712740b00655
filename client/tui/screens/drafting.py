"""Forms half filled in: what is not sealed stays as a draft, on the screen and on the disk."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from client.local.drafts import Kept, forget_draft, keep_draft, kept_draft
from client.table.scene import Scene
from client.tui.dialogs.draft import Form
from client.tui.screens.changing import ChangingScreen
from core.records import Choice, Decision, InputError


class DraftingScreen(ChangingScreen):
    """A seat that may have filled in a part of its answer."""

    draft: Choice | None = None

    def make_form(self, scene: Scene, decision: Decision) -> Form:
        form = self.board.forms[type(decision)](scene.view, decision, self.draft)
        form.on_change, form.show_rules = partial(self._save_draft, scene), self.action_rules
        return form

    def _keep_draft(self, choice: Choice | None) -> None:
        self.draft = choice
        if choice is None and self.scene is not None:
            forget_draft(self.home, self.scene.info.table)
        for panel in self.panels:
            panel.draft = choice
        self.floor.settle()

    def _save_draft(self, scene: Scene, choice: Choice) -> None:
        """Keep an answer as it stands where a cut line cannot take it away."""
        if scene.prompt is not None:
            keep_draft(self.home, Kept(scene.info.table, scene.prompt, scene.game.line_of(choice)))

    def _recall_draft(self, scene: Scene) -> None:
        line = kept_draft(self.home, scene.info.table, scene.prompt) if scene.prompt is not None else ""
        with suppress(InputError):
            if line and self.draft is None:
                self._keep_draft(scene.game.choice_of(line))
