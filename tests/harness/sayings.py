"""Everything a host says to a seat of a finished game, and what happens if it is a lie."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any, Final
from unittest.mock import patch

import msgspec
from msgspec import Raw, msgpack
from msgspec.structs import replace

from client.seat.boxes import Pocket
from client.seat.connection import BusyServerError, MovedError, closing_words, refusal
from client.seat.keeping import leads_to
from client.seat.mirror import Mirror
from client.seat.own_games import SeatsTold, games_in
from client.seat.sealer import Hand
from client.seat.sitting import passes_of, scene_of
from client.seat.vault import Head
from client.table.club import sorted_tables, table_words, wishes_at
from client.table.own_games import in_order
from core.deals import Standing
from core.game import Game
from core.kinds import InputError, RulesError, phrase
from core.wire import events_hash, facts_hash, pack_facts, unpack_events, unpack_view
from protocol.chain import Chain, marks_of, sign_link
from protocol.entries import Deed
from protocol.errors import UNREADABLE, Code, ProtocolError
from protocol.handshake import Hello, Welcome, check_welcome, client_hello, server_welcome
from protocol.identity import Identity, PublicKey
from protocol.invitation import Invitation, host_key_hash, token_hash
from protocol.messages import (
    METHODS,
    NOTICES,
    Again,
    Clock,
    Closing,
    InvitationNow,
    Invitations,
    InvitedTo,
    Item,
    Joined,
    Logged,
    Nothing,
    OwnSeat,
    OwnSeats,
    Synced,
    TableInfo,
    TableNamed,
    TableNow,
    Told,
)
from protocol.oaths import sign_refusal
from protocol.rpc import NIL, ErrorRecord, Refusal, error_record
from protocol.session import ServerNotice
from protocol.table.summary import summary_of
from protocol.table.transcript import picture_of
from protocol.table.verify import Judgement, verify
from tests.harness.changes import changed, is_same_game, places_in, verify_once
from tests.harness.logs import Entries, stamps_in, written
from tests.harness.sat import CLOCKS, HERE, NAME, NOW, THERE, Sat, copy_of

HARMLESS: Final = {
    "clocks": "what the clocks show is the host's word; what follows from them is in entries that all check",
    "now": "who is ready, here or overdue, and how many watch, is the host's word, and no game depends on it",
    "late": "what is held back is not told yet: the client asks again, and swears on no more than it knows",
    "no seat": "who is told to watch signs nothing, and the log has no signature of theirs under the end",
    "reason": "why the host refuses is its word; that it refuses is signed, and it can refuse anything",
    "end": "when and in which order the end was signed is the host's word: nobody signs after the last",
    "nonce": "any number of the host's choosing is one, if the host signs it with ours",
    "version": "the host may speak any version we offer, and we sign which ones we offered",
    "elsewhere": "whoever is there must prove to be the same host, and a table says for itself what it is",
    "list": "what a list says of a table is no part of its game; the table says all of it again, signed",
    "wait": "the host can make anybody wait, or hang up, for any reason or none",
    "closed": "nothing is played at a closed table, and nobody signs there any more",
    "label": "when a log was begun is on its label; what happened, and when, is in its entries",
}
SPKI: Final = bytes(32)
NOTICED: Final = "noticed at once"
NAMED_BY_LOG: Final = "named by the log"
UNNOTICED: Final = "UNNOTICED"
BROKEN: Final = (*UNREADABLE, InputError, LookupError, RulesError, ProtocolError, ValueError)

KINDS: Final[dict[str, Any]] = {
    **{name: method.result for name, method in METHODS.items() if method.result is not Nothing},
    **NOTICES,
    "error": ErrorRecord,
}
"""Everything a server can send that has any content."""


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


class OnInvitations(Saying):
    """Says which invitations to a table are good, and who has used which."""

    message = "invitations"

    def __init__(self, sat: Sat, _: Random) -> None:
        ways = [Invitation(HERE, NAME, host_key_hash(sat.host.public), bytes([n]) * 16) for n in range(2)]
        self._sat, self._texts = sat, [way.text() for way in ways]
        used, unused = (token_hash(way.token or b"") for way in ways)
        self.truth = Invitations((InvitationNow(used, 1), InvitationNow(unused, None)))

    def outcome(self, lie: Invitations) -> str:
        """Check that nobody is shown an invitation they have not made."""
        told = {one.token: one.seat for one in lie.invitations}
        passes = passes_of(self._texts, told, scene_of(self._sat.mirrors.last))
        assert {each.text for each in passes} <= {*self._texts}
        return "harmless: list"


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
        if lie.version != self.truth.version:
            return "harmless: version"
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
    OnInvitations: 1,
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
