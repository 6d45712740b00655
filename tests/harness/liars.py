"""A host that lies at random, to see which of its lies nobody notices and no log names.

An honest game is lived through again, from each seat. Every lie changes one thing in one message to that
seat: some field of some record in it, or it leaves something out or says it twice. Every other time the
host makes the rest fit: hashes of events, board and picture, and its signature. Either the client stops at
once, or its transcript is another from then on, and the seat's next signature is under that one: `verify`
names it. What is left must be in HARMLESS, with a reason.

Then the log itself is changed in one place, as whoever hands it on could, and as the host could that signs
it anew: none of them may be called fair.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import msgpack
from msgspec.structs import replace

from client.seat.mirror import Mirror
from core.catalog import game_names
from core.kinds import InputError, RulesError, Seat
from core.wire import events_hash, facts_hash, pack_facts, unpack_events, unpack_view
from protocol.chain import marks_of, sign_link
from protocol.entries import Deed, Stamped, Written
from protocol.errors import UNREADABLE, ProtocolError
from protocol.identity import Identity, load_identity
from protocol.messages import ClockFace, Joined, TableNow, Told
from protocol.rpc import NIL
from protocol.table.replay import happen
from protocol.table.signatures import is_stand_in
from protocol.table.story import Story
from protocol.table.table import Table
from protocol.table.transcript import blind_of, picture_of
from protocol.table.verify import Judgement, verify
from tests.harness.logs import Entries, identity, log_of, read, signed_by_host, stamps_in, written
from tests.harness.loopback import play_a_game

HARMLESS: Final = {
    "clocks": "what the clocks show is the host's word; what follows from them is in entries that all check",
    "now": "who is ready, here or overdue, and how many watch, is the host's word, and no game depends on it",
}
NOBODY_HERE: Final = TableNow((), 0, is_frozen=False)
CLOCKS: Final = (ClockFace(0, 60_000, is_running=True, is_away=False),)


class Message(NamedTuple):
    """A message to one seat, and the mirror of that seat before it."""

    before: Mirror
    told: Told
    head: bytes  # of the transcript after it, if it is true


# An honest game ----------------------------------------------------------------------------------


class Played(NamedTuple):
    """A game that was played, and the host that knows how to sign."""

    entries: Entries
    host: Identity


def play(game: str) -> Played:
    with TemporaryDirectory() as folder:
        path = Path(folder)
        entries = read(asyncio.run(_played(path, game)))[1]
        return Played(entries, load_identity(path / "data" / "host_key"))


async def _played(path: Path, game: str) -> bytes:
    return await log_of(path, await play_a_game(path, game), game)


def messages_to(seat: Seat, entries: Entries) -> Iterator[Message]:
    """Live through a game, and give what a seat is told, for as long as it signs something later."""
    table = Table(entries[0])
    story = Story(table)
    blind = blind_of(table.luck.private, table.opened.game_id, seat)
    mirror = Mirror(identity(seat), table.host, "table", Joined(seat, NOBODY_HERE, blind))
    for seq in range(last_oath(seat, entries)):
        done = happen(table, entries[seq]) if seq else None
        news = story.record(entries[seq], done.events if done else [], done.facts if done else None)
        if seat in news:
            item, view, prompt, deals = news[seat]
            told, before = Told(item, view, prompt, CLOCKS, deals), copy_of(mirror)
            mirror.told(told)
            yield Message(before, told, mirror.heads[-1])


def last_oath(seat: Seat, entries: Entries) -> int:
    return max(
        seq
        for seq, stamp in enumerate(entries)
        if isinstance(stamp.entry, Deed) and stamp.entry.seat == seat and not is_stand_in(stamp.entry)
    )


# Lies --------------------------------------------------------------------------------------------


def places_in(value: Any, place: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Name every place in nested lists."""
    yield place
    if isinstance(value, list):
        for number, part in enumerate(value):
            yield from places_in(part, (*place, number))


def changed(value: Any, place: tuple[int, ...], dice: Random) -> Any:
    """Give a value with something else in one place."""
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


def lie_about(told: Told, dice: Random) -> Told | None:
    """Change one thing in a message; None if it cannot be read any more."""
    raw = msgpack.decode(msgpack.encode(told))
    raw[1] = msgpack.decode(told.view)
    spoilt = changed(raw, dice.choice(list(places_in(raw))), dice)
    try:
        return msgpack.decode(msgpack.encode(spoilt), type=Told)
    except (*UNREADABLE, msgspec.ValidationError, OverflowError):
        return None


