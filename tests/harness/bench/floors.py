"""What the machine allows at best: a bare echo over a socket, a lone durable append."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

RECORD = bytes(300)


class Times(NamedTuple):
    """How long something took, in µs."""

    p50: float
    p99: float


def times(seconds: list[float]) -> Times:
    ordered = sorted(seconds)
    return Times(*(ordered[int(len(ordered) * share)] * 1e6 for share in (0.5, 0.99)))


@contextmanager
def on_core(core: int | None) -> Iterator[None]:
    """Keep this process on one core, if any is given, and those it starts in the meantime for good."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, allowed if core is None else {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def round_trips(connection: socket.socket, frames: Iterable[bytes], answer: int, seconds: float) -> Times:
    """Send frames, each when `answer` bytes have come for the one before; the connection may have TLS."""
    taken: list[float] = []
    end = perf_counter() + seconds
    for frame in frames:
        begun = perf_counter()
        if begun > end:
            break
        connection.sendall(frame)
        receive_exactly(connection, answer)
        taken.append(perf_counter() - begun)
    return times(taken)


def receive_exactly(connection: socket.socket, size: int) -> bool:
    """Say whether this many bytes came before the end."""
    while size:
        data = connection.recv(size)
        if not data:
            return False
        size -= len(data)
    return True


@contextmanager
def raw_echo(size: int, answer: int) -> Iterator[socket.socket]:
    """Connect to a process that only answers so many bytes with so many, on the cores of this one."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = get_context("fork").Process(target=send_back, args=(listener, size, answer), daemon=True)
        server.start()
        with socket.create_connection(listener.getsockname()) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            yield connection
        server.join()


def send_back(listener: socket.socket, size: int, answer: int) -> None:
    connection, _ = listener.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    frame = bytes(answer)
    while receive_exactly(connection, size):
        connection.sendall(frame)


def synced_appends(folder: Path, seconds: float) -> float:
    """Return how many records a second one writer can append and sync, one by one."""
    with (folder / "appends").open("ab", buffering=0) as file:
        count, begun = 0, perf_counter()
        while (elapsed := perf_counter() - begun) < seconds:
            file.write(RECORD)
            os.fdatasync(file.fileno())
            count += 1
    (folder / "appends").unlink()
    return count / elapsed
