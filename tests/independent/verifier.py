"""A second verifier: from the bytes of a log alone it says whether its game was fair, and where it was not.

It shares nothing with the program. It follows the container and its hashes, the chain of what everybody could
see with its marks and the host's signatures, the players' oaths, keys, sealed rounds, links of chance, who
was called away, voted out or elected and by whom, and the end.

It knows no game's rules. It takes as given which move may follow, which card may lie where, what is drawn,
and the hashes of what everybody sees of the game (`facts`), of what everybody hears (`heard`) and of
everything one player was told (`told`). But what a player was told grows with every link, so each sworn deed
has a different hash of it. Nor does it know how many things a seat may do: another copy of these limits would
prove nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.independent import container, ed25519, msgpack
from tests.independent.chain import Chain
from tests.independent.chance import is_seed_of, leads_back
from tests.independent.forms import DEEDS, has_lock, is_stand_in, sworn_form
from tests.independent.hashing import framed, hashed
from tests.independent.records import HEADER, Record, ShapeError
from tests.independent.rounds import Fault, Round
from tests.independent.seating import is_weak_point, is_worthless, patience_ms, seating_of
from tests.independent.sitting import Sitting

FAIR, CHEATING, UNPROVEN = 0, 1, 2

SEATS = {
    "rising_sun": ("koi", "lotus", "turtle", "dragonfly", "bonsai"),
    "shogun": ("red", "blue", "yellow", "black", "purple"),
    "ninjato": ("red", "blue", "green", "yellow"),
}
ENTROPY = "entropy"
ENTROPY_SIZE = 64
HASH_SIZE = 32
MOST_UNSEEN = 256
CLOCKS_MS = 1000  # by which clocks may differ
PATIENCE_MS = 30_000

ROUND = frozenset(
    {"RoundOpened", "Committed", "RoundSet", "Complained", "Certified", "Outcome", "RoundVoided"}
)
BEFORE_THE_GAME = ROUND | {
    "Opened",
    "Forked",
    "Owned",
    "Closed",
    "Invited",
    "SatDown",
    "StoodUp",
    "Keyed",
    "TalkKeyed",
    "Began",
    "Said",
}
DRAWING = frozenset({"Began", "Chose", "ActedFreely", "Answered", "Outcome", "Turned"})
MOVING = DRAWING | {"TookBack", "AskedBack", "Consented"}


class Result(NamedTuple):
    """0: fair. 1: somebody has provably cheated. 2: neither is proven. And where that shows, and why."""

    code: int
    entry: int | None
    reason: str


def verify(data: bytes) -> Result:
    """Return the gravest finding, and the first of that kind."""
    found = sorted(findings(data), key=lambda found: (CHEATING, UNPROVEN).index(found.code))
    return found[0] if found else Result(FAIR, None, "All is as it should be.")


def findings(data: bytes) -> list[Result]:
    """Return all findings, in the order of the log."""
    try:
        stamps = container.read(data)
    except container.LogError as error:
        return [Result(UNPROVEN, None, str(error))]
    return Verifier(stamps).findings()


# The log -----------------------------------------------------------------------------------------


class Verifier:
    """One look at one log, up to the first impossible entry."""

    def __init__(self, stamps: list[Record]) -> None:
        self._stamps = stamps
        self._opened: Record = stamps[0].entry
        self._chain = Chain(self._opened)
        self._seats: list[int] = []
        self._sitting = Sitting(self._opened, self._chain.game)
        self._sworn: set[bytes] = set()
        self._told: set[bytes] = set()  # to anybody who has sworn something since
        self._last_deed: dict[int, int] = {}  # the link of each seat's last one, or the last before it
        self._round: Round | None = None
        self._laid: Round | None = None  # the last one of which something stays shut when it is over
        self._rounds = 0
        self._mix = b""
        self._has_chance = False  # of every person
        self._shown: bytes = self._opened.anchor
        self._revealed_at: int | None = None
        self._signed_off: set[int] = set()
        self._answered_ms: dict[int, list[int]] = {}  # when each seat did last
        self._played_for: set[int] = set()  # by a bot, since they were last called away
        self._found: list[Result] = []

    def findings(self) -> list[Result]:
        if self._follow_all():
            self._check_end()
        return self._found

    def _follow_all(self) -> bool:
        for number, stamp in enumerate(self._stamps):
            is_bound = self._chain.binds(self._stamps[number:])
            try:
                self._follow(number, stamp)
            except Fault as fault:
                self._found.append(Result(CHEATING if is_bound else UNPROVEN, number, str(fault)))
                return False
        return True

    def _follow(self, number: int, stamp: Record) -> None:
        entry, before, links = stamp.entry, self._chain.head, len(self._chain.links)
        if number == 0:
            self._open(entry)
        self._chain.add(stamp)
        self._check_marks(stamp)
        self._check_place(entry)
        if entry.kind in DEEDS:
            self._check_deed(entry, links)
        voters = self._sitting.voters_with(entry)
        self._note(number, entry, before)
        self._doubt_absence(number, stamp, voters)
        if stamp.shown and not leads_back(stamp.shown, self._shown):
            raise Fault("The host draws from another chance than it had fixed.")
        self._shown = stamp.shown or self._shown

    # Place and marks -------------------------------------------------------------------------

    def _open(self, entry: Record) -> None:
        names = SEATS.get(entry.game, ())
        if not set(entry.seats) <= set(names):
            raise Fault("There are seats that this game does not have.")
        self._seats = [names.index(name) for name in entry.seats]
        if sorted(set(self._seats)) != self._seats or is_worthless(entry.host):
            raise Fault("The seats do not come once each, in order, or the host has no key.")
        if not is_seed_of(entry, self._chain.game, entry.seed):
            raise Fault("The seed is not the one that was fixed.")

    def _check_marks(self, stamp: Record) -> None:
        kind = stamp.entry.kind
        if (stamp.shown and kind not in DRAWING) or (stamp.facts and kind not in MOVING):
            raise Fault("This draws or moves something, and cannot.")

    def _check_place(self, entry: Record) -> None:
        named = {getattr(entry, part, self._seats[0]) for part in ("seat", "other", "absent", "dealer")}
        named |= set(entry.to) if entry.kind == "Said" else set()
        if not named <= set(self._seats):
            raise Fault("There is no such seat at this table.")
        if self._sitting.is_closed:
            raise Fault("Something happens at a table that was closed.")
        if entry.kind not in BEFORE_THE_GAME and not self._sitting.has_begun:
            raise Fault("The game has not begun yet.")

    # Deeds -----------------------------------------------------------------------------------

    def _check_lock(self, entry: Record) -> None:
        if entry.kind == "Chose" and not has_lock(entry):
            raise Fault("The lock of this choice is for another line.")

    def _check_deed(self, entry: Record, links: int) -> None:
        """Believe only what a player has sworn, unless a bot plays in their place."""
        if is_stand_in(entry):
            if entry.seat not in self._sitting.replaced:
                raise Fault(f"Seat {entry.seat} has not done this, and no bot plays for it.")
            self._check_lock(entry)
            return
        self._check_lock(entry)
        sitter, oath = self._sitting.sitters.get(entry.seat), entry.oath
        if sitter is None or oath.seen >= len(self._chain.links):
            raise Fault("This is sworn by nobody, or on a link that is not there.")
        place = self._chain.game, oath.seen.to_bytes(8, "big"), self._chain.links[oath.seen], oath.told
        deed = framed("deed", *place, msgpack.encode(sworn_form(entry)))
        if not ed25519.verify(sitter.key, deed, oath.signature):
            raise Fault(f"This is not signed by the player of seat {entry.seat}.")
        if oath.signature in self._sworn:
            raise Fault("This was done before.")
        self._check_fresh(entry, links)
        self._sworn.add(oath.signature)
        self._last_deed[entry.seat] = len(self._chain.links) - 1

    def _check_fresh(self, entry: Record, links: int) -> None:
        """Refuse what was sworn before the player's last deed, or too long ago; more was heard since."""
        oath = entry.oath
        if oath.seen < self._last_deed.get(entry.seat, 0) or links - oath.seen > MOST_UNSEEN:
            raise Fault(f"Seat {entry.seat} swore this too long ago.")
        if len(oath.told) != HASH_SIZE or oath.told in self._told:
            raise Fault(f"Seat {entry.seat} was told something else before this.")
        self._told.add(oath.told)

    # What changes with an entry --------------------------------------------------------------

    def _note(self, number: int, entry: Record, before: bytes) -> None:
        if entry.kind in ROUND:
            self._go_on(number, entry, before)
        elif entry.kind == "Turned":
            self._turn(number, entry)
        elif entry.kind in NOTES:
            NOTES[entry.kind](self, entry)
        else:
            self._sitting.note(entry, is_fixed=self._has_chance or self._round is not None)

    def _take_keys(self, entry: Record) -> None:
        known, keys = self._sitting.keys.get(entry.seat), entry.keys
        if keys.generation != (0 if known is None else known.generation + 1):
            raise Fault(f"The keys of seat {entry.seat} are not the next ones.")
        if known is not None and entry.seat not in self._sitting.shown_keys:
            raise Fault(f"Seat {entry.seat} needs no new keys: it has shown none of its own.")
        self._check_points(keys.publics)
        self._sitting.keys[entry.seat] = keys
        self._sitting.shown_keys.discard(entry.seat)

    def _check_points(self, publics: list[bytes]) -> None:
        if len(publics) != len(self._seats) or any(map(is_weak_point, publics)):
            raise Fault("There is not one key for each seat, or one of them keeps no secret.")

    def _begin(self, _: Record) -> None:
        if self._sitting.has_begun or self._round is not None or not self._has_chance:
            raise Fault("The game begins twice, or before all have brought chance.")
        self._sitting.has_begun = True

    def _reveal(self, entry: Record) -> None:
        if self._revealed_at is not None or not is_seed_of(self._opened, self._chain.game, entry.seed):
            raise Fault("The host shows another seed than the one it had fixed, or shows it twice.")
        self._revealed_at = len(self._chain.links) - 1

    def _apply(self, entry: Record) -> None:
        self._check_points(entry.keys.publics)
        self._check_not_over()
        self._sitting.note(entry, is_fixed=True)

    def _note_of_a_game(self, entry: Record) -> None:
        """Take in what makes no sense any more when the game is over."""
        self._check_not_over()
        self._sitting.note(entry, is_fixed=True)

    def _check_not_over(self) -> None:
        if self._revealed_at is not None:
            raise Fault("The game is over.")

    def _succeed(self, entry: Record) -> None:
        if self._round is not None:
            raise Fault("A seat changes hands while something is sealed.")
        self._sitting.succeed(entry)

    def _sign_off(self, entry: Record) -> None:
        if self._revealed_at is None or entry.oath.seen < self._revealed_at:
            raise Fault(f"Seat {entry.seat} stands by an end that it has not seen.")
        if entry.seat in self._signed_off:
            raise Fault(f"Seat {entry.seat} signs the end twice.")
        self._signed_off.add(entry.seat)

    # Absence ---------------------------------------------------------------------------------

    def _doubt_absence(self, number: int, stamp: Record, voters: set[int]) -> None:
        """Doubt that somebody was away if only the host says so."""
        entry, sitting = stamp.entry, self._sitting
        if entry.kind == "Replaced" and self._is_early(entry.seat, stamp.at_ms):
            self._doubt(number, f"Seat {entry.seat} had answered a moment before a bot took over.")
        elif entry.kind in ("Voted", "Elected") and len(voters - sitting.hosts) < 2:
            self._doubt_vote(number, entry)
        self._doubt_stand_in(number, entry)
        self._note_time(stamp)

    def _doubt_vote(self, number: int, entry: Record) -> None:
        """Doubt a vote that the host or one player decided alone."""
        sitting = self._sitting
        if entry.kind == "Voted" and entry.absent in sitting.voted_out:
            self._doubt(number, f"Nobody but one player wanted a bot for seat {entry.absent}.")
        elif entry.kind == "Elected" and entry.absent in sitting.succession.heirs.keys() & sitting.replaced:
            self._doubt(number, f"Nobody but one player gave the seat {entry.absent} away.")

    def _doubt_stand_in(self, number: int, entry: Record) -> None:
        """Doubt that somebody was away who swears to have been there, if a bot played in the meantime."""
        replaced = self._sitting.replaced
        if entry.kind == "RoundSet":
            self._played_for |= replaced.intersection(entry.missing)
        elif entry.kind in ("Chose", "Committed"):
            self._played_for |= replaced & {entry.seat}
        elif entry.kind in ("Returned", "Succeeded"):
            if entry.seat in self._played_for and entry.kind == "Returned" and entry.oath.signature:
                self._doubt(number, f"A bot played for seat {entry.seat}, which swears to have been there.")
            self._played_for.discard(entry.seat)

    def _is_early(self, seat: int, at_ms: int) -> bool:
        patience, answers = patience_ms(self._opened.terms) - CLOCKS_MS, self._answered_ms.get(seat, [])
        return bool(answers) and at_ms - answers[-1] < patience

    def _note_time(self, stamp: Record) -> None:
        """Remember who answered when; who takes an answer back has the time since the one before."""
        entry = stamp.entry
        if entry.kind == "TookBack":
            del self._answered_ms.get(entry.seat, [])[-1:]
        elif entry.kind == "Returned":
            self._answered_ms.pop(entry.seat, None)
        elif entry.kind in ("Chose", "Committed"):
            self._answered_ms.setdefault(entry.seat, []).append(stamp.at_ms)

    def _doubt(self, number: int | None, reason: str) -> None:
        self._found.append(Result(UNPROVEN, number, reason))

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
            self._note_step(entry, self._round)

    def _open_round(self, entry: Record, before: bytes) -> None:
        sitting = self._sitting
        if self._round is not None or sitting.sitters.keys() != set(self._seats):
            raise Fault("A round is opened before another is over, or before all have sat down.")
        if sitting.succession.heirs:
            raise Fault("A round is opened before who was elected has the seat.")
        try:
            header: Record = HEADER(msgpack.decode(entry.header))
        except (msgpack.EncodingError, ShapeError) as error:
            raise Fault(f"The header of this round cannot be read: {error}") from None
        self._check_points(self._opened.keys)
        seating = seating_of(self._opened, self._seats, sitting.sitters, sitting.keys, sitting.replaced)
        if seating.missing_keys() or not set(header.seats) <= set(self._seats):
            raise Fault("A holder has no key, or a seat seals that is none.")
        holders, thresholds = seating.rows(header.seats)
        waits = (patience_ms(self._opened.terms) if self._has_chance else PATIENCE_MS), PATIENCE_MS
        fixed = [self._chain.game, self._rounds + 1, holders, thresholds, *waits, before, seating.keyset()]
        names = ("game", "round", "holders", "thresholds", "commit_ms", "ack_ms", "head", "keys")
        if [getattr(header, name) for name in names] != fixed:
            raise Fault("The round is opened otherwise than it has to be.")
        self._check_kind(header)
        if not self._has_chance:
            self._mix = hashed("r0", self._genesis(seating.keyset()))
        self._rounds += 1
        sitting.voted_out &= sitting.replaced
        self._round = Round(header, seating, self._shown, self._chain.numbers.get)

    def _genesis(self, keyset: bytes) -> bytes:
        """Return what is fixed before anybody brings chance: the game and all keys, but no time."""
        return hashed("genesis", self._chain.game, keyset)

    def _check_kind(self, header: Record) -> None:
        """Everybody brings chance until every person has; the rules tell what other rounds are about."""
        place = header.kind_of_round, header.seats, header.size
        if not self._has_chance and place != (ENTROPY, self._seats, [ENTROPY_SIZE]):
            raise Fault("In the first round all have to bring chance.")
        if self._has_chance and (header.kind_of_round == ENTROPY or not self._sitting.has_begun):
            raise Fault("There is nothing to be sealed now.")

    def _note_step(self, entry: Record, round_: Round) -> None:
        """Only bots, and seats that bots play, are passed over."""
        if entry.kind == "Committed":
            self._sitting.is_here(entry.seat)
        elif entry.kind == "Complained":
            self._sitting.shown_keys.add(entry.seat)
        if not self._sitting.bots.issuperset(round_.missing):
            raise Fault("A seat was skipped that the table should have waited for.")

    def _settle(self, number: int, entry: Record, round_: Round) -> None:
        self._mix = round_.settle(entry, self._mix)
        self._shown, self._round = entry.link, None
        self._has_chance = self._has_chance or round_.has_all_chance
        self._laid = round_ if round_.opened and len(round_.header.size) > 1 else self._laid
        for seat in sorted(round_.culprits):
            self._found.append(Result(CHEATING, number, f"Seat {seat} has cheated in a sealed round."))
        for seat in sorted(round_.withheld):
            self._doubt(number, f"Seat {seat} did not show what it had sealed, and with it chance.")

    def _turn(self, number: int, entry: Record) -> None:
        if self._laid is None or self._round is not None:
            raise Fault("There is nothing to be turned over now.")
        known = set(self._laid.invalid)
        self._laid.turn(entry, self._sitting.voted_out)
        for seat in self._laid.invalid - known:
            self._found.append(Result(CHEATING, number, f"Seat {seat} has cheated in a sealed round."))
        if entry.opening is None and not entry.shares:
            self._doubt(number, f"Nobody has turned over what seat {entry.seat} had sealed.")

    def _give_up(self, entry: Record, round_: Round) -> None:
        if not self._has_chance:
            round_.do_without(entry.seats)
        elif not self._sitting.voted_out.issuperset(entry.seats):
            raise Fault("Only those who were voted out make a round void.")
        else:
            round_.give_up(entry.seats)
        self._round = None

    # The end ---------------------------------------------------------------------------------

    def _check_end(self) -> None:
        """Ask for the signatures of everybody who is left; somebody must have seen that others were gone."""
        sitting, signed = self._sitting, self._signed_off
        gone = {seat for seat in sitting.replaced - signed if not sitting.sitters[seat].is_bot}
        if self._revealed_at is None:
            self._doubt(None, "The game is not over.")
        elif not signed.issuperset(sitting.people):
            self._doubt(None, "Not all have signed the end; something may follow.")
        elif gone and not signed - sitting.hosts - sitting.bots:
            self._doubt(None, "The host alone says that players have left.")


NOTES: dict[str, Callable[[Any, Record], None]] = {
    "Keyed": Verifier._take_keys,  # noqa: SLF001
    "Began": Verifier._begin,  # noqa: SLF001
    "Applied": Verifier._apply,  # noqa: SLF001
    "Elected": Verifier._note_of_a_game,  # noqa: SLF001
    "Replaced": Verifier._note_of_a_game,  # noqa: SLF001
    "Voted": Verifier._note_of_a_game,  # noqa: SLF001
    "Succeeded": Verifier._succeed,  # noqa: SLF001
    "Revealed": Verifier._reveal,  # noqa: SLF001
    "SignedOff": Verifier._sign_off,  # noqa: SLF001
}
STEPS: dict[str, Callable[[Round, Record], None]] = {
    "Committed": Round.commit,
    "RoundSet": Round.close,
    "Complained": Round.complain,
    "Certified": Round.certify,
}
