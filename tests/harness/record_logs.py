"""Play games over loopback and keep their logs in tests/logs: two verifiers have to agree on each of them.

Run this anew when the form of a log changes. The keys of the host and the players are no secrets, so that
tests can sign what a dishonest one would.
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from msgspec.structs import replace

from client.seat.player import Person
from protocol.entries import Chose
from protocol.identity import Identity, save_identity
from protocol.pace import Absence, PerDecision, Terms
from protocol.round_records import Outcome, Turned
from protocol.table.table import Table
from server.server import Server, open_server
from server.tables.runner import TableRunner
from tests.client.played import QUICK, Entries, identity, log_of, read, signed_anew, write
from tests.harness.folders import LOGS
from tests.harness.recorded_players import (
    Actor,
    Changing,
    Complaining,
    Dealing,
    Dropping,
    Guest,
    Sealing,
    Spoiling,
    Waiting,
    change_mind,
    give,
    talk,
)

GAME, SHOGUN = "rising_sun", "shogun"
HOST = Identity.from_secret(bytes([99]) * 32)
NAMES = ("Akiko", "Botan", "Chie", "Daichi", "Emi")
SEATS = {
    GAME: ("koi", "lotus", "turtle", "dragonfly", "bonsai"),
    SHOGUN: ("red", "blue", "yellow"),
}
FIRST_BIDS = 2
"""The number of the first round about bids; in the one before it all bring chance."""
PATIENCE = 120.0


# Tables ------------------------------------------------------------------------------------------


class Scene(NamedTuple):
    """A table and all who sit there."""

    folder: Path
    server: Server
    runner: TableRunner
    guests: list[Guest]

    async def play(self) -> None:
        """Let all play to the end."""
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(guest.play_on() for guest in self.guests))
            await self.runner.settled.wait()

    async def play_until(self, is_far_enough: Callable[[], bool]) -> None:
        """Let all play for a while, and then go."""
        tasks = [asyncio.create_task(guest.play_on()) for guest in self.guests]
        await until(is_far_enough)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until(has_happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            if has_happened():
                return
            await asyncio.sleep(0.005)


@asynccontextmanager
async def table(
    folder: Path,
    kinds: Sequence[type[Actor]],
    terms: Terms | None = None,
    bots: int = 0,
    player: bytes = b"",
    game: str = GAME,
) -> AsyncIterator[Scene]:
    """Have people come to a table, and after them bots."""
    data = folder / "data"
    data.mkdir(mode=0o700)
    save_identity(HOST, data / "host_key")
    async with open_server(data, "127.0.0.1", 0, QUICK, player) as server:
        seats = SEATS[game][: len(kinds) + bots]
        runner = await server.lobby.open(game, seats, {}, terms or Terms(), "the seed of a record")
        scene = Scene(folder, server, runner, [])
        for number, kind in enumerate([*kinds, *[Actor] * bots]):
            invitation = server.invitation("127.0.0.1", runner.name, await server.lobby.invite(runner))
            person = Person(identity(number), NAMES[number], is_bot=number >= len(kinds), seat=number)
            scene.guests.append(Guest(kind, invitation, person, number))
            await scene.guests[-1].sit_down()
        yield scene


# What is recorded --------------------------------------------------------------------------------


async def three_people(folder: Path) -> bytes:
    async with table(folder, [Actor, Changing, Waiting]) as scene:
        scene.guests[0].wants = [change_mind, talk, change_mind, give, change_mind, change_mind]
        await scene.play()
    return await log_of(scene.folder, scene.runner.name)


async def five_people(folder: Path) -> bytes:
    """One drops after sealing a bid, which others open; one is away, so that all vote for a bot."""
    terms = Terms(grace=1, absence=Absence.VOTE)
    async with table(folder, [Actor, Dropping, Actor, Actor, Actor], terms) as scene:
        steps = [be_away_for_a_while(scene, scene.guests[3]), come_back_later(scene, scene.guests[1])]
        tasks = [asyncio.create_task(step) for step in steps]
        await scene.play()
        await asyncio.gather(*tasks)
    return await log_of(scene.folder, scene.runner.name)


async def be_away_for_a_while(scene: Scene, guest: Guest) -> None:
    """Let somebody be away who is asked something, until a bot has answered it."""
    at, seat = scene.runner.table, scene.guests.index(guest)
    await until(lambda: at.round is None and at.prompts.keys() == {seat})
    guest.actor.drop()
    await until(lambda: seat in at.replaced)
    moves = at.moves
    await until(lambda: at.moves > moves)
    guest.actor.may_come.set()


async def come_back_later(scene: Scene, guest: Guest) -> None:
    await until(lambda: guest.actor.has_cheated)
    await until(lambda: scene.runner.table.round is None)
    guest.actor.may_come.set()


async def host_plays(folder: Path) -> bytes:
    async with table(folder, [Actor] * 3, player=identity(0).public.raw) as scene:
        await scene.play()
    return await log_of(scene.folder, scene.runner.name)


async def two_people_two_bots(folder: Path) -> bytes:
    async with table(folder, [Actor] * 2, bots=2) as scene:
        await scene.play()
    return await log_of(scene.folder, scene.runner.name)


async def false_share(folder: Path) -> bytes:
    async with table(folder, [Dealing, Actor, Actor]) as scene:
        await scene.play_until(lambda: is_seen_through(scene))
    return await log_of(scene.folder, scene.runner.name)


async def two_cheats(folder: Path) -> bytes:
    async with table(folder, [Complaining, Sealing, Actor]) as scene:
        await scene.play_until(lambda: is_seen_through(scene))
    return await log_of(scene.folder, scene.runner.name)


def is_seen_through(scene: Scene) -> bool:
    """Say whether what cheats have done is opened, and those have new keys who had to show theirs."""
    table, actors = scene.runner.table, [guest.actor for guest in scene.guests]
    has_all = all(actor.has_cheated for actor in actors if type(actor) is not Actor)
    return has_all and table.round is None and not any(actor.mirror.table.shown_keys for actor in actors)


async def passed_over(folder: Path) -> bytes:
    """Nobody has finished this game; somebody was too slow to bid, and a bot played in their place."""
    terms = Terms(PerDecision(2), grace=1, absence=Absence.BOT)
    async with table(folder, [Actor] * 4, terms) as scene:
        slow = asyncio.create_task(bid_too_late(scene))
        await scene.play_until(slow.done)
        await slow
    return await log_of(scene.folder, scene.runner.name)


async def bid_too_late(scene: Scene) -> None:
    at = scene.runner.table
    await until(lambda: at.rounds >= FIRST_BIDS and at.round is not None and bool(at.round.owing_commits()))
    assert at.round is not None
    slow = scene.guests[at.round.owing_commits()[0]].actor
    slow.drop()
    await until(lambda: at.round is None)
    goal = at.moves + 20
    await until(lambda: at.moves > goal and bool(at.replaced))
    slow.may_come.set()
    await until(lambda: not at.replaced)


async def plans(folder: Path) -> bytes:
    """A season of Shogun; one who has changed a plan is away while some cards of it are turned over."""
    async with table(folder, [Actor, Changing, Waiting], game=SHOGUN) as scene:
        at = scene.runner.table
        away = asyncio.create_task(be_away_while_cards_are_turned(scene, scene.guests[1]))
        await scene.play_until(lambda: at.rounds > FIRST_BIDS and away.done())
        await away
    return await log_of(scene.folder, scene.runner.name, SHOGUN)


async def be_away_while_cards_are_turned(scene: Scene, guest: Guest) -> None:
    at, seat = scene.runner.table, scene.guests.index(guest)
    await until(lambda: len(at.turned) > 1)
    guest.actor.drop()
    await until(lambda: len(by_others(at)) > 1 or seat in at.prompts)
    guest.actor.may_come.set()


def by_others(at: Table) -> list[Turned]:
    return [turned for turned in at.turned.values() if turned.opening is None]


async def no_cards(folder: Path) -> bytes:
    async with table(folder, [Spoiling, Actor, Actor], game=SHOGUN) as scene:
        at = scene.runner.table
        await scene.play_until(lambda: any(seat == 0 for seat, _ in at.turned))
    return await log_of(scene.folder, scene.runner.name, SHOGUN)


RECORDS: dict[str, Callable[[Path], Coroutine[Any, Any, bytes]]] = {
    "three_people": three_people,
    "five_people": five_people,
    "host_plays": host_plays,
    "two_people_two_bots": two_people_two_bots,
    "false_share": false_share,
    "two_cheats": two_cheats,
    "unfinished": passed_over,
    "plans": plans,
    "no_cards": no_cards,
}


# What is made of records -------------------------------------------------------------------------


def swapped_openings(entries: Entries) -> Entries:
    """Let the host say that two have bid what the other did, and sign it."""
    number = [n for n, stamp in enumerate(entries) if isinstance(stamp.entry, Outcome)][1]
    outcome = entries[number].entry
    assert isinstance(outcome, Outcome)
    one, other, *rest = outcome.parts
    parts = replace(one, opening=other.opening, shares=()), replace(other, opening=one.opening, shares=())
    changed = replace(entries[number], entry=replace(outcome, parts=(*parts, *rest)))
    return signed_anew([*entries[:number], changed], HOST)


def another_time(entries: Entries) -> Entries:
    """Let somebody who has no key say that a choice took longer."""
    number = [n for n, stamp in enumerate(entries) if isinstance(stamp.entry, Chose)][9]
    stamp = entries[number]
    changed = replace(stamp, entry=replace(stamp.entry, spent=99_999))
    return [*entries[:number], changed, *entries[number + 1 : number + 9]]


MADE: dict[str, tuple[str, Callable[[Entries], Entries]]] = {
    "lying_host": ("three_people", swapped_openings),
    "changed": ("three_people", another_time),
}


def main() -> None:
    parser = ArgumentParser(description="Record logs as tests.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join([*RECORDS, *MADE])} (all)")
    names = parser.parse_args().names or [*RECORDS, *MADE]
    LOGS.mkdir(exist_ok=True)
    for name in names:
        if name in RECORDS:
            with TemporaryDirectory() as folder:
                log = asyncio.run(RECORDS[name](Path(folder)))
        else:
            source, change = MADE[name]
            title, entries = read((LOGS / f"{source}.log").read_bytes())
            log = write(title, change(entries))
        (LOGS / f"{name}.log").write_bytes(log)
        print(f"{name}: {len(log)} bytes")


if __name__ == "__main__":
    main()
