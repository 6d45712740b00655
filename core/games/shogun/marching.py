"""What a march is worth, by which odds and prices, and which one to take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from core.decisions import ChooseOne, Decision, Done
from core.games.shogun.board import NOBODY, YEARS
from core.games.shogun.choices import MoveArmies
from core.games.shogun.odds import attack, battle, chance_to_hold, chance_to_take, revolt
from core.games.shogun.state import State, board_of
from core.games.shogun.steps import March, Regroup, Uprising
from core.kinds import Choice, Seat

CHEST: Final = 0.3  # VP
PROMISING: Final = 6  # marches worth a search
GARRISON: Final = 0.25
"""Share of a province's worth that is at risk where strong neighbours see a single army."""


# Odds and prices -----------------------------------------------------------------------------


class Prices(NamedTuple):
    """How likely a march takes a province, how likely armies hold against peasants, and what is at stake."""

    take: Callable[[State, int, int, int], float]  # origin, target, armies
    hold: Callable[[State, int], float]
    army: float = 0.12  # VP, like everything below
    chest: float = CHEST
    land: float = 1.0  # a province, for each winter to come
    building: float = 1.3  # the same

    def worth_of(self, state: State, province: int) -> float:
        return self.land + self.building * state.buildings[province].bit_count()


def take_by_the_tower(state: State, origin: int, target: int, armies: int) -> float:
    return battle(state, attack(state, state.owner[origin], origin, target, armies)).taken


def hold_by_the_tower(state: State, province: int) -> float:
    return revolt(state, Uprising(province, state.revolts[province], in_winter=False)).held


BY_THE_TOWER: Final = Prices(take_by_the_tower, hold_by_the_tower)
"""The odds the screen shows; for the bot's own decisions."""
AT_A_GLANCE: Final = Prices(
    lambda state, _origin, target, armies: chance_to_take(state, target, armies),
    lambda state, province: chance_to_hold(state.armies[province], state.revolts[province]),
)
"""Quick guesses, for looking ahead many times over."""


# Marching ------------------------------------------------------------------------------------


def best_march(
    state: State, seat: Seat, province: int, armies: int, by: Prices
) -> tuple[float, MoveArmies | None]:
    """Find the most valuable march with this many armies in the province."""
    best: tuple[float, MoveArmies | None] = (0.0, None)
    winters = YEARS - state.year + 1
    for target in board_of(state).neighbours[province]:
        if state.owner[target] != seat:
            for number in {armies - 1, armies - 2, armies * 2 // 3}:
                if 0 < number < armies:
                    worth = worth_of_march(state, province, target, number, armies - number, by) * winters
                    best = max(best, (worth, MoveArmies(number, target)), key=lambda entry: entry[0])
    return best


def worth_of_march(state: State, origin: int, target: int, armies: int, left: int, by: Prices) -> float:
    chance = by.take(state, origin, target, armies)
    is_enemy = state.owner[target] != NOBODY
    prize = by.worth_of(state, target) * (1.3 if is_enemy else 0.9)
    lost = armies * (0.95 - 0.7 * chance) * by.army
    bare = GARRISON * by.worth_of(state, origin) * (left == 1 and threat_left(state, origin, target, left))
    return chance * prize - lost - bare


def promising(state: State, seat: Seat, decision: ChooseOne) -> list[Choice]:
    """Sort the moves of a march by their apparent worth, and keep the best."""
    step = state.agenda[-1]
    assert isinstance(step, March)
    armies = state.armies[step.province]

    def worth(option: Choice) -> float:
        assert isinstance(option, MoveArmies)
        if state.owner[option.target] == seat:
            return (
                BY_THE_TOWER.army
                * option.armies
                * (threat(state, seat, option.target) - threat(state, seat, step.province))
            )
        left = armies - option.armies
        return worth_of_march(state, step.province, option.target, option.armies, left, BY_THE_TOWER)

    return sorted(decision.options, key=worth, reverse=True)[:PROMISING]


def threat_left(state: State, origin: int, target: int, left: int) -> bool:
    """Say whether an enemy could walk into a province left almost bare."""
    owner = state.owner[origin]
    return any(
        state.owner[p] not in (owner, NOBODY) and p != target and state.armies[p] > left + 1
        for p in board_of(state).neighbours[origin]
    )


def march(state: State, seat: Seat, decision: Decision, by: Prices) -> Choice:
    """Take the best march, or the least harmful move if none is worth it."""
    step = state.agenda[-1]
    assert isinstance(step, March)
    assert isinstance(decision, ChooseOne)
    _, move = best_march(state, seat, step.province, state.armies[step.province], by)
    if move is not None and move in decision.options:
        return move
    return min(decision.options, key=lambda option: harm_of(state, seat, option))


def harm_of(state: State, seat: Seat, option: Choice) -> tuple[float, int]:
    assert isinstance(option, MoveArmies)
    if state.owner[option.target] == seat:
        return 0.0, option.armies
    return 1.0 - chance_to_take(state, option.target, option.armies), option.armies


def regroup(state: State, seat: Seat, decision: ChooseOne) -> Choice:
    """Send armies to the neighbour that needs them more."""
    step = state.agenda[-1]
    assert isinstance(step, Regroup)
    here = threat(state, seat, step.province)
    moves = [option for option in decision.options if isinstance(option, MoveArmies)]
    target = max((move.target for move in moves), key=lambda p: threat(state, seat, p))
    if threat(state, seat, target) > here:
        return max((move for move in moves if move.target == target), key=lambda move: move.armies)
    return next(option for option in decision.options if isinstance(option, Done))


def threat(state: State, seat: Seat, province: int) -> float:
    """Return by how many armies the strongest neighbour could outnumber a province."""
    foes = [
        state.armies[p] - 1
        for p in board_of(state).neighbours[province]
        if state.owner[p] not in (seat, NOBODY)
    ]
    return max(0, max(foes, default=0) - state.armies[province])
