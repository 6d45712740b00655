"""What others want of a player who fills in a form: offers until they are answered, words once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.harmless import harmless
from client.seat.news import Heard
from client.table.acts import open_offers
from client.table.among_players import consider_offer
from client.table.bot_talk import is_small_talk
from client.table.deal_words import deal_words
from client.table.errands import Errands
from client.table.interruption import NO_INTERRUPTION, Interruption
from client.table.scene import Scene
from client.table.talking import TABLE, room_of, speak
from client.table.words import clans
from client.texts import t
from client.texts.refusals import deal_number
from core.kinds import Seat
from protocol.entries import Offered, Said

if TYPE_CHECKING:
    from client.table.telling import Telling


class Interruptions:
    """The newest of them, and the way to answer it."""

    def __init__(self, telling: Telling) -> None:
        self._telling = telling
        self._heeded = 0

    def heed(self) -> None:
        """Count all words so far as read."""
        self._heeded = len(self._telling.story)

    @property
    def newest(self) -> Interruption:
        told, heard = self._telling.told, self._newest()
        return interruption_by(told, heard) if told is not None and heard is not None else NO_INTERRUPTION

    def turn_to(self) -> Errands:
        """Answer the newest; if there is none, talk to the table."""
        told, heard = self._telling.told, self._newest()
        entry = heard.entry if heard is not None else None
        if told is None:
            return
        if isinstance(entry, Offered):
            yield from consider_offer(told, self._telling.story, entry.deal)
            return
        self.heed()
        room = room_of(entry.seat, entry.to, told.seat) if isinstance(entry, Said) else TABLE
        yield from speak(told, self._telling.story, room)

    def _newest(self) -> Heard | None:
        told, story = self._telling.told, self._telling.story
        if told is None or told.seat is None:
            return None
        deals, unheeded = open_offers(told), story[self._heeded :]
        words = [heard for heard in unheeded if is_from_another(heard, told.seat)]
        offered = [heard for heard in story if isinstance(heard.entry, Offered) and heard.entry.deal in deals]
        return max([*words[-1:], *offered[-1:]], key=lambda heard: heard.number, default=None)


def is_from_another(heard: Heard, own: Seat) -> bool:
    """Say whether somebody says something that may want a reply."""
    is_said = isinstance(heard.entry, Said) and heard.entry.seat != own
    return is_said and bool(heard.words) and not is_small_talk(heard)


def interruption_by(scene: Scene, heard: Heard) -> Interruption:
    """Put into words what somebody offers or says."""
    entry = heard.entry
    if isinstance(entry, Said):
        words = t("talk-said", who=clans(scene, [entry.seat]), words=harmless(heard.words))
        return Interruption(words, t("interrupted-reply"))
    assert isinstance(entry, Offered)
    words = t(
        "interrupted-offer",
        who=clans(scene, [entry.seat]),
        deal=deal_number(entry.number),
        number=len(open_offers(scene)),
        terms=harmless(deal_words(scene.game, entry.deal, scene.seat)),
    )
    return Interruption(words, t("interrupted-answer"))
