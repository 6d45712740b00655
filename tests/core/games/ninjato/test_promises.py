"""Promises of Ninjato: a deal consists of them alone, and the table judges them by what all can see."""

from __future__ import annotations

import pytest

from core.chance import SeededRng
from core.deals import Deal, DealBook, Goods, Promise, PromiseBroken, PromiseKept
from core.games.ninjato import GAME
from core.games.ninjato.board import LOCATIONS
from core.games.ninjato.cards import ENVOY_NAMES
from core.games.ninjato.events import EnvoyWon, RoundEnded, ShurikenPlaced
from core.games.ninjato.promises import PROMISES, place_of
from core.gifts import carry_out
from core.kinds import Event
from tests.core.games.ninjato.tables import BLUE, RED, fresh
from tests.refusing import refused

PLACED = {name: number for number, name in enumerate(LOCATIONS)}


def verdict(kind: str, about: str, *events: Event) -> bool | None:
    verdicts = (PROMISES.kinds[kind].judge(about, RED, event) for event in events)
    return next((found for found in verdicts if found is not None), None)


@pytest.mark.parametrize(
    ("events", "kept"),
    [
        ((ShurikenPlaced(RED, PLACED["2 force"]),), False),
        ((ShurikenPlaced(RED, PLACED["2 stealth"]),), False),
        ((ShurikenPlaced(RED, PLACED["3 stealth"]),), None),
        ((ShurikenPlaced(BLUE, PLACED["2 force"]),), None),
        ((ShurikenPlaced(RED, PLACED["dojo"]), RoundEnded(1)), True),
    ],
)
def test_a_house_is_spared_for_a_round(events: tuple[Event, ...], kept: bool | None) -> None:  # noqa: FBT001
    assert verdict("spare", "2", *events) is kept


def test_the_next_shuriken_decides_about_a_visit() -> None:
    assert verdict("visit", "palace", ShurikenPlaced(RED, PLACED["palace"])) is True
    assert verdict("visit", "palace", ShurikenPlaced(RED, PLACED["dojo"])) is False
    assert verdict("visit", "4", ShurikenPlaced(RED, PLACED["4 stealth"])) is True
    assert verdict("visit", "palace", ShurikenPlaced(BLUE, PLACED["dojo"]), RoundEnded(1)) is None


def test_no_envoy_of_a_clan_for_a_round() -> None:
    taira = EnvoyWon(RED, ENVOY_NAMES.index("taira-40"), (0, 0), 4)

    assert verdict("no_envoy", "taira", taira) is False
    assert verdict("no_envoy", "minamoto", taira) is None
    assert verdict("no_envoy", "minamoto", taira, RoundEnded(1)) is True


def test_every_place_has_a_name() -> None:
    assert [place_of(PLACED[f"{n} {side}"]) for n in range(1, 6) for side in ("force", "stealth")] == [
        str(n) for n in range(1, 6) for _ in range(2)
    ]


def test_a_deal_of_promises_is_watched() -> None:
    state = fresh()
    deals = DealBook(state.seats, PROMISES, PROMISES.phase_of(state))
    deals.offer(Deal(0, RED, BLUE, promises=(Promise("spare", "1"),), asks=(Promise("visit", "dojo"),)))
    deals.accept(BLUE, RED, 0)

    told = deals.watch([ShurikenPlaced(BLUE, PLACED["dojo"])], PROMISES.phase_of(state))
    told += deals.watch([ShurikenPlaced(RED, PLACED["1 force"])], PROMISES.phase_of(state))

    assert told == [
        PromiseKept(0, BLUE, RED, Promise("visit", "dojo")),
        PromiseBroken(0, RED, BLUE, Promise("spare", "1")),
    ]


def test_goods_do_not_change_hands() -> None:
    state = fresh()
    with refused("can't give anything away"):
        carry_out(GAME, state, Deal(0, RED, BLUE, gives=Goods(1, 0)), SeededRng(b""))


def test_goods_are_not_even_offered() -> None:
    state = fresh()
    deals = DealBook(state.seats, PROMISES, PROMISES.phase_of(state))

    with refused("Nothing can change hands"):
        deals.offer(Deal(0, RED, BLUE, gives=Goods(1, 0)))
