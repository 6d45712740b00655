"""Both verifiers find particular lies in recorded games: by their host, and by players in league with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from core.kinds import Seat
from protocol.entries import (
    Access,
    AnyEntry,
    Began,
    Chose,
    Closed,
    Deed,
    Keyed,
    Owned,
    Replaced,
    Said,
    SatDown,
    SignedOff,
    Stamped,
    StoodUp,
    TalkKeyed,
    Voted,
    Written,
    forked,
)
from protocol.oaths import swear
from protocol.policy import Keys
from protocol.round_records import Committed, RoundSet, RoundVoided
from protocol.sealing import sign_commitment
from protocol.table.replay import happen
from protocol.table.story import Story
from protocol.table.table import Table
from protocol.table.transcript import blind_of
from protocol.talk import TalkKey
from tests.harness.hearing import Hearing
from tests.harness.logs import (
    chain_of,
    edited,
    identity,
    log_named,
    place_of,
    read_raw,
    signed_by_host,
    stamps_in,
    write_raw,
    written,
)
from tests.harness.verdicts import found_by_both, inspected
from tests.independent.verifier import CHEATING, UNPROVEN, verify

# What a dishonest host could try -----------------------------------------------------------------


LIES: dict[str, tuple[str, str, tuple[int, ...], Any, int]] = {
    "an accepted deal without an oath": ("three_people", "Answered", (7,), [0, b"", b""], CHEATING),
    "a choice without an oath": ("three_people", "Chose", (7,), [0, b"", b""], CHEATING),
    "another line": ("three_people", "Chose", (3,), "another", CHEATING),
    "a vote without an oath": ("five_people", "Voted", (4,), [0, b"", b""], CHEATING),
    "a vote for the other way": ("five_people", "Voted", (3,), False, CHEATING),
    "a key of small order": ("three_people", "SatDown", (3,), b"\1" + bytes(31), CHEATING),
    "a key that keeps no secret": ("three_people", "Keyed", (2, 1, 0), bytes(32), CHEATING),
    "another talk key": ("three_people", "TalkKeyed", (2,), TalkKey().public, CHEATING),
    "a key of a later generation": ("three_people", "Keyed", (2, 0), 1, CHEATING),
    "nobody missing": ("unfinished", "RoundSet", (1,), [0], CHEATING),
    "no confirmations": ("three_people", "Certified", (2,), [], CHEATING),
    "an empty outcome": ("three_people", "Outcome", (1,), [], CHEATING),
    "another link": ("three_people", "Outcome", (2,), bytes(32), CHEATING),
    "another seed": ("three_people", "Revealed", (1,), "another", CHEATING),
    "another card": ("plans", "Turned", (3, 0, 0), bytes(32), CHEATING),
    "a card passed over": ("plans", "Turned", (3,), None, CHEATING),
    "a card of nobody": ("plans", "Turned", (2,), 10, CHEATING),
    "a complaint of somebody else": ("two_cheats", "Complained", (1,), 2, CHEATING),
}


@pytest.mark.parametrize("name", LIES)
def test_both_find_a_lie_where_it_is(name: str, tmp_path: Path) -> None:
    source, kind, path, value, code = LIES[name]
    title, entries = read_raw(log_named(source))
    number = place_of(entries, kind)
    log = write_raw(title, edited(entries, number, path, value))

    assert found_by_both(log, tmp_path) == (code, number)


def test_a_seat_is_not_passed_over_for_which_no_bot_plays(tmp_path: Path) -> None:
    """Without the entry that says so, the bot has played in nobody's place."""
    title, entries = read_raw(log_named("unfinished"))
    number = place_of(entries, "Replaced")
    log = write_raw(title, signed_by_host(entries[:number] + entries[number + 1 :]))

    assert found_by_both(log, tmp_path) == (CHEATING, number)


def test_both_want_the_links_of_chance_that_were_fixed(tmp_path: Path) -> None:
    title, entries = read_raw(log_named("three_people"))
    number = place_of(entries, "Began")
    stamp = msgspec.msgpack.decode(entries[number].data)
    stamp[3] = bytes(32)
    entries[number] = Written(entries[number].at_ms, msgspec.msgpack.encode(stamp))
    log = write_raw(title, signed_by_host(entries))

    assert found_by_both(log, tmp_path) == (CHEATING, number)


