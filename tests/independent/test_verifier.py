"""Two verifiers that share no code agree on recorded games, and on what can be made of them.

One of them knows the rules of the game and the other does not. So where the first stops because of the rules,
the second must not have found anything before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from protocol.entries import Written
from tests.harness.logs import FRAMES, log_named, place_of, read, read_raw, signed_by_host, write, write_raw
from tests.harness.verdicts import Theirs, found_by_both, inspected
from tests.independent.verifier import CHEATING, FAIR, UNPROVEN, verify

EXPECTED: dict[str, tuple[int, int | None]] = {
    "changed": (UNPROVEN, 46),
    "false_share": (CHEATING, 74),
    "five_people": (FAIR, None),
    "host_plays": (FAIR, None),
    "lying_host": (CHEATING, 204),
    "no_cards": (CHEATING, 33),
    "plans": (UNPROVEN, None),
    "three_people": (FAIR, None),
    "two_cheats": (CHEATING, 70),
    "two_people_two_bots": (FAIR, None),
    "unfinished": (UNPROVEN, None),
}


BLAMED = {
    "false_share": "Seat 0 has cheated",
    "lying_host": "not what seat 1 sealed its choice with",  # so the seat does not answer for it
    "no_cards": "Seat 0 has cheated",
    "two_cheats": "Seat 0 has cheated",
}


# What the two say --------------------------------------------------------------------------------

PLAY = {"Began", "Chose", "ActedFreely", "TookBack", "AskedBack", "Consented", "Offered", "Answered"}
ONLY_RULES = re.compile(
    "a different game from the one that follows"
    "|a different link of chance"
    "|There is nothing to seal now"
    "|The round was opened with other (kind|seats|size)"
    "|The seed is shown only after the game"
    "|Its turn has not come"
)
OMITTED = re.compile(r"has \d+ fields")
"""The program lets a last field be left out, with its default; a log has no such form."""


def needs_rules(theirs: Theirs, entries: list[Written]) -> bool:
    """Say whether only the rules of the game can tell what the program has found."""
    fault = theirs.fault
    if fault is None or fault.entry is None:
        return False
    if (fault.check, fault.entry) == ("file", 0):
        return True  # there is no such game, or not in this version
    if fault.check == "told":
        return True  # what a seat hears and sees follows from the rules
    kind = msgspec.msgpack.decode(entries[fault.entry].data)[1][0]
    return bool(ONLY_RULES.search(theirs.why)) or (fault.check == "rules" and kind in PLAY)


def agreement(log: bytes, entries: list[Written], path: Path) -> str:
    """Check that the two agree on a log; say how."""
    ours, theirs = verify(log), inspected(log, path)
    told = f"{ours} {theirs}"
    is_short = OMITTED.search(ours.reason) and theirs.entry is not None
    if "is not canonical" in ours.reason or is_short:
        assert (ours.code, ours.entry) == (UNPROVEN, None), told
        return "form"
    if needs_rules(theirs, entries):
        assert theirs.entry is not None
        assert ours.entry is None or ours.entry >= theirs.entry, told
        return "rules"
    assert (ours.code, ours.entry) == (theirs.code, theirs.entry), told
    return "same"


@pytest.mark.parametrize("name", EXPECTED)
def test_both_find_in_a_recorded_game_what_is_in_it(name: str, tmp_path: Path) -> None:
    log = log_named(name)

    assert found_by_both(log, tmp_path) == EXPECTED[name]
    assert BLAMED.get(name, "") in verify(log).reason


# Mutations ---------------------------------------------------------------------------------------

Value = Any
Change = Callable[[Random, list[Written]], list[Written]]


def changed_value(dice: Random, value: Value) -> Value:
    """Change something in a value, however deep."""
    match value:
        case bool():
            return not value
        case int():
            return max(0, value + dice.choice((-1, 1, 1, 7, 2**20)))
        case bytes():
            return changed_bytes(dice, value)
        case str():
            return value[:-1] if value and dice.random() < 0.5 else value + dice.choice(("a", " ", "e\u0301"))
        case list() if value:
            return changed_list(dice, list(value))
        case list():
            return [dice.randrange(3)]
    return dice.choice((0, b"", False))


def changed_bytes(dice: Random, value: bytes) -> bytes:
    if not value:
        return dice.randbytes(dice.choice((16, 32, 64)))
    if dice.random() < 0.2:
        return b"" if dice.random() < 0.5 else dice.randbytes(len(value))
    place = dice.randrange(len(value))
    return value[:place] + bytes([value[place] ^ 1 << dice.randrange(8)]) + value[place + 1 :]


def changed_list(dice: Random, items: list[Value]) -> list[Value]:
    tags = isinstance(items[0], str) and items[0][:1].isupper()
    place = dice.randrange(min(tags, len(items) - 1), len(items))
    if not tags and dice.random() < 0.15:
        return items[:place] + items[place + 1 :] if dice.random() < 0.5 else [*items, items[place]]
    if not tags and len(items) > 1 and dice.random() < 0.1:
        return items[::-1]
    items[place] = changed_value(dice, items[place])
    return items


def some_field(dice: Random, entries: list[Written]) -> list[Written]:
    """Change a field of an entry; seldom one of the host's marks on it."""
    number = some_place(dice, entries)
    stamp = msgspec.msgpack.decode(entries[number].data)
    place = 1 if dice.random() < 0.8 else dice.choice((0, 2, 3, 4, 5, 6))
    stamp[place] = changed_value(dice, stamp[place])
    changed = Written(entries[number].at_ms, msgspec.msgpack.encode(stamp))
    return [*entries[:number], changed, *entries[number + 1 :]]


