"""Tables in the local network, as they come and go."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from typing import Final, TypeAlias

from rich.cells import set_cell_size
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.css.query import NoMatches
from textual.widgets.option_list import Option

from client.harmless import harmless
from client.table.sentences import game_title
from client.texts import t
from client.tui.dialogs.dialog import Dialog
from client.tui.widgets.words import WordList, Words
from protocol.discovery import FoundTable
from protocol.handshake import OURS
from protocol.invitation import Address

Find: TypeAlias = Callable[[float], Awaitable[list[FoundTable]]]

FIRST_LOOK: Final = 0.6  # seconds: whoever waits wants to see something soon
LATER_LOOK: Final = 2.0
REST: Final = 0.5
PATIENCE: Final = 3  # looks after which a table that is not found any more is gone
COLUMNS: Final = ("game", "table", "free", "host")
WIDTHS: Final = (12, 10, 7, 0)


class FindDialog(Dialog[FoundTable]):
    """Looks around, lists what there is, and gives the table chosen."""

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
        """Take up what was found; what is missing may still be there, for networks lose things."""
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


def is_ours(notice: FoundTable) -> bool:
    return OURS.lowest <= notice.version <= OURS.highest


def place_of(notice: FoundTable) -> str:
    """Name a table by all that makes it another one."""
    return f"{notice.listing.game} {notice.listing.table} {notice.address} {notice.host_key.hex()}"


def aligned(cells: Iterable[str]) -> str:
    padded = (
        set_cell_size(cell, width) if width else cell for cell, width in zip(cells, WIDTHS, strict=True)
    )
    return " ".join(padded).rstrip()
