"""Every question of a game, answered with few keys, with arrows, or by mouse."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from typing import NamedTuple

from client.table.scene import Scene
from client.tui.dialogs.forms import CombineDialog
from client.tui.dialogs.questions import Confirm
from client.tui.widgets.choices import Choices
from tests.client.table.errands import at, lines_sent, press
from tests.client.tui.at_table import Seated

NOT_ANSWERS = {"G", "esc"}


class Questions(NamedTuple):
    """What a game asks in lists, and the scene in which it asks that."""

    names: Iterable[str]
    scene_at: Callable[[str], Scene]

    async def asked_at(self, table: Seated) -> AsyncIterator[str]:
        """Ask one thing after the other; each must have a legal answer before the next."""
        for question in self.names:
            await table.asked(self.scene_at(question))
            yield question
            assert is_legal(await table.choice(), table), question

    def answer_with_few_keys(self, most: int) -> None:
        """Take the first of each list, without a screen, and say yes to what is grave."""
        for question in self.names:
            scene, lines, keys = self.scene_at(question), list[str](), 0
            model = at(scene)
            while not lines:
                lines = lines_sent(model, press(model, model.listing.entries[0].key, True))
                keys += 1
            assert keys <= most, question
            assert scene.view.decision.allows(scene.game.choice_of(lines[0])), question

    async def answer_with_arrows(self, table: Seated) -> None:
        """Give the last answer of each list."""
        async for _ in self.asked_at(table):
            while not table.player.done:
                entries = table.screen.query_one(Choices).entries
                answers = [entry for entry in entries if entry.key not in NOT_ANSWERS]
                await act(table, "home", *["down"] * (len(answers) - 1), "enter")

    async def answer_by_mouse(self, table: Seated) -> None:
        async for _ in self.asked_at(table):
            while not table.player.done:
                await act(table)


def is_legal(line: str, table: Seated) -> bool:
    scene = table.model.scene
    assert scene is not None
    return bool(scene.view.decision.allows(scene.game.choice_of(line)))


async def act(table: Seated, *keys: str) -> None:
    """Press keys, or click on the first choice; say yes to what is grave; wait for the effect."""
    before = table.screen.query_one(Choices).entries
    if keys:
        await table.pilot.press(*keys)
    else:
        await table.click(Choices, offset=(4, 0))
    await table.until(
        lambda: (
            table.player.done
            or table.app.screen is not table.screen
            or table.screen.query_one(Choices).entries != before
        )
    )
    if isinstance(table.app.screen, Confirm):
        await (table.pilot.press("y") if keys else table.click("#yes"))
        await table.choice()
    elif isinstance(table.app.screen, CombineDialog):
        await table.pilot.press("enter")
    await table.until(lambda: table.app.screen is table.screen)
