"""The host's part of chance: a chain of links, fixed by its end, and shown one after the other."""

from __future__ import annotations

from functools import lru_cache

from tests.independent.hashing import hashed
from tests.independent.records import Record

LINKS = 4096


def is_seed_of(opened: Record, game: bytes, seed: str) -> bool:
    """Say whether the anchor and the commitment of a table were made from this seed."""
    commitment = hashed("srv-seed", game, private_seed(seed))
    return (anchor_of(seed), commitment) == (opened.anchor, opened.seed_commitment)


def private_seed(seed: str) -> bytes:
    return hashed("seed-private", seed.encode())


@lru_cache(maxsize=64)
def anchor_of(seed: str) -> bytes:
    link = hashed("seed-links", seed.encode())
    for _ in range(LINKS):
        link = hashed("srv-chain", link)
    return link


def leads_back(link: bytes, shown: bytes) -> bool:
    for _ in range(LINKS):
        link = hashed("srv-chain", link)
        if link == shown:
            return True
    return False
