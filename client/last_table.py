"""The file `last_table`: where its player sat last, so that the way back need not be looked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from client.connection import RefusedError
from client.known_tables import WrongHostError
from protocol.invitation import Invitation, InvitationError
from protocol.private_files import PrivateFileError, read_private, write_private

LAST_TABLE: Final = "last_table"


@contextmanager
def remembering(home: Path, invitation: Invitation) -> Iterator[None]:
    """Remember a table from when somebody sets out for it; not one that does not let them in."""
    remember_table(home, invitation)
    try:
        yield
    except (RefusedError, WrongHostError):
        forget_table(home)
        raise


def remember_table(home: Path, invitation: Invitation) -> None:
    """Write down where somebody goes; the token too, in case the line is cut before it is used."""
    with suppress(PrivateFileError):
        write_private(home / LAST_TABLE, invitation.text().encode())


def forget_table(home: Path) -> None:
    (home / LAST_TABLE).unlink(missing_ok=True)


def last_table(home: Path) -> Invitation | None:
    with suppress(PrivateFileError, InvitationError, UnicodeDecodeError):
        return Invitation.parse(read_private(home / LAST_TABLE).decode())
    return None
