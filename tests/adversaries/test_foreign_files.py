"""Poison in what a machine keeps: the tables and hosts it remembers, and the logs of games."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from client.__main__ import main
from client.cli.lobby import doors_of
from client.cli.past import entries_in, past_in, relive
from client.local.home import own_identity
from client.local.last_table import LAST_TABLE
from client.seat.keeping import LOG as KEPT_LOG
from client.table.bot_talk import spoken
from client.table.lobby import Doors, Kept
from client.table.past import CheckResult, Eyes, Moment, Past, Proof
from client.table.replay import told
from client.table.thoughts import Considered, KeptThought, packed
from client.tui.app import lobby_app
from client.tui.dialogs.questions import PickDialog
from client.tui.screens.games import GamesScreen
from client.tui.screens.lobby import LobbyScreen
from client.tui.screens.replay import ReplayScreen
from core.games.rising_sun.board import KOI, TURTLE
from core.kinds import InputError
from protocol.entries import Said, SatDown, Written
from protocol.logfile import Title, write_log
from protocol.private_files import write_private
from protocol.table.proposals import propose
from tests.adversaries.poison import MARKUP, POISON, SHORT, check_rows, harm_in, poisoned
from tests.adversaries.test_foreign_text import rows_of
from tests.client.test_line_lobby import in_the_lobby as in_lines
from tests.client.test_made_up_logs import happened
from tests.client.tui.at_table import LARGE, SMALL
from tests.client.tui.test_lobby import Guest
from tests.client.tui.test_looking_back import looking_back
from tests.harness.folders import ROOT
from tests.waiting import until

BOTS_PLAYED = ROOT / "tests" / "logs" / "two_people_two_bots.log"
WORDS = f"{MARKUP}E\u9663"
"""As much poison as a log can hold in the open."""


# The first screen and the lobby ------------------------------------------------------------------


def odd_doors(home: Path) -> Doors:
    """Return the doors of somebody who remembers nothing but poison."""
    odd: Any = SimpleNamespace(game=SHORT, address=SimpleNamespace(host=SHORT))
    addresses: Any = [POISON]

    def recall() -> Past:
        raise InputError(POISON)

    return doors_of(home)._replace(
        last=lambda: odd, servers=lambda: addresses, kept=lambda: [Kept(POISON, recall)], warning=POISON
    )


async def test_the_lobby_shows_whatever_is_remembered_as_text_alone(tmp_path: Path) -> None:
    app = lobby_app(tmp_path, odd_doors(tmp_path)._replace(is_first=False))
    async with app.run_test(size=SMALL) as pilot:
        guest = Guest(app, pilot)
        await guest.see(LobbyScreen)
        assert {"E\u9663", "Eve"} <= seen_in(guest)
        for key in ("5", "8"):
            await guest.press(key, to=PickDialog)
            assert "Eve" in seen_in(guest)
            await guest.press("enter", to=LobbyScreen)
            await until(lambda: app._notifications)  # noqa: SLF001
            await pilot.pause()
            seen_in(guest)


def seen_in(guest: Guest) -> set[str]:
    """Check a screen, and say which traces of poison are read on it."""
    rows = rows_of(guest.app)
    check_rows(rows, SMALL[0])
    return {trace for trace in ("E\u9663", "Eve") if trace in "".join(rows)}


async def test_the_lobby_in_lines_shows_whatever_is_remembered_as_text_alone(tmp_path: Path) -> None:
    text = await in_lines(tmp_path, "tables on", "back", "replay", "1", "leave", doors=odd_doors(tmp_path))

    assert text.count("Eve") > 2
    assert harm_in(text) == []


def keep_odd_log(home: Path) -> None:
    folder = home / "games" / "odd"
    folder.mkdir(parents=True)
    with (folder / KEPT_LOG).open("wb") as file:
        write_log(file, Title("odd", "evil", 0), [Written(0, POISON.encode())])


FILES: dict[str, Callable[[Path], None]] = {
    "a table": lambda home: write_private(home / LAST_TABLE, f"table://{POISON}/x\n{POISON}".encode()),
    "bytes": lambda home: write_private(home / LAST_TABLE, b"table://\xff\xfe\x9b"),
    "a host": lambda home: write_private(home / "known_tables", f"{POISON} SHA256:{'A' * 43}\n".encode()),
    "a log": keep_odd_log,
}


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("first", [GamesScreen, LobbyScreen])
async def test_files_that_nobody_wrote_in_good_faith_do_not_get_to_the_first_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, first: type
) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    monkeypatch.setenv("JINMAKU_HOME", str(home))
    FILES[file](home)
    if first is LobbyScreen:
        own_identity(home)
    app = lobby_app(home, doors_of(home))
    async with app.run_test(size=SMALL) as pilot:
        guest = Guest(app, pilot)
        await guest.see(first)
        assert seen_in(guest) == set()
        if first is GamesScreen:
            await guest.press("escape", to=LobbyScreen)
        await pilot.press("8")
        await until(lambda: isinstance(app.screen, PickDialog) or app._notifications)  # noqa: SLF001
        await pilot.pause()
        assert seen_in(guest) == set()


# A log on the screen -----------------------------------------------------------------------------


def odd_log(folder: Path) -> Path:
    """Add to the log of a game what people say, what a bot says, and what it says it thought."""
    title, entries = entries_in(BOTS_PLAYED)
    *_, last = relive(entries)
    thought = KeptThought(0, (Considered(POISON, 1, ((POISON, 1),)), Considered(f"offer-{POISON}", 1)))
    bot_says = [json.dumps(["bot-no-less", [["coins", SHORT]]]), *map(spoken, packed([thought]))]
    said = [
        Said(KOI, 0, (), WORDS),
        *(Said(TURTLE, place, (), words) for place, words in enumerate(bot_says)),
    ]
    for entry in said:
        whole = propose(last.table, entry).entry
        entries.append(happened(last.table, entries[-1].at_ms, whole))
    path = folder / "odd.log"
    with path.open("wb") as file:
        write_log(file, title, (Written(stamp.at_ms, msgpack.encode(stamp)) for stamp in entries))
    return path


def worse(past: Past) -> Past:
    """Put into a past what no log can hold: names, and what has been proved."""

    def renamed(moment: Moment, eyes: Eyes) -> Moment:
        if not isinstance(moment.heard.entry, SatDown):
            return moment
        heard = moment.heard._replace(entry=replace(moment.heard.entry, name=SHORT))
        return moment._replace(heard=heard, sentences=told(past.game, heard, eyes))

    proof = Proof(POISON, False, True, [CheckResult(SHORT, SHORT, POISON)])
    return past._replace(
        title=SHORT,
        info=poisoned(past.info, "game"),
        eyes=tuple((SHORT, eyes) for _, eyes in past.eyes),
        moments=lambda eyes: [renamed(moment, eyes) for moment in past.moments(eyes)],
        prove=lambda _: proof,
    )


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_poisoned_log_is_text_alone_on_the_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    async with looking_back(tmp_path, size, worse(past_in(odd_log(tmp_path)))) as reader:

        def look(trace: str) -> None:
            rows = rows_of(reader.app)
            check_rows(rows, size[0])
            assert trace in "".join(rows)

        await until(lambda: "Eve" in "".join(rows_of(reader.app)))
        for keys in (["home"], ["right"] * 6, ["b"], ["end"], *[["e"]] * 6):
            await reader.press(*keys)
            look("E\u9663")
        for key in "wv":
            await reader.pilot.press(key, "end")
            await until(lambda: "Eve" in "".join(rows_of(reader.app)))
            look("Eve")
            await reader.pilot.press("escape")
            await until(lambda: isinstance(reader.app.screen, ReplayScreen))


def test_a_poisoned_log_is_text_alone_in_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(odd_log(tmp_path)), "--plain"]) == 0

    out, err = capsys.readouterr()
    assert "E\u9663" in out
    assert harm_in(out + err) == []
