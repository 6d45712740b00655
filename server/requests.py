"""What a connection can ask for, one small function each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from core.records import RulesError, Seat
from protocol.entries import ActedFreely, Answered, AskedBack, Consented, Offered, Said, Voted
from protocol.identity import PublicKey
from protocol.messages import (
    NOTHING,
    Act,
    AnswerOffer,
    Choose,
    Consent,
    Join,
    Joined,
    Nothing,
    Offer,
    Ready,
    Say,
    Sync,
    Synced,
    TableInfo,
    TakeBack,
    Vote,
)
from protocol.talk import Member, Place, Room, TalkError, check_text, check_words
from server.audience import Guest
from server.lobby import Lobby
from server.steward import Steward


class Caller(Guest, Protocol):
    """Who asks: somebody in the lobby or at a table."""

    lobby: Lobby
    player: PublicKey
    steward: Steward | None


def at(caller: Caller) -> Steward:
    assert caller.steward is not None  # the session lets nobody ask who is not at a table
    return caller.steward


def seat_of(caller: Caller) -> Seat:
    if caller.viewer is None:
        raise RulesError("You are watching; only players can do that.")
    return caller.viewer


async def ping(_: Caller, __: Nothing) -> Nothing:
    return NOTHING


async def tables(caller: Caller, _: Nothing) -> tuple[TableInfo, ...]:
    return caller.lobby.tables()


async def join(caller: Caller, request: Join) -> Joined:
    caller.steward, joined = await caller.lobby.join(caller.player, caller, request)
    return joined


async def leave(caller: Caller, _: Nothing) -> Nothing:
    at(caller).part(caller)
    caller.steward = None
    return NOTHING


async def sync(caller: Caller, request: Sync) -> Synced:
    return at(caller).sync(caller, request.from_number)


async def ready(caller: Caller, request: Ready) -> Nothing:
    await at(caller).make_ready(seat_of(caller), is_ready=request.is_ready)
    return NOTHING


async def stand(caller: Caller, _: Nothing) -> Nothing:
    """Give the seat back; who stands up can watch."""
    await at(caller).stand_up(seat_of(caller))
    return NOTHING


async def choose(caller: Caller, request: Choose) -> Nothing:
    await at(caller).choose(seat_of(caller), request.prompt, request.line)
    return NOTHING


async def act(caller: Caller, request: Act) -> Nothing:
    await at(caller).submit(ActedFreely(seat_of(caller), request.number, request.line))
    return NOTHING


async def take_back(caller: Caller, request: TakeBack) -> Nothing:
    await at(caller).take_back(seat_of(caller), request.prompt)
    return NOTHING


async def ask_back(caller: Caller, request: TakeBack) -> Nothing:
    seat = seat_of(caller)
    await at(caller).talk(seat, AskedBack(seat, request.prompt))
    return NOTHING


async def consent(caller: Caller, request: Consent) -> Nothing:
    await at(caller).submit(Consented(seat_of(caller), request.agrees))
    return NOTHING


async def say(caller: Caller, request: Say) -> Nothing:
    steward, seat = at(caller), seat_of(caller)
    try:
        check_said(caller, seat, request)
    except TalkError as error:
        raise RulesError(str(error)) from None
    phase = steward.table.phase
    await steward.talk(seat, Said(seat, request.number, request.to, request.words, request.sealed, phase))
    return NOTHING


def check_said(caller: Caller, seat: Seat, request: Say) -> None:
    """Refuse what nobody could read; the server reads only what is said to all."""
    if not request.to:
        check_text(request.words)
    else:
        room = room_of(caller, tuple(sorted({seat, *request.to})))
        check_words(Place(room, seat, request.number), request.sealed)


def room_of(caller: Caller, seats: tuple[Seat, ...]) -> Room:
    steward = at(caller)
    sitters = steward.table.sitters
    if not set(seats) <= set(sitters):
        raise TalkError("Nobody sits there to listen.")
    members = tuple(Member(seat, PublicKey.load(sitters[seat].key), sitters[seat].talk_key) for seat in seats)
    return Room(caller.lobby.host.public, steward.name, members)


async def offer(caller: Caller, request: Offer) -> Nothing:
    seat = seat_of(caller)
    entry = Offered(
        seat,
        request.number,
        request.to,
        request.gives,
        request.wants,
        request.promises,
        request.asks,
        request.instead_of,
    )
    await at(caller).talk(seat, entry)
    return NOTHING


async def answer(caller: Caller, request: AnswerOffer) -> Nothing:
    seat = seat_of(caller)
    await at(caller).talk(seat, Answered(seat, request.other, request.deal, request.answer))
    return NOTHING


async def vote(caller: Caller, request: Vote) -> Nothing:
    steward, seat = at(caller), seat_of(caller)
    steward.check_overdue(request.absent)
    await steward.submit(Voted(seat, request.absent, request.agrees))
    return NOTHING


HANDLERS: Final[dict[str, Callable[[Any, Any], Awaitable[Any]]]] = {
    "ping": ping,
    "tables": tables,
    "join": join,
    "leave": leave,
    "sync": sync,
    "ready": ready,
    "stand": stand,
    "choose": choose,
    "act": act,
    "take_back": take_back,
    "ask_back": ask_back,
    "consent": consent,
    "say": say,
    "offer": offer,
    "answer": answer,
    "vote": vote,
}
