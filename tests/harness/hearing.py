"""What a seat has heard, for tests that sign deeds without a whole client."""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

from core.kinds import Seat
from protocol.chain import Chain, marks_of
from protocol.entries import Deed, Opened
from protocol.identity import Identity
from protocol.messages import Item
from protocol.oaths import swear
from protocol.table.transcript import Transcript, words_of
from server.tables.runner import TableRunner


class Hearing:
    """The chain and the transcript of one seat; nothing it hears is checked."""

    chain: Chain
    transcript: Transcript

    def __init__(self, seat: Seat, blind: bytes) -> None:
        self._place = seat, blind
        self.items = 0

    def hear(self, items: Iterable[Item]) -> None:
        """Take in what is new among these."""
        for item in items:
            if item.number == self.items:
                self._hear(item)

    def _hear(self, item: Item) -> None:
        if isinstance(item.entry, Opened):
            self.chain = Chain(item.entry.game_id)
            self.transcript = Transcript(self.chain.game, *self._place)
        public = item.entry.seen_by(None)
        if public is not None:
            self.chain.add(self.chain.next_hash(item.at_ms, public, *marks_of(item)))
        self.transcript.hear(item, words_of(item))
        self.items += 1

    def swear(self, identity: Identity, deed: Deed) -> Deed:
        return swear(identity, self.chain, self.transcript.head, deed)


def sworn_at(runner: TableRunner, identity: Identity, deed: Deed) -> Deed:
    """Sign a deed, knowing everything its seat has been told at this table."""
    hearing = hearings_at(runner).setdefault(deed.seat, Hearing(deed.seat, runner.blind_of(deed.seat)))
    while items := list(runner._story.part(deed.seat, hearing.items)):  # noqa: SLF001
        hearing.hear(items)
    return hearing.swear(identity, deed)


_hearings: WeakKeyDictionary[TableRunner, dict[Seat, Hearing]] = WeakKeyDictionary()


def hearings_at(runner: TableRunner) -> dict[Seat, Hearing]:
    return _hearings.setdefault(runner, {})
