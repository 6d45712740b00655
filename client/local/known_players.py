"""The file `known_players`: who had which key in earlier games, so that a different one is noticed.

A line is `NAME ssh-ed25519 ...`, in the order in which the players were first met. The whole key is kept, so
that the file can also serve to check logs. Lines written by hand for that may give fingerprints instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from unicodedata import category, normalize

from client.texts import t
from client.texts.refusals import why
from protocol.identity import BadKeyError, PublicKey
from protocol.limits import NAME_LENGTH
from protocol.private_files import read_private, write_private
from protocol.talk import TalkError, check_text

_LINE = re.compile(r"(?P<name>.+) (?:(?P<key>ssh-\S+ \S+)|(?P<fingerprint>SHA256:[A-Za-z0-9+/]{43}))")


class KnownPlayersError(Exception):
    """A file cannot be understood, so nothing in it is believed."""


class ChangedPlayerError(Exception):
    """Somebody of this name had another key before."""


class UnfitNameError(ValueError):
    """A server could show such a name, but no player may have it."""


class Familiarity(Enum):
    """What is known about a player who comes with a name and a key."""

    KNOWN = "known"
    NEW = "new"
    CHANGED = "changed"  # the name is known with another key, whoever else may have had this one
    RENAMED = "renamed"  # the key is known only by other names


@dataclass(frozen=True)
class KeyReference:
    """What somebody was told about a key: the whole key, or only its fingerprint."""

    fingerprint: str
    key: PublicKey | None = None

    def names(self, key: PublicKey) -> bool:
        return key.fingerprint == self.fingerprint


def check(path: Path, name: str, key: PublicKey) -> Familiarity:
    known = read(path)
    before = [known[other] for other in known if _heard(other) == _heard(name)]
    if before:
        return Familiarity.KNOWN if before == [key] else Familiarity.CHANGED
    return Familiarity.RENAMED if key in known.values() else Familiarity.NEW


def names_of(path: Path, key: PublicKey) -> tuple[str, ...]:
    """Return all names by which the owner of a key is known."""
    return tuple(name for name, known in read(path).items() if known == key)


def remember(path: Path, name: str, key: PublicKey) -> None:
    """Write down a player; a key that differs from the earlier one never replaces it."""
    _check_name(name)
    verdict = check(path, name, key)
    if verdict is Familiarity.CHANGED:
        raise ChangedPlayerError(t("known-changed", name=name))
    if verdict is not Familiarity.KNOWN:
        _write(path, read(path) | {name: key})


def read(path: Path) -> dict[str, PublicKey]:
    if not path.exists():
        return {}
    known = {}
    for where, name, reference in _references(read_private(path), path):
        if reference.key is None:
            raise KnownPlayersError(t("known-fingerprint", where=where))
        known[name] = reference.key
    return known


def read_keys(path: Path) -> dict[str, KeyReference]:
    """Read a file of players' keys, which contains no secrets and may come from anywhere."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise KnownPlayersError(t("known-unreadable", path=str(path), reason=str(error.strerror))) from None
    return {name: reference for _, name, reference in _references(data, path)}


def _references(data: bytes, path: Path) -> Iterator[tuple[str, str, KeyReference]]:
    """Return what each line says, and where it is; no player comes twice."""
    met = set()
    for number, line in enumerate(data.splitlines(), start=1):
        where = t("known-line", number=number, path=str(path))
        name, reference = _parse(line, where)
        if _heard(name) in met:
            raise KnownPlayersError(t("known-twice", where=where, name=name))
        met.add(_heard(name))
        yield where, name, reference


def _parse(line: bytes, where: str) -> tuple[str, KeyReference]:
    try:
        parts = _LINE.fullmatch(line.decode())
        if parts is None:
            raise KnownPlayersError(t("known-no-player", where=where))
        _check_name(parts["name"])
        return parts["name"], _reference(parts)
    except UnicodeDecodeError:
        raise KnownPlayersError(t("known-no-text", where=where)) from None
    except (BadKeyError, UnfitNameError) as error:
        raise KnownPlayersError(t("known-unusable", where=where, reason=str(error))) from None


def _reference(parts: re.Match[str]) -> KeyReference:
    if parts["fingerprint"]:
        return KeyReference(parts["fingerprint"])
    key = PublicKey.parse(parts["key"])
    return KeyReference(key.fingerprint, key)


def _check_name(name: str) -> None:
    if len(name) > NAME_LENGTH:
        raise UnfitNameError(t("name-long", most=NAME_LENGTH))
    try:
        check_text(name)
    except TalkError as error:
        raise UnfitNameError(t("name-unfit", reason=why(error))) from None


def _heard(name: str) -> str:
    """Return what people take for the same name: an impostor would come with other capitals or spaces."""
    visible = "".join(char for char in normalize("NFKC", name) if category(char) != "Cf")
    return " ".join(visible.casefold().split())


def _write(path: Path, known: dict[str, PublicKey]) -> None:
    text = "".join(f"{name} {key.text}\n" for name, key in known.items())
    write_private(path, text.encode())
