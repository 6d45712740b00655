"""All seats of our server's tables in one process: our_seats.py PORT DESK HOST SPKI [--bare] [--uvloop].

It answers the commands of contestants.py, `hold TABLES MOVES`, which leaves tables where they are after that
many moves, and three more:

    open TABLES   have TABLES tables ready, at which nobody sits yet
    sit TABLES    seat everybody at TABLES tables, which do not begin
    echo COUNT    ping COUNT of those who sit there, at random

Only moves that everybody sees are measured: sealed rounds are played in between, and neither they nor their
time count.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

from core.decisions import Allocate
from core.wire import Question
from protocol.identity import PublicKey
from protocol.messages import Join, SetReady, Sync
from protocol.tls import Peer, client_context
from protocol.tls_pipe import TlsPipe
from tests.harness.bench.floors import times
from tests.harness.bench.measuring import run
from tests.harness.bench.seats import Clerk, Game, Seat, Server, dice, line_of, question_to
from tests.harness.hearing import Hearing
from tests.harness.loopback import HERE

SHORTEST_GAME = 140
SPARE_GAMES = 1  # that go on while others wait for a sealed round


# Sitting down --------------------------------------------------------------------------------


class Ushers:
    """Bring seats to tables."""

    def __init__(self, server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._server = server
        self._reader = reader
        self._writer = writer
        self._opened: list[tuple[str, list[str]]] = []

    async def open(self, tables: int) -> None:
        """Have at least this many tables ready."""
        self._opened += await self._ask(f"open {max(0, tables - len(self._opened))}")

    async def forget(self) -> None:
        await self._ask("forget")

    async def _ask(self, words: str) -> list[Any]:
        self._writer.write(f"{words}\n".encode())
        answer: list[Any] = json.loads(await self._reader.readline())
        return answer

    async def seated(self) -> list[Seat]:
        """Seat everybody at a table."""
        await self.open(1)
        table, tokens = self._opened.pop()
        return await asyncio.gather(*(self._sit_down(table, bytes.fromhex(token)) for token in tokens))

    async def new_game(self) -> Game:
        """Seat everybody at a table and begin."""
        seats = await self.seated()
        clerk = Clerk(self._server.peer.host, seats)
        await clerk.bring_keys()
        await asyncio.gather(*(seat.request("ready", SetReady(is_ready=True)) for seat in seats))
        game = Game(seats, clerk)
        await game.seal()
        return game

    async def _sit_down(self, table: str, token: bytes) -> Seat:
        seat = await self._connect()
        joined = await seat.request("join", Join(table, f"Player {token.hex()[:8]}", token))
        seat.number, hearing = joined.seat, Hearing(joined.seat, joined.blind)
        items = (await seat.request("sync", Sync(0))).items
        seat.story = [*items, *(seat.story or ())]  # news may have come meanwhile
        hearing.hear(seat.story)
        seat.hearing = hearing
        return seat

    async def _connect(self) -> Seat:
        seat = Seat(self._server)
        outer: asyncio.BaseProtocol = seat
        if not self._server.is_bare:
            outer = TlsPipe(client_context(), seat, server_side=False, handshake_seconds=10)
        await asyncio.get_running_loop().create_connection(lambda: outer, HERE, self._server.port)
        await seat.admitted
        return seat


# Playing -------------------------------------------------------------------------------------


class Taken(NamedTuple):
    """How long moves took, in seconds: until the mover heard of them, and until everybody did."""

    own: list[float]
    all: list[float]


class Closed:
    """A loop without a pause: the next move is made when the slowest seat has heard of the one before.

    A game that waits for a sealed round is put aside, and the next one takes its place.
    """

    def __init__(self, games: list[Game], moves: int, taken: Taken, is_resting: Callable[[], bool]) -> None:
        self.left = moves
        self.waiting: list[Game] = []  # for a sealed round
        self._games = games
        self._taken = taken
        self._is_resting = is_resting
        self._missing = 0
        self._begun = 0.0
        self._mover: Seat | None = None
        self._rest: asyncio.Future[None]
        for seat in (seat for game in games for seat in game.seats):
            seat.on_move = self._heard

    @property
    def has_game(self) -> bool:
        return bool(self._games)

    def play(self) -> asyncio.Future[None]:
        """Make moves until it is time for a rest."""
        self._rest = asyncio.get_running_loop().create_future()
        self._games += self.waiting
        self.waiting.clear()
        self._move()
        return self._rest

    def _move(self) -> None:
        question = self._next_question() if self.left and not self._is_resting() else None
        if question is None:
            self._rest.set_result(None)
            return
        assert self._mover is not None
        line = line_of(question)
        self._missing = len(self._games[-1].seats)
        self.left -= 1
        self._begun = perf_counter()
        self._mover.choose(line)

    def _next_question(self) -> Question | None:
        """Find a game that goes on; nothing is sealed in this one but bids, and all bids are."""
        while self._games:
            self._mover = self._games[-1].mover
            question = question_to(self._mover) if self._mover is not None else None
            if question is not None and not isinstance(question, Allocate):
                return question
            game = self._games.pop()
            if question is not None:
                self.waiting.append(game)
        assert self.waiting, "All games are over too soon."
        return None

    def _heard(self, seat: Seat) -> None:
        elapsed = perf_counter() - self._begun
        if seat is self._mover:
            self._taken.own.append(elapsed)
        self._missing -= 1
        if not self._missing:
            self._taken.all.append(elapsed)
            self._move()


async def play_all(tables: list[list[Game]], moves: int) -> dict[str, float]:
    """Play at all tables, with as many games for each as may be needed.

    When a table has only games left that wait for a sealed round, everything rests and the clock stands still
    until these rounds are played.
    """
    taken, seconds = Taken([], []), 0.0

    def is_resting() -> bool:
        return any(loop.waiting and not loop.has_game for loop in loops)

    loops = [Closed(games, moves, taken, is_resting) for games in tables]
    while any(loop.left for loop in loops):
        begun = perf_counter()
        await asyncio.gather(*[loop.play() for loop in loops])
        seconds += perf_counter() - begun
        for game in [game for loop in loops for game in loop.waiting]:
            await game.seal()
    own, everybody = times(taken.own), times(taken.all)
    return {
        "own_p50": own.p50 / 1000,
        "all_p50": everybody.p50 / 1000,
        "all_p99": everybody.p99 / 1000,
        "moves_per_second": len(taken.all) / seconds,
    }


# Commands ------------------------------------------------------------------------------------


class Commands:
    """What this program can be told to do."""

    def __init__(self, ushers: Ushers) -> None:
        self._ushers = ushers
        self._held: list[Seat] = []

    async def play(self, tables: int, moves: int) -> dict[str, float]:
        games = SPARE_GAMES + 1 + moves // SHORTEST_GAME
        everybody = [[await self._ushers.new_game() for _ in range(games)] for _ in range(tables)]
        seats = [seat for table in everybody for game in table for seat in game.seats]
        figures = await play_all(everybody, moves)
        await asyncio.gather(*(seat.leave() for seat in seats))
        if not self._held:
            await self._ushers.forget()
        return figures

    async def hold(self, tables: int, moves: int = 0) -> dict[str, float]:
        games = [await self._ushers.new_game() for _ in range(tables)]
        self._held += [seat for game in games for seat in game.seats]
        if moves:
            await play_all([[game] for game in games], moves)
        return {"tables": tables}

    async def sit(self, tables: int) -> dict[str, float]:
        for _ in range(tables):
            self._held += await self._ushers.seated()
        return {"tables": tables}

    async def open(self, tables: int) -> dict[str, float]:
        await self._ushers.open(tables)
        return {"tables": tables}

    async def echo(self, count: int) -> dict[str, float]:
        taken = []
        for seat in dice.choices(self._held, k=count):
            begun = perf_counter()
            await seat.request("ping")
            taken.append(perf_counter() - begun)
        return times(taken)._asdict()


def give_up(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    loop.default_exception_handler(context)
    raise SystemExit(1)


async def main(server: Server, desk: int) -> None:
    asyncio.get_running_loop().set_exception_handler(give_up)
    gc.disable()  # players have machines of their own, whose searches for garbage do not add up
    reader, writer = await asyncio.open_connection(HERE, desk, limit=1 << 24)
    commands = Commands(Ushers(server, reader, writer))
    while line := await asyncio.to_thread(sys.stdin.readline):
        verb, *words = line.split()
        print(json.dumps(await getattr(commands, verb)(*map(int, words))), flush=True)
    writer.close()


if __name__ == "__main__":
    parser = ArgumentParser(description="Hold the seats of our server while it is measured.")
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--uvloop", action="store_true")
    parser.add_argument("port", type=int)
    parser.add_argument("desk", type=int)
    parser.add_argument("host", type=bytes.fromhex)
    parser.add_argument("spki", type=bytes.fromhex)
    args = parser.parse_args()
    peer = Peer(PublicKey.load(args.host), args.spki)
    run(main(Server(args.port, peer, args.bare), args.desk), with_uvloop=args.uvloop)
