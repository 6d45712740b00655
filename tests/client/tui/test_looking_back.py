"""The replay of a log on the screen: forwards, backwards, from battle to battle, with other eyes."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache
from pathlib import Path

import pytest
from textual.geometry import Offset
from textual.pilot import Pilot

from client.cli.past import entries_in, past_in
from client.games.rising_sun.board import BOARD
from client.games.rising_sun.panels import WarPanel
from client.local.home import IDENTITY, PUBLIC, default_home
from client.local.known_players import remember
from client.seat.journey import Journey, JourneyError, Way
from client.table.past import FOR_A_MOMENT, Past, Proof
from client.texts import t
from client.tui.app import ActsProvider, JinmakuApp, replay_app
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.lookup import Lookup
from client.tui.dialogs.questions import Confirm
from client.tui.map.areas import AreaMap
from client.tui.paint.floor import Floor
from client.tui.screens.game import GameScreen
from client.tui.screens.replay import KEYS, ReplayScreen, Timeline
from client.tui.widgets.key_line import KeyLine
from client.tui.widgets.log_pane import LogPane
from client.tui.widgets.panel import Panels
from client.tui.widgets.words import Words
from core.games.rising_sun.board import KOI
from protocol.entries import Invited, SatDown
from protocol.identity import Identity, PublicKey
from tests.client.tui.at_table import LARGE, SMALL, printed, screen_text
from tests.waiting import let_pass, until

SMALL_MAP = 16
"""Rows of the smaller of the two drawings."""
LOG = Path(__file__).parents[2] / "logs" / "three_people.log"


@cache
def moments() -> int:
    return len(entries_in(LOG)[1])


class Reader:
    """Somebody who looks at a past game."""

    def __init__(self, app: JinmakuApp, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def screen(self) -> ReplayScreen:
        assert isinstance(self.app.screen, ReplayScreen)
        return self.app.screen

    async def press(self, *keys: str) -> int:
        """Press keys, and return the moment we are at then."""
        await self.pilot.press(*keys)
        await self.pilot.pause()
        return self.screen.position


@asynccontextmanager
async def looking_back(
    folder: Path, size: tuple[int, int] = SMALL, past: Past | None = None
) -> AsyncIterator[Reader]:
    app = replay_app(folder, past or past_in(LOG))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Reader(app, pilot)


async def test_the_first_moment_is_not_the_end_of_the_game(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        await reader.pilot.pause()
        text = screen_text(reader.app)

        assert "REPLAY" in text
        assert "GAME OVER" not in text


async def test_a_large_window_says_everything_in_words_at_every_moment(tmp_path: Path) -> None:
    async with looking_back(tmp_path, (200, 60)) as reader:
        for key in ("right", "b", "b", "end"):
            await reader.press(key)
            text = screen_text(reader.app)

            assert re.search(r"Honor +VP coins ronin ally", text)
            assert ("VP if war came now" in text) == (key != "end")
            assert ("harvest " in text.partition("Honor")[2].partition("Mandates")[0]) == (key != "end")


async def test_what_game_it_is_and_when_it_was_played_is_read_in_a_small_window(tmp_path: Path) -> None:
    """With the longest name any eyes have, at the moment with the longest number."""
    async with looking_back(tmp_path) as reader:
        await reader.press(*["e"] * 4, "end")

        assert re.search(
            r"as a spectator saw it  Rising Sun, \d{4}-\d\d-\d\d \d\d:\d\d UTC", screen_text(reader.app)
        )


async def test_a_game_is_gone_through_step_by_step(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        begun = reader.screen.position
        assert await reader.press("right", "right") == begun + 2
        assert await reader.press("left") == begun + 1
        assert await reader.press("end") == moments() - 1
        assert "The game is over" in screen_text(reader.app)
        assert await reader.press("right") == moments() - 1
        assert await reader.press("home") == 0
        assert await reader.press("left") == 0


async def test_from_battle_to_battle_and_back(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        first, second = await reader.press("b"), await reader.press("b")

        assert 0 < first < second
        assert "Battle of" in screen_text(reader.app)
        assert await reader.press("B") == first


async def test_the_bids_of_a_battle_are_its_own_from_wherever_one_comes(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        first, second = await reader.press("b"), await reader.press("b")
        forwards = battle_lines(reader)
        await reader.press("end")
        while (here := await reader.press("B")) > second:
            pass

        assert first < second == here
        assert battle_lines(reader) == forwards


def battle_lines(reader: Reader) -> list[str]:
    (panel,) = reader.screen.query_one(Floor).each_of(WarPanel)
    return [line.plain for line in panel.lines()]


async def test_only_invitations_are_told_as_invitations(tmp_path: Path) -> None:
    """Moments without a word, such as the end of a sealed round, stay without."""
    invited = sum(isinstance(stamped.entry, Invited) for stamped in entries_in(LOG)[1])
    async with looking_back(tmp_path) as reader:
        await reader.press("end")

        assert log_lines(reader).count("An invitation is issued.") == invited > 0


async def test_the_map_is_drawn_in_a_small_window_too(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        await reader.press("b")

        assert "REPLAY" in screen_text(reader.app)
        assert reader.screen.query_one(AreaMap).size.height >= SMALL_MAP


async def test_other_eyes_see_less(tmp_path: Path) -> None:
    """Invitations and other people's mandates are told to nobody else."""
    async with looking_back(tmp_path, LARGE) as reader:
        await reader.press("end")
        everything = len(log_lines(reader))
        assert "with nothing hidden" in screen_text(reader.app)
        await reader.press("e")
        text = screen_text(reader.app)

        assert "as Koi saw it" in text
        assert len(log_lines(reader)) < everything
        for _ in range(4):
            await reader.press("e")
        assert "with nothing hidden" in screen_text(reader.app)


