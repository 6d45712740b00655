"""The file `known_tables`: which host key was found where, so that a different one there is noticed.

A line is `host:port SHA256:...`, in the order in which the tables were first met.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from client.texts import t
from client.texts.refusals import why
from protocol.identity import PublicKey
from protocol.invitation import Address, Invitation, InvitationError, ServerLink
from protocol.private_files import PrivateFileError, read_private, write_private

_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")


Admit: TypeAlias = Callable[[PublicKey], None]
"""Refuses a host by raising, before anything is sent to it."""


class UnknownTableError(Exception):
    """Nobody has told us which key this table has."""


class WrongHostError(Exception):
    """The table shows another key than it should."""


class KnownTablesError(Exception):
    """The file cannot be understood, so nothing in it is believed."""


def admit(
    path: Path, address: Address, host: PublicKey, invitation: Invitation | ServerLink | None = None
) -> None:
    """Admit a known host, and a new one named by an invitation, which is then remembered."""
    known = read(path)
    if address in known:
        _check_known(address, host, known[address])
    if invitation is not None and not invitation.names(host):
        raise WrongHostError(t("host-not-invited", address=str(address)))
    if address not in known:
        if invitation is None:
            raise UnknownTableError(t("host-unknown", address=str(address)))
        _write(path, known | {address: host.fingerprint})


def admit_host_of(invitation: Invitation | ServerLink, home: Path) -> Admit:
    """Admit the host the invitation names, and notice if it was a different one before."""
    path = home / "known_tables"
    return partial(admit, path, invitation.address, invitation=invitation)


def admit_host_at(address: Address, home: Path) -> Admit:
    """Admit the host that was found at an address before."""
    return partial(admit, home / "known_tables", address)


def addresses_in(home: Path) -> list[Address]:
    """Return where tables were met before, as far as that can be read."""
    try:
        return list(read(home / "known_tables"))
    except (KnownTablesError, PrivateFileError):
        return []


def forget(path: Path, host: str, port: int) -> bool:
    """Forget the key of a table and say whether there was one."""
    known = read(path)
    if known.pop(Address(host, port), None) is None:
        return False
    _write(path, known)
    return True


def read(path: Path) -> dict[Address, str]:
    if not path.exists():
        return {}
    known: dict[Address, str] = {}
    for number, line in enumerate(read_private(path).decode(errors="replace").splitlines(), start=1):
        where = t("known-line", number=number, path=str(path))
        address, fingerprint = _parse(line, where)
        if address in known:
            raise KnownTablesError(t("known-twice", where=where, name=str(address)))
        known[address] = fingerprint
    return known


def _check_known(address: Address, host: PublicKey, fingerprint: str) -> None:
    if host.fingerprint != fingerprint:
        raise WrongHostError(t("host-changed", address=str(address), key=host.fingerprint, known=fingerprint))


def _parse(line: str, where: str) -> tuple[Address, str]:
    address, _, fingerprint = line.partition(" ")
    if not _FINGERPRINT.fullmatch(fingerprint):
        raise KnownTablesError(t("known-no-table", where=where))
    try:
        return Address.parse(address), fingerprint
    except InvitationError as error:
        raise KnownTablesError(t("known-no-address", where=where, reason=why(error))) from None


def _write(path: Path, known: dict[Address, str]) -> None:
    text = "".join(f"{address} {fingerprint}\n" for address, fingerprint in known.items())
    write_private(path, text.encode())
