"""The cube tower: what goes in comes out or stays, and how often."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import compress, pairwise, permutations, product
from math import prod, sqrt
from operator import not_
from random import Random
from statistics import mean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.chance import QuickStream, Stream
from core.games.shogun import GAME
from core.games.shogun.board import DATA, GREEN
from core.games.shogun.events import Thrown, TowerFilled
from core.games.shogun.setup import first_throw
from core.games.shogun.state import Cubes, Pile, State, check_cubes, counted, resting
from core.games.shogun.tower import EMPTY_TOWER, ODDS, Landing, TowerOdds, fall, odds_of, one_by_one, throw
from tests.core.games.shogun.tables import FIVE, FOUR, THREE, fresh, random_game, start
from tests.harness import random_play

CUBES = st.tuples(*[st.integers(0, 6)] * 6)
PILES = CUBES.map(one_by_one)


class Rolls(Stream):
    """A stream of numbers laid down in advance; it notes their bounds."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        return self.numbers.pop(0)


def red(number: int) -> tuple[int, ...]:
    return (number, 0, 0, 0, 0, 0)


def blue(number: int) -> tuple[int, ...]:
    return (0, number, 0, 0, 0, 0)


# One throw -----------------------------------------------------------------------------------


def test_the_model_is_a_setting_of_the_data() -> None:
    """Two floors, pass 4 of 5, knock 1 of 20, read from the table of models (SG-15.3)."""
    assert DATA["tower_model"] == "m4_two_floor_recommended"
    assert TowerOdds(floors=2, passing=4, out_of=5, knocked=1, knocked_out_of=20) == ODDS
    assert odds_of("m2_two_floor") == TowerOdds(2, 17, 20, 1, 40)


def test_the_tower_is_two_floors_and_a_tray_of_counts_by_colour() -> None:
    """Floor 1, floor 2 and tray hold so many cubes of each of six colours, in no other order (SG-15.2)."""
    state = fresh(FIVE)
    assert len(state.floors) == 2
    assert all(floor == one_by_one(counted(floor)) for floor in state.floors)
    assert len(resting(state)) == len(state.tray) == 6


def test_cubes_are_listed_by_colour_and_shuffled() -> None:
    """Seat order, green last, then the generator's shuffle decides who arrives first (SG-15.5)."""
    rolls = Rolls(0, 0, *[0] * 12)
    landing = throw(EMPTY_TOWER, (1, 0, 1, 0, 0, 1), rolls)
    assert rolls.bounds[:2] == [3, 2]
    assert landing.tray == (1, 0, 1, 0, 0, 1)


def test_every_resting_cube_is_rolled_for_before_the_newcomer() -> None:
    """0 of 0-19 frees a resting cube, in seat order, ahead of the arriving one (SG-15.6)."""
    rolls = Rolls(0, 1, 0, 3)
    left, floor = fall((0, 1, GREEN), [2], rolls, ODDS)
    assert rolls.bounds == [20, 20, 20, 5]
    assert left == [0, GREEN, 2]
    assert floor == (1,)


@pytest.mark.parametrize(("roll", "passes"), [(0, True), (3, True), (4, False)])
def test_the_newcomer_passes_or_rests(roll: int, passes: bool) -> None:  # noqa: FBT001
    """0-3 of 0-4 and the cube leaves the floor; 4 and it rests there (SG-15.7)."""
    left, floor = fall((), [0], Rolls(roll), ODDS)
    assert (left, floor) == (([0], ()) if passes else ([], (0,)))


def test_a_cube_that_came_to_rest_can_be_freed_in_the_same_throw() -> None:
    """The first cube rests, the second knocks it loose and passes behind it (SG-15.8)."""
    left, floor = fall((), [0, 1], Rolls(4, 0, 0), ODDS)
    assert left == [0, 1]
    assert floor == ()


def test_a_cube_that_came_to_rest_is_rolled_for_in_its_turn() -> None:
    """Red rests between blue and green that lay there; of the three the second roll is blue's (SG-15.6)."""
    left, floor = fall((1, GREEN), [0, 2], Rolls(5, 5, 4, 5, 0, 5, 0), ODDS)
    assert left == [1, 2]
    assert floor == (0, GREEN)


