"""Harvest (RS-12)."""

from __future__ import annotations

from core.games.rising_sun.board import AMOUNTS, HARVEST
from core.games.rising_sun.forces import provinces_of, strongest_in
from core.games.rising_sun.gains import gain_coins, gain_ronin, gain_vp
from core.games.rising_sun.state import State
from core.games.rising_sun.steps import Harvest


def resolve_harvest(state: State, step: Harvest) -> None:
    """A coin for everyone, and for the bonus the rewards of the provinces a clan leads in."""
    vp, coins, ronin = 0, AMOUNTS.harvest_coins, 0
    if step.bonus:
        for province in provinces_of(state, step.seat):
            if strongest_in(state, province) == step.seat:
                reward = HARVEST[province]
                vp, coins, ronin = vp + reward[0], coins + reward[1], ronin + reward[2]
    gain_vp(state, step.seat, vp, "harvest")
    gain_coins(state, step.seat, coins, "harvest", before=step.before)
    gain_ronin(state, step.seat, ronin, "harvest")
