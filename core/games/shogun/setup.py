"""Setting up a game (SG-2) and a year, and the draft of starting provinces (SG-3).

The deck has no order until a card is drawn from it; only cards put under it have their place.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from core.chance import Stream
from core.decisions import ChooseOne, Decision
from core.games.shogun.board import (
    ARMIES_OF_A_SEAT,
    CHESTS,
    DRAFT,
    EVENT_NUMBERS,
    EVENTS_A_YEAR,
    FILL_OF_A_SEAT,
    FILL_OF_PEASANTS,
    GROUPS,
    LAND,
    MOON,
    NO_CUBES,
    NO_EVENT,
    NOBODY,
    OPEN_DRAFT_CARDS,
    PEASANTS,
    PLAN,
    PLAYERS,
    READY_ARMIES,
    SEATS,
    SIDES,
    SPRING,
)
from core.games.shogun.choices import REFRESH, TAKE, TAKE_UNSEEN, Garrison, Refresh, TakeProvince
from core.games.shogun.events import (
    DraftCardsExchanged,
    DraftCardsOpened,
    EventsOpened,
    FirstPlayerDrawn,
    GroupPlaced,
    ProvincePicked,
    TowerFilled,
    YearBegan,
)
from core.games.shogun.state import Cubes, ProvinceDraft, State, board_of, clockwise_from, resting, set_owner
from core.games.shogun.steps import (
    BeginRound,
    BeginYear,
    DrawFirstPlayer,
    DrawUnseen,
    EndDraft,
    FillTower,
    OpenDraftCards,
    OpenEvents,
    PickProvince,
    PlaceGroup,
)
from core.games.shogun.tower import EMPTY_TOWER, Landing, land, throw
from core.kinds import RulesError, Seat
from core.piles import put
from core.remembering import remembering

OPTIONS: Mapping[str, tuple[str, ...]] = {"side": SIDES, "setup": ("ready", "draft")}
"""What can be agreed before a game; the first of each is the default."""


def new_game(seats: tuple[Seat, ...], options: Mapping[str, str]) -> State:
    """Lay out a table before anything has been drawn; the crank does the rest (SG-2.1)."""
    seats, side = seated(seats), SIDES.index(options["side"])
    if options["setup"] == "ready" and side == MOON:
        raise RulesError("sg-moon-needs-draft", "SG-2.4")
    state = bare_table(seats, side)
    if options["setup"] == "ready":
        for seat, armies in zip(seats, READY_ARMIES[len(seats)], strict=True):
            for province, number in armies.items():
                place_group(state, seat, province, number)
    else:
        begin_draft(state)
    return state


def seated(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Put the players in the order of their seats, if that many can play."""
    if len(seats) not in PLAYERS or sorted(set(seats)) != sorted(seats):
        raise RulesError("sg-players", "SG-1.1")
    return tuple(sorted(seats))


def bare_table(seats: tuple[Seat, ...], side: int) -> State:
    """Give everybody their pieces and leave the map empty."""
    return State(
        seats=seats,
        side=side,
        year=1,
        season=SPRING,
        phase=PLAN,
        owner=(NOBODY,) * len(LAND),
        armies=[0] * len(LAND),
        buildings=(0,) * len(LAND),
        revolts=(0,) * len(LAND),
        reserve=[*(ARMIES_OF_A_SEAT if seat in seats else 0 for seat in SEATS), PEASANTS],
        floors=EMPTY_TOWER,
        tray=NO_CUBES,
        peasants=PEASANTS,
        chests=[CHESTS[len(seats)] if seat in seats else 0 for seat in SEATS],
        rice=(0,) * len(SEATS),
        vp=(0,) * len(SEATS),
        events_open=(),
        events_gone=(),
        event=NO_EVENT,
        actions=(),
        action=-1,
        acting=0,
        track=(),
        held=(-1,) * len(SEATS),
        order=(),
        plans=(),
        won=(),
        draft=None,
        winners=(),
        agenda=[BeginYear(1), FillTower()],
        pending={},
        answers={},
        events=[],
        draws=0,
    )


def begin_draft(state: State) -> None:
    groups = tuple(GROUPS[len(state.seats)] if seat in state.seats else () for seat in SEATS)
    state.draft = ProvinceDraft(NOBODY, open=(), groups=groups)
    state.phase = DRAFT
    state.agenda.append(DrawFirstPlayer())


def place_group(state: State, seat: Seat, province: int, armies: int) -> None:
    """Put armies from the reserve into a province without an owner."""
    set_owner(state, province, seat)
    state.armies[province] = armies
    state.reserve[seat] -= armies


# The tower -----------------------------------------------------------------------------------


def first_throw(state: State) -> Cubes:
    """Count what fills the tower (SG-2.7)."""
    return (*(FILL_OF_A_SEAT if seat in state.seats else 0 for seat in SEATS), FILL_OF_PEASANTS)


def sample_fill(state: State, _step: FillTower, stream: Stream) -> Landing:
    return throw(state.floors, first_throw(state), stream)


def fill_tower(state: State, _step: FillTower, landing: Landing) -> None:
    """Throw the first cubes; what comes out goes back to the reserves (SG-2.8)."""
    thrown = first_throw(state)
    land(state, thrown, landing)
    for colour, number in enumerate(thrown):
        state.reserve[colour] += state.tray[colour] - number
    state.tray = NO_CUBES
    state.events.append(TowerFilled(resting(state)))


# A year --------------------------------------------------------------------------------------


def begin_year(state: State, step: BeginYear) -> None:
    state.year = step.year
    state.events.append(YearBegan(step.year))
    state.agenda += [BeginRound(SPRING), OpenEvents()]


