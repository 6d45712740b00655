"""What of a table goes into the logbook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.kinds import Seat
from protocol.entries import AnyEntry, Began, Replaced, Returned, Revealed, SatDown, StoodUp, Succeeded
from protocol.round_records import Complained, RoundVoided
from protocol.table.table import Table
from server.logbook import enter

EVENTS: Final[Mapping[type[Any], str]] = {
    Began: "game-began",
    Revealed: "game-ended",
    SatDown: "player-sat-down",
    StoodUp: "player-stood-up",
    Replaced: "bot-stands-in",
    Returned: "player-returned",
    Succeeded: "seat-passed-on",
    Complained: "complaint",
    RoundVoided: "round-void",
}


def note_milestone(name: str, table: Table, entry: AnyEntry) -> None:
    """Note an entry that matters to whoever runs the server, after it has happened."""
    event = EVENTS.get(type(entry))
    if event is not None:
        is_bot = isinstance(entry, SatDown) and entry.is_bot
        enter("bot-sat-down" if is_bot else event, **facts_about(name, table, getattr(entry, "seat", None)))


def note_person(event: str, name: str, table: Table, seat: Seat) -> None:
    """Note that somebody has come or gone; bots come and go with the server."""
    if seat not in table.bots:
        enter(event, **facts_about(name, table, seat))


def facts_about(name: str, table: Table, seat: Seat | None) -> dict[str, Any]:
    facts = {
        "table": name,
        "game": table.opened.game,
        "seats": len(table.seats),
        "taken": len(table.sitters),
        "entries": table.seq + 1,
    }
    return facts if seat is None else {**facts, "seat": table.game.seat_names[seat]}
