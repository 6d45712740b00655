"""Two verifiers that share no code agree on games that were recorded, and on what can be made of them.

One of them knows the rules of the game and the other does not. So where the first stops for their sake, the
second must not have found anything before.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from client.cli.inspection import Finding, inspect
from protocol.chain import Chain, sign_link
from protocol.entries import Opened, Stamped
from protocol.logfile import Title, Written, write_log
from scripts.record_logs import HOST
from tests.client.played import raw, read
from tests.independent.verifier import CHEATING, FAIR, UNPROVEN, verify

LOGS = Path(__file__).parents[1] / "logs"

EXPECTED: dict[str, tuple[int, int | None]] = {
    "changed": (UNPROVEN, 38),
    "false_share": (CHEATING, 67),
    "five_people": (FAIR, None),
    "host_plays": (FAIR, None),
    "lying_host": (CHEATING, 90),
    "three_people": (FAIR, None),
    "two_cheats": (CHEATING, 69),
    "two_people_two_bots": (FAIR, None),
    "unfinished": (UNPROVEN, None),
}


def log_named(name: str) -> bytes:
    return (LOGS / f"{name}.log").read_bytes()


# What the two say --------------------------------------------------------------------------------


class Theirs(NamedTuple):
    """What the program finds: the gravest, and the first of that kind."""

    code: int
    finding: Finding | None

    @property
    def entry(self) -> int | None:
        return None if self.finding is None else self.finding.entry


def inspected(log: bytes, path: Path) -> Theirs:
    file = path / "a.log"
    file.write_bytes(log)
    report = inspect(file)
    grave = [finding for finding in report.findings if finding.verdict == report.verdict]
    return Theirs(int(report.verdict), grave[0] if grave else None)


PLAY = {"Began", "Chose", "ActedFreely", "TookBack", "AskedBack", "Consented", "Offered", "Answered"}
ONLY_RULES = re.compile(
    "another game than the one that follows"
    "|another link of chance than was taken"
    "|There is nothing to be sealed now"
    "|The round was opened with other (kind|seats|size)"
    "|The seed is shown after the game"
)


def needs_rules(theirs: Theirs, entries: list[Written]) -> bool:
    """Say whether only the rules of the game can tell what the program has found."""
    finding = theirs.finding
    if finding is None or finding.entry is None:
        return False
    if (finding.check, finding.entry) == ("file", 0):
        return True  # there is no such game, or not in this version
    kind = msgspec.msgpack.decode(entries[finding.entry].data)[1][0]
    return bool(ONLY_RULES.search(finding.why)) or (finding.check == "rules" and kind in PLAY)


def agreement(log: bytes, entries: list[Written], path: Path) -> str:
    """Check that the two agree on a log; say how."""
    ours, theirs = verify(log), inspected(log, path)
    told = f"{ours} {theirs}"
    if "is not canonical" in ours.reason:
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
    ours, theirs = verify(log), inspected(log, tmp_path)

    assert (ours.code, ours.entry) == EXPECTED[name]
    assert (theirs.code, theirs.entry) == EXPECTED[name]


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
    """Change a field of an entry; seldom one of the marks that the host puts on it."""
    number = some_place(dice, entries)
    stamp = msgspec.msgpack.decode(entries[number].data)
    place = 1 if dice.random() < 0.8 else dice.choice((0, 2, 3, 4))
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


def signed_by_host(entries: list[Written]) -> list[Written]:
    """Sign all links anew, as far as that is possible; what cannot be read is left as it is."""
    chain, signed = Chain(b""), []
    for entry in entries:
        try:
            stamp = msgspec.msgpack.decode(entry.data, type=Stamped)
            if isinstance(stamp.entry, Opened) and not len(chain):
                chain = Chain(stamp.entry.game_id)
            public = stamp.entry.seen_by(None)
            if public is not None:
                link = chain.next_hash(stamp.at_ms, public, stamp.shown, stamp.facts)
                chain.add(link)
                stamp = replace(stamp, signature=sign_link(HOST, link))
            signed.append(Written(entry.at_ms, msgspec.msgpack.encode(stamp)))
        except Exception:  # noqa: BLE001  (no host could sign this)
            signed.append(entry)
    return signed


def written(title: Title, entries: list[Written]) -> bytes:
    file = io.BytesIO()
    write_log(file, title, entries)
    return file.getvalue()


SHARES = {
    "three_people": 32,
    "unfinished": 28,
    "two_cheats": 20,
    "false_share": 20,
    "five_people": 6,
    "host_plays": 6,
}
"""How many changes of each log are tried, with and without the host's key."""


