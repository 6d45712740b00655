"""Looking back: a game moment by moment, forwards and backwards, with anybody's eyes."""

from __future__ import annotations

import time
from bisect import bisect_right
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePath
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer
from textual.worker import get_current_worker

from client.log.table import seat_titles
from client.texts import t
from client.tui.answering import AnsweringScreen
from client.tui.board import board_of
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.rules import RulesScreen
from client.tui.floor import Floor
from client.tui.keys import bound
from client.tui.map import AreaMap
from client.tui.palette import wear
from client.tui.past import Moment, Past, Proof
from client.tui.rulebook import rules_of
from client.tui.scene import Scene
from client.tui.widgets.header import Header
from client.tui.widgets.key_line import KeyHint, KeyLine
from client.tui.widgets.log_pane import LogLine, LogPane
from client.tui.widgets.panel import Panels
from client.tui.widgets.prompt import Notice, PromptLine
from client.tui.widgets.timeline import Timeline

SECONDS_FOR_A_MOMENT = 0.8
RECALLED = 60
"""So many moments before one are told again to who jumps there: enough for a battle."""
HINTS = (
    KeyHint("replay.back replay.on", "replay-step", "screen.step(1)"),
    KeyHint("replay.battle", "replay-battle", "screen.battle(1)"),
    KeyHint("replay.run", "replay-run", "screen.run"),
    KeyHint("replay.eyes", "replay-eyes", "screen.eyes"),
    KeyHint("replay.proof", "replay-proof", "screen.proof"),
    KeyHint("rules", "key-rules", "screen.rules"),
    KeyHint("leave", "key-leave", "screen.leave"),
)


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
    position: reactive[int] = reactive(0, init=False)

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
        self._board = board_of(past.game.name)
        self._eyes = 0
        self._moments: list[Moment] = []
        self._starts: list[int] = []
        self._battles: tuple[int, ...] = ()
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
        self._see_with(0)
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

    # Eyes ------------------------------------------------------------------------------------

    def _see_with(self, number: int) -> None:
        """Take a pair of eyes; stay at the moment where the last one was, or the last one before it."""
        seq = self._moments[self.position].seq if self._moments else 0
        self._eyes = number
        self._moments = self._past.moments(self._past.eyes[number][1])
        self._battles = tuple(
            place
            for place, moment in enumerate(self._moments)
            if any(self._board.is_told_slowly(event) for event in moment.heard.events)
        )
        self._list()
        timeline = self.query_one(Timeline)
        timeline.length, timeline.marks = len(self._moments), self._battles
        self._show(bisect_right(self._moments, seq, key=lambda moment: moment.seq) - 1)

    def _list(self) -> None:
        lines: list[LogLine] = []
        self._starts = []
        for moment in self._moments:
            self._starts.append(len(lines))
            lines += [LogLine(sentence) for sentence in moment.sentences]
        log = self.query_one(LogPane)
        log.forget_all()
        log.tell(lines, most=len(lines))

    # Moving ----------------------------------------------------------------------------------

    def _show(self, position: int) -> None:
        before, now = self.position, max(0, min(position, len(self._moments) - 1))
        self.set_reactive(ReplayScreen.position, now)
        moment = self._moments[now]
        whose = self._past.eyes[self._eyes]
        seat = whose[1] if isinstance(whose[1], int) else None
        scene = Scene(self._past.game, seat, self._past.info, moment.view, None, (), {}, time.monotonic())
        header, line = self.query_one(Header), self.query_one(PromptLine)
        header.scene, header.word = scene, t("header-replay")
        header.moment = self._board.moment(moment.view) if moment.view is not None else ""
        line.sentence = t("replay-at", number=self.position + 1, total=len(self._moments), eyes=whose[0])
        line.remark = self._past.title
        self._tell_panels(scene, is_next=now == before + 1)
        if moment.view is not None:
            self.query_one(AreaMap).facts = self._board.facts_of(moment.view)
        self.query_one(Timeline).position = self.position
        self.query_one(LogPane).go_to(max(0, self._starts[self.position] + len(moment.sentences) - 1))

    def _tell_panels(self, scene: Scene, *, is_next: bool) -> None:
        """Tell what happened; where we come from elsewhere, also what came just before."""
        floor, now = self.query_one(Floor), self.position
        told = self._moments[now if is_next else max(0, now - RECALLED) : now + 1]
        for panel in (panel for panels in floor.panels for panel in panels.each()):
            if not is_next:
                panel.forget()
            for event in (event for moment in told for event in moment.heard.events):
                panel.hear(event)
            panel.see(scene)
        floor.settle()

    def action_step(self, by: int) -> None:
        self._show(self.position + by)

    def action_jump(self, to: int) -> None:
        self._show(to % len(self._moments))

    def action_battle(self, direction: int) -> None:
        """Go to the next moment of a battle, or back to the last one."""
        ahead = [place for place in self._battles if (place - self.position) * direction > 0]
        if ahead:
            self._show(min(ahead) if direction > 0 else max(ahead))

    def action_run(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        else:
            self._timer = self.set_interval(SECONDS_FOR_A_MOMENT, self._run_on)

    def _run_on(self) -> None:
        if self.position >= len(self._moments) - 1:
            self.action_run()
        else:
            self.action_step(1)

    @on(Timeline.Jumped)
    def jump_to(self, message: Timeline.Jumped) -> None:
        self._show(message.position)

    @on(LogPane.Pointed)
    def follow_log(self, message: LogPane.Pointed) -> None:
        self._show(bisect_right(self._starts, message.line) - 1)

    def action_eyes(self) -> None:
        self._see_with((self._eyes + 1) % len(self._past.eyes))

    def action_rules(self) -> None:
        events = self._moments[self.position].heard.events
        rule = self._board.rule_of(events[-1]) if events else ""
        self.app.push_screen(RulesScreen(rules_of(self._past.game.name), rule))

    def action_leave(self) -> None:
        self.dismiss()
