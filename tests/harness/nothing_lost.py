"""Players who remember what they were told and what was acknowledged, to compare with the journal."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, aclosing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from client.seat import presence as staying_connected
from client.seat.bot_player import BotPlayer
from client.seat.connection import RefusedError
from client.seat.news import Heard, News, Person
from client.seat.player import Player
from core.kinds import Viewer
from core.wire import unpack_events
from protocol.entries import AnyEntry, Chose, Deed, Said, SignedOff, Stamped
from protocol.invitation import Invitation
from protocol.messages import TableState
from protocol.round_records import Committed, RoundDeed
from protocol.table.replay import replay
from protocol.table.story import Dispatch, Story
from protocol.table.table import Table
from server.store.sqlite import SqliteStore
from tests.harness.logs import stamps_in
from tests.harness.loopback import WIDE, a_person, admit

PAUSE = 0.1
TALKATIVE = 0.05


class Lost(Exception):  # noqa: N818
    """Something was lost or doubled."""


class RememberingPlayer(Player):
    """Remembers what the server has acknowledged."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.acknowledged: list[Deed | RoundDeed] = []

    async def _ask(self, method: str, params: Any) -> None:
        await super()._ask(method, params)
        if method == "do":
            self.acknowledged.append(params)


class RememberingBot(BotPlayer):
    """A bot that can be asked afterwards what it knows."""

    def __init__(self, invitation: Invitation, person: Person, dice: Random) -> None:
        super().__init__(invitation, admit, person, "random", dice, WIDE)
        self._player = self.player = RememberingPlayer(invitation, person, admit, self._on_news, WIDE)
        self._far_enough = asyncio.Event()
        self._goal = 0

    async def _answer_offers(self) -> bool:
        has_answered = await super()._answer_offers()
        await self._be_ready()
        if self.player.mirror.view is not None and self._dice.random() < TALKATIVE:
            with suppress(RefusedError):
                await self._talk()
        return has_answered

    async def _be_ready(self) -> None:
        """Say it again if the server has forgotten it or saw us leave."""
        info = self.player.mirror.info
        if info.state is TableState.OPEN and not info.seats[self.player.seat].is_ready:
            await self.player.ready()

    async def _talk(self) -> None:
        """Say something to everybody, or whisper it to somebody."""
        others = [row.seat for row in self.player.mirror.info.seats if row.seat != self.player.seat]
        to = self._dice.choice([(), (self._dice.choice(others),)])
        await self.player.say(f"{len(self.player.acknowledged)} things so far", to)

    async def hear(self, number: int) -> None:
        """Wait until the story has come this far."""
        self._goal = number
        await self._far_enough.wait()

    async def hear_more(self, count: int) -> None:
        self._far_enough.clear()
        await self.hear(len(self.player.mirror.story) + count)

    def _on_news(self, news: News) -> None:
        super()._on_news(news)
        if isinstance(news, Heard) and 0 < self._goal <= news.number:
            self._far_enough.set()


def remembering_bots(invitations: list[Invitation], seed: object = 0) -> list[RememberingBot]:
    """Make a bot for each seat; all but the last pass for people, so that they hold shares."""
    last = len(invitations) - 1
    return [
        RememberingBot(invitation, a_person(number, is_bot=number == last), Random(f"{seed} {number}"))
        for number, invitation in enumerate(invitations)
    ]


@contextmanager
def impatient(pause: float = PAUSE) -> Iterator[None]:
    """Try again soon, however often the connection is lost."""
    with ExitStack() as stack:
        for name in ("FIRST_PAUSE", "LONGEST_PAUSE"):
            stack.enter_context(patch.object(staying_connected, name, pause))
        yield


# What must hold in the end -------------------------------------------------------------------


async def check_by_journal(data: Path, name: str, bots: list[RememberingBot]) -> Table:
    """Compare what the bots know with the journal; return the table that the journal makes."""
    async with aclosing(SqliteStore.open(data / "tables.sqlite")) as store:
        return check_by_entries(stamps_in(await store.entries(name)), bots)


def check_by_entries(entries: Sequence[Stamped], bots: Sequence[RememberingBot]) -> Table:
    opened, *rest = entries
    table = Table(opened)
    story = Story(table)
    told = [story.record(opened, [])]
    for then, update in zip(rest, replay(table, rest), strict=True):
        told.append(story.record(then, update.events, update.facts))
    for bot in bots:
        check_memory(bot, table, told)
        check_acknowledged(bot, [then.entry for then in rest])
    return table


def check_memory(bot: RememberingBot, table: Table, told: list[dict[Viewer, Dispatch]]) -> None:
    mirror = bot.player.mirror
    known = [(heard.number, heard.at_ms, heard.entry, heard.events) for heard in mirror.story]
    items = [news[mirror.seat].item for news in told if mirror.seat in news]
    expected = [(i.number, i.at_ms, i.entry, unpack_events(mirror.game, i.events)) for i in items]
    unheard = [entry for *_, entry, _ in expected[len(known) :]]
    # Players who have left miss what is said and signed after the end.
    is_epilogue = table.is_over and all(isinstance(entry, (Said, SignedOff)) for entry in unheard)
    if known != expected[: len(known)] or (unheard and not is_epilogue):
        raise Lost(f"seat {mirror.seat} was told {len(known)} things, the journal has {len(expected)}")
    if mirror.shown != (true := table.view_for(mirror.seat)):
        raise Lost(f"seat {mirror.seat} is shown another table: {differences(mirror.shown, true)}")
    if [heard.number for heard in mirror.story] != list(range(len(mirror.story))):
        raise Lost(f"the story of seat {mirror.seat} has gaps")


def differences(seen: Any, true: Any) -> dict[str, tuple[Any, Any]]:
    """Say in which fields two views differ."""
    names = getattr(true, "__struct_fields__", ())
    pairs = {name: (getattr(seen, name, None), getattr(true, name)) for name in names}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def check_acknowledged(bot: RememberingBot, journal: Sequence[AnyEntry]) -> None:
    """Whatever was done under a number was done once, and as it was acknowledged."""
    seat = bot.player.mirror.seat
    done = Counter(deed_of(entry) for entry in journal if getattr(entry, "seat", None) == seat)
    del done[UNNUMBERED]
    numbers = Counter((kind, number) for kind, number, _ in done.elements())
    if doubled := [number for number, times in numbers.items() if times > 1]:
        raise Lost(f"seat {seat} did {doubled} twice")
    if lost := set(map(deed_of, bot.player.acknowledged)) - done.keys() - {UNNUMBERED}:
        raise Lost(f"seat {seat} lost {lost}")


def deed_of(deed: AnyEntry) -> tuple[str, int, Any]:
    """Return a deed as its player sends it."""
    if isinstance(deed, Chose):
        return "choice", deed.prompt, deed.line
    if isinstance(deed, Said):
        return f"words to {deed.to}", deed.number, (deed.words, deed.sealed)
    if isinstance(deed, Committed):
        context, _, _, _, commitment, *_ = msgspec.msgpack.decode(deed.commitment)
        return f"seal in {context.hex()[:8]}", 0, commitment
    return UNNUMBERED


UNNUMBERED = ("", 0, None)
