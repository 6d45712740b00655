"""Letting something happen at a table, after it has been proposed and its entry is in the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from core.records import InputError, RulesError, Seat
from protocol.entries import (
    ActedFreely,
    Answered,
    AnyEntry,
    AskedBack,
    Chose,
    Consented,
    Invited,
    Opened,
    Replaced,
    Returned,
    Said,
    SatDown,
    StoodUp,
    TookBack,
    Voted,
)
from server.proposals import place_of, propose, words_of
from server.table import Appeal, Past, Prompt, Proposal, Table, Update


def commit(table: Table, proposal: Proposal) -> Update:
    """Let a proposal happen; its entry is in the journal."""
    entry = proposal.entry
    assert entry is not None
    table.seq += 1
    has_moved = proposal.position.state is not table.state
    if has_moved:
        table.moves += 1
    remember = REMEMBER.get(type(entry))
    if remember is not None:
        remember(table, entry, proposal)
    table.position = proposal.position
    if has_moved:
        ask(table)
    return Update(table.seq, entry, proposal.events, has_moved)


def was_invited(table: Table, entry: Invited, _: Proposal) -> None:
    table.invited.add(entry.token)


def sat_down(table: Table, entry: SatDown, _: Proposal) -> None:
    table.sitters[entry.seat] = entry
    table.invited.discard(entry.token)


def stood_up(table: Table, entry: StoodUp, _: Proposal) -> None:
    table.invited.add(table.sitters.pop(entry.seat).token)


def chosen(table: Table, entry: Chose, proposal: Proposal) -> None:
    table.done[Chose, entry.seat, entry.prompt] = entry.line
    table.past.append(Past(entry.seat, entry.prompt, table.position, proposal.position, proposal.is_final))
    table.prompts.pop(entry.seat, None)
    table.votes.pop(entry.seat, None)  # who answers is not absent


def acted(table: Table, entry: ActedFreely, proposal: Proposal) -> None:
    """A gift is the other's at once, so it cannot be taken back alone."""
    table.done[ActedFreely, entry.seat, entry.number] = entry.line
    table.past.append(Past(entry.seat, None, table.position, proposal.position, is_final=True))


def answered(table: Table, entry: Answered, proposal: Proposal) -> None:
    if proposal.position.state is not table.state:
        table.past.append(Past(entry.seat, None, table.position, proposal.position, is_final=True))


def taken_back(table: Table, entry: TookBack, _: Proposal) -> None:
    table.done[TookBack, entry.seat, entry.prompt] = True
    forget_from(table, len(table.past) - 1)


def asked_back(table: Table, entry: AskedBack, proposal: Proposal) -> None:
    place = place_of(table, entry.seat, entry.prompt)
    assert place is not None
    table.done[AskedBack, entry.seat, entry.prompt] = True
    table.appeal = Appeal(entry.seat, place, frozenset())
    if proposal.events:
        forget_from(table, place)


def consented(table: Table, entry: Consented, proposal: Proposal) -> None:
    assert table.appeal is not None
    if proposal.events:
        forget_from(table, table.appeal.place)
    elif entry.agrees:
        table.appeal = table.appeal._replace(agreed=table.appeal.agreed | {entry.seat})
    else:
        table.appeal = None


def forget_from(table: Table, place: int) -> None:
    """Drop what has been taken back, and a question about it with it."""
    del table.past[place:]
    if table.appeal is not None and table.appeal.place >= place:
        table.appeal = None


def was_said(table: Table, entry: Said, _: Proposal) -> None:
    table.done[Said, entry.seat, (entry.to, entry.number)] = words_of(entry)


def was_replaced(table: Table, entry: Replaced, _: Proposal) -> None:
    stand_in(table, entry.seat)


def stand_in(table: Table, seat: Seat) -> None:
    table.replaced |= {seat}
    table.votes.pop(seat, None)


def has_returned(table: Table, entry: Returned, _: Proposal) -> None:
    table.replaced -= {entry.seat}
    table.votes.pop(entry.seat, None)


def has_voted(table: Table, entry: Voted, proposal: Proposal) -> None:
    voters = table.votes.get(entry.absent, frozenset())
    table.votes[entry.absent] = voters | {entry.seat} if entry.agrees else voters - {entry.seat}
    if proposal.events:
        stand_in(table, entry.absent)


def ask(table: Table) -> None:
    """Number the questions: one that is asked as before keeps its number."""
    table.prompts = {
        seat: old
        if (old := table.prompts.get(seat)) is not None and old.decision == decision
        else Prompt(table.moves, decision)
        for seat, decision in table.state.pending.items()
    }


REMEMBER: dict[type, Callable[[Table, Any, Proposal], None]] = {
    Invited: was_invited,
    SatDown: sat_down,
    StoodUp: stood_up,
    Chose: chosen,
    ActedFreely: acted,
    TookBack: taken_back,
    AskedBack: asked_back,
    Consented: consented,
    Said: was_said,
    Answered: answered,
    Replaced: was_replaced,
    Returned: has_returned,
    Voted: has_voted,
}


def table_from(entries: Iterable[AnyEntry]) -> Table:
    """Make a table anew from its journal."""
    opened, *rest = entries
    if not isinstance(opened, Opened):
        msg = "A journal begins with the opening of its table."
        raise InputError(msg)
    table = Table(opened)
    for _ in updates_of(table, rest):
        pass
    return table


def updates_of(table: Table, entries: Iterable[AnyEntry]) -> Iterator[Update]:
    """Let a table live through the entries after its opening."""
    for number, entry in enumerate(entries, start=1):
        try:
            proposal = propose(table, entry)
        except RulesError as error:
            msg = f"Entry {number} of this journal cannot have happened: {error}"
            raise InputError(msg) from None
        if proposal.entry is None:
            msg = f"Entry {number} of this journal happened before."
            raise InputError(msg)
        yield commit(table, proposal)
