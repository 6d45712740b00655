"""Something to read: a title and lines."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from client.harmless import harmless
from client.texts import t
from client.tui.dialogs.dialog import Dialog

KEYS: Final = (
    ("1-9 a-z", "help-choose"),
    ("0", "help-zero"),
    ("esc", "help-escape"),
    ("↑ ↓", "help-arrows"),
    ("tab", "help-tab"),
    ("space", "help-space"),
    ("m p t l", "help-panes"),
    ("map", "help-map"),
    ("t o g", "help-talk"),
    ("u", "help-undo"),
    ("r", "help-since"),
    ("i", "help-info"),
    ("F1", "help-rules"),
    ("ctrl+p", "help-palette"),
    ("ctrl+s", "help-settings"),
    ("q", "help-quit"),
)


class LinesDialog(Dialog[None]):
    """Shows lines until a key closes it; the last lines are seen first."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space,q,question_mark", "cancel", show=False)]

    def __init__(self, title: str, lines: list[str] | Text) -> None:
        super().__init__()
        self._title = title
        self._lines = lines if isinstance(lines, Text) else Text("\n".join(map(harmless, lines)))
        self._from_end = not isinstance(lines, Text)

    @classmethod
    def of_keys(cls) -> LinesDialog:
        """Explain the keys."""
        text = Text()
        for key, message in KEYS:
            text.append(f"{key:<9}", "bold #f2c14e").append(f"{t(message)}\n")
        return cls(t("help-title"), text.append(f"\n{t('help-more')}", "italic"))

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide"):
            yield Static(self._title, classes="title")
            with VerticalScroll():
                yield Static(self._lines)

    def on_mount(self) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self._from_end:
            scroll.scroll_end(animate=False)
