"""What a client believes of its table's story: only what is signed, follows, and was fixed in time.

A witness follows what all may know: the chain of the host's signatures, the players' oaths, who holds which
keys, the sealed rounds and the links of chance. It needs no rules of a game. Whatever does not fit is
reason to stop: a `FraudError` says what, and who can be shown to be at fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from core.game import Game, seat_named
from core.records import Event, Seat
from core.table_events import StandInTook
from protocol.canonical import decode
from protocol.chain import Chain
from protocol.entries import (
    AnyEntry,
    Began,
    Chose,
    Deed,
    Keyed,
    Opened,
    Replaced,
    Returned,
    Revealed,
    SatDown,
    SignedOff,
    StoodUp,
    Voted,
)
from protocol.errors import Code, NotTakenError, ProtocolError, RoundError
from protocol.fair import Luck, distance, first_mix, seed_commitment
from protocol.header import Header
from protocol.identity import BadKeyError, PublicKey
from protocol.messages import Item
from protocol.oaths import OathError, check_oath
from protocol.pace import Absence
from protocol.parties import ENTROPY, ENTROPY_SIZE, is_majority, occasion_of, table_of
from protocol.pieces import has_pieces, judge
from protocol.policy import Keys, PolicyError, check_keys
from protocol.round import Round
from protocol.round_records import (
    AnyRecord,
    Committed,
    Complained,
    Outcome,
    RoundOpened,
    RoundSet,
    RoundVoided,
    Turned,
)

MOST_LINKS = 1000
"""How many links of chance one move can take."""


class FraudError(ProtocolError):
    """The story of a table does not hold; the sentence says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(Code.BAD_SIGNATURE, sentence)

    def __str__(self) -> str:
        return f"Stop playing: {self.detail}."


def clause_of(sentence: str) -> str:
    """Put a sentence inside another."""
    return sentence[:1].lower() + sentence[1:].rstrip(".")


class Newest(NamedTuple):
    """The last link that we have believed: its number, the hash before it, and what the host has signed."""

    number: int
    previous: bytes
    item: Item


