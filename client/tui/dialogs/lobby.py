"""What the lobby asks: which table, on which terms, by which invitation, and which of one's own games."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from typing import ClassVar, Final, TypeAlias

from rich.cells import set_cell_size
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.css.query import NoMatches
from textual.events import Resize
from textual.widgets import Button, Input
from textual.widgets.option_list import Option

from client.columns import in_columns
from client.harmless import harmless
from client.qr import LEAST_QUIET, code_rows, fitting, modules_of
from client.seat.connection import LostError, RefusedError
from client.seat.visit import Visit
from client.table.club import sorted_tables, table_words
from client.table.lobby import is_ours
from client.table.opening import Chosen, Field
from client.table.own_games import HostCalls, OwnGame, card_of, cells_of, column_cards, headings, in_order
from client.table.scene import GuestPass
from client.table.wording import game_title
from client.texts import t
from client.texts.refusals import why
from client.tui.dialogs.dialog import Dialog
from client.tui.dialogs.lookup import CardsScreen
from client.tui.keys import bound
from client.tui.palette import MUTED
from client.tui.widgets.spinner import Spinner
from client.tui.widgets.words import WordList, Words
from protocol.discovery import FoundTable
from protocol.invitation import Address, Invitation, InvitationError
from protocol.messages import TableInfo

Find: TypeAlias = Callable[[float], Awaitable[list[FoundTable]]]
FIRST_LOOK: Final = 0.6  # seconds: somebody who waits wants to see something soon
LATER_LOOK: Final = 2.0
REST: Final = 0.5
PATIENCE: Final = 3  # after how many looks without it a table is gone
COLUMNS: Final = ("game", "table", "free", "host")
WIDTHS: Final = (12, 10, 7, 0)
BLACK_ON_WHITE: Final = Style(color="#000000", bgcolor="#ffffff")
KEY: Final = "bold #f2c14e"
NEW: Final = "*"  # no table has this name
ROOM_FOR_WORDS: Final = 36  # columns beside the code


class FormDialog(Dialog[Chosen]):
    """Returns the chosen value of each field."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "send", show=False),
        bound("explain", "explain"),
    ]

    def __init__(self, title: str, fields: list[Field], send: str) -> None:
        super().__init__()
        self._heading = title
        self._fields = fields
        self._send = send

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide"):
            yield Words(self._heading, classes="title")
            for field in self._fields:
                yield Spinner(field.label, field.words, field.start)
            yield Words(t("lobby-keys"), classes="hint")
            with Horizontal(classes="buttons"):
                yield Button(self._send, variant="primary", id="send", compact=True)
                yield Button(t("dialog-cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self.query(Spinner).first().focus()

    def action_explain(self) -> None:
        """Explain the line the cursor is on, and the others after it."""
        lines = list(self.query(Spinner))
        at = lines.index(self.focused) if isinstance(self.focused, Spinner) else None
        self.app.push_screen(CardsScreen.of_rows([field.card for field in self._fields], at))

    def action_send(self) -> None:
        rows = zip(self._fields, self.query(Spinner), strict=True)
        self.dismiss({field.name: field.values[spinner.index] for field, spinner in rows})

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_send() if event.button.id == "send" else self.action_cancel()


class FindDialog(Dialog[FoundTable]):
    """Looks around, lists what there is, and returns the chosen table."""

    def __init__(self, find: Find, *, title: str = "", known: Collection[Address] = ()) -> None:
        super().__init__()
        self._title = title or t("lobby-found")
        self._find = find
        self._known = known
        self._missed: dict[FoundTable, int] = {}

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide"):
            yield Words(self._title, classes="title")
            yield Words(aligned(t(f"lobby-column-{name}") for name in COLUMNS), id="columns")
            yield WordList(id="tables")
            yield Words(t("lobby-looking"), id="state", classes="hint")

    def on_mount(self) -> None:
        self.query_one(WordList).focus()
        self.query_one("#columns").display = False
        self.run_worker(self._look())

    async def _look(self) -> None:
        seconds = FIRST_LOOK
        with suppress(NoMatches):  # when the dialog is closed, its parts go first
            while True:
                self._note(await self._find(seconds))
                self._show()
                await asyncio.sleep(REST)
                seconds = LATER_LOOK

    def _note(self, found: list[FoundTable]) -> None:
        """Take in what was found; what is missing may still be there, since networks lose things."""
        missed = {notice: times + 1 for notice, times in self._missed.items() if times + 1 < PATIENCE}
        seen = {place_of(notice) for notice in found}
        kept = {notice: times for notice, times in missed.items() if place_of(notice) not in seen}
        self._missed = kept | dict.fromkeys(found, 0)

    def _show(self) -> None:
        notices = sorted(self._missed, key=lambda notice: (not is_ours(notice), place_of(notice)))
        tables = self.query_one(WordList)
        chosen, places = tables.highlighted_option, [place_of(notice) for notice in notices]
        tables.set_options(self._option(notice) for notice in notices)
        if places:
            tables.highlighted = places.index(chosen.id) if chosen and chosen.id in places else 0
        self.query_one("#columns").display = bool(notices)
        self.query_one("#state", Words).update(t("lobby-looking-on" if notices else "lobby-nothing"))

    def _option(self, notice: FoundTable) -> Option:
        return Option(self._row(notice), id=place_of(notice), disabled=not is_ours(notice))

    def _row(self, notice: FoundTable) -> str:
        listing, host = notice.listing, str(notice.address)
        if not is_ours(notice):
            host = t("lobby-other-version", address=host)
        elif notice.address in self._known:
            host = t("lobby-known-host", address=host)
        free = t("lobby-free", free=listing.free, seats=listing.seats)
        return aligned((game_title(listing.game), harmless(listing.table), free, host))

    def on_option_list_option_selected(self, event: WordList.OptionSelected) -> None:
        event.stop()
        self.dismiss(next(notice for notice in self._missed if place_of(notice) == event.option_id))


def place_of(notice: FoundTable) -> str:
    """Name a table by everything that makes it distinct."""
    return f"{notice.listing.game} {notice.listing.table} {notice.address} {notice.host_key.hex()}"


def aligned(cells: Iterable[str]) -> str:
    padded = (
        set_cell_size(cell, width) if width else cell for cell, width in zip(cells, WIDTHS, strict=True)
    )
    return " ".join(padded).rstrip()


class InvitationDialog(Dialog[Invitation]):
    """Returns the invitation; one that cannot be read is explained at once."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide"):
            yield Words(t("lobby-join"), classes="title")
            yield Input(placeholder=t("lobby-invitation"), id="invitation", compact=True)
            yield Words(id="why-not", classes="hint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            self.dismiss(Invitation.parse(event.value.strip()))
        except InvitationError as error:
            self.query_one("#why-not", Words).update(why(error))


class LineDialog(Dialog[str]):
    """Returns the typed line; a secret one is shown as dots."""

    def __init__(self, title: str, hint: str = "", *, is_secret: bool = False) -> None:
        super().__init__()
        self._heading = title
        self._hint = hint
        self._is_secret = is_secret

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide"):
            yield Words(self._heading, classes="title")
            yield Input(password=self._is_secret, id="line", compact=True)
            if self._hint:
                yield Words(self._hint, classes="hint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value.strip() or None)


class ServerDialog(Dialog[str]):
    """Lists the tables of a server as they come and go; returns the name of one, or NEW for another one."""

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._visit = visit

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide"):
            yield Words(t("club-tables", server=str(self._visit.server.address)), classes="title")
            yield WordList(id="tables")
            yield Words(t("lobby-looking-on"), id="state", classes="hint")

    def on_mount(self) -> None:
        self.query_one(WordList).focus()
        self.run_worker(self._look(), exit_on_error=False)

    async def _look(self) -> None:
        with suppress(NoMatches):  # when the dialog is closed, its parts go first
            while True:
                try:
                    self._show(sorted_tables(await self._visit.tables()))
                except (LostError, RefusedError) as error:
                    self.query_one("#state", Words).update(why(error))
                    return
                await asyncio.sleep(LATER_LOOK)

    def _show(self, tables: list[TableInfo]) -> None:
        rows = self.query_one(WordList)
        chosen, names = rows.highlighted_option, [*(info.table for info in tables), NEW]
        options = [Option(table_words(info, self._visit.key), id=info.table) for info in tables]
        rows.set_options([*options, Option(t("club-open"), id=NEW)])
        rows.highlighted = names.index(chosen.id) if chosen and chosen.id in names else 0

    def on_option_list_option_selected(self, event: WordList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option_id)


class InvitationsDialog(Dialog[None]):
    """Shows each invitation as text and as a code; closes when its host goes to the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,q", "cancel", show=False),
        Binding("right,down,n", "turn(1)", show=False),
        Binding("left,up,p", "turn(-1)", show=False),
        Binding("c", "copy", show=False),
    ]

    def __init__(self, invitations: Sequence[GuestPass], *, has_blocks: bool = True) -> None:
        super().__init__()
        self._invitations = invitations
        self._has_blocks = has_blocks
        self._place = 0

    def compose(self) -> ComposeResult:
        with Horizontal(id="invitations-box", classes="box"):
            yield Words(id="code")
            with Vertical(id="invitation-words"):
                yield Words(t("lobby-hosting"), classes="title")
                yield Words(id="invitation-number")
                yield Words(id="invitation-text")
                yield Words(id="invitation-hint", classes="hint")
                yield Words(self._keys(), id="invitation-keys")

    def _keys(self) -> Text:
        keys = [("enter", "key-to-table")]
        if self._invitations:
            keys.append(("c", "key-copy"))
        if len(self._invitations) > 1:
            keys.append(("← →", "key-next-invitation"))
        return Text("\n").join(Text.assemble((f"{key:<7}", KEY), (t(words), MUTED)) for key, words in keys)

    def on_resize(self, _: Resize) -> None:
        self._show()

    def action_turn(self, step: int) -> None:
        self._place = (self._place + step) % max(1, len(self._invitations))
        self._show()

    def action_copy(self) -> None:
        """Hand the invitation to the terminal, which may or may not put it on the clipboard."""
        if self._invitations:
            self.app.copy_to_clipboard(self._invitations[self._place].text)
            self.notify(t("lobby-invite-copied"))

    def _show(self) -> None:
        if not self._invitations:
            self.query_one("#invitation-number", Words).update(t("lobby-invite-none"))
            return
        (text, user), number = self._invitations[self._place], self._place + 1
        self.query_one("#invitation-number", Words).update(
            t("lobby-invite", number=number, all=len(self._invitations))
        )
        look = f"strike {MUTED}" if user else ""
        self.query_one("#invitation-text", Words).update(Text(text, look, overflow="fold"))
        self._draw("" if user else text)
        if user:
            self.query_one("#invitation-hint", Words).update(t("lobby-invite-used", name=harmless(user)))

    def _draw(self, text: str) -> None:
        """Draw the code if it fits beside the words; half a code is useless."""
        columns, rows = self.size
        cells = fitting(text, columns - ROOM_FOR_WORDS, rows) if self._has_blocks and text else []
        code = self.query_one("#code", Words)
        code.display = bool(cells)
        code.update(Text("\n".join(cells), BLACK_ON_WHITE, no_wrap=True))
        self.query_one("#invitation-hint", Words).update(
            t("lobby-invite-scan") if cells else self._advice(text)
        )

    def _advice(self, text: str) -> str:
        if not self._has_blocks:
            return t("lobby-invite-send")
        least = code_rows(modules_of(text, LEAST_QUIET))
        return t("lobby-invite-small", columns=len(least[0]) + ROOM_FOR_WORDS, rows=len(least))


# Games that somebody has a seat in -----------------------------------------------------------------


class OwnGamesDialog(Dialog[OwnGame]):
    """Returns the game to go to."""

    BINDINGS: ClassVar[list[BindingType]] = [bound("explain", "explain")]

    def __init__(self, calls: HostCalls) -> None:
        super().__init__()
        self._calls = calls
        self._games: list[OwnGame] = []
        self._silences: list[str] = []
        self._answered = 0

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide"):
            yield Words(t("games-title"), classes="title")
            yield Words(id="columns")
            yield WordList(id="tables")
            yield Words(id="state", classes="hint")
            yield Words(id="silences", classes="hint")

    def on_mount(self) -> None:
        self.query_one(WordList).focus()
        self._show()
        self.run_worker(self._listen())

    async def _listen(self) -> None:
        with suppress(NoMatches):  # when the dialog is closed, its parts go first
            async for answer in self._calls.answers:
                self._answered += 1
                self._games = in_order([*self._games, *answer.games])
                self._silences += [answer.silence] if answer.silence else []
                self._show()

    def _show(self) -> None:
        games = self.query_one(WordList)
        chosen = games.highlighted_option
        heading, *rows = in_columns([headings(), *map(cells_of, self._games)])
        links = list(map(link_of, self._games))
        games.set_options(Option(row, id=link) for row, link in zip(rows, links, strict=True))
        if links:
            games.highlighted = links.index(chosen.id) if chosen and chosen.id in links else 0
        self.query_one("#columns", Words).update(heading)
        self.query_one("#columns").display = bool(rows)
        self.query_one("#state", Words).update(self._state())
        self.query_one("#silences", Words).update("\n".join(self._silences))

    def action_explain(self) -> None:
        """Explain the game the cursor is on, then the others and the columns."""
        at = self.query_one(WordList).highlighted
        cards = [*map(card_of, self._games), *column_cards()]
        self.app.push_screen(CardsScreen.of_rows(cards, at))

    def _state(self) -> str:
        if self._answered < self._calls.hosts:
            return t("games-asking", answered=self._answered, hosts=self._calls.hosts)
        return t("games-choose" if self._games else "games-none")

    def on_option_list_option_selected(self, event: WordList.OptionSelected) -> None:
        event.stop()
        self.dismiss(next(game for game in self._games if link_of(game) == event.option_id))


def link_of(game: OwnGame) -> str:
    return game.invitation.text()
