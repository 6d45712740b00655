"""The end: who won, how the points came together, the bids of all battles, and one's deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical, VerticalScroll

from client.table.ending import Ending, ranked, rows_of, spark
from client.table.scene import Scene
from client.table.wording import addressed
from client.texts import t
from client.tui.answering import AnsweringScreen
from client.tui.dialogs.sheet import battle_rows, battles_head, in_two_columns, points_table
from client.tui.keys import bound
from client.tui.palette import MUTED, clan_colour
from client.tui.widgets.deals import DealEntry
from client.tui.widgets.key_line import KeyHint, KeyLine
from client.tui.widgets.words import Words
from core.kinds import Seat

NAME_WIDTH = 12


class EndScreen(AnsweringScreen[str]):
    """Returns what the player wants next: look, again or leave."""

    CSS_PATH = "end.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (150, "-wide")]  # noqa: RUF012 (as Textual has it)
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("end.look", "next('look')"),
        bound("end.again", "next('again')"),
        bound("end.replay", "look_back"),
        bound("end.save", "save"),
        bound("leave", "next('leave')"),
    ]

    def __init__(
        self,
        scene: Scene,
        ending: Ending,
        *,
        can_repeat: bool,
        save: Callable[[], object],
        look_back: Callable[[], object] | None,
    ) -> None:
        super().__init__()
        self._scene = scene
        self._ending = ending
        self._save = save
        self._look_back = look_back
        self._can_repeat = can_repeat

    def compose(self) -> ComposeResult:
        game = self._scene.game
        with VerticalScroll(id="end"):
            yield Words(self._title(), id="end-title")
            with Container(id="parts"):
                with Vertical():
                    yield Words(Text("\n").join(self._standings()), classes="part")
                    yield Words(t("end-points"), classes="head")
                    yield Words(self._points(), classes="part")
                with Vertical():
                    yield Words(battles_head(game), classes="head")
                    yield Words(in_two_columns(battle_rows(game, self._ending.battles)), classes="part")
            yield Words(t("end-deals") if self._scene.deals else t("end-no-deals"), classes="head")
            for standing in self._scene.deals.values():
                yield DealEntry(self._scene, standing)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        again = (KeyHint("end.again", "end-again", "screen.next('again')"),) if self._can_repeat else ()
        replay = (KeyHint("end.replay", "end-replay", "screen.look_back"),) if self._look_back else ()
        self.query_one(KeyLine).hints = (
            KeyHint("end.look", "end-look", "screen.next('look')"),
            *again,
            *replay,
            KeyHint("end.save", "end-save", "screen.save"),
            KeyHint("leave", "end-leave", "screen.next('leave')"),
        )
        self.query_one("#end").focus()

    def action_next(self, wish: str) -> None:
        if wish != "again" or self._can_repeat:
            self.dismiss(wish)

    def action_save(self) -> None:
        self._save()

    def action_look_back(self) -> None:
        if self._look_back is not None:
            self._look_back()

    def _title(self) -> Text:
        winners, own = self._ending.winners, self._scene.seat
        who = ", ".join(self._clan(seat) for seat in winners if seat != own)
        colour = self._colour(winners[0]) if winners else MUTED
        message = addressed("end-winner" if len(winners) == 1 else "end-shared", is_own=own in winners)
        title = Text(t(message, who=who), f"bold {colour}")
        return title.append(f"  {self._ending.tie}" if self._ending.tie else "", f"not bold {MUTED}")

    def _clan(self, seat: Seat) -> str:
        return t(f"clan-{self._scene.game.seat_names[seat]}")

    def _colour(self, seat: Seat) -> str:
        return clan_colour(seat)

    def _standings(self) -> Iterator[Text]:
        """A line for each clan: its points, and how they grew."""
        top = max(self._ending.points.values(), default=0)
        for seat in ranked(self._ending):
            line = Text.assemble((f"{self._clan(seat):<{NAME_WIDTH}}", self._colour(seat)))
            line.append(f"{self._ending.points[seat]:>4}  ", "bold")
            line.append(spark(self._ending.course[seat], 30, top), self._colour(seat))
            yield line.append(f"  {self._scene.player_at(seat)}", MUTED)

    def _points(self) -> Table:
        ending, seats = self._ending, ranked(self._ending)
        return points_table(self._scene.game, seats, rows_of(ending.sources, seats), ending.points)
