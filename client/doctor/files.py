"""What is kept on this machine: keys, who and what was met before, and room for more."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from stat import S_IMODE
from tempfile import TemporaryFile
from typing import Final

from client.doctor.findings import Finding, bad, good, think
from client.local import known_hosts, known_players
from client.texts import t
from client.texts.refusals import why
from protocol.identity import KeyFileError, LockedKeyError, load_identity
from protocol.limits import MIB, Limits
from protocol.private_files import PrivateFileError

LITTLE_ROOM: Final = 1024 * MIB
GIB: Final = 1024 * MIB
OTHERS: Final = 0o077


def file_findings(home: Path, data: Path) -> Iterator[Finding]:
    try:
        yield from findings_in(home, data)
    except OSError as error:  # nothing below it can be looked at
        yield bad("home", why(error), t("doctor-own-it"))


def findings_in(home: Path, data: Path) -> Iterator[Finding]:
    yield key_finding("identity", home / "identity", t("doctor-no-identity"))
    yield key_finding("host key", data / "host_key", t("doctor-no-host-key"))
    yield from memory_findings(home)
    yield folder_finding("home", home)
    yield folder_finding("tables", data)


def key_finding(about: str, path: Path, if_none: str) -> Finding:
    if not path.exists():
        return good(about, if_none)
    try:
        identity = load_identity(path)
    except LockedKeyError:
        return good(about, t("doctor-locked-key", path=str(path)))
    except PrivateFileError as error:
        return bad(about, str(error))
    except KeyFileError as error:
        return bad(about, str(error), t("doctor-without-key"))
    return good(about, t("doctor-open-key", key=identity.public.fingerprint))


def memory_findings(home: Path) -> Iterator[Finding]:
    """Look for what would be in the way at the next table."""
    files: tuple[tuple[str, Callable[[Path], object]], ...] = (
        ("known_tables", known_hosts.read),
        ("known_players", known_players.read_keys),
    )
    for name, read in files:
        try:
            _ = (home / name).exists() and read(home / name)
        except (known_hosts.KnownTablesError, known_players.KnownPlayersError) as error:
            yield bad("memory", str(error), t("doctor-mend-line"))
        except PrivateFileError as error:
            yield bad("memory", str(error))


def folder_finding(about: str, path: Path) -> Finding:
    there = next(folder for folder in (path, *path.parents) if folder.exists())
    if not can_write(there):
        return bad(about, t("doctor-read-only", path=str(there)), t("doctor-own-it"))
    if there == path and S_IMODE(path.stat().st_mode) & OTHERS:
        return bad(about, t("doctor-open", path=str(path)), t("doctor-close", path=str(path)))
    free = shutil.disk_usage(there).free
    words = t("doctor-free", path=str(path), free=f"{free / GIB:.1f}")
    if free < Limits().journal_size:
        return bad(about, words, t("doctor-no-room"))
    if free < LITTLE_ROOM:
        return think(about, words, t("doctor-little-room"))
    return good(about, words)


def can_write(folder: Path) -> bool:
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(b"x")
    except OSError:
        return False
    return True
