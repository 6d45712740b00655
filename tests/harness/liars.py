"""A host that lies at random, to see which of its lies nobody notices and no log names.

An honest game is lived through again, from each seat. Every lie changes one thing in one message to that
seat: some field of some record in it, or it leaves something out or says it twice. The message is news, a
page of the story for who comes back, the answer to joining, a refusal, or the host's part of the handshake.
Every other time the host makes the rest fit: hashes of events, board and picture, and its signatures. Either
the client stops at once, or its transcript is another from then on, and the seat's next signature is under
that one: `verify` names it. What is left must be in HARMLESS, with a reason.

Then the log of that game is changed (`changes.py`).
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Raw, Struct, msgpack
from msgspec.structs import replace

from client.seat.boxes import Pocket
from client.seat.mirror import Mirror
from client.seat.news import Person
from client.seat.player import Player
from client.seat.sealer import Hand
from core.catalog import game_names
from core.deals import Standing
from core.game import Game
from core.kinds import InputError, RulesError, Seat, phrase
from core.wire import events_hash, facts_hash, pack_facts, unpack_events, unpack_view
from protocol.chain import Chain, marks_of, sign_link
from protocol.entries import Deed, Stamped
from protocol.errors import UNREADABLE, ProtocolError
from protocol.handshake import Hello, Welcome, check_welcome, client_hello, server_welcome
from protocol.identity import Identity
from protocol.invitation import Address, Invitation
from protocol.messages import ClockFace, Item, Joined, SeatNow, Synced, TableNow, Told
from protocol.oaths import sign_refusal
from protocol.rpc import NIL, Refusal
from protocol.table.replay import happen
from protocol.table.signatures import is_stand_in
from protocol.table.story import Story
from protocol.table.table import Table
from protocol.table.transcript import blind_of, picture_of
from tests.harness.changes import change_logs, changed, places_in
from tests.harness.logs import HOST, Entries, identity, read
from tests.harness.loopback import admit, ignore
from tests.harness.record_logs import NAMES, Record, Scene
from tests.harness.recorded_players import Actor, change_mind, give, plead, promise, talk

HARMLESS: Final = {
    "clocks": "what the clocks show is the host's word; what follows from them is in entries that all check",
    "now": "who is ready, here or overdue, and how many watch, is the host's word, and no game depends on it",
    "late": "what is held back is not told yet: the client asks again, and swears on no more than it knows",
    "no seat": "who is told to watch signs nothing, and the log has no signature of theirs under the end",
    "reason": "why the host refuses is its word; that it refuses is signed, and it can refuse anything",
    "end": "when and in which order the end was signed is the host's word: nobody signs after the last",
    "nonce": "any number of the host's choosing is one, if the host signs it with ours",
}
NOW: Final = TableNow((SeatNow(0, is_present=True), SeatNow(1)), 0, is_frozen=False)
CLOCKS: Final = (ClockFace(0, 60_000, is_running=True, is_away=False),)
SPKI: Final = bytes(32)
NAME: Final = "table"
NOTICED: Final = "noticed at once"
NAMED: Final = "named by the next signature"
UNNOTICED: Final = "UNNOTICED"
BROKEN: Final = (*UNREADABLE, InputError, LookupError, RulesError, ProtocolError, ValueError)

SomeStruct = TypeVar("SomeStruct", bound=Struct)


# An honest game ----------------------------------------------------------------------------------


class Played(NamedTuple):
    """A game that was played, and the host that knows how to sign."""

    entries: Entries
    host: Identity


def play(game: str) -> Played:
    """Play a game in which people talk, whisper, deal, give, and change their minds."""
    with TemporaryDirectory() as folder:
        log = asyncio.run(Record([Actor] * 3, all_kinds_of_things, game=game).log(Path(folder)))
    return Played(read(log)[1], HOST)


async def all_kinds_of_things(scene: Scene) -> None:
    """Ask the others to take something back only where no card can have to be turned over first."""
    first, *others = scene.guests
    has_cards = scene.table.game.rules.turning is not None
    first.wants = [change_mind, talk, promise, give, change_mind, *([] if has_cards else [plead])]
    for guest in others:
        guest.waits_for = first
    await scene.play()


class Sat(NamedTuple):
    """All that one seat was told, for as long as it signed something later; and it was told by this host."""

    seat: Seat
    host: Identity
    joined: Joined
    news: list[Told]
    mirrors: list[Mirror]  # as they were before the first, and after each
    deeds: list[Deed]


def sat_at(seat: Seat, played: Played) -> Sat:
    """Live through a game from one seat."""
    entries, host = played
    table = Table(entries[0])
    story = Story(table)
    joined = Joined(seat, NOW, blind_of(table.luck.private, table.opened.game_id, seat))
    sat = Sat(seat, host, joined, [], [Mirror(table.host, NAME, joined)], own_deeds(seat, entries))
    for seq in range(entries.index(last_own(seat, entries))):
        done = happen(table, entries[seq]) if seq else None
        news = story.record(entries[seq], done.events if done else [], done.facts if done else None)
        if seat in news:
            item, view, prompt, deals = news[seat]
            sat.news.append(Told(item, view, prompt, CLOCKS, deals))
            sat.mirrors.append(copy_of(sat.mirrors[-1]))
            sat.mirrors[-1].told(sat.news[-1])
    return sat


def own_deeds(seat: Seat, entries: Entries) -> list[Deed]:
    deeds = [stamp.entry for stamp in entries if isinstance(stamp.entry, Deed)]
    return [deed for deed in deeds if deed.seat == seat and not is_stand_in(deed)]


def last_own(seat: Seat, entries: Entries) -> Stamped:
    last = own_deeds(seat, entries)[-1]
    return next(stamp for stamp in entries if stamp.entry is last)


def copy_of(mirror: Mirror) -> Mirror:
    """Copy what a client knows, but not the game it knows it of."""
    game = mirror.game if mirror.story else None
    return deepcopy(mirror, {id(each): each for each in (game, *(game or ()))})


# What the host says -----------------------------------------------------------------------------


def lie_about(truth: SomeStruct, dice: Random) -> SomeStruct | None:
    """Change one thing in a message; None if it cannot be read any more."""
    raw = msgpack.decode(msgpack.encode(truth))
    spoilt = changed(raw, dice.choice(list(places_in(raw))), dice)
    try:
        return msgpack.decode(msgpack.encode(spoilt), type=type(truth))
    except (*UNREADABLE, msgspec.ValidationError, OverflowError):
        return None


class Saying(Protocol):
    """Something true that the host says to a seat."""

    truth: Any

    def fitted(self, lie: Any) -> Any:
        """Let the host sign a lie, with hashes that fit what it says."""

    def outcome(self, lie: Any) -> str:
        """Say what becomes of a lie; raises if the client stops."""


class News:
    """Tells of one thing that has just happened."""

    def __init__(self, sat: Sat, dice: Random) -> None:
        at = dice.randrange(1, len(sat.news))
        self.truth, self._host = sat.news[at], sat.host
        self._before, self._after = sat.mirrors[at : at + 2]

    def fitted(self, lie: Told) -> Told:
        before = self._before
        deals = tuple(before.deals.values()) if lie.deals is None else lie.deals
        view = before._view if lie.view == NIL else lie.view  # noqa: SLF001
        item = with_picture(before.game, lie.item, view, lie.prompt, deals, is_new=lie.view != NIL)
        [item] = signed_items(before, [item], self._host)
        return replace(lie, item=item)

    def outcome(self, lie: Told) -> str:
        mirror = copy_of(self._before)
        mirror.told(lie)
        if mirror.heads != self._after.heads:
            return NAMED
        return "harmless: clocks" if lie.clocks != self.truth.clocks else UNNOTICED


class Page:
    """Tells who comes, or comes back, what has happened so far."""

    def __init__(self, sat: Sat, dice: Random) -> None:
        end = dice.randrange(1, len(sat.mirrors))
        start = dice.choice((0, dice.randrange(end), max(0, end - 3)))
        self._before, self._after, self._host = sat.mirrors[start], sat.mirrors[end], sat.host
        self.truth = page(sat, start, end)

    def fitted(self, lie: Synced) -> Synced:
        if not lie.items or not self._before.story:
            return lie
        *items, last = lie.items
        shown = lie.view, lie.prompt, lie.deals
        last = with_picture(self._before.game, last, *shown, is_new=bool(last.facts))
        return replace(lie, items=tuple(signed_items(self._before, [*items, last], self._host)))

    def outcome(self, lie: Synced) -> str:
        mirror = copy_of(self._before)
        mirror.synced(lie)
        if mirror.heads != self._after.heads[: len(mirror.heads)]:
            return NAMED
        if not lie.is_all or len(mirror.heads) < len(self._after.heads):
            return "harmless: late"
        return "harmless: clocks" if lie.clocks != self.truth.clocks else UNNOTICED


def page(sat: Sat, start: int, end: int) -> Synced:
    after = sat.mirrors[end]
    items, deals = tuple(told.item for told in sat.news[start:end]), tuple(after.deals.values())
    return Synced(items, True, after._view, after.prompt, CLOCKS, deals)  # noqa: SLF001


class Joining:
    """Tells who joins where they sit, and the secret that their transcript begins with."""

    def __init__(self, sat: Sat, dice: Random) -> None:
        self.truth, self._sat = sat.joined, sat
        self._end = dice.randrange(1, len(sat.mirrors))

    def fitted(self, lie: Joined) -> Joined:
        return lie

    def outcome(self, lie: Joined) -> str:
        """Let the client come to the table with it, and hear the true story."""
        sat = self._sat
        mirror = Mirror(sat.host.public, NAME, lie)
        mirror.synced(page(sat, 0, self._end))
        if mirror.seat is None:
            return "harmless: no seat"
        person = Person(identity(sat.seat), NAMES[sat.seat])
        Hand(person.identity, mirror, mirror.seat, Pocket()).check_story(person)
        if mirror.heads != sat.mirrors[self._end].heads:
            return NAMED
        return "harmless: now" if lie.now != self.truth.now else UNNOTICED


class Refusing:
    """Tells a seat that one of its deeds is not done."""

    def __init__(self, sat: Sat, dice: Random) -> None:
        self._sat, self._deed, self._other = sat, *dice.sample(sat.deeds, 2)
        reason = phrase("refuse-number-used", number=dice.randrange(9))
        self.truth = Refusal(reason, "RS-1", self._signed(self._deed))

    def _signed(self, deed: Deed) -> bytes:
        return sign_refusal(self._sat.host, self._sat.mirrors[-1].table.chain.game, deed)

    def fitted(self, lie: Refusal) -> Refusal:
        """Have it signed, but for another deed."""
        return replace(lie, signature=self._signed(self._other))

    def outcome(self, lie: Refusal) -> str:
        asyncio.run(self._hear(lie))
        return "harmless: reason" if lie.signature == self.truth.signature else UNNOTICED

    async def _hear(self, lie: Refusal) -> None:
        sat = self._sat
        invitation = Invitation(Address("127.0.0.1", 1), NAME, bytes(20))
        player = Player(invitation, Person(identity(sat.seat), "Player"), admit, ignore)
        player.mirror = sat.mirrors[-1]
        player._note_refusal(self._deed, lie.signature)  # noqa: SLF001


class Greeting:
    """Shows at the door who the host is."""

    def __init__(self, sat: Sat, _: Random) -> None:
        self._host, self._hello = sat.host, client_hello()
        self.truth = server_welcome(self._hello, sat.host, SPKI)[0]

    def fitted(self, lie: Welcome) -> Welcome:
        return replace(lie, signature=signed_welcome(self._hello, lie, self._host))

    def outcome(self, lie: Welcome) -> str:
        check_welcome(self._hello, lie, self._host.public, SPKI)
        return "harmless: nonce" if lie.nonce != self.truth.nonce else UNNOTICED


def signed_welcome(hello: Hello, lie: Welcome, host: Identity) -> bytes:
    """Sign what a host could have said instead."""
    versions = (lie.version, hello.lowest, hello.highest)
    packed = b"".join(number.to_bytes(2, "big") for number in versions)
    return host.sign("host-auth", SPKI, hello.nonce, lie.nonce, packed)


SAYINGS: Final[Sequence[Callable[[Sat, Random], Saying]]] = (
    *[News] * 6,
    *[Page] * 3,
    Joining,
    Refusing,
    Greeting,
)
"""Everything a host says, the more often the more there is in it."""


def with_picture(
    game: Game, item: Item, view: Raw, prompt: int | None, deals: tuple[Standing, ...], *, is_new: bool
) -> Item:
    """Give an item the hashes of what is shown with it, if it can be shown at all."""
    item = replace(item, picture=picture_of(view, prompt, deals))
    with suppress(*BROKEN):
        if is_new:
            item = replace(item, facts=facts_hash(pack_facts(game.public_part(unpack_view(game, view)))))
    return item


def signed_items(before: Mirror, items: Iterable[Item], host: Identity) -> Iterator[Item]:
    """Give items with hashes and signatures as the host would make them."""
    chain: Chain = deepcopy(before.table.chain)
    for each in items:
        item = each
        with suppress(*BROKEN):
            item = replace(item, heard=events_hash(unpack_events(before.game, item.events)))
            public = item.entry.seen_by(None)
            if public is not None:
                link = chain.next_hash(item.at_ms, public, *marks_of(item))
                chain.add(link)
                item = replace(item, signature=sign_link(host, link))
        yield item


def a_lie(sat: Sat, dice: Random, *, is_fitted: bool) -> tuple[Saying, Any]:
    """Make up something that is not so, and can be read: what cannot be is no news to anybody."""
    while True:
        saying = dice.choice(SAYINGS)(sat, dice)
        lie = lie_about(saying.truth, dice)
        if lie is not None and is_fitted:
            lie = saying.fitted(lie)
        if lie is not None and msgpack.encode(lie) != msgpack.encode(saying.truth):
            return saying, lie


def outcome_of(saying: Saying, lie: Any) -> str:
    """Say what becomes of a lie."""
    try:
        return saying.outcome(lie)
    except (ProtocolError, RulesError, InputError):
        return NOTICED


def tell_lies(played: Played, lies: int, dice: Random) -> Counter[str]:
    """Lie to every seat of a game; give what became of it, and print what nobody noticed."""
    found, seats = Counter[str](), Table(played.entries[0]).seats
    for seat in seats:
        sat = sat_at(seat, played)
        for number in range(-(-lies // len(seats))):
            saying, lie = a_lie(sat, dice, is_fitted=bool(number % 2))
            outcome = outcome_of(saying, lie)
            found[f"{type(saying).__name__} {outcome}"] += 1
            if outcome == UNNOTICED:
                print(f"seat {seat}: {saying.truth} -> {lie}", file=sys.stderr)
    return found


def main() -> int:
    parser = ArgumentParser(description="Lie to players at random, and see who notices.")
    parser.add_argument("--game", choices=game_names(), help="one game; all unless said")
    parser.add_argument("--lies", type=int, default=2000, metavar="N", help="for each game")
    parser.add_argument("--logs", type=int, default=1000, metavar="N", help="changes of a log, for each game")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    is_good = True
    for game in [args.game] if args.game else game_names():
        played, dice = play(game), Random(f"{args.seed} {game}")
        lies, logs = tell_lies(played, args.lies, dice), change_logs(*played, args.logs, dice)
        print(f"{game}: lies {dict(sorted(lies.items()))}, logs {dict(logs.most_common())}", flush=True)
        is_good &= not any(UNNOTICED in outcome for outcome in lies) and not logs["FAIR"]
    for name, reason in HARMLESS.items():
        print(f"harmless: {name}: {reason}")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
