"""What one seat of a finished game was told, and what its client knew each time."""

from __future__ import annotations

from copy import deepcopy
from typing import Final, NamedTuple

from client.seat.mirror import Mirror
from client.seat.news import Person
from client.seat.player import Player
from core.kinds import Seat
from protocol.entries import Closed, Deed, Stamped
from protocol.identity import Identity
from protocol.invitation import Address, Invitation, host_key_hash
from protocol.messages import ClockFace, Joined, SeatNow, TableNow, Told
from protocol.table.replay import happen
from protocol.table.signatures import is_stand_in
from protocol.table.story import Story
from protocol.table.table import Table
from protocol.table.transcript import blind_of
from tests.harness.honest_games import Played
from tests.harness.logs import Entries, identity
from tests.harness.loopback import admit, ignore
from tests.harness.record_logs import NAMES

CLOCKS: Final = (ClockFace(0, 60_000, is_running=True, is_away=False),)
NAME: Final = "table"
HERE: Final = Address("127.0.0.1", 1)
THERE: Final = Address("127.0.0.1", 2)
NOW: Final = TableNow((SeatNow(0, is_present=True), SeatNow(1)), 0, is_frozen=False, nodes=(str(THERE),))
NAMED: Final = "named by the next signature"
STRIDE: Final = 32
"""A client is copied after so many things it was told; how it was in between is lived through again."""


class Mirrors:
    """What one seat knew before it was told anything, and after each thing."""

    def __init__(self, blank: Mirror) -> None:
        self._news: list[Told] = []
        self._kept = [copy_of(blank)]
        self.last = blank

    def __len__(self) -> int:
        return 1 + len(self._news)

    def __getitem__(self, place: int) -> Mirror:
        mirror = copy_of(self._kept[place // STRIDE])
        for told in self._news[place - place % STRIDE : place]:
            mirror.told(told)
        return mirror

    def tell(self, told: Told) -> None:
        self._news.append(told)
        self.last.told(told)
        if len(self._news) % STRIDE == 0:
            self._kept.append(copy_of(self.last))


class Sat(NamedTuple):
    """Everything one seat was told, as long as it signed something later or until its table was closed.

    And the host that told it.
    """

    seat: Seat
    host: Identity
    joined: Joined
    news: list[Told]
    mirrors: Mirrors
    deeds: list[Deed]
    entries: Entries  # the whole log
    signed: int  # how much of it the seat has signed later

    def named(self, told: int) -> str:
        """Return what becomes of a lie in the first so many things it was told, if nobody notices it."""
        return NAMED if told <= self.signed else "harmless: closed"

    @property
    def person(self) -> Person:
        return Person(identity(self.seat), NAMES[self.seat])

    def player(self, mirror: Mirror) -> Player:
        """Return a client that knows this much; only in a running loop."""
        player = Player(Invitation(HERE, NAME, host_key_hash(self.host.public)), self.person, admit, ignore)
        player.mirror = mirror
        return player


def sat_at(seat: Seat, played: Played) -> Sat:
    """Replay a game from one seat."""
    entries, host = played
    table = Table(entries[0])
    story = Story(table)
    blind = blind_of(table.luck.private, table.opened.game_id, seat)
    joined = Joined(seat, NOW, blind)
    deeds = own_deeds(seat, entries)
    last = entries.index(last_own(seat, entries))
    signed = sum(stamp.entry.seen_by(seat) is not None for stamp in entries[:last])
    sat = Sat(seat, host, joined, [], Mirrors(Mirror(table.host, NAME, joined)), deeds, entries, signed)
    for seq in range(len(entries) if isinstance(entries[-1].entry, Closed) else last):
        done = happen(table, entries[seq]) if seq else None
        news = story.record(entries[seq], done.events if done else [], done.facts if done else None)
        if seat in news:
            item, view, prompt, deals = news[seat]
            sat.news.append(Told(item, view, prompt, CLOCKS, deals))
            sat.mirrors.tell(sat.news[-1])
    return sat


def own_deeds(seat: Seat, entries: Entries) -> list[Deed]:
    deeds = [stamp.entry for stamp in entries if isinstance(stamp.entry, Deed)]
    return [deed for deed in deeds if deed.seat == seat and not is_stand_in(deed)]


def last_own(seat: Seat, entries: Entries) -> Stamped:
    last = own_deeds(seat, entries)[-1]
    return next(stamp for stamp in entries if stamp.entry is last)


def copy_of(mirror: Mirror) -> Mirror:
    """Copy what a client knows, but neither its game nor what no longer changes."""
    game = mirror.game if mirror.story else None
    fixed = (game, *(game or ()), *mirror.story, mirror.view, mirror.shown, *mirror.deals.values())
    return deepcopy(mirror, {id(each): each for each in fixed})
