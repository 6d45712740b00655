"""What a bot that looks ahead has to know of Rising Sun: what to consider, and how others may answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from core.decisions import DECLINE, Allocate, Allocation, ChooseOne, Decision, Decline, Done
from core.games.rising_sun.cards import FORCE_OF_PIECE
from core.games.rising_sun.choices import READY, Ally, Hostage, Refuse, Seppuku
from core.games.rising_sun.evaluation import evaluate
from core.games.rising_sun.forces import force_of
from core.games.rising_sun.state import State
from core.games.rising_sun.steps import (
    ChooseMandate,
    CollectBids,
    HoldTea,
    OfferMercy,
    PrepareForWar,
    SettleOrder,
    ShareOddCoins,
    TakeHostage,
    UseHire,
    UsePoets,
    UseSeppuku,
)
from core.games.rising_sun.winter import card_vp, set_vp, token_vp
from core.kinds import Choice, Dice, Seat, Step

__all__ = ["candidates", "evaluate", "is_quiet", "plays_out", "reply", "worlds"]

QUIET: Final = (HoldTea, ChooseMandate, CollectBids)
PLAYED_OUT: Final = (
    ChooseMandate,
    SettleOrder,
    PrepareForWar,
    CollectBids,
    UseSeppuku,
    TakeHostage,
    UseHire,
    UsePoets,
    OfferMercy,
)
IDLE: Final = (Done, Decline)
ENOUGH_TEA: Final = 0.1
SENSIBLE: Final = 0.5  # how many of the others bid with a plan
FAR_AHEAD: Final = 15  # VP; whoever leads by more needs no friends
BID_WORLDS: Final = 5

SHAPES: Final = (
    (1, 0, 0, 0),
    (0, 1, 0, 0),
    (0, 0, 1, 0),
    (0, 0, 0, 1),
    (0, 1, 1, 0),
    (0, 1, 2, 0),
    (0, 0, 1, 1),
    (0, 1, 1, 1),
    (1, 0, 0, 1),
    (1, 0, 0, 2),
    (0, 1, 0, 1),
    (1, 1, 1, 1),
)
"""Ways to spread coins over Seppuku, Hostage, Hire and Poets."""
STAKES: Final = (0.35, 0.65, 1.0)
"""Parts of the purse to put on one battle."""


def is_quiet(state: State) -> bool:
    """Say whether nothing hangs in the air, so that the state can be judged."""
    return isinstance(state.agenda[-1], QUIET) and not state.answers


def plays_out(state: State) -> bool:
    """Say whether the answer to what is asked now shows its worth only when all has been carried out."""
    return isinstance(state.agenda[-1], PLAYED_OUT)


def worlds(state: State) -> int:
    """Say how many times to guess what is hidden; it matters where others bid in secret."""
    return BID_WORLDS if isinstance(state.agenda[-1], CollectBids) else 1


def candidates(state: State, seat: Seat, decision: Decision, dice: Dice) -> Sequence[Choice]:
    """List what is worth looking at; doing nothing comes first, so that it wins a draw."""
    if isinstance(decision, Allocate):
        return bids(decision.total)
    assert isinstance(decision, ChooseOne)
    if isinstance(state.agenda[-1], HoldTea):
        return advances(state, seat, decision, dice)
    return sorted(decision.options, key=lambda choice: not isinstance(choice, IDLE))


def advances(state: State, seat: Seat, decision: ChooseOne, dice: Dice) -> list[Choice]:
    """Court all but those far ahead, and now and then have enough, so that tea ends even with the fickle."""
    alone = ways_to_stay_alone(decision)
    if alone == [READY] and dice.random() < ENOUGH_TEA:
        return alone
    limit = prospects(state, seat) + FAR_AHEAD
    wooed = [option for option in decision.options if isinstance(option, Ally)]
    return [*alone, *(option for option in wooed if prospects(state, option.seat) <= limit)]


def ways_to_stay_alone(decision: ChooseOne) -> list[Choice]:
    """Have tea and go; who owes people an answer cannot, but can refuse them."""
    if READY in decision.options:
        return [READY]
    return [option for option in decision.options if isinstance(option, Refuse)]


def prospects(state: State, seat: Seat) -> int:
    """Count what a seat would have, were it Winter now."""
    return state.vp[seat] + card_vp(state, seat) + token_vp(state, seat) + set_vp(state, seat)


def bids(total: int) -> list[Choice]:
    spread = {spread_out(shape, round(total * stake)) for shape in SHAPES for stake in STAKES}
    return [Allocation(amounts) for amounts in sorted({(0, 0, 0, 0), *spread})]


def spread_out(shape: tuple[int, ...], coins: int) -> tuple[int, ...]:
    """Spread coins in proportion; those left over go where most are wanted, rightmost first."""
    amounts = [coins * part // sum(shape) for part in shape]
    for place in sorted(range(len(shape)), key=lambda place: (-shape[place], -place)):
        if sum(amounts) < coins and shape[place]:
            amounts[place] += 1
    return tuple(amounts)


# How anybody may answer ----------------------------------------------------------------------


def reply(state: State, seat: Seat, decision: Decision, dice: Dice) -> Choice | None:
    """Guess an answer without looking ahead; None where looking is better."""
    if isinstance(decision, Allocate):
        return guess_bid(decision, dice)
    habit = HABITS.get(type(state.agenda[-1]))
    return habit(state, seat, decision) if habit and isinstance(decision, ChooseOne) else None


def guess_bid(decision: Allocate, dice: Dice) -> Choice:
    if dice.random() >= SENSIBLE:
        return decision.sample(dice)
    return Allocation(spread_out(dice.choice(SHAPES), round(decision.total * dice.choice(STAKES))))


def first_option(_state: State, _seat: Seat, decision: ChooseOne) -> Choice:
    return decision.options[0]


def spare_nobody(_state: State, _seat: Seat, _decision: ChooseOne) -> Choice:
    return DECLINE


def seppuku_if_lost(state: State, seat: Seat, _decision: ChooseOne) -> Choice:
    assert state.battle is not None
    province, fighters = state.battle.province, state.battle.fighters
    strengths = {other: force_of(state, other, province) + state.ronin[other] / 2 for other in fighters}
    return DECLINE if strengths[seat] == max(strengths.values()) else Seppuku()


def strongest_hostage(_state: State, _seat: Seat, decision: ChooseOne) -> Choice:
    figures = [choice for choice in decision.options if isinstance(choice, Hostage)]
    return max(figures, key=lambda choice: FORCE_OF_PIECE[choice.piece])


HABITS: Final[dict[type[Step], Callable[[State, Seat, ChooseOne], Choice]]] = {
    UseSeppuku: seppuku_if_lost,
    TakeHostage: strongest_hostage,
    UseHire: first_option,
    UsePoets: first_option,
    OfferMercy: spare_nobody,
    ShareOddCoins: first_option,
}
"""What people do in a battle, mostly."""
