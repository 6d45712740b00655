"""Changing the mind: what is sealed can be sealed anew, for as long as others have not sealed."""

from __future__ import annotations

from textual import work
from textual.worker import Worker

from client.table.doubts import doubt_about_seal
from client.table.scene import Scene
from client.texts import t
from client.tui.dialogs.draft import Draft, Form
from client.tui.screens.dealing import DealingScreen
from core.decisions import Decision
from core.kinds import Choice


class ChangingScreen(DealingScreen):
    """A seat that may have sealed something."""

    _open_form: Form | None = None

    def show_scene(self, scene: Scene) -> None:
        super().show_scene(scene)
        if self._open_form is not None and not scene.can_reseal:
            self._open_form.dismiss()

    def action_undo(self) -> Worker[None]:
        """Change what is sealed, or take the last choice back."""
        is_sealed = self.scene is not None and self.scene.can_reseal
        return self.change_sealed() if is_sealed else super().action_undo()

    @work(group="acts")
    async def change_sealed(self) -> None:
        scene = self.scene
        if scene is None or not self._can_reseal:
            return
        choice = await self._changed(scene, scene.view.decision)
        if choice is not None:
            await self._attempt(self.player.change(choice))
        elif not self._can_reseal and not self.model.reason_gone:
            self.notify(t("news-overtaken"), severity="warning", timeout=8)

    @property
    def _can_reseal(self) -> bool:
        return self.scene is not None and self.scene.can_reseal and not self.model.reason_gone

    async def _changed(self, scene: Scene, decision: Decision) -> Choice | None:
        """Ask until the player is sure of another answer, or leaves it as it is."""
        choice = scene.sealed
        while self._can_reseal:
            self._open_form = self.board.forms[type(decision)](scene.view, decision, choice)
            draft: Draft | None = await self.app.push_screen_wait(self._open_form)
            self._open_form = None
            if draft is None or not draft.is_final or draft.choice == scene.sealed:
                return None
            choice = draft.choice
            if await self.is_sure(scene, choice):
                return choice
        return None

    async def is_sure(self, scene: Scene, choice: Choice) -> bool:
        """Ask once more before something is sealed."""
        return await self.confirm(doubt_about_seal(self.face, scene, choice))
