"""A plan beside the map: keys, mouse and map reach the planner, and it is drawn; drafts and seals."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from textwrap import wrap

import pytest
from msgspec.structs import replace
from textual.geometry import Offset, Region, Size

from client.games.shogun import names
from client.games.shogun.facts import answer_words, of_attack
from client.games.shogun.map import ATLASES, facts_of
from client.games.shogun.panels import OwnPlan
from client.games.shogun.planning.form import SEA as SEA_COLUMNS
from client.games.shogun.planning.form import SEA_ROWS, PlanDialog, plan_spots
from client.games.shogun.planning.planner import DIGITS, Planner
from client.games.shogun.planning.words import HEAD, MOST_CLASHES, WARNING, Line, about
from client.local.settings import Settings
from client.table.scene import Scene
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.lookup import RulesScreen
from client.tui.dialogs.questions import Confirm
from client.tui.map.plan import SEA
from client.tui.map.widget import ProvinceMap, drawing_for
from core.decisions import EMPTY, Arrange, Arrangement
from core.games.shogun import GAME
from core.games.shogun.board import (
    BATTLE_A,
    BID,
    CARDS,
    CHEST_CARDS,
    COLLECT_TAX,
    LAND,
    NO_CARD,
    PLACES,
    PROVINCES,
)
from core.games.shogun.foresight import chances_from
from tests.client.tui.at_table import LARGE, SMALL, Seated, screen_text, seated
from tests.client.tui.shogun.moments import asked, scene_at, scene_of, states

HUGE = (200, 60)
SIZES = [SMALL, (104, 30), LARGE, HUGE]
SAGAMI, KAZUSA, SHIMOSA = map(PROVINCES.index, ("sagami", "kazusa", "shimosa"))


async def opened(table: Seated) -> PlanDialog:
    await table.until(lambda: isinstance(table.app.screen, PlanDialog))
    dialog = table.app.screen
    assert isinstance(dialog, PlanDialog)
    await table.settled()
    return dialog


def decision() -> Arrange:
    asked_for = asked()["plan"][1].decision
    assert isinstance(asked_for, Arrange)
    return asked_for


# Keys ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_a_plan_is_made_and_sealed_with_twelve_keys(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path, size) as table:
        dialog = await opened(table)
        await table.pilot.press(*DIGITS, "+", "enter")

        line = await table.choice()
        assert decision().allows(GAME.choice_of(line))
        assert GAME.choice_of(line) == dialog.choice


async def test_a_letter_points_on_the_map_arrows_walk_from_there_and_enter_lays(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path) as table:
        dialog = await opened(table)
        place = dialog.planner.place
        await table.pilot.press("s")
        await table.until(lambda: dialog.query_one(ProvinceMap).cursor == SAGAMI)
        assert dialog.choice.cards == (EMPTY,) * len(PLACES)
        await table.pilot.press("down")
        await table.until(lambda: dialog.planner.pointed not in (SAGAMI, None))
        beside = dialog.planner.pointed
        await table.pilot.press("s", "enter")
        await table.until(lambda: dialog.planner.pointed is None)

        assert beside is not None
        assert names.province(beside) == "Izu"
        assert dialog.planner.plan[place] == SAGAMI
        assert dialog.query_one(ProvinceMap).cursor is None


async def test_tab_goes_round_the_provinces_in_hand(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path) as table:
        dialog = await opened(table)
        hand = {card for card in dialog.planner.hand if card in LAND}
        seen = set()
        for _ in hand:
            await table.pilot.press("tab")
            await table.pilot.pause()
            seen.add(dialog.planner.pointed)

        assert seen == hand
        await table.pilot.press("escape")
        await table.until(lambda: dialog.planner.pointed is None)
        assert table.app.screen is dialog


async def test_help_and_rules_open_over_the_plan_which_stays(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path) as table:
        dialog = await opened(table)
        await table.pilot.press("1", "H")
        await table.until(lambda: isinstance(table.app.screen, LinesDialog))
        await table.until(lambda: "the next best" in screen_text(table.app))
        await table.pilot.press("escape", "f1")
        await table.until(lambda: isinstance(table.app.screen, RulesScreen))
        await table.until(lambda: "SG-7.1" in screen_text(table.app))
        await table.pilot.press("escape")
        await table.until(lambda: table.app.screen is dialog)

        assert dialog.planner.gaps == len(PLACES) - 1


# Mouse ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_plan_is_made_by_mouse(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path, size) as table:
        dialog = await opened(table)
        before = dialog.planner.place
        await table.click("#plan-places", offset=(30, 1) if size == SMALL else (5, 6))
        await table.until(lambda: dialog.planner.place != before)
        place = dialog.planner.place
        the_map = dialog.query_one(ProvinceMap)
        await table.click(the_map, offset=place_on(the_map, SAGAMI))
        await table.until(lambda: dialog.planner.plan[place] == SAGAMI)
        await table.click("#plan-keys", offset=(14, 0))
        await table.until(lambda: EMPTY not in dialog.choice.cards)
        await table.click("#plan-keys", offset=(2, 0))

        assert GAME.choice_of(await table.choice()) == dialog.choice


def place_on(the_map: ProvinceMap, province: int) -> tuple[int, int]:
    """Find a cell of a province."""
    cells = (Offset(x, y) for y in range(the_map.size.height) for x in range(the_map.size.width))
    return next(cell for cell in cells if the_map.area_at(cell) == province)


async def test_what_the_mouse_is_over_is_told_of_and_not_laid(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path, LARGE) as table:
        dialog = await opened(table)
        the_map = dialog.query_one(ProvinceMap)
        await table.pilot.hover(the_map, offset=place_on(the_map, SAGAMI))
        await table.until(lambda: "Sagami · " in screen_text(table.app, "ProvinceMap"))
        await table.pilot.press("enter")
        await table.until(lambda: dialog.planner.notice)

        assert dialog.choice.cards == (EMPTY,) * len(PLACES)


# What is in sight ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [*SIZES, (82, 45), (119, 40), (126, 34), (160, 50)])
def test_the_plan_hides_nothing_of_the_map_but_sea(size: tuple[int, int]) -> None:
    the_map = ProvinceMap(facts_of(asked()["plan"][1]))
    spots = plan_spots(Size(*size), the_map.sea_rows)
    assert not spots.map.overlaps(spots.places)
    assert spots.map.height >= 19
    assert spots.map.width >= 80
    everything = Region(0, 2, *size).intersection(Region(0, 0, *size))
    assert everything.contains_region(spots.places)
    drawing = drawing_for(ATLASES[0], the_map.style, spots.map.size)
    left, top = (spots.map.width - drawing.width) // 2, (spots.map.height - drawing.height) // 2
    for covered in (spots.map.intersection(region) for region in (spots.about, spots.keys)):
        cells = product(range(covered.x, covered.right), range(covered.y, covered.bottom))
        assert all(drawing.area_at(x - left, y - spots.map.y - top) == SEA for x, y in cells)


KEYS_WITH_MUCH_TO_SAY = (
    ["F"],
    ["enter"],
    ["2", "2", "F"],
    [*DIGITS, "F"],
    ["+"] * 5 + ["F"],
    ["4", "4", "4"],
)


@pytest.mark.parametrize("keys", KEYS_WITH_MUCH_TO_SAY)
def test_the_sea_of_the_smallest_map_has_room_for_what_a_key_did(keys: list[str]) -> None:
    for state in states():
        for seat, asks in state.pending.items():
            if isinstance(asks, Arrange):
                planner = Planner(GAME.view_for(state, seat), asks, None)
                for key in keys:
                    planner.press(key)
                    lines = about(planner, SEA_COLUMNS - 1)
                    place, *warnings = (line for line in lines if line.tone in (HEAD, WARNING))
                    assert rows_at_sea(place, *warnings[:1]) < SEA_ROWS


def rows_at_sea(*lines: Line) -> int:
    return sum(len(wrap(row, SEA_COLUMNS - 1)) for line in lines for row in line.shortened.words.splitlines())


@pytest.mark.parametrize("size", SIZES)
async def test_map_header_and_all_eleven_places_are_in_sight(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path, size) as table:
        dialog = await opened(table)
        await table.pilot.press("F")
        await table.until(lambda: not dialog.planner.gaps)
        text = await table.settled()

    assert "YOUR TURN" in text
    assert "11 cards placed as suggested." in " ".join(text.split())
    for place in range(len(PLACES)):
        assert names.short_place(place).removesuffix(" 1").split()[0].lower() in text.lower()
    assert any(row in text for row in ("Hitachi", "Shimosa"))


async def test_what_a_plan_would_pay_and_yield_is_told(tmp_path: Path) -> None:
    view = asked()["plan"][1]
    async with seated(scene_at("plan"), tmp_path, LARGE) as table:
        dialog = await opened(table)
        for place, card in ((3, 0), (COLLECT_TAX, 1)):
            dialog.planner.lay(place, dialog.planner.hand[card])
        dialog.planner.lay(BID, CHEST_CARDS[2])
        await table.pilot.press("down")
        text = await table.settled()

    assert f"Chests {view.chests[view.viewer or 0]} · Bid -2 = " in " ".join(text.split())
    assert "rice unrest" in text


async def test_a_window_that_changes_its_size_has_the_plan_where_there_is_room(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path, SMALL) as table:
        dialog = await opened(table)
        below = dialog.query_one("#plan-places").region
        await table.pilot.resize_terminal(*LARGE)
        await table.until(
            lambda: dialog.query_one("#plan-places").region.x > dialog.query_one(ProvinceMap).region.x
        )

        assert below.x == 0


def rich() -> Scene:
    """A hand of thirteen provinces, all in unrest, and few chests."""
    seat, view = asked()["plan"]
    own = range(13)
    cards = (*(CARDS[card] for card in own), *(CARDS[card] for card in CHEST_CARDS))
    return scene_of(
        replace(
            view,
            owner=tuple(seat if place in own else owner for place, owner in enumerate(view.owner)),
            armies=tuple(max(2, number) for number in view.armies),
            revolts=tuple(int(place in own) for place in range(len(view.revolts))),
            chests=(6,) * len(view.chests),
            decision=replace(decision(), cards=cards, barred=()),
        ),
        seat,
    )


async def test_the_revolt_a_card_leads_to_is_told_of_at_any_size(tmp_path: Path) -> None:
    async with seated(rich(), tmp_path, SMALL) as table:
        dialog = await opened(table)
        dialog.planner.go_to(COLLECT_TAX)
        await table.pilot.press("h")
        await table.until(lambda: "Revolt, " in screen_text(table.app))

        assert dialog.planner.plan[COLLECT_TAX] == NO_CARD


WORDS = "#plan-about, #plan-keys"


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_only_proposed_has_a_sign(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path, size) as table:
        dialog = await opened(table)
        proposed = screen_text(table.app, WORDS).count("?")
        await table.pilot.press("F")
        await table.until(lambda: not dialog.planner.gaps)
        await table.settled()

        assert proposed == len(PLACES)
        assert "?" not in screen_text(table.app, WORDS)


async def test_what_has_no_room_in_a_small_window_is_left_out_whole_and_can_be_read(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path, SMALL) as table:
        dialog = await opened(table)
        dialog.planner.go_to(BID)
        dialog.on_resize()
        text = await table.settled()
        assert "I: more" in text
        assert f"1: {names.short_special(dialog.planner.view.track[0])}" in text
        words = " ".join(" ".join(row[:37].split()) for row in text.splitlines()[2:6])
        lines = [line.shortened.words for line in about(dialog.planner, SEA_COLUMNS - 1)]
        shown = [line for line in lines if line[:15] in words]
        assert len(shown) > 1
        assert all(line in words for line in shown)
        await table.pilot.press("I")
        await table.until(lambda: isinstance(table.app.screen, LinesDialog))
        await table.until(lambda: names.special(dialog.planner.view.track[0]) in screen_text(table.app))


@pytest.mark.parametrize("size", [LARGE, (140, 45), (200, 60)])
async def test_words_beside_the_map_keep_off_the_edge_of_the_window(
    size: tuple[int, int], tmp_path: Path
) -> None:
    seat, view = asked()["plan"]
    async with seated(scene_of(view, seat), tmp_path, size) as table:
        dialog = await opened(table)
        for place in (BID, COLLECT_TAX):
            dialog.planner.go_to(place)
            dialog.on_resize()
            rows = (await table.settled()).splitlines()

            assert max(map(len, rows[2:])) < size[0]


@pytest.mark.parametrize(("size", "holder"), [(SMALL, "B7"), (LARGE, "Blue 7"), (HUGE, "Blue 7")])
async def test_who_could_take_the_province_is_told_at_any_size(
    size: tuple[int, int], holder: str, tmp_path: Path
) -> None:
    seat, view = asked()["plan"]
    armies = tuple({KAZUSA: 1, SHIMOSA: 7}.get(place, number) for place, number in enumerate(view.armies))
    async with seated(scene_of(replace(view, armies=armies), seat), tmp_path, size) as table:
        dialog = await opened(table)
        dialog.planner.go_to(COLLECT_TAX)
        dialog.planner.pointed = KAZUSA
        dialog.on_resize()
        text = words_beside(await table.settled(), dialog)

        assert f"Attacked from hold draw lose left Shimosa {holder}" in text


@pytest.mark.parametrize(("size", "most"), [(SMALL, 1), (LARGE, MOST_CLASHES)])
async def test_help_makes_way_for_the_odds_of_marches(
    size: tuple[int, int], most: int, tmp_path: Path
) -> None:
    seat, view = asked()["plan"]
    async with seated(scene_of(view, seat), tmp_path, size) as table:
        dialog = await opened(table)
        for province in (card for card in dialog.planner.hand if card in LAND):
            dialog.planner.go_to(BATTLE_A)
            dialog.planner.pointed = province
            dialog.on_resize()
            text = words_beside(await table.settled(), dialog)

            for chance in chances_from(view, province)[:most]:
                win, draw, lose = of_attack(chance.ends).values()
                assert f" {win}% {draw}% {lose}% {chance.ends.attackers:.1f}" in text


def words_beside(text: str, dialog: PlanDialog) -> str:
    """Return what is told about a card, as one line."""
    left, top, width, height = dialog.query_one("#plan-about").region
    return " ".join(
        " ".join(row[left : left + width].split()) for row in text.splitlines()[top : top + height]
    )


async def test_a_large_window_has_the_whole_names_of_turns_and_events(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path, HUGE) as table:
        dialog = await opened(table)
        text = " ".join(screen_text(table.app, "ProvinceMap").split())
        view = dialog.planner.view

    assert all(names.special(number) in text for number in view.track)
    assert all(names.event(number) in text for number in view.events_open)


async def test_a_blank_that_skips_ahead_and_comes_too_late_is_not_complained_about(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path, LARGE) as table:
        dialog = await opened(table)
        await table.pilot.press("space")

        assert not dialog.planner.notice


# Drafts and seals ----------------------------------------------------------------------------


def test_a_draft_is_listed_in_the_order_of_the_round() -> None:
    seat, view = asked()["plan"]
    panel = OwnPlan(id="secrets")
    panel.see(scene_of(view, seat))
    plan = Planner(view, decision(), None)
    plan.fill_up()
    panel.draft = plan.choice
    (line,) = (line.plain for line in panel.lines())

    first, *rest = line.split(": ", 1)[1].split(", ")
    assert first == f"Bid {names.card(plan.plan[BID])}"
    assert rest[: len(view.actions)] == [
        f"{names.short_place(place)} {names.card(plan.plan[place])}" for place in view.actions
    ]


async def test_a_plan_put_off_stays_as_a_draft(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path, LARGE) as table:
        dialog = await opened(table)
        await table.pilot.press("1", "escape")
        await table.until(lambda: table.app.screen is table.screen)
        await table.until(lambda: "Draft, 1 of 11" in screen_text(table.app))
        await table.pilot.press("o")
        again = await opened(table)

        assert again.choice == dialog.choice
        assert not table.player.done


async def test_sealing_for_good_is_asked_about(tmp_path: Path) -> None:
    scene = scene_at("plan")._replace(is_sealing=True)
    async with seated(scene, tmp_path, settings=Settings(pace="instant")) as table:
        await opened(table)
        await table.pilot.press("F", "enter")
        await table.until(lambda: isinstance(table.app.screen, Confirm))
        assert "a plan of 11 cards" in screen_text(table.app)
        await table.pilot.press("escape")
        await opened(table)
        await table.pilot.press("enter")
        await table.until(lambda: isinstance(table.app.screen, Confirm))
        await table.pilot.press("y")

        assert decision().allows(GAME.choice_of(await table.choice()))


def test_a_plan_in_short_names_its_bid() -> None:
    assert answer_words(Arrangement((*["-"] * 10, "c3"))) == "a plan of 1 card, bid chest 3"
