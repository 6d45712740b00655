"""Dialogs in which somebody may spend a while: the newest offer or words stand above them, with a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.reactive import reactive, var
from textual.widgets import Input

from client.table.interruption import NO_INTERRUPTION, Interruption
from client.tui.dialogs.dialog import Answer, Dialog
from client.tui.keys import bound, keys_of
from client.tui.paint.rows import TextLine
from client.tui.palette import ACCENT
from client.tui.widgets.spinner import Spinner


class InterruptionLine(TextLine):
    """Says who wants what, as far as it fits, and which key leads there."""

    interruption: reactive[Interruption] = reactive(NO_INTERRUPTION)

    def __init__(self, interruption: Interruption) -> None:
        super().__init__()
        self.set_reactive(InterruptionLine.interruption, interruption)

    def render(self) -> Text:
        words, deed = self.interruption
        end = Text.assemble("  ", (self._key(), f"bold {ACCENT}"), f" {deed} ")
        line = Text(f" {words}", "bold", no_wrap=True)
        line.truncate(self.inside.width - end.cell_len, overflow="ellipsis", pad=True)
        return line.append_text(end)

    def _key(self) -> str:
        """Return the key of the talk; where letters are typed, one that is no letter."""
        keys, is_typed_at = keys_of(self), bool(self.screen.query(f"{Spinner.__name__}, {Input.__name__}"))
        return keys.unsigned("talk") if is_typed_at else keys.shown("talk")


class InterruptibleDialog(Dialog[Answer]):
    """Shows what comes up beside it, and leads there and back without losing anything.

    Whoever knows what comes up keeps `interruption` and `turn_aside` up to date.
    """

    BINDINGS: ClassVar[list[BindingType]] = [bound("talk", "turn_aside")]

    interruption: var[Interruption] = var(NO_INTERRUPTION)

    def __init__(self) -> None:
        super().__init__()
        self.turn_aside: Callable[[], None] = lambda: None

    def on_mount(self) -> None:
        self.watch(self, "interruption", self._interrupt)

    def _interrupt(self, new: Interruption) -> None:
        """Let the line stand there only as long as there is something to say."""
        lines = self.query(InterruptionLine)
        if not new.words:
            lines.remove()
        elif lines:
            lines.first().interruption = new
        else:
            self.mount(InterruptionLine(new))

    def action_turn_aside(self) -> None:
        self.turn_aside()
