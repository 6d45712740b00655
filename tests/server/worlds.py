"""Tables that live as long as a test, with every byte sent to each guest, and copies of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from typing import Any, cast

import msgspec

from core.catalog import game_named
from core.game import Game
from core.kinds import Choice, InputError, PhrasedError, Seat, Viewer
from protocol import messages
from protocol.entries import Chose, Invited, Opened, Said, Stamped
from protocol.identity import Identity
from protocol.invitation import token_hash
from protocol.limits import Limits
from protocol.pace import Absence, Bank, Terms
from protocol.parties import make_opened
from protocol.rpc import Notification, decode_answer, encode_notification, encode_params
from protocol.table.people import talk_room
from protocol.table.replay import replay
from protocol.table.table import Table
from protocol.talk import TalkPlace, seal_words
from server.door.lobby import Lobby
from server.store.backlog import Backlog
from server.store.interface import GameState, JournalStore, StoredEntry
from server.tables.runner import TableRunner
from server.tables.timekeeper import Time
from tests.harness.logs import signed_anew, stamps_in
from tests.harness.sealers import go_through
from tests.server import on_paper

GAME = game_named("rising_sun")
HOST = Identity.from_secret(b"host".ljust(32))
IDENTITIES = [Identity.from_secret(bytes([seat]) * 32) for seat in range(8)]
TERMS = Terms(Bank(3600, 10), absence=Absence.BOT)


class Journals:
    """As much of a JournalStore as a table needs, for as long as it lasts."""

    def __init__(self, entries: list[StoredEntry]) -> None:
        self.kept = list(entries)
        self.backlog = Backlog(lambda: 0.0)

    async def append(self, _: str, expected_seq: int, entry: bytes) -> int:
        assert expected_seq == len(self.kept)
        self.kept.append(StoredEntry(expected_seq, 0, b"", entry))
        return expected_seq

    async def create(self, game_id: str, header: bytes) -> None: ...
    async def close_game(self, game_id: str, state: GameState) -> None: ...


class Guest(on_paper.Guest):
    """Somebody at a table, and every byte they are sent, including answers."""

    def dismiss(self, reason: str, *, is_final: bool) -> None:
        self.sent.append(encode_notification("closing", messages.Closing(reason, is_final)))

    async def ask(self, method: str, params: Any = messages.NOTHING) -> Any:
        """Ask as a connection does, and return the result if there is one."""
        try:
            result = await super().ask(method, params)
        except (PhrasedError, InputError) as error:
            self.sent.append(f"refused: {error}".encode())
            return None
        self.sent.append(bytes(encode_params(result)))
        return result

    def notices(self) -> Iterator[messages.Told]:
        return map(told_by, filter(is_told, self.sent))


def is_told(message: bytes) -> bool:
    """Say whether a message tells of something that happened."""
    return message.startswith(encode_notification("told", None)[:-1])


def told_by(message: bytes) -> messages.Told:
    notice = decode_answer(message)
    assert isinstance(notice, Notification)
    return msgspec.msgpack.decode(notice.params, type=messages.Told)


class World:
    """A table and all its guests; None watches."""

    def __init__(
        self, clock: list[float], entries: list[StoredEntry], limits: Limits, kind: type[Guest] = Guest
    ) -> None:
        time = Time(lambda: clock[0], lambda: round(clock[0] * 1000))
        self.kind = kind
        self.clock = clock
        self.journal = Journals(entries)
        store = cast("JournalStore", self.journal)
        self.lobby = Lobby(HOST, store, limits, time)
        self.runner = TableRunner("table", stamps_in(entries)[0], HOST, store, limits, time)
        self.lobby.runners["table"] = self.runner
        self.guests: dict[Viewer, Guest] = {}
        self.numbers = count(1)

    async def enter(self, viewer: Viewer, identity: Identity, token: bytes | None = None) -> Guest:
        guest = self.guests[viewer] = self.kind(self.lobby, identity)
        await guest.sit_down(self.runner, token, seat=viewer, is_watching=viewer is None)
        return guest

    @property
    def players(self) -> list[Guest]:
        return [self.guests[seat] for seat in self.table.seats]

    @property
    def table(self) -> Any:
        return self.runner.table

    async def choose(self, seat: Seat, choice: Choice) -> None:
        """Answer a question, unseen if that is asked for."""
        guest, line = self.guests[seat], self.table.game.line_of(choice)
        if self.table.sealing is not None:
            await guest.perform(guest.sealer.sealed(self.table, line))
        else:
            await guest.ask("do", Chose(seat, self.table.prompts[seat].number, line))

    async def change(self, seat: Seat, choice: Choice) -> None:
        """Seal something else."""
        guest = self.guests[seat]
        await guest.perform(guest.sealer.changed(self.table, self.table.game.line_of(choice)))

    async def play_at_random(self, dice: Random) -> None:
        self.clock[0] += 1
        if self.table.prompts:
            seat, prompt = dice.choice(sorted(self.table.prompts.items()))
            await self.choose(seat, prompt.decision.sample(dice))
        else:
            await go_through(self.table, self.players)

    async def whisper(self, seat: Seat, to: tuple[Seat, ...], text: str) -> None:
        guest, number = self.guests[seat], next(self.numbers)
        place = TalkPlace(talk_room(self.table, self.runner.name, (seat, *to)), seat, number)
        await guest.ask("do", Said(seat, number, to, "", seal_words(place, guest.identity, text)))


@asynccontextmanager
async def begun(
    seed: str = "s",
    players: int = 3,
    limits: Limits | None = None,
    game: Game = GAME,
    kind: type[Guest] = Guest,
) -> AsyncIterator[World]:
    """Open a table where everybody has sat down, and somebody watches."""
    names = tuple(game.seat_names[:players])
    entry = Opened(game.name, game.version, names, (), seed, TERMS, HOST.public.raw)
    (opened,) = signed_anew([Stamped(0, make_opened(entry, HOST, range(players)))], HOST)
    entries = [StoredEntry(0, 0, b"", msgspec.msgpack.encode(opened))]
    world = World([1000.0], entries, limits or Limits(), kind)
    for seat in world.table.seats:
        await world.runner.submit(Invited(token_hash(bytes([seat]) * 16)))
        await world.enter(seat, IDENTITIES[seat], bytes([seat]) * 16)
    await world.enter(None, IDENTITIES[-1])
    for guest in world.players:
        await guest.ask("do", guest.sealer.keyed(world.table))
        await guest.ask("do", guest.sealer.talk_keyed())
        await guest.ask("ready", messages.SetReady(True))
    await go_through(world.table, world.players)
    assert world.table.state is not None
    yield world
    await world.runner.aclose()


def table_from(entries: Iterable[Stamped]) -> Table:
    """Rebuild a table from its journal, as a server does that takes it up."""
    opened, *rest = entries
    table = Table(opened)
    for _ in replay(table, rest):
        pass
    return table


def stamps_of(world: World) -> list[Stamped]:
    return stamps_in(world.journal.kept)


async def copy_of(world: World) -> World:
    """Take the table up from its journal, with everybody there again."""
    twin = World(world.clock, world.journal.kept, world.lobby.limits)
    await twin.runner.live_through(world.journal.kept)
    twin.numbers = count(10_000)
    for viewer, guest in world.guests.items():
        (await twin.enter(viewer, guest.identity)).sealer = guest.sealer.copy()
    return twin