@pytest.mark.parametrize("mark", [3, 4, 5, 6], ids=["shown", "facts", "heard", "journal"])
def test_both_want_no_mark_where_nothing_has_happened_yet(mark: int, tmp_path: Path) -> None:
    title, entries = read_raw(log_named("three_people"))
    stamp = msgspec.msgpack.decode(entries[0].data)
    stamp[mark] = bytes(32)
    entries[0] = Written(entries[0].at_ms, msgspec.msgpack.encode(stamp))
    log = write_raw(title, signed_by_host(entries))

    assert found_by_both(log, tmp_path) == (UNPROVEN, 0)


def test_a_host_that_has_a_card_turned_over_before_its_turn_is_found_by_the_rules(tmp_path: Path) -> None:
    title, entries = read_raw(log_named("plans"))
    first = place_of(entries, "Turned")
    later = place_of(entries, "Turned", first + 5)
    log = write_raw(title, signed_by_host([*entries[:first], entries[later]]))
    theirs = inspected(log, tmp_path)

    assert (theirs.code, theirs.entry) == (CHEATING, first)
    assert "Its turn has not come" in theirs.why


def test_both_want_the_end_signed_by_all(tmp_path: Path) -> None:
    title, entries = read_raw(log_named("three_people"))
    log = write_raw(title, entries[:-1])

    assert found_by_both(log, tmp_path) == (UNPROVEN, None)
    assert "Not all have signed the end" in verify(log).reason


# What a dishonest player could swear, with a host who lets it pass -------------------------------


class Telling:
    """A table that replays a log, where players swear on everything they were told of it."""

    def __init__(self, entries: list[Written]) -> None:
        self.entries = list(entries)
        opened, *rest = stamps_in(entries)
        self._table = Table(opened)
        self._story = Story(self._table)
        self._story.record(opened, [])
        self._hearings: dict[Seat, Hearing] = {}
        for stamp in rest:
            self._live(stamp)

    def _live(self, stamp: Stamped) -> None:
        done = happen(self._table, stamp)
        self._story.record(stamp, done.events, done.facts)

    def hearing(self, seat: Seat) -> Hearing:
        blind = blind_of(self._table.luck.private, self._table.opened.game_id, seat)
        hearing = self._hearings.setdefault(seat, Hearing(seat, blind))
        while items := list(self._story.part(seat, hearing.items)):
            hearing.hear(items)
        return hearing

    def swear(self, deed: Deed) -> Stamped:
        sworn = self.hearing(deed.seat).swear(identity(deed.seat), deed)
        if isinstance(sworn, Said):
            sworn = replace(sworn, phase=self._table.phase)  # which is the host's to say
        stamp = Stamped(0, sworn)
        return replace(stamp, journal=self._table.journal_mark(stamp.entry, self._table.journal_after(stamp)))

    def do(self, deed: Deed) -> None:
        done = self.swear(deed)
        self.entries.append(written(done))
        self._live(done)


def sworn_after(entries: list[Written], deed: Deed) -> Written:
    """Let a player swear a deed who was told of these entries and no more."""
    return written(Telling(entries).swear(deed))


def sworn(name: str, number: int, deed: Deed, knowing: int | None = None) -> bytes:
    """Replace a deed by another; its player has sworn it, knowing everything before, or less."""
    title, entries = read_raw(log_named(name))
    done = sworn_after(entries[: number if knowing is None else knowing], deed)
    return write_raw(title, signed_by_host([*entries[:number], done]))


def test_both_refuse_keys_that_keep_no_secret_though_they_are_sworn(tmp_path: Path) -> None:
    _, entries = read_raw(log_named("three_people"))
    number = place_of(entries, "Keyed")
    seat = msgspec.msgpack.decode(entries[number].data)[1][1]
    for publics in ((b"\1" + bytes(31),) * 3, (bytes([9]) + bytes(31),) * 2):
        log = sworn("three_people", number, Keyed(seat, Keys(0, publics)))

        assert found_by_both(log, tmp_path) == (CHEATING, number)


def test_both_refuse_new_keys_of_a_seat_that_has_shown_none(tmp_path: Path) -> None:
    _, entries = read_raw(log_named("three_people"))
    number = place_of(entries, "Chose")
    [keys, *_] = [stamp.entry.keys for stamp in stamps_in(entries) if isinstance(stamp.entry, Keyed)]
    log = sworn("three_people", number, Keyed(0, replace(keys, generation=1)))

    assert found_by_both(log, tmp_path) == (CHEATING, number)


