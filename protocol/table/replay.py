"""Replaying a journal: nothing in it is trusted, and what cannot have happened is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from core.kinds import InputError, Phrase, PhrasedError, RulesError, Seat, phrase
from protocol.entries import Stamped
from protocol.errors import ProtocolError
from protocol.header import NotTakenError, seat_by_number
from protocol.table.commits import commit
from protocol.table.proposals import propose
from protocol.table.public import PublicTable
from protocol.table.table import Proposal, Table


class ImpossibleError(PhrasedError, InputError):
    """An entry cannot have happened, for this reason."""

    def __init__(self, seq: int, reason: Phrase) -> None:
        self.reason = reason
        super().__init__("impossible-entry", entry=seq, why=reason)


def replay(table: Table, entries: Iterable[Stamped]) -> Iterator[Proposal]:
    """Replay the entries after a table's opening."""
    for stamp in entries:
        yield happen(table, stamp)


def happen(table: Table, stamp: Stamped) -> Proposal:
    """Make something happen that is already in a journal."""
    try:
        return _happen(table, stamp)
    except Exception as error:  # perhaps no server wrote this, or not this version of one
        raise ImpossibleError(table.seq + 1, reason_of(error, table)) from error


def _happen(table: Table, stamp: Stamped) -> Proposal:
    proposal = propose(table, stamp.entry)
    if stamp.entry != proposal.entry:
        raise RulesError("another-entry")
    if stamp.shown != proposal.shown:
        raise RulesError("another-link")
    if (stamp.facts, stamp.heard) != (proposal.facts_hash, proposal.heard):
        raise RulesError("another-game")
    mark = table.mark_of(stamp)
    if stamp.journal != table.journal_mark(stamp.entry, mark.journal):
        raise RulesError("another-journal")
    commit(table, proposal, mark)
    return proposal


def reason_of(error: Exception, table: PublicTable | None = None) -> Phrase:
    """Say why something is impossible, with the names of seats if the table is known."""
    if isinstance(error, ImpossibleError):
        return error.reason
    if isinstance(error, NotTakenError) and table is not None:
        return phrase("refuse-not-taken", detail=error.said(partial(name_of, table)))
    if isinstance(error, PhrasedError):
        return phrase("refuse-by-rule", why=error.phrase, rule=error.rule) if error.rule else error.phrase
    if isinstance(error, ProtocolError):
        return phrase("refuse-not-taken", detail=error.detail)
    if isinstance(error, InputError):
        return phrase("refuse-not-taken", detail=str(error))
    return phrase("refuse-rules-fail", error=repr(error))


def name_of(table: PublicTable, seat: Seat) -> str:
    """Name a seat; an entry can mention one that does not exist."""
    names = table.game.seat_names
    return names[seat].capitalize() if seat < len(names) else seat_by_number(seat)
