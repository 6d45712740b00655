"""Somebody new takes over a seat that a bot plays: elected by the players, and proven by the log."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from client.seat.bot_player import BotPlayer
from client.seat.connection import RefusedError
from client.seat.news import Person
from client.seat.player import Player
from protocol.entries import Applied, Elected, Succeeded
from protocol.identity import Identity
from protocol.messages import TableState
from protocol.session import ServerNotice
from tests.harness.logs import identity, log_of
from tests.harness.loopback import WIDE, OpenTable, a_table, admit, guest
from tests.harness.verdicts import found_by_both
from tests.independent.verifier import FAIR
from tests.waiting import patience, until

BOT = 2


class Chooser(BotPlayer):
    """Somebody who chooses at random, and votes as told."""

    @property
    def player(self) -> Player:
        return self._player


async def begun(table: OpenTable, folder: Path) -> list[Chooser]:
    """Let two people and a bot sit down and begin."""
    people = [await table.seat_bot(guest(folder, number), number, Chooser) for number in range(2)]
    bot = Person(identity(5), "A bot", is_bot=True, home=folder / "bot")
    players = [*people, await table.seat_bot(bot, 2, Chooser)]
    for person in people:
        await person.player.ready()
    await until(lambda: all(one.player.mirror.info.state is TableState.RUNNING for one in players))
    return players


async def all_leave(*players: Player) -> None:
    for player in players:
        await player.leave()


async def watching(table: OpenTable, person: Person) -> Player:
    return await table.seat(person._replace(is_watching=True), Player)


def a_newcomer(folder: Path) -> Person:
    return Person(identity(7), "Newcomer", home=folder / "newcomer")


@pytest.mark.parametrize("game", ["rising_sun", "shogun", "ninjato"])
async def test_somebody_elected_plays_to_the_end_and_both_verifiers_are_content(
    tmp_path: Path, game: str
) -> None:
    person = a_newcomer(tmp_path)
    async with a_table(tmp_path / "data", game=game) as table, patience():
        players = await begun(table, tmp_path)
        newcomer = await watching(table, person)
        await newcomer.apply(BOT)
        for each in players[:2]:
            await each.player.elect(BOT, person.identity.public.raw, agrees=True)
        playing = [asyncio.ensure_future(each.play_on()) for each in players]  # a round may be open
        assert "the seat is yours" in await newcomer.gone
        await newcomer.leave()
        with suppress(RefusedError):  # if it was about to do something
            await playing[BOT]
        assert players[BOT].player.alarm is None
        successor = BotPlayer(table.invite_to_watch(), admit, person, "random", Random(9), WIDE)
        await successor.sit_down()
        await asyncio.gather(*playing[:2], successor.play_on())
        await table.runner.settled.wait()
        entries = [stamp.entry for stamp in await table.stamps()]

    kinds = [type(entry) for entry in entries if isinstance(entry, (Applied, Elected, Succeeded))]
    assert kinds == [Applied, Elected, Elected, Succeeded]
    assert found_by_both(await log_of(tmp_path, table.name, game), tmp_path) == (FAIR, None)


class Startled(Player):
    """Somebody who is about to check what is due whenever there is news."""

    def _on_notice(self, notice: ServerNotice) -> None:
        self._stir()
        super()._on_notice(notice)


async def test_who_has_to_make_room_while_busy_takes_it_for_no_lie(tmp_path: Path) -> None:
    person = a_newcomer(tmp_path)
    async with a_table(tmp_path / "data") as table, patience():
        people = [await table.seat(guest(tmp_path, number), Player) for number in range(2)]
        bot = await table.seat(Person(identity(5), "A bot", is_bot=True, home=tmp_path / "bot"), Startled)
        for each in people:
            await each.ready()
        await until(lambda: bot.mirror.info.state is TableState.RUNNING)
        newcomer = await watching(table, person)
        await newcomer.apply(BOT)
        for each in people:
            await each.elect(BOT, person.identity.public.raw, agrees=True)

        assert "elected somebody else" in await bot.gone
        await all_leave(bot, newcomer, *people)
        assert bot.alarm is None


async def test_nobody_has_a_seat_without_the_votes_of_most_people(tmp_path: Path) -> None:
    person = a_newcomer(tmp_path)
    async with a_table(tmp_path / "data") as table, patience():
        players = [each.player for each in await begun(table, tmp_path)]
        newcomer = await watching(table, person)
        with pytest.raises(RefusedError, match="is not free"):
            await newcomer.apply(0)
        await newcomer.apply(BOT)
        key = person.identity.public.raw
        await players[0].elect(BOT, key, agrees=True)
        with pytest.raises(RefusedError, match="Nobody with that key"):
            await players[1].elect(BOT, identity(8).public.raw, agrees=True)
        with pytest.raises(RefusedError, match="Only people"):
            await players[BOT].elect(BOT, key, agrees=True)
        await players[1].elect(BOT, key, agrees=False)
        await players[0].elect(BOT, key, agrees=False)

        assert key in table.runner.table.declined
        assert table.runner.table.sitters[BOT].name == "A bot"
        with pytest.raises(RefusedError, match="have asked for one"):
            await newcomer.apply(BOT)
        await all_leave(*players, newcomer)


async def test_nobody_applies_in_the_name_of_another(tmp_path: Path) -> None:
    async with a_table(tmp_path / "data") as table, patience():
        players = [each.player for each in await begun(table, tmp_path)]
        newcomer = await watching(table, a_newcomer(tmp_path))
        sent = Player._ask  # noqa: SLF001
        forged = Applied(BOT, "Newcomer", Identity.make().public.raw, players[0].mirror.table.keys[0])
        with pytest.raises(RefusedError, match="own seat"):
            await sent(newcomer, "apply", forged)
        unsigned = Applied(BOT, "Newcomer", identity(7).public.raw, players[0].mirror.table.keys[0])
        with pytest.raises(RefusedError, match="not signed"):
            await sent(newcomer, "apply", unsigned)
        with pytest.raises(RefusedError, match="have a seat"):
            await sent(players[0], "apply", unsigned)
        await all_leave(*players, newcomer)
