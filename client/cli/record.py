"""`jinmaku record`: write the game of a log as a record for people, and for scenarios and bug reports."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from itertools import permutations
from pathlib import Path

from client.cli.past import entries_in, relive, with_card
from client.cli.printing import complain
from core.chance import write_keys
from core.deals import gifts_of, give_all, key_of
from core.decisions import Give
from core.kinds import InputError, RulesError, Seat
from core.notation import move_line, read_move
from core.record import GameRecord, Setup, write_annotated
from protocol.entries import ActedFreely, Answered, AnyEntry, Chose, Stamped
from protocol.round_records import Outcome, Turned
from protocol.table.table import Table

HELP = "Write the game of a log as a record: every move that was not taken back, and remarks between them."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", type=Path, help="a file that `jinmaku log` wrote")


def run(args: Namespace) -> int:
    try:
        print(text_of(args.log), end="")
    except InputError as error:
        return complain("record", error)
    return 0


def text_of(path: Path) -> str:
    record, _ = record_of(entries_in(path)[1])
    return write_annotated(record)


def record_of(entries: list[Stamped]) -> tuple[GameRecord, Table]:
    """Keep the moves that stand at the end, and give them with the table they led to.

    The table remembers where each of them began, so what has been taken back falls out with its past.
    """
    kept: list[list[str]] = []
    *_, last = (keep(kept, moment.table, moment.happened.entry) for moment in relive(entries))
    if last.state is None:
        raise InputError("The game of this log has not begun.")
    opened, drawn = last.opened, last.luck.drawn
    keys = write_keys([drawn[number] for number in range(last.state.draws)])
    setup = Setup(opened.game, opened.version, opened.seats, opened.options, keys)
    return GameRecord(setup, [line for lines in kept for line in lines]), last


def keep(kept: list[list[str]], table: Table, entry: AnyEntry) -> Table:
    del kept[len(table.past) :]
    if len(kept) < len(table.past):
        kept.append(moves_of(table, entry))
    if isinstance(entry, Turned):
        lines = kept[table.laid_at]
        kept[table.laid_at] = [turned_move(table, line, entry) for line in lines]
    return table


def moves_of(table: Table, entry: AnyEntry) -> list[str]:
    """Write what moved the game just now: one move, or the gifts of a deal."""
    if isinstance(entry, Answered):
        return gift_moves(table, entry)
    if isinstance(entry, Outcome):
        return sealed_moves(table)
    if isinstance(entry, Turned):
        return []
    assert isinstance(entry, (Chose, ActedFreely))
    return [move_line(table.game, entry.seat, table.game.choice_of(entry.line))]


def sealed_moves(table: Table) -> list[str]:
    """Write what all who were asked came to choose, in the order of seats."""
    choices = table.past[-1].choices
    return [move_line(table.game, seat, choices[seat]) for seat in sorted(choices)]


def turned_move(table: Table, line: str, entry: Turned) -> str:
    """Put a card that was turned over into the line of the plan to which it belongs."""
    seat, plan = read_move(table.game, line)
    return move_line(table.game, seat, with_card(table, plan, entry)) if seat == entry.seat else line


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
