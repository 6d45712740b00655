"""The state of a table of Ninjato, how it is copied, what always holds for it, and drawing (NJ-5)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from operator import itemgetter
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from core.chance import Stream
from core.decisions import Decision
from core.games.ninjato.board import DOJO, HAND_LIMIT, OVER, RED, ROUNDS, SHURIKEN, TOKENS
from core.games.ninjato.cards import (
    BAG,
    DECKS,
    DOJO_DECK,
    ELITE_DECK,
    ELITES,
    ENVOY_DECK,
    GUARD_DECK,
    HENSOJUTSU,
    LARGE_STACK,
    RUMOR_DECK,
    SMALL_STACK,
    TILES,
    WHOLE,
)
from core.games.ninjato.events import DeckRebuilt
from core.games.ninjato.steps import TakeCards, TrimHand
from core.kinds import Choice, Event, Seat, Step
from core.piles import merged


class House(Struct, frozen=True, array_like=True, gc=False):
    """A house: its sentry (-1 for none), its clan token, and its treasures in the order of winning."""

    sentry: int
    token: int
    treasures: tuple[int, ...]


class Raiding(Struct, frozen=True, array_like=True, gc=False):
    """The raid under way."""

    house: int
    stealth: bool
    carried: tuple[int, ...]  # treasures on the shuriken, sorted
    guard: int  # the card faced; -1 for none
    parts: tuple[int, ...]  # the unbeaten guards of that card
    drawn: tuple[int, ...]  # cards drawn so far that are not kept, sorted


class State(Struct):
    """Everything true about one game. What seldom changes is immutable and shared between clones.

    A deck is what is left of it, sorted: no card has a place in it until it is drawn.
    """

    seats: tuple[Seat, ...]
    round: int
    phase: int
    order: tuple[Seat, ...]  # turn order of the round
    active: Seat
    placed: tuple[tuple[Seat, int], ...]  # shuriken on the board and where, in the order they were placed
    houses: list[House]
    row: tuple[int, ...]
    sensei: tuple[int, ...]
    palace: tuple[int, ...]
    pavilion: tuple[int, ...]
    decks: list[tuple[int, ...]]  # by deck
    discards: list[tuple[int, ...]]  # by deck, sorted
    tops: Mapping[int, tuple[int, ...]]  # by deck: cards whose place a position names, top first
    honor: tuple[int, ...]  # by seat, like everything below
    hands: list[tuple[int, ...]]
    treasures: list[tuple[int, ...]]
    ready: tuple[tuple[int, ...], ...]  # skill tiles that lie face up
    used: tuple[tuple[int, ...], ...]
    envoys: tuple[tuple[int, ...], ...]
    rumors: tuple[tuple[int, ...], ...]
    elites: tuple[tuple[int, ...], ...]
    raid: Raiding | None
    disguised: tuple[int, ...]  # envoys with a disguised ninja, in a scoring phase
    awards: tuple[int, ...]  # by clan: what its first place has taken, in a scoring phase
    winners: tuple[Seat, ...]
    agenda: list[Step]  # the last step is next
    pending: Mapping[Seat, Decision]
    answers: Mapping[Seat, Choice]
    events: list[Event]  # since the last answer
    draws: int  # chance events so far

    def clone(self) -> State:
        """Copy what is changed in place, share the rest."""
        twin: State = self.__copy__()  # type: ignore[attr-defined]
        twin.houses = self.houses[:]
        twin.decks = self.decks[:]
        twin.discards = self.discards[:]
        twin.hands = self.hands[:]
        twin.treasures = self.treasures[:]
        twin.agenda = self.agenda[:]
        twin.events = self.events[:]
        return twin


def add_honor(state: State, seat: Seat, gain: int) -> None:
    honor = [*state.honor]
    honor[seat] += gain
    state.honor = tuple(honor)


def put_treasures(state: State, house: int, treasures: tuple[int, ...]) -> None:
    state.houses[house] = replace(state.houses[house], treasures=treasures)


def shuriken_on_board(state: State) -> list[Seat]:
    """Name the owner of each."""
    return [*map(OWNER, state.placed)]


OWNER: Final[Callable[[tuple[Seat, int]], Seat]] = itemgetter(0)


def shuriken_left(state: State, seat: Seat) -> int:
    return SHURIKEN - shuriken_on_board(state).count(seat)


def dojo_pile(placed: tuple[tuple[Seat, int], ...]) -> tuple[Seat, ...]:
    """Name the owners of the shuriken in the dojo, bottom first (NJ-6.5)."""
    return tuple([seat for seat, location in placed if location == DOJO])


def supply(state: State) -> list[int]:
    """List the clan tokens that are on no house."""
    laid = {house.token for house in state.houses}
    return [token for token in range(len(TOKENS)) if token not in laid]


def tiles_of(state: State, seat: Seat) -> tuple[int, ...]:
    return state.ready[seat] + state.used[seat]


def check(state: State) -> None:
    """Assert what no rule can break: every card, tile and treasure is somewhere, and only once."""
    assert sorted(state.order) == sorted(state.seats), "the turn order does not hold every player once"
    assert state.active in state.seats, "nobody's turn"
    assert 1 <= state.round <= ROUNDS, "there is no such round"
    for seat in state.seats:
        assert state.honor[seat] >= 0, "honor is below zero"
        assert shuriken_left(state, seat) >= 0, f"seat {seat} has placed too many shuriken"
    tokens = [house.token for house in state.houses]
    assert len(set(tokens)) == len(tokens), "two houses have the same clan token"
    for deck, whole in enumerate(WHOLE):
        there = sorted(everywhere(state, deck))
        assert there == list(whole), f"the {DECKS[deck]} do not add up"
        surplus = Counter(state.tops.get(deck, ())) - Counter(state.decks[deck])
        assert not surplus, f"the top of the {DECKS[deck]} is not in the deck"
    if not any(isinstance(step, (TakeCards, TrimHand)) for step in state.agenda):
        assert max(map(len, state.hands)) <= HAND_LIMIT, "a hand is too large"
    assert (state.phase == OVER) == (not state.agenda), "an end is when nothing is left to do"


def everywhere(state: State, deck: int) -> Iterator[int]:
    """Find everything that belongs to a deck, wherever it lies."""
    yield from state.decks[deck]
    yield from state.discards[deck]
    yield from chain.from_iterable(elsewhere(state, deck))


def elsewhere(state: State, deck: int) -> list[tuple[int, ...]]:
    """List the piles outside a deck and its discards that hold its cards."""
    return ELSEWHERE[deck](state)


def _guards_outside(state: State) -> list[tuple[int, ...]]:
    drawn = state.raid.drawn if state.raid else ()
    sentries = tuple([house.sentry for house in state.houses if house.sentry >= 0])
    return [sentries, tuple([guard for guard in drawn if guard not in ELITES])]


def _elites_outside(state: State) -> list[tuple[int, ...]]:
    drawn = state.raid.drawn if state.raid else ()
    return [*state.elites, tuple([guard for guard in drawn if guard in ELITES])]


def _treasures_outside(state: State) -> list[tuple[int, ...]]:
    in_houses = [tuple([treasure % RED for treasure in house.treasures]) for house in state.houses]
    return [*state.treasures, *in_houses, state.raid.carried if state.raid else ()]


def _tiles_outside(state: State, *, hensojutsu: bool) -> list[tuple[int, ...]]:
    piles = (state.sensei, *state.ready, *state.used)
    return [
        tuple([tile for tile in tiles if (TILES[tile].skill == HENSOJUTSU) == hensojutsu]) for tiles in piles
    ]


ELSEWHERE: Final[dict[int, Callable[[State], list[tuple[int, ...]]]]] = {
    DOJO_DECK: lambda state: [state.row, *state.hands],
    GUARD_DECK: _guards_outside,
    ELITE_DECK: _elites_outside,
    BAG: _treasures_outside,
    LARGE_STACK: lambda state: _tiles_outside(state, hensojutsu=False),
    SMALL_STACK: lambda state: _tiles_outside(state, hensojutsu=True),
    ENVOY_DECK: lambda state: [state.palace, *state.envoys],
    RUMOR_DECK: lambda state: [state.pavilion, *state.rumors],
}


# Decks, stacks and the bag -------------------------------------------------------------------


NOTHING: Final = -1
"""What a draw gives when nothing is left."""
REBUILT: Final = (DOJO_DECK, GUARD_DECK, ELITE_DECK, BAG)


def left_in(state: State, deck: int) -> tuple[int, ...]:
    """List what a draw can give: the deck, or its discards when it has run out."""
    return state.decks[deck] or (state.discards[deck] if deck in REBUILT else ())


def drawing_from(deck: int) -> Callable[[State, Any, Stream], int]:
    """Make the sample of a draw: one of the cards left, all equally likely."""

    def sample(state: State, _step: Any, stream: Stream) -> int:
        if state.tops and deck in state.tops:
            return state.tops[deck][0]
        cards = state.decks[deck] or left_in(state, deck)
        return cards[stream.below(len(cards))] if cards else NOTHING

    return sample


def draw(state: State, deck: int, card: int) -> None:
    """Take a card from its deck, which is rebuilt first if it has run out (NJ-21.8)."""
    cards = state.decks[deck]
    if not cards:
        cards, state.discards[deck] = state.discards[deck], ()
        state.events.append(DeckRebuilt(deck))
    # Decks are long and sorted; a missing card must not go unnoticed.
    left = [*cards]
    del left[cards.index(card, bisect_left(cards, card))]
    state.decks[deck] = tuple(left)
    if state.tops and deck in state.tops:
        uncover(state, deck, card)


def uncover(state: State, deck: int, card: int) -> None:
    """Forget the top of a deck after it has been drawn."""
    top, *below = state.tops[deck]
    if top == card:
        others = {other: cards for other, cards in state.tops.items() if other != deck}
        state.tops = {**others, deck: tuple(below)} if below else others


def discard(state: State, deck: int, cards: tuple[int, ...]) -> None:
    if cards:
        state.discards[deck] = merged(state.discards[deck], cards)
