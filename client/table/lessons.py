"""Lessons: a prepared game, told move by move; on the learner's turns the lesson asks for one answer.

A script is a file of chapters. Each begins with a position, as scenarios do, and goes on with parts: words to
read, and the moves that follow. The words are messages, so a script is the same in every language.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from client.seat.news import Heard
from client.table.face import face_of
from core import flow
from core.catalog import game_named
from core.chance import Rng, ScriptedRng
from core.game import Game, read_move, seat_named
from core.kinds import Choice, InputError, RulesError, Seat
from core.notation import moves_in
from core.scenario import forced
from core.toml import read_toml
from protocol.entries import Chose


class Part(Struct, forbid_unknown_fields=True):
    """Words to read, and what happens next; if the learner's move comes first, the learner has to find it.

    For an answer of many words, such as a whole plan, `needs` can name those that matter.
    """

    lesson: str
    moves: str = ""
    needs: str = ""


class Chapter(Struct, forbid_unknown_fields=True):
    """A position, and parts that follow from each other."""

    position: dict[str, Any]
    part: list[Part]
    chance: list[dict[str, Any]] = []


class Script(Struct, forbid_unknown_fields=True):
    """A course as it is written."""

    game: str
    seats: list[str]
    seat: str
    chapter: list[Chapter]


class Turn(NamedTuple):
    """A move that is told, and how the table stands after it."""

    heard: Heard
    view: Any


class LessonPage(NamedTuple):
    """A part as the learner meets it: the table, the answer to find, if any, and what follows."""

    lesson: str
    view: Any
    answer: Choice | None
    turns: list[Turn]
    needs: str = ""


class Course(NamedTuple):
    """A script that has been played."""

    game: Game
    seats: tuple[Seat, ...]
    seat: Seat
    pages: list[LessonPage]

    def is_right(self, page: LessonPage, choice: Choice) -> bool:
        """Say whether an answer is the lesson's, in all that matters."""
        if not page.needs:
            return choice == page.answer
        return set(page.needs.split()) <= set(self.game.line_of(choice).split())

    def answer_line(self, page: LessonPage) -> str:
        """Write the answer of a page, if it has one."""
        return self.game.line_of(page.answer) if page.answer is not None else ""


def course_of(game: str) -> Course:
    """Give the first lessons of a game."""
    return played(read_script(face_of(game).lesson.read_text("utf-8")))


def read_script(text: str) -> Script:
    try:
        return msgspec.convert(read_toml(text, "lesson"), Script)
    except msgspec.ValidationError as error:
        raise InputError(f"This lesson cannot be read: {error}.") from None


def played(script: Script) -> Course:
    """Play a script through the rules; what they refuse cannot be taught."""
    game = game_named(script.game)
    seats = tuple(sorted(seat_named(game, name) for name in script.seats))
    seat = seat_named(game, script.seat)
    pages = [page for chapter in script.chapter for page in pages_of(game, seats, seat, chapter)]
    return Course(game, seats, seat, pages)


def pages_of(game: Game, seats: tuple[Seat, ...], seat: Seat, chapter: Chapter) -> Iterator[LessonPage]:
    entries = [entry for entries in chapter.chance for entry in entries.items()]
    rng = ScriptedRng([result for entry in entries for result in forced(game, *entry)])
    state = game.read_position(chapter.position, seats, rng)
    for part in chapter.part:
        view = game.view_for(state, seat)
        moves = [read_move(game, line) for line in moves_in(part.moves)]
        answer = moves[0][1] if moves and moves[0][0] == seat else None
        turns = [turn(game, state, seat, move, rng) for move in moves]
        yield LessonPage(part.lesson, view, answer, turns, part.needs)


def turn(game: Game, state: Any, viewer: Seat, move: tuple[Seat, Choice], rng: Rng) -> Turn:
    """Make a move, and keep what the learner may know of it."""
    seat, choice = move
    line = game.line_of(choice)
    try:
        events = flow.answer(game.rules, state, seat, choice, rng)
    except RulesError as error:
        raise InputError(f"'{line}' of {game.seat_names[seat]} is refused: {error}") from None
    seen = [event for event in (event.seen_by(viewer) for event in events) if event is not None]
    entry = Chose(seat, 0, line if seat == viewer else "")
    return Turn(Heard(0, 0, entry, seen), game.view_for(state, viewer))
