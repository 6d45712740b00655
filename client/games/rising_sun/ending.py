"""What a game has come to: points in its course and by where they came from, and the bids of all battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from client.games.rising_sun import names
from client.games.rising_sun.secrets import bid_words
from client.seat.news import Heard
from client.table.ending import Battle, Ending
from client.texts import t
from core.games.rising_sun import events as e
from core.games.rising_sun.board import SEASONS
from core.games.rising_sun.cards import NAMES
from core.games.rising_sun.view import View
from core.kinds import Event, Seat

SOURCES = ("income", "hostages", "harvest", "summon", "seppuku", "hostage", "poets")


def ending_of(story: Iterable[Heard], view: View) -> Ending:
    """Sum up a whole game."""
    events = [event for heard in story for event in heard.events]
    return Ending(
        view.winners,
        dict(enumerate(view.vp)),
        course_of(events, view),
        sources_of(events),
        battles_in(events),
    )


def changes_in(event: Event) -> list[tuple[Seat, int, str]]:
    """List whose points an event changed, by how much, and why."""
    if isinstance(event, e.VpGained):
        return [(event.seat, event.vp, source_words(event.source))]
    if isinstance(event, e.Taken) and event.vp:
        return [(event.victim, -event.vp, t("source-stolen"))]
    if isinstance(event, e.WinterScored):
        parts = (
            ("source-forms", event.cards),
            ("source-tokens", event.tokens),
            ("source-set", event.province_set),
        )
        return [(event.seat, vp, t(source)) for source, vp in parts if vp]
    return []


def source_words(source: str) -> str:
    if source in SOURCES:
        return t(f"source-{source}")
    return t(f"card-{source}") if source in NAMES else t(f"kami-{source}")


def course_of(events: list[Event], view: View) -> dict[Seat, list[int]]:
    """Give everybody's points after each change of anybody's."""
    course: dict[Seat, list[int]] = {seat: [0] for seat in view.seats}
    for event in events:
        for changed, vp, _ in changes_in(event):
            for seat, points in course.items():
                points.append(points[-1] + vp * (seat == changed))
    return course


def sources_of(events: list[Event]) -> dict[Seat, Counter[str]]:
    sums: dict[Seat, Counter[str]] = {}
    for event in events:
        for seat, vp, source in changes_in(event):
            sums.setdefault(seat, Counter())[source] += vp
    return sums


def battles_in(events: list[Event]) -> list[Battle]:
    battles: list[Battle] = []
    season = ""
    for event in events:
        if isinstance(event, e.SeasonBegan):
            season = t(f"season-{SEASONS[event.season]}")
        elif isinstance(event, e.BattleBegan):
            battles.append(Battle(names.province(event.province), [], None, when=season))
        elif isinstance(event, e.BidsRevealed) and battles:
            battles[-1].bids.extend((seat, bid_words(bid)) for seat, bid in event.bids)
        elif isinstance(event, e.BattleWon) and battles:
            battles[-1] = battles[-1]._replace(winner=event.seat)
    return battles
