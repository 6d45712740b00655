"""The War Phase but for its battles (RS-15), and the clean-up after it (RS-17)."""

from __future__ import annotations

from core.games.rising_sun.battle import begin_battle
from core.games.rising_sun.board import AUTUMN, RESERVE, SHRINES, WAR
from core.games.rising_sun.events import SeasonEnded, TokenDiscarded, WarBegan
from core.games.rising_sun.forces import present_in, strongest_in
from core.games.rising_sun.gains import take_token
from core.games.rising_sun.start_of_war import preparations
from core.games.rising_sun.state import State, shift_all
from core.games.rising_sun.steps import (
    BeginSeason,
    BeginWar,
    BeginWinter,
    CleanUp,
    FightWar,
    ReturnHostages,
    ScoreWinter,
)
from core.games.rising_sun.timing import act_together
from core.kinds import Seat

# Start of the War Phase ----------------------------------------------------------------------


def begin_war(state: State, _step: BeginWar) -> None:
    state.phase = WAR
    state.events.append(WarBegan(state.war))
    state.agenda.append(FightWar())
    act_together(state, preparations(state))


# Province by province ------------------------------------------------------------------------


def fight_war(state: State, step: FightWar) -> None:
    """Resolve the next numbered province; after the last one, clean up (RS-15.2 to RS-15.9)."""
    if not state.war:
        state.agenda.append(CleanUp())
        return
    state.agenda.append(step)
    province = state.war[0]
    present = present_in(state, province)
    if present and not is_peaceful(state, present):
        begin_battle(state, province, present)
        return
    if present:
        take_token(state, strongest_in(state, province), province)
    else:
        state.events.append(TokenDiscarded(province))
    state.war = state.war[1:]


def is_peaceful(state: State, present: tuple[Seat, ...]) -> bool:
    """Say whether one player is alone, or two allies are (RS-15.4, RS-15.5)."""
    first, *rest = present
    return rest in ([], [state.ally[first]])


# Clean-up ------------------------------------------------------------------------------------


def clean_up(state: State, _step: CleanUp) -> None:
    for seat in state.seats:
        state.coins[seat] = state.ronin[seat] = 0
        if any(state.figures[seat][SHRINES.start : SHRINES.stop]):
            for place in SHRINES:
                shift_all(state, seat, place, RESERVE)
    state.deck = state.mandates = ()
    state.events.append(SeasonEnded(state.season))
    if state.season == AUTUMN:
        state.agenda += [ScoreWinter(), ReturnHostages(), BeginWinter()]
    else:
        state.agenda.append(BeginSeason(state.season + 1))
