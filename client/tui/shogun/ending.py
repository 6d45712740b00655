"""What a game has come to: points by year and by where they came from, and all battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from client.mirror import Heard
from client.texts import t
from client.tui.ending import Battle, Ending
from client.tui.shogun import names
from core.games.shogun import events as e
from core.games.shogun.view import View
from core.records import Event, Seat


def ending_of(story: Iterable[Heard], view: View) -> Ending:
    """Sum up a whole game."""
    events = [event for heard in story for event in heard.events]
    points = {seat: view.vp[seat] for seat in view.seats}
    return Ending(view.winners, points, course_of(events, view), sources_of(events), battles_in(events))


def course_of(events: list[Event], view: View) -> dict[Seat, list[int]]:
    """Give everybody's points before and after each winter."""
    course: dict[Seat, list[int]] = {seat: [0] for seat in view.seats}
    for event in events:
        if isinstance(event, e.YearScored) and event.seat in course:
            gained = event.provinces + event.buildings + event.majorities
            course[event.seat].append(course[event.seat][-1] + gained)
    return course


def sources_of(events: list[Event]) -> dict[Seat, Counter[str]]:
    sums: dict[Seat, Counter[str]] = {}
    year = 1
    for event in events:
        if isinstance(event, e.WinterBegan):
            year = event.year
        elif isinstance(event, e.YearScored):
            parts = {
                t("source-provinces", year=year): event.provinces,
                t("source-buildings", year=year): event.buildings,
                t("source-majorities", year=year): event.majorities,
            }
            sums.setdefault(event.seat, Counter()).update(parts)
    return sums


def battles_in(events: list[Event]) -> list[Battle]:
    """List the battles between players: who came with how many, and who has the province then."""
    battles: list[Battle] = []
    is_open = False
    for event in events:
        if isinstance(event, e.BattleBegan):
            is_open = event.defender >= 0
            if is_open:
                sides = [(event.seat, str(event.armies)), (event.defender, str(event.defenders))]
                battles.append(Battle(names.province(event.province), sides, None))
        elif isinstance(event, (e.ProvinceTaken, e.ProvinceHeld)) and is_open:
            battles[-1] = battles[-1]._replace(winner=event.seat)
            is_open = False
    return battles
