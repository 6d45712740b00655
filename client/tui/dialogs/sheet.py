"""The results of the parts of a game, as tables: points by source, battles, promises."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.events import Key

from client.table.ending import Contest, Row, Sheet
from client.table.sheets import to_come_head
from client.table.wording import seat_title
from client.texts import has_text, t
from client.tui.dialogs.reading import ReadingDialog
from client.tui.keys import keys_of
from client.tui.palette import FAINT, MUTED, clan_colour
from client.tui.widgets.words import Words
from core.game import Game
from core.kinds import Seat

TURNS: Final = {"left": -1, "right": 1}
SCROLLING: Final = ("up", "down", "pageup", "pagedown", "home", "end")


class SheetDialog(ReadingDialog):
    """Shows one part of a game, the last one first; arrows turn to the others, any other key closes."""

    def __init__(self, game: Game, sheets: Sequence[Sheet]) -> None:
        super().__init__()
        self._game, self._sheets = game, sheets
        self._at = len(sheets) - 1

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide"):
            yield Words(id="sheet-title", classes="title")
            with VerticalScroll():
                yield Words(id="sheet")
            hint = "sheet-hint" if len(self._sheets) > 1 else "sheet-hint-alone"
            yield Words(t(hint, key=keys_of(self).shown("sheet")), classes="hint")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()
        self._turn_to(self._at)

    def _turn_to(self, at: int) -> None:
        self._at = max(0, min(at, len(self._sheets) - 1))
        sheet = self._sheets[self._at]
        self.query_one("#sheet-title", Words).update(Text(sheet.title))
        self.query_one("#sheet", Words).update(sheet_table(self._game, sheet))

    def on_key(self, event: Key) -> None:
        if event.key in SCROLLING or keys_of(self).means(event.key, ("talk",)):
            return
        event.stop()
        if event.key in TURNS:
            self._turn_to(self._at + TURNS[event.key])
        else:
            self.dismiss(None)


def sheet_table(game: Game, sheet: Sheet) -> Table:
    """Put all parts of a sheet below each other."""
    whole = Table.grid()
    whole.add_row(points_table(game, sheet.seats, sheet.rows, sheet.points))
    if sheet.battles:
        whole.add_row(Text(f"\n{battles_head(game)}", f"bold {MUTED}"))
        whole.add_row(in_two_columns(battle_rows(game, sheet.battles, known=sheet.title)))
    if sheet.promises:
        whole.add_row(Text(f"\n{t('sheet-promises')}", f"bold {MUTED}"))
        whole.add_row(Text("\n".join(sheet.promises)))
    if sheet.to_come:
        whole.add_row(Text(f"\n{to_come_head(game)}", f"bold {MUTED}"))
        rows = ((seat, Text(sheet.to_come[seat])) for seat in sheet.seats if seat in sheet.to_come)
        titled = ((Text(seat_title(game, seat), f"bold {clan_colour(seat)}"), words) for seat, words in rows)
        whole.add_row(in_two_columns(titled))
    return whole


def points_table(game: Game, seats: Sequence[Seat], rows: Iterable[Row], points: dict[Seat, int]) -> Table:
    """Put everybody's points side by side, the best first: a row for each source, and their sum."""
    table = Table.grid(padding=(0, 2))
    table.add_column()
    for _ in seats:
        table.add_column(justify="right")
    table.add_row("", *(Text(seat_title(game, seat), f"bold {clan_colour(seat)}") for seat in seats))
    for source, numbers in rows:
        table.add_row(Text(source, MUTED), *map(points_cell, numbers))
    table.add_row(Text(t("sheet-points"), "bold"), *(Text(str(points[seat]), "bold") for seat in seats))
    return table


def points_cell(number: int) -> Text:
    return Text(str(number)) if number else Text("·", FAINT)


def battles_head(game: Game) -> str:
    """Where there are no bids, a game itself says what its battles are."""
    own = f"end-battles-{game.name}"
    return t(own) if has_text(own) else t("end-bids")


def battle_rows(game: Game, battles: Iterable[Contest], known: str = "") -> Iterator[tuple[Text, Text]]:
    """List battles, each group under a heading for its time, unless that is known."""
    when = known
    for battle in battles:
        if battle.when != when:
            when = battle.when
            yield Text(when, MUTED), Text()
        line = Text()
        for place, (seat, bid) in enumerate(battle.bids):
            weight = "bold" if seat == battle.winner else "not bold"
            line.append(" · " if place else "", FAINT)
            line.append(f"{seat_title(game, seat)} {bid}", f"{weight} {clan_colour(seat)}")
        line.append(f"  {battle.outcome}" if battle.outcome else "", MUTED)
        yield Text(battle.place, "bold"), line


def in_two_columns(rows: Iterable[tuple[Text, Text]]) -> Table:
    """Put names to the left of their descriptions, however long those are."""
    table = Table.grid(padding=(0, 1))
    table.add_column(min_width=11)
    for row in rows:
        table.add_row(*row)
    return table
