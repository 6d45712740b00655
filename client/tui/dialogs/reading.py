"""What all dialogs share in which there is only something to read."""

from __future__ import annotations

from textual.events import Click

from client.tui.dialogs.interruptible import InterruptibleDialog


class ReadingDialog(InterruptibleDialog[None]):
    """Something to read; a click beside it, or where it says how to close it, closes it, too."""

    def on_click(self, event: Click) -> None:
        there = event.widget
        if there is self or (there is not None and (there.has_class("title") or there.has_class("hint"))):
            event.stop()
            self.action_cancel()
