"""The lobby: a game against bots, a table in the network, an invitation, a table of one's own."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key

from client.local.known_hosts import KnownTablesError
from client.local.known_hosts import read as read_tables
from client.local.settings import Settings
from client.seat.journey import JOIN_ERRORS, Journey, advised
from client.table.acts import Entry
from client.table.lessons import course_of
from client.table.lobby import Doors, NewTable, first_opening
from client.table.rulebook import rules_of
from client.table.sentences import game_title
from client.texts import t
from client.texts.refusals import why
from client.tui.answering import AnsweringScreen
from client.tui.dialogs.lobby import Field, FindDialog, FormDialog, InvitationDialog, InvitationsDialog
from client.tui.dialogs.questions import PickDialog
from client.tui.dialogs.rules import RulesScreen
from client.tui.keys import keys_of
from client.tui.palette import CLAN_COLOURS, MUTED
from client.tui.screens.game import GameScreen
from client.tui.screens.lesson import LessonScreen
from client.tui.screens.replay import ReplayScreen
from client.tui.widgets.choices import Choices
from client.tui.widgets.words import Words
from core.bots import BOTS
from core.catalog import game_named, game_names
from core.game import Game, with_defaults
from core.kinds import InputError, RulesError
from protocol.discovery import FoundTable
from protocol.invitation import Address, Invitation
from protocol.private_files import PrivateFileError

ARRIVALS: Final = ("invited", "back", "watch")


class LobbyScreen(AnsweringScreen[None]):
    """What one sees first."""

    CSS_PATH = "lobby.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "quit", show=False)]

    def __init__(self, doors: Doors, settings: Settings, home: Path) -> None:
        super().__init__()
        self._settings = settings
        self._doors = doors
        self._home = home

    def obey(self, settings: Settings) -> None:
        self._settings = settings

    def compose(self) -> ComposeResult:
        with Vertical(id="camp"):
            yield Words(curtain(), id="curtain")
            yield Words(t("lobby-title"), id="lobby-title")
            yield Words(t("lobby-subtitle"), id="lobby-subtitle")
            yield Words(self._doors.warning, id="lobby-warning")
            yield Choices(id="lobby-choices")

    def on_mount(self) -> None:
        self._list()
        self.query_one(Choices).focus()
        self.query_one("#lobby-warning").display = bool(self._doors.warning)
        self._go_at_once()

    def on_screen_resume(self) -> None:
        self._list()

    def _list(self) -> None:
        """List the ways out; those back to where one was are above those that are always there."""
        rows = enumerate(self._doors.rows, start=1)
        entries = [Entry(str(number), t(f"lobby-{name}"), name) for number, name in rows]
        last = self._doors.last()
        if last is not None:
            words = t("lobby-back", table=last.game, host=last.address.host)
            entries.insert(0, Entry("0", words, "back"))
        left = self._doors.broken_off()
        if left is not None:
            entries.insert(0, Entry("g", t("lobby-resume", game=game_title(left.game)), "resume"))
        self.query_one(Choices).entries = tuple(entries)

    def on_key(self, event: Key) -> None:
        if event.character and self.query_one(Choices).take(event.character):
            event.stop()

    @on(Choices.EntryTaken)
    async def take(self, message: Choices.EntryTaken) -> None:
        await self.run_action(message.act)

    def action_quit(self) -> None:
        self.dismiss()

    async def action_settings(self) -> None:
        await self.app.run_action("settings")

    @work
    async def action_rules(self) -> None:
        game = await self._pick_game()
        if game is not None:
            self.app.push_screen(RulesScreen(rules_of(game.name)))

    @work
    async def action_past(self) -> None:
        """Show a game again that was saved at its end."""
        games = {str(place): kept for place, kept in enumerate(self._doors.kept())}
        if not games:
            self.notify(t("lobby-past-none", key=keys_of(self).shown("end.save")))
            return
        titles = {place: kept.title for place, kept in games.items()}
        place: str | None = await self.app.push_screen_wait(PickDialog(t("lobby-past-which"), titles))
        if place is None:
            return
        try:
            past = await asyncio.to_thread(games[place].recall)
        except InputError as error:
            self.notify(why(error), severity="error")
        else:
            self.app.push_screen(ReplayScreen(past))

    async def _pick_game(self) -> Game | None:
        titles = {name: game_title(name) for name in game_names()}
        name: str | None = await self.app.push_screen_wait(PickDialog(t("lobby-game"), titles))
        return game_named(name) if name is not None else None

    @work
    async def _go_at_once(self) -> None:
        if self._doors.first is not None:
            await self._go(self._doors.first)

    # Ways out --------------------------------------------------------------------------------

    @work
    async def action_play(self) -> None:
        game = await self._pick_game()
        if game is None:
            return
        clans = [t("lobby-any"), *(t(f"clan-{name}") for name in game.seat_names)]
        fields = [
            Field(t("lobby-clans"), list(map(str, game.players)), min(1, len(game.players) - 1)),
            Field(t("lobby-seat"), clans),
            Field(t("lobby-level"), list(BOTS), list(BOTS).index("greedy")),
            Field(t("lobby-new"), [t("lobby-go-on"), t("lobby-anew")]),
            *option_fields(game),
        ]
        chosen = await self.app.push_screen_wait(FormDialog(t("lobby-play"), fields, t("lobby-begin")))
        if chosen is None:
            return
        players, clan, level, anew, *wishes = chosen
        number = game.players[players]
        seat = game.seat_names[clan - 1] if clan else ""
        opening = NewTable(game.name, number, number - 1, seat, list(BOTS)[level], is_new=bool(anew))
        opening = opening._replace(options=options_chosen(game, wishes))
        if self._is_possible(game, opening):
            await self._go(self._doors.play(opening))

    def _is_possible(self, game: Game, opening: NewTable) -> bool:
        """Say in the rules' words why there is no such table, if there is none."""
        reason = objection(game, opening)
        if reason:
            self.notify(reason, severity="error")
        return not reason

    @work
    async def action_learn(self) -> None:
        """Learn by a prepared game, then play one with a word about each question when it comes up."""
        game = await self._pick_game()
        if game is None:
            return
        first_game = advised(self._doors.play(first_opening(game)))
        lessons = LessonScreen(course_of(game.name), self._settings, self._home, first_game)
        way: Journey | None = await self.app.push_screen_wait(lessons)
        if way is not None:
            await self._go(way)

    @work
    async def action_back(self) -> None:
        """Go to the table one was at last."""
        last = self._doors.last()
        if last is not None:
            await self._go(self._doors.join(last, False))

    @work
    async def action_resume(self) -> None:
        """Go on with the game against bots that was left last."""
        left = self._doors.broken_off()
        if left is not None:
            await self._go(self._doors.play(left))

    @work
    async def action_join(self) -> None:
        await self._use_invitation()

    @work
    async def action_find(self) -> None:
        """Go to a table in the network."""
        await self._look_for(FindDialog(self._doors.find, known=addresses_in(self._home)))

    @work
    async def action_here(self) -> None:
        """Go to a table of the server that this lobby belongs to."""
        await self._look_for(FindDialog(self._doors.find, title=t("lobby-here")))

    async def _look_for(self, dialog: FindDialog) -> None:
        """Let a table be chosen; to sit down there takes an invitation or a seat taken before."""
        found: FoundTable | None = await self.app.push_screen_wait(dialog)
        if found is None:
            return
        title = t("lobby-arrive", table=found.listing.table)
        wishes = {name: t(f"lobby-arrive-{name}") for name in ARRIVALS}
        wish: str | None = await self.app.push_screen_wait(PickDialog(title, wishes))
        if wish == "invited":
            await self._use_invitation()
        elif wish is not None:
            await self._go(self._doors.join(found.invitation(), wish == "watch"))

    async def _use_invitation(self) -> None:
        invitation: Invitation | None = await self.app.push_screen_wait(InvitationDialog())
        if invitation is not None:
            await self._go(self._doors.join(invitation, False))

    @work
    async def action_host(self) -> None:
        """Open a table, show the invitations, and sit down at it; it closes when its host leaves."""
        game = await self._pick_game()
        if game is None:
            return
        fields = [
            Field(t("lobby-clans"), list(map(str, game.players)), min(1, len(game.players) - 1)),
            Field(t("lobby-bots"), list(map(str, range(game.players[-1])))),
            Field(t("lobby-where"), [t("lobby-lan"), t("lobby-local")]),
            *option_fields(game),
        ]
        chosen = await self.app.push_screen_wait(FormDialog(t("lobby-host"), fields, t("lobby-begin")))
        if chosen is None:
            return
        players, bots, here, *wishes = chosen
        number = game.players[players]
        opening = NewTable(game.name, number, min(bots, number - 1), is_for_lan=not here)
        opening = opening._replace(options=options_chosen(game, wishes))
        if not self._is_possible(game, opening):
            return
        try:
            async with self._doors.host(opening) as hosted:
                has_blocks = self._settings.glyphs == "unicode"
                await self.app.push_screen_wait(InvitationsDialog(hosted.invitations, has_blocks=has_blocks))
                await self._go(hosted.own)
        except JOIN_ERRORS as error:
            self.notify(why(error), severity="error")

    async def _go(self, journey: Journey) -> None:
        """Play there, and again as long as one likes."""
        way: Journey | None = journey
        while way is not None:
            table = GameScreen(way, self._settings, self._home)
            way = await self.app.push_screen_wait(table)


def addresses_in(home: Path) -> Collection[Address]:
    """Say where tables were met before."""
    try:
        return read_tables(home / "known_tables")
    except (KnownTablesError, PrivateFileError):
        return ()


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


# What can be agreed before a game, as fields of a form ------------------------------------------


def option_fields(game: Game) -> list[Field]:
    """Give a field for each option of a game, with its default first."""
    return [
        Field(t(f"option-{name}"), [t(f"option-{name}-{value}") for value in values])
        for name, values in game.options.items()
    ]


def options_chosen(game: Game, places: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """Read the fields, given the places of the values chosen."""
    rows = zip(game.options.items(), places, strict=True)
    return tuple((name, values[place]) for (name, values), place in rows)


def objection(game: Game, opening: NewTable) -> str:
    """Say why a game cannot be played so, if it cannot."""
    try:
        game.new_game(tuple(range(opening.players)), with_defaults(game, dict(opening.options)))
    except RulesError as error:
        return why(error)
    return ""
