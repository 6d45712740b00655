"""What a client can ask for, one small function each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from itertools import islice
from typing import Any, Final, Protocol

from core.bots.levels import BOTS
from core.catalog import game_named
from core.game import seat_named, with_defaults
from core.kinds import RulesError, Seat
from protocol.entries import Access, Applied, Closed, Deed, Owned, Said
from protocol.errors import BusyError
from protocol.identity import PublicKey
from protocol.limits import neighbourhood
from protocol.messages import (
    MOST_INVITATIONS,
    NOTHING,
    Again,
    Clock,
    InvitationNow,
    Invitations,
    InvitedTo,
    Join,
    Joined,
    Log,
    Logged,
    Nothing,
    OpenTable,
    OwnSeats,
    SetReady,
    Sync,
    Synced,
    TableInfo,
    TableNamed,
)
from protocol.oaths import check_lock, check_oath
from protocol.round_records import Acked, Handed, Release, RoundDeed
from protocol.table.people import talk_room
from protocol.talk import TalkPlace, check_text, check_words
from server.door.lobby import INVITATION_MS, Club, Lobby, Newcomer
from server.door.passwords import check_length
from server.tables.runner import TableRunner


class Caller(Newcomer, Protocol):
    """A client that asks, in the lobby or at a table."""

    lobby: Lobby
    player: PublicKey
    runner: TableRunner | None


def at(caller: Caller) -> TableRunner:
    assert caller.runner is not None  # the session admits this only at a table
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
    return await caller.lobby.tables(caller.player.raw)


async def seats(caller: Caller, _: Nothing) -> OwnSeats:
    return caller.lobby.seats_of(caller.player)


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


async def apply(caller: Caller, application: Applied) -> Nothing:
    """Let a spectator ask for a seat that a bot plays."""
    if caller.viewer is not None:
        raise RulesError("seated-already")
    await caller.lobby.apply(at(caller), caller.player, application)
    return NOTHING


async def do(caller: Caller, deed: Deed | RoundDeed) -> Nothing:
    """Let a player do something at the table, for their own seat only."""
    check_own(caller, deed)
    check_backlog(caller)
    if not isinstance(deed, RoundDeed):
        check_sworn(caller, deed)
    if isinstance(deed, Said):
        check_said(caller, deed)
    await at(caller).do(deed, caller.player)
    return NOTHING


async def bring(caller: Caller, given: Acked | Release | Handed) -> Nothing:
    """Take what a seat confirms or releases in a sealed round, or hands over after it."""
    check_own(caller, given)
    check_backlog(caller)
    await at(caller).bring(given)
    return NOTHING


def check_own(caller: Caller, deed: Deed | RoundDeed | Acked | Release | Handed) -> None:
    if deed.seat != seat_of(caller):
        raise RulesError("own-seat-only")


def check_store(lobby: Lobby) -> None:
    """Open no table while the store cannot be reached or does not keep up."""
    if lobby.trouble() or lobby.journal.backlog.delay:
        raise RulesError("store-silent")


def check_backlog(caller: Caller) -> None:
    """Let nobody add to what waits to be written; the clocks stand still in the meantime."""
    delay = caller.lobby.journal.backlog.delay
    if delay:
        raise BusyError(delay)


def check_sworn(caller: Caller, deed: Deed) -> None:
    check_lock(deed)
    check_oath(caller.player, at(caller).chain, deed)


def check_said(caller: Caller, said: Said) -> None:
    """Refuse words that nobody could read; the server reads only words to everybody."""
    if said.to:
        runner = at(caller)
        room = talk_room(runner.table, runner.name, (said.seat, *said.to))
        check_words(TalkPlace(room, said.seat, said.number), said.sealed)
    else:
        check_text(said.words)


# Tables that people open on a running server -----------------------------------------------------


async def open_table(caller: Caller, wish: OpenTable) -> TableNamed:
    """Open a table for a player; its bots are there when this returns."""
    lobby, player, place = caller.lobby, caller.player, neighbourhood(caller.address)
    club = check_opener(lobby, player)
    check_wish(wish)
    check_store(lobby)
    async with lobby.opening:
        lobby.check_room(player.raw, place)
        runner = await lobby.open(wish.game, wish.seats, dict(wish.options), wish.terms)
        runner.opened_from = place
        await runner.submit(await owned_by(lobby, runner, player, wish))
    await club.furnish(runner, wish.bots, wish.level)
    return TableNamed(runner.name)


async def invite(caller: Caller, to: TableNamed) -> InvitedTo:
    runner = await own_table(caller, to.table)
    if len(runner.table.invited) >= caller.lobby.limits.invitations:
        raise RulesError("invited-enough")
    return InvitedTo(await caller.lobby.invite(runner))


async def invitations(caller: Caller, to: TableNamed) -> Invitations:
    """Tell whoever opened a table, and nobody else, which invitations to it were used."""
    runner = await own_table(caller, to.table)
    return Invitations(tuple(islice(invitations_to(runner), MOST_INVITATIONS)))


def invitations_to(runner: TableRunner) -> Iterator[InvitationNow]:
    for seat, sitter in sorted(runner.table.sitters.items()):
        if sitter.token:
            yield InvitationNow(sitter.token, seat)
    for token in sorted(runner.invited(INVITATION_MS)):
        yield InvitationNow(token, None)


async def close(caller: Caller, which: TableNamed) -> Nothing:
    """Close a table whose game has not begun, and send everybody away from it."""
    runner = await own_table(caller, which.table)
    await runner.submit(Closed())
    await caller.lobby.forget(runner)
    return NOTHING


async def own_table(caller: Caller, name: str) -> TableRunner:
    """Find a table of this player; the host may do the same with all tables."""
    runner = await caller.lobby.find(name)
    if caller.player.raw not in (runner.table.owner, caller.lobby.player):
        raise RulesError("not-your-table")
    return runner


def check_opener(lobby: Lobby, player: PublicKey) -> Club:
    if lobby.club is None or not lobby.club.may_open(player):
        raise RulesError("may-not-open")
    if lobby.is_draining:
        raise RulesError("server-stops")
    return lobby.club


def check_wish(wish: OpenTable) -> None:
    """Refuse what no game could begin with, before there is a table that never could."""
    game = game_named(wish.game)
    seats = tuple(seat_named(game, name) for name in wish.seats)
    game.new_game(seats, with_defaults(game, dict(wish.options)))
    if wish.bots >= len(wish.seats):
        raise RulesError("bots-too-many", most=len(wish.seats) - 1)
    if wish.level not in ("", *BOTS):
        raise RulesError("no-such-level", level=wish.level)
    if wish.access is Access.PASSWORD:
        check_length(wish.password or "")
    elif wish.password is not None:
        raise RulesError("password-not-asked")


async def owned_by(lobby: Lobby, runner: TableRunner, player: PublicKey, wish: OpenTable) -> Owned:
    if wish.password is None:
        return Owned(player.raw, wish.access)
    kept = await lobby.passwords.keep(runner.table.opened.game_id, wish.password)
    return Owned(player.raw, wish.access, kept)


# All of them ------------------------------------------------------------------------------------

HANDLERS: Final[dict[str, Callable[[Any, Any], Awaitable[Any]]]] = {
    "ping": ping,
    "clock": clock,
    "tables": tables,
    "seats": seats,
    "open": open_table,
    "invite": invite,
    "invitations": invitations,
    "close": close,
    "join": join,
    "leave": leave,
    "sync": sync,
    "log": log,
    "ready": ready,
    "stand": stand,
    "again": again,
    "apply": apply,
    "do": do,
    "confirm": bring,
    "release": bring,
    "turn": bring,
}
