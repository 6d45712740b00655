"""What everybody would come to if the war broke out now and Winter followed; a forecast, no rule.

Each war token left goes to the strongest in its province as things stand, without a coin or a ronin spent and
with nobody's cards played; then tokens, the set of provinces and the Forms are scored. All of it is public.
"""

from __future__ import annotations

from typing import NamedTuple

from core.games.rising_sun.board import OVER, WAR
from core.games.rising_sun.forces import strongest_in
from core.games.rising_sun.gains import take_token
from core.games.rising_sun.state import State
from core.games.rising_sun.winter import card_vp, set_vp, token_vp


class Projection(NamedTuple):
    """The points of a clan then: those it has, or scores in the war, and what Winter adds."""

    vp: int
    tokens: int = 0
    province_set: int = 0
    cards: int = 0

    @property
    def total(self) -> int:
        return sum(self)


def projected(state: State) -> tuple[Projection, ...]:
    """Give everybody's points by clan; the state stays as it is."""
    if state.phase == OVER:
        return tuple(map(Projection, state.vp))
    then = state.clone()
    then.phase = WAR
    for province in then.war:
        strongest = strongest_in(then, province)
        if strongest >= 0:
            take_token(then, strongest, province)
    return tuple(
        Projection(vp, token_vp(then, clan), set_vp(then, clan), card_vp(then, clan))
        for clan, vp in enumerate(then.vp)
    )
