"""From a state to what a viewer may know about it, and back to a state that fits."""

from __future__ import annotations

from msgspec.structs import replace

from core.games.rising_sun.board import LOTUS, MANDATE_TILES, MANDATES_DRAWN
from core.games.rising_sun.state import State
from core.games.rising_sun.steps import ChooseMandate
from core.games.rising_sun.tea import standing
from core.games.rising_sun.view import View
from core.kinds import Dice, Seat, Step, Viewer
from core.observe import state_from


def own_view(state: State, public: View, viewer: Viewer) -> View:
    """Add to the public facts what only this viewer may know."""
    if viewer is None or viewer not in state.seats:
        return public if viewer is None else replace(public, viewer=viewer)
    return replace(
        public,
        viewer=viewer,
        mandates=state.mandates if viewer == LOTUS else public.mandates,
        drawn=_drawn(state, viewer),
        answer=state.answers.get(viewer),
        decision=state.pending.get(viewer),
        standing=standing(state, viewer),
    )


def public_view(state: State) -> View:
    """Name each public fact; what is not named here stays hidden."""
    return View(
        viewer=None,
        seats=state.seats,
        chosen_set=state.chosen_set,
        shrines=state.shrines,
        season=state.season,
        phase=state.phase,
        honor=state.honor,
        ally=state.ally,
        allied_in=state.allied_in,
        vp=tuple(state.vp),
        coins=tuple(state.coins),
        ronin=tuple(state.ronin),
        figures=tuple(state.figures),
        strongholds=state.strongholds,
        cards=state.cards,
        display=state.display,
        tokens=state.tokens,
        war=state.war,
        mandates=_mandates_seen(state),
        drawn=(),
        active=state.active,
        offers=state.offers,
        ready=state.ready,
        mandate=state.mandate,
        gained_vp=state.gained_vp,
        battle=state.battle,
        winners=state.winners,
        agenda=tuple(state.agenda),
        to_act=tuple(state.pending),
        sealed=tuple([seat for seat in state.seats if seat in state.answers]) if state.answers else (),
        answer=None,
        decision=None,
        standing=(),
    )


def public_part(view: View) -> View:
    """Remove what only the viewer may know."""
    return replace(
        view,
        viewer=None,
        mandates=_mandates_seen(view),
        drawn=(),
        answer=None,
        decision=None,
        standing=(),
    )


def _mandates_seen(shown: State | View) -> tuple[tuple[Seat, int, int], ...]:
    """Lotus's tiles lie face down (RS-19.3)."""
    if LOTUS not in shown.seats:
        return shown.mandates
    return tuple([(m[0], m[1], -1) if m[0] == LOTUS else m for m in shown.mandates])


def _is_choosing(agenda: list[Step] | tuple[Step, ...]) -> bool:
    return bool(agenda) and isinstance(agenda[-1], ChooseMandate)


def _drawn(state: State, viewer: Viewer) -> tuple[int, ...]:
    if viewer == state.active and _is_choosing(state.agenda):
        return state.deck[:MANDATES_DRAWN]
    return ()


def determinise(view: View, dice: Dice) -> State:
    """Invent what the viewer does not know: the unseen tiles; the others have yet to bid."""
    unseen = list(MANDATE_TILES)
    for tile in (*view.drawn, *(tile for _, _, tile in view.mandates if tile >= 0)):
        unseen.remove(tile)

    def draw() -> int:
        return unseen.pop(dice.randrange(0, len(unseen)))

    mandates = tuple((seat, said, draw() if tile < 0 else tile) for seat, said, tile in view.mandates)
    deck = view.drawn
    if not deck and _is_choosing(view.agenda):
        deck = tuple(draw() for _ in range(min(MANDATES_DRAWN, len(unseen))))
    return state_from(
        view,
        State,
        vp=list(view.vp),
        coins=list(view.coins),
        ronin=list(view.ronin),
        figures=list(view.figures),
        deck=deck,
        mandates=mandates,
    )
