"""What a bot that looks ahead has to know of Rising Sun: what to consider, and how others may answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from core.decisions import DECLINE, Allocate, Allocation, ChooseOne, Decision, Decline, Done
from core.games.rising_sun.board import (
    AMOUNTS,
    AUTUMN,
    HARVEST,
    KAMI,
    KAMI_TURNS,
    KOI,
    LAND,
    OVER,
    RESERVE,
    SHRINES,
    TURNS,
    WAR,
)
from core.games.rising_sun.cards import BENEVOLENCE, CARDS, FORCE_OF_PIECE, NUMBER
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
    "provinces": 1.0,  # VP to hope for from the wars to come and the set of provinces
    "harvest": 0.3,  # the rewards of one Harvest now
    "purse": 1.0,
    "honor": 0.9,  # each clan below
    "army": 0.35,  # each point of force on the map, for the seasons to come
    "strongholds": 1.6,  # each season a stronghold still serves
    "shrines": 1.0,
    "cards": 1.0,
    "bonuses": 1.2,  # each mandate still to come in which the seat has the bonus
    "offers": 0.1,  # the same, were an alliance on offer made
    "kindness": 1.0,
}
RIVALRY: Final = 0.8  # what the mean of the others is worth against the own standing
VICTORY: Final = 50.0

COIN: Final = 0.4
RONIN: Final = 0.5
SET_HOPES: Final = (0.0, 3.0, 6.5, 10.0, 14.0, 20.0, 23.0, 30.0, 30.0)
"""By number of different provinces held or hoped for: what the set may come to."""

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

    forces: tuple[list[int], ...]  # by province, by place in `seats`
    chances: dict[int, list[float]]  # by province still to be fought for: who may take its token
    leaders: tuple[Seat, ...]  # by shrine
    seasons: int  # wars still to come, the one under way not counted


def evaluate(state: State, seat: Seat) -> float:
    """Set a seat's standing against that of the others."""
    outlook = look_out(state)
    standings = [standing(state, other, outlook) for other in state.seats]
    own = standings[state.seats.index(seat)]
    rivals = (sum(standings) - own) / (len(standings) - 1)
    won = VICTORY if seat in state.winners else 0.0
    return won + own - RIVALRY * rivals


def standing(state: State, seat: Seat, outlook: Balance) -> float:
    if state.phase == OVER:
        return state.vp[seat]
    return sum(WEIGHTS[name] * term(state, seat, outlook) for name, term in TERMS.items())


def look_out(state: State) -> Balance:
    forces = tuple([force_of(state, seat, province) for seat in state.seats] for province in LAND)
    return Balance(
        forces=forces,
        chances={province: chances_in(state, forces[province]) for province in state.war},
        leaders=tuple(strongest_at_shrine(state, place) for place in SHRINES),
        seasons=AUTUMN - state.season + (state.phase < WAR),
    )


def chances_in(state: State, forces: Sequence[int]) -> list[float]:
    """Guess how likely each seat takes a token: by force, money and honor."""
    strengths = [
        (force + 0.1 * (state.coins[seat] + state.ronin[seat]) - 0.1 * state.honor.index(seat)) ** 3
        if force
        else 0.0
        for seat, force in zip(state.seats, forces, strict=True)
    ]
    total = sum(strengths)
    return [strength / total for strength in strengths] if total else strengths


# The terms -----------------------------------------------------------------------------------


def points(state: State, seat: Seat, _outlook: Balance) -> float:
    has_form = not FORMS.keys().isdisjoint(state.cards[seat])
    return state.vp[seat] + token_vp(state, seat) + (card_vp(state, seat) if has_form else 0)


def provinces(state: State, seat: Seat, outlook: Balance) -> float:
    """Hope for tokens, and for the set of provinces they may make up."""
    place, held = state.seats.index(seat), {province for _, province in state.tokens[seat]}
    if state.season > AUTUMN or (state.season == AUTUMN and not outlook.chances):
        return set_vp(state, seat)
    hopes = sum(chances[place] for chances in outlook.chances.values())
    fresh = sum(chances[place] for province, chances in outlook.chances.items() if province not in held)
    return hopes * AMOUNTS.token_vp[state.season] + between(SET_HOPES, len(held) + fresh)


def between(values: Sequence[float], number: float) -> float:
    """Read a table at a number that may lie between two entries."""
    low = min(int(number), len(values) - 2)
    return values[low] + (values[low + 1] - values[low]) * (number - low)


def harvest(state: State, seat: Seat, outlook: Balance) -> float:
    place = state.seats.index(seat)
    worth = 0.0
    for province in LAND:
        forces = outlook.forces[province]
        if forces[place] and forces[place] == max(forces):
            vp, coins, ronin = HARVEST[province]
            worth += vp + COIN * coins + RONIN * ronin
    return worth


def purse(state: State, seat: Seat, outlook: Balance) -> float:
    """Coins and ronin serve in battles; what is left after the last of a season is lost.

    For Koi a coin does all that a ronin does, and can be bid (RS-19.2).
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
    return sum(forces[place] for forces in outlook.forces) * (1 + outlook.seasons) / 2


def strongholds(state: State, seat: Seat, outlook: Balance) -> float:
    """A stronghold is worth little where the reserve is already empty."""
    built = len(state.strongholds[seat])
    reserve = len(figures_at(state, seat, RESERVE))
    return min(built, 1 + reserve) * outlook.seasons


def shrines(state: State, seat: Seat, outlook: Balance) -> float:
    turns = sum(turn > len(state.mandates) for turn in KAMI_TURNS) if state.phase < WAR else 0
    gifts = sum(
        GIFT_WORTH[k] for k, leader in zip(state.shrines, outlook.leaders, strict=True) if leader == seat
    )
    return turns * gifts


def cards(state: State, seat: Seat, outlook: Balance) -> float:
    return outlook.seasons * sum(CARD_WORTH.get(card, 0.0) for card in state.cards[seat])


def bonuses(state: State, seat: Seat, _outlook: Balance) -> float:
    if state.phase >= WAR:
        return 0.0
    return turns_of(state, seat) + (turns_of(state, state.ally[seat]) if state.ally[seat] >= 0 else 0)


def offers(state: State, seat: Seat, _outlook: Balance) -> float:
    """An offer may still be taken up; better so with one who has many turns."""
    return sum(turns_of(state, b if a == seat else a) for a, b in state.offers if seat in (a, b))


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
