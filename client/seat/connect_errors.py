"""What keeps a client from a server, in sentences that say what to do about it."""

from __future__ import annotations

import errno
import re
import socket
import ssl
from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from typing import Final

from client.texts import t
from client.texts.strip_controls import strip_controls
from protocol.discovery import is_local, own_address_towards
from protocol.invitation import Address
from protocol.tls import TlsError

OF_A_HOME: Final = 24  # bits that addresses of one home network usually share

BY_NUMBER: Final = {
    errno.ECONNREFUSED: "nobody",
    errno.ENETUNREACH: "no-network",
    errno.ENETDOWN: "no-network",
    errno.EADDRNOTAVAIL: "no-network",
    errno.EHOSTUNREACH: "no-machine",
    errno.EHOSTDOWN: "no-machine",
    errno.ETIMEDOUT: "no-answer",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
}
OF_THE_NETWORK: Final = ("no-answer", "no-network", "no-machine")


def why_not(address: Address, error: OSError | TlsError, *, is_reached: bool) -> str:
    """Say why a server could not be talked to; `is_reached` if something there has answered the call."""
    if isinstance(error, TlsError):
        return t("way-not-tls", reason=str(error), address=str(address))
    obstacle = obstacle_in(address, error, is_reached=is_reached)
    reason = error.strerror or str(error).rstrip(".")
    sentence = t(f"way-{obstacle}", address=str(address), host=address.host, port=address.port, reason=reason)
    return " ".join([sentence, *(network_lines(address.host) if obstacle in OF_THE_NETWORK else ())])


def other_version(address: Address, reason: str) -> str:
    return t("way-other-version", address=str(address), reason=strip_controls(reason))


def obstacle_in(address: Address, error: OSError, *, is_reached: bool) -> str:
    if isinstance(error, socket.gaierror):
        return "no-names" if error.errno == socket.EAI_AGAIN else "no-name"
    if isinstance(error, ssl.SSLError):
        return "no-table"
    if isinstance(error, TimeoutError):
        return "silence" if is_reached else "no-answer"
    if isinstance(error, (ConnectionResetError, ConnectionAbortedError, BrokenPipeError)):
        return "hung-up"
    number = number_of(error)
    if number == errno.ECONNREFUSED and is_loopback(address.host):
        return "nobody-here"
    return BY_NUMBER.get(number, "unknown")


def number_of(error: OSError) -> int:
    """Give the system's number; where several addresses were tried, asyncio has it in its words only."""
    said = re.search(r"\[Errno (\d+)\]", str(error))
    return error.errno or (int(said[1]) if said else 0)


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def network_lines(host: str) -> Iterator[str]:
    """Point out that the table seems to stand in another private network than ours."""
    own = own_address(host)
    if not own or not is_local(host) or own == host:
        return
    if ip_address(host) not in ip_network(f"{own}/{OF_A_HOME}", strict=False):
        yield t("way-another-network", own=own)


def own_address(host: str) -> str:
    try:
        return own_address_towards(host)
    except OSError:
        return ""
