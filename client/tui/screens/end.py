"""The end: who won, how the points came together, the bids of all battles, and one's deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll

from client.table.ending import Ending, spark
from client.table.scene import Scene
from client.texts import has_text, t
from client.tui.answering import AnsweringScreen
from client.tui.keys import bound
from client.tui.palette import FAINT, MUTED, clan_colour
from client.tui.widgets.deals import DealEntry
from client.tui.widgets.key_line import KeyHint, KeyLine
from client.tui.widgets.words import Words
from core.kinds import Seat

NAME_WIDTH = 12


class EndScreen(AnsweringScreen[str]):
    """Gives what the player wants next: look, again or leave."""

    CSS_PATH = "end.tcss"
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
        with VerticalScroll(id="end"):
            yield Words(self._title(), id="end-title")
            yield Words(Text("\n").join(self._standings()), classes="part")
            yield Words(t("end-points"), classes="head")
            yield Words(in_two_columns(self._sources()), classes="part")
            yield Words(self._battles_head(), classes="head")
            yield Words(in_two_columns(self._battles()), classes="part")
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
        winners = self._ending.winners
        who = ", ".join(self._clan(seat) for seat in winners)
        colour = self._colour(winners[0]) if winners else MUTED
        title = Text(t("end-winner" if len(winners) == 1 else "end-shared", who=who), f"bold {colour}")
        return title.append(f"  {self._ending.tie}" if self._ending.tie else "", f"not bold {MUTED}")

    def _clan(self, seat: Seat) -> str:
        return t(f"clan-{self._scene.game.seat_names[seat]}")

    def _colour(self, seat: Seat) -> str:
        return clan_colour(seat)

    def _ranked(self) -> list[Seat]:
        ending = self._ending
        return sorted(ending.course, key=lambda seat: (seat not in ending.winners, -ending.points[seat]))

    def _standings(self) -> Iterator[Text]:
        """A line for each clan: its points, and how they grew."""
        top = max(self._ending.points.values(), default=0)
        for seat in self._ranked():
            line = Text.assemble((f"{self._clan(seat):<{NAME_WIDTH}}", self._colour(seat)))
            line.append(f"{self._ending.points[seat]:>4}  ", "bold")
            line.append(spark(self._ending.course[seat], 30, top), self._colour(seat))
            yield line.append(f"  {self._scene.player_at(seat)}", MUTED)

    def _sources(self) -> Iterator[tuple[Text, Text]]:
        for seat in self._ranked():
            sums = self._ending.sources.get(seat)
            parts = ", ".join(f"{source} {vp}" for source, vp in sums.most_common() if vp) if sums else ""
            yield Text(self._clan(seat), self._colour(seat)), Text(parts or "0")

    def _battles_head(self) -> str:
        """Where there are no bids, a game says itself what its battles are."""
        own = f"end-battles-{self._scene.game.name}"
        return t(own) if has_text(own) else t("end-bids")

    def _battles(self) -> Iterator[tuple[Text, Text]]:
        when = ""
        for battle in self._ending.battles:
            if battle.when != when:
                when = battle.when
                yield Text(when, MUTED), Text()
            line = Text()
            for place, (seat, bid) in enumerate(battle.bids):
                style = f"bold {self._colour(seat)}" if seat == battle.winner else self._colour(seat)
                line.append(" · " if place else "", FAINT)
                line.append(f"{self._clan(seat)} {bid}", style)
            line.append(f"  {battle.outcome}" if battle.outcome else "", MUTED)
            yield Text(battle.place, "bold"), line


def in_two_columns(rows: Iterable[tuple[Text, Text]]) -> Table:
    """Put names to the left of what is told of them, however long it is."""
    table = Table.grid(padding=(0, 1))
    table.add_column(min_width=NAME_WIDTH - 1)
    for row in rows:
        table.add_row(*row)
    return table
