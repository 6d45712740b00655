"""The settings of a table in words, for those who think about sitting down."""

from __future__ import annotations

from client.log.table import game_title, seat_title
from client.texts import t
from core.catalog import game_named
from protocol.messages import TableInfo
from protocol.pace import Bank, Pace, PerDecision, Terms, write_span


def settings_of(info: TableInfo) -> str:
    game = game_named(info.game)
    seats = ", ".join(seat_title(game, row.seat) for row in info.seats)
    what = {"game": game_title(info.game), "seats": seats, "terms": terms_of(info.terms)}
    options = ", ".join(f"{name} {value}" for name, value in info.options)
    return t("terms-line-options", options=options, **what) if options else t("terms-line", **what)


def terms_of(terms: Terms) -> str:
    absence = t(f"terms-{terms.absence.value}", grace=write_span(terms.grace))
    message = "terms-own-machines" if terms.own_machines else "terms-pace"
    return t(message, pace=pace_words(terms.pace), absence=absence)


def pace_words(pace: Pace) -> str:
    if isinstance(pace, PerDecision):
        return t("terms-per-decision", time=write_span(pace.seconds))
    if isinstance(pace, Bank):
        return t("terms-bank", time=write_span(pace.seconds), more=write_span(pace.increment))
    return t("terms-no-clock")
