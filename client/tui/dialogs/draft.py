"""The form of a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import BindingType

from client.table.drafting import Draft
from client.tui.dialogs.dialog import Dialog
from client.tui.dialogs.lines import HelpRows, LinesDialog
from client.tui.keys import bound, keys_of
from core.kinds import Choice


class Form(Dialog[Draft]):
    """Asks for an answer part by part, and tells whoever opened it how far it is."""

    BINDINGS: ClassVar[list[BindingType]] = [bound("rules", "rules"), bound("help", "help")]
    KEYS: ClassVar[HelpRows] = (
        ("↑ ↓", "", "help-form-lines"),
        ("← → 0-9", "", "help-form-amounts"),
        ("enter", "", "help-form-send"),
        ("esc", "", "help-form-later"),
        ("", "rules", "help-rules"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.on_change: Callable[[Choice], None] = lambda _: None
        self.show_rules: Callable[[], None] = lambda: None
        self.remark = ""  # to be read below all else

    def action_help(self) -> None:
        self.app.push_screen(LinesDialog.of_keys(keys_of(self), self.KEYS, "help-form-more"))

    def action_rules(self) -> None:
        """Lay the rules about the question upon the form, which stays as it is."""
        self.show_rules()
