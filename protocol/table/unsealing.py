"""What sealed choices lead to in the game when they are opened, and cards when they are turned over."""

from __future__ import annotations

from core import flow
from core.decisions import EMPTY
from core.kinds import Choice, DefaultStood, InputError, RulesError, Seat, TurnOver
from protocol.header import ENTROPY
from protocol.parties import ENTROPY_SIZE
from protocol.policy import check_same
from protocol.round import Round
from protocol.round_records import Outcome, Reason, RoundOpened, Turned, Verdict
from protocol.table.rounds import Subject, subject_asked
from protocol.table.table import Position, Proposal, Table, moved

# Rounds ------------------------------------------------------------------------------------------


def next_subject(table: Table) -> Subject:
    """Return what the next round is about."""
    if table.state is None and not table.first_mix:
        return Subject(ENTROPY, table.seats, ENTROPY_SIZE)
    agenda = () if table.state is None else table.state.agenda
    subject = subject_asked(table.game, agenda[-1], table.state.pending) if agenda else None
    if subject is None:
        raise RulesError("nothing-to-seal")
    return subject


def open_round(table: Table, entry: RoundOpened, round_: Round) -> Proposal:
    """Refuse a round about anything but what the game asks now."""
    check_same(round_.header, next_subject(table)._asdict())
    return Proposal(entry, table.position, [])


def open_choices(table: Table, entry: Outcome, round_: Round) -> Proposal:
    """Make all choices known at once; the game goes on with them."""
    chance = table.luck.stirred(round_.mix(table.mix))
    if round_.header.kind == ENTROPY:
        return Proposal(entry, table.position, [], chance=chance)
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
    return proposal._replace(choices=counting)


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


# Cards -------------------------------------------------------------------------------------------


def turn_over(table: Table, entry: Turned, verdict: Verdict) -> Proposal:
    """Show a card of a plan: its turn has come, or it has left its place early."""
    step, card = TurnOver(entry.seat, entry.place), card_in(verdict)
    check_turn(table, step, card)
    clone, chance = table.state.clone(), table.attempt()
    why = why_empty(table, step, verdict)
    events = flow.turn_over(table.game.rules, clone, step, card, chance)
    told = [DefaultStood(entry.seat, why), *events] if why else events
    return moved(table, entry, Position(clone, table.deals.copy()), told, chance, is_final=True)


def card_in(verdict: Verdict) -> str:
    return EMPTY if verdict.message is None else verdict.message.choice


def check_turn(table: Table, step: TurnOver, card: str) -> None:
    turning = table.game.rules.turning
    if turning is None or table.round is not None:
        raise RulesError("nothing-turned-over")
    if table.turning != step and not turning.is_loose(table.state, step, card):
        raise RulesError("turn-not-come")


def why_empty(table: Table, step: TurnOver, verdict: Verdict) -> str:
    """Say why nothing lies there although something should, if so."""
    if verdict.message is None:
        return verdict.reason.name.lower()
    assert table.game.rules.turning is not None
    is_allowed = table.game.rules.turning.allows(table.state, step, verdict.message.choice)
    return "" if is_allowed else "illegal"
