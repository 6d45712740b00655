"""Recruit (RS-9) and every other summoning."""

from __future__ import annotations

from core.decisions import DONE, ChooseOne, Decision, Done
from core.games.rising_sun.board import (
    BUSHI,
    DRAGONFLY,
    LAND,
    ONI_OF_HATE,
    ONI_OF_SPITE,
    RESERVE,
    WORSHIPPERS,
)
from core.games.rising_sun.choices import SUMMON, Summon
from core.games.rising_sun.events import Summoned
from core.games.rising_sun.state import State, figures_at, shift, shrine_place
from core.games.rising_sun.steps import EndSummon, Enter, Recruit, SummonAnywhere
from core.kinds import Choice, Seat
from core.piles import kinds, tally
from core.remembering import cached


def ask_recruit(state: State, step: Recruit) -> dict[Seat, Decision]:
    provinces = open_to_summon(step, state.strongholds[step.seat])
    reserve = figures_at(state, step.seat, RESERVE)
    if not provinces or not reserve:
        return {}
    return {step.seat: summoning(kinds(reserve), provinces, state.shrines)}


@cached(8192)
def summoning(pieces: tuple[int, ...], provinces: tuple[int, ...], shrines: tuple[int, ...]) -> ChooseOne:
    """Ask for a figure of these kinds, for one of these provinces, or on from there to a shrine (RS-2.2)."""
    options: list[Choice] = []
    for piece in pieces:
        options += [SUMMON[piece][province] for province in provinces]
        if piece in WORSHIPPERS:
            options += [Summon(piece, province, kami) for province in provinces for kami in shrines]
    return ChooseOne("recruit", "RS-9.1", (*options, DONE))


@cached(4096)
def open_to_summon(step: Recruit, strongholds: tuple[int, ...]) -> tuple[int, ...]:
    """List where one more figure may be summoned: at unused strongholds, or by the bonus at any.

    The strongholds of the Dragonfly give only the number (RS-19.4).
    """
    if step.seat == DRAGONFLY:
        return tuple(LAND) if len(step.used) < len(strongholds) + step.bonus else ()
    built = tally(strongholds)
    spare = step.bonus - sum(max(0, step.used.count(province) - number) for province, number in built)
    return tuple(province for province, number in built if spare or step.used.count(province) < number)


def take_recruit(state: State, step: Recruit, seat: Seat, choice: Summon | Done) -> None:
    """Summon one after the other; all of them together are one summon (RS-22.2)."""
    if isinstance(choice, Done):
        return
    if not step.used:
        state.agenda.append(EndSummon(seat))
    state.agenda.append(Recruit(seat, step.bonus, (*step.used, choice.province)))
    summon(state, seat, choice.piece, choice.province, choice.kami)


def summon(state: State, seat: Seat, piece: int, province: int, kami: int) -> None:
    """Bring a figure from the reserve to a province, or on from there to a shrine."""
    state.events.append(Summoned(seat, piece, province, kami))
    if kami >= 0:
        shift(state, seat, piece, RESERVE, shrine_place(state, kami))
    else:
        shift(state, seat, piece, RESERVE, province)
        enter(state, seat, piece, province)


def enter(state: State, seat: Seat, piece: int, province: int) -> None:
    """Let figures act that do harm when entering a province (RS-22.26)."""
    if piece in (ONI_OF_HATE, ONI_OF_SPITE):
        state.agenda.append(Enter(seat, piece, province))


def ask_summon_anywhere(state: State, step: SummonAnywhere) -> dict[Seat, Decision]:
    if BUSHI not in figures_at(state, step.seat, RESERVE):
        return {}
    return {step.seat: ChooseOne("raijin", "RS-14.5", (*SUMMON[BUSHI], DONE))}


def take_summon_anywhere(state: State, _step: SummonAnywhere, seat: Seat, choice: Summon | Done) -> None:
    if isinstance(choice, Summon):
        state.agenda.append(EndSummon(seat))
        summon(state, seat, choice.piece, choice.province, choice.kami)