def made_to_fit(lie: Told, message: Message, host: Identity) -> Told:
    """Let the host sign a lie, with hashes that fit what it says."""
    before, item = message.before, lie.item
    public = item.entry.seen_by(None)
    if not before.story:
        return lie
    with suppress(*UNREADABLE, InputError, LookupError, RulesError, ProtocolError, ValueError):
        game, deals = before.game, tuple(before.deals.values()) if lie.deals is None else lie.deals
        view = before._view if lie.view == NIL else lie.view  # noqa: SLF001
        item = replace(item, heard=events_hash(unpack_events(game, item.events)))
        item = replace(item, picture=picture_of(view, lie.prompt, deals))
        if lie.view != NIL:
            shown = game.public_part(unpack_view(game, lie.view))
            item = replace(item, facts=facts_hash(pack_facts(shown)))
        if public is not None:
            link = before.table.chain.next_hash(item.at_ms, public, *marks_of(item))
            item = replace(item, signature=sign_link(host, link))
    return replace(lie, item=item)


def copy_of(mirror: Mirror) -> Mirror:
    """Copy what a client knows, but not the game it knows it of."""
    game = mirror.game if mirror.story else None
    return deepcopy(mirror, {id(each): each for each in (game, *(game or ()))})


def outcome_of(message: Message, lie: Told | None) -> str:
    """Say what becomes of a lie."""
    if lie is None:
        return "unreadable"
    if msgpack.encode(lie) == msgpack.encode(message.told):
        return "no lie"
    mirror = copy_of(message.before)
    try:
        mirror.told(lie)
    except (ProtocolError, RulesError, InputError):
        return "noticed at once"
    if mirror.heads[-1] != message.head:
        return "named by the next signature"
    if lie.clocks != message.told.clocks:
        return "harmless: clocks"
    return "UNNOTICED"


def tell_lies(game: str, lies: int, dice: Random) -> Counter[str]:
    """Lie to every seat of a game; give what became of it, and print what nobody noticed."""
    (entries, host), found = play(game), Counter[str]()
    table = Table(entries[0])
    for seat in table.seats:
        messages = list(messages_to(seat, entries))
        for number in range(lies // len(table.seats) + 1):
            message = dice.choice(messages)
            lie = lie_about(message.told, dice)
            if lie is not None and number % 2:
                lie = made_to_fit(lie, message, host)
            outcome = outcome_of(message, lie)
            found[outcome] += 1
            if outcome == "UNNOTICED":
                print(f"{game}, seat {seat}: {message.told} -> {lie}", file=sys.stderr)
    return found


# Changed logs ------------------------------------------------------------------------------------


def change_logs(played: Played, changes: int, dice: Random) -> Counter[str]:
    """Change a log in one place; every other time the host signs it anew."""
    found, raw = Counter[str](), list(map(written, played.entries))
    for number in range(changes):
        spoilt = spoil(raw, dice)
        if spoilt == raw:
            continue
        found[verdict_on(signed_by_host(spoilt, played.host) if number % 2 else spoilt, raw)] += 1
    return found


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


def verdict_on(spoilt: list[Written], raw: list[Written]) -> str:
    try:
        stamps: list[Stamped] = stamps_in(spoilt)
    except (*UNREADABLE, msgspec.ValidationError):
        return "unreadable"
    if stamps == stamps_in(raw):
        return "no change"
    judgement = verify(stamps).judgement
    return "FAIR" if judgement is Judgement.FAIR else judgement.name


def main() -> int:
    parser = ArgumentParser(description="Lie to players at random, and see who notices.")
    parser.add_argument("--game", choices=game_names(), help="one game; all unless said")
    parser.add_argument("--lies", type=int, default=2000, metavar="N", help="for each game")
    parser.add_argument("--logs", type=int, default=1000, metavar="N", help="changes of a log, for each game")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    is_good = True
    for game in [args.game] if args.game else game_names():
        dice = Random(f"{args.seed} {game}")
        lies = tell_lies(game, args.lies, dice)
        logs = change_logs(play(game), args.logs, dice)
        print(f"{game}: lies {dict(lies.most_common())}, logs {dict(logs.most_common())}", flush=True)
        is_good &= not lies["UNNOTICED"] and not logs["FAIR"]
    for name, reason in HARMLESS.items():
        print(f"harmless: {name}: {reason}")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
