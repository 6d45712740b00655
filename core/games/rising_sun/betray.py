"""Betray (RS-13)."""

from __future__ import annotations

from typing import Final

from core.decisions import DONE, ChooseOne, Decision, Done
from core.games.rising_sun.board import (
    AMOUNTS,
    BUSHI,
    IMMUNE,
    KOMAINU,
    LAND,
    MONSTER_PIECES,
    RESERVE,
    SHINTO,
    SHRINES,
    WORSHIPPERS,
)
from core.games.rising_sun.cards import CARDS, UNRIGHTEOUS
from core.games.rising_sun.choices import Replace
from core.games.rising_sun.events import AllianceBroken, Replaced
from core.games.rising_sun.gains import lose_honor
from core.games.rising_sun.recruit import enter
from core.games.rising_sun.state import State, figures_at, others, owned, shift, shrine_place
from core.games.rising_sun.steps import Betray
from core.kinds import Choice, Seat
from core.piles import kinds
from core.remembering import cached

LIKE: Final[dict[int, tuple[int, ...]]] = {
    BUSHI: (BUSHI,),
    SHINTO: WORSHIPPERS,
    **dict.fromkeys(MONSTER_PIECES, tuple(MONSTER_PIECES)),
    KOMAINU: (SHINTO, *MONSTER_PIECES),
    **dict.fromkeys(IMMUNE, ()),
}
"""What can replace a figure: its like, and a Komainu is like two kinds (RS-13.2)."""


def begin_betrayal(state: State, seat: Seat) -> None:
    """Break the alliance, if there is one, at the price of honor (RS-13.1)."""
    ally = state.ally[seat]
    if ally >= 0:
        state.ally = tuple(-1 if clan in (seat, ally) else other for clan, other in enumerate(state.ally))
        state.events.append(AllianceBroken(seat, ally))
        lose_honor(state, seat)
    extra = owned(state, seat, UNRIGHTEOUS) * CARDS[UNRIGHTEOUS].replacements
    state.agenda.append(Betray(seat, (), extra))


def ask_betray(state: State, step: Betray) -> dict[Seat, Decision]:
    ready = kinds(figures_at(state, step.seat, RESERVE))
    options: list[Choice] = []
    if ready:
        for owner in others(state, step.seat):
            if step.extra or is_fresh(step, owner):
                options += replacements(state, owner, ready)
            if step.extra:
                options += replacements_in_shrines(state, owner, ready)
    if not options:
        return {}
    options.append(DONE)
    return {step.seat: ChooseOne("betray", "RS-13.2", tuple(options))}


def is_fresh(step: Betray, owner: Seat) -> bool:
    """Say whether a replacement can be one of the two that hit different players."""
    return len(step.struck) < AMOUNTS.betray_replacements and owner not in step.struck


def replacements(state: State, owner: Seat, ready: tuple[int, ...]) -> list[Replace]:
    options: list[Replace] = []
    for province, group in enumerate(state.figures[owner][: LAND.stop]):
        if group:
            options += replacements_of(owner, group, province, ready)
    return options


@cached(4096)
def replacements_of(
    owner: Seat, group: tuple[int, ...], province: int, ready: tuple[int, ...]
) -> tuple[Replace, ...]:
    """List how the figures of a group can be replaced by those that are ready."""
    pairs = [(piece, by) for piece in kinds(group) for by in LIKE[piece] if by in ready]
    return tuple(Replace(owner, piece, by, province) for piece, by in pairs)


def replacements_in_shrines(state: State, owner: Seat, ready: tuple[int, ...]) -> list[Replace]:
    """A worshipper is replaced by a worshipper (RS-22.39)."""
    return [
        Replace(owner, piece, by, kami=state.shrines[slot])
        for slot, place in enumerate(SHRINES)
        for piece in kinds(figures_at(state, owner, place))
        for by in WORSHIPPERS
        if by in ready
    ]


def take_betray(state: State, step: Betray, seat: Seat, choice: Replace | Done) -> None:
    if isinstance(choice, Done):
        return
    if choice.kami < 0 and is_fresh(step, choice.owner):
        state.agenda.append(Betray(seat, (*step.struck, choice.owner), step.extra))
    else:
        state.agenda.append(Betray(seat, step.struck, step.extra - 1))
    replace_figure(state, seat, choice)


def replace_figure(state: State, seat: Seat, choice: Replace) -> None:
    """One figure goes to its owner's reserve, the other takes its place (RS-13.4)."""
    place = choice.province if choice.kami < 0 else shrine_place(state, choice.kami)
    shift(state, choice.owner, choice.piece, place, RESERVE)
    shift(state, seat, choice.by, RESERVE, place)
    state.events.append(Replaced(seat, choice.owner, choice.piece, choice.by, choice.province, choice.kami))
    if choice.kami < 0:
        enter(state, seat, choice.by, choice.province)