def test_what_leaves_the_first_floor_arrives_on_the_second_in_that_order() -> None:
    """A freed cube goes ahead of the one that freed it, and can rest downstairs (SG-15.9, SG-15.10)."""
    floors = ((0,), ())
    # upstairs: red is freed, blue passes; downstairs: red rests, is not freed by blue, blue passes
    landing = throw(floors, blue(1), Rolls(0, 0, 4, 1, 0))
    assert landing.floors == ((), (0,))
    assert landing.tray == blue(1)


@given(PILES, PILES, CUBES, st.integers(0, 2**32))
def test_no_cube_is_lost_in_a_throw(
    upstairs: tuple[int, ...], downstairs: tuple[int, ...], thrown: tuple[int, ...], seed: int
) -> None:
    """Per colour: thrown and resting before are resting after and on the tray (SG-15.13)."""
    landing = throw((upstairs, downstairs), thrown, QuickStream(Random(seed)))
    assert landing.floors is not None
    before, after = upstairs + downstairs + one_by_one(thrown), sum(landing.floors, one_by_one(landing.tray))
    assert sorted(before) == sorted(after)


def test_the_same_seed_gives_the_same_tray() -> None:
    """Only rolls of the generator decide: equal streams, equal landings (SG-15.11, SG-21.30)."""
    cubes = first_throw(fresh(THREE))
    first, again, other = (throw(EMPTY_TOWER, cubes, Stream(seed, "t")) for seed in (b"a", b"a", b"b"))
    assert first == again != other
    assert fresh(FIVE, 5) == fresh(FIVE, 5)
    assert fresh(FIVE, 5).floors != fresh(FIVE, 6).floors


# In a game -----------------------------------------------------------------------------------


def games() -> list[tuple[State, list[object]]]:
    return [
        (state.clone(), list(events)) for seats in (THREE, FIVE) for state, events in random_game(11, seats)
    ]


GAMES = games()


def test_cubes_are_conserved_at_every_decision() -> None:
    """62 of each colour played and 20 green: map, reserve, floors and tray (SG-15.12)."""
    for state, _ in GAMES:
        check_cubes(state)
        inside = resting(state)
        for seat in state.seats:
            on_map = sum(n for n, owner in zip(state.armies, state.owner, strict=True) if owner == seat)
            assert on_map + state.reserve[seat] + inside[seat] + state.tray[seat] == 62
        assert state.reserve[GREEN] + inside[GREEN] + state.tray[GREEN] == 20


def watched(do: Callable[..., Any]) -> Callable[..., Any]:
    """Count all cubes when a step is done."""

    def count_after(state: State, *rest: Any) -> Any:
        result = do(state, *rest)
        check_cubes(state)
        return result

    return count_after


@pytest.mark.parametrize("seats", [THREE, FIVE])
def test_cubes_are_conserved_after_every_step(seats: tuple[int, ...]) -> None:
    """Not only where somebody decides: after each step of the rules, drafts and winters too (SG-15.12)."""
    rules = replace(
        GAME.rules,
        act={step: watched(do) for step, do in GAME.rules.act.items()},
        take={step: watched(do) for step, do in GAME.rules.take.items()},
        draw={
            step: replace(draw, carry_out=watched(draw.carry_out)) for step, draw in GAME.rules.draw.items()
        },
    )
    game = GAME._replace(rules=rules)
    *_, (state, _) = random_play.random_game(game, seats, 1, {"side": "moon", "setup": "draft"})
    assert not state.agenda


def test_cubes_waiting_in_the_draft_are_in_the_reserve() -> None:
    """Groups not yet placed count as reserve (SG-15.12)."""
    state = fresh(THREE, setup="draft")
    assert [state.reserve[seat] for seat in THREE] == [62, 62, 62]