async def test_other_eyes_look_at_the_same_moment(tmp_path: Path) -> None:
    async with looking_back(tmp_path, LARGE) as reader:
        await reader.press("b", "b", "b")
        moment = reader.screen.query_one(AreaMap).facts
        for _ in range(5):
            await reader.press("e")

            assert reader.screen.query_one(AreaMap).facts == moment


def log_lines(reader: Reader) -> list[str]:
    return [line.sentence for line in reader.screen.query_one(LogPane).lines]


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_board_log_and_number_are_of_one_moment_whoever_looks_and_wherever_from(
    size: tuple[int, int], tmp_path: Path
) -> None:
    past = past_in(LOG)
    moments = [past.moments(eyes) for _, eyes in past.eyes]
    async with looking_back(tmp_path, size, past) as reader:
        eyes = 0
        for key in ("b", "b", "e", "left", "left", "right", "e", "B", "e", "end", "e", "left", "e", "home"):
            position = await reader.press(key)
            eyes = (eyes + (key == "e")) % len(past.eyes)
            told = moments[eyes][: position + 1]
            facts = BOARD.facts_of(told[-1].view) if told[-1].view is not None else None

            assert log_lines(reader) == [sentence for moment in told for sentence in moment.sentences]
            assert reader.screen.query_one(LogPane).highlighted == len(log_lines(reader)) - 1
            assert reader.screen.query_one(AreaMap).facts == facts
            assert f"Moment {position + 1} of {len(moments[eyes])}" in screen_text(reader.app)


