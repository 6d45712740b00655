"""Living through a journal again: nothing in it is trusted, and what cannot have happened is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.kinds import InputError, Phrase, PhrasedError, RulesError, phrase
from protocol.entries import Stamped
from protocol.errors import ProtocolError
from protocol.table.commits import commit
from protocol.table.proposals import propose
from protocol.table.table import Proposal, Table


class ImpossibleError(PhrasedError, InputError):
    """An entry cannot have happened, for this reason."""

    def __init__(self, seq: int, reason: Phrase) -> None:
        self.reason = reason
        super().__init__("impossible-entry", entry=seq, why=reason)


def replay(table: Table, entries: Iterable[Stamped]) -> Iterator[Proposal]:
    """Let a table live through the entries after its opening."""
    for stamp in entries:
        yield happen(table, stamp)


def happen(table: Table, stamp: Stamped) -> Proposal:
    """Let something happen that is in a journal already."""
    try:
        return _happen(table, stamp)
    except Exception as error:  # perhaps no server wrote this, or not this version of one
        raise ImpossibleError(table.seq + 1, reason_of(error)) from error


def _happen(table: Table, stamp: Stamped) -> Proposal:
    proposal = propose(table, stamp.entry)
    if stamp.shown != proposal.shown:
        raise RulesError("another-link")
    if (stamp.facts, stamp.heard) != (proposal.facts_hash, proposal.heard):
        raise RulesError("another-game")
    if stamp.journal != table.journal_mark(stamp):
        raise RulesError("another-journal")
    commit(table, proposal, table.mark_of(stamp))
    return proposal


def reason_of(error: Exception) -> Phrase:
    if isinstance(error, ImpossibleError):
        return error.reason
    if isinstance(error, PhrasedError):
        return phrase("refuse-by-rule", why=error.phrase, rule=error.rule) if error.rule else error.phrase
    if isinstance(error, ProtocolError):
        return phrase("refuse-not-taken", detail=error.detail)
    if isinstance(error, InputError):
        return phrase("refuse-not-taken", detail=str(error))
    return phrase("refuse-rules-fail", error=repr(error))
