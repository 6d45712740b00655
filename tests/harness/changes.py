"""A change in one place of a message or of a log.

A log is changed as anybody who passes it on could, and as the host could, who signs it again: none of these
may be called fair.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import msgpack

from protocol.entries import Revealed, Written
from protocol.errors import UNREADABLE
from protocol.identity import Identity, PublicKey
from protocol.table.verify import Judgement, verify
from tests.harness.logs import Entries, signed_by_host, stamps_in, written

# Changing one thing ------------------------------------------------------------------------------


def places_in(value: Any, place: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Name every place in nested lists."""
    yield place
    if isinstance(value, list):
        for number, part in enumerate(value):
            yield from places_in(part, (*place, number))


def changed(value: Any, place: tuple[int, ...], dice: Random) -> Any:
    """Return a value with something else in one place."""
    if not place:
        return other_than(value, dice)
    first, *rest = place
    return [changed(part, tuple(rest), dice) if n == first else part for n, part in enumerate(value)]


def other_than(value: Any, dice: Random) -> Any:
    """Make something else of a value, of the same kind if possible."""
    match value:
        case bool():
            return not value
        case int():
            return value + dice.choice((-1, 1, 7))
        case bytes() if value:
            at = dice.randrange(len(value))
            return value[:at] + bytes([value[at] ^ 1 << dice.randrange(8)]) + value[at + 1 :]
        case str() if value:
            return value[:-1] + chr(ord(value[-1]) ^ 1)
        case list() if len(value) > 1:
            at = dice.randrange(len(value))
            less, more = [*value[:at], *value[at + 1 :]], [*value[:at], value[at], *value[at:]]
            return dice.choice((less, more, value[::-1]))
        case None:
            return dice.choice((0, 1, 2))
        case _:
            return dice.choice((None, 0, 1))


verify_once = lru_cache(50_000)(PublicKey.verify)
"""All at a table verify the same signatures, and most of a changed log is as it was."""


# Changed logs ------------------------------------------------------------------------------------


def change_logs(entries: Entries, host: Identity, changes: int, dice: Random) -> Counter[str]:
    """Change a log in one place, and print what is called fair; every other time the host signs it again."""
    found, raw = Counter[str](), list(map(written, entries))
    for number in range(changes):
        spoilt = a_change(raw, dice, host if number % 2 else None)
        with patch.object(PublicKey, "verify", verify_once):
            verdict = verdict_on(spoilt, entries)
        found[verdict] += 1
        if verdict == "FAIR":
            print(first_difference(spoilt, entries), file=sys.stderr)
    return found


def a_change(raw: list[Written], dice: Random, host: Identity | None) -> Entries:
    """Return a different log that can be read, perhaps signed again by the host."""
    while True:
        spoilt = spoil(raw, dice)
        if host is not None:
            spoilt = signed_by_host(spoilt, host)
        with suppress(*UNREADABLE, msgspec.ValidationError):
            entries = stamps_in(spoilt)
            if entries != stamps_in(raw):
                return entries


def is_same_game(one: Entries, other: Entries) -> bool:
    """Say whether everything is the same, except when and in which order the end was signed."""
    over = 1 + next(n for n, stamp in enumerate(other) if isinstance(stamp.entry, Revealed))
    ends = [sorted(msgpack.encode(stamp.entry) for stamp in entries[over:]) for entries in (one, other)]
    return one[:over] == other[:over] and ends[0] == ends[1]


def first_difference(spoilt: Entries, entries: Entries) -> str:
    pairs = zip(spoilt, entries, strict=False)
    at, (one, other) = next((n, pair) for n, pair in enumerate(pairs) if pair[0] != pair[1])
    return f"entry {at}: {other} -> {one}"


def spoil(raw: list[Written], dice: Random) -> list[Written]:
    at, how = dice.randrange(1, len(raw)), dice.randrange(8)
    if how == 0:
        return [*raw[:at], *raw[at + 1 :]]
    if how == 1:
        return [*raw[:at], raw[at], *raw[at:]]
    if how == 2:
        return [*raw[: at - 1], raw[at], raw[at - 1], *raw[at + 1 :]]
    value = msgpack.decode(raw[at].data)
    value = changed(value, dice.choice(list(places_in(value))), dice)
    try:
        data = msgpack.encode(value)
    except OverflowError:
        return raw
    return [*raw[:at], Written(raw[at].at_ms, data), *raw[at + 1 :]]


def verdict_on(spoilt: Entries, entries: Entries) -> str:
    judgement = verify(spoilt).judgement
    if judgement is Judgement.FAIR and is_same_game(spoilt, entries):
        return "harmless: end"
    return judgement.name
