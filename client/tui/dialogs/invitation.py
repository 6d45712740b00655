"""Where an invitation is typed or pasted."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from client.texts import t
from client.texts.refusals import why
from client.tui.dialogs.dialog import Dialog
from client.tui.widgets.words import Words
from protocol.invitation import Invitation, InvitationError


class InvitationDialog(Dialog[Invitation]):
    """Gives the invitation; one that cannot be read is explained at once."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide"):
            yield Words(t("lobby-join"), classes="title")
            yield Input(placeholder=t("lobby-invitation"), id="invitation", compact=True)
            yield Words(id="why-not", classes="hint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            self.dismiss(Invitation.parse(event.value.strip()))
        except InvitationError as error:
            self.query_one("#why-not", Words).update(why(error))
