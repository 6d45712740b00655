"""What everybody at a table may know: who sits there and with which keys, its sealed rounds, and its chance.

The server keeps this as part of its whole table, a client beside what it alone was told, and a verifier again
in a whole table. All of them fold the same entries into it (`fold.py`) with the same checks, so a host cannot
tell one of them what another would refuse.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from core.catalog import game_named
from core.game import Game, seat_named
from core.kinds import InputError, Phrase, RulesError, Seat, named
from protocol.chain import Chain, Marked, marks_of
from protocol.entries import Access, AnyEntry, Applied, Door, Opened, Owned, SatDown
from protocol.identity import BadKeyError, PublicKey
from protocol.names import check_name
from protocol.policy import Keys
from protocol.round import Round
from protocol.talk import TalkError


class RepeatedError(RulesError):
    """This has happened already, so a server that gets it again need not do anything."""

    def __init__(self) -> None:
        super().__init__("happened-before")


class StampedForm(Marked, Protocol):
    """An entry with its marks: as a journal keeps it (Stamped), or as a viewer was told it (Item)."""

    @property
    def at_ms(self) -> int: ...
    @property
    def entry(self) -> AnyEntry: ...


class LinkMark(NamedTuple):
    """What the host adds to an entry: its link, the newest link of chance, the hash of what everybody sees.

    And for those who know everything, the hash of the journal so far.
    """

    link: bytes
    shown: bytes
    facts: bytes
    journal: bytes = b""


class PublicTable:
    """A table as everybody knows it."""

    def __init__(self, opening: StampedForm) -> None:
        opened = opening.entry
        if not isinstance(opened, Opened):
            raise InputError("A journal begins with the opening of its table.")
        self.opened = opened
        self.game: Game = game_named(opened.game)
        self.host = host_of(opened)
        self.seats = tuple(seat_named(self.game, name) for name in opened.seats)
        self.chain = Chain(opened.game_id)
        self.chain.add(self.link_of(opening))
        self.facts = b""  # the hash of what everybody sees of the game now

        self.owned: Owned | None = None  # whose table it is, if not the host's
        self.is_closed = False
        self.sitters: dict[Seat, SatDown] = {}
        self.players: dict[Seat, PublicKey] = {}  # the keys they sign with
        self.keys: dict[Seat, Keys] = {}  # the keys their shares are sealed to
        self.talk_keys: dict[Seat, bytes] = {}  # the keys their private words are sealed to
        self.shown_keys: set[Seat] = set()  # who had to show one in a complaint, and needs new ones
        self.replaced: frozenset[Seat] = frozenset()
        self.votes: dict[Seat, frozenset[Seat]] = {}  # who wants a bot to play for a seat
        self.voted_out: frozenset[Seat] = frozenset()  # who no longer counts for opening the last round
        self.applications: tuple[Applied, ...] = ()  # for seats that bots play, undecided
        self.ballots: dict[tuple[bytes, Seat], bool] = {}  # by the key that applied and the voter
        self.declined: frozenset[bytes] = frozenset()  # keys that were voted down
        self.heirs: dict[Seat, Applied] = {}  # who takes over a seat when no round is open

        self.round: Round | None = None
        self.rounds = 0
        self.last_round: Round | None = None  # that is over
        self.laid: Round | None = None  # the last one of which something stays face down
        self.genesis = b""  # the hash of everybody's keys as of the first round
        self.mix = b""  # all chance brought so far
        self.first_mix = b""  # after a round in which every person brought chance
        self.shown_link = opened.anchor  # the last public link of the host's chance

        self.has_begun = False
        self.is_forked = False  # begins at a moment of another game
        self.revealed_at: int | None = None  # the link that shows the seed
        self.signed_off: set[Seat] = set()

    def link_of(self, stamp: StampedForm) -> bytes:
        """Return the hash of the link an entry would be next in the chain; empty if it is not public."""
        public = stamp.entry.seen_by(None)
        if public is None:
            return b""
        return self.chain.next_hash(stamp.at_ms, public, *marks_of(stamp))

    def round_of(self, context: bytes) -> Round | None:
        """Find a round as it is now, if it is open or was the last one."""
        rounds = (self.round, self.last_round)
        return next((each for each in rounds if each is not None and each.context == context), None)

    def mark_of(self, stamp: StampedForm) -> LinkMark:
        return LinkMark(self.link_of(stamp), stamp.shown, stamp.facts)

    @property
    def access(self) -> Access:
        return Access.INVITED if self.owned is None else self.owned.access

    @property
    def owner(self) -> bytes:
        """The key of whoever had the table opened; empty if that was the host."""
        return b"" if self.owned is None else self.owned.owner

    @property
    def bots(self) -> set[Seat]:
        """The seats that no person plays now."""
        return {seat for seat, sitter in self.sitters.items() if sitter.is_bot} | self.replaced

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of those who can be asked: neither bots nor players for whom a bot plays."""
        bots = self.bots
        return tuple(seat for seat in self.seats if seat in self.sitters and seat not in bots)

    @property
    def is_revealed(self) -> bool:
        return self.revealed_at is not None

    def named(self, seat: Seat) -> Phrase:
        return named("clan", self.game.seat_names[seat])


def host_of(opened: Opened) -> PublicKey:
    try:
        return PublicKey.load(opened.host)
    except BadKeyError as error:
        raise InputError(str(error)) from None


# Newcomers ---------------------------------------------------------------------------------------


def check_newcomer(table: PublicTable, entry: SatDown | Applied, others: Iterable[str]) -> None:
    """Refuse somebody who may not come in by that door, or whose name could be mistaken for another."""
    if entry.door is not Door.OWN and table.opened.terms.own_machines:
        raise RulesError("own-machines")
    try:
        check_name(entry.name, others)
    except TalkError:
        raise RulesError("name-invisible") from None


def load_key(raw: bytes) -> PublicKey:
    try:
        return PublicKey.load(raw)
    except BadKeyError:
        raise RulesError("bad-key") from None
