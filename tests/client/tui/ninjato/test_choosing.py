"""Every question of Ninjato is answered by keyboard alone and by mouse, on the board and in the list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from client.games.ninjato import names
from client.games.ninjato.board import NinjatoMap
from client.games.ninjato.map import price_within
from client.games.ninjato.names import AREAS, DOJO, PALACE, area_key, clan
from client.games.ninjato.options import barred, options_of
from client.table.acts import Open, endings, options_in, rows, things, with_keys
from client.table.errands import Doubt
from client.table.key_ring import keyed
from client.table.menu import Menu
from client.table.model import TableModel
from client.tui.dialogs.forms import CombineDialog
from client.tui.keys import USUAL
from core.decisions import Combination
from core.games.ninjato.choices import Palace, Raid
from tests.client.table.errands import at, calls, lines_sent, press, questions, run
from tests.client.tui.answers import Questions, is_legal
from tests.client.tui.at_table import LARGE, SMALL, Seated, scene_of, screen_text, seated
from tests.client.tui.ninjato.tables import GAME, SITUATIONS, moments_of, scene_at, scene_in

MOST_KEYS = 4
"""Where, which envoy, for which kinds, with how much gold."""


QUESTIONS = Questions(SITUATIONS, scene_at)


def test_every_question_is_answered_with_a_few_keys() -> None:
    QUESTIONS.answer_with_few_keys(MOST_KEYS)


async def test_every_question_is_answered_by_mouse(tmp_path: Path) -> None:
    async with seated(scene_at("turn"), tmp_path, LARGE) as table:
        await QUESTIONS.answer_by_mouse(table)


def walk(menu: Menu, depth: int) -> int:
    """Go through all of a menu; return how many keys the longest way takes."""
    page = [*rows(menu), *endings(menu, USUAL.at_table)]
    entries = with_keys(page, keyed({}, things(page), USUAL.letters(), ()))
    assert len({entry.key for entry in entries}) == len(entries), menu.trail
    assert len({entry.label for entry in entries}) == len(entries), menu.trail
    below = [walk(menu.into(entry.act.row), depth + 1) for entry in entries if isinstance(entry.act, Open)]
    return max(below, default=depth)


@pytest.mark.parametrize("journal", ["bots_013", "bots_006", "random_005"])
def test_every_answer_of_a_whole_game_has_its_own_keys_and_words(journal: str) -> None:
    for moment in moments_of(journal):
        for seat in moment.state.pending:
            view = GAME.view_for(moment.state, seat)
            options = options_of(view, view.decision)

            assert walk(Menu(options), 1) <= MOST_KEYS
            assert all(view.decision.allows(option.choice) for option in options)


# On the board --------------------------------------------------------------------------------


async def test_a_place_is_picked_with_tab_and_enter(tmp_path: Path) -> None:
    async with seated(scene_at("turn"), tmp_path) as table:
        board = table.screen.query_one(NinjatoMap)
        targets = sorted(board.targets)
        await table.pilot.press("M", "tab", "enter")
        await table.until(lambda: table.player.done or (table.model.menu and table.model.menu.trail))

        assert DOJO in targets
        assert board.cursor == targets[0]


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_click_on_the_dojo_goes_there(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at("turn"), tmp_path, size) as table:
        await click_on(table, DOJO)

        assert await table.choice() == "dojo"


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_click_on_the_palace_shows_its_envoys(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at("turn"), tmp_path, size) as table:
        await click_on(table, PALACE)
        await table.until(lambda: table.model.menu is not None and table.model.menu.trail)

        assert table.model.menu is not None
        assert [stage.label for stage in table.model.menu.trail] == ["Palace"]
        assert all(isinstance(option.choice, Palace) for option in table.model.menu.active)


async def click_on(table: Seated, area: int) -> None:
    board = table.screen.query_one(NinjatoMap)
    region = board.layout_now.regions[area]
    await table.click(NinjatoMap, offset=(region.x + 2, region.y))


async def test_the_sides_of_a_house_say_what_it_takes(tmp_path: Path) -> None:
    scene = scene_at("turn")
    raids = [
        option for option in options_of(scene.view, scene.view.decision) if isinstance(option.choice, Raid)
    ]

    assert raids
    for option in raids:
        side, play = option.stages[-1].label.split(" · ")
        assert side.rsplit(maxsplit=1)[1].isdigit()
        assert play.startswith("your ")


@pytest.mark.parametrize(("room", "words"), [(8, "fan+vase"), (7, "fan+vas")])
def test_a_cost_is_written_out_where_there_is_room(room: int, words: str) -> None:
    assert price_within("fan+vase", room) == words


async def test_what_is_pointed_at_is_told_in_full_words(tmp_path: Path) -> None:
    async with seated(scene_at("turn"), tmp_path) as table:
        board = table.screen.query_one(NinjatoMap)
        board.cursor = PALACE

        await table.until(lambda: "Taira 52: 3 different kinds" in screen_text(table.app))


def test_a_house_that_cannot_be_raided_says_so() -> None:
    (reason,) = calls(run(at(scene_at("take")).pick(0)))

    assert "House 1" in reason


# Keys ----------------------------------------------------------------------------------------


def turns_of(record: str) -> Iterator[TableModel]:
    """Sit down in every turn of a game."""
    for moment in moments_of(record):
        for seat in moment.state.pending:
            view = GAME.view_for(moment.state, seat)
            if view.decision.prompt == "turn":
                yield at(scene_of(view, seat, game=GAME))


@pytest.mark.parametrize("record", ["bots_013", "random_005"])
def test_an_area_has_the_same_key_in_every_turn(record: str) -> None:
    """Whatever else can be done: house 2 is 2, the palace is p, and nothing else ever is."""
    for model in turns_of(record):
        for entry in model.listing.entries:
            places = {place for option in options_in(entry.act) for place in option.places}

            assert {area_key(place) for place in places} == {entry.key}


@pytest.mark.parametrize("record", ["bots_013", "bots_001"])
def test_the_key_of_an_area_that_cannot_be_picked_says_why(record: str) -> None:
    """Not that it does nothing: because of what you hold, or of what is left there."""
    told = set()
    for model in turns_of(record):
        assert model.scene is not None
        for area in set(AREAS) - model.listing.targets:
            key, reason = area_key(area), barred(model.scene.view, area)
            assert model.press(key) is None
            model.explain(key, "H")
            told.add(reason.split()[0])

            assert model.notice == f"{key} “{names.area(area)}”: {reason}"

    assert told == {"House", "Nothing", "There", "You", "Your"}  # each of the reasons there are


@pytest.mark.parametrize("record", ["bots_006", "random_005"])
def test_a_play_is_reached_by_the_number_of_its_card(record: str) -> None:
    """Unless all plays begin with the same card: then by what is added to it."""
    for moment in moments_of(record):
        for seat in moment.state.pending:
            view = GAME.view_for(moment.state, seat)
            if view.decision.prompt != "fight":
                continue
            reached = [
                (option.choice.parts[0], entry.key)
                for entry in at(scene_of(view, seat, game=GAME)).listing.entries
                for option in options_in(entry.act)
                if isinstance(option.choice, Combination)
            ]
            if len({first for first, _ in reached}) > 1:
                assert all(first == key for first, key in reached if first.isdigit())


def test_the_dojo_says_how_many_cards_are_still_to_be_taken() -> None:
    scene = scene_at("take")
    prompt = at(scene).prompt(0.0)

    assert prompt is not None
    assert prompt.sentence == f"Dojo: which card do you take? {scene.view.agenda[-1].left} to go"


@pytest.mark.parametrize("question", ["award", "rumor"])
def test_an_award_names_its_clan(question: str) -> None:
    scene = scene_at(question)
    prompt = at(scene).prompt(0.0)

    assert prompt is not None
    assert f" with {clan(scene.view.agenda[-1].clan)}: " in prompt.sentence


def test_giving_up_asks_first_where_the_guard_could_be_beaten() -> None:
    model = at(scene_at("fight"))
    (doubt,) = questions(press(model, "0", False))

    assert isinstance(doubt, Doubt)
    assert "You could beat this guard" in doubt.warning
    assert lines_sent(model, press(model, "0", True)) == ["fail"]


# Putting together ----------------------------------------------------------------------------


async def test_more_than_it_takes_can_be_put_together(tmp_path: Path) -> None:
    """Stealth against a 5: a 1 wins alone, so the menu does not offer to spend a 3 on it."""
    async with seated(scene_in("20_03_the_sentry", 1), tmp_path) as table:
        assert table.model.menu is not None
        listed = {GAME.line_of(option.choice) for option in table.model.menu.options}
        await table.pilot.press("+")
        await table.until(lambda: isinstance(table.app.screen, CombineDialog))
        await table.pilot.press("down", "down", "right", "enter")
        line = await table.choice()

        assert line == "play 1 -3"
        assert line not in listed
        assert is_legal(line, table)


async def test_the_form_tells_what_parts_come_to_and_plays_nothing_that_loses(tmp_path: Path) -> None:
    """Stealth against a 1: a 1 with a 3 as -1 wins; alone it ties."""
    async with seated(scene_in("20_04_one_with_a_three", 1), tmp_path) as table:
        await table.pilot.press("+")
        await table.until(lambda: isinstance(table.app.screen, CombineDialog))
        await table.until(lambda: "This makes 0 and beats 1." in screen_text(table.app))
        await table.pilot.press("down", "down", "left")
        await table.until(lambda: "This makes 1, which does not beat 1." in screen_text(table.app))
        await table.pilot.press("enter")
        await table.pilot.pause()
        assert not table.player.done

        await table.pilot.press("right", "enter")

        assert await table.choice() == "play 1 -3"


async def test_the_form_says_when_there_is_not_as_much(tmp_path: Path) -> None:
    """The only 3 cannot be added twice."""
    async with seated(scene_in("20_04_one_with_a_three", 1), tmp_path) as table:
        await table.pilot.press("+")
        await table.until(lambda: isinstance(table.app.screen, CombineDialog))
        await table.pilot.press("down", "right")

        await table.until(lambda: "You don't have that much." in screen_text(table.app))


async def test_of_two_guards_the_other_can_be_fought_first(tmp_path: Path) -> None:
    scene = scene_in("double_own_order", 3)
    assert isinstance(scene.view.decision.kit.marks, tuple)
    assert len(scene.view.decision.kit.marks) == 2
    async with seated(scene, tmp_path) as table:
        assert table.model.menu is not None
        plays = [option.choice for option in table.model.menu.options]
        named = [play for play in plays if isinstance(play, Combination) and play.mark]

        assert named, plays


def test_a_question_with_nothing_more_to_put_together_has_no_form() -> None:
    assert "+" not in [entry.key for entry in at(scene_at("banzai")).listing.entries]
