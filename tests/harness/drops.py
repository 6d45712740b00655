"""Drops: clients are lost between sealing a choice and opening it, or a piece of it, and no game stalls.

Bots play as people do, each with its own machine. In every sealed round some of them lose their connection,
never more than a minority at a time. Some come back at once, some when the round is over, some as a new
client that has only what the old one kept on disk. Some change what they have sealed while others are
missing. In the end every choice that stood in its set must have been opened as it was sealed, by its owner or
by the others.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from client.seat import sealer as hand
from client.seat.bot_player import BotPlayer
from client.seat.connection import RefusedError
from client.seat.news import Alarmed, News, Person
from client.seat.sealer import Hand
from core.bots.courtesy import CourteousBot
from core.catalog import game_names
from core.decisions import Arrangement
from core.game import split
from core.kinds import Seat
from protocol import parties
from protocol.entries import Stamped
from protocol.invitation import Invitation
from protocol.round import Round
from protocol.round_records import Acked, Committed, Handed, Outcome, Reason, Release, Turned
from protocol.table.replay import happen
from protocol.table.rounds import check_record, check_turned
from protocol.table.table import Table
from protocol.table.unsealing import card_in
from server.tables.runner import TableRunner
from tests.harness.campaign import Campaign, add_arguments, setups
from tests.harness.loopback import WIDE, a_person, a_server, admit, new_table
from tests.harness.nothing_lost import Lost, impatient
from tests.harness.rogue import DroppablePlayer
from tests.waiting import LONG_PATIENCE, patience

CONFIRMING_MS = 150
SHORT = 0.08  # seconds, at most, until a brief absence ends
LOSING = 0.6  # chance that somebody is lost in a round
CHANGING = 0.5  # or changes what they sealed when asked to do something


class Moment(NamedTuple):
    """When somebody is lost: before, while or after something is sent."""

    sent: type
    place: str
    is_sealed: bool  # whether the others can go on without them


MOMENTS = {
    "sealing": Moment(Committed, "while", is_sealed=False),
    "sealed": Moment(Committed, "after", is_sealed=True),
    "before confirming": Moment(Acked, "before", is_sealed=True),
    "confirmed": Moment(Acked, "after", is_sealed=True),
    "before releasing": Moment(Release, "before", is_sealed=True),
    "releasing": Moment(Release, "while", is_sealed=True),
    "before turning over": Moment(Handed, "before", is_sealed=True),
    "turning over": Moment(Handed, "while", is_sealed=True),
    "turned over": Moment(Handed, "after", is_sealed=True),
}
TURNED = 3  # how many cards are turned over while somebody stays away


class Drop(NamedTuple):
    """What will happen to somebody in a round."""

    moment: str
    is_long: bool  # back only when the round is over
    is_restart: bool


class Losses:
    """Who is lost at a table and when, who is away now, and the result."""

    def __init__(self, runner: TableRunner, seed: object) -> None:
        self.runner = runner
        self.dice = Random(f"losses {seed}")
        self.away: set[Seat] = set()
        self.counts = Counter[str]()
        self.dropped: set[tuple[int, Seat]] = set()
        self.alarms: list[Alarmed] = []
        self._plans: dict[tuple[int, Seat], Drop | None] = {}

    def plan(self, number: int, seat: Seat) -> Drop | None:
        """Return what happens to a seat in a round; the same whenever it is asked for."""
        if (number, seat) not in self._plans:
            is_lost = self.dice.random() < LOSING
            self._plans[number, seat] = self._any_drop() if is_lost else None
        return self._plans[number, seat]

    def _any_drop(self) -> Drop:
        can_turn = self.runner.table.game.rules.turning is not None
        name = self.dice.choice([name for name in MOMENTS if can_turn or MOMENTS[name].sent is not Handed])
        is_long = MOMENTS[name].is_sealed and self.dice.random() < 0.5
        return Drop(name, is_long, is_restart=self.dice.random() < 0.4)

    def lose(self, number: int, seat: Seat, drop: Drop) -> bool:
        """Let somebody be lost, unless too many are away; nobody is lost twice in a round."""
        self._plans[number, seat] = None
        if len(self.away) >= (len(self.runner.table.seats) - 1) // 2:
            return False
        self.away.add(seat)
        self.dropped.add((number, seat))
        self.counts[f"lost {drop.moment}"] += 1
        return True

    async def wait(self, number: int, drop: Drop) -> None:
        """Wait until somebody comes back."""
        await asyncio.sleep(self.dice.uniform(0, SHORT))
        if not drop.is_long:
            self.counts["came back soon"] += 1
            return
        self.counts["stayed away for the round"] += 1
        table, turned = self.runner.table, len(self.runner.table.turned) + TURNED
        is_turning = MOMENTS[drop.moment].sent is Handed
        while table.rounds <= number and not table.is_over:
            has_turned = table.prompts or len(table.turned) >= turned  # a question may be ours
            if has_turned if is_turning else table.round is None:
                return
            await asyncio.sleep(0.01)


# Those who are lost --------------------------------------------------------------------------


class LosingPlayer(DroppablePlayer):
    """Loses its connection where that is planned."""

    def __init__(self, losses: Losses, *args: Any) -> None:
        super().__init__(*args)
        self.restart: asyncio.Future[tuple[int, Drop]] = asyncio.get_running_loop().create_future()
        self._losses = losses
        self._return: asyncio.Task[None] | None = None

    async def _come(self) -> None:
        await super()._come()
        if self.mirror.seat is not None:
            self._losses.away.discard(self.mirror.seat)

    async def _ask(self, method: str, params: Any) -> None:
        round_ = self.mirror.table.round or self.mirror.table.laid
        number = round_.header.round if round_ is not None else 0
        place = self._place_to_lose(number, params)
        if place == "before":
            self._lose(number)
        elif place == "while":
            asyncio.get_running_loop().call_later(self._losses.dice.uniform(0, 0.002), self._lose, number)
        await super()._ask(method, params)
        if place == "after":
            self._lose(number)

    def _place_to_lose(self, number: int, params: Any) -> str:
        if not number or not isinstance(params, Committed | Acked | Release | Handed):
            return ""
        drop = self._losses.plan(number, self.seat)
        moment = MOMENTS[drop.moment] if drop is not None else None
        return moment.place if moment is not None and isinstance(params, moment.sent) else ""

    def _lose(self, number: int) -> None:
        """Cut the connection, and come back later: as the same client, or another."""
        drop = self._losses.plan(number, self.seat)
        if drop is None or not self._losses.lose(number, self.seat, drop):
            return
        self.drop()
        if drop.is_restart:
            self.restart.set_result((number, drop))
        else:
            self._return = asyncio.get_running_loop().create_task(self._come_later(number, drop))

    async def _come_later(self, number: int, drop: Drop) -> None:
        await self._losses.wait(number, drop)
        self.come_back()


class Client(BotPlayer):
    """A client from its start to its end, or to its restart."""

    def __init__(self, losses: Losses, invitation: Invitation, person: Person, dice: Random) -> None:
        super().__init__(invitation, admit, person, "random", dice, WIDE)
        self._losses = losses
        self._player = self.player = LosingPlayer(losses, invitation, person, admit, self._on_news, WIDE)

    async def _answer_question(self, bot: CourteousBot) -> None:
        await super()._answer_question(bot)
        mirror = self.player.mirror
        while mirror.can_reseal and self._losses.dice.random() < CHANGING:
            choice = mirror.view.decision.sample(self._losses.dice)
            try:
                await self.player.change(choice)
                self._losses.counts["changed"] += 1
            except RefusedError:
                self._losses.counts["changed too late"] += 1

    def _on_news(self, news: News) -> None:
        super()._on_news(news)
        if isinstance(news, Alarmed):
            self._losses.alarms.append(news)


async def play_on(losses: Losses, invitation: Invitation, person: Person) -> Client:
    """Play one game to its end, in as many clients as it takes; return the last one."""
    while True:
        client = Client(losses, invitation, person, Random(f"{person.name} {losses.dice.random()}"))
        await client.sit_down()
        game = asyncio.get_running_loop().create_task(client.play_on())
        ends: list[asyncio.Future[Any]] = [game, client.player.restart]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if game.done():
            await game
            return client
        game.cancel()
        await asyncio.wait([game])
        losses.counts["started anew"] += 1
        await losses.wait(*client.player.restart.result())


# What must hold in the end -------------------------------------------------------------------

Ledger = dict[bytes, str]


@contextmanager
def noting(ledger: Ledger) -> Iterator[None]:
    """Note what is sealed, by its commitment."""
    seal: Callable[[Hand, Round, str], Committed] = Hand.change

    def note(hand: Hand, round_: Round, line: str) -> Committed:
        committed = seal(hand, round_, line)
        ledger[committed.commitment] = line
        return committed

    with patch.object(Hand, "change", note):
        yield


def line_of(ledger: Ledger, round_: Round, seat: Seat) -> str:
    """Return what a seat sealed last, in time."""
    return ledger[round_.sealed[seat].record.commitment]


class Played(NamedTuple):
    """A game to its end: what happened, the last client of each seat, and the journal."""

    losses: Losses
    clients: list[Client]
    stamps: list[Stamped]


def judge(played: Played, ledger: Ledger) -> None:
    losses, clients, (opened, *rest) = played
    table = Table(opened)
    for stamp in rest:
        if isinstance(stamp.entry, Outcome):
            round_ = check_record(table, stamp.entry)
            lines = {seat: line_of(ledger, round_, seat) for seat in round_.header.seats}
            covers = {seat: split(table.game, table.sealing, line)[0] for seat, line in lines.items()}
            judge_round(round_, stamp.entry, losses, covers)
        elif isinstance(stamp.entry, Turned):
            judge_piece(table, stamp.entry, losses, ledger)
        happen(table, stamp)
    if not table.is_over or losses.alarms:
        raise Lost(f"the game did not end well: {losses.alarms}")
    for client in clients:
        mirror = client.player.mirror
        if mirror.view != table.view_for(mirror.seat):
            raise Lost(f"seat {mirror.seat} sees another table")


def judge_piece(table: Table, turned: Turned, losses: Losses, ledger: Ledger) -> None:
    """What is turned over must be what was laid there."""
    assert table.laid is not None
    plan = table.game.choice_of(line_of(ledger, table.laid, turned.seat))
    assert isinstance(plan, Arrangement)
    if card_in(check_turned(table, turned)) != plan.cards[turned.place]:
        raise Lost(f"seat {turned.seat} had laid something else on place {turned.place}")
    losses.counts["turned over by owner" if turned.opening is not None else "turned over by others"] += 1


def judge_round(round_: Round, outcome: Outcome, losses: Losses, lines: Mapping[Seat, str]) -> None:
    """Everybody has sealed something, and it was opened as they sealed it."""
    number, seats = round_.header.round, round_.header.seats
    for seat in seats:
        verdict = round_.verdicts[seat]
        if verdict.message is None or verdict.reason is not Reason.OPENED:
            raise Lost(f"the choice of seat {seat} in round {number}: {verdict.reason.name}")
        if verdict.message.choice != lines[seat]:
            raise Lost(f"seat {seat} had sealed something else in round {number}")
    by_shares = {part.seat for part in outcome.parts if part.opening is None}
    lost = {seat for seat in seats if (number, seat) in losses.dropped}
    losses.counts.update(
        {
            "rounds": 1,
            "confirmed slowly": int(round_.is_slow),
            "opened by owner": len(seats) - len(by_shares),
            "opened by shares": len(by_shares),
            "of the lost, by owner": len(lost - by_shares),
            "of the lost, by shares": len(lost & by_shares),
        }
    )


# Games ---------------------------------------------------------------------------------------


@contextmanager
def quick() -> Iterator[Ledger]:
    """Wait less for those who are lost, but not for chance; return the ledger of what is sealed."""
    ledger: Ledger = {}
    confirming = patch.object(parties, "ACK_MS", CONFIRMING_MS)
    waiting = patch.object(parties, "ENTROPY_MS", int(1000 * LONG_PATIENCE))
    turning = patch.object(hand, "SECONDS_TO_TURN", SHORT)
    with noting(ledger), impatient(0.01), confirming, waiting, turning:
        yield ledger


async def play(folder: Path, players: int, seed: int, game: str = game_names()[0]) -> Played:
    """Play one game."""
    async with a_server(folder / "server") as server:
        table = await new_table(server, players, game)
        losses = Losses(table.runner, seed)
        people = [a_person(number, home=folder / f"player {number}") for number in range(players)]
        async with patience():
            clients = await asyncio.gather(*map(play_on, [losses] * players, table.invitations, people))
        return Played(losses, clients, await table.stamps())


async def attempt(ledger: Ledger, players: int, seed: int, game: str) -> Counter[str]:
    with tempfile.TemporaryDirectory() as folder:
        played = await play(Path(folder), players, seed, game)
    judge(played, ledger)
    return played.losses.counts


async def drops(args: Namespace) -> int:
    campaign = Campaign(args.at_once, args.every)
    with quick() as ledger:
        await asyncio.gather(
            *(
                campaign.play(
                    f"scripts/drops --game {args.game} --seed {seed} --players {players} --games 1",
                    partial(attempt, ledger, players, seed, args.game),
                )
                for seed, players in setups(args)
            )
        )
    return campaign.end()


def main() -> int:
    parser = ArgumentParser(description="Lose clients between sealing and opening while bots play.")
    add_arguments(parser, 200, "how many")
    parser.add_argument("--at-once", type=int, default=4, help="how many at the same time (%(default)s)")
    parser.add_argument(
        "--game", choices=game_names(), default=game_names()[0], help="which game (%(default)s)"
    )
    parser.add_argument("--every", type=int, default=10, help="tell after so many games (%(default)s)")
    return asyncio.run(drops(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