def test_both_let_nobody_in_by_a_door_that_the_terms_shut(tmp_path: Path) -> None:
    title, entries = read_raw(log_named("three_people"))
    number = place_of(entries, "SatDown")
    door, own_machines = 6, (6, 3)
    through_a_door = edited(entries, number, (door,), "ssh")
    shut = edited(through_a_door, 0, own_machines, True)

    assert found_by_both(write_raw(title, through_a_door[: number + 1]), tmp_path) == (UNPROVEN, None)
    assert found_by_both(write_raw(title, shut[: number + 1]), tmp_path) == (CHEATING, number)


def test_both_let_a_seat_have_another_talk_key_but_no_weak_one_and_none_twice(tmp_path: Path) -> None:
    _, entries = read_raw(log_named("three_people"))
    number = place_of(entries, "Chose")
    [known, *_] = [entry[2] for entry in map(entry_in, entries) if entry[:2] == ["TalkKeyed", 0]]
    expected = {TalkKey().public: (UNPROVEN, None), bytes(32): (CHEATING, number), known: (CHEATING, number)}
    for key, found in expected.items():
        log = sworn("three_people", number, TalkKeyed(0, key))

        assert found_by_both(log, tmp_path) == found


def entry_in(written: Written) -> Any:
    return msgspec.msgpack.decode(written.data)[1]


def test_both_refuse_a_signature_under_an_end_that_was_not_seen(tmp_path: Path) -> None:
    _, entries = read_raw(log_named("three_people"))
    number, revealed = place_of(entries, "SignedOff"), place_of(entries, "Revealed")
    seat = msgspec.msgpack.decode(entries[number].data)[1][1]
    late = sworn("three_people", number, SignedOff(seat))
    early = sworn("three_people", number, SignedOff(seat), knowing=revealed)

    assert verify(late)[:2] == (UNPROVEN, None)
    assert inspected(late, tmp_path).entry is None
    assert found_by_both(early, tmp_path) == (CHEATING, number)


def test_both_refuse_a_deed_that_was_done_before(tmp_path: Path) -> None:
    """A vote can be given again after another one, but not with the same oath."""
    title, entries = read_raw(log_named("five_people"))
    vote = place_of(entries, "Voted")
    against = stamps_in(entries)[vote]
    assert isinstance(against.entry, Voted)
    deed = replace(against.entry, agrees=False)
    both = [*entries[: vote + 1], sworn_after(entries[: vote + 1], deed), entries[vote]]
    log = write_raw(title, signed_by_host(both))

    assert found_by_both(log, tmp_path) == (CHEATING, vote + 2)


def test_both_refuse_a_deed_that_was_sworn_before_the_last_one(tmp_path: Path) -> None:
    """A host cannot keep what it refused, and do it when that suits it."""
    title, entries = read_raw(log_named("three_people"))
    first = place_of(entries, "Chose")
    seat = msgspec.msgpack.decode(entries[first].data)[1][1]
    last = next(n for n in range(first + 1, len(entries)) if is_deed_of(seat, entries[n]))
    kept = sworn_after(entries[:first], Said(seat, 7, (), "I wait."))
    log = write_raw(title, signed_by_host([*entries[: last + 1], kept]))

    assert found_by_both(log, tmp_path) == (CHEATING, last + 1)
    assert "too long ago" in verify(log).reason


def test_both_refuse_a_deed_that_was_sworn_too_many_links_ago(tmp_path: Path) -> None:
    title, entries = read_raw(log_named("three_people"))
    told = Telling(entries[: place_of(entries, "Began") + 1])
    kept, later = (written(told.swear(Said(seat, 7, (), "I wait."))) for seat in (0, 1))
    for number in range(255):
        told.do(Said(2, number, (), "La, la."))
    in_time = write_raw(title, signed_by_host([*told.entries, kept]))
    too_late = write_raw(title, signed_by_host([*told.entries, kept, later]))

    assert found_by_both(in_time, tmp_path) == (UNPROVEN, None)
    assert found_by_both(too_late, tmp_path) == (CHEATING, len(told.entries) + 1)


