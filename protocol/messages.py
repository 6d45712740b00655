"""What a client can ask of a server, and what a server tells unasked: a closed list of typed messages.

The form of each is the array of its fields. `METHODS` and `NOTICES` are the whole list; `protocol/session.py`
says where in a session each method is allowed.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from msgspec import Meta, Raw, Struct

from core.deals import Standing
from core.kinds import Id
from protocol.entries import (
    Access,
    AnyEntry,
    Applied,
    Deed,
    Door,
    FactsHash,
    LinkSignature,
    PlayerName,
    ShownLink,
    TokenHash,
    Written,
)
from protocol.entry import Milliseconds, Number, SeatNumber
from protocol.handshake import Auth, Hello, Welcome
from protocol.invitation import TOKEN_SIZE
from protocol.pace import Terms
from protocol.round_records import Acked, Handed, Release, RoundDeed

Token: TypeAlias = Annotated[bytes, Meta(min_length=TOKEN_SIZE, max_length=TOKEN_SIZE)]
NodeAddress: TypeAlias = Annotated[str, Meta(min_length=1, max_length=300)]
Password: TypeAlias = Annotated[str, Meta(max_length=400)]
TableId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Word: TypeAlias = Annotated[str, Meta(max_length=40)]

MOST_NODES: Final = 16
Nodes: TypeAlias = Annotated[tuple[NodeAddress, ...], Meta(max_length=MOST_NODES)]
"""Other addresses of the same host, to try when this one is lost."""
MOST_TABLES: Final = 500
"""How many a server lists: one's own and those with free seats before all others."""
MOST_OWN_SEATS: Final = 64
"""How many a server tells at once; a finished game makes room for an unfinished one."""


MOST_INVITATIONS: Final = 272
"""How many a server tells at once, those that were used before all others."""


