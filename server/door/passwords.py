"""Passwords of tables: stored so that nobody can recover one, and tried seldom enough that nobody finds one.

A journal holds a keyed hash of the slow hash of a password. Without the host's key it tells nothing, even to
those who get the whole log in the end; with it, every guess is slow.
"""

from __future__ import annotations

import asyncio
import hashlib
from hmac import compare_digest
from unicodedata import normalize

from core.kinds import RulesError
from protocol.entries import Owned
from protocol.identity import Identity
from protocol.limits import Limits, TokenBucket, neighbourhood
from server.tables.timekeeper import Time

LEAST_LENGTH, MOST_LENGTH = 6, 64
COST, BLOCK, MEMORY = 2**14, 8, 64 * 1024 * 1024


class Passwords:
    """Checks the passwords of all of a host's tables, one at a time: each takes memory and a while."""

    def __init__(self, host: Identity, limits: Limits, time: Time) -> None:
        self._host = host
        self._limits = limits
        self._time = time
        self._checking = asyncio.Lock()
        self._purses: dict[str, TokenBucket] = {}

    async def keep(self, game: bytes, password: str) -> bytes:
        """Return what to store of a password for the table of this game."""
        return await self._hash(game, password)

    async def check(self, game: bytes, owned: Owned, password: str, address: str) -> None:
        """Refuse a wrong password, and any from where too many wrong ones have come."""
        purse = self._purse_of(neighbourhood(address))
        if not purse.take(self._time.now()):
            raise RulesError("password-too-often")
        if not compare_digest(await self._hash(game, password), owned.password):
            raise RulesError("password-wrong")
        purse.give_back()

    def _purse_of(self, address: str) -> TokenBucket:
        now, limits = self._time.now(), self._limits
        full = limits.password_burst
        self._purses = {place: purse for place, purse in self._purses.items() if purse.delay(now, full) > 0}
        return self._purses.setdefault(address, TokenBucket(limits.password_rate, full, now))

    async def _hash(self, game: bytes, password: str) -> bytes:
        async with self._checking:
            slow = await asyncio.to_thread(slow_hash, password, game)
        return self._host.derive("table-password", game, slow)


def check_length(password: str) -> None:
    if len(password) < LEAST_LENGTH:
        raise RulesError("password-short", least=LEAST_LENGTH)
    if len(password) > MOST_LENGTH:
        raise RulesError("password-long", most=MOST_LENGTH)


def slow_hash(password: str, salt: bytes) -> bytes:
    secret = normalize("NFC", password).encode()
    return hashlib.scrypt(secret, salt=salt, n=COST, r=BLOCK, p=1, maxmem=MEMORY, dklen=32)
