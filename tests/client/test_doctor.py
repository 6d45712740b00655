"""`jinmaku doctor`: what it finds on healthy machines and on others."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from client import __main__ as command_line
from client.doctor import network
from client.doctor.findings import Finding, Grade
from client.doctor.machine import (
    OURS,
    clock_finding,
    colour_finding,
    encoding_finding,
    extras_finding,
    folder_finding,
    key_finding,
    memory_findings,
    size_finding,
    width_finding,
)
from client.doctor.network import (
    Interface,
    address_finding,
    comes_back,
    discovery_finding,
    port_finding,
    visit_findings,
)
from client.local.settings import Settings
from client.seat.connection import SECONDS_TO_CONNECT
from protocol.identity import Identity, save_identity
from protocol.invitation import Address
from protocol.limits import MIB
from protocol.pace import Terms
from server.server import open_server
from tests.client.test_ruler import terminal
from tests.waiting import PATIENCE, fast_forward

ROOT = Path(__file__).parents[2]
LOOPBACK = "127.0.0.1"
LINE = re.compile(r"(good|check|bad)\s+\w+( \w+)? +\S.*")
HOME = Interface("eth0", "192.168.1.20")
VPN = Interface("tun0", "10.8.0.2")
OWN = Interface("lo", LOOPBACK)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("JINMAKU_HOME", str(folder))
    monkeypatch.setenv("JINMAKU_HOST_PORT", "0")
    return folder


@pytest.fixture
def listener() -> Iterator[int]:
    """Another program that listens."""
    with socket.create_server((LOOPBACK, 0)) as server:
        yield server.getsockname()[1]


def examine(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, dict[str, str]]:
    """Return the exit code and the line about each thing."""
    code = command_line.main(["doctor", *argv])
    *lines, _ = capsys.readouterr().out.splitlines()
    assert all(LINE.fullmatch(line) for line in lines)
    return code, {line[7:19].strip(): f"{line[:6].strip()} {line[19:]}" for line in lines}


def is_like(finding: Finding, grade: str, *words: str) -> bool:
    text = f"{finding.words} {finding.advice}"
    return finding.grade is Grade(grade) and all(word in text for word in words)


# The whole command ---------------------------------------------------------------------------


@pytest.mark.usefixtures("home")
def test_without_a_terminal_each_finding_is_one_plain_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = examine(capsys)

    assert code == 0
    assert found["terminal"].startswith("check There is none here")
    for about in ("program", "extras", "settings", "identity", "host key", "home", "tables", "clock", "port"):
        assert found[about].startswith("good ")
    assert {"addresses", "discovery"} <= found.keys()


def test_whatever_is_bad_makes_the_exit_code_1(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_identity(Identity.make(), home / "identity")
    (home / "identity").chmod(0o644)
    code, found = examine(capsys)

    assert code == 1
    assert found["identity"].startswith("bad ")
    assert f"chmod 600 {home / 'identity'}" in found["identity"]


def test_broken_settings_are_bad_and_the_rest_is_still_looked_at(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "config.toml").write_text("[host]\nprot = 1\n")
    code, found = examine(capsys)

    assert code == 1
    assert "did you mean port?" in found["settings"]
    assert "clock" in found


@pytest.mark.usefixtures("home")
def test_variables_that_have_no_effect_are_pointed_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JINMAKU_HOST_PROT", "7000")
    code, found = examine(capsys)

    assert code == 0
    assert found["settings"].startswith("check JINMAKU_HOST_PROT in the environment is not a setting")


def test_in_a_terminal_the_signs_are_measured(home: Path) -> None:
    with terminal(lambda _: 1) as (ours, screen):
        environ = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "1", "JINMAKU_HOME": str(home)}
        words = [sys.executable, "-m", "client", "doctor"]
        ended = subprocess.run(
            words, cwd=ROOT, stdin=ours, stdout=ours, stderr=ours, env=environ, timeout=PATIENCE, check=False
        )
        screen.shows(r"You can play\.|All is well\.")
        told = screen.written.decode()

    assert ended.returncode == 0
    assert f"All {len(OURS)} signs we draw are one cell wide." in told
    assert "None, as NO_COLOR asks" in told
    assert "\x1b[3" not in told  # no colours


# The terminal --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "size", "grade", "words"),
    [
        ("xterm", (120, 40), "good", "120x40"),
        ("xterm", (80, 24), "good", "110 columns"),
        ("xterm", (50, 24), "think", "60x20"),
        ("dumb", (80, 24), "think", "--plain"),
        ("", (80, 24), "think", "TERM is not set"),
    ],
)
def test_sizes_of_terminals(term: str, size: tuple[int, int], grade: str, words: str) -> None:
    assert is_like(size_finding(term, os.terminal_size(size)), grade, words)


@pytest.mark.parametrize(
    ("environ", "grade", "words"),
    [
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "good", "16 million"),
        ({"TERM": "xterm-256color"}, "good", "256"),
        ({"TERM": "linux"}, "think", "drawn in lines"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "good", "None"),
    ],
)
def test_colours_of_terminals(environ: dict[str, str], grade: str, words: str) -> None:
    assert is_like(colour_finding(environ), grade, words)


def test_signs_that_are_drawn_wide_want_ascii() -> None:
    widths = dict.fromkeys(OURS, 1)
    plain = Settings(glyphs="ascii")

    assert is_like(width_finding(widths, Settings()), "good")
    assert is_like(width_finding({**widths, "●": 2}, Settings()), "think", "one cell: ●", 'glyphs = "ascii"')
    assert is_like(width_finding({**widths, "●": 2}, plain), "good")
    assert is_like(width_finding(None, Settings()), "think", "the same length: ·", 'glyphs = "ascii"')
    assert is_like(encoding_finding("latin-1", Settings()), "think", "LANG=C.UTF-8")
    assert is_like(encoding_finding("latin-1", plain), "good")
    assert is_like(encoding_finding("utf-8", Settings()), "good")


# The network ---------------------------------------------------------------------------------


async def test_a_free_port_is_good() -> None:
    assert is_like(await port_finding(LOOPBACK, 0), "good")


async def test_a_port_taken_by_another_program(listener: int) -> None:
    found = await fast_forward(port_finding(LOOPBACK, listener), SECONDS_TO_CONNECT)

    assert is_like(found, "think", f"TCP {listener} is taken", "--port")


async def test_a_port_where_a_server_of_ours_listens(tmp_path: Path) -> None:
    async with open_server(tmp_path, LOOPBACK, 0) as server:
        key = server.lobby.host.public.fingerprint

        assert is_like(await port_finding(LOOPBACK, server.port), "good", "one of our servers", key)
        assert is_like(await port_finding("0.0.0.0", server.port), "good", "one of our servers", key)  # noqa: S104


async def test_an_address_that_is_not_ours() -> None:
    assert is_like(await port_finding("192.0.2.77", 0), "bad", "no address 192.0.2.77")
    assert is_like(await port_finding("nowhere", 0), "bad", "nowhere is not an address")


@pytest.mark.parametrize(
    ("there", "outward", "grade", "words"),
    [
        ([OWN], "", "think", "There is no network"),
        ([OWN, HOME], HOME.address, "good", "192.168.1.20 (eth0)"),
        ([OWN, HOME, VPN], VPN.address, "think", "host --address 192.168.1.20"),
        ([OWN, VPN], VPN.address, "think", "They need the VPN too"),
        ([OWN, HOME, VPN], HOME.address, "good", "Invitations name 192.168.1.20"),
    ],
)
def test_addresses(there: list[Interface], outward: str, grade: str, words: str) -> None:
    assert is_like(address_finding(there, outward), grade, words)


def test_what_is_sent_to_all_comes_back_on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "SECONDS", PATIENCE)
    assert comes_back(LOOPBACK)
    assert not comes_back("192.0.2.77")


def test_what_a_firewall_swallows_does_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    class Walled(socket.socket):
        def sendto(self, data: bytes, *_: object) -> int:  # type: ignore[override]
            return len(data)

    monkeypatch.setattr(network, "SECONDS", 0.1)
    monkeypatch.setattr(socket, "socket", Walled)

    assert not comes_back(LOOPBACK)


def test_discovery(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "SECONDS", PATIENCE)
    assert is_like(discovery_finding(LOOPBACK), "good", "With mDNS")
    assert is_like(discovery_finding(""), "think", "no network")
    assert is_like(discovery_finding("192.0.2.77"), "think", "do not come back", "UDP")
    monkeypatch.setattr(network, "HAS_ZEROCONF", False)
    assert is_like(discovery_finding(LOOPBACK), "think", "jinmaku[lan]")


def test_a_container_is_pointed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "IN_CONTAINERS", (tmp_path,))
    assert network.is_inside() in {"a container", "WSL"}
    monkeypatch.setattr(network, "IN_CONTAINERS", ())
    assert network.is_inside() in {"", "WSL"}


# Files, clock, program -----------------------------------------------------------------------


def test_keys(home: Path) -> None:
    path = home / "identity"
    assert is_like(key_finding("identity", path, "None yet."), "good", "None yet.")
    save_identity(Identity.make(), path)
    assert is_like(key_finding("identity", path, ""), "good", "without a passphrase")
    path.unlink()
    save_identity(Identity.make(), path, "secret")
    assert is_like(key_finding("identity", path, ""), "good", "with a passphrase")
    path.write_text("nonsense")
    assert is_like(key_finding("identity", path, ""), "bad", "OpenSSH", "from a copy")


def test_a_folder_open_to_others(home: Path) -> None:
    home.chmod(0o755)

    assert is_like(folder_finding("home", home), "bad", f"chmod 700 {home}")


def test_a_folder_that_cannot_be(home: Path) -> None:
    (home / "file").touch()

    assert is_like(folder_finding("home", home / "file" / "folder"), "bad", "Nothing can be written")
    assert is_like(folder_finding("home", home / "new" / "folder"), "good", "GiB free")


@pytest.mark.parametrize(("free", "grade"), [(MIB, "bad"), (500 * MIB, "think"), (1024 * MIB, "good")])
def test_room(free: int, grade: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Namespace(free=free))

    assert folder_finding("home", home).grade is Grade(grade)


def test_damaged_memory(home: Path) -> None:
    assert list(memory_findings(home)) == []
    (home / "known_tables").touch(0o600)
    (home / "known_tables").write_text("nonsense\n")
    [finding] = memory_findings(home)

    assert is_like(finding, "bad", "Line 1 of", "Correct that line")


def test_the_clock() -> None:
    assert is_like(clock_finding(datetime(2027, 1, 1, tzinfo=UTC)), "good", "2027-01-01")
    assert is_like(clock_finding(datetime(1970, 1, 1, tzinfo=UTC)), "bad", "It is not 1970-01-01", "NTP")


def test_extras_are_those_that_the_package_names() -> None:
    needs = [
        "textual<9",
        'pytest; extra == "dev"',
        "zeroconf; extra == 'lan'",
        'no-such-thing>2; extra == "x"',
    ]

    how = "in Jinmaku's folder: .venv/bin/pip install -e '.[x]'"
    assert is_like(extras_finding(needs), "good", f"lan. Not installed: x ({how})")
    missing = extras_finding(["no-such-thing; extra == 'ssh'"])
    assert "pip install --require-hashes -r requirements-doors.txt" in missing.advice


# A table -------------------------------------------------------------------------------------


async def test_a_table_that_can_be_reached(tmp_path: Path) -> None:
    async with open_server(tmp_path, LOOPBACK, 0) as server:
        runner = await server.lobby.open("rising_sun", ("koi", "lotus", "turtle"), {}, Terms())
        invitation = server.invitation(LOOPBACK, runner.name)
        table, clock = await visit_findings(invitation)
        [missing] = await visit_findings(replace(invitation, game="elsewhere"))
        [wrong] = await visit_findings(replace(invitation, host_key=bytes(20)))
        closed = replace(invitation, address=Address(LOOPBACK, 1))
        [nobody] = await visit_findings(closed)
        house, _ = await visit_findings(server.link(LOOPBACK))

    assert is_like(table, "good", "Rising Sun, 3 of 3 seats free")
    assert is_like(clock, "good")
    assert is_like(house, "good", "answers in", "it has 1 table.")
    assert is_like(missing, "bad", "There is no table elsewhere")
    assert is_like(wrong, "bad", "which the invitation does not name")
    assert is_like(nobody, "bad", "Nothing is listening")


@pytest.mark.parametrize(("drift", "words"), [(60_000, "60 s ahead of"), (-90_000, "90 s behind")])
async def test_a_clock_that_differs_is_seen_whichever_is_ahead(
    drift: int, words: str, tmp_path: Path
) -> None:
    async with open_server(tmp_path, LOOPBACK, 0) as server:
        right = server.lobby.time
        server.lobby.time = right._replace(now_ms=lambda: right.now_ms() + drift)
        runner = await server.lobby.open("rising_sun", ("koi", "lotus", "turtle"), {}, Terms())
        _, clock = await visit_findings(server.invitation(LOOPBACK, runner.name))

    assert is_like(clock, "think", words, "NTP")
