"""A table, without a socket: what it accepts, and that its journal is all there is to it."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from core.catalog import game_named
from core.kinds import InputError, RulesError
from protocol.entries import (
    ActedFreely,
    AnyEntry,
    Began,
    Chose,
    Invited,
    Opened,
    Said,
    SatDown,
    Stamped,
    TookBack,
    Voted,
)
from protocol.identity import Identity
from protocol.parties import make_opened
from protocol.round import RoundStage
from protocol.round_records import Acked, Committed, Handed, Release
from protocol.table.commits import commit
from protocol.table.proposals import propose
from protocol.table.public import RepeatedError
from protocol.table.table import Table
from server.tables.sealed_rounds import SealedRounds
from tests.harness.sealers import Sealer
from tests.refusing import refused
from tests.server.worlds import table_from

KOI, LOTUS, TURTLE = 0, 1, 2
GAME = game_named("rising_sun")
HOST = Identity.from_secret(b"host".ljust(32))
PLAYERS = [Identity.from_secret(bytes([seat]) * 32) for seat in range(3)]
CLANS, OPTIONS = ("koi", "lotus", "turtle"), (("set", "torii"), ("shrines", "random"))


def opened(seed: str = "s", **more: Any) -> Stamped:
    entry = Opened("rising_sun", GAME.version, CLANS, OPTIONS, seed, host=HOST.public.raw)
    return Stamped(0, replace(make_opened(entry, HOST, (KOI, LOTUS, TURTLE)), **more))


class Desk:
    """A table, its journal, and everybody who plays at it."""

    def __init__(self, opening: Stamped) -> None:
        self.table = Table(opening)
        self.journal = [opening]
        self.sealers = [Sealer(PLAYERS[seat], seat) for seat in self.table.seats]
        self._rounds = SealedRounds(self.table, HOST, lambda: None)
        for sealer in self.sealers:
            key, token = sealer.identity.public.raw, bytes([sealer.seat]) * 32
            self.do(Invited(token))
            self.do(SatDown(sealer.seat, f"player {sealer.seat}", key, token=token))
            self.do(sealer.keyed(self.table))

    def do(self, entry: AnyEntry) -> None:
        """Make something happen, if it is new."""
        with suppress(RepeatedError):
            proposal = propose(self.table, entry)
            marks = {"shown": proposal.shown, "facts": proposal.facts_hash, "heard": proposal.heard}
            stamp = Stamped(len(self.journal), proposal.entry, **marks)
            journal = self.table.journal_after(stamp)
            stamp = replace(stamp, journal=self.table.journal_mark(stamp.entry, journal))
            self.journal.append(stamp)
            commit(self.table, proposal, self.table.mark_of(stamp))

    def choose(self, seat: int, line: str) -> Chose:
        entry = Chose(seat, self.table.prompts[seat].number, line)
        self.do(entry)
        return entry

    def go_on(self) -> None:
        """Make everything happen that needs no choice except sealed ones."""
        while self.step():
            pass

    def step(self) -> bool:
        """Make one such thing happen; say whether there was any."""
        entry = self._rounds.next_entry(may_begin=True) or self._next_due()
        if entry is not None:
            self.do(entry)
        return entry is not None

    def _next_due(self) -> AnyEntry | None:
        """Return what a player has to do next; what they confirm and release is kept until everybody has."""
        for sealer in self.sealers:
            due = sealer.due(self.table)
            if isinstance(due, (Acked, Release, Handed)):
                self._rounds.take(due)
            elif due is not None:
                return due
        return self._rounds.next_entry(may_begin=True)


def begun(seed: str = "s") -> Desk:
    desk = Desk(opened(seed))
    desk.go_on()
    return desk


def to_politics(desk: Desk) -> list[Chose]:
    return [desk.choose(seat, "ready") for seat in desk.table.seats]


def again(desk: Desk) -> Table:
    """Rebuild the table from its journal, as a restarted server does."""
    packed = msgspec.msgpack.encode(desk.journal)
    return table_from(msgspec.msgpack.decode(packed, type=list[Stamped]))


def round_of(table: Table) -> dict[str, Any] | None:
    """Return everything a round is, without its caches."""
    if table.round is None:
        return None
    return {name: value for name, value in vars(table.round).items() if name not in WORKED_OUT}


WORKED_OUT = {"_seq_of", "_set_hash", "shares", "_read", "_signed_acks"}


def luck_of(table: Table) -> tuple[Any, ...]:
    return table.mix, table.luck.shown, table.luck.keys, table.luck.drawn


def check_journal(desk: Desk) -> None:
    """Wherever a server stops, its journal gives the same state, the same prompts and the same view."""
    table, twin = desk.table, again(desk)
    assert (twin.seq, twin.state, twin.prompts) == (table.seq, table.state, table.prompts)
    assert (twin.past, round_of(twin), luck_of(twin)) == (table.past, round_of(table), luck_of(table))
    assert (twin.chain.head, twin.keys, twin.rounds) == (table.chain.head, table.keys, table.rounds)
    if table.state is not None:
        assert twin.view_for(None) == table.view_for(None)


@pytest.mark.parametrize("seed", range(6))
def test_a_table_made_from_any_part_of_its_journal_is_the_table_of_that_moment(seed: int) -> None:
    dice = Random(seed)
    desk = begun(str(seed))
    while not desk.table.is_revealed:
        if not desk.step():
            choose_somehow(desk, dice)
        if dice.random() < 0.03:
            check_journal(desk)


def test_so_is_one_made_anywhere_in_a_sealed_round() -> None:
    dice, desk, stages = Random(1), Desk(opened()), Counter[RoundStage | None]()
    while desk.table.rounds < 2 or desk.table.round is not None:
        if not desk.step():
            choose_somehow(desk, dice)
        elif desk.table.rounds:
            check_journal(desk)
            stages[desk.table.round.stage if desk.table.round is not None else None] += 1

    # First nobody to all three have brought chance; then nobody to all have sealed a bid.
    bids = sum(isinstance(stamp.entry, Committed) for stamp in desk.journal) - 3
    assert stages == {
        RoundStage.OPEN: 4 + 1 + bids,
        RoundStage.SET: 1 + 1,
        RoundStage.CERTIFIED: 1 + 1,
        None: 3,
    }


def choose_somehow(desk: Desk, dice: Random) -> None:
    seat, prompt = dice.choice(list(desk.table.prompts.items()))
    desk.choose(seat, desk.table.game.line_of(prompt.decision.sample(dice)))


def test_nobody_begins_before_all_are_seated() -> None:
    with refused("Not everyone"):
        propose(Table(opened()), Began())


def test_a_seat_opens_to_its_key_alone() -> None:
    table = begun().table

    with pytest.raises(RepeatedError):
        propose(table, table.sitters[KOI])
    with refused("taken by player 0"):
        propose(table, SatDown(KOI, "somebody", b"x" * 32))
    with refused("no such seat"):
        propose(table, SatDown(4, "somebody", b"x" * 32))


def test_a_choice_sent_twice_happens_once() -> None:
    desk = begun()
    entry = desk.choose(KOI, "ally lotus")
    seq, state = desk.table.seq, desk.table.state

    desk.do(entry)
    assert (desk.table.seq, desk.table.state) == (seq, state)


def test_another_answer_to_an_answered_question_is_refused() -> None:
    desk = begun()
    entry = desk.choose(KOI, "ready")

    with refused("something else"):
        propose(desk.table, replace(entry, line="ally lotus"))


def test_a_line_has_one_form() -> None:
    table = begun().table

    with refused("Write that as 'ally lotus'"):
        propose(table, Chose(KOI, table.prompts[KOI].number, " ally\x0clotus "))


def test_nobody_acts_for_a_seat_that_is_not_there() -> None:
    table = begun().table

    with refused("no such seat"):
        propose(table, Said(4, 1, (), "hello"))


def test_an_answer_to_an_old_question_is_refused() -> None:
    desk = begun()
    old = desk.table.prompts[LOTUS].number
    desk.choose(KOI, "ally lotus")

    with refused("no longer open"):
        propose(desk.table, Chose(LOTUS, old, "ready"))


def test_a_question_that_has_not_changed_keeps_its_number() -> None:
    """Koi's offer to Lotus leaves Turtle's choices as they were."""
    desk = begun()
    turtle = desk.table.prompts[TURTLE]
    desk.choose(KOI, "ally lotus")

    assert desk.table.prompts[TURTLE] == turtle
    assert desk.table.prompts[LOTUS].number > turtle.number


def test_a_gift_sent_twice_is_given_once() -> None:
    desk = begun()
    gift = ActedFreely(KOI, 77, "give lotus 2 coins")
    desk.do(gift)
    desk.do(gift)

    assert (desk.table.state.coins[KOI], desk.table.state.coins[LOTUS]) == (3, 9)
    with refused("already"):
        propose(desk.table, ActedFreely(KOI, 77, "give lotus 3 coins"))


def test_answers_do_not_come_as_free_acts() -> None:
    table = begun().table

    with refused("answers a question"):
        propose(table, ActedFreely(KOI, 1, "ready"))


@pytest.mark.parametrize("line", ["dance", "bid 1 1 1 1", "ally bonsai"])
def test_what_is_refused_changes_nothing(line: str) -> None:
    table = begun().table
    before, seq = table.state.clone(), table.seq

    with pytest.raises((RulesError, InputError)):
        propose(table, Chose(KOI, table.prompts[KOI].number, line))

    assert (table.state, table.seq) == (before, seq)


def test_a_choice_is_taken_back_while_nothing_followed() -> None:
    desk = begun()
    before = desk.table.state
    choice = desk.choose(KOI, "ally lotus")
    desk.do(TookBack(KOI, choice.prompt))

    with pytest.raises(RepeatedError):
        propose(desk.table, TookBack(KOI, choice.prompt))
    assert desk.table.state == before
    assert again(desk).state == before
    assert KOI in desk.table.prompts


def test_a_choice_is_not_taken_back_once_another_has_acted() -> None:
    desk = begun()
    choice = desk.choose(KOI, "ally lotus")
    desk.choose(TURTLE, "ally koi")

    with refused("somebody has acted since"):
        propose(desk.table, TookBack(KOI, choice.prompt))


def test_a_choice_is_not_taken_back_once_something_came_to_light() -> None:
    """The last to be ready causes the mandates to be drawn."""
    desk = begun()
    *_, last = to_politics(desk)

    with refused("something was revealed"):
        propose(desk.table, TookBack(TURTLE, last.prompt))


def test_nothing_is_taken_back_while_choices_are_sealed() -> None:
    """The last choice before them may have uncovered nothing yet, but what is sealed is about its result."""
    dice, desk = Random(1), begun()
    table = desk.table
    while table.round is None or table.past[-1].is_final:
        desk.go_on()
        choose_somehow(desk, dice)
        desk.step()
    last = table.past[-1]
    assert last.seat is not None
    assert last.prompt is not None

    with refused("until the sealed choices are opened"):
        propose(table, TookBack(last.seat, last.prompt))


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ([Stamped(0, Began())], "begins with the opening"),
        ([opened(), Stamped(1, Began())], "impossible-entry.entry=1"),
        ([opened(version=99)], "version 99"),
    ],
)
def test_a_journal_that_cannot_be_is_refused(entries: list[Stamped], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        table_from(entries)


def test_who_answers_is_not_voted_away_later() -> None:
    """One of two has voted; the absent player answers; the other's vote then starts over."""
    desk = begun()
    desk.do(Voted(LOTUS, KOI, True))
    desk.choose(KOI, "ally lotus")
    desk.do(Voted(TURTLE, KOI, True))

    assert desk.table.replaced == frozenset()
    desk.do(Voted(LOTUS, KOI, True))
    assert desk.table.replaced == {KOI}
