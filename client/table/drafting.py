"""A form half filled in: what is not given yet stays as a draft, on the screen and on the disk."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from client.local.kept import KeptDraft, forget_draft, keep_draft, kept_draft
from client.table.scene import Scene
from core.kinds import Choice, InputError


class Drafting:
    """The answer of one seat, as far as it is filled in or sealed."""

    def __init__(self, home: Path) -> None:
        self.choice: Choice | None = None
        self._home = home

    def follow(self, old: Scene | None, scene: Scene) -> None:
        """Have what is sealed for the draft, and none when seals are open."""
        if old is not None and old.seals is not None and scene.seals is None:
            self.forget(scene)
        if scene.sealed is not None:
            self.choice = scene.sealed

    def forget(self, scene: Scene) -> None:
        self.choice = None
        forget_draft(self._home, scene.info.table)

    def save(self, scene: Scene, choice: Choice) -> None:
        """Keep an answer as it stands where a cut line cannot take it away."""
        if scene.prompt is not None:
            keep_draft(self._home, KeptDraft(scene.info.table, scene.prompt, scene.game.line_of(choice)))

    def recall(self, scene: Scene) -> None:
        """Have what was kept for this question, unless there is a draft."""
        if self.choice is not None or scene.prompt is None:
            return
        line = kept_draft(self._home, scene.info.table, scene.prompt)
        with suppress(InputError):
            self.choice = scene.game.choice_of(line) if line else None
