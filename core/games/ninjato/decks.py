"""Drawing from decks, stacks and the bag, and what becomes of what is discarded (NJ-5)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, Final

from core.chance import Stream
from core.games.ninjato.cards import BAG, DOJO_DECK, ELITE_DECK, GUARD_DECK
from core.games.ninjato.events import DeckRebuilt
from core.games.ninjato.state import State
from core.piles import merged

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
    """Take a card out of its deck, which is made anew first if it has run out (NJ-21.8)."""
    cards = state.decks[deck]
    if not cards:
        cards, state.discards[deck] = state.discards[deck], ()
        state.events.append(DeckRebuilt(deck))
    # Decks are long and sorted; that a card is not there must not go unnoticed.
    left = [*cards]
    del left[cards.index(card, bisect_left(cards, card))]
    state.decks[deck] = tuple(left)
    if state.tops and deck in state.tops:
        uncover(state, deck, card)


def uncover(state: State, deck: int, card: int) -> None:
    """Forget the top of a deck once it has been drawn."""
    top, *below = state.tops[deck]
    if top == card:
        others = {other: cards for other, cards in state.tops.items() if other != deck}
        state.tops = {**others, deck: tuple(below)} if below else others


def discard(state: State, deck: int, cards: tuple[int, ...]) -> None:
    if cards:
        state.discards[deck] = merged(state.discards[deck], cards)
