"""Tables in the local network, as they are found."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from client.harmless import harmless
from client.log.table import game_title
from client.texts import t
from client.tui.dialogs.dialog import Dialog
from protocol.discovery import Notice
from protocol.invitation import Invitation


class FindDialog(Dialog[Invitation]):
    """Looks around, lists what there is, and gives the way to the table chosen."""

    def __init__(self, find: Callable[[], Awaitable[list[Notice]]], title: str = "") -> None:
        super().__init__()
        self._title = title or t("lobby-found")
        self._find = find
        self._found: list[Notice] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide"):
            yield Static(self._title, classes="title")
            yield OptionList(id="tables")
            yield Static(t("lobby-looking"), id="state", classes="hint")

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()
        self.run_worker(self._look())

    async def _look(self) -> None:
        self._found = await self._find()
        self.query_one("#state", Static).update("" if self._found else t("lobby-nothing"))
        self.query_one(OptionList).add_options(Option(row_of(notice)) for notice in self._found)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self._found[event.option_index].invitation())


def row_of(notice: Notice) -> str:
    listing = notice.listing
    return t(
        "lobby-row",
        game=game_title(harmless(listing.game)),
        table=harmless(listing.table),
        free=listing.free,
        seats=listing.seats,
        address=str(notice.address),
    )
