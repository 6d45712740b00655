"""The door for browsers: textual-serve, on a short leash.

By default it lets everybody in, as often as they like and on behalf of any page, and passes its whole
environment on to what it starts. Here visitors need the token of the door, which is in the address the host
hands out, and a browser is recognised by a cookie.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import secrets
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any, Final
from urllib.parse import quote, unquote

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from textual_serve.app_service import AppService
from textual_serve.server import Server

from client.doors.homes import Homes
from client.doors.hourglass import USUAL, Hourglass, Idleness
from client.doors.terminal import SECONDS_TO_GO, Size
from client.doors.visitor import Visitor, command_for, environment_for, step_back, visitor_with
from client.texts import t
from protocol.entries import Door
from protocol.invitation import Address
from protocol.private_files import read_private, write_private

KEPT_IN: Final = "web_token"
TOKEN, VISITOR, NAME = "jinmaku_token", "jinmaku_visitor", "jinmaku_name"
VISITORS: Final = re.compile(r"[0-9a-f]{64}")
TOKEN_BYTES: Final = 16
A_YEAR: Final = 365 * 24 * 60 * 60
HEARTBEAT: Final = 15.0
MOST_SENT: Final = 64 * 1024
SAFE: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
        " connect-src 'self' ws: wss:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
SPOILT: Final = (ValueError, TypeError, LookupError, AssertionError)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class WebSettings:
    """The settings of a door for browsers."""

    data: Path
    server: Address
    sessions: int = 20
    idleness: Idleness = USUAL
    public_url: str = ""  # the address of a proxy in front of it

    def origin(self, request: web.Request) -> str:
        """Return the origin of our pages."""
        return self.public_url.rstrip("/") or f"http://{request.host}"


def door_token(data: Path) -> str:
    """Return the token of this door, a new one the first time."""
    path = data / KEPT_IN
    if not path.exists():
        write_private(path, secrets.token_urlsafe(TOKEN_BYTES).encode())
    return read_private(path).decode().strip()


class VisitService(AppService):
    """One visitor's client: started without a shell, with its own environment, and reliably ended."""

    visitor: Visitor
    settings: WebSettings
    _hourglass: Hourglass
    _has_drawn = False
    _leaving: asyncio.Task[Any] | None = None

    async def start(self, width: int, height: int) -> None:
        self._hourglass = Hourglass(self.settings.idleness, self._warn, self._tire)
        self._hourglass.turn()
        await super().start(width, height)

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        size = Size.fitting(width, height)
        return {
            **environment_for(self.visitor, {}),
            "COLUMNS": str(size.columns),
            "ROWS": str(size.rows),
            "TERM": "xterm-256color",
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
        }

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        self._process = process = await asyncio.create_subprocess_exec(
            *command_for(
                self.visitor, self.settings.server, "--warning", str(self.settings.idleness.warning)
            ),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=self._build_environment(width, height),
            cwd=self.visitor.home,
            start_new_session=True,
        )
        step_back(process.pid)
        self._stdin = process.stdin
        return process

    async def set_terminal_size(self, width: int, height: int) -> None:
        size = Size.fitting(int(width), int(height))
        await super().set_terminal_size(*size)

    async def send_bytes(self, data: bytes) -> bool:
        self._hourglass.turn()
        return await super().send_bytes(data)

    async def on_data(self, payload: bytes) -> None:
        if not self._has_drawn:
            self._has_drawn = True
            self._hourglass.turn()
        await super().on_data(payload)

    def _warn(self) -> None:
        if self._has_drawn and self._process is not None:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGUSR1)

    def _tire(self) -> None:
        self._leaving = asyncio.ensure_future(self.remote_close())

    async def stop(self) -> None:
        """Ask the client to end, and end it if it does not."""
        self._hourglass.stop()
        try:
            await asyncio.wait_for(super().stop(), SECONDS_TO_GO)
        except TimeoutError:
            self._task = None
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


