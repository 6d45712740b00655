"""What the doctor finds on the way to others: addresses, ports, and a server that answers."""

from __future__ import annotations

import asyncio
import errno
import os
import platform
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Final, NamedTuple

from client.doctor.findings import Finding, bad, good, think
from client.local.known_hosts import WrongHostError
from client.seat.connection import Connection, LostError, RefusedError, connect
from client.seat.find import HAS_ZEROCONF
from client.table.wording import game_title
from client.texts import t
from protocol.discovery import GROUP, QUERY_PORT, own_address_towards
from protocol.errors import ProtocolError
from protocol.identity import Identity, PublicKey
from protocol.invitation import Address, Invitation, ServerLink
from protocol.messages import Clock, TableInfo
from protocol.tls import TlsError

LOOPBACK: Final = "127.0.0.1"
SOMEWHERE_ELSE: Final = "192.0.2.1"  # an address nobody has; nothing is sent to it
SECONDS: Final = 1.0
TUNNELS: Final = ("tun", "tap", "wg", "ppp", "utun", "tailscale", "zt", "nordlynx")
IN_CONTAINERS: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))
MOST_SHOWN: Final = 4


class Interface(NamedTuple):
    """An address of this machine, and the system's name for its interface."""

    name: str
    address: str


# The port ------------------------------------------------------------------------------------


class FoundError(Exception):
    """A table's host has shown its key, which is all we wanted."""

    def __init__(self, host: PublicKey) -> None:
        self.host = host
        super().__init__()


async def port_finding(bind: str, port: int) -> Finding:
    if not is_address(bind):
        return bad("port", t("doctor-no-address", address=bind), t("doctor-change-bind"))
    error = why_not_bound(bind, port)
    if error is None:
        return good("port", free_port(bind, port))
    if error.errno == errno.EADDRINUSE:
        return await taken_finding(LOOPBACK if ip_address(bind).is_unspecified else bind, port)
    if error.errno == errno.EADDRNOTAVAIL:
        return bad("port", t("doctor-not-here", address=bind), t("doctor-change-bind"))
    words = t("doctor-port-barred", port=port, reason=str(error.strerror))
    return think("port", words, t("doctor-higher-port"))


def free_port(bind: str, port: int) -> str:
    if not port:
        return t("doctor-any-port")
    if ip_address(bind).is_loopback:
        return t("doctor-port-here", port=port)
    return t("doctor-port-free", port=port, address=bind)


def is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def why_not_bound(bind: str, port: int) -> OSError | None:
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family) as attempt:
        attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            attempt.bind((bind, port))
            attempt.listen(1)
        except OSError as error:
            return error
    return None


async def taken_finding(host: str, port: int) -> Finding:
    try:
        await connect(Address(host, port), Identity.make(), show_host)
    except FoundError as found:
        return good("port", t("doctor-port-ours", port=port, key=found.host.fingerprint))
    except TlsError:
        pass
    return think("port", t("doctor-port-taken", port=port), t("doctor-other-port"))


def show_host(host: PublicKey) -> None:
    raise FoundError(host)


# Addresses -----------------------------------------------------------------------------------


def address_findings() -> Iterator[Finding]:
    yield address_finding(interfaces(), outward_address())
    if is_inside():
        yield think(
            "machine",
            t("doctor-inside", what=is_inside()),
            t("doctor-pass-on", port=QUERY_PORT),
        )


def address_finding(there: list[Interface], outward: str) -> Finding:
    others = [one for one in there if not ip_address(one.address).is_loopback]
    if not others:
        return think("addresses", t("doctor-no-network"), t("doctor-connect"))
    shown = ", ".join(f"{one.address} ({one.name})" for one in others[:MOST_SHOWN])
    leaving = next((one for one in others if one.address == outward), None)
    near = next((one.address for one in others if not is_tunnel(one)), "")
    if leaving is not None and is_tunnel(leaving):
        advice = t("doctor-at-home", address=near) if near else t("doctor-vpn-too")
        return think("addresses", t("doctor-addresses-vpn", addresses=shown, address=outward), advice)
    named = outward or others[0].address
    return good("addresses", t("doctor-addresses", addresses=shown, address=named))


