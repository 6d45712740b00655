"""Other people's texts do nothing on a terminal but be read: on screens, in lines, in complaints."""

from __future__ import annotations

import ast
import asyncio
import logging
import os
import re
import sys
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import msgpack
from msgspec.structs import replace
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.widgets import Input

from client.__main__ import main
from client.games.rising_sun.log import ending_of
from client.harmless import USUAL, harmless
from client.seat.connection import closing_words, refusal
from client.seat.evidence import Evidence
from client.seat.news import Alarmed, Disconnected, Heard
from client.signs import TextStream, prepare_streams
from client.table.news import Gone
from client.table.scene import Scene
from client.texts import spoken
from client.tui.screens.end import EndScreen
from client.tui.screens.game import FromTable
from client.tui.terminal import OnlyText
from core.deals import WORDS, Deal, Goods, Promise, Standing, Status
from core.games.rising_sun.board import KOI, LOTUS, TURTLE
from core.kinds import RulesError, phrase
from protocol.characters import is_mark, is_unseen
from protocol.entries import AskedBack, Chose, Invited, Offered, Said, SatDown, StoodUp, Voted
from protocol.errors import Code, ProtocolError
from protocol.messages import TableState
from protocol.rpc import Refusal, error_record
from server.door.lobby import Lobby
from server.door.requests import HANDLERS
from tests.adversaries.poison import POISON, SHORT, check_rows, harm_in
from tests.client.tui.at_table import LARGE, SMALL, Seated, scene_at, scene_of, seated, with_deals
from tests.client.tui.at_tea import heard, tea
from tests.client.tui.test_finding import KOI as FOUND
from tests.client.tui.test_finding import Network
from tests.client.tui.test_lobby import in_the_lobby
from tests.harness.folders import ROOT
from tests.harness.loopback import a_table
from tests.waiting import patience, until

ARGUMENTS = re.compile(r"\$([\w-]+)")
CLIENT = ROOT / "client"


# The words themselves ----------------------------------------------------------------------------


@given(st.text())
def test_what_is_written_out_is_text_and_stays_as_it_is(text: str) -> None:
    written = harmless(text)

    assert harm_in(written) == []
    assert "\n" not in written
    assert harmless(written) == written


def test_what_is_not_looked_at_need_not_be() -> None:
    usual = [char for char in map(chr, range(0x110000)) if USUAL.fullmatch(char)]

    assert len(usual) > 20_000
    assert [char for char in usual if is_unseen(char) or is_mark(char)] == []


@given(st.text())
@example(f"{POISON} \u2764\ufe0f")
def test_the_last_gate_of_a_screen_keeps_the_width_of_a_row(text: str) -> None:
    drawn = OnlyText().apply([Segment(text)], Color(0, 0, 0))
    written = "".join(segment.text for segment in drawn)

    assert harm_in(written) == []
    assert cell_len(written) == cell_len(text)


def texts() -> list[str]:
    return [path.read_text("utf-8") for path in sorted((CLIENT / "texts" / "en").glob("*.ftl"))]


def messages() -> Iterator[str]:
    for source in texts():
        for entry in re.split(r"\n(?=-?[a-zA-Z])", f"\n{source}"):
            name = re.match(r"\n?([a-zA-Z][\w-]*) *=", entry)
            if name:
                yield name[1]
                yield from (f"{name[1]}.{form}" for form in re.findall(r"\n +\.([\w-]+) *=", entry))


def test_no_message_passes_on_more_than_text_whoever_fills_it_in() -> None:
    names = {name for source in texts() for name in ARGUMENTS.findall(source)}
    poisoned = dict.fromkeys(names, POISON)

    said = [spoken().say_with(message, poisoned) for message in messages() if spoken().has(message)]

    assert sum("Eve" in text for text in said) > 300
    assert [text for text in said if harm_in(text)] == []


