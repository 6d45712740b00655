"""A table whose game begins with a battle, and players who can be made to cheat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from client.seat.connection import RefusedError
from client.seat.news import Alarmed, News
from core import flow
from core.catalog import game_named
from core.chance import SeededRng
from core.game import start
from core.games.rising_sun.forces import present_in
from core.games.rising_sun.war import is_peaceful
from core.kinds import DefaultStood, Event, Seat
from protocol.entries import Stamped
from protocol.pace import Absence, Terms
from protocol.parties import ACK_MS
from protocol.round import Round, RoundStage
from protocol.round_records import Outcome
from protocol.table import proposals
from protocol.table.replay import happen
from protocol.table.rounds import check_record
from protocol.table.table import Table
from server.server import Server
from server.tables.runner import TableRunner
from tests.harness.logs import stamps_in
from tests.harness.loopback import GAME, WIDE, a_person, a_server, admit, new_table
from tests.harness.rogue import Rogue
from tests.waiting import let_pass, patience, until

FIRST_BIDS = 2
"""The number of the first round about bids; in the one before it everybody brings chance."""
AT_ONCE = Terms(grace=0, absence=Absence.BOT)
"""Nobody waits for absent players."""


# The battle --------------------------------------------------------------------------------------


def begun(_game: Any, seats: tuple[Seat, ...], *_: object) -> tuple[Any, list[Event]]:
    """Begin a game in which all seats are asked for a bid, whatever the table's chance."""
    return battle_of(seats).clone(), []


@cache
def battle_of(seats: tuple[Seat, ...]) -> Any:
    """Find one early in the game, with another to come in the same war."""
    battles = (first_battle(seats, seed) for seed in count())
    return next(
        state
        for state in battles
        if len(state.pending) == len(seats) and state.season == 0 and has_another(state)
    )


def has_another(state: Any) -> bool:
    """Say whether a province that is fought for later holds enemies who stay there."""
    _, *later = state.war
    present = (present_in(state, province) for province in later)
    return any(seats and not is_peaceful(state, seats) for seats in present)


def first_battle(seats: tuple[Seat, ...], seed: int) -> Any:
    game, rng, dice = game_named(GAME), SeededRng(b"%d" % seed), Random(seed)
    state, _ = start(game, seats, {}, rng)
    while flow.sealing_of(game.rules, state) is None:
        seat, decision = next(iter(state.pending.items()))
        flow.answer(game.rules, state, seat, decision.sample(dice), rng)
    return state


# The table ---------------------------------------------------------------------------------------


class Verdicts(NamedTuple):
    """A finished round, its outcome, and what followed from it."""

    round: Round
    outcome: Outcome
    events: list[Event]

    @property
    def choices(self) -> dict[Seat, str]:
        """Return what was opened."""
        found = {seat: verdict.message for seat, verdict in self.round.verdicts.items()}
        return {seat: message.choice for seat, message in found.items() if message is not None}

    @property
    def defaults(self) -> dict[Seat, str]:
        """Return for whom the rules' default stood, and why."""
        return {event.seat: event.why for event in self.events if isinstance(event, DefaultStood)}

    @property
    def by_shares(self) -> set[Seat]:
        """Name those whose choices others have opened."""
        return {part.seat for part in self.outcome.parts if part.opening is None}


