"""Every question of Shogun, answered by keys, by arrows, by mouse and on the map."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.games.shogun.facts import percents
from client.games.shogun.options import options_of
from client.games.shogun.planning.form import PlanDialog
from client.table.errands import Doubt
from client.tui.map.widget import ProvinceMap
from client.tui.widgets.choices import Choices
from core.games.shogun import GAME
from core.games.shogun.board import PROVINCES
from core.games.shogun.choices import MoveArmies
from core.games.shogun.odds import foreseen
from tests.client.table.errands import at, questions, run
from tests.client.tui.answers import Questions, act, is_legal
from tests.client.tui.at_table import LARGE, SMALL, seated
from tests.client.tui.shogun.moments import QUESTIONS, asked, scene_at, states

LISTED = Questions([question for question in QUESTIONS if question != "plan"], scene_at)


def test_every_question_is_answered_with_few_keys() -> None:
    LISTED.answer_with_few_keys(most=2)


@pytest.mark.parametrize("size", [SMALL, (104, 30), LARGE])
async def test_every_question_is_answered_by_mouse(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at("special"), tmp_path, size) as table:
        await LISTED.answer_by_mouse(table)


async def test_provinces_are_picked_on_the_map(tmp_path: Path) -> None:
    """Tab goes round the legal targets, Enter picks; how many march is asked after it."""
    async with seated(scene_at("special"), tmp_path) as table:
        for question in ("march", "regroup", "revolt", "pick"):
            await table.asked(scene_at(question))
            assert table.screen.query_one(ProvinceMap).targets, question
            await act(table, "M", "tab", "enter")
            if not table.player.done:
                await act(table, table.screen.query_one(Choices).entries[0].key)

            assert is_legal(await table.choice(), table), question


async def test_a_province_is_picked_by_a_click(tmp_path: Path) -> None:
    async with seated(scene_at("revolt"), tmp_path) as table:
        board = table.screen.query_one(ProvinceMap)
        target = min(board.targets)
        assert board.facts is not None
        x, y = board.facts.atlas.outline.drawn(80, 19, in_cells=False).centres[target]
        await table.click(board, offset=(round(x), round(y / 2)))

        assert await table.choice() == f"revolt {PROVINCES[target]}"


def test_before_an_attack_one_is_told_what_may_come_of_it() -> None:
    scene = scene_at("march")
    model = at(scene)
    options = options_of(scene.view, scene.view.decision)
    attack = next(option for option in options if "Shinano" in option.words)
    (doubt,) = questions(run(model.choose(attack), False))
    prompt = model.prompt(0.0)

    assert isinstance(doubt, Doubt)
    assert "left on average. Draw" in doubt.warning
    assert prompt is not None
    assert "Battle" in prompt.sentence
    assert " from " in prompt.sentence


def test_an_attack_says_how_often_it_is_won_drawn_and_lost() -> None:
    """In the list for all armies that can go, and then for each number of them."""
    view = scene_at("march").view
    attacks = [option for option in options_of(view, view.decision) if option.is_grave]
    for option in attacks:
        move = option.choice
        assert isinstance(move, MoveArmies)
        ahead, all_go = foreseen(view, move), foreseen(view, replace(move, armies=2))
        assert ahead is not None
        assert all_go is not None
        win, draw, lose = percents(ahead.taken, ahead.emptied, ahead.held)
        best = percents(all_go.taken, all_go.emptied, all_go.held)

        assert option.words.endswith(f" · {win}/{draw}/{lose}%")
        assert option.stages[1].label.endswith(f" · {win}/{draw}/{lose}% · {ahead.attackers:.1f} left")
        assert option.stages[0].label.endswith(f" · {best[0]}/{best[1]}/{best[2]}%")

    assert any("Shinano · Black 2 · " in option.words for option in attacks)


@pytest.mark.parametrize("question", ["attack", "defence"])
def test_one_more_cube_helps_who_is_asked(question: str) -> None:
    view = scene_at(question).view
    add, decline = (option.words.rpartition(" · ")[2] for option in options_of(view, view.decision))
    more, fewer = (list(map(int, words.rstrip(" %").split("/"))) for words in (add, decline))

    assert sum(more) == sum(fewer) == 100
    assert more[0] > fewer[0]
    assert more[2] < fewer[2]


@pytest.mark.parametrize(
    ("chances", "rounded"),
    [
        ((1 / 3, 1 / 3, 1 / 3), (34, 33, 33)),
        ((0.164, 0.238, 0.598), (16, 24, 60)),
        ((0.005, 0.995), (1, 99)),
        ((1.0, 0.0, 0.0), (100, 0, 0)),
    ],
)
def test_percents_add_up_to_a_hundred(chances: tuple[float, ...], rounded: tuple[int, ...]) -> None:
    assert percents(*chances) == rounded


@pytest.mark.parametrize("seed", [1, 2])
def test_every_answer_of_whole_games_has_words_of_its_own_and_a_rule(seed: int) -> None:
    for state in states(seed):
        for seat, decision in state.pending.items():
            options = options_of(GAME.view_for(state, seat), decision)
            assert len({option.words for option in options}) == len(options)
            assert all(option.about for option in options)


def test_there_is_a_moment_for_every_question() -> None:
    assert set(asked()) == set(QUESTIONS)


async def test_a_plan_is_made_in_a_form(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path) as table:
        await table.until(lambda: isinstance(table.app.screen, PlanDialog))


def test_what_cubes_decide_is_said_in_words_with_the_armies_left() -> None:
    """What a draw means, too; a revolt has none."""
    said = {
        question: [option.about for option in options_of(view, view.decision)]
        for question in ("attack", "defence", "revolt")
        for view in [scene_at(question).view]
    }

    assert all(re.match(r"Win \d+%, with \d\.\d armies left on average\. ", one) for one in said["attack"])
    assert all(re.match(r"Hold \d+%, .* Draw \d+%: nobody holds \w+", one) for one in said["defence"])
    assert all(re.match(r"Hold \d+%, .* Lose \d+%: nobody holds \w+", one) for one in said["revolt"])
