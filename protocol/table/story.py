"""The story of a table: everything that happened there, and what each viewer is told about it.

What a viewer is told follows from the journal alone, so a server, a client and a verifier work out the same:
the items of the story, and with each the picture of the table as that viewer sees it. Every viewer's items
have their own numbers, since gaps would give away hidden things, and every seat has a transcript of
everything it was told, which its deeds sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, cast

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from core.deals import Key, Standing
from core.kinds import Event, RulesError, Viewer
from core.wire import Facts, pack_events, pack_view
from protocol.chain import marks_of
from protocol.entries import AnyEntry, Deed, Stamped
from protocol.messages import Item
from protocol.rpc import NIL
from protocol.table.signatures import MOST_UNSEEN, is_stand_in
from protocol.table.table import Table
from protocol.table.transcript import Transcript, blind_of, picture_of, words_of

ITEMS_IN_A_PART = 500
BYTES_IN_A_PART = 256 * 1024
PICTURE_SIZE = 32


class Happened(NamedTuple):
    """One thing that happened; `link` is the number of the last link of the chain at that time."""

    stamp: Stamped
    events: list[Event]
    link: int

    @property
    def entry(self) -> AnyEntry:
        return self.stamp.entry


# What a viewer is told ---------------------------------------------------------------------------


class Telling(NamedTuple):
    """What happened in the form in which some viewers are told it: an item, and its words for transcripts."""

    item: Item
    words: bytes


def told_to(viewer: Viewer, happened: Happened, number: int) -> Item | None:
    """Return what a viewer is told, if anything."""
    telling = telling_to(viewer, happened)
    return replace(telling.item, number=number) if telling is not None else None


def telling_to(
    viewer: Viewer, happened: Happened, events: Raw | None = None, public: Telling | None = None
) -> Telling | None:
    """Tell a viewer what they may know, if anything; `events` are packed already if all see the same.

    Most viewers hear what everybody may hear (`public`), so it is put into words once for all of them.
    """
    stamp = happened.stamp
    seen = cast("AnyEntry | None", stamp.entry.seen_by(viewer))
    if seen is None:
        return None
    if events is None:
        events = Raw(pack_events(heard_by(viewer, happened.events)))
    if public is not None and public.item.entry == seen and public.item.events == events:
        return public
    item = Item(0, stamp.at_ms, seen, events, stamp.signature, *marks_of(stamp))
    return Telling(item, words_of(item))


def heard_by(viewer: Viewer, events: Iterable[Event]) -> list[Event]:
    return [heard for event in events if (heard := event.seen_by(viewer)) is not None]


def public_events(events: list[Event]) -> Raw | None:
    """Pack events once for everybody, if the strictest viewer sees them as they are."""
    if all(event.seen_by(None) is event for event in events):
        return Raw(pack_events(events))
    return None


# What a viewer is shown --------------------------------------------------------------------------


class Picture(NamedTuple):
    """The table as a viewer sees it: its view, the number of its question, and its deals."""

    view: Raw = NIL
    prompt: int | None = None
    deals: tuple[Standing, ...] = ()


class Dispatch(NamedTuple):
    """What a viewer is told about one thing: the item, and what changed in the picture after it."""

    item: Item
    view: Raw
    prompt: int | None
    deals: tuple[Standing, ...] | None


# The story ---------------------------------------------------------------------------------------


class ViewerStory:
    """The story as one viewer is told it."""

    def __init__(self, table: Table, viewer: Viewer) -> None:
        self.picture = Picture()
        self.places: list[int] = []  # of its items among all that happened
        self._viewer = viewer
        self._table = table
        self._pictures = bytearray()  # the hashes of the picture after each item
        game, seed = table.opened.game_id, table.luck.private
        self._transcript = None if viewer is None else Transcript(game, viewer, blind_of(seed, game, viewer))
        self._standings: Mapping[Key, Standing] | None = None  # of the deals in the picture
        self._fresh: dict[bytes, int] = {}  # the newest heads of the transcript, each with the last link then

    def take(self, place: int, happened: Happened, telling: Telling, facts: Facts | None) -> Dispatch:
        """Take in what happened, as this viewer hears of it."""
        before, now = self.picture, self._look(facts)
        shown = b"" if self._transcript is None else picture_of(now.view, now.prompt, now.deals)
        item = replace(telling.item, number=len(self.places), picture=shown)
        if self._transcript is not None:
            self._transcript.hear(item, telling.words)
            self._note_head(self._transcript.head, happened.link)
        self.picture = now
        self.places.append(place)
        self._pictures += shown
        view = NIL if now.view is before.view else now.view
        deals = None if now.deals == before.deals else now.deals
        return Dispatch(item, view, now.prompt, deals)

    def again(self, number: int, happened: Happened) -> Item:
        """Return an item once more."""
        item = told_to(self._viewer, happened, number)
        assert item is not None
        start = number * PICTURE_SIZE
        return replace(item, picture=bytes(self._pictures[start : start + PICTURE_SIZE]))

    def check_seen(self, deed: Deed) -> None:
        """Refuse a deed that was not sworn on what this seat was told, and recently."""
        if self._fresh.get(deed.oath.told) != deed.oath.seen:
            raise RulesError("not-fresh")

    def forget_heads(self) -> None:
        """A seat's own deed invalidates everything it signed before."""
        self._fresh.clear()

    def _note_head(self, head: bytes, link: int) -> None:
        self._fresh[head] = link
        if len(self._fresh) > MOST_UNSEEN:
            del self._fresh[next(iter(self._fresh))]

    def _look(self, facts: Facts | None) -> Picture:
        """See how the table stands; what has not changed since is not looked at again."""
        table, viewer = self._table, self._viewer
        view, _, deals = self.picture
        if facts is not None:
            view = Raw(pack_view(table.game, table.game.own_view(table.state, facts.shown, viewer), facts))
        asked = table.prompts.get(viewer) if viewer is not None else None
        book = table.position.deals
        if book is not None and book.standings is not self._standings:
            self._standings, deals = book.standings, book.seen_by(viewer)
        return Picture(view, asked.number if asked is not None else None, deals)


