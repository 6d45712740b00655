"""The draft of starting provinces (SG-3).

The deck has no order before a card is drawn from it; only what was put under it has its place.
"""

from __future__ import annotations

from msgspec.structs import replace

from core.chance import Stream
from core.decisions import ChooseOne, Decision
from core.games.shogun.board import OPEN_DRAFT_CARDS, PLAN
from core.games.shogun.choices import REFRESH, TAKE, TAKE_UNSEEN, Garrison, Refresh, TakeProvince
from core.games.shogun.events import (
    DraftCardsExchanged,
    DraftCardsOpened,
    FirstPlayerDrawn,
    GroupPlaced,
    ProvincePicked,
)
from core.games.shogun.setup import place_group
from core.games.shogun.state import ProvinceDraft, State, board_of, clockwise_from
from core.games.shogun.steps import (
    DrawFirstPlayer,
    DrawUnseen,
    EndDraft,
    OpenDraftCards,
    PickProvince,
    PlaceGroup,
)
from core.kinds import Seat
from core.piles import put
from core.remembering import remembering


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
    """Draw from the deck; what was put under it comes when nothing else is left (SG-3.6)."""
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
    """Ask which group goes there; where all that are left are alike, it is one of them."""
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
    """Say what follows a pick: that of the next player, clockwise, if there are groups left (SG-3.2)."""
    following = clockwise_from(state, seat)[1]
    return PickProvince(following, refreshed=False) if current(state).groups[following] else EndDraft()


def end_draft(state: State, _step: EndDraft) -> None:
    """When all groups stand, the rest of the cards is the stack (SG-3.7)."""
    state.draft = None
    state.phase = PLAN