@pytest.mark.parametrize("rule", ["", POISON])
def test_a_refusal_is_text_whatever_a_server_puts_into_it(rule: str) -> None:
    odd = phrase("refuse-not-taken", detail=POISON)

    assert harm_in(str(refusal(error_record(Code.REFUSED, Refusal(odd, rule))))) == []
    assert harm_in(closing_words(POISON)) == []


# Screens -----------------------------------------------------------------------------------------


def poisoned(scene: Scene) -> Scene:
    """Return a scene in which everything a server says about a table is poisoned."""
    rows = tuple(replace(row, player=SHORT) for row in scene.info.seats)
    info = replace(scene.info, table=SHORT, seats=rows, options=((SHORT, SHORT),), next=SHORT)
    return scene._replace(info=info, code=SHORT)


async def rest(table: Seated) -> None:
    for _ in range(4):
        await table.app.animator.wait_until_complete()
        await table.pilot.pause()


def look(table: Seated, size: tuple[int, int]) -> str:
    rows = [strip.text for strip in table.app.screen._compositor.render_strips()]  # noqa: SLF001
    check_rows(rows, size[0])
    return "\n".join(rows)


BAD_DEAL = Deal(0, KOI, LOTUS, Goods(2), Goods(), (Promise(WORDS, POISON),), (Promise(WORDS, POISON),), None)
TOLD: list[Heard] = [
    heard(Said(KOI, 0, (), "x"), POISON),
    heard(Said(KOI, 1, (LOTUS,), ""), POISON),
    heard(SatDown(TURTLE, SHORT, bytes(32))),
    heard(AskedBack(KOI, 3)),
    heard(Voted(KOI, TURTLE, True)),
    heard(Chose(KOI, 3, POISON)),
    heard(Offered(KOI, 0, LOTUS, Goods(2), Goods(), BAD_DEAL.promises, BAD_DEAL.asks)),
]


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_table_shows_text_alone(tmp_path: Path, size: tuple[int, int]) -> None:
    scene = with_deals(poisoned(tea()), Standing(BAD_DEAL, Status.OPEN, (None, None)))
    async with seated(scene, tmp_path, size) as table:
        look(table, size)
        for number, told in enumerate(TOLD):
            await table.told(scene, told._replace(number=number))
            await table.pilot.pause()
            look(table, size)
        table.player.refusal = POISON
        await table.pilot.press("k", "enter")
        await table.pilot.pause()
        look(table, size)
        for message in (POISON, f"[/]{POISON}"):
            table.app.notify(message)
        await rest(table)
        look(table, size)


EVERY_KEY = ["I", "T", "G", "L", "R", "O", "P", "H", "f1", "f4", "question_mark", "ctrl+s", "ctrl+p"]


@pytest.mark.parametrize("key", EVERY_KEY)
async def test_every_dialog_of_a_table_shows_text_alone(tmp_path: Path, key: str) -> None:
    scene = with_deals(poisoned(tea()), Standing(BAD_DEAL, Status.OPEN, (None, None)))
    async with seated(scene, tmp_path, LARGE, story=TOLD) as table:
        await table.pilot.press(key)
        await rest(table)

        look(table, LARGE)


