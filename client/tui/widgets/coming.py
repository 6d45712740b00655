"""What is said in the middle of the screen while there is no table to be seen."""

from __future__ import annotations

from rich.text import Text
from textual.reactive import reactive
from textual.strip import Strip

from client.harmless import harmless
from client.tui.widgets.rows import broken, drawn
from client.tui.widgets.surface import Surface

MARGIN = 4


class Coming(Surface):
    """A sentence, in as many rows as it takes."""

    words: reactive[str] = reactive("")

    def render_line(self, y: int) -> Strip:
        width, height = self.inside
        rows = list(broken([Text(harmless(self.words))], self.app.console, width - 2 * MARGIN))
        row = y - (height - len(rows)) // 2
        if not 0 <= row < len(rows):
            return Strip.blank(width, self.ground)
        rows[row].rstrip()
        rows[row].pad_left((width - rows[row].cell_len) // 2)
        return drawn(rows[row], self.app.console, width, self.ground)
