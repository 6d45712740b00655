"""The line client speaks only through messages: in another alphabet no English word is left in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextvars import copy_context
from pathlib import Path
from random import Random
from typing import Any

import pytest

from client import plain
from client.local.known_players import remember
from client.plain.aloud import free_lines, state_line
from client.plain.commands import COMMANDS
from client.plain.reading import deal_in
from client.seat.company import door_words, greetings
from client.seat.connection import why_not
from client.table.face import face_of
from client.table.lessons import course_of
from client.texts import speak, speak_in_lines, t
from client.texts.refusals import why
from core.catalog import game_named, game_names
from core.deals import Deal
from core.decisions import Allocate, Allocation, Arrange, ChooseOne, Combine, Decision, Gift
from core.game import Game
from core.kinds import Choice, InputError, MoveError
from protocol.entries import Door, SatDown
from protocol.identity import Identity
from protocol.invitation import Address
from protocol.messages import TableState
from protocol.pace import Absence
from tests.client.strays import listed_choices, refusals_of, spoilt_lines
from tests.client.tui.at_table import scene_of
from tests.client.typist import Typist, bots, taught
from tests.client.wide import english, wide_texts, words_in
from tests.harness.loopback import a_table
from tests.harness.random_play import random_game

CHOICES = re.compile(r"  (?:[a-z][^:]*: )?\d+ ")


@pytest.fixture(autouse=True)
def _wide_letters() -> Iterator[None]:
    speak(wide_texts())
    yield
    speak(None)


def notation_of(game: Game, decision: Decision) -> set[str]:
    """Return the words that are typed and therefore the same in every language."""
    moves = words_in(*map(game.line_of, listed_choices(decision)))
    if isinstance(decision, Allocate):
        return moves | words_in(game.line_of(Allocation((0,) * decision.slots)))
    if isinstance(decision, Arrange):
        return moves | words_in("plan", *decision.cards, *decision.places)
    return moves | (words_in(*game.seat_names) if isinstance(decision, Gift) else set())


SPEECH = (
    "plain/*.py",
    *(f"games/*/{room}.py" for room in ("names", "log", "facts", "options", "plain")),
    *(f"table/{room}.py" for room in ("wording", "sentences", "deal_words", "words", "replay")),
    "seat/connection.py",
    "local/known_*.py",
)
SENTENCE = re.compile(r"[A-Za-z]{2,},? [a-z]{2,}")


def literals(source: str) -> Iterator[str]:
    """Return the strings of a program that do something, unlike docstrings."""
    tree = ast.parse(source)
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.value


def test_no_sentence_stands_in_code() -> None:
    folder = Path(plain.__file__).parents[1]
    sources = [path.read_text("utf-8") for pattern in SPEECH for path in folder.glob(pattern)]

    assert len(sources) > 20
    assert [text for source in sources for text in literals(source) if SENTENCE.search(text)] == []


# Questions and the table ---------------------------------------------------------------------


def moments(game: Game, seed: int) -> Iterator[tuple[int, Any]]:
    """Play a random game, and return the views of those who are asked."""
    options = {"setup": "draft"} if game.name == "shogun" else {}
    asked = (
        (state, seat) for state, _ in random_game(game, (0, 1, 2), seed, options) for seat in state.pending
    )
    for number, (state, seat) in enumerate(asked):
        yield number, game.view_for(state, seat)


@pytest.mark.parametrize("name", game_names())
def test_no_word_of_a_question_is_made_in_code(name: str) -> None:
    copy_context().run(check_questions, name)  # what is said after it is for a screen again


def check_questions(name: str) -> None:
    game, face = game_named(name), face_of(name)
    speak_in_lines()
    for _, view in moments(game, 1):
        lines = [face.ask_words(view, view.decision), *face.ahead(view)]
        lines += [option.words for option in face.options_of(view, view.decision)]
        lines += free_lines(scene_of(view, view.viewer, game=game))

        assert english(lines, set()) == {}


@pytest.mark.parametrize("name", game_names())
def test_no_word_about_the_table_is_made_in_code(name: str) -> None:
    game, face = game_named(name), face_of(name)
    look = face.look
    for number, view in moments(game, 2):
        if number % 3 and not isinstance(view.decision, Combine):
            continue
        notation = words_in(game.line_of(view.answer)) if view.answer is not None else set()

        assert english(look(view), notation) == {}
        assert english(face.glance(view), notation) == {}


@pytest.mark.parametrize("name", game_names())
def test_no_word_of_a_refusal_is_made_in_code(name: str) -> None:
    assert english(map(why, refusals_of(game_named(name))), set()) == {}


@pytest.mark.parametrize("name", game_names())
def test_no_word_about_a_line_that_is_no_move_is_made_in_code(name: str) -> None:
    for _, error in spoilt_lines(game_named(name), 4):
        assert english([why(error)], known_words(error)) == {}


def known_words(error: MoveError) -> set[str]:
    """Return the words that an error lists for somebody to type."""
    return words_in(*(str(fact) for name, fact in error.phrase.facts if name == "words"))


# A sitting -----------------------------------------------------------------------------------

PROBES = (
    *("", "/who", "/table", "/look", "/deals", "/log", "/ready now", "/to", "/say", "/vote x y z"),
    *("/mute SEAT", "/unmute SEAT", "/mute nobody", "/nonsense", "999", "/offer SEAT", "/offer SEAT give x"),
)
REFUSED = {
    "rising_sun": ("buy yurei", "bid 1 2 3 4", "give SEAT 900 coins", "move shoes", "dance", "ready steady"),
    "shogun": ("choose six_armies", "revolt kyoto", "plan bid=c0", "move 1", "dance", "done done"),
    "ninjato": ("honor", "keep fan", "play 9", "take", "dance", "banzai banzai"),
}
"""What no first question of a game asks for, and what is not a move."""
AT_TABLE = ("/accept SEAT 7", "/vote SEAT yes", "/agree", "/to SEAT \x1b[2J")


@pytest.mark.parametrize("name", game_names())
async def test_no_word_of_a_sitting_is_made_in_code(name: str, tmp_path: Path) -> None:
    game = game_named(name)
    typed = words_in("Anna", "Player", "SEAT", "nobody", "nonsense", "heard", *game.seat_names)
    typed |= words_in(*(f"{kind} {about.objects[0]}" for kind, about in game.promises.kinds.items()))
    typed |= {"give", "want", "promise", "ask"}
    async with a_table(tmp_path, game=name) as table, bots(table, 2):
        anna = Typist(table.invite(), "Anna")
        await anna.type("/ready", t("told-began"))
        other = game.seat_names[next(seat for seat in range(3) if seat != anna.desk.scene.seat)]
        for _ in range(3):
            await one_decision(anna, game)
            helps = [f"/help {command}" for command in ("", *COMMANDS)]
            for line in (*PROBES, *AT_TABLE, *REFUSED[name], "'heard", *helps):
                await heard_out(anna, line.replace("SEAT", other))
        options = words_in(*(f"{option} {value}" for option, value in table.runner.table.opened.options))
        await anna.close()

    assert t("refuse-no-consent-wanted") in anna.text
    text = anna.text.replace(table.runner.name, "")
    lines = [line for line in text.splitlines() if not CHOICES.match(line)]
    assert len(lines) > 100
    assert english(lines, typed | options) == {}


async def one_decision(anna: Typist, game: Game) -> None:
    """Wait for a question and answer it somehow."""
    await heard_out(anna, "/wait")
    await heard_out(anna, game.line_of(safe_choice(anna.desk.scene.view.decision)))


def safe_choice(decision: Decision) -> Choice:
    """Choose what stays legal whatever the others do: the last of a list ends something."""
    return decision.options[-1] if isinstance(decision, ChooseOne) else decision.sample(Random(1))


async def heard_out(anna: Typist, line: str) -> None:
    await anna.type(line)
    await anna.type("/?", t("plain-unknown-command", name="?"))


def test_whatever_a_table_can_be_has_words() -> None:
    assert all(map(state_line, TableState))
    assert all(t(f"plain-time-up-{absence.value}") for absence in Absence)
    assert all(t(f"plain-form-{name}.for", lines=1) for name in COMMANDS)


# Other occasions -----------------------------------------------------------------------------


def test_no_word_about_those_who_sit_down_is_made_in_code(tmp_path: Path) -> None:
    known, identity, other = tmp_path / "known", Identity.make(), Identity.make()
    sitter = SatDown(0, "Anna", identity.public.raw, door=Door.SSH)
    (new,) = greetings(known, [sitter])
    remember(known, "Anna", other.public)
    (changed,) = greetings(known, [sitter])

    assert english([door_words(sitter), new.words, changed.words], {"Anna"}) == {}


@pytest.mark.parametrize("error", [TimeoutError(), ConnectionRefusedError(111, ""), ConnectionResetError()])
@pytest.mark.parametrize("is_reached", [True, False])
def test_no_word_about_what_is_in_the_way_is_made_in_code(error: OSError, *, is_reached: bool) -> None:
    assert english([why_not(Address("10.9.8.7", 7475), error, is_reached=is_reached)], set()) == {}


@pytest.mark.parametrize(
    "offer", ["", "give", "give x", "give 1 x", "give 999999 coins", "promise x", 'ask ""']
)
def test_no_word_about_an_offer_is_made_in_code(offer: str) -> None:
    game = game_named("rising_sun")
    words = {"give", "want", "promise", "ask", *game.promises.kinds}
    with pytest.raises(InputError) as refused:
        deal_in(game, offer, Deal(0, 0, 1))

    assert english([str(refused.value)], words) == {}


@pytest.mark.parametrize("name", game_names())
def test_no_word_of_the_lessons_is_made_in_code(name: str) -> None:
    course = course_of(name)
    shown = taught(course, ["999", *map(course.answer_line, course.pages)])
    questions = [page.view.decision for page in course.pages if page.answer]
    notation = set().union(*(notation_of(course.game, decision) for decision in questions))

    notation |= words_in(name, *map(course.answer_line, course.pages))

    assert english(shown, notation) == {}
