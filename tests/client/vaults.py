"""A vault to try things on."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from client.seat.vault import Vault
from protocol.identity import Identity

HOST = Identity.from_secret(bytes(32)).public
CONTEXT, OTHER_CONTEXT = b"\xc0" * 32, b"\xc1" * 32
OLD, NEW = b"\xaa" * 32, b"\xbb" * 32
SECRET = b"the polynomial of a sealed choice"


def open_vault(home: Path, game: bytes | str = "dragon") -> Vault:
    return Vault(home, HOST, game)


def reopened(vault: Vault) -> Vault:
    """Let a new client open what another one closed; its fixture still closes it."""
    vault.close()
    fresh = open_vault(vault.folder.parents[1])
    vault.__dict__.update(fresh.__dict__)
    return vault


def file_of(vault: Vault, kind: str) -> Path:
    (path,) = vault.folder.glob(f"{kind}*")
    return path


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """Let the system refuse to write more, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
