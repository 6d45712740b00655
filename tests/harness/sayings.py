"""Everything a host says to a seat of a finished game, and what happens if it is a lie."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import msgspec
from msgspec import Raw, msgpack
from msgspec.structs import replace

from client.seat.boxes import Pocket
from client.seat.connection import BusyServerError, MovedError, closing_words, refusal
from client.seat.keeping import leads_to
from client.seat.mirror import Mirror
from client.seat.news import Person
from client.seat.own_games import SeatsTold, games_in
from client.seat.player import Player
from client.seat.sealer import Hand
from client.seat.vault import Head
from client.table.club import sorted_tables, table_words, wishes_at
from client.table.own_games import in_order
from core.deals import Standing
from core.game import Game
from core.kinds import InputError, RulesError, Seat, phrase
from core.wire import events_hash, facts_hash, pack_facts, unpack_events, unpack_view
from protocol.chain import Chain, marks_of, sign_link
from protocol.entries import Closed, Deed, Stamped
from protocol.errors import UNREADABLE, Code, ProtocolError
from protocol.handshake import Hello, Welcome, check_welcome, client_hello, server_welcome
from protocol.identity import Identity, PublicKey
from protocol.invitation import Address, Invitation, host_key_hash
from protocol.messages import (
    METHODS,
    NOTICES,
    Again,
    Clock,
    ClockFace,
    Closing,
    InvitedTo,
    Item,
    Joined,
    Logged,
    Nothing,
    OwnSeat,
    OwnSeats,
    SeatNow,
    Synced,
    TableInfo,
    TableNamed,
    TableNow,
    Told,
)
from protocol.oaths import sign_refusal
from protocol.rpc import NIL, ErrorRecord, Refusal, error_record
from protocol.session import ServerNotice
from protocol.table.replay import happen
from protocol.table.signatures import is_stand_in
from protocol.table.story import Story
from protocol.table.summary import summary_of
from protocol.table.table import Table
from protocol.table.transcript import blind_of, picture_of
from protocol.table.verify import Judgement, verify
from tests.harness.changes import changed, is_same_game, places_in, verify_once
from tests.harness.honest_games import Played
from tests.harness.logs import Entries, identity, stamps_in, written
from tests.harness.loopback import admit, ignore
from tests.harness.record_logs import NAMES

HARMLESS: Final = {
    "clocks": "what the clocks show is the host's word; what follows from them is in entries that all check",
    "now": "who is ready, here or overdue, and how many watch, is the host's word, and no game depends on it",
    "late": "what is held back is not told yet: the client asks again, and swears on no more than it knows",
    "no seat": "who is told to watch signs nothing, and the log has no signature of theirs under the end",
    "reason": "why the host refuses is its word; that it refuses is signed, and it can refuse anything",
    "end": "when and in which order the end was signed is the host's word: nobody signs after the last",
    "nonce": "any number of the host's choosing is one, if the host signs it with ours",
    "elsewhere": "whoever is there must prove to be the same host, and a table says for itself what it is",
    "list": "what a list says of a table is no part of its game; the table says all of it again, signed",
    "wait": "the host can make anybody wait, or hang up, for any reason or none",
    "closed": "nothing is played at a closed table, and nobody signs there any more",
    "label": "when a log was begun is on its label; what happened, and when, is in its entries",
}
CLOCKS: Final = (ClockFace(0, 60_000, is_running=True, is_away=False),)
SPKI: Final = bytes(32)
NAME: Final = "table"
HERE: Final = Address("127.0.0.1", 1)
THERE: Final = Address("127.0.0.1", 2)
NOW: Final = TableNow((SeatNow(0, is_present=True), SeatNow(1)), 0, is_frozen=False, nodes=(str(THERE),))
NOTICED: Final = "noticed at once"
NAMED: Final = "named by the next signature"
NAMED_BY_LOG: Final = "named by the log"
UNNOTICED: Final = "UNNOTICED"
BROKEN: Final = (*UNREADABLE, InputError, LookupError, RulesError, ProtocolError, ValueError)

KINDS: Final[dict[str, Any]] = {
    **{name: method.result for name, method in METHODS.items() if method.result is not Nothing},
    **NOTICES,
    "error": ErrorRecord,
}
"""Everything a server can send that has any content."""


# What a seat was told ----------------------------------------------------------------------------


STRIDE: Final = 32
"""A client is copied after so many things it was told; how it was in between is lived through again."""


class Mirrors:
    """What one seat knew before it was told anything, and after each thing."""

    def __init__(self, blank: Mirror) -> None:
        self._news: list[Told] = []
        self._kept = [copy_of(blank)]
        self.last = blank

    def __len__(self) -> int:
        return 1 + len(self._news)

    def __getitem__(self, place: int) -> Mirror:
        mirror = copy_of(self._kept[place // STRIDE])
        for told in self._news[place - place % STRIDE : place]:
            mirror.told(told)
        return mirror

    def tell(self, told: Told) -> None:
        self._news.append(told)
        self.last.told(told)
        if len(self._news) % STRIDE == 0:
            self._kept.append(copy_of(self.last))


class Sat(NamedTuple):
    """Everything one seat was told, as long as it signed something later or until its table was closed.

    And the host that told it.
    """

    seat: Seat
    host: Identity
    joined: Joined
    news: list[Told]
    mirrors: Mirrors
    deeds: list[Deed]
    entries: Entries  # the whole log
    signed: int  # how much of it the seat has signed later

    def named(self, told: int) -> str:
        """Return what becomes of a lie in the first so many things it was told, if nobody notices it."""
        return NAMED if told <= self.signed else "harmless: closed"

    @property
    def person(self) -> Person:
        return Person(identity(self.seat), NAMES[self.seat])

    def player(self, mirror: Mirror) -> Player:
        """Return a client that knows this much; only in a running loop."""
        player = Player(Invitation(HERE, NAME, host_key_hash(self.host.public)), self.person, admit, ignore)
        player.mirror = mirror
        return player


def sat_at(seat: Seat, played: Played) -> Sat:
    """Replay a game from one seat."""
    entries, host = played
    table = Table(entries[0])
    story = Story(table)
    blind = blind_of(table.luck.private, table.opened.game_id, seat)
    joined = Joined(seat, NOW, blind)
    deeds = own_deeds(seat, entries)
    last = entries.index(last_own(seat, entries))
    signed = sum(stamp.entry.seen_by(seat) is not None for stamp in entries[:last])
    sat = Sat(seat, host, joined, [], Mirrors(Mirror(table.host, NAME, joined)), deeds, entries, signed)
    for seq in range(len(entries) if isinstance(entries[-1].entry, Closed) else last):
        done = happen(table, entries[seq]) if seq else None
        news = story.record(entries[seq], done.events if done else [], done.facts if done else None)
        if seat in news:
            item, view, prompt, deals = news[seat]
            sat.news.append(Told(item, view, prompt, CLOCKS, deals))
            sat.mirrors.tell(sat.news[-1])
    return sat


def own_deeds(seat: Seat, entries: Entries) -> list[Deed]:
    deeds = [stamp.entry for stamp in entries if isinstance(stamp.entry, Deed)]
    return [deed for deed in deeds if deed.seat == seat and not is_stand_in(deed)]


def last_own(seat: Seat, entries: Entries) -> Stamped:
    last = own_deeds(seat, entries)[-1]
    return next(stamp for stamp in entries if stamp.entry is last)


def copy_of(mirror: Mirror) -> Mirror:
    """Copy what a client knows, but neither its game nor what no longer changes."""
    game = mirror.game if mirror.story else None
    fixed = (game, *(game or ()), *mirror.story, mirror.view, mirror.shown, *mirror.deals.values())
    return deepcopy(mirror, {id(each): each for each in fixed})


# What the host says -----------------------------------------------------------------------------


def lie_about(message: str, truth: Any, dice: Random) -> Any:
    """Change one thing in a message; None if it can no longer be read."""
    raw = msgpack.decode(msgpack.encode(truth))
    spoilt = changed(raw, dice.choice(list(places_in(raw))), dice)
    try:
        return msgpack.decode(msgpack.encode(spoilt), type=KINDS[message])
    except (*UNREADABLE, msgspec.ValidationError, OverflowError):
        return None


class Saying:
    """Something true that the host says to a seat in a message of some name."""

    message: str
    truth: Any

    def fitted(self, lie: Any) -> Any:
        """Let the host sign a lie, with hashes that fit what it says."""
        return lie

    def outcome(self, lie: Any) -> str:
        """Return what becomes of a lie; raises if the client stops."""
        raise NotImplementedError


class News(Saying):
    """Tells of one thing that has just happened."""

    message = "told"

    def __init__(self, sat: Sat, dice: Random) -> None:
        at = dice.randrange(1, len(sat.news))
        self.truth, self._host, self._named = sat.news[at], sat.host, sat.named(at + 1)
        self._before, self._after = sat.mirrors[at], sat.mirrors[at + 1]

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
            return self._named
        return "harmless: clocks" if lie.clocks != self.truth.clocks else UNNOTICED


class Page(Saying):
    """Tells a client that comes (back) what has happened so far."""

    message = "sync"

    def __init__(self, sat: Sat, dice: Random) -> None:
        end = dice.randrange(1, len(sat.mirrors))
        start = dice.choice((0, dice.randrange(end), max(0, end - 3)))
        self._before, self._after, self._host = sat.mirrors[start], sat.mirrors[end], sat.host
        self._named = sat.named(end)
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
            return self._named
        if not lie.is_all or len(mirror.heads) < len(self._after.heads):
            return "harmless: late"
        return "harmless: clocks" if lie.clocks != self.truth.clocks else UNNOTICED


def page(sat: Sat, start: int, end: int) -> Synced:
    after = sat.mirrors[end]
    items, deals = tuple(told.item for told in sat.news[start:end]), tuple(after.deals.values())
    return Synced(items, True, after._view, after.prompt, CLOCKS, deals)  # noqa: SLF001


class Joining(Saying):
    """Tells a newcomer where they sit, and the secret that begins their transcript."""

    message = "join"

    def __init__(self, sat: Sat, dice: Random) -> None:
        self.truth, self._sat = sat.joined, sat
        self._end = dice.randrange(1, len(sat.mirrors))

    def outcome(self, lie: Joined) -> str:
        """Let the client come to the table with it, and hear the true story."""
        sat = self._sat
        mirror = Mirror(sat.host.public, NAME, lie)
        mirror.synced(page(sat, 0, self._end))
        if mirror.seat is None:
            return "harmless: no seat"
        Hand(sat.person.identity, mirror, mirror.seat, Pocket()).check_story(sat.person)
        if mirror.heads != sat.mirrors[self._end].heads:
            return sat.named(self._end)
        if lie.now.nodes != self.truth.now.nodes:
            return "harmless: elsewhere"
        return "harmless: now" if lie.now != self.truth.now else UNNOTICED


class Refusing(Saying):
    """Tells a seat that one of its deeds is refused."""

    message = "error"

    def __init__(self, sat: Sat, dice: Random) -> None:
        self._sat, self._deed, self._other = sat, *dice.sample(sat.deeds, 2)
        reason = phrase("refuse-number-used", number=dice.randrange(9))
        self.truth = error_record(Code.REFUSED, Refusal(reason, "RS-1", self._signed(self._deed)))

    def _signed(self, deed: Deed) -> bytes:
        return sign_refusal(self._sat.host, self._sat.mirrors.last.table.chain.game, deed)

    def fitted(self, lie: ErrorRecord) -> ErrorRecord:
        """Have it signed, but for another deed."""
        if not isinstance(lie.detail, Refusal):
            return lie
        return replace(lie, detail=replace(lie.detail, signature=self._signed(self._other)))

    def outcome(self, lie: ErrorRecord) -> str:
        error = refusal(lie)
        if isinstance(error, BusyServerError):
            return "harmless: wait"
        asyncio.run(self._hear(error.signature))
        return "harmless: reason" if error.signature == self.truth.detail.signature else UNNOTICED

    async def _hear(self, signature: bytes) -> None:
        self._sat.player(self._sat.mirrors.last)._note_refusal(self._deed, signature)  # noqa: SLF001


class Waiting(Saying):
    """Asks a client to come again later, or to another address."""

    message = "error"

    def __init__(self, _: Sat, dice: Random) -> None:
        moved = error_record(Code.REFUSED, Refusal(phrase("refuse-moved", address=str(THERE))))
        self.truth = dice.choice((error_record(Code.BUSY, 250), moved))

    def outcome(self, lie: ErrorRecord) -> str:
        error = refusal(lie)
        return "harmless: elsewhere" if isinstance(error, MovedError) else "harmless: wait"


class Present(Saying):
    """Says who is here and ready, whether the table is frozen, and where the players go on."""

    message = "table"

    def __init__(self, sat: Sat, dice: Random) -> None:
        self.truth, self._sat = replace(NOW, next="next"), sat
        self._mirror = sat.mirrors[dice.randrange(1, len(sat.mirrors))]

    def outcome(self, lie: TableNow) -> str:
        believed = what_counts(self._mirror)
        asyncio.run(self._hear(lie))
        if what_counts(self._mirror) != believed:
            return UNNOTICED
        is_elsewhere = (lie.next, lie.nodes) != (self.truth.next, self.truth.nodes)
        return "harmless: elsewhere" if is_elsewhere else "harmless: now"

    async def _hear(self, lie: TableNow) -> None:
        self._sat.player(self._mirror)._on_notice(ServerNotice(self.message, lie))  # noqa: SLF001


def what_counts(mirror: Mirror) -> Any:
    """Return what a client believes about its table and will sign; not the host's word for the moment."""
    info = mirror.info
    rows = [(row.seat, row.player, row.key, row.is_bot, row.is_replaced, row.door) for row in info.seats]
    terms = info.table, info.game, info.options, info.terms, info.access, info.owner
    return rows, terms, mirror.heads, mirror.table.chain.head, mirror.prompt, mirror.deals