@pytest.mark.parametrize("state", [TableState.OPEN, TableState.FROZEN, TableState.OVER])
async def test_a_table_that_waits_or_has_ended_shows_text_alone(tmp_path: Path, state: TableState) -> None:
    scene = poisoned(scene_of(tea().view, LOTUS, state))
    if state is TableState.OPEN:
        scene = scene._replace(view=None, prompt=None)
    async with seated(scene, tmp_path, LARGE) as table:
        await rest(table)
        look(table, LARGE)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_room_where_players_wait_and_talk_shows_text_alone(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    scene = poisoned(scene_of(tea().view, LOTUS, TableState.OPEN))._replace(view=None, prompt=None)
    comings = [heard(StoodUp(TURTLE)), heard(SatDown(TURTLE, SHORT, bytes(32))), heard(Invited(bytes(32)))]
    talk = [heard(Said(KOI, 0, (), "x"), POISON), heard(Said(KOI, 1, (LOTUS,), ""), POISON)]
    async with seated(scene, tmp_path, size) as table:
        for number, told in enumerate([*comings, *talk]):
            await table.told(scene, told._replace(number=number))
            await rest(table)
            look(table, size)
        looks = dict[str, str]()
        for key in EVERY_KEY:
            await table.pilot.press(key)
            await rest(table)
            looks[key] = look(table, size)
            if table.app.screen is not table.screen:
                await table.pilot.press("escape")

        assert "Eve" in looks["T"]


@pytest.mark.parametrize("news", [Disconnected(POISON), Alarmed(POISON, Path(f"/{SHORT}")), Gone(POISON)])
async def test_bad_news_of_a_table_are_text_alone(tmp_path: Path, news: Any) -> None:
    async with seated(poisoned(tea()), tmp_path, LARGE) as table:
        table.screen.post_message(FromTable(news))
        await rest(table)

        assert "Eve" in look(table, LARGE) or not isinstance(news, Alarmed)


async def test_the_end_of_a_game_shows_text_alone(tmp_path: Path) -> None:
    scene = poisoned(scene_at("bid"))
    async with seated(scene, tmp_path, LARGE, story=TOLD) as table:
        ending = ending_of(TOLD, scene.view)
        table.app.push_screen(EndScreen(scene, ending, can_repeat=True, save=list, look_back=list))
        await rest(table)

        look(table, LARGE)


async def test_the_lobby_shows_text_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = replace(FOUND, listing=replace(FOUND.listing, table=SHORT, game=POISON))
    async with in_the_lobby(tmp_path, monkeypatch, Network(bad).find) as guest:
        await guest.pilot.press("3")
        await until(lambda: "192.168" in "".join(rows_of(guest.app)), 20)
        check_rows(rows_of(guest.app), SMALL[0])
        await guest.pilot.press("enter")
        await guest.pilot.pause()
        check_rows(rows_of(guest.app), SMALL[0])
        for field in guest.app.screen.query(Input):
            field.value = POISON
        await guest.pilot.press("enter")
        await guest.pilot.pause()
        check_rows(rows_of(guest.app), SMALL[0])


def rows_of(app: Any) -> list[str]:
    return [strip.text for strip in app.screen._compositor.render_strips()]  # noqa: SLF001


# Lines and complaints ----------------------------------------------------------------------------


async def refuse(*_: Any) -> Any:
    raise RulesError("not-taken", detail=POISON)


async def break_off(*_: Any) -> Any:
    raise ProtocolError(Code.INVALID_PARAMS, POISON)


async def dismiss(caller: Any, _: Any) -> Any:
    caller.dismiss(POISON, is_final=True)
    await asyncio.Event().wait()


HOSTS: dict[str, Any] = {
    "refuses": lambda: patch.object(Lobby, "join", refuse),
    "breaks off": lambda: patch.dict(HANDLERS, {"join": break_off}),
    "dismisses": lambda: patch.dict(HANDLERS, {"join": dismiss}),
}


@pytest.mark.parametrize("host", HOSTS)
async def test_whatever_a_host_says_the_line_client_prints_text(tmp_path: Path, host: str) -> None:
    async with a_table(tmp_path / "server") as table:
        with HOSTS[host]():
            out, err = await run_client(
                tmp_path, "join", table.invite().text(), "--plain", "--watch", "--name", "Aiko"
            )

    assert out + err
    assert harm_in(out + err) == []
    assert "Traceback" not in err


async def run_client(home: Path, *arguments: str) -> tuple[str, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "client", *arguments),
        cwd=ROOT,
        env={**os.environ, "JINMAKU_HOME": str(home)},
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    async with patience():
        out, err = await process.communicate(b"/table\n/who\n/log\n/quit\n")
    return out.decode(), err.decode()


MARK = "\x1b[2J"


@pytest.mark.parametrize(
    "arguments",
    [
        ["scenario", "POISONED"],
        ["config", "--home", "HOME"],
        ["join", f"table://{POISON}"],
        ["host", "--game", POISON],
        ["host", "--bind", POISON],
        ["verify", "POISONED"],
        ["replay", "POISONED"],
        ["record", "POISONED"],
        ["log", POISON, "--data", "HOME"],
        ["mend", POISON, "--data", "HOME"],
        ["node", "drain", POISON, "--store", POISON],
        ["node", "list", "--store", f"postgresql://{MARK}@127.0.0.1:1/x"],
        ["learn", POISON],
        ["bot", f"table://{POISON}"],
        ["ssh", "--bind", POISON],
        ["forget-host", POISON],
        [POISON],
        ["play", POISON],
    ],
    ids=lambda arguments: arguments[0] if arguments[0] != POISON else "odd",
)
def test_complaints_of_commands_are_text(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / harmless_to_a_disk(POISON)
    bad.write_text(f'game = "rising_sun"\ntitle = "{POISON}"\n[[{MARK}', "utf-8", newline="")
    (tmp_path / "config.toml").write_text(f'"{SHORT.encode("unicode_escape").decode()}" = 1\n', "utf-8")
    swaps = {"POISONED": str(bad), "HOME": str(tmp_path)}
    with_files = [swaps.get(argument, argument.replace("\x00", "")) for argument in arguments]
    with suppress(SystemExit):
        main(with_files)

    out, err = capsys.readouterr()
    assert out + err
    assert harm_in(out + err) == []


def test_evidence_that_somebody_hands_on_is_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evidence = tmp_path / "evidence"
    evidence.write_bytes(msgpack.encode(Evidence(POISON, b"", b"", None, None, None)))

    assert main(["verify", str(evidence)]) == 2

    out, err = capsys.readouterr()
    assert "Eve" in out
    assert harm_in(out + err) == []


def harmless_to_a_disk(text: str) -> str:
    return text.replace("/", "").replace("\x00", "")[:40]


def test_what_is_printed_or_logged_is_text_and_only_what_we_draw_is_more(
    capsys: pytest.CaptureFixture[str],
) -> None:
    prepare_streams()
    prepare_streams()
    assert isinstance(sys.stdout, TextStream)
    assert not isinstance(sys.stdout.below, TextStream)
    handler = logging.StreamHandler(sys.stderr)
    error = ValueError(POISON)
    handler.handle(logging.LogRecord("x", logging.ERROR, "", 0, POISON, (), (ValueError, error, None)))
    print(POISON)  # noqa: T201
    sys.stdout.writelines([POISON])
    out, err = capsys.readouterr()

    assert out.count("Eve") == 2
    assert err.count("Eve") >= 2
    assert harm_in(out + err) == []


# By design ---------------------------------------------------------------------------------------


def sources() -> Iterator[tuple[str, ast.AST]]:
    for path in sorted(CLIENT.rglob("*.py")):
        yield str(path.relative_to(ROOT)), ast.parse(path.read_text("utf-8"))


def names_in(tree: ast.AST) -> set[str]:
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return attributes | {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def test_only_few_draw_past_the_streams_and_nobody_else_finds_them() -> None:
    drawing = {path for path, tree in sources() if "for_drawing" in names_in(tree)}
    around = {path for path, tree in sources() if names_in(tree) & {"__stdout__", "__stderr__"}}

    assert drawing == {
        "client/cli/games.py",
        "client/cli/host.py",
        "client/cli/player.py",
        "client/cli/qr.py",
    }
    assert around == set()


WITH_MARKUP = {"Static", "Label", "OptionList", "Markdown", "RichLog", "DataTable", "SelectionList"}


def test_no_widget_takes_words_for_markup() -> None:
    imported = {
        path
        for path, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "textual.widgets"
        for alias in node.names
        if alias.name in WITH_MARKUP
    }
    assert imported == {"client/tui/widgets/words.py"}
