"""A real browser without a window, driven over its DevTools protocol."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

from tests.waiting import patience

NAMES = ("chromium", "chromium-browser", "google-chrome")
LISTEN = """
window.drawn = "";
const Bare = WebSocket;
window.WebSocket = function (...given) {
  const socket = new Bare(...given);
  const decoder = new TextDecoder();
  socket.addEventListener("message", async (event) => {
    const data = event.data instanceof Blob ? await event.data.arrayBuffer() : event.data;
    window.drawn += typeof data === "string" ? "" : decoder.decode(data, { stream: true });
  });
  return socket;
};
Object.assign(window.WebSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });
"""
"""The terminal of a page is a picture, so we read what it is drawn from."""


class Page:
    """One page of a browser."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = count(1)

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        async with patience():
            while True:
                answer = json.loads(await self._socket.receive_str())
                if answer.get("id") == number:
                    assert "error" not in answer, answer
                    result: dict[str, Any] = answer["result"]
                    return result

    async def go(self, address: str) -> None:
        await self.call("Page.enable")
        await self.call("Page.addScriptToEvaluateOnNewDocument", source=LISTEN)
        await self.call("Page.navigate", url=address)

    async def evaluate(self, code: str) -> Any:
        found = await self.call("Runtime.evaluate", expression=code, returnByValue=True)
        return found["result"].get("value")

    async def until(self, code: str) -> None:
        """Wait until something is true in the page."""
        async with patience():
            while True:
                if await self.evaluate(f"Boolean({code})"):
                    return
                await asyncio.sleep(0.05)

    async def see(self, pattern: str) -> None:
        """Wait until something is drawn; forget what was drawn before it."""
        drawn = ""
        try:
            async with patience():
                while not re.search(pattern, drawn):
                    await asyncio.sleep(0.05)
                    drawn = plain(await self.evaluate("window.drawn") or "")
        except TimeoutError:
            pytest.fail(f"There is no {pattern!r} in:\n{drawn[-3000:]}")
        await self.evaluate("window.drawn = ''")

    async def type(self, text: str) -> None:
        for letter in text:
            await self._press({"text": letter, "key": letter})

    async def enter(self) -> None:
        await self._press({"text": "\r", "key": "Enter", "windowsVirtualKeyCode": 13})

    async def arrow_right(self) -> None:
        await self._press({"key": "ArrowRight", "code": "ArrowRight", "windowsVirtualKeyCode": 39})

    async def _press(self, key: dict[str, Any]) -> None:
        for kind in ("keyDown", "keyUp"):
            await self.call("Input.dispatchKeyEvent", type=kind, **key)


def plain(drawn: str) -> str:
    """Keep only the words of what was sent to a terminal."""
    return re.sub(r"\x1b(\[[0-9;?<>=]*[a-zA-Z]|\][^\x07]*\x07)", "", drawn)


@asynccontextmanager
async def a_browser(folder: Path) -> AsyncIterator[Page]:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("chromium is not installed, so no browser comes through the door")
    profile = folder / "profile"
    options = (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--window-size=1200,800",
    )
    process = await asyncio.create_subprocess_exec(
        *(program, *options, "--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank"),
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=DEVNULL,
    )
    try:
        port = await port_of(profile / "DevToolsActivePort")
        async with ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json/list") as answer:
                page = next(row for row in await answer.json() if row["type"] == "page")
            async with session.ws_connect(page["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                yield Page(socket)
    finally:
        process.terminate()
        await process.wait()


async def port_of(path: Path) -> int:
    async with patience():
        while True:
            await asyncio.sleep(0.05)
            if lines := lines_in(path):
                return int(lines[0])


def lines_in(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []
