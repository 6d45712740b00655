"""Plans of Shogun on the wire: no byte to a viewer depends on cards face down or the floors of the tower."""

from __future__ import annotations

from random import Random

import pytest

from core.catalog import game_named
from core.records import Choice, Revelation, Seat, Viewer
from tests.server.test_secrecy import World, begun, change_what_is_hidden, copy_of

SHOGUN = game_named("shogun")


@pytest.fixture(autouse=True)
def _locks_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock is as random as its salt; with both the same for every line, the rest can be compared."""
    monkeypatch.setattr("protocol.oaths.lock_of", lambda _salt, _line: bytes(32))
    monkeypatch.setattr("protocol.oaths.secrets.token_bytes", bytes)


def that_look_alike(
    left: World, right: World, seat: Seat, viewer: Viewer, dice: Random
) -> tuple[Choice, Choice] | None:
    """Pick a choice for each world, so that the viewer sees no difference; none if plans would be opened."""
    one, other = (world.table.prompts[seat].decision for world in (left, right))
    choice: Choice = one.sample(dice)
    is_sealed = type(left.table.state.agenda[-1]) in SHOGUN.rules.sealed
    if is_sealed and len(left.table.prompts) == 1:
        return None
    if is_sealed and seat != viewer:
        return choice, other.sample(dice)
    return (choice, choice) if other.allows(choice) else None


def came_to_light(world: World) -> bool:
    events = world.steward._story.past[-1].events  # noqa: SLF001
    return any(isinstance(event, Revelation) for event in events)


async def compare(left: World, right: World, viewer: Viewer, dice: Random) -> int:
    """Go on in both worlds until something comes to light; give the steps."""
    steps = 0
    mine, theirs = left.guests[viewer], right.guests[viewer]
    assert mine.sent == theirs.sent
    while left.table.prompts and steps < 8:
        seat = dice.choice(sorted(left.table.prompts))
        choices = that_look_alike(left, right, seat, viewer, dice)
        if choices is None:
            break
        for world, choice in zip((left, right), choices, strict=True):
            await world.choose(seat, choice)
        if came_to_light(left) or came_to_light(right):
            break
        assert mine.sent == theirs.sent
        assert left.table.view_for(viewer) == right.table.view_for(viewer)
        steps += 1
    return steps


@pytest.mark.parametrize("players", [3, 5])
async def test_no_byte_that_a_viewer_is_sent_depends_on_a_plan_face_down(players: int) -> None:
    dice, steps, tries = Random(players), 0, 0
    async with begun(f"plans {players}", players, game=SHOGUN) as world:
        while world.table.prompts:
            if dice.random() < 0.25:
                viewer = dice.choice([*world.table.seats, None])
                left, right = await copy_of(world), await copy_of(world)
                change_what_is_hidden(right, viewer, dice)
                steps += await compare(left, right, viewer, dice)
                tries += 1
                await left.steward.aclose()
                await right.steward.aclose()
            await world.play_at_random(dice)

    assert tries > 5
    assert steps > 6


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
