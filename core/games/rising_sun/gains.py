"""Honor, victory points, coins and ronin: how they come and go, and the cards that watch them."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.rising_sun.cards import CARDS, COURAGE, LOYALTY, MERCHANT
from core.games.rising_sun.events import CoinsGained, HonorChanged, RoninGained, Taken, TokenTaken, VpGained
from core.games.rising_sun.state import State, add_token, owned, owners
from core.kinds import Seat


def gain_honor(state: State, seat: Seat) -> None:
    """Swap with the clan directly above (RS-3.3)."""
    place = state.honor.index(seat)
    if place > 0:
        _swap(state, place - 1)
        state.events.append(HonorChanged(seat, gained=True, honor=state.honor))


def lose_honor(state: State, seat: Seat) -> None:
    """Swap with the clan directly below (RS-3.4)."""
    place = state.honor.index(seat)
    if place < len(state.honor) - 1:
        _swap(state, place)
        state.events.append(HonorChanged(seat, gained=False, honor=state.honor))


def rise_to_top(state: State, seat: Seat) -> None:
    """Those above move down one (RS-14.2)."""
    state.honor = (seat, *(other for other in state.honor if other != seat))
    state.events.append(HonorChanged(seat, gained=True, honor=state.honor))


def _swap(state: State, upper: int) -> None:
    honor = list(state.honor)
    honor[upper], honor[upper + 1] = honor[upper + 1], honor[upper]
    state.honor = tuple(honor)


def gain_vp(state: State, seat: Seat, vp: int, source: str) -> None:
    """Gain VP; one call is one instance, and within a mandate all of it is one (RS-22.3)."""
    if vp <= 0:
        return
    state.vp[seat] += vp
    state.events.append(VpGained(seat, vp, source))
    loyalty = owned(state, seat, LOYALTY)
    if loyalty and state.ally[seat] >= 0 and not state.gained_vp >> seat & 1:
        bonus = loyalty * CARDS[LOYALTY].vp
        state.vp[seat] += bonus
        state.events.append(VpGained(seat, bonus, CARDS[LOYALTY].id))
    if state.mandate >= 0:
        state.gained_vp |= 1 << seat


def steal_vp(state: State, thief: Seat, victim: Seat, vp: int, source: str) -> int:
    """Take VP from a player, who may have fewer (RS-1.3, RS-22.41); the thief gains them later."""
    stolen = min(vp, state.vp[victim])
    if stolen:
        state.vp[victim] -= stolen
        state.events.append(Taken(thief, victim, 0, stolen, source))
    return stolen


def gain_coins(state: State, seat: Seat, coins: int, source: str, before: tuple[int, ...] = ()) -> None:
    """Gain coins from the supply; `before`: the wealth to compare, if not the current one."""
    if coins <= 0:
        return
    merchants = owners(state, MERCHANT)
    if merchants:
        pay_merchants(state, merchants, seat, before or state.coins)
    state.coins[seat] += coins
    state.events.append(CoinsGained(seat, coins, source))


def pay_merchants(state: State, merchants: list[Seat], richer: Seat, wealth: Sequence[int]) -> None:
    """Give Way of the Merchant its coin where a richer player is about to gain (RS-22.38)."""
    poorer = [seat for seat in merchants if wealth[seat] < wealth[richer]]
    for seat in poorer:
        share = owned(state, seat, MERCHANT) * CARDS[MERCHANT].coins
        state.coins[seat] += share
        state.events.append(CoinsGained(seat, share, CARDS[MERCHANT].id))


def gain_ronin(state: State, seat: Seat, ronin: int, source: str) -> None:
    if ronin:
        state.ronin[seat] += ronin
        state.events.append(RoninGained(seat, ronin, source))


def take_coins(state: State, seat: Seat, victim: Seat, coins: int, source: str) -> None:
    """Take coins from another player, as many as they have (RS-22.41)."""
    taken = min(coins, state.coins[victim])
    if taken:
        state.coins[victim] -= taken
        state.coins[seat] += taken
        state.events.append(Taken(seat, victim, taken, 0, source))


def take_token(state: State, seat: Seat, province: int) -> None:
    """Take the war token of a province, with a battle or without (RS-22.29)."""
    add_token(state, seat, state.season, province)
    state.events.append(TokenTaken(seat, province))
    gain_vp(state, seat, owned(state, seat, COURAGE) * CARDS[COURAGE].vp, CARDS[COURAGE].id)
