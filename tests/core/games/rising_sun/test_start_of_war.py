"""Who is asked for an order at the start of war, compared with a small model that tries all orders."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from core import flow
from core.chance import SeededRng
from core.decisions import ChooseOne
from core.games.rising_sun import GAME
from core.games.rising_sun.board import CLANS

SEATS = range(4)
BIDDER = 3
POOL = (
    *("way-of-the-shogun", "way-of-the-shogun", "way-of-the-righteous", "way-of-the-righteous"),
    *("way-of-the-ronin", "way-of-the-ronin", "way-of-the-moneylender"),
    *("way-of-the-merchant", "way-of-the-merchant"),
)
COINS = {"way-of-the-shogun": 3, "way-of-the-moneylender": 5}
ORDERS = ("war-order", "war-card")


class Table(NamedTuple):
    honor: tuple[int, ...]
    coins: tuple[int, ...]
    ronin: tuple[int, ...]
    cards: tuple[tuple[str, ...], ...]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    few = st.integers(0, 2)
    places = draw(st.lists(st.integers(0, len(POOL) - 1), unique=True, max_size=6))
    owners = [draw(st.sampled_from(SEATS)) for _ in places]
    cards = [tuple(POOL[p] for p, owner in zip(places, owners, strict=True) if owner == s) for s in SEATS]
    coins = [draw(few) for _ in SEATS]
    coins[BIDDER] += 9  # somebody is asked for a bid when all effects are resolved
    honor = draw(st.permutations(SEATS))
    return Table(tuple(honor), tuple(coins), tuple(draw(few) for _ in SEATS), tuple(cards))


# The model -----------------------------------------------------------------------------------


def effects_of(table: Table, seat: int) -> tuple[str, ...]:
    own = tuple(card for card in table.cards[seat] if card != "way-of-the-merchant")
    return (*own, "convert") if CLANS[seat] == "koi" else own


def line_ups(waiting: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Return every order that can result when one after the other picks an end, highest honor first."""
    if len(waiting) < 2:
        yield waiting
        return
    for rest in line_ups(waiting[1:]):
        yield (waiting[0], *rest)
        yield (*rest, waiting[0])


def end_of(table: Table, course: list[tuple[int, str]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    coins, ronin = list(table.coins), list(table.ronin)
    for seat, effect in course:
        if effect in COINS:
            poorer = [other for other in SEATS if coins[other] < coins[seat]]
            for other in poorer:
                coins[other] += table.cards[other].count("way-of-the-merchant")
            coins[seat] += COINS[effect]
        elif effect == "way-of-the-ronin":
            ronin[seat] += 2
        elif effect == "convert":
            coins[seat] += ronin[seat]
            ronin[seat] = 0
        else:
            for victim in table.honor[table.honor.index(seat) + 1 :]:
                taken = min(1, coins[victim])
                coins[victim] -= taken
                coins[seat] += taken
    return tuple(coins), tuple(ronin)


def ends_of(table: Table) -> set[Any]:
    """Return every result of any order of players and of the effects of each."""
    own = {seat: set(permutations(effects_of(table, seat))) for seat in SEATS}
    return {
        end_of(
            table, [(seat, effect) for seat, effects in zip(line, orders, strict=True) for effect in effects]
        )
        for line in line_ups(table.honor)
        for orders in product(*(own[seat] for seat in line))
    }


# The rules -----------------------------------------------------------------------------------


def state_of(table: Table) -> Any:
    clans = {
        CLANS[seat]: {
            "coins": table.coins[seat],
            "ronin": table.ronin[seat],
            "cards": list(table.cards[seat]),
            "figures": {"kansai": ["bushi"]},
        }
        for seat in SEATS
    }
    document = {
        "season": "autumn",
        "phase": "war",
        "start_of_war": True,
        "war": ["kansai"],
        "display": [],
        "honor": [CLANS[seat] for seat in table.honor],
        "clans": clans,
    }
    return GAME.read_position(document, tuple(SEATS), SeededRng(b""))


def question_in(state: Any) -> tuple[int, ChooseOne] | None:
    seat, decision = next(iter(state.pending.items()))
    return (seat, decision) if decision.prompt in ORDERS else None


def ends_by_the_rules(state: Any) -> set[Any]:
    asked = question_in(state)
    if asked is None:
        return {(tuple(state.coins[: len(SEATS)]), tuple(state.ronin[: len(SEATS)]))}
    seat, decision = asked
    ends = set()
    for choice in decision.options:
        twin = state.clone()
        flow.answer(GAME.rules, twin, seat, choice, SeededRng(b""))
        ends |= ends_by_the_rules(twin)
    return ends


@given(tables())
def test_all_that_an_order_can_bring_is_reached_by_what_is_asked(table: Table) -> None:
    """Nobody is asked where no order makes a difference, and none is lost (RS-22.24, RS-21.8, RS-22.25)."""
    state, possible = state_of(table), ends_of(table)

    assert ends_by_the_rules(state) == possible
    assert (question_in(state) is None) == (len(possible) == 1)
