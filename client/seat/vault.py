"""What a player must not lose at one table: sealed choices, a talk key, the head of the transcript, evidence.

Each table has its own folder, `vault/<hash of host and game>` below the player's home, with these plain
files:

    lock                                 held for as long as a client sits at the table
    dealt-<round>-<context>-<revision>   a sealed choice; empty as soon as its round is over
    talk                                 the key to what is said to us; gone when the game is over
    head                                 how far the story was told
    refused                              what the host has signed that it does not do
    evidence-<name>-<hash>               the bare bytes, to be shown to others

Everything is on disk before the call that keeps it returns, so whatever is sent afterwards was stored first.
The hashes find damage, not malice: anybody who can write here has the player's key as well.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from stat import S_IMODE, S_ISDIR, S_ISREG
from typing import Final, NamedTuple

from client.texts import t
from core.chance import digest
from protocol.identity import SIGNATURE_SIZE, PublicKey
from protocol.limits import KIB, MIB
from protocol.private_files import (
    FILE_MODE,
    FOLDER_MODE,
    PrivateFileError,
    make_folder,
    read_private,
    sync_folder,
    write_private,
)

DEALT_SIZE: Final = 64 * KIB
EVIDENCE_SIZE: Final = MIB
EVIDENCE_PIECES: Final = 100
HASH_SIZE: Final = 32
MOST_REFUSALS: Final = 64

_SEQ_SIZE = 8
_TALK_KEY_SIZE = 32

_LAST_ROUND = 2**32 - 1
_DEALT = re.compile(r"dealt-([0-9]{10})-([0-9a-f]{64}-[0-9])")
_EVIDENCE_NAME = re.compile(r"[0-9a-z][0-9a-z-]{0,39}")
_LEFTOVER = re.compile(r"\.(?:dealt|talk|head|refused|evidence)[-.].*")


class VaultError(Exception):
    """Something cannot be kept or returned; the sentence says why, without revealing what it is."""


class Head(NamedTuple):
    """How far a story goes, and its hash."""

    seq: int
    hash: bytes


class Vault:
    """The files of one table; nobody else can open them until `close`, or until this process ends."""

    def __init__(self, home: Path, host_key: PublicKey, game: bytes | str) -> None:
        name = game.encode() if isinstance(game, str) else game
        self.folder = vault_folder(home, host_key, name)
        with _explained(self.folder):
            _make_folder(self.folder.parent)
            _make_folder(self.folder)
            self._lock: int | None = _lock(self.folder)
            try:
                self._tidy()
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Let another client of this player sit down at the table."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _tidy(self) -> None:
        """Remove what killed writes left behind, and make their last renames durable."""
        for path in self.folder.iterdir():
            if _LEFTOVER.fullmatch(path.name):
                path.unlink()
        sync_folder(self.folder)

    # Sealed choices ------------------------------------------------------------------------------

    def keep_dealt(self, round_number: int, context: bytes, dealt: bytes, revision: int = 0) -> None:
        """Store a sealed choice before it is sent; each context and revision has only one."""
        if not 0 < len(dealt) <= DEALT_SIZE:
            raise VaultError(t("kept-choice-size", size=len(dealt)))
        path, place = self._dealt_path(round_number, context, revision), f"{context.hex()}-{revision}"
        known = next((file for _, other, file in self._all_dealt() if other == place), None)
        if known is None:
            self._write(path, dealt)
        elif known != path or self._read(known, DEALT_SIZE) != dealt:
            raise VaultError(t("kept-choice", number=round_number))

    def dealt(self, round_number: int, context: bytes, revision: int = 0) -> bytes | None:
        """Return what was sealed, to send the same bytes again; None if nothing was, or the round is over."""
        return self._read(self._dealt_path(round_number, context, revision), DEALT_SIZE) or None

    def forget_round(self, round_number: int) -> None:
        """Drop the secrets of a finished round, but not the fact that something was sealed in it."""
        for number, _, path in self._all_dealt():
            if number == round_number:
                self._empty(path)

    def _empty(self, path: Path) -> None:
        with _explained(path):
            if path.lstat().st_size != HASH_SIZE:  # otherwise it is already empty
                self._write(path, b"")

    def _dealt_path(self, round_number: int, context: bytes, revision: int) -> Path:
        if not 0 <= round_number <= _LAST_ROUND or len(context) != HASH_SIZE:
            raise VaultError("There is no such round.")
        return self.folder / f"dealt-{round_number:010}-{context.hex()}-{revision}"

    def _all_dealt(self) -> list[tuple[int, str, Path]]:
        with _explained(self.folder):
            files = [(_DEALT.fullmatch(path.name), path) for path in self.folder.iterdir()]
        return [(int(match[1]), match[2], path) for match, path in files if match]

    # The talk key --------------------------------------------------------------------------------

    def keep_talk_key(self, secret: bytes) -> None:
        """Store what reads private words, before others hear of it and seal to it."""
        self._write(self.folder / "talk", secret)

    def talk_key(self) -> bytes | None:
        return self._read(self.folder / "talk", _TALK_KEY_SIZE)

    def forget_talk_key(self) -> None:
        """Remove it; nobody can read any more what was sealed to it."""
        self._forget("talk")

    def _forget(self, name: str) -> None:
        path = self.folder / name
        with _explained(path):
            if path.exists():
                path.unlink()
                sync_folder(self.folder)

    # The head ------------------------------------------------------------------------------------

    def keep_head(self, seq: int, head: bytes) -> None:
        """Remember how far the journal was verified; it can only go on from there."""
        if len(head) != HASH_SIZE:
            raise VaultError(f"The head of a journal has {HASH_SIZE} bytes.")
        content, kept, shown = seq.to_bytes(_SEQ_SIZE, "big") + head, self.last_head(), Head(seq, head)
        if kept is None or kept.seq < seq:
            self._write(self.folder / "head", content)
        elif kept != shown:
            raise self._rollback(kept, shown)

    def last_head(self) -> Head | None:
        data = self._read(self.folder / "head", _SEQ_SIZE + HASH_SIZE)
        if data is None:
            return None
        return Head(int.from_bytes(data[:_SEQ_SIZE], "big"), data[_SEQ_SIZE:])

    def forget_head(self) -> None:
        """Remove it when we give our seat back: another seat is told another story."""
        self._forget("head")

    def _rollback(self, kept: Head, shown: Head) -> VaultError:
        """Keep both heads of a journal that goes back, if we can; if not, it is still an alarm."""
        evidence = f"kept {kept.seq} {kept.hash.hex()}\nshown {shown.seq} {shown.hash.hex()}\n"
        try:
            where = t("kept-both", path=str(self.keep_evidence("rollback", evidence.encode())))
        except VaultError as error:
            where = t("kept-not", reason=str(error))
        return VaultError(f"{t('kept-rollback', shown=shown.seq, known=kept.seq)} {where}")

    # Refusals ------------------------------------------------------------------------------------

    def keep_refusals(self, refusals: Mapping[bytes, bytes]) -> None:
        """Remember the last deeds the host refused, by our signatures, with its own under each."""
        newest = list(refusals.items())[-MOST_REFUSALS:]
        self._write(self.folder / "refused", b"".join(deed + refusal for deed, refusal in newest))

    def refusals(self) -> dict[bytes, bytes]:
        size = 2 * SIGNATURE_SIZE
        data = self._read(self.folder / "refused", MOST_REFUSALS * size) or b""
        pairs = (data[start : start + size] for start in range(0, len(data), size))
        return {pair[:SIGNATURE_SIZE]: pair[SIGNATURE_SIZE:] for pair in pairs}

    # Evidence ------------------------------------------------------------------------------------

    def keep_evidence(self, name: str, data: bytes) -> Path:
        """Store what proves that somebody cheated, beside everything else here, and return where it is."""
        if not _EVIDENCE_NAME.fullmatch(name):
            raise VaultError("Evidence is named with small letters, digits and hyphens.")
        if len(data) > EVIDENCE_SIZE:
            raise VaultError(t("kept-evidence-size", size=len(data)))
        path = self.folder / f"evidence-{name}-{digest('evidence', data).hex()[:32]}"
        known = _read_plain(path, EVIDENCE_SIZE)
        if known is None:
            self._write_evidence(path, data)
        elif known != data:
            raise _damaged(path)
        return path

    def _write_evidence(self, path: Path, data: bytes) -> None:
        self._check_open()
        with _explained(path):
            if sum(each.name.startswith("evidence-") for each in self.folder.iterdir()) >= EVIDENCE_PIECES:
                raise VaultError(t("kept-evidence-full", path=str(self.folder)))
            write_private(path, data)

    # Files that begin with their hash ------------------------------------------------------------

    def _write(self, path: Path, data: bytes) -> None:
        self._check_open()
        with _explained(path):
            write_private(path, _hash(path, data) + data)

    def _read(self, path: Path, size: int) -> bytes | None:
        content = _read_plain(path, HASH_SIZE + size)
        if content is None:
            return None
        data = content[HASH_SIZE:]
        if content[:HASH_SIZE] != _hash(path, data):
            raise _damaged(path)
        return data

    def _check_open(self) -> None:
        assert self._lock is not None, "nothing is written without the lock"


def vault_folder(home: Path, host_key: PublicKey, game: bytes) -> Path:
    return home / "vault" / digest("vault", host_key.raw, game).hex()


def _hash(path: Path, data: bytes) -> bytes:
    """Bind the name, too, so that no file can stand in for another."""
    return digest("vault-file", path.name.encode(), data)


def _read_plain(path: Path, size: int) -> bytes | None:
    with _explained(path):
        try:
            found = path.lstat()
        except FileNotFoundError:
            return None
        if not S_ISREG(found.st_mode):
            raise VaultError(t("kept-no-file", path=str(path)))
        if found.st_size > size:
            raise VaultError(t("kept-too-large", path=str(path)))
        return read_private(path)


# Folders and errors ------------------------------------------------------------------------------


def _make_folder(folder: Path) -> None:
    """Have a folder of our own and nobody else's, which is still there after a crash."""
    make_folder(folder)
    mode = folder.lstat().st_mode
    if not S_ISDIR(mode):
        raise VaultError(t("kept-no-folder", path=str(folder)))
    if S_IMODE(mode) & ~FOLDER_MODE:
        raise VaultError(t("kept-open", path=str(folder), mode=f"{FOLDER_MODE:o}"))
    sync_folder(folder.parent)


def _lock(folder: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    lock = os.open(folder / "lock", flags, FILE_MODE)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        if isinstance(error, BlockingIOError):
            raise VaultError(t("kept-twice", path=str(folder))) from None
        raise
    return lock


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn what the system says into an error of ours."""
    try:
        yield
    except PrivateFileError as error:
        raise VaultError(str(error)) from None
    except OSError as error:
        where = str(error.filename or path)
        raise VaultError(t("kept-unusable", path=where, reason=str(error.strerror))) from None


def _damaged(path: Path) -> VaultError:
    return VaultError(t("kept-damaged", path=str(path)))
