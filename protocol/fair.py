"""Chance that nobody can steer: a chain of the server's numbers, fixed before the players' entropy is known.

The server publishes the hash at the end of a chain (the anchor) and a hash of its private seed before
anybody has committed to any entropy. Every sealed round mixes entropy of the players into the *mix*. A
public draw takes the mix and the next link of the chain, which is shown with the result; a private draw
takes the mix and the private seed, which is shown after the game. So the server cannot choose what it
draws, the players cannot know the next link, and afterwards everybody can check both.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import TypeVar

from core.chance import ChanceEvent, Stream, digest, keyed
from core.records import Seat

T = TypeVar("T")

LINKS = 4096
SECRET_SIZE = 32
_STRIDE = 64


class Chain:
    """Links of which each is the hash of the next; they are shown in order, from number 1 on.

    Only every 64th is kept; those between are worked out when they are needed.
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
    """Give the link before this one."""
    return digest("srv-chain", link)


def follows(link: bytes, shown: bytes, distance: int) -> bool:
    """Say whether a link comes so many places after one that was shown before."""
    for _ in range(distance):
        link = next_hash(link)
    return distance > 0 and link == shown


def make_secret() -> bytes:
    return secrets.token_bytes(SECRET_SIZE)


def seed_commitment(game: bytes, seed: bytes) -> bytes:
    return digest("srv-seed", game, seed)


def first_mix(genesis: bytes) -> bytes:
    return digest("r0", genesis)


def next_mix(mix: bytes, context: bytes, link: bytes, entropy: Mapping[Seat, bytes]) -> bytes:
    """Stir in a sealed round: its context, a link of the chain, and what each seat brought."""
    parts = [bytes([seat]) + entropy[seat] for seat in sorted(entropy)]
    return keyed(mix, "mix", context, link, *parts)


class FairRng:
    """Chance from the mix; `link_for` gives the link that belongs to a public event."""

    def __init__(self, game: bytes, seed: bytes, mix: bytes, link_for: Callable[[int], bytes]) -> None:
        self._game = game
        self._seed = seed
        self._mix = mix
        self._link_for = link_for

    def draw(self, event: ChanceEvent, /, sample: Callable[[Stream], T]) -> T:
        number = event.number.to_bytes(8, "big")
        if event.secret:
            key, label = keyed(self._seed, "priv", self._game, number, self._mix), "priv"
        else:
            link = self._link_for(event.number)
            key, label = keyed(self._mix, "evt", self._game, number, link), "pub"
        return sample(Stream(key, label, event.kind.encode(), number))
