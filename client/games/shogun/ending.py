"""What a game has come to: points by year and by where they came from, and all battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from client.games.shogun import names
from client.seat.news import Heard
from client.table.ending import Battle, Ending
from client.texts import t
from core.games.shogun import events as e
from core.games.shogun.view import View
from core.kinds import Event, Seat

ENDS = (e.ProvinceTaken, e.ProvinceHeld, e.BattleTied)


def ending_of(story: Iterable[Heard], view: View) -> Ending:
    """Sum up a whole game."""
    events = [event for heard in story for event in heard.events]
    points = {seat: view.vp[seat] for seat in view.seats}
    course, sources, battles = course_of(events, view), sources_of(events), battles_in(events)
    return Ending(view.winners, points, course, sources, battles, tie_of(view))


def tie_of(view: View) -> str:
    """Say that chests decided, where points did not (SG-19.8)."""
    first = [seat for seat in view.seats if view.vp[seat] == max(view.vp[seat] for seat in view.seats)]
    if len(first) == len(view.winners) or not view.winners:
        return ""
    return t("end-tie-shogun", chests=view.chests[view.winners[0]])


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
        elif isinstance(event, ENDS) and is_open:
            winner = None if isinstance(event, e.BattleTied) else event.seat
            battles[-1] = battles[-1]._replace(winner=winner, outcome=outcome_of(event))
            is_open = False
    return battles


def outcome_of(event: e.ProvinceTaken | e.ProvinceHeld | e.BattleTied) -> str:
    if isinstance(event, e.BattleTied):
        return t("fight-tied")
    kind = "fight-taken" if isinstance(event, e.ProvinceTaken) else "fight-held"
    return t(kind, clan=names.clan(event.seat), armies=event.armies)
