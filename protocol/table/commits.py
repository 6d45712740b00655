"""Making something happen at a table, after it has been proposed and its entry is in the journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from protocol.entries import (
    ActedFreely,
    Answered,
    AskedBack,
    Chose,
    Consented,
    Forked,
    Invited,
    Said,
    SatDown,
    StoodUp,
    TookBack,
)
from protocol.pieces import has_pieces
from protocol.round_records import Committed, Outcome, RoundSet, RoundVoided, Turned
from protocol.table.fold import note
from protocol.table.public import LinkMark
from protocol.table.table import Appeal, PastMove, Prompt, Proposal, Table, origin_of, place_of, words_of


def commit(table: Table, proposal: Proposal, mark: LinkMark) -> None:
    """Make a proposal happen; its entry is in the journal, and its link in the chain if it is public."""
    entry = proposal.entry
    table.seq += 1
    if proposal.chance is not None:
        table.luck.accept(proposal.chance)
    has_moved = proposal.position.state is not table.state
    table.moves += has_moved
    remember = REMEMBER.get(type(entry))
    if remember is not None:
        remember(table, entry, proposal)
    note(table, entry, proposal.found, mark)
    table.position, table.journal = proposal.position, mark.journal
    if has_moved:
        ask(table)


def was_forked(table: Table, entry: Forked, _: Proposal) -> None:
    table.origin = origin_of(entry)


def was_invited(table: Table, entry: Invited, _: Proposal) -> None:
    table.invited.add(entry.token)


def sat_down(table: Table, entry: SatDown, _: Proposal) -> None:
    table.invited.discard(entry.token)


def stood_up(table: Table, entry: StoodUp, _: Proposal) -> None:
    token = table.sitters[entry.seat].token
    if token:
        table.invited.add(token)


def has_sealed(table: Table, entry: Committed, _: Proposal) -> None:
    table.prompts.pop(entry.seat, None)


def was_set(table: Table, entry: RoundSet, _: Proposal) -> None:
    for seat in entry.missing:
        table.prompts.pop(seat, None)


def was_opened(table: Table, _: Outcome, proposal: Proposal) -> None:
    if has_pieces(proposal.found):
        table.laid_at, table.turned = len(table.past), {}
    if proposal.position.state is not table.state:
        past = PastMove(None, None, table.position, proposal.position, True, proposal.choices)
        table.past.append(past)


def was_turned(table: Table, entry: Turned, proposal: Proposal) -> None:
    table.turned[entry.seat, entry.place] = entry
    table.past.append(PastMove(None, None, table.position, proposal.position, True))


def was_voided(table: Table, _: RoundVoided, __: Proposal) -> None:
    if table.state is not None:
        ask(table)


def chosen(table: Table, entry: Chose, proposal: Proposal) -> None:
    table.done[Chose, entry.seat, entry.prompt] = entry.line
    table.past.append(
        PastMove(entry.seat, entry.prompt, table.position, proposal.position, proposal.is_final)
    )
    table.prompts.pop(entry.seat, None)


def acted(table: Table, entry: ActedFreely, proposal: Proposal) -> None:
    """A gift belongs to the other at once, so it cannot be taken back alone."""
    table.done[ActedFreely, entry.seat, entry.number] = entry.line
    table.past.append(PastMove(entry.seat, None, table.position, proposal.position, is_final=True))


def answered(table: Table, entry: Answered, proposal: Proposal) -> None:
    if proposal.position.state is not table.state:
        table.past.append(PastMove(entry.seat, None, table.position, proposal.position, is_final=True))


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
    """Drop what has been taken back, and any question about it."""
    del table.past[place:]
    if table.appeal is not None and table.appeal.place >= place:
        table.appeal = None


def was_said(table: Table, entry: Said, _: Proposal) -> None:
    table.done[Said, entry.seat, (entry.to, entry.number)] = words_of(entry)


def ask(table: Table) -> None:
    """Number the questions: one asked again as before keeps its number."""
    table.prompts = {
        seat: old
        if (old := table.prompts.get(seat)) is not None and old.decision == decision
        else Prompt(table.moves, decision)
        for seat, decision in table.state.pending.items()
    }


REMEMBER: Final[dict[type, Callable[[Table, Any, Proposal], None]]] = {
    Forked: was_forked,
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
    Committed: has_sealed,
    RoundSet: was_set,
    Outcome: was_opened,
    Turned: was_turned,
    RoundVoided: was_voided,
}
