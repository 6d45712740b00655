"""Measure the performance goals of the server: ratios within one run, never a bare figure.

What is compared is interleaved round by round, so that a busy machine slows both sides alike.
"""

from __future__ import annotations

import asyncio
import socket
from argparse import Namespace
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import count, cycle, pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import msgpack
from msgspec import Struct
from msgspec.msgpack import Decoder

from protocol.entries import Chose
from protocol.identity import Identity, PublicKey
from protocol.limits import Limits
from protocol.messages import NOTHING
from protocol.rpc import Request, Response, decode_params, decode_request, encode, encode_params
from protocol.session import ClientSession, SessionPlace
from protocol.tls import Peer, client_context
from server.store.sqlite import SqliteStore
from tests.harness.bench.contestants import (
    ANYWHERE,
    APART,
    Contestant,
    Round,
    boardgame_io,
    install_uvloop,
    node,
    ours,
)
from tests.harness.bench.floors import RECORD, Times, on_core, raw_echo, round_trips, synced_appends
from tests.harness.bench.measuring import Bench, Figures, in_rounds, report, show_progress
from tests.harness.folders import PEERS
from tests.harness.postgres import postgres

ROUNDS = 7
ECHO_SECONDS = 0.8
DISK_SECONDS = 1.0
WRITERS = 10
DECODES = 20_000
ONE_TABLE = (1, 450)  # tables, and moves at each
TEN_TABLES = (10, 150)
WARMING_ROUNDS = 4
IDLE_TABLES = 200
SEATS = 5
SILENT_ROUNDS = 3
ECHOES = 200
MID_GAME = 120  # moves
LATE_MS = 50.0
CROWD_MOVES = 1500  # together, however many tables there are
FIRST_PING = 1 << 16
WAYS = {
    "whole": (),
    "uvloop": ("--uvloop",),
    "bare": ("--bare",),
    "bare uvloop": ("--bare", "--uvloop"),
}
"""Our server: as it is, and without TLS and without waiting for the disk; each with two event loops."""


# A submit, decoded and checked (P14) ---------------------------------------------------------


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
SHORT = Chose(3, 117, LINE)
LONG = LongSubmit(
    table="the quiet table by the open window",
    seat="dragonfly",
    prompt=117,
    line=f"{LINE} and to fujin too",
    moves=(Piece("bushi", "kyoto", "kansai"), Piece("shinto", "edo", "oshu")),
    nonce=bytes(32),
    deadline_ms=1_789_000_000_000,
)


def decoding(params: Chose | LongSubmit) -> Figures:
    frame, decoder = submit(params), Decoder(type(params))

    def decode(frame: bytes) -> Chose | LongSubmit:
        return decode_params(decode_request(frame).params, decoder)

    assert decode(frame) == params
    rounds = [(cpu_ns(decode, frame), cpu_ns(msgpack.unpackb, frame)) for _ in range(ROUNDS)]
    ours, floor = (min(column) for column in zip(*rounds, strict=True))
    ratios = [decoded / unpacked for decoded, unpacked in rounds]
    return report("P14", ratios, bytes=len(frame), our_ns=round(ours), unpackb_ns=round(floor))


def submit(params: Chose | LongSubmit) -> bytes:
    return encode(Request(300, "do", encode_params(params)))


def cpu_ns(decode: Callable[[bytes], object], frame: bytes) -> float:
    begun = process_time()
    for _ in range(DECODES):
        decode(frame)
    return (process_time() - begun) / DECODES * 1e9


# A ping on one core (P6) ---------------------------------------------------------------------


def bench_ping() -> Figures:
    """Ask the whole server for what costs it least, with a client that only waits; a ping has no payload."""
    request, answer = len(next(pings())), len(encode(Response(FIRST_PING, None, encode_params(NOTHING))))
    one_core, raw = (0, 0), [bytes(request)]
    with (
        ours(one_core, "--bare") as bare,
        ours(one_core) as whole,
        on_core(0),
        raw_echo(request, answer) as floor,
        signed_in(bare, is_bare=True) as tcp,
        signed_in(whole, is_bare=False) as tls,
    ):
        sides = ((floor, cycle(raw)), (tcp, pings()), (tls, pings()))
        rounds = [
            [round_trips(connection, frames, answer, ECHO_SECONDS) for connection, frames in sides]
            for _ in range(ROUNDS)
        ]
    figures = {
        name: medians([turn[side] for turn in rounds]) for side, name in enumerate(("raw", "TCP", "TLS"))
    }
    return {
        "bytes": (request, answer),
        "µs": figures,
        "P6": report("P6", [tcp.p50 / floor.p50 for floor, tcp, _ in rounds]),
        "P6 TLS": report("P6 TLS", [tls.p50 / floor.p50 for floor, _, tls in rounds]),
    }


def pings() -> Iterator[bytes]:
    """Return pings with ids of equal length."""
    return (encode(Request(msgid, "ping", encode_params(NOTHING))) for msgid in count(FIRST_PING))


