"""The lobby: a game against bots, a table in the network, an invitation, a table of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Static

from client.journey import IN_THE_WAY, Journey
from client.lessons import course_of
from client.texts import t
from client.tui.board import board_of
from client.tui.dialogs.find import FindDialog
from client.tui.dialogs.form import Field, FormDialog
from client.tui.dialogs.invitation import InvitationDialog
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.rules import RulesScreen
from client.tui.doors import Doors, Opening, first_opening
from client.tui.palette import CLAN_COLOURS, MUTED
from client.tui.screens.game import GameScreen
from client.tui.screens.lesson import LessonScreen
from client.tui.settings import Settings
from client.tui.widgets.choices import Choices, Entry
from core.bots import BOTS
from core.catalog import game_named
from protocol.invitation import Invitation

GAME: Final = "rising_sun"
ROWS: Final = ("learn", "play", "find", "join", "host", "rules", "settings", "quit")


class LobbyScreen(Screen[None]):
    """What one sees first."""

    CSS_PATH = "lobby.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "quit", show=False)]

    def __init__(self, doors: Doors, settings: Settings, home: Path) -> None:
        super().__init__()
        self.settings = settings
        self._doors = doors
        self._home = home

    def compose(self) -> ComposeResult:
        with Vertical(id="camp"):
            yield Static(curtain(), id="curtain")
            yield Static(t("lobby-title"), id="lobby-title")
            yield Static(t("lobby-subtitle"), id="lobby-subtitle")
            yield Choices(id="lobby-choices")

    def on_mount(self) -> None:
        choices = self.query_one(Choices)
        choices.entries = tuple(
            Entry(str(number), t(f"lobby-{name}"), name) for number, name in enumerate(ROWS, start=1)
        )
        choices.focus()

    def on_key(self, event: Key) -> None:
        if event.character and self.query_one(Choices).take(event.character):
            event.stop()

    @on(Choices.Taken)
    async def take(self, message: Choices.Taken) -> None:
        await self.run_action(message.act)

    def action_quit(self) -> None:
        self.dismiss()

    async def action_settings(self) -> None:
        await self.app.run_action("settings")

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(board_of(GAME).rules_text()))

    # Ways out --------------------------------------------------------------------------------

    @work
    async def action_play(self) -> None:
        game = game_named(GAME)
        clans = [t("lobby-any"), *(t(f"clan-{name}") for name in game.seat_names)]
        fields = [
            Field(t("lobby-clans"), list(map(str, game.players)), 1),
            Field(t("lobby-seat"), clans),
            Field(t("lobby-level"), list(BOTS), list(BOTS).index("greedy")),
            Field(t("lobby-new"), [t("lobby-go-on"), t("lobby-anew")]),
        ]
        chosen = await self.app.push_screen_wait(FormDialog(t("lobby-play"), fields, t("lobby-begin")))
        if chosen is None:
            return
        players, clan, level, anew = chosen
        number = game.players[players]
        seat = game.seat_names[clan - 1] if clan else ""
        opening = Opening(number, number - 1, seat, list(BOTS)[level], is_new=bool(anew))
        await self._go(self._doors.play(opening))

    @work
    async def action_learn(self) -> None:
        """Learn by a prepared game, then play one with a word about each question when it comes up."""
        if not await self.app.push_screen_wait(LessonScreen(course_of(GAME), self.settings, self._home)):
            return
        await self._go(self._doors.play(first_opening(game_named(GAME))), has_hints=True)

    @work
    async def action_join(self) -> None:
        found: Invitation | None = await self.app.push_screen_wait(InvitationDialog())
        await self._follow(found)

    @work
    async def action_find(self) -> None:
        found: Invitation | None = await self.app.push_screen_wait(FindDialog(self._doors.find))
        await self._follow(found)

    async def _follow(self, invitation: Invitation | None) -> None:
        if invitation is not None:
            await self._go(self._doors.join(invitation))

    @work
    async def action_host(self) -> None:
        """Open a table, show the invitations, and sit down at it; it closes when its host leaves."""
        game = game_named(GAME)
        fields = [
            Field(t("lobby-clans"), list(map(str, game.players)), 1),
            Field(t("lobby-bots"), list(map(str, range(game.players[-1])))),
            Field(t("lobby-where"), [t("lobby-lan"), t("lobby-here")]),
        ]
        chosen = await self.app.push_screen_wait(FormDialog(t("lobby-host"), fields, t("lobby-begin")))
        if chosen is None:
            return
        players, bots, here = chosen
        number = game.players[players]
        opening = Opening(number, min(bots, number - 1), is_for_lan=not here)
        try:
            async with self._doors.host(opening) as hosted:
                lines = Text("\n\n".join([t("lobby-invite"), *hosted.invitations]))
                await self.app.push_screen_wait(LinesDialog(t("lobby-hosting"), lines))
                await self._go(hosted.own)
        except IN_THE_WAY as error:
            self.notify(str(error), severity="error", markup=False)

    async def _go(self, journey: Journey, *, has_hints: bool = False) -> None:
        """Play there, and again as long as one likes."""
        again = True
        while again:
            table = GameScreen(journey, self.settings, self._home, has_hints=has_hints)
            again = await self.app.push_screen_wait(table)


def curtain() -> Text:
    """Draw the curtain of the camp, a field for each clan."""
    text = Text()
    for row in range(2):
        for colour in CLAN_COLOURS:
            text.append("███████", colour if row == 0 else MUTED)
        text.append("\n")
    for colour in CLAN_COLOURS:
        text.append("▀▀▀ ▀▀▀", colour)
    return text
