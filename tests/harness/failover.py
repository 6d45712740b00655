"""A site under attack: nodes are killed, stopped and cut off, and a standby is promoted, while games go on.

Three nodes on a database with two standbys. In the end every log is compared with what the players were told
and what was acknowledged to them, and `verify` has to find it fair. Printed as JSON: what happened, and how
long players had to wait for something, by what was done to the site in the meantime.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from argparse import ArgumentParser, Namespace
from asyncio import sleep
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from msgspec.structs import replace

from client.seat.connection import LostError
from client.seat.news import Connected, Disconnected, News, Person
from core.bots.courtesy import CourteousBot
from core.catalog import game_named, game_names
from protocol.entries import Stamped
from protocol.identity import save_identity
from protocol.invitation import Invitation
from protocol.limits import Limits
from protocol.private_files import make_folder
from protocol.table.table import Table
from protocol.table.verify import Judgement, verify
from protocol.tls import TlsError
from server.store.interface import StoreError
from server.store.postgres import PostgresStore
from server.store.postgres_nodes import drain, list_nodes
from tests.harness.campaign import Campaign
from tests.harness.gates import Gate, open_gate, through
from tests.harness.logs import HOST, stamps_in
from tests.harness.loopback import HERE, WIDE, a_person, admit
from tests.harness.nodes import Node
from tests.harness.nothing_lost import Lost, RememberingBot, RememberingPlayer, check_by_entries
from tests.harness.postgres import USER, free_port
from tests.harness.standbys import Replicas, replicas
from tests.waiting import patience

NAMES = ("one", "two", "three")
PAUSED_SECONDS = 15.0
CUT_SECONDS = 12.0
VANISHED_SECONDS = 25.0
HEADLESS_SECONDS = 3.0  # without a primary
REST_SECONDS = 2.0
BACK_SECONDS = 20.0
NOTICED_SECONDS = 0.5
THINKING_SECONDS = 0.4
A_GAME_SECONDS = 600.0
USUAL = Limits()
HOME_LIMITS = replace(WIDE, silence_time=USUAL.silence_time, ping_interval=USUAL.ping_interval)
PERCENTILES = (50, 90, 99, 100)


# The site --------------------------------------------------------------------------------------------


class Attacked:
    """Three nodes, the database, and what is between them."""

    def __init__(self, databases: Replicas, folder: Path) -> None:
        self.databases = databases
        self.doing = "peace"  # what is being done to the site
        self.struck: str | None = None  # the node that suffers it
        self.waits: dict[str, list[float]] = defaultdict(list)
        self.blows = Counter[str]()
        self._folder = folder
        self.nodes: dict[str, Node] = {}
        self.gates: dict[str, list[Gate]] = {}  # between a node and the databases
        self.doors: dict[str, Gate] = {}  # between players and a node
        self.silent_since: float | None = None  # when a node vanished that players may still be waiting for
        self.store: PostgresStore

    @asynccontextmanager
    async def standing(self) -> AsyncIterator[Attacked]:
        await self.databases.start()
        direct = url_of([server.port for server in self.databases.all.values()])
        async with AsyncExitStack() as stack:
            for name in NAMES:
                await self._add(name, stack)
            self.store = await stack.enter_async_context(aclosing(await PostgresStore.open(direct, "")))
            yield self

    async def _add(self, name: str, stack: AsyncExitStack) -> None:
        data = self._folder / name
        make_folder(data)
        save_identity(HOST, data / "host_key")
        ports = [server.port for server in self.databases.all.values()]
        self.gates[name] = [await stack.enter_async_context(open_gate(port)) for port in ports]
        port = free_port()
        self.doors[name] = await stack.enter_async_context(open_gate(port))
        address = f"{HERE}:{self.doors[name].port}"
        node = Node(data, name, url_of([gate.port for gate in self.gates[name]]), port, address)
        self.nodes[name] = await stack.enter_async_context(aclosing(node))
        await node.start()

    async def open(self, game: str, players: int, dice: Random) -> list[Invitation]:
        """Open a table on a node that is not under attack."""
        while True:
            name = dice.choice(NAMES)
            if name != self.struck and self.doing != "promote":
                with suppress(ConnectionError):  # an attack on it has just begun
                    ways = await self.nodes[name].open(game, players)
                    return [through(self.doors[name].port, way) for way in ways]
            await sleep(0.1)

    async def stamps(self, table: str) -> list[Stamped]:
        while True:
            with suppress(StoreError):
                return stamps_in(await self.store.entries(table))
            await sleep(0.1)

    async def all_alive(self) -> None:
        """Wait until every node is alive again."""
        while True:
            with suppress(StoreError):
                if sum(node.is_alive and not node.is_draining for node in await list_nodes(self.store)) == 3:
                    return
            await sleep(0.2)

    def note_wait(self, seconds: float) -> None:
        if seconds >= NOTICED_SECONDS:
            self.waits[self.doing].append(seconds)

    # What is done to it ----------------------------------------------------------------------

    async def kill(self, node: Node) -> None:
        """Kill a node, and start it again."""
        await node.end(signal.SIGKILL)
        await sleep(1)
        await node.start()

    async def pause(self, node: Node) -> None:
        """Stop a node in whatever it does, and let it go on when others have taken its tables."""
        node.send(signal.SIGSTOP)
        await sleep(PAUSED_SECONDS)
        node.send(signal.SIGCONT)

    async def cut(self, node: Node) -> None:
        """Let a node and its database hear nothing of each other."""
        for gate in self.gates[node.name]:
            gate.fall_silent()
        await sleep(CUT_SECONDS)
        for gate in self.gates[node.name]:
            gate.speak()

    async def vanish(self, node: Node) -> None:
        """Let nobody hear of a node any more, neither its players nor the databases; no connection breaks."""
        gates = [self.doors[node.name], *self.gates[node.name]]
        self.silent_since = monotonic()
        for gate in gates:
            gate.fall_silent()
        await sleep(VANISHED_SECONDS)
        self.silent_since = None
        for gate in gates:
            gate.speak()

    async def promote(self, _: Node) -> None:
        """Kill the primary, and promote a standby."""
        await self.databases.fail_over(HEADLESS_SECONDS)
        await self.databases.rebuild()

    async def update(self, node: Node) -> None:
        """Empty a node, stop it and start it again, as for an update."""
        await drain(self.store, node.name)
        while await self._games_at(node):  # noqa: ASYNC110 (nobody would tell us)
            await sleep(0.1)
        await node.end(signal.SIGTERM)
        await node.start()

    async def _games_at(self, node: Node) -> int:
        return next((one.games for one in await list_nodes(self.store) if one.name == node.name), 0)

    async def storm(self, dice: Random, wanted: Sequence[str]) -> None:
        """Attack the site in one way after the other, forever."""
        blows: dict[str, Callable[[Node], Awaitable[None]]] = {
            "kill": self.kill,
            "pause": self.pause,
            "cut": self.cut,
            "vanish": self.vanish,
            "promote": self.promote,
            "update": self.update,
        }
        kinds = [kind for kind in blows if kind in wanted]
        while True:
            for kind in dice.sample(kinds, len(kinds)):
                await sleep(REST_SECONDS)
                self.struck = dice.choice(NAMES)
                self.doing = kind
                tell(f"{kind} {self.struck}")
                await blows[kind](self.nodes[self.struck])
                await self.all_alive()
                await sleep(REST_SECONDS)
                self.blows[kind] += 1
                self.struck, self.doing = None, "peace"


def url_of(ports: Sequence[int]) -> str:
    return f"postgresql://{USER}@{','.join(f'127.0.0.1:{port}' for port in ports)}/postgres"


def tell(words: str) -> None:
    print(f"{words:60}", end="\r", file=sys.stderr, flush=True)


# Those who play --------------------------------------------------------------------------------------


class TimedPlayer(RememberingPlayer):
    """Notes how long every answer takes, including any new connection."""

    note: Callable[[float], None]

    async def _ask(self, method: str, params: Any) -> None:
        begun = monotonic()
        try:
            await super()._ask(method, params)
        finally:
            self.note(monotonic() - begun)


class TimedBot(RememberingBot):
    """Thinks before it answers, and notes how long it was away."""

    def __init__(self, site: Attacked, invitation: Invitation, person: Person, dice: Random) -> None:
        super().__init__(invitation, person, dice)
        self._player = self.player = TimedPlayer(invitation, person, admit, self._on_news, HOME_LIMITS)
        self.player.note = site.note_wait
        self._site = site
        self._lost = 0.0

    async def _answer_question(self, bot: CourteousBot) -> None:
        if self.player.mirror.prompt is not None:
            await sleep(self._dice.uniform(0, THINKING_SECONDS))
        await super()._answer_question(bot)

    def _on_news(self, news: News) -> None:
        super()._on_news(news)
        if isinstance(news, Disconnected):
            self._lost = self._site.silent_since or monotonic()
        elif isinstance(news, Connected) and self._lost:
            self._site.note_wait(monotonic() - self._lost)


async def sit_down(bot: TimedBot) -> None:
    """Sit down, however often that fails in the middle of an attack."""
    while True:
        with suppress(TlsError, LostError):
            await bot.sit_down()
            return
        await sleep(0.5)


async def play(site: Attacked, game: str, players: int, seed: int) -> Counter[str]:
    """Play one game to its end, and compare its journal with what everybody knows."""
    dice = Random(f"{seed} {game}")
    ways = await site.open(game, players, dice)
    bots = [
        TimedBot(site, way, a_person(n, is_bot=n == players - 1), Random(f"{seed} {n}"))
        for n, way in enumerate(ways)
    ]
    before = site.blows.total()
    async with patience(A_GAME_SECONDS):
        await asyncio.gather(*map(sit_down, bots))
        await asyncio.gather(*(bot.play_on() for bot in bots))
    return judge(await site.stamps(ways[0].game), bots) + Counter(blows_seen=site.blows.total() - before)


def judge(entries: list[Stamped], bots: Sequence[TimedBot]) -> Counter[str]:
    table = check_by_entries(entries, bots)
    if not table.is_over:
        raise Lost(f"the game did not end: {[str(bot.player.gone) for bot in bots]}")
    for bot in bots:
        check_chain(bot, table)
    report = verify(entries)
    if report.judgement is not Judgement.FAIR:
        raise Lost(f"the log is not fair: {report.faults}")
    acknowledged = sum(len(bot.player.acknowledged) for bot in bots)
    return Counter(entries=len(entries), acknowledged=acknowledged, fair=1)


def check_chain(bot: TimedBot, table: Table) -> None:
    """Every link that a client holds, and so has seen signed, must be the one in the journal."""
    ours = bot.player.mirror.table.chain
    for number in range(len(ours)):
        if ours.head_at(number) != table.chain.head_at(number):
            raise Lost(f"seat {bot.player.seat} holds another link {number}: it was signed twice")


# The run ---------------------------------------------------------------------------------------------


def distribution(waits: list[float]) -> dict[str, float]:
    ordered = sorted(waits)
    return {f"p{p}": round(ordered[min(len(ordered) - 1, len(ordered) * p // 100)], 2) for p in PERCENTILES}


async def failover(args: Namespace) -> int:
    campaign = Campaign(args.at_once, args.every)
    with replicas() as databases, TemporaryDirectory() as folder:
        async with Attacked(databases, Path(folder)).standing() as site:
            storm = asyncio.get_running_loop().create_task(site.storm(Random(args.seed), args.blows))
            games = [
                campaign.play(
                    f"scripts/failover --games 1 --seed {seed} --game {game} --players {players}",
                    partial(play, site, game, players, seed),
                )
                for seed, game, players in tables(args)
            ]
            playing = asyncio.gather(*games)
            waits: list[asyncio.Future[Any]] = [playing, storm]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            if storm.done():
                await storm
            storm.cancel()
            await asyncio.wait([storm])
    longest = max((max(waits) for waits in site.waits.values()), default=0.0)
    print(
        json.dumps(
            {
                "blows": dict(site.blows),
                "seconds that players waited": {
                    kind: {"times": len(waits), **distribution(waits)} for kind, waits in site.waits.items()
                },
                "back in time": longest <= BACK_SECONDS,
            },
            indent=2,
        )
    )
    return campaign.end() or int(longest > BACK_SECONDS)


def tables(args: Namespace) -> list[tuple[int, str, int]]:
    """Name the seed, the game and the number of players of each table."""
    games = [args.game] if args.game else game_names()
    found = []
    for number in range(args.games):
        game = games[number % len(games)]
        sizes = game_named(game).players
        found.append((args.seed + number, game, args.players or sizes[number // len(games) % len(sizes)]))
    return found


def main() -> int:
    parser = ArgumentParser(description="Kill, stop and cut off nodes and databases while games go on.")
    parser.add_argument("--games", type=int, default=100, help="how many (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (%(default)s)")
    parser.add_argument("--game", choices=game_names(), help="which game (all in turn)")
    parser.add_argument("--players", type=int, default=0, help="how many at each (all numbers in turn)")
    parser.add_argument("--at-once", type=int, default=6, help="games at the same time (%(default)s)")
    parser.add_argument("--every", type=int, default=5, help="tell after so many games (%(default)s)")
    parser.add_argument(
        "--blows",
        nargs="+",
        default=["kill", "pause", "cut", "vanish", "promote", "update"],
        help="what is done to the site (%(default)s)",
    )
    return asyncio.run(failover(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
