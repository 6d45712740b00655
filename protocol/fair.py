"""Chance that nobody can steer: a chain of the server's numbers, fixed before the players' entropy is known.

Before anybody has committed to any entropy, the server publishes the hash at the end of a chain (the anchor)
and a hash of its private seed. Every sealed round mixes the players' entropy into the *mix*. A public draw
takes the mix and the next link of the chain, which is shown with the result; a private draw takes the mix and
the private seed, which is shown after the game. So the server cannot choose what it draws, the players cannot
know the next link, and afterwards everybody can check both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from hashlib import sha256
from typing import TypeVar

from core.chance import ChanceEvent, KeyedRng, Stream, digest, frame, keyed
from core.kinds import Seat

T = TypeVar("T")

LINKS = 4096
HASH_SIZE = 32
_STRIDE = 64
# A chain is thousands of hashes, so their common frame is made once.
_BEFORE_LINK = frame("srv-chain", bytes(HASH_SIZE)).removesuffix(bytes(HASH_SIZE))


class Links:
    """Links, each the hash of the next; they are shown in order, from number 1 on.

    Only every 64th is kept; those between are worked out when needed.
    """

    def __init__(self, last: bytes, links: int = LINKS) -> None:
        self.links = links
        self._kept: dict[int, bytes] = {}
        link = last
        for number in range(links, -1, -1):
            if number % _STRIDE == 0 or number == links:
                self._kept[number] = link
            link = next_hash(link)

    @property
    def anchor(self) -> bytes:
        return self._kept[0]

    def link(self, number: int) -> bytes:
        assert 0 < number <= self.links
        above = min(self.links, -(-number // _STRIDE) * _STRIDE)
        link = self._kept[above]
        for _ in range(above - number):
            link = next_hash(link)
        return link


def next_hash(link: bytes) -> bytes:
    """Give the link before this one: H("srv-chain", link)."""
    return sha256(_BEFORE_LINK + link).digest()


def follows(link: bytes, shown: bytes, distance: int) -> bool:
    """Say whether a link comes so many places after one that was shown earlier."""
    for _ in range(distance):
        link = next_hash(link)
    return distance > 0 and link == shown


def distance(link: bytes, shown: bytes, most: int) -> int | None:
    """Return how many places a link comes after one that was shown earlier, if it does."""
    for places in range(1, most + 1):
        link = next_hash(link)
        if link == shown:
            return places
    return None


def seed_commitment(game: bytes, seed: bytes) -> bytes:
    return digest("srv-seed", game, seed)


def first_mix(genesis: bytes) -> bytes:
    return digest("r0", genesis)


def next_mix(mix: bytes, number: int, link: bytes, entropy: Mapping[Seat, bytes]) -> bytes:
    """Stir in a sealed round: its number, a link of the chain, and what each person brought.

    Nothing else: whatever the host could still choose at that point, such as a time, it could choose to its
    liking.
    """
    parts = [bytes([seat]) + entropy[seat] for seat in sorted(entropy)]
    return keyed(mix, "mix", number.to_bytes(8, "big"), link, *parts)


def secrets_of(seed: str) -> tuple[bytes, bytes]:
    """Return the private seed and the last link that a table's one secret stands for."""
    return digest("seed-private", seed.encode()), digest("seed-links", seed.encode())


class Luck:
    """The chance of one table as its host knows it: its secrets, and the key of every draw so far.

    A draw that was taken back falls as before if it comes again: it keeps its key.
    """

    def __init__(self, game: bytes, seed: str) -> None:
        self.game = game
        self.shown = 0  # links
        self.keys: dict[tuple[int, bool], bytes] = {}  # by number of the event and whether it is secret
        self.drawn: dict[int, bytes] = {}  # the last key of each number
        self.private, self._last = secrets_of(seed)

    @cached_property
    def links(self) -> Links:
        return Links(self._last)

    @property
    def next_link(self) -> bytes:
        return self.links.link(self.shown + 1)

    def attempt(self, mix: bytes) -> Attempt:
        return Attempt(self, mix, self.shown)

    def stirred(self, mix: bytes) -> Attempt:
        """Draw after a sealed round, which has taken the next link and changed the mix."""
        return Attempt(self, mix, self.shown + 1)

    def accept(self, attempt: Attempt) -> None:
        """Make an attempt happen."""
        self.shown = attempt.shown
        self.keys |= attempt.keys
        self.drawn |= attempt.drawn


class Attempt:
    """Chance as it would fall now, for something that may still be refused; it uses up nothing."""

    def __init__(self, luck: Luck, mix: bytes, shown: int) -> None:
        self.mix = mix
        self.shown = shown
        self.keys: dict[tuple[int, bool], bytes] = {}
        self.drawn: dict[int, bytes] = {}
        self._luck = luck
        self._shown_before = shown

    @property
    def newest(self) -> bytes:
        """Return the last link taken here, if any; those before follow from it."""
        return self._luck.links.link(self.shown) if self.shown > self._shown_before else b""

    def draw(self, event: ChanceEvent, /, sample: Callable[[Stream], T]) -> T:
        place = event.number, event.secret
        key = self._luck.keys.get(place) or self.keys.get(place)
        if key is None:
            key = self.keys[place] = self._new_key(event)
        self.drawn[event.number] = key
        return KeyedRng({event.number: key}).draw(event, sample)

    def _new_key(self, event: ChanceEvent) -> bytes:
        number = event.number.to_bytes(8, "big")
        if event.secret:
            return private_key(self._luck.private, self._luck.game, number, self.mix)
        self.shown += 1
        return public_key(self.mix, self._luck.game, number, self._luck.links.link(self.shown))


def private_key(seed: bytes, game: bytes, number: bytes, mix: bytes) -> bytes:
    return keyed(seed, "priv", game, number, mix)


def public_key(mix: bytes, game: bytes, number: bytes, link: bytes) -> bytes:
    return keyed(mix, "evt", game, number, link)
