"""The first lessons line by line: words to read, questions with answers to choose from, and what follows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

from client.plain.aloud import entry_words
from client.plain.dialogs import fill_in_view, whole_answer
from client.plain.looking import rules_about, sight_of
from client.plain.screen import Screen
from client.seat.journey import Journey
from client.table.acts import Back, Entry, Open, about, endings, options_in, things, with_keys
from client.table.acts import rows as menu_rows
from client.table.conversation import BACK, Conversation, Row, WentBackError, fitting_rows, make_sure, pick
from client.table.face import face_of
from client.table.key_ring import NO_KEYS, TableKeys, keyed
from client.table.learning import lesson_words, wanted
from client.table.lessons import Course, LessonPage
from client.table.menu import Menu
from client.table.rulebook import rule_text
from client.table.sentences import sentences_of
from client.table.words import next_words
from client.texts import speak_in_lines, t
from core.kinds import Choice

QUIT, LOOK, RULE, HELP = "/quit", "/look", "/rule", "/help"
ABOUT: Final = "?"
KEYS: Final = TableKeys(back=BACK)


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
    """Go through a course while there are lines to read, forth and back; say whether it came to its end."""
    speak_in_lines()
    at = furthest = 0
    with suppress(HadEnoughError):
        while at < len(course.pages):
            try:
                await teach_page(course, course.pages[at], screen, lines, is_new=at == furthest)
                at += 1
            except WentBackError:
                at = max(0, at - 1)
            furthest = max(furthest, at)
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


async def teach_page(
    course: Course, page: LessonPage, screen: Screen, lines: AsyncIterator[str], *, is_new: bool
) -> None:
    """Let a page be read, and if it is new, have its question answered."""
    screen.show("", lesson_words(face_of(course.game.name), page))
    if page.answer and is_new:
        await examine(course, page, screen, lines)
    elif page is not course.pages[-1]:
        await read_on(course, page, screen, lines)
    for turn in page.turns:
        screen.show_all(sentences_of(course.game, turn.heard, course.seat))


async def read_on(course: Course, page: LessonPage, screen: Screen, lines: AsyncIterator[str]) -> None:
    """Wait until the learner has read a page."""
    screen.show(t("learn-go-on-plain"))
    while line := await next_answer(course, page, screen, lines):
        if line == BACK:
            raise WentBackError
        screen.show(t("learn-go-on-plain"))


async def next_line(lines: AsyncIterator[str]) -> str:
    line = (await anext(lines, QUIT)).strip()
    if line == QUIT:
        raise HadEnoughError
    return line


async def next_answer(
    course: Course, page: LessonPage, screen: Screen, lines: AsyncIterator[str], rows: Sequence[Row] = ()
) -> str:
    """Return the next line that asks nothing itself: about the table, the rules or one of the rows."""
    while True:
        line = await next_line(lines)
        if not (line.startswith("/") or line.endswith(ABOUT)):
            return line
        screen.show_all(told_aside(course, page, line, rows))


def told_aside(course: Course, page: LessonPage, line: str, rows: Sequence[Row]) -> Iterator[str]:
    game, decision = course.game.name, page.view.decision
    command, _, words = line.partition(" ")
    if command == LOOK:
        yield from sight_of(face_of(game), page.view, words.strip())
    elif command == RULE and words:
        yield from rules_about(game, words)
    elif line in (ABOUT, RULE):
        yield rule_text(game, decision.rule) if decision else t("plain-nothing-asked")
    elif line.startswith("/"):
        yield from t("learn-help-plain").splitlines()
    else:
        yield from told_about(course, page, line.removesuffix(ABOUT).strip(), rows)


def told_about(course: Course, page: LessonPage, line: str, rows: Sequence[Row]) -> Iterator[str]:
    """Say what each row meant would do; otherwise the line may name something on the table."""
    found = [rows[place] for place in fitting_rows(rows, line)]
    known = [row for row in found if row.about]
    yield from (t("plain-about", words=row.words, about=row.about) for row in known)
    if not known:
        name = next((next(iter(row.names), row.words) for row in found), line)
        yield from sight_of(face_of(course.game.name), page.view, name)


async def examine(course: Course, page: LessonPage, screen: Screen, lines: AsyncIterator[str]) -> None:
    """Ask until the answer is the lesson's; a form keeps what was filled in."""
    face = face_of(course.game.name)
    choice = await answer_to(course, page, screen, lines, None)
    while not course.is_right(page, choice):
        screen.show(t("learn-why", why=t(f"learn-{page.lesson}.why"), wanted=wanted(face, page)))
        choice = await answer_to(course, page, screen, lines, choice)


async def answer_to(
    course: Course, page: LessonPage, screen: Screen, lines: AsyncIterator[str], draft: Choice | None
) -> Choice:
    """Talk with the learner until there is an answer, in notation or as it is asked for."""
    conversation = conversation_on(course, page, draft)
    asked = next(conversation)
    while True:
        screen.show_all(asked.lines)
        line = await next_answer(course, page, screen, lines, asked.rows)
        whole = whole_answer(course.game, page.view.decision, line)
        if whole is not None:
            return whole
        try:
            asked = conversation.send(line)
        except StopIteration as end:
            answer: Choice = end.value
            return answer


def conversation_on(course: Course, page: LessonPage, draft: Choice | None) -> Conversation[Choice]:
    """Ask a page's question: by its menu, or part by part."""
    face, decision = face_of(course.game.name), page.view.decision
    options = face.options_of(page.view, decision)
    if options:
        return through(Menu(options), face.ask_words(page.view, decision))
    return filled(course, page.view, draft)


def through(menu: Menu, question: str) -> Conversation[Choice]:
    """Go through a menu, group by group, with the keys that a table would give it."""
    entries = entries_of(menu)
    rows = [Row(entry.key, entry_words(entry), about=about(entry.act)) for entry in entries]
    while True:
        act = entries[(yield from pick(next_words(menu) if menu.trail else question, rows))].act
        if not isinstance(act, Open):
            return options_in(act)[0].choice
        with suppress(WentBackError):
            return (yield from through(menu.into(act.row), question))


def entries_of(menu: Menu) -> list[Entry]:
    entries = [*menu_rows(menu), *endings(menu, KEYS)]
    picked = [entry for entry in entries if not isinstance(entry.act, Back)]
    return with_keys(picked, keyed(NO_KEYS, things(picked), (), ()))


def filled(course: Course, view: Any, draft: Choice | None) -> Conversation[Choice]:
    return (yield from fill_in_view(course.game, view, view.decision, draft)).choice
