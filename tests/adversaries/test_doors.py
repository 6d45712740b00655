"""Behind a door strangers take neither the places nor the machine of the host's friends."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import time
from pathlib import Path

import pytest

from client.cli.visit import MORE_TASKS, own_tasks
from client.doors.homes import DAYS_OF_A_STRANGER, STARTS_AT_ONCE, STRANGERS_HOMES, Homes
from client.doors.ssh import SshGateway, SshSettings
from client.doors.visitor import NICENESS, SEATED, Visitor, visitor_with
from client.doors.web import TOKEN, WebGateway, WebSettings
from protocol.entries import Door as Way
from protocol.invitation import Address
from tests.harness.doors import a_friend, an_ssh_door, make_key, run, shown_of, ssh_command
from tests.waiting import soon, until

HERE = "127.0.0.1"
NOWHERE = Address(HERE, 1)


# Places and homes --------------------------------------------------------------------------------


def stranger(data: Path, number: int) -> Visitor:
    return visitor_with(b"stranger %d" % number, "Eve", Way.SSH, data)


def friend(data: Path, number: int) -> Visitor:
    visitor = visitor_with(b"friend %d" % number, "Aiko", Way.SSH, data)
    visitor.settle()
    (visitor.home / SEATED).touch()
    return visitor


def test_strangers_take_at_most_half_of_the_places(tmp_path: Path) -> None:
    homes, inside = Homes(tmp_path, 20), set[Path]()
    for number in range(20):
        visitor = stranger(tmp_path, number)
        if not homes.is_full_for(visitor.home, inside):
            homes.settle(visitor, inside)
            inside.add(visitor.home)
    assert len(inside) == 10

    for number in range(10):
        visitor = friend(tmp_path, number)
        assert not homes.is_full_for(visitor.home, inside)
        inside.add(visitor.home)
    assert homes.is_full_for(friend(tmp_path, 10).home, inside)
    assert not homes.is_full_for(friend(tmp_path, 9).home, inside)  # a returning friend


def test_strangers_leave_so_many_homes_and_no_more_and_friends_keep_theirs(tmp_path: Path) -> None:
    homes, kept = Homes(tmp_path, 20), friend(tmp_path, 1).home
    for number in range(STRANGERS_HOMES + 50):
        homes.settle(stranger(tmp_path, number), set())
    found = set((tmp_path / "visitors").iterdir())

    assert len(found) <= STRANGERS_HOMES + 1
    assert kept in found
    assert stranger(tmp_path, STRANGERS_HOMES + 49).home in found


def test_a_home_of_a_stranger_who_does_not_come_back_is_cleared_away(tmp_path: Path) -> None:
    homes = Homes(tmp_path, 20)
    long_ago = time.time() - (DAYS_OF_A_STRANGER + 1) * 24 * 60 * 60
    gone, busy, kept = stranger(tmp_path, 1), stranger(tmp_path, 2), friend(tmp_path, 1)
    for visitor in (gone, busy, kept):
        visitor.settle()
        os.utime(visitor.home, (long_ago, long_ago))
    homes.settle(stranger(tmp_path, 3), {busy.home})

    assert [visitor.home.exists() for visitor in (gone, busy, kept)] == [False, True, True]


def test_strangers_start_so_many_clients_from_one_place_and_no_more(tmp_path: Path) -> None:
    homes = Homes(tmp_path, 20)
    starts = [
        homes.comes_too_often(stranger(tmp_path, number).home, f"2001:db8::{number:x}", 0.0)
        for number in range(STARTS_AT_ONCE + 5)
    ]

    assert starts == [False] * STARTS_AT_ONCE + [True] * 5
    assert not homes.comes_too_often(friend(tmp_path, 1).home, "2001:db8::1", 0.0)
    assert not homes.comes_too_often(stranger(tmp_path, 1).home, "192.0.2.1", 0.0)
    assert not homes.comes_too_often(stranger(tmp_path, 1).home, "2001:db8::1", 10.0)


# A real door -------------------------------------------------------------------------------------


async def test_only_the_keys_of_a_list_come_in_if_there_is_one(tmp_path: Path) -> None:
    listed, other, late = (make_key(tmp_path, name) for name in ("listed", "other", "late"))
    keys = tmp_path / "keys"
    keys.write_text(f"# friends\n{listed.with_suffix('.pub').read_text()}")
    async with an_ssh_door(tmp_path, 1, "--keys", str(keys)) as door:
        welcome, refused = [await run(ssh_command(door, key, "-T")) for key in (listed, other)]
        keys.write_text(late.with_suffix(".pub").read_text())
        later = await run(ssh_command(door, late, "-T"))

    assert "no terminal" in welcome[1]
    assert "no terminal" in later[1]
    assert refused[0] == 255
    assert "Permission denied" in refused[1]


async def test_a_visitors_client_is_nice_and_cannot_multiply(tmp_path: Path) -> None:
    async with an_ssh_door(tmp_path) as door, a_friend(tmp_path) as aiko:
        before = own_tasks()
        await aiko.come(ssh_command(door, make_key(tmp_path, "key")))
        await aiko.see("Join by invitation")
        [client] = door.children()
        [limits] = shown_of(client, "limits")
        most = next(int(line.split()[2]) for line in limits.splitlines() if line.startswith("Max processes"))

        assert os.getpriority(os.PRIO_PROCESS, client) == NICENESS
        assert most <= before + 2 * MORE_TASKS
        assert most < resource.RLIM_INFINITY or resource.RLIM_INFINITY < 0


async def test_silent_connections_do_not_keep_a_friend_from_the_door(tmp_path: Path) -> None:
    async with an_ssh_door(tmp_path, 1, "--per-address", "3") as door:
        command = ssh_command(door, make_key(tmp_path, "key"), "-T")
        port = int(command[command.index("-p") + 1])
        silent = [await asyncio.open_connection(HERE, port) for _ in range(6)]
        for reader, _ in silent[-3:]:
            await soon(reader.readline())
        code, said = await run(command)
        for _, writer in silent:
            writer.close()

    assert code == 1
    assert "no terminal" in said


async def test_a_connection_that_has_a_session_is_not_sent_away(tmp_path: Path) -> None:
    gateway = SshGateway(SshSettings(tmp_path, NOWHERE, per_address=1))
    port = await gateway.open(HERE, 0)
    first = await asyncio.open_connection(HERE, port)
    await until(lambda: gateway.callers)
    gateway.callers[0].has_session = True
    second = await asyncio.open_connection(HERE, port)

    assert await soon(second[0].read()) == b""
    assert len(gateway.callers) == 1
    for _, writer in (first, second):
        writer.close()
    await gateway.close()


# The door for browsers ---------------------------------------------------------------------------

BAD_REQUESTS = {
    "a header that is too long": b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 20_000 + b"\r\n\r\n",
    "an address that is too long": b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "no HTTP": b"\x16\x03\x01 garbage\r\n\r\n",
    "a token that is no text": f"GET / HTTP/1.1\r\nHost: x\r\nCookie: {TOKEN}=".encode()
    + b"\xff\xfe\r\n\r\n",
}


@pytest.mark.parametrize("request_", BAD_REQUESTS.values(), ids=BAD_REQUESTS)
async def test_nonsense_at_the_door_for_browsers_is_refused_without_a_traceback(
    tmp_path: Path, request_: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    gateway = WebGateway(WebSettings(tmp_path / "web", NOWHERE))
    port = await gateway.open(HERE, 0)
    reader, writer = await asyncio.open_connection(HERE, port)
    writer.write(request_)
    head = await soon(reader.readline())
    writer.close()
    await gateway.close()

    assert head.split()[1] in (b"400", b"401")
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
