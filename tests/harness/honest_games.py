"""Honest games to lie about: between them a seat is told of nearly everything that can happen at a table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from client.cli.record import text_until
from client.seat.bot_player import BotPlayer
from client.seat.connection import RefusedError
from client.seat.news import Person
from client.seat.player import Player
from core.kinds import Seat
from protocol.entries import Access, Began, Closed, Owned, SatDown, forked
from protocol.identity import Identity
from protocol.pace import Absence, Terms
from protocol.parties import ENTROPY_MS
from protocol.round_records import Committed
from tests.harness.logs import HOST, Entries, identity, log_named, read
from tests.harness.loopback import WIDE, admit
from tests.harness.record_logs import NAMES, Record, Scene, be_away_for_a_while
from tests.harness.recorded_players import Actor, Guest, change_mind, give, plead, promise, talk
from tests.waiting import let_pass, until

AWAY, BOT = 1, 3
NEWCOMER: Final = 40
VOTE: Final = Terms(grace=1, absence=Absence.VOTE)
REPLACED: Final = Terms(grace=1, absence=Absence.BOT)
RECORDED: Final = {"rising_sun": ("two_cheats",)}
"""In these somebody complains about a share."""


class Played(NamedTuple):
    """A finished game, and the host that knows how to sign."""

    entries: Entries
    host: Identity

    @property
    def people(self) -> list[Seat]:
        """Name the seats that somebody took with their own machine."""
        sat = [stamp.entry for stamp in self.entries if isinstance(stamp.entry, SatDown)]
        return sorted({entry.seat for entry in sat if not entry.is_bot})


def games_of(game: str) -> list[Played]:
    """Play at a quiet table, at a restless one, from the middle of the first, and not at all; add records."""
    recorded = [Played(read(log_named(name))[1], HOST) for name in RECORDED.get(game, ())]
    quiet = play(game)
    return [quiet, play_restlessly(game), play_from(quiet, game), close_before(game), *recorded]


def recording(record: Record) -> Played:
    with TemporaryDirectory() as folder:
        return Played(read(asyncio.run(record.log(Path(folder))))[1], HOST)


# A quiet table -----------------------------------------------------------------------------------


def play(game: str) -> Played:
    """Play a game in which people talk, whisper, deal, give, and change their minds."""
    return recording(Record([Actor] * 3, all_kinds_of_things, game=game))


async def all_kinds_of_things(scene: Scene) -> None:
    """Ask the others to take something back only where no card may have to be turned over first."""
    first, *others = scene.guests
    has_cards = scene.table.game.rules.turning is not None
    first.wants = [change_mind, talk, promise, give, change_mind, *([] if has_cards else [plead])]
    for guest in others:
        guest.waits_for = first
    await scene.play()


# A restless one ----------------------------------------------------------------------------------


def play_restlessly(game: str) -> Played:
    """Play at a club table: one brings no chance at first, is voted away later and comes back.

    A bot makes room for a newcomer.
    """
    owned = Owned(identity(0).public.raw, Access.ALL)
    return recording(Record([Actor] * 3, come_and_go, VOTE, bots=1, game=game, opening=(owned,)))


async def come_and_go(scene: Scene) -> None:
    person = Person(identity(NEWCOMER), "Newcomer")
    await sit_down_once_more(scene)
    await bring_no_chance(scene)
    playing = [asyncio.ensure_future(guest.play_on()) for guest in scene.guests]
    await until(lambda: scene.table.has_begun)
    await elect(scene, person)
    with suppress(RefusedError):  # the bot may be about to act
        await playing.pop(BOT)
    successor = BotPlayer(scene.open_table.invite_to_watch(), admit, person, "random", Random(9), WIDE)
    await successor.sit_down()
    away = asyncio.ensure_future(be_away_for_a_while(scene, AWAY))
    await asyncio.gather(*playing, successor.play_on())
    await away
    await scene.open_table.runner.settled.wait()


async def sit_down_once_more(scene: Scene) -> None:
    """Let one stand up before the game, and take the same seat again."""
    old = scene.guests[AWAY]
    await old.actor.stand_up()
    await old.actor.leave()
    person = Person(identity(AWAY), NAMES[AWAY], seat=AWAY)
    scene.guests[AWAY] = Guest(Actor, scene.open_table.invite_to_watch(), person, AWAY)
    await scene.guests[AWAY].sit_down()


async def bring_no_chance(scene: Scene) -> None:
    """Let one keep chance back for so long that the round before the game is void."""
    late, people = scene.actors[AWAY], scene.actors[:BOT]
    late.keeps_back = {Committed}
    await asyncio.gather(*(actor.ready() for actor in people))
    await until(lambda: scene.table.round is not None and scene.table.round.missing_people() == (AWAY,))
    let_pass(ENTROPY_MS / 1000 + 1)
    await until(lambda: scene.table.last_round is not None)
    late.give_in()


async def elect(scene: Scene, person: Person) -> None:
    """Have a spectator take over the bot's seat."""
    watching = person._replace(is_watching=True)
    newcomer = await scene.open_table.seat(watching, Player)
    await newcomer.apply(BOT)
    for actor in scene.actors[:BOT]:
        with suppress(RefusedError):  # most have already agreed
            await actor.elect(BOT, person.identity.public.raw, agrees=True)
    await newcomer.gone
    await newcomer.leave()


# One that is closed ------------------------------------------------------------------------------


def close_before(game: str) -> Played:
    """Have people sit down and talk at a club table that is closed before they begin."""
    owned = Owned(identity(0).public.raw, Access.ALL)
    return recording(Record([Actor] * 3, sit_and_go, game=game, opening=(owned,)))


async def sit_and_go(scene: Scene) -> None:
    await until(lambda: len(scene.table.keys) == len(scene.table.talk_keys) == len(scene.guests))
    for actor in scene.actors:
        await actor.say("Another time?")
    await scene.open_table.runner.submit(Closed())
    await asyncio.gather(*(actor.leave() for actor in scene.actors))


# One that goes on from another -------------------------------------------------------------------


def play_from(played: Played, game: str) -> Played:
    """Play on from a moment of a game."""
    began = next(n for n, stamp in enumerate(played.entries) if isinstance(stamp.entry, Began))
    record = forked(text_until(played.entries, began + 1))
    return recording(Record([Actor] * 3, be_replaced, REPLACED, game=game, opening=(record,)))


async def be_replaced(scene: Scene) -> None:
    """Let one be away for so long that a bot plays, and come back."""
    away = asyncio.ensure_future(be_away_for_a_while(scene, AWAY))
    await scene.play()
    await away
