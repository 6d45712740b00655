"""A second verifier: it says from the bytes of a log alone whether its game was fair, and where it was not.

It shares nothing with the program. It follows the container and its hashes, the chain of what all could see
and the host's signatures, the oaths of players, keys, sealed rounds, links of chance, and the end. It does
not know the rules of any game: which move may follow, what is drawn, and the hashes of what all see of the
game (`facts`) it takes as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from tests.independent import container, ed25519, msgpack
from tests.independent.forms import DEEDS, has_lock, is_stand_in, public_form, sworn_form
from tests.independent.hashing import framed, hashed
from tests.independent.records import HEADER, Record, ShapeError
from tests.independent.rounds import Fault, Round
from tests.independent.seating import is_weak_point, is_worthless, seating_of
from tests.independent.sitting import Sitting

FAIR, CHEATING, UNPROVEN = 0, 1, 2

SEATS = {
    "rising_sun": ("koi", "lotus", "turtle", "dragonfly", "bonsai"),
    "shogun": ("red", "blue", "yellow", "black", "purple"),
}
LINKS = 4096
ENTROPY = "entropy"
ENTROPY_SIZE = 64
PATIENCE_MS = 30_000

ROUND = frozenset(
    {"RoundOpened", "Committed", "RoundSet", "Complained", "Certified", "Outcome", "RoundVoided"}
)
BEFORE_THE_GAME = ROUND | {"Opened", "Invited", "SatDown", "StoodUp", "Keyed", "Began", "Said"}
DRAWING = frozenset({"Began", "Chose", "ActedFreely", "Answered", "Outcome", "Turned"})
MOVING = DRAWING | {"TookBack", "AskedBack", "Consented"}


class Result(NamedTuple):
    """0: fair. 1: somebody has provably cheated. 2: neither is proven. And where that shows, and why."""

    code: int
    entry: int | None
    reason: str


class PlainFault(Fault):
    """A fault in what all could see, whatever is hidden of the entry."""


def verify(data: bytes) -> Result:
    try:
        stamps = container.read(data)
    except container.LogError as error:
        return Result(UNPROVEN, None, str(error))
    return Verifier(stamps).result()


# Chance ------------------------------------------------------------------------------------------


def is_seed_of(opened: Record, game: bytes, seed: str) -> bool:
    """Say whether the anchor and the commitment of a table were made from this seed."""
    commitment = hashed("srv-seed", game, hashed("seed-private", seed.encode()))
    return (anchor_of(seed), commitment) == (opened.anchor, opened.seed_commitment)


@lru_cache(maxsize=64)
def anchor_of(seed: str) -> bytes:
    link = hashed("seed-links", seed.encode())
    for _ in range(LINKS):
        link = hashed("srv-chain", link)
    return link


def leads_back(link: bytes, shown: bytes) -> bool:
    for _ in range(LINKS):
        link = hashed("srv-chain", link)
        if link == shown:
            return True
    return False


def patience_ms(terms: Record) -> int:
    """Give the least time after which the terms let a seat be passed over."""
    if terms.absence != "bot":
        return 0
    pace = terms.pace
    own = {"PerDecision": "seconds", "Bank": "increment"}.get(pace.kind)
    return int(min(terms.grace, terms.grace if own is None else getattr(pace, own))) * 1000


# The log -----------------------------------------------------------------------------------------


class Verifier:
    """One look at one log, up to the first entry that cannot be so."""

    def __init__(self, stamps: list[Record]) -> None:
        self._stamps = stamps
        self._opened: Record = stamps[0].entry
        self._game = hashed("game", self._opened.host, self._opened.nonce)
        self._chain: list[bytes] = []
        self._numbers: dict[bytes, int] = {}
        self._seats: list[int] = []
        self._sitting = Sitting(self._opened)
        self._sworn: set[bytes] = set()
        self._round: Round | None = None
        self._laid: Round | None = None  # the last one of which something stays shut when it is over
        self._rounds = 0
        self._mix = b""
        self._shown: bytes = self._opened.anchor
        self._revealed_at: int | None = None
        self._signed_off: set[int] = set()
        self._is_signed = False  # the entry at hand, by the host
        self._found: list[Result] = []

    def result(self) -> Result:
        """Give the gravest that was found, and the first of that kind."""
        if self._follow_all():
            self._check_end()
        self._found.sort(key=lambda found: (CHEATING, UNPROVEN).index(found.code))
        return self._found[0] if self._found else Result(FAIR, None, "All is as it should be.")

    def _follow_all(self) -> bool:
        for number, stamp in enumerate(self._stamps):
            is_covered = False
            try:
                is_covered = self._is_covered(stamp.entry)
                self._follow(number, stamp)
            except Fault as fault:
                is_proof = self._is_signed and (is_covered or isinstance(fault, PlainFault))
                self._found.append(Result(CHEATING if is_proof else UNPROVEN, number, str(fault)))
                return False
        return True

    def _is_covered(self, entry: Record) -> bool:
        """Say whether the host has signed all of an entry, so that nobody can have changed it since."""
        if entry.kind == "SatDown":
            return entry.token in self._sitting.invited
        if entry.kind == "Chose":
            return has_lock(entry)
        return bool(entry.kind != "Answered")

    def _follow(self, number: int, stamp: Record) -> None:
        entry, public = stamp.entry, public_form(stamp.entry)
        before = self._head
        self._is_signed = False
        if number == 0:
            self._open(entry)
        if public is not None:
            self._add_link(stamp, public)
        self._check_marks(stamp, public)
        self._check_place(entry)
        if entry.kind in DEEDS:
            self._check_deed(entry)
        self._note(number, entry, before)
        if stamp.shown and not leads_back(stamp.shown, self._shown):
            raise Fault("The host draws from another chance than it had fixed.")
        self._shown = stamp.shown or self._shown

    # The chain -------------------------------------------------------------------------------

    @property
    def _head(self) -> bytes:
        return self._chain[-1] if self._chain else bytes(32)

    def _open(self, entry: Record) -> None:
        names = SEATS.get(entry.game, ())
        if not set(entry.seats) <= set(names):
            raise Fault("There are seats that this game does not have.")
        self._seats = [names.index(name) for name in entry.seats]
        if sorted(set(self._seats)) != self._seats or is_worthless(entry.host):
            raise Fault("The seats do not come once each, in order, or the host has no key.")
        if not is_seed_of(entry, self._game, entry.seed):
            raise Fault("The seed is not the one that was fixed.")

    def _add_link(self, stamp: Record, public: list[msgpack.Value]) -> None:
        link: list[msgpack.Value] = [1, self._game, len(self._chain), self._head, stamp.at_ms]
        link += [msgpack.encode(public), stamp.shown, stamp.facts]
        head = hashed("entry", msgpack.encode(link))
        self._is_signed = ed25519.verify(self._opened.host, framed("sig-entry", head), stamp.signature)
        if not self._is_signed:
            raise Fault(f"Link {len(self._chain)} is not signed by the host.")
        self._numbers[head] = len(self._chain)
        self._chain.append(head)

    def _check_marks(self, stamp: Record, public: list[msgpack.Value] | None) -> None:
        kind = stamp.entry.kind
        if public is None and (stamp.signature or stamp.shown or stamp.facts):
            raise Fault("This is marked as if all could see it.")
        if (stamp.shown and kind not in DRAWING) or (stamp.facts and kind not in MOVING):
            raise Fault("This draws or moves something, and cannot.")

    def _check_place(self, entry: Record) -> None:
        named = {getattr(entry, part, self._seats[0]) for part in ("seat", "other", "absent", "dealer")}
        named |= set(entry.to) if entry.kind == "Said" else set()
        if not named <= set(self._seats):
            raise Fault("There is no such seat at this table.")
        if entry.kind not in BEFORE_THE_GAME and not self._sitting.has_begun:
            raise Fault("The game has not begun yet.")

    # Deeds -----------------------------------------------------------------------------------

    def _check_lock(self, entry: Record) -> None:
        if entry.kind == "Chose" and not has_lock(entry):
            raise Fault("The lock of this choice is for another line.")

    def _check_deed(self, entry: Record) -> None:
        """Believe of a player only what the player has sworn, unless a bot plays in their place."""
        if is_stand_in(entry):
            if entry.seat not in self._sitting.replaced:
                raise PlainFault(f"Seat {entry.seat} has not done this, and no bot plays for it.")
            self._check_lock(entry)
            return
        self._check_lock(entry)
        sitter, oath = self._sitting.sitters.get(entry.seat), entry.oath
        if sitter is None or oath.seen >= len(self._chain):
            raise Fault("This is sworn by nobody, or on a link that is not there.")
        place = self._game, oath.seen.to_bytes(8, "big"), self._chain[oath.seen]
        deed = framed("deed", *place, msgpack.encode(sworn_form(entry)))
        if not ed25519.verify(sitter.key, deed, oath.signature):
            raise Fault(f"This is not signed by the player of seat {entry.seat}.")
        if oath.signature in self._sworn:
            raise Fault("This was done before.")
        self._sworn.add(oath.signature)

    # What changes with an entry --------------------------------------------------------------

    def _note(self, number: int, entry: Record, before: bytes) -> None:
        if entry.kind in ROUND:
            self._go_on(number, entry, before)
        elif entry.kind == "Turned":
            self._turn(number, entry)
        elif entry.kind in NOTES:
            NOTES[entry.kind](self, entry)
        else:
            self._sitting.note(entry, has_rounds=self._rounds > 0)

    def _take_keys(self, entry: Record) -> None:
        known, keys = self._sitting.keys.get(entry.seat), entry.keys
        if keys.generation != (0 if known is None else known.generation + 1):
            raise Fault(f"The keys of seat {entry.seat} are not the next ones.")
        self._check_points(keys.publics)
        self._sitting.keys[entry.seat] = keys

    def _check_points(self, publics: list[bytes]) -> None:
        if len(publics) != len(self._seats) or any(map(is_weak_point, publics)):
            raise Fault("There is not one key for each seat, or one of them keeps no secret.")

    def _begin(self, _: Record) -> None:
        if self._sitting.has_begun or self._round is not None or not self._rounds:
            raise Fault("The game begins twice, or before all have brought chance.")
        self._sitting.has_begun = True

    def _reveal(self, entry: Record) -> None:
        if self._revealed_at is not None or not is_seed_of(self._opened, self._game, entry.seed):
            raise Fault("The host shows another seed than the one it had fixed, or shows it twice.")
        self._revealed_at = len(self._chain) - 1

    def _sign_off(self, entry: Record) -> None:
        if self._revealed_at is None or entry.oath.seen < self._revealed_at:
            raise Fault(f"Seat {entry.seat} stands by an end that it has not seen.")
        if entry.seat in self._signed_off:
            raise Fault(f"Seat {entry.seat} signs the end twice.")
        self._signed_off.add(entry.seat)

    # Rounds ----------------------------------------------------------------------------------

    def _go_on(self, number: int, entry: Record, before: bytes) -> None:
        if entry.kind == "RoundOpened":
            self._open_round(entry, before)
        elif self._round is None:
            raise Fault("Something happens in a round that was not opened.")
        elif entry.kind == "Outcome":
            self._settle(number, entry, self._round)
        elif entry.kind == "RoundVoided":
            self._give_up(entry, self._round)
        else:
            STEPS[entry.kind](self._round, entry)
            self._check_passed_over(entry, self._round)

    def _open_round(self, entry: Record, before: bytes) -> None:
        sitting = self._sitting
        if self._round is not None or sitting.sitters.keys() != set(self._seats):
            raise Fault("A round is opened before another is over, or before all have sat down.")
        try:
            header: Record = HEADER(msgpack.decode(entry.header))
        except (msgpack.EncodingError, ShapeError) as error:
            raise Fault(f"The header of this round cannot be read: {error}") from None
        self._check_points(self._opened.keys)
        seating = seating_of(self._opened, self._seats, sitting.sitters, sitting.keys, sitting.replaced)
        if seating.missing_keys() or not set(header.seats) <= set(self._seats):
            raise Fault("A holder has no key, or a seat seals that is none.")
        holders, thresholds = seating.rows(header.seats)
        waits = (PATIENCE_MS if self._rounds == 0 else patience_ms(self._opened.terms)), PATIENCE_MS
        fixed = [self._game, self._rounds + 1, holders, thresholds, *waits, before, seating.keyset()]
        names = ("game", "round", "holders", "thresholds", "commit_ms", "ack_ms", "head", "keys")
        if [getattr(header, name) for name in names] != fixed:
            raise Fault("The round is opened otherwise than it has to be.")
        self._check_kind(header)
        if self._rounds == 0:
            self._mix = hashed("r0", before)
        self._rounds += 1
        self._round = Round(header, seating, self._shown, self._numbers.get)

    def _check_kind(self, header: Record) -> None:
        """In the first round, and in no other, all bring chance; what others are about the rules tell."""
        place = header.kind_of_round, header.seats, header.size
        if self._rounds == 0 and place != (ENTROPY, self._seats, [ENTROPY_SIZE]):
            raise Fault("In the first round all have to bring chance.")
        if self._rounds > 0 and (header.kind_of_round == ENTROPY or not self._sitting.has_begun):
            raise Fault("There is nothing to be sealed now.")

    def _check_passed_over(self, entry: Record, round_: Round) -> None:
        """Nobody is passed over but those for whom a bot plays; before the game, those who are too slow."""
        if entry.kind == "Committed":
            self._sitting.is_here(entry.seat)
        if self._sitting.has_begun and not self._sitting.replaced.issuperset(round_.missing):
            raise Fault("A seat was passed over that should have been waited for.")

    def _settle(self, number: int, entry: Record, round_: Round) -> None:
        self._mix = round_.settle(entry, self._mix)
        self._shown, self._round = entry.link, None
        self._laid = round_ if round_.opened and len(round_.header.size) > 1 else self._laid
        for seat in sorted(round_.culprits):
            self._found.append(Result(CHEATING, number, f"Seat {seat} has cheated in a sealed round."))

    def _turn(self, number: int, entry: Record) -> None:
        if self._laid is None or self._round is not None:
            raise Fault("There is nothing to be turned over now.")
        known = set(self._laid.invalid)
        self._laid.turn(entry, self._sitting.voted_out)
        for seat in self._laid.invalid - known:
            self._found.append(Result(CHEATING, number, f"Seat {seat} has cheated in a sealed round."))

    def _give_up(self, entry: Record, round_: Round) -> None:
        if not self._sitting.has_begun or not self._sitting.voted_out.issuperset(entry.seats):
            raise Fault("Only those who were voted out make a round void.")
        round_.give_up(entry.seats)
        self._round = None

    # The end ---------------------------------------------------------------------------------

    def _check_end(self) -> None:
        if self._revealed_at is None:
            self._found.append(Result(UNPROVEN, None, "The game is not over."))
            return
        if not self._signed_off.issuperset(self._sitting.people):
            self._found.append(Result(UNPROVEN, None, "Not all have signed the end; something may follow."))


NOTES: dict[str, Callable[[Any, Record], None]] = {
    "Keyed": Verifier._take_keys,  # noqa: SLF001
    "Began": Verifier._begin,  # noqa: SLF001
    "Revealed": Verifier._reveal,  # noqa: SLF001
    "SignedOff": Verifier._sign_off,  # noqa: SLF001
}
STEPS: dict[str, Callable[[Round, Record], None]] = {
    "Committed": Round.commit,
    "RoundSet": Round.close,
    "Complained": Round.complain,
    "Certified": Round.certify,
}