def some_place(dice: Random, entries: list[Written]) -> int:
    """Choose a kind of entry first, so that rare ones have their turn."""
    kinds = [msgspec.msgpack.decode(entry.data)[1][0] for entry in entries]
    kind = dice.choice(sorted(set(kinds)))
    return dice.choice([number for number, found in enumerate(kinds) if found == kind])


def some_byte(dice: Random, entries: list[Written]) -> list[Written]:
    number = some_place(dice, entries)
    data = bytearray(entries[number].data)
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    return [*entries[:number], Written(entries[number].at_ms, bytes(data)), *entries[number + 1 :]]


def one_less(dice: Random, entries: list[Written]) -> list[Written]:
    number = some_place(dice, entries)
    return entries[:number] + entries[number + 1 :]


def one_more(dice: Random, entries: list[Written]) -> list[Written]:
    number, place = some_place(dice, entries), dice.randrange(1, len(entries))
    return [*entries[:place], entries[number], *entries[place:]]


def two_swapped(dice: Random, entries: list[Written]) -> list[Written]:
    one = some_place(dice, entries)
    other = min(len(entries) - 1, one + dice.choice((1, 1, 2, 5)))
    swapped = list(entries)
    swapped[one], swapped[other] = entries[other], entries[one]
    return swapped


def an_end(dice: Random, entries: list[Written]) -> list[Written]:
    return entries[: dice.randrange(1, len(entries))]


CHANGES: tuple[Change, ...] = (
    *(some_field,) * 6,
    *(some_byte,) * 2,
    one_less,
    one_more,
    two_swapped,
    an_end,
)


SHARES = {
    "three_people": 16,
    "unfinished": 14,
    "two_cheats": 10,
    "false_share": 10,
    "plans": 10,
    "five_people": 6,
    "host_plays": 6,
}
"""How many changes of each log are tried, with and without the host's key."""


@pytest.mark.parametrize("is_signed", [False, True], ids=["as it is", "signed anew"])
@pytest.mark.parametrize("name", SHARES)
def test_both_find_the_same_in_a_log_that_was_changed(name: str, is_signed: bool, tmp_path: Path) -> None:  # noqa: FBT001
    (title, entries), dice = read_raw(log_named(name)), Random(f"{name} {is_signed}")
    seen: Counter[str] = Counter()
    for _ in range(SHARES[name]):
        changed = dice.choice(CHANGES)(dice, entries)
        changed = signed_by_host(changed) if is_signed else changed
        seen[agreement(write_raw(title, changed), changed, tmp_path)] += 1

    told_without_rules = SHARES[name] - seen["rules"]
    assert 3 * seen["same"] >= 2 * told_without_rules, seen
    assert 2 * told_without_rules >= SHARES[name], seen


@pytest.mark.parametrize("name", FRAMES)
def test_both_blame_nobody_for_a_secret_that_whoever_had_the_log_has_changed(
    name: str, tmp_path: Path
) -> None:
    title, entries = read(log_named("three_people"))
    for number in (n for n, stamp in enumerate(entries) if stamp.entry.seen_by(None) is None):
        log = write(title, FRAMES[name](entries, number))

        assert (verify(log).code, inspected(log, tmp_path).code) == (UNPROVEN, UNPROVEN), number


@pytest.mark.parametrize("kind", ["Opened", "Invited", "SatDown", "Offered"])
def test_both_refuse_a_time_that_no_hash_has_room_for(kind: str, tmp_path: Path) -> None:
    title, entries = read_raw(log_named("three_people"))
    number = place_of(entries, kind)
    _, *rest = msgspec.msgpack.decode(entries[number].data)
    entries[number] = Written(0, msgspec.msgpack.encode([2**53 + 1, *rest]))

    assert found_by_both(write_raw(title, entries), tmp_path) == (UNPROVEN, None)


def test_both_refuse_a_file_with_any_bit_flipped(tmp_path: Path) -> None:
    log, dice = log_named("changed"), Random(3)
    for _ in range(60):
        flipped = bytearray(log)
        flipped[dice.randrange(len(log))] ^= 1 << dice.randrange(8)

        assert found_by_both(bytes(flipped), tmp_path) == (UNPROVEN, None)


def test_both_refuse_games_that_were_spliced(tmp_path: Path) -> None:
    """All are from one host, so every signature is from the right key."""
    title, entries = read_raw(log_named("three_people"))
    for number, name in ((20, "host_plays"), (50, "false_share"), (90, "five_people")):
        spliced = entries[:number] + read_raw(log_named(name))[1][number:]

        assert found_by_both(write_raw(title, spliced), tmp_path) == (UNPROVEN, number)
