"""Turning over what lies face down at a table, and what it comes to in the game."""

from __future__ import annotations

from core import flow
from core.records import EMPTY, RulesError, TurnOver
from core.table_events import DefaultStood
from protocol.pieces import judge
from protocol.round import Round
from protocol.round_records import Turned, Verdict
from protocol.table.table import Position, Proposal, Table
from protocol.table.try_move import moved


def turn_over(table: Table, entry: Turned) -> Proposal:
    """Show a card of a plan; its turn has come, or it has left its place before that."""
    verdict = verdict_on(table, entry)
    step, card = TurnOver(entry.seat, entry.place), card_in(verdict)
    check_turn(table, step, card)
    clone, chance = table.state.clone(), table.luck.attempt()
    why = why_empty(table, step, verdict)
    events = flow.turn_over(table.game.rules, clone, step, card, chance)
    told = [DefaultStood(entry.seat, why), *events] if why else events
    return moved(table, entry, Position(clone, table.deals.copy()), told, chance, is_final=True)


def verdict_on(table: Table, entry: Turned) -> Verdict:
    return judge(laid_at(table), entry, table.voted_out)


def laid_at(table: Table) -> Round:
    if table.laid is None:
        raise RulesError("nothing-face-down")
    return table.laid


def card_in(verdict: Verdict) -> str:
    return EMPTY if verdict.message is None else verdict.message.choice


def check_turn(table: Table, step: TurnOver, card: str) -> None:
    turning = table.game.rules.turning
    if turning is None or table.round is not None:
        raise RulesError("nothing-turned-over")
    if table.turning != step and not turning.is_loose(table.state, step, card):
        raise RulesError("turn-not-come")


def why_empty(table: Table, step: TurnOver, verdict: Verdict) -> str:
    """Say why nothing lies there though something should, if so."""
    if verdict.message is None:
        return verdict.reason.name.lower()
    assert table.game.rules.turning is not None
    is_allowed = table.game.rules.turning.allows(table.state, step, verdict.message.choice)
    return "" if is_allowed else "illegal"
