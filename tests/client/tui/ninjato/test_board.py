"""Where the areas of the board are, what is written in them, and how the keys walk through them."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from rich.style import Style
from rich.text import Text
from textual.geometry import Offset, Region, Size

from client.games.ninjato import names
from client.games.ninjato.board import NinjatoMap, layout_for, written
from client.games.ninjato.facts import best_payment
from client.games.ninjato.map import Inks, Pen
from client.games.ninjato.names import AREAS, DOJO, PALACE, PAVILION, SENSEI
from client.games.ninjato.options import options_of
from client.tui.map.styles import ASCII_MONO, BLOCKS, LINES, MONO
from core.games.ninjato.board import HOUSES, RED
from core.games.ninjato.cards import ENVOYS, RUMORS, TILES
from core.games.ninjato.costs import PATTERNS
from tests.client.tui.at_table import LARGE, SMALL, seated
from tests.client.tui.ninjato.tables import GAME, moments_of, scene_at
from tests.core.games.ninjato.tables import at

ROOMS = [Size(47, 16), Size(74, 30), Size(154, 50), Size(45, 15), Size(30, 9), Size(60, 4)]
WAYS = [BLOCKS, LINES, MONO, ASCII_MONO]


@pytest.mark.parametrize("size", ROOMS)
def test_areas_lie_beside_each_other_and_inside_the_board(size: Size) -> None:
    layout = layout_for(size)
    regions = [*layout.regions.values(), layout.hand]

    assert all(Region(0, 0, *layout.size).contains_region(region) for region in regions)
    assert not any(one.overlaps(other) for one, other in combinations(regions, 2))
    assert layout.size.width <= size.width


def test_the_board_grows_with_the_window() -> None:
    """In a window of 200x60 it fills the pane except for a few rows."""
    layout = layout_for(Size(153, 43))

    assert layout.size.width == 153
    assert layout.size.height >= 40


def test_nothing_is_abbreviated_where_there_is_room() -> None:
    """Every card says what it costs and what it is good for, and every house what beats its sentry."""
    layout = layout_for(Size(153, 43))
    view = GAME.view_for(at(h1={"sentry": 1, "token": "taira 4", "treasures": ["vase"]}), 0)
    pens = {
        area: Pen(view, Inks(BLOCKS), region.width - 2, region.height, layout.is_roomy)
        for area, region in layout.regions.items()
    }
    lines = {area: [line.plain for line in written(pen, area)] for area, pen in pens.items()}

    assert all(len(line) <= pens[area].width + 1 for area in AREAS for line in lines[area])
    assert all(len(lines[area]) <= pens[area].height for area in AREAS)
    assert "by force: more than 1" in lines[0]
    for number, rumor in enumerate(view.pavilion):
        name, cost, effect = lines[PAVILION][1 + 3 * number : 4 + 3 * number]
        assert name.endswith(names.rumor_kind(RUMORS[rumor].kind))
        assert cost.strip().startswith(f"costs {names.cost(RUMORS[rumor].cost)}")
        assert effect.strip() == names.effect_of_rumor(RUMORS[rumor].kind)
    assert f"  {names.effect_of_skill(TILES[view.sensei[0]].skill)}" in lines[SENSEI]


def test_the_smallest_board_speaks_in_words() -> None:
    """At 80x24: no cost, clan or rumor is cut, and a house names what its numbers are."""
    layout = layout_for(Size(47, 16))
    for moment in moments_of("bots_013"):
        view = GAME.view_for(moment.state, 0)
        pens = {
            area: Pen(view, Inks(BLOCKS), region.width - 2, region.height, layout.is_roomy)
            for area, region in layout.regions.items()
        }
        envoys = [(names.short_clan(ENVOYS[card].clan), ENVOYS[card].cost) for card in view.palace]
        rumors = [(names.short_rumor_kind(RUMORS[card].kind), RUMORS[card].cost) for card in view.pavilion]
        for area, cards in ((PALACE, envoys), (PAVILION, rumors)):
            for line, (name, cost) in zip(written(pens[area], area)[1:], cards, strict=True):
                assert len(line) <= layout.regions[area].width - 1
                assert line.plain[1:].startswith(name)
                short = names.cost(cost, ".short") if cost in PATTERNS else names.cost(cost)
                assert line.plain.endswith(f" {short}")
        for number, house in enumerate(view.houses):
            head, _, worth, sentry = (line.plain.strip() for line in written(pens[number], number)[:4])
            assert (head, worth.split()[0]) == (names.area(number), "worth")
            assert sentry == "emptied" or sentry.split()[0] == "sentry"
            assert sentry == "emptied" or house.treasures


def test_where_words_are_long_a_house_says_from_which_card_on_it_is_won() -> None:
    """At 120x40 a house is thirteen columns wide: no > and <."""
    layout = layout_for(Size(74, 30))
    view = GAME.view_for(at(h1={"sentry": 3, "treasures": ["vase"]}), 0)
    region = layout.regions[0]
    lines = [line.plain for line in Pen(view, Inks(BLOCKS), region.width - 2, region.height, True).house(0)]

    assert "force from 4" in lines
    assert "stealth to 2" in lines


def test_only_titles_look_like_titles() -> None:
    """Where they are underlined, what stands in the same row is not."""
    layout = layout_for(Size(47, 16))
    for area in (DOJO, SENSEI):
        region = layout.regions[area]
        pen = Pen(scene_at("turn").view, Inks(MONO), region.width - 2, region.height, layout.is_roomy)
        (row,) = written(pen, area)

        assert row.style == ""
        assert [
            row.plain[span.start : span.end].strip() for span in row.spans if is_underlined(span.style)
        ] == [names.area(area)]


def is_underlined(style: object) -> bool:
    return isinstance(style, Style) and bool(style.underline)


@pytest.mark.parametrize("number", range(1, 8))
def test_hand_and_dojo_share_a_row_on_the_smallest_board(number: int) -> None:
    layout = layout_for(Size(47, 16))
    view = GAME.view_for(at(red={"hand": [1, 2, 3, 4, 5, 5, 4][:number]}), 0)
    hand = Pen(view, Inks(BLOCKS), layout.hand.width - 2, 1, layout.is_roomy).hand()

    assert len(hand) <= layout.hand.width
    assert [int(card) for card in hand.plain.split()[2:]] == list(view.hand)


async def test_a_raided_house_stands_out(tmp_path: Path) -> None:
    scene = scene_at("fight")
    async with seated(scene, tmp_path) as table:
        board = table.screen.query_one(NinjatoMap)
        row = (await table.settled()).splitlines()[board.region.y + 2]
        edges = [row[board.region.x + board.layout_now.regions[house].x] for house in HOUSES]

    assert [house for house, edge in enumerate(edges) if edge == "╏"] == [scene.view.raid.house]


@pytest.mark.parametrize("size", [Size(74, 30), Size(153, 43)])
def test_no_line_of_a_large_board_is_cut_in_whole_games(size: Size) -> None:
    """Explanations are broken between words, and left out where there is no room for all of them."""
    layout = layout_for(size)
    for moment in moments_of("bots_013"):
        view = GAME.view_for(moment.state, 0)
        for area, region in layout.regions.items():
            pen = Pen(view, Inks(BLOCKS), region.width - 2, region.height, layout.is_roomy)
            lines = [line.plain for line in written(pen, area)]

            assert len(lines) <= region.height
            assert all(len(line) <= region.width - 1 for line in lines), lines


def test_a_house_says_which_of_your_cards_beat_its_sentry() -> None:
    layout = layout_for(Size(153, 43))
    state = at(h1={"sentry": 3, "treasures": ["vase"]}, red={"hand": [1, 2]})
    region = layout.regions[0]
    pen = Pen(GAME.view_for(state, 0), Inks(BLOCKS), region.width - 2, region.height, layout.is_roomy)
    lines = [line.plain for line in pen.house(0)]
    force = lines.index("by force: more than 3")

    assert lines[force + 1 : force + 4] == ["  no card does it", "by stealth: less than 3", "  your 1 wins"]
    watching = pen._replace(view=GAME.view_for(state, None))
    assert not any("your" in line.plain for line in watching.house(0))


@pytest.mark.parametrize("size", ROOMS)
def test_arrows_lead_to_every_area(size: Size) -> None:
    layout, found, ahead = layout_for(size), {0}, [0]
    while ahead:
        here = ahead.pop()
        there = {layout.toward(here, direction) for direction in ("left", "right", "up", "down")} - found
        found |= there
        ahead += there

    assert found == set(AREAS)


@pytest.mark.parametrize("size", ROOMS)
def test_every_area_is_found_under_the_mouse(size: Size) -> None:
    layout = layout_for(size)

    assert all(layout.area_at(region.offset) == area for area, region in layout.regions.items())
    assert layout.area_at(Offset(-1, 0)) is None


@pytest.mark.parametrize("journal", ["bots_013", "random_005"])
@pytest.mark.parametrize("style", WAYS)
def test_a_house_shows_all_its_treasures_in_any_position(journal: str, style: object) -> None:
    """Red ones are marked by a sign, not by colour alone; none is left out, however many there are."""
    assert isinstance(style, type(BLOCKS))
    for moment in moments_of(journal):
        view = GAME.view_for(moment.state, None)
        for number, house in enumerate(view.houses):
            pen = Pen(view, Inks(style), 7, 9, is_roomy=False)
            lines = [line.plain for line in pen.house(number)]

            assert len(lines) == 9
            assert max(map(len, lines)) <= 8
            red = sum(line.count("!") for line in lines)
            assert red == len({kind for kind in house.treasures if kind >= RED})


def test_what_can_be_paid_for_is_what_the_rules_offer() -> None:
    """The sign at an envoy or a rumor stands exactly where the question has an answer for it."""
    for moment in moments_of("bots_013"):
        for seat in moment.state.pending:
            view = GAME.view_for(moment.state, seat)
            if view.decision.prompt != "turn":
                continue
            pen = Pen(view, Inks(MONO), 40, 5, is_roomy=False)
            lines = [GAME.line_of(choice) for choice in view.decision.options]
            for place, cards, write in (
                ("palace", view.palace, pen.palace),
                ("pavilion", view.pavilion, pen.pavilion),
            ):
                signs = sum(line.plain.startswith("✓") for line in write())
                assert bool(signs) == any(line.startswith(place) for line in lines)
                assert signs <= len(cards)


def test_a_spectator_pays_for_nothing_and_sees_no_hand() -> None:
    view = GAME.view_for(next(iter(moments_of("bots_013"))).state, None)

    assert best_payment(view, "any1") == ()
    assert Pen(view, Inks(BLOCKS), 40, 1, is_roomy=True).hand() == Text()


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_change_is_drawn_at_once(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at("turn"), tmp_path, size) as table:
        board = table.screen.query_one(NinjatoMap)
        before = board.render_line(board.layout_now.regions[0].y + 1).text
        board.targets = frozenset()
        board.cursor = 0
        await table.pilot.pause()
        after = board.render_line(board.layout_now.regions[0].y + 1).text

        assert before.strip()[0] == "╏"
        assert after.strip()[0] == "║"


def test_a_rumor_named_by_its_cost_does_not_say_it_again() -> None:
    """Two of one kind lie there; one is named by its cost, and gold is mentioned to those who have some."""
    pavilion = ["powerful-friends jade", "powerful-friends any1", "goodwill fan"]
    for own, last in ((["jade", "fan"], "5 honor"), (["jade", "fan", "gold"], "without gold")):
        view = GAME.view_for(at(pavilion=pavilion, red={"treasures": own}), 0)
        ways = [option.stages for option in options_of(view, view.decision) if option.stages]
        named = [way for way in ways if any(stage.label == "Powerful Friends [jade]" for stage in way)]

        assert named
        assert all("jade" not in stage.label for stage in named[0][2:])
        assert named[0][-1].label == last
