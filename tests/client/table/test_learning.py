"""A course without a screen: pages turn, answers are judged, and all of it can be leafed through."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from client.local.settings import Pace, Settings
from client.table.errands import Depart, Errand, FillIn, Shown
from client.table.learning import LessonModel
from client.table.lessons import course_of
from client.table.menu import Draft
from core.decisions import Allocation
from tests.client.table.errands import of_kind, questions, run

COURSE = course_of("rising_sun")
Learn = Callable[..., LessonModel]


@pytest.fixture
def learn(tmp_path: Path) -> Learn:
    """Come to a lesson, at once or step by step."""

    def come_to(lesson: str, pace: Pace = "instant") -> LessonModel:
        model = LessonModel(COURSE, Settings(pace=pace), tmp_path)
        run(model.sit_down(model.scenes[0], ()))
        while model.page.lesson != lesson:
            go_on(model)
        return model

    return come_to


def go_on(model: LessonModel) -> list[Errand]:
    """Read on, or give the right answer."""
    answer = model.page.answer
    if answer is None or not model.is_my_turn:
        return run(model.hurry())
    option = next((o for o in model.menu.options if o.choice == answer), None) if model.menu else None
    return run(model.choose(option)) if option else run(model.fill_form(), Draft(answer, is_final=True))


def press(model: LessonModel, key: str) -> list[Errand]:
    act = model.press(key)
    assert act is not None
    return run(model.perform(act))


def test_a_battle_is_seen_step_by_step_however_one_likes_the_rest(learn: Learn) -> None:
    model = learn("harvest", pace="brisk")
    go_on(model)
    steps = 0
    while model.is_telling:
        assert model.page.lesson == "harvest"
        steps += 1
        run(model.hurry())

    assert model.page.lesson == "war"
    assert steps > 1


def test_a_wrong_answer_gets_a_friendly_word_and_the_right_one_counts_after_it(learn: Learn) -> None:
    model = learn("tea")
    wrong = next(entry.key for entry in model.listing.entries if "Dragonfly" in entry.label)
    assert not of_kind(Shown, press(model, wrong))
    remark = model.words
    go_on(model)

    assert "Any ally is good" in remark
    assert "Here you need “Offer Koi an alliance”." in remark
    assert (model.page.lesson, model.is_remark) == ("ready", False)


def test_nobody_who_has_answered_reads_on_what_was_wanted(learn: Learn) -> None:
    """The request is gone while what follows from the answer is told step by step."""
    model = learn("tea", pace="step")
    run(model.hurry())
    was_asked_for = model.is_remark
    press(model, next(entry.key for entry in model.listing.entries if "Koi" in entry.label))

    assert was_asked_for
    assert model.is_telling
    assert not model.is_remark


def test_a_key_says_what_a_page_waits_for_and_then_what_it_said(learn: Learn) -> None:
    model = learn("tea")
    page = model.words
    run(model.hurry())
    wanted = model.words
    run(model.hurry())

    assert "Here you need “Offer Koi an alliance”." in wanted
    assert model.words == page
    assert not model.can_go_on


def test_a_wrong_bid_can_be_mended(learn: Learn) -> None:
    model = learn("bid")
    (form,) = questions(run(model.fill_form(), Draft(Allocation((0, 2, 0, 0)), is_final=True)))
    assert isinstance(form, FillIn)
    assert form.remark == "Put 2 coins on Take Hostage and 2 on Hire Ronin, then press Enter."
    assert "You could bid that way" in model.words
    assert model.drafting.choice == Allocation((0, 2, 0, 0))
    go_on(model)

    assert model.page.lesson == "hostage"


def test_one_can_leaf_back_and_on_and_answer_again(learn: Learn) -> None:
    model = learn("mandate")
    logs = []
    for lesson in ("politics", "ready", "tea"):
        logs += [shown.lines for shown in of_kind(Shown, run(model.undo())) if shown.is_past]
        assert model.page.lesson == lesson
    assert logs[0]
    assert logs[-1] == []
    assert model.can_go_on
    go_on(model)
    for lesson in ("politics", "mandate"):
        run(model.turn(1))
        assert model.page.lesson == lesson
    run(model.turn(1))

    assert model.page.lesson == "mandate", "which has to be answered"
    assert model.is_my_turn


def test_a_course_can_be_left_for_a_game_or_nothing(learn: Learn) -> None:
    first, last = learn(COURSE.pages[0].lesson), learn(COURSE.pages[-1].lesson)

    assert last.is_last
    assert press(first, "2") == press(last, "1") == [Depart(is_again=True)]
    assert run(first.leave()) == press(last, "2") == [Depart()]
