"""A table in words: who sits there, what was agreed on, how the clocks stand, which deals there are."""

from __future__ import annotations

from collections.abc import Iterator

from client.log.deals import deal_words, promise_label
from client.log.settings import terms_of
from client.log.table import game_title, seat_title
from client.log.words import listed
from client.mirror import Mirror
from client.texts import t
from core.deals import Standing, Status, pledges_of
from core.game import Game
from core.records import Seat
from protocol.entries import Door
from protocol.messages import ClockFace, SeatInfo, TableInfo, TableState
from protocol.pace import Absence

ABSENCE = {
    Absence.WAIT: "the others wait",
    Absence.BOT: "a bot takes over",
    Absence.VOTE: "the others vote whether a bot takes over",
}
STATES = {
    TableState.OPEN: "The game has not begun.",
    TableState.RUNNING: "The game is running.",
    TableState.OVER: "The game is over.",
    TableState.FROZEN: "The table is frozen: the program made a mistake. Its journal is safe.",
}

# The table -----------------------------------------------------------------------------------


def table_lines(game: Game, info: TableInfo) -> Iterator[str]:
    """Tell what all agree to by playing."""
    seats = listed(seat_title(game, row.seat) for row in info.seats)
    yield f"Table {info.table}: {game_title(info.game)} for {seats}."
    if info.options:
        yield "Options: " + ", ".join(f"{name} {value}" for name, value in info.options) + "."
    yield f"Terms: {terms_of(info.terms)}."


def who_lines(mirror: Mirror, elapsed_ms: int) -> Iterator[str]:
    """Tell who sits where, and with which key; times have gone on since we heard of them."""
    info, faces = mirror.info, {face.seat: face for face in mirror.clocks}
    for row in info.seats:
        yield f"{seat_title(mirror.game, row.seat)}: {', '.join(facts_of(mirror, row))}."
        if row.seat in faces:
            yield f"  {clock_words(faces[row.seat], elapsed_ms)}"
        if row.seat in mirror.witness.players:
            yield f"  key {mirror.witness.players[row.seat].fingerprint}"
    if info.spectators:
        yield f"Watching: {info.spectators}."
    yield STATES[info.state]


def facts_of(mirror: Mirror, row: SeatInfo) -> Iterator[str]:
    if not row.player:
        yield "free"
        return
    yield row.player + " (you)" * (row.seat == mirror.seat)
    if row.is_bot:
        yield "a bot"
    if row.door is not Door.OWN:
        yield t(f"door-{row.door.value}")
    if mirror.info.state is TableState.OPEN and not row.is_bot:
        yield "ready" if row.is_ready else "not ready"
    yield "here" if row.is_present else "away"
    if row.is_replaced:
        yield "a bot plays for them"
    if row.is_overdue:
        yield "out of time or away for too long"


def clock_words(face: ClockFace, elapsed_ms: int) -> str:
    if face.remaining_ms is None:
        return "no clock"
    left = max(0, face.remaining_ms - (elapsed_ms if face.is_running else 0))
    return f"{duration(left)} left" + (", running" if face.is_running else "")


def duration(milliseconds: int) -> str:
    """Write a time as one says it, with the two largest units."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    units = [(days, "d"), (hours, "h"), (minutes, "m"), (seconds, "s")]
    used = [f"{number}{unit}" for number, unit in units if number]
    return " ".join(used[:2]) or "0s"


# What changed --------------------------------------------------------------------------------


def changes(game: Game, old: TableInfo, new: TableInfo) -> Iterator[str]:
    """Tell what is new about a table and no entry tells."""
    for before, now in zip(old.seats, new.seats, strict=True):
        if before.player and before.key == now.key:
            yield from seat_changes(game, before, now, is_open=new.state is TableState.OPEN)
    if new.state is not old.state and new.state is TableState.FROZEN:
        yield STATES[new.state]
    if new.next is not None and new.next != old.next:
        yield "Another game with the same people is open: /again gives you a seat there."


def seat_changes(game: Game, before: SeatInfo, now: SeatInfo, *, is_open: bool) -> Iterator[str]:
    who = f"{now.player} ({seat_title(game, now.seat)})"
    if before.is_present and not now.is_present:
        yield f"{who} is gone."
    elif now.is_present and not before.is_present:
        yield f"{who} is here."
    if is_open and now.is_ready and not before.is_ready:
        yield f"{who} is ready."
    if now.is_overdue and not before.is_overdue:
        yield f"{who} is out of time or away for too long."


def is_ready(info: TableInfo, seat: Seat) -> bool:
    return any(row.is_ready for row in info.seats if row.seat == seat)


# Deals ---------------------------------------------------------------------------------------


def deal_lines(mirror: Mirror) -> Iterator[str]:
    if not mirror.deals:
        yield "There are no deals of yours."
    for standing in mirror.deals.values():
        yield deal_line(mirror, standing)


def deal_line(mirror: Mirror, standing: Standing) -> str:
    deal = standing.deal
    other = mirror.game.seat_names[deal.to if deal.seat == mirror.seat else deal.seat]
    status = standing.status.value
    if standing.status is Status.OPEN:
        status = "waits for you" if deal.to == mirror.seat else "waits for the other"
    terms = f"{deal_words(mirror.game, deal)}.{verdict_words(mirror.game, standing)}"
    return f"{other} {deal.number}, {status}: {terms}"


def verdict_words(game: Game, standing: Standing) -> str:
    words = {True: "Kept", False: "Broken"}
    return "".join(
        f" {words[verdict]}: {promise_label(game, pledge.promise)}."
        for pledge, verdict in zip(pledges_of(standing.deal), standing.verdicts, strict=True)
        if verdict is not None
    )
