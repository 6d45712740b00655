"""A siege: servers are killed and connections cut while bots play, and still nothing is lost or doubled.

In the end what each bot was told, and what was acknowledged to it, is compared with the journal.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections import Counter
from contextlib import AsyncExitStack, aclosing, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from client.seat.connection import LostError
from protocol.tls import TlsError
from tests.harness.campaign import Campaign, add_arguments, setups
from tests.harness.gates import Cut, open_gate, through
from tests.harness.killed_server import STEPS, Death, KillableServer
from tests.harness.loopback import a_server, new_table
from tests.harness.nothing_lost import Lost, RememberingBot, check_by_journal, impatient, remembering_bots
from tests.waiting import patience

MANY = 30
MINED = 0.5


async def play_through_kills(data: Path, players: int, seed: int, kills: int) -> Counter[str]:
    """Kill a server while a game is played."""
    dice, counts = Random(seed), Counter(kills=0)
    async with aclosing(KillableServer(data, players)) as server:
        await server.start()
        bots = remembering_bots(server.invitations, seed)
        await asyncio.gather(*(bot.sit_down() for bot in bots))
        games = asyncio.gather(*(bot.play_on() for bot in bots))
        while counts.total() < kills and not games.done():
            await server.kill()
            death = Death(dice.randint(1, 25), dice.choice(STEPS)) if dice.random() < MINED else None
            await server.start(death)
            killed: asyncio.Future[Any] = asyncio.ensure_future(server.killed())
            hearing = asyncio.ensure_future(bots[0].hear_more(dice.randint(1, 25)))
            waits = [games, killed, hearing] if death is None else [games, killed]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            counts["kills" if death is None else "mines"] += 1
            killed.cancel()
            hearing.cancel()
        if not server.is_running:
            await server.start()
        await games
    await finish(data, bots, counts)
    return counts


async def play_through_cuts(data: Path, players: int, seed: int, cuts: int) -> Counter[str]:
    """Cut the connections of all players while a game is played."""
    dice, counts = Random(seed), Counter(cuts=0)

    def next_cut() -> Cut | None:
        if sum(gate.cuts for gate in gates) >= cuts:
            return None
        return Cut(dice.randint(1, 45), dice.choice((0.0, 0.5, 1.0)))

    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(a_server(data))
        table = await new_table(server, players)
        gates = [await stack.enter_async_context(open_gate(server.port, next_cut)) for _ in range(players)]
        ways = [through(gate.port, way) for gate, way in zip(gates, table.invitations, strict=True)]
        bots = remembering_bots(ways, seed)
        await asyncio.gather(*(persevere(bot) for bot in bots))
        await asyncio.gather(*(bot.play_on() for bot in bots))
        counts["cuts"] = sum(gate.cuts for gate in gates)
    await finish(data, bots, counts)
    return counts


async def persevere(bot: RememberingBot) -> None:
    """Sit down, however often that is cut off."""
    while True:
        with suppress(TlsError, LostError):
            await bot.sit_down()
            return


async def finish(data: Path, bots: list[RememberingBot], counts: Counter[str]) -> None:
    table = await check_by_journal(data, bots[0].player.mirror.info.table, bots)
    if not table.is_over:
        raise Lost("the game did not end")
    told = sum(len(bot.player.mirror.story) for bot in bots)
    counts.update(rounds=table.rounds, entries=table.seq, told=told)


CAMPAIGNS = {"kills": play_through_kills, "cuts": play_through_cuts}


async def attempt(campaign: str, players: int, seed: int, blows: int = MANY) -> Counter[str]:
    """Play one game of a campaign, with at most this many blows."""
    with tempfile.TemporaryDirectory() as folder, impatient():
        async with patience():
            return await CAMPAIGNS[campaign](Path(folder, "data"), players, seed, blows)


async def siege(args: Namespace) -> int:
    campaign = Campaign()
    for seed, players in setups(args):
        for name in CAMPAIGNS:
            command = f"{name}: scripts/siege --seed {seed} --players {players} --games 1"
            await campaign.play(command, partial(attempt, name, players, seed))
    return campaign.end()


def main() -> int:
    parser = ArgumentParser(description="Kill servers and cut connections while bots play.")
    add_arguments(parser, 10, "so many with kills, and so many with cuts")
    return asyncio.run(siege(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
