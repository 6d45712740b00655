"""Every text a server can send, by every way it can take to a terminal, a notice or a program."""

from __future__ import annotations

import json
import logging
import sys
import zlib
from base64 import b85encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args
from unittest.mock import patch

import pytest
from msgspec import msgpack
from msgspec.structs import replace
from textual.widgets import Input

from client.__main__ import main
from client.cli import games as games_command
from client.cli import node, tables
from client.cli.printing import tell
from client.local.config import without_secrets
from client.local.settings import NoticeSettings
from client.plain.aloud import table_lines, welcome_lines, who_lines
from client.seat.connection import closing_words, refusal
from client.seat.messengers import call
from client.seat.news import Heard
from client.seat.visit import Visit
from client.table.bot_talk import in_own_words
from client.table.lookout import Attention, Lookout, stand_of
from client.table.own_games import HostAnswer, HostCalls, OwnGame
from client.table.sentences import sentences_of
from client.table.thoughts import Considered, KeptThought, subject_lines, unpack, why_lines
from client.texts import has_text, t
from client.texts.refusals import why
from client.tui.dialogs.lobby import LineDialog, OwnGamesDialog, ServerDialog
from core.catalog import game_named, game_names
from core.deals import WORDS, Goods, Promise
from core.games.rising_sun.board import KOI
from core.kinds import InputError, RulesError
from protocol.entries import Access, AnyEntry, Offered, Opened, Stamped
from protocol.errors import Code
from protocol.identity import Identity
from protocol.invitation import Address, Invitation, InvitationError, ServerLink
from protocol.messages import Again, OwnSeat, TableInfo, TableNamed, TableState
from protocol.rpc import Refusal, error_record
from protocol.table.people import check_offer
from protocol.table.public import PublicTable
from server.operations import JsonLines
from server.tables.runner import TableRunner
from tests.adversaries.poison import POISON, SHORT, check_rows, harm_in, is_text, made, poisoned, texts_in
from tests.adversaries.test_foreign_text import look, messages, rest, rows_of
from tests.client.tui.at_table import LARGE, SMALL, scene_of, seated
from tests.client.tui.at_tea import heard, tea
from tests.client.tui.test_lobby import in_the_lobby
from tests.harness.loopback import HERE
from tests.harness.sayings import KINDS
from tests.server.clubs import PASSWORD, a_club, a_wish, opened
from tests.waiting import until

Home = Path
WITH_TEXT = [kind for kind in get_args(AnyEntry) if any(texts_in(kind)) and kind is not Opened]
LINK = ServerLink(Address(HERE, 1), bytes(20))


def told_of(kind: type) -> Heard:
    """Make up an entry that a client can be told; what is promised in words is the only free promise."""
    entry = made(kind)
    if isinstance(entry, Offered):
        entry = replace(entry, promises=(Promise(WORDS, POISON),), asks=(Promise(WORDS, POISON),))
    return heard(entry, POISON)


def a_table(*keep: str) -> TableInfo:
    """Return a table about which everything a server says is poisoned."""
    told: TableInfo = poisoned(tea().info, *keep)
    return replace(told, options=((SHORT, SHORT),), next=SHORT, state=TableState.RUNNING)


def a_game() -> OwnGame:
    info = a_table("table")
    return OwnGame(Invitation(LINK.address, "t", LINK.host_key), OwnSeat(info, KOI, (KOI,), 3, 60_000))


# What a seat is told -----------------------------------------------------------------------------


async def test_every_entry_with_text_in_it_is_text_alone_on_the_screen(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path, LARGE) as table:
        for number, kind in enumerate(WITH_TEXT):
            await table.told(tea(), told_of(kind)._replace(number=number))
            await rest(table)
            look(table, LARGE)


@pytest.mark.parametrize("kind", WITH_TEXT)
def test_every_entry_with_text_in_it_is_text_alone_in_lines(kind: type) -> None:
    told = sentences_of(tea().game, told_of(kind), tea().seat)

    assert harm_in("\n".join(told)) == []


def test_a_promise_that_no_game_knows_is_refused_before_it_is_told() -> None:
    table = PublicTable(Stamped(0, Opened("rising_sun", 1, ("koi", "lotus"), (), "", host=bytes([3]) * 32)))
    odd = replace(made(Offered), to=1, gives=Goods(), wants=Goods())

    with pytest.raises(RulesError) as error:
        check_offer(table, odd)
    assert harm_in(why(error.value)) == []


def test_a_table_with_seats_or_a_game_that_nobody_knows_is_not_shown_at_all() -> None:
    with pytest.raises(InputError) as error:
        PublicTable(Stamped(0, made(Opened)))

    assert harm_in(why(error.value)) == []


