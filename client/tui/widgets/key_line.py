"""The last line: the keys of this screen, which can also be clicked."""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text
from textual.events import Click
from textual.reactive import reactive

from client.texts import t
from client.tui.keys import keys_of
from client.tui.paint.rows import TextLine
from client.tui.palette import ACCENT, MUTED


class KeyHint(NamedTuple):
    """A command, or several side by side, the message that names what it does, and its action."""

    commands: str
    message: str
    action: str


class KeyLine(TextLine):
    """As many keys as fit, most wanted first; the last one, which leads out, always."""

    hints: reactive[tuple[KeyHint, ...]] = reactive(())

    def render(self) -> Text:
        line = Text(no_wrap=True)
        if not self.hints:
            return line
        *wanted, out = map(self._words, self.hints)
        room = self.size.width - 1 - len(out)
        for words in wanted:
            if len(line) + len(words) > room:
                break
            line.append_text(words)
        return line.append_text(out)

    def _words(self, hint: KeyHint) -> Text:
        keys = " ".join(map(keys_of(self).shown, hint.commands.split()))
        words = Text.assemble((f" {keys}", f"bold {ACCENT}"), (f" {t(hint.message)} ", MUTED))
        words.apply_meta({"action": hint.action})
        return words

    async def on_click(self, event: Click) -> None:
        action = event.style.meta.get("action")
        if action:
            await self.run_action(action)
