"""The first lessons on the screen: by keyboard alone, forwards and backwards, by mouse, and wrongly."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot

from client.local.settings import Settings, write_settings
from client.table.acts import options_in
from client.table.learning import lesson_words
from client.table.lessons import Course, course_of
from client.texts import speak
from client.tui.app import JinmakuApp, lesson_app
from client.tui.dialogs.forms import Form
from client.tui.screens.game import GameScreen
from client.tui.screens.lesson import LessonPane, LessonScreen
from client.tui.widgets.choices import Choices
from client.tui.widgets.log_pane import LogPane
from core.catalog import game_names
from tests.client.longest_language import pseudo_texts
from tests.client.tui.at_table import LARGE, SMALL, nowhere, screen_text
from tests.waiting import until

COURSE = course_of("rising_sun")
NUMBERS = {page.lesson: number for number, page in enumerate(COURSE.pages)}
FORMS = {
    "rising_sun": ("down", "right", "right", "down", "right", "right", "enter"),
    "shogun": ("1", "1", "2", "2", "3", "3", "+", "+", "+", "F", "enter"),
}
"""What is typed into the forms of the lessons."""


class Learner:
    """A test's hands and eyes."""

    def __init__(self, app: JinmakuApp, pilot: Pilot[int], course: Course) -> None:
        self.app, self.pilot, self.course = app, pilot, course
        assert isinstance(app.screen, LessonScreen)
        self.screen = app.screen

    async def until(self, holds: Callable[[], object]) -> None:
        await until(holds)
        await self.pilot.pause()

    def is_at(self, lesson: str) -> bool:
        screen = self.screen
        is_there = screen.model.page.lesson == lesson and (screen.model.is_reading or screen.model.is_my_turn)
        return is_there and bool(screen.query(LessonPane)) and bool(screen.query_one(Choices).entries)

    async def be_at(self, lesson: str) -> None:
        await self.until(lambda: self.is_at(lesson))

    async def answer(self) -> None:
        """Give the right answer with the keys beside it."""
        menu, answer = self.screen.model.menu, self.screen.model.page.answer
        if menu is None:
            await self.pilot.press("o")
            await self.until(lambda: isinstance(self.app.screen, Form) and self.app.screen.is_mounted)
            await self.pilot.press(*FORMS[self.course.game.name])
            return
        entries = self.screen.query_one(Choices).entries
        ways = [entry for entry in entries if answer in [option.choice for option in options_in(entry.act)]]
        await self.pilot.press(ways[0].key)
        if ways[0].is_group:
            await self.until(lambda: self.screen.model.menu is not menu)
            await self.answer()

    async def come_to(self, lesson: str) -> None:
        """Go through all lessons up to one."""
        for page in self.course.pages:
            await self.be_at(page.lesson)
            if page.lesson == lesson:
                return
            if page.answer:
                await self.answer()
            else:
                await self.pilot.press("space")

    @property
    def words(self) -> str:
        return " ".join(screen_text(self.app).split())

    def told(self) -> list[str]:
        return [line.sentence for line in self.screen.query_one(LogPane).lines]


@asynccontextmanager
async def learning(
    home: Path, size: tuple[int, int] = SMALL, settings: Settings | None = None, course: Course = COURSE
) -> AsyncIterator[Learner]:
    write_settings(home, settings or Settings(pace="instant"))
    app = lesson_app(home, (course, nowhere))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        learner = Learner(app, pilot, course)
        await learner.be_at(course.pages[0].lesson)
        yield learner


@pytest.fixture
def long_words() -> Iterator[None]:
    speak(pseudo_texts())
    yield
    speak(None)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("rising_sun", "You win the battle of Kansai"),
        ("shogun", "You take Kozuke from Blue"),
        ("ninjato", "You win the envoy Minamoto 56"),
    ],
)
async def test_lessons_are_learned_by_keyboard_alone_and_lead_to_a_first_game(
    game: str, told: str, size: tuple[int, int], tmp_path: Path
) -> None:
    course = course_of(game)
    async with learning(tmp_path, size, course=course) as learner:
        await learner.come_to(course.pages[-1].lesson)
        assert told in " ".join(learner.told())
        await learner.pilot.press("1")
        await learner.until(lambda: type(learner.app.screen) is GameScreen)