@pytest.mark.parametrize("state", TableState)
async def test_whatever_is_said_of_a_table_is_text_alone(tmp_path: Path, state: TableState) -> None:
    bare = scene_of(tea().view, KOI, state)
    scene = bare._replace(info=replace(a_table("game"), state=state), code=SHORT)
    lines = [*welcome_lines(scene, []), *table_lines(scene), *who_lines(scene, {})]
    if state is TableState.OPEN:
        scene = scene._replace(view=None, prompt=None)
    async with seated(scene, tmp_path, LARGE) as table:
        await rest(table)
        look(table, LARGE)

    assert harm_in("\n".join(lines)) == []


# Lists and the way there -------------------------------------------------------------------------


def test_lists_of_tables_and_games_are_text_alone(capsys: pytest.CaptureFixture[str]) -> None:
    nobody: Any = None
    visit = Visit(nobody, LINK, Identity.make())
    tell(*tables.lines_of(visit, [replace(a_table(), table="t")]))
    tell(*games_command.rows_of([a_game()]))
    print(json.dumps(games_command.facts_of(a_game())))  # noqa: T201
    lost = SimpleNamespace(name=SHORT, address=SHORT, is_draining=True, is_alive=True, games=1)
    tell(*node.lines_of([lost]))
    out, err = capsys.readouterr()

    assert out.count("E\u9663") > 3
    assert harm_in(out + err) == []


async def test_own_games_for_programs_are_json_in_ascii(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def answers() -> Any:
        yield HostAnswer((a_game(),), POISON)

    with patch.object(games_command, "own_games", lambda *_: HostCalls(1, answers())):
        await games_command.show(tmp_path, is_for_programs=True)
    out = capsys.readouterr().out

    assert out.isascii()
    assert json.loads(out)["silent"] == [POISON]


async def test_the_list_of_own_games_is_text_alone_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answers() -> Any:
        yield HostAnswer((a_game(),), t("games-silent", host=POISON))

    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        guest.app.push_screen(OwnGamesDialog(HostCalls(1, answers())))
        await guest.see(OwnGamesDialog)
        await until(lambda: "Eve" in "".join(rows_of(guest.app)))
        check_rows(rows_of(guest.app), SMALL[0])


@contextmanager
def lying_about_tables(*keep: str) -> Iterator[None]:
    really = TableRunner.info
    with patch.object(TableRunner, "info", lambda runner: poisoned(really(runner), *keep)):
        yield


@pytest.mark.parametrize("access", Access)
@pytest.mark.parametrize("keep", [("table",), ("table", "game"), ()])
async def test_the_tables_of_a_server_are_text_alone_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keep: tuple[str, ...], access: Access
) -> None:
    async with a_club(tmp_path / "club") as server, in_the_lobby(tmp_path, monkeypatch) as guest:
        wish = a_wish(access, PASSWORD if access is Access.PASSWORD else None)
        await opened(server, Identity.make(), wish)
        with lying_about_tables(*keep):
            await guest.press("5", to=LineDialog)
            guest.app.screen.query_one(Input).value = server.link(HERE).text()
            await guest.press("enter", to=ServerDialog)
            await until(lambda: "E\u9663" in "".join(rows_of(guest.app)))
            check_rows(rows_of(guest.app), SMALL[0])
            await guest.pilot.press("end", "up", "enter")
            await guest.pilot.pause()
            check_rows(rows_of(guest.app), SMALL[0])
            await guest.pilot.press("enter")  # a password is asked for, if the table has one
            await guest.pilot.pause()
            check_rows(rows_of(guest.app), SMALL[0])


def test_a_table_whose_name_is_none_is_no_way_anywhere() -> None:
    for told in (TableNamed(SHORT), Again(SHORT, None)):
        with pytest.raises(InvitationError) as error:
            LINK.table(told.table)
        assert harm_in(why(error.value)) == []


def test_goodbyes_and_errors_are_text_alone() -> None:
    moved = Refusal(made(Refusal).phrase)

    assert harm_in(closing_words(POISON)) == []
    for detail in (POISON, made(Refusal), moved):
        assert harm_in(str(refusal(error_record(Code.REFUSED, detail)))) == []


SHOWN: dict[str, Callable[..., Any]] = {
    "tables": test_the_tables_of_a_server_are_text_alone_on_the_screen,
    "seats": test_the_list_of_own_games_is_text_alone_on_the_screen,
    "open": test_a_table_whose_name_is_none_is_no_way_anywhere,
    "again": test_a_table_whose_name_is_none_is_no_way_anywhere,
    "join": test_whatever_is_said_of_a_table_is_text_alone,
    "table": test_whatever_is_said_of_a_table_is_text_alone,
    "told": test_every_entry_with_text_in_it_is_text_alone_on_the_screen,
    "sync": test_every_entry_with_text_in_it_is_text_alone_on_the_screen,
    "closing": test_goodbyes_and_errors_are_text_alone,
    "error": test_goodbyes_and_errors_are_text_alone,
}


def test_every_message_that_carries_text_has_a_test_that_shows_it() -> None:
    """To add a message, or a text to one that has none, add a line above."""
    carrying = {name for name, kind in KINDS.items() if is_text(kind) or any(texts_in(kind))}

    assert carrying == SHOWN.keys()


