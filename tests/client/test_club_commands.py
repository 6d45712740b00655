"""A club's server as operator and members run it: `host`, `open`, `tables`, `invite` and `close`."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from client.local.home import own_identity
from protocol.identity import Identity
from tests.client.test_host import lines_until, running
from tests.harness.command import started

LINK = r"table://\S+#hk=\w+"
EMPTY = ("--no-table", "--no-announce", "--port", "0")


@contextmanager
def a_club(folder: Path, *words: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a server on which people may open tables; return its link."""
    with running("host", *EMPTY, "--data", str(folder / "data"), *words) as process:
        lines = lines_until(process, "jinmaku tables")
        [link] = set(re.findall(LINK, "\n".join(lines)))
        yield link, process


class Member:
    """Somebody with their own home, who types commands."""

    def __init__(self, folder: Path, name: str) -> None:
        self.home = folder / name
        self.key = own_identity(self.home).public.text

    def type(self, *words: str, typed: str = "") -> tuple[int, str]:
        ended = started(*words, "--home", self.home, typed=typed)
        return ended.returncode, ended.stdout + ended.stderr


@pytest.fixture
def aiko(tmp_path: Path) -> Member:
    return Member(tmp_path, "aiko")


@pytest.fixture
def ben(tmp_path: Path) -> Member:
    return Member(tmp_path, "ben")


def test_a_member_opens_a_table_with_bots_and_closes_it(tmp_path: Path, aiko: Member, ben: Member) -> None:
    members = tmp_path / "members"
    members.write_text(f"# who has paid\n{aiko.key} Aiko\n\n")
    with a_club(tmp_path, "--open-tables", "members", "--members", str(members)) as (link, _):
        wish = ("--seats", "3", "--bots", "1", "--pace", "3d", "--access", "password")
        opened = aiko.type("open", link, *wish, typed="open sesame\n")
        [table] = set(re.findall(r"table://\S+/\w+#hk=\w+", opened[1]))
        listed = ben.type("tables", link)
        not_ben = ben.type("open", link)
        members.write_text(f"{aiko.key}\n{ben.key}\n")
        now_ben = ben.type("open", link, "--seats", "3")
        not_his = ben.type("close", table)
        invited = aiko.type("invite", table)
        closed = aiko.type("close", table)
        left = ben.type("tables", link)

    assert opened[0] == 0
    assert f"jinmaku join --password '{table}'" in opened[1]
    assert "2 of 3 seats free, with a password; 3d for each decision; Kaede (steady)" in listed[1]
    assert not_ben == (1, "jinmaku open: You may not open tables on this server; its host decides who may.\n")
    assert now_ben[0] == 0
    assert now_ben[1].count("&t=") == 3
    assert not_his == (1, "jinmaku close: Only whoever opened this table can do that.\n")
    assert re.fullmatch(rf"jinmaku join '{re.escape(table)}&t=\w+'\n", invited[1])
    assert closed[0] == 0
    assert "with a password" not in left[1]
    assert "3 of 3 seats free, by invitation" in left[1]


def test_what_people_opened_goes_on_after_a_restart_without_telling_the_log_how_to_sit_down(
    tmp_path: Path, aiko: Member
) -> None:
    with a_club(tmp_path, "--open-tables", "everyone") as (link, _):
        assert aiko.type("open", link, "--seats", "3", "--bots", "1", "--access", "all")[0] == 0
    with a_club(tmp_path, "--open-tables", "everyone") as (link, process):
        assert "2 of 3 seats free, open to everyone; no clock; Kaede (steady)" in aiko.type("tables", link)[1]
        process.terminate()
        log = process.communicate()[0]

    assert "&t=" not in log


def test_a_server_of_ones_own_lets_nobody_else_open_tables(tmp_path: Path, aiko: Member) -> None:
    words = ("--seats", "3", "--port", "0", "--no-announce", "--data", str(tmp_path / "data"))
    with running("host", *words) as process:
        [link] = re.findall(rf"--watch '({LINK})'", "\n".join(lines_until(process, "--watch")))
        refused = aiko.type("open", link)

    assert "You may not open tables on this server" in refused[1]


def test_a_server_behind_another_port_tells_people_that_one(tmp_path: Path) -> None:
    with a_club(tmp_path, "--address", "club.example.org:7501") as (link, _):
        assert link.startswith("table://club.example.org:7501#")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--address club:70000", "--address: A port is"),
        ("--address Club", "--address: A host is a name"),
        ("--bind club", "--bind: where to listen is an address of this machine, and not a name"),
        ("--node one", "so it needs --store"),
    ],
)
def test_where_a_server_cannot_be_is_refused_before_anything_is_made(
    words: str, sentence: str, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    ended = started("host", *EMPTY, "--data", str(data), *words.split())

    assert (ended.returncode, sentence in ended.stderr, data.exists()) == (2, True, False)


def test_an_unknown_server_is_not_talked_to_by_its_address(aiko: Member) -> None:
    assert aiko.type("tables", "nonsense://")[0] == 2
    assert aiko.type("tables", "127.0.0.1:0")[0] == 2


def test_a_line_in_the_list_of_members_that_is_no_key_is_named(
    refusal: Callable[..., str], tmp_path: Path
) -> None:
    members = tmp_path / "members"
    members.write_text(f"# Our members\n{Identity.make().public.text} Aiko\nBen\n")
    words = "--open-tables", "members", "--members", str(members)

    assert f"{members}, line 3, is not a member's key" in refusal(*EMPTY, *words)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--open-tables", "members"], "--open-tables members needs --members, a file with their keys."),
        (
            ["--members", "/nowhere"],
            "--members lists who may open tables, so it needs --open-tables members.",
        ),
        (["--open-tables", "members", "--members", "/nowhere"], "There is no file /nowhere."),
        (["--open-tables", "members", "--members", "/"], "/ cannot be read: Is a directory.\n"),
        (["--open-tables", "members", "--members", sys.executable], "is no list of keys, but something else"),
    ],
)
def test_a_list_of_members_that_is_none_is_said_at_once(
    words: list[str], sentence: str, refusal: Callable[..., str]
) -> None:
    assert sentence in refusal(*EMPTY, *words)
