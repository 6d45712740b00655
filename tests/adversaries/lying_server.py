"""A host that tells one seat another story than the others, with its own signature under every line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from unittest.mock import patch

import pytest
from msgspec import Raw, msgpack
from msgspec.structs import replace

from client.seat import mirror
from client.seat.connection import Connection, RefusedError
from client.seat.connection import connect as really_connect
from client.seat.evidence import Evidence
from client.seat.fraud import FraudError
from client.seat.news import Alarmed
from client.seat.player import Player
from core.deals import Standing
from core.kinds import Seat, Viewer
from core.wire import events_hash, unpack_events
from protocol.canonical import decode, encode
from protocol.chain import Chain, marks_of, sign_link
from protocol.entries import AnyEntry, Began, Deed
from protocol.header import RoundHeader
from protocol.identity import Identity
from protocol.messages import ClockFace, Item, Synced
from protocol.pace import Absence, Terms
from protocol.policy import Occasion, header_for
from protocol.round import Round
from protocol.round_records import Release, RoundOpened
from protocol.rpc import NIL
from protocol.table.story import Dispatch, Story
from protocol.table.transcript import picture_of
from protocol.table.verify import Fault, Judgement, verify
from server.tables.audience import Audience, Guest
from server.tables.runner import TableRunner
from tests.harness.at_battle import AT_ONCE, Scene, is_asked, lobby
from tests.harness.logs import Entries, log_of, read
from tests.harness.loopback import a_table, play_a_game
from tests.harness.rogue import Rogue, newcomers, rogues_at
from tests.waiting import patience, until, whatever_is_ready

VICTIM: Seat = 0
OTHER: Seat = 1
THIRD: Seat = 2

PATIENT = Terms(grace=3600, absence=Absence.WAIT)

Lie: TypeAlias = Callable[["Liar", Item], Iterable[Item]]
"""What the victim is told instead of something that happened."""


def believe(_: Deed) -> None:
    """Accept whatever a seat says it was told: a liar knows why it is different."""


class Liar(Audience):
    """Tells everybody what happened, but the victim what a lie makes of it."""

    def __init__(self, runner: TableRunner, host: Identity, lie: Lie, identities: Sequence[Identity]) -> None:
        super().__init__(runner._story)  # noqa: SLF001
        vars(runner._story)["check_seen"] = believe  # noqa: SLF001
        self.runner = runner
        self.host = host
        self.identities = identities  # of all seats, for a host in league with a player
        self.lie = lie
        self.chain = Chain(runner.table.opened.game_id)  # as the victim knows it
        self.shown: list[Item] = []
        self.has_lied = False
        self.round: Round | None = None  # the one that is open, or was last
        self.spoil: Callable[[Item], Item] = lambda item: item  # after it was signed
        self.signs_events = True  # as they are told
        self.view: Raw | None = None  # to be shown instead of the real one
        for item in runner._story.part(VICTIM, 0):  # noqa: SLF001
            list(self._show(item))
        runner._audience = self  # noqa: SLF001

    def instead(self, *items: Item) -> Iterable[Item]:
        """Tell these, once, and the truth from then on."""
        self.has_lied, self.lie = True, lambda _, item: [item]
        return items

    def _show(self, item: Item) -> Iterable[Item]:
        """Return what the victim is told, signed as if it were true."""
        self.round = self.runner.table.round or self.round
        for lie in self.lie(self, item):
            self.shown.append(self._signed(lie))
            yield self.shown[-1]

    def _signed(self, item: Item) -> Item:
        public = item.entry.seen_by(None)
        if self.signs_events:
            events = unpack_events(self.runner.table.game, item.events)
            item = replace(item, heard=events_hash(events))
        number, signature = len(self.shown), b""
        if public is not None:
            link = self.chain.next_hash(item.at_ms, public, *marks_of(item))
            signature = sign_link(self.host, link)
            self.chain.add(link)
        return self.spoil(replace(item, number=number, signature=signature))

    # What a house does with its audience -----------------------------------------------------

    def tell(self, news: Mapping[Viewer, Dispatch], faces: tuple[ClockFace, ...]) -> None:
        super().tell({viewer: told for viewer, told in news.items() if viewer != VICTIM}, faces)
        if VICTIM in news:
            told = news[VICTIM]
            if self.view is not None and told.view != NIL:
                shown = picture_of(self.view, told.prompt, self._story.picture(VICTIM).deals)
                told = told._replace(item=replace(told.item, picture=shown), view=self.view)
            for item in list(self._show(told.item)):
                super().tell({VICTIM: told._replace(item=item)}, faces)

    def sync(self, guest: Guest, from_number: int, faces: tuple[ClockFace, ...]) -> Synced:
        synced = super().sync(guest, 0, faces)
        if guest.viewer != VICTIM:
            return super().sync(guest, from_number, faces)
        view = synced.view if self.has_game else NIL
        return replace(synced, items=tuple(self.shown[from_number:]), is_all=True, view=view)

    @property
    def has_game(self) -> bool:
        return any(isinstance(item.entry, Began) for item in self.shown)


Change: TypeAlias = Callable[[Liar, Any], AnyEntry | Iterable[AnyEntry]]


def reopened(round_: Round | None, **changes: Any) -> RoundOpened:
    """Open a round for the same people as another, but about something else."""
    assert round_ is not None
    h = round_.header
    occasion = Occasion(h.round, h.kind, h.seats, h.size, h.commit_ms, h.ack_ms, h.head)
    return RoundOpened(encode(header_for(round_.parties, replace(occasion, **changes))))


def truth(_: Liar, item: Item) -> Iterable[Item]:
    return [item]


def on(kind: type, change: Change, seat: Seat | None = None) -> Lie:
    """Lie once, about the first entry of this kind, perhaps of this seat."""

    def lie(liar: Liar, item: Item) -> Iterable[Item]:
        entry = item.entry
        if not isinstance(entry, kind) or (seat is not None and getattr(entry, "seat", None) != seat):
            return [item]
        changed = change(liar, entry)
        entries = [changed] if isinstance(changed, AnyEntry) else list(changed)
        return liar.instead(*(replace(item, entry=each) for each in entries))

    return lie


def header(change: Callable[[RoundHeader], RoundHeader]) -> Lie:
    """Open the first round in another way."""
    return on(RoundOpened, lambda _, entry: RoundOpened(encode(change(decode(entry.header, RoundHeader)))))


# The victim --------------------------------------------------------------------------------------


class Sent(NamedTuple):
    """Something a client has sent, and whether it had raised the alarm by then."""

    method: str
    params: Any
    is_alarmed: bool


class Ear:
    """Hears everything the victim sends, and can hold it back."""

    def __init__(self, victim: Player) -> None:
        self.victim = victim
        self.sent: list[Sent] = []
        self.holds: Callable[[Sent], bool] = lambda _: False
        self.held: list[Sent] = []

    async def connect(self, address: Any, identity: Identity, *rest: Any) -> Connection:
        connection = await really_connect(address, identity, *rest)
        if identity is self.victim.person.identity:
            self._listen(connection, connection.request)
        return connection

    def _listen(self, connection: Connection, request: Callable[..., Any]) -> None:
        async def heard(method: str, *params: Any) -> Any:
            sent = Sent(method, params[0] if params else None, self.victim.alarm is not None)
            if self.holds(sent):
                self.held.append(sent)
                await asyncio.Event().wait()
            self.sent.append(sent)
            return await request(method, *params)

        vars(connection)["request"] = heard

    def released(self) -> list[Release]:
        return [sent.params for sent in self.sent if isinstance(sent.params, Release)]


class Fraud(NamedTuple):
    """A table where somebody is being lied to."""

    scene: Scene
    liar: Liar
    ear: Ear
    home: Path
    silent: set[Seat]  # who does not bid
    stack: AsyncExitStack

    @property
    def victim(self) -> Rogue:
        return self.scene.people[VICTIM]

    async def killed(self) -> Rogue:
        """Kill the victim's program; return the next one, with what was kept."""
        self.victim.drop()
        await self.victim.leave()
        return self.beside()

    def beside(self) -> Rogue:
        """Start the victim's program once more."""
        old = self.victim
        invitation, admit, limits = old._invitation, old._admit, old._limits  # noqa: SLF001
        new = Rogue(invitation, old.person, admit, old._on_news, limits)  # noqa: SLF001
        self.scene.people[VICTIM] = self.ear.victim = new
        self.stack.push_async_callback(new.leave)
        return new

    async def begin(self) -> None:
        """Let everybody sit down and begin: they are asked for a bid."""
        people = self.scene.people
        for person in people:
            await person.sit_down()
        await asyncio.gather(*(person.ready() for person in people))
        await until(lambda: all(is_asked(person) for person in people))

    async def play(self) -> None:
        """Let everybody sit down, be ready, and bid when asked, for as long as they stay."""
        people = self.scene.people
        for person in people:
            with suppress(FraudError):
                await person.sit_down()
        await asyncio.gather(*(person.ready() for person in people), return_exceptions=True)
        while not self.scene.alarms:
            for person in [people[seat] for seat in range(len(people)) if seat not in self.silent]:
                if is_asked(person) and person.mirror.prompt is not None and person.is_here:
                    with suppress(RefusedError, FraudError):
                        await person.bid()
            await asyncio.sleep(0.001)

    async def alarm(self) -> Alarmed:
        """Play until the victim raises the alarm; by then it is gone and does nothing any more."""
        async with patience():
            await self.play()
        await whatever_is_ready()
        with pytest.raises(RefusedError, match="Stop playing"):
            await self.victim.say("Why?")
        assert not [sent for sent in self.ear.sent if sent.is_alarmed]
        [alarm] = self.scene.alarms
        return alarm


