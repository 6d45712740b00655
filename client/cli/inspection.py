"""What a log proves: everything in it is checked, and whatever is wrong is laid at somebody's door.

The table lives through its log again, as it does for a replay: that checks the rules, the sealed rounds and
every draw of chance. A witness follows what all could see, as every client does during a game: that
checks signatures and oaths. What neither of them can see is checked here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

from client.cli.past import ImpossibleError, entries_in, happen, new_table
from client.known_players import KeyReference
from client.witness import FraudError, Witness
from core.records import InputError, Seat
from core.table_events import DefaultStood
from protocol.entries import Answered, AnyEntry, Chose, Deed, Revealed, SatDown, Stamped
from protocol.errors import ProtocolError
from protocol.fair import seed_commitment
from protocol.identity import BadKeyError, PublicKey
from protocol.oaths import OathError, check_lock, check_oath, lock_of
from protocol.receipts import Receipt, is_receipt
from protocol.round import Round
from protocol.round_records import Committed, Outcome, Reason, RoundEntry, RoundOpened, Turned
from protocol.table.story import Happened, seen
from protocol.table.table import Table

HOST = "the host"
ANOTHER_LINK = "refuse-another-link"


class Verdict(IntEnum):
    """What a check found."""

    FAIR = 0
    CHEATING = 1
    UNPROVEN = 2


class Finding(NamedTuple):
    """Something that is not as it should be: who has to answer for it, and in which entry it is."""

    check: str
    verdict: Verdict
    who: str
    entry: int | None
    why: str


class Report(NamedTuple):
    """What was found, and what was seen by each check."""

    findings: list[Finding]
    seen: dict[str, str]

    @property
    def verdict(self) -> Verdict:
        """Give the gravest: who has cheated in a log that is not whole has cheated."""
        verdicts = {finding.verdict for finding in self.findings}
        grave = [verdict for verdict in (Verdict.CHEATING, Verdict.UNPROVEN) if verdict in verdicts]
        return grave[0] if grave else Verdict.FAIR


CHECKS = ("file", "chain", "players", "deeds", "sealed", "chance", "rules", "end", "receipts")


def inspect(
    path: Path, keys: Mapping[str, KeyReference] | None = None, receipts: Iterable[Receipt] | None = None
) -> Report:
    try:
        _, entries = entries_in(path)
    except InputError as error:
        return Report([Finding("file", Verdict.UNPROVEN, "", None, str(error))], {})
    return Inspection(entries, keys, receipts).report()


class Inspection:
    """One look at one log, from its first entry to its last or to the first that cannot be so."""

    def __init__(
        self,
        entries: list[Stamped],
        keys: Mapping[str, KeyReference] | None,
        receipts: Iterable[Receipt] | None,
    ) -> None:
        self._entries = entries
        self._keys = keys
        self._receipts = None if receipts is None else list(receipts)
        self._findings: list[Finding] = []
        self._seen = {"file": f"{len(entries)} entries, whole"}
        self._counts: Counter[str] = Counter()
        self._told: dict[tuple[int, Seat], set[bytes]] = {}  # events of one seat alone, by link

    def report(self) -> Report:
        try:
            table = new_table(self._entries[0])
            witness = Witness(PublicKey.load(table.opened.host), table.game)
        except (InputError, BadKeyError, ProtocolError) as error:
            self._find("file", Verdict.UNPROVEN, "", 0, str(error))
            return Report(self._findings, self._seen)
        if self._has_seed(table) and self._live_through(table, witness):
            self._look_back(table)
        return Report(self._findings, self._seen)

    def _find(self, check: str, verdict: Verdict, who: str, entry: int | None, why: str) -> None:
        self._findings.append(Finding(check, verdict, who, entry, why))

    def _has_seed(self, table: Table) -> bool:
        """Nobody has signed the seed in the first entry, so nobody answers for it if it is another."""
        opened, luck = table.opened, table.luck
        fixed = luck.links.anchor, seed_commitment(opened.game_id, luck.private)
        if (opened.anchor, opened.seed_commitment) == fixed:
            return True
        self._find("chance", Verdict.UNPROVEN, "", 0, "the seed is not the one that was fixed")
        return False

    # Entry by entry --------------------------------------------------------------------------

    def _live_through(self, table: Table, witness: Witness) -> bool:
        """Go on to the first entry that cannot be so; say whether there was none."""
        for seq, stamp in enumerate(self._entries):
            is_signed, is_bound = False, is_bound_by_link(table, stamp.entry)
            try:
                is_signed = self._is_signed(table, witness, stamp)
                self._live(table, witness, seq, stamp)
            except (InputError, OathError, ProtocolError) as error:
                # A witness knows only what all could see, and that is signed in any case.
                is_proof = is_signed and (is_bound or isinstance(error, FraudError))
                verdict = Verdict.CHEATING if is_proof else Verdict.UNPROVEN
                why = error.detail if isinstance(error, ProtocolError) else error
                self._find(check_of(stamp.entry, error), verdict, HOST if is_proof else "", seq, str(why))
                return False
        return True

    def _is_signed(self, table: Table, witness: Witness, stamp: Stamped) -> bool:
        """Say whether the host has signed just this entry in this place, so that it has to answer for it."""
        link = table.link_of(stamp) if stamp is not self._entries[0] else table.chain.head
        return bool(link) and witness.host.verify(stamp.signature, "sig-entry", link)

    def _live(self, table: Table, witness: Witness, seq: int, stamp: Stamped) -> None:
        round_, deed = table.round, stamp.entry if isinstance(stamp.entry, Deed) else None
        if deed is not None and not is_stand_in(deed):
            check_lock(deed)
        happened = Happened(stamp.at_ms, stamp.entry, [])
        if seq > 0:
            happened = happen(table, seq, stamp)
        marks = stamp.signature, stamp.shown, stamp.facts
        happened = Happened(*happened[:3], *marks, len(table.chain) - 1)
        self._check_signatures(witness, happened)
        if deed is not None and is_stand_in(deed):  # first the witness has to know that a bot plays there
            check_lock(deed)
        self._note(table, happened, seq, round_)

    def _check_signatures(self, witness: Witness, happened: Happened) -> None:
        entry, item = happened.entry, seen(happened, None, 0)
        if item is not None:
            witness.follow(item, happened.events)
            self._counts["links"] += 1
            if isinstance(entry, Committed):
                witness.check_signed(entry)
        elif happened.signature:
            raise OathError("This is signed as if all could see it.")
        if isinstance(entry, Deed) and (item is None or not isinstance(item.entry, Deed)):
            self._check_hidden(witness, entry)

    def _check_hidden(self, witness: Witness, deed: Deed) -> None:
        """Check the oath of a deed that a witness has not seen as one."""
        assert witness.chain is not None
        if deed.seat not in witness.players:
            raise OathError("Nobody sits there who could have done this.")
        check_oath(witness.players[deed.seat], witness.chain, deed)

    def _note(self, table: Table, happened: Happened, seq: int, round_: Round | None) -> None:
        entry = happened.entry
        if isinstance(entry, Deed):
            self._counts["stand-ins" if is_stand_in(entry) else "deeds"] += 1
        elif isinstance(entry, SatDown):
            self._check_player(entry, seq)
        elif isinstance(entry, RoundOpened):
            self._counts["rounds"] += 1
        elif isinstance(entry, Outcome):
            assert round_ is not None
            self._judge(table, round_, entry, seq)
        elif isinstance(entry, Turned):
            self._judge_piece(table, happened, entry, seq)
        if self._receipts is not None:
            self._note_private(table, happened)

    def _check_player(self, entry: SatDown, seq: int) -> None:
        self._counts["players"] += 1
        if self._keys is None or entry.name not in self._keys:
            return
        self._counts["known"] += 1
        if not self._keys[entry.name].names(PublicKey.load(entry.key)):
            why = f"the key of {entry.name} is not the one you know; somebody else played under that name"
            self._find("players", Verdict.CHEATING, HOST, seq, why)

    def _judge(self, table: Table, round_: Round, outcome: Outcome, seq: int) -> None:
        """Name who sealed something that nobody could open, or two things at once."""
        over = round_.clone()
        over.apply(outcome)
        for seat, verdict in sorted(over.verdicts.items()):
            self._counts["choices"] += 1
            if verdict.reason in FOUL:
                self._find("sealed", Verdict.CHEATING, self._name(table, seat), seq, FOUL[verdict.reason])
        self._counts["by others"] += sum(part.opening is None for part in outcome.parts)
        for seat in sorted(over.equivocations):
            self._find("sealed", Verdict.CHEATING, self._name(table, seat), seq, "sealed two choices")
        for seat, dealer in sorted(over.false_complaints):
            why = f"complained of a share from {self._name(table, dealer)} that was right"
            self._find("sealed", Verdict.CHEATING, self._name(table, seat), seq, why)

    def _judge_piece(self, table: Table, happened: Happened, entry: Turned, seq: int) -> None:
        """Name who laid something that is no card, or a card that could not lie there."""
        self._counts["pieces"] += 1
        self._counts["by others"] += entry.opening is None
        for event in happened.events:
            if isinstance(event, DefaultStood) and event.why in FOUL_PIECES:
                name = self._name(table, event.seat)
                self._find("sealed", Verdict.CHEATING, name, seq, FOUL_PIECES[event.why])

    def _name(self, table: Table, seat: Seat) -> str:
        return table.game.seat_names[seat]

    def _note_private(self, table: Table, happened: Happened) -> None:
        for seat in table.seats:
            item = seen(happened, seat, 0)
            if item is not None:
                self._told.setdefault((happened.link, seat), set()).add(bytes(item.events))

    # In the end ------------------------------------------------------------------------------

    def _look_back(self, table: Table) -> None:
        counts, host = self._counts, PublicKey.load(table.opened.host)
        known = f"{counts['known']} as you know them" if self._keys is not None else "keys not compared"
        stand_ins, by_others = counts["stand-ins"], counts["by others"]
        choices = counts["choices"] + counts["pieces"]
        self._seen |= {
            "chain": f"{counts['links']} links, signed by the host {host.fingerprint}",
            "players": f"{counts['players']} sat down, {known}",
            "deeds": f"{counts['deeds']} signed by their players, {stand_ins} by bots in their place",
            "sealed": f"{counts['rounds']} rounds, {choices} choices, {by_others} opened by others",
        }
        self._check_chance(table)
        self._check_end(table)
        self._check_receipts(table)

    def _check_chance(self, table: Table) -> None:
        luck = table.luck
        self._seen["chance"] = f"{luck.shown} links and {len(luck.drawn)} draws from the seed that was fixed"
        if table.state is not None:
            self._seen["rules"] = "the game goes as they say"

    def _check_end(self, table: Table) -> None:
        if not table.is_revealed:
            self._find("end", Verdict.UNPROVEN, "", None, "the game is not over; this is its beginning")
            return
        missing = [seat for seat in table.people if seat not in table.signed_off]
        if missing:
            why = f"not signed by {self._names(table, missing)}; something may follow"
            self._find("end", Verdict.UNPROVEN, "", None, why)
        self._seen["end"] = f"signed by {self._names(table, sorted(table.signed_off))}"

    def _names(self, table: Table, seats: Iterable[Seat]) -> str:
        return ", ".join(self._name(table, seat) for seat in seats)

    def _check_receipts(self, table: Table) -> None:
        if self._receipts is None:
            return
        host = PublicKey.load(table.opened.host)
        for receipt in self._receipts:
            if not is_receipt(host, table.opened.game_id, receipt):
                self._find("receipts", Verdict.UNPROVEN, "", None, "one of them is not of this game")
            elif receipt.events not in self._told.get((receipt.link, receipt.seat), ()):
                why = f"told {self._name(table, receipt.seat)} something else at link {receipt.link}"
                self._find("receipts", Verdict.CHEATING, HOST, None, why)
        self._seen["receipts"] = f"{len(self._receipts)} compared with what was told"


FOUL: Mapping[Reason, str] = {
    Reason.VOID: "dealt a false share",
    Reason.INVALID: "sealed something that is no choice",
}


FOUL_PIECES: Mapping[str, str] = {
    "invalid": "sealed something that is no card",
    "illegal": "sealed a card that could not lie there",
}


def is_bound_by_link(table: Table, entry: AnyEntry) -> bool:
    """Say whether what all see of an entry fixes the rest; else whoever had the log may have changed that."""
    match entry:
        case SatDown():
            return entry.token in table.invited
        case Chose():
            return entry.lock == lock_of(entry.salt, entry.line)
        case Answered():
            return False
        case _:
            return True


def is_stand_in(deed: Deed) -> bool:
    """Say whether a bot did this for somebody; the witness says whether it was entitled to."""
    return isinstance(deed, Chose) and not deed.oath.signature


def check_of(entry: AnyEntry, error: Exception) -> str:
    """Say which check an entry has failed."""
    if isinstance(error, FraudError) and "signed by its host" in str(error.detail):
        return "chain"
    if isinstance(error, OathError):
        return "deeds"
    if isinstance(entry, RoundEntry | Turned):
        return "sealed"
    if isinstance(entry, Revealed) or (isinstance(error, ImpossibleError) and error.message == ANOTHER_LINK):
        return "chance"
    return "players" if isinstance(entry, SatDown) else "deeds" if isinstance(error, FraudError) else "rules"
