"""Measure what sealed rounds and checking a log cost, beside a plain decision and a replay in the same run.

Five people and their server share one process and one core, over TLS on loopback. The round is the one
before a game: all five seal, confirm and open. A plain decision is one answer until all have heard of it.
"""

from __future__ import annotations

import asyncio
import json
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from client.bot_player import BotPlayer
from client.cli.inspection import Verdict, inspect
from client.cli.log import put_in_place
from client.cli.past import entries_in, relive
from client.mirror import Heard
from client.player import News, Person, Player
from protocol.entries import Began, Chose, Stamped
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.logfile import Title
from protocol.pace import Terms
from protocol.round_records import Outcome, RoundOpened, RoundSet
from scripts.measuring import calibrate, report
from server.house import House, open_house
from server.store import Store

SEATS = ("koi", "lotus", "turtle", "dragonfly", "bonsai")
TABLES = 15
QUICK = Limits(request_rate=1e6, request_burst=10**6, identity_request_rate=1e6, games_per_identity=10**6)
MS = 1000.0


class Watch:
    """When all five had heard of each kind of thing last, by the wall and by the processor."""

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
        while len(self.heard.get(kind, ())) < len(SEATS):
            self.news.clear()
            await self.news.wait()


async def one_table(house: House) -> dict[str, float]:
    """Begin a game and make one plain decision in it."""
    watch = Watch()
    steward = await house.lobby.open("rising_sun", SEATS, {}, Terms())
    players = []
    for number, _ in enumerate(SEATS):
        invitation = house.invitation("127.0.0.1", steward.name, await house.lobby.invite(steward))
        person = Person(Identity.make(), f"Player {number}", seat=number)
        players.append(Player(invitation, person, lambda _: None, watch.hear, QUICK))
        await players[-1].sit_down()
    await asyncio.gather(*(player.ready() for player in players))
    await watch.all_have(Began)
    began = perf_counter()
    await players[0].choose("ready")
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
    async with open_house(folder, "127.0.0.1", 0, QUICK) as house:
        return [await one_table(house) for _ in range(TABLES)]


# Checking a log ----------------------------------------------------------------------------------


async def whole_game(folder: Path) -> Path:
    async with open_house(folder, "127.0.0.1", 0, QUICK) as house:
        steward = await house.lobby.open("rising_sun", SEATS, {}, Terms())
        players = []
        for number, _ in enumerate(SEATS):
            invitation = house.invitation("127.0.0.1", steward.name, await house.lobby.invite(steward))
            person = Person(Identity.make(), f"Player {number}")
            dice = Random(number)
            players.append(BotPlayer(invitation, lambda _: None, person, "greedy", dice, QUICK))
            await players[-1].sit_down()
        await asyncio.gather(*(player.play_on() for player in players))
        await asyncio.wait_for(steward.empty.wait(), 5)
    async with aclosing(Store.open(folder / "tables.sqlite")) as store:
        (game,) = await store.games()
        title = Title(game.id, "rising_sun", game.created_ms)
        put_in_place(folder / "game.log", title, await store.entries(steward.name))
    return folder / "game.log"


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


def checking(path: Path) -> dict[str, Any]:
    entries = entries_in(path)[1]
    assert inspect(path).verdict is Verdict.FAIR
    ratios, budget = [], signatures_in(entries) / 1000
    for _ in range(5):
        replayed = seconds(lambda: [moment.seq for moment in relive(entries_in(path)[1])])
        ratios.append(seconds(lambda: inspect(path)) / (1.5 * replayed + budget))
    return report("S4", ratios, entries=len(entries), signatures=signatures_in(entries))


def main() -> None:
    ArgumentParser(description=__doc__).parse_args()
    machine = calibrate()
    with TemporaryDirectory() as folder:
        runs = asyncio.run(rounds(Path(folder) / "rounds"))[1:]  # the first one warms up
        path = asyncio.run(whole_game(Path(folder) / "game"))
        plain = [run["plain decision"] for run in runs]
        results = {
            "S1": report("S1", [run["cpu"] for run in runs]),
            "S2": report("S2", [run["open to all committed"] for run in runs]),
            "S3": report("S3", [run["set to outcome"] for run in runs]),
            "S4": checking(path),
            "a round / a plain decision": [
                round((run["open to all committed"] + run["set to outcome"]) / run["plain decision"], 2)
                for run in runs
            ],
            "a plain decision, ms": [round(each, 2) for each in plain],
        }
    print(json.dumps({"machine": machine, **results}, indent=2))


if __name__ == "__main__":
    main()
