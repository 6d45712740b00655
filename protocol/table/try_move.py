"""How a move is tried out on a clone of the game."""

from __future__ import annotations

from core import flow
from core.kinds import Choice, Event, Revelation, RulesError, Seat
from protocol.entries import AnyEntry
from protocol.fair import Attempt
from protocol.table.table import Position, Proposal, Table


def try_move(table: Table, entry: AnyEntry, seat: Seat, choice: Choice) -> Proposal:
    check_nothing_sealed(table)
    clone, chance = table.state.clone(), table.attempt()
    events = flow.answer(table.game.rules, clone, seat, choice, chance)
    is_final = clone.draws != table.state.draws or any(map(brings_to_light, events))
    return moved(table, entry, Position(clone, table.deals.copy()), events, chance, is_final=is_final)


def check_nothing_sealed(table: Table) -> None:
    """While choices are being sealed the game stands still, for they are about what it is now."""
    if table.round is not None or table.sealing is not None:
        raise RulesError("wait-for-opening")
    if table.turning is not None:
        raise RulesError("wait-for-card")


def moved(
    table: Table,
    entry: AnyEntry,
    position: Position,
    events: list[Event],
    chance: Attempt,
    *,
    is_final: bool,
) -> Proposal:
    """Add what a move means for the deals."""
    assert position.deals is not None
    told = position.deals.watch(events, table.game.promises.phase_of(position.state))
    return Proposal(entry, position, [*events, *told], is_final, chance)


def brings_to_light(event: Event) -> bool:
    """Say whether an event tells somebody what others know, or nobody knew."""
    return isinstance(event, Revelation) or event.seen_by(None) != event
