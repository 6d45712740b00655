"""Measure what sealed rounds and checking a log cost, beside a plain decision and a replay in the same run.

Five people and their server share one process and one core, over TLS on loopback. The round is the one before
a game: all five seal, confirm and open. A plain decision is one answer until everybody has heard of it.
"""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from client.cli.past import entries_in, relive
from client.cli.verify import verify_file
from client.seat.bot_player import BotPlayer
from client.seat.news import Heard, News
from client.seat.player import Player
from protocol.canonical import encode
from protocol.entries import Began, Chose, Stamped
from protocol.header import Message
from protocol.opening import Opener, answer_set, check_commitment, commit, release, seal
from protocol.policy import Occasion, Parties, header_for
from protocol.round import Round
from protocol.round_records import Acked, AnyRecord, Certified, Outcome, RoundOpened, RoundSet
from protocol.sealing import Dealt
from protocol.table.verify import Judgement
from server.server import Server
from tests.harness.bench.measuring import Bench, Figures, report
from tests.harness.logs import log_of
from tests.harness.loopback import a_person, a_server, a_table, new_table
from tests.protocol.round_table import CHAIN, HEAD, HOST, PLAYERS, people

SEATS = 5
TABLES = 15
MS = 1000.0


class Watch:
    """When all five had last heard of each kind of thing, by the wall and by the processor."""

    def __init__(self) -> None:
        self.heard: dict[type, list[float]] = {}
        self.spent: dict[type, list[float]] = {}
        self.news = asyncio.Event()

    def hear(self, news: News) -> None:
        if isinstance(news, Heard):
            self.heard.setdefault(type(news.entry), []).append(perf_counter())
            self.spent.setdefault(type(news.entry), []).append(process_time())
            self.news.set()

    async def all_have(self, kind: type) -> None:
        while len(self.heard.get(kind, ())) < SEATS:
            self.news.clear()
            await self.news.wait()


async def one_table(server: Server) -> dict[str, float]:
    """Begin a game and make one plain decision in it."""
    watch, table = Watch(), await new_table(server, SEATS)
    players = [await table.seat(a_person(seat, seat=seat), Player, watch.hear) for seat in range(SEATS)]
    await asyncio.gather(*(player.ready() for player in players))
    await watch.all_have(Began)
    began = perf_counter()
    await players[0].choose(players[0].mirror.game.choice_of("ready"))
    await watch.all_have(Chose)
    figures = figures_of(watch, began)
    await asyncio.gather(*(player.leave() for player in players))
    return figures


def figures_of(watch: Watch, began: float) -> dict[str, float]:
    heard, spent = watch.heard, watch.spent
    return {
        "cpu": MS * (spent[Outcome][-1] - spent[RoundOpened][0]),
        "open to all committed": MS * (heard[RoundSet][0] - heard[RoundOpened][0]),
        "set to outcome": MS * (heard[Outcome][-1] - heard[RoundSet][0]),
        "plain decision": MS * (heard[Chose][-1] - began),
    }


async def rounds(folder: Path) -> list[dict[str, float]]:
    async with a_server(folder) as server:
        return [await one_table(server) for _ in range(TABLES)]


# The round by itself -----------------------------------------------------------------------------


def bare_round(table: Parties) -> float:
    """Return the milliseconds that a server and five people compute, each for themselves."""
    seats = table.seating.seats
    occasion = Occasion(1, "bid", seats, 256, 0, 0, HEAD)
    started = process_time()
    opened = RoundOpened(encode(header_for(table, occasion)))
    place = opened, table, occasion, CHAIN.anchor, lambda head: 0 if head == HEAD else None
    server, *people = [Round(*place) for _ in range(1 + len(seats))]
    dealt = [seal(people[seat], seat, Message("bid 1 2 3 4", bytes(32))) for seat in seats]
    for seat in seats:
        committed = commit(people[seat], seat, PLAYERS[seat], dealt[seat], 0, HEAD)
        check_commitment(server, HOST, committed)
        tell([server, *people], committed)
    tell([server, *people], RoundSet(()))
    acks = tuple(confirm(people[seat], seat, dealt[seat]) for seat in seats)
    tell([server, *people], Certified(False, acks))
    opener = Opener(server, HOST)
    for seat in seats:
        opener.take(release(people[seat], seat, PLAYERS[seat], dealt[seat], 0))
    outcome = opener.outcome(CHAIN.link(1))
    assert outcome is not None
    tell([server, *people], outcome)
    return MS * (process_time() - started)


def confirm(round_: Round, seat: int, dealt: Dealt) -> Acked:
    ack = answer_set(round_, seat, PLAYERS[seat], dealt, 0, HEAD)
    assert isinstance(ack, Acked)
    round_.vouch(ack)
    return ack


def tell(rounds: list[Round], record: AnyRecord) -> None:
    for round_ in rounds:
        round_.apply(record)


# Checking a log ----------------------------------------------------------------------------------


async def whole_game(folder: Path) -> Path:
    async with a_table(folder / "data", SEATS) as table:
        bots = [await table.seat_bot(a_person(n), n, BotPlayer, "steady") for n in range(SEATS)]
        await table.play(bots)
    path = folder / "game.log"
    path.write_bytes(await log_of(folder, table.name))
    return path


def signatures_in(entries: list[Stamped]) -> int:
    """Count what has to be checked: the host's under every link, and the players' under what they did."""
    signed = [stamp for stamp in entries if stamp.signature]
    own = [stamp for stamp in entries if getattr(stamp.entry, "signature", b"")]
    sworn = [stamp for stamp in entries if hasattr(stamp.entry, "oath") and stamp.entry.oath.signature]
    return len(signed) + len(own) + len(sworn)


def seconds(work: Callable[[], Any]) -> float:
    started = process_time()
    work()
    return process_time() - started


def checking(path: Path) -> Figures:
    entries = entries_in(path)[1]
    assert verify_file(path).judgement is Judgement.FAIR
    ratios, budget = [], signatures_in(entries) / 1000
    for _ in range(5):
        replayed = seconds(lambda: [moment.seq for moment in relive(entries_in(path)[1])])
        ratios.append(seconds(lambda: verify_file(path)) / (1.5 * replayed + budget))
    return report("S4", ratios, entries=len(entries), signatures=signatures_in(entries))


CLOCK = process_time


def benches(_: Namespace) -> dict[str, Bench]:
    """The bare rounds come first, before the heap is full of other things."""
    return {"S1": bench_bare_rounds, "S2 and S3": bench_rounds, "S4": bench_checking}


def bench_bare_rounds() -> Figures:
    return report("S1", [bare_round(people(SEATS)) for _ in range(TABLES)][1:])


def bench_rounds() -> Figures:
    with TemporaryDirectory() as folder:
        runs = asyncio.run(rounds(Path(folder)))[1:]  # the first one warms up
    return {
        "S2": report("S2", [run["open to all committed"] for run in runs]),
        "S3": report("S3", [run["set to outcome"] for run in runs]),
        "CPU of a round with server, TLS and journal, ms": [round(run["cpu"], 1) for run in runs],
        "a round / a plain decision": [
            round((run["open to all committed"] + run["set to outcome"]) / run["plain decision"], 2)
            for run in runs
        ],
        "a plain decision, ms": [round(run["plain decision"], 2) for run in runs],
    }


def bench_checking() -> Figures:
    with TemporaryDirectory() as folder:
        return checking(asyncio.run(whole_game(Path(folder))))
