"""The annals of a table: its story for each viewer, and what all may know of it signed by the host."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from core.records import Event, Viewer
from protocol.chain import sign_link
from protocol.entries import Stamped
from protocol.identity import Identity
from protocol.messages import Item
from protocol.receipts import sign_receipt
from protocol.table.story import Happened, Story
from protocol.table.table import Proposal, Table
from protocol.table.try_move import facts_of, shown_by


class Annals:
    """What has happened at a table; the host answers for it."""

    def __init__(self, opened: Stamped, host: Identity, table: Table) -> None:
        self.story = Story((None, *table.seats), partial(sign_receipt, host, table.opened.game_id))
        self._table = table
        self._host = host
        self.record(opened, [])

    def stamp(self, at_ms: int, proposal: Proposal) -> tuple[Stamped, bytes]:
        """Note the time, and sign the link that the entry would be in the chain, if all may see it."""
        assert proposal.entry is not None
        stamp = Stamped(at_ms, proposal.entry, shown=shown_by(proposal), facts=facts_of(proposal))
        link = self._table.link_of(stamp)
        return (replace(stamp, signature=sign_link(self._host, link)) if link else stamp), link

    def record(self, stamp: Stamped, events: list[Event]) -> dict[Viewer, Item]:
        """Go on with the story; give each viewer their part."""
        link = len(self._table.chain) - 1
        marks = stamp.signature, stamp.shown, stamp.facts
        return self.story.add(Happened(stamp.at_ms, stamp.entry, events, *marks, link))
