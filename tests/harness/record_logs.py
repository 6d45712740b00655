"""Play games over loopback and keep their logs in tests/logs, for two verifiers to agree on.

Run this again when the form of a log changes. The keys of host and players are not secret, so tests can sign
what a dishonest one would.
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from msgspec.structs import replace

from client.seat.news import Person
from core.kinds import Seat
from protocol.entries import AnyEntry, Chose
from protocol.identity import Identity, save_identity
from protocol.pace import Absence, PerDecision, Terms
from protocol.round_records import Outcome, Turned
from protocol.table.table import Table
from tests.harness.folders import LOGS
from tests.harness.logs import HOST, Entries, identity, log_named, log_of, read, signed_anew, write
from tests.harness.loopback import GAME, OpenTable, a_table
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
    plead,
    talk,
)
from tests.waiting import until

SHOGUN = "shogun"
NAMES = ("Akiko", "Botan", "Chie", "Daichi", "Emi")
FIRST_BIDS = 2
"""The number of the first round about bids; in the one before it everybody brings chance."""


# Tables ------------------------------------------------------------------------------------------


class Scene(NamedTuple):
    """A table and everybody who sits there."""

    open_table: OpenTable
    guests: list[Guest]

    @property
    def table(self) -> Table:
        return self.open_table.runner.table

    @property
    def actors(self) -> list[Actor]:
        return [guest.actor for guest in self.guests]

    async def play(self) -> None:
        """Let everybody play to the end."""
        await self.open_table.play(self.guests)

    async def play_until(self, is_far_enough: Callable[[], bool]) -> None:
        """Let everybody play for a while, and then go."""
        tasks = [asyncio.create_task(guest.play_on()) for guest in self.guests]
        await until(is_far_enough)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Record(NamedTuple):
    """A game to record: who sits at its table, people first, and what they do."""

    people: Sequence[type[Actor]]
    play: Callable[[Scene], Coroutine[Any, Any, None]] = Scene.play
    terms: Terms | None = None
    bots: int = 0
    host: Identity | None = None  # who plays, too
    game: str = GAME
    opening: tuple[AnyEntry, ...] = ()  # what happens before anybody sits down

    async def log(self, folder: Path) -> bytes:
        data = folder / "data"
        data.mkdir(mode=0o700)
        save_identity(HOST, data / "host_key")
        players, seed = len(self.people) + self.bots, "the seed of a record"
        async with a_table(data, players, self.game, self.terms, self.host, seed) as table:
            scene = Scene(table, [])
            for entry in self.opening:
                await table.runner.submit(entry)
            for number, kind in enumerate([*self.people, *[Actor] * self.bots]):
                is_bot = number >= len(self.people)
                person = Person(identity(number), NAMES[number], is_bot=is_bot, seat=number)
                scene.guests.append(Guest(kind, table.invite(), person, number))
                await scene.guests[-1].sit_down()
            await self.play(scene)
        return await log_of(folder, table.name, self.game)


# What is recorded --------------------------------------------------------------------------------


async def second_thoughts(scene: Scene) -> None:
    first, *others = scene.guests
    first.wants = [change_mind, talk, plead, give, change_mind, plead]
    for guest in others:
        guest.waits_for = first
    await scene.play()


async def two_are_away(scene: Scene) -> None:
    """One drops after sealing a bid, which others open; one is away, so that all vote for a bot."""
    steps = [be_away_for_a_while(scene, 3), come_back_later(scene, scene.actors[1])]
    tasks = [asyncio.create_task(step) for step in steps]
    await scene.play()
    await asyncio.gather(*tasks)


async def be_away_for_a_while(scene: Scene, seat: Seat) -> None:
    """Let somebody who is asked something be away until a bot has answered it."""
    at = scene.table
    await until(lambda: at.round is None and at.prompts.keys() == {seat})
    scene.actors[seat].drop()
    await until(lambda: seat in at.replaced)
    moves = at.moves
    await until(lambda: at.moves > moves)
    scene.actors[seat].come_back()


async def come_back_later(scene: Scene, actor: Actor) -> None:
    await until(lambda: actor.has_cheated)
    await until(lambda: scene.table.round is None)
    actor.come_back()


async def until_seen_through(scene: Scene) -> None:
    await scene.play_until(lambda: is_seen_through(scene))


def is_seen_through(scene: Scene) -> bool:
    """Say whether all cheating has come to light, and everybody who had to show keys has new ones."""
    has_all = all(actor.has_cheated for actor in scene.actors if type(actor) is not Actor)
    is_open = any(actor.mirror.table.shown_keys for actor in scene.actors)
    return has_all and scene.table.round is None and not is_open


async def passed_over(scene: Scene) -> None:
    """Nobody has finished this game; somebody was too slow to bid, and a bot played in their place."""
    slow = asyncio.create_task(bid_too_late(scene))
    await scene.play_until(slow.done)
    await slow


async def bid_too_late(scene: Scene) -> None:
    at = scene.table
    await until(lambda: at.rounds >= FIRST_BIDS and at.round is not None and bool(at.round.owing_commits()))
    assert at.round is not None
    slow = scene.actors[at.round.owing_commits()[0]]
    slow.drop()
    await until(lambda: at.round is None)
    goal = at.moves + 20
    await until(lambda: at.moves > goal and bool(at.replaced))
    slow.come_back()
    await until(lambda: not at.replaced)


async def a_season(scene: Scene) -> None:
    """A season of Shogun; one who has changed a plan is away while some of its cards are turned over."""
    away = asyncio.create_task(be_away_while_cards_are_turned(scene, 1))
    await scene.play_until(lambda: scene.table.rounds > FIRST_BIDS and away.done())
    await away


async def be_away_while_cards_are_turned(scene: Scene, seat: Seat) -> None:
    at = scene.table
    await until(lambda: len(at.turned) > 1)
    scene.actors[seat].drop()
    await until(lambda: len(by_others(at)) > 1 or seat in at.prompts)
    scene.actors[seat].come_back()


def by_others(at: Table) -> list[Turned]:
    return [turned for turned in at.turned.values() if turned.opening is None]


async def until_no_card_is_found(scene: Scene) -> None:
    await scene.play_until(lambda: any(seat == 0 for seat, _ in scene.table.turned))


VOTE, TOO_SLOW = Terms(grace=1, absence=Absence.VOTE), Terms(PerDecision(2), grace=1, absence=Absence.BOT)
RECORDS = {
    "three_people": Record([Actor, Changing, Waiting], second_thoughts),
    "five_people": Record([Actor, Dropping, Actor, Actor, Actor], two_are_away, VOTE),
    "host_plays": Record([Actor] * 3, host=identity(0)),
    "two_people_two_bots": Record([Actor] * 2, bots=2),
    "false_share": Record([Dealing, Actor, Actor], until_seen_through),
    "two_cheats": Record([Complaining, Sealing, Actor], until_seen_through),
    "unfinished": Record([Actor] * 4, passed_over, TOO_SLOW),
    "plans": Record([Actor, Changing, Waiting], a_season, game=SHOGUN),
    "no_cards": Record([Spoiling, Actor, Actor], until_no_card_is_found, game=SHOGUN),
}


# What is made of records -------------------------------------------------------------------------


def swapped_openings(entries: Entries) -> Entries:
    """Let the host claim that two players made each other's bids, and sign it."""
    opened = [(n, stamp.entry) for n, stamp in enumerate(entries) if isinstance(stamp.entry, Outcome)]
    number, outcome = next(
        found for found in opened[1:] if len(found[1].parts) > 1 and found[1].parts[1].opening
    )
    one, other, *rest = outcome.parts
    swapped = replace(other, seat=one.seat), replace(one, seat=other.seat)
    changed = replace(entries[number], entry=replace(outcome, parts=(*swapped, *rest)))
    return signed_anew([*entries[:number], changed])


def another_time(entries: Entries) -> Entries:
    """Let somebody without a key claim that a choice took longer."""
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
                log = asyncio.run(RECORDS[name].log(Path(folder)))
        else:
            source, change = MADE[name]
            title, entries = read(log_named(source))
            log = write(title, change(entries))
        (LOGS / f"{name}.log").write_bytes(log)
        print(f"{name}: {len(log)} bytes")


if __name__ == "__main__":
    main()
