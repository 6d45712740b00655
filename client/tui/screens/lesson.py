"""Learning: a prepared game on the real table, page by page, with questions to which one answer is right."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace
from textual.binding import BindingType

from client.local.settings import Pace, Settings
from client.seat.journey import Journey, JourneyError
from client.seat.news import Heard
from client.table.acts import Act, Entry
from client.table.beats import lines_of
from client.table.lessons import Course, Page
from client.table.news import Arrived, Happened, Looked, TableNews
from client.table.scene import Scene
from client.table.wanted import lesson_words, wanted
from client.texts import t
from client.tui.dialogs.draft import Form
from client.tui.keys import bound
from client.tui.screens.game import GameScreen
from client.tui.sitting import Sitting
from client.tui.widgets.choices import Choices
from client.tui.widgets.header import Header
from client.tui.widgets.key_line import KeyHint, KeyLine
from client.tui.widgets.lesson_pane import LessonPane
from client.tui.widgets.log_pane import LogPane
from client.tui.widgets.prompt import PromptLine
from core.decisions import Decision
from core.game import Game
from core.kinds import Choice, Seat
from protocol.messages import SeatInfo, TableInfo, TableState
from protocol.pace import Terms

ON = KeyHint("hurry", "learn-key-on", "screen.hurry")
WANTED = KeyHint("hurry", "learn-key-wanted", "screen.hurry")
HINTS = (
    KeyHint("undo", "learn-key-back", "screen.turn(-1)"),
    KeyHint("log", "key-log", "screen.pane('log')"),
    KeyHint("map", "key-map", "screen.pane('map')"),
    KeyHint("rules", "key-rules", "screen.rules"),
    KeyHint("help", "key-help", "screen.help"),
    KeyHint("leave", "key-leave", "screen.stop"),
)
NOT_HERE = ("gift", "offer", "recap", "undo", "leave_table")


class GoOn(NamedTuple):
    """Turn the page."""


class Play(NamedTuple):
    """Have enough of lessons, and play."""


class Stop(NamedTuple):
    """Go back to where one came from."""


class Classroom(Sitting):
    """A stay at a table that is nowhere: nothing comes from it but its first sight."""

    def __init__(self, scene: Scene, tell: Callable[[TableNews], Any]) -> None:
        super().__init__(nowhere, tell)
        self._scene = scene

    async def stay(self) -> None:
        self._tell(Arrived(None, self._scene, []))


def nowhere() -> Any:
    raise JourneyError(t("learn-nowhere"))


class LessonScreen(GameScreen):
    """A course; gives the way to a first game, if its learner wants to play now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("replay.back", "turn(-1)"),
        bound("undo", "turn(-1)"),
        bound("replay.on", "turn(1)"),
        bound("leave", "stop"),
    ]

    def __init__(self, course: Course, settings: Settings, home: Path, first_game: Journey) -> None:
        super().__init__(nowhere, for_learning(settings), home)
        self._course = course
        self._first_game = first_game
        self._scenes = [self._scene_at(page, number) for number, page in enumerate(course.pages)]
        self._at = 0
        self._furthest = 0
        self._is_turning = False  # from one page to another; keys are for what is seen
        self._sitting = Classroom(self._scenes[0], self.pass_on)

    # Pages -----------------------------------------------------------------------------------

    @property
    def page(self) -> Page:
        return self._course.pages[self._at]

    @property
    def is_last(self) -> bool:
        return self._at == len(self._course.pages) - 1

    @property
    def is_reading(self) -> bool:
        """Whether a page lies open that asks nothing."""
        return not (self.is_telling or self._is_turning or self.page.answer)

    @property
    def can_go_on(self) -> bool:
        """Whether nothing has to be answered before the page turns."""
        return self.is_telling or not self.page.answer or self._at < self._furthest

    def _scene_at(self, page: Page, number: int) -> Scene:
        is_sealing = type(page.view.agenda[-1]) in self._course.game.rules.sealed
        return self._scene_of(page.view)._replace(
            prompt=number if page.answer else None, is_sealing=is_sealing, question=number
        )

    def _scene_of(self, view: Any) -> Scene:
        course = self._course
        info = info_of(course.game, course.seats, course.seat)
        view = replace(view, standing=())
        return Scene(course.game, course.seat, info, view, None, (), {}, time.monotonic())

    def came_in(self, story: list[Heard]) -> None:  # noqa: ARG002 (there is none)
        self.query_one(Header).word = t("learn-table")
        self.floor.log_rows, self.floor.without = (5, 5, 9), ("talk", "about")
        self.floor.mount(LessonPane(id="lesson"))
        self.call_after_refresh(self._read)

    def action_turn(self, by: int) -> None:
        """Leaf through the pages that have been read, and one on where nothing is to be answered."""
        number = self._at + by
        if self.is_telling or self._is_turning or not 0 <= number < len(self._scenes):
            return
        if number <= self._furthest:
            self._open(number)
        elif self.is_reading:
            self._go_on()

    def _open(self, number: int) -> None:
        """Stand at a page at once, with the log as it was there."""
        turns = [turn for page in self._course.pages[:number] for turn in page.turns]
        scenes = ((turn.heard, self._scene_of(turn.view)) for turn in turns)
        lines = [line for heard, scene in scenes for line in lines_of(self.face, heard, scene)]
        self.query_one(LogPane).show(lines)
        self.forget_answer()
        self._look_at(number)

    def _go_on(self) -> None:
        """Let happen what follows from this page, and come to the next."""
        for turn in self.page.turns:
            self.pass_on(Happened(turn.heard, self._scene_of(turn.view)))
        self._look_at(self._at + 1)

    def _look_at(self, number: int) -> None:
        self._is_turning = True
        self.pass_on(Looked(self._scenes[number]))

    def show_scene(self, scene: Scene) -> None:
        found = [number for number, other in enumerate(self._scenes) if other is scene]
        if found:
            self._at, self._is_turning = found[0], False
            self._furthest = max(self._furthest, self._at)
        super().show_scene(scene)
        self._read()

    def _read(self) -> None:
        for pane in self.query(LessonPane):
            pane.read(lesson_words(self.face, self.page))

    # Asking ----------------------------------------------------------------------------------

    def show_prompt(self) -> None:
        super().show_prompt()
        self.floor.is_telling = self.is_telling
        self.floor.settle()
        self.query_one(KeyLine).hints = HINTS if self.is_last else (ON if self.can_go_on else WANTED, *HINTS)
        if self.is_telling:
            return
        line = self.query_one(PromptLine)
        line.sentence = t("learn-read") if self.is_reading else line.sentence
        line.remark = t("learn-number", number=self._at + 1, total=len(self._course.pages))

    def show_entries(self) -> None:
        super().show_entries()
        if not self.is_reading or self.scene is None:
            return
        entries = [Entry("1", t("learn-on"), GoOn())]
        if self.is_last:
            entries = [Entry("1", t("learn-play"), Play()), Entry("2", t("learn-stop"), Stop())]
        elif self._at == 0:
            entries.append(Entry("2", t("learn-skip"), Play()))
        self.query_one(Choices).entries = tuple(entries)

    def open_form(self) -> None:
        """Leave a form closed until the lesson has been read."""

    def make_form(self, scene: Scene, decision: Decision) -> Form:
        form = super().make_form(scene, decision)
        form.remark = t(f"learn-{self.page.lesson}.task")
        return form

    # Answering -------------------------------------------------------------------------------

    def perform(self, act: Act | GoOn | Play | Stop) -> None:
        if isinstance(act, GoOn):
            self.action_turn(1)
        elif isinstance(act, (Play, Stop)):
            self._end(self._first_game if isinstance(act, Play) else None)
        else:
            super().perform(act)

    async def _answer(self, choice: Choice) -> None:
        assert self.scene is not None
        if not self._course.is_right(self.page, choice):
            self._say_why()
            return
        self.model.asking.answered = self.scene.prompt
        self.drafting.forget(self.scene)
        self.show_draft()
        self.show_entries()
        self._go_on()

    def _say_why(self) -> None:
        """Say in a friendly word why the lesson wants something else, and what."""
        why = t(f"learn-{self.page.lesson}.why")
        self._remark(t("learn-why", why=why, wanted=wanted(self.face, self.page)))

    def _remark(self, words: str) -> None:
        self.query_one(LessonPane).read(words, is_remark=True)

    def action_hurry(self) -> None:
        if self.is_telling:
            super().action_hurry()
        elif not self.query_one(LessonPane).read_on():
            self.action_turn(1) if self.can_go_on else self._remind()

    def _remind(self) -> None:
        """Say what the page waits for, and after that what it said."""
        if self.query_one(LessonPane).is_remark:
            self._read()
        else:
            self._remark(t("learn-wanted", wanted=wanted(self.face, self.page)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in NOT_HERE or (action == "pane" and parameters == ("talk",)):
            return False
        return super().check_action(action, parameters)

    def action_stop(self) -> None:
        self._end(None)

    def _end(self, way: Journey | None) -> None:
        self.leave()
        self.dismiss(way)


def for_learning(settings: Settings) -> Settings:
    """Let who learns see a battle step by step, unless nothing shall take time; all can be taken back."""
    pace: Pace = "instant" if settings.pace == "instant" else "step"
    return replace(settings, pace=pace, confirm=False)


def info_of(game: Game, seats: tuple[Seat, ...], own: Seat) -> TableInfo:
    """Say who sits at a table that is only shown."""
    rows = tuple(
        SeatInfo(
            seat, t("you") if seat == own else t("bot"), b"", b"", b"", seat != own, True, True, False, False
        )
        for seat in seats
    )
    return TableInfo(t("learn-table"), game.name, TableState.RUNNING, rows, (), Terms(), 0)
