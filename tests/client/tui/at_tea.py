"""Scenes that players share: the Tea Ceremony, with something to give away, and what is heard at it."""

from __future__ import annotations

from msgspec.structs import replace

from client.seat.news import Heard
from client.table.scene import Scene
from core.deals import WORDS, Deal, Goods, Promise
from core.decisions import Gift
from core.games.rising_sun.board import KOI, LOTUS, TURTLE
from protocol.entries import AnyEntry
from tests.client.tui.at_table import scene_at

OFFER = Deal(0, KOI, LOTUS, Goods(2), Goods(0, 1), (Promise("stay_out", "edo"),), (Promise(WORDS, "peace"),))


def tea() -> Scene:
    """The Tea Ceremony as Lotus sees it."""
    return scene_at("tea")


def heard(entry: AnyEntry, words: str = "", number: int = 0) -> Heard:
    return Heard(number, 0, entry, [], words)


def rich_scene() -> Scene:
    scene = tea()
    gift = Gift("gift", "RS-4.2", (KOI, TURTLE), 5, 2)
    return scene._replace(view=replace(scene.view, standing=(gift,)))