@asynccontextmanager
async def lied_to(path: Path, lie: Lie, terms: Terms = AT_ONCE, players: int = 3) -> AsyncIterator[Fraud]:
    """Have players come to a table whose host lies to the first of them."""
    async with lobby(path / "data", players, terms) as scene:
        victim, home = scene.people[VICTIM], path / "home"
        victim.person = victim.person._replace(home=home)
        ear = Ear(victim)
        identities = [person.person.identity for person in scene.people]
        liar = Liar(scene.runner, scene.server.lobby.host, lie, identities)
        with patch("client.seat.presence.connect", ear.connect):
            async with AsyncExitStack() as stack:
                yield Fraud(scene, liar, ear, home, set(), stack)


def evidence_in(path: Path | None) -> Evidence:
    assert path is not None
    return msgpack.decode(path.read_bytes(), type=Evidence)


# Lying on ----------------------------------------------------------------------------------------


class TwoFaced:
    """Tells the victim one untrue thing, and accepts what is sworn after it.

    A careful one makes everything else fit: then there is nothing to notice, and only the log can tell.
    """

    def __init__(self, lie: Callable[[Story, Dispatch], Dispatch | None], *, is_careful: bool) -> None:
        self.has_lied = False
        self._lie = lie
        self._is_careful = is_careful
        self._tell = Audience.tell
        self._view = NIL  # as the victim was shown it last
        self._deals: tuple[Standing, ...] = ()

    def tell(self, audience: Audience, news: Mapping[Viewer, Dispatch], faces: tuple[ClockFace, ...]) -> None:
        told = {**news, VICTIM: self._told(audience, news[VICTIM])} if VICTIM in news else news
        self._tell(audience, told, faces)

    def _told(self, audience: Audience, told: Dispatch) -> Dispatch:
        lie = None if self.has_lied else self._lie(audience._story, told)  # noqa: SLF001
        if lie is not None:
            self.has_lied, told = True, lie
        self._view = told.view if told.view != NIL else self._view
        self._deals = told.deals if told.deals is not None else self._deals
        if not self._is_careful:
            return told
        shown = picture_of(self._view, told.prompt, self._deals)
        return told._replace(item=replace(told.item, picture=shown))


