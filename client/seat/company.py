"""The people at a table, and what is worth a remark: who is new, who may be posing, how secret bids are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from client.local.home import PLAYERS
from client.local.known_players import (
    ChangedPlayerError,
    Familiarity,
    KnownPlayersError,
    UnfitNameError,
    check,
    names_of,
    remember,
)
from client.seat.mirror import Mirror
from client.seat.news import Heard, Person
from client.table.news import Remark
from client.table.wording import listed
from client.texts import t
from protocol.entries import Applied, Began, Door, SatDown
from protocol.header import NotTakenError
from protocol.identity import PublicKey
from protocol.messages import TableState
from protocol.private_files import PrivateFileError
from protocol.round_records import Outcome
from protocol.table.public import PublicTable
from protocol.table.rounds import parties_at
from protocol.table.succession import sitter_of
from protocol.table_code import digits, table_code, words

TROUBLE = (KnownPlayersError, PrivateFileError, OSError)


class Company:
    """Compares who sits at a table with whom we know, and says everything once."""

    def __init__(self, person: Person, mirror: Mirror) -> None:
        self._known = person.home / PLAYERS if person.home is not None else None
        self._mirror = mirror
        self._has_warned = False

    def at_first(self) -> Iterator[Remark]:
        """Say what we should know about everybody who sits here when we come."""
        yield from self._greet(self._mirror.table.sitters.values())
        yield from self.secrecy()

    def after(self, heard: Heard) -> Iterator[Remark]:
        if isinstance(heard.entry, SatDown):
            yield from self._greet([heard.entry])
        elif isinstance(heard.entry, Applied) and self._mirror.seat is not None:
            yield from self._greet([sitter_of(heard.entry)])
        elif isinstance(heard.entry, Outcome):
            yield from self._missing_chance()
        elif isinstance(heard.entry, Began) and self._known is not None:
            sitters = self._others(self._mirror.table.sitters.values())
            yield from map(Remark, remember_all(self._known, sitters))

    def _missing_chance(self) -> Iterator[Remark]:
        """Warn of anybody who may have chosen to begin again, knowing what the others had brought."""
        table = self._mirror.table
        if table.first_mix or table.last_round is None:
            return
        shut = set(table.last_round.people) - table.last_round.entropy().keys()
        names = [table.sitters[seat].name for seat in sorted(shut)]
        yield Remark(t("meet-no-chance", names=listed(names)), is_loud=True)

    def secrecy(self) -> Iterator[Remark]:
        """Warn before the game if only its owner can open a bid; somebody who plays alone knows."""
        if self._has_warned or self._mirror.seat is None or self._mirror.info.state is not TableState.OPEN:
            return
        for sentence in secrecy_lines(self._mirror.table):
            self._has_warned = True
            if len(self._mirror.table.people) > 1:
                yield Remark(sentence)

    def _greet(self, sitters: Iterable[SatDown]) -> Iterator[Remark]:
        yield from map(Remark, filter(None, map(door_words, self._others(sitters))))
        if self._known is not None:
            yield from greetings(self._known, self._others(sitters))

    def _others(self, sitters: Iterable[SatDown]) -> list[SatDown]:
        """Bots have no names worth recognising."""
        return [one for one in sitters if not one.is_bot and one.seat != self._mirror.seat]


# Whom we have met before ---------------------------------------------------------------------


def greetings(path: Path, sitters: Iterable[SatDown]) -> Iterator[Remark]:
    """Say what we should know about the people here: about all newcomers in one line, and what to do."""
    new: list[str] = []
    for sitter in sitters:
        remark = greeting(path, sitter)
        if remark is Familiarity.NEW:
            new.append(sitter.name)
        elif isinstance(remark, Remark):
            yield remark
    if new:
        yield Remark(t("meet-new", names=listed(new), number=len(new)))


def greeting(path: Path, sitter: SatDown) -> Remark | Familiarity:
    """Say what we should know about somebody who sits down, unless it is only how well we know them."""
    key, name = PublicKey.load(sitter.key), sitter.name
    try:
        verdict, names = check(path, name, key), names_of(path, key)
    except TROUBLE as error:
        return Remark(t("meet-trouble", name=name, trouble=str(error)))
    if verdict is Familiarity.RENAMED:
        return Remark(t("meet-renamed", name=name, names=listed(names)))
    if verdict is Familiarity.CHANGED:
        return Remark(t("meet-changed", name=name, key=key.fingerprint), is_loud=True)
    return verdict


def door_words(sitter: SatDown) -> str:
    """Say who can look over somebody's shoulder, if anybody can."""
    if sitter.door is Door.OWN:
        return ""
    return t("meet-door", name=sitter.name, door=t(f"door-{sitter.door.value}"))


def remember_all(path: Path, sitters: Iterable[SatDown]) -> Iterator[str]:
    """Write down whom we play with, except people who came with a different key than before."""
    for sitter in sitters:
        try:
            with suppress(ChangedPlayerError, UnfitNameError):
                remember(path, sitter.name, PublicKey.load(sitter.key))
        except TROUBLE as error:
            yield t("meet-forgotten", name=sitter.name, trouble=str(error))
            return


# How secret it is ----------------------------------------------------------------------------


def code_of(table: PublicTable) -> str:
    """Return the code of the table, as soon as it has one that somebody can compare."""
    if not table.first_mix or len(table.people) < 2:  # noqa: PLR2004
        return ""
    code = table_code(table.genesis, table.first_mix)
    return f"{digits(code)}, {words(code)}"


def secrecy_lines(table: PublicTable) -> Iterator[str]:
    """Say before the game if only its owner can open a bid."""
    if len(table.sitters) < len(table.seats):
        return
    try:
        seating = parties_at(table).seating
    except NotTakenError:  # shares are held, and not all keys are there yet
        return
    if not seating.people or any(seating.row(seat)[0] for seat in seating.people):
        return
    yield t("plain-secrecy", people=len(seating.people))
