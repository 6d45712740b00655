"""Looking in at a server without sitting down: its tables, and opening, inviting to and closing one's own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NamedTuple

from client.local.known_hosts import Admit, WrongHostError
from client.seat.connection import Connection, MovedError, calling
from client.texts import t
from protocol.identity import Identity, PublicKey
from protocol.invitation import Address, Invitation, ServerLink, addresses_in, host_key_hash
from protocol.messages import InvitedTo, OpenTable, OwnSeats, TableInfo, TableNamed


class Visit(NamedTuple):
    """Somebody in the lobby of a server."""

    connection: Connection
    server: ServerLink
    identity: Identity  # of whoever visits
    nodes: tuple[Address, ...] = ()  # where else to find the same host

    @property
    def key(self) -> bytes:
        return self.identity.public.raw

    async def tables(self) -> list[TableInfo]:
        return list(await self.connection.request("tables"))

    async def open(self, wish: OpenTable) -> str:
        opened: TableNamed = await self.connection.request("open", wish)
        return opened.table

    async def invite(self, table: str) -> Invitation:
        invited: InvitedTo = await self._where_it_is("invite", table)
        return self.table(table, invited.token)

    def table(self, name: str, token: bytes | None = None) -> Invitation:
        return self.server.table(name, token, self.nodes)

    async def close(self, table: str) -> None:
        await self._where_it_is("close", table)

    async def _where_it_is(self, method: str, table: str) -> Any:
        """Ask for something about a table, here or at the node we are sent to."""
        try:
            return await self.connection.request(method, TableNamed(table))
        except MovedError as moved:
            async with calling(moved.address, self.identity, partial(self._admit, moved.address)) as there:
                return await there.request(method, TableNamed(table))

    def _admit(self, address: Address, host: PublicKey) -> None:
        """Admit another node of the same host, and nobody else."""
        if not self.server.names(host):
            raise WrongHostError(t("host-not-invited", address=str(address)))


@asynccontextmanager
async def visiting(address: Address, identity: Identity, admit: Admit) -> AsyncIterator[Visit]:
    async with calling(address, identity, admit) as connection:
        server = ServerLink(address, host_key_hash(connection.host))
        seats: OwnSeats = await connection.request("seats")
        yield Visit(connection, server, identity, tuple(addresses_in(seats.nodes)))
