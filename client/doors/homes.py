"""Who gets in by a door, and whose home is kept.

A friend has sat at a table of the server, or is on the host's list of keys. Everybody else is a stranger:
they can look around and play against bots, but they take at most half of the places, come in only so often,
and leave few homes behind.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Collection
from pathlib import Path
from typing import Final

from client.doors.visitor import SEATED, Visitor
from protocol.limits import TokenBucket, neighbourhood

STRANGERS_HOMES: Final = 100
DAYS_OF_A_STRANGER: Final = 30
A_DAY: Final = 24 * 60 * 60
STARTS_AT_ONCE: Final = 10
STARTS_A_SECOND: Final = 0.2
MOST_ADDRESSES: Final = 1000


class Homes:
    """The visitors of one door; `all_are_friends` if the host has listed the keys that may come in."""

    def __init__(self, data: Path, sessions: int, *, all_are_friends: bool = False) -> None:
        self._folder = data / "visitors"
        self._sessions = sessions
        self._all_are_friends = all_are_friends
        self._starts: dict[str, TokenBucket] = {}

    def is_friend(self, home: Path) -> bool:
        return self._all_are_friends or (home / SEATED).exists()

    def is_full_for(self, home: Path, inside: Collection[Path]) -> bool:
        """Say whether there is no place; half of them are reserved for friends."""
        if home in inside:
            return False
        strangers = sum(not self.is_friend(each) for each in inside)
        has_room = self.is_friend(home) or strangers < max(1, self._sessions // 2)
        return len(inside) >= self._sessions or not has_room

    def comes_too_often(self, home: Path, address: str, now: float) -> bool:
        """Say whether strangers from there start clients faster than allowed."""
        if self.is_friend(home):
            return False
        if len(self._starts) > MOST_ADDRESSES:
            self._starts = {a: each for a, each in self._starts.items() if each.delay(now, STARTS_AT_ONCE)}
        fresh = TokenBucket(STARTS_A_SECOND, STARTS_AT_ONCE, now)
        return not self._starts.setdefault(neighbourhood(address), fresh).take(now)

    def settle(self, visitor: Visitor, inside: Collection[Path]) -> None:
        """Make room for somebody's things, if need be in place of a stranger's who was here long ago."""
        visitor.settle()
        os.utime(visitor.home)
        self._clear({visitor.home, *inside})

    def _clear(self, kept: Collection[Path]) -> None:
        homes = [home for home in self._folder.iterdir() if home not in kept and not self.is_friend(home)]
        by_age = sorted(homes, key=lambda home: home.stat().st_mtime, reverse=True)
        oldest = time.time() - DAYS_OF_A_STRANGER * A_DAY
        for place, home in enumerate(by_age, start=len(kept)):
            if place >= STRANGERS_HOMES or home.stat().st_mtime < oldest:
                shutil.rmtree(home, ignore_errors=True)