async def test_who_has_looked_with_all_eyes_is_where_they_began(tmp_path: Path) -> None:
    """Though some at the table were told nothing just then."""
    async with looking_back(tmp_path) as reader:
        eyes = len(past_in(LOG).eyes)
        for number in (3, 50, 100):
            here = await reader.press("home", *["shift+right"] * (number // 10), *["right"] * (number % 10))

            assert here == number
            assert await reader.press(*["e"] * eyes) == here


async def test_it_begins_where_there_is_something_to_see(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        assert reader.screen.query_one(AreaMap).facts is not None
        assert await reader.press("left") == reader.screen.position
        assert reader.screen.query_one(AreaMap).facts is None


async def test_before_the_game_there_is_no_board(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        await reader.press("end")
        assert reader.screen.query_one(AreaMap).facts is not None
        await reader.press("home")

        assert reader.screen.query_one(AreaMap).facts is None


def sat_as(seat: int, home: Path) -> None:
    """Have played the game in this seat."""
    sat = [stamp.entry for stamp in entries_in(LOG)[1] if isinstance(stamp.entry, SatDown)]
    key = next(entry.key for entry in sat if entry.seat == seat)
    home.mkdir()
    (home / IDENTITY).touch()
    (home / PUBLIC).write_text(PublicKey.load(key).text)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_who_played_begins_with_what_they_knew_and_a_key_shows_the_rest(
    size: tuple[int, int], tmp_path: Path
) -> None:
    sat_as(KOI, tmp_path / "koi")
    async with looking_back(tmp_path, size, past_in(LOG, tmp_path / "koi")) as reader:
        await reader.press("end")
        known = len(log_lines(reader))
        assert "as you saw it" in screen_text(reader.app)
        assert "e: other eyes" in screen_text(reader.app)
        await reader.press("e")

        assert "with nothing hidden" in screen_text(reader.app)
        assert len(log_lines(reader)) > known


async def test_one_can_begin_with_the_eyes_of_somebody(tmp_path: Path) -> None:
    async with looking_back(tmp_path, past=past_in(LOG, whose="lotus")) as reader:
        await reader.pilot.pause()

        assert "as Lotus saw it" in screen_text(reader.app)


async def test_the_timeline_is_clicked(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        timeline = reader.screen.query_one(Timeline)
        await reader.pilot.click(timeline, offset=(timeline.size.width, 0))
        await reader.pilot.pause()

        assert reader.screen.position > moments() * 0.9


async def test_a_line_of_the_log_leads_to_its_moment(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        await reader.press("end")
        log = reader.screen.query_one(LogPane)
        log.focus()
        log.highlighted = 40
        position = await reader.press("enter")

        assert 0 < position <= 40


async def test_a_replay_explains_what_is_told_and_what_is_clicked(tmp_path: Path) -> None:
    async with looking_back(tmp_path, LARGE) as reader:
        await reader.press("b")
        await until(lambda: "FAIR" in screen_text(reader.app))  # it takes rows from the panels
        await reader.pilot.press("question_mark")
        await until(lambda: reader.app.screen.query(Lookup) and reader.app.screen.query_one(Lookup).shown)
        told = reader.app.screen_stack[0].query_one(LogPane).lines[-1].sentence
        assert reader.app.screen.query_one(Lookup).shown[0].title in told
        await reader.pilot.press("escape")
        await until(lambda: isinstance(reader.app.screen, ReplayScreen))
        hits = [hit async for hit in ActsProvider(reader.screen).search("Amaterasu")]
        assert hits

        await reader.pilot.pause()
        panels = reader.screen.query_one("#panels", Panels)
        row, place = next(
            (y, line.text.index("Koi"))
            for y in range(panels.size.height)
            if "Koi" in (line := panels.render_line(y)).text
        )
        frame = panels.content_region.offset - panels.region.offset
        await reader.pilot.click(panels, offset=frame + Offset(place, row))
        await until(lambda: reader.app.screen.query(Lookup) and reader.app.screen.query_one(Lookup).shown)
        assert reader.app.screen.query_one(Lookup).shown[0].title == "Koi"


async def test_its_keys_are_explained(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        await reader.pilot.press("H")
        await until(lambda: isinstance(reader.app.screen, LinesDialog))
        words = printed(reader.app.screen.query(Words).last())

        assert all(t(message) in words for _, _, message in KEYS)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_way_out_is_always_named(size: tuple[int, int], tmp_path: Path) -> None:
    app = replay_app(tmp_path, past_in(LOG))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        keys = app.screen.query_one(KeyLine).render().plain

        assert keys.endswith(" q Leave ")
        assert " H Keys " in keys
        assert len(keys) < size[0]


async def test_the_game_runs_by_itself(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        await reader.press("space")
        let_pass(FOR_A_MOMENT)
        await until(lambda: reader.screen.position >= 1)
        let_pass(FOR_A_MOMENT)
        await until(lambda: reader.screen.position >= 2)
        there = await reader.press("space")
        let_pass(10 * FOR_A_MOMENT)
        await reader.pilot.pause()

        assert reader.screen.position == there


async def test_it_runs_faster_and_slower(tmp_path: Path) -> None:
    async with looking_back(tmp_path) as reader:
        at_first = screen_text(reader.app)
        await reader.press("space", "plus", "plus", "plus")
        running = screen_text(reader.app)
        let_pass(FOR_A_MOMENT / 8)
        await until(lambda: reader.screen.position >= 1)
        await reader.press("space", "minus")
        standing = screen_text(reader.app)

        assert "‖ 1" in at_first
        assert "▶ 8" in running
        assert "‖ 4" in standing


async def test_a_moment_is_played_on_from_if_one_is_sure(tmp_path: Path) -> None:
    wanted: list[tuple[int, int]] = []

    def fork(_: Past, seq: int, seat: int) -> Journey:
        wanted.append((seq, seat))
        return nowhere

    app = replay_app(tmp_path, past_in(LOG), fork)
    async with app.run_test(size=LARGE) as pilot:
        reader = Reader(app, pilot)
        await reader.press("end")
        await pilot.press("f")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)  # there is nothing to play on
        await reader.press("b")
        await reader.press("home", "b", "e")
        await pilot.press("f")
        await until(lambda: isinstance(app.screen, Confirm))
        assert "as Koi" in screen_text(app)
        await pilot.press("y")
        await until(lambda: isinstance(app.screen, GameScreen))

    assert [seat for _, seat in wanted] == [0]


def nowhere() -> AbstractAsyncContextManager[Way]:
    raise JourneyError("nowhere")


# Whether it was fair -------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JINMAKU_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize(
    ("log", "sentence", "style"),
    [
        ("three_people", "FAIR: everything in this log", "-fair"),
        ("false_share", "CHEATED: entry ", "-cheating"),
        ("unfinished", "NOT PROVEN: ", ""),
    ],
)
async def test_it_is_said_whether_the_game_was_fair(
    log: str, sentence: str, style: str, tmp_path: Path
) -> None:
    async with looking_back(tmp_path, past=past_in(LOG.with_name(f"{log}.log"))) as reader:
        await until(lambda: sentence in screen_text(reader.app))

        line = reader.screen.query_one("#proof")
        assert {"-fair", "-cheating"} & line.classes == {style} - {""}
        await reader.pilot.press("v")
        await until(lambda: isinstance(reader.app.screen, LinesDialog))
        assert "chain" in screen_text(reader.app)


async def test_a_long_finding_goes_on_below_its_first_word(tmp_path: Path) -> None:
    """At 80 columns the chain's fingerprint does not fit beside the rest of its sentence."""
    async with looking_back(tmp_path) as reader:
        await until(lambda: "FAIR" in screen_text(reader.app))
        await reader.pilot.press("v")
        await until(lambda: isinstance(reader.app.screen, LinesDialog))
        rows = screen_text(reader.app).splitlines()
        first, words = next((number, row) for number, row in enumerate(rows) if " links, signed by" in row)
        start = re.search(r"\d+ links", words).start()  # type: ignore[union-attr]

        assert rows[first + 1][start - 10 : start].isspace()
        assert not rows[first + 1][start].isspace()


async def test_players_we_know_are_compared(tmp_path: Path) -> None:
    remember(default_home() / "known_players", "Akiko", Identity.make().public)
    async with looking_back(tmp_path) as reader:
        await until(lambda: "Akiko played with a different key" in screen_text(reader.app))


async def test_the_screen_can_be_used_while_the_log_is_checked(tmp_path: Path) -> None:
    """The check waits for us here, and is told when nobody waits for it any more."""
    may_go_on = threading.Event()

    def prove(tell: Callable[[int], None]) -> Proof:
        tell(42)
        may_go_on.wait(60)
        return Proof("FAIR, we say", is_fair=True, is_cheating=False, findings=[])

    async with looking_back(tmp_path, past=past_in(LOG)._replace(prove=prove)) as reader:
        try:
            await until(lambda: "42%" in screen_text(reader.app))
            begun = reader.screen.position
            assert await reader.press("right", "right") == begun + 2
            await reader.press("v")
            assert "42%" in screen_text(reader.app)
        finally:
            may_go_on.set()
        await until(lambda: "FAIR, we say" in screen_text(reader.app))


async def test_who_leaves_does_not_wait_for_the_end_of_the_check(tmp_path: Path) -> None:
    stopped, told = threading.Event(), iter(range(10**9))

    def prove(tell: Callable[[int], None]) -> Proof:
        try:
            while True:
                tell(next(told) % 100)
                time.sleep(0.001)
        finally:
            stopped.set()

    async with looking_back(tmp_path, past=past_in(LOG)._replace(prove=prove)) as reader:
        await reader.pilot.press("q")
        await until(stopped.is_set)


def test_progress_goes_from_nothing_to_nearly_all() -> None:
    told: list[int] = []
    past_in(LOG).prove(told.append)

    assert told == sorted(told)
    assert told[0] == 0
    assert 95 < told[-1] < 100
