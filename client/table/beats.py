"""How news is told: piece by piece, at the pace the player likes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from client.local.settings import Pace
from client.seat.news import Heard
from client.table.errands import LogLine
from client.table.face import Face, concerns_closely
from client.table.scene import Scene
from client.table.sentences import event_in_brief, event_sentence, sentences_of
from client.texts import t
from core.kinds import Event
from protocol.entries import Answered, Began, Chose, Offered, Said

SLOW: Final = 1.25
LIGHT: Final = 1.0
GLIMPSE: Final = 0.2
"""For the moments on the way to a slow event, which nobody has to confirm."""
NONE: Final = 0.0
ONE_MORE: Final = 0.35
"""For each further line of a beat."""

FACTORS: Final[dict[Pace, float]] = {"step": 0.4, "calm": 1.8, "brisk": 0.8, "instant": 0.0}
UNHURRIED: Final = 20
"""With more lines than this waiting, those between battles get less and less time."""
FAR_BEHIND: Final = 200
"""A player this far behind wants to get there, not to be told how it happened."""


class Beat(NamedTuple):
    """One thing to tell: its lines, its events, and the table after it, if that has changed."""

    lines: list[LogLine]
    events: list[Event]
    scene: Scene | None
    weight: float
    begins: Heard | None = None  # what it is the first beat of
    places: frozenset[int] = frozenset()  # where on the map it happens
    stays: bool = False  # until we go on: our own battle is over, somebody harms us, a part has ended

    @property
    def begins_game(self) -> bool:
        """Whether it includes the set-up, and everything before it if a game continues another one."""
        return self.begins is not None and isinstance(self.begins.entry, Began)


def is_talk(heard: Heard) -> bool:
    """Say whether this is told at once and beside the game."""
    return isinstance(heard.entry, (Said, Offered, Answered)) and not heard.events


def beats_of(face: Face, heard: Heard, scene: Scene) -> Iterator[Beat]:
    """Cut news into what is told at one time."""
    first, *others = _cut(face, heard, scene)
    yield first._replace(begins=heard)
    yield from others


def _cut(face: Face, heard: Heard, scene: Scene) -> Iterator[Beat]:
    weights = [weight_of(face, event) for event in heard.events]
    if isinstance(heard.entry, Began):
        yield Beat(lines_of(face, heard, scene), heard.events, scene, NONE)
        return
    if not any(weights):
        own = isinstance(heard.entry, Chose) and heard.entry.seat == scene.seat
        weight = LIGHT if heard.events and not own else NONE
        yield _beat(face, lines_of(face, heard, scene), heard.events, scene, weight)
        return
    last = len(weights) - 1
    for place, (event, weight) in enumerate(zip(heard.events, weights, strict=True)):
        yield from _glimpses(face, event)
        beat = _beat(face, _told(face, event, scene), [event], scene, weight)
        yield beat if place == last else beat._replace(scene=None)


def _beat(face: Face, lines: list[LogLine], events: list[Event], scene: Scene, weight: float) -> Beat:
    places = frozenset(place for event in events for place in face.places_of(event))
    stays = any(concerns_closely(face, event, scene.seat) for event in events)
    return Beat(lines, events, scene, weight, places=places, stays=stays)


def weight_of(face: Face, event: Event) -> float:
    """Return how long an event should be seen by a player who likes to see it."""
    return face.weights.get(type(event), SLOW if face.is_told_slowly(event) else NONE)


def _glimpses(face: Face, event: Event) -> Iterator[Beat]:
    return (Beat([], [moment], None, GLIMPSE) for moment in face.unfold(event))


def lines_of(face: Face, heard: Heard, scene: Scene) -> list[LogLine]:
    """Return all lines of something that happened, with the rules behind them."""
    if isinstance(heard.entry, Said):
        return []
    sentences = sentences_of(scene.game, heard, scene.seat)
    if isinstance(heard.entry, Began) and scene.code:
        sentences.append(t("log-code", code=scene.code))
    told = {line.sentence: line for event in heard.events for line in _told(face, event, scene)}
    return [told.get(sentence) or LogLine(sentence) for sentence in sentences]


def story_lines(face: Face, story: Iterable[Heard], scene: Scene) -> Iterator[str]:
    """Tell a whole story, however much of it the log still shows."""
    return (line.sentence for heard in story for line in lines_of(face, heard, scene))


def _told(face: Face, event: Event, scene: Scene) -> list[LogLine]:
    sentence = event_sentence(scene.game, event, scene.seat)
    brief = event_in_brief(scene.game, event, scene.seat)
    return [LogLine(sentence, face.rule_of(event), brief)] if sentence else []


def pace_of(beat: Beat, latest: Scene | None, wanted: Pace) -> Pace:
    """Keep nobody waiting whose clock runs, nor anybody who was already asked when this happened."""
    if latest is None or latest.decision is None:
        return wanted
    is_timed = latest.remaining_ms(time.monotonic()) is not None
    is_passing = beat.weight < SLOW and not beat.stays
    was_asked = beat.scene is not None and beat.scene.decision is not None and is_passing
    return "instant" if is_timed or was_asked else wanted


def pause_after(beat: Beat, pace: Pace, waiting: int) -> float | None:
    """Return how long a beat stays before the next; None means until the player goes on."""
    is_seen = beat.lines or beat.weight == GLIMPSE
    if pace == "instant" or waiting > FAR_BEHIND or not (is_seen or beat.stays):
        return 0.0
    if beat.stays or (pace == "step" and beat.weight not in (NONE, GLIMPSE)):
        return None
    if beat.weight == NONE:
        return 0.0
    haste = min(1.0, UNHURRIED / waiting) if waiting and beat.weight == LIGHT else 1.0
    return FACTORS[pace] * haste * (beat.weight + ONE_MORE * max(0, len(beat.lines) - 1))
