"""A siege: servers are killed and connections cut while bots play, and still nothing is lost or doubled.

A fortress is a server in a process of its own, which can be killed at every step of what it does and comes
back on the same folder and port. A gate stands before a server and cuts what passes through it. In the end
what each bot was told, and what was acknowledged to it, is compared with the journal.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
import traceback
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, aclosing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from client.seat import presence as staying_connected
from client.seat.bot_player import BotPlayer
from client.seat.connection import LostError, RefusedError
from client.seat.mirror import Heard
from client.seat.player import News, Person, Player
from core.records import Viewer
from core.wire import unpack_events
from protocol.entries import AnyEntry, Chose, Deed, Said, SignedOff, Stamped
from protocol.identity import Identity
from protocol.invitation import Invitation
from protocol.messages import Item, TableState
from protocol.round_records import Committed, RoundDeed
from protocol.table.replay import replay
from protocol.table.story import Story
from protocol.table.table import Table
from protocol.tls import TlsError
from server.server import open_server
from server.store.sqlite import SqliteStore
from tests.harness.killed_server import (
    HERE,
    STEPS,
    WIDE,
    Cut,
    Fortress,
    Gate,
    Lost,
    Mine,
    invite,
    new_table,
    through,
)

PATIENCE = 600.0  # seconds for one game, after which it is taken to hang
PAUSE = 0.1
MANY = 30
TALKATIVE = 0.05
MINED = 0.5


# Those who play ------------------------------------------------------------------------------


class Witness(Player):
    """Remembers what the server has acknowledged."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.acknowledged: list[Deed | RoundDeed] = []

    async def _ask(self, method: str, params: Any) -> None:
        await super()._ask(method, params)
        if method == "do":
            self.acknowledged.append(params)


class Defender(BotPlayer):
    """A bot that can be asked afterwards what it knows."""

    def __init__(self, invitation: Invitation, person: Person, dice: Random) -> None:
        super().__init__(invitation, admit, person, "random", dice, WIDE)
        self._player = self.witness = Witness(invitation, person, admit, self._on_news, WIDE)
        self._far_enough = asyncio.Event()
        self._goal = 0

    async def _answer_offers(self) -> None:
        await super()._answer_offers()
        await self._be_ready()
        if self.witness.mirror.view is not None and self._dice.random() < TALKATIVE:
            with suppress(RefusedError):
                await self._talk()

    async def _be_ready(self) -> None:
        """Say it again to a server that has forgotten it, or saw us leave."""
        info = self.witness.mirror.info
        if info.state is TableState.OPEN and not info.seats[self.witness.seat].is_ready:
            await self.witness.ready()

    async def _talk(self) -> None:
        """Say something to all, or whisper it to somebody."""
        others = [
            seat.seat for seat in self.witness.mirror.info.seats if seat.seat != self.witness.mirror.seat
        ]
        to = self._dice.choice([(), (self._dice.choice(others),)])
        await self.witness.say(f"{len(self.witness.acknowledged)} things so far", to)

    async def hear(self, number: int) -> None:
        """Wait until the story has got so far."""
        self._goal = number
        await self._far_enough.wait()

    async def hear_more(self, count: int) -> None:
        self._far_enough.clear()
        await self.hear(len(self.witness.mirror.story) + count)

    def _on_news(self, news: News) -> None:
        super()._on_news(news)
        if isinstance(news, Heard) and 0 < self._goal <= news.number:
            self._far_enough.set()


def admit(_: Any) -> None:
    """Let every host do."""


def defenders(invitations: list[Invitation], seed: object = 0) -> list[Defender]:
    """Make somebody for each seat; all but the last pass for people, so that they hold shares."""
    last = len(invitations) - 1
    people = [
        Person(Identity.make(), f"Bot {number}", is_bot=number == last) for number in range(len(invitations))
    ]
    return [
        Defender(invitation, person, Random(f"{seed} {person.name}"))
        for invitation, person in zip(invitations, people, strict=True)
    ]


