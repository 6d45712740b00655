"""The results of each part of a game: the points and their sources, its battles, its promises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from client.harmless import harmless
from client.seat.news import Heard
from client.table.ending import Contest, Ending, Sheet, Source, in_order, ranked
from client.table.face import Face
from client.table.sentences import event_sentence
from client.table.undo import standing
from client.table.wording import addressed, listed, seat_title
from client.texts import t
from core.deals import Pledge, PromiseBroken, PromiseKept, verdict_on
from core.game import Game
from core.kinds import Event, Seat, Viewer
from protocol.entries import Began

VERDICTS: Final = (PromiseKept, PromiseBroken)

# From what was told ------------------------------------------------------------------------------


def sheets_of(face: Face, game: Game, story: Iterable[Heard], view: Any, viewer: Viewer) -> list[Sheet]:
    """Return a sheet for each finished part, and one for the part under way; none without the beginning."""
    events = events_since_beginning(story)
    if events is None or view is None:
        return []
    sheets, points, so_far = [], Counter[Seat](dict.fromkeys(view.seats, 0)), list[Event]()
    for title, part in parts_of(face, events):
        so_far += part
        ending = face.ending_of([Heard(0, 0, Began(), part)], view)
        for seat, sums in ending.sources.items():
            points[seat] += sum(sums.values())
        seats = tuple(sorted(points, key=lambda seat: -points[seat]))
        promises = promises_in(game, part, viewer)
        to_come = dict(face.to_come(so_far))
        sheets.append(Sheet(title, seats, dict(points), ending.sources, ending.battles, promises, to_come))
    return sheets


def events_since_beginning(story: Iterable[Heard]) -> list[Event] | None:
    """Return everything that happened and still stands; None if a story has no beginning, as in a lesson."""
    told = standing(story)
    has_begun = any(isinstance(heard.entry, Began) for heard in told)
    return [event for heard in told for event in heard.events] if has_begun else None


def in_its_part(face: Face, game: Game, heard: Heard) -> Heard:
    """Tell verdicts on promises in the part of a game that decided them: the table tells them last of all."""
    ends = [place for place, event in enumerate(heard.events) if face.part_ended(event)]
    if not ends:
        return heard

    def place_of(numbered: tuple[int, Event]) -> tuple[int, bool]:
        place, event = numbered
        if not isinstance(event, VERDICTS):
            return place, True
        decided = deciding(game, event, heard.events)
        return next((end for end in ends if end >= decided), place), False

    ordered = sorted(enumerate(heard.events), key=place_of)
    return heard._replace(events=[event for _, event in ordered])


def deciding(game: Game, verdict: PromiseKept | PromiseBroken, events: Sequence[Event]) -> int:
    """Return the place of the event that kept or broke a promise; behind the last, if none of them did."""
    pledge = Pledge(verdict.seat, verdict.to, verdict.promise)
    public = ((place, event.seen_by(None)) for place, event in enumerate(events))
    decided = (
        place
        for place, seen in public
        if seen is not None and verdict_on(game.promises, pledge, [seen]) is not None
    )
    return next(decided, len(events))


def parts_of(face: Face, events: Iterable[Event]) -> Iterator[tuple[str, list[Event]]]:
    part: list[Event] = []
    for event in events:
        part.append(event)
        if title := face.part_ended(event):
            yield title, part
            part = []
    yield t("sheet-under-way"), part


def promises_in(game: Game, events: Iterable[Event], viewer: Viewer) -> list[str]:
    judged = (event for event in events if isinstance(event, VERDICTS))
    return [harmless(event_sentence(game, event, viewer)) for event in judged]


# In lines ----------------------------------------------------------------------------------------


def sheet_lines(game: Game, sheet: Sheet, viewer: Viewer) -> Iterator[str]:
    """Say a sheet to a viewer in a few lines."""
    if any(sheet.points.values()):
        yield t("sheet-head", title=sheet.title)
        yield from standing_lines(game, viewer, sheet.seats, sheet.points, sheet.sources)
    else:
        yield t("sheet-head-no-points", title=sheet.title)
    yield from (f"  {battle_line(game, battle, viewer)}" for battle in sheet.battles)
    yield from (f"  {promise}" for promise in sheet.promises)
    if sheet.to_come:
        yield f"  {to_come_head(game)}"
        yield from (f"  {side_of(game, seat, words, viewer)}" for seat, words in sheet.to_come.items())


def to_come_head(game: Game) -> str:
    return t(f"sheet-to-come-{game.name}")


def end_lines(game: Game, ending: Ending, viewer: Viewer) -> Iterator[str]:
    """Say who has how many points at the end, and from where."""
    return standing_lines(game, viewer, ranked(ending), ending.points, ending.sources)


def standing_lines(
    game: Game,
    viewer: Viewer,
    seats: Iterable[Seat],
    points: dict[Seat, int],
    sources: dict[Seat, Counter[Source]],
) -> Iterator[str]:
    for seat in seats:
        who, is_own = seat_title(game, seat), seat == viewer
        gains = sources.get(seat, Counter[Source]())
        parts = [
            t("sheet-source", source=source.name, points=gains[source])
            for source in in_order(gains)
            if gains[source]
        ]
        if parts:
            message = addressed("sheet-gains", is_own=is_own)
            yield t(message, who=who, points=points[seat], gains=listed(parts))
        else:
            yield t(addressed("sheet-no-gains", is_own=is_own), who=who, points=points[seat])


def side_of(game: Game, seat: Seat, words: str, viewer: Viewer) -> str:
    return t(addressed("sheet-side", is_own=seat == viewer), who=seat_title(game, seat), bid=words)


def battle_line(game: Game, battle: Contest, viewer: Viewer) -> str:
    bids = "; ".join(side_of(game, seat, bid, viewer) for seat, bid in battle.bids)
    outcome = outcome_of(game, battle, viewer)
    if not bids:
        return t("sheet-battle-outcome", place=battle.place, outcome=outcome)
    if not outcome:
        return t("sheet-battle-bids", place=battle.place, bids=bids)
    return t("sheet-battle", place=battle.place, bids=bids, outcome=outcome)


def outcome_of(game: Game, battle: Contest, viewer: Viewer) -> str:
    if battle.outcome or battle.winner is None:
        return battle.outcome
    message = addressed("sheet-winner", is_own=battle.winner == viewer)
    return t(message, who=seat_title(game, battle.winner))