@pytest.mark.parametrize("is_signed", [False, True], ids=["as it is", "signed anew"])
@pytest.mark.parametrize("name", SHARES)
def test_both_find_the_same_in_a_log_that_was_changed(name: str, is_signed: bool, tmp_path: Path) -> None:  # noqa: FBT001
    log = log_named(name)
    title, entries, dice = read(log)[0], raw(log), Random(f"{name} {is_signed}")
    seen: Counter[str] = Counter()
    for _ in range(SHARES[name]):
        changed = dice.choice(CHANGES)(dice, entries)
        changed = signed_by_host(changed) if is_signed else changed
        seen[agreement(written(title, changed), changed, tmp_path)] += 1

    assert 3 * seen["same"] >= 2 * SHARES[name], seen


def test_both_refuse_a_file_with_any_bit_flipped(tmp_path: Path) -> None:
    log, dice = log_named("changed"), Random(3)
    for _ in range(60):
        flipped = bytearray(log)
        flipped[dice.randrange(len(log))] ^= 1 << dice.randrange(8)

        ours, theirs = verify(bytes(flipped)), inspected(bytes(flipped), tmp_path)
        assert (ours.code, ours.entry) == (theirs.code, theirs.entry) == (UNPROVEN, None)


def test_both_refuse_games_that_were_spliced(tmp_path: Path) -> None:
    """All are of one host, so that every signature is from the right key."""
    title, entries = read(log_named("three_people"))[0], raw(log_named("three_people"))
    for number, name in ((20, "host_plays"), (50, "false_share"), (90, "five_people")):
        spliced = entries[:number] + raw(log_named(name))[number:]
        log = written(title, spliced)
        ours, theirs = verify(log), inspected(log, tmp_path)

        assert (ours.code, ours.entry) == (theirs.code, theirs.entry) == (UNPROVEN, number)


# What a dishonest host could try -----------------------------------------------------------------


def place_of(entries: list[Written], kind: str) -> int:
    return next(
        number for number, entry in enumerate(entries) if msgspec.msgpack.decode(entry.data)[1][0] == kind
    )


def edited(entries: list[Written], number: int, path: tuple[int, ...], value: Value) -> list[Written]:
    """Put a value into an entry, and let the host sign all anew."""
    stamp = msgspec.msgpack.decode(entries[number].data)
    *way, last = path
    place = stamp[1]
    for step in way:
        place = place[step]
    place[last] = value
    changed = Written(entries[number].at_ms, msgspec.msgpack.encode(stamp))
    return signed_by_host([*entries[:number], changed, *entries[number + 1 :]])


LIES: dict[str, tuple[str, str, tuple[int, ...], Value, int]] = {
    "an accepted deal without an oath": ("three_people", "Answered", (7,), [0, b""], UNPROVEN),
    "a choice without an oath": ("three_people", "Chose", (7,), [0, b""], CHEATING),
    "another line": ("three_people", "Chose", (3,), "another", UNPROVEN),
    "a vote without an oath": ("five_people", "Voted", (4,), [0, b""], CHEATING),
    "a vote for the other way": ("five_people", "Voted", (3,), False, CHEATING),
    "a key of small order": ("three_people", "SatDown", (3,), b"\1" + bytes(31), CHEATING),
    "a key that keeps no secret": ("three_people", "Keyed", (2, 1, 0), bytes(32), CHEATING),
    "a key of a later generation": ("three_people", "Keyed", (2, 0), 1, CHEATING),
    "nobody missing": ("unfinished", "RoundSet", (1,), [0], CHEATING),
    "no confirmations": ("three_people", "Certified", (2,), [], CHEATING),
    "an empty outcome": ("three_people", "Outcome", (1,), [], CHEATING),
    "another link": ("three_people", "Outcome", (2,), bytes(32), CHEATING),
    "another seed": ("three_people", "Revealed", (1,), "another", CHEATING),
    "a complaint of somebody else": ("two_cheats", "Complained", (1,), 2, CHEATING),
}


@pytest.mark.parametrize("name", LIES)
def test_both_find_a_lie_where_it_is(name: str, tmp_path: Path) -> None:
    source, kind, path, value, code = LIES[name]
    entries = raw(log_named(source))
    number = place_of(entries, kind)
    changed = edited(entries, number, path, value)
    log = written(read(log_named(source))[0], changed)
    ours, theirs = verify(log), inspected(log, tmp_path)

    assert (ours.code, ours.entry) == (theirs.code, theirs.entry) == (code, number)


def test_a_seat_is_not_passed_over_for_which_no_bot_plays(tmp_path: Path) -> None:
    """Without the entry that says so, the bot has played in nobody's place."""
    entries = raw(log_named("unfinished"))
    number = place_of(entries, "Replaced")
    changed = signed_by_host(entries[:number] + entries[number + 1 :])
    log = written(read(log_named("unfinished"))[0], changed)
    ours, theirs = verify(log), inspected(log, tmp_path)

    assert (ours.code, ours.entry) == (theirs.code, theirs.entry) == (CHEATING, number)
