"""Who comes to a table, and what they hear there."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, TypeAlias

from core.game import Game
from core.kinds import Event, Phrase, Seat
from core.wire import unpack_events
from protocol.entries import AnyEntry, Door, Said, Succeeded
from protocol.identity import Identity
from protocol.invitation import Invitation
from protocol.messages import Item, Join, TableInfo
from protocol.table.public import PublicTable


class Person(NamedTuple):
    """Who comes to a table and how."""

    identity: Identity
    name: str
    is_bot: bool = False
    is_watching: bool = False
    seat: Seat | None = None  # the one wished for
    home: Path | None = None  # where to keep what must outlive the program
    door: Door = Door.OWN
    password: str | None = None  # of the table, for somebody without an invitation

    def request(self, invitation: Invitation) -> Join:
        """Ask to be let in to a table."""
        game, token = invitation.game, invitation.token
        who = self.name, token, self.seat, self.is_watching, self.is_bot, self.door
        return Join(game, *who, self.password)


class Heard(NamedTuple):
    """One thing that happened, as this client may know it.

    `words` are what was said, if it can be read, and `phrase` is what a bot says by them. `newcomer` names
    whoever takes over a seat.
    """

    number: int
    at_ms: int
    entry: AnyEntry
    events: list[Event]
    words: str = ""
    phrase: Phrase | None = None
    newcomer: str = ""


def introduced(heard: Heard, table: PublicTable) -> Heard:
    """Name whoever has taken over a seat, if that is what happened; the table knows them by now."""
    if not isinstance(heard.entry, Succeeded):
        return heard
    return heard._replace(newcomer=table.sitters[heard.entry.seat].name)


def heard_of(game: Game, item: Item) -> Heard:
    """Read an item; words to everybody are in it as they were said."""
    words = item.entry.words if isinstance(item.entry, Said) else ""
    return Heard(item.number, item.at_ms, item.entry, unpack_events(game, item.events), words)


class Connected(NamedTuple):
    """News: the table is there (again)."""


class Disconnected(NamedTuple):
    """News: the connection is lost, for the given reason; we go on trying."""

    reason: str


class Alarmed(NamedTuple):
    """News: the story of this table does not hold, so we are gone from it; with the evidence, if kept."""

    sentence: str
    evidence: Path | None


class Overtaken(NamedTuple):
    """News: the set was closed before our last change came; what we had sealed before stands."""


class TableChanged(NamedTuple):
    """News: somebody came, went or is ready; the table froze, began or ended."""

    info: TableInfo


News: TypeAlias = Heard | Connected | Disconnected | Alarmed | Overtaken | TableChanged
