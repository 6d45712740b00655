"""The first lessons line by line: words to read, questions with answers to choose from, and what follows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, TypeAlias

from client.plain.dialogs import fill_in_view, whole_answer
from client.plain.looking import sight_of
from client.plain.screen import Screen
from client.seat.journey import Journey
from client.table.conversation import Conversation, WentBackError, make_sure, numbered, pick
from client.table.face import face_of
from client.table.learning import lesson_words, wanted
from client.table.lessons import Course, LessonPage
from client.table.menu import Menu, MenuRow
from client.table.sentences import sentences_of
from client.texts import speak_in_lines, t
from core.kinds import Choice

QUIT, LOOK = "/quit", "/look"


class HadEnoughError(Exception):
    """The player has had enough, or has no more to say."""


Sit: TypeAlias = Callable[[Journey, Screen, AsyncIterator[str]], Awaitable[int]]
"""What happens at a table, to the end."""


async def learn(
    course: Course, first_game: Journey, sit: Sit, screen: Screen, lines: AsyncIterator[str]
) -> None:
    """Go through a course, then play a first game with advice, if the player likes."""
    if await teach(course, screen, lines) and await wants_to_play(screen, lines):
        await sit(first_game, screen, lines)


async def teach(course: Course, screen: Screen, lines: AsyncIterator[str]) -> bool:
    """Go through a course while there are lines to read; say whether it came to its end."""
    speak_in_lines()
    with suppress(HadEnoughError):
        for page in course.pages:
            await teach_page(course, page, screen, lines)
        return True
    return False


async def wants_to_play(screen: Screen, lines: AsyncIterator[str]) -> bool:
    conversation = make_sure(t("learn-over-plain"))
    asked = next(conversation)
    with suppress(HadEnoughError):
        while True:
            screen.show_all(asked.lines)
            try:
                asked = conversation.send(await next_line(lines))
            except StopIteration as end:
                is_wanted: bool = end.value
                return is_wanted
    return False


async def teach_page(course: Course, page: LessonPage, screen: Screen, lines: AsyncIterator[str]) -> None:
    screen.show("", lesson_words(face_of(course.game.name), page))
    if page.answer:
        await examine(course, page, screen, lines)
    elif page is not course.pages[-1]:
        screen.show(t("learn-go-on-plain"))
        while (line := await next_line(lines)).startswith(LOOK):
            screen.show_all(seen(course, page, line))
    for turn in page.turns:
        screen.show_all(sentences_of(course.game, turn.heard, course.seat))


async def next_line(lines: AsyncIterator[str]) -> str:
    line = (await anext(lines, QUIT)).strip()
    if line == QUIT:
        raise HadEnoughError
    return line


def seen(course: Course, page: LessonPage, line: str) -> Iterable[str]:
    return sight_of(face_of(course.game.name), page.view, line.removeprefix(LOOK).strip())


async def examine(course: Course, page: LessonPage, screen: Screen, lines: AsyncIterator[str]) -> None:
    """Ask until the answer is the lesson's."""
    face = face_of(course.game.name)
    while not course.is_right(page, await answer_to(course, page, screen, lines)):
        screen.show(t("learn-why", why=t(f"learn-{page.lesson}.why"), wanted=wanted(face, page)))


async def answer_to(course: Course, page: LessonPage, screen: Screen, lines: AsyncIterator[str]) -> Choice:
    """Talk with the learner until there is an answer, in notation or as it is asked for."""
    conversation = conversation_on(course, page)
    asked = next(conversation)
    while True:
        screen.show_all(asked.lines)
        line = await next_line(lines)
        while line.startswith(LOOK):
            screen.show_all(seen(course, page, line))
            line = await next_line(lines)
        whole = whole_answer(course.game, page.view.decision, line)
        if whole is not None:
            return whole
        try:
            asked = conversation.send(line)
        except StopIteration as end:
            answer: Choice = end.value
            return answer
        except WentBackError:
            conversation = conversation_on(course, page)
            asked = next(conversation)


def conversation_on(course: Course, page: LessonPage) -> Conversation[Choice]:
    """Ask a page's question: by its menu, or part by part."""
    face, decision = face_of(course.game.name), page.view.decision
    options = face.options_of(page.view, decision)
    if options:
        return through(Menu(options, few=face.few), face.ask_words(page.view, decision))
    return filled(course, page.view)


def through(menu: Menu, question: str) -> Conversation[Choice]:
    """Go through a menu, group by group."""
    rows: list[MenuRow] = menu.rows()
    place = yield from pick(question, numbered([row.label for row in rows]))
    if rows[place].is_answer:
        return rows[place].options[0].choice
    return (yield from through(menu.into(rows[place]), question))


def filled(course: Course, view: Any) -> Conversation[Choice]:
    draft = yield from fill_in_view(course.game, view, view.decision, None)
    return draft.choice
