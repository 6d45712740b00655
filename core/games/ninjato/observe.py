"""From a state to what a viewer may know about it, and back to a state that fits."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from msgspec.structs import replace

from core.games.ninjato.board import OVER
from core.games.ninjato.cards import DECKS, DOJO_DECK, RUMOR_DECK, WHOLE
from core.games.ninjato.setup import EMPTY
from core.games.ninjato.state import State, elsewhere
from core.games.ninjato.view import View
from core.kinds import Dice, Viewer
from core.observe import state_from
from core.piles import without


def own_view(state: State, public: View, viewer: Viewer) -> View:
    """Add to the public facts what only this viewer may know."""
    if viewer is None or viewer not in state.seats:
        return public if viewer is None else replace(public, viewer=viewer)
    return replace(
        public,
        viewer=viewer,
        hand=state.hands[viewer],
        rumors=own_alone(state.rumors, viewer) if state.phase != OVER else public.rumors,
        decision=state.pending.get(viewer),
    )


def public_part(view: View) -> View:
    """Remove what only the viewer may know."""
    rumors = view.rumors if view.phase == OVER else EMPTY
    return replace(view, viewer=None, hand=(), rumors=rumors, decision=None)


def own_alone(piles: tuple[tuple[int, ...], ...], viewer: Viewer) -> tuple[tuple[int, ...], ...]:
    """Leave out what others hold."""
    return tuple([pile if seat == viewer else () for seat, pile in enumerate(piles)])


def public_view(state: State) -> View:
    """Name each public fact; what is not named here stays hidden."""
    return View(
        viewer=None,
        seats=state.seats,
        round=state.round,
        phase=state.phase,
        order=state.order,
        active=state.active,
        placed=state.placed,
        houses=tuple(state.houses),
        row=state.row,
        sensei=state.sensei,
        palace=state.palace,
        pavilion=state.pavilion,
        deck_sizes=tuple(map(len, state.decks)),
        discards=tuple(state.discards),
        honor=state.honor,
        hand_sizes=tuple(map(len, state.hands)),
        hand=(),
        treasures=tuple(state.treasures),
        ready=state.ready,
        used=state.used,
        envoys=state.envoys,
        rumor_counts=tuple(map(len, state.rumors)),
        rumors=state.rumors if state.phase == OVER else EMPTY,
        elites=state.elites,
        raid=state.raid,
        disguised=state.disguised,
        awards=state.awards,
        winners=state.winners,
        agenda=tuple(state.agenda),
        to_act=tuple(state.pending),
        sealed=(),
        answer=None,
        decision=None,
        standing=(),
    )


def determinise(view: View, dice: Dice) -> State:
    """Invent what the viewer does not know: the others' hands and rumors, from cards nobody shows."""
    state = state_from(
        view,
        State,
        houses=list(view.houses),
        decks=[()] * len(DECKS),
        discards=list(view.discards),
        tops={},
        hands=[view.hand if seat == view.viewer else () for seat in range(len(EMPTY))],
        treasures=list(view.treasures),
        rumors=view.rumors if view.phase == OVER else own_alone(view.rumors, view.viewer),
    )
    state.decks = [unseen(state, deck) for deck in range(len(DECKS))]
    state.hands = deal_unseen(state, DOJO_DECK, state.hands, view.hand_sizes, dice)
    state.rumors = tuple(deal_unseen(state, RUMOR_DECK, state.rumors, view.rumor_counts, dice))
    return state


def unseen(state: State, deck: int) -> tuple[int, ...]:
    """List the cards of a deck that are nowhere in sight."""
    seen = chain(state.discards[deck], chain.from_iterable(elsewhere(state, deck)))
    return without(WHOLE[deck], seen)


def deal_unseen(
    state: State, deck: int, holders: Iterable[tuple[int, ...]], sizes: Iterable[int], dice: Dice
) -> list[tuple[int, ...]]:
    """Give every holder as many cards as they are known to hold."""
    left = list(state.decks[deck])
    dealt = []
    for held, size in zip(holders, sizes, strict=True):
        drawn = [left.pop(dice.randrange(0, len(left))) for _ in range(size - len(held))]
        dealt.append(tuple(sorted((*held, *drawn))))
    state.decks[deck] = tuple(left)
    return dealt
