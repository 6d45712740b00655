"""Looking back: a game moment by moment, forwards and backwards, with anybody's eyes."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePath
from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer
from textual.worker import get_current_worker

from client.local.settings import Settings
from client.seat.journey import Fork, Journey
from client.table.errands import LogLine
from client.table.face import face_of
from client.table.past import SPEEDS, USUAL_SPEED, Moment, Past, Proof, Standpoint, seconds_at, seen_with
from client.table.rulebook import rules_of
from client.table.scene import Scene
from client.table.thoughts import why_here
from client.table.wording import seat_title, seat_titles
from client.texts import t
from client.tui.answering import AnsweringScreen
from client.tui.board import board_of
from client.tui.dialogs.lines import HelpRows, LinesDialog, in_columns
from client.tui.dialogs.lookup import RulesScreen
from client.tui.dialogs.questions import Confirm
from client.tui.explaining import TO_READ, Explaining
from client.tui.keys import bound, keys_of
from client.tui.map.areas import AreaMap
from client.tui.map.styles import liked_style
from client.tui.paint.floor import Floor
from client.tui.paint.rows import Lines, TextLine
from client.tui.paint.surface import RIGHT
from client.tui.palette import FAINT, MUTED, wear
from client.tui.widgets.header import Header
from client.tui.widgets.key_line import KeyHint, KeyLine
from client.tui.widgets.log_pane import LogPane
from client.tui.widgets.panel import Panels
from client.tui.widgets.prompt import Notice, PromptLine

LEAST_SECONDS = 0.02
HINTS = (
    KeyHint("replay.back replay.on", "replay-step", "screen.step(1)"),
    KeyHint("replay.battle", "replay-battle", "screen.battle(1)"),
    KeyHint("replay.run", "replay-run", "screen.run"),
    KeyHint("replay.slower replay.faster", "replay-speed", "screen.speed(1)"),
    KeyHint("replay.fork", "replay-fork", "screen.fork"),
    KeyHint("help", "key-help", "screen.help"),
    KeyHint("replay.eyes", "replay-eyes", "screen.eyes"),
    KeyHint("replay.why", "replay-why", "screen.why"),
    KeyHint("replay.proof", "replay-proof", "screen.proof"),
    KeyHint("rules", "key-rules", "screen.rules"),
    KeyHint("explain", "key-explain", "screen.explain"),
    KeyHint("leave", "key-leave", "screen.leave"),
)
KEYS: HelpRows = (
    ("", "replay.back replay.on", "help-replay-step"),
    ("", "replay.far_back replay.far_on", "help-replay-far"),
    ("", "replay.first replay.last", "help-replay-ends"),
    ("", "replay.battle replay.battle_back", "help-replay-battle"),
    ("", "replay.run", "help-replay-run"),
    ("", "replay.slower replay.faster", "help-replay-speed"),
    ("", "replay.fork", "help-replay-fork"),
    ("", "replay.eyes", "help-replay-eyes"),
    ("", "replay.why", "help-replay-why"),
    ("", "replay.proof", "help-replay-proof"),
    ("", "rules", "help-replay-rules"),
    ("", "explain", "help-explain"),
    ("", "leave", "help-quit"),
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


class ReplayScreen(AnsweringScreen[Journey]):
    """A table in the past; returns the way to a game that goes on from one of its moments, if any."""

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
        bound("replay.faster", "speed(1)"),
        bound("replay.slower", "speed(-1)"),
        bound("replay.fork", "fork"),
        bound("replay.eyes", "eyes"),
        bound("replay.why", "why"),
        bound("replay.proof", "proof"),
        bound("rules", "rules"),
        bound("help", "help"),
        bound("explain", "explain"),
        bound("leave", "leave"),
        Binding("escape", "leave", show=False),
    ]

    AUTO_FOCUS = ""

    @dataclass
    class Checking(Message):
        """How much of the log has been checked."""

        percent: int

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, ReplayScreen.Checking)

    @dataclass
    class Proved(Message):
        """The log has been checked."""

        proof: Proof

    def __init__(self, past: Past, fork: Fork | None = None) -> None:
        super().__init__()
        self._past = past
        self._way_on = fork
        self._speed = USUAL_SPEED
        self._face, self._board = face_of(past.game.name), board_of(past.game.name)
        start = seen_with(past, 0)
        self._at = start.at(start.begun)
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
        self.explaining = Explaining(floor, lambda: (self._face, self._at.moment.view), self._show_rule)
        yield floor

    def on_mount(self) -> None:
        wear(self._board.colours)
        self.obey(getattr(self.app, "settings", Settings()))
        self.query_one(Notice).text = t("replay-checking", percent=0)
        self.query_one(KeyLine).hints = HINTS
        self._stand(self._at)
        self._prove()

    def obey(self, settings: Settings) -> None:
        self.query_one(AreaMap).style = liked_style(settings, self.app.console.color_system)

    # Whether it was fair ---------------------------------------------------------------------

    @work(thread=True)
    def _prove(self) -> None:
        """Check the whole log beside the screen, while somebody looks at it."""
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
            rows = (tuple(map(Text, finding)) for finding in self._proof.findings)
            whole = Group(in_columns(rows), "", Text(self._proof.sentence))
            self.app.push_screen(LinesDialog(t("replay-proof"), whole))

    def action_why(self) -> None:
        """Show what the bot that acted last weighed."""
        title, *lines = why_here(self._at)
        self.app.push_screen(LinesDialog(title, Lines(map(Text, lines))))

    def action_help(self) -> None:
        self.app.push_screen(LinesDialog.of_keys(keys_of(self), KEYS, "help-replay-more"))

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
        header.scene = scene
        header.word = t("header-replay", key=keys_of(self).shown("replay.eyes"))
        header.moment = self._face.moment(scene.view) if scene.view is not None else ""
        eyes, _ = self._past.eyes[at.eyes]
        line.sentence = t("replay-at", number=at.position + 1, total=len(at.moments), eyes=eyes)
        line.remark = self._past.title
        self._tell_speed()

    def _tell_panels(self, scene: Scene, news: list[Moment] | None) -> None:
        """Tell what happened; after a jump, everything these eyes had been told."""
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

    # By itself -------------------------------------------------------------------------------

    def action_run(self) -> None:
        """Let it run, or stop it; at the end it runs from the beginning again."""
        if self._timer is not None:
            self._stop()
        else:
            if self._is_at_end:
                self._stand(self._at.at(self._at.begun))
            self._run()
        self._tell_speed()

    def action_speed(self, by: int) -> None:
        self._speed = max(0, min(self._speed + by, len(SPEEDS) - 1))
        if self._timer is not None:
            self._run()
        self._tell_speed()

    def _run(self) -> None:
        self._stop()
        seconds = seconds_at(self._face, self._at.moment) / SPEEDS[self._speed]
        self._timer = self.set_timer(max(seconds, LEAST_SECONDS), self._run_on)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def _run_on(self) -> None:
        self.action_step(1)
        if self._is_at_end:
            self._stop()
            self._tell_speed()
        else:
            self._run()

    @property
    def _is_at_end(self) -> bool:
        return self.position >= len(self._at.moments) - 1

    def _tell_speed(self) -> None:
        speed = f"{SPEEDS[self._speed]:g}"
        running = t("replay-running" if self._timer is not None else "replay-standing", speed=speed)
        self.query_one(PromptLine).aside = (running,)

    # Playing on ------------------------------------------------------------------------------

    @work
    async def action_fork(self) -> None:
        """Leave for a game against bots that goes on from here, if that is wanted and possible."""
        self._stop()
        self._tell_speed()
        if self._way_on is None or not self._at.can_be_forked:
            self.notify(t("replay-no-fork"), severity="warning")
            return
        at, who = self._at, seat_title(self._past.game, self._at.seat)
        if await self.app.push_screen_wait(Confirm(t("replay-fork-as", who=who), t("replay-fork-how"))):
            self.dismiss(self._way_on(self._past, at.seq, at.seat))

    @on(Timeline.Jumped)
    def jump_to(self, message: Timeline.Jumped) -> None:
        self._stand(self._at.at(message.position))

    @on(LogPane.LinePointed)
    def follow_log(self, message: LogPane.LinePointed) -> None:
        self._stand(self._at.at_line(message.line))

    def action_eyes(self) -> None:
        self._stand(self._at.with_eyes((self._at.eyes + 1) % len(self._past.eyes)))

    # Looking up ------------------------------------------------------------------------------

    def action_explain(self) -> None:
        """Explain the place on the map that the cursor is at, or else what is told now."""
        area_map = self.query_one(AreaMap)
        if area_map.has_focus and area_map.cursor is not None:
            self.explaining.show_place(area_map.cursor)
        else:
            self.explaining.show_named("\n".join(self._at.moment.sentences))

    def on_click(self, event: Click) -> None:
        """Explain what is clicked with the other button, or stands there only to be read."""
        if event.button == RIGHT or isinstance(event.widget, TO_READ):
            self.explaining.show_clicked(event)

    def action_rules(self) -> None:
        events = self._at.moment.heard.events
        self._show_rule(self._face.rule_of(events[-1]) if events else "")

    def _show_rule(self, rule: str) -> None:
        self.app.push_screen(RulesScreen(rules_of(self._past.game.name), rule))

    def action_leave(self) -> None:
        self.dismiss()


def is_next(before: Standpoint, now: Standpoint) -> bool:
    """Say whether a moment follows another for the same eyes."""
    return (before.eyes, before.position + 1) == (now.eyes, now.position)