class Story:
    """What has happened so far, for each viewer."""

    def __init__(self, table: Table) -> None:
        self.past: list[Happened] = []
        self._table = table
        self._viewers = {viewer: ViewerStory(table, viewer) for viewer in (None, *table.seats)}

    def record(
        self, stamp: Stamped, events: list[Event], facts: Facts | None = None
    ) -> dict[Viewer, Dispatch]:
        """Go on with the story; return their part to everybody who may know something about it."""
        happened = Happened(stamp, events, len(self._table.chain) - 1)
        place, entry = len(self.past), stamp.entry
        self.past.append(happened)
        if isinstance(entry, Deed) and not is_stand_in(entry):
            self._viewers[entry.seat].forget_heads()
        packed = public_events(events)
        public = telling_to(None, happened, packed)
        news: dict[Viewer, Dispatch] = {}
        for viewer, each in self._viewers.items():
            telling = public if viewer is None else telling_to(viewer, happened, packed, public)
            if telling is not None:
                news[viewer] = each.take(place, happened, telling, facts)
        return news

    def length(self, viewer: Viewer) -> int:
        return len(self._viewers[viewer].places)

    def picture(self, viewer: Viewer) -> Picture:
        return self._viewers[viewer].picture

    def check_seen(self, deed: Deed) -> None:
        """Refuse a deed that was not sworn on what its seat was told, and recently."""
        self._viewers[deed.seat].check_seen(deed)

    def part(self, viewer: Viewer, from_number: int) -> Iterator[Item]:
        """Return items from a number on, as many as fit into one message."""
        told, size = self._viewers[viewer], 0
        for number in range(from_number, min(len(told.places), from_number + ITEMS_IN_A_PART)):
            item = told.again(number, self.past[told.places[number]])
            yield item
            size += len(msgspec.msgpack.encode(item))
            if size >= BYTES_IN_A_PART:
                return
