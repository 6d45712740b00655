"""For those who run a server: its health, its figures and its log lines.

`/health` and `/metrics` (in the text format of Prometheus) are answered over plain HTTP, on this machine
only. Nothing in them names a player or says more about a game than that it is there.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import resource
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from http import HTTPStatus
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, NamedTuple

from protocol.messages import TableState
from server.logbook import FloodGate, facts_of
from server.server import Server
from server.store.backlog import BUCKETS, Backlog

LOOPBACK: Final = "127.0.0.1"
REQUEST_SIZE: Final = 8 * 1024
REQUEST_SECONDS: Final = 5.0
MOST_AT_ONCE: Final = 16
PLAIN: Final = "text/plain; charset=utf-8"
PROMETHEUS: Final = "text/plain; version=0.0.4; charset=utf-8"
METHODS: Final = ("GET", "HEAD")


# Log lines -------------------------------------------------------------------------------------------


class JsonLines(logging.Formatter):
    """Writes each record as a line of JSON, in ASCII: whatever names are in it, no terminal is steered."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **facts_of(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line)


def log_in(form: str | None) -> None:
    """Log all that happens, as sentences or as JSON; or only what is wrong, if nobody asks for more."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter("%(message)s"))
    handler.addFilter(FloodGate())
    logging.basicConfig(handlers=[handler], level=logging.INFO if form else logging.WARNING)


# Figures ---------------------------------------------------------------------------------------------


def health_of(server: Server) -> str:
    """Say what prevents playing here; nothing if all is well."""
    if server.lobby.is_draining:
        return "The tables of this server go to others, or it stops."
    if server.lobby.journal.backlog.is_failing:
        return "The journals cannot be written; perhaps the disk is full."
    return server.lobby.trouble()


def metrics_of(server: Server) -> str:
    return "".join(f"{line}\n" for line in [*_of_tables(server), *_of_store(server), *_of_process()])


def _of_tables(server: Server) -> Iterator[str]:
    runners = server.lobby.runners.values()
    states = Counter(runner.info().state for runner in runners)
    yield from _described("jinmaku_info", "gauge", "Which version this is.")
    yield f'jinmaku_info{{version="{own_version()}"}} 1'
    yield from _described("jinmaku_tables", "gauge", "Tables in memory, by how they are.")
    yield from (f'jinmaku_tables{{state="{state.value}"}} {states[state]}' for state in TableState)
    yield from _described("jinmaku_connections", "gauge", "Connections after their TLS handshake.")
    yield f"jinmaku_connections {len(server.listener.connections)}"
    yield from _described("jinmaku_healthy", "gauge", "1 while /health is ok.")
    yield f"jinmaku_healthy {int(not health_of(server))}"


def _of_store(server: Server) -> Iterator[str]:
    backlog: Backlog = server.lobby.journal.backlog
    name = "jinmaku_write_seconds"
    yield from _described(name, "histogram", "Time until an entry of a journal was durable.")
    total = 0
    for bound, count in zip((*map(str, BUCKETS), "+Inf"), backlog.counts, strict=True):
        total += count
        yield f'{name}_bucket{{le="{bound}"}} {total}'
    yield f"{name}_sum {backlog.seconds:.6f}"
    yield f"{name}_count {total}"
    name = "jinmaku_late_seconds_total"
    yield from _described(name, "counter", "Time in which the store did not keep up and clocks stood still.")
    yield f"{name} {backlog.stood_still():.3f}"


def _of_process() -> Iterator[str]:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    yield from _described("process_cpu_seconds_total", "counter", "Time of the processor.")
    yield f"process_cpu_seconds_total {usage.ru_utime + usage.ru_stime:.2f}"
    with suppress(OSError):  # only Linux has these
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        files = sum(1 for _ in Path("/proc/self/fd").iterdir())
        yield from _described("process_resident_memory_bytes", "gauge", "Memory.")
        yield f"process_resident_memory_bytes {pages * os.sysconf('SC_PAGE_SIZE')}"
        yield from _described("process_open_fds", "gauge", "Open files and connections.")
        yield f"process_open_fds {files}"
    yield from _described("process_start_time_seconds", "gauge", "When it began, since 1970.")
    yield f"process_start_time_seconds {STARTED:.0f}"


STARTED: Final = time.time()


def _described(name: str, kind: str, words: str) -> Iterator[str]:
    yield f"# HELP {name} {words}"
    yield f"# TYPE {name} {kind}"


def own_version() -> str:
    try:
        return version("jinmaku")
    except PackageNotFoundError:
        return "unknown"


# HTTP ------------------------------------------------------------------------------------------------


class HttpAnswer(NamedTuple):
    """An answer to a request."""

    status: HTTPStatus
    kind: str
    text: str


def page_of(server: Server, method: str, path: str) -> HttpAnswer:
    if method not in METHODS:
        return HttpAnswer(HTTPStatus.METHOD_NOT_ALLOWED, PLAIN, "Only GET.\n")
    if path == "/metrics":
        return HttpAnswer(HTTPStatus.OK, PROMETHEUS, metrics_of(server))
    if path == "/health":
        trouble = health_of(server)
        status = HTTPStatus.SERVICE_UNAVAILABLE if trouble else HTTPStatus.OK
        return HttpAnswer(status, PLAIN, f"{trouble or 'ok'}\n")
    return HttpAnswer(HTTPStatus.NOT_FOUND, PLAIN, "There are /health and /metrics.\n")


@asynccontextmanager
async def watched(server: Server, port: int) -> AsyncIterator[int]:
    """Answer monitoring on this machine; return the port, any free one for 0."""
    places = asyncio.Semaphore(MOST_AT_ONCE)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with places, asyncio.timeout(REQUEST_SECONDS):
                await _answer(reader, writer, lambda *words: page_of(server, *words))
        except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # it has gone, is too slow or speaks another language
        finally:
            writer.close()

    listening = await asyncio.start_server(answer, LOOPBACK, port, limit=REQUEST_SIZE)
    bound: int = listening.sockets[0].getsockname()[1]
    try:
        yield bound
    finally:
        listening.close()


async def _answer(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, find: Callable[[str, str], HttpAnswer]
) -> None:
    head: Any = await reader.readuntil(b"\r\n\r\n")
    method, path, _ = head.decode("ascii").split("\r\n")[0].split(" ")
    status, kind, text = find(method, path.partition("?")[0])
    body = text.encode()
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode() + (b"" if method == "HEAD" else body))
    await writer.drain()
