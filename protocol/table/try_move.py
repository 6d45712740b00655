"""What all proposals have in common: how a move is tried out on a clone."""

from __future__ import annotations

from core import flow
from core.records import Choice, Event, Revelation, RulesError, Seat
from core.wire import facts_hash
from protocol.entries import AnyEntry
from protocol.fair import Attempt
from protocol.table.table import Position, Proposal, Table


def carry_out(table: Table, entry: AnyEntry, seat: Seat, choice: Choice) -> Proposal:
    check_nothing_sealed(table)
    clone, chance = table.state.clone(), table.luck.attempt()
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
    """Look what a move means for the deals."""
    assert position.deals is not None
    told = position.deals.watch(events, table.game.promises.phase_of(position.state))
    return Proposal(entry, position, [*events, *told], is_final, chance)


def shown_by(proposal: Proposal) -> bytes:
    """Give the newest link of chance that all will have seen with this, if it took any."""
    return proposal.chance.newest if proposal.chance is not None else b""


def facts_of(proposal: Proposal) -> bytes:
    """Give the hash of what all will see of the game, if it moves."""
    return facts_hash(proposal.facts) if proposal.facts is not None else b""


def unless(table: Table, is_done: bool, entry: AnyEntry) -> Proposal:  # noqa: FBT001
    return nothing_new(table) if is_done else Proposal(entry, table.position, [])


def nothing_new(table: Table) -> Proposal:
    return Proposal(None, table.position, [])


def brings_to_light(event: Event) -> bool:
    """Say whether somebody learns from an event what others know, or nobody knew."""
    return isinstance(event, Revelation) or event.seen_by(None) != event