@contextmanager
def signed_in(server: Contestant, *, is_bare: bool) -> Iterator[socket.socket]:
    """Connect with a blocking socket and prove who we are."""
    words = server.words
    with socket.create_connection(("127.0.0.1", words["port"])) as plain:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with plain if is_bare else client_context().wrap_socket(plain) as connection:
            peer = Peer(PublicKey.load(bytes.fromhex(words["host"])), bytes.fromhex(words["spki"]))
            session = ClientSession(Identity.make(), peer, Limits())
            while session.place < SessionPlace.LOBBY:
                connection.sendall(session.take_output())
                session.receive(connection.recv(4096))
            yield connection


# The store (P10) -----------------------------------------------------------------------------


def bench_store() -> Figures:
    """Ten tables write as fast as they can, without players."""
    with TemporaryDirectory(dir=PEERS) as name:
        return beside_the_disk(lambda number: asyncio.run(store_appends(Path(name, f"{number}.db"))))


def beside_the_disk(per_second: Callable[[int], float]) -> Figures:
    """Measure something durable; before and after each turn the disk shows what it can do."""
    with TemporaryDirectory(dir=PEERS) as name:
        disk, our = [synced_appends(Path(name), DISK_SECONDS)], []
        for number in range(ROUNDS):
            our.append(per_second(number))
            disk.append(synced_appends(Path(name), DISK_SECONDS))
    floors = [(before + after) / 2 for before, after in pairwise(disk)]
    return report(
        "P10",
        [mine / floor for mine, floor in zip(our, floors, strict=True)],
        our_per_second=round(median(our)),
        fdatasync_per_second=[round(value) for value in disk],
    )


async def store_appends(path: Path) -> float:
    store, begun = SqliteStore.open(path), perf_counter()
    counts = await asyncio.gather(
        *(append_for(store, f"table {number}", begun + DISK_SECONDS) for number in range(WRITERS))
    )
    elapsed = perf_counter() - begun
    await store.aclose()
    return sum(counts) / elapsed


async def append_for(store: SqliteStore, game: str, end: float) -> int:
    await store.create(game, b"")
    count = 0
    while perf_counter() < end:
        await store.append(game, count, RECORD)
        count += 1
    return count


# Whole servers (P7 to P11, tables on one core) -----------------------------------------------


def take_turns(contestants: dict[str, Contestant], tables: int, moves: int) -> dict[str, list[Round]]:
    """Let everybody play a round in turn, again and again."""
    rounds: dict[str, list[Round]] = {name: [] for name in contestants}
    for _ in in_rounds(ROUNDS, f"{tables} tables, round"):
        for name, playing in contestants.items():
            rounds[name].append(playing.play(tables, moves))
    return rounds


def warm_up(playing: Contestant) -> None:
    """Play until compilers that work while a program runs have done their work."""
    for _ in in_rounds(WARMING_ROUNDS, "warming up,"):
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


def kb_per_table(playing: Contestant, *more: int) -> float:
    """Measure a fresh server's memory for a table where everybody sits, and nobody moves any more."""
    before = playing.resident_kb()
    playing.hold(IDLE_TABLES, *more)
    return (playing.resident_kb() - before) / IDLE_TABLES


def bench_moves() -> Figures:
    """Let ten tables play as fast as the disk lets them."""
    with ours(ANYWHERE) as server:
        server.play(*TEN_TABLES)
        return beside_the_disk(lambda _: server.play(*TEN_TABLES).moves_per_second)


def bench_silence() -> Figures:
    rounds = [silence() for _ in in_rounds(SILENT_ROUNDS, "silent seats, round")]
    echoes = [echo for _, echo in rounds]
    return report("P11", [kb for kb, _ in rounds], seats=IDLE_TABLES * SEATS, echo_us=medians(echoes))


def silence() -> tuple[float, Times]:
    """Seat a thousand at tables that are already there, and see whether they are still heard."""
    with ours(ANYWHERE) as server:
        server.play(*ONE_TABLE)
        server.seats.ask("open", IDLE_TABLES)
        before = server.resident_kb()
        server.seats.ask("sit", IDLE_TABLES)
        kb = (server.resident_kb() - before) / (IDLE_TABLES * SEATS)
        return kb, Times(**server.seats.ask("echo", ECHOES))


def bench_crowd() -> Figures:
    """Find how many tables one core holds, and how much memory each needs, its connections included."""
    with ours(APART) as server:
        server.play(*TEN_TABLES)
        tables = tables_in_time(server)
    with ours(ANYWHERE) as server:
        begun = kb_per_table(server)
    with ours(ANYWHERE) as server:
        played = kb_per_table(server, MID_GAME)
    return {
        "tables_on_a_core": tables,
        "seats_on_a_core": tables * SEATS,
        "kb_per_table": round(begun, 1),
        "kb_per_table_in_mid_game": round(played, 1),
    }


