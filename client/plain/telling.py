"""A table in words: who sits there, what was agreed on, how the clocks stand, which deals there are."""

from __future__ import annotations

from collections.abc import Iterator

from client.seat.mirror import Mirror
from client.table.deal_words import deal_words, promise_label
from client.table.sentences import game_title, seat_title
from client.table.wording import listed, named
from client.table.words import duration, seat_changes, terms_of
from client.texts import plainly, t
from client.texts.refusals import deal_number
from core.deals import Standing, Status, pledges_of
from core.game import Game
from core.kinds import Seat
from protocol.entries import Door
from protocol.messages import ClockFace, SeatInfo, TableInfo, TableState

# The table -----------------------------------------------------------------------------------


def table_lines(game: Game, info: TableInfo) -> Iterator[str]:
    """Tell what all agree to by playing."""
    seats = listed(seat_title(game, row.seat) for row in info.seats)
    yield t("plain-table", table=info.table, game=game_title(info.game), seats=seats)
    if info.options:
        options = ", ".join(f"{name} {value}" for name, value in info.options)
        yield t("plain-options", options=options)
    yield t("plain-terms", terms=terms_of(info.terms))


def who_lines(mirror: Mirror, elapsed_ms: int) -> Iterator[str]:
    """Tell who sits where, and with which key; times have gone on since we heard of them."""
    info, faces = mirror.info, {face.seat: face for face in mirror.clocks}
    for row in info.seats:
        facts = ", ".join(facts_of(mirror, row))
        yield t("plain-seat", seat=seat_title(mirror.game, row.seat), facts=facts)
        if row.seat in faces:
            yield f"  {clock_words(faces[row.seat], elapsed_ms)}"
        if row.seat in mirror.table.players:
            key = mirror.table.players[row.seat].fingerprint
            yield f"  {t('plain-key', fingerprint=key)}"
    if info.spectators:
        yield t("plain-spectators", number=info.spectators)
    yield state_line(info.state)


def state_line(state: TableState) -> str:
    return t(f"plain-state-{state.value}")


def facts_of(mirror: Mirror, row: SeatInfo) -> Iterator[str]:
    if not row.player:
        yield t("info-free")
        return
    yield named(row.player, is_own=row.seat == mirror.seat)
    if row.is_bot:
        yield t("plain-is-bot")
    if row.door is not Door.OWN:
        yield t(f"door-{row.door.value}")
    if mirror.info.state is TableState.OPEN and not row.is_bot:
        yield t("info-ready") if row.is_ready else t("plain-not-ready")
    yield t("plain-here") if row.is_present else t("info-away")
    if row.is_replaced:
        yield t("plain-replaced")
    if row.is_overdue:
        yield t("plain-overdue")


def clock_words(face: ClockFace, elapsed_ms: int) -> str:
    if face.remaining_ms is None:
        return t("terms-no-clock")
    left = max(0, face.remaining_ms - (elapsed_ms if face.is_running else 0))
    return t("plain-clock-runs" if face.is_running else "prompt-left", time=duration(left))


# What changed --------------------------------------------------------------------------------


def changes(game: Game, old: TableInfo, new: TableInfo) -> Iterator[str]:
    """Tell what is new about a table and no entry tells."""
    for before, now in zip(old.seats, new.seats, strict=True):
        if before.player and before.key == now.key:
            yield from seat_changes(game, before, now, is_open=new.state is TableState.OPEN)
    if new.state is not old.state and new.state is TableState.FROZEN:
        yield state_line(new.state)
    if new.next is not None and new.next != old.next:
        yield t("plain-next-table")


def is_ready(info: TableInfo, seat: Seat) -> bool:
    return any(row.is_ready for row in info.seats if row.seat == seat)


# Deals ---------------------------------------------------------------------------------------


def deal_lines(mirror: Mirror) -> Iterator[str]:
    if not mirror.deals:
        yield t("plain-no-deals")
    for standing in mirror.deals.values():
        yield deal_line(mirror, standing)


def deal_line(mirror: Mirror, standing: Standing) -> str:
    deal = standing.deal
    other = mirror.game.seat_names[deal.to if deal.seat == mirror.seat else deal.seat]
    status, terms = status_words(mirror, standing), deal_words(mirror.game, deal)
    line = t("plain-deal", other=other, number=deal_number(deal.number), status=status, terms=terms)
    return " ".join([line, *verdict_lines(mirror.game, standing)])


def status_words(mirror: Mirror, standing: Standing) -> str:
    if standing.status is not Status.OPEN:
        return plainly(f"deal-status-{standing.status.value}")
    return t("plain-deal-yours" if standing.deal.to == mirror.seat else "plain-deal-theirs")


def verdict_lines(game: Game, standing: Standing) -> Iterator[str]:
    for pledge, verdict in zip(pledges_of(standing.deal), standing.verdicts, strict=True):
        if verdict is not None:
            message = "plain-deal-kept" if verdict else "plain-deal-broken"
            yield t(message, promise=promise_label(game, pledge.promise))
