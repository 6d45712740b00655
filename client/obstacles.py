"""What keeps a client from a server, in sentences that say what to do about it."""

from __future__ import annotations

import errno
import re
import socket
import ssl
from ipaddress import ip_address, ip_network
from typing import Final

from client.harmless import harmless
from protocol.discovery import is_local, own_address_towards
from protocol.invitation import Address
from protocol.tls import TlsError

OF_A_HOME: Final = 24  # bits that addresses of one home network usually share

NOBODY_HERE: Final = (
    "Nothing listens at {address}, an address by which a machine means itself. If the table is on another "
    "machine, its host has to start it with --bind 0.0.0.0 and send new invitations."
)
NOBODY: Final = (
    "Nothing listens at {address}: the server has not been started or has stopped, listens at another port, "
    "or for its own machine alone; then the host starts it with --bind 0.0.0.0."
)
NO_ANSWER: Final = (
    "{address} does not answer: a firewall there may keep TCP port {port} closed, the network may keep its "
    "devices apart as guest Wi-Fi does, or that machine is off."
)
SILENCE: Final = (
    "{address} lets us in and then does not answer: either this is no table, so check the address and the "
    "port, or its machine is too busy; then try again."
)
NO_NETWORK: Final = (
    "No network of this machine leads to {address}: is it connected? A VPN may be in the way, or missing."
)
NO_MACHINE: Final = (
    "No machine answers to {address}: it is off, has another address by now, or the network keeps its "
    "devices apart as guest Wi-Fi does. Ask the host for a new invitation."
)
FORBIDDEN: Final = (
    "This machine does not let us call {address}: a firewall here has to allow TCP port {port} outwards."
)
NO_NAME: Final = (
    "No machine is called {host}: is it spelled right? Otherwise ask the host for an invitation with an "
    "address in numbers."
)
NO_NAMES: Final = "The name {host} cannot be looked up now: is this machine connected?"
NO_TABLE: Final = (
    "Something answers at {address}, but it does not answer with TLS 1.3 as tables do: check the address and "
    "the port."
)
HUNG_UP: Final = (
    "{address} hung up at once: the server is full, so try again in a minute, or it does not answer with "
    "TLS 1.3 as tables do; then check the address and the port."
)
OTHER_VERSION: Final = "{address} and this program are of different versions. {reason}"
UNKNOWN: Final = "{address} cannot be reached: {reason}."
ANOTHER_NETWORK: Final = (
    " This machine has the address {own}, which looks like another network: join that of the host, or ask "
    "for an invitation with an address that can be reached from there."
)

BY_NUMBER: Final = {
    errno.ECONNREFUSED: NOBODY,
    errno.ENETUNREACH: NO_NETWORK,
    errno.ENETDOWN: NO_NETWORK,
    errno.EADDRNOTAVAIL: NO_NETWORK,
    errno.EHOSTUNREACH: NO_MACHINE,
    errno.EHOSTDOWN: NO_MACHINE,
    errno.ETIMEDOUT: NO_ANSWER,
    errno.EACCES: FORBIDDEN,
    errno.EPERM: FORBIDDEN,
}
OF_THE_NETWORK: Final = (NO_ANSWER, NO_NETWORK, NO_MACHINE)


def why_not(address: Address, error: OSError | TlsError, *, is_reached: bool) -> str:
    """Say why a server could not be talked to; `is_reached` if something there has answered the call."""
    if isinstance(error, TlsError):
        return f"{error} If {address} should be a table, check the address and the port."
    pattern = pattern_of(address, error, is_reached=is_reached)
    reason = error.strerror or str(error).rstrip(".")
    sentence = pattern.format(address=address, host=address.host, port=address.port, reason=reason)
    return sentence + (network_words(address.host) if pattern in OF_THE_NETWORK else "")


def other_version(address: Address, reason: str) -> str:
    return OTHER_VERSION.format(address=address, reason=harmless(reason))


def pattern_of(address: Address, error: OSError, *, is_reached: bool) -> str:
    if isinstance(error, socket.gaierror):
        return NO_NAMES if error.errno == socket.EAI_AGAIN else NO_NAME
    if isinstance(error, ssl.SSLError):
        return NO_TABLE
    if isinstance(error, TimeoutError):
        return SILENCE if is_reached else NO_ANSWER
    if isinstance(error, (ConnectionResetError, ConnectionAbortedError, BrokenPipeError)):
        return HUNG_UP
    number = number_of(error)
    if number == errno.ECONNREFUSED and is_loopback(address.host):
        return NOBODY_HERE
    return BY_NUMBER.get(number, UNKNOWN)


def number_of(error: OSError) -> int:
    """Give the system's number; where several addresses were tried, asyncio has it in its words only."""
    said = re.search(r"\[Errno (\d+)\]", str(error))
    return error.errno or (int(said[1]) if said else 0)


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def network_words(host: str) -> str:
    """Point out that the table seems to stand in another private network than ours."""
    own = own_address(host)
    if not own or not is_local(host) or own == host:
        return ""
    near = ip_network(f"{own}/{OF_A_HOME}", strict=False)
    return "" if ip_address(host) in near else ANOTHER_NETWORK.format(own=own)


def own_address(host: str) -> str:
    try:
        return own_address_towards(host)
    except OSError:
        return ""
