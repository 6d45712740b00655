"""Files for one user alone: written whole or not at all, and refused if others can open them."""

from __future__ import annotations

import os
from errno import ENOTDIR
from pathlib import Path
from stat import S_IMODE
from tempfile import mkstemp

FILE_MODE = 0o600
FOLDER_MODE = 0o700
_OTHERS = 0o077


class PrivateFileError(Exception):
    """A private file is missing, open to others or out of reach; the sentence says which."""


def make_folder(folder: Path) -> None:
    """Make a folder and all missing parents, each for this user alone from the start."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    try:
        folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(folder)) from None


def check_folder(folder: Path) -> None:
    """Refuse a folder that others can open; one that is not there yet will be made for this user alone."""
    if folder.is_dir():
        _check_mode(folder, folder.stat().st_mode, FOLDER_MODE)


def read_private(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            _check_mode(path, os.fstat(file.fileno()).st_mode, FILE_MODE)
            check_folder(path.parent)
            return file.read()
    except FileNotFoundError:
        raise PrivateFileError(f"There is no file {path}.") from None
    except OSError as error:
        raise PrivateFileError(f"{path} cannot be read: {error.strerror}.") from None


def write_private(path: Path, data: bytes) -> None:
    """Replace a file as a whole, or leave the old one as it was."""
    try:
        make_folder(path.parent)
        check_folder(path.parent)
        _replace(path, data)
        sync_folder(path.parent)
    except OSError as error:
        raise PrivateFileError(f"{path} cannot be written: {error.strerror}.") from None


def _replace(path: Path, data: bytes) -> None:
    descriptor, name = mkstemp(dir=path.parent, prefix=f".{path.name}.")  # has mode 0600 from the start
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Make the new name durable; without this a crash can bring the old file back."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _check_mode(path: Path, mode: int, wanted: int) -> None:
    if S_IMODE(mode) & _OTHERS:
        raise PrivateFileError(f"{path} is open to other users; close it with: chmod {wanted:o} {path}")
