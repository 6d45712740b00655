"""A game from its log: reads the log, replays its table, and says what it proves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from client.cli.verdict import BAD_FILES, findings_in, fingerprints_in, own_players, verdict_of
from client.local.home import default_home, has_played, own_public_key
from client.seat.news import Heard, introduced
from client.table.bot_talk import words_in
from client.table.past import ALL, Eyes, Moment, Past, Proof
from client.table.replay import SEALED, told
from client.table.wording import game_title
from client.texts import t
from core.decisions import Arrangement
from core.game import Game, seat_named
from core.kinds import Choice, InputError, Viewer
from core.wire import unpack_events
from protocol.entries import Said, Stamped
from protocol.logfile import Title, read_log
from protocol.messages import SeatInfo, TableInfo, TableState
from protocol.round_records import Outcome, Turned
from protocol.table.replay import replay
from protocol.table.rounds import check_turned
from protocol.table.story import Happened, told_to
from protocol.table.table import Table
from protocol.table.unsealing import card_in
from protocol.table.verify import Judgement, verify

SPECTATOR = "spectator"


Plans: TypeAlias = dict[tuple[bytes, Viewer], Choice]
"""By the context of a round, and seat."""


class Relived(NamedTuple):
    """Something that happened; the table as of then goes on changing."""

    seq: int
    happened: Happened
    table: Table


def entries_in(path: Path) -> tuple[Title, list[Stamped]]:
    """Read a whole log; anything wrong in it is said before any of it is used."""
    try:
        with path.open("rb") as file:
            title, entries = read_log(file)
            return title, list(entries)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None


def relive(entries: list[Stamped]) -> Iterator[Relived]:
    """Let a table replay its log, and trust it in nothing."""
    table = Table(entries[0])
    yield Relived(0, Happened(entries[0], [], 0), table)
    for seq, proposal in enumerate(replay(table, entries[1:]), start=1):
        yield Relived(seq, Happened(entries[seq], proposal.events, len(table.chain) - 1), table)


def as_far_as_possible(entries: list[Stamped]) -> Table:
    """Replay a log up to where something in it is impossible."""
    table = Table(entries[0])
    with suppress(InputError):  # what is wrong with the log is said where it is told
        for _ in replay(table, entries[1:]):
            pass
    return table


def plans_in(entries: list[Stamped]) -> Plans:
    """Find what each seat has laid face down in each round, as far as the log has it turned over."""
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
    """Put a card that was turned over into its plan; others stay a `?`."""
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
    """Return what a viewer was told of a moment under their next number, if anything; all hear all."""
    stamp, events = moment.happened.stamp, moment.happened.events
    if eyes == ALL:
        heard = Heard(moment.seq, stamp.at_ms, stamp.entry, events)
    else:
        item = told_to(eyes, moment.happened, number)
        if item is None:
            return None
        heard = Heard(item.number, item.at_ms, item.entry, unpack_events(moment.table.game, item.events))
    if isinstance(heard.entry, Said):
        return heard._replace(words=t(SEALED) if heard.entry.to else words_in(moment.table, heard.entry))
    return introduced(heard, moment.table)


class WrongCallError(Exception):
    """The log is sound, but what was asked for is not in it."""


def past_in(path: Path, home: Path | None = None, whose: str = "") -> Past:
    return past_of(*entries_in(path), home, whose)


def past_of(title: Title, entries: list[Stamped], home: Path | None = None, whose: str = "") -> Past:
    """Replay a whole log, so that every moment of it can be looked at; the player may have another home."""
    *_, last = relive(entries)
    table = last.table
    own = own_seat(table, home or default_home())
    all_eyes: tuple[Eyes, ...] = (ALL, *table.seats, None)
    wanted = [eyes_named(table, whose, own), *([own] if own is not None else []), *all_eyes]
    seen = tuple((words_of(table.game, eyes, own), eyes) for eyes in dict.fromkeys(wanted))
    how = partial(moments_of, entries), partial(prove, entries, home)
    return Past(short_heading(title), table.game, info_of(title, table), seen, *how, entries, own)


def words_of(game: Game, eyes: Eyes, own: Viewer) -> str:
    """Say with whose eyes a game is told again."""
    if eyes == ALL:
        return t("eyes-all")
    if eyes is None:
        return t("eyes-none")
    return t("eyes-own") if eyes == own else t("eyes-seat", who=t(f"clan-{game.seat_names[eyes]}"))


def own_seat(table: Table, home: Path) -> Viewer:
    """Return where the player sat, if anywhere."""
    if not has_played(home):
        return None
    key = own_public_key(home).raw
    return next((seat for seat, sitter in table.sitters.items() if sitter.key == key), None)


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
    """Entries that report how many percent of them have been read."""

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
        known = own_players(home)
        keys = None if known is None else fingerprints_in(known)
    except BAD_FILES:
        keys = None
    report = verify(Counted(entries, tell), keys)
    is_fair, is_foul = report.judgement is Judgement.FAIR, report.judgement is Judgement.CHEATED
    return Proof(verdict_of(report), is_fair, is_foul, list(findings_in(report)))


def info_of(title: Title, table: Table) -> TableInfo:
    """Say who sat there."""
    rows = tuple(
        SeatInfo(seat, sitter.name, b"", sitter.is_bot, True, True, False, False, sitter.door)
        for seat, sitter in sorted(table.sitters.items())
    )
    state = TableState.OVER if table.is_over else TableState.RUNNING
    return TableInfo(title.table, title.game, state, rows, table.opened.options, table.opened.terms, 0)


def eyes_named(table: Table, name: str, own: Viewer) -> Eyes:
    """Return whose eyes are meant; unless somebody is named, what the player saw, or all there was to see."""
    if name == ALL or (not name and own is None):
        return ALL
    if not name:
        return own
    if name == SPECTATOR:
        return None
    seats = table.opened.seats
    if name not in seats:
        raise WrongCallError(
            t("replay-nobody", name=name, seats=", ".join(seats), watching=SPECTATOR, all=ALL)
        )
    return seat_named(table.game, name)


def short_heading(title: Title) -> str:
    """Name a game where there is little room."""
    return t("replay-title", game=game_title(title.game), time=opened_at(title))


def opened_at(title: Title) -> str:
    opened = datetime.fromtimestamp(title.created_ms // 1000, UTC)
    return f"{opened:%Y-%m-%d %H:%M}"