class WebGateway(Server):
    """All browsers that are here."""

    def __init__(self, settings: WebSettings) -> None:
        super().__init__(command="", title="Jinmaku")
        self.settings = settings
        self.token = door_token(settings.data)
        self._visits: dict[Path, tuple[web.WebSocketResponse, asyncio.Event]] = {}
        self._homes = Homes(settings.data, settings.sessions)
        self._runner: web.AppRunner | None = None

    async def open(self, bind: str, port: int) -> int:
        """Listen; return the port."""
        log = logging.getLogger(f"{__name__}.http")
        log.addFilter(is_our_mistake)
        self._runner = web.AppRunner(await self._make_app(), access_log=None, logger=log)
        await self._runner.setup()
        await web.TCPSite(self._runner, bind, port).start()
        found: int = self._runner.addresses[0][1]
        return found

    async def close(self) -> None:
        assert self._runner is not None
        for socket, _ in list(self._visits.values()):
            await socket.close()
        await self._runner.cleanup()

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        app.add_routes(
            [
                web.get("/", self.handle_index),
                web.get("/ws", self.handle_websocket),
                web.get("/table.js", self.handle_script),
                web.get("/health", self.handle_health),
                web.static("/static", self.statics_path),
            ]
        )
        return app

    # Who may come ----------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let nobody in without the token of the door."""
        if request.path != "/health" and not self._has_token(request):
            raise web.HTTPUnauthorized(text=t("web-no-token"), headers=SAFE)
        return await handler(request)

    def _has_token(self, request: web.Request) -> bool:
        shown = request.query.get("t", "") or request.cookies.get(TOKEN, "")
        return hmac.compare_digest(shown.encode(errors="replace"), self.token.encode())

    def _check_socket(self, request: web.Request, visitor: Visitor) -> None:
        if request.headers.get("Origin") != self.settings.origin(request):
            raise web.HTTPForbidden(text=t("web-foreign"), headers=SAFE)
        if self._homes.is_full_for(visitor.home, self._visits):
            raise web.HTTPServiceUnavailable(text=t("web-full"), headers=SAFE)
        now = asyncio.get_running_loop().time()
        if self._homes.comes_too_often(visitor.home, request.remote or "::", now):
            raise web.HTTPTooManyRequests(text=t("web-too-often"), headers=SAFE)

    # Pages -----------------------------------------------------------------------------------

    async def handle_health(self, request: web.Request) -> web.Response:  # noqa: ARG002
        return web.Response(text="ok", headers=SAFE)

    async def handle_script(self, request: web.Request) -> web.Response:  # noqa: ARG002
        return web.Response(text=source("table.js"), content_type="text/javascript", headers=SAFE)

    async def handle_index(self, request: web.Request) -> web.Response:
        """Ask for a name the first time, and then show the table."""
        name = request.query.get("name", "") or unquote(request.cookies.get(NAME, ""))
        response = self._table_page(request) if name else enter_page()
        visitor = request.cookies.get(VISITOR) or secrets.token_hex()
        is_secure = self.settings.public_url.startswith("https:")
        kept: dict[str, Any] = {"httponly": True, "max_age": A_YEAR, "secure": is_secure}
        response.set_cookie(TOKEN, self.token, samesite="Strict", **kept)
        response.set_cookie(VISITOR, visitor, samesite="Lax", **kept)
        if name:
            response.set_cookie(NAME, quote(name), samesite="Lax", **kept)
        return response

    def _table_page(self, request: web.Request) -> web.Response:
        socket = "ws" + self.settings.origin(request).removeprefix("http") + "/ws"
        size = request.query.get("fontsize", "16")
        words = {"coming": t("web-coming"), "closed": t("web-closed"), "again": t("web-again")}
        return page("table", socket=socket, size=size if size.isdecimal() else "16", **words)

    # A visit ---------------------------------------------------------------------------------

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        key, name = request.cookies.get(VISITOR, ""), unquote(request.cookies.get(NAME, ""))
        if not VISITORS.fullmatch(key):
            raise web.HTTPUnauthorized(text=t("web-no-token"), headers=SAFE)
        visitor = visitor_with(key.encode(), name, Door.WEB, self.settings.data)
        self._check_socket(request, visitor)
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=MOST_SENT)
        old, gone = self._visits.get(visitor.home), asyncio.Event()
        self._visits[visitor.home] = socket, gone
        try:
            await socket.prepare(request)
            if old is not None:
                await old[0].close()
                await old[1].wait()
            await self._live(request, socket, visitor)
        finally:
            gone.set()
            if self._visits.get(visitor.home) == (socket, gone):
                del self._visits[visitor.home]
        return socket

    async def _live(self, request: web.Request, socket: web.WebSocketResponse, visitor: Visitor) -> None:
        """Run a client for as long as the browser is there."""
        service = VisitService(
            "",
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=socket.close,  # type: ignore[arg-type]  # what it gives is not used
            download_manager=self.download_manager,
        )
        self._homes.settle(visitor, self._visits)
        service.visitor, service.settings = visitor, self.settings
        size = (number_in(request.query.get(side, "")) for side in ("width", "height"))
        try:
            await service.start(*size)
            with suppress(*SPOILT, ConnectionError):
                await self._process_messages(socket, service)
        finally:
            await service.stop()
            await socket.close()


def is_our_mistake(record: logging.LogRecord) -> bool:
    """Keep out of the log what is not HTTP, or too long: the sender has been told."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def number_in(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < len("10000") else 0


def enter_page() -> web.Response:
    return page("enter", warning=t("door-warning"), ask=t("web-ask"), enter=t("web-enter"))


def page(name: str, **words: str) -> web.Response:
    filled = Template(source(f"{name}.html")).substitute({key: escape(value) for key, value in words.items()})
    return web.Response(text=filled, content_type="text/html", headers=SAFE)


def source(name: str) -> str:
    return files("client.doors").joinpath("pages", name).read_text("utf-8")
