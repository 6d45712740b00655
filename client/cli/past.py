"""What `replay` and `record` have in common: a log is read, and its table lives through it again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from client.seat.news import Heard
from client.table.replay import ALL, SEALED, Eyes
from client.texts import t
from core.decisions import Arrangement
from core.kinds import Choice, InputError, Viewer
from core.wire import unpack_events
from protocol.entries import Said, Stamped
from protocol.logfile import Title, read_log
from protocol.round_records import Outcome, Turned
from protocol.table.replay import replay
from protocol.table.rounds import check_turned
from protocol.table.story import Happened, told_to
from protocol.table.table import Table
from protocol.table.unsealing import card_in

Plans: TypeAlias = dict[tuple[bytes, Viewer], Choice]
"""By the context of a round, and seat."""


class Relived(NamedTuple):
    """Something that happened; the table as it was then goes on changing."""

    seq: int
    happened: Happened
    table: Table


def entries_in(path: Path) -> tuple[Title, list[Stamped]]:
    """Read a whole log; what is wrong anywhere in it is said before anything of it is used."""
    try:
        with path.open("rb") as file:
            title, entries = read_log(file)
            return title, list(entries)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None


def relive(entries: list[Stamped]) -> Iterator[Relived]:
    """Let a table live through its log, and trust it in nothing."""
    table = Table(entries[0])
    yield Relived(0, Happened(entries[0], [], 0), table)
    for seq, proposal in enumerate(replay(table, entries[1:]), start=1):
        yield Relived(seq, Happened(entries[seq], proposal.events, len(table.chain) - 1), table)


def plans_in(entries: list[Stamped]) -> Plans:
    """Find what each seat has laid face down in each round, as far as a log has it turned over."""
    plans: Plans = {}
    with suppress(InputError):  # what is wrong with the log is said where it is told
        for _, happened, table in relive(entries):
            if isinstance(happened.entry, Outcome) and table.laid is not None and table.past:
                laid = table.laid.context
                plans |= {(laid, seat): choice for seat, choice in table.past[-1].choices.items()}
            elif isinstance(happened.entry, Turned) and table.laid is not None:
                place = table.laid.context, happened.entry.seat
                plans[place] = with_card(table, plans[place], happened.entry)
    return plans


def with_card(table: Table, plan: Choice, entry: Turned) -> Choice:
    """Put a card that was turned over into the plan to which it belongs; others stay a `?`."""
    if not isinstance(plan, Arrangement):
        return plan
    cards = list(plan.cards)
    cards[entry.place] = card_in(check_turned(table, entry))
    return Arrangement(tuple(cards))


def view_of(table: Table, viewer: Viewer, plans: Plans) -> Any:
    """Show what somebody saw then, with their own cards, which the server did not know yet."""
    view, place = table.view_for(viewer), (table.laid.context if table.laid is not None else b"", viewer)
    return table.game.fill_in(view, plans[place]) if place in plans else view


def heard_by(eyes: Eyes, moment: Relived, number: int) -> Heard | None:
    """Give what of a moment was told to a viewer under their next number, if anything; all hear all."""
    stamp, events = moment.happened.stamp, moment.happened.events
    if eyes == ALL:
        heard = Heard(moment.seq, stamp.at_ms, stamp.entry, events)
    else:
        item = told_to(eyes, moment.happened, number)
        if item is None:
            return None
        heard = Heard(item.number, item.at_ms, item.entry, unpack_events(moment.table.game, item.events))
    if isinstance(heard.entry, Said):
        return heard._replace(words=t(SEALED) if heard.entry.to else heard.entry.words)
    return heard
