"""Asks every host we know where we sit: all at once, and none of them holds up the others."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from client.local.home import own_identity
from client.local.known_hosts import Admit, UnknownTableError, WrongHostError, admit, read
from client.seat.connection import calling
from client.seat.journey import JOIN_ERRORS
from client.table.own_games import HostAnswer, HostCalls, OwnGame
from client.texts import t
from client.texts.refusals import why
from protocol.identity import Identity, PublicKey
from protocol.invitation import Address, Invitation, InvitationError, host_key_hash
from protocol.messages import OwnSeat, OwnSeats

SECONDS_TO_ANSWER: Final = 4.0
MOST_HOSTS: Final = 64
"""The most recently met ones."""


class SeatsTold(NamedTuple):
    """What was told at an address, and by whom."""

    address: Address
    host: PublicKey
    seats: OwnSeats


def own_games(home: Path, identify: Callable[[Path], Identity] = own_identity) -> HostCalls:
    """Ask all hosts; one met at several addresses is one host."""
    hosts = known_hosts(home)
    return HostCalls(len(hosts), answers_of(hosts, home, identify))


def known_hosts(home: Path) -> list[list[Address]]:
    """Return each host's addresses, the most recent one last."""
    by_key: defaultdict[str, list[Address]] = defaultdict(list)
    for address, fingerprint in read(home / "known_tables").items():
        by_key[fingerprint].append(address)
    return list(by_key.values())[-MOST_HOSTS:]


async def answers_of(
    hosts: Iterable[list[Address]], home: Path, identify: Callable[[Path], Identity]
) -> AsyncIterator[HostAnswer]:
    identity = identify(home)
    calls = [asyncio.ensure_future(ask_host(addresses, home, identity)) for addresses in hosts]
    try:
        for answer in asyncio.as_completed(calls):
            yield await answer
    finally:
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)


async def ask_host(addresses: list[Address], home: Path, identity: Identity) -> HostAnswer:
    """Ask a host wherever we met it, and wherever else it says it is."""
    known = home / "known_tables"
    answers = await asyncio.gather(
        *(ask(address, identity, partial(admit, known, address)) for address in addresses)
    )
    told = [answer for answer in answers if isinstance(answer, SeatsTold)]
    if not told:
        return HostAnswer(silence=str(answers[-1]))
    others = set(nodes_in(told)) - set(addresses)
    more = await asyncio.gather(*(ask(node, identity, partial(check_same, told[0].host)) for node in others))
    return HostAnswer(tuple(games_in([*told, *(answer for answer in more if isinstance(answer, SeatsTold))])))


async def ask(address: Address, identity: Identity, admit_host: Admit) -> SeatsTold | str:
    """Return what is told there, or the sentence that says why nothing is."""
    try:
        async with asyncio.timeout(SECONDS_TO_ANSWER), calling(address, identity, admit_host) as connection:
            return SeatsTold(address, connection.host, await connection.request("seats"))
    except TimeoutError:
        return t("games-silent", host=str(address))
    except (*JOIN_ERRORS, UnknownTableError) as error:
        return why(error)


def check_same(known: PublicKey, host: PublicKey) -> None:
    if host != known:
        raise WrongHostError(host.fingerprint)


def nodes_in(told: Iterable[SeatsTold]) -> Iterator[Address]:
    for node in (node for answer in told for node in answer.seats.nodes):
        with suppress(InvitationError):
            yield Address.parse(node)


def games_in(told: Iterable[SeatsTold]) -> Iterator[OwnGame]:
    """Read what a host tells, once for each table; impossible ones are dropped."""
    by_table: dict[str, OwnGame] = {}
    for answer in told:
        for own in filter(makes_sense, answer.seats.seats):
            with suppress(InvitationError):
                way = Invitation(answer.address, own.info.table, host_key_hash(answer.host))
                by_table.setdefault(own.info.table, OwnGame(way, own))
    yield from by_table.values()


def makes_sense(own: OwnSeat) -> bool:
    return own.seat in {row.seat for row in own.info.seats}
