"""Cards: their kinds, and the exact force of Monsters and of Daimyo and Bushi with them."""

from __future__ import annotations

import pytest

from core.games.rising_sun.board import DATA, PROVINCES
from core.games.rising_sun.forces import force_of
from tests.core.games.rising_sun.tables import KOI, at

KANSAI = PROVINCES.index("kansai")


def koi_force(figures: list[str], cards: list[str], *, phase: str, honor: list[str]) -> int:
    """Return how strong Koi is in Kansai beside a Bushi of Lotus."""
    clans = {
        "koi": {"figures": {"kansai": figures}, "cards": cards, "coins": 1},
        "lotus": {"figures": {"kansai": ["bushi"]}, "coins": 1},
    }
    document = {
        "season": "autumn",
        "phase": phase,
        "honor": honor,
        "active": "koi",
        "display": [],
        "war": ["kansai"],
        "clans": clans,
    }
    return force_of(at(document), KOI, KANSAI)


@pytest.mark.parametrize(
    ("figures", "cards", "high", "low"),
    [
        (["komainu"], [], 1, 1),
        (["oni-of-skulls"], [], 1, 3),
        (["yurei"], [], 2, 2),
        (["oni-of-blood"], [], 2, 4),
        (["oni-of-souls"], [], 1, 1),
        (["river-dragon"], [], 5, 5),
        (["oni-of-hate"], [], 1, 1),
        (["oni-of-spite"], [], 1, 1),
        (["oni-of-skulls", "oni-of-blood"], [], 3, 7),
        (["daimyo", "bushi"], ["path-of-the-lion"], 3, 3),
        (["daimyo", "bushi"], ["path-of-the-dragon"], 5, 5),
        (["daimyo", "yurei"], ["path-of-the-lion", "path-of-the-dragon"], 11, 11),
    ],
)
@pytest.mark.parametrize("phase", ["politics", "war"])
def test_force_of_figures(figures: list[str], cards: list[str], high: int, low: int, phase: str) -> None:
    """Each Monster and each Daimyo bonus gives exactly its printed force, above or below a rival.

    (RS-23.komainu, RS-23.oni-of-skulls, RS-23.yurei, RS-23.oni-of-blood, RS-23.oni-of-souls,
    RS-23.river-dragon, RS-23.oni-of-hate, RS-23.oni-of-spite, RS-23.path-of-the-lion,
    RS-23.path-of-the-dragon)
    """
    first, last = ["koi", "lotus", "turtle"], ["turtle", "lotus", "koi"]
    assert koi_force(figures, cards, phase=phase, honor=first) == high
    assert koi_force(figures, cards, phase=phase, honor=last) == low


@pytest.mark.parametrize(("phase", "force"), [("politics", 4), ("war", 6)])
def test_force_with_katana(phase: str, force: int) -> None:
    """Each own Bushi, and nothing else, has force 2 in the War Phase alone (RS-23.way-of-the-katana)."""
    figures = ["bushi", "bushi", "shinto", "daimyo"]
    honor = ["koi", "lotus", "turtle"]
    assert koi_force(figures, ["way-of-the-katana"], phase=phase, honor=honor) == force


@pytest.mark.parametrize(("oni", "force"), [("oni-of-skulls", 1), ("oni-of-blood", 2)])
def test_oni_alone_keep_their_base_force(oni: str, force: int) -> None:
    """An Oni where only its owner has force keeps its base force, though honor is lowest (RS-22.28)."""
    document = {
        "season": "summer",
        "phase": "politics",
        "active": "koi",
        "honor": ["turtle", "lotus", "koi"],
        "clans": {"koi": {"figures": {"kansai": [oni]}}, "lotus": {"strongholds": {"kansai": 1}}},
    }
    assert force_of(at(document), KOI, KANSAI) == force


def test_every_card_is_of_one_of_five_kinds() -> None:
    """Enhancement, virtue, monster, war upgrade and winter upgrade, and no other (RS-11.5)."""
    assert {card["kind"] for card in DATA["cards"]} == {"enhancement", "virtue", "monster", "war", "winter"}
