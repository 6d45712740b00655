"""Setting up a game: board, pieces, starting provinces, tower, events."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from core import game
from core.chance import SeededRng
from core.games.shogun import GAME
from core.games.shogun.board import (
    BOARDS,
    DATA,
    GREEN,
    GROUPS,
    MOON,
    PROVINCES,
    RICE,
    SIDES,
    SLOTS,
    SUN,
    TAX,
    TOKENS,
)
from core.games.shogun.events import EventsOpened, GroupPlaced, TowerFilled
from core.games.shogun.state import check, neutral, provinces_of, resting
from tests.core.games.shogun.tables import FIVE, FOUR, THREE, fresh, options_of, random_game, start
from tests.refusing import refused

TABLES = [THREE, FOUR, FIVE]


@pytest.mark.parametrize("seats", [(), (0, 1), (0, 1, 1), (0, 1, 2, 3, 4, 4)])
def test_too_few_players_or_a_colour_taken_twice(seats: tuple[int, ...]) -> None:
    """Only three, four or five players with different colours can begin (SG-1.1)."""
    with refused(r"SG-1\.1"):
        game.start(GAME, seats, {}, SeededRng(b""))


@pytest.mark.parametrize("seats", [(0, 2, 4), (1, 2, 3, 4), FIVE])
def test_each_player_has_62_cubes_and_colours_not_played_none(seats: tuple[int, ...]) -> None:
    """All cubes of a colour in play: map, reserve and tower; none of the others (SG-1.1, SG-1.15)."""
    state = fresh(seats)
    for seat in range(5):
        on_map = sum(state.armies[province] for province in provinces_of(state, seat))
        everywhere = on_map + state.reserve[seat] + resting(state)[seat] + state.tray[seat]
        assert everywhere == (62 if seat in seats else 0)


@pytest.mark.parametrize("seats", TABLES)
def test_there_are_twenty_peasants_and_none_on_the_map(seats: tuple[int, ...]) -> None:
    """Twenty green cubes in reserve, tower and tray at every decision, and no province is theirs (SG-1.2)."""
    for state, _ in random_game(3, seats):
        assert state.reserve[GREEN] + resting(state)[GREEN] + state.tray[GREEN] == 20
        assert set(state.owner) <= {-1, *seats}


@pytest.mark.parametrize("side", SIDES)
def test_a_side_has_45_provinces_in_five_regions_of_nine(side: str) -> None:
    """Each side of the board has 45 provinces, nine in each of five regions (SG-1.3)."""
    board = BOARDS[SIDES.index(side), 4]
    assert len(board.provinces) == 45
    assert [len(region) for region in board.regions] == [9] * 5
    assert set(board.provinces) == {province for region in board.regions for province in region}


@pytest.mark.parametrize("side", SIDES)
def test_a_side_uses_one_of_53_cards_for_each_province(side: str) -> None:
    """Of the 53 cards 45 belong to a side, one for each province, with its region and values (SG-1.4)."""
    cards = [card for card in DATA["cards"] if side in card["sides"]]
    assert len(DATA["cards"]) == 53
    assert sorted(card["province"] for card in cards) == sorted(PROVINCES)
    for card in cards:
        row = DATA["provinces"][PROVINCES.index(card["province"])]
        assert card["region"] == row["region"][side]
        assert (card["tax"], card["rice"], card["slots"]) == (row["tax"], row["rice"], row["slots"])


@pytest.mark.parametrize("side", [SUN, MOON])
def test_three_players_do_without_eight_provinces(side: int) -> None:
    """Two provinces of each region but red are out with three players; 37 remain (SG-1.5)."""
    small, whole = BOARDS[side, 3], BOARDS[side, 4]
    out = set(whole.provinces) - set(small.provinces)
    assert {PROVINCES[p] for p in out} == set(DATA["excluded_3p"][SIDES[side]])
    assert len(small.provinces) == 37
    lost = [len(big) - len(few) for big, few in zip(whole.regions, small.regions, strict=True)]
    assert dict(zip([row["id"] for row in DATA["regions"]], lost, strict=True)) == {
        "green": 2,
        "red": 0,
        "purple": 2,
        "yellow": 2,
        "brown": 2,
    }
    assert not any(out & set(row) for row in small.neighbours)


@pytest.mark.parametrize("side", SIDES)
def test_no_army_ever_enters_an_excluded_province(side: str) -> None:
    """With three players nobody ever owns one of the eight provinces, drafted or not (SG-1.5)."""
    out = {PROVINCES.index(name) for name in DATA["excluded_3p"][side]}
    for state, _ in random_game(7, THREE, side=side, setup="draft"):
        assert not any(state.armies[province] for province in out)
        assert not set(neutral(state)) & out


def test_a_province_has_its_values() -> None:
    """Tax, rice, one to three slots and a region for each side, as printed (SG-1.6)."""
    assert set(SLOTS) == {1, 2, 3}
    settsu, mikawa, aki, mino = map(PROVINCES.index, ("settsu", "mikawa", "aki", "mino"))
    assert (TAX[settsu], TAX[mikawa], SLOTS[aki], RICE[mino]) == (7, 6, 2, 5)
    kai = PROVINCES.index("kai")
    regions = [row["id"] for row in DATA["regions"]]
    where = [regions[next(i for i, r in enumerate(BOARDS[s, 5].regions) if kai in r)] for s in (SUN, MOON)]
    assert where == ["yellow", "red"]


@pytest.mark.parametrize("side", [SUN, MOON])
def test_neighbours_share_a_border_or_a_sea_route_both_ways(side: int) -> None:
    """Land borders and the sea routes of the side make neighbours, nothing else does (SG-1.7, SG-21.28)."""
    adjacency = DATA["adjacency"]
    pairs = {frozenset(pair) for pair in (*adjacency["land"], *adjacency["sea"][SIDES[side]])}
    board = BOARDS[side, 5]
    for one, other in combinations(range(45), 2):
        touching = frozenset((PROVINCES[one], PROVINCES[other])) in pairs
        assert (other in board.neighbours[one]) == (one in board.neighbours[other]) == touching
    assert adjacency["sea"]["moon"] == adjacency["sea"]["sun"]
    assert adjacency["sea"]["moon_is_assumption"] is True


def test_all_start_without_buildings_and_markers() -> None:
    """28 castles, 26 temples, 26 theatres, none of them built yet, and no unrest (SG-1.12)."""
    assert TOKENS == (28, 26, 26)
    state = fresh(FIVE)
    assert not any(state.buildings)
    assert not any(state.revolts)


@pytest.mark.parametrize(("seats", "chests"), [(THREE, 18), (FOUR, 15), (FIVE, 12)])
def test_money_at_the_start(seats: tuple[int, ...], chests: int) -> None:
    """18, 15 or 12 chests, no VP and no rice for each player (SG-1.14, SG-1.16, SG-1.17)."""
    state = fresh(seats)
    assert {state.chests[seat] for seat in seats} == {chests}
    assert {(state.vp[seat], state.rice[seat]) for seat in seats} == {(0, 0)}


# Starting provinces --------------------------------------------------------------------------


def test_set_up_goes_in_order() -> None:
    """Starting provinces come first, then the tower, then the events (SG-2.1)."""
    happened = [type(event) for _, events in random_game(1, THREE, setup="draft") for event in events]
    last_group = max(i for i, kind in enumerate(happened) if kind is GroupPlaced)
    assert last_group < happened.index(TowerFilled) < happened.index(EventsOpened)
    _, ready = start(THREE)
    kinds = [type(event) for event in ready]
    assert kinds.index(TowerFilled) < kinds.index(EventsOpened)


def test_draft_or_ready_made_set_up_is_agreed_before_the_game() -> None:
    """The option decides: armies stand at once, or the first player picks (SG-2.2)."""
    assert sum(fresh(THREE, setup="ready").armies) == 81
    draft = fresh(THREE, setup="draft")
    assert sum(draft.armies) == 0
    (seat,) = draft.pending
    assert "take deck" in options_of(draft, seat)


@pytest.mark.parametrize(("seats", "armies"), [(THREE, 27), (FOUR, 25), (FIVE, 23)])
@pytest.mark.parametrize("setup", ["ready", "draft"])
def test_every_group_stands_in_a_province_of_its_own(seats: tuple[int, ...], armies: int, setup: str) -> None:
    """9, 8 or 7 groups of the data, one in each province, however they got there (SG-2.3, SG-2.5)."""
    state = next(state for state, _ in random_game(5, seats, setup=setup) if state.draft is None)
    for seat in seats:
        groups = [state.armies[province] for province in provinces_of(state, seat)]
        assert sorted(groups, reverse=True) == sorted(GROUPS[len(seats)], reverse=True)
        assert sum(groups) == armies
        assert state.reserve[seat] + resting(state)[seat] == 62 - armies


@pytest.mark.parametrize("seats", [(0, 3, 4), FOUR, FIVE])
def test_ready_made_armies_stand_as_in_the_data(seats: tuple[int, ...]) -> None:
    """The columns of the ready-made set-up go to the seats in order (SG-2.4, SG-21.26, SG-21.27)."""
    facts = GAME.facts(fresh(seats))
    for seat, column in zip(seats, DATA["setups_sun"][str(len(seats))], strict=True):
        assert facts["players"][GAME.seat_names[seat]]["armies"] == column["armies"]


def test_the_four_player_columns_have_the_groups_in_the_order_listed() -> None:
    """5, 4, 4, 3, 3, 2, 2, 2 for each of the four columns (SG-21.27)."""
    for column in DATA["setups_sun"]["4"]:
        assert list(column["armies"].values()) == [5, 4, 4, 3, 3, 2, 2, 2]


def test_the_moon_side_has_no_ready_made_set_up() -> None:
    """On the moon side only the draft can be agreed (SG-2.4)."""
    with refused(r"SG-2\.4"):
        fresh(THREE, side="moon", setup="ready")
    assert fresh(THREE, side="moon", setup="draft").draft is not None


@pytest.mark.parametrize(("seats", "left"), [(THREE, 10), (FOUR, 13), (FIVE, 10)])
@pytest.mark.parametrize("options", [("sun", "ready"), ("sun", "draft"), ("moon", "draft")])
def test_cards_of_nobody_are_the_stack(seats: tuple[int, ...], left: int, options: tuple[str, str]) -> None:
    """10, 13 or 10 neutral provinces at the start (SG-2.6)."""
    side, setup = options
    state = next(s for s, _ in random_game(2, seats, side=side, setup=setup) if s.draft is None)
    assert len(neutral(state)) == left


@pytest.mark.parametrize("seats", TABLES)
def test_the_tower_is_filled_and_the_tray_starts_empty(seats: tuple[int, ...]) -> None:
    """What stays of 7 cubes each and 10 peasants is inside, the rest in the reserves (SG-2.5 to SG-2.9).

    SG-2.5, SG-2.7, SG-2.8, SG-2.9: with nothing on the tray, reserve and tower together are what was not
    placed, and at least the 10 peasants not thrown are in their reserve.
    """
    for seed in range(30):
        state = fresh(seats, seed)
        inside = resting(state)
        placed = sum(GROUPS[len(seats)])
        assert sum(state.tray) == 0
        assert all(inside[seat] <= 7 for seat in seats)
        assert all(state.reserve[seat] == 62 - placed - inside[seat] for seat in seats)
        assert inside[GREEN] <= 10 <= state.reserve[GREEN] == 20 - inside[GREEN]
        check(state)


@pytest.mark.parametrize(("seats", "thrown"), [(THREE, 31), (FOUR, 38), (FIVE, 45)])
def test_the_fill_is_one_throw_into_the_empty_tower(seats: tuple[int, ...], thrown: int) -> None:
    """31, 38 or 45 cubes fall together: the tower of a game is that of such a throw (SG-2.7)."""
    inside = []

    class Watching(SeededRng):
        def draw(self, event, sample):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            outcome = super().draw(event, sample)
            if event.kind == "fill":
                inside.append(outcome)
            return outcome

    state, _ = game.start(GAME, seats, {}, Watching(b"fill"))
    (landing,) = inside
    assert sum(landing.tray) + sum(map(len, landing.floors)) == thrown
    assert state.floors == landing.floors


def test_four_of_twelve_events_lie_open() -> None:
    """The first year has four different events of the twelve, each as likely (SG-2.10, SG-20.2)."""
    openings = [fresh(THREE, seed).events_open for seed in range(600)]
    assert {len(set(numbers)) for numbers in openings} == {4}
    found = Counter(number for numbers in openings for number in numbers)
    assert found.keys() == set(range(1, 13))
    assert all(150 < times < 250 for times in found.values())
    assert GAME.facts(fresh(THREE))["events_deck"] == 8
