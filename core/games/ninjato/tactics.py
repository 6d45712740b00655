"""What a bot that looks ahead needs to know about Ninjato: what to consider, and how anybody may answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from core.bots.judging import ALWAYS, Criteria, Judge, fitted
from core.decisions import ChooseOne, Combination, Combine, Decision
from core.games.ninjato.board import CLANS, GOLD, HONOR, RED, ROUNDS, SCORING, SCORING_ORDER, SHURIKEN
from core.games.ninjato.cards import (
    BORYAKU,
    CHOHO,
    DISHONORABLE_RIVALS,
    ELITE_DECK,
    GOODWILL,
    GUARD_DECK,
    GUARDS,
    HENSOJUTSU,
    INTONJUTSU,
    KENJUTSU,
    KUJI_KIRI,
    RUMORS,
    SEISHIN_TEKI,
    SHINOBI_IRI,
    SHURIKEN_JUTSU,
    TAI_JUTSU,
    TILES,
)
from core.games.ninjato.choices import BANZAI, FAIL, LEAVE, Discard, Keep, Palace, Pavilion, Swap, TakeCard
from core.games.ninjato.costs import JOKER, honor_of
from core.games.ninjato.fights import FIRST_SKILL, PARTS
from core.games.ninjato.odds import can_beat_card
from core.games.ninjato.raid import raid_of, raided_house
from core.games.ninjato.scoring import clan_honor, final_gain, kinds_of, multiplier, ranking
from core.games.ninjato.state import State, left_in, shuriken_left, tiles_of
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
from core.remembering import cached

# How well a seat stands; a judgement, no rule ------------------------------------------------


WEIGHTS: Final = {
    "points": 1.0,  # honor scored, and what the end would pay for elites and rumors now
    "treasures": 1.0,
    "clans": 1.0,  # awards to hope for in future scoring phases
    "cards": 0.9,
    "skills": 1.0,
    "rumors": 1.0,  # how much rumors may still grow
    "order": 0.3,  # for each player behind in the turn order
}
RIVALRY: Final = 0.35

CARD_WORTH: Final = {1: 0.9, 2: 0.7, 3: 0.8, 4: 0.7, 5: 0.9}
ENOUGH_CARDS: Final = 5
SKILL_WORTH: Final = {
    SHINOBI_IRI: 0.7,
    INTONJUTSU: 0.9,
    CHOHO: 1.0,
    KENJUTSU: 0.9,
    SHURIKEN_JUTSU: 0.7,
    KUJI_KIRI: 0.7,
    TAI_JUTSU: 0.6,
    BORYAKU: 1.0,
    SEISHIN_TEKI: 0.9,
    HENSOJUTSU: 0.0,
}
"""Honor to hope for from a skill in each round it still serves."""
DISGUISE_WORTH: Final = 1.5  # in each future scoring phase with a masked envoy within reach
AWARD_OF_SECOND: Final = 4.0
AWARD_AT_LEAST: Final = 5.0
SPENT_PER_TURN: Final = 1.2  # treasures that find a buyer, for each shuriken not placed yet


class ScoringProspect(NamedTuple):
    """What all terms look at, worked out once for a state."""

    phases: int  # scoring phases that are not over
    rankings: list[list[Seat]]  # by clan whose award is still open: who would get it, in order
    awards: list[float]  # by the same clans: what the first would get


def look_out(state: State) -> ScoringProspect:
    phases = phases_left(state)
    clans = [c for c in range(len(CLANS)) if phases and not (state.awards and state.awards[c])]
    return ScoringProspect(
        phases,
        [ranking(state, clan) for clan in clans],
        [max(AWARD_AT_LEAST, clan_honor(state, clan)) for clan in clans],
    )


def turns_left(state: State, seat: Seat) -> int:
    """Count the shuriken a seat has yet to place."""
    rounds = ROUNDS - state.round
    if state.phase == SCORING:
        return SHURIKEN * (rounds + 1) if phases_left(state) > 1 else 0
    return SHURIKEN * rounds + shuriken_left(state, seat)


def phases_left(state: State) -> int:
    """Count the scoring phases that are not over."""
    begun = state.round - 1 if state.phase == SCORING and state.round < ROUNDS else state.round
    return sum(number >= begun for number in SCORING_ORDER)


# The terms -----------------------------------------------------------------------------------


def points(state: State, seat: Seat, _prospect: ScoringProspect) -> float:
    gain = final_gain(state, seat)
    return state.honor[seat] + sum(gain.rumors) + gain.elites


def treasures(state: State, seat: Seat, _prospect: ScoringProspect) -> float:
    """A treasure is worth what it may be spent on; the more there are, the fewer will be."""
    held = state.treasures[seat]
    if not held:
        return 0.0
    spent = min(1.0, SPENT_PER_TURN * turns_left(state, seat) / len(held))
    return sum([1.0 + (worth_of(kind) - 1.0) * 0.85 * spent for kind in held])


def worth_of(kind: int) -> float:
    return 5.5 if kind == GOLD else float(HONOR[kind])


def clans(_state: State, seat: Seat, prospect: ScoringProspect) -> float:
    """Hope for the awards that the current influence would bring, now and in later phases."""
    hope = 0.0
    for places, award in zip(prospect.rankings, prospect.awards, strict=True):
        if places[:1] == [seat]:
            hope += award
        elif places[1:2] == [seat]:
            hope += AWARD_OF_SECOND
        elif seat in places:
            hope += 1.0
    return hope * (0.8 + 0.45 * (prospect.phases - 1))


def cards(state: State, seat: Seat, _prospect: ScoringProspect) -> float:
    """Cards serve as long as there are turns; more than enough serve less."""
    hand = state.hands[seat]
    worth = sum([CARD_WORTH[value] for value in hand])
    useful = min(1.0, ENOUGH_CARDS / len(hand)) if hand else 0.0
    variety = 0.15 * len(set(hand))
    return (worth * (0.5 + 0.5 * useful) + variety) * min(1.0, turns_left(state, seat) / 3)


def skills(state: State, seat: Seat, prospect: ScoringProspect) -> float:
    rounds = ROUNDS - state.round + 0.5
    worth = sum([SKILL_WORTH[TILES[tile].skill] for tile in tiles_of(state, seat)]) * rounds
    unused = sum([SKILL_WORTH[TILES[tile].skill] for tile in state.ready[seat]]) * 0.3
    masks = sum([TILES[tile].skill == HENSOJUTSU for tile in tiles_of(state, seat)])
    return worth + unused + masks * DISGUISE_WORTH * prospect.phases


def rumors(state: State, seat: Seat, _prospect: ScoringProspect) -> float:
    """What rumors count may still grow, by about one thing in two rounds."""
    return growth(state.rumors[seat]) * (ROUNDS - state.round) / 2


@cached(4096)
def growth(held: tuple[int, ...]) -> int:
    kinds = [RUMORS[rumor].kind for rumor in held]
    return sum([multiplier(kinds.count(kind)) for kind in set(kinds) if kind != DISHONORABLE_RIVALS])


def order(state: State, seat: Seat, _prospect: ScoringProspect) -> float:
    """The owner of the top shuriken in the dojo pile will be first."""
    return float(len(state.order) - 1 - state.order.index(seat))


def tempo(state: State, seat: Seat, _prospect: ScoringProspect) -> float:
    """Count the shuriken not placed yet in this round."""
    return float(shuriken_left(state, seat)) if state.phase != SCORING else 0.0


def envoys(state: State, seat: Seat, _prospect: ScoringProspect) -> float:
    """An envoy serves in every future scoring phase, whatever its place now."""
    return float(len(state.envoys[seat]))


def boryaku(state: State, seat: Seat, _prospect: ScoringProspect) -> float:
    """Count the tiles that replace a card in every round: no other skill serves so well."""
    return float(sum([TILES[tile].skill == BORYAKU for tile in tiles_of(state, seat)]))


def goodwill(state: State, seat: Seat, _prospect: ScoringProspect) -> float:
    """Count what each future rumor is worth: each one heard later makes these worth more."""
    return float(multiplier(kinds_of(state.rumors[seat]).count(GOODWILL)))


TERMS: Final[dict[str, Callable[[State, Seat, ScoringProspect], float]]] = {
    "points": points,
    "treasures": treasures,
    "clans": clans,
    "cards": cards,
    "skills": skills,
    "rumors": rumors,
    "order": order,
    "tempo": tempo,
    "envoys": envoys,
    "boryaku": boryaku,
    "goodwill": goodwill,
}


def final(state: State, seat: Seat) -> float:
    return state.honor[seat]


def phase_of(state: State) -> str:
    return f"round {state.round}"


JUDGED: Final = Criteria(look_out, TERMS, final, phase_of)
JUDGES: Final = {
    "steady": Judge(JUDGED, {ALWAYS: WEIGHTS}, RIVALRY),
    "strong": Judge(JUDGED, fitted(__package__), RIVALRY),
}


# What to consider, and how others may answer -------------------------------------------------


QUIET: Final = (TakeTurn, SendDisguised, AwardFirst, AwardSecond)
WORLDS: Final = 3
PAYMENTS: Final = 3  # ways to pay considered for each card
UNKNOWN_CARD: Final = 0.8
EMPTYING: Final = 2.0  # honor to hope for from a new clan token
TILE_COST: Final = 0.5  # share of a skill's worth in a round that using it now costs
ELITE_WORTH: Final = 2.0


def is_quiet(state: State) -> bool:
    """Say whether nothing is in the air, so that the state can be judged."""
    return isinstance(state.agenda[-1], QUIET)


def plays_out(state: State) -> bool:
    """Say whether the answer to the current question shows its worth only when all has been carried out."""
    return isinstance(state.agenda[-1], (TakeTurn, AwardFirst, ChooseToken))


def ends_chapter(before: State, state: State) -> bool:
    """Say whether the others have had a turn each, or the round is over."""
    if not is_quiet(state):
        return False
    is_next_turn = state.pending.keys() == before.pending.keys() or not isinstance(state.agenda[-1], TakeTurn)
    return is_next_turn or state.round > before.round


def worlds(state: State) -> int:
    """Return how many times to guess what is hidden; a turn may bring guards and cards of all kinds."""
    return WORLDS if isinstance(state.agenda[-1], TakeTurn) else 1


def candidates(state: State, seat: Seat, decision: Decision, dice: Dice) -> Sequence[Choice]:
    """List what is worth considering; where habit knows best there is no choice."""
    habit = reply(state, seat, decision, dice)
    if habit is not None:
        return [habit]
    assert isinstance(decision, ChooseOne)
    return sensible(decision.options)


def worth_a_search(state: State, seat: Seat, decision: Decision, dice: Dice) -> Sequence[Choice]:
    """List the candidates, and on a raid whether to go on, whatever the odds; the habit first."""
    choices = candidates(state, seat, decision, dice)
    if isinstance(state.agenda[-1], (Decide, TakeCards)) and isinstance(decision, ChooseOne):
        others = [option for option in decision.options if not isinstance(option, Swap)]
        return list(dict.fromkeys([*choices, *others]))
    return choices


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
    """Take a good card from the row, or try one's luck with the deck."""
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
    """Beat the guard with what is missed least; otherwise let a skill help, or give up."""
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
    """Call banzai if the expected gain outweighs what can be lost."""
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
"""What people usually do in the dojo and on a raid."""
