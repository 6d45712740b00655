"""The end of a stay: how the game ended, what to keep of it, whether to play again, and leaving."""

from __future__ import annotations

from textual import work

from client.local.kept import folder_of, save_picture, save_story
from client.seat.journey import JOIN_ERRORS, Journey, journey_to
from client.table.beats import story_lines
from client.table.scene import Scene
from client.texts import t
from client.texts.refusals import why
from client.tui.dialogs.confirm import Confirm
from client.tui.drawing import picture_of
from client.tui.screens.end import EndScreen
from client.tui.screens.looking import LookingScreen
from client.tui.screens.replay import ReplayScreen
from protocol.messages import TableState


class PartingScreen(LookingScreen):
    """A table from which its player can go on to the next one."""

    @property
    def is_over(self) -> bool:
        return self.model.newest is not None and self.model.newest.info.state is TableState.OVER

    @property
    def _has_played(self) -> bool:
        return self.scene is not None and self.scene.seat is not None

    @property
    def can_play_again(self) -> bool:
        return self.way is not None and self._has_played

    @property
    def can_look_back(self) -> bool:
        return self.way is not None and self.way.recall is not None and self._has_played

    # The end ---------------------------------------------------------------------------------

    @work(group="acts")
    async def see_end(self) -> None:
        """Look at what the game has come to, and go on from there."""
        if self.scene is None or self.scene.view is None:
            return
        ending = self.face.ending_of(self.model.story, self.scene.view)
        end = EndScreen(
            self.scene,
            ending,
            can_repeat=self.can_play_again,
            save=self.save_game,
            look_back=self.look_back if self.can_look_back else None,
        )
        wish = await self.app.push_screen_wait(end)
        if wish == "again":
            self.play_again()
        elif wish == "leave":
            self.part(None)

    @work(group="acts")
    async def action_leave_table(self) -> None:
        is_done = self.is_over or bool(self.model.reason_gone)
        if is_done or await self.app.push_screen_wait(Confirm(t("leave-sure"), t("leave-warn"))):
            self.part(None)

    def part(self, journey: Journey | None) -> None:
        """Leave this table, perhaps for another one."""
        self.leave()
        self.dismiss(journey)

    @work(group="keeping", exclusive=True)
    async def save_game(self) -> None:
        """Keep the story, pictures, and what proves the game to all who played it."""
        assert self.scene is not None
        try:
            folder = folder_of(self.home, self.scene.info.table)
            files = [
                save_story(folder, story_lines(self.face, self.model.story, self.scene)),
                save_picture(folder, "board", picture_of(self)),
            ]
            if isinstance(self.app.screen, EndScreen):
                files.append(save_picture(folder, "end", picture_of(self.app.screen)))
            if self._has_played and self.way is not None and self.way.fetch is not None:
                files += await self.way.fetch(self.player, folder)
        except JOIN_ERRORS as error:
            self.notify(why(error), severity="error", markup=False)
            return
        names = ", ".join(path.name for path in files)
        self.notify(t("news-kept", folder=str(folder), files=names), timeout=20, markup=False)

    @work(group="recalling", exclusive=True)
    async def look_back(self) -> None:
        """Show the game again from its first moment; who leaves that comes back to here."""
        assert self.way is not None
        assert self.way.recall is not None
        try:
            past = await self.way.recall(self.player, self.home)
        except JOIN_ERRORS as error:
            self.notify(why(error), severity="error", markup=False)
        else:
            self.app.push_screen(ReplayScreen(past))

    # Another game ----------------------------------------------------------------------------

    @work(group="acts")
    async def play_again(self) -> None:
        """Go to another game: one of our own, or with the same people at the next table of this server."""
        assert self.way is not None
        if self.way.again is not None:
            self.part(self.way.again)
            return
        try:
            invitation = await self.player.again()
        except JOIN_ERRORS as error:
            self.notify(why(error), severity="error", markup=False)
        else:
            self.part(journey_to(invitation, self.way, self.home))

    def show_scene(self, scene: Scene) -> None:
        """Notice when somebody else wishes for another game."""
        old = self.scene
        super().show_scene(scene)
        is_new = old is not None and old.info.next != scene.info.next
        if is_new and scene.seat is not None:
            self.notify(t("news-rematch"), timeout=20)
