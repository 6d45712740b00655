"""The state of a table of Rising Sun, its copy and its physical truth."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from core.games.rising_sun.board import (
    AT,
    CAMPS,
    LAND,
    MONSTER_PIECES,
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
        twin: State = self.__copy__()
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


def figures_at(state: State, seat: Seat, place: int) -> list[tuple[int, int]]:
    """List a clan's figures in a place: which, and how many."""
    start = AT[seat][place]
    row = state.pieces[start : start + STRONGHOLD]
    return [(piece, number) for piece, number in enumerate(row) if number] if any(row) else []


def across_land(state: State, seat: Seat, piece: int) -> bytearray:
    """Count a clan's pieces of a kind in each province."""
    places = AT[seat]
    return state.pieces[places[0] + piece : places[LAND.stop] : PLACE_ROW]


def owned(state: State, seat: Seat, card: int) -> int:
    """Count the copies of a card a clan owns."""
    return state.cards[seat * len(CARDS) + card]


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
    assert sorted(state.honor) == sorted(state.seats)
    for seat in state.seats:
        assert min(state.vp[seat], state.coins[seat], state.ronin[seat]) >= 0
        check_pieces(state, seat)
        ally = state.ally[seat]
        assert ally == -1 or (state.ally[ally] == seat and ally != seat)
    for card, copies in enumerate(COPIES):
        in_play = state.display[card] + sum(owned(state, seat, card) for seat in state.seats)
        assert in_play <= copies, f"{in_play} of card {CARDS[card].id}"
    lain = [(season, province) for _, season, province in state.tokens]
    assert len(lain) == len(set(lain))
    assert (state.phase == OVER) == (not state.agenda)


def check_pieces(state: State, seat: Seat) -> None:
    for piece in range(len(PIECES)):
        total = sum(count(state, seat, place, piece) for place in range(PLACES))
        expected = PIECES_OF_A_CLAN.get(piece)
        if piece in MONSTER_PIECES:
            expected = owned(state, seat, CARD_OF_PIECE[piece])
        assert total == expected, f"{total} {PIECES[piece]} of clan {seat}"
    for place in SHRINES:
        assert all(piece in WORSHIPPERS for piece, _ in figures_at(state, seat, place))
        assert not count(state, seat, place, STRONGHOLD)
    for place in CAMPS:
        assert not count(state, seat, place, STRONGHOLD)
    assert not figures_at(state, seat, CAMPS[seat])