def sample_events(state: State, _step: OpenEvents, stream: Stream) -> tuple[int, ...]:
    deck = [number for number in EVENT_NUMBERS if number not in state.events_gone]
    return tuple(stream.take(deck) for _ in range(EVENTS_A_YEAR))


def open_events(state: State, _step: OpenEvents, numbers: tuple[int, ...]) -> None:
    state.events_open = numbers
    state.events.append(EventsOpened(numbers))


# The draft -----------------------------------------------------------------------------------


def current(state: State) -> ProvinceDraft:
    assert state.draft is not None
    return state.draft


def sample_first_player(state: State, _step: DrawFirstPlayer, stream: Stream) -> Seat:
    return state.seats[stream.below(len(state.seats))]


def begin_picking(state: State, _step: DrawFirstPlayer, seat: Seat) -> None:
    state.draft = replace(current(state), first=seat)
    state.events.append(FirstPlayerDrawn(seat))
    state.agenda += [PickProvince(seat, refreshed=False), OpenDraftCards()]


# The deck ------------------------------------------------------------------------------------


def sample_cards(state: State, number: int, stream: Stream) -> tuple[int, ...]:
    """Draw from the deck; cards put under it come when nothing else is left (SG-3.6)."""
    draft, armies = current(state), state.armies
    deck, under = [card for card in board_of(state).provinces if not armies[card]], [*draft.under]
    for card in (*draft.open, *under):
        deck.remove(card)
    return tuple([stream.take(deck) if deck else under.pop(0) for _ in range(number)])


def sample_open_cards(state: State, _step: OpenDraftCards, stream: Stream) -> tuple[int, ...]:
    return sample_cards(state, OPEN_DRAFT_CARDS - len(current(state).open), stream)


def open_cards(state: State, _step: OpenDraftCards, cards: tuple[int, ...]) -> None:
    draft = current(state)
    under = tuple([card for card in draft.under if card not in cards])
    state.draft = replace(draft, open=(*draft.open, *cards), under=under)
    state.events.append(DraftCardsOpened(cards))


def sample_unseen(state: State, _step: DrawUnseen, stream: Stream) -> tuple[int, ...]:
    return sample_cards(state, 1, stream)


def draw_unseen(state: State, step: DrawUnseen, cards: tuple[int, ...]) -> None:
    draft, (card,) = current(state), cards
    state.draft = replace(draft, under=tuple([other for other in draft.under if other != card]))
    state.events.append(ProvincePicked(step.seat, card, unseen=True))
    state.agenda += [next_pick(state, step.seat), PlaceGroup(step.seat, card)]


# Picking -------------------------------------------------------------------------------------


def ask_pick(state: State, step: PickProvince) -> dict[Seat, Decision]:
    draft = current(state)
    options: tuple[TakeProvince | Refresh, ...] = (*[TAKE[card] for card in draft.open], TAKE_UNSEEN)
    if not step.refreshed and {*draft.open} == {*draft.seen[step.seat]}:
        options += (REFRESH,)
    return {step.seat: ChooseOne("pick", "SG-3.3", options)}


def take_pick(state: State, step: PickProvince, seat: Seat, choice: TakeProvince | Refresh) -> None:
    draft = current(state)
    if isinstance(choice, Refresh):
        state.draft = replace(draft, open=(), under=(*draft.under, *draft.open))
        state.events.append(DraftCardsExchanged(seat, draft.open))
        state.agenda += [PickProvince(seat, refreshed=True), OpenDraftCards()]
        return
    seen = put(draft.seen, seat, draft.open)
    if choice == TAKE_UNSEEN:
        state.draft = replace(draft, seen=seen)
        state.agenda.append(DrawUnseen(seat))
        return
    left = tuple([card for card in draft.open if card != choice.province])
    state.draft = replace(draft, seen=seen, open=left)
    state.events.append(ProvincePicked(seat, choice.province, unseen=False))
    state.agenda += [next_pick(state, seat), OpenDraftCards(), PlaceGroup(seat, choice.province)]


def ask_group(state: State, step: PlaceGroup) -> dict[Seat, Decision]:
    """Ask which group goes there, unless all that are left are alike."""
    groups = current(state).groups[step.seat]
    if groups.count(groups[0]) == len(groups):
        put_group(state, step, groups[0])
        return {}
    return {step.seat: which_of[groups]}


@remembering(1024)
def which_of(groups: tuple[int, ...]) -> ChooseOne:
    """Ask for one of the different groups, largest first."""
    return ChooseOne("group", "SG-3.4", tuple(map(Garrison, dict.fromkeys(groups))))


def take_group(state: State, step: PlaceGroup, _seat: Seat, choice: Garrison) -> None:
    put_group(state, step, choice.armies)


def put_group(state: State, step: PlaceGroup, armies: int) -> None:
    seat, draft = step.seat, current(state)
    groups = [*draft.groups[seat]]
    groups.remove(armies)
    state.draft = replace(draft, groups=put(draft.groups, seat, tuple(groups)))
    place_group(state, seat, step.province, armies)
    state.events.append(GroupPlaced(seat, step.province, armies))


def next_pick(state: State, seat: Seat) -> PickProvince | EndDraft:
    """Return what follows a pick: the next player's, clockwise, if groups are left (SG-3.2)."""
    following = clockwise_from(state, seat)[1]
    return PickProvince(following, refreshed=False) if current(state).groups[following] else EndDraft()


def end_draft(state: State, _step: EndDraft) -> None:
    """When all groups are placed, the remaining cards are the stack (SG-3.7)."""
    state.draft = None
    state.phase = PLAN
