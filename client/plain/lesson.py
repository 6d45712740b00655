"""The first lessons line by line: words to read, questions with numbered answers, and what follows."""

from __future__ import annotations

from collections.abc import AsyncIterator

from client.plain.aloud import ListedQuestion, chosen, question_lines, question_of
from client.plain.screen import Screen
from client.table.lessons import Course, Page
from client.table.replay import lines_of_view
from client.table.sentences import sentences_of
from client.texts import plainly, t
from client.texts.refusals import why
from core.kinds import InputError

QUIT, LOOK = "/quit", "/look"


class HadEnoughError(Exception):
    """The player has had enough, or no more to say."""


async def teach(course: Course, screen: Screen, lines: AsyncIterator[str]) -> None:
    """Go through a course as long as there are lines to read."""
    try:
        for page in course.pages:
            await teach_page(course, page, screen, lines)
    except HadEnoughError:
        return
    screen.show(t("learn-over-plain", game=course.game.name))


async def teach_page(course: Course, page: Page, screen: Screen, lines: AsyncIterator[str]) -> None:
    screen.show("", plainly(f"learn-{page.lesson}", move=t("learn-row", row=course.answer_line(page))))
    if page.answer:
        await examine(course, page, screen, lines)
    elif page is not course.pages[-1]:
        screen.show(t("learn-go-on-plain"))
        while await next_line(lines) == LOOK:
            screen.show_all(lines_of_view(course.game, page.view))
    for turn in page.turns:
        screen.show_all(sentences_of(course.game, turn.heard, course.seat))


async def next_line(lines: AsyncIterator[str]) -> str:
    line = (await anext(lines, QUIT)).strip()
    if line == QUIT:
        raise HadEnoughError
    return line


async def examine(course: Course, page: Page, screen: Screen, lines: AsyncIterator[str]) -> None:
    """Ask until the answer is the lesson's."""
    question = question_of(0, page.view.decision)
    screen.show_all(question_lines(course.game, question))
    screen.show(t("learn-ask-plain"))
    while (remark := remark_on(course, page, question, await next_line(lines))) is not None:
        screen.show_all(remark)


def remark_on(course: Course, page: Page, question: ListedQuestion, line: str) -> list[str] | None:
    """Say what is to be said of an answer; nothing of the right one."""
    game = course.game
    if not line:
        return list(question_lines(game, question))
    if line == LOOK:
        return list(lines_of_view(game, page.view))
    try:
        choice = chosen(game, question, line)
    except InputError as error:
        return [why(error)]
    if course.is_right(page, choice):
        return None
    return [t("learn-why", why=t(f"learn-{page.lesson}.why"), wanted=course.answer_line(page))]
