"""The annals of a table: its story for each viewer, and the signed chain of what all may know."""

from __future__ import annotations

from msgspec.structs import replace

from core.records import Event, Seat, Viewer
from protocol.chain import Chain, sign_link
from protocol.entries import AnyEntry, Opened, Stamped
from protocol.identity import Identity
from protocol.messages import Item
from server.story import Happened, Story


class Annals:
    """What has happened at a table; the host answers for it."""

    def __init__(self, opened: Stamped, host: Identity, seats: tuple[Seat, ...]) -> None:
        assert isinstance(opened.entry, Opened)
        self.story = Story((None, *seats))
        self.chain = Chain(opened.entry.game_id)
        self._host = host
        self.record(opened, self.link_of(opened), [])

    def stamp(self, at_ms: int, entry: AnyEntry) -> tuple[Stamped, bytes]:
        """Note the time, and sign the link that the entry would be in the chain, if all may see it."""
        stamp = Stamped(at_ms, entry)
        link = self.link_of(stamp)
        return (replace(stamp, signature=sign_link(self._host, link)) if link else stamp), link

    def link_of(self, stamp: Stamped) -> bytes:
        """Give the hash of the link that an entry is next in the chain, nothing if it is none."""
        public = stamp.entry.seen_by(None)
        return b"" if public is None else self.chain.next_hash(stamp.at_ms, public)

    def record(self, stamp: Stamped, link: bytes, events: list[Event]) -> dict[Viewer, Item]:
        """Go on with the story and with the chain; give each viewer their part."""
        if link:
            self.chain.add(link)
        return self.story.add(Happened(stamp.at_ms, stamp.entry, events, stamp.signature))
