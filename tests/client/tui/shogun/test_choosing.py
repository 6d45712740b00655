"""Every question of Shogun, answered by keys, by arrows, by mouse and on the map."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.tui.map import ProvinceMap
from client.tui.settings import Settings
from client.tui.shogun.options import options_of
from client.tui.shogun.planning import PlanDialog
from client.tui.widgets.choices import Choices
from client.tui.widgets.prompt import PromptLine
from core.games.shogun import GAME
from core.games.shogun.board import PROVINCES
from tests.client.tui.answers import Questions, act, is_legal
from tests.client.tui.at_table import LARGE, SMALL, seated
from tests.client.tui.shogun.moments import QUESTIONS, asked, scene_at, states

LISTED = Questions([question for question in QUESTIONS if question != "plan"], scene_at)


async def test_every_question_is_answered_with_few_keys(tmp_path: Path) -> None:
    async with seated(scene_at("special"), tmp_path) as table:
        await LISTED.answer_with_few_keys(table, most=2)


async def test_every_question_is_answered_with_arrows_and_enter(tmp_path: Path) -> None:
    async with seated(scene_at("special"), tmp_path) as table:
        await LISTED.answer_with_arrows(table)


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
            await act(table, "m", "tab", "enter")
            if not table.player.done:
                await act(table, table.screen.query_one(Choices).entries[0].key)

            assert is_legal(await table.choice(), table), question


async def test_a_province_is_picked_by_a_click(tmp_path: Path) -> None:
    async with seated(scene_at("revolt"), tmp_path) as table:
        board = table.screen.query_one(ProvinceMap)
        target = min(board.targets)
        plan = board.facts.atlas.plans[0] if board.facts is not None else None
        assert plan is not None
        x, y = plan.centres[target]
        await table.click(board, offset=(round(x), round(y / 2)))

        assert await table.choice() == f"revolt {PROVINCES[target]}"


async def test_the_prompt_names_the_province_it_is_about(tmp_path: Path) -> None:
    async with seated(scene_at("march"), tmp_path) as table:
        assert "Battle" in table.screen.query_one(PromptLine).sentence
        assert " from " in table.screen.query_one(PromptLine).sentence


async def test_an_attack_needs_a_second_word_unless_one_trusts_ones_fingers(tmp_path: Path) -> None:
    scene = scene_at("march")
    attacks = [option for option in options_of(scene.view, scene.view.decision) if option.is_grave]
    assert attacks
    async with seated(scene, tmp_path, settings=Settings(pace="instant", confirm=False)) as table:
        table.screen.choose(attacks[0])

        assert await table.choice() == attacks[0].line


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
