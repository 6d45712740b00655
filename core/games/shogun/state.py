"""The state of a table of Shogun, how it is copied, and what always holds for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from core.decisions import Decision
from core.games.shogun.board import (
    ARMIES_OF_A_SEAT,
    BOARDS,
    BUILDINGS,
    DRAFT,
    EVENTS,
    FACE_DOWN,
    GREEN,
    LAND,
    NO_CARD,
    NO_CUBES,
    NOBODY,
    OVER,
    PEASANTS,
    SEATS,
    SLOTS,
    SPECIALS,
    TOKENS,
    BoardSide,
    EventEffect,
)
from core.games.shogun.events import CardLeft
from core.kinds import Choice, Event, Seat, Step
from core.piles import put

if TYPE_CHECKING:
    from core.games.shogun.view import View


Cubes: TypeAlias = tuple[int, ...]
"""Counts by colour, the peasants' green last."""
Pile: TypeAlias = tuple[int, ...]
"""The colours of cubes one by one, sorted."""


class ProvinceDraft(Struct, frozen=True, array_like=True):
    """The draft of starting provinces under way (SG-3); all of it is public."""

    first: Seat
    open: tuple[int, ...]  # the cards to pick from
    under: tuple[int, ...] = ()  # put under the deck, the next to draw first
    groups: tuple[tuple[int, ...], ...] = ((),) * len(SEATS)  # by seat: not placed yet, largest first
    seen: tuple[tuple[int, ...], ...] = ((),) * len(SEATS)  # by seat: the open cards at its previous pick


class State(Struct):
    """Everything true about one game. What seldom changes is immutable and shared between clones."""

    seats: tuple[Seat, ...]
    side: int
    year: int
    season: int
    phase: int
    owner: tuple[int, ...]  # by province; -1 for neutral
    armies: list[int]  # by province
    buildings: tuple[int, ...]  # by province: one bit for each kind
    revolts: tuple[int, ...]  # by province: revolt markers
    reserve: list[int]  # by colour
    floors: tuple[Pile, ...]  # by floor of the tower: the cubes resting there
    tray: Cubes
    peasants: int  # green cubes in the game
    chests: list[int]  # by seat, like the next two
    rice: tuple[int, ...]
    vp: tuple[int, ...]
    events_open: tuple[int, ...]  # numbers of the open event cards, including the one in force
    events_gone: tuple[int, ...]  # out of the game
    event: int  # in force this round; 0 for none
    actions: tuple[int, ...]  # the action cards from space 1 on, as far as chance has laid them
    action: int  # index of the space being carried out; -1 for none
    acting: int  # how many players have had their turn in it
    track: tuple[int, ...]  # the specials on order spaces 1-5, as they were laid out
    held: tuple[int, ...]  # by seat: the special taken; -1 for none
    order: tuple[Seat, ...]  # of turns in this round
    plans: tuple[tuple[int, ...], ...]  # by seat: the card on each place; empty until plans are sealed
    won: tuple[int, ...]  # provinces that changed hands since the plans were sealed
    draft: ProvinceDraft | None
    winners: tuple[Seat, ...]
    agenda: list[Step]  # the last step is next
    pending: Mapping[Seat, Decision]
    answers: Mapping[Seat, Choice]  # sealed until a step opens them
    events: list[Event]  # since the last answer
    draws: int  # chance events so far

    def clone(self) -> State:
        """Copy what is changed in place, share the rest; between two decisions all events have been told."""
        twin: State = self.__copy__()  # type: ignore[attr-defined]
        twin.armies = self.armies[:]
        twin.reserve = self.reserve[:]
        twin.chests = self.chests[:]
        twin.agenda = self.agenda[:]
        twin.events = []
        return twin


# Questions -----------------------------------------------------------------------------------


def board_of(known: State | View) -> BoardSide:
    return BOARDS[known.side, len(known.seats)]


def effect(known: State | View) -> EventEffect:
    """Return what the event in force changes."""
    return EVENTS[known.event].effect


def provinces_of(known: State | View, seat: Seat) -> list[int]:
    return [province for province, owner in enumerate(known.owner) if owner == seat]


def holdings(state: State) -> list[list[int]]:
    """List everybody's provinces at once, by seat."""
    own: list[list[int]] = [[] for _ in (*SEATS, NOBODY)]  # the last entry is for nobody's
    for province, owner in enumerate(state.owner):
        own[owner].append(province)
    return own


def neutral(state: State) -> list[int]:
    """List the provinces in play that nobody owns: the stack (SG-1.10)."""
    return [province for province in board_of(state).provinces if state.owner[province] == NOBODY]


def has_building(known: State | View, province: int, kind: int) -> bool:
    return bool(known.buildings[province] >> kind & 1)


def tokens_left(known: State | View, kind: int) -> int:
    return TOKENS[kind] - sum([bits >> kind & 1 for bits in filter(None, known.buildings)])


def counted(cubes: Iterable[int]) -> Cubes:
    """Count cubes listed one by one."""
    counts = [*NO_CUBES]
    for colour in cubes:
        counts[colour] += 1
    return tuple(counts)


