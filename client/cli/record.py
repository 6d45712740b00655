"""`jinmaku record`: write the game of a log as a record for people, and for scenarios and bug reports."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from itertools import permutations
from pathlib import Path

from client.cli.past import Plans, entries_in, plans_in, relive
from client.cli.printing import complain
from core.chance import keys_in, write_keys
from core.deals import key_of
from core.decisions import Give
from core.game import move_line
from core.gifts import gifts_of, give_all
from core.kinds import InputError, RulesError, Seat
from core.record import GameRecord, Setup, write_annotated, write_record
from protocol.entries import ActedFreely, Answered, AnyEntry, Chose, Stamped
from protocol.round_records import Outcome, Turned
from protocol.table.table import Table

HELP = "Turn a game's log into a record: every move that was not taken back, with remarks in between."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", type=Path, help="the saved log of a game")


def run(args: Namespace) -> int:
    try:
        print(text_of(args.log), end="")
    except InputError as error:
        return complain("record", error)
    return 0


def text_of(path: Path) -> str:
    record, _ = record_of(entries_in(path)[1])
    return write_annotated(record)


def text_until(entries: list[Stamped], seq: int) -> str:
    """Write the game of a log up to one entry, for another one to go on with."""
    return write_record(record_until(entries, seq))


def record_of(entries: list[Stamped]) -> tuple[GameRecord, Table]:
    """Keep the moves that stand at the end, and return them with the table they led to.

    The table remembers where each of them began, so what has been taken back drops out with its past.
    """
    kept, plans = list[list[str]](), plans_in(entries)
    *_, last = (keep(kept, moment.table, moment.happened.entry, plans) for moment in relive(entries))
    if last.state is None:
        raise InputError("The game of this log has not begun.")
    keys = keys_of(last)
    return record_with(last, kept, [keys[number] for number in range(last.state.draws)]), last


def record_until(entries: list[Stamped], seq: int) -> GameRecord:
    """Record a game up to one entry of its log, with what was face down then and turned over later.

    Since known cards are turned over at once, it may need some of the chance that came later.
    """
    kept, plans = list[list[str]](), plans_in(entries)
    moves, keys = list[list[str]](), dict[int, bytes]()
    table = next(relive(entries)).table
    for happened_at, happened, table in relive(entries):
        keep(kept, table, happened.entry, plans)
        if happened_at == seq:
            moves, keys = list(kept), keys_of(table)
    keys = keys_of(table) | keys
    return record_with(table, moves, [keys[number] for number in range(len(keys))])


def record_with(table: Table, moves: list[list[str]], keys: list[bytes]) -> GameRecord:
    opened, origin = table.opened, table.origin
    setup = Setup(opened.game, opened.version, opened.seats, opened.options, write_keys(keys))
    before = origin.moves if origin is not None else []
    return GameRecord(setup, [*before, *(line for lines in moves for line in lines)])


def keys_of(table: Table) -> dict[int, bytes]:
    """Return the chance of a game by the number of its events; a fork begins with that of another game."""
    before = keys_in(table.origin.setup.seed) if table.origin is not None else {}
    return before | table.luck.drawn


def keep(kept: list[list[str]], table: Table, entry: AnyEntry, plans: Plans) -> Table:
    del kept[len(table.past) :]
    if len(kept) < len(table.past):
        kept.append(moves_of(table, entry, plans))
    return table


def moves_of(table: Table, entry: AnyEntry, plans: Plans) -> list[str]:
    """Write what just moved the game: one move, or the gifts of a deal."""
    if isinstance(entry, Answered):
        return gift_moves(table, entry)
    if isinstance(entry, Outcome):
        return sealed_moves(table, plans)
    if isinstance(entry, Turned):
        return []
    assert isinstance(entry, (Chose, ActedFreely))
    return [move_line(table.game, entry.seat, table.game.choice_of(entry.line))]


def sealed_moves(table: Table, plans: Plans) -> list[str]:
    """Write everybody's opened choices, in the order of seats, with the cards of their plans."""
    choices = dict(table.past[-1].choices)
    laid = table.laid.context if table.laid is not None else b""
    choices |= {seat: plans[laid, seat] for seat in choices if (laid, seat) in plans}
    return [move_line(table.game, seat, choices[seat]) for seat in sorted(choices)]


def gift_moves(table: Table, entry: Answered) -> list[str]:
    """Find an order of giving that leads to where the table is now."""
    deal = table.deals.standings[key_of(entry.seat, entry.other, entry.deal)].deal
    gifts = next(order for order in permutations(gifts_of(deal)) if leads_here(table, list(order)))
    return [move_line(table.game, seat, gift) for seat, gift in gifts]


def leads_here(table: Table, gifts: list[tuple[Seat, Give]]) -> bool:
    state = table.past[-1].before.state.clone()
    try:
        give_all(table.game, state, gifts, table.attempt())
    except RulesError:
        return False
    return bool(state == table.state)
