"""Measure the performance goals of the server: ratios inside one run, never a bare figure.

What is compared is interleaved round by round, so that a busy machine slows both sides alike.
"""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import msgpack
from msgspec import Struct

from protocol.rpc import Request, decode_params, decode_request, encode, encode_params
from scripts.contestants import ANYWHERE, APART, Contestant, Round, boardgame_io
from scripts.floors import ECHO_FRAME, RECORD, Times, on_core, raw_echo, round_trips, synced_appends
from scripts.measuring import PEERS, calibrate, marked, report
from server.store import Store

ROUNDS = 7
ECHO_SECONDS = 0.8
DISK_SECONDS = 1.0
WRITERS = 10
DECODES = 20_000
ONE_TABLE = (1, 450)  # tables, and moves at each
TEN_TABLES = (10, 150)
WARMING_ROUNDS = 4
IDLE_TABLES = 200
LATE_MS = 50.0
CROWD_MOVES = 1500  # together, at however many tables


# A submit, decoded and checked (P14) ---------------------------------------------------------


class Choose(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A submit as it is sent."""

    prompt: int
    line: str


class Piece(Struct, frozen=True, forbid_unknown_fields=True):
    """Part of a long submit."""

    kind: str
    source: str
    target: str


class LongSubmit(Struct, frozen=True, forbid_unknown_fields=True):
    """A submit of the form and size the goal was set with: 276 bytes, every field with its name."""

    table: str
    seat: str
    prompt: int
    line: str
    moves: tuple[Piece, ...]
    nonce: bytes
    deadline_ms: int


LINE = "summon shinto kyoto to amaterasu"
SHORT = Choose(117, LINE)
LONG = LongSubmit(
    table="the quiet table by the open window",
    seat="dragonfly",
    prompt=117,
    line=f"{LINE} and to fujin too",
    moves=(Piece("bushi", "kyoto", "kansai"), Piece("shinto", "edo", "oshu")),
    nonce=bytes(32),
    deadline_ms=1_789_000_000_000,
)


def decoding(params: Choose | LongSubmit) -> dict[str, Any]:
    frame, form = submit(params), type(params)

    def decode(frame: bytes) -> Choose | LongSubmit:
        return decode_params(decode_request(frame).params, form)

    assert decode(frame) == params
    rounds = [(cpu_ns(decode, frame), cpu_ns(msgpack.unpackb, frame)) for _ in range(ROUNDS)]
    ours, floor = (min(column) for column in zip(*rounds, strict=True))
    ratios = [decoded / unpacked for decoded, unpacked in rounds]
    return report("P14", ratios, bytes=len(frame), our_ns=round(ours), unpackb_ns=round(floor))


def submit(params: Choose | LongSubmit) -> bytes:
    return encode(Request(300, "choose", encode_params(params)))


def cpu_ns(decode: Callable[[bytes], object], frame: bytes) -> float:
    begun = process_time()
    for _ in range(DECODES):
        decode(frame)
    return (process_time() - begun) / DECODES * 1e9


# The bare socket (what P6 stands on) ---------------------------------------------------------


def bench_echo() -> dict[str, Any]:
    with on_core(0), raw_echo(len(ECHO_FRAME)) as connection:
        rounds = [round_trips(connection, ECHO_FRAME, len(ECHO_FRAME), ECHO_SECONDS) for _ in range(ROUNDS)]
    return {"unit": "µs for an echo over TCP on one core", "bytes": len(ECHO_FRAME), **medians(rounds)}


# The store (P10) -----------------------------------------------------------------------------


def bench_store() -> dict[str, Any]:
    """Ten tables write as fast as they can; before and after each turn the disk shows what it can do."""
    with TemporaryDirectory(dir=PEERS) as name:
        folder = Path(name)
        disk, store = [synced_appends(folder, DISK_SECONDS)], []
        for number in range(ROUNDS):
            store.append(asyncio.run(store_appends(folder / f"{number}.db")))
            disk.append(synced_appends(folder, DISK_SECONDS))
    floors = [(before + after) / 2 for before, after in pairwise(disk)]
    ratios = [ours / floor for ours, floor in zip(store, floors, strict=True)]
    return report(
        "P10",
        ratios,
        through="the store alone",
        our_per_second=round(median(store)),
        fdatasync_per_second=[round(value) for value in disk],
    )


async def store_appends(path: Path) -> float:
    store, begun = Store.open(path), perf_counter()
    counts = await asyncio.gather(
        *(append_for(store, f"table {number}", begun + DISK_SECONDS) for number in range(WRITERS))
    )
    elapsed = perf_counter() - begun
    await store.aclose()
    return sum(counts) / elapsed


async def append_for(store: Store, game: str, end: float) -> int:
    await store.create(game, b"")
    count = 0
    while perf_counter() < end:
        await store.append(game, count, RECORD)
        count += 1
    return count


# Whole servers (P7 to P9, P11, tables on one core) -------------------------------------------


def take_turns(contestants: dict[str, Contestant], tables: int, moves: int) -> dict[str, list[Round]]:
    """Let everybody play a round in turn, again and again."""
    rounds: dict[str, list[Round]] = {name: [] for name in contestants}
    for number in range(ROUNDS):
        show_progress(f"{tables} tables, round {number + 1} of {ROUNDS}")
        for name, playing in contestants.items():
            rounds[name].append(playing.play(tables, moves))
    return rounds


def warm_up(playing: Contestant) -> None:
    """Play until compilers that work while a program runs have done their work."""
    for number in range(WARMING_ROUNDS):
        show_progress(f"warming up, {number + 1} of {WARMING_ROUNDS}")
        playing.play(*TEN_TABLES)


def tables_in_time(playing: Contestant) -> int:
    """Find how many tables can play at full speed before one move in a hundred is late for some seat."""

    def is_in_time(tables: int) -> bool:
        show_progress(f"{tables} tables at once")
        moves = max(10, CROWD_MOVES // tables)
        return median(playing.play(tables, moves).all_p99 for _ in range(3)) < LATE_MS

    enough, too_many = 0, 1
    while is_in_time(too_many):
        enough, too_many = too_many, 2 * too_many
    while too_many - enough > max(1, enough // 10):
        middle = (enough + too_many) // 2
        enough, too_many = (middle, too_many) if is_in_time(middle) else (enough, middle)
    return enough


def kb_per_table(playing: Contestant) -> float:
    """Measure the memory of a fresh server for a table where everybody sits and nobody moves."""
    before = playing.resident_kb()
    playing.hold(IDLE_TABLES)
    return (playing.resident_kb() - before) / IDLE_TABLES


def bench_peer() -> dict[str, Any]:
    with boardgame_io(ANYWHERE) as peer:
        warm_up(peer)
        one, ten = (take_turns({"peer": peer}, *size)["peer"] for size in (ONE_TABLE, TEN_TABLES))
    with boardgame_io(APART) as peer:
        warm_up(peer)
        tables = tables_in_time(peer)
    with boardgame_io(ANYWHERE) as peer:
        kb = kb_per_table(peer)
    return {
        "one_table": medians(one),
        "ten_tables": medians(ten),
        "tables_on_a_core": tables,
        "kb_per_table": round(kb, 1),
    }


# The runs ------------------------------------------------------------------------------------


def medians(rounds: list[Times] | list[Round]) -> dict[str, float]:
    columns = zip(rounds[0]._fields, zip(*rounds, strict=True), strict=True)
    return {name: round(median(values), 2) for name, values in columns}


def show_progress(what: str) -> None:
    print(f"{what:40}", end="\r", file=sys.stderr, flush=True)


def calibrated(bench: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Measure between two looks at the clock on the wall: whoever waits for a core is slow, too."""
    before, figure = calibrate(perf_counter), bench()
    return marked(figure, before, calibrate(perf_counter))


def main() -> None:
    parser = ArgumentParser(description="Measure the performance goals of the server.")
    parser.add_argument("--peers", action="store_true", help="also run the servers we compare with")
    args = parser.parse_args()
    PEERS.mkdir(exist_ok=True)
    benches: dict[str, Callable[[], dict[str, Any]]] = {
        "raw echo": bench_echo,
        "P10 store": bench_store,
        "P14": partial(decoding, SHORT),
        "P14 long": partial(decoding, LONG),
    }
    if args.peers:
        benches["boardgame.io"] = bench_peer
    print(json.dumps({name: calibrated(bench) for name, bench in benches.items()}, indent=1))


if __name__ == "__main__":
    main()
