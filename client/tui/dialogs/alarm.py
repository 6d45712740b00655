"""The alarm: somebody lies, so the game is over for this player."""

from __future__ import annotations

from rich.text import Text

from client.texts import t
from client.texts.strip_controls import strip_controls
from client.tui.dialogs.lines import LinesDialog


class AlarmDialog(LinesDialog):
    """Says in red why to stop, and where the evidence is."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__(t("alarm-title"), Text("\n\n".join(map(strip_controls, sentences))))
        self.add_class("-alarm")
