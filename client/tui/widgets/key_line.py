"""The last line: the keys of this screen, which can also be clicked."""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text
from textual.events import Click
from textual.reactive import reactive

from client.texts import t
from client.tui.keys import keys_of
from client.tui.paint.rows import TextLine
from client.tui.palette import MUTED


class KeyHint(NamedTuple):
    """A command, or several beside each other, the message that names what it does, and its action."""

    commands: str
    message: str
    action: str


class KeyLine(TextLine):
    """As many keys as there is room for, most wanted first."""

    hints: reactive[tuple[KeyHint, ...]] = reactive(())

    def render(self) -> Text:
        line, room, keymap = Text(no_wrap=True), self.size.width - 1, keys_of(self)
        for hint in self.hints:
            keys = " ".join(map(keymap.shown, hint.commands.split()))
            text = Text.assemble((f" {keys}", "bold #f2c14e"), (f" {t(hint.message)} ", MUTED))
            text.apply_meta({"action": hint.action})
            if len(text) > room:
                break
            room -= len(text)
            line.append_text(text)
        return line

    async def on_click(self, event: Click) -> None:
        action = event.style.meta.get("action")
        if action:
            await self.run_action(action)