def is_deed_of(seat: Seat, entry: Written) -> bool:
    deed = msgspec.msgpack.decode(entry.data)[1]
    return bool(deed[0] in ("Chose", "Said", "Consented") and deed[1] == seat)


def test_both_refuse_two_deeds_of_one_who_was_told_nothing_between(tmp_path: Path) -> None:
    title, entries = read_raw(log_named("three_people"))
    number = place_of(entries, "Began") + 1
    told = Telling(entries[:number])
    head = told.hearing(0).transcript.head
    told.do(Said(0, 7, (), "I wait."))
    second = swear(identity(0), chain_of(told.entries), head, Said(0, 8, (), "Still."))
    log = write_raw(title, signed_by_host([*told.entries, written(Stamped(0, second))]))

    assert found_by_both(log, tmp_path) == (CHEATING, number + 1)


def test_what_a_seat_was_told_otherwise_is_found_by_the_rules(tmp_path: Path) -> None:
    """The second verifier takes the hash of it as it is."""
    title, entries = read_raw(log_named("three_people"))
    number = place_of(entries, "Began") + 1
    lied_to = swear(identity(0), chain_of(entries[:number]), bytes(32), Said(0, 7, (), "So?"))
    log = write_raw(title, signed_by_host([*entries[:number], written(Stamped(0, lied_to))]))
    theirs = inspected(log, tmp_path)

    assert verify(log)[:2] == (UNPROVEN, None)
    assert (theirs.code, theirs.entry) == (CHEATING, number)
    assert theirs.fault is not None
    assert theirs.fault.check == "told"


# Chance before the game --------------------------------------------------------------------------


def beginning(*more: AnyEntry, after: str) -> tuple[bytes, int]:
    """Return a log up to the first entry of a kind, then what the host says; and the number of the last."""
    title, entries = read_raw(log_named("three_people"))
    number = place_of(entries, after) + 1
    told = [*entries[:number], *(written(Stamped(0, entry)) for entry in more)]
    return write_raw(title, signed_by_host(told)), len(told) - 1


@pytest.mark.parametrize(
    ("after", "entry"),
    [
        ("Committed", RoundSet((1, 2))),
        ("Committed", RoundVoided((1,))),
        ("Committed", RoundVoided(())),
        ("RoundOpened", StoodUp(0)),
        ("RoundSet", RoundVoided((0, 1, 2))),
        ("Certified", RoundVoided((0, 1, 2))),
        ("Keyed", Began()),
        ("Certified", Began()),
        ("Outcome", StoodUp(0)),
    ],
)
def test_no_game_begins_without_the_chance_of_every_person(
    after: str, entry: AnyEntry, tmp_path: Path
) -> None:
    log, number = beginning(entry, after=after)

    assert found_by_both(log, tmp_path) == (CHEATING, number)


def test_a_round_without_somebodys_chance_is_given_up_and_another_may_follow(tmp_path: Path) -> None:
    _, entries = read_raw(log_named("three_people"))
    sealed = stamps_in(entries)[place_of(entries, "Committed")].entry
    assert isinstance(sealed, Committed)
    missing = tuple(seat for seat in range(3) if seat != sealed.seat)
    given_up, _ = beginning(RoundVoided(missing), StoodUp(1), after="Committed")
    begun, number = beginning(RoundVoided(missing), Began(), after="Committed")

    assert found_by_both(given_up, tmp_path) == (UNPROVEN, None)
    assert found_by_both(begun, tmp_path) == (CHEATING, number)


# Whose table it is -------------------------------------------------------------------------------

OWNER, SITTER = identity(7).public.raw, SatDown(1, "Somebody", identity(8).public.raw)


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ("Opened", [SITTER]),
        ("Opened", [Owned(OWNER), SITTER]),
        ("Opened", [Owned(bytes(32), Access.ALL)]),
        ("Opened", [Owned(OWNER), Owned(OWNER, Access.ALL)]),
        ("SatDown", [Owned(OWNER, Access.ALL)]),
        ("SatDown", [forked("nothing")]),
        ("Opened", [replace(forked("nothing"), record_hash=bytes(32))]),
        ("Opened", [Owned(OWNER, Access.ALL), SITTER, replace(SITTER, seat=0, name="S\u043emebody")]),
        ("Opened", [Owned(OWNER, Access.ALL), replace(SITTER, name="Some\u3164body")]),
        ("SatDown", [Closed(), StoodUp(0)]),
        ("RoundOpened", [Closed()]),
        ("Outcome", [Closed()]),
    ],
)
def test_both_refuse_a_table_that_is_not_opened_and_closed_as_it_has_to_be(
    after: str, told: list[AnyEntry], tmp_path: Path
) -> None:
    log, number = beginning(*told, after=after)

    assert found_by_both(log, tmp_path) == (CHEATING, number)


