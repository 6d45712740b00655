"""A round up to its actions: the lay-out, plans, the event, bids and turn order (SG-6 to SG-9)."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from core.chance import Stream
from core.decisions import EMPTY, UNSEEN, Arrange, Arrangement, ChooseOne, Decision
from core.games.shogun.board import (
    ACT,
    ACTIONS,
    BID,
    CARDS,
    CHEST_CARDS,
    FACE_DOWN,
    NO_CARD,
    NO_PLAN,
    NUMBER_OF_CARD,
    OPEN_ACTIONS,
    ORDER,
    PLACES,
    PLAN,
    RANK_OF_BID,
    SEATS,
    SPECIALS,
)
from core.games.shogun.choices import CHOOSE, Choose
from core.games.shogun.events import (
    ActionsLaidOut,
    BidsRevealed,
    EventDrawn,
    OrderSettled,
    PlansClosed,
    SeasonBegan,
    SpecialsLaidOut,
    SpecialTaken,
    TieBroken,
)
from core.games.shogun.state import State, holdings
from core.games.shogun.steps import (
    BeginAction,
    BeginRound,
    BreakTie,
    ChooseSpecial,
    ClosePlans,
    CollectPlans,
    DrawEvent,
    LayActions,
    LaySpecials,
    RevealBids,
)
from core.kinds import InputError, Seat
from core.piles import put
from core.remembering import remembering


def begin_round(state: State, step: BeginRound) -> None:
    state.season = step.season
    state.phase = PLAN
    state.events.append(SeasonBegan(state.year, step.season))
    state.agenda += [ClosePlans(), CollectPlans(), LaySpecials(), LayActions()]


# Laying out ----------------------------------------------------------------------------------


def sample_actions(_state: State, _step: LayActions, stream: Stream) -> tuple[int, ...]:
    """Draw the cards that lie open; the others have no place until they are opened (SG-6.1)."""
    cards = list(range(len(ACTIONS)))
    return tuple([stream.take(cards) for _ in range(OPEN_ACTIONS)])


def lay_actions(state: State, _step: LayActions, actions: tuple[int, ...]) -> None:
    state.actions = actions
    state.events.append(ActionsLaidOut(actions))


def sample_specials(_state: State, _step: LaySpecials, stream: Stream) -> tuple[int, ...]:
    cards = list(range(len(SPECIALS)))
    stream.shuffle(cards)
    return tuple(cards)


def lay_specials(state: State, _step: LaySpecials, specials: tuple[int, ...]) -> None:
    state.track = specials
    state.events.append(SpecialsLaidOut(specials))


# Plans ---------------------------------------------------------------------------------------

CHESTS: Final = tuple(CARDS[card] for card in CHEST_CARDS)
BIDS: Final = tuple((PLACES[BID], card) for card in CHESTS)
LAID: Final = {**NUMBER_OF_CARD, EMPTY: NO_CARD, UNSEEN: FACE_DOWN}


def ask_plans(state: State, _step: CollectPlans) -> dict[Seat, Decision]:
    own = holdings(state)
    return {seat: plan_decision(state, seat, own[seat]) for seat in state.seats}


def plan_decision(state: State, seat: Seat, own: list[int]) -> Arrange:
    """Ask for all eleven places at once; nobody can bid more than they can pay (SG-21.7)."""
    provinces = map(CARDS.__getitem__, own)
    return Arrange("plan", "SG-7.1", (*provinces, *CHESTS), PLACES, BIDS[state.chests[seat] + 1 :])


def no_plan(_state: State, _seat: Seat) -> Arrangement:
    return Arrangement((EMPTY,) * len(PLACES))


def standing(_state: State, _seat: Seat) -> tuple[Decision, ...]:
    """Nobody acts between decisions."""
    return ()


def close_plans(state: State, _step: ClosePlans) -> None:
    """Lay all plans on the boards, face down; everybody sees which places are filled (SG-21.9)."""
    state.plans = tuple([plan_of(state, seat) for seat in SEATS])
    state.answers = {}
    state.phase = ORDER
    state.events.append(PlansClosed(tuple([(seat, empty_places(state.plans[seat])) for seat in state.seats])))
    state.agenda.append(RevealBids())
    if state.events_open:
        state.agenda.append(DrawEvent())


def plan_of(state: State, seat: Seat) -> tuple[int, ...]:
    answer = state.answers.get(seat)
    if not isinstance(answer, Arrangement):
        return NO_PLAN
    return tuple(map(LAID.__getitem__, answer.cards))


def card_named(name: str) -> int:
    return LAID.get(name, NO_CARD)


def name_of_card(card: int) -> str:
    return {NO_CARD: EMPTY, FACE_DOWN: UNSEEN}.get(card) or CARDS[card]


def empty_places(plan: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([place for place, card in enumerate(plan) if card == NO_CARD]) if NO_CARD in plan else ()


# Event and bids ------------------------------------------------------------------------------


def sample_event(state: State, _step: DrawEvent, stream: Stream) -> int:
    return state.events_open[stream.below(len(state.events_open))]


def draw_event(state: State, _step: DrawEvent, number: int) -> None:
    if number not in state.events_open:
        raise InputError(f"Event {number} is not among those open.")
    state.event = number
    state.events.append(EventDrawn(number))


def reveal_bids(state: State, _step: RevealBids) -> None:
    """Open all bids at once; chests that were bid are paid, whatever they win (SG-9.1, SG-9.2)."""
    bids: list[tuple[Seat, int]] = []
    equals: defaultdict[int, list[Seat]] = defaultdict(list)
    for seat in state.seats:
        card = state.plans[seat][BID]
        bids.append((seat, card))
        equals[RANK_OF_BID[card]].append(seat)
        if card in CHEST_CARDS:
            state.chests[seat] -= CHEST_CARDS.index(card)
    state.events.append(BidsRevealed(tuple(bids)))
    rank_bids(state, (), tuple([tuple(equals[rank]) for rank in sorted(equals)]))


def rank_bids(state: State, ranked: tuple[Seat, ...], groups: tuple[tuple[Seat, ...], ...]) -> None:
    """Put the bidders in order: those already ranked, then groups of equals, the best first (SG-9.4)."""
    while groups and len(groups[0]) == 1:
        ranked, groups = ranked + groups[0], groups[1:]
    state.agenda.append(BreakTie(ranked, groups) if groups else ChooseSpecial(ranked))


def sample_tie(_state: State, step: BreakTie, stream: Stream) -> tuple[Seat, ...]:
    tied = list(step.groups[0])
    stream.shuffle(tied)
    return tuple(tied)


def break_tie(state: State, step: BreakTie, seats: tuple[Seat, ...]) -> None:
    if sorted(seats) != list(step.groups[0]):
        raise InputError("An order of equal bids names all of them, and nobody else.")
    state.events.append(TieBroken(seats))
    rank_bids(state, step.ranked + seats, step.groups[1:])


# Specials and turn order ---------------------------------------------------------------------


def ask_special(state: State, step: ChooseSpecial) -> dict[Seat, Decision]:
    """Ask for one of the remaining specials; the last one needs no question."""
    left = tuple([special for special in state.track if special not in state.held])
    if len(left) == 1:
        take_special(state, step, step.seats[0], CHOOSE[left[0]])
        return {}
    return {step.seats[0]: which_of[left]}


@remembering(1024)
def which_of(specials: tuple[int, ...]) -> ChooseOne:
    return ChooseOne("special", "SG-9.5", tuple([CHOOSE[special] for special in specials]))


def take_special(state: State, step: ChooseSpecial, seat: Seat, choice: Choose) -> None:
    state.held = put(state.held, seat, choice.special)
    state.events.append(SpecialTaken(seat, choice.special, state.track.index(choice.special) + 1))
    if len(step.seats) > 1:
        state.agenda.append(ChooseSpecial(step.seats[1:]))
    else:
        settle_order(state)


def settle_order(state: State) -> None:
    """Turns go by the spaces of the specials, from 1 to 5 (SG-9.6)."""
    state.order = tuple(sorted(state.seats, key=lambda seat: state.track.index(state.held[seat])))
    state.phase = ACT
    state.action = 0
    state.events.append(OrderSettled(state.order))
    state.agenda.append(BeginAction())
