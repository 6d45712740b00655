"""Who sits down, compared with whom we have met before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from client.local.known_players import (
    ChangedPlayerError,
    Familiarity,
    KnownPlayersError,
    UnfitNameError,
    check,
    names_of,
    remember,
)
from client.table.wording import listed
from client.texts import t
from protocol.entries import Door, SatDown
from protocol.identity import PublicKey
from protocol.private_files import PrivateFileError

TROUBLE = (KnownPlayersError, PrivateFileError, OSError)


class Greeting(NamedTuple):
    """What is to be said of somebody who sits down, if anything; loud: so that nobody overlooks it."""

    words: str = ""
    is_loud: bool = False


def greeting(path: Path, sitter: SatDown) -> Greeting:
    """Say what is known of somebody."""
    key, name = PublicKey.load(sitter.key), sitter.name
    try:
        verdict, names = check(path, name, key), names_of(path, key)
    except TROUBLE as error:
        return Greeting(t("meet-trouble", name=name, trouble=str(error)))
    if verdict is Familiarity.NEW:
        return Greeting(t("meet-new", name=name, key=key.fingerprint))
    if verdict is Familiarity.RENAMED:
        return Greeting(t("meet-renamed", name=name, names=listed(names)))
    if verdict is Familiarity.CHANGED:
        return Greeting(t("meet-changed", name=name, key=key.fingerprint), is_loud=True)
    return Greeting()


def door_words(sitter: SatDown) -> str:
    """Say who can look over somebody's shoulder, if anybody can."""
    if sitter.door is Door.OWN:
        return ""
    return t("meet-door", name=sitter.name, door=t(f"door-{sitter.door.value}"))


def remember_all(path: Path, sitters: Iterable[SatDown]) -> Iterator[str]:
    """Write down whom we play with; who came with another key than before is not."""
    for sitter in sitters:
        try:
            with suppress(ChangedPlayerError, UnfitNameError):
                remember(path, sitter.name, PublicKey.load(sitter.key))
        except TROUBLE as error:
            yield t("meet-forgotten", name=sitter.name, trouble=str(error))
            return
