"""Our deals as they follow from what was sworn and heard, to check the host's summary against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from client.seat.fraud import fraud
from core.deals import (
    Deal,
    DealEvent,
    DealExpired,
    Goods,
    Key,
    Pledge,
    PromiseKept,
    Standing,
    Status,
    key_of,
    pledges_of,
)
from core.kinds import ChoiceTakenBack, Event, Viewer
from protocol.entries import Answer, Answered, AnyEntry, Exchanged, Offered, TookBack

STATUS: Final = {
    Answer.ACCEPT: Status.ACCEPTED,
    Answer.DECLINE: Status.DECLINED,
    Answer.WITHDRAW: Status.WITHDRAWN,
}
NOTHING: Final = (Goods(), Goods())


class OwnDeals:
    """The deals one seat is part of."""

    def __init__(self) -> None:
        self._offers: dict[Key, Deal] = {}  # as they were sworn
        self._standings: dict[Key, Standing] = {}
        self._is_certain = True

    def hear(self, viewer: Viewer, entry: AnyEntry, events: Iterable[Event]) -> None:
        """Take in what happened; raise FraudError if it is not what was offered."""
        if isinstance(entry, Offered):
            self._offer(entry.deal)
        elif isinstance(entry, Answered):
            self._answer(entry)
        elif isinstance(entry, Exchanged) and viewer in (entry.seat, entry.other):
            raise fraud("no-deal")
        for event in events:
            if isinstance(event, DealEvent):
                self._judge(event)
        if isinstance(entry, TookBack) or any(isinstance(event, ChoiceTakenBack) for event in events):
            self._is_certain = False  # only the whole journal tells which deals are undone with a choice

    def check(self, shown: Mapping[Key, Standing]) -> None:
        """Believe the host's summary of our deals only if it is true, and go on from there."""
        if any(self._offers.get(key) != standing.deal for key, standing in shown.items()):
            raise fraud("other-deal")
        if self._is_certain and self._standings != shown:
            raise fraud("other-standing")
        self._standings, self._is_certain = dict(shown), True

    def _offer(self, deal: Deal) -> None:
        if deal.instead_of is not None:
            self._settle(key_of(deal.seat, deal.to, deal.instead_of), Status.COUNTERED)
        key = key_of(deal.seat, deal.to, deal.number)
        self._offers[key] = deal
        self._standings[key] = Standing(deal, Status.OPEN, (None,) * len(pledges_of(deal)))

    def _answer(self, entry: Answered) -> None:
        key = key_of(entry.seat, entry.other, entry.deal)
        deal = self._offers.get(key)
        if deal is None:
            raise fraud("no-deal")
        goods = (deal.wants, deal.gives) if entry.answer is Answer.ACCEPT else NOTHING
        if (entry.gives, entry.wants) != goods:
            raise fraud("other-goods")
        self._settle(key, STATUS[entry.answer])

    def _settle(self, key: Key, status: Status) -> None:
        if key in self._standings:
            self._standings[key] = replace(self._standings[key], status=status)

    def _judge(self, event: DealEvent) -> None:
        key = key_of(event.seat, event.to, event.number)
        if isinstance(event, DealExpired):
            self._settle(key, Status.EXPIRED)
        elif key in self._standings:
            pledge, verdict = Pledge(event.seat, event.to, event.promise), isinstance(event, PromiseKept)
            self._standings[key] = judged(self._standings[key], pledge, is_kept=verdict)


def judged(standing: Standing, pledge: Pledge, *, is_kept: bool) -> Standing:
    """Mark a promise as kept or broken; of two alike, the first undecided one."""
    verdicts = list(standing.verdicts)
    for place, each in enumerate(pledges_of(standing.deal)):
        if each == pledge and verdicts[place] is None:
            verdicts[place] = is_kept
            break
    return replace(standing, verdicts=tuple(verdicts))
