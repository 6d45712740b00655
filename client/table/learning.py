"""A course at a table that does not exist: pages to read, and questions with one right answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from client.local.settings import Pace, Settings
from client.table.acts import Act, Entry
from client.table.beats import lines_of
from client.table.errands import Depart, Errands, Shown
from client.table.face import Face
from client.table.lessons import Course, LessonPage
from client.table.lobby import LEVELS
from client.table.menu import Menu
from client.table.model import PromptWords, TableModel
from client.table.news import HeardNews, Looked
from client.table.scene import Scene
from client.texts import t
from core.game import Game
from core.kinds import Choice, Seat
from protocol.messages import SeatInfo, TableInfo, TableState
from protocol.pace import Terms

REMARK: Final = " · "
"""In a row of a menu a price or odds may follow the name."""


class GoOn(NamedTuple):
    """Turn the page."""


class Play(NamedTuple):
    """Stop the lessons, and play."""


class Stop(NamedTuple):
    """Go back to where one came from."""


class LessonModel(TableModel):
    """A learner's seat: a script takes the place of the other players, and judges the answers."""

    def __init__(self, course: Course, settings: Settings, home: Path) -> None:
        super().__init__(for_learning(settings), home)
        self._course = course
        self.scenes = [self._scene_at(page, number) for number, page in enumerate(course.pages)]
        self.at = 0
        self._furthest = 0
        self.words = ""
        """What there is to read."""
        self.is_remark = False

    # Pages -----------------------------------------------------------------------------------

    @property
    def page(self) -> LessonPage:
        return self._course.pages[self.at]

    @property
    def is_last(self) -> bool:
        return self.at == len(self.scenes) - 1

    @property
    def is_reading(self) -> bool:
        """Whether a page is open that asks nothing."""
        return not (self.is_telling or self.page.answer)

    @property
    def can_go_on(self) -> bool:
        """Whether the page can turn without an answer."""
        return self.is_telling or not self.page.answer or self.at < self._furthest

    def _scene_at(self, page: LessonPage, number: int) -> Scene:
        is_sealing = type(page.view.agenda[-1]) in self._course.game.rules.sealed
        return self._scene_of(page.view)._replace(
            prompt=number if page.answer else None, is_sealing=is_sealing, question=number
        )

    def _scene_of(self, view: Any) -> Scene:
        course = self._course
        info = info_of(course.game, course.seats, course.seat)
        return Scene(course.game, course.seat, info, replace(view, standing=()), None, (), {}, at=0.0)

    def turn(self, by: int) -> Errands:
        """Leaf through the pages already read, and one further if nothing has to be answered."""
        number = self.at + by
        if self.is_telling or not 0 <= number < len(self.scenes):
            return
        if number <= self._furthest:
            yield from self._open(number)
        elif self.is_reading:
            yield from self._go_on()

    def _open(self, number: int) -> Errands:
        """Show a page at once, with the log as it was there."""
        turns = [turn for page in self._course.pages[:number] for turn in page.turns]
        scenes = ((turn.heard, self._scene_of(turn.view)) for turn in turns)
        lines = [line for heard, scene in scenes for line in lines_of(self.face, heard, scene)]
        yield Shown(lines, is_past=True)
        self.asking.answered = None
        yield from self.hear(Looked(self.scenes[number]))

    def _go_on(self) -> Errands:
        """Make happen what follows from this page, and come to the next."""
        following = self.at + 1
        for turn in self.page.turns:
            yield from self.hear(HeardNews(turn.heard, self._scene_of(turn.view)))
        yield from self.hear(Looked(self.scenes[following]))

    def _settle(self, scene: Scene) -> Errands:
        found = [number for number, other in enumerate(self.scenes) if other is scene]
        if found:
            self.at = found[0]
            self._furthest = max(self._furthest, self.at)
        self._read()
        yield from super()._settle(scene)

    def _read(self) -> None:
        self.words, self.is_remark = lesson_words(self.face, self.page), False

    # Asking ----------------------------------------------------------------------------------

    def prompt(self, now: float) -> PromptWords | None:
        prompt = super().prompt(now)
        if prompt is None or self.is_telling:
            return prompt
        number = t("learn-number", number=self.at + 1, total=len(self.scenes))
        return PromptWords(t("learn-read") if self.is_reading else prompt.sentence, number, prompt.aside)

    def _list(self, *, is_new: bool = False) -> None:
        super()._list(is_new=is_new)
        if self.is_reading and self.scene is not None:
            self.listing = self.listing._replace(entries=tuple(self._ways_on()))

    def _ways_on(self) -> Iterator[Entry]:
        if self.is_last:
            yield Entry("1", t(f"level-{LEVELS[0]}.first"), Play())
            yield Entry("2", t("learn-stop"), Stop())
            return
        yield Entry("1", t("learn-on"), GoOn())
        if self.at == 0:
            yield Entry("2", t("learn-skip"), Play())

    def open_form(self) -> Errands:
        """Leave a form closed until the lesson has been read."""
        yield from ()

    @property
    def form_remark(self) -> str:
        return t(f"learn-{self.page.lesson}.form")

    # Answering -------------------------------------------------------------------------------

    def perform(self, act: Act | GoOn | Play | Stop) -> Errands:
        if isinstance(act, GoOn):
            yield from self.turn(1)
        elif isinstance(act, (Play, Stop)):
            yield Depart(is_again=isinstance(act, Play))
        else:
            yield from super().perform(act)

    def _answer(self, choice: Choice) -> Errands:
        """Go on with the right answer; with another, say kindly what is wanted, and why."""
        assert self.scene is not None
        if not self._course.is_right(self.page, choice):
            why = t(f"learn-{self.page.lesson}.why")
            self._remark_on(t("learn-why", why=why, wanted=wanted(self.face, self.page)))
            return
        self._read()
        self.asking.answered = self.scene.prompt
        self.drafting.forget(self.scene)
        self._list()
        yield from self._go_on()

    def _remark_on(self, words: str) -> None:
        self.words, self.is_remark = words, True

    def hurry(self) -> Errands:
        """Go on telling, turn the page, or say what it waits for, and after that what it said."""
        if self.is_telling:
            yield from super().hurry()
        elif self.can_go_on:
            yield from self.turn(1)
        elif self.is_remark:
            self._read()
        else:
            self._remark_on(t("learn-wanted", wanted=wanted(self.face, self.page)))

    def undo(self) -> Errands:
        yield from self.turn(-1)

    def leave(self) -> Errands:
        yield Depart()


