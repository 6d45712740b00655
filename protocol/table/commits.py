"""Letting something happen at a table, after it has been proposed and its entry is in the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from core.records import InputError, RulesError, Seat
from protocol.entries import (
    ActedFreely,
    Answered,
    AskedBack,
    Chose,
    Consented,
    Invited,
    Keyed,
    Replaced,
    Returned,
    Revealed,
    Said,
    SatDown,
    SignedOff,
    Stamped,
    StoodUp,
    TookBack,
    Voted,
)
from protocol.pieces import has_pieces
from protocol.round import Round, Stage
from protocol.round_records import Committed, Complained, Outcome, RoundVoided, Turned
from protocol.table.proposals import place_of, propose, words_of
from protocol.table.table import Appeal, Past, Prompt, Proposal, Table, Update
from protocol.table.try_move import facts_of, shown_by


def commit(table: Table, proposal: Proposal, link: bytes) -> Update:
    """Let a proposal happen; its entry is in the journal, and `link` in the chain if all may see it."""
    entry = proposal.entry
    assert entry is not None
    table.seq += 1
    if link:
        table.chain.add(link)
    if proposal.chance is not None:
        table.luck.accept(proposal.chance)
    if proposal.round is not None:
        follow_round(table, proposal.round)
    has_moved = proposal.position.state is not table.state
    if has_moved:
        table.moves += 1
    remember = REMEMBER.get(type(entry))
    if remember is not None:
        remember(table, entry, proposal)
    table.position = proposal.position
    if has_moved:
        ask(table)
    return Update(table.seq, entry, proposal.events, proposal.facts)


def follow_round(table: Table, now: Round) -> None:
    table.rounds = now.header.round
    table.round = None if now.stage is Stage.OVER else now
    if now.stage is Stage.OVER and has_pieces(now):
        table.laid, table.laid_at, table.turned = now, len(table.past), {}
    for seat in now.missing:
        table.prompts.pop(seat, None)


def was_invited(table: Table, entry: Invited, _: Proposal) -> None:
    table.invited.add(entry.token)


def sat_down(table: Table, entry: SatDown, _: Proposal) -> None:
    table.sitters[entry.seat] = entry
    table.invited.discard(entry.token)


def stood_up(table: Table, entry: StoodUp, _: Proposal) -> None:
    table.invited.add(table.sitters.pop(entry.seat).token)
    table.keys.pop(entry.seat, None)


def has_keys(table: Table, entry: Keyed, _: Proposal) -> None:
    table.keys[entry.seat] = entry.keys
    table.shown_keys.discard(entry.seat)


def has_shown_key(table: Table, entry: Complained, _: Proposal) -> None:
    table.shown_keys.add(entry.seat)


def has_sealed(table: Table, entry: Committed, _: Proposal) -> None:
    table.prompts.pop(entry.seat, None)
    table.votes.pop(entry.seat, None)


def was_opened(table: Table, _: Outcome, proposal: Proposal) -> None:
    if proposal.position.state is not table.state:
        past = Past(None, None, table.position, proposal.position, True, proposal.choices)
        table.past.append(past)


def was_turned(table: Table, entry: Turned, proposal: Proposal) -> None:
    table.turned[entry.seat, entry.place] = entry
    table.past.append(Past(None, None, table.position, proposal.position, True))


def was_voided(table: Table, _: RoundVoided, __: Proposal) -> None:
    ask(table)


def was_revealed(table: Table, _: Revealed, __: Proposal) -> None:
    table.revealed_at = len(table.chain) - 1


def has_signed_off(table: Table, entry: SignedOff, _: Proposal) -> None:
    table.signed_off.add(entry.seat)


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
    table.voted_out -= {entry.seat}
    table.votes.pop(entry.seat, None)


def has_voted(table: Table, entry: Voted, proposal: Proposal) -> None:
    voters = table.votes.get(entry.absent, frozenset())
    table.votes[entry.absent] = voters | {entry.seat} if entry.agrees else voters - {entry.seat}
    if proposal.events:
        stand_in(table, entry.absent)
        table.voted_out |= {entry.absent}


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
    Keyed: has_keys,
    Committed: has_sealed,
    Complained: has_shown_key,
    Outcome: was_opened,
    Turned: was_turned,
    RoundVoided: was_voided,
    Revealed: was_revealed,
    SignedOff: has_signed_off,
}


def updates_of(table: Table, entries: Iterable[Stamped]) -> Iterator[Update]:
    """Let a table live through the entries after its opening."""
    for number, stamp in enumerate(entries, start=1):
        try:
            yield happen(table, stamp)
        except RulesError as error:
            msg = f"Entry {number} of this journal cannot have happened: {error}"
            raise InputError(msg) from None


def happen(table: Table, stamp: Stamped) -> Update:
    """Let something happen that is in the journal already; raises RulesError if it cannot have been so."""
    proposal = propose(table, stamp.entry)
    if proposal.entry is None:
        raise RulesError("happened-before")
    if stamp.shown != shown_by(proposal):
        raise RulesError("another-link")
    if stamp.facts != facts_of(proposal):
        raise RulesError("another-game")
    return commit(table, proposal, table.link_of(stamp))
