"""What a bot that looks ahead needs to know about Rising Sun: what to consider, and how others may answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from core.bots.judging import ALWAYS, Criteria, Judge, fitted
from core.decisions import DECLINE, Allocate, Allocation, ChooseOne, Decision, Decline, Done
from core.games.rising_sun.board import (
    AMOUNTS,
    AUTUMN,
    HARVEST,
    KAMI,
    KAMI_TURNS,
    KOI,
    LAND,
    ONI_OF_BLOOD,
    ONI_OF_SKULLS,
    RESERVE,
    SEASONS,
    SHRINES,
    TURNS,
    TURTLE,
    WAR,
)
from core.games.rising_sun.cards import BENEVOLENCE, CARD_OF_PIECE, CARDS, FORCE_OF_PIECE, NUMBER
from core.games.rising_sun.choices import READY, Ally, Hostage, Refuse, Seppuku
from core.games.rising_sun.forces import force_of, strongest_at_shrine
from core.games.rising_sun.state import State, figures_at
from core.games.rising_sun.steps import (
    ChooseMandate,
    CollectBids,
    HoldTea,
    OfferCoin,
    OfferMercy,
    PrepareForWar,
    SettleOrder,
    ShareOddCoins,
    TakeHostage,
    UseHire,
    UsePoets,
    UseSeppuku,
)
from core.games.rising_sun.winter import FORMS, card_vp, set_vp, token_vp
from core.kinds import Choice, Dice, Seat, Step

# How well a seat stands; a judgement, no rule ------------------------------------------------


WEIGHTS: Final = {
    "points": 1.0,  # VP scored, and what Winter will pay for cards and tokens already won
    "provinces": 1.0,  # VP to hope for from future wars and the set of provinces
    "harvest": 0.3,  # the rewards of one Harvest now
    "purse": 1.0,
    "honor": 0.9,  # for each clan below
    "army": 0.35,  # for each point of force on the map, for the seasons to come
    "strongholds": 1.6,  # for each season a stronghold still serves
    "shrines": 1.0,
    "cards": 1.0,
    "bonuses": 1.2,  # for each future mandate in which the seat has the bonus
    "offers": 0.1,  # the same, if an alliance on offer were made
    "kindness": 1.0,
}
RIVALRY: Final = 0.8  # what the others' mean is worth against one's own standing

COIN: Final = 0.4
RONIN: Final = 0.5
HARVEST_WORTH: Final[tuple[float, ...]] = tuple(
    vp + COIN * coins + RONIN * ronin for vp, coins, ronin in map(HARVEST.__getitem__, LAND)
)
SET_HOPES: Final = (0.0, 3.0, 6.5, 10.0, 14.0, 20.0, 23.0, 30.0, 30.0)
"""By number of different provinces held or hoped for: what the set may be worth."""

GIFT_WORTH: Final = tuple(
    {
        "amaterasu": 1.2,
        "fujin": 1.0,
        "hachiman": 1.0,
        "raijin": 1.2,
        "ryujin": 1.0,
        "susanoo": 1.5,
        "tsukuyomi": 1.0,
    }[kami]
    for kami in KAMI
)
CARD_WORTH: Final = {
    NUMBER[name]: worth
    for name, worth in {
        "path-of-the-lion": 0.8,
        "righteousness": 1.5,
        "way-of-the-shogun": 1.5,
        "benevolence": 1.5,
        "path-of-the-kenin": 1.2,
        "path-of-the-light": 1.0,
        "courage": 3.0,
        "path-of-the-ninja": 1.0,
        "way-of-the-righteous": 1.0,
        "honesty": 2.0,
        "path-of-the-patron": 1.0,
        "path-of-the-warlord": 0.7,
        "path-of-the-serpent": 0.7,
        "respect": 1.0,
        "way-of-bushido": 2.0,
        "way-of-the-ronin": 1.2,
        "justice": 2.0,
        "path-of-the-samurai": 1.0,
        "mercy": 1.5,
        "path-of-the-monkey": 0.5,
        "loyalty": 2.0,
        "way-of-the-merchant": 1.0,
        "path-of-the-dragon": 1.5,
        "way-of-the-moneylender": 2.5,
        "way-of-the-katana": 2.0,
        "path-of-the-spirit": 1.0,
        "path-of-the-unrighteous": 0.5,
    }.items()
}
"""VP to hope for from a card in each season it still serves; monsters and Forms show on the board."""


class Balance(NamedTuple):
    """What all terms look at, worked out once for a state."""

    forces: list[tuple[int, ...]]  # by place in `seats`, by province
    highest: list[int]  # force of anybody, by province
    chances: dict[int, list[float]]  # by province not fought for yet: who may take its token
    leaders: tuple[Seat, ...]  # by shrine
    seasons: int  # wars to come, without the one under way
    turns: dict[Seat, int]  # mandate turns a seat still has in this season


def look_out(state: State) -> Balance:
    forces = [forces_of(state, seat) for seat in state.seats]
    in_province = list(zip(*forces, strict=True))
    means = [
        0.1 * (state.coins[seat] + state.ronin[seat]) - 0.1 * state.honor.index(seat) for seat in state.seats
    ]
    return Balance(
        forces=forces,
        highest=list(map(max, in_province)),
        chances={province: chances_in(in_province[province], means) for province in state.war},
        leaders=tuple(strongest_at_shrine(state, place) for place in SHRINES),
        seasons=AUTUMN - state.season + (state.phase < WAR),
        turns={seat: turns_of(state, seat) if state.phase < WAR else 0 for seat in state.seats},
    )


def forces_of(state: State, seat: Seat) -> tuple[int, ...]:
    """Return a seat's force in all provinces; what depends on the others' honor is not cached."""
    groups = state.figures[seat]
    if seat == TURTLE or not CHANGEABLE.isdisjoint(state.cards[seat]):
        return tuple([force_of(state, seat, province) for province in LAND])
    key = (groups, state.cards[seat], state.phase == WAR)
    forces = FORCES.get(key)
    if forces is None:
        if len(FORCES) >= ROOM:
            FORCES.clear()
        forces = FORCES[key] = tuple([force_of(state, seat, province) for province in LAND])
    return forces


FORCES: Final[dict[tuple[Any, ...], tuple[int, ...]]] = {}
ROOM: Final = 20_000
CHANGEABLE: Final = {CARD_OF_PIECE[ONI_OF_SKULLS], CARD_OF_PIECE[ONI_OF_BLOOD]}


def chances_in(forces: Sequence[int], means: Sequence[float]) -> list[float]:
    """Guess how likely each seat takes a token: by force, money and honor."""
    strengths = [(force + mean) ** 3 if force else 0.0 for force, mean in zip(forces, means, strict=True)]
    total = sum(strengths)
    return [strength / total for strength in strengths] if total else strengths


# The terms -----------------------------------------------------------------------------------


def points(state: State, seat: Seat, _outlook: Balance) -> float:
    has_form = not FORMS.keys().isdisjoint(state.cards[seat])
    return state.vp[seat] + token_vp(state, seat) + (card_vp(state, seat) if has_form else 0)


def provinces(state: State, seat: Seat, outlook: Balance) -> float:
    """Hope for tokens, and for the set of provinces they may make."""
    place, held = state.seats.index(seat), {province for _, province in state.tokens[seat]}
    if state.season > AUTUMN or (state.season == AUTUMN and not outlook.chances):
        return set_vp(state, seat)
    hopes = fresh = 0.0
    for province, chances in outlook.chances.items():
        hopes += chances[place]
        fresh += chances[place] if province not in held else 0.0
    return hopes * AMOUNTS.token_vp[state.season] + between(SET_HOPES, len(held) + fresh)


def between(values: Sequence[float], number: float) -> float:
    """Read a table at a number that may lie between two entries."""
    low = min(int(number), len(values) - 2)
    return values[low] + (values[low + 1] - values[low]) * (number - low)


def harvest(state: State, seat: Seat, outlook: Balance) -> float:
    place = state.seats.index(seat)
    rewards = zip(outlook.forces[place], outlook.highest, HARVEST_WORTH, strict=True)
    return sum([worth for force, highest, worth in rewards if force and force == highest])


def purse(state: State, seat: Seat, outlook: Balance) -> float:
    """Coins and ronin serve in battles; what is left after a season's last battle is lost.

    For Koi a coin does everything a ronin does, and can be bid (RS-19.2).
    """
    money = COIN * state.coins[seat] + (COIN if seat == KOI else RONIN) * state.ronin[seat]
    if state.phase != WAR:
        return money
    place = state.seats.index(seat)
    battles = sum(0 < chances[place] < 1 for chances in outlook.chances.values())
    return money * min(1.0, battles / 2)


def honor(state: State, seat: Seat, _outlook: Balance) -> float:
    return len(state.honor) - 1 - state.honor.index(seat)


def army(state: State, seat: Seat, outlook: Balance) -> float:
    place = state.seats.index(seat)
    return sum(outlook.forces[place]) * (1 + outlook.seasons) / 2


def strongholds(state: State, seat: Seat, outlook: Balance) -> float:
    """A stronghold is worth little where the reserve is already empty."""
    built = len(state.strongholds[seat])
    reserve = len(figures_at(state, seat, RESERVE))
    return min(built, 1 + reserve) * outlook.seasons


def shrines(state: State, seat: Seat, outlook: Balance) -> float:
    turns = sum(turn > len(state.mandates) for turn in KAMI_TURNS) if state.phase < WAR else 0
    if not turns or seat not in outlook.leaders:
        return 0.0
    gifts = [
        GIFT_WORTH[k] for k, leader in zip(state.shrines, outlook.leaders, strict=True) if leader == seat
    ]
    return turns * sum(gifts)


def cards(state: State, seat: Seat, outlook: Balance) -> float:
    return outlook.seasons * sum(CARD_WORTH.get(card, 0.0) for card in state.cards[seat])


def bonuses(state: State, seat: Seat, outlook: Balance) -> float:
    return outlook.turns[seat] + outlook.turns.get(state.ally[seat], 0)


def offers(state: State, seat: Seat, outlook: Balance) -> float:
    """An offer may still be accepted; better by a clan that has many turns."""
    return sum([outlook.turns[b if a == seat else a] for a, b in state.offers if seat in (a, b)])


def turns_of(state: State, seat: Seat) -> int:
    """Count the mandate turns a seat still has in this season."""
    seats = state.seats
    distance = (seats.index(seat) - seats.index(state.active)) % len(seats)
    left = TURNS - len(state.mandates)
    if state.mandate >= 0:  # the turn under way is not over, but its mandate is laid
        distance = (distance - 1) % len(seats)
    return max(0, -(-(left - distance) // len(seats)))


def kindness(state: State, seat: Seat, _outlook: Balance) -> float:
    """Count the VP for coins just paid that Benevolence may still hand on."""
    step = state.agenda[-1]
    offers = step.left if isinstance(step, OfferCoin) and step.seat == seat else 0
    return offers * CARDS[BENEVOLENCE].vp


TERMS: Final[dict[str, Callable[[State, Seat, Balance], float]]] = {
    "points": points,
    "provinces": provinces,
    "harvest": harvest,
    "purse": purse,
    "honor": honor,
    "army": army,
    "strongholds": strongholds,
    "shrines": shrines,
    "cards": cards,
    "bonuses": bonuses,
    "offers": offers,
    "kindness": kindness,
}


def final(state: State, seat: Seat) -> float:
    return state.vp[seat]


def phase_of(state: State) -> str:
    return f"{SEASONS[state.season]} {'war' if state.phase == WAR else 'peace'}"


JUDGED: Final = Criteria(look_out, TERMS, final, phase_of)
JUDGES: Final = {
    "steady": Judge(JUDGED, {ALWAYS: WEIGHTS}, RIVALRY),
    "strong": Judge(JUDGED, fitted(__package__), RIVALRY),
}


# What to consider, and how others may answer -------------------------------------------------


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
FAR_AHEAD: Final = 15  # VP; a leader by more than this needs no friends
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
STAKES: Final = (0.0, 0.35, 0.65, 1.0)
"""Shares of the purse to stake on one battle."""
ALL_IN: Final = STAKES[-1:]


def is_quiet(state: State) -> bool:
    """Say whether nothing is in the air, so that the state can be judged."""
    return isinstance(state.agenda[-1], QUIET) and not state.answers


def plays_out(state: State) -> bool:
    """Say whether the answer to the current question shows its worth only when all has been carried out."""
    return isinstance(state.agenda[-1], PLAYED_OUT)


def ends_chapter(before: State, state: State) -> bool:
    """Say whether one more mandate has been carried out, or the war is over."""
    has_gone_on = len(state.mandates) > len(before.mandates) or state.season > before.season
    return has_gone_on and is_quiet(state)


def worlds(state: State) -> int:
    """Return how many times to guess what is hidden; it matters where others bid in secret."""
    return BID_WORLDS if isinstance(state.agenda[-1], CollectBids) else 1


def candidates(state: State, seat: Seat, decision: Decision, dice: Dice) -> Sequence[Choice]:
    """List what is worth looking at; doing nothing comes first, so that it wins a draw."""
    if isinstance(decision, Allocate):
        return bids(decision.total, ALL_IN if fights_last(state, seat) else STAKES)
    assert isinstance(decision, ChooseOne)
    if isinstance(state.agenda[-1], HoldTea):
        return advances(state, seat, decision, dice)
    return sorted(decision.options, key=lambda choice: not isinstance(choice, IDLE))


def worth_a_search(state: State, seat: Seat, decision: Decision, dice: Dice) -> Sequence[Choice]:
    """List the same, and bids that hold back what would be lost: a winner would pay it to the others."""
    if isinstance(decision, Allocate) and fights_last(state, seat):
        return bids(decision.total, STAKES)[::-1]
    return candidates(state, seat, decision, dice)


def advances(state: State, seat: Seat, decision: ChooseOne, dice: Dice) -> list[Choice]:
    """Court everybody not far ahead, and now and then stop, so that tea ends even with fickle players."""
    alone = ways_to_stay_alone(decision)
    if alone == [READY] and dice.random() < ENOUGH_TEA:
        return alone
    limit = prospects(state, seat) + FAR_AHEAD
    wooed = [option for option in decision.options if isinstance(option, Ally)]
    return [*alone, *(option for option in wooed if prospects(state, option.seat) <= limit)]


def ways_to_stay_alone(decision: ChooseOne) -> list[Choice]:
    """Have tea and go; a clan that owes people an answer cannot, but it can refuse them."""
    if READY in decision.options:
        return [READY]
    return [option for option in decision.options if isinstance(option, Refuse)]


def prospects(state: State, seat: Seat) -> int:
    """Count what a seat would have if it were Winter now."""
    return state.vp[seat] + card_vp(state, seat) + token_vp(state, seat) + set_vp(state, seat)


def bids(total: int, stakes: Sequence[float]) -> list[Choice]:
    """Give some ways to bid, the cheapest first."""
    spread = {spread_out(shape, round(total * stake)) for shape in SHAPES for stake in stakes}
    return [Allocation(amounts) for amounts in sorted(spread, key=lambda bid: (sum(bid), bid))]


def fights_last(state: State, seat: Seat) -> bool:
    """Say whether a seat's coins are lost after this battle because it has no other to bid in (RS-17.1)."""
    return not any(figures_at(state, seat, province) for province in state.war[1:])


def spread_out(shape: tuple[int, ...], coins: int) -> tuple[int, ...]:
    """Spread coins in proportion; leftovers go where most are wanted, rightmost first."""
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
    return Allocation(spread_out(dice.choice(SHAPES), round(decision.total * dice.choice(STAKES[1:]))))


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
"""What people usually do in a battle."""
