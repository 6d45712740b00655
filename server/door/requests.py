"""What a client can ask for, one small function each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from core.kinds import RulesError, Seat
from protocol.entries import Deed, Said
from protocol.identity import PublicKey
from protocol.messages import (
    NOTHING,
    Again,
    Clock,
    Join,
    Joined,
    Log,
    Logged,
    Nothing,
    SetReady,
    Sync,
    Synced,
    TableInfo,
)
from protocol.oaths import check_lock, check_oath
from protocol.round_records import Acked, Handed, Release, RoundDeed
from protocol.talk import Member, TalkError, TalkPlace, TalkRoom, check_text, check_words
from server.door.lobby import Lobby
from server.tables.audience import Guest
from server.tables.runner import TableRunner


class Caller(Guest, Protocol):
    """A client that asks, in the lobby or at a table."""

    lobby: Lobby
    player: PublicKey
    runner: TableRunner | None


def at(caller: Caller) -> TableRunner:
    assert caller.runner is not None  # the session lets only those ask who are at a table
    return caller.runner


def seat_of(caller: Caller) -> Seat:
    if caller.viewer is None:
        raise RulesError("only-players")
    return caller.viewer


async def ping(_: Caller, __: Nothing) -> Nothing:
    return NOTHING


async def clock(caller: Caller, _: Nothing) -> Clock:
    return Clock(caller.lobby.time.now_ms())


async def tables(caller: Caller, _: Nothing) -> tuple[TableInfo, ...]:
    return caller.lobby.tables()


async def join(caller: Caller, request: Join) -> Joined:
    caller.runner, joined = await caller.lobby.join(caller.player, caller, request)
    return joined


async def leave(caller: Caller, _: Nothing) -> Nothing:
    at(caller).leave(caller)
    caller.runner = None
    return NOTHING


async def sync(caller: Caller, request: Sync) -> Synced:
    return at(caller).sync(caller, request.from_number)


async def log(caller: Caller, request: Log) -> Logged:
    """Show a player the whole journal, now that nothing is hidden any more."""
    seat_of(caller)
    return await caller.lobby.log(at(caller), request.from_number)


async def ready(caller: Caller, request: SetReady) -> Nothing:
    await at(caller).make_ready(seat_of(caller), is_ready=request.is_ready)
    return NOTHING


async def stand(caller: Caller, _: Nothing) -> Nothing:
    """Give the seat back, and watch from then on."""
    await at(caller).stand_up(seat_of(caller))
    return NOTHING


async def again(caller: Caller, _: Nothing) -> Again:
    """Invite a player to another game with the same people."""
    seat_of(caller)
    return await caller.lobby.again(at(caller), caller.player)


async def do(caller: Caller, deed: Deed | RoundDeed) -> Nothing:
    """Let a player do something at the table, for the own seat only."""
    check_own(caller, deed)
    if not isinstance(deed, RoundDeed):
        check_sworn(caller, deed)
    if isinstance(deed, Said):
        check_said(caller, deed)
    await at(caller).do(deed)
    return NOTHING


async def bring(caller: Caller, given: Acked | Release | Handed) -> Nothing:
    """Take what a seat confirms or releases in a sealed round, or hands over after it."""
    check_own(caller, given)
    await at(caller).bring(given)
    return NOTHING


def check_own(caller: Caller, deed: Deed | RoundDeed | Acked | Release | Handed) -> None:
    if deed.seat != seat_of(caller):
        raise RulesError("own-seat-only")


def check_sworn(caller: Caller, deed: Deed) -> None:
    check_lock(deed)
    check_oath(caller.player, at(caller).chain, deed)


def check_said(caller: Caller, said: Said) -> None:
    """Refuse words that nobody could read; the server reads only what is said to all."""
    if said.to:
        room = room_of(caller, tuple(sorted({said.seat, *said.to})))
        check_words(TalkPlace(room, said.seat, said.number), said.sealed)
    else:
        check_text(said.words)


def room_of(caller: Caller, seats: tuple[Seat, ...]) -> TalkRoom:
    runner = at(caller)
    sitters = runner.table.sitters
    if not set(seats) <= set(sitters):
        raise TalkError("nobody-listens")
    members = tuple(Member(seat, PublicKey.load(sitters[seat].key), sitters[seat].talk_key) for seat in seats)
    return TalkRoom(caller.lobby.host.public, runner.name, members)


HANDLERS: Final[dict[str, Callable[[Any, Any], Awaitable[Any]]]] = {
    "ping": ping,
    "clock": clock,
    "tables": tables,
    "join": join,
    "leave": leave,
    "sync": sync,
    "log": log,
    "ready": ready,
    "stand": stand,
    "again": again,
    "do": do,
    "confirm": bring,
    "release": bring,
    "turn": bring,
}