@contextmanager
def two_faced(
    lie: Callable[[Story, Dispatch], Dispatch | None], *, is_careful: bool = True
) -> Iterator[TwoFaced]:
    """Let a host lie to one seat, once, as soon as there is something to lie about."""
    liar = TwoFaced(lie, is_careful=is_careful)

    def tell(audience: Audience, news: Mapping[Viewer, Dispatch], faces: tuple[ClockFace, ...]) -> None:
        liar.tell(audience, news, faces)

    with patch.object(Audience, "tell", tell), patch.object(Story, "check_seen", lambda *_: None):
        yield liar


async def alarm_at(data: Path, game: str, home: Path | None = None) -> Alarmed:
    """Let three sit down at a table of a two-faced host, until the victim raises the alarm."""
    guests = newcomers(3)
    guests[VICTIM] = guests[VICTIM]._replace(home=home)
    async with a_table(data, game=game, terms=PATIENT) as table, rogues_at(table, guests) as people:
        await until(lambda: people[VICTIM].alarm is not None)
    alarm = people[VICTIM].alarm
    assert alarm is not None
    return alarm


@contextmanager
def credulous() -> Iterator[None]:
    """Let everybody's program believe any board: a log cannot tell which program somebody used."""
    with patch.object(mirror, "is_possible", lambda *_: True):
        yield


# What becomes of it ------------------------------------------------------------------------------------


def played(path: Path, game: str) -> Entries:
    """Play a whole game; return its log."""
    table = asyncio.run(play_a_game(path, game))
    return read(asyncio.run(log_of(path, table, game)))[1]


def found_in(entries: Entries) -> list[tuple[str, Judgement, str, str]]:
    """Return what a log shows: by which check, how grave it is, who answers for it, and what it was."""
    return [(f.check, f.judgement, f.who, f.why.message) for f in verify(entries).faults]


def accused_in(entries: Entries) -> Fault:
    [fault] = verify(entries).faults
    return fault
