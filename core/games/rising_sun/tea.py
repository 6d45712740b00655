"""The Tea Ceremony (RS-7) and gifts (RS-4.2)."""

from __future__ import annotations

from core.decisions import ChooseOne, Decision, Gift, Give
from core.games.rising_sun.board import AUTUMN, POLITICS, TEA
from core.games.rising_sun.choices import ALLY, READY, REFUSE, Ally, Ready, Refuse
from core.games.rising_sun.events import (
    AllianceMade,
    AllianceOffered,
    AllianceRefused,
    GiftGiven,
    SeatReady,
)
from core.games.rising_sun.state import State, others
from core.games.rising_sun.steps import HoldTea
from core.kinds import Choice, Seat
from core.remembering import cached


def ask_tea(state: State, _step: HoldTea) -> dict[Seat, Decision]:
    return tea_decisions(state.seats, state.ally, state.offers, state.ready)


@cached(8192)
def tea_decisions(
    seats: tuple[Seat, ...],
    ally: tuple[Seat, ...],
    offers: tuple[tuple[Seat, Seat], ...],
    ready: tuple[Seat, ...],
) -> dict[Seat, Decision]:
    """Ask everyone who has not finished the ceremony yet."""
    free = tuple(seat for seat in seats if ally[seat] < 0)
    given = frozenset(offers)
    return {
        seat: ChooseOne("tea", "RS-7.2", (*courtship(seat, free, given), READY))
        for seat in seats
        if seat not in ready
    }


@cached(8192)
def courtship(seat: Seat, free: tuple[Seat, ...], given: frozenset[tuple[Seat, Seat]]) -> tuple[Choice, ...]:
    """List whom a seat can court or refuse among those without an ally, given the offers."""
    options: list[Choice] = []
    if seat in free:
        for other in free:
            if other != seat:
                wooed = (seat, other) in given
                if not wooed:
                    options.append(ALLY[other])
                if wooed or (other, seat) in given:
                    options.append(REFUSE[other])
    return tuple(options)


def take_tea(state: State, step: HoldTea, seat: Seat, choice: Ally | Refuse | Ready) -> None:
    """Continue the ceremony until everyone has finished it (RS-7.4)."""
    if isinstance(choice, Ready):
        state.ready = tuple(sorted((*state.ready, seat)))
        state.events.append(SeatReady(seat))
    else:
        court(state, seat, choice)
    state.agenda.append(step)


def court(state: State, seat: Seat, choice: Ally | Refuse) -> None:
    other = choice.seat
    if isinstance(choice, Refuse):
        state.offers = tuple(o for o in state.offers if o not in ((seat, other), (other, seat)))
        state.events.append(AllianceRefused(seat, other))
    elif (other, seat) in state.offers:
        make_alliance(state, seat, other)
    else:
        state.offers = tuple(sorted((*state.offers, (seat, other))))
        state.events.append(AllianceOffered(seat, other))


def make_alliance(state: State, seat: Seat, other: Seat) -> None:
    """Join two players; every other offer to or by them lapses (RS-7.2)."""
    pair = {seat: other, other: seat}
    season = 1 << min(state.season, AUTUMN)
    state.ally = tuple(pair.get(clan, ally) for clan, ally in enumerate(state.ally))
    state.allied_in = tuple(
        seasons | season if clan in pair else seasons for clan, seasons in enumerate(state.allied_in)
    )
    state.offers = tuple(o for o in state.offers if not pair.keys() & set(o))
    state.events.append(AllianceMade(seat, other))


def standing(state: State, seat: Seat) -> tuple[Decision, ...]:
    """List what a seat may do between decisions: give, and court even when it has said ready."""
    if seat not in state.seats or state.phase not in (TEA, POLITICS):
        return ()
    decisions: tuple[Decision, ...] = ()
    if state.coins[seat] or state.ronin[seat]:
        decisions = (Gift("gift", "RS-4.2", others(state, seat), state.coins[seat], state.ronin[seat]),)
    if state.phase == TEA and seat in state.ready:
        free = tuple(other for other in state.seats if state.ally[other] < 0)
        options = courtship(seat, free, frozenset(state.offers))
        if options:
            decisions += (ChooseOne("tea", "RS-7.2", options),)
    return decisions


def give(state: State, seat: Seat, choice: Give) -> None:
    state.coins[seat] -= choice.coins
    state.ronin[seat] -= choice.ronin
    state.coins[choice.to] += choice.coins
    state.ronin[choice.to] += choice.ronin
    state.events.append(GiftGiven(seat, choice.to, choice.coins, choice.ronin))
