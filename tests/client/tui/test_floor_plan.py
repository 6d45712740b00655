"""Where the parts of a table stand, in windows of any size."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Size

from client.games.ninjato.board import BOARD as NINJATO
from client.games.shogun.board import BOARD as SHOGUN
from client.tui.paint.columns import LEAST
from client.tui.paint.floor_plan import MAP_ROWS, usual_plan
from client.tui.paint.spots import OVER, Plan, Room, Shelves

SEAT = ("header", "prompt", "alarm", "map", "panels", "strips", "choices", "about", "talk", "log", "keys")
REPLAY = ("header", "prompt", "proof", "map", "panels", "strips", "log", "timeline", "keys")
LESSON = ("header", "prompt", "alarm", "map", "panels", "strips", "choices", "log", "lesson", "keys")
PANELS = ("battle", "players", "season", "place", "secrets", "tower", "outlook")
ROWS = {"alarm": 0, "proof": 2, "strips": 2, "choices": 7}
PLANS: dict[str, tuple[Callable[[Room], Plan], int]] = {
    "usual": (usual_plan, 110),
    "ninjato": (NINJATO.plan, NINJATO.wide_from),
    "map first": (SHOGUN.plan, SHOGUN.wide_from),
}


def five_rows_each(shelves: Shelves, _width: int) -> int:
    return sum((5 if shelf.height is None else shelf.height) + shelf.gap for shelf in shelves)


rooms = st.builds(
    Room,
    size=st.builds(Size, st.integers(40, 220), st.integers(18, 70)),
    wide_from=st.just(110),
    parts=st.sampled_from([SEAT, REPLAY, LESSON]),
    panels=st.lists(st.sampled_from(PANELS), unique=True).map(tuple),
    rows=st.just(lambda name, _width: ROWS.get(name, 1)),
    shelf_rows=st.just(five_rows_each),
    log_rows=st.sampled_from([(3, 5, 7), (4, 4, 6), (5, 5, 9)]),
    pane=st.sampled_from(["map", "table", "talk", "log"]),
    is_pointing=st.booleans(),
    is_telling=st.booleans(),
    has_lines=st.booleans(),
)


@pytest.mark.parametrize("name", PLANS)
@given(room=rooms)
def test_nothing_lies_outside_the_window_or_on_anything_but_the_map(name: str, room: Room) -> None:
    make, wide_from = PLANS[name]
    plan = make(room._replace(wide_from=wide_from))

    for part, spot in plan.spots.items():
        assert part in room.parts
        assert room.size.region.contains_region(spot.region), part
    lying = {part: spot.region for part, spot in plan.spots.items() if OVER not in spot.look and spot.region}
    for (one, here), (other, there) in combinations(lying.items(), 2):
        assert not here.overlaps(there), (one, other)


@pytest.mark.parametrize("name", PLANS)
@given(room=rooms)
def test_the_map_what_is_asked_and_the_keys_are_seen(name: str, room: Room) -> None:
    make, wide_from = PLANS[name]
    spots = make(room._replace(wide_from=wide_from, parts=SEAT, pane="map")).spots

    assert {"header", "prompt", "keys", "map", "choices"} <= spots.keys()


@pytest.mark.parametrize("name", PLANS)
@given(room=rooms)
def test_choices_that_are_shown_have_room(name: str, room: Room) -> None:
    make, wide_from = PLANS[name]
    spots = make(room._replace(wide_from=wide_from, parts=SEAT)).spots

    if choices := spots.get("choices"):
        assert choices.region.height >= min(LEAST, ROWS["choices"])


@pytest.mark.parametrize("name", PLANS)
@given(room=rooms)
def test_what_was_asked_for_is_shown(name: str, room: Room) -> None:
    make, wide_from = PLANS[name]
    shown = {"map": "map", "table": "panels", "talk": "talk", "log": "log"}[room.pane]
    plan = make(room._replace(wide_from=wide_from, parts=SEAT, panels=PANELS))

    assert shown in plan.spots


@given(room=rooms)
def test_a_battle_is_shown_wherever_there_are_panels(room: Room) -> None:
    plan = usual_plan(room._replace(panels=PANELS))

    assert any("battle" in shelf.panels for shelf in plan.shelves)
    assert not any("season" in shelf.panels for shelf in plan.shelves)


@pytest.mark.parametrize("proof", [1, 2])
def test_a_long_finding_about_a_game_costs_rows_of_the_log_and_not_the_map(proof: int) -> None:
    def rows(name: str, _width: int) -> int:
        return proof if name == "proof" else ROWS.get(name, 1)

    room = Room(Size(80, 24), 110, REPLAY, ("players",), rows, five_rows_each, log_rows=(4, 3, 5))
    spots = usual_plan(room).spots

    assert spots["map"].region.height == MAP_ROWS
    assert spots["log"].region.height == 4 - proof
