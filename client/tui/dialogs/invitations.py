"""The invitations to a table that is open now, one at a time: to send, to copy, or to take with a camera."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize

from client.qr import LEAST_QUIET, cells_of, fitting, modules_of
from client.texts import t
from client.tui.dialogs.dialog import Dialog
from client.tui.palette import MUTED
from client.tui.widgets.words import Words

BLACK_ON_WHITE: Final = Style(color="#000000", bgcolor="#ffffff")
KEY: Final = "bold #f2c14e"
ROOM_FOR_WORDS: Final = 36  # columns beside the code


class InvitationsDialog(Dialog[None]):
    """Shows each invitation as text and as a code; closes when its host goes to the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,q", "cancel", show=False),
        Binding("right,down,n", "turn(1)", show=False),
        Binding("left,up,p", "turn(-1)", show=False),
        Binding("c", "copy", show=False),
    ]

    def __init__(self, invitations: list[str], *, has_blocks: bool = True) -> None:
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
            self.app.copy_to_clipboard(self._invitations[self._place])
            self.notify(t("lobby-invite-copied"))

    def _show(self) -> None:
        if not self._invitations:
            self.query_one("#invitation-number", Words).update(t("lobby-invite-none"))
            return
        text, number = self._invitations[self._place], self._place + 1
        self.query_one("#invitation-number", Words).update(
            t("lobby-invite", number=number, all=len(self._invitations))
        )
        self.query_one("#invitation-text", Words).update(Text(text, overflow="fold"))
        self._draw(text)

    def _draw(self, text: str) -> None:
        """Draw the code if it fits beside the words; half a code is of no use to anybody."""
        columns, rows = self.size
        cells = fitting(text, columns - ROOM_FOR_WORDS, rows) if self._has_blocks else []
        code = self.query_one("#code", Words)
        code.display = bool(cells)
        code.update(Text("\n".join(cells), BLACK_ON_WHITE, no_wrap=True))
        self.query_one("#invitation-hint", Words).update(
            t("lobby-invite-scan") if cells else self._advice(text)
        )

    def _advice(self, text: str) -> str:
        if not self._has_blocks:
            return t("lobby-invite-send")
        least = cells_of(modules_of(text, LEAST_QUIET))
        return t("lobby-invite-small", columns=len(least[0]) + ROOM_FOR_WORDS, rows=len(least))