def test_the_floors_change_only_in_a_throw() -> None:
    """Between throws the tower stays as it is, from round to round and year to year (SG-15.14, SG-15.15)."""
    throws = 0
    for (before, _), (after, events) in pairwise(GAMES):
        fell = any(isinstance(event, (Thrown, TowerFilled)) for event in events)
        if before.seats == after.seats and not fell:
            assert (before.floors, before.tray) == (after.floors, after.tray)
        throws += fell
    assert throws > 30


def test_tower_and_tray_go_on_into_the_next_round_and_year() -> None:
    """No round and no winter empties tower or tray (SG-15.14, SG-15.15, SG-19.7)."""
    inside = {(state.year, state.season): (resting(state), state.tray) for state, _ in GAMES}
    assert all(sum(cubes) for cubes, _ in inside.values())
    assert any(sum(tray) for _, tray in inside.values())


def test_every_battle_and_revolt_is_one_throw() -> None:
    """Each is followed by exactly one throw, and there is no throw without one (SG-15.1)."""
    names = [type(event).__name__ for _, events in GAMES for event in events]
    causes = names.count("BattleBegan") + names.count("RevoltBegan")
    assert causes == names.count("Thrown") > 50
    ends = ("ProvinceTaken", "ProvinceHeld", "PeasantsHeld", "BattleTied", "RevoltPutDown", "RevoltWon")
    assert sum(map(names.count, ends)) == causes


def test_a_throw_takes_all_that_lies_on_the_tray() -> None:
    """What lay there, of whatever colour, is thrown again with the cubes of the battle (SG-15.4)."""
    seen = 0
    for (before, _), (_, events) in pairwise(GAMES):
        first = next((event for event in events if isinstance(event, Thrown)), None)
        if first is not None:
            assert all(n >= there for n, there in zip(first.thrown, before.tray, strict=True))
            seen += sum(before.tray) > 0
    assert seen > 10


# How often -----------------------------------------------------------------------------------

THROWS = 12_000


