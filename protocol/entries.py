"""What the journal of a table holds: a record for everything that happened there, in order.

Players are sent the entries, too, each as far as they may know it (`seen_by`).
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Annotated, NamedTuple, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from core.chance import digest
from core.deals import Deal, Goods, Promise
from core.kinds import Viewer
from protocol.entry import JournalEntry, Milliseconds, Number, SeatNumber
from protocol.identity import SIGNATURE_SIZE, Key
from protocol.pace import Terms
from protocol.policy import Keys, PublicKeys
from protocol.round_records import RoundEntry, Turned
from protocol.talk import SEALED_SIZE, TEXT_LENGTH

Line: TypeAlias = Annotated[str, Meta(max_length=400)]
PlayerName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Words: TypeAlias = Annotated[str, Meta(max_length=TEXT_LENGTH)]
SealedWords: TypeAlias = Annotated[bytes, Meta(max_length=SEALED_SIZE)]
TokenHash: TypeAlias = Annotated[bytes, Meta(max_length=32)]


SALT_SIZE = 16
HASH_SIZE = 32

LinkSignature: TypeAlias = Annotated[bytes, Meta(max_length=SIGNATURE_SIZE)]
"""The host's signature of an entry's link in the chain; empty if not everybody may see the entry."""


ShownLink: TypeAlias = Annotated[bytes, Meta(max_length=HASH_SIZE)]
FactsHash: TypeAlias = Annotated[bytes, Meta(max_length=HASH_SIZE)]


class Door(Enum):
    """How a player comes in, as their client says; all but the first are on somebody else's machine."""

    OWN = "own"
    SSH = "ssh"
    WEB = "web"


class Access(Enum):
    """Who may take a free seat at a table."""

    INVITED = "invited"  # with an invitation
    PASSWORD = "password"  # noqa: S105 (or who knows the password)
    ALL = "all"  # or anybody


class Answer(IntEnum):
    """The possible answers to an open offer; only its maker can withdraw it."""

    ACCEPT = 1
    DECLINE = 2
    WITHDRAW = 3


