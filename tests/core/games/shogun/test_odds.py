"""What is foretold of a battle or a revolt is what the rules' own tower then does, whatever lies in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from core.chance import QuickStream
from core.decisions import ChooseOne
from core.games.shogun import GAME
from core.games.shogun.battle import fight, rise_up, sample_assault, sample_uprising
from core.games.shogun.board import (
    ATTACK_PLUS,
    CASTLE,
    DEFENCE_PLUS,
    EVENTS,
    NO_CARD,
    NO_EVENT,
    NOBODY,
    PROVINCES,
)
from core.games.shogun.choices import MoveArmies
from core.games.shogun.events import (
    BattleTied,
    PeasantsHeld,
    ProvinceHeld,
    ProvinceTaken,
    RevoltPutDown,
    RevoltWon,
)
from core.games.shogun.foresight import acting_in
from core.games.shogun.observe import determinise
from core.games.shogun.odds import Forecast, attack, battle, fates, foreseen, revolt
from core.games.shogun.steps import Assault, Uprising
from core.games.shogun.view import View
from core.kinds import Event
from tests.core.games.shogun.tables import FIVE, RED, at, random_game

THROWS = 1000
CLOSE = 0.06
"""Three times the spread of this many throws, plus what cubes that do affect each other a little add."""
FEW = 50
"""From this many cases on, the armies left can be compared on average."""
CLOSE_ARMIES = 0.35
ENDS = {
    ProvinceTaken: "taken",
    BattleTied: "emptied",
    RevoltWon: "emptied",
    ProvinceHeld: "held",
    PeasantsHeld: "held",
    RevoltPutDown: "held",
}


@cache
def attacks() -> list[tuple[View, Assault]]:
    """Take an attack from each march of a random game, small ones and large ones."""
    found, dice = [], Random(2)
    for state, _ in random_game(3, FIVE):
        for seat, decision in state.pending.items():
            if decision.prompt != "march" or not isinstance(decision, ChooseOne):
                continue
            view = GAME.view_for(state, seat)
            moves = [
                m for m in decision.options if isinstance(m, MoveArmies) and view.owner[m.target] != seat
            ]
            if moves:
                move = dice.choice(moves)
                found.append((view, attack(view, seat, acting_in(view), move.target, move.armies)))
    return found


def owned() -> tuple[View, Assault]:
    return next(pair for pair in attacks() if pair[0].owner[pair[1].province] != NOBODY)


class Seen(NamedTuple):
    """How many times something ended in each way, and the armies that stood there then."""

    taken: list[int]
    emptied: list[int]
    held: list[int]


def played(view: View, step: Assault | Uprising) -> Seen:
    """Carry out a battle or a revolt again and again, by the rules, in states that fit the view."""
    dice, seen = Random(1), Seen([], [], [])
    for event in chain.from_iterable(ends(view, step, dice) for _ in range(THROWS)):
        if type(event) in ENDS:
            getattr(seen, ENDS[type(event)]).append(getattr(event, "armies", 0))
    return seen


def ends(view: View, step: Assault | Uprising, dice: Random) -> Iterator[Event]:
    state, stream = determinise(view, dice), QuickStream(dice)
    if isinstance(step, Assault):
        fight(state, step, sample_assault(state, step, stream))
    else:
        rise_up(state, step, sample_uprising(state, step, stream))
    yield from state.events


def compare(foretold: Forecast, seen: Seen) -> None:
    assert sum(map(len, seen)) == THROWS
    assert foretold.taken == pytest.approx(len(seen.taken) / THROWS, abs=CLOSE)
    assert foretold.emptied == pytest.approx(len(seen.emptied) / THROWS, abs=CLOSE)
    assert foretold.held == pytest.approx(len(seen.held) / THROWS, abs=CLOSE)
    for expected, armies in ((foretold.attackers, seen.taken), (foretold.defenders, seen.held)):
        if len(armies) >= FEW:
            assert expected == pytest.approx(sum(armies) / len(armies), abs=CLOSE_ARMIES)


def test_a_battle_ends_in_each_way_as_often_as_foretold() -> None:
    assert len(attacks()) > 20
    for view, assault in attacks()[::2]:
        compare(battle(view, assault), played(view, assault))


def test_a_revolt_is_put_down_as_often_as_foretold() -> None:
    for number, (view, assault) in enumerate(attacks()[1::3]):
        uprising = Uprising(assault.origin, number % 4, in_winter=number % 2 == 0)
        foretold = revolt(view, uprising)

        assert foretold.taken == 0
        compare(foretold, played(view, uprising))


def four_against_four(**changes: object) -> View:
    position = {
        "season": "spring",
        "phase": "plan",
        "tower": {"red": 2, "blue": 2, "green": 3},
        "players": {"red": {"armies": {"kai": 5}}, "blue": {"armies": {"suruga": 4}}},
        **changes,
    }
    view: View = GAME.view_for(at(position), RED)
    return view


KAI, SURUGA = PROVINCES.index("kai"), PROVINCES.index("suruga")


def test_four_against_four_is_seldom_won_and_often_nobodys() -> None:
    view = four_against_four()
    assault = attack(view, RED, KAI, SURUGA, 4)
    foretold = battle(view, assault)

    assert foretold.taken < foretold.emptied + 0.05 < foretold.held
    assert sum(foretold[:3]) == pytest.approx(1)
    compare(foretold, played(view, assault))


def test_peasants_stay_out_of_it_where_there_is_unrest() -> None:
    calm, stirred = four_against_four(), four_against_four(provinces={"suruga": {"revolts": 1}})
    assault = attack(calm, RED, KAI, SURUGA, 4)

    assert battle(stirred, assault).taken > battle(calm, assault).taken + 0.1
    compare(battle(stirred, assault), played(stirred, assault))


def test_a_neutral_province_is_taken_or_stays_as_it_is() -> None:
    view = four_against_four()
    foretold = battle(view, attack(view, RED, KAI, PROVINCES.index("sagami"), 3))

    assert foretold.emptied == foretold.defenders == 0
    assert foretold.taken + foretold.held == pytest.approx(1)


def test_cubes_that_both_sides_can_add_are_reckoned_with() -> None:
    """Specials, and a castle under its event (SG-6.8, SG-6.9, SG-8.6)."""
    view, plain = owned()
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
    view, assault = owned()
    own, theirs = (
        replace(view, tray=tuple(4 * (colour == side) for colour in range(len(view.tray))))
        for side in (assault.seat, view.owner[assault.province])
    )

    assert battle(own, assault).taken > 0.2 + battle(theirs, assault).taken


def test_every_answer_that_makes_cubes_fall_is_foreseen_and_no_other() -> None:
    seen = set()
    for state, _ in random_game(1, FIVE):
        for seat, decision in state.pending.items():
            if isinstance(decision, ChooseOne):
                view = GAME.view_for(state, seat)
                for choice in decision.options:
                    is_own = isinstance(choice, MoveArmies) and view.owner[choice.target] == seat
                    expected = decision.prompt in ("march", "attack", "defence", "revolt") and not is_own
                    assert (foreseen(view, choice) is not None) == expected
                    seen.add(decision.prompt)

    assert {"march", "attack", "defence", "revolt", "special"} <= seen


def test_the_exact_odds_of_a_single_cube() -> None:
    """One cube into an empty tower comes out in 16 of 25 throws (SG-15.16)."""
    view = four_against_four(tower={}, players={"red": {"armies": {"kai": 1}}})

    assert fates(1, 0)[0] == pytest.approx(16 / 25)
    assert revolt(view, Uprising(KAI, 0, in_winter=True)) == pytest.approx((0, 9 / 25, 16 / 25, 0, 1))
