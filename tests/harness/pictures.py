"""Draw the pictures of the README: moments of one game between bots that is always the same."""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from textual.pilot import Pilot

from client.games.shogun.planning import PlanDialog
from client.local.settings import Settings, write_settings
from client.seat.journey import Way
from client.seat.mirror import Heard
from client.seat.player import Player
from client.table.news import Arrived, Happened
from client.table.scene import Scene, Seals
from client.tui.app import JinmakuApp
from client.tui.dialogs.allocate import AllocateDialog
from client.tui.dialogs.lines import LinesDialog
from client.tui.drawing import picture_of
from client.tui.screens.end import EndScreen
from client.tui.screens.game import GameScreen
from client.tui.sitting import FromTable
from core.bots import Bot, bot_named
from core.catalog import game_named
from core.deals import Deal, Goods, Promise, Standing, Status, key_of
from core.game import Game
from core.games.ninjato.odds import prospect, stake
from core.games.rising_sun.board import BONSAI, DRAGONFLY, KOI, LOTUS, TURTLE
from core.games.shogun.board import BUILDINGS
from core.match import Turn, play_game
from core.records import Choice, Decision, Seat
from protocol.entries import Chose, Said
from protocol.messages import SeatInfo, TableInfo, TableState
from protocol.pace import Terms
from protocol.round import Stage
from tests.harness.folders import ROOT

FOLDER = ROOT / "docs" / "pictures"
GAME = game_named("rising_sun")
SHOGUN = game_named("shogun")
NINJATO = game_named("ninjato")
SEED = "camp"
LEVEL = "greedy"
PLAYERS = {KOI: "Akiko", LOTUS: "Botan", TURTLE: "Chie", DRAGONFLY: "Daichi", BONSAI: "Emi"}
CODE = "417 203, maple otter lantern"
SIZE = 120, 40


# The game ------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """A seat is asked something: what it sees, and all that was told before."""

    view: Any
    story: list[Heard]

    @property
    def decision(self) -> Decision:
        decision: Decision = self.view.decision
        return decision


class Watched:
    """A bot that remembers every moment in which it was asked."""

    def __init__(self, bot: Bot, story: list[Heard], moments: list[Moment]) -> None:
        self._bot, self._story, self._moments = bot, story, moments

    def choose(self, view: Any) -> Choice:
        self._moments.append(Moment(view, list(self._story)))
        return self._bot.choose(view)


def play(seat: Seat, game: Game = GAME, players: int = len(PLAYERS)) -> tuple[list[Moment], Moment]:
    """Let bots play; give the moments of one seat, and the end."""
    story: list[Heard] = []
    moments: list[Moment] = []

    def hear(turn: Turn) -> None:
        seen = [event for event in (event.seen_by(seat) for event in turn.events) if event is not None]
        if seen:
            story.append(Heard(len(story), 0, Chose(turn.seat or 0, 0, ""), seen))

    bots: dict[Seat, Bot] = {
        number: bot_named(LEVEL, game, Random(f"{SEED} {number}")) for number in range(players)
    }
    bots[seat] = Watched(bots[seat], story, moments)
    _, state = play_game(game, bots, {}, SEED, hear)
    return moments, Moment(game.view_for(state, seat), story)


def scene_of(moment: Moment, seat: Seat, state: TableState = TableState.RUNNING, game: Game = GAME) -> Scene:
    rows = tuple(
        SeatInfo(number, PLAYERS[number], b"", b"", b"", False, True, True, False, False)
        for number in moment.view.seats
    )
    info = TableInfo("4f0c11d2", game.name, state, rows, (), Terms(), 0)
    prompt = 1 if moment.view.decision is not None else None
    return Scene(game, seat, info, moment.view, prompt, (), {}, time.monotonic(), code=CODE)


def asked(moments: list[Moment], question: str, season: int) -> Moment:
    """Find the last time that something was asked in a season."""
    return [
        moment for moment in moments if (moment.decision.prompt, moment.view.season) == (question, season)
    ][-1]


# The screen ----------------------------------------------------------------------------------


@asynccontextmanager
async def nowhere() -> AsyncIterator[Way]:
    """A journey that does not arrive; we say ourselves what is heard from the table."""
    await asyncio.Event().wait()
    yield cast("Way", None)


class Easel(NamedTuple):
    """A screen to be drawn."""

    app: JinmakuApp
    pilot: Pilot[int]

    async def until(self, screen: type) -> None:
        async with asyncio.timeout(30):
            while not isinstance(self.app.screen, screen):
                await self.pilot.pause(0.02)

    async def tell(self, scene: Scene, story: list[Heard], last: int) -> None:
        """Sit down when all but the last news have been told, and hear those."""
        player = SimpleNamespace(mirror=SimpleNamespace(seat=scene.seat, story=story))
        told, news = (story[:-last], story[-last:]) if last else (story, [])
        table = self.app.screen
        table.post_message(FromTable(Arrived(cast("Player", player), scene, told)))
        await self.pilot.pause(0.3)
        if isinstance(self.app.screen, LinesDialog):  # what happened since the last choice
            await self.pilot.press("escape")
        for heard in news:
            table.post_message(FromTable(Happened(heard, scene)))
        await self.pilot.pause(0.3)


@asynccontextmanager
async def an_easel(size: tuple[int, int]) -> AsyncIterator[Easel]:
    with TemporaryDirectory() as folder:
        home = Path(folder)
        write_settings(home, Settings(pace="instant", animation=False, bell=False))
        app = JinmakuApp(home, lambda settings: GameScreen(nowhere, settings, home))
        async with app.run_test(size=size) as pilot:
            yield Easel(app, pilot)


