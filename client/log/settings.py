"""The settings of a table in words, for those who think about sitting down."""

from __future__ import annotations

from client.log.table import game_title
from core.catalog import game_named
from protocol.messages import TableInfo
from protocol.pace import Absence, Bank, PerDecision, Terms, write_span

FATES = {
    Absence.WAIT: "is waited for",
    Absence.BOT: "is played by a bot",
    Absence.VOTE: "can be voted to be played by a bot",
}


def settings_of(info: TableInfo) -> str:
    game = game_named(info.game)
    seats = ", ".join(game.seat_names[seat.seat].capitalize() for seat in info.seats)
    options = ", ".join(f"{name} {value}" for name, value in info.options)
    return f"{game_title(info.game)} for {seats}; {options}; {terms_of(info.terms)}."


def terms_of(terms: Terms) -> str:
    if isinstance(terms.pace, PerDecision):
        pace = f"{write_span(terms.pace.seconds)} for each decision"
    elif isinstance(terms.pace, Bank):
        bank, more = write_span(terms.pace.seconds), write_span(terms.pace.increment)
        pace = f"{bank} for the whole game and {more} more with each decision"
    else:
        pace = "no clock"
    absence = f"who is away for {write_span(terms.grace)} {FATES[terms.absence]}"
    return "; ".join([pace, absence, *(["on machines of one's own alone"] if terms.own_machines else [])])
