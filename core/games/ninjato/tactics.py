"""What a bot that looks ahead has to know of Ninjato: what to consider, and how anybody may answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from core.decisions import ChooseOne, Combination, Combine, Decision
from core.games.ninjato.board import GOLD, RED
from core.games.ninjato.cards import ELITE_DECK, GUARD_DECK, GUARDS
from core.games.ninjato.choices import (
    BANZAI,
    FAIL,
    LEAVE,
    Discard,
    Keep,
    Palace,
    Pavilion,
    Swap,
    TakeCard,
)
from core.games.ninjato.costs import JOKER, honor_of
from core.games.ninjato.evaluation import CARD_WORTH, SKILL_WORTH, evaluate, worth_of
from core.games.ninjato.fights import FIRST_SKILL, PARTS
from core.games.ninjato.odds import can_beat_card
from core.games.ninjato.raid import raid_of, raided_house
from core.games.ninjato.state import State, left_in
from core.games.ninjato.steps import (
    AwardFirst,
    AwardSecond,
    ChooseToken,
    Decide,
    Fight,
    SaveOne,
    SendDisguised,
    TakeCards,
    TakeTurn,
    TrimHand,
)
from core.kinds import Choice, Dice, Seat, Step

__all__ = ["candidates", "evaluate", "is_quiet", "plays_out", "reply", "worlds"]

QUIET: Final = (TakeTurn, SendDisguised, AwardFirst, AwardSecond)
WORLDS: Final = 3
PAYMENTS: Final = 3  # ways to pay that are looked at for each card
UNKNOWN_CARD: Final = 0.8
EMPTYING: Final = 2.0  # honor to hope for from a new clan token
TILE_COST: Final = 0.5  # of what a skill is worth in a round, for using it now
ELITE_WORTH: Final = 2.0


def is_quiet(state: State) -> bool:
    """Say whether nothing hangs in the air, so that the state can be judged."""
    return isinstance(state.agenda[-1], QUIET)


def plays_out(state: State) -> bool:
    """Say whether the answer to what is asked now shows its worth only when all has been carried out."""
    return isinstance(state.agenda[-1], (TakeTurn, AwardFirst, ChooseToken))


def worlds(state: State) -> int:
    """Say how many times to guess what is hidden; a turn may bring guards and cards of all kinds."""
    return WORLDS if isinstance(state.agenda[-1], TakeTurn) else 1


def candidates(state: State, seat: Seat, decision: Decision, dice: Dice) -> Sequence[Choice]:
    """List what is worth looking at; where habit knows best there is no choice."""
    habit = reply(state, seat, decision, dice)
    if habit is not None:
        return [habit]
    assert isinstance(decision, ChooseOne)
    return sensible(decision.options)


def sensible(options: Sequence[Choice]) -> list[Choice]:
    """Of many ways to pay for a card keep those that spend little gold and score most."""
    by_card: dict[tuple[type[Choice], int], list[Palace | Pavilion]] = {}
    kept: list[Choice] = []
    for option in options:
        if isinstance(option, Palace):
            by_card.setdefault((Palace, option.envoy), []).append(option)
        elif isinstance(option, Pavilion):
            by_card.setdefault((Pavilion, option.kind), []).append(option)
        else:
            kept.append(option)
    for ways in by_card.values():
        kept += sorted(ways, key=thrift, reverse=True)[:PAYMENTS]
    return kept


def thrift(option: Palace | Pavilion) -> float:
    gold = sum(coin >= JOKER for coin in option.paid)
    return honor_of(option.paid) - worth_of(GOLD) * gold


# How anybody may answer ----------------------------------------------------------------------


def reply(state: State, seat: Seat, decision: Decision, _dice: Dice) -> Choice | None:
    """Answer by habit; None where looking ahead is better."""
    habit = HABITS.get(type(state.agenda[-1]))
    return habit(state, seat, decision) if habit else None


def take_useful(state: State, seat: Seat, decision: Decision) -> Choice:
    """Take a good card of the row, or try the luck of the deck."""
    assert isinstance(decision, ChooseOne)
    hand = state.hands[seat]

    def worth(choice: Choice) -> float:
        assert isinstance(choice, TakeCard)
        return CARD_WORTH[choice.value] - 0.1 * hand.count(choice.value) if choice.value else UNKNOWN_CARD

    return max(decision.options, key=worth)


def drop_useless(state: State, seat: Seat, decision: Decision) -> Choice:
    assert isinstance(decision, ChooseOne)
    hand = state.hands[seat]

    def worth(choice: Choice) -> float:
        assert isinstance(choice, Discard)
        return CARD_WORTH[choice.value] - 0.1 * hand.count(choice.value)

    return min(decision.options, key=worth)


def fight_cheaply(_state: State, _seat: Seat, decision: Decision) -> Choice:
    """Beat the guard with what is missed least; else let a skill help, or give up."""
    assert isinstance(decision, Combine)
    plays = decision.kit.lean()
    if plays:
        return min(plays, key=price_of)
    skills = [option for option in decision.options if option != FAIL and not isinstance(option, Swap)]
    return skills[0] if skills else FAIL


def price_of(play: Combination) -> float:
    price = 0.0
    for word in play.parts:
        _, stock, worth = PARTS[word]
        if stock >= FIRST_SKILL:
            price += TILE_COST * SKILL_WORTH[stock - FIRST_SKILL]
        else:
            price += CARD_WORTH[worth] if word.isdigit() else CARD_WORTH[abs(int(word))]
    return price


def weigh_banzai(state: State, seat: Seat, decision: Decision) -> Choice:
    """Call banzai where what can be won, times its chance, outweighs what can be lost."""
    assert isinstance(decision, ChooseOne)
    raid, house = raid_of(state), raided_house(state)
    treasure = house.treasures[0]
    elites = left_in(state, ELITE_DECK) if treasure >= RED else ()
    deck = elites or left_in(state, GUARD_DECK)
    means = state.hands[seat], state.ready[seat], state.used[seat]
    beaten = sum(
        deck.count(guard)
        for guard in set(deck)
        if can_beat_card(*means, guard, tuple(range(len(GUARDS[guard].force))), raid.stealth)
    )
    chance = beaten / len(deck) if deck else 0.0
    gain = worth_of(treasure % RED) + (ELITE_WORTH if elites else 0.0)
    gain += EMPTYING if len(house.treasures) == 1 else 0.0
    risk = sum(worth_of(kind) for kind in raid.carried[:-1])
    if chance * (gain - cost_of_card(state, seat)) > (1.0 - chance) * risk and beaten:
        return BANZAI
    return best_swap(state, decision) or LEAVE


def cost_of_card(state: State, seat: Seat) -> float:
    hand = state.hands[seat]
    return sum(CARD_WORTH[value] for value in hand) / len(hand) if hand else 0.0


def best_swap(state: State, decision: Decision) -> Choice | None:
    """Find the swap that gains most, if one gains anything."""
    assert isinstance(decision, ChooseOne)
    swaps = [option for option in decision.options if isinstance(option, Swap)]
    best = max(swaps, key=gain_of_swap, default=None)
    return best if best is not None and gain_of_swap(best) > 0 else None


def gain_of_swap(swap: Swap) -> float:
    return worth_of(swap.theirs % RED) - worth_of(swap.own)


def save_the_best(_state: State, _seat: Seat, decision: Decision) -> Choice:
    """Keep the most valuable treasure, or fetch a better one first."""
    assert isinstance(decision, ChooseOne)
    kept = max(
        (option for option in decision.options if isinstance(option, Keep)),
        key=lambda option: worth_of(option.kind),
    )
    swaps = [option for option in decision.options if isinstance(option, Swap)]
    best = max(swaps, key=lambda swap: worth_of(swap.theirs % RED), default=None)
    return best if best is not None and worth_of(best.theirs % RED) > worth_of(kept.kind) else kept


HABITS: Final[dict[type[Step], Callable[[State, Seat, Decision], Choice]]] = {
    TakeCards: take_useful,
    TrimHand: drop_useless,
    Fight: fight_cheaply,
    Decide: weigh_banzai,
    SaveOne: save_the_best,
}
"""What people do in the dojo and on a raid, mostly."""
