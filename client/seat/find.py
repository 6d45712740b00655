"""Looks for tables in the local network, by mDNS and by asking everybody at once."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Collection, Iterable
from itertools import chain

from protocol.discovery import (
    BROADCAST,
    GROUP,
    MOST_TABLES,
    QUERY_PORT,
    SERVICE,
    DiscoveryWay,
    FoundTable,
    decode_answer,
    encode_query,
    make_nonce,
    notice_from_txt,
    own_address_towards,
)
from protocol.errors import ProtocolError

try:
    from zeroconf import Error as MdnsError
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf
except ImportError:
    HAS_ZEROCONF = False
else:
    HAS_ZEROCONF = True

log = logging.getLogger(__name__)

QUERIES = 2  # in case one is lost
MOST_NOTICES = 256  # however many tables somebody invents


async def find(
    seconds: float,
    *,
    interface: str | None = None,
    ways: Collection[DiscoveryWay] = tuple(DiscoveryWay),
    query_port: int = QUERY_PORT,
) -> list[FoundTable]:
    """Look for tables that long, on the interface of the default route or on the one with this address."""
    try:
        address = interface or own_address_towards(GROUP)
    except OSError as error:
        log.warning("There is no network to look in: %s.", error)
        return []
    searches = []
    if DiscoveryWay.QUERY in ways:
        searches.append(_ask(seconds, address, query_port))
    if DiscoveryWay.MDNS in ways and HAS_ZEROCONF:
        searches.append(_browse(seconds, address))
    return _without_repetitions(chain.from_iterable(await asyncio.gather(*searches)))


def _without_repetitions(notices: Iterable[FoundTable]) -> list[FoundTable]:
    """Keep the first notice of each table; another address or key makes it another table."""
    first: dict[tuple[object, ...], FoundTable] = {}
    for notice in notices:
        first.setdefault((notice.address, notice.host_key, notice.listing.table), notice)
    return sorted(first.values(), key=lambda notice: (notice.listing.game, notice.listing.table))


class Ear(asyncio.DatagramProtocol):
    """Collects the answers to one query, up to so many tables from each address."""

    def __init__(self, nonce: bytes) -> None:
        self._nonce = nonce
        self._heard: dict[str, dict[FoundTable, None]] = {}

    def datagram_received(self, data: bytes, source: tuple[str, int]) -> None:
        try:
            notices = decode_answer(data, self._nonce, source[0])
        except ProtocolError as error:
            log.debug("Passed over an answer from %s: %s", source[0], error)
            return
        from_there = self._heard.setdefault(source[0], {})
        for notice in notices:
            if len(from_there) < MOST_TABLES:
                from_there[notice] = None

    def notices(self) -> list[FoundTable]:
        return list(chain.from_iterable(self._heard.values()))[:MOST_NOTICES]


async def _ask(seconds: float, address: str, port: int) -> list[FoundTable]:
    nonce = make_nonce()
    try:
        mouth = _asking_socket(address)
    except OSError as error:
        log.warning("Nobody can be asked for tables: %s.", error)
        return []
    loop = asyncio.get_running_loop()
    transport, ear = await loop.create_datagram_endpoint(lambda: Ear(nonce), sock=mouth)
    try:
        for _ in range(QUERIES):
            for everybody in (GROUP, BROADCAST):
                transport.sendto(encode_query(nonce), (everybody, port))
            await asyncio.sleep(seconds / QUERIES)
    finally:
        transport.close()
    return ear.notices()


def _asking_socket(address: str) -> socket.socket:
    mouth = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        mouth.setblocking(False)
        mouth.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
        mouth.bind((address, 0))
    except OSError:
        mouth.close()
        raise
    return mouth


async def _browse(seconds: float, address: str) -> list[FoundTable]:
    names: dict[str, asyncio.Task[FoundTable | None]] = {}

    def note(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if name not in names and len(names) < MOST_NOTICES:
            names[name] = asyncio.create_task(_look_up(zeroconf, name, seconds))

    try:
        async with AsyncZeroconf(interfaces=[address]) as mdns:
            async with AsyncServiceBrowser(mdns.zeroconf, SERVICE, handlers=[note]):
                await asyncio.sleep(seconds)
            return await _known_by_now(names.values())
    except (OSError, MdnsError) as error:
        log.warning("Tables cannot be looked for by mDNS: %s.", error)
        return []


async def _look_up(zeroconf: Zeroconf, name: str, seconds: float) -> FoundTable | None:
    service = AsyncServiceInfo(SERVICE, name)
    if not await service.async_request(zeroconf, timeout=seconds * 1000):
        return None
    try:
        return notice_from_txt(service.properties, service.parsed_addresses(), service.port or 0)
    except ProtocolError as error:
        log.debug("Passed over a service: %s", error)
        return None


async def _known_by_now(look_ups: Collection[asyncio.Task[FoundTable | None]]) -> list[FoundTable]:
    for look_up in look_ups:
        look_up.cancel()  # those that are done stay done
    results = await asyncio.gather(*look_ups, return_exceptions=True)
    return [result for result in results if isinstance(result, FoundTable)]
