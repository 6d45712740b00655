"""Looking back: a game moment by moment, forwards and backwards, with anybody's eyes."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePath
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer
from textual.worker import get_current_worker

from client.table.beats import LogLine
from client.table.face import face_of
from client.table.past import Moment, Past, Proof, Standpoint, seen_with
from client.table.rulebook import rules_of
from client.table.scene import Scene
from client.table.sentences import seat_titles
from client.texts import t
from client.tui.answering import AnsweringScreen
from client.tui.board import board_of
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.rules import RulesScreen
from client.tui.keys import bound
from client.tui.map import AreaMap
from client.tui.paint.floor import Floor
from client.tui.paint.rows import TextLine
from client.tui.palette import FAINT, MUTED, wear
from client.tui.widgets.header import Header
from client.tui.widgets.key_line import KeyHint, KeyLine
from client.tui.widgets.log_pane import LogPane
from client.tui.widgets.panel import Panels
from client.tui.widgets.prompt import Notice, PromptLine

SECONDS_FOR_A_MOMENT = 0.8
HINTS = (
    KeyHint("replay.back replay.on", "replay-step", "screen.step(1)"),
    KeyHint("replay.battle", "replay-battle", "screen.battle(1)"),
    KeyHint("replay.run", "replay-run", "screen.run"),
    KeyHint("replay.eyes", "replay-eyes", "screen.eyes"),
    KeyHint("replay.proof", "replay-proof", "screen.proof"),
    KeyHint("rules", "key-rules", "screen.rules"),
    KeyHint("leave", "key-leave", "screen.leave"),
)


class Timeline(TextLine):
    """From the first moment to the last, in the width there is."""

    position: reactive[int] = reactive(0)
    length: reactive[int] = reactive(1)
    marks: reactive[tuple[int, ...]] = reactive(())

    @dataclass
    class Jumped(Message):
        """The player wants to be at another moment."""

        position: int

    def render(self) -> Text:
        width = max(1, self.size.width)
        marked = {self._cell(mark, width) for mark in self.marks}
        here = self._cell(self.position, width)
        text = Text(no_wrap=True)
        for cell in range(width):
            sign = "◆" if cell in marked else "━"
            text.append("●" if cell == here else sign, "bold #f2c14e" if cell <= here else FAINT)
        text.stylize(MUTED, here + 1)
        return text

    def _cell(self, moment: int, width: int) -> int:
        return moment * (width - 1) // max(1, self.length - 1)

    def on_click(self, event: Click) -> None:
        width = max(2, self.size.width)
        self.post_message(self.Jumped(round(event.x * (self.length - 1) / (width - 1))))


class LeftError(Exception):
    """Nobody waits for this any more."""


class ReplayScreen(AnsweringScreen[None]):
    """A table in the past."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["table.tcss", "replay.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("replay.on", "step(1)"),
        bound("replay.back", "step(-1)"),
        bound("replay.far_on", "step(10)"),
        bound("replay.far_back", "step(-10)"),
        bound("replay.first", "jump(0)"),
        bound("replay.last", "jump(-1)"),
        bound("replay.battle", "battle(1)"),
        bound("replay.battle_back", "battle(-1)"),
        bound("replay.run", "run"),
        bound("replay.eyes", "eyes"),
        bound("replay.proof", "proof"),
        bound("rules", "rules"),
        bound("leave", "leave"),
        Binding("escape", "leave", show=False),
    ]

    AUTO_FOCUS = ""

    @dataclass
    class Checking(Message):
        """So much of the log has been checked."""

        percent: int

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, ReplayScreen.Checking)

    @dataclass
    class Proved(Message):
        """The log has been checked."""

        proof: Proof

    def __init__(self, past: Past) -> None:
        super().__init__()
        self._past = past
        self._face, self._board = face_of(past.game.name), board_of(past.game.name)
        self._at = seen_with(past, 0)
        self._timer: Timer | None = None
        self._proof: Proof | None = None

    def compose(self) -> ComposeResult:
        titles = seat_titles(self._past.game)
        floor = Floor(
            Header(id="header"),
            PromptLine(id="prompt"),
            Notice(id="proof"),
            self._board.make_map(),
            Panels(self._board.make_panels(), id="panels"),
            Panels(self._board.make_strips(), id="strips"),
            LogPane(titles, id="log"),
            Timeline(id="timeline"),
            KeyLine(id="keys"),
        )
        floor.plan, floor.wide_from, floor.log_rows = self._board.plan, self._board.wide_from, (4, 3, 5)
        yield floor

    def on_mount(self) -> None:
        wear(self._board.colours)
        self.query_one(Notice).text = t("replay-checking", percent=0)
        self.query_one(KeyLine).hints = HINTS
        self.query_one(Header).word = t("header-replay")
        self._stand(self._at)
        self._prove()

    # Whether it was fair ---------------------------------------------------------------------

    @work(thread=True)
    def _prove(self) -> None:
        """Check the whole log beside the screen, as long as somebody looks at it."""
        worker = get_current_worker()

        def tell(percent: int) -> None:
            if worker.is_cancelled:
                raise LeftError
            self.post_message(self.Checking(percent))

        with suppress(LeftError):
            self.post_message(self.Proved(self._past.prove(tell)))

    @on(Checking)
    def tell_progress(self, message: Checking) -> None:
        self.query_one(Notice).text = t("replay-checking", percent=message.percent)

    @on(Proved)
    def tell_proof(self, message: Proved) -> None:
        self._proof = proof = message.proof
        line = self.query_one(Notice)
        line.text = proof.sentence
        line.set_class(proof.is_fair, "-fair")
        line.set_class(proof.is_cheating, "-cheating")
        self.query_one(Floor).settle()

    def action_proof(self) -> None:
        """Show what each check has found."""
        if self._proof is not None:
            lines = Text("\n".join([*self._proof.lines, "", self._proof.sentence]))
            self.app.push_screen(LinesDialog(t("replay-proof"), lines))

    # Moving ----------------------------------------------------------------------------------

    @property
    def position(self) -> int:
        return self._at.position

    def _stand(self, at: Standpoint) -> None:
        """Show all of one moment: board, panels, log and where it is in time."""
        before, self._at = self._at, at
        scene = self._scene_of(at)
        self._head(scene)
        self._tell_panels(scene, at.told[-1:] if is_next(before, at) else None)
        view = at.moment.view
        self.query_one(AreaMap).facts = self._board.facts_of(view) if view is not None else None
        self.query_one(LogPane).show([LogLine(sentence) for sentence in at.lines])
        timeline = self.query_one(Timeline)
        timeline.length, timeline.marks, timeline.position = len(at.moments), self._battles, at.position

    def _scene_of(self, at: Standpoint) -> Scene:
        _, eyes = self._past.eyes[at.eyes]
        seat = eyes if isinstance(eyes, int) else None
        return Scene(self._past.game, seat, self._past.info, at.moment.view, None, (), {}, time.monotonic())

    def _head(self, scene: Scene) -> None:
        header, line, at = self.query_one(Header), self.query_one(PromptLine), self._at
        header.scene, header.word = scene, t("header-replay")
        header.moment = self._face.moment(scene.view) if scene.view is not None else ""
        eyes, _ = self._past.eyes[at.eyes]
        line.sentence = t("replay-at", number=at.position + 1, total=len(at.moments), eyes=eyes)
        line.remark = self._past.title

    def _tell_panels(self, scene: Scene, news: list[Moment] | None) -> None:
        """Tell what happened; where we come from elsewhere, all that these eyes had been told."""
        floor = self.query_one(Floor)
        told = self._at.told if news is None else news
        for panel in floor.each_panel():
            if news is None:
                panel.forget()
                panel.see(scene)
            for event in (event for moment in told for event in moment.heard.events):
                panel.hear(event)
            panel.see(scene)
        floor.settle()

    @property
    def _battles(self) -> tuple[int, ...]:
        """Where something is told slowly."""
        return tuple(
            place
            for place, moment in enumerate(self._at.moments)
            if any(self._face.is_told_slowly(event) for event in moment.heard.events)
        )

    def action_step(self, by: int) -> None:
        self._stand(self._at.at(self.position + by))

    def action_jump(self, to: int) -> None:
        self._stand(self._at.at(to % len(self._at.moments)))

    def action_battle(self, direction: int) -> None:
        """Go to the next moment of a battle, or back to the last one."""
        ahead = [place for place in self._battles if (place - self.position) * direction > 0]
        if ahead:
            self._stand(self._at.at(min(ahead) if direction > 0 else max(ahead)))

    def action_run(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        else:
            self._timer = self.set_interval(SECONDS_FOR_A_MOMENT, self._run_on)

    def _run_on(self) -> None:
        if self.position >= len(self._at.moments) - 1:
            self.action_run()
        else:
            self.action_step(1)

    @on(Timeline.Jumped)
    def jump_to(self, message: Timeline.Jumped) -> None:
        self._stand(self._at.at(message.position))

    @on(LogPane.LinePointed)
    def follow_log(self, message: LogPane.LinePointed) -> None:
        self._stand(self._at.at_line(message.line))

    def action_eyes(self) -> None:
        self._stand(self._at.with_eyes((self._at.eyes + 1) % len(self._past.eyes)))

    def action_rules(self) -> None:
        events = self._at.moment.heard.events
        rule = self._face.rule_of(events[-1]) if events else ""
        self.app.push_screen(RulesScreen(rules_of(self._past.game.name), rule))

    def action_leave(self) -> None:
        self.dismiss()


def is_next(before: Standpoint, now: Standpoint) -> bool:
    """Say whether a moment follows on another for the same eyes."""
    return (before.eyes, before.position + 1) == (now.eyes, now.position)
