"""A sitting with the line client: reads line after line until the player or the server has had enough."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Final
from unicodedata import normalize

from client.plain.aloud import entry_line, free_options
from client.plain.commands import obey, say
from client.plain.desk import Desk
from client.plain.dialogs import whole_answer
from client.plain.looking import sight
from client.plain.screen import Screen
from client.seat.journey import Journey, seated_at
from client.seat.messengers import call
from client.seat.sitting import REFUSALS
from client.table.acts import Entry, explanation, options_in
from client.table.by_name import fitting, nearest
from client.table.conversation import Row, fitting_rows
from client.table.errands import Ask, Errands, FillIn, PickOne
from client.table.face import face_of
from client.table.lookout import Lookout, attention_of
from client.table.menu import Option
from client.table.model import TableModel
from client.table.rulebook import rule_text
from client.table.scene import Scene
from client.texts import speak_in_lines, t
from client.texts.refusals import why
from core.kinds import InputError, MoveError

OK = 0
ENDED = 1


async def sit_at(journey: Journey, screen: Screen, lines: AsyncIterator[str]) -> int:
    """Go to a table and stay there line by line, whatever the seat; return the exit code."""
    speak_in_lines()
    while True:
        async with journey() as way:
            desk = Desk(way, screen)
            code = await hold_session(desk, lines)
        if desk.next_game is not None:
            journey = desk.next_game
        elif desk.wanted_seat is not None:
            journey = seated_at(journey, desk.wanted_seat)
        else:
            return code


async def hold_session(desk: Desk, lines: AsyncIterator[str]) -> int:
    """Sit down and stay; return the exit code. Raises whatever prevents sitting down."""
    speak_in_lines()
    work = (desk.sitting.stay(), _take_all(desk, lines), desk.gone.wait(), _look_out(desk))
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        desk.close()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    if desk.model.reason_gone:
        return OK if desk.is_over else ENDED
    desk.screen.show_all(_parting_words(desk))
    return OK


def _parting_words(desk: Desk) -> Iterator[str]:
    """Say what happens to somebody who did not leave explicitly, but has no more to say."""
    if desk.has_quit or desk.is_over:
        return
    yield t("plain-input-over")
    if desk.scene.seat is not None:
        yield t("plain-seat-kept")


async def _take_all(desk: Desk, lines: AsyncIterator[str]) -> None:
    await desk.until(lambda: desk.has_come)
    async for line in lines:
        await take_line(desk, normalize("NFC", line).strip())
        if desk.has_quit:
            return


async def _look_out(desk: Desk) -> None:
    """Call the player for what happens while they are not typing."""
    lookout = Lookout()
    while True:
        now = time.monotonic()
        stand = desk.stand(now)
        words = lookout.look(stand, attention_of(desk.touched, now), now) if stand is not None else ""
        if words:
            desk.screen.show_all(await call(words, desk.notices, desk.screen.steer))
        await asyncio.sleep(1)


async def take_line(desk: Desk, line: str) -> None:
    """Do what a line says, or say in one sentence why not."""
    desk.touched = time.monotonic()
    try:
        desk.draw()
        if not line and desk.dialog is None:
            desk.repeat()
        elif line.startswith("/"):
            await obey(desk, line)
        elif line.startswith("'"):
            await say(desk, line[1:].strip())
        else:
            await answer(desk, line)
        if line.startswith("/") or line.endswith(ABOUT):
            desk.mark_read()
        desk.draw()
    except REFUSALS as error:
        desk.screen.show(why(error))


# What a line means that is no command --------------------------------------------------------------


ABOUT: Final = "?"


async def answer(desk: Desk, line: str) -> None:
    """Do what a line stands for; raises InputError if it stands for nothing."""
    dialog = desk.dialog
    if line == ABOUT:
        desk.screen.show_all(rule_asked_about(desk))
        return
    if dialog is not None and line.endswith(ABOUT):
        desk.screen.show_all(sight(desk.scene, name_in(dialog.asked.rows, line.removesuffix(ABOUT).strip())))
        return
    if dialog is not None and not is_whole(desk, dialog.question, line):
        await desk.reply(dialog, line)
        return
    desk.put_off()
    entry = entry_at(desk, line)
    if line.endswith(ABOUT):
        desk.screen.show_all(words_about(desk, line.removesuffix(ABOUT).strip()))
    elif entry is not None:
        await desk.follow(desk.model.perform(entry.act))
    else:
        await answer_in_words(desk, line)


def name_in(rows: Sequence[Row], line: str) -> str:
    """Return the name of the row that a line means; otherwise the line may name something else."""
    names = {next(iter(rows[place].names), rows[place].words) for place in fitting_rows(rows, line)}
    return names.pop() if len(names) == 1 else line


def is_whole(desk: Desk, question: object, line: str) -> bool:
    """Say whether a line is a whole answer to what a form asks for step by step."""
    if not isinstance(question, FillIn):
        return False
    return whole_answer(desk.scene.game, question.decision, line) is not None


def entry_at(desk: Desk, line: str) -> Entry | None:
    """Find what a key stands for; capitals matter only where they have to."""
    entries = desk.model.listing.entries
    alike = [entry for entry in entries if entry.key.casefold() == line.casefold()]
    return next((entry for entry in alike if entry.key == line), alike[0] if len(alike) == 1 else None)


# In words ------------------------------------------------------------------------------------


async def answer_in_words(desk: Desk, line: str) -> None:
    """Take a line as notation, or else as words for something on the list; before a game always as words."""
    if desk.scene.view is None:
        await take_by_words(desk, line)
        return
    try:
        choice = desk.scene.game.choice_of(line)
    except MoveError:  # how to write notation helps nobody who picks from a list
        await take_by_words(desk, line)
    else:
        await desk.follow(desk.model.play(choice))


async def take_by_words(desk: Desk, line: str) -> None:
    """Find what is meant; a single character is a key, and never the beginning of a word."""
    model = desk.model
    if len(line) == 1:
        raise InputError(why_unclear(model, line))
    options, entries = options_now(model), model.listing.entries
    found = [options[place] for place in fitting(line, [option.words for option in options])]
    named = [entries[place] for place in fitting(line, [entry.label for entry in entries])]
    rows = rows_for(found, entries) if found else named
    if len(found) == 1:
        await desk.follow(answer_with(model, found[0]))
    elif len(rows) == 1:
        await desk.follow(model.perform(rows[0].act))
    elif rows:
        desk.screen.show_all([t("plain-fits-several", line=line), *map(entry_line, rows)])
        desk.mark_read()
    elif found:
        await desk.follow(choose_among(model, line, found))
    elif close := rows_near(line, options, entries):
        desk.screen.show_all([t("plain-fits-close", line=line), *map(entry_line, close)])
        desk.mark_read()
    else:
        raise InputError(why_unclear(model, line))


def rows_for(options: Sequence[Option], entries: Sequence[Entry]) -> list[Entry]:
    """Return the rows of the list that stand for just these answers, if there are any."""
    rows = [entry for entry in entries if not {*options}.isdisjoint(options_in(entry.act))]
    return rows if {option for entry in rows for option in options_in(entry.act)} == {*options} else []


def rows_near(line: str, options: Sequence[Option], entries: Sequence[Entry]) -> list[Entry]:
    """Return the rows with the nearest answers; where all are as near, none is."""
    near = {options[place] for place in nearest(line, [option.words for option in options])}
    rows = [entry for entry in entries if not near.isdisjoint(options_in(entry.act))]
    return rows if len(near) < len(options) or len(rows) == 1 else []


def options_now(model: TableModel) -> tuple[Option, ...]:
    """Return the answers to the question, or else what is possible while nothing is asked."""
    if model.menu is not None and model.is_my_turn:
        return model.menu.options
    return free_options(model.scene) if model.scene is not None else ()


def answer_with(model: TableModel, option: Option) -> Errands:
    return model.choose(option) if model.is_my_turn else model.play(option.choice)


def choose_among(model: TableModel, line: str, options: Sequence[Option]) -> Errands:
    """Ask which of several answers is meant."""
    words = {str(place): option.words for place, option in enumerate(options)}
    place = yield Ask(PickOne(t("plain-fits-several", line=line), words))
    if place is not None:
        yield from answer_with(model, options[int(place)])


def why_unclear(model: TableModel, line: str) -> str:
    """Say why a line is no answer: nothing is asked, what it stood for is gone, or it fits nothing."""
    if not model.listing.entries:
        return t("plain-nothing-to-pick")
    if len(line) > 1 and not line.isdigit():
        return t("plain-fits-nothing", line=line)
    model.explain(line, t("plain-enter"))
    return model.notice


# What there is to know -----------------------------------------------------------------------


def rule_asked_about(desk: Desk) -> Iterator[str]:
    scene = desk.scene
    yield rule_text(scene.game.name, scene.decision.rule) if scene.decision else t("plain-nothing-asked")


def words_about(desk: Desk, line: str) -> Iterator[str]:
    """Tell what a choice would do."""
    entry, entries = entry_at(desk, line), desk.model.listing.entries
    named = fitting(line, [one.label for one in entries]) if len(line) > 1 else []
    found = [entry] if entry else [entries[place] for place in named]
    for one in found:
        yield from lines_about(desk.scene, one)
    if not found:
        yield t("plain-fits-nothing", line=line)


def lines_about(scene: Scene, entry: Entry) -> Iterator[str]:
    """Tell what a row would do: the ways it leads to, and how the place stands that it is about."""
    options = options_in(entry.act)
    places = {option.places[-1] for option in options if option.places}
    words, known = entry.label, explanation(entry.act)
    if known or not (entry.is_group or places):
        yield t("plain-about", words=words, about=known or t("plain-about-nothing"))
    if entry.is_group:
        yield t("plain-about-group", words=words, ways="; ".join(option.words for option in options))
    if len(places) == 1:
        yield from sight(scene, face_of(scene.game.name).place_name(*places))
