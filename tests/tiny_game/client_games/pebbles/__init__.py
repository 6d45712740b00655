"""Pebbles as the client knows it, all in one file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Any, Final

from client.seat.news import Heard
from client.table.cards import Card
from client.table.emblem import disc
from client.table.ending import Change, Ending, Source, course_of, sources_of
from client.table.face import Face
from client.table.menu import Option, Stage
from client.table.wording import Wording, naming, several
from client.texts import t
from core.catalog import game_named
from core.decisions import ChooseOne, Decision
from core.kinds import Choice, Event, Seat

GAME: Final = game_named("pebbles")
seat_name = naming("clan", GAME.seat_names)


def fists(shown: Iterable[tuple[Seat, int]]) -> str:
    return ", ".join(t("pb-fist", who=seat_name(seat), pebbles=number) for seat, number in shown)


WORDING: Final = Wording(
    "pb",
    {
        **dict.fromkeys(("seat", "victim"), seat_name),
        "fists": fists,
        "winners": several(seat_name),
    },
    extras={},
    variants={},
)


def moment(view: Any) -> str:
    return t("pb-over") if view.winners else t("pb-round", round=view.round)


def holdings(view: Any) -> Iterator[str]:
    for seat in view.seats:
        yield t("pb-points", who=seat_name(seat), points=view.points[seat])


def look(view: Any) -> Iterator[str]:
    yield moment(view)
    yield from holdings(view)


def options_of(_view: Any, decision: Decision) -> tuple[Option, ...]:
    assert isinstance(decision, ChooseOne)
    return tuple(map(option_of, decision.options))


def option_of(choice: Choice) -> Option:
    seat = getattr(choice, "seat", None)
    words = t("pb-option-hide", line=GAME.line_of(choice))
    if seat is not None:
        words = t("pb-option-rob", who=seat_name(seat))
    return Option(choice, words, (Stage(choice, words),), () if seat is None else (seat,))


def ending_of(_story: Iterable[Heard], view: Any) -> Ending:
    points = {seat: view.points[seat] for seat in view.seats}
    changes = [Change(seat, number, Source(t("pb-source"))) for seat, number in points.items()]
    return Ending(view.winners, points, course_of(changes, points), sources_of(changes), [])


def rule_of(event: Event) -> str:
    return {"FistsOpened": "PB-1.2", "PointTaken": "PB-1.3"}.get(type(event).__name__, "PB-1.4")


def board() -> object:
    from .board import BOARD  # noqa: PLC0415 (only the screen needs Textual)

    return BOARD


FACE: Final = Face(
    wording=WORDING,
    place_name=seat_name,
    promised={},
    credits=lambda: [t("pb-credits")],
    lesson=files(__name__).joinpath("lesson.toml"),
    emblem=(disc("#c9c2b2", 24, 14, 9),),
    moment=moment,
    holdings=holdings,
    look=look,
    options_of=options_of,
    answer_words=GAME.line_of,
    warning_about=lambda _view, choice: (GAME.line_of(choice), ""),
    rule_of=rule_of,
    slow=(),
    ending_of=ending_of,
    cards=lambda _: [Card("Fist", "", (t("pb-credits"),))],
    board=board,
)
