"""The way to a table: who goes there, and by which invitation."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Final, NamedTuple, TypeAlias

from client.connection import Admit, LostError, RefusedError
from client.known_tables import KnownTablesError, WrongHostError
from client.player import Person
from core.records import InputError
from protocol.errors import ProtocolError
from protocol.identity import KeyFileError
from protocol.invitation import Invitation
from protocol.limits import Limits
from protocol.private_files import PrivateFileError
from protocol.talk import TalkError
from protocol.tls import TlsError


class Way(NamedTuple):
    """How to come to a table."""

    invitation: Invitation
    person: Person
    admit: Admit
    begins_by_itself: bool = False  # nobody has to wait for bots
    limits: Limits | None = None


Journey: TypeAlias = Callable[[], AbstractAsyncContextManager[Way]]


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
