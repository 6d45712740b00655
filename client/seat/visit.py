"""Looking in at a server without sitting down: its tables, and opening, inviting to and closing one's own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from client.local.known_hosts import Admit
from client.seat.connection import Connection, calling
from protocol.identity import Identity
from protocol.invitation import Address, Invitation, ServerLink, addresses_in, host_key_hash
from protocol.messages import InvitedTo, OpenTable, OwnSeats, TableInfo, TableNamed


class Visit(NamedTuple):
    """Somebody in the lobby of a server."""

    connection: Connection
    server: ServerLink
    key: bytes  # of whoever visits
    nodes: tuple[Address, ...] = ()  # where else to find the same host

    async def tables(self) -> list[TableInfo]:
        return list(await self.connection.request("tables"))

    async def open(self, wish: OpenTable) -> str:
        opened: TableNamed = await self.connection.request("open", wish)
        return opened.table

    async def invite(self, table: str) -> Invitation:
        invited: InvitedTo = await self.connection.request("invite", TableNamed(table))
        return self.table(table, invited.token)

    def table(self, name: str, token: bytes | None = None) -> Invitation:
        return self.server.table(name, token, self.nodes)

    async def close(self, table: str) -> None:
        await self.connection.request("close", TableNamed(table))


@asynccontextmanager
async def visiting(address: Address, identity: Identity, admit: Admit) -> AsyncIterator[Visit]:
    async with calling(address, identity, admit) as connection:
        server = ServerLink(address, host_key_hash(connection.host))
        seats: OwnSeats = await connection.request("seats")
        yield Visit(connection, server, identity.public.raw, tuple(addresses_in(seats.nodes)))
