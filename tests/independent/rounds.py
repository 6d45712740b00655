"""One sealed round, record by record: committed, set, confirmed or complained about, certified, opened.

The set hash, which people confirm, is H("set", context, parts...) with a part for each seat that seals:
F("set-in", seat, revision, commitment, seen_seq, seen_head, signature) for what stands, F("set-missing",
seat) if nothing came, F("set-void", seat) after a true complaint.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from tests.independent import ed25519, msgpack, shamir, x25519
from tests.independent.hashing import framed, hashed, prf
from tests.independent.records import HASH, SERVER, Record, ShapeError, octets
from tests.independent.sealed import Opened, SealedChoice, open_choice, polynomial_of, share_in_box
from tests.independent.seating import Seating

OPEN, SET, CERTIFIED, OVER = range(4)
BOX_SIZE = 80
TAG_SIZE = 16

_BOX = octets(BOX_SIZE, BOX_SIZE)


class Fault(Exception):  # noqa: N818
    """Something impossible; the sentence says why."""


class Sealed(NamedTuple):
    """What a seat has sealed, and the record it came in."""

    record: Record
    choice: SealedChoice
    pieces: list[SealedChoice]  # that stay shut when the choice is opened


def is_next_link(link: bytes, shown: bytes) -> bool:
    """Say whether a link of the host's chance comes right after the last one shown."""
    return hashed("srv-chain", link) == shown