class HangingUp(Saying):
    """Says that the server ends the connection."""

    message = "closing"

    def __init__(self, _: Sat, __: Random) -> None:
        self.truth = Closing("stopping", is_final=False)

    def outcome(self, lie: Closing) -> str:
        assert closing_words(lie.reason)
        return "harmless: wait"


class WallClock(Saying):
    """Says what time it is there."""

    message = "clock"

    def __init__(self, _: Sat, dice: Random) -> None:
        self.truth = Clock(dice.randrange(2**41))

    def outcome(self, _: Clock) -> str:
        return "harmless: clocks"


class Listing(Saying):
    """Lists the tables of a server."""

    message = "tables"

    def __init__(self, sat: Sat, _: Random) -> None:
        self.truth = (info_of(sat),)
        self._key = sat.person.identity.public.raw

    def outcome(self, lie: tuple[TableInfo, ...]) -> str:
        """Check that whatever is listed can be shown."""
        for info in sorted_tables(lie):
            assert table_words(info, self._key)
            assert list(wishes_at(info, self._key))
        return "harmless: list"


def info_of(sat: Sat) -> TableInfo:
    return summary_of(NAME, sat.mirrors.last.table, NOW)


class OwnListing(Saying):
    """Lists the games of a player, and other addresses of the server."""

    message = "seats"

    def __init__(self, sat: Sat, _: Random) -> None:
        own = OwnSeat(info_of(sat), sat.seat, (sat.seat,), 3, 60_000)
        self.truth, self._host = OwnSeats((own,), (str(THERE),)), sat.host.public

    def outcome(self, lie: OwnSeats) -> str:
        """Check that whatever is listed leads to the same host."""
        games = in_order(games_in([SeatsTold(HERE, self._host, lie)]))
        assert all(game.invitation.names(self._host) for game in games)
        return "harmless: elsewhere" if lie.nodes != self.truth.nodes else "harmless: list"