@contextmanager
def impatient(pause: float = PAUSE) -> Iterator[None]:
    """Try again soon, however often the connection is lost."""
    with ExitStack() as stack:
        for name in ("FIRST_PAUSE", "LONGEST_PAUSE"):
            stack.enter_context(patch.object(staying_connected, name, pause))
        yield


# What must hold in the end -------------------------------------------------------------------


async def judge(data: Path, name: str, bots: list[Defender]) -> Table:
    """Compare what the bots know with the journal; give the table that the journal makes."""
    async with aclosing(SqliteStore.open(data / "tables.sqlite")) as store:
        entries = [msgspec.msgpack.decode(e.data, type=Stamped) for e in await store.entries(name)]
    opened, *rest = entries
    table = Table(opened)
    story, told = Story(table, Identity.make()), list[dict[Viewer, Item]]()
    told.append(story.record(opened, []))
    for then, update in zip(rest, replay(table, rest), strict=True):
        told.append(story.record(then, update.events))
    for bot in bots:
        check_memory(bot, table, told)
        check_acknowledged(bot, [then.entry for then in rest])
    return table


def check_memory(bot: Defender, table: Table, told: list[dict[Viewer, Item]]) -> None:
    mirror = bot.witness.mirror
    known = [(heard.number, heard.at_ms, heard.entry, heard.events) for heard in mirror.story]
    items = [items[mirror.seat] for items in told if mirror.seat in items]
    expected = [(i.number, i.at_ms, i.entry, unpack_events(mirror.game, i.events)) for i in items]
    unheard = [entry for *_, entry, _ in expected[len(known) :]]
    # Who has left misses what is said and signed after the end.
    is_epilogue = table.is_over and all(isinstance(entry, (Said, SignedOff)) for entry in unheard)
    if known != expected[: len(known)] or (unheard and not is_epilogue):
        raise Lost(f"seat {mirror.seat} was told {len(known)} things, the journal has {len(expected)}")
    if mirror.view != table.view_for(mirror.seat):
        raise Lost(f"seat {mirror.seat} sees another table")
    if [heard.number for heard in mirror.story] != list(range(len(mirror.story))):
        raise Lost(f"the story of seat {mirror.seat} has gaps")


def check_acknowledged(bot: Defender, journal: Sequence[AnyEntry]) -> None:
    """Whatever was done under a number was done once, and as it was acknowledged."""
    seat = bot.witness.mirror.seat
    done = Counter(deed_of(entry) for entry in journal if getattr(entry, "seat", None) == seat)
    del done[UNNUMBERED]
    numbers = Counter((kind, number) for kind, number, _ in done.elements())
    if doubled := [number for number, times in numbers.items() if times > 1]:
        raise Lost(f"seat {seat} did {doubled} twice")
    if lost := set(map(deed_of, bot.witness.acknowledged)) - done.keys() - {UNNUMBERED}:
        raise Lost(f"seat {seat} lost {lost}")


def deed_of(deed: AnyEntry) -> tuple[str, int, Any]:
    """Give what a deed is as its player sends it."""
    if isinstance(deed, Chose):
        return "choice", deed.prompt, deed.line
    if isinstance(deed, Said):
        return f"words to {deed.to}", deed.number, (deed.words, deed.sealed)
    if isinstance(deed, Committed):
        context, _, _, _, commitment, *_ = msgspec.msgpack.decode(deed.commitment)
        return f"seal in {context.hex()[:8]}", 0, commitment
    return UNNUMBERED


UNNUMBERED = ("", 0, None)


# Campaigns -----------------------------------------------------------------------------------


