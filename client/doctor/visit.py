"""A visit to the table of an invitation: whether it answers, is the right one, and what time it has."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from client.doctor.findings import Finding, bad, good, think
from client.local.known_hosts import WrongHostError
from client.log.table import game_title
from client.seat.connection import Connection, LostError, RefusedError, connect
from client.texts import t
from protocol.errors import ProtocolError
from protocol.identity import Identity, PublicKey
from protocol.invitation import Invitation
from protocol.messages import Clock, TableInfo
from protocol.tls import TlsError

JOIN_ERRORS: Final = (TlsError, ProtocolError, LostError, RefusedError, WrongHostError)
MOST_DRIFT_MS: Final = 2000


async def visit_findings(invitation: Invitation) -> list[Finding]:
    try:
        async with visiting(invitation) as connection:
            findings = [await table_finding(connection, invitation)]
            findings.append(drift_finding(await drift_ms(connection)))
    except JOIN_ERRORS as error:
        return [bad("table", str(error))]
    return findings


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


async def drift_ms(connection: Connection) -> int:
    """Say how far the server's clock is ahead of ours, as it was half way between question and answer."""
    asked = time.time_ns() // 1_000_000
    there: Clock = await connection.request("clock")
    answered = time.time_ns() // 1_000_000
    return there.at_ms - (asked + answered) // 2


def drift_finding(drift: int) -> Finding:
    if abs(drift) <= MOST_DRIFT_MS:
        return good("clock there", t("doctor-clocks-agree"))
    side = "ahead" if drift > 0 else "behind"
    words = t(f"doctor-clock-{side}", seconds=f"{abs(drift) / 1000:.0f}")
    return think("clock there", words, t("doctor-set-either"))