class MessageBody(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Base of all params and results."""


class Nothing(MessageBody, frozen=True):
    """No params, or no result beyond success: `[]`."""


NOTHING = Nothing()


# In the lobby ------------------------------------------------------------------------------------


class TableState(Enum):
    """How far a table has come."""

    OPEN = "open"  # players are sitting down
    RUNNING = "running"
    OVER = "over"
    FROZEN = "frozen"  # the program made a mistake; the journal is safe


class Clock(MessageBody, frozen=True):
    """The server's wall clock, in milliseconds since 1970: the one that dates all items."""

    at_ms: Milliseconds


class SeatInfo(MessageBody, frozen=True):
    """One seat as everybody may see it; an empty one has no player."""

    seat: SeatNumber
    player: str
    key: bytes
    is_bot: bool
    is_ready: bool
    is_present: bool
    is_overdue: bool  # out of time, or away for too long
    is_replaced: bool  # a bot plays for an absent player
    door: Door = Door.OWN


class TableInfo(MessageBody, frozen=True):
    """A table as everybody may see it before sitting down; options and terms hold for the whole game."""

    table: TableId
    game: str
    state: TableState
    seats: tuple[SeatInfo, ...]
    options: tuple[tuple[str, str], ...]
    terms: Terms
    spectators: int
    next: TableId | None = None  # where the players go on after the end, if one of them asked to
    access: Access = Access.INVITED
    owner: bytes = b""  # the key of whoever had it opened; empty if that was the host

    @property
    def has_room(self) -> bool:
        """Whether somebody can still sit down."""
        return self.state is TableState.OPEN and not all(row.player for row in self.seats)

    def concerns(self, player: bytes) -> bool:
        """Say whether a player has opened this table or sits there."""
        return player in (self.owner, *(row.key for row in self.seats))


class OwnSeat(MessageBody, frozen=True):
    """A seat of one's own: its table, who is waited for there, its question and the time left for it."""

    info: TableInfo
    seat: SeatNumber
    waited_for: Annotated[tuple[SeatNumber, ...], Meta(max_length=16)]
    prompt: Number | None
    remaining_ms: int | None


class OwnSeats(MessageBody, frozen=True):
    """All one's seats at a server, and other addresses of the same host, which may know of more."""

    seats: Annotated[tuple[OwnSeat, ...], Meta(max_length=MOST_OWN_SEATS)]
    nodes: Nodes = ()


class SeatNow(MessageBody, frozen=True):
    """What the host says about a seat at this moment; no entry tells it."""

    seat: SeatNumber
    is_ready: bool = False
    is_present: bool = False
    is_overdue: bool = False


class TableNow(MessageBody, frozen=True):
    """What the host says about a table at this moment, to viewers who know everything else from its story."""

    seats: Annotated[tuple[SeatNow, ...], Meta(max_length=16)]
    spectators: Number
    is_frozen: bool
    next: TableId | None = None
    nodes: Nodes = ()


class Join(MessageBody, frozen=True):
    """Go to a table: with a token to a free seat, with the key of its player to a taken one, or to watch."""

    table: TableId
    name: PlayerName
    token: Token | None = None
    seat: SeatNumber | None = None  # the wanted seat, if any
    is_watching: bool = False
    is_bot: bool = False
    door: Door = Door.OWN
    password: Password | None = None


class Joined(MessageBody, frozen=True):
    """Where one sits (nowhere as a spectator), the table, and the secret that begins one's transcript."""

    seat: SeatNumber | None
    now: TableNow
    blind: Annotated[bytes, Meta(max_length=32)] = b""


class OpenTable(MessageBody, frozen=True):
    """Open a table on this server, with bots at some of its seats."""

    game: Word
    seats: Annotated[tuple[Word, ...], Meta(max_length=16)]
    options: Annotated[tuple[tuple[Word, Word], ...], Meta(max_length=16)] = ()
    terms: Terms = Terms()
    bots: Annotated[int, Meta(ge=0, le=16)] = 0
    level: Word = ""  # of the bots; empty for the host's usual one
    access: Access = Access.INVITED
    password: Password | None = None


class TableNamed(MessageBody, frozen=True):
    """One of this server's tables."""

    table: TableId


class InvitedTo(MessageBody, frozen=True):
    """The token of an invitation."""

    token: Token


class InvitationNow(MessageBody, frozen=True):
    """An invitation that is still good, by the hash of its token; or the seat of whoever has used it."""

    token: TokenHash
    seat: SeatNumber | None


class Invitations(MessageBody, frozen=True):
    """All invitations to a table, but for those that are too old."""

    invitations: Annotated[tuple[InvitationNow, ...], Meta(max_length=MOST_INVITATIONS)]


# At a table --------------------------------------------------------------------------------------


class Item(MessageBody, frozen=True):
    """One thing that happened, as far as the viewer may know it; each viewer's items are numbered from 0."""

    number: Number
    at_ms: Milliseconds
    entry: AnyEntry
    events: Raw  # core.wire.pack_events
    signature: LinkSignature = b""
    shown: ShownLink = b""
    facts: FactsHash = b""
    heard: FactsHash = b""
    journal: FactsHash = b""
    picture: FactsHash = b""  # of what a seat is shown after it: protocol/table/transcript.py


class ClockFace(MessageBody, frozen=True):
    """How much time a seat has left, in milliseconds, and whether it is running."""

    seat: SeatNumber
    remaining_ms: int | None
    is_running: bool
    is_away: bool


class Told(MessageBody, frozen=True):
    """Something happened; `view` shows the table as it is now, `prompt` what the viewer is asked."""

    item: Item
    view: Raw  # core.wire.pack_view, or nil if nothing changed
    prompt: Number | None
    clocks: tuple[ClockFace, ...]
    deals: tuple[Standing, ...] | None  # all the viewer is part of, if one has changed


class Sync(MessageBody, frozen=True):
    """Tell everything from an item on; after the last one, news comes unasked."""

    from_number: Number


class Synced(MessageBody, frozen=True):
    """Part of the story; unless `is_all`, there is more to ask for."""

    items: tuple[Item, ...]
    is_all: bool
    view: Raw
    prompt: Number | None
    clocks: tuple[ClockFace, ...]
    deals: tuple[Standing, ...]


class Log(MessageBody, frozen=True):
    """Return the journal of a finished game from an entry on, with everything that was hidden."""

    from_number: Number


class Logged(MessageBody, frozen=True):
    """When a journal was begun, and part of it as it is stored; unless `is_all`, there is more to ask for."""

    created_ms: int
    entries: tuple[Written, ...]
    is_all: bool


class SetReady(MessageBody, frozen=True):
    """Say whether the game may begin."""

    is_ready: bool


class Again(MessageBody, frozen=True):
    """An invitation to the next table for a player of this one; a player already there needs no token."""

    table: TableId
    token: Token | None


class Closing(MessageBody, frozen=True):
    """The server ends this connection, and says whether to come back later. The reason names a message."""

    reason: Id
    is_final: bool


class Method(NamedTuple):
    """The params and the result of a method."""

    params: Any
    result: Any


METHODS: Final[dict[str, Method]] = {
    "hello": Method(Hello, Welcome),
    "auth": Method(Auth, Nothing),
    "ping": Method(Nothing, Nothing),
    "clock": Method(Nothing, Clock),
    "tables": Method(Nothing, tuple[TableInfo, ...]),
    "seats": Method(Nothing, OwnSeats),
    "open": Method(OpenTable, TableNamed),
    "invite": Method(TableNamed, InvitedTo),
    "invitations": Method(TableNamed, Invitations),
    "close": Method(TableNamed, Nothing),
    "join": Method(Join, Joined),
    "leave": Method(Nothing, Nothing),
    "sync": Method(Sync, Synced),
    "log": Method(Log, Logged),
    "ready": Method(SetReady, Nothing),
    "stand": Method(Nothing, Nothing),
    "again": Method(Nothing, Again),
    "apply": Method(Applied, Nothing),
    "do": Method(Deed | RoundDeed, Nothing),
    "confirm": Method(Acked, Nothing),
    "release": Method(Release, Nothing),
    "turn": Method(Handed, Nothing),
}

NOTICES: Final[dict[str, Any]] = {
    "told": Told,
    "table": TableNow,
    "closing": Closing,
}
