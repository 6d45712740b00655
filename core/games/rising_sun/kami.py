"""Kami turns (RS-14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.decisions import DECLINE, ChooseOne, Decision, Decline
from core.games.rising_sun.board import (
    AMATERASU,
    AMOUNTS,
    FUJIN,
    HACHIMAN,
    KAMI,
    KAMI_TURNS,
    RAIJIN,
    RYUJIN,
    SHRINES,
    SUSANOO,
    TSUKUYOMI,
)
from core.games.rising_sun.choices import Accept
from core.games.rising_sun.events import KamiTurnBegan, ShrineWon
from core.games.rising_sun.forces import strongest_at_shrine
from core.games.rising_sun.gains import gain_coins, gain_ronin, gain_vp, rise_to_top
from core.games.rising_sun.state import State
from core.games.rising_sun.steps import (
    BuyCard,
    HoldKamiTurn,
    OfferTop,
    ResolveShrine,
    SummonAnywhere,
    Wander,
)
from core.kinds import Seat


def hold_kami_turn(state: State, _step: HoldKamiTurn) -> None:
    """Resolve the shrines from left to right."""
    state.events.append(KamiTurnBegan(KAMI_TURNS.index(len(state.mandates)) + 1))
    state.agenda += [ResolveShrine(slot) for slot in reversed(range(len(SHRINES)))]


def resolve_shrine(state: State, step: ResolveShrine) -> None:
    seat = strongest_at_shrine(state, SHRINES[step.slot])
    if seat >= 0:
        kami = state.shrines[step.slot]
        state.events.append(ShrineWon(seat, kami))
        GIFTS[kami](state, seat)


def give_top(state: State, seat: Seat) -> None:
    if state.honor[0] != seat:
        state.agenda.append(OfferTop(seat))


def give_moves(state: State, seat: Seat) -> None:
    state.agenda.append(Wander(seat, AMOUNTS.fujin_moves))


def give_ronin(state: State, seat: Seat) -> None:
    gain_ronin(state, seat, AMOUNTS.hachiman_ronin, KAMI[HACHIMAN])


def give_summon(state: State, seat: Seat) -> None:
    state.agenda.append(SummonAnywhere(seat))


def give_card(state: State, seat: Seat) -> None:
    """At full cost, but for Bonsai's limit (RS-14.6)."""
    state.agenda.append(BuyCard(seat, discount=0))


def give_vp(state: State, seat: Seat) -> None:
    strongholds = len(state.strongholds[seat])
    gain_vp(state, seat, strongholds * AMOUNTS.susanoo_vp, KAMI[SUSANOO])


def give_coins(state: State, seat: Seat) -> None:
    gain_coins(state, seat, AMOUNTS.tsukuyomi_coins, KAMI[TSUKUYOMI])


GIFTS: Final[dict[int, Callable[[State, Seat], None]]] = {
    AMATERASU: give_top,
    FUJIN: give_moves,
    HACHIMAN: give_ronin,
    RAIJIN: give_summon,
    RYUJIN: give_card,
    SUSANOO: give_vp,
    TSUKUYOMI: give_coins,
}


def ask_top(_state: State, step: OfferTop) -> dict[Seat, Decision]:
    return {step.seat: ChooseOne("amaterasu", "RS-14.2", (Accept(), DECLINE))}


def take_top(state: State, _step: OfferTop, seat: Seat, choice: Accept | Decline) -> None:
    if isinstance(choice, Accept):
        rise_to_top(state, seat)
