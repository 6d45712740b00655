"""The life of a talk key: made for one game, kept through crashes, another one elsewhere, gone at the end.

Run as a module, this is a client that is killed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from unittest.mock import patch

from client.seat.bot_player import BotPlayer
from client.seat.news import Person
from client.seat.player import Player
from client.seat.vault import vault_folder
from core.kinds import Seat
from protocol.entries import Revealed, Said, TalkKeyed
from protocol.identity import save_identity
from protocol.invitation import Invitation
from protocol.messages import TableState
from protocol.table.people import talk_room
from protocol.table.replay import happen
from protocol.table.table import Table
from protocol.table.verify import Judgement, verify
from protocol.talk import TalkKey, TalkPlace, open_words
from tests.harness.folders import ROOT
from tests.harness.logs import Entries, identity
from tests.harness.loopback import WIDE, OpenTable, a_table, admit, guest, ignore
from tests.waiting import until

KOI, LOTUS = range(2)
WORDS = "Tomorrow we both stay out of Kansai."
LOST = "[said before you came to this machine, or in a game that is over]"


class Talkers:
    """A table, and players at it who keep things."""

    def __init__(self, table: OpenTable, folder: Path, stack: AsyncExitStack) -> None:
        self.table = table
        self._folder = folder
        self._stack = stack

    async def bring(self, number: int, home: Path | None = None) -> Player:
        """Let somebody sit down, on their own machine or on another."""
        person = guest(self._folder, number)._replace(seat=number)
        player = await self.table.seat(person._replace(home=home or person.home), Player)
        self._stack.push_async_callback(player.leave)
        return player

    def key_file(self, number: int) -> Path:
        home = guest(self._folder, number).home
        opened = self.table.runner.table.opened
        assert home is not None
        return vault_folder(home, self.table.runner.table.host, opened.game_id) / "talk"

    async def can_talk(self, *players: Player) -> None:
        """Wait until these know each other's current talk keys."""
        keys = {player.seat: player.mirror.talk_key.public for player in players}
        await until(lambda: all(keys.items() <= each.mirror.table.talk_keys.items() for each in players))


@asynccontextmanager
async def talkers(folder: Path) -> AsyncIterator[Talkers]:
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(a_table(folder / "data"))
        yield Talkers(table, folder, stack)


def words_of(player: Player) -> list[str]:
    return [heard.words for heard in player.mirror.story if heard.words]


# While a game lasts ----------------------------------------------------------------------------------


async def test_every_game_has_another_key_which_only_its_player_keeps(tmp_path: Path) -> None:
    seen = set()
    for name in ("one", "two"):
        async with talkers(tmp_path / name) as at:
            koi = await at.bring(KOI)
            await at.can_talk(koi)
            seen.add(koi.mirror.talk_key.public)

            assert at.key_file(KOI).stat().st_mode & 0o777 == 0o600
            assert koi.mirror.talk_key.secret in at.key_file(KOI).read_bytes()
    assert len(seen) == 2


async def test_who_goes_on_with_another_machine_talks_both_ways_and_knows_what_is_lost(
    tmp_path: Path,
) -> None:
    async with talkers(tmp_path) as at:
        koi, lotus = await at.bring(KOI), await at.bring(LOTUS)
        await at.can_talk(koi, lotus)
        await koi.say("before", (LOTUS,))
        await until(lambda: words_of(lotus) == ["before"])

        elsewhere = await at.bring(LOTUS, tmp_path / "laptop")
        await at.can_talk(koi, elsewhere)
        await koi.say("to you", (LOTUS,))
        await elsewhere.say("and back", (KOI,))
        await until(lambda: len(words_of(koi)) == len(words_of(elsewhere)) == 3)

        assert words_of(koi) == ["before", "to you", "and back"]
        assert words_of(elsewhere) == [LOST, "to you", "and back"]
        assert [koi.alarm, elsewhere.alarm] == [None, None]

        back = await at.bring(LOTUS)
        await at.can_talk(koi, back)
        await koi.say("again", (LOTUS,))
        await until(lambda: len(words_of(back)) == 4)

        assert words_of(back) == ["before", LOST, LOST, "again"]
        assert back.mirror.talk_key == lotus.mirror.talk_key


async def test_words_that_meet_a_new_key_on_their_way_are_sealed_anew(tmp_path: Path) -> None:
    """Koi has not heard yet that Lotus has another key, when the server already knows it."""
    async with talkers(tmp_path) as at:
        koi, lotus = await at.bring(KOI), await at.bring(LOTUS)
        await at.can_talk(koi, lotus)
        rooms, really = [koi.mirror.room((KOI, LOTUS))], koi.mirror.room
        elsewhere = await at.bring(LOTUS, tmp_path / "laptop")
        await at.can_talk(koi, elsewhere)
        with patch.object(koi.mirror, "room", lambda seats: rooms.pop() if rooms else really(seats)):
            await koi.say(WORDS, (LOTUS,))
        await until(lambda: words_of(elsewhere))

        assert words_of(koi) == words_of(elsewhere) == [WORDS]
        assert not rooms


