"""The state of a table of Rising Sun, how it is copied, and what always holds for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain

from msgspec import Struct

from core.decisions import Decision
from core.games.rising_sun.board import (
    CAMPS,
    FIGURES,
    OVER,
    PIECES,
    PIECES_OF_A_CLAN,
    PLACES,
    RESERVE,
    SHRINES,
    STRONGHOLD,
    WORSHIPPERS,
)
from core.games.rising_sun.cards import CARD_OF_PIECE, CARDS, COPIES
from core.kinds import Choice, Event, Seat, Step
from core.piles import excluding, including, plus, put
from core.remembering import cached


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
    ally: tuple[Seat, ...]  # by clan; -1 for none
    allied_in: tuple[int, ...]  # by clan: one bit for each season with an alliance
    vp: list[int]  # by clan, like the next two
    coins: list[int]
    ronin: list[int]
    figures: list[tuple[tuple[int, ...], ...]]  # by clan, then by place: the pieces there, sorted
    strongholds: tuple[tuple[int, ...], ...]  # by clan: the provinces where they stand, sorted
    cards: tuple[tuple[int, ...], ...]  # by clan: the cards it owns, sorted
    display: tuple[int, ...]  # the cards on offer, sorted
    tokens: tuple[tuple[tuple[int, int], ...], ...]  # by clan: season and province of each, sorted
    war: tuple[int, ...]  # provinces not fought for yet, in order
    deck: tuple[int, ...]  # mandate tiles whose place on top of the deck is known, top first
    mandates: tuple[tuple[Seat, int, int], ...]  # laid this season: by whom, as what, which tile
    active: Seat  # takes the mandate turn, or will take the next one
    offers: tuple[tuple[Seat, Seat], ...]
    ready: tuple[Seat, ...]
    mandate: int  # being carried out; -1 for none
    gained_vp: int  # one bit for each clan that has gained VP in this mandate
    battle: Battle | None
    winners: tuple[Seat, ...]
    agenda: list[Step]  # the last step is next
    pending: Mapping[Seat, Decision]
    answers: Mapping[Seat, Choice]  # sealed until a step opens them
    events: list[Event]  # since the last answer
    draws: int  # chance events so far

    def clone(self) -> State:
        """Copy what is changed in place, share the rest."""
        twin: State = self.__copy__()  # type: ignore[attr-defined]
        twin.vp = self.vp[:]
        twin.coins = self.coins[:]
        twin.ronin = self.ronin[:]
        twin.figures = self.figures[:]
        twin.agenda = self.agenda[:]
        twin.events = self.events[:]
        return twin


def figures_at(state: State, seat: Seat, place: int) -> tuple[int, ...]:
    """List a clan's figures in a place, one entry each."""
    return state.figures[seat][place]


def shift(state: State, seat: Seat, piece: int, origin: int, target: int) -> None:
    """Move a figure from place to place."""
    places = list(state.figures[seat])
    places[origin] = excluding(places[origin], piece)
    places[target] = including(places[target], piece)
    state.figures[seat] = tuple(places)


def shift_all(state: State, seat: Seat, origin: int, target: int) -> None:
    """Move all of a clan's figures from one place to another."""
    if not state.figures[seat][origin]:
        return
    places = list(state.figures[seat])
    places[target] = tuple(sorted(places[target] + places[origin]))
    places[origin] = ()
    state.figures[seat] = tuple(places)


def add_to_reserve(state: State, seat: Seat, piece: int) -> None:
    """Give a clan a figure it did not have."""
    places = list(state.figures[seat])
    places[RESERVE] = including(places[RESERVE], piece)
    state.figures[seat] = tuple(places)


def place_strongholds(state: State, seat: Seat, provinces: tuple[int, ...]) -> None:
    """Set where all of a clan's strongholds stand."""
    state.strongholds = put(state.strongholds, seat, provinces)


def strongholds_left(state: State, seat: Seat) -> int:
    return PIECES_OF_A_CLAN[STRONGHOLD] - len(state.strongholds[seat])


def owned(state: State, seat: Seat, card: int) -> int:
    """Count the copies of a card a clan owns."""
    return state.cards[seat].count(card)


def owners(state: State, card: int) -> list[Seat]:
    """List the clans that own a card, in seat order."""
    return [seat for seat, cards in enumerate(state.cards) if card in cards]


def add_card(state: State, seat: Seat, card: int) -> None:
    state.cards = put(state.cards, seat, plus(state.cards[seat], card))


def add_token(state: State, seat: Seat, season: int, province: int) -> None:
    tokens = tuple(sorted((*state.tokens[seat], (season, province))))
    state.tokens = put(state.tokens, seat, tokens)


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
    return seats_without(state.seats, seat)


@cached(256)
def seats_without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)


def check(state: State) -> None:
    """Assert what no rule can break: pieces and cards are conserved, nothing is below zero."""
    assert sorted(state.honor) == sorted(state.seats), "the honor track does not hold every clan once"
    for seat in state.seats:
        assert min(state.vp[seat], state.coins[seat], state.ronin[seat]) >= 0, "something is below zero"
        ally = state.ally[seat]
        assert ally == -1 or (state.ally[ally] == seat != ally), "an alliance is of two"
        check_pieces(state, seat)
    in_play = Counter((*state.display, *chain.from_iterable(state.cards)))
    for card, number in in_play.items():
        assert number <= COPIES[card], f"there are {number} {CARDS[card].id}"
    taken = list(chain.from_iterable(state.tokens))
    assert len(taken) == len(set(taken)), "a war token has two owners"
    assert (state.phase == OVER) == (not state.agenda), "an end is when nothing is left to do"


def check_pieces(state: State, seat: Seat) -> None:
    everywhere = [piece for place in range(PLACES) for piece in figures_at(state, seat, place)]
    for piece in FIGURES:
        there = everywhere.count(piece)
        bought = owned(state, seat, CARD_OF_PIECE[piece]) if piece in CARD_OF_PIECE else 0
        assert there == PIECES_OF_A_CLAN.get(piece, bought), f"clan {seat} has {there} {PIECES[piece]}"
    assert strongholds_left(state, seat) >= 0, f"clan {seat} has too many strongholds"
    for place in SHRINES:
        praying = all(piece in WORSHIPPERS for piece in figures_at(state, seat, place))
        assert praying, "only Shinto worship"
    assert not figures_at(state, seat, CAMPS[seat]), "a clan holds its own figure"
