"""The file `last_table`: where its player last sat and under which name, to find the way back."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from protocol.invitation import Invitation, InvitationError
from protocol.private_files import PrivateFileError, read_private, write_private

LAST_TABLE: Final = "last_table"


def remember_table(home: Path, invitation: Invitation, name: str = "") -> None:
    """Write down where somebody goes; the token, too, in case the line is cut before it is used."""
    with suppress(PrivateFileError):
        write_private(home / LAST_TABLE, f"{invitation.text()}\n{name}".encode())


def forget_table(home: Path) -> None:
    (home / LAST_TABLE).unlink(missing_ok=True)


def last_table(home: Path) -> Invitation | None:
    with suppress(InvitationError):
        return Invitation.parse(_lines(home)[0])
    return None


def name_at(home: Path, invitation: Invitation) -> str:
    """Return the name somebody had at a table, if they were there last."""
    return _lines(home)[1] if last_table(home) == invitation else ""


def _lines(home: Path) -> tuple[str, str]:
    with suppress(PrivateFileError, UnicodeDecodeError):
        table, _, name = read_private(home / LAST_TABLE).decode().partition("\n")
        return table, name
    return "", ""