class Pointing(Saying):
    """Names a table that was opened, the token of an invitation, or both, for the next game."""

    def __init__(self, sat: Sat, dice: Random) -> None:
        told = {"open": TableNamed(NAME), "invite": InvitedTo(bytes(16)), "again": Again(NAME, bytes(16))}
        self.message, self.truth = dice.choice(list(told.items()))
        self._host = sat.host.public

    def outcome(self, lie: TableNamed | InvitedTo | Again) -> str:
        table, token = getattr(lie, "table", NAME), getattr(lie, "token", None)
        assert Invitation(HERE, table, host_key_hash(self._host), token).names(self._host)
        return "harmless: elsewhere"


class Journal(Saying):
    """Hands out the log of a finished game."""

    message = "log"

    def __init__(self, sat: Sat, _: Random) -> None:
        self.truth, self._sat = Logged(1, tuple(map(written, sat.entries)), is_all=True), sat

    def outcome(self, lie: Logged) -> str:
        if not lie.is_all:
            return "harmless: late"
        chain = self._sat.mirrors.last.table.chain
        if not leads_to(Head(len(chain) - 1, chain.head), chain.game, lie.entries):
            return NOTICED
        try:
            entries = stamps_in(lie.entries)
        except UNREADABLE:
            return NOTICED
        with patch.object(PublicKey, "verify", verify_once):
            if verify(entries).judgement is not Judgement.FAIR:
                return NAMED_BY_LOG
        return self._harm(lie, entries)

    def _harm(self, lie: Logged, entries: Entries) -> str:
        if entries == self._sat.entries:
            return "harmless: label" if lie != self.truth else UNNOTICED
        return "harmless: end" if is_same_game(entries, self._sat.entries) else UNNOTICED


class Greeting(Saying):
    """Shows at the door who the host is."""

    message = "hello"

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


SAYINGS: Final[dict[Callable[[Sat, Random], Saying], int]] = {
    News: 24,
    Page: 12,
    Joining: 3,
    Refusing: 3,
    Greeting: 3,
    Journal: 3,
    Pointing: 3,
    Waiting: 1,
    Present: 1,
    HangingUp: 1,
    WallClock: 1,
    Listing: 1,
    OwnListing: 1,
}
"""Everything a host says, and how often: the more content, the more."""


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
    """Return items with hashes and signatures as the host would make them."""
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
