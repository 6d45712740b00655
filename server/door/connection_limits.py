"""How many connections may come in, from where and by whom, and who has misbehaved.

Three crowds are counted separately, so that none can take another's places: strangers have not proven an
identity yet, guests have no seat at any table, and players have one. A stranger who takes too long makes room
for the next one, so there is always a way in; half of the places inside are reserved for players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import Enum

from protocol.limits import Limits, TokenBucket, neighbourhood
from server.logbook import enter

PATIENCE = 1.0
"""For so many seconds nobody who is shaking hands is disturbed."""
MOST_HOMES = 1000
"""Players whose last address is known; of more, those are forgotten who have not come for longest."""


class Crowd(Enum):
    """What we know about the other end."""

    STRANGER = "stranger"
    GUEST = "guest"
    PLAYER = "player"


class Admission:
    """One connection as the limits see it; `cut` ends it, and is forgotten when it is over.

    So a closed connection is freed at once, without the collector.
    """

    def __init__(self, limits: ConnectionLimits, now: Callable[[], float]) -> None:
        self.address = ""
        self.crowd = Crowd.STRANGER
        self.key = b""
        self.since = 0.0
        self.is_silent = True  # has not sent a byte yet
        self.cut: Callable[[], None] | None = None
        self._limits = limits
        self._now = now

    def begin(self, address: str, cut: Callable[[], None]) -> bool:
        """Ask to be let in."""
        self.address = neighbourhood(address)
        if not self._limits.admit(self, self._now()):
            return False
        self.cut = cut
        return True

    def recognise(self, key: bytes, *, has_seat: bool) -> bool:
        """Say who this has proven to be, and ask whether there is a place for them."""
        self.key = key
        return self._limits.recognise(self, self._now(), has_seat=has_seat)

    def sit(self) -> None:
        """Note that a guest has a seat now."""
        self._limits.seat(self)

    def fine(self) -> None:
        """Charge for a mistake: the key, or the address as long as there is no key."""
        self._limits.fine(self.key or self.address, self._now())

    def end(self) -> None:
        self.cut = None
        self._limits.leave(self)


class ConnectionLimits:
    """Knows who is inside, in the order they came."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._inside: list[Admission] = []
        self._homes: dict[bytes, str] = {}  # where each player came from last
        self._purses: dict[str | bytes, TokenBucket] = {}

    @property
    def is_empty(self) -> bool:
        return not self._inside

    def admit(self, one: Admission, now: float) -> bool:
        """Let a stranger in; if there are too many, another one has to go if possible."""
        if len(self._inside) - len(self._of(Crowd.STRANGER)) >= self._limits.connections:
            return refused("connections")
        if self._is_in_debt(one.address, now) and one.address not in self._homes.values():
            return refused("address_rate")
        if limit := self._in_the_way(one, now):
            return refused(limit)
        one.since = now
        self._inside.append(one)
        return True

    def recognise(self, one: Admission, now: float, *, has_seat: bool) -> bool:
        if self._is_in_debt(one.key, now):
            return refused("address_rate")
        if has_seat:
            self.seat(one)
            return True
        guests, here = self._of(Crowd.GUEST), self._of(Crowd.GUEST, one.address)
        limits = self._limits
        if len(guests) >= limits.connections // 2:
            return refused("connections")
        if len(here) >= limits.connections_per_address:
            return refused("connections_per_address")
        one.crowd = Crowd.GUEST
        return True

    def seat(self, one: Admission) -> None:
        """Make somebody a player; if one key has too many connections, the oldest ends."""
        one.crowd = Crowd.PLAYER
        self._homes.pop(one.key, None)
        self._homes[one.key] = one.address
        if len(self._homes) > MOST_HOMES:
            del self._homes[next(iter(self._homes))]
        same = [other for other in self._of(Crowd.PLAYER) if other.key == one.key]
        if len(same) > self._limits.connections_per_player:
            enter("limit-reached", limit="connections_per_player")
            self._send_away(same[0])

    def leave(self, one: Admission) -> None:
        if one in self._inside:
            self._inside.remove(one)

    def fine(self, whom: str | bytes, now: float) -> None:
        """Take tokens from a key or an address; with none left it is not let in for a while."""
        self._forgive(now)
        limits = self._limits
        fresh = TokenBucket(limits.address_rate, limits.address_burst, now)
        self._purses.setdefault(whom, fresh).fine(now, limits.mistake_cost)

    def _of(self, crowd: Crowd, address: str = "") -> list[Admission]:
        return [one for one in self._inside if one.crowd is crowd and address in ("", one.address)]

    def _in_the_way(self, newcomer: Admission, now: float) -> str:
        """Name the limit that leaves a stranger no place, not even that of one from where most are."""
        strangers = self._of(Crowd.STRANGER)
        here = self._of(Crowd.STRANGER, newcomer.address)
        if len(here) >= self._limits.strangers_per_address:
            limit, going = "strangers_per_address", most_dispensable(here, now)
        elif len(strangers) >= self._limits.strangers:
            limit = "strangers"
            [(crowded, most)] = Counter(one.address for one in strangers).most_common(1)
            there = self._of(Crowd.STRANGER, crowded)
            going = most_dispensable(there, now) or (there[0] if most > len(here) + 1 else None)
        else:
            return ""
        if going is None:
            return limit
        self._send_away(going)
        return ""

    def _send_away(self, one: Admission) -> None:
        cut = one.cut
        one.end()
        if cut is not None:
            cut()

    def _is_in_debt(self, whom: str | bytes, now: float) -> bool:
        purse = self._purses.get(whom)
        return purse is not None and purse.delay(now) > 0

    def _forgive(self, now: float) -> None:
        """Forget those who have paid, so that memory does not grow."""
        full = self._limits.address_burst
        self._purses = {whom: purse for whom, purse in self._purses.items() if purse.delay(now, full) > 0}


def refused(limit: str) -> bool:
    enter("limit-reached", limit=limit)
    return False


def most_dispensable(strangers: list[Admission], now: float) -> Admission | None:
    """Name one who has not said a word, or else one who takes long; nobody who is just shaking hands."""
    return next((one for one in strangers if one.is_silent or now - one.since > PATIENCE), None)