# Notices -----------------------------------------------------------------------------------------


def words_of_notices() -> list[str]:
    """Call a player for a game that is poisoned throughout: as it begins, runs out of time and ends."""
    lookout, game, words = Lookout(), a_game(), list[str]()
    for number, (state, left) in enumerate([("open", None), ("running", 60_000), ("over", None)]):
        info = replace(game.own.info, state=TableState(state))
        own = replace(game.own, info=info, remaining_ms=left)
        away = Attention(float("-inf"), is_paid=False)
        words.append(lookout.look(stand_of(game._replace(own=own)), away, 1000.0 * number))
    return list(filter(None, words))


async def test_notices_are_text_alone_by_whatever_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("TMUX", raising=False)
    said, posted, steered = tmp_path / "said", list[str](), list[str]()
    note = "import sys; open(sys.argv[1], 'a').write(sys.argv[2])"
    command = sys.executable, "-c", note, str(said)

    def post(_: str, text: str) -> str:
        posted.append(text)
        return ""

    monkeypatch.setattr("client.seat.messengers.post", post)
    for how in ("osc9", "osc777"):
        for words in [*words_of_notices(), POISON]:
            settings = NoticeSettings(how, command, "https://example.org/x")
            assert await call(words, settings, steered.append) == []

    assert len(steered) > 2
    for sequence in steered:
        assert sequence[0] + sequence[-1] == "\x1b\x07"
        assert harm_in(sequence[1:-1]) == []
    assert harm_in("".join(posted)) == []
    assert "Eve" in said.read_text("utf-8")
    assert harm_in(said.read_text("utf-8")) == []


# Logs, settings, bots ----------------------------------------------------------------------------


def test_a_line_of_the_hosts_log_is_json_in_ascii_whatever_a_peer_is_called() -> None:
    error = ValueError, ValueError(POISON), None
    record = logging.LogRecord("x", logging.ERROR, "", 0, "%s sat down", (POISON,), error)
    line = JsonLines().format(record)

    assert line.isascii()
    assert harm_in(line) == []
    assert json.loads(line)["message"] == f"{POISON} sat down"


SECRET = "hunter2"  # noqa: S105 (of nothing)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f'[notices]\nwebhook = "https://ntfy.sh/{SECRET}"', 0),
        (f'[notices]\nwebhook = "ftp://ntfy.sh/{SECRET}"', 2),
        (f'[notices]\ncommand = ["curl", "https://a:{SECRET}@ntfy.sh/x"]', 0),
        (f'[notices]\ncommand = ["curl", "https://ntfy.sh/{SECRET}", 3]', 2),
        (f'[host]\nstore = "postgresql://u:{SECRET}@db.example.org/tables"', 0),
        (f'[host]\nstore = "postgresql://u:a/{SECRET}@db.example.org/tables"', 0),
    ],
)
def test_what_is_secret_in_a_setting_is_not_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, code: int
) -> None:
    (tmp_path / "config.toml").write_text(text, "utf-8")

    assert main(["config", "--home", str(tmp_path)]) == code
    out, err = capsys.readouterr()
    assert SECRET not in out + err
    assert "://" in out + err


def test_of_an_address_it_is_shown_where_it_leads() -> None:
    assert without_secrets("https://ntfy.sh/topic") == "https://ntfy.sh/..."
    assert without_secrets("see postgresql://u:p@db:5432/x now") == "see postgresql://db:5432/... now"
    assert without_secrets("7000") == "7000"


def test_whatever_a_bot_says_is_text_alone() -> None:
    facts = [[], [["seat", POISON]], [["seat", [POISON, []]]], [["seat", ["bot-says-hello", [["x", 1]]]]]]
    said = [
        in_own_words(json.dumps([message, fact]))
        for message in messages()
        if message.startswith("bot-") and has_text(message)
        for fact in facts
    ]

    assert len(said) > 20
    assert [words for words in said if harm_in(words)] == []


@pytest.mark.parametrize("game", game_names())
def test_whatever_a_bot_says_it_thought_is_text_alone(game: str) -> None:
    rules = game_named(game)
    for line in (POISON, "", "offer-to x", "offer-", f"offer-accept {POISON}"):
        thought = KeptThought(0, (Considered(line, 2**62, ((POISON, 1),)),))
        lines = [*why_lines(rules, thought), *subject_lines(rules, [thought], (), 0)]
        assert thought.about.name
        assert harm_in("\n".join(lines)) == []


def test_thoughts_that_are_none_are_left_out() -> None:
    """Anybody can say them, and everybody looks at them when the game is over."""
    for odd in (msgpack.encode([KeptThought(0, ())]), msgpack.encode([POISON]), b"\x91" * 2000 + b"\xc0"):
        assert unpack(b85encode(zlib.compress(odd)).decode()) == []
    assert unpack(POISON) == []
