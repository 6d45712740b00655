"""The story of a table: all that happened there, and what each viewer is told of it.

What a viewer is told follows from the journal alone (`told_to`), so a server, a client and whoever checks
a log work out the same. Every viewer has a count of their own: a gap in the numbers would tell of something
hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from core.kinds import Event, Viewer
from core.wire import pack_events
from protocol.chain import sign_link
from protocol.entries import AnyEntry, Stamped
from protocol.identity import Identity
from protocol.messages import Item
from protocol.receipts import sign_receipt
from protocol.table.public import LinkMark
from protocol.table.table import Proposal, Table

ITEMS_IN_A_PART = 500
BYTES_IN_A_PART = 256 * 1024


class Happened(NamedTuple):
    """One thing that happened; `link` is the number of the last link of the chain then."""

    stamp: Stamped
    events: list[Event]
    link: int

    @property
    def entry(self) -> AnyEntry:
        return self.stamp.entry


# What a viewer is told ---------------------------------------------------------------------------


def told_to(viewer: Viewer, happened: Happened, number: int, public: Raw | None = None) -> Item | None:
    """Give what a viewer is told, if anything; `public` are the packed events where all see the same."""
    stamp = happened.stamp
    seen = cast("AnyEntry | None", stamp.entry.seen_by(viewer))
    if seen is None:
        return None
    if public is None:
        public = Raw(pack_events(heard_by(viewer, happened.events)))
    return Item(number, stamp.at_ms, seen, public, stamp.signature, stamp.shown, stamp.facts)


def heard_by(viewer: Viewer, events: Iterable[Event]) -> list[Event]:
    return [heard for event in events if (heard := event.seen_by(viewer)) is not None]


def is_private(heard: Iterable[Event]) -> bool:
    """Say whether not all hear what a viewer heard: then the host gives that viewer a receipt for it."""
    return any(event.seen_by(None) != event for event in heard)


def public_events(events: list[Event]) -> Raw | None:
    """Pack events once for everybody, if the strictest viewer sees them as they are."""
    if all(event.seen_by(None) is event for event in events):
        return Raw(pack_events(events))
    return None


# The story as a host tells it --------------------------------------------------------------------


class Story:
    """What has happened so far, for each viewer; the host signs it."""

    def __init__(self, table: Table, host: Identity) -> None:
        self.past: list[Happened] = []
        self._table = table
        self._host = host
        self._places: dict[Viewer, list[int]] = {viewer: [] for viewer in (None, *table.seats)}

    def stamp(self, at_ms: int, proposal: Proposal) -> tuple[Stamped, LinkMark]:
        """Date a proposal, and sign the link that it would be in the chain, if all may see it."""
        stamp = Stamped(at_ms, proposal.entry, shown=proposal.shown, facts=proposal.facts_hash)
        mark = self._table.mark_of(stamp)
        signature = sign_link(self._host, mark.link) if mark.link else b""
        return replace(stamp, signature=signature), mark

    def record(self, stamp: Stamped, events: list[Event]) -> dict[Viewer, Item]:
        """Go on with the story; give everybody who may know something of it their part."""
        happened = Happened(stamp, events, len(self._table.chain) - 1)
        told, public = {}, public_events(events)
        for viewer, places in self._places.items():
            item = self._told_to(viewer, happened, len(places), public)
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
            item = self._told_to(viewer, self.past[places[number]], number)
            assert item is not None
            yield item
            size += len(msgspec.msgpack.encode(item))
            if size >= BYTES_IN_A_PART:
                return

    def _told_to(
        self, viewer: Viewer, happened: Happened, number: int, public: Raw | None = None
    ) -> Item | None:
        """Add a receipt for what only few are told."""
        item = told_to(viewer, happened, number, public)
        if item is None or public is not None or viewer is None:
            return item
        if not is_private(heard_by(viewer, happened.events)):
            return item
        place = self._table.opened.game_id, happened.link, viewer
        return replace(item, receipt=sign_receipt(self._host, *place, bytes(item.events)))
