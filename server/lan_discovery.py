"""Tells the local network which tables are here: by mDNS, and by UDP to anybody who asks.

A server that listens only on loopback keeps quiet. Whatever goes wrong here is a sentence in the log and
nothing more, since a table can be found without us: its host can tell the address.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import Collection, Iterable
from ipaddress import ip_address

from protocol.discovery import (
    GROUP,
    MOST_TABLES,
    QUERY_PORT,
    SERVICE,
    AnnouncedHost,
    DiscoveryWay,
    TableListing,
    base32,
    decode_query,
    encode_answer,
    is_local,
    own_address_towards,
    txt_of,
)
from protocol.errors import ProtocolError
from protocol.limits import TokenBucket

try:
    from zeroconf import Error as MdnsError
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf
except ImportError:
    HAS_ZEROCONF = False
else:
    HAS_ZEROCONF = True

log = logging.getLogger(__name__)

REST = 2.0  # seconds between two changes announced by mDNS
ANSWER_RATE, ANSWER_BURST = 2.0, 8  # for one address; a search for tables sends its query four times
TOTAL_RATE, TOTAL_BURST = 40.0, 80
ADDRESSES_REMEMBERED = 256
NAME_ROOM = 54  # a part of a name has 63 letters in DNS, and nine are for the host key


class Announcer:
    """Announces the tables of a server bound to an address, from start to stop.

    An `interface` is named by its address, and then no other interface hears of the tables; a server bound to
    one address is announced only there.
    """

    def __init__(
        self,
        bound: str,
        host: AnnouncedHost,
        *,
        interface: str | None = None,
        ways: Collection[DiscoveryWay] = tuple(DiscoveryWay),
        query_port: int = QUERY_PORT,
    ) -> None:
        self._is_private = _is_loopback(bound) and not (interface and _is_loopback(interface))
        self._interface = interface or (None if ip_address(bound).is_unspecified else bound)
        self._ways = ways
        self._responder = Responder(host, self._interface, query_port)
        self._services = Services(host, self._interface)
        self._keeping: asyncio.Task[None] | None = None

    @property
    def query_port(self) -> int:
        """Where queries are heard; 0 if they are not."""
        return self._responder.heard_at

    async def start(self) -> None:
        if self._is_private:
            log.info("Only this machine can reach the server, so its tables are not announced.")
            return
        if DiscoveryWay.QUERY in self._ways:
            await self._listen()
        if DiscoveryWay.MDNS in self._ways:
            self._keep_services()

    def update(self, tables: Iterable[TableListing]) -> None:
        """Announce these tables from now on, and no others."""
        listings = tuple(tables)
        self._responder.listings = listings
        self._services.show(listings)

    async def stop(self) -> None:
        self._responder.close()
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait([self._keeping])
            self._keeping = None

    async def _listen(self) -> None:
        try:
            await self._responder.listen()
        except OSError as error:
            log.warning("Queries for tables cannot be answered: %s.", _reason(error))

    def _keep_services(self) -> None:
        if HAS_ZEROCONF:
            self._keeping = asyncio.create_task(self._services.keep())
        else:
            log.info("zeroconf is not installed, so tables are not announced by mDNS.")


class Responder(asyncio.DatagramProtocol):
    """Answers queries from the local network, to each asker alone and not too often."""

    def __init__(self, host: AnnouncedHost, interface: str | None, port: int) -> None:
        self.listings: tuple[TableListing, ...] = ()
        self._host = host
        self._interface = interface
        self._port = port
        self._patience = Patience()
        self._transport: asyncio.DatagramTransport | None = None

    async def listen(self) -> None:
        heard = _group_socket(self._interface, self._port)
        await asyncio.get_running_loop().create_datagram_endpoint(lambda: self, sock=heard)

    @property
    def heard_at(self) -> int:
        if self._transport is None:
            return 0
        port: int = self._transport.get_extra_info("sockname")[1]
        return port

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()
            self._transport = None

    def connection_made(self, transport: asyncio.DatagramTransport) -> None:  # type: ignore[override]
        self._transport = transport

    def datagram_received(self, data: bytes, source: tuple[str, int]) -> None:
        if self._transport is None or not self.listings or not self._may_answer(source[0]):
            return
        try:
            nonce = decode_query(data)
        except ProtocolError:
            return
        self._transport.sendto(encode_answer(nonce, self._host, self.listings), source)

    def _may_answer(self, asker: str) -> bool:
        now = asyncio.get_running_loop().time()
        return is_local(asker) and self._patience.allows(asker, now) and self._is_on_interface(asker)

    def _is_on_interface(self, asker: str) -> bool:
        if self._interface is None:
            return True
        try:
            return own_address_towards(asker) == self._interface
        except OSError:
            return False


class Patience:
    """Lets each address ask a few times, and all together not much oftener."""

    def __init__(self) -> None:
        self._of_all = TokenBucket(TOTAL_RATE, TOTAL_BURST, now=0)
        self._of_each: dict[str, TokenBucket] = {}

    def allows(self, asker: str, now: float) -> bool:
        if asker not in self._of_each:
            self._make_room()
            self._of_each[asker] = TokenBucket(ANSWER_RATE, ANSWER_BURST, now)
        return self._of_each[asker].take(now) and self._of_all.take(now)

    def _make_room(self) -> None:
        if len(self._of_each) == ADDRESSES_REMEMBERED:
            del self._of_each[next(iter(self._of_each))]


class Services:
    """Keeps an mDNS service for each table; changes wait a while, so that the network gets some rest."""

    def __init__(self, host: AnnouncedHost, interface: str | None) -> None:
        self._host = host
        self._interface = interface
        self._wanted: dict[str, TableListing] = {}
        self._kept: dict[str, AsyncServiceInfo] = {}
        self._changed = asyncio.Event()

    def show(self, listings: Iterable[TableListing]) -> None:
        self._wanted = {listing.table: listing for listing in tuple(listings)[:MOST_TABLES]}
        self._changed.set()

    async def keep(self) -> None:
        self._kept.clear()
        self._changed.set()
        try:
            address = self._interface or own_address_towards(GROUP)
            async with AsyncZeroconf(interfaces=[address]) as zeroconf:
                while True:
                    await self._changed.wait()
                    self._changed.clear()
                    await self._publish(zeroconf, address)
                    await asyncio.sleep(REST)
        except (OSError, MdnsError) as error:
            log.warning("Tables cannot be announced by mDNS: %s.", _reason(error))

    async def _publish(self, zeroconf: AsyncZeroconf, address: str) -> None:
        gone = [self._withdraw(zeroconf, table) for table in self._kept.keys() - self._wanted.keys()]
        here = [self._show(zeroconf, address, listing) for listing in self._wanted.values()]
        await asyncio.gather(*gone, *here)

    async def _show(self, zeroconf: AsyncZeroconf, address: str, listing: TableListing) -> None:
        kept = self._kept.get(listing.table)
        service = self._service(address, listing)
        if kept and kept.text == service.text:
            return
        try:
            if kept:
                await (await zeroconf.async_update_service(service))
            else:
                await (await zeroconf.async_register_service(service))
        except MdnsError as error:
            log.warning("Table %s cannot be announced by mDNS: %s.", listing.table, _reason(error))
        else:
            self._kept[listing.table] = service

    async def _withdraw(self, zeroconf: AsyncZeroconf, table: str) -> None:
        await (await zeroconf.async_unregister_service(self._kept.pop(table)))

    def _service(self, address: str, listing: TableListing) -> AsyncServiceInfo:
        name = f"{listing.table[:NAME_ROOM]}-{base32(self._host.host_key)[:8]}.{SERVICE}"
        return AsyncServiceInfo(
            SERVICE,
            name,
            port=self._host.port,
            properties=txt_of(self._host, listing),
            server=name,  # and not the machine's own, which often names its owner
            parsed_addresses=[address],
        )


def _group_socket(interface: str | None, port: int) -> socket.socket:
    """Open a socket that hears queries to the group and broadcasts; other servers here may have one, too."""
    heard = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        heard.setblocking(False)
        heard.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "darwin":
            heard.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        heard.bind(("", port))
        member = socket.inet_aton(GROUP) + (socket.inet_aton(interface) if interface else bytes(4))
        heard.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
    except OSError:
        heard.close()
        raise
    return heard


def _is_loopback(host: str) -> bool:
    return ip_address(host).is_loopback


def _reason(error: Exception) -> str:
    """Say what went wrong; zeroconf's errors say it by their type."""
    return str(error) or type(error).__name__
