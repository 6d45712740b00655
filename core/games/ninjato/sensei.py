"""The sensei (NJ-14)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.games.ninjato.cards import ANY_CARD, TILES
from core.games.ninjato.choices import SENSEI, Sensei
from core.games.ninjato.dojo import spend_card
from core.games.ninjato.events import SkillLearned
from core.games.ninjato.fights import skills_in
from core.games.ninjato.state import State
from core.kinds import Choice, Seat
from core.piles import less, plus, put
from core.remembering import remembering


def sensei_options(state: State, seat: Seat) -> Iterable[Choice]:
    """Pair every tile on offer with every card that pays for it; none is owed for a known style (NJ-14.3)."""
    options: dict[Choice, None] = {}  # two tiles of one skill may come to the same
    if state.sensei:
        styles = styles_of[state.ready[seat] + state.used[seat]]
        lessons = lessons_for[state.hands[seat]]
        for tile in state.sensei:
            options |= FREE[tile] if STYLES[tile] in styles else lessons[tile]
    return options


@remembering(4096)
def styles_of(tiles: tuple[int, ...]) -> frozenset[str]:
    return frozenset([TILES[tile].style for tile in tiles])


@remembering(2048)
def lessons_for(hand: tuple[int, ...]) -> tuple[dict[Choice, None], ...]:
    """By tile: the lessons that the cards of a hand pay for."""
    return tuple(
        [
            {SENSEI[tile.skill][card]: None for card in hand if tile.price in (ANY_CARD, card)}
            for tile in TILES
        ]
    )


FREE: Final[tuple[dict[Choice, None], ...]] = tuple({SENSEI[tile.skill][0]: None} for tile in TILES)
"""By tile: the lesson for which no card is owed."""
STYLES: Final = tuple(tile.style for tile in TILES)


def visit_sensei(state: State, seat: Seat, choice: Sensei) -> None:
    """A tile just learned is ready at once (NJ-21.36)."""
    tile = state.sensei[skills_in(state.sensei).index(choice.skill)]
    state.sensei = less(state.sensei, tile)
    state.ready = put(state.ready, seat, plus(state.ready[seat], tile))
    if choice.card:
        spend_card(state, seat, choice.card)
    state.events.append(SkillLearned(seat, tile, choice.card))