@pytest.mark.parametrize("access", [Access.PASSWORD, Access.ALL])
def test_both_let_somebody_sit_down_without_an_invitation_where_none_is_needed(
    access: Access, tmp_path: Path
) -> None:
    log, _ = beginning(Owned(OWNER, access), SITTER, StoodUp(1), SITTER, Closed(), after="Opened")

    assert found_by_both(log, tmp_path) == (UNPROVEN, None)


# What else a dishonest player could swear --------------------------------------------------------


def test_both_refuse_a_vote_that_changes_nothing(tmp_path: Path) -> None:
    _, entries = read_raw(log_named("five_people"))
    number = place_of(entries, "Voted")
    vote = stamps_in(entries)[number].entry
    assert isinstance(vote, Voted)
    log = sworn("five_people", number + 1, vote)

    assert found_by_both(log, tmp_path) == (CHEATING, number + 1)


def test_both_refuse_a_bot_for_which_nobody_has_voted(tmp_path: Path) -> None:
    title, entries = read_raw(log_named("three_people"))
    number = place_of(entries, "Chose")
    entries[number] = written(Stamped(0, Replaced(0)))
    log = write_raw(title, signed_by_host(entries))

    assert found_by_both(log, tmp_path) == (CHEATING, number)


@pytest.mark.parametrize(
    "lie", [{"salt": bytes(16)}, {"salt": b"", "lock": b""}], ids=["changed", "left out"]
)
def test_both_hold_a_bot_that_plays_for_somebody_to_its_choice(lie: dict[str, bytes], tmp_path: Path) -> None:
    """Otherwise a host could claim later that it had chosen something else that nobody could see."""
    title, entries = read_raw(log_named("unfinished"))
    number, stamp = next(
        (number, stamp)
        for number, stamp in enumerate(stamps_in(entries))
        if isinstance(stamp.entry, Chose) and not stamp.entry.oath.signature
    )
    changed = replace(stamp, entry=replace(stamp.entry, **lie))
    entries[number] = written(changed)
    log = write_raw(title, signed_by_host(entries))

    assert found_by_both(log, tmp_path) == (CHEATING, number)


def test_both_refuse_a_choice_that_was_sealed_by_who_saw_another_story(tmp_path: Path) -> None:
    title, entries = read_raw(log_named("three_people"))
    number = place_of(entries, "Committed")
    stamp = stamps_in(entries)[number]
    assert isinstance(stamp.entry, Committed)
    seen, player = (stamp.entry.seen_seq - 1, stamp.entry.seen_head), identity(stamp.entry.seat)
    signature = sign_commitment(player, stamp.entry.revision, stamp.entry.commitment, *seen)
    other = replace(stamp, entry=replace(stamp.entry, seen_seq=seen[0], signature=signature))
    entries[number] = written(other)
    log = write_raw(title, signed_by_host(entries))

    assert found_by_both(log, tmp_path) == (CHEATING, number)


@pytest.mark.parametrize("revision", [0, 2])
def test_both_refuse_a_change_under_another_number(revision: int, tmp_path: Path) -> None:
    """A used number is evidence against its player, and a skipped one a lie of the host."""
    title, entries = read_raw(log_named("three_people"))
    stamps = stamps_in(entries)
    number = next(n for n, s in enumerate(stamps) if isinstance(s.entry, Committed) and s.entry.revision)
    change = stamps[number].entry
    assert isinstance(change, Committed)
    parts = change.commitment, change.seen_seq, change.seen_head
    signature = sign_commitment(identity(change.seat), revision, *parts)
    other = replace(stamps[number], entry=replace(change, revision=revision, signature=signature))
    entries[number] = written(other)
    log = write_raw(title, signed_by_host(entries))

    assert found_by_both(log, tmp_path) == (CHEATING, number + (revision == 0))
