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
    signature: bytes = b""
    shown: bytes = b""


class Story:
    """What has happened so far."""

    def __init__(self, viewers: Iterable[Viewer]) -> None:
        self.past: list[Happened] = []
        self._places: dict[Viewer, list[int]] = {viewer: [] for viewer in viewers}  # of what each was told

    def add(self, happened: Happened) -> dict[Viewer, Item]:
        """Go on with the story; give those who may know something of it their part."""
        told, public = {}, public_events(happened)
        for viewer, places in self._places.items():
            item = seen(happened, viewer, len(places), public)
            if item is not None:
                told[viewer] = item
                places.append(len(self.past))
        self.past.append(happened)
        return told

    def length(self, viewer: Viewer) -> int:
        return len(self._places[viewer])

    def part(self, viewer: Viewer, from_number: int) -> Iterator[Item]:
        """Give items from a number on, as many as fit into one message."""
        places, size = self._places[viewer], 0
        for number in range(from_number, min(len(places), from_number + ITEMS_IN_A_PART)):
            item = seen(self.past[places[number]], viewer, number)
            assert item is not None
            yield item
            size += len(msgspec.msgpack.encode(item))
            if size >= BYTES_IN_A_PART:
                return


def public_events(happened: Happened) -> Raw | None:
    """Pack the events once for all, if the strictest viewer sees them as they are."""
    if all(event.seen_by(None) is event for event in happened.events):
        return Raw(pack_events(happened.events))
    return None


def seen(happened: Happened, viewer: Viewer, number: int, public: Raw | None = None) -> Item | None:
    """Give what of it a viewer may know, if anything; `public` are events that all see as they are."""
    entry = cast("AnyEntry | None", happened.entry.seen_by(viewer))
    if entry is None:
        return None
    if public is None:
        events = [event for e in happened.events if (event := e.seen_by(viewer)) is not None]
        public = Raw(pack_events(events))
    return Item(number, happened.at_ms, entry, public, happened.signature, happened.shown)


def speaker_of(entry: AnyEntry) -> Viewer:
    """Say whose talk an entry is; the game itself is nobody's."""
    return entry.seat if isinstance(entry, (Said, Offered, Answered, AskedBack)) else None
