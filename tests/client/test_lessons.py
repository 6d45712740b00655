"""The first lessons: their script fits the rules, and they can be gone through line by line."""

from __future__ import annotations

import re

import pytest

from client.games.shogun import names
from client.games.shogun.planning.planner import FILL, Planner
from client.table.face import face_of
from client.table.learning import lesson_words, wanted
from client.table.lessons import Course, LessonPage, course_of, played, read_script
from client.table.menu import Menu
from client.texts import has_text, t
from core.catalog import game_named, game_names
from core.games.shogun.board import NUMBER_OF_CARD, PLACES
from core.kinds import InputError
from tests.client.typist import taught
from tests.harness.command import started

GAME = game_named("rising_sun")
TAUGHT = {
    "rising_sun": {"tea", "mandate", "recruit", "marshal", "bid", "hostage", "hire"},
    "shogun": {"plan", "special", "march", "attack"},
    "ninjato": {"turn", "take", "fight", "banzai"},
}
"""The questions a learner has met in the end."""
HAPPENED = {
    "rising_sun": {"AllianceMade", "MandateLaid", "BidsRevealed", "BattleWon"},
    "shogun": {"PlansClosed", "BidsRevealed", "SpecialTaken", "TaxCollected", "Thrown", "ProvinceTaken"},
    "ninjato": {"CardTaken", "GuardBeaten", "BanzaiCalled", "HouseLeft", "EnvoyWon", "SkillLearned"},
}


@pytest.fixture(scope="module", params=game_names())
def course(request: pytest.FixtureRequest) -> Course:
    return course_of(request.param)


@pytest.fixture(scope="module")
def first() -> Course:
    return course_of("rising_sun")


def asked(course: Course) -> list[LessonPage]:
    return [page for page in course.pages if page.answer]


def test_every_answer_a_lesson_wants_is_legal_when_it_is_asked(course: Course) -> None:
    for page in asked(course):
        assert page.view.decision.allows(page.answer), page.lesson


def test_lessons_teach_the_heart_of_a_game(course: Course) -> None:
    assert {page.view.decision.prompt for page in asked(course)} >= TAUGHT[course.game.name]
    events = [
        type(event).__name__ for page in course.pages for turn in page.turns for event in turn.heard.events
    ]

    assert HAPPENED[course.game.name] <= set(events)


def test_every_page_has_its_words_and_every_question_a_reason(course: Course) -> None:
    assert all(has_text(f"learn-{page.lesson}") for page in course.pages)
    assert all(has_text(f"learn-{page.lesson}.why") for page in asked(course))


def test_no_page_has_the_words_of_another() -> None:
    lessons = [page.lesson for name in game_names() for page in course_of(name).pages]

    assert len(set(lessons)) == len(lessons)


def test_no_lesson_shows_what_is_hidden_from_its_learner(course: Course) -> None:
    for page in course.pages:
        for turn in page.turns:
            assert turn.heard.entry.seat == course.seat or not turn.heard.entry.line  # type: ignore[union-attr]
            assert turn.view.viewer == course.seat


def test_lessons_are_short(course: Course) -> None:
    """At 200 words a minute and ten seconds for an answer they take less than eight minutes."""
    words = len(spoken(course).split())

    assert words / 200 * 60 + 10 * len(asked(course)) < 8 * 60


def spoken(course: Course) -> str:
    return " ".join(lesson_words(face_of(course.game.name), page) for page in course.pages)


# The words of the menu -----------------------------------------------------------------------


@pytest.mark.parametrize("form", ["", ".plain"])
def test_a_page_that_asks_names_the_move_as_the_menu_does(course: Course, form: str) -> None:
    for page in menus(course):
        message = f"learn-{page.lesson}{form}"
        assert not has_text(message) or "<the move>" in t(message, move="<the move>"), page.lesson


def test_what_a_lesson_wants_is_what_stands_in_the_rows_to_take(course: Course) -> None:
    face = face_of(course.game.name)
    for page in menus(course):
        menu = Menu(face.options_of(page.view, page.view.decision))
        options = menu.options
        for name in re.findall("“(.+?)”", wanted(face, page)):
            (row,) = [row for row in menu.rows() if f"{row.label} · ".startswith(f"{name} · ")]
            menu, options = menu.into(row), row.options

        assert [option.choice for option in options] == [page.answer], page.lesson


def menus(course: Course) -> list[LessonPage]:
    """Return the pages whose answer is taken from a menu."""
    face = face_of(course.game.name)
    return [page for page in asked(course) if face.options_of(page.view, page.view.decision)]


def test_a_lesson_names_the_places_of_a_plan_as_the_planning_board_does() -> None:
    course = course_of("shogun")
    (page,) = [page for page in asked(course) if page.needs]
    task = t(f"learn-{page.lesson}.task")
    for need in page.needs.split():
        action, _, _ = need.partition("=")
        place = names.short_place(PLACES.index(action))

        assert f" on {place}" in task
        assert f" on {place}" in lesson_words(face_of("shogun"), page)


# Scripts that cannot be ----------------------------------------------------------------------

SCRIPT = """
game = "rising_sun"
seats = ["koi", "lotus", "turtle"]
seat = "koi"

[[chapter]]
[chapter.position]
phase = "tea"

[[chapter.part]]
lesson = "tea"
moves = "MOVE"
"""


