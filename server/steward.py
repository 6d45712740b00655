"""The steward of one table: makes things happen there in the right order and tells everybody.

Whatever is done is checked, written to the journal, and only when it is safe there carried out and
told: to each guest what that guest may know. One thing happens at a time. If the rules themselves fail,
the table freezes as its journal has it; all other tables go on.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Raw

from core.deals import Deals, Standing
from core.records import InputError, RulesError, Seat, Viewer
from core.wire import pack_view
from protocol.entries import (
    AnyEntry,
    Began,
    Chose,
    Invited,
    Opened,
    Replaced,
    Returned,
    SatDown,
    Stamped,
    TookBack,
)
from protocol.limits import Limits, TokenBucket
from protocol.messages import ClockFace, Item, SeatInfo, Synced, TableInfo, TableState, Told
from protocol.pace import Absence, Untimed
from protocol.rpc import NIL, encode_notification
from server.clocks import Clocks
from server.commits import commit, updates_of
from server.proposals import propose
from server.stand_ins import StandIns
from server.store import Entry, GameState, JournalStore, StoreError
from server.story import Happened, Story, speaker_of
from server.table import Proposal, Table, Update

log = logging.getLogger(__name__)
encoder = msgspec.msgpack.Encoder()
stamped = msgspec.msgpack.Decoder(Stamped)


class Guest(Protocol):
    """Somebody at the table: at a seat, or watching."""

    viewer: Viewer

    def tell(self, message: bytes) -> None: ...
    def dismiss(self, sentence: str, *, is_final: bool) -> None: ...


class Time(NamedTuple):
    """Where a steward looks for the time: a clock that never goes back, and the one on the wall."""

    now: Callable[[], float]
    now_ms: Callable[[], int]


class Steward:
    """Runs one table."""

    def __init__(self, name: str, opened: Stamped, journal: JournalStore, limits: Limits, time: Time) -> None:
        assert isinstance(opened.entry, Opened)
        self.name = name
        self.table = Table(opened.entry)
        self.finished = asyncio.Event()
        self.empty = asyncio.Event()
        self.on_change: Callable[[], None] = lambda: None
        self.on_item: Callable[[Item], None] = lambda _: None  # gets what everybody may know
        self.is_frozen = False
        self._is_closed = False
        self._journal = journal
        self._limits = limits
        self._time = time
        self._story = Story((None, *self.table.seats))
        self._story.add(Happened(opened.at_ms, opened.entry, []))
        self._sizes: Counter[Viewer] = Counter()  # in the journal: of what a seat said, and of the game
        self._guests: dict[Guest, bool] = {}  # and whether they are up to date
        self._ready: set[Seat] = set()
        self._overdue: set[Seat] = set()
        self._turn = asyncio.Lock()
        self._clocks = Clocks(opened.entry.terms, self.table.seats)
        self._voices = {seat: self._voice() for seat in self.table.seats}
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._stand_ins = StandIns(self.table, self.submit)

    def _voice(self) -> TokenBucket:
        return TokenBucket(self._limits.chat_rate, self._limits.chat_burst, self._time.now())

    def live_through(self, entries: list[Entry]) -> None:
        """Take up a table where its journal ends."""
        past = [stamped.decode(entry.data) for entry in entries[1:]]
        for entry, then in zip(entries[1:], past, strict=True):
            self._sizes[speaker_of(then.entry)] += len(entry.data)
        for then, update in zip(past, updates_of(self.table, (then.entry for then in past)), strict=True):
            self._story.add(Happened(then.at_ms, update.entry, update.events))
            self._keep_clocks(update.entry)
            self._clocks.exempt(self._bot_seats())
        if self.table.is_over:
            self.finished.set()
        self._look_ahead()

    # Doing -----------------------------------------------------------------------------------

    async def submit(self, entry: AnyEntry) -> None:
        """Let something happen, once: a repetition changes nothing. It is durable when this returns."""
        async with self._turn:
            self._check_running()
            with self._freezing():
                proposal = propose(self.table, entry)
                if proposal.entry is not None:
                    self._check_going_on()
                    stamp = Stamped(self._time.now_ms(), proposal.entry)
                    await self._write(speaker_of(stamp.entry), encoder.encode(stamp))
                    self._commit(stamp.at_ms, proposal)

    def _check_running(self) -> None:
        if self._is_closed:
            raise RulesError("The server stops.")
        if self.is_frozen:
            raise RulesError("This table is frozen: the program made a mistake. Its journal is safe.")

    def _check_going_on(self) -> None:
        if self.table.is_over:
            raise RulesError("The game is over, and its journal is closed.")

    @contextmanager
    def _freezing(self) -> Iterator[None]:
        """Freeze the table if the rules fail, in what they do or in what they show of it."""
        try:
            yield
        except (RulesError, InputError):
            raise
        except Exception:
            log.exception("The rules failed at table %s; it is frozen.", self.name)
            self._freeze()
            raise RulesError("The rules failed here, so this table is frozen. Its journal is safe.") from None

    async def _write(self, speaker: Viewer, data: bytes) -> None:
        if speaker is None and self._sizes[None] + len(data) > self._limits.journal_size // 2:
            raise RulesError("The journal of this table is full.")
        try:
            await self._journal.append(self.name, self.table.seq + 1, data)
        except StoreError:
            log.exception("The journal of table %s cannot be written; the table is frozen.", self.name)
            self._freeze()
            raise RulesError("The journal cannot be written, so this table is frozen.") from None
        self._sizes[speaker] += len(data)

    def _commit(self, at_ms: int, proposal: Proposal) -> None:
        before, deals = self._summary(), self.table.position.deals
        update = commit(self.table, proposal)
        entry = update.entry
        self._keep_clocks(entry)
        self._clocks.exempt(self._bot_seats())
        if isinstance(entry, (Chose, Returned)):
            self._overdue.discard(entry.seat)
        self._look_ahead()
        items = self._story.add(Happened(at_ms, entry, update.events))
        self._tell(items, update, deals)
        if None in items:
            self.on_item(items[None])
        if self._summary() != before:  # else all would hear that something happened, also between two of them
            self.announce()
        if self.table.is_over and not self.finished.is_set():
            self.finished.set()
            self._do(self._close(GameState.OVER))

    def _freeze(self) -> None:
        self.is_frozen = True
        self._do(self._close(GameState.FROZEN))
        self.announce()

    async def _close(self, state: GameState) -> None:
        try:
            await self._journal.close_game(self.name, state)
        except StoreError:
            log.exception("Table %s cannot be marked as %s.", self.name, state.value)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def aclose(self) -> None:
        """Let what is under way end; do nothing more by oneself."""
        if self._alarm is not None:
            self._alarm.cancel()
        async with self._turn:
            self._is_closed = True
        await self._stand_ins.aclose()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # What seats can ask for ------------------------------------------------------------------

    async def choose(self, seat: Seat, prompt: int, line: str) -> None:
        """Answer for oneself; who does is not played by a bot any more."""
        if seat in self.table.replaced:
            await self.submit(Returned(seat))
        await self.submit(Chose(seat, prompt, line, self._clocks.spent(self._time.now(), seat)))

    async def take_back(self, seat: Seat, prompt: int) -> None:
        now = self._time.now()
        if not isinstance(self.table.opened.terms.pace, Untimed) and not self._clocks.can_reopen(now, seat):
            raise RulesError("There is no time left to take that back.")
        await self.submit(TookBack(seat, prompt, self._clocks.since(now, seat)))

    async def talk(self, seat: Seat, entry: AnyEntry) -> None:
        """Submit words, offers and the like, of which nobody can have too many at once."""
        if not self._voices[seat].take(self._time.now()):
            raise RulesError("One thing after the other: you are talking too fast.")
        # A share for each: if they had one for all, it would tell how much the others have whispered.
        if self._sizes[seat] > self._limits.journal_size // 2 // len(self.table.seats):
            raise RulesError("You have said so much at this table that the rest is kept for the others.")
        await self.submit(entry)

    async def make_ready(self, seat: Seat, *, is_ready: bool) -> None:
        """Note that a seat wants to begin; when all do, the game begins."""
        self._ready = self._ready | {seat} if is_ready else self._ready - {seat}
        self.announce()
        table = self.table
        if table.state is None and set(table.sitters) == set(table.seats) == self._ready | self._bot_seats():
            await self.submit(Began())

    def check_overdue(self, seat: Seat) -> None:
        if seat not in self._overdue:
            raise RulesError("That player is neither out of time nor away for long.")

    # Guests ----------------------------------------------------------------------------------

    def seat_of(self, key: bytes) -> Seat | None:
        return next((seat for seat, sitter in self.table.sitters.items() if sitter.key == key), None)

    def is_invited(self, token: bytes, lifetime_ms: int) -> bool:
        """Say whether a token (its hash) is good: made out here, not used, not too old."""
        oldest = self._time.now_ms() - lifetime_ms
        made = [h for h in self._story.past if isinstance(h.entry, Invited) and h.entry.token == token]
        return token in self.table.invited and any(happened.at_ms > oldest for happened in made)

    def free_seats(self) -> list[Seat]:
        return [seat for seat in self.table.seats if seat not in self.table.sitters]

    async def welcome(self, guest: Guest) -> None:
        """Let a guest to the table; who held the seat from elsewhere has to leave it."""
        for other in [g for g in self._guests if g.viewer == guest.viewer is not None]:
            self.part(other)
            other.dismiss("You have come to this seat from elsewhere.", is_final=True)
        self._guests[guest] = False
        self.empty.clear()
        if guest.viewer is not None:
            self._clocks.came(self._time.now(), guest.viewer)
            if self._clocks.remaining(self._time.now(), guest.viewer) != 0:
                self._overdue.discard(guest.viewer)
            self._set_alarm()
        if guest.viewer in self.table.replaced and self._state() is TableState.RUNNING:
            try:
                await self.submit(Returned(guest.viewer))
            except RulesError:
                self.part(guest)
                raise
        self.announce(but_to=guest)

    def part(self, guest: Guest) -> None:
        """Let a guest go."""
        if self._guests.pop(guest, None) is None:
            return
        if guest.viewer is not None:
            self._ready.discard(guest.viewer)
            self._clocks.went(self._time.now(), guest.viewer)
            self._set_alarm()
        if not self._guests:
            self.empty.set()
        self.announce()

    def sync(self, guest: Guest, from_number: int) -> Synced:
        """Tell a guest the story from an item on; when it has been told all, news follow by themselves."""
        viewer = guest.viewer
        length = self._story.length(viewer)
        if from_number > length:
            raise RulesError("You know more of this table than its journal does; part of it was lost.")
        items = tuple(self._story.part(viewer, from_number))
        is_all = from_number + len(items) == length
        self._guests[guest] = is_all
        deals = self.table.position.deals
        standings = deals.seen_by(viewer) if deals is not None else ()
        return Synced(items, is_all, self._view(viewer), self._prompt(viewer), self._faces(), standings)

    # Telling ---------------------------------------------------------------------------------

    def _tell(self, items: dict[Viewer, Item], update: Update, deals: Deals | None) -> None:
        """Tell all who are up to date their part; those with the same eyes get the same bytes."""
        faces, messages = self._faces(), dict[Viewer, bytes]()
        for guest, is_up_to_date in self._guests.items():
            viewer = guest.viewer
            if is_up_to_date and viewer in items:
                if viewer not in messages:
                    view = self._view(viewer) if update.has_moved else NIL
                    changed = self._changed_deals(viewer, deals)
                    told = Told(items[viewer], view, self._prompt(viewer), faces, changed)
                    messages[viewer] = encode_notification("told", told)
                guest.tell(messages[viewer])

    def _changed_deals(self, viewer: Viewer, before: Deals | None) -> tuple[Standing, ...] | None:
        """Give all deals of a viewer if one of them is not as before."""
        now = self.table.position.deals
        if now is None or before is None or now.standings is before.standings:
            return None
        standings = now.seen_by(viewer)
        return standings if standings != before.seen_by(viewer) else None

    def _view(self, viewer: Viewer) -> Raw:
        table = self.table
        return NIL if table.state is None else Raw(pack_view(table.game, table.view_for(viewer)))

    def _prompt(self, viewer: Viewer) -> int | None:
        prompt = self.table.prompts.get(viewer) if viewer is not None else None
        return prompt.number if prompt is not None else None

    def announce(self, but_to: Guest | None = None) -> None:
        """Tell all guests who sits and stands where; the one who just came is told in another way."""
        self.on_change()
        message = encode_notification("table", self.info())
        for guest in self._guests:
            if guest is not but_to:
                guest.tell(message)

    def _summary(self) -> tuple[Any, ...]:
        """Give all that a move can change about what `info` says."""
        table = self.table
        return tuple(table.sitters.values()), table.replaced, frozenset(self._overdue), self._state()

    def info(self) -> TableInfo:
        table = self.table
        seats = tuple(self._seat_info(seat) for seat in table.seats)
        spectators = sum(guest.viewer is None for guest in self._guests)
        opened = table.opened
        return TableInfo(
            self.name, opened.game, self._state(), seats, opened.options, opened.terms, spectators
        )

    def _state(self) -> TableState:
        if self.is_frozen:
            return TableState.FROZEN
        if self.table.state is None:
            return TableState.OPEN
        return TableState.OVER if self.table.is_over else TableState.RUNNING

    def _seat_info(self, seat: Seat) -> SeatInfo:
        sitter = self.table.sitters.get(seat, NOBODY)
        return SeatInfo(
            seat=seat,
            player=sitter.name,
            key=sitter.key,
            talk_key=sitter.talk_key,
            talk_signature=sitter.talk_signature,
            is_bot=sitter.is_bot,
            is_ready=sitter.is_bot or seat in self._ready,
            is_present=any(guest.viewer == seat for guest in self._guests),
            is_overdue=seat in self._overdue,
            is_replaced=seat in self.table.replaced,
        )

    # Time and absence ------------------------------------------------------------------------

    def _bot_seats(self) -> set[Seat]:
        return {seat for seat, sitter in self.table.sitters.items() if sitter.is_bot} | self.table.replaced

    def _keep_clocks(self, entry: AnyEntry) -> None:
        if isinstance(entry, Chose):
            self._clocks.charge(entry.seat, entry.spent)
        elif isinstance(entry, TookBack):
            self._clocks.reopen(entry.seat, entry.since)

    def _look_ahead(self) -> None:
        """Start the clocks of those who are asked, and the thoughts of those who stand in for somebody."""
        prompts = self.table.prompts
        self._clocks.asked(self._time.now(), {seat: prompt.number for seat, prompt in prompts.items()})
        self._set_alarm()
        for seat in self.table.replaced & prompts.keys():
            self._stand_ins.play(seat)

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        deadline = self._clocks.next_deadline()
        if deadline is not None and self.table.state is not None and not self.table.is_over:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.0, deadline - self._time.now()), self._ring)

    def _ring(self) -> None:
        expired = self._clocks.expired(self._time.now())
        absence = self.table.opened.terms.absence
        for seat, what in expired:
            if absence is Absence.VOTE:
                self._overdue.add(seat)
            elif absence is Absence.BOT and what == "away":
                self._do(self._replace(seat))
            elif absence is Absence.BOT:
                self._stand_ins.play(seat)
        if expired:
            self.announce()
        self._set_alarm()

    async def _replace(self, seat: Seat) -> None:
        try:
            await self.submit(Replaced(seat))
        except RulesError as error:
            log.warning("Nobody stands in for seat %d at table %s: %s", seat, self.name, error)

    def _faces(self) -> tuple[ClockFace, ...]:
        if isinstance(self.table.opened.terms.pace, Untimed):
            return ()
        return tuple(ClockFace(*face) for face in self._clocks.faces(self._time.now()))


NOBODY = SatDown(0, "", b"")
