"""The lobby: a game against bots, a table in the network, an invitation, a table of one's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key

from client.local.known_hosts import addresses_in
from client.local.settings import Settings
from client.seat.connection import RefusedError
from client.seat.journey import JOIN_ERRORS, Journey, advised, with_password
from client.seat.visit import Visit
from client.table.acts import Entry
from client.table.cards import Card
from client.table.club import Wish, table_words, wishes_at
from client.table.lessons import course_of
from client.table.lobby import Doors, NewTable, first_opening
from client.table.opening import (
    Chosen,
    Field,
    GameChoice,
    fields_at_server,
    fields_hosted,
    objection,
    opening_hosted,
)
from client.table.own_games import OwnGame
from client.table.rulebook import rules_of
from client.table.scene import GuestPass
from client.table.wording import game_title
from client.texts import t
from client.texts.refusals import why
from client.tui.answering import AnsweringScreen
from client.tui.dialogs.lines import HelpRows, LinesDialog
from client.tui.dialogs.lobby import (
    NEW,
    FindDialog,
    FormDialog,
    InvitationDialog,
    InvitationsDialog,
    LineDialog,
    OwnGamesDialog,
    ServerDialog,
)
from client.tui.dialogs.lookup import CardsScreen, RulesScreen
from client.tui.dialogs.questions import PickDialog, pick_by_letter
from client.tui.keys import bound, keys_of
from client.tui.palette import CLAN_COLOURS, MUTED
from client.tui.screens.game import GameScreen
from client.tui.screens.games import GamesScreen, Wanted
from client.tui.screens.lesson import LessonScreen
from client.tui.screens.replay import ReplayScreen
from client.tui.widgets.choices import Choices
from client.tui.widgets.words import Words
from core.catalog import game_named, game_names
from core.game import Game
from core.kinds import InputError
from protocol.discovery import FoundTable
from protocol.entries import Access
from protocol.invitation import Invitation, InvitationError
from protocol.messages import TableInfo

KEYS: Final[HelpRows] = (
    ("1-9 ↑ ↓ enter", "", "help-first-lines"),
    ("", "explain", "help-explain-line"),
    ("", "settings", "help-settings"),
    ("", "picture", "help-picture"),
    ("", "leave", "help-quit"),
)
KEYS_OF_ROWS: Final = "123456789q"
QUIT: Final = "q"
ANOTHER: Final = "another"
ARRIVALS: Final = ("invited", "back", "watch")


class LobbyScreen(AnsweringScreen[None]):
    """What you see first."""

    CSS_PATH = "lobby.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "quit", show=False),
        bound("explain", "explain"),
        bound("help", "help"),
    ]

    def __init__(self, doors: Doors, settings: Settings, home: Path) -> None:
        super().__init__()
        self._settings = settings
        self._doors = doors
        self._home = home
        self._choice = GameChoice()  # stays as it was left

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
        """List the ways out; those back to where the player was come before the permanent ones."""
        rows = zip(KEYS_OF_ROWS, self._doors.rows, strict=False)
        entries = [Entry(QUIT if name == "quit" else key, t(f"lobby-{name}"), name) for key, name in rows]
        if self._doors.games().hosts:
            entries.insert(0, Entry("m", t("lobby-games"), "games"))
        last = self._doors.last()
        if last is not None:
            words = t("lobby-back", table=last.game, host=last.address.host)
            entries.insert(0, Entry("0", words, "back"))
        for left in self._doors.broken_off()[:1]:
            entries.insert(0, Entry("g", t("lobby-resume", game=game_title(left.game)), "resume"))
        self.query_one(Choices).entries = tuple(entries)

    def on_key(self, event: Key) -> None:
        if event.character and self.query_one(Choices).take(event.character):
            event.stop()

    @on(Choices.EntryTaken)
    async def take(self, message: Choices.EntryTaken) -> None:
        await self.run_action(message.act)

    def action_help(self) -> None:
        self.app.push_screen(LinesDialog.of_keys(keys_of(self), KEYS, "help-first-more"))

    def action_explain(self) -> None:
        choices = self.query_one(Choices)
        cards = [Card(entry.label, "", (t(f"lobby-{entry.act}.about"),)) for entry in choices.entries]
        self.app.push_screen(CardsScreen.of_rows(cards, choices.highlighted))

    @on(Choices.ExplanationWanted)
    def explain_row(self) -> None:
        self.action_explain()

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
        """Show a saved game again."""
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
            way: Journey | None = await self.app.push_screen_wait(ReplayScreen(past, self._doors.fork))
            if way is not None:
                await self._go(way)

    async def _pick_game(self) -> Game | None:
        titles = {name: game_title(name) for name in game_names()}
        name: str | None = await self.app.push_screen_wait(PickDialog(t("lobby-game"), titles))
        return game_named(name) if name is not None else None

    @work
    async def _go_at_once(self) -> None:
        if self._doors.first is not None:
            await self._go(self._doors.first)
        elif self._doors.is_first:
            await self._choose_game()

    # Ways out --------------------------------------------------------------------------------

    @work
    async def action_play(self) -> None:
        await self._choose_game()

    async def _choose_game(self) -> None:
        """Let a game against bots be chosen by its picture, and play or learn it."""
        self._choice.unfinished = {left.game for left in self._doors.broken_off()}
        wanted: Wanted | None = await self.app.push_screen_wait(GamesScreen(self._choice))
        if isinstance(wanted, NewTable):
            await self._go(self._doors.play(wanted))
        elif wanted is not None:
            await self._teach(game_named(wanted.game))

    @work
    async def action_learn(self) -> None:
        """Learn with a prepared game, then play one with a word about each question when it comes up."""
        game = await self._pick_game()
        if game is not None:
            await self._teach(game)

    async def _teach(self, game: Game) -> None:
        first_game = advised(self._doors.play(first_opening(game)))
        lessons = LessonScreen(course_of(game.name), self._settings, self._home, first_game)
        way: Journey | None = await self.app.push_screen_wait(lessons)
        if way is not None:
            await self._go(way)

    @work
    async def action_back(self) -> None:
        """Go back to the last table."""
        last = self._doors.last()
        if last is not None:
            await self._go(self._doors.join(last, False))

    @work
    async def action_games(self) -> None:
        """Go to one of the player's own games."""
        game: OwnGame | None = await self.app.push_screen_wait(OwnGamesDialog(self._doors.games()))
        if game is not None:
            await self._go(self._doors.join(game.invitation, False))

    @work
    async def action_resume(self) -> None:
        """Go on with the last game against bots that was left."""
        for left in self._doors.broken_off()[:1]:
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
        await self._visit("")

    @work
    async def action_server(self) -> None:
        """Look in at a server, and go to one of its tables."""
        servers = {str(address): str(address) for address in self._doors.servers()}
        server: str | None = ANOTHER
        if servers:
            choices = {**servers, ANOTHER: t("club-another")}
            server = await self.app.push_screen_wait(PickDialog(t("club-which"), choices))
        if server == ANOTHER:
            server = await self.app.push_screen_wait(LineDialog(t("club-link"), t("club-link-hint")))
        if server is not None:
            await self._visit(server)

    async def _visit(self, server: str) -> None:
        try:
            async with self._doors.visit(server) as visit:
                journey = await self._look_in(visit)
        except (*JOIN_ERRORS, InvitationError) as error:
            self.notify(why(error), severity="error")
        else:
            if journey is not None:
                await self._go(journey)

    async def _look_in(self, visit: Visit) -> Journey | None:
        """Let a table be chosen, or opened, until there is one to go to."""
        while True:
            name: str | None = await self.app.push_screen_wait(ServerDialog(visit))
            if name is None:
                return None
            tables = {info.table: info for info in await visit.tables()}
            if name == NEW:
                journey = await self._open_at(visit)
            elif name in tables:
                journey = await self._turn_to(visit, tables[name])
            else:
                continue
            if journey is not None:
                return journey

    async def _turn_to(self, visit: Visit, info: TableInfo) -> Journey | None:
        wishes = {wish.value: t(f"club-do-{wish.value}") for wish in wishes_at(info, visit.key)}
        dialog = pick_by_letter(table_words(info, visit.key), wishes)
        wish: str | None = await self.app.push_screen_wait(dialog)
        return None if wish is None else await self._wished(visit, info, Wish(wish))

    async def _wished(self, visit: Visit, info: TableInfo, wish: Wish) -> Journey | None:
        link = visit.table(info.table)
        if wish is Wish.PASSWORD:
            password = await self._password(t("club-password"))
            return with_password(self._doors.join(link, False), password) if password else None
        if wish is Wish.INVITED:
            invitation: Invitation | None = await self.app.push_screen_wait(InvitationDialog())
            return self._doors.join(invitation, False) if invitation is not None else None
        if wish is Wish.INVITE:
            await self._show_invitations([(await visit.invite(info.table)).text()])
            return None
        if wish is Wish.CLOSE:
            await visit.close(info.table)
            self.notify(t("club-closed", table=info.table))
            return None
        return self._doors.join(link, wish is Wish.WATCH)

    async def _open_at(self, visit: Visit) -> Journey | None:
        opening = await self._choose_table(fields_at_server)
        if opening is not None and opening.access is Access.PASSWORD:
            password = await self._password(t("club-new-password"))
            opening = opening._replace(password=password) if password is not None else None
        if opening is None:
            return None
        try:
            hosted = await self._doors.open(visit, opening)
        except RefusedError as error:
            self.notify(why(error), severity="error")
            return None
        if opening.access is Access.INVITED:
            await self._show_invitations(hosted.invitations)
        return hosted.own

    async def _password(self, title: str) -> str | None:
        password: str | None = await self.app.push_screen_wait(LineDialog(title, is_secret=True))
        return password

    async def _show_invitations(self, invitations: list[str]) -> None:
        has_blocks = self._settings.glyphs == "unicode"
        passes = tuple(map(GuestPass, invitations))
        await self.app.push_screen_wait(InvitationsDialog(passes, has_blocks=has_blocks))

    async def _look_for(self, dialog: FindDialog) -> None:
        """Let a table be chosen; sitting down there takes an invitation or a seat taken before."""
        found: FoundTable | None = await self.app.push_screen_wait(dialog)
        if found is None:
            return
        title = t("lobby-arrive", table=found.listing.table)
        wishes = {name: t(f"lobby-arrive-{name}") for name in ARRIVALS}
        wish: str | None = await self.app.push_screen_wait(pick_by_letter(title, wishes))
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
        opening = await self._choose_table(fields_hosted)
        if opening is None:
            return
        try:
            async with self._doors.host(opening) as hosted:
                await self._show_invitations(hosted.invitations)
                await self._go(hosted.own)
        except JOIN_ERRORS as error:
            self.notify(why(error), severity="error")

    async def _choose_table(self, fields: Callable[[Game], list[Field]]) -> NewTable | None:
        """Ask which game, and how; say at once what is impossible."""
        game = await self._pick_game()
        if game is None:
            return None
        form = FormDialog(t("lobby-host"), fields(game), t("lobby-begin"))
        chosen: Chosen | None = await self.app.push_screen_wait(form)
        opening = opening_hosted(game, chosen) if chosen is not None else None
        if opening is not None and (reason := objection(opening)):
            self.notify(reason, severity="error")
            return None
        return opening

    async def _go(self, journey: Journey) -> None:
        """Play there, and again for as long as the player likes."""
        way: Journey | None = journey
        while way is not None:
            table = GameScreen(way, self._settings, self._home)
            way = await self.app.push_screen_wait(table)


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
