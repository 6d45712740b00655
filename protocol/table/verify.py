"""What a log proves: everything in it is checked, and somebody answers for whatever is wrong.

The table replays its log, which checks the rules, the sealed rounds and every draw of chance, and every
signature is checked on the way. The result is data: `client/cli/verdict.py` puts it into words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from core.kinds import (
    DefaultStood,
    Event,
    Fact,
    InputError,
    Phrase,
    PhrasedError,
    RulesError,
    Seat,
    phrase,
)
from protocol.chain import is_signed_link, marks_of
from protocol.entries import (
    AnyEntry,
    Chose,
    Deed,
    Elected,
    Replaced,
    Returned,
    Revealed,
    SatDown,
    Stamped,
    Succeeded,
    Voted,
)
from protocol.errors import ProtocolError
from protocol.oaths import OathError, check_lock
from protocol.round_records import (
    Committed,
    Outcome,
    Reason,
    RoundEntry,
    RoundOpened,
    RoundSet,
    Turned,
)
from protocol.table.absence import LastAnswers
from protocol.table.people import is_seed_of, voters_about
from protocol.table.replay import ImpossibleError, happen, reason_of
from protocol.table.signatures import Signatures, UnsignedLinkError, UnswornDeedError, is_stand_in
from protocol.table.story import Happened, Story
from protocol.table.table import Table, journal_mark, next_journal

HOST: Final = "host"
CHECKS: Final = ("file", "chain", "players", "deeds", "sealed", "chance", "told", "rules", "end")


class Judgement(IntEnum):
    """The verdict; the numbers are the command's exit codes."""

    FAIR = 0
    CHEATED = 1
    NOT_PROVEN = 2


class Fault(NamedTuple):
    """Something is wrong: which check found it, in which entry, and who answers for it.

    `who` is a seat by its name in notation, HOST, or nobody.
    """

    check: str
    judgement: Judgement
    who: str
    entry: int | None
    why: Phrase


class Report(NamedTuple):
    """What was found and what was counted; `table` is as the log leaves it, if that could be read."""

    faults: list[Fault]
    counts: Counter[str]
    table: Table | None
    is_whole: bool  # whether all entries could be followed
    strangers: tuple[str, ...] = ()  # players whose keys were compared with no known ones
    is_forked: bool = False  # begins at a moment of another game, about which nothing is known
    unsigned: tuple[Seat, ...] = ()  # for whom bots played at the end, so that they did not sign it

    @property
    def judgement(self) -> Judgement:
        """Return the gravest: a player who cheated in an incomplete log has cheated."""
        found = {fault.judgement for fault in self.faults}
        grave = [each for each in (Judgement.CHEATED, Judgement.NOT_PROVEN) if each in found]
        return grave[0] if grave else Judgement.FAIR


def verify(entries: Sequence[Stamped], keys: Mapping[str, str] | None = None) -> Report:
    """Check the entries of a log; `keys` are fingerprints by name."""
    counts = Counter(entries=len(entries))
    if keys is not None:
        counts["known"] = 0
    try:
        table = Table(entries[0])
    except (InputError, ProtocolError, OverflowError) as error:
        return Report([unreadable(0, error)], counts, None, is_whole=False)
    return Verifier(table, entries, counts, keys).report()


def unreadable(entry: int | None, error: Exception) -> Fault:
    return Fault("file", Judgement.NOT_PROVEN, "", entry, reason_of(error))


