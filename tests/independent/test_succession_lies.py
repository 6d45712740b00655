"""A host that invents a successor, or keeps one out, is found by both verifiers; an elected one is fine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from core.kinds import RulesError
from protocol.canonical import encode
from protocol.entries import AnyEntry, Applied, Deed, Elected, Opened, SatDown, Stamped, Succeeded, Written
from protocol.identity import Identity
from protocol.policy import Keys, header_for, make_keys
from protocol.round_records import RoundOpened
from protocol.table.fold import check
from protocol.table.rounds import Subject, occasion_for, parties_at
from protocol.table.succession import signed_application
from tests.harness.logs import (
    HOST,
    identity,
    log_named,
    place_of,
    read_raw,
    signed_by_host,
    stamps_in,
    write_raw,
    written,
)
from tests.harness.verdicts import found_by_both
from tests.independent.test_verifier_lies import Telling
from tests.independent.verifier import CHEATING, UNPROVEN, verify

TITLE, ENTRIES = read_raw(log_named("two_people_two_bots"))
BEFORE = ENTRIES[: place_of(ENTRIES, "Began") + 1]
SEATS = FIRST, SECOND, BOT, OTHER_BOT = (0, 1, 2, 3)
NAME = next(stamp.entry.name for stamp in stamps_in(BEFORE) if isinstance(stamp.entry, SatDown))
NEWCOMER, MALLORY = identity(40), identity(41)


def applied(who: Identity = NEWCOMER, seat: int = BOT, **changes: Any) -> Applied:
    [opened, *_] = stamps_in(BEFORE[:1])
    assert isinstance(opened.entry, Opened)
    game = opened.entry.game_id
    keys = make_keys(who, HOST.public, game, SEATS)
    fields: dict[str, Any] = {"name": "Newcomer", "key": who.public.raw, "keys": keys} | changes
    return signed_application(who, game, Applied(seat, **fields))


def elected(seat: int, *, agrees: bool = True, who: Identity = NEWCOMER, absent: int = BOT) -> Elected:
    return Elected(seat, absent, who.public.raw, agrees)


class Told(Telling):
    """A log that goes on; the impossible is written down anyway, as its last entry."""

    def tell(self, *entries: AnyEntry) -> list[Written]:
        *before, last = entries
        for entry in before:
            if isinstance(entry, Deed):
                self.do(entry)
            else:
                stamp = Stamped(0, entry)
                journal = self._table.journal_after(stamp)
                stamp = replace(stamp, journal=self._table.journal_mark(stamp.entry, journal))
                self.entries.append(written(stamp))
                self._live(stamp)
        is_sworn = isinstance(last, Deed) and not last.oath.signature
        done = self.swear(last) if isinstance(last, Deed) and is_sworn else Stamped(0, last)
        return [*self.entries, written(done)]


def log_with(*entries: AnyEntry) -> tuple[bytes, int]:
    told = Told(BEFORE).tell(*entries)
    return write_raw(TITLE, signed_by_host(told)), len(told) - 1


VOTES = applied(), elected(FIRST), elected(SECOND)
NEVER: dict[str, tuple[AnyEntry, ...]] = {
    "nobody was asked": (Succeeded(BOT),),
    "nobody has voted": (applied(), Succeeded(BOT)),
    "half of the people are not most": (applied(), elected(FIRST), Succeeded(BOT)),
    "for another seat": (*VOTES, Succeeded(OTHER_BOT)),
    "twice": (*VOTES, Succeeded(BOT), Succeeded(BOT)),
    "an application for a person's seat": (applied(seat=FIRST),),
    "an application that nobody has signed": (replace(applied(), signature=bytes(64)),),
    "an application signed by another": (replace(applied(MALLORY), key=NEWCOMER.public.raw),),
    "an application under another name than was signed": (replace(applied(), name="Mallory"),),
    "an application with other keys than were signed": (replace(applied(), keys=applied(MALLORY).keys),),
    "keys that keep no secret": (applied(keys=Keys(0, (bytes(32),) * 4)),),
    "keys of a later generation": (applied(keys=replace(applied().keys, generation=1)),),
    "the name of somebody else": (applied(name=NAME),),
    "who has a seat": (applied(identity(FIRST), name="Another"),),
    "twice the same": (applied(), applied()),
    "a vote of a bot": (applied(), elected(OTHER_BOT)),
    "a vote about nobody": (elected(FIRST),),
    "a vote about another": (applied(), elected(FIRST, who=MALLORY)),
    "a vote given twice": (applied(), elected(FIRST), elected(FIRST)),
    "who was not wanted comes again": (
        applied(),
        elected(FIRST, agrees=False),
        elected(SECOND, agrees=False),
        applied(),
    ),
}


@pytest.mark.parametrize("name", NEVER)
def test_both_refuse_a_successor_whom_most_people_have_not_elected(name: str, tmp_path: Path) -> None:
    log, number = log_with(*NEVER[name])

    assert found_by_both(log, tmp_path) == (CHEATING, number)


def test_both_refuse_a_vote_that_its_player_has_not_sworn(tmp_path: Path) -> None:
    """The host has a friend's application, and invents the votes."""
    log, number = log_with(applied(), elected(FIRST), unsworn(elected(SECOND)))

    assert found_by_both(log, tmp_path) == (CHEATING, number)


def unsworn(vote: Elected) -> Elected:
    return replace(vote, oath=replace(vote.oath, signature=bytes(64), told=bytes(32)))


@pytest.mark.parametrize("entries", [VOTES[:2], VOTES])
def test_both_refuse_a_round_before_who_was_elected_has_the_seat(
    entries: tuple[AnyEntry, ...],
) -> None:
    """Only the rules know what the round is about, so each is asked for what everybody can check."""
    is_wrong = entries == VOTES
    told = Told(BEFORE)
    written = told.tell(*entries, opened_after(told, entries))

    result = verify(write_raw(TITLE, signed_by_host(written)))
    assert (result.code, result.entry) == ((CHEATING, len(written) - 1) if is_wrong else (UNPROVEN, None))
    assert refuses_rounds(told) == is_wrong


def opened_after(told: Told, entries: tuple[AnyEntry, ...]) -> RoundOpened:
    """Return the round that could be opened after all that was told, as far as its keys are concerned."""
    other = Told(BEFORE)
    other.tell(*entries, Succeeded(BOT))
    return round_at(other)


def round_at(told: Telling) -> RoundOpened:
    table = told._table  # noqa: SLF001
    occasion = occasion_for(table, Subject("Bid", SEATS, 64))
    return RoundOpened(encode(header_for(parties_at(table), occasion)))


def refuses_rounds(told: Telling) -> bool:
    try:
        check(told._table, round_at(told))  # noqa: SLF001
    except RulesError as error:
        return error.phrase.message == "refuse-heir-waits"
    return False


def test_both_let_somebody_in_whom_most_people_have_elected(tmp_path: Path) -> None:
    log, _ = log_with(*VOTES, Succeeded(BOT))

    assert found_by_both(log, tmp_path) == (UNPROVEN, None)


def test_both_let_a_second_one_apply_and_a_mind_be_changed(tmp_path: Path) -> None:
    mallory = applied(MALLORY, name="Mallory")
    log, _ = log_with(
        mallory,
        applied(),
        elected(FIRST, who=MALLORY),
        elected(FIRST, who=MALLORY, agrees=False),
        elected(FIRST),
        elected(SECOND),
        Succeeded(BOT),
    )

    assert found_by_both(log, tmp_path) == (UNPROVEN, None)