def resting(state: State) -> Cubes:
    """Count the cubes in the tower; that much is public (SG-4.4)."""
    return counted(sum(state.floors, ()))


def clockwise_from(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Give all seats, clockwise, this one first."""
    place = state.seats.index(seat)
    return state.seats[place:] + state.seats[:place]


# Changes -------------------------------------------------------------------------------------


def set_owner(state: State, province: int, seat: Seat) -> None:
    state.owner = put(state.owner, province, seat)


def set_buildings(state: State, province: int, bits: int) -> None:
    state.buildings = put(state.buildings, province, bits)


def set_revolts(state: State, province: int, markers: int) -> None:
    state.revolts = put(state.revolts, province, markers)


def drop_card(state: State, seat: Seat, card: int) -> None:
    """Take a card off a player's board, if it lies there (SG-10.8 to SG-10.10)."""
    if state.plans and card in state.plans[seat]:
        place = state.plans[seat].index(card)
        lay_card(state, seat, place, NO_CARD)
        state.events.append(CardLeft(seat, place, card))


def lay_card(state: State, seat: Seat, place: int, card: int) -> None:
    set_plan(state, seat, put(state.plans[seat], place, card))


def set_plan(state: State, seat: Seat, plan: tuple[int, ...]) -> None:
    state.plans = put(state.plans, seat, plan)


def take_over(state: State, province: int, seat: Seat) -> None:
    """Give a province and its card to a player; buildings and markers stay (SG-16.12)."""
    if state.owner[province] != NOBODY:
        drop_card(state, state.owner[province], province)
    set_owner(state, province, seat)
    if province not in state.won:
        state.won = tuple(sorted((*state.won, province)))


def become_neutral(state: State, province: int) -> None:
    """Clear a province that nobody owns any more; its card goes to the stack (SG-10.9)."""
    drop_card(state, state.owner[province], province)
    set_owner(state, province, NOBODY)
    state.armies[province] = 0
    set_buildings(state, province, 0)
    set_revolts(state, province, 0)
    if province in state.won:
        state.won = tuple(p for p in state.won if p != province)


# Truth ---------------------------------------------------------------------------------------


def check(state: State) -> None:
    """Assert what no rule can break: cubes are conserved, nothing is below zero, provinces are sound."""
    check_cubes(state)
    for seat in state.seats:
        assert min(state.chests[seat], state.rice[seat], state.vp[seat]) >= 0, "something is below zero"
    in_play = board_of(state).provinces
    for province in LAND:
        check_province(state, province, is_out=province not in in_play)
    for kind, name in enumerate(BUILDINGS):
        assert tokens_left(state, kind) >= 0, f"there are too many buildings of kind {name}"
    for seat, plan in enumerate(state.plans):
        check_plan(state, seat, plan)
    specials = [special for special in state.held if special >= 0]
    assert len(specials) == len(set(specials)) <= len(SPECIALS), "a special has two holders"
    assert (state.phase == OVER) == (not state.agenda), "an end is when nothing is left to do"
    check_draft(state)


def check_draft(state: State) -> None:
    """Assert that nothing has been thrown before every group is placed (SG-2.1, SG-2.7)."""
    assert (state.phase == DRAFT) == (state.draft is not None), "a draft is under way in its own phase alone"
    if state.draft is not None:
        assert not any((*resting(state), *state.tray)), "there are cubes in the tower before it is filled"


def check_cubes(state: State) -> None:
    """Count every colour: map, reserve, tower and tray make up all there is (SG-15.12)."""
    everywhere = [sum(counts) for counts in zip(state.reserve, resting(state), state.tray, strict=True)]
    for owner, armies in zip(state.owner, state.armies, strict=True):
        if owner != NOBODY:
            everywhere[owner] += armies
    for seat in SEATS:
        there = ARMIES_OF_A_SEAT if seat in state.seats else 0
        assert everywhere[seat] == there, f"seat {seat} has {everywhere[seat]} cubes"
    assert everywhere[GREEN] == state.peasants <= PEASANTS, f"there are {everywhere[GREEN]} peasants"
    assert min(*state.reserve, *state.tray) >= 0, "cubes are below zero"


def check_province(state: State, province: int, *, is_out: bool) -> None:
    owner, armies = state.owner[province], state.armies[province]
    bits, markers = state.buildings[province], state.revolts[province]
    if owner == NOBODY:
        assert armies == bits == markers == 0, f"province {province} is neutral and not empty"
        return
    assert owner in state.seats, f"province {province} has an owner who does not play"
    assert not is_out, f"province {province} is out of the game"
    assert armies > 0, f"province {province} has an owner and no army"
    assert bits.bit_count() <= SLOTS[province], f"province {province} has more buildings than slots"
    assert markers >= 0, f"province {province} has less than no markers"


def check_plan(state: State, seat: Seat, plan: tuple[int, ...]) -> None:
    cards = [card for card in plan if card not in (NO_CARD, FACE_DOWN)]
    assert len(cards) == len(set(cards)), "a card lies twice"
    assert all(card >= len(LAND) or state.owner[card] == seat for card in cards), (
        "a card lies with a stranger"
    )
