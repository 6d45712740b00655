"""What runs a table: it makes things happen there in the right order, and tells everybody.

Everything is checked, then written to the journal, and only when it is safe there carried out and told, to
each guest what that guest may know. One thing happens at a time. If the rules or the journal fail, the table
freezes as its journal has it; all other tables go on. A frozen runner does nothing more: what goes on is a
new one, made from the journal.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, ParamSpec, TypeVar
from weakref import WeakMethod

from msgspec.structs import replace

from core.flow import waited_for
from core.kinds import InputError, RulesError, Seat
from protocol.chain import sign_link
from protocol.entries import (
    AnyEntry,
    Chose,
    Deed,
    Invited,
    Opened,
    Replaced,
    Returned,
    Revealed,
    Said,
    SatDown,
    SignedOff,
    Stamped,
    StoodUp,
    Succeeded,
    TalkKeyed,
    TookBack,
    Voted,
)
from protocol.identity import Identity, PublicKey
from protocol.limits import Limits, TokenBucket
from protocol.messages import Item, OwnSeat, Synced, TableInfo, TableNow, TableState
from protocol.pace import Absence
from protocol.round import RoundStage
from protocol.round_records import Acked, Committed, Handed, Outcome, Release, RoundDeed, RoundVoided
from protocol.rpc import encode_notification
from protocol.table.commits import commit
from protocol.table.proposals import propose
from protocol.table.public import LinkMark, RepeatedError
from protocol.table.replay import replay
from protocol.table.signatures import is_stand_in
from protocol.table.story import Story
from protocol.table.summary import summary_of
from protocol.table.table import Proposal, Table
from protocol.table.transcript import blind_of
from server.logbook import enter
from server.store.interface import (
    GameState,
    JournalStore,
    LostGameError,
    NotAllowedError,
    StoredEntry,
    StoreError,
)
from server.tables.audience import Audience, Guest, TableSummary
from server.tables.clocks import Expiry
from server.tables.journal import TALK, JournalFullError, TableJournal
from server.tables.milestones import note_milestone, note_person
from server.tables.sealed_rounds import SealedRounds
from server.tables.stand_ins import StandIns
from server.tables.timekeeper import Time, Timekeeper

log = logging.getLogger(__name__)

SIGNS_OF_LIFE: Final = (Opened, SatDown, StoodUp, Said)

TURN_SECONDS: Final = 0.01
"""So long a table that catches up with its journal may keep all others waiting."""


P = ParamSpec("P")
T = TypeVar("T")


def weakly(method: Callable[P, T]) -> Callable[P, T]:
    """Let a part call the whole without holding it: together they would stay in memory after the game."""
    found = WeakMethod(method)

    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        alive = found()
        assert alive is not None, "A part outlives the whole."
        return alive(*args, **kwargs)

    return call


class TableGoneError(RulesError):
    """The table has left this server; others know whether something was done there."""

    def __init__(self) -> None:
        super().__init__("server-stops")


class TableRunner:
    """Runs one table."""

    def __init__(
        self,
        name: str,
        opened: Stamped,
        host: Identity,
        store: JournalStore,
        limits: Limits,
        time: Time,
    ) -> None:
        self.name = name
        self.table = Table(opened)
        self.finished = asyncio.Event()
        self.gone = asyncio.Event()  # to another server
        self.settled = asyncio.Event()  # the game is over, and everybody has signed off and left
        self.on_change: Callable[[], None] = lambda: None
        self.on_lost: Callable[[TableRunner], None] = lambda _: None  # another server runs the table now
        self.on_item: Callable[[TableRunner, Item], None] = lambda *_: None  # gets what everybody may know
        self.opened_from = ""  # where it was asked for, as the limits count; not in the journal
        self.following: str | None = None  # the table where the players go on
        self.nodes: tuple[str, ...] = ()  # where else they find us, if this server is lost
        self.is_frozen = False
        self.waits_for_store = False  # it goes on from there as soon as that can be written again
        self._is_closed = False
        self._lead_ms = 0  # by which the last server's clock was ahead of ours
        self._journal = TableJournal(name, len(self.table.seats), store, limits)
        self._limits = limits
        self._time = time
        self._host = host
        self._story, self.chain = Story(self.table), self.table.chain
        self._story.record(opened, [])
        self._audience = Audience(self._story)
        self._ready: set[Seat] = set()
        self._sworn: set[bytes] = set()  # the signatures under everything that players have done
        self._turn = asyncio.Lock()
        backlog = store.backlog
        unhindered = time._replace(now=lambda: time.now() - backlog.stood_still())
        self._timekeeper = Timekeeper(self.table, unhindered, weakly(self._on_expiry))
        self._voices = {seat: self._voice() for seat in self.table.seats}
        self._tasks: set[asyncio.Task[None]] = set()
        self._rounds = SealedRounds(self.table, host, weakly(self._on_impatience))
        self._stand_ins = StandIns(self.table, self._rounds, weakly(self.submit))

    def _voice(self) -> TokenBucket:
        return TokenBucket(self._limits.chat_rate, self._limits.chat_burst, self._time.now())

    async def live_through(self, entries: list[StoredEntry]) -> None:
        """Take up a table where its journal ends; the others have their turns while this one catches up."""
        past = self._journal.read(entries[1:])
        turn_ends = self._time.now() + TURN_SECONDS
        for then, proposal in zip(past, replay(self.table, past), strict=True):
            self._story.record(then, proposal.events, proposal.facts)
            self._timekeeper.note(then.entry)
            self._note_sworn(then.entry)
            if self._time.now() > turn_ends:
                await asyncio.sleep(0)
                turn_ends = self._time.now() + TURN_SECONDS
        if past:
            self._lead_ms = max(0, past[-1].at_ms - self._time.now_ms())
        if self.table.is_revealed:
            self.finished.set()
            self._close_journal_if_signed()
        self._look_ahead()
        self._do(self._go_on())

    # Doing -----------------------------------------------------------------------------------

    async def submit(self, entry: AnyEntry, is_wanted: Callable[[], bool] = lambda: True) -> None:
        """Make something happen once; repeating it changes nothing. It is durable when this returns."""
        async with self._turn:
            if is_wanted():
                await self._submit(entry)
        await self._go_on()

    async def _submit(self, entry: AnyEntry) -> None:
        if self._is_done(entry):
            return
        self._check_running()
        with self._freezing(), suppress(RepeatedError):
            proposal = propose(self.table, entry)
            self._check_going_on(entry)
            if isinstance(entry, Deed) and not is_stand_in(entry):
                self._story.check_seen(entry)
            stamp, mark = self._stamp(proposal)
            await self._write(stamp)
            self._commit(stamp, mark, proposal)

    def _is_done(self, entry: AnyEntry) -> bool:
        """Say whether this very deed was done; whoever sends it again has not heard so.

        A refusal would be a lie: it is signed, and says that this was not done.
        """
        return isinstance(entry, Deed) and entry.oath.signature in self._sworn

    def _note_sworn(self, entry: AnyEntry) -> None:
        if isinstance(entry, Deed) and not is_stand_in(entry):
            self._sworn.add(entry.oath.signature)

    def _stamp(self, proposal: Proposal) -> tuple[Stamped, LinkMark]:
        """Date a proposal, and sign the link it would be in the chain, if everybody may see it."""
        marks = proposal.shown, proposal.facts_hash, proposal.heard
        stamp = Stamped(self._time.now_ms() + self._lead_ms, proposal.entry, b"", *marks)
        journal = self.table.journal_after(stamp)
        stamp = replace(stamp, journal=self.table.journal_mark(stamp.entry, journal))
        mark = LinkMark(self.table.link_of(stamp), stamp.shown, stamp.facts, journal)
        signature = sign_link(self._host, mark.link) if mark.link else b""
        return replace(stamp, signature=signature), mark

    async def _go_on(self) -> None:
        """Do what follows from what has happened without anybody asking for it."""
        try:
            while not self.is_frozen and not self._is_closed:
                async with self._turn:
                    with self._freezing():
                        entry = (
                            self._stand_ins.next_entry()
                            or self._next_successor()
                            or self._rounds.next_entry(may_begin=self._may_begin())
                        )
                    if entry is None:
                        return
                    await self._submit(entry)
        except RulesError:
            if not self.is_frozen and not self._is_closed:
                log.exception("Table %s cannot go on by itself.", self.name)
                self._freeze("rules-failed")

    def _next_successor(self) -> Succeeded | None:
        """Give a seat to the elected newcomer, if nothing is sealed or lies face down without them."""
        table = self.table
        is_between = table.round is None and (table.laid is None or table.sealing is not None)
        return Succeeded(min(table.heirs)) if table.heirs and is_between and not table.is_over else None

    def _may_begin(self) -> bool:
        table = self.table
        return (
            table.state is None
            and not table.is_closed
            and set(table.sitters) == set(table.seats) == self._ready | table.bots
            and set(table.people) <= table.keys.keys()
        )

    def _check_running(self) -> None:
        if self._is_closed:
            raise TableGoneError
        if self.is_frozen:
            raise RulesError("table-frozen")

    def _check_going_on(self, entry: AnyEntry) -> None:
        """Take only words and signatures after the end, and nothing once the journal is closed."""
        is_epilogue = isinstance(entry, (Said, TalkKeyed, Revealed, SignedOff))
        if self._journal.is_closed or (self.table.is_over and not is_epilogue):
            raise RulesError("journal-closed")

    @contextmanager
    def _freezing(self) -> Iterator[None]:
        """Freeze the table if the rules fail, in what they do or in what they show."""
        try:
            yield
        except (RulesError, InputError):
            raise
        except Exception:
            log.exception("The rules failed at table %s.", self.name)
            self._freeze("rules-failed")
            raise RulesError("rules-failed") from None

    async def _write(self, stamp: Stamped) -> None:
        try:
            await self._journal.append(self.table.seq + 1, stamp)
        except LostGameError:
            enter("table-lost", table=self.name)
            self.on_lost(self)
            raise TableGoneError from None
        except StoreError as error:
            log.error("The journal of table %s cannot be written: %s", self.name, error)  # noqa: TRY400 (no mistake of ours)
            self.waits_for_store = not isinstance(error, NotAllowedError)
            self._freeze("journal-not-written")
            raise RulesError("journal-not-written") from None
        except JournalFullError:
            self._freeze("journal-full")
            raise

    def _commit(self, stamp: Stamped, mark: LinkMark, proposal: Proposal) -> None:
        before = self._summary().contents()
        commit(self.table, proposal, mark)
        self._timekeeper.note(proposal.entry)
        self._note_sworn(proposal.entry)
        self._note_chance(proposal.entry)
        self._look_ahead()
        news = self._story.record(stamp, proposal.events, proposal.facts)
        self._audience.tell(news, self._timekeeper.faces())
        if None in news:
            # Its mistakes are not ours.
            asyncio.get_running_loop().call_soon(self.on_item, self, news[None].item)
        self._stand_ins.note(proposal.entry)
        if isinstance(proposal.entry, Succeeded):
            self._send_away(proposal.entry.seat)
        if self._summary().contents() != before:  # otherwise everybody would hear of what happens between two
            self.announce()
        note_milestone(self.name, self.table, proposal.entry)
        if self.table.is_revealed:
            self.finished.set()
            self._settle()

    def _note_chance(self, entry: AnyEntry) -> None:
        """Ask everybody again whether they are ready, if a person's chance was missing."""
        if isinstance(entry, (RoundVoided, Outcome)) and not self.table.first_mix:
            self._ready = set()

    def _look_ahead(self) -> None:
        """Start the clocks of those who are asked, and have bots think that stand in for a player."""
        self._timekeeper.look_ahead()
        self._rounds.look_ahead()
        for seat in self.table.prompts:
            self._stand_ins.play(seat)

    def _settle(self) -> None:
        """Close the journal once everyone has left and signed off."""
        if self.is_deserted and self._is_signed:
            self.end()
            self.settled.set()

    @property
    def _is_signed(self) -> bool:
        return self.table.signed_off >= set(self.table.people)

    def _close_journal_if_signed(self) -> None:
        """Leave it open for anybody who still has to sign, here or on another server."""
        if self._is_signed:
            self.end()

    def end(self) -> None:
        """Take no more words and signatures at a table whose game is over."""
        if self.table.is_revealed and not self._journal.is_closed and not self.is_frozen:
            self._journal.is_closed = True
            self._do(self._journal.close(GameState.OVER))

    def _freeze(self, why: str) -> None:
        self.is_frozen = True
        self._timekeeper.rest()
        enter("table-frozen", table=self.name, why=why)
        if not self.waits_for_store:
            self._do(self._journal.close(GameState.FROZEN))
        self.announce()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def aclose(self) -> None:
        """Finish what is under way, and begin nothing more."""
        self._timekeeper.stop()
        self._rounds.stop()
        async with self._turn:
            self._is_closed = True
        self._close_journal_if_signed()
        await self._stand_ins.aclose()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def shut(self, why: str = "closed") -> None:
        """Send everybody away from a closed table, and let nobody in again."""
        self._audience.dismiss(why, is_final=True)
        self._journal.is_closed = True
        self._do(self._journal.close(GameState.OVER))
        await self.aclose()

    def abandon(self) -> None:
        """Stop at once, and send everybody after the table; what is not written has not happened."""
        self._is_closed = True
        self._audience.dismiss("moved", is_final=False)
        self._timekeeper.stop()
        self._rounds.stop()
        self._stand_ins.stop()
        self.gone.set()

    # What seats can ask for ------------------------------------------------------------------

    async def do(self, deed: Deed | RoundDeed, player: PublicKey) -> None:
        """Let a player's seat do something, unless somebody else has it by then.

        The server adds what only it can say, such as the time spent.
        """
        if self._is_done(deed):
            return
        if isinstance(deed, TALK) and not self._voices[deed.seat].take(self._time.now()):
            raise RulesError("talking-too-fast")
        self._journal.check_share(deed)
        if isinstance(deed, Committed):
            self._rounds.check(deed)
        if isinstance(deed, (Chose, Committed)):
            await self._end_stand_in(deed.seat)
            deed = replace(deed, spent=self._timekeeper.spent(deed.seat))
        elif isinstance(deed, TookBack):
            deed = replace(deed, since=self._timekeeper.since(deed.seat))
        elif isinstance(deed, Voted):
            self._check_overdue(deed.absent)
        await self.submit(deed, lambda: self.table.players.get(deed.seat) == player)

    async def bring(self, given: Acked | Release | Handed) -> None:
        """Take a confirmation of a sealed round, or what opens its choices or one of its cards."""
        async with self._turn:
            self._check_running()
            self._rounds.take(given)
        await self._go_on()

    async def _end_stand_in(self, seat: Seat) -> None:
        """Give the seat back to a player who answers; no bot plays there any more."""
        if seat in self.table.replaced:
            await self._return(seat)

    async def _return(self, seat: Seat) -> None:
        self._journal.check_share(Returned(seat))
        await self.submit(Returned(seat))

    async def make_ready(self, seat: Seat, *, is_ready: bool) -> None:
        """Note whether a seat wants to begin; the game begins when all do."""
        self._ready = self._ready | {seat} if is_ready else self._ready - {seat}
        self.announce()
        await self._go_on()

    async def stand_up(self, seat: Seat) -> None:
        """Free a seat; its player watches from now on."""
        self._journal.check_share(StoodUp(seat))
        await self.submit(StoodUp(seat))
        for guest in self._audience.at(seat):
            self.leave(guest)
            guest.viewer = None
            await self.welcome(guest)

    def _check_overdue(self, seat: Seat) -> None:
        if seat not in self._timekeeper.overdue:
            raise RulesError("not-overdue")

    def _send_away(self, seat: Seat) -> None:
        """Send away the former player of a seat that belongs to somebody else now."""
        for guest in self._audience.at(seat):
            self.leave(guest)
            guest.dismiss("succeeded", is_final=True)

    # Guests ----------------------------------------------------------------------------------

    def seat_of(self, key: bytes) -> Seat | None:
        return next((seat for seat, sitter in self.table.sitters.items() if sitter.key == key), None)

    def invited(self, lifetime_ms: int) -> set[bytes]:
        """Return the invitations, by the hashes of their tokens, that are unused and not too old."""
        oldest = self._time.now_ms() - lifetime_ms
        young = (happened.entry for happened in self._story.past if happened.stamp.at_ms > oldest)
        return {entry.token for entry in young if isinstance(entry, Invited)} & self.table.invited

    def free_seats(self) -> list[Seat]:
        return [seat for seat in self.table.seats if seat not in self.table.sitters]

    async def welcome(self, guest: Guest) -> None:
        """Let a guest in; another connection of the same seat has to leave."""
        seat = guest.viewer
        for other in self._audience.at(seat) if seat is not None else ():
            self.leave(other)
            other.dismiss("elsewhere", is_final=True)
        self._audience.add(guest)
        if seat is not None:
            note_person("player-here", self.name, self.table, seat)
            self._timekeeper.came(seat)
            await self._take_over(guest, seat)
        self.announce(but_to=guest)

    async def _take_over(self, guest: Guest, seat: Seat) -> None:
        """Give a returning player the seat, if a bot has played there."""
        if seat in self.table.replaced and self._summary().state is TableState.RUNNING:
            try:
                await self._return(seat)
            except RulesError:
                self.leave(guest)
                raise

    def leave(self, guest: Guest) -> None:
        """Let a guest go."""
        if not self._audience.remove(guest):
            return
        if guest.viewer is not None:
            if not self._is_closed:
                note_person("player-gone", self.name, self.table, guest.viewer)
            self._ready.discard(guest.viewer)
            self._timekeeper.went(guest.viewer)
        if not self._is_closed:
            self._settle()
            self.announce()

    def waits_since_ms(self) -> int | None:
        """Say when anybody last sat down, stood up or spoke at a table whose game has not begun."""
        table = self.table
        if table.has_begun or table.round is not None or self.is_frozen:
            return None
        told = (happened.stamp for happened in reversed(self._story.past))
        return next(stamp.at_ms for stamp in told if isinstance(stamp.entry, SIGNS_OF_LIFE))

    @property
    def is_deserted(self) -> bool:
        """Whether the game is over and nobody is here."""
        return self.table.is_revealed and self._audience.is_empty

    def blind_of(self, seat: Seat) -> bytes:
        """Return the secret that begins a seat's transcript, for its player alone."""
        return blind_of(self.table.luck.private, self.table.opened.game_id, seat)

    def sync(self, guest: Guest, from_number: int) -> Synced:
        return self._audience.sync(guest, from_number, self._timekeeper.faces())

    # The table as all may see it -------------------------------------------------------------

    def announce(self, but_to: Guest | None = None) -> None:
        """Tell all guests who is at the table; a guest who just came in hears it with the welcome."""
        self.on_change()
        self._audience.send(encode_notification("table", self.now()), but_to)

    def now(self) -> TableNow:
        return self._summary().now(self.following, self.nodes)

    def info(self) -> TableInfo:
        return summary_of(self.name, self.table, self.now())

    def own_seat(self, seat: Seat) -> OwnSeat:
        """Tell the player of a seat what waits there; about the others no more than everybody may know."""
        prompt = self.table.prompts.get(seat)
        clocks = (
            face.remaining_ms for face in self._timekeeper.faces() if face.seat == seat and face.is_running
        )
        number = prompt.number if prompt is not None else None
        return OwnSeat(self.info(), seat, self._waited_for(), number, next(clocks, None))

    def _waited_for(self) -> tuple[Seat, ...]:
        state, round_ = self.table.state, self.table.round
        if state is None:
            return ()
        is_open = round_ is not None and round_.stage is RoundStage.OPEN
        missing = round_.owing_commits() if round_ is not None and is_open else None
        return waited_for(state.agenda, state.pending, missing)

    def _summary(self) -> TableSummary:
        return TableSummary(
            self.table, self._audience, self._ready, self._timekeeper.overdue, is_frozen=self.is_frozen
        )

    # Absence ---------------------------------------------------------------------------------

    def _on_impatience(self) -> None:
        """Go on with a round without those who are too slow; where that is impossible they are overdue."""
        self._do(self._go_on())
        self._timekeeper.overdue.update(self._rounds.waiting_for())
        self.announce()

    def _on_expiry(self, expired: list[Expiry]) -> None:
        """Do what the terms say about players who are out of time or away."""
        absence = self.table.opened.terms.absence
        for seat, what in expired:
            if absence is Absence.VOTE:
                self._timekeeper.overdue.add(seat)
            elif absence is Absence.BOT:
                self._do(self._replace(seat, for_one_answer=what == "time"))
        self.announce()

    async def _replace(self, seat: Seat, *, for_one_answer: bool) -> None:
        if for_one_answer:
            self._stand_ins.lend(seat)
        try:
            await self.submit(Replaced(seat))
        except RulesError as error:
            log.warning("Nobody stands in for seat %d at table %s: %s", seat, self.name, error)
