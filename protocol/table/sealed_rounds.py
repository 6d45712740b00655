"""What can happen next in a sealed round: as the round sees it, and what it comes to in the game."""

from __future__ import annotations

from core import flow
from core.records import Choice, InputError, RulesError, Seat
from core.table_events import DefaultStood
from protocol.fair import first_mix
from protocol.parties import ENTROPY, ENTROPY_SIZE, occasion_of, table_of
from protocol.policy import Occasion
from protocol.policy import Table as Parties
from protocol.round import Round
from protocol.round_records import (
    Committed,
    Complained,
    Outcome,
    Reason,
    RoundEntry,
    RoundOpened,
    RoundVoided,
    Verdict,
)
from protocol.table.table import Position, Proposal, Table
from protocol.table.try_move import moved, nothing_new


def next_round(table: Table) -> tuple[Parties, Occasion]:
    """Say what round is to be opened now, and for whom."""
    opened, number, head = table.opened, table.rounds + 1, table.chain.head
    if table.state is None and table.rounds == 0 and len(table.sitters) == len(table.seats):
        occasion = occasion_of(number, ENTROPY, table.seats, ENTROPY_SIZE, opened.terms, head)
    elif table.sealing is not None:
        kind, seats = type(table.state.agenda[-1]).__name__, tuple(sorted(table.state.pending))
        occasion = occasion_of(number, kind, seats, table.sealing.sizes, opened.terms, head)
    else:
        raise RulesError("nothing-to-seal")
    return table_of(opened, table.seats, table.sitters, table.keys, table.replaced), occasion


def open_round(table: Table, entry: RoundOpened) -> Proposal:
    if table.round is not None:
        raise RulesError("round-open")
    parties, occasion = next_round(table)
    round_ = Round(entry, parties, occasion, table.luck.shown_link, table.chain.number_of)
    return Proposal(entry, table.position, [], round=round_)


def go_on(table: Table, entry: RoundEntry) -> Proposal:
    if is_known(open_one(table), entry):
        return nothing_new(table)
    return Proposal(entry, table.position, [], round=after(table, entry))


def open_one(table: Table) -> Round:
    if table.round is None:
        raise RulesError("no-round")
    return table.round


def after(table: Table, entry: RoundEntry) -> Round:
    round_ = open_one(table).clone()
    round_.apply(entry)
    return round_


def is_known(round_: Round, entry: RoundEntry) -> bool:
    """Say whether this has been taken before; it is sent again after a lost connection."""
    match entry:
        case Committed(seat=seat):
            known = [one.commitment for one in round_.commits_of(seat)]
            return entry.commitment in known[entry.revision : entry.revision + 1]
        case Complained(seat=seat, dealer=dealer):
            return dealer in round_.void or (seat, dealer) in round_.false_complaints
        case _:
            return False


def give_up(table: Table, entry: RoundVoided) -> Proposal:
    if table.state is None or not table.voted_out.issuperset(entry.seats):
        raise RulesError("void-by-vote")
    return go_on(table, entry)


def open_choices(table: Table, entry: Outcome) -> Proposal:
    """Let all choices be known at once; the game goes on with them."""
    round_ = after(table, entry)
    before = table.luck.mix or first_mix(round_.header.head)
    chance = table.luck.stirred(round_.mix(before))
    if round_.header.kind == ENTROPY:
        return Proposal(entry, table.position, [], chance=chance, round=round_)
    clone = table.state.clone()
    choices = {seat: choice_in(table, seat, verdict) for seat, verdict in round_.verdicts.items()}
    allowed = {seat: choice for seat, choice in choices.items() if choice is not None}
    passed = [
        DefaultStood(seat, why_none(verdict))
        for seat, verdict in sorted(round_.verdicts.items())
        if seat not in allowed
    ]
    counting = flow.counting_answers(table.game.rules, clone, allowed)
    events = flow.open_sealed(table.game.rules, clone, counting, chance)
    position = Position(clone, table.deals.copy())
    proposal = moved(table, entry, position, [*passed, *events], chance, is_final=True)
    return proposal._replace(round=round_, choices=counting)


def choice_in(table: Table, seat: Seat, verdict: Verdict) -> Choice | None:
    """Read what was sealed, if the rules allow it."""
    if verdict.message is None:
        return None
    try:
        choice = table.game.choice_of(verdict.message.choice)
    except (InputError, RulesError):
        return None
    assert table.sealing is not None
    return choice if table.sealing.admits(table.state.pending[seat], choice) else None


def why_none(verdict: Verdict) -> str:
    return "illegal" if verdict.reason is Reason.OPENED else verdict.reason.name.lower()