class Scene(NamedTuple):
    """A table on a server, and everybody at it."""

    server: Server
    runner: TableRunner
    people: list[Rogue]
    alarms: list[Alarmed]

    @property
    def round(self) -> Round:
        assert self.runner.table.round is not None
        return self.runner.table.round

    async def stamps(self) -> list[Stamped]:
        return stamps_in(await self.server.lobby.journal.entries(self.runner.name))

    async def journal(self, kind: type) -> list[Any]:
        """Return all entries of a kind."""
        return [stamp.entry for stamp in await self.stamps() if isinstance(stamp.entry, kind)]

    async def bid(self, *, but: Collection[Rogue] = ()) -> None:
        """Let all others bid."""
        await asyncio.gather(*(person.bid() for person in self.people if person not in but))

    @property
    def confirmed(self) -> set[Seat]:
        """Name those who, as far as the server knows, have confirmed."""
        return set(self.runner._rounds._acks)  # noqa: SLF001 (nobody is told)

    async def lose_patience(self) -> None:
        """Let the time for a stage of a round pass, and wait until the server has noticed."""
        let_pass(ACK_MS / 1000 + 1)
        await self.people[0].say("It takes long.")  # and what the server does unasked comes before that

    def keep_back(self, *kinds: type) -> None:
        for person in self.people:
            person.keeps_back = set(kinds)

    def give_in(self) -> None:
        for person in self.people:
            person.give_in()

    async def stage(self, stage: RoundStage) -> None:
        """Wait until the round has come this far, and everybody present knows it."""
        here = [person for person in self.people if person.is_here]
        await until(lambda: self.round.stage is stage)
        await until(lambda: all(person.round.stage is stage for person in here))

    async def over(self, number: int = FIRST_BIDS) -> Verdicts:
        """Wait for the end of a round; return it as the journal has it."""
        table = self.runner.table
        await until(lambda: table.rounds > number or (table.rounds == number and table.round is None))
        opened, *rest = await self.stamps()
        table = Table(opened)
        for stamp in rest:
            if isinstance(stamp.entry, Outcome) and table.rounds == number:
                return Verdicts(check_record(table, stamp.entry), stamp.entry, happen(table, stamp).events)
            happen(table, stamp)
        raise AssertionError("That round is not over.")

    async def fair_end(self, *culprits: Rogue, number: int = FIRST_BIDS) -> Verdicts:
        """Wait for the end of a round: honest players' bids count as sealed, and everybody goes on."""
        verdicts = await self.over(number)
        honest = [person for person in self.people if person not in culprits]
        for person in honest:
            assert verdicts.choices[person.seat] == person.bids[number]
            assert person.seat not in verdicts.defaults
        await self.goes_on()
        return verdicts

    async def goes_on(self, moves: int = 8) -> None:
        """Let everybody present play on for a while."""
        table = self.runner.table
        goal = table.moves + moves
        await self.play_until(lambda: table.moves >= goal or table.is_over)
        assert self.alarms == []

    async def play_until(self, is_far_enough: Callable[[], bool]) -> None:
        dice = Random(1)
        async with patience():
            while not is_far_enough():
                for person in self.people:
                    await move(person, dice)
                await asyncio.sleep(0.001)


async def move(person: Rogue, dice: Random) -> None:
    mirror = person.mirror
    if mirror.prompt is not None and person.is_here:
        with suppress(RefusedError):
            await person.choose(mirror.view.decision.sample(dice))


@asynccontextmanager
async def lobby(path: Path, players: int = 3, terms: Terms = AT_ONCE) -> AsyncIterator[Scene]:
    """Have players come to a table; the server may not make mistakes."""
    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(proposals, "start", begun))
        stack.enter_context(without_mistakes())
        server = await stack.enter_async_context(a_server(path))
        table = await new_table(server, players, terms=terms)
        scene = Scene(server, table.runner, [], [])

        def on_news(news: News) -> None:
            if isinstance(news, Alarmed):
                scene.alarms.append(news)

        for number, invitation in enumerate(table.invitations):
            scene.people.append(Rogue(invitation, a_person(number, seat=number), admit, on_news, WIDE))
            stack.push_async_callback(scene.people[-1].leave)
        yield scene
        assert not scene.runner.is_frozen


@asynccontextmanager
async def battle(path: Path, players: int = 3, terms: Terms = AT_ONCE) -> AsyncIterator[Scene]:
    """Let a table come to its first battle: all are asked for a bid."""
    async with lobby(path, players, terms) as scene:
        for person in scene.people:
            await person.sit_down()
        await asyncio.gather(*(person.ready() for person in scene.people))
        await until(lambda: all(is_asked(person) for person in scene.people))
        yield scene


def is_asked(person: Rogue) -> bool:
    return person.mirror.is_sealing and person.mirror.table.round is not None


class Mistakes(logging.Handler):
    """Remembers what is logged as a mistake of the program."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[object] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record.getMessage())


@contextmanager
def without_mistakes() -> Iterator[None]:
    """Make sure that nothing is logged as a mistake, and nothing fails in the loop."""
    mistakes = Mistakes()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: mistakes.found.append(context))
    logging.getLogger().addHandler(mistakes)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(mistakes)
    assert mistakes.found == []