# The pictures --------------------------------------------------------------------------------


def said(seat: Seat, words: str, *to: Seat) -> Heard:
    return Heard(0, 0, Said(seat, 0, to, ""), [], words)


TALK = [
    said(DRAGONFLY, "Who goes to Kyoto this year?"),
    said(KOI, "Not me. Keep your oni out of Edo and I keep my coins."),
    said(LOTUS, "Everybody says so before tea."),
    said(TURTLE, "My stronghold walks where it likes."),
    said(BONSAI, "Koi, look at the deal I sent you."),
]


async def war(easel: Easel) -> None:
    """A battle whose bids are open."""
    moment = asked(play(KOI)[0], "hostage", 2)
    await easel.tell(scene_of(moment, KOI), TALK + moment.story, 6)


async def war_board(easel: Easel) -> None:
    """A bid before it is sealed, while some have sealed theirs."""
    moment = asked(play(KOI)[0], "bid", 2)
    fighters = moment.view.battle.fighters
    rivals = tuple(seat for seat in fighters if seat != KOI)
    seals = Seals(Stage.OPEN, is_chance=False, done=rivals[:1], missing=tuple(sorted({KOI, *rivals[1:]})))
    scene = scene_of(moment, KOI)._replace(seals=seals, is_sealing=True)
    await easel.tell(scene, TALK + moment.story, 0)
    await easel.until(AllocateDialog)
    await easel.pilot.press("1", "down", "2", "down", "1", "down")


async def talk(easel: Easel) -> None:
    """Tea, with words and deals on the table."""
    moment = asked(play(KOI)[0], "tea", 1)
    old = Deal(0, KOI, LOTUS, Goods(1), Goods(), (), (Promise("stay_out", "edo"),))
    offered = Deal(0, BONSAI, KOI, Goods(2), Goods(0, 1), (Promise("no_bid", "poets"),))
    deals = [Standing(offered, Status.OPEN, (None,)), Standing(old, Status.ACCEPTED, (True,))]
    standings = {key_of(s.deal.seat, s.deal.to, s.deal.number): s for s in deals}
    scene = scene_of(moment, KOI)._replace(deals=standings)
    await easel.tell(scene, moment.story + TALK, 0)
    await easel.pilot.press("t")


async def shogun(easel: Easel) -> None:
    """Armies are about to march, in the second year."""
    moments, _ = play(KOI, SHOGUN)
    moment = next(m for m in moments if (m.decision.prompt, m.view.year) == ("march", 2))
    await easel.tell(scene_of(moment, KOI, game=SHOGUN), moment.story, 0)


async def plan(easel: Easel) -> None:
    """A plan half made: all but buildings and the bid."""
    moment = asked(play(KOI, SHOGUN)[0], "plan", 1)
    await easel.tell(scene_of(moment, KOI, game=SHOGUN)._replace(is_sealing=True), moment.story, 0)
    await easel.until(PlanDialog)
    await easel.pilot.press(*["down"] * len(BUILDINGS))
    for _ in range(7):
        await easel.pilot.press("right", "down")


RAIDERS = 4
RED, BLUE, GREEN, YELLOW = range(RAIDERS)
WHISPERS = [
    said(BLUE, "Two of the fives are gone, so go on."),
    said(YELLOW, "Go on, go on. I like scrolls."),
    said(RED, "One more guard, then home."),
]


async def raid(easel: Easel) -> None:
    """Ninjato: leave, or call the next guard; the odds are on the table."""
    moments, _ = play(RED, NINJATO, RAIDERS)
    moment = max((moment for moment in moments if moment.decision.prompt == "banzai"), key=suspense)
    await easel.tell(scene_of(moment, RED, game=NINJATO), moment.story + WHISPERS, 0)


def suspense(moment: Moment) -> tuple[int, float]:
    """Say how much is at stake, and how near the odds are to even."""
    ahead, at_stake = prospect(moment.view), stake(moment.view)
    assert ahead is not None
    assert at_stake is not None
    return len(at_stake.lost), -abs(float(ahead.beaten or 0) - 0.5)


async def end(easel: Easel) -> None:
    """Who won, and by what."""
    _, last = play(KOI)
    await easel.tell(scene_of(last, KOI, TableState.OVER), last.story, 0)
    await easel.until(EndScreen)


class Picture(NamedTuple):
    """What is to be seen, and on how large a screen."""

    paint: Callable[[Easel], Awaitable[None]]
    size: tuple[int, int] = SIZE


PICTURES = {
    "war": Picture(war),
    "war_board": Picture(war_board),
    "talk": Picture(talk),
    "raid": Picture(raid),
    "end": Picture(end, (120, 36)),
    "shogun": Picture(shogun),
    "plan": Picture(plan, (80, 24)),
}


async def draw(picture: Picture) -> str:
    async with an_easel(picture.size) as easel:
        await picture.paint(easel)
        easel.app.clear_notifications()
        await easel.pilot.pause(0.3)
        return picture_of(easel.app.screen)


def main() -> None:
    parser = ArgumentParser("pictures", description="Draw the pictures of the README anew.")
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"of {', '.join(PICTURES)}; all")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for name in args.names or PICTURES:
        path = args.folder / f"{name}.svg"
        path.write_text(asyncio.run(draw(PICTURES[name])), "utf-8")
        print(f"{path.name}: {path.stat().st_size // 1000} KB")


if __name__ == "__main__":
    main()
