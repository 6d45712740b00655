"""Chance, bit for bit: keyed streams of numbers, so that anyone can check every draw.

Draws are numbered in the order the rules ask for them. A draw's stream of random words depends only on the
key of the game and that number, never on what the players did in the meantime.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from math import floor
from struct import Struct
from typing import Any, Protocol, TypeVar

from core.kinds import Dice, InputError, Record
from core.remembering import cached

T = TypeVar("T")

WORD = 1 << 64
_BLOCK = Struct(">4Q")
_LENGTH = Struct(">Q").pack


def frame(label: str, *parts: bytes) -> bytes:
    """Join a label and parts so that no two different lists give the same bytes."""
    return heading(label, len(parts)) + row(*parts)


@cached(256)
def heading(label: str, parts: int) -> bytes:
    """Begin a frame of so many parts."""
    name = label.encode()
    return b"ST1\0" + bytes([len(name)]) + name + parts.to_bytes(4, "big")


def row(*parts: bytes) -> bytes:
    """Write parts of a frame, each after its length; rows can be joined."""
    joined = b""
    for part in parts:
        joined += _LENGTH(len(part)) + part
    return joined


def digest(label: str, *parts: bytes) -> bytes:
    return hashlib.sha256(heading(label, len(parts)) + row(*parts)).digest()


def keyed(key: bytes, label: str, *parts: bytes) -> bytes:
    return hmac.digest(key, frame(label, *parts), "sha256")


class Stream:
    """An endless sequence of 64-bit words made from one key."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, key: bytes, label: str, *context: bytes) -> None:
        self._key = keyed(key, f"stream/{label}", *context)
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = hmac.digest(self._key, self._block.to_bytes(8, "big"), "sha256")
            self._words = list(_BLOCK.unpack(block))
            self._block += 1
        return self._words.pop(0)

    def below(self, bound: int) -> int:
        """Draw a number from 0 to bound - 1, all equally likely."""
        limit = WORD - WORD % bound
        word = self._word()
        while word >= limit:
            word = self._word()
        return word % bound

    def shuffle(self, items: list[T]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def take(self, items: list[T]) -> T:
        """Draw one item from the list, which stays sorted if it was."""
        return items.pop(self.below(len(items)))


class Rng(Protocol):
    """Where a game's chance comes from; passed to the crank, never stored in a state."""

    def draw(self, event: ChanceEvent, /, sample: Callable[[Stream], T]) -> T:
        """Decide one chance event by letting `sample` read its own stream."""
        ...


class ChanceEvent(Record, frozen=True):
    """One moment of chance: its number in the game, what is drawn, and whether it stays hidden."""

    number: int
    kind: str
    secret: bool


def stream_of(key: bytes, event: ChanceEvent) -> Stream:
    label = "priv" if event.secret else "pub"
    return Stream(key, label, event.kind.encode(), event.number.to_bytes(8, "big"))


class SeededRng:
    """All the chance of a game from one seed."""

    def __init__(self, seed: bytes) -> None:
        self._public = keyed(seed, "public")
        self._secret = keyed(seed, "secret")

    def draw(self, event: ChanceEvent, /, sample: Callable[[Stream], T]) -> T:
        return sample(stream_of(self._secret if event.secret else self._public, event))


KEYS_PREFIX = "keys:"
_KEY_SIZE = 32


class KeyedRng:
    """Chance worked out earlier: a key for every event of a game, by its number."""

    def __init__(self, keys: Mapping[int, bytes]) -> None:
        self._keys = keys

    def draw(self, event: ChanceEvent, /, sample: Callable[[Stream], T]) -> T:
        if event.number not in self._keys:
            raise InputError(f"There is no key for chance event {event.number}.")
        return sample(stream_of(self._keys[event.number], event))


def write_keys(keys: Sequence[bytes]) -> str:
    """Write the keys of the events 0, 1, 2... in place of a seed."""
    return KEYS_PREFIX + b64encode(b"".join(keys)).decode()


def rng_from(seed: str) -> Rng:
    """Return the chance that the seed of a record stands for; raises ValueError for broken keys."""
    return KeyedRng(keys_in(seed)) if seed.startswith(KEYS_PREFIX) else SeededRng(seed.encode())


def keys_in(seed: str) -> dict[int, bytes]:
    """Read keys that stand in place of a seed, by the numbers of their events."""
    joined = b64decode(seed.removeprefix(KEYS_PREFIX), validate=True)
    if len(joined) % _KEY_SIZE:
        raise ValueError("The last key is not whole.")
    starts = range(0, len(joined), _KEY_SIZE)
    return {number: joined[at : at + _KEY_SIZE] for number, at in enumerate(starts)}


class QuickStream(Stream):
    """Numbers from ordinary dice."""

    __slots__ = ("dice",)

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def below(self, bound: int) -> int:
        return floor(self.dice.random() * bound)

    def shuffle(self, items: list[T]) -> None:
        random = self.dice.random
        items.sort(key=lambda _item: random())

    def take(self, items: list[T]) -> T:
        return items.pop(floor(self.dice.random() * len(items)))


class QuickRng:
    """Chance for looking ahead and for playouts, where nobody asks for proof."""

    def __init__(self, dice: Dice) -> None:
        self.stream = QuickStream(dice)

    def draw(self, _event: ChanceEvent, /, sample: Callable[[Stream], T]) -> T:
        return sample(self.stream)


class InARow(tuple[Any, ...]):
    """Forced results of several draws of one kind, in a row."""

    __slots__ = ()


class ScriptedRng(SeededRng):
    """Results laid down in advance by kind of draw, for scenarios; everything else comes from a seed."""

    def __init__(self, results: Sequence[tuple[str, Any]], seed: bytes = b"") -> None:
        super().__init__(seed)
        self.results = list(results)
        self.draws_left_open = 0

    def draw(self, event: ChanceEvent, /, sample: Callable[[Stream], T]) -> T:
        for result in self.results:
            if result[0] == event.kind:
                self.results.remove(result)
                forced: T = result[1]
                return forced
        self.draws_left_open += 1
        return super().draw(event, sample)
