"""How a battle or a revolt may end, from what a viewer may know (SG-16, SG-17).

Cubes on the tray are thrown again, and those resting in the tower may come loose, so the same armies can be
many or few. All functions take a view, or a state that fits one, and change nothing. They treat cubes as
falling independently, and those inside as equally likely on either floor: that is off by a point or two of
100, where a guess from the armies alone can be off by fifty.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate, product
from math import comb, exp, sqrt
from math import pow as power
from typing import Final, NamedTuple

from msgspec.structs import replace

from core.games.shogun.battle import cubes_in_battle, cubes_in_revolt
from core.games.shogun.board import ATTACK_PLUS, DEFENCE_PLUS, GREEN, NOBODY, SPECIALS
from core.games.shogun.choices import Add, MoveArmies, Revolt
from core.games.shogun.events import BattleBegan, RevoltBegan
from core.games.shogun.province_actions import castle_guard
from core.games.shogun.state import Cubes, State, resting
from core.games.shogun.steps import Assault, March, OfferAttackCube, OfferDefenceCube, OrderRevolts, Uprising
from core.games.shogun.tower import ODDS
from core.games.shogun.view import View
from core.kinds import Choice, Seat
from core.remembering import cached

PASS: Final = ODDS.passing / ODDS.out_of
STAY: Final = 1 - ODDS.knocked / ODDS.knocked_out_of


class Forecast(NamedTuple):
    """How likely each end is, and the average number of armies left."""

    taken: float  # the attacker has the province
    emptied: float  # nobody has it any more, and its buildings are gone
    held: float  # it stays with its owner, or with nobody
    attackers: float  # if it is taken
    defenders: float  # if its owner holds it


# What is asked -------------------------------------------------------------------------------


def foreseen(view: View, choice: Choice) -> Forecast | None:
    """Foresee what an answer to the current question leads to, if cubes decide that."""
    step = view.agenda[-1]
    if isinstance(choice, Revolt):
        return revolt(view, in_winter(view, choice.province))
    if isinstance(step, March) and isinstance(choice, MoveArmies) and view.owner[choice.target] != step.seat:
        return battle(view, attack(view, step.seat, step.province, choice.target, choice.armies))
    if isinstance(step, OfferAttackCube):
        added = SPECIALS[ATTACK_PLUS].cubes * isinstance(choice, Add)
        return battle(view, with_defence(view, replace(step.assault, more_attackers=added)))
    if isinstance(step, OfferDefenceCube):
        added = SPECIALS[DEFENCE_PLUS].cubes * isinstance(choice, Add)
        return battle(view, replace(step.assault, more_defenders=step.assault.more_defenders + added))
    return None


def foretold(view: View, event: BattleBegan | RevoltBegan) -> Forecast | None:
    """Foresee what is about to begin, as it looked before; None if the table had not come that far."""
    if isinstance(event, RevoltBegan):
        is_known = view.owner[event.province] == event.owner
        return revolt(view, Uprising(event.province, event.peasants, in_winter=False)) if is_known else None
    is_known = view.owner[event.province] == event.defender
    ahead = attack(view, event.seat, event.origin, event.province, event.armies)
    return battle(view, ahead) if is_known else None


def in_winter(view: View, province: int) -> Uprising:
    """Set up the revolt of a hungry province whose turn has come."""
    step = view.agenda[-1]
    return of_hunger(view, province, step.peasants if isinstance(step, OrderRevolts) else 0)


def of_hunger(view: View, province: int, more: int) -> Uprising:
    """Set up the revolt of a hungry province: its markers and more, if there are peasants (SG-17.3)."""
    return Uprising(province, min(view.revolts[province] + more, view.reserve[GREEN]), in_winter=True)


# Battles -------------------------------------------------------------------------------------


def attack(view: State | View, seat: Seat, origin: int, target: int, armies: int) -> Assault:
    """Set up an attack as it will be if both sides add all the cubes they can."""
    special = view.held[seat] == ATTACK_PLUS and view.reserve[seat] > 0
    guard = castle_guard(view, target) if view.owner[target] != NOBODY else 0
    more = SPECIALS[ATTACK_PLUS].cubes if special else 0
    return with_defence(view, Assault(seat, origin, target, armies, more, guard))


def with_defence(view: State | View, assault: Assault) -> Assault:
    """Let the defender use a special, if there is one (SG-6.9)."""
    owner = view.owner[assault.province]
    if owner == NOBODY or view.held[owner] != DEFENCE_PLUS or view.reserve[owner] <= assault.more_defenders:
        return assault
    return replace(assault, more_defenders=assault.more_defenders + SPECIALS[DEFENCE_PLUS].cubes)


def battle(view: State | View, assault: Assault) -> Forecast:
    """Foresee an attack; where it is calm, the peasants side with the owner (SG-16.6 to SG-16.17)."""
    thrown, owner = cubes_in_battle(view, assault), view.owner[assault.province]
    is_calm = not view.revolts[assault.province]
    ends = clash(thrown, inside(view), assault.seat, owner, is_calm=is_calm)
    return ends if owner != NOBODY else ends._replace(emptied=0.0, held=ends.emptied)


def revolt(view: State | View, uprising: Uprising) -> Forecast:
    """Foresee a revolt: an owner who does not beat the peasants loses the province (SG-17.5, SG-17.6)."""
    thrown, owner = cubes_in_revolt(view, uprising), view.owner[uprising.province]
    ends = clash(thrown, inside(view), GREEN, owner, is_calm=False)
    return ends._replace(taken=0.0, emptied=ends.taken + ends.emptied, attackers=0.0)


def inside(view: State | View) -> Cubes:
    """Count the cubes in the tower, on whatever floor."""
    return view.tower if isinstance(view, View) else resting(view)


@cached(4096)
def clash(thrown: Cubes, inside: Cubes, attacker: int, owner: int, *, is_calm: bool) -> Forecast:
    """Weigh cubes of one colour on the tray against those of another, and peasants where it is calm.

    Peasants alone hold nothing for an owner (SG-16.15), and die first where they help (SG-16.13).
    """
    attackers = fallen(thrown, inside, attacker)
    defenders = NONE if owner == NOBODY else fallen(thrown, inside, owner)
    helpers = fallen(thrown, inside, GREEN) if is_calm else NONE
    fewer, lead = margins(attackers, len(defenders) + len(helpers))
    expected = sum(number * chance for number, chance in enumerate(attackers))
    taken = held = strong = weak = 0.0
    for (own, chance), (peasants, share) in product(enumerate(defenders), enumerate(helpers)):
        side, weight = own + peasants, chance * share
        taken += weight * (1 - fewer[side + 1])
        strong += weight * (expected - side + lead[side])
        held += weight * fewer[side] * (own > 0)
        weak += weight * (lead[side] - lead[peasants])
    return Forecast(taken, 1 - taken - held, held, average(strong, taken), average(weak, held))


def margins(attackers: list[float], most: int) -> tuple[list[float], list[float]]:
    """Return for each number how likely the attackers are fewer, and by how many on average."""
    chances = [*attackers, *[0.0] * most]
    fewer = [0.0, *accumulate(chances)]
    return fewer, list(accumulate(fewer))


def average(total: float, chance: float) -> float:
    """Average over the cases that have a chance at all."""
    return total / chance if chance > UNHEARD_OF else 0.0


UNHEARD_OF: Final = 1e-9

# Throws --------------------------------------------------------------------------------------

NONE: Final = [1.0]
"""A number that is certainly 0."""


def fallen(thrown: Cubes, inside: Cubes, colour: int) -> list[float]:
    """Return how likely none, one, two... cubes of a colour will lie on the tray."""
    passes, comes_loose = fates(sum(thrown), sum(inside))
    return both(some(thrown[colour], passes), some(inside[colour], comes_loose))


@cache
def fates(thrown: int, inside: int) -> tuple[float, float]:
    """Return how likely a thrown cube falls through to the tray, and how likely a resting one comes loose."""
    passes_first, freed_first = passing(thrown), 1 - power(STAY, thrown)
    arriving = thrown * passes_first + inside / 2 * freed_first
    passes_second, freed_second = passing(arriving), 1 - power(STAY, arriving)
    return passes_first * passes_second, (freed_first * passes_second + freed_second) / 2


def passing(arriving: float) -> float:
    """Return how likely a cube leaves a floor it arrives on: at once, or freed by a later one."""
    if not arriving:
        return PASS
    rests_on = (1 - power(STAY, arriving)) / (arriving * (1 - STAY))
    return 1 - (1 - PASS) * min(1.0, rests_on)


def some(number: int, chance: float) -> list[float]:
    """Return how likely none, one, two... of that many things happen."""
    return [comb(number, n) * chance**n * (1 - chance) ** (number - n) for n in range(number + 1)]


def both(first: list[float], second: list[float]) -> list[float]:
    """Add two numbers known by their chances."""
    sums = [0.0] * (len(first) + len(second) - 1)
    for one, chance in enumerate(first):
        for other, its_chance in enumerate(second):
            sums[one + other] += chance * its_chance
    return sums


# At a glance ---------------------------------------------------------------------------------

STEEPNESS: Final = 1.9
HELP_IF_CALM: Final = 1.4  # what peasants and bad luck weigh against an attacker, in cubes
HELP_IN_UNREST: Final = 0.6
HELP_IF_NEUTRAL: Final = 0.85


def chance_to_take(state: State | View, province: int, armies: int) -> float:
    """Guess how likely this many armies take a province; fitted to the tower (docs/tower.md)."""
    if state.owner[province] == NOBODY:
        defenders, help_of_peasants = 1, HELP_IF_NEUTRAL
    else:
        defenders = state.armies[province]
        help_of_peasants = HELP_IN_UNREST if state.revolts[province] else HELP_IF_CALM
    return likely((armies - defenders - help_of_peasants) / sqrt(armies + defenders))


def chance_to_hold(armies: int, peasants: int) -> float:
    """Guess how likely armies put down a revolt."""
    return likely((armies - peasants - 1.0) / sqrt(armies + peasants))


def likely(margin: float) -> float:
    return 1 / (1 + exp(-STEEPNESS * margin))
