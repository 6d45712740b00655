"""The records of a log and of a sealed round: arrays of fields, each with a shape.

A shape takes a decoded value and returns what it stands for, or refuses it. Nothing may be left out: a record
has one encoding, with all of its fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, TypeAlias
from unicodedata import bidirectional, category

from tests.independent.msgpack import Value

Shape: TypeAlias = Callable[[Value], Any]

SERVER = 255
_LONGEST = 60 * 86_400  # seconds
_LINE_BREAKERS = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNERS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})


class ShapeError(ValueError):
    """This value does not belong in this place."""


class Record(SimpleNamespace):
    """A record with its fields by name; `kind` is its tag, and `raw` the array it came from."""

    def raw_with(self, **changes: Value) -> list[Value]:
        """Return the array with other values in some fields."""
        places = list(self.__dict__)[2:]
        tags = len(self.raw) - len(places)
        raw = list(self.raw)
        for name, value in changes.items():
            raw[tags + places.index(name)] = value
        return raw


# Shapes of values --------------------------------------------------------------------------------


def whole(low: int = -(2**63), high: int = 2**64 - 1) -> Shape:
    def take(value: Value) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ShapeError(f"{value!r} is no number from {low} to {high}.")
        return value

    return take


def octets(least: int = 0, most: int = 2**32) -> Shape:
    def take(value: Value) -> bytes:
        if type(value) is not bytes or not least <= len(value) <= most:
            raise ShapeError(f"These are not {least} to {most} bytes.")
        return value

    return take


def text(least: int = 0, most: int = 2**32, pattern: str = "") -> Shape:
    def take(value: Value) -> str:
        if type(value) is not str or not least <= len(value) <= most or not re.search(pattern, value):
            raise ShapeError("This is no such text.")
        return value

    return take


def flag(value: Value) -> bool:
    if type(value) is not bool:
        raise ShapeError(f"{value!r} is neither yes nor no.")
    return value


def one_of(*values: Value) -> Shape:
    def take(value: Value) -> Value:
        if not any(type(value) is type(known) and value == known for known in values):
            raise ShapeError(f"{value!r} is none of {values}.")
        return value

    return take


def row(shape: Shape, most: int = 2**32) -> Shape:
    def take(value: Value) -> list[Any]:
        if type(value) is not list or len(value) > most:
            raise ShapeError(f"This is no row of at most {most}.")
        return [shape(item) for item in value]

    return take


def pair(first: Shape, second: Shape) -> Shape:
    def take(value: Value) -> tuple[Any, Any]:
        if type(value) is not list or len(value) != 2:
            raise ShapeError("This is no pair.")
        return first(value[0]), second(value[1])

    return take


def perhaps(shape: Shape) -> Shape:
    return lambda value: None if value is None else shape(value)


def fields(**shapes: Shape) -> Shape:
    """Return the shape of a record without a tag."""
    return lambda value: _record("", value, value, shapes)


def tagged(**kinds: dict[str, Shape]) -> Shape:
    """Return the shape of a record of one of several kinds, named by its first item."""

    def take(value: Value) -> Record:
        if type(value) is not list or not value or type(value[0]) is not str or value[0] not in kinds:
            raise ShapeError("There is no such record.")
        return _record(value[0], value, value[1:], kinds[value[0]])

    return take


def _record(kind: str, raw: Value, values: Value, shapes: dict[str, Shape]) -> Record:
    if type(values) is not list or len(values) != len(shapes):
        raise ShapeError(f"A record {kind} has {len(shapes)} fields.")
    taken = {name: shape(value) for (name, shape), value in zip(shapes.items(), values, strict=True)}
    return Record(kind=kind, raw=raw, **taken)


def checked(shape: Shape, check: Callable[[Any], None]) -> Shape:
    """Return a shape that is checked once more as a whole."""

    def take(value: Value) -> Any:
        taken = shape(value)
        check(taken)
        return taken

    return take


# Small records -----------------------------------------------------------------------------------

NUMBER = whole(0, 2**32 - 1)
SEAT = whole(0, 15)
SEALER = whole(0, SERVER - 1)
HOLDER = whole(0, SERVER)
HASH = octets(32, 32)
KEY = octets(32, 32)
SIGNATURE = octets(64, 64)
KEYS = row(KEY, 16)
LINE = text(0, 400)
TOKEN = octets(0, 32)
OATH = fields(seen=NUMBER, told=octets(0, 32), signature=octets(0, 64))
GOODS = tagged(Goods={"coins": whole(0, 999), "ronin": whole(0, 999)})
PROMISES = row(tagged(Promise={"sort": text(0, 40), "about": text(0, 200)}), 8)
PACE = tagged(
    Untimed={},
    PerDecision={"seconds": whole(1, _LONGEST)},
    Bank={"seconds": whole(1, _LONGEST), "increment": whole(0, _LONGEST)},
)
TERMS = fields(pace=PACE, grace=whole(0, _LONGEST), absence=one_of("wait", "bot", "vote"), own_machines=flag)
OPENING = fields(polynomial=row(HASH, 16), server=octets(0, 32))
PART = fields(seat=SEALER, opening=perhaps(OPENING), shares=row(pair(HOLDER, HASH), 16))
ACKED = tagged(Acked={"seat": SEALER, "seen_head": HASH, "signature": SIGNATURE})


# Entries -----------------------------------------------------------------------------------------

_ENTRIES: dict[str, dict[str, Shape]] = {
    "Opened": {
        "game": text(),
        "version": whole(),
        "seats": row(text()),
        "options": row(pair(text(), text())),
        "seed": text(),
        "terms": TERMS,
        "host": octets(),
        "nonce": octets(),
        "anchor": octets(),
        "seed_commitment": octets(),
        "keys": KEYS,
        "player": octets(),
    },
    "Forked": {"record": text(), "record_hash": octets(0, 32)},
    "Owned": {"owner": KEY, "access": one_of("invited", "password", "all"), "password": octets(0, 32)},
    "Closed": {},
    "Invited": {"token": TOKEN},
    "SatDown": {
        "seat": SEAT,
        "name": text(1, 40),
        "key": KEY,
        "is_bot": flag,
        "token": TOKEN,
        "door": one_of("own", "ssh", "web"),
    },
    "StoodUp": {"seat": SEAT},
    "Keyed": {"seat": SEAT, "keys": fields(generation=NUMBER, publics=KEYS), "oath": OATH},
    "TalkKeyed": {"seat": SEAT, "key": KEY, "oath": OATH},
    "Began": {},
    "Chose": {
        "seat": SEAT,
        "prompt": NUMBER,
        "line": LINE,
        "spent": NUMBER,
        "salt": octets(0, 16),
        "lock": octets(0, 32),
        "oath": OATH,
    },
    "ActedFreely": {"seat": SEAT, "number": NUMBER, "line": LINE, "oath": OATH},
    "TookBack": {"seat": SEAT, "prompt": NUMBER, "since": NUMBER, "oath": OATH},
    "AskedBack": {"seat": SEAT, "prompt": NUMBER, "oath": OATH},
    "Consented": {"seat": SEAT, "agrees": flag, "oath": OATH},
    "Said": {
        "seat": SEAT,
        "number": NUMBER,
        "to": row(SEAT, 16),
        "words": text(0, 500),
        "sealed": octets(0, 3484),
        "phase": row(NUMBER, 8),
        "oath": OATH,
    },
    "Offered": {
        "seat": SEAT,
        "number": NUMBER,
        "to": SEAT,
        "gives": GOODS,
        "wants": GOODS,
        "promises": PROMISES,
        "asks": PROMISES,
        "instead_of": perhaps(NUMBER),
        "oath": OATH,
    },
    "Answered": {
        "seat": SEAT,
        "other": SEAT,
        "deal": NUMBER,
        "answer": one_of(1, 2, 3),
        "gives": GOODS,
        "wants": GOODS,
        "oath": OATH,
    },
    "Exchanged": {"seat": SEAT, "other": SEAT, "gives": GOODS, "wants": GOODS},
    "Replaced": {"seat": SEAT},
    "Returned": {"seat": SEAT, "oath": OATH},
    "Voted": {"seat": SEAT, "absent": SEAT, "agrees": flag, "oath": OATH},
    "Applied": {
        "seat": SEAT,
        "name": text(1, 40),
        "key": KEY,
        "keys": fields(generation=NUMBER, publics=KEYS),
        "door": one_of("own", "ssh", "web"),
        "signature": octets(0, 64),
    },
    "Elected": {"seat": SEAT, "absent": SEAT, "key": KEY, "agrees": flag, "oath": OATH},
    "Succeeded": {"seat": SEAT},
    "Revealed": {"seed": text()},
    "SignedOff": {"seat": SEAT, "oath": OATH},
    "RoundOpened": {"header": octets(0, 1024)},
    "Committed": {
        "seat": SEALER,
        "revision": whole(0, 8),
        "commitment": octets(0, 16384),
        "seen_seq": whole(0, 2**63 - 1),
        "seen_head": HASH,
        "signature": SIGNATURE,
        "spent": NUMBER,
    },
    "RoundSet": {"missing": row(SEALER, 16)},
    "Complained": {"seat": SEALER, "dealer": SEALER, "secret": KEY, "signature": SIGNATURE},
    "Certified": {"is_slow": flag, "acks": row(ACKED, 16)},
    "Outcome": {"parts": row(PART, 16), "link": HASH},
    "RoundVoided": {"seats": row(SEALER, 16)},
    "Turned": {
        "seat": SEALER,
        "place": whole(0, 15),
        "opening": perhaps(OPENING),
        "shares": row(pair(HOLDER, HASH), 16),
    },
}


def check_words(entry: Record) -> None:
    """Refuse names and public words that nobody should have to see in a terminal."""
    if entry.kind == "SatDown":
        _check_text(entry.name)
    elif entry.kind == "Said" and not entry.to:
        _check_text(entry.words)


def _check_text(words: str) -> None:
    if not words.strip():
        raise ShapeError("There are no words in this text.")
    if any(category(char) in _LINE_BREAKERS or bidirectional(char) in _TURNERS for char in words):
        raise ShapeError("This text could steer a terminal.")


STAMPED = fields(
    at_ms=whole(0, 2**53),
    entry=checked(tagged(**_ENTRIES), check_words),
    signature=octets(0, 64),
    shown=octets(0, 32),
    facts=octets(0, 32),
    heard=octets(0, 32),
    journal=octets(0, 32),
)


# The header of a round ---------------------------------------------------------------------------


def _check_rows(header: Record) -> None:
    if not len(header.seats) == len(header.holders) == len(header.thresholds) or not _rises(header.seats):
        raise ShapeError("Every seat comes once, in order, with its holders and their threshold.")
    for seat, holders, threshold in zip(header.seats, header.holders, header.thresholds, strict=True):
        players = [holder for holder in holders if holder != SERVER]
        if seat in holders or not _rises(holders):
            raise ShapeError(f"The holders for seat {seat} are not others, once each, in order.")
        if not 1 <= threshold <= len(players) and (holders, threshold) != ([], 1):
            raise ShapeError(f"What seat {seat} seals could not be opened.")


def _rises(numbers: list[int]) -> bool:
    return all(one < other for one, other in pairwise(numbers))


def sizes(value: Value) -> list[int]:
    """Take the size of a choice, or those of the cover and each piece of one that opens piece by piece."""
    size = whole(64, 4096)
    if type(value) is not list:
        return [size(value)]
    if not 2 <= len(value) <= 17:
        raise ShapeError("These are no sizes of a cover and its pieces.")
    found: list[int] = row(size)(value)
    return found


HEADER = checked(
    fields(
        form=one_of(1),
        suite=one_of(1),
        game=HASH,
        round=NUMBER,
        kind_of_round=text(0, 40),
        seats=row(SEALER, 16),
        holders=row(row(HOLDER, 16), 16),
        thresholds=row(whole(), 16),
        size=sizes,
        commit_ms=whole(0, 2**53),
        ack_ms=whole(0, 2**53),
        head=HASH,
        keys=HASH,
    ),
    _check_rows,
)