async def besiege(data: Path, players: int, seed: int, kills: int) -> Counter[str]:
    """Kill a server while a game is played."""
    dice, counts = Random(seed), Counter(kills=0)
    async with aclosing(Fortress(data, players)) as fortress:
        await fortress.rise()
        bots = defenders(fortress.invitations, seed)
        await asyncio.gather(*(bot.sit_down() for bot in bots))
        games = asyncio.gather(*(bot.play_on() for bot in bots))
        while counts.total() < kills and not games.done():
            await fortress.kill()
            mine = Mine(dice.randint(1, 25), dice.choice(STEPS)) if dice.random() < MINED else None
            await fortress.rise(mine)
            falling: asyncio.Future[Any] = asyncio.ensure_future(fortress.fall())
            hearing = asyncio.ensure_future(bots[0].hear_more(dice.randint(1, 25)))
            waits = [games, falling, hearing] if mine is None else [games, falling]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            counts["kills" if mine is None else "mines"] += 1
            falling.cancel()
            hearing.cancel()
        if not fortress.is_standing:
            await fortress.rise()
        await games
    await finish(data, bots, counts)
    return counts


async def harass(data: Path, players: int, seed: int, cuts: int) -> Counter[str]:
    """Cut the connections of all players while a game is played."""
    dice, counts = Random(seed), Counter(cuts=0)

    def next_cut() -> Cut | None:
        if sum(gate.cuts for gate in gates) >= cuts:
            return None
        return Cut(dice.randint(1, 45), dice.choice((0.0, 0.5, 1.0)))

    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(open_server(data, HERE, 0, WIDE))
        invitations = await invite(server, await new_table(server.lobby, players))
        gates = [await stack.enter_async_context(aclosing(Gate(server.port, next_cut))) for _ in invitations]
        ports = [await gate.open() for gate in gates]
        bots = defenders(list(map(through, ports, invitations)), seed)
        await asyncio.gather(*(persevere(bot) for bot in bots))
        await asyncio.gather(*(bot.play_on() for bot in bots))
        counts["cuts"] = sum(gate.cuts for gate in gates)
    await finish(data, bots, counts)
    return counts


async def persevere(bot: Defender) -> None:
    """Sit down, however often that is cut off."""
    while True:
        with suppress(TlsError, LostError):
            await bot.sit_down()
            return


async def finish(data: Path, bots: list[Defender], counts: Counter[str]) -> None:
    table = await judge(data, bots[0].witness.mirror.info.table, bots)
    if not table.is_over:
        raise Lost("the game did not end")
    counts.update(
        games=1,
        rounds=table.rounds,
        entries=table.seq,
        told=sum(len(bot.witness.mirror.story) for bot in bots),
    )


CAMPAIGNS = {"kills": besiege, "cuts": harass}


async def attempt(campaign: str, players: int, seed: int, blows: int = MANY) -> Counter[str]:
    """Play one game of a campaign, with at most so many blows."""
    with tempfile.TemporaryDirectory() as folder, impatient():
        async with asyncio.timeout(PATIENCE):
            return await CAMPAIGNS[campaign](Path(folder, "data"), players, seed, blows)


def campaign(args: Namespace) -> int:
    """Play so many games of each kind, and print what happened as JSON."""
    start, counts, failures = time.monotonic(), Counter[str](), list[str]()
    for number in range(args.games):
        for name in CAMPAIGNS:
            seed, players = args.seed + number, args.players or 3 + number % 3
            try:
                counts += asyncio.run(attempt(name, players, seed))
            except Exception:  # noqa: BLE001  whatever goes wrong is what we are looking for
                traceback.print_exc()
                failures.append(f"{name}: scripts/siege --seed {seed} --players {players} --games 1")
    summary = {**counts, "seconds": round(time.monotonic() - start, 1), "failures": failures}
    print(json.dumps(summary, indent=2))
    return 1 if failures else 0


def main() -> int:
    parser = ArgumentParser(description="Kill servers and cut connections while bots play.")
    parser.add_argument("--games", type=int, default=10, help="so many with kills, and so many with cuts")
    parser.add_argument("--players", type=int, default=0, help="default: 3, 4 and 5 in turn")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    return campaign(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
