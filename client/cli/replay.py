"""`jinmaku replay`: tell a game again from its log, as somebody there saw it."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from pathlib import Path

from client.cli.past import entries_in, heard_by, plans_in, relive, view_of
from client.cli.printing import BAD_INPUT, complain, tell
from client.cli.screens import has_terminal, show_past
from client.cli.verify import BAD_FILES, known_from, own_players, own_receipts
from client.cli.verify import lines_of as verdict_lines
from client.table.past import Moment, Past, Proof
from client.table.replay import ALL, Eyes, lines_of, lines_of_view, told
from client.table.sentences import game_title
from client.texts import t
from client.texts.strip_controls import strip_controls
from core.game import seat_named
from core.kinds import InputError
from core.position import write_toml
from protocol.entries import Stamped
from protocol.logfile import Title
from protocol.messages import SeatInfo, TableInfo, TableState
from protocol.table.table import Table
from protocol.table.verify import Judgement, verify

HELP = "Tell a game again from its log, moment by moment, as somebody at the table saw it."
SPECTATOR = "spectator"


class WrongCallError(Exception):
    """The log is sound, but what was asked for is not in it."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", type=Path, help="a file that `jinmaku log` wrote")
    parser.add_argument(
        "--plain", action=BooleanOptionalAction, default=False, help="line by line, as without a terminal"
    )
    parser.add_argument(
        "--as",
        dest="eyes",
        metavar="SEAT",
        default=ALL,
        help="whose eyes: a seat such as koi, spectator, or all (%(default)s)",
    )
    parser.add_argument("--at", metavar="N", type=int, help="only up to moment N, and the position after it")


def run(args: Namespace) -> int:
    try:
        if has_terminal() and not args.plain and args.at is None:
            return show_past(past_in(args.log, whose=args.eyes))
        for line in telling(args.log, args.eyes, args.at):
            tell(line)
    except WrongCallError as error:
        return complain("replay", error, BAD_INPUT)
    except InputError as error:
        return complain("replay", error)
    return 0


def telling(path: Path, whose: str, last: int | None) -> Iterator[str]:
    """Tell a log that is whole; should something in it be impossible, it is told up to there."""
    title, entries = entries_in(path)
    moments = relive(entries)
    first = next(moments)
    eyes = eyes_named(first.table, whose)
    yield heading(title, whose)
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


def past_in(path: Path, home: Path | None = None, whose: str = ALL) -> Past:
    return past_of(*entries_in(path), home, whose)


def past_of(title: Title, entries: list[Stamped], home: Path | None = None, whose: str = ALL) -> Past:
    """Relive a whole log, so that every moment of it can be looked at; the player may have another home."""
    *_, last = relive(entries)
    table = last.table
    seats = tuple((t(f"clan-{table.game.seat_names[seat]}"), seat) for seat in table.seats)
    eyes: tuple[tuple[str, Eyes], ...] = ((t("eyes-all"), ALL), *seats, (t("eyes-none"), None))
    first = [each for _, each in eyes].index(eyes_named(table, whose))
    how = partial(moments_of, entries), partial(prove, entries, home)
    return Past(short_heading(title), table.game, info_of(title, table), (*eyes[first:], *eyes[:first]), *how)


def moments_of(entries: list[Stamped], eyes: Eyes) -> list[Moment]:
    moments: list[Moment] = []
    viewer = None if eyes == ALL else eyes
    plans = plans_in(entries) if viewer is not None else {}
    for moment in relive(entries):
        heard, table = heard_by(eyes, moment, len(moments)), moment.table
        if heard is not None:
            view = view_of(table, viewer, plans) if table.state is not None else None
            moments.append(Moment(heard, view, told(table.game, heard, eyes), moment.seq))
    return moments


class Counted(list[Stamped]):
    """Entries that tell how many percent of them have been gone through."""

    def __init__(self, entries: list[Stamped], tell: Callable[[int], None]) -> None:
        super().__init__(entries)
        self._tell = tell

    def __iter__(self) -> Iterator[Stamped]:
        told = -1
        for seq, stamp in enumerate(super().__iter__()):
            percent = 100 * seq // len(self)
            if percent > told:
                self._tell(percent)
                told = percent
            yield stamp


def prove(entries: list[Stamped], home: Path | None, tell: Callable[[int], None]) -> Proof:
    """Check what `jinmaku verify` checks."""
    try:
        keys, receipts = known_from(own_players(home), own_receipts(entries[0].entry, home))
    except BAD_FILES:
        keys, receipts = None, None
    report = verify(Counted(entries, tell), keys, receipts)
    *checks, sentence = map(strip_controls, verdict_lines(report))
    is_fair, is_foul = report.judgement is Judgement.FAIR, report.judgement is Judgement.CHEATING
    return Proof(sentence, is_fair, is_foul, checks)


def info_of(title: Title, table: Table) -> TableInfo:
    """Say who sat there."""
    rows = tuple(
        SeatInfo(seat, sitter.name, b"", b"", b"", sitter.is_bot, True, True, False, False, sitter.door)
        for seat, sitter in sorted(table.sitters.items())
    )
    state = TableState.OVER if table.is_over else TableState.RUNNING
    return TableInfo(title.table, title.game, state, rows, table.opened.options, table.opened.terms, 0)


def eyes_named(table: Table, name: str) -> Eyes:
    if name == ALL:
        return ALL
    if name == SPECTATOR:
        return None
    seats = table.opened.seats
    if name not in seats:
        raise WrongCallError(
            t("replay-nobody", name=name, seats=", ".join(seats), watching=SPECTATOR, all=ALL)
        )
    return seat_named(table.game, name)


def heading(title: Title, whose: str) -> str:
    what = {"table": title.table, "game": game_title(title.game), "time": opened_at(title)}
    return t("replay-all", **what) if whose == ALL else t("replay-seen", eyes=whose, **what)


def short_heading(title: Title) -> str:
    """Name a game where there is little room."""
    return t("replay-title", game=game_title(title.game), time=opened_at(title))


def opened_at(title: Title) -> str:
    opened = datetime.fromtimestamp(title.created_ms // 1000, UTC)
    return f"{opened:%Y-%m-%d %H:%M}"


def position_lines(table: Table, eyes: Eyes, entries: list[Stamped]) -> Iterator[str]:
    """Show where the game stands: the position of a scenario for all, what there is to see for a viewer."""
    yield ""
    if table.state is None:
        yield t("plain-state-open")
    elif eyes == ALL:
        yield from write_toml(table.game.write_position(table.state)).splitlines()
    else:
        plans = plans_in(entries) if eyes is not None else {}
        yield from lines_of_view(table.game, view_of(table, eyes, plans))
