"""The way to a table: who goes there, and by which invitation."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from client.connection import Admit, LostError, RefusedError
from client.home import admit_host_of
from client.known_tables import KnownTablesError, WrongHostError
from client.player import Person, Player
from core.records import InputError
from protocol.errors import ProtocolError
from protocol.identity import KeyFileError
from protocol.invitation import Invitation
from protocol.limits import Limits
from protocol.private_files import PrivateFileError
from protocol.talk import TalkError
from protocol.tls import TlsError

Archive: TypeAlias = Callable[[Path], Awaitable[list[Path]]]
"""Writes the whole game into a folder when it is over; only who has its server can."""

Fetch: TypeAlias = Callable[[Player, Path], Awaitable[list[Path]]]
"""Gets the whole game from its server when it is over, and writes it into a folder; only who played can."""

Follow: TypeAlias = Callable[[Invitation], "Journey"]
"""Gives the way to another table of the same server, for who keeps that server."""


class Way(NamedTuple):
    """How to come to a table."""

    invitation: Invitation
    person: Person
    admit: Admit
    begins_by_itself: bool = False  # nobody has to wait for bots
    limits: Limits | None = None
    archive: Archive | None = None
    fetch: Fetch | None = None
    follow: Follow | None = None
    is_first: bool = False  # whoever goes there wants advice


Journey: TypeAlias = Callable[[], AbstractAsyncContextManager[Way]]


def advised(journey: Journey) -> Journey:
    """Give the same way for who goes it for the first time."""

    @asynccontextmanager
    async def going() -> AsyncIterator[Way]:
        async with journey() as way:
            yield way._replace(is_first=True)

    return going


def journey_to(invitation: Invitation, way: Way, home: Path) -> Journey:
    """Give the way to another table for who has come by a known one."""
    if way.follow is not None:
        return way.follow(invitation)

    @asynccontextmanager
    async def going() -> AsyncIterator[Way]:
        person = way.person._replace(seat=None)
        yield Way(invitation, person, admit_host_of(invitation, home), limits=way.limits, fetch=way.fetch)

    return going


class JourneyError(Exception):
    """There is no way to this table; the sentence says why."""


IN_THE_WAY: Final = (
    JourneyError,
    RefusedError,
    LostError,
    TlsError,
    ProtocolError,
    WrongHostError,
    KnownTablesError,
    TalkError,
    KeyFileError,
    PrivateFileError,
    InputError,
    OSError,
)
"""What can keep somebody from a table and can be said in a sentence."""
