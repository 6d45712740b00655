"""The end of a stay: how the game ended, what to keep of it, whether to play again, and leaving."""

from __future__ import annotations

import re
from contextlib import suppress

from textual import work

from client.connection import RefusedError
from client.journey import IN_THE_WAY, Journey, journey_to
from client.texts import t
from client.tui.dialogs.confirm import Confirm
from client.tui.drawing import picture_of
from client.tui.keepsakes import folder_of, save_picture, save_story
from client.tui.screens.end import EndScreen
from client.tui.screens.looking import LookingScreen
from client.tui.table_words import clans
from client.tui.widgets.log_pane import LogPane
from core.records import Seat
from protocol.invitation import Invitation, InvitationError
from protocol.messages import TableState
from protocol.talk import TalkError


class PartingScreen(LookingScreen):
    """A table from which its player can go on to the next one."""

    invitation: Invitation | None = None
    """To another game with the same people, if somebody sent one."""

    @property
    def is_over(self) -> bool:
        return self.newest is not None and self.newest.info.state is TableState.OVER

    @property
    def can_play_again(self) -> bool:
        has_way = self.way is not None and self.way.rematch is not None
        return self.can_repeat or has_way or self.invitation is not None

    # The end ---------------------------------------------------------------------------------

    @work(group="acts")
    async def see_end(self) -> None:
        """Look at what the game has come to, and go on from there."""
        if self.scene is None or self.scene.view is None:
            return
        ending = self.board.ending_of(self.story, self.scene.view)
        wish = await self.app.push_screen_wait(
            EndScreen(self.scene, ending, can_repeat=self.can_play_again, save=self.save_game)
        )
        if wish == "again":
            self.play_again()
        elif wish == "leave":
            self.part(None)

    @work(group="acts")
    async def action_leave_table(self) -> None:
        is_done = self.is_over or bool(self.reason_gone)
        if is_done or await self.app.push_screen_wait(Confirm(t("leave-sure"), t("leave-warn"))):
            self.part(None)

    def part(self, journey: Journey | None) -> None:
        """Leave this table, perhaps for another one."""
        self.leave()
        self.dismiss(journey)

    @work(group="keeping", exclusive=True)
    async def save_game(self) -> None:
        """Keep the story, pictures, and what proves the game where we have its server."""
        assert self.scene is not None
        try:
            folder = folder_of(self.home, self.scene.info.table)
            files = [
                save_story(folder, [line.sentence for line in self.query_one(LogPane).lines]),
                save_picture(folder, "board", picture_of(self)),
            ]
            if isinstance(self.app.screen, EndScreen):
                files.append(save_picture(folder, "end", picture_of(self.app.screen)))
            if self.way is not None and self.way.archive is not None:
                files += await self.way.archive(folder)
        except IN_THE_WAY as error:
            self.notify(str(error), severity="error", markup=False)
            return
        names = ", ".join(path.name for path in files)
        self.notify(t("news-kept", folder=str(folder), files=names), timeout=20, markup=False)

    # Another game ----------------------------------------------------------------------------

    @work(group="acts")
    async def play_again(self) -> None:
        """Go to another game: where we are invited to, or to one that we invite the others to."""
        journey: Journey | None = self.journey
        if self.invitation is not None and self.way is not None:
            journey = journey_to(self.invitation, self.way, self.home)
        elif self.way is not None and self.way.rematch is not None:
            try:
                await self._invite(await self.way.rematch())
            except IN_THE_WAY as error:
                self.notify(str(error), severity="error", markup=False)
                return
        self.part(journey)

    async def _invite(self, invitations: list[str]) -> None:
        """Send everybody an invitation of their own."""
        assert self.scene is not None
        others = [row for row in self.scene.info.seats if row.seat != self.scene.seat]
        people = [row.seat for row in others if row.player and not row.is_bot]
        for seat, invitation in zip(people, invitations, strict=False):
            with suppress(RefusedError, TalkError):  # who cannot hear it has to be told otherwise
                await self.player.say(t("rematch-words", invitation=invitation), (seat,))

    def heard_words(self, seat: Seat, words: str) -> None:
        """Notice an invitation to another game, once this one is over."""
        found = invitation_in(words) if self.is_over and seat != self.player.mirror.seat else None
        if found is None or self.newest is None:
            return
        self.invitation, self.asked = found, self.asked._replace(invited_by=seat)
        self.notify(t("news-rematch", who=clans(self.newest, [seat])), timeout=20)
        self.show_entries()
        for screen in self.app.screen_stack:
            if isinstance(screen, EndScreen):
                screen.can_repeat = True


def invitation_in(words: str) -> Invitation | None:
    """Find an invitation to a seat in what somebody says."""
    for text in re.findall(r"table://\S+", words):
        with suppress(InvitationError):
            found = Invitation.parse(text)
            return found if found.token is not None else None
    return None