class Verifier:
    """One look at one log, from its first entry to its last or to the first impossible one."""

    def __init__(
        self,
        table: Table,
        entries: Sequence[Stamped],
        counts: Counter[str],
        keys: Mapping[str, str] | None,
    ) -> None:
        self._table = table
        self._entries = entries
        self._counts = counts
        self._keys = keys
        self._signatures = Signatures(table)
        self._faults: list[Fault] = []
        self._story = Story(table)
        self._misled: set[Seat] = set()  # who were told something else, from then on
        self._strangers: list[str] = []
        self._answers = LastAnswers(table.opened.terms)
        self._played_for: set[Seat] = set()  # by a bot, since they were last called away
        self._misplaced: dict[Seat, int] = {}  # who laid a card where it could not lie, and when it was seen
        self._has_seen: set[Seat] = set()  # who have signed what they were shown since they last sealed well

    def report(self) -> Report:
        is_whole = self._has_seed() and self._live_through()
        if is_whole:
            self._check_end()
        self._judge_misplaced()
        found = self._faults, self._counts, self._table, is_whole, tuple(self._strangers)
        return Report(*found, self._table.is_forked, tuple(sorted(self._gone())) if is_whole else ())

    def _find(self, check: str, judgement: Judgement, who: str, entry: int | None, why: Phrase) -> None:
        self._faults.append(Fault(check, judgement, who, entry, why))

    def _accuse(self, check: str, who: str, entry: int | None, message: str, **facts: Fact) -> None:
        self._find(check, Judgement.CHEATED, who, entry, phrase(message, **facts))

    def _doubt(self, check: str, who: str, entry: int | None, message: str, **facts: Fact) -> None:
        self._find(check, Judgement.NOT_PROVEN, who, entry, phrase(message, **facts))

    def _name(self, seat: Seat) -> str:
        return self._table.game.seat_names[seat]

    def _has_seed(self) -> bool:
        """Nobody has signed the seed in the first entry, so nobody answers for it if it is wrong."""
        if not is_seed_of(self._table, self._table.luck):
            self._doubt("chance", "", 0, "found-other-seed")
            return False
        return True

    # Entry by entry --------------------------------------------------------------------------

    def _live_through(self) -> bool:
        """Go on to the first impossible entry; say whether there was none."""
        for seq, stamp in enumerate(self._entries):
            try:
                self._check_link(seq, stamp)
                self._live(seq, stamp)
            except (PhrasedError, ProtocolError) as error:
                is_bound = self._is_bound(seq)
                judgement, who = (Judgement.CHEATED, HOST) if is_bound else (Judgement.NOT_PROVEN, "")
                self._find(check_of(stamp.entry, error), judgement, who, seq, reason_of(error, self._table))
                return False
        return True

    def _is_bound(self, seq: int) -> bool:
        """Say whether the host has signed all entries up to this one as they are, and so answers for them.

        It does so with the next link: an entry that not everybody may see is in no link, but the mark of the
        journal covers it. Nobody answers for the first entry, which has no mark, nor for what stands beside
        one without a link. The table is as it was before this entry.
        """
        table, journal = self._table, self._table.journal
        for stamp in self._entries[seq:] if seq else ():
            try:
                journal, link = next_journal(journal, stamp), table.link_of(stamp)
            except (ProtocolError, OverflowError):
                return False
            if link:
                is_signed = is_signed_link(table.host, link, stamp.signature)
                return is_signed and stamp.journal == journal_mark(table.luck.private, journal)
            if stamp.signature or stamp.journal:
                return False
        return False

    def _check_link(self, seq: int, stamp: Stamped) -> None:
        table = self._table
        link = table.link_of(stamp) if seq else table.chain.head
        if link:
            self._signatures.check_link(link, stamp.signature)
        elif stamp.signature:
            raise OathError("This is signed as if all could see it.")
        if seq == 0 and any(marks_of(stamp)):
            raise OathError("This is marked as if something had happened before.")
        self._counts["links"] += bool(link)

    def _live(self, seq: int, stamp: Stamped) -> None:
        table, entry, events, facts = self._table, stamp.entry, list[Event](), None
        voters = voters_with(table, entry)
        if isinstance(entry, Deed):
            self._check_deed(entry)
            self._check_told(entry, seq)
        elif isinstance(entry, Committed):
            self._check_sealed(entry)
        if seq > 0:
            done = happen(table, stamp)
            events, facts = done.events, done.facts
        self._story.record(stamp, events, facts)
        self._note(self._story.past[-1], seq)
        self._answers.note(entry, stamp.at_ms)
        self._note_stand_in(entry, seq)
        if isinstance(entry, Voted):
            self._check_vote(entry, voters, seq)
        elif isinstance(entry, Elected):
            self._check_election(entry, voters, seq)

    def _check_deed(self, deed: Deed) -> None:
        """Hold a player to the line of a choice; a bot only where it may play at all."""
        if is_stand_in(deed):
            self._signatures.check_deed(deed)
            check_lock(deed)
        else:
            check_lock(deed)
            self._signatures.check_deed(deed)

    def _check_sealed(self, sealed: Committed) -> None:
        """Insist that whoever has a part in a round signed what they sealed."""
        round_ = self._table.round
        if round_ is not None and sealed.seat in round_.parties.signers:
            round_.check_signed(sealed)

    def _check_told(self, deed: Deed, seq: int) -> None:
        """Hold the host to what it told a seat: an honest one refuses a deed sworn on anything else."""
        if is_stand_in(deed) or deed.seat in self._misled:
            return
        self._counts["told"] += 1
        try:
            self._story.check_seen(deed)
            self._has_seen.add(deed.seat)
        except RulesError:
            self._misled.add(deed.seat)
            if self._is_bound(seq):
                self._accuse("told", HOST, seq, "found-told-otherwise", seat=self._table.named(deed.seat))
            else:
                self._find("told", Judgement.NOT_PROVEN, "", seq, ANOTHER_JOURNAL)

    def _note(self, happened: Happened, seq: int) -> None:
        entry = happened.entry
        if isinstance(entry, Deed):
            self._counts["stand-ins" if is_stand_in(entry) else "deeds"] += 1
        elif isinstance(entry, SatDown):
            self._check_player(entry, seq)
        elif isinstance(entry, Succeeded):
            self._check_player(self._table.sitters[entry.seat], seq)
        elif isinstance(entry, Replaced):
            self._check_replaced(entry, happened.stamp.at_ms, seq)
        elif isinstance(entry, Committed):
            self._has_seen -= {entry.seat} - self._misplaced.keys()
        elif isinstance(entry, RoundOpened):
            self._counts["rounds"] += 1
        elif isinstance(entry, Outcome):
            self._judge_choices(entry, seq)
        elif isinstance(entry, Turned):
            self._judge_card(happened, entry, seq)

    def _note_stand_in(self, entry: AnyEntry, seq: int) -> None:
        """Doubt that somebody was away who swears to have been there, if a bot has played in the meantime."""
        if isinstance(entry, RoundSet):
            self._played_for |= self._table.replaced.intersection(entry.missing)
        elif isinstance(entry, (Chose, Committed)) and entry.seat in self._table.replaced:
            self._played_for.add(entry.seat)
        elif isinstance(entry, Returned):
            if entry.oath.signature and entry.seat in self._played_for:
                self._doubt("deeds", HOST, seq, "found-contested", seat=self._table.named(entry.seat))
            self._played_for.discard(entry.seat)
        elif isinstance(entry, Succeeded):
            self._played_for.discard(entry.seat)

    def _check_replaced(self, entry: Replaced, at_ms: int, seq: int) -> None:
        """Doubt that somebody who had just answered was away for as long as the terms require."""
        if self._answers.is_too_early(entry.seat, at_ms, LATE_MS):
            self._doubt("deeds", HOST, seq, "found-replaced-early", seat=self._table.named(entry.seat))

    def _check_vote(self, entry: Voted, voters: set[Seat], seq: int) -> None:
        """Doubt a vote that the host or one player decided alone."""
        others = voters - self._host_seats()
        if entry.absent in self._table.voted_out and len(others) < 2:  # noqa: PLR2004
            self._doubt("deeds", HOST, seq, "found-vote-of-one", seat=self._table.named(entry.absent))

    def _check_election(self, entry: Elected, voters: set[Seat], seq: int) -> None:
        """Doubt that somebody left for good whose seat the host or one player gave away alone."""
        was_person = entry.absent in self._table.replaced
        if was_person and entry.absent in self._table.heirs and len(voters - self._host_seats()) < 2:  # noqa: PLR2004
            self._doubt("deeds", HOST, seq, "found-elected-by-one", seat=self._table.named(entry.absent))

    def _host_seats(self) -> set[Seat]:
        player = self._table.opened.player
        return {seat for seat, sitter in self._table.sitters.items() if player and sitter.key == player}

    def _check_player(self, entry: SatDown, seq: int) -> None:
        self._counts["players"] += 1
        if self._keys is None or entry.name not in self._keys:
            if not entry.is_bot:
                self._strangers.append(entry.name)
            return
        self._counts["known"] += 1
        if self._table.players[entry.seat].fingerprint != self._keys[entry.name]:
            self._doubt("players", "", seq, "found-other-key", name=entry.name)

    def _judge_choices(self, outcome: Outcome, seq: int) -> None:
        """Name the seats that sealed what nobody could open, or two things at once."""
        round_ = self._table.last_round
        assert round_ is not None
        for seat, verdict in sorted(round_.verdicts.items()):
            self._counts["choices"] += 1
            if verdict.reason in FOUL:
                self._accuse("sealed", self._name(seat), seq, FOUL[verdict.reason])
            elif verdict.reason is Reason.WITHHELD:
                self._doubt_kept_back("chance", seat, seq, "found-withheld")
        self._counts["by others"] += sum(part.opening is None for part in outcome.parts)
        for seat in sorted(round_.equivocations):
            self._accuse("sealed", self._name(seat), seq, "found-two-choices")
        for seat, dealer in sorted(round_.false_complaints):
            about = self._table.named(dealer)
            self._accuse("sealed", self._name(seat), seq, "found-false-complaint", dealer=about)

    def _judge_card(self, happened: Happened, entry: Turned, seq: int) -> None:
        """Name the seat that laid what is not a card, or a card that could not lie there."""
        self._counts["cards"] += 1
        self._counts["by others"] += entry.opening is None
        for event in happened.events:
            if isinstance(event, DefaultStood) and event.why == "invalid":
                self._accuse("sealed", self._name(event.seat), seq, "found-no-card")
            elif isinstance(event, DefaultStood) and event.why == "illegal":
                self._misplaced.setdefault(event.seat, seq)
            elif isinstance(event, DefaultStood) and event.why == "withheld":
                self._doubt_kept_back("sealed", event.seat, seq, "found-withheld-card")

    def _judge_misplaced(self) -> None:
        """Blame a seat for a card that could not lie there only if it has signed what it was shown.

        It may have been shown a false hand; if it was, its own signature accuses the host instead.
        """
        for seat, seq in self._misplaced.items():
            if seat in self._has_seen:
                self._accuse("sealed", self._name(seat), seq, "found-misplaced-card")
            elif seat not in self._misled:
                self._doubt("sealed", "", seq, "found-misplaced-unseen", seat=self._table.named(seat))

    def _doubt_kept_back(self, check: str, seat: Seat, seq: int, message: str) -> None:
        """Only where player and host are one is it known who keeps something shut."""
        if seat in self._host_seats():
            self._doubt(check, self._name(seat), seq, message)
        else:
            self._doubt(check, "", seq, f"{message}-by-somebody", seat=self._table.named(seat))

    # At the end ------------------------------------------------------------------------------

    def _check_end(self) -> None:
        """Ask for the signatures of everybody who is left; that somebody left, others must have seen."""
        table, gone = self._table, self._gone()
        missing = set(table.people) - table.signed_off
        if not table.is_revealed:
            self._doubt("end", "", None, "found-not-over")
        elif missing:
            self._doubt("end", "", None, "found-not-signed", seats=self._names(missing))
        elif gone and not table.signed_off - self._host_seats() - table.bots:
            self._doubt("end", HOST, None, "found-gone-by-host-alone", seats=self._names(gone))

    def _gone(self) -> set[Seat]:
        """Name the people for whom bots played at the end, unless they signed it anyway."""
        here = {seat for seat, sitter in self._table.sitters.items() if not sitter.is_bot}
        return here - set(self._table.people) - self._table.signed_off

    def _names(self, seats: set[Seat]) -> str:
        return ", ".join(self._name(seat).capitalize() for seat in sorted(seats))


