"""What is told at a table: what still waits to be, and what has been since the player's last choice."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from client.seat.news import Heard
from client.table.beats import Beat, LogLine
from client.table.scene import Scene
from core.deals import Key, key_of
from core.kinds import Viewer
from protocol.entries import Answered, AnyEntry, Chose, Offered, TookBack
from protocol.round_records import Committed

CHOICES = (Chose, TookBack, Committed)


class Telling:
    """Beats that wait, and what those that were told have said."""

    def __init__(self, seat: Viewer = None) -> None:
        self.recap: list[LogLine] = []
        self._seat = seat
        self._has_chosen = False
        self._waiting: deque[Beat] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    @property
    def lines_waiting(self) -> int:
        """Say how many beats with something to read are still to come."""
        return sum(bool(beat.lines) for beat in self._waiting)

    def add(self, beats: Iterable[Beat]) -> None:
        self._waiting += beats

    def next(self) -> Beat:
        """Give what is told now."""
        beat = self._waiting.popleft()
        self.say(beat.lines, beat.begins)
        return beat

    def say(self, lines: list[LogLine], heard: Heard | None) -> None:
        """Count lines as told; with a choice of the player, which they may tell of, the recap begins anew."""
        if heard is not None and isinstance(heard.entry, CHOICES) and heard.entry.seat == self._seat:
            self.recap, self._has_chosen = [], True
        if self._has_chosen:
            self.recap += lines

    def learn(self, entry: AnyEntry, newest: Scene) -> None:
        """Know a deal that was told of at once in all that waits from before it."""
        self._waiting = deque(
            beat._replace(scene=with_deal(beat.scene, entry, newest)) if beat.scene is not None else beat
            for beat in self._waiting
        )


def with_deal(scene: Scene, entry: AnyEntry, newest: Scene) -> Scene:
    """Put what was offered or answered just now into a scene, and nothing else that has happened since."""
    new = {key: newest.deals[key] for key in deals_in(entry) if key in newest.deals}
    return scene._replace(deals=scene.deals | new) if new else scene


def deals_in(entry: AnyEntry) -> Iterator[Key]:
    """Name the deals that somebody offers, replaces or answers."""
    if isinstance(entry, Answered):
        yield key_of(entry.seat, entry.other, entry.deal)
    elif isinstance(entry, Offered):
        yield key_of(entry.seat, entry.to, entry.number)
        if entry.instead_of is not None:
            yield key_of(entry.seat, entry.to, entry.instead_of)
