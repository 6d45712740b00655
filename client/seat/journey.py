"""The way to a table: who goes there, and by which invitation."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from client.local.kept import keep_explained
from client.local.known_hosts import (
    Admit,
    KnownTablesError,
    UnknownTableError,
    WrongHostError,
    admit_host_of,
)
from client.local.last_table import forget_table, remember_table
from client.seat.connection import LostError, RefusedError
from client.seat.news import Person
from core.kinds import InputError, Seat
from protocol.errors import ProtocolError
from protocol.identity import KeyFileError
from protocol.invitation import Invitation
from protocol.limits import Limits
from protocol.private_files import PrivateFileError
from protocol.talk import TalkError
from protocol.tls import TlsError

if TYPE_CHECKING:
    from client.seat.player import Player
    from client.table.past import Past

Fetch: TypeAlias = "Callable[[Player, Path], Awaitable[list[Path]]]"
"""Fetches a whole finished game from its server into a folder; only its players can."""

Recall: TypeAlias = "Callable[[Player, Path], Awaitable[Past]]"
"""Fetches a whole finished game from its server to look back at; the folder is the player's home."""

Fork: TypeAlias = "Callable[[Past, int, Seat], Journey]"
"""Returns the way to a game against bots that goes on from a place in another game's log."""

Follow: TypeAlias = Callable[[Invitation], "Journey"]
"""Returns the way to another table of the same server, for the keeper of that server."""


class Way(NamedTuple):
    """How to get to a table."""

    invitation: Invitation
    person: Person
    admit: Admit
    begins_by_itself: bool = False  # nobody has to wait for bots
    limits: Limits | None = None
    fetch: Fetch | None = None
    recall: Recall | None = None
    follow: Follow | None = None
    fork: Fork | None = None
    again: Journey | None = None  # to another game of this kind, if nobody has to be asked
    guests: Sequence[str] = ()  # invitations for whoever opened the table to pass on


Journey: TypeAlias = Callable[[], AbstractAsyncContextManager[Way]]


def changed(journey: Journey, change: Callable[[Way], Way]) -> Journey:
    """Return a way that differs from another in this."""

    @asynccontextmanager
    async def going() -> AsyncIterator[Way]:
        async with journey() as way:
            yield change(way)

    return going


def advised(journey: Journey) -> Journey:
    """Return the same way for a first game with advice, even after a break."""

    def nothing_explained(way: Way) -> Way:
        if way.person.home is not None:
            keep_explained(way.person.home, way.invitation.game, frozenset())
        return way

    return changed(journey, nothing_explained)


def seated_at(journey: Journey, seat: Seat) -> Journey:
    """Return the same way to another seat."""
    return changed(
        journey, lambda way: way._replace(person=way.person._replace(seat=seat, is_watching=False))
    )


def inviting(journey: Journey, guests: Sequence[str]) -> Journey:
    """Return the same way with invitations for others."""
    return changed(journey, lambda way: way._replace(guests=guests))


def with_password(journey: Journey, password: str) -> Journey:
    """Return the same way with the table's password."""
    return changed(journey, lambda way: way._replace(person=way.person._replace(password=password)))


def called(journey: Journey, name: str) -> Journey:
    """Return the same way under another name, also when coming back."""

    def renamed(way: Way) -> Way:
        if way.person.home is not None:
            remember_table(way.person.home, way.invitation, name)
        return way._replace(person=way.person._replace(name=name))

    return changed(journey, renamed)


def journey_to(invitation: Invitation, way: Way, home: Path) -> Journey:
    """Return the way to another table, given the way we came here."""
    if way.follow is not None:
        return way.follow(invitation)

    @asynccontextmanager
    async def going() -> AsyncIterator[Way]:
        person = way.person._replace(seat=None)
        yield Way(invitation, person, admit_host_of(invitation, home), limits=way.limits, fetch=way.fetch)

    return going


@contextmanager
def remembering(home: Path, invitation: Invitation, name: str) -> Iterator[None]:
    """Remember a table from when somebody sets out for it; not one that does not let them in."""
    remember_table(home, invitation, name)
    try:
        yield
    except (RefusedError, WrongHostError):
        forget_table(home)
        raise


class JourneyError(Exception):
    """There is no way to this table; the sentence says why."""


JOIN_ERRORS: Final = (
    JourneyError,
    RefusedError,
    LostError,
    TlsError,
    ProtocolError,
    WrongHostError,
    UnknownTableError,
    KnownTablesError,
    TalkError,
    KeyFileError,
    PrivateFileError,
    InputError,
    OSError,
)
"""What can keep somebody from a table and can be said in a sentence."""