def test_a_script_with_a_move_that_the_rules_refuse_is_refused() -> None:
    with pytest.raises(InputError, match="'mandate recruit' of koi is refused"):
        played(read_script(SCRIPT.replace("MOVE", "koi: mandate recruit")))


def test_a_script_with_an_unknown_part_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_script(SCRIPT.replace("lesson =", "leson ="))


# Line by line --------------------------------------------------------------------------------


FINALE = {
    "rising_sun": "You win the battle of Kansai",
    "shogun": "You take Kozuke from Blue, with 1 army left.",
    "ninjato": "You win the envoy Minamoto 56 for fan and scroll: 5 honor.",
}


def answers(course: Course) -> list[str]:
    return [course.answer_line(page) for page in course.pages[:-1]]


def test_lessons_are_gone_through_line_by_line(course: Course) -> None:
    text = "".join(taught(course, answers(course)))

    assert FINALE[course.game.name] in text
    assert "You know enough to play; /help lists the commands." in text


def test_a_plan_is_right_if_what_matters_is() -> None:
    course = course_of("shogun")
    (page,) = [page for page in asked(course) if page.needs]
    line = f"plan {page.needs} deploy_mid=c0 deploy_big=c1 battle_b=c2 build_temple=c4"
    lesser = line.replace("bid=c3", "bid=c2").replace("battle_b=c2", "battle_b=c3")
    before = answers(course)[: course.pages.index(page)]
    shown = taught(course, [*before, lesser, line])

    assert page.answer != course.game.choice_of(line)
    assert "".join(shown).count("You could plan that way.") == 1
    assert "you choose first" in "".join(shown)


def test_a_wrong_answer_gets_a_reason_and_the_question_stays_open(first: Course) -> None:
    lines = ["", "", "", "ally dragonfly", "99", "nonsense", "", "/look", "k", "ready", "/quit", "never read"]
    text = "".join(taught(first, lines))

    assert "Any ally is good" in text
    assert "Here you need “Offer Koi an alliance”." in text
    assert "Nothing fits '99'." in text
    assert text.count("k. Offer Koi an alliance") == 3
    assert "Honor, from the top" in text
    assert text.count("You and Koi are allies.") == 1
    assert "You know enough" not in text


def test_a_lesson_has_the_keys_of_the_table() -> None:
    text = "".join(taught(course_of("ninjato"), ["", "", "d", "5"]))

    assert "2. Raid house 2 by force\n" in text
    assert "5. Raid house 5 by stealth\n" in text
    assert "house 1 by force" not in text, "two ways are a group"
    assert "1. House 1: sentry 4 for the scroll, several ways\n" in text
    assert "You take a 5." in text


def test_a_lesson_explains_what_is_asked_about() -> None:
    lines = ["", "", "?", "d?", "/rule banzai", "/help", "/undo", "palace?"]
    text = "".join(taught(course_of("ninjato"), lines))

    assert "In a turn a player places 1 shuriken at one location" in text
    assert "Dojo: draw 2 cards: The hand before drawing decides" in text
    assert re.search(r"^NJ-\d+\.\d+: .*Banzai", text, re.MULTILINE | re.IGNORECASE)
    assert text.count("A question mark alone reads the rule.") == 2
    assert "Palace, place." in text
    assert "Nothing fits" not in text


def test_a_lesson_goes_back_a_page_and_out_of_a_group() -> None:
    pages = "".join(taught(course_of("ninjato"), ["", "back", "what"]))
    group = "".join(taught(course_of("ninjato"), ["", "", "1", "back", "back"]))

    assert pages.count("You are Red. In each of seven rounds") == 2
    assert pages.count("Enter continues") == 4
    assert group.count("d. Dojo: draw 2 cards") == 2
    assert group.count("Guards protect the treasures") == 2


def test_a_question_that_was_answered_need_not_be_answered_again() -> None:
    text = "".join(taught(course_of("ninjato"), ["", "", "d", "back", "", "5", "t"]))

    assert text.count("A raid takes cards, and you hold a 3 and a 4.") == 2
    assert text.count("Where do you place a shuriken?") == 1
    assert "One more. The 1 and the 2" in text


def test_a_wrong_plan_is_not_lost() -> None:
    before = [""] * 4
    lines = ["tax suruga", "2 shinano", "rice kai", "bid 2", "fill", "seal", "bid 3", "seal"]
    text = "".join(taught(course_of("shogun"), [*before, *lines]))

    assert text.count("You could plan that way.") == 1
    assert "Your plan is complete." in text.partition("You could plan that way.")[2]
    assert "you choose first" in text


def test_the_plan_of_the_lesson_is_the_one_that_is_suggested() -> None:
    course = course_of("shogun")
    (page,) = [page for page in asked(course) if page.needs]
    planner = Planner(page.view, page.view.decision, None)
    for part in page.needs.split():
        place, card = part.split("=")
        planner.lay(PLACES.index(place), NUMBER_OF_CARD[card])
    planner.press(FILL)

    assert planner.choice == page.answer


def test_lessons_end_with_the_input(course: Course) -> None:
    assert len(taught(course, [])) < 5


@pytest.mark.parametrize(("game", "words"), [([], "You are Bonsai."), (["--game", "shogun"], "You are Red.")])
def test_the_command_teaches_line_by_line(game: list[str], words: str) -> None:
    done = started("learn", "--plain", *game, typed="\n")

    assert done.stdout.strip().startswith(words)
    assert done.stderr == ""
