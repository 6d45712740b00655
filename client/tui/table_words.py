"""A table in words: what is asked of whom, who has sealed an answer, who sits where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from client.log.settings import terms_of
from client.log.table import game_title
from client.texts import t
from client.tui.scene import Scene
from core.records import Seat
from protocol.messages import SeatInfo, TableState

STATES = {
    TableState.OPEN: "prompt-open",
    TableState.OVER: "prompt-over",
    TableState.FROZEN: "prompt-frozen",
}


def prompt_of(scene: Scene, *, is_mine: bool, trail: tuple[str, ...]) -> tuple[str, str]:
    """Say what is asked, and what is worth remarking about it."""
    decision = scene.decision
    if is_mine and decision is not None:
        asked = t("prompt-trail", trail=" · ".join(trail)) if trail else t(f"ask-{decision.prompt}")
        return asked, decision.rule
    if scene.info.state in STATES:
        return t(STATES[scene.info.state]), ""
    waiting = scene.view.to_act if scene.view is not None else ()
    return (t("prompt-waiting", who=clans(scene, waiting)), "") if waiting else (t("prompt-nobody"), "")


def sealed_words(scene: Scene, *, is_short: bool) -> str:
    """Say who has sealed an answer and who is missing, while several are asked at once."""
    if scene.view is None or not scene.view.sealed:
        return ""
    missing = [seat for seat in scene.view.to_act if seat not in scene.view.sealed]
    form = ".letter" if is_short else ""
    absent = clans(scene, missing, form) or t("prompt-all")
    return t("prompt-sealed", done=clans(scene, scene.view.sealed, form), missing=absent)


def clans(scene: Scene, seats: Iterable[Seat], form: str = "") -> str:
    return ", ".join(t(f"clan-{scene.game.seat_names[seat]}{form}") for seat in seats)


def info_lines(scene: Scene, code: str = "") -> Iterator[str]:
    """Tell who sits at the table and what all have agreed to."""
    info = scene.info
    yield t("info-table", table=info.table, game=game_title(info.game))
    if code:
        yield t("info-code", code=code)
    for row in info.seats:
        yield t("info-seat", seat=clans(scene, [row.seat]), player=", ".join(facts_of(scene, row)))
    if info.options:
        yield t("info-options", options=", ".join(f"{name} {value}" for name, value in info.options))
    yield t("info-terms", terms=terms_of(info.terms))
    if info.spectators:
        yield t("info-spectators", number=info.spectators)


def facts_of(scene: Scene, row: SeatInfo) -> Iterator[str]:
    yield row.player or t("info-free")
    if row.seat == scene.seat:
        yield t("you")
    if row.is_bot:
        yield t("bot")
    if scene.info.state is TableState.OPEN and row.is_ready:
        yield t("info-ready")
    if row.player and not row.is_present:
        yield t("info-away")
    if row.is_replaced:
        yield t("info-replaced")
