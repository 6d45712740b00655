"""A visit to the table of an invitation: whether it answers, is the right one, and what time it has."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Final

from client.connection import Connection, LostError, RefusedError, connect
from client.doctor.findings import Finding, bad, good, think
from client.known_tables import WrongHostError
from client.log.table import game_title
from client.texts import t
from protocol.errors import ProtocolError
from protocol.identity import Identity, PublicKey
from protocol.invitation import Invitation
from protocol.messages import Join, Sync, Synced, TableInfo
from protocol.tls import TlsError

IN_THE_WAY: Final = (TlsError, ProtocolError, LostError, RefusedError, WrongHostError)
MOST_BEHIND_MS: Final = 2000
NAME: Final = "Doctor"


async def visit_findings(invitation: Invitation) -> list[Finding]:
    try:
        async with visiting(invitation) as connection:
            findings = [await table_finding(connection, invitation)]
            newest = await newest_ms(connection, invitation.game)
    except IN_THE_WAY as error:
        return [bad("table", str(error))]
    return [*findings, *drift_findings(newest, time.time_ns() // 1_000_000)]


@asynccontextmanager
async def visiting(invitation: Invitation) -> AsyncIterator[Connection]:
    """Come as a stranger, so that nobody's key has to be unlocked for it."""

    def admit(host: PublicKey) -> None:
        if not invitation.names(host):
            where = str(invitation.address)
            raise WrongHostError(t("doctor-other-host", address=where, key=host.fingerprint))

    connection = await connect(invitation.address, Identity.make(), admit)
    try:
        yield connection
    finally:
        connection.close()
        await asyncio.wait([connection.lost])


async def table_finding(connection: Connection, invitation: Invitation) -> Finding:
    start = time.monotonic()
    tables: tuple[TableInfo, ...] = await connection.request("tables")
    milliseconds = (time.monotonic() - start) * 1000
    for table in tables:
        if table.table == invitation.game:
            free = sum(not seat.player for seat in table.seats)
            game: dict[str, str | int] = {"game": game_title(table.game), "seats": len(table.seats)}
            time_taken = f"{milliseconds:.0f}"
            words = t("doctor-table", address=str(invitation.address), time=time_taken, free=free, **game)
            return good("table", words)
    raise RefusedError(t("doctor-no-table", table=invitation.game, address=str(invitation.address)))


async def newest_ms(connection: Connection, table: str) -> int:
    """Give the time of the last thing that happened, by the server's clock."""
    await connection.request("join", Join(table, NAME, is_watching=True))
    number, newest, is_all = 0, 0, False
    while not is_all:
        part: Synced = await connection.request("sync", Sync(number))
        newest = max([newest, *(item.at_ms for item in part.items)])
        number, is_all = number + len(part.items), part.is_all
    return newest


def drift_findings(newest: int, now: int) -> Iterator[Finding]:
    """Compare clocks as far as a story can tell: what has happened there cannot be still to come here."""
    behind = newest - now
    if behind > MOST_BEHIND_MS:
        words = (
            f"At that table something happens {behind / 1000:.0f} s after now: one of the clocks is wrong."
        )
        yield think("clock there", words, "Set this one by the network (NTP), or tell the host.")
    else:
        yield good("clock there", "Agrees with this one, as far as its story tells.")