class Witness:
    """One table as far as anybody can check it."""

    def __init__(self, host: PublicKey, game: Game) -> None:
        self.chain: Chain | None = None
        self.seats: tuple[Seat, ...] = ()
        self.sitters: dict[Seat, SatDown] = {}
        self.players: dict[Seat, PublicKey] = {}
        self.keys: dict[Seat, Keys] = {}
        self.shown_keys: set[Seat] = set()  # who had to show one with a complaint, and needs new ones
        self.replaced: set[Seat] = set()
        self.round: Round | None = None
        self.rounds = 0
        self.laid: Round | None = None  # the last one of which something stays shut when it is over
        self.genesis = b""
        self.first_mix = b""  # after all have brought chance
        self._revealed_at: int | None = None  # the link that shows the seed
        self.signed_off: set[Seat] = set()
        self.newest: Newest | None = None
        self.facts = b""  # the hash of what all see of the game now
        self.host = host
        self._game = game
        self._opened: Opened | None = None
        self._votes: dict[Seat, set[Seat]] = {}
        self._voted_out: set[Seat] = set()
        self._sworn: set[bytes] = set()  # the signatures of all deeds so far
        self._mix = b""
        self._shown = b""

    def follow(self, item: Item, events: list[Event]) -> None:
        """Take in the next thing that happened; raise FraudError if it cannot be so."""
        entry, public = item.entry, item.entry.seen_by(None)
        if isinstance(entry, Opened):
            self._open(entry)
        if self.chain is None:
            raise ProtocolError(Code.OUT_OF_PLACE, "a story begins with the opening of its table")
        before = self.chain.head
        if public is not None:
            self._follow_chain(self.chain, item, public)
        if isinstance(entry, Deed):
            self._check_deed(self.chain, entry)
        self._note(entry, events, before)
        if public is not None:
            self._draw(item.shown)
            self.newest = Newest(len(self.chain) - 1, before, item)
            self.facts = item.facts or self.facts

    @property
    def is_revealed(self) -> bool:
        return self._revealed_at is not None

    @property
    def opened(self) -> Opened:
        assert self._opened is not None
        return self._opened

    # The chain -------------------------------------------------------------------------------

    def _open(self, entry: Opened) -> None:
        if self.chain is not None:
            raise FraudError("this table was opened a second time")
        if entry.host != self.host.raw:
            raise FraudError("this table was opened by another host")
        self._opened, self._shown = entry, entry.anchor
        self.seats = tuple(seat_named(self._game, name) for name in entry.seats)
        self.chain = Chain(entry.game_id)

    def _follow_chain(self, chain: Chain, item: Item, public: Any) -> None:
        try:
            link = chain.next_hash(item.at_ms, public, item.shown, item.facts)
            chain.follow(link, self.host, item.signature)
        except ProtocolError as error:
            raise FraudError(str(error.detail)) from None

    def _draw(self, link: bytes) -> None:
        """Let chance go on to a link of it, if anything was drawn."""
        if link and distance(link, self._shown, MOST_LINKS) is None:
            raise FraudError("the host draws from another chance than it had fixed")
        self._shown = link or self._shown

    def _check_deed(self, chain: Chain, deed: Deed) -> None:
        """Believe of a player only what the player has sworn, unless a bot plays in their place."""
        if not deed.oath.signature and isinstance(deed, Chose) and deed.seat in self.replaced:
            return
        try:
            check_oath(self.players[deed.seat], chain, deed)
        except (OathError, KeyError):
            raise FraudError(f"this is not a deed of {self.name(deed.seat)}") from None
        if deed.oath.signature in self._sworn:
            raise FraudError(f"a deed of {self.name(deed.seat)} is told that was done before")
        self._sworn.add(deed.oath.signature)

    def name(self, seat: Seat) -> str:
        return self._game.seat_names[seat].capitalize()

    def fraud(self, error: Exception) -> FraudError:
        """Say in words of the table what is wrong."""
        if not isinstance(error, NotTakenError):
            return FraudError(clause_of(str(error)))
        said = error.said(self._named)
        return FraudError(said.rstrip(".") if error.sentence.startswith("{") else clause_of(said))

    def _named(self, seat: int) -> str:
        return self.name(seat) if seat in self.seats else "the server"

    # What changes who takes part -------------------------------------------------------------

    def _note(self, entry: AnyEntry, events: list[Event], before: bytes) -> None:
        if isinstance(entry, RoundOpened):
            self._open_round(entry, before)
        elif isinstance(entry, AnyRecord):
            self._go_on(entry)
        elif isinstance(entry, Turned):
            self._turn(entry)
        elif isinstance(entry, Voted):
            self._vote(entry, events)
        elif type(entry) in NOTES:
            NOTES[type(entry)](self, entry)

    def _stand(self, entry: StoodUp) -> None:
        if self.rounds:
            raise FraudError("somebody stood up after the keys of all had been fixed")
        del self.sitters[entry.seat], self.players[entry.seat]
        self.keys.pop(entry.seat, None)

    def _return(self, entry: Returned) -> None:
        self.replaced -= {entry.seat}
        self._voted_out -= {entry.seat}

    def _sign_off(self, entry: SignedOff) -> None:
        if self._revealed_at is None or entry.oath.seen < self._revealed_at:
            raise FraudError(f"{self.name(entry.seat)} is said to stand by an end not seen")
        self.signed_off.add(entry.seat)

    def _seat(self, entry: SatDown) -> None:
        if self.rounds:
            raise FraudError("somebody sat down after the keys of all had been fixed")
        if entry.seat in self.sitters:
            raise FraudError(f"the seat of {self.name(entry.seat)} was given to somebody else")
        try:
            self.players[entry.seat] = PublicKey.load(entry.key)
        except BadKeyError as error:
            raise self.fraud(error) from None
        self.sitters[entry.seat] = entry

    def _check_keys(self, entry: Keyed) -> None:
        known = self.keys.get(entry.seat)
        try:
            check_keys(entry.keys, self.seats)
        except PolicyError as error:
            raise self.fraud(error) from None
        if entry.keys.generation != (0 if known is None else known.generation + 1):
            raise FraudError(f"the keys of {self.name(entry.seat)} are not the next ones")
        self.keys[entry.seat] = entry.keys
        self.shown_keys.discard(entry.seat)

    def _replace(self, entry: Replaced) -> None:
        if self.opened.terms.absence is not Absence.BOT:
            raise FraudError(f"nobody has voted about {self.name(entry.seat)}, for whom a bot is to play")
        self.replaced |= {entry.seat}

    def _vote(self, entry: Voted, events: list[Event]) -> None:
        voters = self._votes.setdefault(entry.absent, set())
        (voters.add if entry.agrees else voters.discard)(entry.seat)
        if any(isinstance(event, StandInTook) for event in events):
            if not is_majority(self.people(), entry.absent, voters):
                raise FraudError(f"too few have voted about {self.name(entry.absent)}")
            self.replaced |= {entry.absent}
            self._voted_out |= {entry.absent}
            voters.clear()

    def people(self) -> set[Seat]:
        return {seat for seat, sitter in self.sitters.items() if not sitter.is_bot} - self.replaced

    # Rounds and chance -----------------------------------------------------------------------

    def _open_round(self, entry: RoundOpened, before: bytes) -> None:
        if self.round is not None:
            raise FraudError("a round was opened before the last one was over")
        if not self.sitters.keys() >= set(self.seats):
            raise FraudError("a round was opened before all had sat down")
        try:
            self.round = self._round(entry, before)
        except (PolicyError, BadKeyError, RoundError) as error:
            raise self.fraud(error) from None
        if self.rounds == 0:
            self.genesis, self._mix = before, first_mix(before)
        self.rounds += 1

    def _round(self, entry: RoundOpened, before: bytes) -> Round:
        assert self.chain is not None
        try:
            header = decode(entry.header, Header)
        except ProtocolError:
            raise FraudError("a round was opened that nobody can read") from None
        place = header.kind, header.seats, header.size
        is_first, brings_chance = self.rounds == 0, header.kind == ENTROPY
        if is_first != brings_chance or (is_first and place != (ENTROPY, self.seats, ENTROPY_SIZE)):
            raise FraudError("the first round is the one in which all bring chance, and no other is")
        occasion = occasion_of(self.rounds + 1, *place, self.opened.terms, before)
        parties = table_of(self.opened, self.seats, self.sitters, self.keys, self.replaced)
        return Round(entry, parties, occasion, self._shown, self.chain.number_of)

    def _go_on(self, entry: AnyRecord) -> None:
        round_ = self.round
        if round_ is None:
            raise FraudError("something happens in a sealed round that was not opened")
        try:
            round_.apply(entry)
        except RoundError as error:
            raise self.fraud(error) from None
        if isinstance(entry, Complained):
            self.shown_keys.add(entry.seat)
        elif isinstance(entry, RoundSet):
            self._check_passed_over(round_)
        elif isinstance(entry, Outcome):
            self._settle(round_)
        elif isinstance(entry, RoundVoided):
            self._give_up(entry)

    def check_signed(self, entry: Committed) -> None:
        """Look at the signature under a sealed choice at once, to find a false one in its place."""
        assert self.round is not None
        try:
            self.round.check_signed(entry)
        except RoundError as error:
            raise self.fraud(error) from None

    def _give_up(self, entry: RoundVoided) -> None:
        if not self._voted_out.issuperset(entry.seats) or not self.first_mix:
            raise FraudError("a round was given up though nobody was voted out of it")
        self.round = None

    def _check_passed_over(self, round_: Round) -> None:
        """Nobody is passed over but those for whom a bot plays; before the game, those who are too slow."""
        if round_.header.kind != ENTROPY and not self.replaced.issuperset(round_.missing):
            raise FraudError("a seat was passed over that should have been waited for")

    def _settle(self, round_: Round) -> None:
        self._mix, self._shown = round_.mix(self._mix), round_.link
        self.first_mix = self.first_mix or self._mix
        self.round = None
        if has_pieces(round_):
            self.laid = round_

    def _turn(self, entry: Turned) -> None:
        if self.laid is None:
            raise FraudError("something is turned over that nobody has laid")
        try:
            judge(self.laid, entry, self._voted_out)
        except RoundError as error:
            raise self.fraud(error) from None

    def _begin(self, _: Began) -> None:
        if not self.first_mix:
            raise FraudError("the game begins before all have brought chance")

    def _check_seed(self, entry: Revealed) -> None:
        luck, opened = Luck(self.opened.game_id, entry.seed), self.opened
        private = seed_commitment(opened.game_id, luck.private)
        if (luck.links.anchor, private) != (opened.anchor, opened.seed_commitment):
            raise FraudError("the host shows another seed than the one it had fixed")
        assert self.chain is not None
        self._revealed_at = len(self.chain) - 1


NOTES: dict[type, Callable[[Witness, Any], None]] = {
    SatDown: Witness._seat,  # noqa: SLF001
    StoodUp: Witness._stand,  # noqa: SLF001
    Keyed: Witness._check_keys,  # noqa: SLF001
    Replaced: Witness._replace,
    Returned: Witness._return,  # noqa: SLF001
    Began: Witness._begin,  # noqa: SLF001
    Revealed: Witness._check_seed,  # noqa: SLF001
    SignedOff: Witness._sign_off,  # noqa: SLF001
}
