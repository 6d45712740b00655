"""How figures die, and the Virtues that look on."""

from __future__ import annotations

from msgspec.structs import replace

from core.decisions import DECLINE, ChooseOne, Decision, Decline
from core.games.rising_sun.board import RESERVE
from core.games.rising_sun.cards import CARDS, JUSTICE, MERCY, RIGHTEOUSNESS
from core.games.rising_sun.choices import Use
from core.games.rising_sun.events import CardUsed, FiguresKilled, FiguresSpared
from core.games.rising_sun.forces import is_above
from core.games.rising_sun.gains import gain_vp
from core.games.rising_sun.state import State, owned, shift
from core.games.rising_sun.steps import Kill, OfferMercy
from core.kinds import Seat


def begin_kill(state: State, killer: Seat, province: int, victims: tuple[tuple[Seat, int, int], ...]) -> None:
    """Be about to kill figures of others, all in one kill event."""
    if victims:
        kill = Kill(killer, province, victims)
        state.agenda.append(OfferMercy(kill) if owned(state, killer, MERCY) else kill)


def ask_mercy(_state: State, step: OfferMercy) -> dict[Seat, Decision]:
    return {step.kill.killer: ChooseOne("mercy", "RS-23.mercy", (Use(MERCY), DECLINE))}


def take_mercy(state: State, step: OfferMercy, seat: Seat, choice: Use | Decline) -> None:
    """Spare all figures of the kill event or none (RS-22.33)."""
    if isinstance(choice, Decline):
        state.agenda.append(step.kill)
        return
    state.events.append(CardUsed(seat, MERCY))
    state.events.append(FiguresSpared(seat, step.kill.province))
    gain_vp(state, seat, owned(state, seat, MERCY) * CARDS[MERCY].vp, CARDS[MERCY].id)


def resolve_kill(state: State, step: Kill) -> None:
    """Kill, then reward the owners' Righteousness and the killer's Justice (RS-22.32)."""
    bury(state, step)
    victims = dict.fromkeys(owner for owner, _, _ in step.victims)
    for owner in victims:
        gain_vp(state, owner, righteous_vp(state, owner, step), CARDS[RIGHTEOUSNESS].id)
    justice = owned(state, step.killer, JUSTICE)
    if justice:
        lesser = sum(is_above(state, step.killer, owner) for owner in victims)
        gain_vp(state, step.killer, lesser * justice * CARDS[JUSTICE].vp, CARDS[JUSTICE].id)


def bury(state: State, kill: Kill) -> None:
    """Send the dead to their owners' reserves (RS-2.6)."""
    for owner, piece, number in kill.victims:
        for _ in range(number):
            shift(state, owner, piece, kill.province, RESERVE)
        state.events.append(FiguresKilled(kill.killer, owner, kill.province, piece, number))
    if state.battle is not None:
        dead = sum(number for _, _, number in kill.victims)
        state.battle = replace(state.battle, killed=state.battle.killed + dead)


def righteous_vp(state: State, owner: Seat, kill: Kill) -> int:
    righteousness = owned(state, owner, RIGHTEOUSNESS)
    if not righteousness:
        return 0
    dead = sum(number for victim, _, number in kill.victims if victim == owner)
    return dead * righteousness * CARDS[RIGHTEOUSNESS].vp
