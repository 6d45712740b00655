"""All tables of a server, and how players get to a seat."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, Protocol, TypeAlias
from weakref import WeakValueDictionary

import msgspec

from core.catalog import game_named
from core.game import seat_named, with_defaults
from core.kinds import InputError, RulesError, Seat
from core.record import read_record
from protocol.chain import Chain, sign_link
from protocol.entries import Access, Applied, Invited, Opened, Owned, SatDown, Stamped, Written, forked
from protocol.handshake import NONCE_SIZE
from protocol.identity import Identity, PublicKey
from protocol.invitation import make_token, token_hash
from protocol.limits import Limits, TokenBucket
from protocol.messages import MOST_OWN_SEATS, MOST_TABLES, Again, Join, Joined, Logged, OwnSeats, TableInfo
from protocol.pace import Terms
from protocol.parties import make_opened
from protocol.table.story import BYTES_IN_A_PART
from server.door.passwords import Passwords
from server.logbook import enter
from server.store.interface import GameState, JournalStore, SilentStoreError
from server.tables.audience import Guest
from server.tables.journal import opening_in
from server.tables.runner import TableRunner
from server.tables.timekeeper import Time

log = logging.getLogger(__name__)

Furnish: TypeAlias = Callable[[TableRunner, TableRunner], Awaitable[None]]
"""Does the host's part for the next table: brings bots, and announces it."""


class Club(NamedTuple):
    """What a server needs so that people can open tables on it: who may, and what brings the bots."""

    may_open: Callable[[PublicKey], bool]
    furnish: Callable[[TableRunner, int, str], Awaitable[None]]  # that many bots of a level


MOST_ENDED = 5
"""Finished and deserted tables kept at hand for people who come back to see the end."""
ANSWER_SECONDS = 2.0
"""How long a store may take to answer before a table is opened in it."""
INVITATION_MS = 24 * 60 * 60 * 1000


async def nowhere(_table: str) -> None:
    """A server on its own knows no other."""


async def none_elsewhere() -> Sequence[TableInfo]:
    """A server on its own runs all tables there are."""
    return ()


class Newcomer(Guest, Protocol):
    """Somebody on the way to a table, and where they come from."""

    @property
    def address(self) -> str: ...


