"""What operators see of a server: health, figures, and log lines that programs read."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from client.seat.connection import RefusedError
from protocol.entries import Access
from protocol.identity import Identity
from server.door.lobby import Club
from server.operations import JsonLines, watched
from server.server import Server
from server.store.interface import StoreError
from server.store.sqlite import PROBE_SECONDS
from tests.harness.loopback import HERE, a_server, new_table, play_at
from tests.server.clubs import a_wish, no_bots, opened
from tests.waiting import let_pass, soon, until

SAMPLE = re.compile(r'([a-z_]+)(?:\{[a-z]+="([^"]*)"\})? ([0-9.]+)')


class Site(NamedTuple):
    """A server, and the port where it is monitored."""

    server: Server
    port: int


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with a_server(tmp_path / "data") as server, watched(server, 0) as port:
        yield Site(server, port)


async def said(port: int, request: bytes) -> tuple[str, str]:
    """Send bytes, and give the first line of the answer and what it contains."""
    reader, writer = await asyncio.open_connection(HERE, port)
    writer.write(request)
    answer = (await soon(reader.read())).decode()
    writer.close()
    head, _, body = answer.partition("\r\n\r\n")
    return head.partition("\r\n")[0], body


async def got(port: int, path: str) -> tuple[str, str]:
    return await said(port, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())


async def figures(port: int) -> dict[tuple[str, str], float]:
    _, text = await got(port, "/metrics")
    samples = [line for line in text.splitlines() if not line.startswith("#")]
    found = [SAMPLE.fullmatch(line) for line in samples]
    assert all(found), samples
    return {(match[1], match[2] or ""): float(match[3]) for match in found if match is not None}


async def test_a_server_is_healthy_until_it_gives_its_tables_away(site: Site) -> None:
    assert await got(site.port, "/health") == ("HTTP/1.1 200 OK", "ok\n")
    site.server.lobby.is_draining = True
    status, text = await got(site.port, "/health")

    assert status == "HTTP/1.1 503 Service Unavailable"
    assert "go to others" in text


async def test_a_server_whose_disk_is_full_says_so_until_it_finds_out_that_there_is_room(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: object) -> None:
        failed.append(True)
        raise StoreError("disk I/O error")

    failed: list[bool] = []
    store: Any = site.server.lobby.journal
    site.server.lobby.club = Club(lambda _: True, no_bots)
    with monkeypatch.context() as full:
        full.setattr(store._writer, "write", fail)  # noqa: SLF001
        with pytest.raises(RefusedError, match="its disk may be full"):
            await opened(site.server, Identity.make(), a_wish(Access.ALL))
        let_pass(PROBE_SECONDS)
        await until(lambda: len(failed) > 1)  # it has tried, in vain
        status, text = await got(site.port, "/health")
    let_pass(PROBE_SECONDS)
    await until(lambda: not store.backlog.is_failing)

    assert (status, text) == (
        "HTTP/1.1 503 Service Unavailable",
        "The journals cannot be written; perhaps the disk is full.\n",
    )
    assert (await got(site.port, "/health"))[1] == "ok\n"


async def test_figures_tell_of_tables_writes_and_the_process(site: Site, tmp_path: Path) -> None:
    table = await new_table(site.server)
    before = await figures(site.port)
    await play_at(table, tmp_path)
    after = await figures(site.port)
    entries = len(await table.stamps())

    assert (before["jinmaku_tables", "open"], after["jinmaku_tables", "open"]) == (1, 0)
    assert after["jinmaku_tables", "over"] == 1
    assert after["jinmaku_write_seconds_count", ""] == after["jinmaku_write_seconds_bucket", "+Inf"]
    assert after["jinmaku_write_seconds_count", ""] == entries - 1  # a table is opened by itself
    assert after["process_resident_memory_bytes", ""] > 10**7
    assert after["jinmaku_healthy", ""] == 1


async def test_buckets_of_a_histogram_only_grow(site: Site) -> None:
    backlog = site.server.lobby.journal.backlog
    for seconds in (0.0005, 0.001, 0.003, 0.3, 60.0):
        backlog.waited(seconds)
    found = await figures(site.port)
    buckets = [count for (name, _), count in found.items() if name == "jinmaku_write_seconds_bucket"]

    assert buckets == sorted(buckets)
    assert (buckets[0], buckets[-1]) == (2, 5)


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 404 Not Found"),
        (b"POST /health HTTP/1.1\r\n\r\n", "HTTP/1.1 405 Method Not Allowed"),
        (b"GET /health?now HTTP/1.0\r\n\r\n", "HTTP/1.1 200 OK"),
        (b"\x16\x03\x01\r\n\r\n", ""),
        (b"GET /" + b"a" * 20_000, ""),
    ],
)
async def test_whatever_is_asked_the_next_one_is_answered(site: Site, request_: bytes, status: str) -> None:
    assert (await said(site.port, request_))[0] == status
    assert (await got(site.port, "/health"))[1] == "ok\n"


async def test_nobody_is_answered_by_name(site: Site, tmp_path: Path) -> None:
    table = await new_table(site.server)
    await play_at(table, tmp_path)
    _, text = await got(site.port, "/metrics")

    assert table.name not in text
    assert "Player" not in text


def test_a_log_line_is_one_json_object_whatever_is_in_it() -> None:
    error = ValueError("of two\nlines")
    what = "It \x1b failed: %s", ("x",), (type(error), error, None)
    record = logging.LogRecord("jinmaku", logging.ERROR, "", 1, *what)
    line = JsonLines().format(record)

    assert line.isprintable()
    assert json.loads(line)["message"] == "It \x1b failed: x"
    assert json.loads(line)["level"] == "error"
    assert "of two\nlines" in json.loads(line)["exception"]
