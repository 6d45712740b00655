"""What the room in a window is used for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace
from rich.console import Console

from client.games.rising_sun.facts import card_words, holdings, projections_of
from client.games.rising_sun.panels import Belongings, HonorTrack
from client.seat.journey import JourneyError, Way
from client.seat.player import Player
from client.seat.sitting import Arrived
from client.table.news import Gone
from client.table.rulebook import rule_text
from client.table.scene import Scene, Seals
from client.table.words import sealed_words
from client.texts import t
from client.tui.app import JinmakuApp, table_app
from client.tui.map.widget import ProvinceMap
from client.tui.paint.rows import broken
from client.tui.paint.spots import Detail
from client.tui.screens.game import FromTable, GameScreen
from client.tui.widgets.choices import Choices
from client.tui.widgets.panel import Panels
from client.tui.widgets.prompt import About, Coming, PromptLine, longest_in
from client.tui.widgets.talk import TalkPane
from core.games.rising_sun.board import KOI, LOTUS, OVER, TURTLE
from core.games.rising_sun.cards import NAMES
from protocol.entries import Said
from protocol.round import RoundStage
from tests.client.tui.at_table import (
    LARGE,
    SMALL,
    Scribe,
    Seated,
    nowhere,
    panel_of,
    scene_at,
    screen_text,
    seated,
)
from tests.client.tui.at_tea import heard, tea
from tests.waiting import until

REASON = "Nobody answers at 192.0.2.7:7475; is the host's window still open, and are you in the same network?"


@asynccontextmanager
async def no_way() -> AsyncIterator[Way]:
    """Go to a table that cannot be reached."""
    raise JourneyError(REASON)
    yield


@pytest.mark.parametrize("size", [(40, 20), SMALL, LARGE])
async def test_why_there_is_no_table_stands_in_the_middle(size: tuple[int, int], tmp_path: Path) -> None:
    app = table_app(tmp_path, no_way)
    async with app.run_test(size=size):
        await until(lambda: app.screen.query_one(Coming).words == REASON)
        await until(lambda: "Nobody answers" in screen_text(app))
        rows = screen_text(app).splitlines()
        place = next(number for number, row in enumerate(rows) if row.strip().startswith("Nobody"))
        left = len(rows[place]) - len(rows[place].lstrip())

        assert REASON in " ".join(" ".join(rows[place : place + 4]).split())
        assert size[1] // 3 < place < size[1] * 2 // 3
        assert abs(size[0] - left - len(rows[place].rstrip())) <= 1


@pytest.mark.parametrize(("size", "rows"), [((120, 30), 5), (LARGE, 9), ((120, 50), 14)])
async def test_a_talk_in_which_something_was_said_keeps_its_room(
    size: tuple[int, int], rows: int, tmp_path: Path
) -> None:
    """In a low window it leaves some to the hint."""
    said = [heard(Said(KOI, number, (), ""), f"word {number}") for number in range(20)]
    async with seated(tea(), tmp_path, size, story=said) as table:
        assert table.screen.query_one(TalkPane).size.height >= rows


@pytest.mark.parametrize("size", [(120, 30), LARGE, (200, 60)])
async def test_an_empty_talk_gives_its_rows_to_what_is_to_be_read_about_choices(
    size: tuple[int, int], tmp_path: Path
) -> None:
    """The rule about alliances is a long one."""
    async with seated(tea(), tmp_path, size) as table:
        about = table.screen.query_one(About)
        text = " ".join(" ".join(about.render_line(y).text for y in range(about.size.height)).split())

        assert text == " ".join(rule_text("rising_sun", "RS-7.5").split())
        assert t("talk-say-table") in screen_text(table.app)


async def test_a_talk_grows_with_what_is_said(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path, LARGE) as table:
        talk = table.screen.query_one(TalkPane)
        before = talk.size.height
        for number in range(6):
            await table.told(tea(), heard(Said(KOI, number, (), ""), f"word {number}"))

        await table.until(lambda: talk.size.height > before)


async def test_at_120x40_the_large_map_and_all_choices_of_tea_are_seen(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path, LARGE) as table:
        assert table.screen.query_one(ProvinceMap).size.height >= 30
        assert table.screen.query_one(Choices).size.height >= len(table.screen.query_one(Choices).entries)

        await table.pilot.press("T")
        await table.pilot.pause()
        assert table.screen.query_one(TalkPane).size.height >= 15
        assert table.screen.query_one(ProvinceMap).size.height >= 30


async def test_everybodys_cards_are_one_key_away_in_a_small_window(tmp_path: Path) -> None:
    async with seated(scene_at("victim"), tmp_path, SMALL) as table:
        assert "C\n" in screen_text(table.app)  # a column with their number
        assert "Oni of Hate\n" not in screen_text(table.app)
        await table.pilot.press("P")
        await table.pilot.pause()
        text = screen_text(table.app)
        assert "Oni of Hate\n" in text
        assert "o Use Oni of Hate" in text
        await table.pilot.press("escape")
        await table.pilot.pause()

        assert table.screen.query_one(ProvinceMap).region.height > 0


async def test_the_cards_of_all_clans_are_named_in_full(tmp_path: Path) -> None:
    scene = scene_at("victim")
    many = tuple(map(NAMES.index, ("benevolence", "righteousness", "way-of-the-shogun")))
    cards = (many,) * len(scene.view.cards)
    async with seated(scene._replace(view=replace(scene.view, cards=cards)), tmp_path, LARGE) as table:
        drawn = [line.plain for line in panel_of(table, HonorTrack).lines()]

    assert sum(line.count("Way of the Shogun") for line in drawn) == len(scene.view.honor)
    assert not any("…" in line for line in drawn)


async def test_the_cards_of_five_clans_are_named_in_full_and_leave_room_for_the_hint(tmp_path: Path) -> None:
    scene = tea()
    many = tuple(map(NAMES.index, ("benevolence", "righteousness", "way-of-the-shogun")))
    view = replace(scene.view, cards=(many,) * len(scene.view.cards))
    async with seated(scene._replace(view=view), tmp_path, LARGE) as table:
        hint = table.screen.query_one(About)
        drawn = " ".join(line.plain for line in panel_of(table, HonorTrack).lines())

        assert len(view.honor) == 5
        assert drawn.count("Way of the Shogun") == 5
        assert "…" not in drawn
        assert hint.size.height >= hint.height_at(hint.size.width) > 0


async def test_five_clans_without_cards_say_in_words_what_their_points_would_come_to(tmp_path: Path) -> None:
    """The first thing a new player sees is no sign that has to be looked up."""
    async with seated(tea(), tmp_path, LARGE) as table:
        drawn = [line.plain for line in panel_of(table, HonorTrack).lines()]

    assert sum("VP if war came now" in line for line in drawn) == 5
    assert not any("→" in line for line in drawn)


async def test_after_the_end_nothing_is_said_of_a_harvest(tmp_path: Path) -> None:
    scene = tea()
    async with seated(scene, tmp_path, LARGE) as table:
        panel = panel_of(table, HonorTrack)
        before = [line.plain for line in panel.lines()]
        panel.see(scene._replace(view=replace(scene.view, phase=OVER)))
        after = [line.plain for line in panel.lines()]

    assert any("+" in line for line in before)
    assert not any("+" in line for line in after)


@pytest.mark.parametrize("cards", range(8))
async def test_all_clans_say_it_in_words_or_all_in_signs(cards: int, tmp_path: Path) -> None:
    """Whoever has cards that need the room: a column of both is hard to compare."""
    scene = tea()
    bought = (tuple(range(cards)), *[()] * 4)
    async with seated(scene._replace(view=replace(scene.view, cards=bought)), tmp_path, LARGE) as table:
        drawn = " ".join(line.plain for line in panel_of(table, HonorTrack).lines())

    assert (drawn.count("VP if war came now"), drawn.count("→")) in ((5, 0), (0, 5))


async def test_what_the_season_would_come_to_stands_below_the_points(tmp_path: Path) -> None:
    scene = scene_at("victim")
    lotus = projections_of(scene.view)[1]
    assert lotus.total > scene.view.vp[1]
    async with seated(scene, tmp_path, LARGE) as table:
        assert f"{lotus.total} VP if war came now" in screen_text(table.app)

    assert any(f"{lotus.total} VP (0 now, war tokens {lotus.tokens}" in line for line in holdings(scene.view))


# Who has sealed ------------------------------------------------------------------------------


def sealing() -> Scene:
    """Lotus has sealed a bid, Koi and Turtle have not."""
    scene = scene_at("bid")
    seals = Seals(RoundStage.OPEN, False, (LOTUS,), (KOI, TURTLE))
    return scene._replace(seals=seals, view=replace(scene.view, decision=None), prompt=None)


def test_who_has_sealed_is_said_by_name_and_in_letters() -> None:
    assert sealed_words(sealing()) == (
        "sealed: Lotus · missing: Koi, Turtle",
        "sealed: L · missing: K, T",
    )
    assert sealed_words(sealing()._replace(seals=None)) == ()


@pytest.mark.parametrize(("room", "words"), [(20, "in full"), (7, "in full"), (6, "short"), (0, "short")])
def test_the_longest_words_are_used_that_fit(room: int, words: str) -> None:
    assert longest_in(room, ["in full", "short"]) == words


async def test_names_come_back_when_the_window_grows(tmp_path: Path) -> None:
    async with seated(sealing(), tmp_path, (64, 24)) as table:
        await table.until(lambda: "sealed: L · missing: K, T" in screen_text(table.app))
        await table.pilot.resize_terminal(*LARGE)
        await table.until(lambda: "sealed: Lotus · missing: Koi, Turtle" in screen_text(table.app))


async def test_who_is_gone_reads_why_and_not_who_has_sealed(tmp_path: Path) -> None:
    async with seated(sealing(), tmp_path) as table:
        await table.until(lambda: "missing: " in screen_text(table.app))
        table.screen.post_message(FromTable(Gone("The table was closed.")))
        await table.until(lambda: "The table was closed." in table.screen.query_one(PromptLine).sentence)

        assert "missing: " not in await table.settled()


async def test_who_leaves_in_the_moment_of_coming_in_leaves_no_error(tmp_path: Path) -> None:
    scene = scene_at("tea")
    app = JinmakuApp(tmp_path, lambda chosen: GameScreen(nowhere, chosen, tmp_path))
    async with app.run_test():
        app.screen.post_message(FromTable(Arrived(cast("Player", Scribe(scene.game, scene.seat)), scene, [])))


async def test_in_a_high_window_everything_is_said_in_words(tmp_path: Path) -> None:
    """Columns, allies and cards have names, and no row ends in dots."""
    scene = scene_at("victim")
    async with seated(scene, tmp_path, (200, 60)) as table:
        lines = [line.plain for line in panel_of(table, HonorTrack).lines()]
        told = " ".join(" ".join(lines).split())

        assert lines[0].split() == ["Honor", "VP", "coins", "ronin", "ally"]
        assert all(word in told for seat in scene.view.seats for word in card_words(scene.view, seat))
        assert "VP if war came now" in told
        assert not any(line.rstrip().endswith("…") for line in lines)


async def test_in_a_high_window_shrines_name_clans_and_free_rows_tell_what_clans_have(tmp_path: Path) -> None:
    """At 200x60 rows stood empty below the choices, and shrines said "K1 D1"."""
    scene = scene_at("amaterasu")
    async with seated(scene, tmp_path, (200, 60)) as table:
        in_words = beside_the_map(table)
    async with seated(scene, tmp_path, LARGE) as table:
        in_signs = beside_the_map(table)

    assert "Susanoo Koi 1, Dragonfly 1 Amaterasu Dragonfly 1" in in_words
    assert "reserve: 6 Bushi, 2 Shinto, Daimyo" in in_words
    assert "Susanoo K1 D1 Amaterasu D1" in in_signs
    assert "reserve" not in in_signs


def test_what_clans_have_takes_fewer_rows_where_there_are_few() -> None:
    """Late in a game it took 24 rows, more than a war leaves free, and was not there at all."""
    scene = scene_at("victim")
    won = ((0, 0), (0, 1), (1, 2)), *[((0, 3),)] * (len(scene.view.tokens) - 1)
    panel = Belongings(id="belongings")
    panel.see(scene._replace(view=replace(scene.view, tokens=won)))
    panel.width = 47
    rows = {}
    for panel.detail in Detail:
        rows[panel.detail] = [row.plain for row in broken(panel.lines(), Console(), panel.width)]

    assert len(rows[Detail.BRIEF]) <= len(rows[Detail.FULL]) - len(scene.view.seats)
    assert all(row.startswith("▌") for row in rows[Detail.BRIEF])
    assert "Hokkaido and Oshu (Spring)" in " ".join(row.strip("▌ ") for row in rows[Detail.BRIEF])


def beside_the_map(table: Seated) -> str:
    panels = table.screen.query_one("#panels", Panels)
    return " ".join(" ".join(panels.render_line(y).text for y in range(panels.size.height)).split())
