"""Plans of Shogun at a table: cards that are turned over one by one."""

from __future__ import annotations

from random import Random

from core.catalog import game_named
from core.records import Revelation
from tests.server.worlds import World, begun

SHOGUN = game_named("shogun")


def came_to_light(world: World) -> bool:
    events = world.steward._story.past[-1].events  # noqa: SLF001
    return any(isinstance(event, Revelation) for event in events)


async def test_a_choice_after_which_a_card_was_turned_over_is_not_simply_taken_back() -> None:
    """A move between own provinces draws nothing, and yet the next player's card comes to light with it."""
    dice = Random(4)
    finals = []
    async with begun("back", 4, game=SHOGUN) as world:
        while world.table.prompts:
            draws = world.table.state.draws
            await world.play_at_random(dice)
            if world.table.past and world.table.state.draws == draws and came_to_light(world):
                finals.append(world.table.past[-1].is_final)

    assert finals
    assert all(finals)
