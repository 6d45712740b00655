"""The story of a table: all that happened there, and what of it each viewer may know.

Every viewer has a count of their own, so that a gap in the numbers never tells of something hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

import msgspec
from msgspec import Raw

from core.records import Event, Viewer
from core.wire import pack_events
from protocol.entries import Answered, AnyEntry, AskedBack, Offered, Said
from protocol.messages import Item

ITEMS_IN_A_PART = 500
BYTES_IN_A_PART = 256 * 1024


class Happened(NamedTuple):
    """One thing that happened."""

    at_ms: int
    entry: AnyEntry
    events: list[Event]


class Story:
    """What has happened so far."""

    def __init__(self, viewers: Iterable[Viewer]) -> None:
        self.past: list[Happened] = []
        self._lengths: dict[Viewer, int] = dict.fromkeys(viewers, 0)

    def add(self, happened: Happened) -> dict[Viewer, Item]:
        """Go on with the story; give those who may know something of it their part."""
        self.past.append(happened)
        told = {}
        for viewer, number in self._lengths.items():
            item = seen(happened, viewer, number)
            if item is not None:
                told[viewer] = item
        for viewer in told:
            self._lengths[viewer] += 1
        return told

    def length(self, viewer: Viewer) -> int:
        return self._lengths[viewer]

    def part(self, viewer: Viewer, from_number: int) -> Iterator[Item]:
        """Give items from a number on, as many as fit into one message."""
        number, size = 0, 0
        for happened in self.past:
            item = seen(happened, viewer, number)
            if item is None:
                continue
            number += 1
            if number > from_number:
                yield item
                size += len(msgspec.msgpack.encode(item))
            if number >= from_number + ITEMS_IN_A_PART or size >= BYTES_IN_A_PART:
                return


def seen(happened: Happened, viewer: Viewer, number: int) -> Item | None:
    """Give what of it a viewer may know, if anything."""
    entry = cast("AnyEntry | None", happened.entry.seen_by(viewer))
    events = [event for event in (e.seen_by(viewer) for e in happened.events) if event is not None]
    if entry is None and not events:
        return None
    return Item(number, happened.at_ms, entry, Raw(pack_events(events)))


def speaker_of(entry: AnyEntry) -> Viewer:
    """Say whose talk an entry is; the game itself is nobody's."""
    return entry.seat if isinstance(entry, (Said, Offered, Answered, AskedBack)) else None
