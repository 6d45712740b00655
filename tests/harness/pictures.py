"""Draw the pictures of the README: moments of one game between bots that is always the same, and a film."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from client.games.shogun.planning.form import PlanDialog
from client.local.settings import Settings
from client.seat.news import Heard
from client.table.opening import GameChoice
from client.table.scene import Scene, Seals
from client.tui.app import JinmakuApp
from client.tui.dialogs.forms import AllocateDialog
from client.tui.dialogs.lines import LinesDialog
from client.tui.drawing import picture_of
from client.tui.screens.end import EndScreen
from client.tui.screens.games import GamesScreen
from core.bots.kinds import Bot
from core.bots.levels import bot_named
from core.bots.whole_games import PlayedTurn, play_game
from core.catalog import game_named
from core.deals import Deal, Goods, Promise, Standing, Status
from core.decisions import Decision
from core.game import Game
from core.games.ninjato.odds import prospect, stake
from core.games.rising_sun.board import BONSAI, DRAGONFLY, KOI, LOTUS, TURTLE
from core.kinds import Choice, Seat
from protocol.entries import Chose, Said
from protocol.messages import TableState
from protocol.round import RoundStage
from protocol.table_code import digits, table_code, words
from tests.client.tui import at_table
from tests.client.tui.at_table import LARGE, SMALL, Seated, seated, with_deals
from tests.harness.film import record
from tests.harness.folders import ROOT

FOLDER = ROOT / "docs" / "pictures"
GAME = game_named("rising_sun")
SHOGUN = game_named("shogun")
NINJATO = game_named("ninjato")
SEED = "curtain"
LEVEL = "steady"
PLAYERS = {KOI: "Akiko", LOTUS: "Botan", TURTLE: "Chie", DRAGONFLY: "Daichi", BONSAI: "Emi"}
CODE = ", ".join(write(table_code(b"curtain", b"chance")) for write in (digits, words))


# The game ------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """A seat is asked something: what it sees, and everything told before."""

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
    """Let bots play; return the moments of one seat, and the end."""
    story: list[Heard] = []
    moments: list[Moment] = []

    def hear(turn: PlayedTurn) -> None:
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
    scene = at_table.scene_of(moment.view, seat, state, game, list(PLAYERS.values()))
    return scene._replace(code=CODE)


def asked(moments: list[Moment], question: str, season: int) -> Moment:
    """Find the last time that something was asked in a season."""
    return [
        moment for moment in moments if (moment.decision.prompt, moment.view.season) == (question, season)
    ][-1]


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


class Picture(NamedTuple):
    """What a seat sees: what was told before it sat down, what it hears since, and what its hands do."""

    scene: Scene
    told: list[Heard]
    heard: Sequence[Heard] = ()
    pose: Callable[[Seated], Awaitable[None]] | None = None
    size: tuple[int, int] = LARGE


def war() -> Picture:
    """A battle whose bids are open."""
    moment = asked(play(KOI)[0], "hostage", 2)
    story = TALK + moment.story
    return Picture(scene_of(moment, KOI), story[:-6], story[-6:])


def war_board() -> Picture:
    """A bid before it is sealed, while some have sealed theirs."""
    moment = asked(play(KOI)[0], "bid", 2)
    fighters = moment.view.battle.fighters
    rivals = tuple(seat for seat in fighters if seat != KOI)
    seals = Seals(
        RoundStage.OPEN, is_chance=False, done=rivals[:1], missing=tuple(sorted({KOI, *rivals[1:]}))
    )
    scene = scene_of(moment, KOI)._replace(seals=seals, is_sealing=True)
    return Picture(scene, TALK + moment.story, pose=spread_coins)


async def spread_coins(table: Seated) -> None:
    await table.until(lambda: isinstance(table.app.screen, AllocateDialog))
    await table.pilot.press("1", "down", "2", "down", "1", "down")


def talk() -> Picture:
    """Tea, with words and deals on the table."""
    moment = asked(play(KOI)[0], "tea", 1)
    old = Deal(0, KOI, LOTUS, Goods(1), Goods(), (), (Promise("stay_out", "edo"),))
    offered = Deal(0, BONSAI, KOI, Goods(2), Goods(0, 1), (Promise("no_bid", "poets"),))
    deals = Standing(offered, Status.OPEN, (None,)), Standing(old, Status.ACCEPTED, (True,))
    scene = with_deals(scene_of(moment, KOI), *deals)
    return Picture(scene, moment.story + TALK, pose=lambda table: table.pilot.press("T"))


def shogun() -> Picture:
    """Armies are about to march, in the second year."""
    moments, _ = play(KOI, SHOGUN)
    moment = next(m for m in moments if (m.decision.prompt, m.view.year) == ("march", 2))
    return Picture(scene_of(moment, KOI, game=SHOGUN), moment.story)


def plan() -> Picture:
    """A plan half made: all but buildings and the bid."""
    moment = asked(play(KOI, SHOGUN)[0], "plan", 1)
    scene = scene_of(moment, KOI, game=SHOGUN)._replace(is_sealing=True)
    return Picture(scene, moment.story, pose=lay_cards, size=SMALL)


async def lay_cards(table: Seated) -> None:
    await table.until(lambda: isinstance(table.app.screen, PlanDialog))
    await table.pilot.press("1", "2", "3", "4", "5", "8", "9")


RAIDERS = 4
RED, BLUE, GREEN, YELLOW = range(RAIDERS)
WHISPERS = [
    said(BLUE, "Two of the fives are gone, so go on."),
    said(YELLOW, "Go on, go on. I like scrolls."),
    said(RED, "One more guard, then home."),
]


def raid() -> Picture:
    """Ninjato: leave, or call the next guard; the odds are on the table."""
    moments, _ = play(RED, NINJATO, RAIDERS)
    moment = max((moment for moment in moments if moment.decision.prompt == "banzai"), key=suspense)
    return Picture(scene_of(moment, RED, game=NINJATO), moment.story + WHISPERS)


def suspense(moment: Moment) -> tuple[bool, float]:
    """Say whether anything is at stake, and how near the odds are to even."""
    ahead, at_stake = prospect(moment.view), stake(moment.view)
    assert ahead is not None
    assert at_stake is not None
    return bool(at_stake.lost), -abs(float(ahead.beaten or 0) - 0.5)


def end() -> Picture:
    """Who won, and by what."""
    _, last = play(KOI)
    return Picture(scene_of(last, KOI, TableState.OVER), last.story, pose=see_the_end, size=(120, 36))


async def see_the_end(table: Seated) -> None:
    await table.until(lambda: isinstance(table.app.screen, EndScreen))


PICTURES = {picture.__name__: picture for picture in (war, war_board, talk, raid, end, shogun, plan)}


async def draw(pictured: Callable[[], Picture]) -> str:
    picture = pictured()
    calm = Settings(pace="instant", animation=False, bell=False)
    with TemporaryDirectory() as home:
        async with seated(picture.scene, Path(home), picture.size, calm, picture.told) as table:
            await table.pilot.pause()
            if isinstance(table.app.screen, LinesDialog):  # what happened since the last choice
                await table.pilot.press("escape")
            for heard in picture.heard:
                await table.told(picture.scene, heard)
            if picture.pose is not None:
                await picture.pose(table)
            table.app.clear_notifications()
            await table.pilot.pause()
            return picture_of(table.app.screen)


async def draw_first_screen() -> str:
    """All games, as somebody sees them who comes for the first time."""
    with TemporaryDirectory() as home:
        app = JinmakuApp(Path(home), lambda _: GamesScreen(GameChoice()))
        async with app.run_test(size=(120, 34)) as pilot:
            await pilot.pause()
            return picture_of(app.screen)


WAYS: dict[str, Callable[[], Coroutine[Any, Any, str]]] = {
    "film": record,
    "welcome": draw_first_screen,
    **{name: partial(draw, picture) for name, picture in PICTURES.items()},
}
"""How each of them is drawn."""


def main() -> None:
    parser = ArgumentParser("pictures", description="Draw the pictures of the README anew.")
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"of {', '.join(WAYS)}; all")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for name in args.names or WAYS:
        path = args.folder / f"{name}.svg"
        path.write_text(asyncio.run(WAYS[name]()), "utf-8")
        print(f"{path.name}: {path.stat().st_size // 1000} KB")


if __name__ == "__main__":
    main()
