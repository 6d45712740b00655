"""A table, without a socket: what it accepts, and that its journal is all there is to it."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from core.records import InputError, RulesError
from protocol.entries import (
    ActedFreely,
    AnyEntry,
    Began,
    Chose,
    Invited,
    Opened,
    Said,
    SatDown,
    TookBack,
    Voted,
)
from server.commits import commit, table_from
from server.proposals import propose
from server.table import Proposal, Table

KOI, LOTUS, TURTLE = 0, 1, 2
OPENED = Opened("rising_sun", 1, ("koi", "lotus", "turtle"), (("set", "torii"), ("shrines", "random")), "s")


def seated(opened: Opened = OPENED) -> tuple[Table, list[AnyEntry]]:
    table = Table(opened)
    journal: list[AnyEntry] = [opened]
    for seat in table.seats:
        do(table, journal, Invited(token(seat)))
        do(table, journal, SatDown(seat, f"player {seat}", bytes([seat]) * 32, token=token(seat)))
    do(table, journal, Began())
    return table, journal


def token(seat: int) -> bytes:
    return bytes([seat]) * 32


def do(table: Table, journal: list[AnyEntry], entry: AnyEntry) -> Proposal:
    proposal = propose(table, entry)
    if proposal.entry is not None:
        journal.append(proposal.entry)
        commit(table, proposal)
    return proposal


def choose(table: Table, journal: list[AnyEntry], seat: int, line: str) -> Chose:
    entry = Chose(seat, table.prompts[seat].number, line)
    do(table, journal, entry)
    return entry


def to_politics(table: Table, journal: list[AnyEntry]) -> list[Chose]:
    return [choose(table, journal, seat, "ready") for seat in table.seats]


@pytest.mark.parametrize("seed", range(6))
def test_a_table_made_from_any_part_of_its_journal_is_the_table_of_that_moment(seed: int) -> None:
    """Wherever a server stops, its journal gives the same state, the same prompts and the same view."""
    dice = Random(seed)
    table, journal = seated(msgspec.structs.replace(OPENED, seed=str(seed)))
    while not table.is_over:
        seat, prompt = dice.choice(list(table.prompts.items()))
        do(table, journal, Chose(seat, prompt.number, table.game.line_of(prompt.decision.sample(dice))))
        if dice.random() < 0.03:
            packed = msgspec.msgpack.encode(journal)
            again = table_from(msgspec.msgpack.decode(packed, type=list[AnyEntry]))

            assert (again.seq, again.state, again.prompts) == (table.seq, table.state, table.prompts)
            assert again.past == table.past
            assert again.view_for(None) == table.view_for(None)


def test_nobody_begins_before_all_are_seated() -> None:
    with pytest.raises(RulesError, match="Not everybody"):
        propose(Table(OPENED), Began())


def test_a_seat_opens_to_its_key_alone() -> None:
    table, _ = seated()

    assert propose(table, table.sitters[KOI]).entry is None
    with pytest.raises(RulesError, match="taken by player 0"):
        propose(table, SatDown(KOI, "somebody", b"x" * 32))
    with pytest.raises(RulesError, match="no such seat"):
        propose(table, SatDown(4, "somebody", b"x" * 32))


def test_a_choice_sent_twice_happens_once() -> None:
    table, journal = seated()
    entry = choose(table, journal, KOI, "ally lotus")
    seq, state = table.seq, table.state

    assert do(table, journal, entry).entry is None
    assert (table.seq, table.state) == (seq, state)


def test_another_answer_to_an_answered_question_is_refused() -> None:
    table, journal = seated()
    entry = choose(table, journal, KOI, "ready")

    with pytest.raises(RulesError, match="something else"):
        propose(table, msgspec.structs.replace(entry, line="ally lotus"))


def test_a_line_has_one_form() -> None:
    table, _ = seated()

    with pytest.raises(RulesError, match="written 'ally lotus'"):
        propose(table, Chose(KOI, table.prompts[KOI].number, " ally\x0clotus "))


def test_nobody_acts_for_a_seat_that_is_not_there() -> None:
    table, _ = seated()

    with pytest.raises(RulesError, match="no such seat"):
        propose(table, Said(4, 1, (), "hello"))


def test_an_answer_to_an_old_question_is_refused() -> None:
    table, journal = seated()
    old = table.prompts[LOTUS].number
    choose(table, journal, KOI, "ally lotus")

    with pytest.raises(RulesError, match="no longer open"):
        propose(table, Chose(LOTUS, old, "ready"))


def test_a_question_that_has_not_changed_keeps_its_number() -> None:
    """Koi's offer to Lotus leaves Turtle's choices as they were."""
    table, journal = seated()
    turtle = table.prompts[TURTLE]
    choose(table, journal, KOI, "ally lotus")

    assert table.prompts[TURTLE] == turtle
    assert table.prompts[LOTUS].number > turtle.number


def test_a_gift_sent_twice_is_given_once() -> None:
    table, journal = seated()
    gift = ActedFreely(KOI, 77, "give lotus 2 coins")
    do(table, journal, gift)
    do(table, journal, gift)

    assert (table.state.coins[KOI], table.state.coins[LOTUS]) == (3, 9)
    with pytest.raises(RulesError, match="already"):
        propose(table, ActedFreely(KOI, 77, "give lotus 3 coins"))


def test_answers_do_not_come_as_free_acts() -> None:
    table, _ = seated()

    with pytest.raises(RulesError, match="answers a question"):
        propose(table, ActedFreely(KOI, 1, "ready"))


@pytest.mark.parametrize("line", ["dance", "bid 1 1 1 1", "ally bonsai"])
def test_what_is_refused_changes_nothing(line: str) -> None:
    table, _ = seated()
    before, seq = table.state.clone(), table.seq

    with pytest.raises((RulesError, InputError)):
        propose(table, Chose(KOI, table.prompts[KOI].number, line))

    assert (table.state, table.seq) == (before, seq)


def test_a_choice_is_taken_back_while_nothing_followed() -> None:
    table, journal = seated()
    before = table.state
    choice = choose(table, journal, KOI, "ally lotus")
    do(table, journal, TookBack(KOI, choice.prompt))

    assert propose(table, TookBack(KOI, choice.prompt)).entry is None
    assert table.state == before
    assert table_from(journal).state == before
    assert KOI in table.prompts


def test_a_choice_is_not_taken_back_once_another_has_acted() -> None:
    table, journal = seated()
    choice = choose(table, journal, KOI, "ally lotus")
    choose(table, journal, TURTLE, "ally koi")

    with pytest.raises(RulesError, match="somebody has acted since"):
        propose(table, TookBack(KOI, choice.prompt))


def test_a_choice_is_not_taken_back_once_something_came_to_light() -> None:
    """The last to be ready lets the mandates be drawn."""
    table, journal = seated()
    *_, last = to_politics(table, journal)

    with pytest.raises(RulesError, match="something was revealed"):
        propose(table, TookBack(TURTLE, last.prompt))


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ([Began()], "begins with the opening"),
        ([OPENED, Began()], "Entry 1 of this journal cannot have happened"),
        ([msgspec.structs.replace(OPENED, version=99)], "version 99"),
    ],
)
def test_a_journal_that_cannot_be_is_refused(entries: list[AnyEntry], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        table_from(entries)


def test_who_answers_is_not_voted_away_later() -> None:
    """One of two has voted; the absent player answers; the other's vote then begins anew."""
    table, journal = seated()
    do(table, journal, Voted(LOTUS, KOI, True))
    choose(table, journal, KOI, "ally lotus")
    do(table, journal, Voted(TURTLE, KOI, True))

    assert table.replaced == frozenset()
    do(table, journal, Voted(LOTUS, KOI, True))
    assert table.replaced == {KOI}
