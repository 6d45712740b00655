"""From a state to what a viewer may know about it, and back to a state that fits."""

from __future__ import annotations

from msgspec.structs import replace

from core.decisions import Arrangement
from core.games.shogun.actions import has_left
from core.games.shogun.board import (
    BID,
    CHEST_CARDS,
    FACE_DOWN,
    NO_CARD,
    OPEN_ACTIONS,
    SEATS,
)
from core.games.shogun.planning import card_named
from core.games.shogun.state import Cubes, Pile, State, resting
from core.games.shogun.tower import on_floors
from core.games.shogun.view import View
from core.kinds import Choice, Dice, Seat, Viewer
from core.observe import state_from


def own_view(state: State, public: View, viewer: Viewer) -> View:
    """Add to the public facts what only this viewer may know."""
    if viewer is None or viewer not in state.seats:
        return public if viewer is None else replace(public, viewer=viewer)
    plans = public.plans
    if plans:
        plans = (*plans[:viewer], state.plans[viewer], *plans[viewer + 1 :])
    return replace(
        public,
        viewer=viewer,
        plans=plans,
        answer=state.answers.get(viewer),
        decision=state.pending.get(viewer),
    )


def public_view(state: State) -> View:
    """Name each public fact; what is not named here stays hidden."""
    return View(
        viewer=None,
        seats=state.seats,
        side=state.side,
        year=state.year,
        season=state.season,
        phase=state.phase,
        owner=state.owner,
        armies=tuple(state.armies),
        buildings=state.buildings,
        revolts=state.revolts,
        reserve=tuple(state.reserve),
        tower=resting(state),
        tray=state.tray,
        peasants=state.peasants,
        chests=tuple(state.chests),
        rice=state.rice,
        vp=state.vp,
        events_open=state.events_open,
        events_gone=state.events_gone,
        event=state.event,
        actions=open_actions(state),
        action=state.action,
        acting=state.acting,
        track=state.track,
        held=state.held,
        order=state.order,
        plans=plans_seen(state),
        won=state.won,
        draft=state.draft,
        winners=state.winners,
        agenda=tuple(state.agenda),
        to_act=tuple(state.pending),
        sealed=tuple([seat for seat in state.seats if seat in state.answers]) if state.answers else (),
        answer=None,
        decision=None,
        standing=(),
    )


def open_actions(state: State) -> tuple[int, ...]:
    """Return the cards that lie open: five, and one more after each action (SG-6.1, SG-6.2)."""
    return state.actions[: OPEN_ACTIONS + max(0, state.action)]


def public_part(view: View) -> View:
    """Remove what only the viewer may know."""
    return replace(view, viewer=None, plans=plans_seen(view), answer=None, decision=None)


def fill_in(view: View, plan: Choice) -> View:
    """Put the viewer's own cards, which nobody else knows, on the places where they lie face down."""
    seat = view.viewer
    if seat is None or not view.plans or not isinstance(plan, Arrangement):
        return view
    own = [
        own_card(view, seat, name) if card == FACE_DOWN else card
        for card, name in zip(view.plans[seat], plan.cards, strict=False)
    ]
    return replace(view, plans=(*view.plans[:seat], tuple(own), *view.plans[seat + 1 :]))


def own_card(view: View, seat: Seat, name: str) -> int:
    return NO_CARD if has_left(view, seat, name) else card_named(name)


def plans_seen(known: State | View) -> tuple[tuple[int, ...], ...]:
    return tuple([plan_seen(known, seat) for seat in SEATS]) if known.plans else ()


def plan_seen(known: State | View, seat: Seat) -> tuple[int, ...]:
    """Hide what lies face down; bids are open, and so are places whose turn has come (SG-4.6, SG-10.2)."""
    shown = {BID, *known.actions[: max(0, known.action)]}
    if known.action >= 0 and seat in known.order[: known.acting]:
        shown.add(known.actions[known.action])
    return tuple(
        [
            card if place in shown or card == NO_CARD else FACE_DOWN
            for place, card in enumerate(known.plans[seat])
        ]
    )


# Back to a state -----------------------------------------------------------------------------


def determinise(view: View, dice: Dice) -> State:
    """Invent what the viewer does not know: cards face down, and where the cubes in the tower lie."""
    return state_from(
        view,
        State,
        armies=list(view.armies),
        reserve=list(view.reserve),
        floors=invent_floors(view.tower, dice),
        chests=list(view.chests),
        plans=tuple([invent_plan(view, seat, dice) for seat in SEATS]) if view.plans else (),
    )


def invent_floors(tower: Cubes, dice: Dice) -> tuple[Pile, ...]:
    return on_floors(tuple([dice.randrange(0, number + 1) for number in tower]), tower)


def invent_plan(view: View, seat: Seat, dice: Dice) -> tuple[int, ...]:
    """Put any cards the player may have laid where they lie face down."""
    plan = list(view.plans[seat])
    if FACE_DOWN in plan:
        own = [card for card, owner in enumerate(view.owner) if owner == seat and card not in view.won]
        hand = [card for card in (*own, *CHEST_CARDS) if card not in plan]
        for place, card in enumerate(plan):
            if card == FACE_DOWN:  # it may have left with its province, unknown to us
                plan[place] = hand.pop(dice.randrange(0, len(hand))) if hand else NO_CARD
    return tuple(plan)
