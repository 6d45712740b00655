"""The door for browsers: what it refuses, and a real browser that plays through it."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSServerHandshakeError
from textual_serve.download_manager import DownloadManager
from yarl import URL

from client.__main__ import main
from client.cli import doors as command
from client.doors.hourglass import Idleness
from client.doors.visitor import visitor_with
from client.doors.web import NAME, TOKEN, VISITOR, VisitService, WebGateway, WebSettings
from protocol.entries import Door as Way
from protocol.invitation import Address
from tests.client.doors.browser import a_browser
from tests.harness.doors import PLANTED, Door, OwnDoor, a_door, a_table, shown_of
from tests.waiting import let_pass, patience, until

BELL = b"\a"


@asynccontextmanager
async def a_web_door(folder: Path, server: int = 1, *options: str) -> AsyncIterator[Door]:
    async with a_door("web", folder / "web", server, "Only this machine", *options) as door:
        yield door


def address_of(door: Door | OwnDoor) -> URL:
    found = re.search(r"http://\S+", door.said)
    assert found
    return URL(found[0])


def cookies_for(door: Door | OwnDoor, visitor: int) -> dict[str, str]:
    return {TOKEN: address_of(door).query["t"], VISITOR: f"{visitor:064x}", NAME: "Aiko"}


@asynccontextmanager
async def a_socket(
    door: Door | OwnDoor, visitor: int = 1, origin: str | None = None, cookies: Mapping[str, str] = {}
) -> AsyncIterator[ClientWebSocketResponse]:
    """Come as a browser does, with cookies and the page one comes from."""
    here = address_of(door).origin()
    shown = {**cookies_for(door, visitor), **cookies}
    header = {"Cookie": "; ".join(f"{name}={value}" for name, value in shown.items() if value)}
    if origin != "":
        header["Origin"] = origin or str(here)
    async with (
        ClientSession(headers=header) as session,
        session.ws_connect(here / "ws" % {"width": 80, "height": 24}) as socket,
    ):
        yield socket


async def refusal(
    door: Door, visitor: int = 1, origin: str | None = None, cookies: Mapping[str, str] = {}
) -> int:
    with pytest.raises(WSServerHandshakeError) as refused:
        async with a_socket(door, visitor, origin, cookies):
            pass
    return refused.value.status


async def drawn(socket: ClientWebSocketResponse, words: bytes) -> None:
    seen = b""
    async with patience():
        while words not in seen:
            seen += await socket.receive_bytes()


# A browser ---------------------------------------------------------------------------------------


async def test_a_decision_is_made_in_a_browser(tmp_path: Path) -> None:
    async with (
        a_table(tmp_path) as table,
        a_web_door(tmp_path, table.port) as door,
        a_browser(tmp_path) as page,
    ):
        await page.go(str(address_of(door)))
        await page.until("document.querySelector('input[name=name]')")
        asked = await page.evaluate("document.body.innerText")
        await page.evaluate("document.querySelector('input').value = 'Aiko'; document.forms[0].submit()")
        await page.see("Join by invitation")
        await page.type("2")
        await page.see("table://")
        await page.type(table.invitation)
        await page.enter()
        await page.see("I'm ready")
        row = table.runner.info().seats[0]
        await page.type("r")
        await page.see("War board")
        await page.arrow_right()
        await page.enter()
        await page.see("Seal 1 Seppuku")
        before = table.runner.table.moves
        await page.type("y")
        await until(lambda: table.runner.table.moves > before)

        assert "not from the host" in asked
        assert address_of(door).query["t"] not in await page.evaluate("location.href")
        assert (row.player, row.door) == ("Aiko", Way.WEB)


# What is refused ---------------------------------------------------------------------------------


async def test_nothing_is_shown_without_the_token(tmp_path: Path) -> None:
    async with a_web_door(tmp_path) as door, ClientSession() as session:
        here = address_of(door).origin()
        codes = {}
        for path in ("", "?t=wrong", "ws", "static/js/textual.js", "static/", "download/1", "health"):
            async with session.get(f"{here}/{path}") as answer:
                codes[path] = answer.status

        assert codes.pop("health") == 200
        assert set(codes.values()) == {401}
        assert await refusal(door, cookies={TOKEN: ""}) == 401
        assert await refusal(door, cookies={TOKEN: "wrong"}) == 401
        assert await refusal(door, cookies={VISITOR: ""}) == 401
        assert await refusal(door, cookies={VISITOR: "../../elsewhere"}) == 401
        assert door.children() == []


async def test_a_page_of_somebody_else_is_refused(tmp_path: Path) -> None:
    async with a_web_door(tmp_path) as door:
        assert await refusal(door, origin="https://evil.example") == 403
        assert await refusal(door, origin="null") == 403
        assert await refusal(door, origin="") == 403
        assert door.children() == []


async def test_the_page_keeps_to_itself(tmp_path: Path) -> None:
    async with a_web_door(tmp_path) as door, ClientSession() as session:
        async with session.get(address_of(door) % {"name": '"><script>'}) as answer:
            text, cookies = await answer.text(), answer.cookies

        assert "<script>" not in re.sub(r'<script src="/[a-z/.]+">', "", text)
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert cookies[TOKEN]["samesite"] == "Strict"
        assert all(cookie["httponly"] for cookie in cookies.values())
        assert "://" not in text.replace(f"ws://{address_of(door).authority}", "")


async def test_there_is_room_for_so_many_and_no_more(tmp_path: Path) -> None:
    """Somebody already there may come in again, replacing the earlier visit."""
    async with a_web_door(tmp_path, 1, "--sessions", "4") as door, AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(a_socket(door, number)) for number in (1, 2)]
        code = await refusal(door, 3)
        again = await stack.enter_async_context(a_socket(door, 1))
        async with patience():
            while not sockets[0].closed:
                await sockets[0].receive()
        await drawn(again, b"Join by invitation")

        assert code == 503
        assert len(door.homes()) == 2


async def test_a_client_sees_nothing_of_the_environment_and_ends_with_its_page(tmp_path: Path) -> None:
    async with a_web_door(tmp_path) as door:
        async with a_socket(door) as socket:
            await drawn(socket, b"Join by invitation")
            (child,) = door.children()
            found = dict(line.split("=", 1) for line in shown_of(child, "environ"))
            arguments = " ".join(shown_of(child, "cmdline"))
            await socket.send_str("this is nothing that a page of ours says")
            await until(lambda: not door.children())

        if not shown_of(os.getpid(), "environ"):
            pytest.skip("this system does not show the environment of a process")
        assert f"JINMAKU_PLANTED={PLANTED}" in shown_of(door.pid, "environ")
        assert PLANTED not in f"{found} {arguments}"
        assert address_of(door).query["t"] not in f"{found} {arguments}"
        assert set(found) == {
            *("HOME", "JINMAKU_HOME", "LANG", "LOGNAME", "PYTHONPATH", "PYTHONUTF8", "TERM"),
            *("COLUMNS", "ROWS", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_DRIVER"),
        }


async def test_who_touches_no_key_is_warned_and_then_seen_out(tmp_path: Path) -> None:
    gateway = WebGateway(WebSettings(tmp_path, Address("127.0.0.1", 1), idleness=Idleness(2000, 1000)))
    port = await gateway.open("127.0.0.1", 0)
    async with a_socket(OwnDoor(f"http://127.0.0.1:{port}/?t={gateway.token}")) as socket:
        await drawn(socket, b"Join by invitation")
        let_pass(1001)
        await drawn(socket, b"haven't pressed a key")
        let_pass(1001)
        async with patience():
            while not socket.closed:
                await socket.receive()
    await gateway.close()


async def test_a_touch_begins_the_time_anew(tmp_path: Path) -> None:
    """Every warning rings the bell; the end would come long after it."""
    shown = bytearray()
    service = VisitService(
        "",
        write_bytes=AsyncMock(side_effect=shown.extend),
        write_str=AsyncMock(),
        close=AsyncMock(),
        download_manager=DownloadManager(),
    )
    service.settings = WebSettings(tmp_path, Address("127.0.0.1"), idleness=Idleness(20_000, 10_000))
    service.visitor = visitor_with(b"key", "Aiko", Way.WEB, tmp_path)
    service.visitor.settle()
    await service.start(80, 24)
    await until(lambda: b"Join by invitation" in shown)
    let_pass(10_001)
    await until(lambda: shown.count(BELL) == 1)
    let_pass(9_000)
    await service.send_bytes(b"\x1b[C")
    let_pass(10_001)
    await until(lambda: shown.count(BELL) == 2)
    await service.stop()


async def test_the_token_of_a_door_is_kept(tmp_path: Path) -> None:
    async with a_web_door(tmp_path) as first:
        pass
    async with a_web_door(tmp_path) as second:
        pass

    assert address_of(first).query == address_of(second).query
    assert (first.data / "web_token").stat().st_mode & 0o777 == 0o600


def test_without_its_library_the_door_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _: None)

    assert main(["web"]) == 1
    assert "pip install --require-hashes -r requirements-doors.txt" in capsys.readouterr().err
