"""The story of a table: all that happened there, and what of it each viewer may know.

Every viewer has a count of their own, so that a gap in the numbers never tells of something hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias, cast

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from core.records import Event, Seat, Viewer
from core.wire import pack_events
from protocol.entries import Answered, AnyEntry, AskedBack, Offered, Said
from protocol.messages import Item

ITEMS_IN_A_PART = 500
BYTES_IN_A_PART = 256 * 1024


Receipt: TypeAlias = Callable[[int, Seat, bytes], bytes]
"""Signs for a seat the events that it was told with a link."""


class Happened(NamedTuple):
    """One thing that happened."""

    at_ms: int
    entry: AnyEntry
    events: list[Event]
    signature: bytes = b""
    shown: bytes = b""
    facts: bytes = b""
    link: int = 0  # the last one of the chain then


class Story:
    """What has happened so far."""

    def __init__(self, viewers: Iterable[Viewer], receipt: Receipt = lambda *_: b"") -> None:
        self.past: list[Happened] = []
        self._receipt = receipt
        self._places: dict[Viewer, list[int]] = {viewer: [] for viewer in viewers}  # of what each was told

    def add(self, happened: Happened) -> dict[Viewer, Item]:
        """Go on with the story; give those who may know something of it their part."""
        told, public = {}, public_events(happened)
        for viewer, places in self._places.items():
            item = self._seen(happened, viewer, len(places), public)
            if item is not None:
                told[viewer] = item
                places.append(len(self.past))
        self.past.append(happened)
        return told

    def _seen(
        self, happened: Happened, viewer: Viewer, number: int, public: Raw | None = None
    ) -> Item | None:
        """Give a viewer's part; if something of it is for few, with a receipt for it."""
        item = seen(happened, viewer, number, public)
        if item is None or public is not None or viewer is None or not is_let_in(happened, viewer):
            return item
        return replace(item, receipt=self._receipt(happened.link, viewer, bytes(item.events)))

    def length(self, viewer: Viewer) -> int:
        return len(self._places[viewer])

    def part(self, viewer: Viewer, from_number: int) -> Iterator[Item]:
        """Give items from a number on, as many as fit into one message."""
        places, size = self._places[viewer], 0
        for number in range(from_number, min(len(places), from_number + ITEMS_IN_A_PART)):
            item = self._seen(self.past[places[number]], viewer, number)
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


def is_let_in(happened: Happened, viewer: Viewer) -> bool:
    """Say whether a viewer hears something that not all do; that others do is nothing to go by."""
    heard = [seen for event in happened.events if (seen := event.seen_by(viewer)) is not None]
    return any(event.seen_by(None) != event for event in heard)


def seen(happened: Happened, viewer: Viewer, number: int, public: Raw | None = None) -> Item | None:
    """Give what of it a viewer may know, if anything; `public` are events that all see as they are."""
    entry = cast("AnyEntry | None", happened.entry.seen_by(viewer))
    if entry is None:
        return None
    if public is None:
        events = [event for e in happened.events if (event := e.seen_by(viewer)) is not None]
        public = Raw(pack_events(events))
    return Item(number, happened.at_ms, entry, public, happened.signature, happened.shown, happened.facts)


def speaker_of(entry: AnyEntry) -> Viewer:
    """Say whose talk an entry is; the game itself is nobody's."""
    return entry.seat if isinstance(entry, (Said, Offered, Answered, AskedBack)) else None
