"""The door for SSH, with a real ssh in front of it: coming, playing, being cut off, and what is refused."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from client.__main__ import main
from client.cli import doors as command
from client.doors.hourglass import Idleness
from client.doors.ssh import SshGateway, SshSettings
from client.doors.visitor import SEATED
from protocol.entries import Door as Way
from protocol.invitation import Address
from protocol.pace import Terms
from tests.harness.doors import (
    PLANTED,
    OwnDoor,
    a_friend,
    a_table,
    an_ssh_door,
    make_key,
    run,
    shown_of,
    ssh_command,
)
from tests.waiting import let_pass, soon, until

ON, OFF = "1 1 0 0", "0 0 1 1"
BID = r"Seppuku:[^\n]* 0 [^\n]*\n[^\n]*Take Hostage:[^\n]*◂ 1 [^\n]*\n[^\n]*Hire Ronin:[^\n]* 0 "


async def test_a_friend_with_nothing_but_ssh_plays(tmp_path: Path) -> None:
    async with (
        a_table(tmp_path) as table,
        an_ssh_door(tmp_path, table.port) as door,
        a_friend(tmp_path) as aiko,
    ):
        await aiko.come(ssh_command(door, make_key(tmp_path, "key")))
        await aiko.see("Join by invitation")
        await aiko.see(r"not\s+from the host")
        await aiko.join(table.invitation)
        await aiko.see("War board")
        modes = await aiko.modes()
        row = table.runner.info().seats[0]
        await aiko.type("Right", "Enter")
        await aiko.see("Seal 1 Seppuku")
        moves = table.runner.table.moves
        await aiko.type("y")
        await until(lambda: table.runner.table.moves > moves)
        await aiko.type("C-q")
        await aiko.see("the end: 0")

        assert (row.player, row.door) == ("Aiko", Way.SSH)
        assert [(home / SEATED).exists() for home in door.homes()] == [True]
        assert modes == ON
        assert await aiko.modes() == OFF


async def test_a_cut_link_leads_back_to_the_seat_with_the_bid_as_it_was(tmp_path: Path) -> None:
    async with a_table(tmp_path) as table, an_ssh_door(tmp_path, table.port) as door:
        come = ssh_command(door, make_key(tmp_path, "key"))
        async with a_friend(tmp_path, "first") as aiko:
            await aiko.come(come)
            await aiko.join(table.invitation)
            await aiko.see("War board")
            await aiko.type("Down", "Right")
            await aiko.see(BID)
            child = door.children()
            await aiko.cut()
            await until(lambda: not door.children())
        await until(lambda: not table.runner.info().seats[0].is_present)
        async with a_friend(tmp_path, "second") as again:
            await again.come(come)
            await again.see("While you were away")
            await again.type("Escape")
            await again.see(BID)

            assert child
            assert len(door.homes()) == 1
            assert table.runner.info().seats[0].is_present


async def test_a_window_can_change_while_a_dialog_is_open(tmp_path: Path) -> None:
    async with an_ssh_door(tmp_path) as door, a_friend(tmp_path) as aiko:
        await aiko.come(ssh_command(door, make_key(tmp_path, "key")))
        await aiko.see("play against bots")
        await aiko.type("2")
        await aiko.see("table://")
        await aiko.see(r"\n {2}▌ +Join")
        await aiko.resize(120, 40)
        await aiko.see(r"\n {22}▌ +Join")
        await aiko.resize(80, 24)
        await aiko.see(r"\n {2}▌ +Join")
        await aiko.type("Escape")
        await aiko.see("Join by invitation")


async def test_a_second_login_takes_the_seat_over(tmp_path: Path) -> None:
    async with (
        a_table(tmp_path) as table,
        an_ssh_door(tmp_path, table.port) as door,
        a_friend(tmp_path, "here") as here,
        a_friend(tmp_path, "there") as there,
    ):
        come = ssh_command(door, make_key(tmp_path, "key"))
        await here.come(come)
        await here.join(table.invitation)
        await here.see("War board")
        await there.come(come)
        await there.see("YOUR TURN")
        await here.see("from somewhere else")
        await here.see("the end: 1")

        assert await here.modes() == OFF
        assert len(door.children()) == 1
        assert table.runner.info().seats[0].is_present


async def test_who_goes_to_a_table_for_own_machines_is_refused(tmp_path: Path) -> None:
    terms = Terms(own_machines=True)
    async with (
        a_table(tmp_path, terms) as table,
        an_ssh_door(tmp_path, table.port) as door,
        a_friend(tmp_path) as aiko,
    ):
        await aiko.come(ssh_command(door, make_key(tmp_path, "key")))
        await aiko.see("Join by invitation")
        await aiko.type("2")
        await aiko.see("table://")
        await aiko.type("-l", table.invitation)
        await aiko.type("Enter")
        await aiko.see("on their own machine")

        assert table.runner.info().seats[0].player == ""


async def test_nothing_but_a_terminal_is_granted(tmp_path: Path) -> None:
    mark = tmp_path / "was here"
    reached: list[object] = []
    elsewhere = await asyncio.start_server(lambda *streams: reached.append(streams), "127.0.0.1", 0)
    port = elsewhere.sockets[0].getsockname()[1]
    async with elsewhere, an_ssh_door(tmp_path) as door:
        key = make_key(tmp_path, "key")
        no_terminal = await run(ssh_command(door, key, "-T"))
        run_this = await run([*ssh_command(door, key), f"touch '{mark}'"])
        run_this_in_a_terminal = await run([*ssh_command(door, key, "-tt"), f"touch '{mark}'"])
        subsystem = await run([*ssh_command(door, key, "-s"), "sftp"])
        forward = await run(ssh_command(door, key, "-W", f"127.0.0.1:{port}"))
        backward = await run(
            ssh_command(door, key, "-N", "-o", "ExitOnForwardFailure=yes", "-R", f"0:127.0.0.1:{port}")
        )

        assert no_terminal[0] == 1
        assert "try ssh -t" in no_terminal[1]
        assert run_this[0] == run_this_in_a_terminal[0] == 1
        assert "runs no commands" in run_this[1]
        assert not mark.exists()
        assert subsystem[0] == 255
        assert "subsystem request failed" in subsystem[1]
        assert forward[0] == 255
        assert "open failed" in forward[1]
        assert backward[0] == 255
        assert reached == []
        assert door.children() == []


async def test_a_client_sees_nothing_of_the_host_s_environment(tmp_path: Path) -> None:
    if not shown_of(os.getpid(), "environ"):
        pytest.skip("this system does not show the environment of a process")
    wishes = "-o", "SetEnv=COLORTERM=truecolor LD_PRELOAD=evil.so JINMAKU_HOME=/tmp NO_COLOR=\x1b[2J"
    async with an_ssh_door(tmp_path) as door, a_friend(tmp_path) as aiko:
        await aiko.come(ssh_command(door, make_key(tmp_path, "key"), "-A", *wishes))
        await aiko.see("Join by invitation")
        (child,) = door.children()
        found = dict(line.split("=", 1) for line in shown_of(child, "environ"))
        assert f"JINMAKU_PLANTED={PLANTED}" in shown_of(door.pid, "environ")
        assert PLANTED not in " ".join(shown_of(child, "cmdline"))

    assert PLANTED not in found.values()
    assert set(found) == {
        *("COLORTERM", "HOME", "JINMAKU_HOME", "LANG", "LOGNAME", "PYTHONPATH", "PYTHONUTF8", "TERM")
    }
    assert found["COLORTERM"] == "truecolor"
    assert found["JINMAKU_HOME"] == str(door.homes()[0])


async def test_there_is_room_for_so_many_and_no_more(tmp_path: Path) -> None:
    async with (
        an_ssh_door(tmp_path, 1, "--sessions", "1", "--per-address", "2") as door,
        a_friend(tmp_path, "one") as one,
        a_friend(tmp_path, "two") as two,
    ):
        key, other = make_key(tmp_path, "key"), make_key(tmp_path, "other")
        await one.come(ssh_command(door, key))
        await one.see("Join by invitation")
        full = await run(ssh_command(door, other, "-tt"))
        await two.come(ssh_command(door, key))
        await two.see("Join by invitation")
        await one.see("from somewhere else")

    assert full[0] == 75
    assert "this door is full" in full[1]
    assert not any((home / SEATED).exists() for home in door.homes())


async def test_an_address_has_so_many_connections_and_no_more(tmp_path: Path) -> None:
    async with an_ssh_door(tmp_path, 1, "--per-address", "1") as door, a_friend(tmp_path) as aiko:
        key = make_key(tmp_path, "key")
        await aiko.come(ssh_command(door, key))
        await aiko.see("Join by invitation")
        code, _ = await run(ssh_command(door, key, "-T"))

    assert code == 255


async def test_who_does_not_say_who_they_are_is_not_waited_for(tmp_path: Path) -> None:
    gateway = SshGateway(SshSettings(tmp_path, Address("127.0.0.1"), login_time=1000))
    port = await gateway.open("127.0.0.1", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    said = await soon(reader.readline())
    let_pass(1001)
    await soon(reader.read())
    writer.close()
    await gateway.close()

    assert said.startswith(b"SSH-2.0")


async def test_who_touches_no_key_is_warned_and_then_seen_out(tmp_path: Path) -> None:
    gateway = SshGateway(SshSettings(tmp_path, Address("127.0.0.1", 1), idleness=Idleness(2000, 1000)))
    port = await gateway.open("127.0.0.1", 0)
    async with a_friend(tmp_path) as aiko:
        await aiko.come(ssh_command(OwnDoor(f"ssh -p {port} NAME@127.0.0.1"), make_key(tmp_path, "key")))
        await aiko.see("Join by invitation")
        let_pass(1001)
        await aiko.see("Press one")
        let_pass(1001)
        await aiko.see("nobody has pressed a key")
        await aiko.see("the end: 1")

        assert await aiko.modes() == OFF
        await until(lambda: gateway.visits == {})
    await gateway.close()


@pytest.mark.parametrize("kind", ["ssh", "web"])
def test_a_door_is_told_how_long_nobody_may_touch_a_key(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def look_at(settings: SshSettings) -> None:
        seen.append(settings)
        raise OSError("enough")

    monkeypatch.setattr(f"client.doors.{kind}.{kind.title()}Gateway", look_at)
    main([kind, "--idle", "8s", "--data", str(tmp_path)])

    assert [settings.idleness for settings in seen] == [Idleness(8, 4)]


async def test_a_door_that_closes_leaves_terminals_as_they_were(tmp_path: Path) -> None:
    async with an_ssh_door(tmp_path) as door, a_friend(tmp_path) as aiko:
        await aiko.come(ssh_command(door, make_key(tmp_path, "key")))
        await aiko.see("Join by invitation")
        children = door.children()
        before = await aiko.modes()
        await door.close()
        await aiko.see("the host is closing this door")
        await aiko.see("the end: 1")

        assert (before, await aiko.modes()) == (ON, OFF)
        assert len(children) == 1
        with pytest.raises(ProcessLookupError):
            os.kill(children[0], 0)


async def test_the_key_of_the_door_is_kept_and_shown(tmp_path: Path) -> None:
    async with an_ssh_door(tmp_path) as first:
        shown = await run(["ssh-keygen", "-l", "-f", str(first.data / "ssh_host_key")])
    async with an_ssh_door(tmp_path) as second:
        pass
    fingerprint = shown[1].split()[1]

    assert fingerprint in first.said
    assert fingerprint in second.said
    assert (first.data / "ssh_host_key").stat().st_mode & 0o777 == 0o600


def test_without_its_library_the_door_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _: None)

    assert main(["ssh"]) == 1
    assert capsys.readouterr().err == (
        "jinmaku ssh: asyncssh is not installed; "
        "in Jinmaku's folder, .venv/bin/pip install --require-hashes -r requirements-doors.txt installs it.\n"
    )


@pytest.mark.parametrize("wrong", [["--server", "nowhere"], ["--idle", "long"]])
def test_a_door_that_cannot_be_opened_says_why(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ssh", "--port", "0", *wrong]) == 2
    assert capsys.readouterr().err.startswith("jinmaku ssh: ")


@pytest.mark.parametrize("door", ["ssh", "web"])
def test_a_door_is_at_an_address(door: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([door, "--port", "0", "--bind", "everywhere"])

    assert "where to listen is an address of this machine" in capsys.readouterr().err


async def test_a_port_that_is_taken_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = str(taken.sockets[0].getsockname()[1])
    async with taken:
        codes = [
            await asyncio.to_thread(main, [kind, "--port", port, "--data", str(tmp_path / kind)])
            for kind in ("ssh", "web")
        ]

    assert codes == [1, 1]
    assert capsys.readouterr().err.count(f"Port {port} is taken") == 2