class Rolled(Stream):
    """Ordinary dice, rolled for every cube as in a recorded game."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice

    def below(self, bound: int) -> int:
        return self.dice.randrange(bound)


either_way = pytest.mark.parametrize("dice", [QuickStream, Rolled])


@either_way
def test_a_lone_cube_comes_out_in_sixteen_of_twenty_five(dice: Callable[[Random], Stream]) -> None:
    """4/5 on each of two floors (SG-15.16)."""
    stream = dice(Random(1))
    out = sum(sum(throw(EMPTY_TOWER, red(1), stream).tray) for _ in range(THROWS))
    assert out / THROWS == pytest.approx(16 / 25, abs=0.016)


@either_way
def test_a_lone_cube_frees_one_below_in_one_of_twenty_five(dice: Callable[[Random], Stream]) -> None:
    """It passes floor 1 in 4 of 5 and frees the cube on floor 2 in 1 of 20 (SG-15.16)."""
    stream = dice(Random(1))
    freed = sum(throw(((), (1,)), red(1), stream).tray[1] for _ in range(THROWS))
    assert freed / THROWS == pytest.approx(1 / 25, abs=0.007)


@either_way
@pytest.mark.parametrize(("seats", "stay"), [(THREE, 6.22), (FOUR, 6.75), (FIVE, 7.14)])
def test_the_fill_leaves_so_many_on_average(
    seats: tuple[int, ...], stay: float, dice: Callable[[Random], Stream]
) -> None:
    """6.22, 6.75 or 7.14 cubes stay inside with three, four or five players (SG-15.17)."""
    cubes, stream = first_throw(start(seats)[0]), dice(Random(1))
    left = [sum(cubes) - sum(throw(EMPTY_TOWER, cubes, stream).tray) for _ in range(4000)]
    assert mean(left) == pytest.approx(stay, abs=0.1)


def ways_to_fall(pile: Pile, arriving: Pile, odds: TowerOdds) -> dict[tuple[Pile, Pile], float]:
    """Work out how likely these cubes leave a floor in this order, and those rest there."""
    passing, knocked = odds.passing / odds.out_of, odds.knocked / odds.knocked_out_of
    ways: dict[tuple[Pile, Pile], float] = {((), pile): 1.0}
    for cube in arriving:
        after: dict[tuple[Pile, Pile], float] = defaultdict(float)
        for (left, lying), chance in ways.items():
            for is_loose in product((False, True), repeat=len(lying)):
                share = chance * prod(knocked if loose else 1 - knocked for loose in is_loose)
                out = left + tuple(compress(lying, is_loose))
                stay = tuple(compress(lying, map(not_, is_loose)))
                after[(*out, cube), stay] += share * passing
                after[out, tuple(sorted((*stay, cube)))] += share * (1 - passing)
        ways = after
    return ways


def ways_to_land(floors: tuple[Pile, Pile], cubes: Cubes, odds: TowerOdds) -> dict[Landing, float]:
    """Work out how likely each landing of a throw is."""
    ways: dict[Landing, float] = defaultdict(float)
    orders = list(permutations(one_by_one(cubes)))
    for order in orders:
        for (left, above), chance in ways_to_fall(floors[0], order, odds).items():
            for (out, below), share in ways_to_fall(floors[1], left, odds).items():
                ways[Landing(counted(out), (above, below))] += chance * share / len(orders)
    return ways


FEW = [
    (((0, GREEN), (1,)), (1, 0, 1, 0, 0, 0)),
    (((1, GREEN), ()), (1, 0, 2, 0, 0, 0)),
    (((0, 1, 2), (2,)), (0, 0, 0, 0, 1, 1)),
]


@either_way
@pytest.mark.parametrize(("floors", "cubes"), FEW)
def test_every_landing_is_as_likely_as_the_model_says(
    floors: tuple[Pile, Pile], cubes: Cubes, dice: Callable[[Random], Stream]
) -> None:
    """Which cubes stay on which floor: each outcome has its share, rolled or skipped (SG-15.11)."""
    odds, stream = TowerOdds(2, 1, 2, 1, 3), dice(Random(1))
    ways = ways_to_land(floors, cubes, odds)
    seen = Counter(throw(floors, cubes, stream, odds) for _ in range(THROWS))
    assert sum(ways.values()) == pytest.approx(1)
    assert seen.keys() <= ways.keys()
    expected = {landing: chance * THROWS for landing, chance in ways.items() if chance * THROWS >= 5}
    chi_squared = sum((seen[landing] - number) ** 2 / number for landing, number in expected.items())
    assert chi_squared < len(expected) + 2.5 * sqrt(2 * len(expected))


RESEARCH = {
    2: (0.64, 0.09),
    4: (0.66, 0.16),
    7: (0.69, 0.27),
    10: (0.70, 0.36),
    15: (0.73, 0.49),
    20: (0.76, 0.60),
}
"""By size of a throw: the share of fresh cubes that come out, and of resting ones that come loose."""


@either_way
@pytest.mark.parametrize("size", RESEARCH)
def test_bigger_throws_free_more_as_the_figures_say(size: int, dice: Callable[[Random], Stream]) -> None:
    """docs/tower.md: fresh cubes out and resting cubes freed, into a tower as it is after a first fill."""
    stream = dice(Random(size))
    fresh_out = freed = lying = 0
    for _ in range(2500):
        floors = throw(EMPTY_TOWER, (0, 7, 7, 7, 7, 10), stream).floors
        assert floors is not None
        landing = throw(floors, red(size), stream)
        fresh_out += landing.tray[0]
        freed += sum(landing.tray[1:])
        lying += sum(map(len, floors))
    fresh_share, freed_share = RESEARCH[size]
    assert fresh_out / (2500 * size) == pytest.approx(fresh_share, abs=0.02)
    assert freed / lying == pytest.approx(freed_share, abs=0.03)


def test_the_keyed_stream_throws_like_ordinary_dice() -> None:
    """The generator of recorded games has the same odds (SG-15.11)."""
    rng_stream = Stream(b"odds", "tower")
    out = sum(sum(throw(EMPTY_TOWER, red(1), rng_stream).tray) for _ in range(5000))
    assert out / 5000 == pytest.approx(16 / 25, abs=0.025)