def bench_database() -> Figures:
    """Play on a file and on a database in turn; tell what it adds to a move and how many tables it holds."""
    with postgres() as database, ExitStack() as stack:
        playing = {
            "file": stack.enter_context(ours(ANYWHERE)),
            "database": stack.enter_context(node(ANYWHERE, database.new_database("moves"), "one")),
        }
        one, ten = (take_turns(playing, *size) for size in (ONE_TABLE, TEN_TABLES))
    with postgres() as database, node(APART, database.new_database("crowd"), "one") as server:
        server.play(*TEN_TABLES)
        tables = tables_in_time(server)
    return {
        "ms added to a move": round(median(added(one, "all_p50")), 2),
        "a move, database / file": round(median(compared(one, "all_p50")), 2),
        "moves a second at ten tables, database / file": round(median(compared(ten, "moves_per_second")), 2),
        "one_table": {name: medians(rounds) for name, rounds in one.items()},
        "ten_tables": {name: medians(rounds) for name, rounds in ten.items()},
        "tables_on_a_core": tables,
        "seats_on_a_core": tables * SEATS,
    }


def added(rounds: dict[str, list[Round]], what: str) -> list[float]:
    pairs = zip(rounds["database"], rounds["file"], strict=True)
    return [getattr(one, what) - getattr(other, what) for one, other in pairs]


def compared(rounds: dict[str, list[Round]], what: str) -> list[float]:
    pairs = zip(rounds["database"], rounds["file"], strict=True)
    return [getattr(one, what) / getattr(other, what) for one, other in pairs]


def bench_nodes() -> Figures:
    """Let one, two and three nodes of a site play side by side, as far as the cores of this machine go."""
    rounds: dict[int, list[float]] = {number: [] for number in (1, 2, 3)}
    with postgres() as database, ExitStack() as stack:
        store = database.new_database("nodes")
        nodes = [stack.enter_context(node(ANYWHERE, store, f"node{number}")) for number in rounds]
        threads = stack.enter_context(ThreadPoolExecutor(len(nodes)))
        for _ in in_rounds(ROUNDS, "nodes side by side, round"):
            for number, speeds in rounds.items():
                played = threads.map(lambda one: one.play(*TEN_TABLES), nodes[:number])
                speeds.append(sum(one.moves_per_second for one in played))
    alone = rounds[1]
    return {
        "moves a second": {number: round(median(speeds)) for number, speeds in rounds.items()},
        "as much as one": {
            number: round(median(many / one for many, one in zip(speeds, alone, strict=True)), 2)
            for number, speeds in rounds.items()
        },
    }


def bench_peer() -> Figures:
    """Play against boardgame.io: all in turn, our server as it is and in three other ways."""
    install_uvloop()
    with ExitStack() as stack:
        start = stack.enter_context
        playing = {name: start(ours(ANYWHERE, *options)) for name, options in WAYS.items()}
        playing["boardgame.io"] = start(boardgame_io(ANYWHERE))
        for contestant in playing.values():
            warm_up(contestant)
        one, ten = (take_turns(playing, *size) for size in (ONE_TABLE, TEN_TABLES))
    return {
        "P7": against_peer("P7", one, "all_p50", "whole", "uvloop"),
        "P8": against_peer("P8", one, "all_p50", "bare", "bare uvloop"),
        "P9": against_peer("P9", ten, "moves_per_second", "whole", "uvloop"),
        "one_table": {name: medians(rounds) for name, rounds in one.items()},
        "ten_tables": {name: medians(rounds) for name, rounds in ten.items()},
    }


def against_peer(goal: str, rounds: dict[str, list[Round]], what: str, way: str, quicker: str) -> Figures:
    """Compare one figure with the peer's in the same round: as we are, and with another event loop."""

    def ratios(name: str) -> list[float]:
        pairs = zip(rounds[name], rounds["boardgame.io"], strict=True)
        return [getattr(mine, what) / getattr(theirs, what) for mine, theirs in pairs]

    return report(goal, ratios(way), with_uvloop=round(median(ratios(quicker)), 4))


def bench_peer_crowd() -> Figures:
    with boardgame_io(APART) as peer:
        warm_up(peer)
        tables = tables_in_time(peer)
    with boardgame_io(ANYWHERE) as peer:
        kb = kb_per_table(peer)
    return {"tables_on_a_core": tables, "kb_per_table": round(kb, 1)}


# The runs ------------------------------------------------------------------------------------


def medians(rounds: list[Times] | list[Round]) -> dict[str, float]:
    columns = zip(rounds[0]._fields, zip(*rounds, strict=True), strict=True)
    return {name: round(median(values), 2) for name, values in columns}


CLOCK = perf_counter  # waiting for a core is slow, too


def benches(args: Namespace) -> dict[str, Bench]:
    PEERS.mkdir(exist_ok=True)
    peers: dict[str, Bench] = {"P7 to P9": bench_peer, "crowd of boardgame.io": bench_peer_crowd}
    return {
        "P6": bench_ping,
        "P10": bench_moves,
        "P10 store": bench_store,
        "P11": bench_silence,
        "P14": partial(decoding, SHORT),
        "P14 long": partial(decoding, LONG),
        "crowd": bench_crowd,
        "database": bench_database,
        "nodes": bench_nodes,
        **(peers if args.peers else {}),
    }
