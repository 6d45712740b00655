"""Rice and tax, and the unrest they cause (SG-12)."""

from __future__ import annotations

from core.games.shogun.board import RICE, RICE_PLUS, SPECIALS, TAX, TAX_PLUS
from core.games.shogun.events import MarkerPlaced, RiceCollected, TaxCollected
from core.games.shogun.revolting import begin_revolt
from core.games.shogun.state import State, effect, set_revolts
from core.records import Seat


def collect_rice(state: State, seat: Seat, province: int) -> None:
    """Take what the province yields: changed by the event, then by the special (SG-12.3)."""
    now = effect(state)
    rice = min(max(RICE[province], now.rice_min), now.rice_max)
    if state.held[seat] == RICE_PLUS:
        rice += SPECIALS[RICE_PLUS].rice
    state.rice[seat] += rice
    state.events.append(RiceCollected(seat, province, rice))
    stir_up(state, province)


def collect_tax(state: State, seat: Seat, province: int) -> None:
    now = effect(state)
    chests = min(max(TAX[province], now.tax_min), now.tax_max)
    if state.held[seat] == TAX_PLUS:
        chests += SPECIALS[TAX_PLUS].chests
    state.chests[seat] += chests
    state.events.append(TaxCollected(seat, province, chests))
    stir_up(state, province)


def stir_up(state: State, province: int) -> None:
    """The first time there is grumbling, the next time a revolt (SG-12.4, SG-12.5)."""
    markers = state.revolts[province]
    if markers:
        begin_revolt(state, province, markers, in_winter=False)
    else:
        set_revolts(state, province, 1)
        state.events.append(MarkerPlaced(province, 1))
