"""The state of a table of Rising Sun, its copy and its physical truth."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import lru_cache

from msgspec import Struct

from core.games.rising_sun.board import (
    AT,
    CAMPS,
    LAND,
    OVER,
    PIECES,
    PIECES_OF_A_CLAN,
    PLACE_ROW,
    PLACES,
    SHRINES,
    STRONGHOLD,
    WORSHIPPERS,
)
from core.games.rising_sun.cards import CARD_OF_PIECE, CARDS, COPIES
from core.records import Choice, Decision, Event, Seat, Step


class Battle(Struct, frozen=True, array_like=True):
    """The battle under way."""

    province: int
    fighters: tuple[Seat, ...]
    bids: tuple[tuple[int, ...], ...] = ()  # by place in `fighters`; empty until revealed
    hired: tuple[Seat, int] = (-1, 0)
    killed: int = 0


class State(Struct):
    """Everything true about one game. What seldom changes is immutable and shared between clones."""

    seats: tuple[Seat, ...]
    chosen_set: str
    shrines: tuple[int, ...]  # Kami from left to right
    season: int
    phase: int
    honor: tuple[Seat, ...]  # top first
    ally: tuple[Seat, ...]  # by clan; -1: none
    allied_in: tuple[int, ...]  # by clan: one bit for each season with an alliance
    vp: list[int]  # by clan, like the next two
    coins: list[int]
    ronin: list[int]
    pieces: bytearray  # how many of each piece each clan has in each place: see board.at
    cards: bytes  # how many of each card each clan owns
    display: bytes  # how many of each card are on offer
    tokens: tuple[tuple[Seat, int, int], ...]  # owner, season, province
    war: tuple[int, ...]  # provinces still to be fought for, in order
    deck: tuple[int, ...]  # mandate tiles whose place on top of the deck is known, top first
    mandates: tuple[tuple[Seat, int, int], ...]  # laid this season: by whom, as what, which tile
    active: Seat  # takes the mandate turn, or will take the next
    offers: tuple[tuple[Seat, Seat], ...]
    ready: tuple[Seat, ...]
    mandate: int  # being carried out; -1: none
    gained_vp: int  # one bit for each clan that has gained VP in this mandate
    gained_coins: int
    battle: Battle | None
    winners: tuple[Seat, ...]
    agenda: list[Step]  # the last step is next
    pending: Mapping[Seat, Decision]
    answers: Mapping[Seat, Choice]  # sealed until a step opens them
    events: list[Event]  # since the last answer
    draws: int  # chance events so far

    def clone(self) -> State:
        """Copy what is changed in place, share the rest."""
        twin = copy(self)
        twin.vp = self.vp[:]
        twin.coins = self.coins[:]
        twin.ronin = self.ronin[:]
        twin.pieces = self.pieces[:]
        twin.agenda = self.agenda[:]
        twin.events = self.events[:]
        return twin


def count(state: State, seat: Seat, place: int, piece: int) -> int:
    return state.pieces[AT[seat][place] + piece]


def shift(state: State, seat: Seat, piece: int, origin: int, target: int, number: int = 1) -> None:
    """Move pieces from place to place."""
    places = AT[seat]
    state.pieces[places[origin] + piece] -= number
    state.pieces[places[target] + piece] += number


def figures_at(state: State, seat: Seat, place: int) -> tuple[tuple[int, int], ...]:
    """List a clan's figures in a place: which, and how many."""
    start = AT[seat][place]
    return numbered(bytes(state.pieces[start : start + STRONGHOLD]))


@lru_cache(maxsize=4096)
def numbered(row: bytes) -> tuple[tuple[int, int], ...]:
    """List the pieces of a row that are there, with their numbers; few different rows ever occur."""
    return tuple((piece, number) for piece, number in enumerate(row) if number)


def across_land(state: State, seat: Seat, piece: int) -> bytearray:
    """Count a clan's pieces of a kind in each province."""
    places = AT[seat]
    return state.pieces[places[0] + piece : places[LAND.stop] : PLACE_ROW]


def owned(state: State, seat: Seat, card: int) -> int:
    """Count the copies of a card a clan owns."""
    return state.cards[seat * len(CARDS) + card]


def cards_of(state: State, seat: Seat) -> tuple[tuple[int, int], ...]:
    """List the cards a clan owns: which, and how many."""
    return numbered(state.cards[seat * len(CARDS) : (seat + 1) * len(CARDS)])


def add_card(state: State, seat: Seat, card: int) -> None:
    cards = bytearray(state.cards)
    cards[seat * len(CARDS) + card] += 1
    state.cards = bytes(cards)


def shrine_place(state: State, kami: int) -> int:
    return SHRINES[state.shrines.index(kami)]


def left_of(state: State, seat: Seat) -> Seat:
    """Give the next seat clockwise (RS-1.5)."""
    seats = state.seats
    return seats[(seats.index(seat) + 1) % len(seats)]


def clockwise_from(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Give all seats, clockwise, this one first."""
    place = state.seats.index(seat)
    return state.seats[place:] + state.seats[:place]


def others(state: State, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in state.seats if other != seat)


def check(state: State) -> None:
    """Assert what no rule can break: pieces and cards are conserved, nothing is below zero."""
    assert sorted(state.honor) == sorted(state.seats), "the honor track does not hold every clan once"
    for seat in state.seats:
        assert min(state.vp[seat], state.coins[seat], state.ronin[seat]) >= 0, "something is below zero"
        ally = state.ally[seat]
        assert ally == -1 or (state.ally[ally] == seat != ally), "an alliance is of two"
        check_pieces(state, seat)
    for card, copies in enumerate(COPIES):
        in_play = state.display[card] + sum(owned(state, seat, card) for seat in state.seats)
        assert in_play <= copies, f"there are {in_play} {CARDS[card].id}"
    taken = [(season, province) for _, season, province in state.tokens]
    assert len(taken) == len(set(taken)), "a war token has two owners"
    assert (state.phase == OVER) == (not state.agenda), "an end is when nothing is left to do"


def check_pieces(state: State, seat: Seat) -> None:
    for piece, name in enumerate(PIECES):
        there = sum(count(state, seat, place, piece) for place in range(PLACES))
        bought = owned(state, seat, CARD_OF_PIECE[piece]) if piece in CARD_OF_PIECE else 0
        assert there == PIECES_OF_A_CLAN.get(piece, bought), f"clan {seat} has {there} {name}"
    for place in (*SHRINES, *CAMPS):
        assert not count(state, seat, place, STRONGHOLD), "a stronghold is off the map"
    for place in SHRINES:
        praying = all(piece in WORSHIPPERS for piece, _ in figures_at(state, seat, place))
        assert praying, "only Shinto worship"
    assert not figures_at(state, seat, CAMPS[seat]), "a clan holds its own figure"
