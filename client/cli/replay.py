"""`jinmaku replay`: tell a game again from its log, as somebody there saw it."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from client.cli.flags import defaults_of
from client.cli.own_table import forking
from client.cli.past import (
    SPECTATOR,
    WrongCallError,
    as_far_as_possible,
    entries_in,
    eyes_named,
    heard_by,
    opened_at,
    own_seat,
    past_in,
    plans_in,
    relive,
    view_of,
    words_of,
)
from client.cli.printing import BAD_INPUT, complain, tell
from client.cli.screens import has_terminal, show_past
from client.local.home import default_home
from client.table.past import ALL, Eyes
from client.table.replay import lines_of, lines_of_view
from client.table.wording import either, game_title
from client.texts import t
from core.kinds import InputError, Viewer
from core.toml import write_toml
from protocol.entries import Stamped
from protocol.logfile import Title
from protocol.table.table import Table

HELP = "Replay a game from its log, moment by moment, as somebody at the table saw it."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", type=Path, help="the saved log of a game")
    parser.add_argument(
        "--plain", action=BooleanOptionalAction, default=False, help="line by line, as without a terminal"
    )
    parser.add_argument(
        "--as",
        dest="eyes",
        metavar="SEAT",
        default="",
        help="through whose eyes: a seat such as koi, spectator, or all (default: yours, or all)",
    )
    parser.add_argument(
        "--at", metavar="N", type=int, help="print only up to moment N, and then the position"
    )


def run(args: Namespace) -> int:
    try:
        if has_terminal() and not args.plain and args.at is None:
            fork = forking(defaults_of("play", default_home()))
            return show_past(past_in(args.log, whose=args.eyes), fork)
        for line in telling(args.log, args.eyes, args.at):
            tell(line)
    except WrongCallError as error:
        return complain("replay", error, BAD_INPUT)
    except InputError as error:
        return complain("replay", error)
    return 0


def telling(path: Path, whose: str, last: int | None) -> Iterator[str]:
    """Tell a log that is whole; if something in it is impossible, it is told up to there."""
    title, entries = entries_in(path)
    own = own_seat(as_far_as_possible(entries), default_home())
    moments = relive(entries)
    first = next(moments)
    eyes = eyes_named(first.table, whose, own)
    yield heading(title, first.table, eyes, own)
    count = 0
    for moment in chain([first], moments):
        heard = heard_by(eyes, moment, count)
        if heard is not None:
            yield from lines_of(moment.table.game, [heard], eyes)
            if heard.number == last:
                yield from position_lines(moment.table, eyes, entries)
                return
            count += 1
    if last is not None:
        raise WrongCallError(t("replay-no-moment", number=last, last=count - 1))


def heading(title: Title, table: Table, eyes: Eyes, own: Viewer) -> str:
    what = {"table": title.table, "game": game_title(title.game), "time": opened_at(title)}
    others = either([*table.opened.seats, SPECTATOR, ALL])
    return t("replay-heading", eyes=words_of(table.game, eyes, own), others=others, **what)


def position_lines(table: Table, eyes: Eyes, entries: list[Stamped]) -> Iterator[str]:
    """Show where the game stands: the position for all eyes, what there is to see for a viewer."""
    yield ""
    if table.state is None:
        yield t("plain-state-open")
    elif eyes == ALL:
        yield from write_toml(table.game.write_position(table.state)).splitlines()
    else:
        plans = plans_in(entries) if eyes is not None else {}
        yield from lines_of_view(table.game, view_of(table, eyes, plans))