def for_learning(settings: Settings) -> Settings:
    """Show learners a battle step by step, unless nothing shall take time; everything can be taken back."""
    pace: Pace = "instant" if settings.pace == "instant" else "step"
    return replace(settings, pace=pace, confirm=False)


def info_of(game: Game, seats: tuple[Seat, ...], own: Seat) -> TableInfo:
    """Return who sits at a table that is only shown."""
    rows = tuple(
        SeatInfo(seat, t("you") if seat == own else t("bot"), b"", seat != own, True, True, False, False)
        for seat in seats
    )
    return TableInfo(t("learn-table"), game.name, TableState.RUNNING, rows, (), Terms(), 0)


# What a lesson wants, in the words that the menu has for it --------------------------------------


def lesson_words(face: Face, page: LessonPage) -> str:
    """Return what there is to read on a page."""
    return t(f"learn-{page.lesson}", move=wanted(face, page) if page.answer else "")


def wanted(face: Face, page: LessonPage) -> str:
    """Name the answer of a page, row by row as it is taken from the menu, or what to fill in."""
    options = face.options_of(page.view, page.view.decision)
    if not options:
        return t(f"learn-{page.lesson}.task")
    labels = rows_to(Menu(options), page.answer)
    rows = (t("learn-row", row=name_of(label)) for label in labels)
    return reduce(lambda first, row: t("learn-rows", first=first, next=row), rows)


def rows_to(menu: Menu, choice: Choice | None) -> Iterator[str]:
    """Return the rows that lead to an answer."""
    row = next(row for row in menu.rows() if choice in [option.choice for option in row.options])
    yield row.label
    if not row.is_answer:
        yield from rows_to(menu.into(row), choice)


def name_of(label: str) -> str:
    return label.partition(REMARK)[0]
