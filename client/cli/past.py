"""What `replay` and `record` have in common: a log is read, and its table lives through it again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from client.mirror import Heard
from client.refusals import why
from client.replay import ALL, SEALED, Eyes
from client.texts import t
from core.game import with_defaults
from core.phrases import PhrasedError
from core.records import Arrangement, Choice, InputError, RulesError, Viewer
from core.wire import unpack_events
from protocol.entries import AnyEntry, Said, Stamped
from protocol.logfile import Title, read_log
from protocol.round_records import Outcome, Turned
from protocol.table import commits
from protocol.table.story import Happened, seen
from protocol.table.table import Table
from protocol.table.turning import card_in, verdict_on

Plans: TypeAlias = dict[tuple[bytes, Viewer], Choice]
"""By the context of a round, and seat."""

FAILED = 1
BAD_INPUT = 2


class Moment(NamedTuple):
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


class ImpossibleError(InputError):
    """An entry cannot have happened; the message is the one by which the rules refuse it, if they do."""

    def __init__(self, seq: int, reason: str, message: str = "") -> None:
        self.message = message
        super().__init__(f"Entry {seq} cannot have happened: {reason}")


def relive(entries: list[Stamped]) -> Iterator[Moment]:
    """Let a table live through its log, and trust it in nothing."""
    table = new_table(entries[0])
    yield Moment(0, Happened(entries[0].at_ms, table.opened, []), table)
    for seq, then in enumerate(entries[1:], start=1):
        yield Moment(seq, happen(table, seq, then), table)


def new_table(opened: Stamped) -> Table:
    table = Table(opened)
    with_defaults(table.game, dict(table.opened.options))
    if len(set(table.seats)) not in table.game.players or len(set(table.seats)) < len(table.seats):
        raise InputError(f"Entry 0 opens a table with seats that {table.game.name} cannot be played with.")
    return table


def happen(table: Table, seq: int, then: Stamped) -> Happened:
    try:
        check_seats(table, then.entry)
        return Happened(then.at_ms, then.entry, commits.happen(table, then).events)
    except (RulesError, InputError) as error:
        message = error.phrase.message if isinstance(error, PhrasedError) else ""
        raise ImpossibleError(seq, why(error), message) from None
    except Exception as error:  # noqa: BLE001  no server wrote this, or not this version of one
        raise ImpossibleError(seq, f"the rules fail at it ({error!r}).") from None


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
    cards[entry.place] = card_in(verdict_on(table, entry))
    return Arrangement(tuple(cards))


def view_of(table: Table, viewer: Viewer, plans: Plans) -> Any:
    """Show what somebody saw then, with their own cards, which the server did not know yet."""
    view, place = table.view_for(viewer), (table.laid.context if table.laid is not None else b"", viewer)
    return table.game.fill_in(view, plans[place]) if place in plans else view


def check_seats(table: Table, entry: AnyEntry) -> None:
    """A server hears only seats it has; a log could say anything."""
    named = {getattr(entry, part) for part in ("seat", "other", "absent", "dealer") if hasattr(entry, part)}
    if not named <= set(table.seats):
        raise RulesError("no-such-seat")


def heard_by(eyes: Eyes, moment: Moment, number: int) -> Heard | None:
    """Give what of a moment was told to a viewer under their next number, if anything; all hear all."""
    happened = moment.happened
    if eyes == ALL:
        heard = Heard(moment.seq, happened.at_ms, happened.entry, happened.events)
    else:
        item = seen(happened, eyes, number)
        if item is None:
            return None
        heard = Heard(item.number, item.at_ms, item.entry, unpack_events(moment.table.game, item.events))
    if isinstance(heard.entry, Said):
        return heard._replace(words=t(SEALED) if heard.entry.to else heard.entry.words)
    return heard