class Oath(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A player's word for a deed: their signature of it, of the last link they knew, and of all they heard.

    `told` is the head of their transcript, which means nothing to others.
    """

    seen: Number = 0
    told: Annotated[bytes, Meta(max_length=HASH_SIZE)] = b""
    signature: Annotated[bytes, Meta(max_length=SIGNATURE_SIZE)] = b""


NO_OATH = Oath()


class Opened(JournalEntry, frozen=True):
    """Entry 0: what is played at this table and how; the seed stays with the server until the end.

    What holds the host to the seed is public: the anchor of the links, and a hash of the private part.
    """

    game: str
    version: int
    seats: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    seed: str
    terms: Terms = Terms()
    host: bytes = b""
    nonce: bytes = b""
    anchor: bytes = b""
    seed_commitment: bytes = b""
    keys: PublicKeys = ()  # for the server's shares, one for each dealer
    player: bytes = b""  # the key the host plays with, if it plays

    def seen_by(self, viewer: Viewer) -> JournalEntry:  # noqa: ARG002
        return replace(self, seed="")

    @property
    def game_id(self) -> bytes:
        """The name of this game among all games of all hosts."""
        return digest("game", self.host, self.nonce)


class Forked(JournalEntry, frozen=True):
    """The game of this table begins at a moment of another one: with that game's record up to there.

    The record contains what was hidden there, so others are shown only its hash.
    """

    record: str
    record_hash: Annotated[bytes, Meta(max_length=HASH_SIZE)]

    def seen_by(self, viewer: Viewer) -> JournalEntry:  # noqa: ARG002
        return replace(self, record="")


def forked(record: str) -> Forked:
    return Forked(record, digest("fork", record.encode()))


class Owned(JournalEntry, frozen=True):
    """The table was opened for somebody, whose key may invite to it and close it before the game.

    Of a password the host stores only what it needs to compare, and shows nobody even that.
    """

    owner: Key
    access: Access = Access.INVITED
    password: Annotated[bytes, Meta(max_length=HASH_SIZE)] = b""

    def seen_by(self, viewer: Viewer) -> JournalEntry:  # noqa: ARG002
        return replace(self, password=b"")


class Closed(JournalEntry, frozen=True):
    """The table was closed before its game began; nothing can happen there any more."""


class Invited(JournalEntry, frozen=True):
    """An invitation was made out: the hash of its token."""

    token: TokenHash

    def seen_by(self, viewer: Viewer) -> None:  # noqa: ARG002
        return None


class SatDown(JournalEntry, frozen=True):
    """Somebody took a seat with an invitation, and from now on their key opens it."""

    seat: SeatNumber
    name: PlayerName
    key: Key
    is_bot: bool = False
    token: TokenHash = b""
    door: Door = Door.OWN

    def seen_by(self, viewer: Viewer) -> JournalEntry:  # noqa: ARG002
        return replace(self, token=b"")


class StoodUp(JournalEntry, frozen=True):
    """Somebody gave their seat back before the game began."""

    seat: SeatNumber


class Keyed(JournalEntry, frozen=True):
    """A seat has made keys for the shares it will hold."""

    seat: SeatNumber
    keys: Keys
    oath: Oath = NO_OATH


class TalkKeyed(JournalEntry, frozen=True):
    """A seat has made a talk key: from now on private words to it are sealed to this one."""

    seat: SeatNumber
    key: Key
    oath: Oath = NO_OATH


class Began(JournalEntry, frozen=True):
    """Everybody is seated; the game is set up."""


class Chose(JournalEntry, frozen=True):
    """A seat answered the prompt of this number with a line of notation, after so many milliseconds.

    To others the events tell what was chosen, as far as it can be seen. They get the lock: a hash that holds
    the player to the line, and reveals nothing about it without the salt.
    """

    seat: SeatNumber
    prompt: Number
    line: Line
    spent: Number = 0
    salt: Annotated[bytes, Meta(max_length=SALT_SIZE)] = b""
    lock: Annotated[bytes, Meta(max_length=HASH_SIZE)] = b""
    oath: Oath = NO_OATH

    def seen_by(self, viewer: Viewer) -> JournalEntry:
        return self if viewer == self.seat else replace(self, line="", salt=b"")


class ActedFreely(JournalEntry, frozen=True):
    """A seat did what it may do between decisions; the client's number makes a repetition harmless."""

    seat: SeatNumber
    number: Number
    line: Line
    oath: Oath = NO_OATH


class TookBack(JournalEntry, frozen=True):
    """A seat took back its last choice, so many milliseconds later, before anything followed from it."""

    seat: SeatNumber
    prompt: Number
    since: Number = 0
    oath: Oath = NO_OATH


class AskedBack(JournalEntry, frozen=True):
    """A seat asks all others to let it take back a choice, with everything that has happened since."""

    seat: SeatNumber
    prompt: Number
    oath: Oath = NO_OATH


class Consented(JournalEntry, frozen=True):
    """A seat answers such a request; when the last one has agreed, the choice is taken back."""

    seat: SeatNumber
    agrees: bool
    oath: Oath = NO_OATH


class Said(JournalEntry, frozen=True):
    """A seat said something, to some others or (`to` is empty) to the table.

    Words to some are not in `words` but sealed between their keys: the server cannot read them.
    """

    seat: SeatNumber
    number: Number
    to: Annotated[tuple[SeatNumber, ...], Meta(max_length=16)]
    words: Words
    sealed: SealedWords = b""
    phase: Annotated[tuple[Number, ...], Meta(max_length=8)] = ()
    oath: Oath = NO_OATH

    def seen_by(self, viewer: Viewer) -> JournalEntry | None:
        return self if not self.to or viewer == self.seat or viewer in self.to else None


class Offered(JournalEntry, frozen=True):
    """A seat offers another a deal, perhaps instead of one it was offered (`instead_of`)."""

    seat: SeatNumber
    number: Number
    to: SeatNumber
    gives: Goods
    wants: Goods
    promises: Annotated[tuple[Promise, ...], Meta(max_length=8)] = ()
    asks: Annotated[tuple[Promise, ...], Meta(max_length=8)] = ()
    instead_of: Number | None = None
    oath: Oath = NO_OATH

    def seen_by(self, viewer: Viewer) -> JournalEntry | None:
        return self if viewer in (self.seat, self.to) else None

    @property
    def deal(self) -> Deal:
        return Deal(
            self.number, self.seat, self.to, self.gives, self.wants, self.promises, self.asks, self.instead_of
        )


def offered(deal: Deal) -> Offered:
    """Give the entry of an offer."""
    return Offered(
        deal.seat,
        deal.number,
        deal.to,
        deal.gives,
        deal.wants,
        deal.promises,
        deal.asks,
        deal.instead_of,
    )


class Answered(JournalEntry, frozen=True):
    """A seat answers an open offer; if it accepts, the goods change hands at the same moment."""

    seat: SeatNumber
    other: SeatNumber  # so that the entry alone tells who may know of it
    deal: Number
    answer: Answer
    gives: Goods = Goods()  # what the answering seat gave
    wants: Goods = Goods()  # and what the other gave
    oath: Oath = NO_OATH

    def seen_by(self, viewer: Viewer) -> JournalEntry | None:
        """Everybody sees what changes hands, and only the two what was promised for it."""
        if viewer in (self.seat, self.other):
            return self
        has_goods = self.gives != Goods() or self.wants != Goods()
        return Exchanged(self.seat, self.other, self.gives, self.wants) if has_goods else None


class Exchanged(JournalEntry, frozen=True):
    """Two seats gave each other something: the public form of an accepted deal."""

    seat: SeatNumber
    other: SeatNumber
    gives: Goods
    wants: Goods


class Replaced(JournalEntry, frozen=True):
    """A bot plays for a seat from now on."""

    seat: SeatNumber


class Returned(JournalEntry, frozen=True):
    """A player takes their seat over from the bot.

    Either the host gives it back, or its player, who was wrongly called away, swears to be there.
    """

    seat: SeatNumber
    oath: Oath = NO_OATH


class Voted(JournalEntry, frozen=True):
    """A seat says whether a bot shall play for an absent one; the majority of the others decides."""

    seat: SeatNumber
    absent: SeatNumber
    agrees: bool
    oath: Oath = NO_OATH


class Applied(JournalEntry, frozen=True):
    """Somebody without a seat applies for one that a bot plays, with keys for shares, and signs."""

    seat: SeatNumber
    name: PlayerName
    key: Key
    keys: Keys
    door: Door = Door.OWN
    signature: Annotated[bytes, Meta(max_length=SIGNATURE_SIZE)] = b""


class Elected(JournalEntry, frozen=True):
    """A seat says whether this newcomer shall take over a seat; most of the people decide."""

    seat: SeatNumber
    absent: SeatNumber
    key: Key
    agrees: bool
    oath: Oath = NO_OATH


class Succeeded(JournalEntry, frozen=True):
    """The elected newcomer has the seat from now on; no sealed round is open."""

    seat: SeatNumber


class Revealed(JournalEntry, frozen=True):
    """The game is over, and the host shows its seed, so that all chance can be checked."""

    seed: str


class SignedOff(JournalEntry, frozen=True):
    """A seat stands by the whole story: its oath is on the link that showed the seed, or a later one."""

    seat: SeatNumber
    oath: Oath = NO_OATH


class Stamped(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An entry as a journal keeps it: when it happened, in milliseconds since 1970.

    `shown` is the newest link of the server's chance that it took, if any; `facts` is the hash of what
    everybody sees of the game afterwards, if it moved; `heard` is the hash of what everybody hears of its
    events, if anything; `journal` holds the host to the whole journal up to here, if everybody may see the
    entry.
    """

    at_ms: Milliseconds
    entry: AnyEntry
    signature: LinkSignature = b""
    shown: ShownLink = b""
    facts: FactsHash = b""
    heard: FactsHash = b""
    journal: FactsHash = b""


class Written(NamedTuple):
    """An entry as the journal of a table keeps it: when it was written, and its bytes."""

    at_ms: int
    data: bytes


Deed: TypeAlias = (
    Keyed
    | TalkKeyed
    | Chose
    | ActedFreely
    | TookBack
    | AskedBack
    | Consented
    | Said
    | Offered
    | Answered
    | Returned
    | Voted
    | Elected
    | SignedOff
)
"""What a seat can do at its table; the server fills in its own part, such as the time spent."""


AnyEntry: TypeAlias = (
    Deed
    | Opened
    | Forked
    | Owned
    | Closed
    | Invited
    | SatDown
    | StoodUp
    | Began
    | Exchanged
    | Replaced
    | Applied
    | Succeeded
    | Revealed
    | RoundEntry
    | Turned
)
"""All that a journal can hold: deeds, and what the server itself writes down."""
