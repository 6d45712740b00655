"""The replay of a log on the screen: forwards, backwards, from battle to battle, with other eyes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from random import Random

import msgspec
from textual.pilot import Pilot

from client.cli.past import happen, new_table
from client.cli.replay import past_in
from client.tui.app import JinmakuApp, replay_app
from client.tui.screens.replay import ReplayScreen
from client.tui.widgets.log_pane import LogPane
from client.tui.widgets.timeline import Timeline
from core.catalog import game_named
from protocol.entries import AnyEntry, Began, Chose, Invited, Opened, SatDown, Stamped
from protocol.logfile import Title, Written, write_log
from tests.client.tui.at_table import LARGE, SMALL, screen_text

GAME = game_named("rising_sun")
SEATS = (0, 1, 2)
OPENED = Opened("rising_sun", GAME.version, ("koi", "lotus", "turtle"), (), "seed")


@cache
def a_game() -> tuple[AnyEntry, ...]:
    """Play a game at random, and keep its entries."""
    table, dice = new_table(OPENED), Random(2)
    entries: list[AnyEntry] = [OPENED]

    def add(entry: AnyEntry) -> None:
        happen(table, len(entries), Stamped(0, entry))
        entries.append(entry)

    for seat in SEATS:
        add(Invited(bytes([seat])))
    for seat in SEATS:
        add(SatDown(seat, f"player {seat}", bytes([seat]) * 32, token=bytes([seat])))
    add(Began())
    while table.prompts:
        seat, prompt = next(iter(table.prompts.items()))
        add(Chose(seat, prompt.number, GAME.line_of(prompt.decision.sample(dice))))
    return tuple(entries)


class Reader:
    """Somebody who looks at a game of the past."""

    def __init__(self, app: JinmakuApp, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def screen(self) -> ReplayScreen:
        assert isinstance(self.app.screen, ReplayScreen)
        return self.app.screen

    async def press(self, *keys: str) -> int:
        """Press keys, and give the moment we are at then."""
        await self.pilot.press(*keys)
        await self.pilot.pause()
        return self.screen.position


@asynccontextmanager
async def looking_back(folder: Path, size: tuple[int, int] = SMALL) -> AsyncIterator[Reader]:
    path = folder / "a.log"
    with path.open("wb") as file:
        written = (Written(0, msgspec.msgpack.encode(Stamped(0, entry))) for entry in a_game())
        write_log(file, Title("table", "rising_sun", 0), written)
    app = replay_app(folder, past_in(path))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Reader(app, pilot)


async def test_a_game_is_gone_through_step_by_step(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        assert reader.screen.position == 0
        assert await reader.press("right", "right") == 2
        assert await reader.press("left") == 1
        assert await reader.press("end") == len(a_game()) - 1
        assert "The game is over" in screen_text(reader.app)
        assert await reader.press("right") == len(a_game()) - 1
        assert await reader.press("home") == 0
        assert await reader.press("left") == 0


async def test_from_battle_to_battle_and_back(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        first, second = await reader.press("b"), await reader.press("b")

        assert 0 < first < second
        assert "Battle of" in screen_text(reader.app)
        assert await reader.press("B") == first


async def test_other_eyes_see_less(tmp_path: Path) -> None:
    """Invitations and other people's mandates are told to nobody else."""
    async with looking_back(tmp_path, LARGE) as reader:
        everything = len(reader.screen.query_one(LogPane).lines)
        assert "seen by all" in screen_text(reader.app)
        await reader.press("e")
        text = screen_text(reader.app)

        assert "seen by Koi" in text
        assert len(reader.screen.query_one(LogPane).lines) < everything
        for _ in range(4):
            await reader.press("e")
        assert "seen by all" in screen_text(reader.app)


async def test_the_timeline_is_clicked(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        timeline = reader.screen.query_one(Timeline)
        await reader.pilot.click(timeline, offset=(timeline.size.width, 0))
        await reader.pilot.pause()

        assert reader.screen.position > len(a_game()) * 0.9


async def test_a_line_of_the_log_leads_to_its_moment(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        log = reader.screen.query_one(LogPane)
        log.focus()
        log.highlighted = 40
        position = await reader.press("enter")

        assert 0 < position <= 40


async def test_the_game_runs_by_itself(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        await reader.press("space")
        await reader.pilot.pause(1.8)
        there = await reader.press("space")
        await reader.pilot.pause(1.0)

        assert 1 <= there == reader.screen.position
