"""The first line of a table: where the game stands, and whether it is your turn."""

from __future__ import annotations

from collections.abc import Iterator

from rich.style import Style
from rich.text import Text
from textual.reactive import reactive, var

from client.table.scene import Scene
from client.texts import t
from client.tui.paint.rows import TextLine
from client.tui.palette import ACCENT, MUTED, ON_ACCENT, UNICODE, Glyphs, clan_colour
from protocol.messages import TableState

ON_TURN = Style(color=ON_ACCENT, bgcolor=ACCENT, bold=True)
OFFLINE = Style(color="#ffffff", bgcolor="#e5484d", bold=True)


class Header(TextLine):
    """Left the moment of the game, right who you are; between them the word that must not be missed.

    Who you are is never cut: the code of the table makes way for it, and then the moment.
    """

    scene: var[Scene | None] = var(None)
    moment: reactive[str] = reactive("")
    is_my_turn: reactive[bool] = reactive(False)
    is_offline: reactive[bool] = reactive(False)
    unread: reactive[int] = reactive(0)
    glyphs: reactive[Glyphs] = reactive(UNICODE)
    word: reactive[str] = reactive("")
    """What to say in place of the state of the table."""

    def watch_scene(self, old: Scene | None, new: Scene | None) -> None:
        if shown_of(old) != shown_of(new):
            self.refresh()

    def render(self) -> Text:
        left, middle = Text(f" {self.moment}", style="bold"), self._word()
        most = self.size.width - len(middle) - 2
        known = [self._who(code) for code in self._codes()]
        right = next((who for who in known if len(left) + len(who) <= most), known[-1])
        left.truncate(most - len(right), overflow="ellipsis")
        room = self.size.width - len(left) - len(middle) - len(right)
        before = max(1, room // 2)
        return Text.assemble(left, " " * before, middle, " " * max(1, room - before), right, no_wrap=True)

    def _word(self) -> Text:
        if self.is_offline:
            return Text(f" {t('header-offline')} ", OFFLINE)
        if self.is_my_turn:
            return Text(f" {self.glyphs.turn} {t('header-your-turn')} ", ON_TURN)
        return Text(self._state(), MUTED)

    def _state(self) -> str:
        states = {
            TableState.OPEN: "header-open",
            TableState.RUNNING: "header-wait",
            TableState.OVER: "header-over",
            TableState.FROZEN: "header-frozen",
        }
        return self.word or (t(states[self.scene.info.state]) if self.scene is not None else "")

    def _codes(self) -> Iterator[str]:
        """Say the code of the table; where there is little room, only its digits, or nothing."""
        if self.scene is not None and self.scene.code:
            code = self.scene.code
            yield from (t("header-code", code=words) for words in (code, code.partition(",")[0]))
        yield ""

    def _who(self, code: str) -> Text:
        parts = Text()
        if self.unread:
            parts.append(f"{t('header-unread', number=self.unread)}  ", "bold")
        if self.scene is None:
            return parts
        parts.append(f"{code}  " if code else "", MUTED)
        if self.scene.seat is None:
            return parts.append(f"{t('header-watching')} ", MUTED)
        names, seat = self.scene.game.seat_names, self.scene.seat
        colour = Style.parse(f"bold {clan_colour(seat)}")
        return parts.append(f"{t(f'clan-{names[seat]}')} ", colour)


def shown_of(scene: Scene | None) -> tuple[object, ...] | None:
    """Return what is shown of a scene here; most of its changes are shown elsewhere."""
    return None if scene is None else (scene.info.state, scene.code, scene.seat)
