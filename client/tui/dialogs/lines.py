"""Something to read: a title and lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, TypeAlias

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll

from client.harmless import harmless
from client.table.wording import heading_in
from client.texts import t
from client.tui.dialogs.reading import ReadingDialog
from client.tui.keys import Keymap
from client.tui.paint.rows import Lines
from client.tui.widgets.words import Words

HelpRows: TypeAlias = tuple[tuple[str, str, str], ...]
"""Fixed keys or commands, and what they are good for."""

HELP: Final[HelpRows] = (
    ("1-9 a-z", "", "help-choose"),
    ("0", "", "help-zero"),
    ("", "back", "help-escape"),
    ("↑ ↓", "", "help-arrows"),
    ("tab", "", "help-tab"),
    ("", "hurry", "help-space"),
    ("", "map table talk log", "help-panes"),
    ("map", "", "help-map"),
    ("", "map.closer map.farther", "help-zoom"),
    ("", "talk offer gift", "help-talk"),
    ("", "undo", "help-undo"),
    ("", "recap", "help-since"),
    ("", "explain", "help-explain"),
    ("", "info", "help-info"),
    ("", "sheet", "help-sheet"),
    ("", "rules", "help-rules"),
    ("ctrl+p", "", "help-palette"),
    ("", "settings", "help-settings"),
    ("", "picture", "help-picture"),
    ("", "leave", "help-quit"),
)


def in_columns(rows: Iterable[Sequence[Text]]) -> Table:
    """Put explanations beside what they explain; however long they are, they stay in their column."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(*row)
    return table


def story(lines: Iterable[str]) -> Lines:
    """Put what was told below each other, with headings that look like some."""
    words = map(harmless, lines)
    return Lines(Text(heading_in(line) or line, "bold" if heading_in(line) else "") for line in words)


class LinesDialog(ReadingDialog):
    """Shows lines until a key closes it; the last lines are seen first."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space,q,H,question_mark", "cancel", show=False)]

    def __init__(self, title: str, lines: list[str] | RenderableType) -> None:
        super().__init__()
        self._title = title
        self._from_end = isinstance(lines, list)
        self._lines = story(lines) if isinstance(lines, list) else lines

    @classmethod
    def of_keys(cls, keymap: Keymap, rows_of_help: HelpRows = HELP, more: str = "help-more") -> LinesDialog:
        """Explain the keys."""
        rows = [
            (keys or " ".join(map(keymap.shown, commands.split())), message)
            for keys, commands, message in rows_of_help
        ]
        table = in_columns((Text(keys, "bold #f2c14e"), Text(t(message))) for keys, message in rows)
        return cls(t("help-title"), Group(table, Text(f"\n{t(more)}", "italic")))

    @classmethod
    def of_alarm(cls, sentences: Iterable[str]) -> LinesDialog:
        """Say in red why to stop, and where the evidence is."""
        dialog = cls(t("alarm-title"), Text("\n\n".join(map(harmless, sentences))))
        dialog.add_class("-alarm")
        return dialog

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide"):
            yield Words(t("lines-head", title=self._title), classes="title")
            with VerticalScroll():
                yield Words(self._lines)

    def on_mount(self) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self._from_end:
            scroll.scroll_end(animate=False)