def voters_with(table: Table, entry: AnyEntry) -> set[Seat]:
    """Name those who want what a vote or election is about, including the current voter."""
    if isinstance(entry, Voted):
        return {*voters_about(table, entry.absent), entry.seat}
    if isinstance(entry, Elected):
        agreed = {seat for (key, seat), agrees in table.ballots.items() if key == entry.key and agrees}
        return agreed | {entry.seat}
    return set()


LATE_MS: Final = 1000
"""By how much clocks may differ."""

FOUL: Final[Mapping[Reason, str]] = {Reason.VOID: "found-false-share", Reason.INVALID: "found-no-choice"}


def check_of(entry: AnyEntry, error: Exception) -> str:
    """Return which check an entry has failed."""
    reason = error.reason if isinstance(error, ImpossibleError) else None
    if isinstance(error, UnsignedLinkError) or reason == ANOTHER_JOURNAL:
        return "chain"
    if isinstance(error, UnswornDeedError | OathError) or isinstance(entry, Replaced):
        return "deeds"
    if isinstance(entry, RoundEntry | Turned):
        return "sealed"
    if isinstance(entry, Revealed) or reason == ANOTHER_LINK:
        return "chance"
    return "players" if isinstance(entry, SatDown) else "rules"


ANOTHER_LINK: Final = RulesError("another-link").phrase
ANOTHER_JOURNAL: Final = RulesError("another-journal").phrase
