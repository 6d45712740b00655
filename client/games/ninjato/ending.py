"""What a game has come to: honor in its course and by where it came from, and how the raids ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from client.games.ninjato import names
from client.seat.news import Heard
from client.table.ending import Battle, Ending
from client.texts import t
from core.games.ninjato import events as e
from core.games.ninjato.view import View
from core.kinds import Event, Seat


def ending_of(story: Iterable[Heard], view: View) -> Ending:
    """Sum up a whole game."""
    events = [event for heard in story for event in heard.events]
    honor = {seat: view.honor[seat] for seat in view.seats}
    course, sources, raids = course_of(events, view), sources_of(events), raids_in(events)
    return Ending(view.winners, honor, course, sources, raids, tie_of(view))


def tie_of(view: View) -> str:
    """Say that envoys decided, by number or by age, where honor did not (NJ-19.11)."""
    most = max(view.honor[seat] for seat in view.seats)
    first = [seat for seat in view.seats if view.honor[seat] == most]
    if len(first) == len(view.winners) or not view.winners:
        return ""
    numbers = sorted(len(view.envoys[seat]) for seat in first)
    return t("end-tie-envoys" if numbers[-1] > numbers[-2] else "end-tie-oldest")


def changes_in(event: Event) -> list[tuple[Seat, int, str]]:
    """List whose honor an event changed, by how much, and why."""
    if isinstance(event, e.EnvoyWon):
        return [(event.seat, event.honor, t("source-palace"))]
    if isinstance(event, e.RumorBought):
        return [(event.seat, event.honor, t("source-pavilion"))]
    if isinstance(event, e.ClanHonored):
        return [(event.seat, event.honor, t("source-awards"))]
    if isinstance(event, e.FinalScore):
        rumors = [(honor, names.rumor_kind(kind)) for kind, honor in enumerate(event.rumors)]
        rest = [(event.treasures, t("source-treasures")), (event.elites, t("source-elites"))]
        return [(event.seat, honor, source) for honor, source in (*rumors, *rest) if honor]
    return []


def course_of(events: list[Event], view: View) -> dict[Seat, list[int]]:
    """Give everybody's honor after each change of anybody's."""
    course: dict[Seat, list[int]] = {seat: [0] for seat in view.seats}
    for event in events:
        for changed, honor, _ in changes_in(event):
            for seat, row in course.items():
                row.append(row[-1] + honor * (seat == changed))
    return course


def sources_of(events: list[Event]) -> dict[Seat, Counter[str]]:
    sums: dict[Seat, Counter[str]] = {}
    for event in events:
        for seat, honor, source in changes_in(event):
            sums.setdefault(seat, Counter())[source] += honor
    return sums


def raids_in(events: list[Event]) -> list[Battle]:
    """Sum up the raids of each house: who brought home what."""
    raids: list[Battle] = []
    for event in events:
        if isinstance(event, (e.HouseEmptied, e.HouseLeft)):
            brought = names.treasures(event.kept) or t("raid-nothing")
            winner = event.seat if isinstance(event, e.HouseEmptied) else None
            raids.append(Battle(names.area(event.house), [(event.seat, brought)], winner))
        elif isinstance(event, e.RaidFailed):
            raids.append(Battle(names.area(event.house), [(event.seat, t("raid-lost"))], None))
        elif isinstance(event, e.TreasureSaved) and raids:
            saved = t("raid-saved", treasure=names.treasure(event.kept))
            raids[-1] = raids[-1]._replace(bids=[(event.seat, saved)])
    return raids
