"""Rice and tax, and the unrest they cause (SG-12)."""

from __future__ import annotations

from core.games.shogun.battle import begin_revolt
from core.games.shogun.board import RICE, RICE_PLUS, SPECIALS, TAX, TAX_PLUS
from core.games.shogun.events import MarkerPlaced, RiceCollected, TaxCollected
from core.games.shogun.state import State, effect, set_revolts
from core.games.shogun.view import View
from core.kinds import Seat
from core.piles import put


def collect_rice(state: State, seat: Seat, province: int) -> None:
    rice = rice_from(state, seat, province)
    state.rice = put(state.rice, seat, state.rice[seat] + rice)
    state.events.append(RiceCollected(seat, province, rice))
    stir_up(state, province)


def collect_tax(state: State, seat: Seat, province: int) -> None:
    chests = tax_from(state, seat, province)
    state.chests[seat] += chests
    state.events.append(TaxCollected(seat, province, chests))
    stir_up(state, province)


def rice_from(known: State | View, seat: Seat, province: int) -> int:
    """Say what a province yields: changed by the event, then by the special (SG-12.3)."""
    now = effect(known)
    rice = min(max(RICE[province], now.rice_min), now.rice_max)
    return rice + (SPECIALS[RICE_PLUS].rice if known.held[seat] == RICE_PLUS else 0)


def tax_from(known: State | View, seat: Seat, province: int) -> int:
    now = effect(known)
    chests = min(max(TAX[province], now.tax_min), now.tax_max)
    return chests + (SPECIALS[TAX_PLUS].chests if known.held[seat] == TAX_PLUS else 0)


def stir_up(state: State, province: int) -> None:
    """The first time there is grumbling, the next time a revolt (SG-12.4, SG-12.5)."""
    markers = state.revolts[province]
    if markers:
        begin_revolt(state, province, markers, in_winter=False)
    else:
        set_revolts(state, province, 1)
        state.events.append(MarkerPlaced(province, 1))