class Lobby:
    """Opens tables, resumes them after a restart, and leads people to their seats."""

    def __init__(
        self, host: Identity, journal: JournalStore, limits: Limits, time: Time, player: bytes = b""
    ) -> None:
        self.host = host
        self.player = player  # the key the host plays with, if it plays
        self.limits = limits
        self.time = time
        self.runners: dict[str, TableRunner] = {}
        self.on_change: Callable[[], None] = lambda: None
        self.on_taken_up: Callable[[TableRunner], Awaitable[None]] | None = None  # from a node, or thawed
        self.on_again: Furnish | None = None  # without it a table has one game and no next
        self.elsewhere: Callable[[str], Awaitable[str | None]] = nowhere  # which node runs a table
        self.tables_elsewhere: Callable[[], Awaitable[Sequence[TableInfo]]] = none_elsewhere
        self.nodes: tuple[str, ...] = ()  # where else players find us, if this server is lost
        self.club: Club | None = None  # without it only the host opens tables
        self.is_draining = False  # opens no more tables
        self.trouble: Callable[[], str] = str  # what prevents playing here
        self.journal = journal
        self.passwords = Passwords(host, limits, time)
        self.opening = asyncio.Lock()  # one after the other, so that what was counted still holds
        self._seating = asyncio.Lock()
        self._repeating = asyncio.Lock()
        self._recalling = asyncio.Lock()  # two who come to the same finished table find one
        self._promised: dict[tuple[str, bytes], bytes] = {}  # tokens, by table and player
        self._purses: WeakValueDictionary[bytes, TokenBucket] = WeakValueDictionary()

    # Tables ----------------------------------------------------------------------------------

    async def open(
        self, game: str, seats: tuple[str, ...], options: Mapping[str, str], terms: Terms, seed: str = ""
    ) -> TableRunner:
        """Open a table; with an empty seed nobody can know its chance."""
        rules = game_named(game)
        if len(seats) not in rules.players or len(seats) > self.limits.seats_per_game:
            raise InputError(f"{game} is for {rules.players[0]} to {rules.players[-1]} players.")
        order = sorted({seat_named(rules, name) for name in seats})
        if len(order) < len(seats):
            raise InputError("Every seat is there once.")
        names = tuple(rules.seat_names[seat] for seat in order)
        chosen = tuple(with_defaults(rules, options).items())
        secret, nonce = seed or secrets.token_hex(32), secrets.token_bytes(NONCE_SIZE)
        entry = Opened(
            game,
            rules.version,
            names,
            chosen,
            secret,
            terms,
            self.host.public.raw,
            nonce,
            player=self.player,
        )
        return await self._create(make_opened(entry, self.host, order))

    def check_room(self, owner: bytes, place: str) -> None:
        """Refuse one more table of an owner and from an address, if either is known; or of anybody."""
        limits, going_on = self.limits, self.going_on()
        if owner and sum(each.table.owner == owner for each in going_on) >= limits.tables_per_owner:
            raise RulesError("tables-opened-enough", number=limits.tables_per_owner)
        if place and sum(each.opened_from == place for each in going_on) >= limits.tables_per_address:
            raise RulesError("tables-from-here-enough", number=limits.tables_per_address)
        if len(going_on) >= limits.tables:
            raise RulesError("house-full")

    async def fork(self, record: str, terms: Terms) -> TableRunner:
        """Open a table whose game goes on from the end of a record."""
        setup = read_record(record)[0].setup
        runner = await self.open(setup.game, setup.seats, dict(setup.options), terms)
        await runner.submit(forked(record))
        return runner

    async def _create(self, entry: Opened) -> TableRunner:
        at_ms, name = self.time.now_ms(), await self._unused_name()
        link = Chain(entry.game_id).next_hash(at_ms, entry.seen_by(None))
        opened = Stamped(at_ms, entry, sign_link(self.host, link))
        await self.clear_away()
        await self.journal.create(name, entry.game.encode())
        await self.journal.append(name, 0, msgspec.msgpack.encode(opened))
        enter("table-opened", table=name, game=entry.game, seats=len(entry.seats))
        return self._add(TableRunner(name, opened, self.host, self.journal, self.limits, self.time))

    async def _unused_name(self) -> str:
        """Choose a name; a store that is away is noticed here, where nothing waits to be written yet."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                while await self.journal.game(name := secrets.token_hex(4)) is not None:
                    pass
        except (SilentStoreError, TimeoutError):
            raise RulesError("store-silent") from None
        return name

    async def resume(self) -> None:
        """Resume all tables that are neither over nor frozen."""
        for game in await self.journal.games():
            if game.state is GameState.RUNNING and game.last_seq >= 0:
                await self.take_up(game.id)

    async def take_up(self, name: str) -> None:
        runner = await self._revived(name)
        if runner is not None:
            self._add(runner)

    async def thaw(self) -> None:
        """Take up again what froze because the store failed, now that it can be written."""
        for frozen in list(self.runners.values()):
            if frozen.waits_for_store and not self.journal.backlog.is_failing:
                runner = await self._revived(frozen.name)
                if runner is not None:
                    await self._succeed(frozen, runner)

    async def _succeed(self, frozen: TableRunner, runner: TableRunner) -> None:
        """Put a runner in place of a frozen one, whose guests come back to it."""
        if self.runners.get(frozen.name) is not frozen:  # it has left us in the meantime
            runner.abandon()
            return
        runner.opened_from, runner.following = frozen.opened_from, frozen.following
        runner.finished, runner.settled = frozen.finished, frozen.settled  # somebody may wait for them
        if runner.table.is_revealed:
            runner.finished.set()
        self._add(runner)
        frozen.abandon()
        enter("table-thawed", table=runner.name)
        if self.on_taken_up is not None:
            await self.on_taken_up(runner)

    async def _revived(self, name: str) -> TableRunner | None:
        """Run a table from where its journal ends, if this version can and it was not closed."""
        entries = await self.journal.entries(name)
        try:
            runner = TableRunner(
                name, opening_in(entries[0]), self.host, self.journal, self.limits, self.time
            )
            await runner.live_through(entries)
        except InputError as error:
            enter("table-left-alone", table=name, why=str(error))
            return None
        except Exception:
            log.exception("Table %s cannot be taken up; its journal is left as it is.", name)
            return None
        if runner.table.is_closed:
            await runner.shut()
            return None
        return runner

    async def _ended(self, name: str) -> TableRunner | None:
        """Resume a table whose game is over, for people who want to hear the end."""
        async with self._recalling:
            game = await self.journal.game(name) if name not in self.runners else None
            if game is not None and game.state is GameState.OVER:
                await self.clear_away()
                await self.take_up(name)
                if name in self.runners:
                    self.runners[name].end()
        return self.runners.get(name)

    def _add(self, runner: TableRunner) -> TableRunner:
        self.runners[runner.name] = runner
        runner.nodes = self.nodes
        runner.on_change = self._changed
        runner.on_lost = self._lose
        return runner

    async def clear_away(self) -> None:
        """Forget all but the last finished and deserted tables; the store has them."""
        ended = [runner for runner in self.runners.values() if runner.is_deserted]
        for runner in ended[: max(0, len(ended) - MOST_ENDED)]:
            runner.end()
            await self.release(runner.name)
        self._promised = {place: token for place, token in self._promised.items() if place[0] in self.runners}

    def _lose(self, runner: TableRunner) -> None:
        """Forget a runner that came too late, but not one that has taken up the same table since."""
        if self.runners.get(runner.name) is runner:
            self.abandon(runner.name)
        else:
            runner.abandon()

    def abandon(self, name: str) -> None:
        """Forget a table that another node runs; its guests are sent there."""
        runner = self.runners.pop(name, None)
        if runner is not None:
            runner.abandon()
            self._changed()

    async def release(self, name: str) -> TableRunner:
        """Finish what is under way at a table; from now on newcomers are sent where it goes."""
        runner = self.runners.pop(name)
        await runner.aclose()
        return runner

    async def forget(self, runner: TableRunner, why: str = "closed") -> None:
        """Let go of a table that was closed for good."""
        self.runners.pop(runner.name, None)
        await runner.shut(why)
        enter("table-closed", table=runner.name, why=why)
        self._changed()

    def _changed(self) -> None:
        asyncio.get_running_loop().call_soon(self.on_change)  # its mistakes stop no table

    async def invite(self, runner: TableRunner) -> bytes:
        """Make out an invitation to any free seat of a table: return its token."""
        token = make_token()
        await runner.submit(Invited(token_hash(token)))
        return token

    async def log(self, runner: TableRunner, from_number: int) -> Logged:
        """Return the journal of a finished game from an entry on, as much as fits into one message."""
        if not runner.table.is_revealed:
            raise RulesError("not-over")
        game = await self.journal.game(runner.name)
        assert game is not None
        if from_number > game.last_seq + 1:
            raise RulesError("journal-lost")
        entries = await self.journal.entries(runner.name, from_number, BYTES_IN_A_PART)
        written = tuple(Written(entry.at_ms, entry.data) for entry in entries)
        return Logged(game.created_ms, written, from_number + len(written) > game.last_seq)

    async def again(self, runner: TableRunner, player: PublicKey) -> Again:
        """Invite a player to the next table of this kind, which opens for the first one to ask."""
        if not runner.table.is_revealed:
            raise RulesError("not-over")
        async with self._repeating:
            following = self.runners.get(runner.following or "")
            if following is None or following.table.is_over or following.is_frozen:
                following = await self._repeat(runner)
            return Again(following.name, await self._token_for(following, player))

    async def _repeat(self, runner: TableRunner) -> TableRunner:
        if self.on_again is None:
            raise RulesError("no-other-table")
        if self.is_draining:
            raise RulesError("server-stops")
        opened, owner = runner.table.opened, runner.table.owner
        async with self.opening:
            self.check_room(owner, runner.opened_from)
            following = await self.open(opened.game, opened.seats, dict(opened.options), opened.terms)
            following.opened_from = runner.opened_from
            if owner:
                await following.submit(Owned(owner, access_again(runner.table.access)))
        await self.on_again(runner, following)
        runner.following = following.name
        runner.announce()
        return following

    async def _token_for(self, runner: TableRunner, player: PublicKey) -> bytes | None:
        if runner.seat_of(player.raw) is not None:
            return None
        place = runner.name, player.raw
        if place not in self._promised or not self._is_good(runner, self._promised[place]):
            self._promised[place] = await self.invite(runner)
        return self._promised[place]

    def _is_good(self, runner: TableRunner, token: bytes) -> bool:
        return token_hash(token) in runner.invited(INVITATION_MS)

    async def tables(self, player: bytes) -> tuple[TableInfo, ...]:
        """List what is played here and elsewhere, as many tables as a player can be told of at once."""
        found = {info.table: info for info in await self.tables_elsewhere()}
        found.update((name, runner.info()) for name, runner in self.runners.items())
        order = sorted(found.values(), key=lambda info: (not info.concerns(player), not info.has_room))
        return tuple(order[:MOST_TABLES])

    def going_on(self) -> list[TableRunner]:
        """Return the tables where somebody plays or waits."""
        return [each for each in self.runners.values() if not each.table.is_over and not each.is_frozen]

    async def aclose(self) -> None:
        for runner in self.runners.values():
            await runner.aclose()

    # People ----------------------------------------------------------------------------------

    def has_seat(self, player: PublicKey) -> bool:
        """Say whether a player sits at any of the tables here."""
        return any(runner.seat_of(player.raw) is not None for runner in self.runners.values())

    def seats_of(self, player: PublicKey) -> OwnSeats:
        """Tell somebody where they sit; running games come before finished ones."""
        runners = sorted(self.runners.values(), key=lambda runner: runner.table.is_over)
        places = ((runner, runner.seat_of(player.raw)) for runner in runners)
        seats = (runner.own_seat(seat) for runner, seat in places if seat is not None)
        return OwnSeats(tuple(islice(seats, MOST_OWN_SEATS)), self.nodes)

    def purse_of(self, player: PublicKey) -> TokenBucket:
        """Return the token bucket that all of a player's connections share."""
        rate = self.limits.identity_request_rate
        fresh = TokenBucket(rate, max(rate, self.limits.request_burst), self.time.now())
        return self._purses.setdefault(player.raw, fresh)

    async def join(self, player: PublicKey, guest: Newcomer, request: Join) -> tuple[TableRunner, Joined]:
        """Lead somebody to a table."""
        runner = await self.find(request.table)
        is_new = not request.is_watching and runner.seat_of(player.raw) is None
        if is_new and request.token is None:
            await self._check_access(runner, request, guest.address)
        guest.viewer = None if request.is_watching else await self._seat(runner, player, request)
        await runner.welcome(guest)
        blind = b"" if guest.viewer is None else runner.blind_of(guest.viewer)
        return runner, Joined(guest.viewer, runner.now(), blind)

    def know_nodes(self, nodes: tuple[str, ...]) -> None:
        """Tell everybody here where else they find us, when that changes: it may be all they know one day."""
        if nodes != self.nodes:
            self.nodes = nodes
            for runner in self.runners.values():
                runner.nodes = nodes
                runner.announce()

    async def find(self, name: str) -> TableRunner:
        """Give a table that runs here, or is over; send whoever looks for another to where it runs."""
        return self.runners.get(name) or await self._sought(name)

    async def _sought(self, name: str) -> TableRunner:
        address = await self.elsewhere(name)
        if address is not None:
            raise RulesError("moved", address=address)
        runner = self.runners.get(name) or await self._ended(name)
        if runner is None:
            raise RulesError("no-table", table=name)
        return runner

    async def _check_access(self, runner: TableRunner, request: Join, address: str) -> None:
        """Refuse anybody without an invitation, unless they know the password or none is needed."""
        table = runner.table
        if table.owned is None or table.access is Access.INVITED:
            raise RulesError("invitation-needed")
        if table.access is Access.ALL:
            return
        if request.password is None:
            raise RulesError("password-needed")
        await self.passwords.check(table.opened.game_id, table.owned, request.password, address)

    async def apply(self, runner: TableRunner, player: PublicKey, application: Applied) -> None:
        """Tell a table that somebody wants to take over a seat there; its players vote on it."""
        if application.key != player.raw:
            raise RulesError("own-seat-only")
        self._check_newcomer(player)
        await runner.submit(application)

    async def _seat(self, runner: TableRunner, player: PublicKey, request: Join) -> Seat:
        async with self._seating:  # one after the other, so that what was checked still holds
            seat = runner.seat_of(player.raw)
            return await self._seat_newcomer(runner, player, request) if seat is None else seat

    async def _seat_newcomer(self, runner: TableRunner, player: PublicKey, request: Join) -> Seat:
        token = b"" if request.token is None else token_hash(request.token)
        if token and token not in runner.invited(INVITATION_MS):
            raise RulesError("invitation-not-good")
        self._check_newcomer(player)
        free = runner.free_seats()
        if not free:
            raise RulesError("seats-taken")
        seat = free[0] if request.seat is None else request.seat
        who = SatDown(seat, request.name, player.raw, request.is_bot, token, request.door)
        await runner.submit(who)
        return seat

    def _check_newcomer(self, player: PublicKey) -> None:
        games = sum(each.seat_of(player.raw) is not None for each in self.going_on())
        if games >= self.limits.games_per_identity:
            raise RulesError("tables-enough", number=games)


def access_again(access: Access) -> Access:
    """Say who may come to the next game: those who played are invited, and a password was for one table."""
    return Access.INVITED if access is Access.PASSWORD else access
