"""A table in words: what is asked of whom, who has sealed an answer, who sits where on which terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, TypeAlias

from client.harmless import harmless
from client.table.menu import Menu
from client.table.rulebook import rule_name
from client.table.scene import Scene, Seals
from client.table.wording import game_title, seat_title
from client.texts import has_text, t
from core.catalog import game_named
from core.decisions import Decision
from core.game import Game
from core.kinds import Seat
from core.temperaments import temperament_at
from protocol.entries import Door
from protocol.identity import BadKeyError, PublicKey
from protocol.messages import SeatInfo, TableInfo, TableState
from protocol.pace import Bank, Pace, PerDecision, Terms, write_span
from protocol.round import RoundStage

AskWords: TypeAlias = Callable[[Any, Decision], str]
"""From a view and a question: what is asked."""

STATES = {
    TableState.OVER: "prompt-over",
    TableState.FROZEN: "prompt-frozen",
}


def prompt_of(scene: Scene, ask_words: AskWords, *, is_mine: bool, menu: Menu | None) -> tuple[str, str]:
    """Say what is asked, and what is worth remarking about it."""
    decision = scene.decision
    if is_mine and decision is not None:
        asked = next_words(menu) if menu is not None and menu.trail else ask_words(scene.view, decision)
        return asked, rule_name(decision.rule)
    if scene.seals is not None:
        return round_words(scene, scene.seals), ""
    if scene.info.state is TableState.OPEN:
        return open_words(scene), ""
    if scene.info.state in STATES:
        return t(STATES[scene.info.state]), ""
    others = [seat for seat in scene.waited_for if seat != scene.seat]
    if others:
        return waiting_words(scene, others), ""
    return t("prompt-answered" if scene.waited_for else "prompt-nobody"), ""


def next_words(menu: Menu) -> str:
    """Say what is asked next on the way to an answer, or else what has been settled."""
    return menu.asks or t("prompt-trail", trail=" · ".join(stage.label for stage in menu.trail))


def waiting_words(scene: Scene, seats: list[Seat]) -> str:
    """Say that the table waits for people, or that bots are thinking."""
    if bots_playing(scene.info).issuperset(seats):
        return t("prompt-thinking", who=clans(scene, seats), number=len(seats))
    return t("prompt-waiting", who=waited_words(scene, seats))


def bots_playing(info: TableInfo) -> set[Seat]:
    return {row.seat for row in info.seats if row.is_bot or row.is_replaced}


def waited_words(scene: Scene, seats: Iterable[Seat]) -> str:
    """Name who is waited for, and say which of them are not there."""
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
    """Say who has sealed and who is missing, while everybody seals: by names, and in letters."""
    if scene.seals is None or scene.seals.stage is not RoundStage.OPEN:
        return ()
    parts = scene.seals.done, scene.seals.missing
    return tuple(sealed_form(*(clans(scene, seats, form) for seats in parts)) for form in ("", ".letter"))


def sealed_form(done: str, missing: str) -> str:
    return t("prompt-sealed", done=done or t("prompt-all"), missing=missing or t("prompt-all"))


def people_words(scene: Scene, old: TableInfo) -> Iterator[str]:
    """Tell which of the others have come, gone or become ready; bots do none of that."""
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
    """Tell who sits at the table and what everybody has agreed to."""
    info = scene.info
    yield t("info-table", table=info.table, game=game_title(info.game))
    if scene.code:
        yield t("info-code", code=scene.code)
    for row in info.seats:
        yield t("info-seat", seat=clans(scene, [row.seat]), player=", ".join(facts_of(scene, row)))
    yield from key_lines(scene)
    if info.options:
        yield options_of(info)
    yield t("info-terms", terms=terms_of(info.terms))
    if info.spectators:
        yield t("info-spectators", number=info.spectators)


def options_of(info: TableInfo) -> str:
    """Name what was agreed before the game."""
    named = ((f"option-{name}", f"option-{name}-{value}", name, value) for name, value in info.options)
    words = (
        (t(option), t(chosen)) if has_text(option) and has_text(chosen) else (name, value)
        for option, chosen, name, value in named
    )
    return "; ".join(t("option-is", option=option, value=value) for option, value in words)


def key_lines(scene: Scene) -> Iterator[str]:
    """Tell by which keys the others are known, and what that is good for."""
    people = [row for row in scene.info.seats if row.key and not row.is_bot and row.seat != scene.seat]
    for row in people:
        with suppress(BadKeyError):  # what a host says of a seat may be anything
            yield t("info-key", player=harmless(row.player), key=PublicKey.load(row.key).fingerprint)
    if people:
        yield t("info-keys")


def facts_of(scene: Scene, row: SeatInfo) -> Iterator[str]:
    yield harmless(row.player) or t("info-free")
    if row.seat == scene.seat:
        yield t("you")
    if row.is_bot:
        yield t("bot")
        yield temperament_words(scene, row.seat)
    if row.door is not Door.OWN:
        yield t(f"door-{row.door.value}")
    if scene.info.state is TableState.OPEN and row.is_ready:
        yield t("info-ready")
    if row.player and not row.is_present:
        yield t("info-away")
    if row.is_replaced:
        yield t("info-replaced")


def temperament_words(scene: Scene, seat: Seat) -> str:
    """Say what a bot in this seat is like; it was drawn with the table."""
    return t(f"temperament-{temperament_at(scene.game_id, seat)}")


# Terms ---------------------------------------------------------------------------------------


def settings_of(info: TableInfo) -> str:
    """Say in a line what somebody who sits down would agree to."""
    game = game_named(info.game)
    seats = ", ".join(seat_title(game, row.seat) for row in info.seats)
    what = {"game": game_title(info.game), "seats": seats, "terms": terms_of(info.terms)}
    options = options_of(info)
    return t("terms-line-options", options=options, **what) if options else t("terms-line", **what)


def terms_of(terms: Terms) -> str:
    absence = t(f"terms-{terms.absence.value}", grace=span_words(terms.grace))
    message = "terms-own-machines" if terms.own_machines else "terms-pace"
    return t(message, pace=pace_words(terms.pace), absence=absence)


def pace_words(pace: Pace) -> str:
    if isinstance(pace, PerDecision):
        return t("terms-per-decision", time=span_words(pace.seconds))
    if isinstance(pace, Bank):
        return t("terms-bank", time=span_words(pace.seconds), more=span_words(pace.increment))
    return t("terms-no-clock")


def span_words(seconds: int) -> str:
    """Say a length of time in the longest unit that gives a whole number."""
    span = write_span(seconds)
    return t(f"time-{span[-1]}", number=int(span[:-1]))


def duration(milliseconds: int) -> str:
    """Write a time as people say it, with the two largest units."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    units = [(days, "d"), (hours, "h"), (minutes, "m"), (seconds, "s")]
    used = [t(f"time-{unit}", number=number) for number, unit in units if number]
    if len(used) > 1:
        return t("time-two", larger=used[0], smaller=used[1])
    return used[0] if used else t("time-s", number=0)