class Round:
    """A round as far as it has come; `number_of` finds a link of the host's chain by its hash."""

    def __init__(
        self, header: Record, seating: Seating, shown: bytes, number_of: Callable[[bytes], int | None]
    ) -> None:
        self.header = header
        self.seating = seating
        self.context = hashed("round", msgpack.encode(header.raw))
        self.stage = OPEN
        self.sealed: dict[int, Sealed] = {}  # what counts for each seat
        self.said: dict[int, list[bytes]] = {}  # everything each has sealed, in order
        self.missing: list[int] = []
        self.void: set[int] = set()
        self.twice: set[int] = set()  # who sealed two choices
        self.exposed: set[tuple[int, int]] = set()  # by holder and dealer, after a false complaint
        self.invalid: set[int] = set()
        self.opened: set[int] = set()  # whose choice could be read
        self.withheld: set[int] = set()  # who did not open what nobody else could
        self._contexts = [self.context]
        self._contexts += [hashed("piece", self.context, bytes([n])) for n in range(len(header.size) - 1)]
        self._rows = dict(zip(header.seats, zip(header.holders, header.thresholds, strict=True), strict=True))
        self._shown = shown
        self._number_of = number_of

    @property
    def standing(self) -> list[int]:
        return [seat for seat in sorted(self.sealed) if seat not in self.void]

    @property
    def culprits(self) -> set[int]:
        """Name who can be shown to have cheated here, once the round is over."""
        return self.void | self.invalid | self.twice | {holder for holder, _ in self.exposed}

    def _expect(self, stage: int) -> None:
        if self.stage != stage:
            raise Fault("This does not come at its time in the round.")

    # Committing ------------------------------------------------------------------------------

    def commit(self, record: Record) -> None:
        choice, *pieces = self._read(record)
        said = self.said.setdefault(record.seat, [])
        is_next = record.revision == len(said)
        if record.commitment in said or (record.seat in self.twice and not is_next):
            raise Fault(f"Seat {record.seat} has sealed its choice already.")
        if record.revision > len(said):
            raise Fault(f"Seat {record.seat} skips a revision.")
        if is_next:
            self._expect(OPEN)
            self.sealed[record.seat] = Sealed(record, choice, pieces)
            said.append(record.commitment)
        else:
            self.twice.add(record.seat)

    def _read(self, record: Record) -> list[SealedChoice]:
        """Check everything that can be seen of a choice from outside."""
        if record.seat not in self._rows:
            raise Fault(f"Seat {record.seat} has nothing to seal.")
        choices = self._choices_in(record.commitment)
        for choice, context, size in zip(choices, self._contexts, self.header.size, strict=True):
            self._check_form(record.seat, choice, context, size)
        signed = bytes([record.revision]), record.commitment, record.seen_seq.to_bytes(8, "big")
        self._check_signature(record.seat, record.signature, "sig-commit", *signed, record.seen_head)
        if self._number_of(record.seen_head) != record.seen_seq:
            raise Fault(f"Seat {record.seat} has seen another chain.")
        return choices

    def _check_form(self, seat: int, choice: SealedChoice, context: bytes, size: int) -> None:
        if (choice.context, choice.seat) != (context, seat):
            raise Fault("This was sealed for another round or seat.")
        if choice.holders != self._rows[seat][0]:
            raise Fault("The shares are not for those who have to hold them.")
        if not len(choice.hashes) == len(choice.boxes) == len(choice.holders):
            raise Fault("There is not one share for each holder.")
        if len(choice.ciphertext) != size + TAG_SIZE:
            raise Fault("The sealed choice has the wrong size.")

    def _choices_in(self, data: bytes) -> list[SealedChoice]:
        try:
            choices = SealedChoice.read_all(data, len(self.header.size) - 1)
            for choice in choices:
                for each in (choice.context, choice.commitment, *choice.hashes):
                    HASH(each)
                for box in choice.boxes:
                    _BOX(box)
        except (msgpack.EncodingError, ShapeError) as error:
            raise Fault(f"This is no sealed choice: {error}") from None
        return choices

    def _check_signature(self, seat: int, signature: bytes, label: str, *parts: bytes) -> None:
        if not ed25519.verify(self.seating.signers[seat], framed(label, *parts), signature):
            raise Fault(f"Seat {seat} has not signed this.")

    # The set ---------------------------------------------------------------------------------

    def close(self, record: Record) -> None:
        self._expect(OPEN)
        if record.missing != [seat for seat in self.header.seats if seat not in self.sealed]:
            raise Fault("The set leaves out a choice that came, or names one that did not.")
        self.missing = record.missing
        self.stage = SET

    def set_hash(self) -> bytes:
        return hashed("set", self.context, *map(self._set_part, self.header.seats))

    def _set_part(self, seat: int) -> bytes:
        if seat in self.missing or seat in self.void:
            return framed("set-missing" if seat in self.missing else "set-void", bytes([seat]))
        record = self.sealed[seat].record
        seen = record.seen_seq.to_bytes(8, "big"), record.seen_head
        sent = bytes([record.revision]), record.commitment, *seen, record.signature
        return framed("set-in", bytes([seat]), *sent)

    def complain(self, record: Record) -> None:
        self._expect(SET)
        holder, dealer = record.seat, record.dealer
        if dealer not in self.standing or holder not in self.sealed[dealer].choice.holders:
            raise Fault(f"Seat {holder} holds no share of seat {dealer}.")
        if (holder, dealer) in self.exposed:
            raise Fault(f"Seat {holder} has complained of seat {dealer} already.")
        signed = self.context, bytes([dealer]), record.secret
        self._check_signature(holder, record.signature, "sig-complain", *signed)
        if x25519.public_of(record.secret) != self.seating.keys[holder, dealer].public:
            raise Fault(f"Seat {holder} complains with another key than its own.")
        sealed = [self.sealed[dealer].choice, *self.sealed[dealer].pieces]
        if None in [share_in_box(each, holder, record.secret) for each in sealed]:
            self.void.add(dealer)
        else:
            self.exposed.add((holder, dealer))

    def certify(self, record: Record) -> None:
        self._expect(SET)
        confirmed: set[int] = set()
        for ack in record.acks:
            if ack.seat not in self.seating.people or ack.seat in confirmed:
                raise Fault(f"Seat {ack.seat} has nothing to confirm.")
            self._check_signature(ack.seat, ack.signature, "sig-ack", self.set_hash(), ack.seen_head)
            if self._number_of(ack.seen_head) is None:
                raise Fault(f"Seat {ack.seat} has seen another chain.")
            confirmed.add(ack.seat)
        owners = set(self.standing) & set(self.seating.people)
        if len(confirmed) < self.seating.quorum or not (record.is_slow or owners <= confirmed):
            raise Fault("Too few have confirmed this set.")
        self.stage = CERTIFIED

    # The end ---------------------------------------------------------------------------------

    def settle(self, record: Record, mix: bytes) -> bytes:
        """Open all choices; return the mix that chance goes on with. Only people have brought some."""
        self._expect(CERTIFIED)
        if [part.seat for part in record.parts] != self.standing:
            raise Fault("The outcome does not open every choice that stands, once each, in order.")
        if not is_next_link(record.link, self._shown):
            raise Fault("The link is not the next one of the host's chance.")
        opened = {part.seat: self._opened(part) for part in record.parts}
        self.opened = {seat for seat, found in opened.items() if found is not None}
        self.stage = OVER
        brought = {seat: opened[seat] for seat in self.seating.people if seat in self.opened}
        entropy = [bytes([seat]) + found.entropy for seat, found in sorted(brought.items()) if found]
        return prf(mix, "mix", self.header.round.to_bytes(8, "big"), record.link, *entropy)

    def _opened(self, part: Record) -> Opened | None:
        """Return what a seat has sealed; nothing if it withheld it, or if it was not a choice."""
        choice, (holders, _) = self.sealed[part.seat].choice, self._rows[part.seat]
        if part.opening is None and not part.shares and not holders:
            self.withheld.add(part.seat)
            return None
        return self._found(part, choice)

    def _found(self, part: Record, choice: SealedChoice) -> Opened | None:
        _, threshold = self._rows[part.seat]
        if part.opening is not None:
            found = self._by_owner(part, choice, threshold)
        else:
            found = self._by_holders(part, choice, threshold)
        if found is None:
            self.invalid.add(part.seat)
        return found

    def turn(self, record: Record, voted_out: Collection[int]) -> None:
        """Open a piece after the end, or skip it because only people who were voted out could open it."""
        if record.seat not in self.opened or record.place >= len(self.sealed[record.seat].pieces):
            raise Fault(f"Seat {record.seat} has sealed nothing for that place.")
        if record.opening is not None or record.shares:
            self._found(record, self.sealed[record.seat].pieces[record.place])
        elif self._can_open(record.seat, set(self.seating.people) - set(voted_out)):
            raise Fault(f"What seat {record.seat} has sealed can be opened.")

    def _by_owner(self, part: Record, choice: SealedChoice, threshold: int) -> Opened | None:
        opening = part.opening
        has_size = len(opening.polynomial) == threshold
        has_share = len(opening.server) == (32 if SERVER in choice.holders else 0)
        try:
            polynomial = [shamir.number_of(each) for each in opening.polynomial]
        except shamir.ElementError:
            has_size, polynomial = False, []
        if part.shares or not has_size or not has_share or not _fits(choice, polynomial, opening.server):
            raise Fault(f"This is not what seat {part.seat} sealed its choice with.")
        found = open_choice(choice, polynomial, opening.server)
        if found is None and not choice.holders:
            raise Fault(f"This is not what seat {part.seat} sealed its choice with.")
        return found

    def _by_holders(self, part: Record, choice: SealedChoice, threshold: int) -> Opened | None:
        shares = dict(part.shares)
        if part.shares != sorted(shares.items()):
            raise Fault(f"The shares of seat {part.seat} do not come once each, in order.")
        if not all(holder in choice.holders and choice.binds(holder, shares[holder]) for holder in shares):
            raise Fault(f"These are not the shares that seat {part.seat} dealt.")
        players = len(shares.keys() - {SERVER})
        if players < threshold or (SERVER in choice.holders and SERVER not in shares):
            raise Fault(f"These are too few shares to open the choice of seat {part.seat}.")
        polynomial = polynomial_of(choice, shares, threshold)
        return None if polynomial is None else open_choice(choice, polynomial, shares.get(SERVER, b""))

    @property
    def has_all_chance(self) -> bool:
        """Say whether every person's choice was opened, and with it the chance inside."""
        return self.opened.issuperset(self.seating.people)

    def do_without(self, people: list[int]) -> None:
        """End before anything is fixed: these people have brought no chance."""
        self._expect(OPEN)
        late = [seat for seat in self.seating.people if seat in self._rows and seat not in self.sealed]
        if not late or people != late:
            raise Fault("Chance is not missing of these.")
        self.stage = OVER

    def give_up(self, voted_out: Collection[int]) -> None:
        """End without a result: those who were voted out have what opens it, and the others have not."""
        self._expect(CERTIFIED)
        others = set(self.seating.people) - set(voted_out)
        if all(self._can_open(seat, others) for seat in self.standing):
            raise Fault("The others can open these choices without them.")
        self.stage = OVER

    def _can_open(self, seat: int, people: set[int]) -> bool:
        if seat in people or seat not in self.seating.people:
            return True
        holders, threshold = self._rows[seat]
        shown = {holder for holder, dealer in self.exposed if dealer == seat}
        return bool(len((people | shown) & (set(holders) - {SERVER})) >= threshold)


def _fits(choice: SealedChoice, polynomial: list[int], server: bytes) -> bool:
    """Say whether all shares of a polynomial are as committed to."""
    return all(
        choice.binds(
            holder,
            server if holder == SERVER else shamir.element_of(shamir.value_at(polynomial, holder + 1)),
        )
        for holder in choice.holders
    )