async def test_space_says_what_a_page_waits_for_and_then_what_it_said(tmp_path: Path) -> None:
    async with learning(tmp_path) as learner:
        assert "space Continue" in learner.words
        await learner.come_to("tea")
        assert "space What to do" in learner.words
        await learner.pilot.press("space")
        await learner.until(lambda: "Here you need “Offer Koi an alliance”." in learner.words)
        await learner.pilot.press("space")
        await learner.until(lambda: "A season begins with tea." in learner.words)
        assert learner.is_at("tea")
        await learner.answer()
        await learner.be_at("ready")
        await learner.pilot.press("U")
        await learner.be_at("tea")

        assert "space Continue" in learner.words


async def test_one_leafs_back_though_one_points_at_the_map(tmp_path: Path) -> None:
    async with learning(tmp_path) as learner:
        await learner.come_to("honor")
        assert "U Back" in learner.words
        await learner.pilot.press("M", "left", "left")
        await learner.pilot.pause()
        assert learner.is_at("honor")
        await learner.pilot.press("U")
        await learner.be_at("map")


async def test_lessons_are_learned_by_mouse_too(tmp_path: Path) -> None:
    async with learning(tmp_path) as learner:
        await learner.pilot.click(Choices, offset=(4, 0))
        await learner.be_at("map")
        await learner.pilot.click("#keys", offset=(3, 0))
        await learner.be_at("honor")
        await learner.pilot.click(Choices, offset=(4, 0))
        await learner.be_at("tea")
        await learner.pilot.click(Choices, offset=(4, 0))
        await learner.be_at("ready")


@pytest.mark.parametrize("keys", [["q"], ["2"]])
async def test_one_can_leave_or_play_at_once(keys: list[str], tmp_path: Path) -> None:
    async with learning(tmp_path) as learner:
        await learner.pilot.press(*keys)
        if keys == ["q"]:
            await learner.until(lambda: not learner.app.is_running)
        else:
            await learner.until(lambda: type(learner.app.screen) is GameScreen)


async def test_what_belongs_to_a_real_table_is_not_here(tmp_path: Path) -> None:
    async with learning(tmp_path) as learner:
        await learner.come_to("tea")
        await learner.pilot.press("T", "O", "G", "R", "M")
        await learner.pilot.pause()
        assert learner.app.screen is learner.screen
        assert learner.is_at("tea")


@pytest.mark.parametrize("size", [SMALL, LARGE, (70, 24)])
@pytest.mark.parametrize("game", game_names())
async def test_every_page_fits_its_place(game: str, size: tuple[int, int], tmp_path: Path) -> None:
    course = course_of(game)
    async with learning(tmp_path, size, course=course) as learner:
        await learner.until(lambda: learner.screen.query_one(LessonPane).size.height)
        for page in course.pages:
            learner.screen.query_one(LessonPane).words = lesson_words(learner.screen.model.face, page)
            await learner.pilot.pause()
            assert learner.screen.query_one(LessonPane).max_scroll_y == 0, page.lesson


@pytest.mark.usefixtures("long_words")
async def test_longer_words_are_read_to_their_end_before_the_page_turns(tmp_path: Path) -> None:
    async with learning(tmp_path) as learner:
        pane = learner.screen.query_one(LessonPane)
        await learner.until(lambda: pane.max_scroll_y > 0)
        await learner.pilot.press("space")
        await learner.until(lambda: pane.scroll_offset.y == pane.max_scroll_y)
        assert learner.is_at("welcome")
        assert "⟧" in learner.words
        await learner.pilot.press("space")
        await learner.be_at("map")


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("lesson", ["tea", "bid"])
async def test_a_lesson(
    lesson: str, size: tuple[int, int], tmp_path: Path, picture: SnapshotAssertion
) -> None:
    async with learning(tmp_path, size) as learner:
        await learner.come_to(lesson)

        assert screen_text(learner.app, without="#map") == picture


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("size", [LARGE, (200, 60)])
async def test_in_a_wide_window_a_lesson_stands_above_the_choices_and_takes_nothing_from_the_map(
    size: tuple[int, int], game: str, tmp_path: Path
) -> None:
    async with learning(tmp_path, size, course=course_of(game)) as learner:
        lesson, choices = (learner.screen.query_one(name).region for name in ("#lesson", "#choices"))
        area, log = (learner.screen.query_one(name).region for name in ("#map", "#log"))

        assert lesson.bottom == choices.y
        assert lesson.x == choices.x >= area.right
        assert area.bottom == log.y
        assert area.height >= size[1] - 14
        assert learner.screen.query_one(LessonPane).max_scroll_y == 0, "all of it is in sight"
