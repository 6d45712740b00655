"""The screen words refusals at the table in the language in use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from client.games.shogun.planning.form import PlanDialog
from client.texts import speak, t
from core.kinds import MoveError, PhrasedError
from protocol.talk import TalkError
from tests.client.tui.at_table import scene_at, seated
from tests.client.tui.shogun.moments import scene_at as scene_of_shogun
from tests.client.wide import english, wide_texts


@pytest.fixture(autouse=True)
def _wide_letters() -> Iterator[None]:
    speak(wide_texts())
    yield
    speak(None)


@pytest.mark.parametrize("error", [TalkError("no-words"), MoveError("no-amount", word="04")])
async def test_what_is_refused_pops_up_in_words(error: PhrasedError, tmp_path: Path) -> None:
    async with seated(scene_at("hire"), tmp_path) as table:
        table.player.refusal = error
        await table.pilot.press("h")
        await table.until(table.toasts)
        popped_up = table.toasts()

    assert english([popped_up], set()) == {}


async def test_what_is_wrong_with_a_plan_is_said_in_words(tmp_path: Path) -> None:
    async with seated(scene_of_shogun("plan"), tmp_path) as table:
        await table.until(lambda: isinstance(table.app.screen, PlanDialog))
        dialog = table.app.screen
        assert isinstance(dialog, PlanDialog)
        await table.pilot.press("enter")
        await table.until(lambda: t("refuse-sg-cards-to-lay", number=11) in dialog.planner.notice)

        assert english([dialog.planner.notice], set()) == {}
