"""How secret a table is, in words, and the code that all must have."""

from __future__ import annotations

from collections.abc import Iterator

from client.texts import t
from protocol.policy import PolicyError
from protocol.table.public import PublicTable
from protocol.table.rounds import parties_at
from protocol.table_code import digits, table_code, words


def code_of(table: PublicTable) -> str:
    """Give the code of the table, as soon as it has one that somebody can compare."""
    if not table.first_mix or len(table.people) < 2:  # noqa: PLR2004
        return ""
    code = table_code(table.genesis, table.first_mix)
    return f"{digits(code)}, {words(code)}"


def secrecy_lines(table: PublicTable) -> Iterator[str]:
    """Say before the game if nobody but its owner can open a bid."""
    if len(table.sitters) < len(table.seats):
        return
    try:
        seating = parties_at(table).seating
    except PolicyError:  # shares are held, and not all keys are there yet
        return
    if not seating.people or any(seating.row(seat)[0] for seat in seating.people):
        return
    yield t("plain-secrecy", people=len(seating.people))
