"""Being at a table, from this machine: stays connected, keeps up to date, and does what is due unasked.

Every command carries a number by which the server recognises it. So when the connection breaks in the middle
of one, it is simply sent again over the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from client.local.known_hosts import Admit
from client.local.last_table import forget_table
from client.seat.boxes import Box, open_box
from client.seat.connection import (
    SECONDS_TO_CONNECT,
    Addresses,
    BusyServerError,
    Connection,
    LostError,
    RefusedError,
    connect,
)
from client.seat.evidence import keep_evidence
from client.seat.fraud import FraudError, fraud
from client.seat.mirror import Mirror
from client.seat.news import Alarmed, Connected, Disconnected, News, Overtaken, Person, TableChanged
from client.seat.sealer import Due, Hand, attend
from client.seat.vault import VaultError
from client.texts import t
from core.kinds import Seat, Viewer
from protocol.entries import ActedFreely, AnyEntry, Deed, Opened, Said, StoodUp, Succeeded
from protocol.invitation import Address, Invitation
from protocol.limits import Limits
from protocol.messages import NOTHING, Joined, Sync, Synced, TableNow, TableState, Told
from protocol.oaths import is_refusal, swear
from protocol.round_records import Acked, Committed, Handed, Release, RoundDeed
from protocol.session import ServerNotice
from protocol.talk import TalkKey
from protocol.tls import TlsError

FIRST_PAUSE = 0.2
LONGEST_PAUSE = 10.0
SECONDS_TO_FINISH = 60.0
"""For our word under a finished game: longer than it takes until another node runs the table."""
MOST_TRIES = 12


class Presence:
    """One place at one table."""

    mirror: Mirror

    def __init__(
        self,
        invitation: Invitation,
        person: Person,
        admit: Admit,
        on_news: Callable[[News], None],
        limits: Limits | None = None,
    ) -> None:
        self.person = person
        self._invitation = invitation
        self._admit = admit
        self._on_news = on_news
        self._addresses = Addresses(invitation.ways)
        self._limits = limits
        self._connection: Connection | None = None
        self._is_there = asyncio.Event()
        self._doing = asyncio.Lock()
        self._refused: dict[bytes, bytes] = {}  # our signatures under what the host refused, and its own
        self._numbers: dict[tuple[type, tuple[Seat, ...]], int] = {}
        self._keeper: asyncio.Task[None] | None = None
        self._box: Box | None = None
        self._hand: Hand | None = None
        self._attendant: asyncio.Task[None] | None = None
        self._next_news = asyncio.Event()  # a new one after each
        self._last_told: Told | Synced | None = None
        self._is_standing_up = False
        self._is_changing = False  # what we have sealed
        self._overtaken = b""  # the context of the last round in which our change came too late
        self.alarm: Alarmed | None = None
        self.won: Viewer = None  # the seat we were voted in for while we watched
        self.gone: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    # Coming and going ------------------------------------------------------------------------

    async def sit_down(self) -> None:
        """Go to the table for the first time; raises whatever prevents it."""
        try:
            await self._come_in()
        except BaseException:
            self._let_go()
            raise
        self._keeper = asyncio.get_running_loop().create_task(self._keep_connected())
        self._call_attendant()

    async def _come_in(self) -> None:
        """Come for the first time; a table that is just changing hands deserves a little patience."""
        for left in reversed(range(MOST_TRIES)):
            try:
                await self._come()
            except BusyServerError as busy:
                if not left:
                    raise
                await asyncio.sleep(busy.seconds)
            else:
                return

    def _call_attendant(self) -> None:
        if self._hand is not None:
            loop = asyncio.get_running_loop()
            self._attendant = loop.create_task(attend(self._hand, self._send, lambda: self._next_news))
            self._attendant.add_done_callback(self._on_attendant_end)

    async def stand_up(self) -> None:
        """Give the seat back before the game begins, to leave or to take another one.

        Nobody acts for the seat any more, and what we knew of its story says nothing about another seat's.
        """
        if self._attendant is not None:
            self._attendant.cancel()
        self._is_standing_up = True
        try:
            await self._ask("stand", NOTHING)
        except RefusedError:
            self._is_standing_up = False
            self._call_attendant()
            raise
        if self.person.home is not None:
            forget_table(self.person.home)
        if self._box is not None:
            with self._keeping():
                self._box.forget_head()

    async def leave(self) -> None:
        for task in (self._attendant, self._keeper):
            if task is not None:
                task.cancel()
                await asyncio.wait([task])
        if self._connection is not None:
            self._connection.close()
            await asyncio.wait([self._connection.lost])
        self._let_go()

    def _be_gone(self, why: str) -> None:
        """Go, and do nothing more in our seat's name: it may be somebody else's from this moment on."""
        if not self.gone.done():
            self.gone.set_result(why)
            self._let_go()

    def _let_go(self) -> None:
        """Leave what we keep of this table to our next client."""
        if self._attendant is not None:
            self._attendant.cancel()
        if self._box is not None:
            self._box.close()

    def _on_attendant_end(self, attendant: asyncio.Task[None]) -> None:
        """Without an attendant nobody would confirm or open anything in our name, so we are gone."""
        error = None if attendant.cancelled() else attendant.exception()
        if error is not None:
            self._be_gone(str(error))
            if self._connection is not None:
                self._connection.close()

    async def finish(self) -> None:
        """Vouch for the story of a finished game before leaving it."""
        with suppress(RefusedError, TimeoutError, FraudError):
            async with asyncio.timeout(SECONDS_TO_FINISH):
                while self._hand is not None and not self.gone.done() and self._hand.due() is not None:
                    await self._first(self._next_news.wait())

    async def _come(self) -> None:
        await self._addresses.try_each(self._come_to)

    async def _come_to(self, address: Address) -> None:
        seconds = SECONDS_TO_CONNECT / len(self._addresses)
        connection = await connect(address, self.person.identity, self._admit, self._limits, seconds)
        try:
            await self._take_place(connection)
        except BaseException as error:
            connection.close()
            if self._connection is None:  # another way starts over
                self._let_go()
                self._box = self._hand = None
            if isinstance(error, LostError) and connection.is_dismissed:
                raise RefusedError(connection.reason) from None
            raise
        self._addresses.prefer(address)
        self._connection = connection
        self._is_there.set()
        if self._hand is not None:
            self._hand.come_back()
        self._on_news(Connected())
        connection.listen(self._on_notice)
        self._stir()

    async def _take_place(self, connection: Connection) -> None:
        person = self.person
        joined: Joined = await connection.request("join", person.request(self._invitation))
        self._addresses.add(joined.now.nodes)
        if self._connection is None:
            self.mirror = Mirror(connection.host, self._invitation.game, joined)
        if joined.seat != self.mirror.seat:
            raise RefusedError(t("seat-lost"))
        with self._watching():
            await self._catch_up(connection)
            self._take_up()
            self.mirror.now = joined.now
        self._on_news(TableChanged(self.mirror.info))

    async def _catch_up(self, connection: Connection) -> None:
        is_all = False
        while not is_all:
            synced: Synced = await connection.request("sync", Sync(len(self.mirror.story)))
            is_all, self._last_told = synced.is_all, synced
            await self._open_box(connection, synced)
            for heard in self.mirror.synced(synced):
                self._check_not_refused(heard.entry)
                if self._connection is not None and self._is_sent_away(heard.entry):
                    raise RefusedError(t("seat-lost"))  # perhaps by ourselves, from somewhere else
                if self._hand is not None:
                    self._hand.hear_late(heard)
                self._on_news(heard)

    async def _open_box(self, connection: Connection, synced: Synced) -> None:
        """Get out what we kept of this table before we hear its story: it reads private words."""
        if self._box is not None or self.mirror.seat is None:
            return
        opened = synced.items[0].entry if synced.items else None
        if not isinstance(opened, Opened):
            raise fraud("nothing-told")
        self._box = await open_box(self.person.home, connection.host, opened.game_id)
        self._refused = self._box.refusals()
        secret = self._box.talk_key()
        self.mirror.talk_key = TalkKey() if secret is None else TalkKey(secret)

    def _take_up(self) -> None:
        """See whether the story goes on from what we knew."""
        mirror = self.mirror
        if mirror.seat is None or self._box is None:
            return
        if self._hand is None:
            self._hand = Hand(self.person.identity, mirror, mirror.seat, self._box)
        self._hand.check_story(self.person)

    @contextmanager
    def _watching(self) -> Iterator[None]:
        """Raise the alarm if the story does not hold."""
        try:
            yield
        except FraudError as error:
            self._raise_alarm(error)
            raise

    def _raise_alarm(self, error: FraudError) -> None:
        """Leave at once; from now on we release nothing to anybody."""
        if self.alarm is None:
            if self._connection is not None:
                self._connection.close()
            box = self._box if not self.gone.done() else None
            witness, refusals = self.mirror.witness, self._refused
            path = keep_evidence(box, self.person.home, witness, error, self._last_told, refusals)
            self.alarm = Alarmed(str(error), path)
            self._on_news(self.alarm)
            self._be_gone(str(error))

    async def _send(self, due: Due | FraudError) -> None:
        """Do what the hand has to do unasked, or stop where it will not."""
        if isinstance(due, FraudError):
            self._raise_alarm(due)
        elif isinstance(due, Acked | Release | Handed | RoundDeed):
            await self._take_part(due)
        else:
            await self._do(due)

    async def _take_part(self, due: RoundDeed | Acked | Release | Handed) -> None:
        """Do our part in a sealed round; if it is missing from the story afterwards, it was taken from us."""
        assert self._hand is not None
        round_ = self.mirror.table.round
        self._keep_head(self._hand)
        method = {Acked: "confirm", Release: "release", Handed: "turn"}.get(type(due), "do")
        await self._ask(method, due)
        if isinstance(due, Committed):
            with self._watching():
                self._hand.check_taken(round_, due)

    async def _keep_connected(self) -> None:
        """Come back whenever the connection is lost, until the server does not want us any more."""
        while True:
            assert self._connection is not None
            lost = self._connection
            await asyncio.wait([lost.lost])
            self._is_there.clear()
            if not self._is_missed(lost):
                self._be_gone(lost.reason)
            if self.gone.done():
                return
            self._on_news(Disconnected(lost.reason))
            if lost.has_gone_silent:
                self._addresses.put_off()  # one that has said nothing until now is asked last
            try:
                async with asyncio.timeout(SECONDS_TO_FINISH if self._is_over else None):
                    await self._come_back()
            except TimeoutError:
                self._be_gone(lost.reason)
                return
            except Exception as error:  # noqa: BLE001 (whatever it is, nobody else would hear of it)
                self._be_gone(str(error))
                return

    @property
    def _is_over(self) -> bool:
        return self.mirror.info.state is TableState.OVER

    def _is_missed(self, lost: Connection) -> bool:
        """Say whether there is a reason to come back; after the end, only if the table is elsewhere."""
        if lost.is_dismissed:
            return False
        return not self._is_over or lost.is_sent_on or self._owes_something()

    def _owes_something(self) -> bool:
        """Say whether our signature under the story is missing, which makes coming back worth a try."""
        try:
            return self._hand is not None and self._hand.due() is not None
        except FraudError:
            return False

    async def _come_back(self) -> None:
        """Try again and again: less and less often if nobody answers, soon if we are asked to."""
        pause = FIRST_PAUSE
        while not self._is_there.is_set():
            try:
                await self._come()
            except BusyServerError as busy:
                await asyncio.sleep(busy.seconds)
                pause = FIRST_PAUSE
            except (TlsError, LostError):
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _on_notice(self, notice: ServerNotice) -> None:
        if isinstance(notice.params, Told):
            self._last_told = notice.params
            with self._watching():
                heard = self.mirror.told(notice.params)
                self._check_not_refused(heard.entry)
                if self._is_sent_away(heard.entry):
                    raise fraud("stood-up")
                if self._hand is not None:
                    self._hand.hear(heard)
            self._on_news(heard)
            if isinstance(heard.entry, Succeeded):
                self._make_room(heard.entry.seat)
            self._stir()
        elif isinstance(notice.params, TableNow):
            self._addresses.add(notice.params.nodes)
            self.mirror.now = notice.params
            self._on_news(TableChanged(self.mirror.info))

    def _is_sent_away(self, entry: AnyEntry) -> bool:
        """Say whether the host has us stand up; nobody at another machine can while we are here."""
        return isinstance(entry, StoodUp) and entry.seat == self.mirror.seat and not self._is_standing_up

    def _make_room(self, seat: Seat) -> None:
        """Leave if our seat was taken over; or, if one becomes ours, stop watching to come as a player."""
        if seat == self.mirror.seat:
            self._be_gone(t("closing-succeeded"))
        elif self.mirror.table.sitters[seat].key == self.person.identity.public.raw:
            self.won = seat
            self._be_gone(t("seat-is-yours"))

    def _stir(self) -> None:
        """Wake everybody who waits for news."""
        news, self._next_news = self._next_news, asyncio.Event()
        news.set()
        round_, hand = self.mirror.table.round, self._hand
        if round_ is None or hand is None or self._is_changing or self._overtaken == round_.context:
            return
        if hand.is_late(round_):
            self._overtaken = round_.context
            self._on_news(Overtaken())

    @property
    def is_overtaken(self) -> bool:
        """Say whether a change of ours came too late for the open round."""
        round_ = self.mirror.table.round
        return round_ is not None and self._overtaken == round_.context

    # Asking ----------------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        if self.mirror.seat is None:
            raise RefusedError(t("seat-watching"))
        return self.mirror.seat

    async def _ask(self, method: str, params: Any) -> Any:
        """Ask for something until there is an answer; raises RefusedError."""
        while True:
            await self._first(self._is_there.wait())
            assert self._connection is not None
            try:
                return await self._connection.request(method, params)
            except BusyServerError as busy:
                await self._first(asyncio.sleep(busy.seconds))
            except LostError:
                continue

    async def _do(self, deed: Deed) -> None:
        """Do something, and vouch for it; one thing at a time, since each is sworn on the last result."""
        async with self._doing:
            if self._hand is not None:
                self._keep_head(self._hand)
            chain, told = self.mirror.table.chain, self.mirror.heads[-1]
            sworn = swear(self.person.identity, chain, told, deed)
            self._forget_refusal(sworn)
            try:
                await self._ask("do", sworn)
            except RefusedError as refusal:
                if not self.gone.done():
                    self._note_refusal(sworn, refusal.signature)
                raise

    def _note_refusal(self, deed: Deed, signature: bytes) -> None:
        """Insist that the host signs what it refuses."""
        with self._watching():
            if not is_refusal(self.mirror.table.host, self.mirror.table.chain.game, deed, signature):
                raise fraud("unsigned-refusal")
        self._refused[deed.oath.signature] = signature
        self._keep_refusals()

    def _forget_refusal(self, deed: Deed) -> None:
        """Let the host do what it refused, since we ask for the very same once more."""
        if self._refused.pop(deed.oath.signature, None) is not None:
            self._keep_refusals()

    def _keep_refusals(self) -> None:
        if self._box is not None:
            with self._keeping():
                self._box.keep_refusals(self._refused)

    def _check_not_refused(self, entry: AnyEntry) -> None:
        if isinstance(entry, Deed) and entry.oath.signature in self._refused:
            raise fraud("done-after-refusal")

    def _keep_head(self, hand: Hand) -> None:
        if self.gone.done():
            raise RefusedError(self.gone.result())
        with self._keeping():
            hand.keep_head()

    @contextmanager
    def _keeping(self) -> Iterator[None]:
        """Do nothing if what must be kept cannot be."""
        try:
            yield
        except VaultError as error:
            raise RefusedError(str(error)) from None

    async def _first(self, work: Awaitable[Any]) -> None:
        """Wait for something, unless we are gone before that."""
        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait([task, self.gone], return_when=asyncio.FIRST_COMPLETED)
            if self.gone.done():
                raise RefusedError(self.gone.result())
        finally:
            task.cancel()

    def _number(self, kind: type[ActedFreely | Said], to: tuple[Seat, ...] = ()) -> int:
        """Count our acts, or our words in a room; separately, so that no number tells of other rooms."""
        entries = [heard.entry for heard in self.mirror.story if isinstance(heard.entry, kind)]
        told = sum(entry.seat == self.mirror.seat and getattr(entry, "to", ()) == to for entry in entries)
        self._numbers[kind, to] = max(self._numbers.get((kind, to), -1) + 1, told)
        return self._numbers[kind, to]
