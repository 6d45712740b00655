"""A visit to the table of an invitation: whether it answers, is the right one, and what time it has."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from client.connection import Connection, LostError, RefusedError, connect
from client.doctor.findings import Finding, bad, good, think
from client.known_tables import WrongHostError
from client.log.table import game_title
from protocol.errors import ProtocolError
from protocol.identity import Identity, PublicKey
from protocol.invitation import Invitation
from protocol.messages import Clock, TableInfo
from protocol.tls import TlsError

IN_THE_WAY: Final = (TlsError, ProtocolError, LostError, RefusedError, WrongHostError)
MOST_DRIFT_MS: Final = 2000


async def visit_findings(invitation: Invitation) -> list[Finding]:
    try:
        async with visiting(invitation) as connection:
            findings = [await table_finding(connection, invitation)]
            findings.append(drift_finding(await drift_ms(connection)))
    except IN_THE_WAY as error:
        return [bad("table", str(error))]
    return findings


@asynccontextmanager
async def visiting(invitation: Invitation) -> AsyncIterator[Connection]:
    """Come as a stranger, so that nobody's key has to be unlocked for it."""

    def admit(host: PublicKey) -> None:
        if not invitation.names(host):
            raise WrongHostError(
                f"{invitation.address} has the key {host.fingerprint}, which the invitation does not name. "
                "Ask its host for a new one; until then, do not trust what answers there."
            )

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
            words = f"{game_title(table.game)}, {free} of {len(table.seats)} seats free"
            return good("table", f"{invitation.address} answers in {milliseconds:.0f} ms: {words}.")
    raise RefusedError(f"There is no table {invitation.game} at {invitation.address} (any more).")


async def drift_ms(connection: Connection) -> int:
    """Say how far the server's clock is ahead of ours, as it was half way between question and answer."""
    asked = time.time_ns() // 1_000_000
    there: Clock = await connection.request("clock")
    answered = time.time_ns() // 1_000_000
    return there.at_ms - (asked + answered) // 2


def drift_finding(drift: int) -> Finding:
    if abs(drift) <= MOST_DRIFT_MS:
        return good("clock there", "Agrees with this one.")
    side = "ahead of" if drift > 0 else "behind"
    words = f"It is {abs(drift) / 1000:.0f} s {side} this one: one of the two is wrong."
    return think("clock there", words, "Set this one by the network (NTP), or tell the host.")
