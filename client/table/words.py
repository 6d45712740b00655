"""A table in words: what is asked of whom, who has sealed an answer, who sits where on which terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from client.harmless import harmless
from client.table.scene import Scene, Seals
from client.table.sentences import game_title, seat_title
from client.texts import t
from core.catalog import game_named
from core.decisions import Decision
from core.game import Game
from core.kinds import Seat
from protocol.entries import Door
from protocol.messages import SeatInfo, TableInfo, TableState
from protocol.pace import Bank, Pace, PerDecision, Terms, write_span
from protocol.round import RoundStage

AskWords: TypeAlias = Callable[[Any, Decision], str]
"""Of a view and a question: what is asked."""

STATES = {
    TableState.OVER: "prompt-over",
    TableState.FROZEN: "prompt-frozen",
}


def prompt_of(scene: Scene, ask_words: AskWords, *, is_mine: bool, trail: tuple[str, ...]) -> tuple[str, str]:
    """Say what is asked, and what is worth remarking about it."""
    decision = scene.decision
    if is_mine and decision is not None:
        asked = t("prompt-trail", trail=" · ".join(trail)) if trail else ask_words(scene.view, decision)
        return asked, decision.rule
    if scene.seals is not None:
        return round_words(scene, scene.seals), ""
    if scene.info.state is TableState.OPEN:
        return open_words(scene), ""
    if scene.info.state in STATES:
        return t(STATES[scene.info.state]), ""
    others = [seat for seat in scene.waited_for if seat != scene.seat]
    if others:
        return t("prompt-waiting", who=waited_words(scene, others)), ""
    return t("prompt-answered" if scene.waited_for else "prompt-nobody"), ""


def waited_words(scene: Scene, seats: Iterable[Seat]) -> str:
    """Name who is waited for, and say who of them is not there."""
    away = {row.seat for row in scene.info.seats if row.player and not row.is_present}
    return ", ".join(
        t("prompt-away", who=clans(scene, [seat])) if seat in away else clans(scene, [seat]) for seat in seats
    )


def open_words(scene: Scene) -> str:
    """Say what is missing before the game begins: players, or that they are ready."""
    free = [row.seat for row in scene.info.seats if not row.player]
    late = [row.seat for row in scene.info.seats if row.player and not row.is_ready]
    if free:
        return t("prompt-open-free", seats=clans(scene, free))
    return t("prompt-open-ready", who=clans(scene, late)) if late else t("prompt-open")


def round_words(scene: Scene, seals: Seals) -> str:
    """Say how far a sealed round is."""
    if seals.stage is RoundStage.SET:
        return t("prompt-set")
    if seals.stage is RoundStage.CERTIFIED:
        return t("prompt-certified")
    if seals.is_chance:
        return t("prompt-chance")
    if not scene.has_sealed:
        return t("prompt-choices")
    return t("prompt-can-change" if scene.can_reseal else "prompt-own-seal")


def sealed_words(scene: Scene) -> tuple[str, ...]:
    """Say who has sealed and who is missing, while all seal: by names, and in letters."""
    if scene.seals is None or scene.seals.stage is not RoundStage.OPEN:
        return ()
    parts = scene.seals.done, scene.seals.missing
    return tuple(sealed_form(*(clans(scene, seats, form) for seats in parts)) for form in ("", ".letter"))


def sealed_form(done: str, missing: str) -> str:
    return t("prompt-sealed", done=done or t("prompt-all"), missing=missing or t("prompt-all"))


def people_words(scene: Scene, old: TableInfo) -> Iterator[str]:
    """Tell who of the others has come, gone or is ready since; bots do nothing of that."""
    if scene.info.state is TableState.OVER:
        return
    others = {row.seat: row for row in old.seats if row.player and row.seat != scene.seat}
    for now in scene.info.seats:
        before = others.get(now.seat)
        if before is not None and before.key == now.key and not now.is_bot:
            is_open = scene.info.state is TableState.OPEN
            yield from seat_changes(scene.game, before, now, is_open=is_open)


def seat_changes(game: Game, before: SeatInfo, now: SeatInfo, *, is_open: bool) -> Iterator[str]:
    who: dict[str, str] = {"player": now.player, "seat": seat_title(game, now.seat)}
    if before.is_present and not now.is_present:
        yield t("plain-now-gone", **who)
    elif now.is_present and not before.is_present:
        yield t("plain-now-here", **who)
    if is_open and now.is_ready and not before.is_ready:
        yield t("plain-now-ready", **who)
    if now.is_overdue and not before.is_overdue:
        yield t("plain-now-overdue", **who)


def clans(scene: Scene, seats: Iterable[Seat], form: str = "") -> str:
    return ", ".join(t(f"clan-{scene.game.seat_names[seat]}{form}") for seat in seats)


def info_lines(scene: Scene) -> Iterator[str]:
    """Tell who sits at the table and what all have agreed to."""
    info = scene.info
    yield t("info-table", table=info.table, game=game_title(info.game))
    if scene.code:
        yield t("info-code", code=scene.code)
    for row in info.seats:
        yield t("info-seat", seat=clans(scene, [row.seat]), player=", ".join(facts_of(scene, row)))
    if info.options:
        yield t("info-options", options=", ".join(f"{name} {value}" for name, value in info.options))
    yield t("info-terms", terms=terms_of(info.terms))
    if info.spectators:
        yield t("info-spectators", number=info.spectators)


def facts_of(scene: Scene, row: SeatInfo) -> Iterator[str]:
    yield harmless(row.player) or t("info-free")
    if row.seat == scene.seat:
        yield t("you")
    if row.is_bot:
        yield t("bot")
    if row.door is not Door.OWN:
        yield t(f"door-{row.door.value}")
    if scene.info.state is TableState.OPEN and row.is_ready:
        yield t("info-ready")
    if row.player and not row.is_present:
        yield t("info-away")
    if row.is_replaced:
        yield t("info-replaced")


# Terms ---------------------------------------------------------------------------------------


def settings_of(info: TableInfo) -> str:
    """Say in a line what somebody who sits down would agree to."""
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


def duration(milliseconds: int) -> str:
    """Write a time as one says it, with the two largest units."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    units = [(days, "d"), (hours, "h"), (minutes, "m"), (seconds, "s")]
    used = [f"{number}{unit}" for number, unit in units if number]
    return " ".join(used[:2]) or "0s"
