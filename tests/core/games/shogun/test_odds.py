"""What the odds say of a throw is what the tower does, whatever lies on the tray and rests inside."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from core.chance import QuickStream
from core.games.shogun import GAME
from core.games.shogun.battle import cubes_in_battle
from core.games.shogun.board import (
    ATTACK_PLUS,
    CASTLE,
    DEFENCE_PLUS,
    EVENTS,
    GREEN,
    NO_CARD,
    NO_EVENT,
    NOBODY,
)
from core.games.shogun.choices import Move
from core.games.shogun.foresight import acting_in
from core.games.shogun.observe import invent_floors
from core.games.shogun.odds import (
    attack,
    chance_to_hold,
    chance_to_put_down,
    chance_to_win,
    fates,
    more_than,
)
from core.games.shogun.revolting import cubes_in_revolt
from core.games.shogun.state import Cubes
from core.games.shogun.steps import Assault, Uprising
from core.games.shogun.tower import throw
from core.games.shogun.view import View
from core.records import ChooseOne
from tests.core.games.shogun.tables import FIVE, random_game

THROWS = 1000
CLOSE = 0.06
"""Three times the spread of so many throws, and what cubes that do mind each other a little add to it."""


@cache
def attacks() -> list[tuple[View, Assault]]:
    """Take an attack from each march of a random game, small ones and large ones."""
    found, dice = [], Random(2)
    for state, _ in random_game(3, FIVE):
        for seat, decision in state.pending.items():
            if decision.prompt != "march" or not isinstance(decision, ChooseOne):
                continue
            view = GAME.view_for(state, seat)
            moves = [m for m in decision.options if isinstance(m, Move) and view.owner[m.target] != seat]
            if moves:
                move = dice.choice(moves)
                found.append((view, attack(view, seat, acting_in(view), move.target, move.armies)))
    return found


def trays(view: View, cubes: Cubes) -> list[Cubes]:
    """Throw again and again, with the cubes inside on any floors."""
    dice = Random(1)
    stream = QuickStream(dice)
    return [throw(invent_floors(view.tower, dice), cubes, stream).tray for _ in range(THROWS)]


def helpers(view: View, province: int, tray: Cubes) -> int:
    is_in_unrest = view.owner[province] != NOBODY and view.revolts[province]
    return 0 if is_in_unrest else tray[GREEN]


def test_an_attack_is_won_and_repelled_as_often_as_foretold() -> None:
    assert len(attacks()) > 20
    for view, assault in attacks():
        seat, there, owner = assault.seat, assault.province, view.owner[assault.province]
        won = held = 0
        for tray in trays(view, cubes_in_battle(view, assault)):
            own = tray[owner] if owner != NOBODY else 0
            side = own + helpers(view, there, tray)
            won += tray[seat] > side
            held += own > 0 and side > tray[seat]

        assert chance_to_win(view, assault) == pytest.approx(won / THROWS, abs=CLOSE)
        if owner != NOBODY:
            assert chance_to_hold(view, assault) == pytest.approx(held / THROWS, abs=CLOSE)


def test_a_revolt_is_put_down_as_often_as_foretold() -> None:
    for view, assault in attacks()[::3]:
        uprising = Uprising(assault.origin, 2, in_winter=True)
        owner = view.owner[assault.origin]
        down = sum(tray[owner] > tray[GREEN] for tray in trays(view, cubes_in_revolt(view, uprising)))

        assert chance_to_put_down(view, uprising) == pytest.approx(down / THROWS, abs=CLOSE)


def test_cubes_that_both_sides_can_add_are_reckoned_with() -> None:
    """Specials, and a castle under its event (SG-6.8, SG-6.9, SG-8.6)."""
    view, plain = next(pair for pair in attacks() if pair[0].owner[pair[1].province] != NOBODY)
    seat, there, owner = plain.seat, plain.province, view.owner[plain.province]
    held = [NO_CARD] * len(view.held)
    bare = replace(view, held=tuple(held), event=NO_EVENT)
    castle = next(number for number, event in enumerate(EVENTS) if event.id == "castle_defence")
    buildings = tuple(1 << CASTLE if n == there else bits for n, bits in enumerate(view.buildings))
    held[seat], held[owner] = ATTACK_PLUS, DEFENCE_PLUS

    alone = attack(bare, seat, plain.origin, there, 1)
    all_of_it = attack(
        replace(bare, held=tuple(held), event=castle, buildings=buildings), seat, plain.origin, there, 1
    )

    assert (alone.more_attackers, alone.more_defenders) == (0, 0)
    assert (all_of_it.more_attackers, all_of_it.more_defenders) == (1, 2)


def test_own_cubes_on_the_tray_help_and_those_of_the_other_side_do_not() -> None:
    view, assault = next(pair for pair in attacks() if pair[0].owner[pair[1].province] != NOBODY)
    own, theirs = (
        replace(view, tray=tuple(4 * (colour == side) for colour in range(len(view.tray))))
        for side in (assault.seat, view.owner[assault.province])
    )

    assert chance_to_win(own, assault) > 0.2 + chance_to_win(theirs, assault)


def test_the_exact_odds_of_a_single_cube() -> None:
    """One cube into an empty tower comes out in 16 of 25 throws (SG-15.16)."""
    assert fates(1, 0)[0] == pytest.approx(16 / 25)
    assert more_than([0.5, 0.5], [0.5, 0.5]) == pytest.approx(0.25)