def is_tunnel(interface: Interface) -> bool:
    return interface.name.lower().startswith(TUNNELS)


def interfaces() -> list[Interface]:
    """List the IPv4 addresses; without jinmaku[lan] only the one by which we reach others is known."""
    if find_spec("ifaddr") is None:
        outward = outward_address()
        return [Interface("default", outward)] if outward else []
    adapters = import_module("ifaddr").get_adapters()
    return [Interface(adapter.nice_name, ip.ip) for adapter in adapters for ip in adapter.ips if ip.is_IPv4]


def outward_address() -> str:
    try:
        return own_address_towards(SOMEWHERE_ELSE)
    except OSError:
        return ""


def is_inside() -> str:
    """Name what this system runs in, if it is not a machine of its own."""
    if "microsoft" in platform.uname().release.lower():
        return "WSL"
    return t("doctor-container") if any(mark.exists() for mark in IN_CONTAINERS) else ""


# Finding each other --------------------------------------------------------------------------


def discovery_finding(address: str) -> Finding:
    if not address:
        return think("discovery", t("doctor-nowhere"), t("doctor-invitation"))
    if not comes_back(address):
        return think(
            "discovery",
            t("doctor-no-echo", address=address),
            t("doctor-firewall", port=QUERY_PORT),
        )
    if not HAS_ZEROCONF:
        return think("discovery", t("doctor-queries"), t("doctor-get-lan"))
    return good("discovery", t("doctor-discovery", address=address))


def comes_back(address: str) -> bool:
    """Say whether this machine hears what it sends to the group that looks for tables."""
    word = os.urandom(16)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear:
        try:
            own = socket.inet_aton(address)
            ear.bind(("", 0))
            ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + own)
            ear.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own)
            ear.settimeout(SECONDS)
            ear.sendto(word, (GROUP, ear.getsockname()[1]))
            return ear.recv(len(word)) == word
        except OSError:
            return False


# A visit -------------------------------------------------------------------------------------


JOIN_ERRORS: Final = (TlsError, ProtocolError, LostError, RefusedError, WrongHostError)
MOST_DRIFT_MS: Final = 2000


async def visit_findings(link: Invitation | ServerLink) -> list[Finding]:
    try:
        async with visiting(link) as connection:
            findings = [await table_finding(connection, link)]
            findings.append(drift_finding(await drift_ms(connection)))
    except JOIN_ERRORS as error:
        return [bad("table", str(error))]
    return findings


@asynccontextmanager
async def visiting(link: Invitation | ServerLink) -> AsyncIterator[Connection]:
    """Come as a stranger, so that nobody's key has to be unlocked."""

    def admit(host: PublicKey) -> None:
        if not link.names(host):
            where = str(link.address)
            raise WrongHostError(t("doctor-other-host", address=where, key=host.fingerprint))

    connection = await connect(link.address, Identity.make(), admit)
    try:
        yield connection
    finally:
        connection.close()
        await asyncio.wait([connection.lost])


async def table_finding(connection: Connection, link: Invitation | ServerLink) -> Finding:
    start = time.monotonic()
    tables: tuple[TableInfo, ...] = await connection.request("tables")
    time_taken = f"{(time.monotonic() - start) * 1000:.0f}"
    address = str(link.address)
    if isinstance(link, ServerLink):
        return good("table", t("doctor-server", address=address, time=time_taken, tables=len(tables)))
    for table in tables:
        if table.table == link.game:
            free = sum(not seat.player for seat in table.seats)
            game: dict[str, str | int] = {"game": game_title(table.game), "seats": len(table.seats)}
            return good("table", t("doctor-table", address=address, time=time_taken, free=free, **game))
    raise RefusedError(t("doctor-no-table", table=link.game, address=address))


async def drift_ms(connection: Connection) -> int:
    """Return how far the server's clock is ahead of ours, as of half way between question and answer."""
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
