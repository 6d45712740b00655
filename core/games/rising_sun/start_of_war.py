"""What comes at the start of the War Phase (RS-15.1): war upgrades, and Koi's ronin that turn into coins.

We do not guess from the cards whether an order can matter: everything there is to choose is tried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations, product
from typing import Final, TypeAlias

from core.decisions import ChooseOne, Decision
from core.games.rising_sun.board import KOI
from core.games.rising_sun.cards import BUSHIDO, CARDS, MONEYLENDER, RIGHTEOUS, RONIN, SHOGUN, VIRTUES
from core.games.rising_sun.choices import CONVERT, Convert, Use
from core.games.rising_sun.events import RoninConverted
from core.games.rising_sun.forces import below
from core.games.rising_sun.gains import gain_coins, gain_ronin, gain_vp, take_coins
from core.games.rising_sun.state import State
from core.games.rising_sun.steps import CONVERSION, Part, PrepareForWar, SettleOrder
from core.kinds import Seat
from core.piles import less

Parts: TypeAlias = tuple[PrepareForWar, ...]

# Effects -------------------------------------------------------------------------------------


def preparations(state: State) -> list[PrepareForWar]:
    """List what each player has to resolve, in the order of seats."""
    parts = [PrepareForWar(seat, effects_of(state, seat)) for seat in state.seats]
    return [part for part in parts if part.effects]


def effects_of(state: State, seat: Seat) -> tuple[int, ...]:
    """List a player's effects in their unasked order: converting ronin is the last (RS-22.25)."""
    cards = tuple(card for card in state.cards[seat] if card in EFFECTS)
    converts = seat == KOI and (state.ronin[KOI] or RONIN in cards)
    return (*cards, CONVERSION) if converts else cards


def take_from_supply(card: int) -> Callable[[State, Seat], None]:
    def take(state: State, seat: Seat) -> None:
        gain_coins(state, seat, CARDS[card].coins, CARDS[card].id)
        gain_ronin(state, seat, CARDS[card].ronin, CARDS[card].id)

    return take


def tax_the_lesser(state: State, seat: Seat) -> None:
    for victim in below(state, seat):
        take_coins(state, seat, victim, CARDS[RIGHTEOUS].coins, CARDS[RIGHTEOUS].id)


def reward_virtues(state: State, seat: Seat) -> None:
    virtues = len(VIRTUES.intersection(state.cards[seat]))
    gain_coins(state, seat, virtues * CARDS[BUSHIDO].coins, CARDS[BUSHIDO].id)
    gain_vp(state, seat, virtues * CARDS[BUSHIDO].vp, CARDS[BUSHIDO].id)


def convert_ronin(state: State, seat: Seat) -> None:
    """Turn all ronin into as many coins (RS-19.2)."""
    if state.ronin[seat]:
        state.events.append(RoninConverted(seat, state.ronin[seat]))
        state.coins[seat] += state.ronin[seat]
        state.ronin[seat] = 0


# Way of the Katana acts throughout the War Phase: see forces.
EFFECTS: Final[dict[int, Callable[[State, Seat], None]]] = {
    SHOGUN: take_from_supply(SHOGUN),
    RIGHTEOUS: tax_the_lesser,
    BUSHIDO: reward_virtues,
    RONIN: take_from_supply(RONIN),
    MONEYLENDER: take_from_supply(MONEYLENDER),
    CONVERSION: convert_ronin,
}

# The own order -------------------------------------------------------------------------------


def prepare_for_war(state: State, step: PrepareForWar) -> dict[Seat, Decision]:
    """Resolve one player's effects, or ask which is next where that can matter (RS-22.24)."""
    unasked = outcome(state, [step])
    if any(outcome(state, [part]) != unasked for part in own_orders(step)):
        options = tuple(map(choice_for, dict.fromkeys(step.effects)))
        return {step.seat: ChooseOne("war-card", "RS-22.24", options)}
    carry_out(state, [step])
    return {}


def take_effect(state: State, step: PrepareForWar, seat: Seat, choice: Use | Convert) -> None:
    chosen = choice.card if isinstance(choice, Use) else CONVERSION
    state.agenda.append(PrepareForWar(seat, less(step.effects, chosen)))
    EFFECTS[chosen](state, seat)


def choice_for(effect: int) -> Use | Convert:
    return CONVERT if effect == CONVERSION else Use(effect)


# Trying out ----------------------------------------------------------------------------------


def is_contested(state: State, step: SettleOrder) -> bool:
    """Say whether the next in line can change anything by coming first or last, whatever the others do."""
    return any(
        outcome(state, [*first, head, *rest, *last]) != outcome(state, [*first, *rest, head, *last])
        for first, (head, *others), last in courses(step)
        for rest in permutations(others)
    )


def courses(step: SettleOrder) -> Iterable[tuple[Parts, Parts, Parts]]:
    """Give the three groups with every order of each player's own effects."""
    first, rest, last = (product(*map(own_orders, group)) for group in (step.first, step.open, step.last))
    return product(first, rest, last)


def own_orders(part: Part) -> Iterator[PrepareForWar]:
    assert isinstance(part, PrepareForWar)
    return (PrepareForWar(part.seat, effects) for effects in orders(part.effects))


def orders(effects: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Give all orders; copies of a card are alike."""
    if not effects:
        yield ()
    for effect in dict.fromkeys(effects):
        yield from ((effect, *rest) for rest in orders(less(effects, effect)))


def outcome(state: State, parts: Iterable[PrepareForWar]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Give everybody's coins and ronin afterwards; nothing else depends on an order."""
    twin = state.clone()
    carry_out(twin, parts)
    return tuple(twin.coins), tuple(twin.ronin)


def carry_out(state: State, parts: Iterable[PrepareForWar]) -> None:
    for part in parts:
        for effect in part.effects:
            EFFECTS[effect](state, part.seat)
