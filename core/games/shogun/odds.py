"""How a battle or a revolt will end, from what a viewer may know (SG-16, SG-17).

What lies on the tray is thrown again, and what rests in the tower may come loose, so the same armies can be
many or few. All functions are of a view and change nothing. Cubes are taken to fall each by itself, and those
inside to lie on either floor alike: that is off by a point or two of a hundred, where a guess from the armies
alone can be off by fifty.
"""

from __future__ import annotations

from functools import cache
from math import comb
from math import pow as power

from msgspec.structs import replace

from core.games.shogun.battle import cubes_in_battle
from core.games.shogun.board import ATTACK_PLUS, DEFENCE_PLUS, GREEN, NOBODY, SPECIALS
from core.games.shogun.marching import castle_guard
from core.games.shogun.revolting import cubes_in_revolt
from core.games.shogun.state import Cubes
from core.games.shogun.steps import Assault, Uprising
from core.games.shogun.tower import ODDS
from core.games.shogun.view import View
from core.records import Seat

PASS = ODDS.passing / ODDS.out_of
STAY = 1 - ODDS.knocked / ODDS.knocked_out_of

# Battles -------------------------------------------------------------------------------------


def attack(view: View, seat: Seat, origin: int, target: int, armies: int) -> Assault:
    """Lay out an attack as it will be if both sides add all the cubes they can."""
    special = view.held[seat] == ATTACK_PLUS and view.reserve[seat] > 0
    guard = castle_guard(view, target) if view.owner[target] != NOBODY else 0
    more = SPECIALS[ATTACK_PLUS].cubes if special else 0
    return with_defence(view, Assault(seat, origin, target, armies, more, guard))


def with_defence(view: View, assault: Assault) -> Assault:
    """Let the defender use a special, if there is one to use (SG-6.9)."""
    owner = view.owner[assault.province]
    if owner == NOBODY or view.held[owner] != DEFENCE_PLUS or view.reserve[owner] <= assault.more_defenders:
        return assault
    return replace(assault, more_defenders=assault.more_defenders + SPECIALS[DEFENCE_PLUS].cubes)


def chance_to_win(view: View, assault: Assault) -> float:
    """Say how likely the attacker has more cubes on the tray than the other side (SG-16.10)."""
    fallen = Fallen(view, cubes_in_battle(view, assault))
    return more_than(fallen.of(assault.seat), fallen.side(view, assault.province))


def chance_to_hold(view: View, assault: Assault) -> float:
    """Say how likely the owner keeps the province: in a draw and by peasants alone nobody does (SG-16.15)."""
    fallen, owner = Fallen(view, cubes_in_battle(view, assault)), view.owner[assault.province]
    attackers, side = fallen.of(assault.seat), fallen.side(view, assault.province)
    peasants_alone = fallen.of(owner)[0] * more_than(fallen.helpers(view, assault.province), attackers)
    return more_than(side, attackers) - peasants_alone


def chance_to_put_down(view: View, uprising: Uprising) -> float:
    """Say how likely the owner has more cubes on the tray than the peasants (SG-17.5)."""
    fallen = Fallen(view, cubes_in_revolt(view, uprising))
    return more_than(fallen.of(view.owner[uprising.province]), fallen.of(GREEN))


# Throws --------------------------------------------------------------------------------------


class Fallen:
    """How many cubes of each colour will lie on the tray, each number with its chance."""

    def __init__(self, view: View, thrown: Cubes) -> None:
        self._thrown, self._inside = thrown, view.tower
        self._fates = fates(sum(thrown), sum(view.tower))

    def of(self, colour: int) -> list[float]:
        passes, comes_loose = self._fates
        return both(some(self._thrown[colour], passes), some(self._inside[colour], comes_loose))

    def helpers(self, view: View, province: int) -> list[float]:
        """Count the peasants who stand by the owner, which they do where it is calm (SG-16.6)."""
        return [1.0] if view.revolts[province] else self.of(GREEN)

    def side(self, view: View, province: int) -> list[float]:
        """Count all who defend a province; without an owner the peasants do (SG-16.8)."""
        owner = view.owner[province]
        return self.of(GREEN) if owner == NOBODY else both(self.of(owner), self.helpers(view, province))


@cache
def fates(thrown: int, inside: int) -> tuple[float, float]:
    """Say how likely a thrown cube falls through to the tray, and one that rests inside comes loose."""
    passes_first, freed_first = passing(thrown), 1 - power(STAY, thrown)
    arriving = thrown * passes_first + inside / 2 * freed_first
    passes_second, freed_second = passing(arriving), 1 - power(STAY, arriving)
    return passes_first * passes_second, (freed_first * passes_second + freed_second) / 2


def passing(arriving: float) -> float:
    """Say how likely a cube leaves a floor it arrives on: at once, or freed by one of those after it."""
    if not arriving:
        return PASS
    rests_on = (1 - power(STAY, arriving)) / (arriving * (1 - STAY))
    return 1 - (1 - PASS) * min(1.0, rests_on)


def some(number: int, chance: float) -> list[float]:
    """Say how likely none, one, two... of so many things happen."""
    return [comb(number, n) * chance**n * (1 - chance) ** (number - n) for n in range(number + 1)]


def both(first: list[float], second: list[float]) -> list[float]:
    """Add two numbers that are known by their chances."""
    sums = [0.0] * (len(first) + len(second) - 1)
    for one, chance in enumerate(first):
        for other, its_chance in enumerate(second):
            sums[one + other] += chance * its_chance
    return sums


def more_than(first: list[float], second: list[float]) -> float:
    """Say how likely the first of two numbers is the greater."""
    total, below = 0.0, 0.0
    for number, chance in enumerate(first):
        total += chance * below
        below += second[number] if number < len(second) else 0.0
    return total