async def test_a_client_that_was_killed_reads_again_what_was_said_to_it(tmp_path: Path) -> None:
    async with talkers(tmp_path) as at:
        koi = await at.bring(KOI)
        command = ["-m", "tests.client.test_talk_keys", at.table.invite().text(), str(tmp_path)]
        process = await asyncio.create_subprocess_exec(sys.executable, *command, cwd=ROOT, stdout=PIPE)
        assert process.stdout is not None
        assert await process.stdout.readline() == b"here\n"
        await until(lambda: LOTUS in koi.mirror.table.talk_keys)
        await koi.say(WORDS, (LOTUS,))
        assert await process.stdout.readline() == f"{WORDS}\n".encode()
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()
        await koi.say("Are you there?", (LOTUS,))

        lotus = await at.bring(LOTUS)

        assert words_of(lotus) == [WORDS, "Are you there?"]
        assert len([entry for entry in await journal(at) if isinstance(entry, TalkKeyed)]) == 2


async def journal(at: Talkers) -> list[object]:
    return [stamp.entry for stamp in await at.table.stamps()]


# When it is over -------------------------------------------------------------------------------------


class Whisperer(BotPlayer):
    """Plays at random, and has said something in private before."""

    @property
    def player(self) -> Player:
        return self._player


async def play_with_words(at: Talkers, folder: Path) -> list[Whisperer]:
    """Play a game to its end, in which Koi whispers to Lotus; everybody leaves."""
    bots = [await at.table.seat_bot(guest(folder, seat), seat, Whisperer) for seat in range(3)]
    await at.can_talk(*(bot.player for bot in bots))
    await bots[KOI].player.say(WORDS, (LOTUS,))
    await until(lambda: words_of(bots[LOTUS].player) == [WORDS])
    assert at.key_file(LOTUS).exists()
    await at.table.play(bots)
    return bots


async def test_the_key_is_gone_from_the_disk_when_the_game_is_over(tmp_path: Path) -> None:
    async with talkers(tmp_path) as at:
        bots = await play_with_words(at, tmp_path)
        secrets = [bot.player.mirror.talk_key.secret for bot in bots]

        assert not any(at.key_file(seat).exists() for seat in range(3))
    kept = all_bytes_in(tmp_path)
    assert not any(secret in kept for secret in secrets)


async def test_words_of_a_finished_game_open_with_nothing_that_is_left(tmp_path: Path) -> None:
    """Neither the identities nor the host's journal nor anything in the players' homes is a key to them."""
    async with talkers(tmp_path) as at:
        bots = await play_with_words(at, tmp_path)
        entries, known = await at.table.stamps(), bots[LOTUS].player.mirror.talk_key
    homes = [tmp_path / f"home {seat}" for seat in range(3)]
    for seat, home in enumerate(homes):
        save_identity(identity(seat), home / "identity")
    [(place, said)] = private_words(entries, at.table.name)

    assert verify(entries).judgement is Judgement.FAIR
    assert open_words(place, LOTUS, known, said.sealed) == WORDS
    derived = identity(LOTUS).derive("talk-key", place.room.host.raw, at.table.name.encode())
    for secret in {derived, *strings_in(b"".join(map(all_bytes_in, homes)))}:
        assert TalkKey(secret).public not in [member.talk for member in place.room.members]


def private_words(entries: Entries, name: str) -> list[tuple[TalkPlace, Said]]:
    """Find private words in a journal, each with its place: the keys are those of that moment."""
    table, found = Table(entries[0]), []
    for stamp in entries[1:]:
        if isinstance(said := stamp.entry, Said) and said.to:
            room = talk_room(table, name, (said.seat, *said.to))
            found.append((TalkPlace(room, said.seat, said.number), said))
        happen(table, stamp)
    return found


def all_bytes_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def strings_in(data: bytes) -> Iterator[bytes]:
    """Return whatever 32 bytes could be a key."""
    return (data[at : at + 32] for at in range(len(data) - 31))


async def test_who_comes_back_after_the_end_can_whisper_and_has_no_key_on_the_disk(tmp_path: Path) -> None:
    async with talkers(tmp_path) as at:
        bots = [await at.table.seat_bot(guest(tmp_path, seat), seat, Whisperer) for seat in range(3)]
        await at.can_talk(*(bot.player for bot in bots))
        await bots[KOI].player.say(WORDS, (LOTUS,))
        stays = await watcher_of(at)
        await at_the_end(at, bots)
        koi, lotus = await at.bring(KOI), await at.bring(LOTUS)

        assert words_of(lotus) == [LOST]
        await lotus.say("Well played.", (KOI,))
        await koi.say("You too.", (LOTUS,))
        await until(lambda: words_of(lotus)[1:] == ["Well played.", "You too."])
        assert not at.key_file(LOTUS).exists()
        assert stays.mirror.info.state is TableState.OVER


async def watcher_of(at: Talkers) -> Player:
    """Let somebody watch, so that the table is not closed when everybody has left."""
    player = await at.table.seat(Person(identity(7), "Watcher", is_watching=True), Player)
    at._stack.push_async_callback(player.leave)  # noqa: SLF001
    return player


async def at_the_end(at: Talkers, bots: list[Whisperer]) -> None:
    await asyncio.gather(*(bot.play_on() for bot in bots))
    assert [entry for entry in await journal(at) if isinstance(entry, Revealed)]


# The client that is killed ---------------------------------------------------------------------------


async def sit(invitation: str, folder: str, seat: Seat) -> None:
    """Sit down, say so, and print what is said."""
    person = guest(Path(folder), seat)._replace(seat=seat)
    player = Player(Invitation.parse(invitation), person, admit, ignore, WIDE)
    await player.sit_down()
    os.write(1, b"here\n")
    await until(lambda: words_of(player))
    os.write(1, f"{words_of(player)[0]}\n".encode())
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(sit(sys.argv[1], sys.argv[2], LOTUS))
