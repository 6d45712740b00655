"""A seat at a table without a network: scenes from the rules' own scenarios, and a player who takes notes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from msgspec.structs import replace
from rich.console import Console
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Static

from client.local.settings import Settings, write_settings
from client.seat.connection import RefusedError
from client.seat.journey import Way
from client.seat.news import Heard
from client.seat.player import Player
from client.seat.sitting import Arrived
from client.table.model import TableModel
from client.table.news import HeardNews, Looked
from client.table.scene import Scene
from client.tui.app import JinmakuApp
from client.tui.screens.game import FromTable, GameScreen
from client.tui.tabletop import Tabletop
from client.tui.widgets.panel import Panel
from core.catalog import game_named
from core.deals import Deal, Key, Standing
from core.game import Game
from core.kinds import Choice, Seat
from core.notation import moves_in
from core.scenario import Moves, play_scenario, read_scenario
from protocol.entries import Answer
from protocol.invitation import Address, Invitation
from protocol.messages import SeatInfo, TableInfo, TableState
from protocol.pace import Terms
from tests.harness.folders import ROOT, SCENARIOS
from tests.waiting import patience, until

GAME = game_named("rising_sun")
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
SMALL, LARGE = (80, 24), (120, 40)
SomePanel = TypeVar("SomePanel", bound=Panel)


class Situation(NamedTuple):
    """A moment of a scenario, and who is asked then."""

    file: str
    moves: int
    seat: Seat


SITUATIONS = {
    "amaterasu": Situation("kami_turn", 0, 3),
    "benevolence": Situation("benevolence_card", 2, 0),
    "betray": Situation("betray_enters", 1, 0),
    "bid": Situation("an_advantage_need_not_be_used", 0, 1),
    "fujin": Situation("turtle_stronghold_and_fujin", 1, 2),
    "hire": Situation("hired_ronin_are_not_spent", 1, 1),
    "hostage": Situation("respect", 1, 0),
    "mandate": Situation("righteousness_not_for_replaced", 0, 1),
    "marshal": Situation("dragonfly_marshals_anywhere", 1, 3),
    "mercy": Situation("mercy", 0, 0),
    "poets": Situation("odd_coins_one_each", 1, 0),
    "raijin": Situation("raijin_summons_a_bushi", 0, 0),
    "recruit": Situation("path_of_the_kenin", 1, 0),
    "reparations": Situation("odd_coins_one_each", 2, 0),
    "seppuku": Situation("an_advantage_need_not_be_used", 1, 1),
    "tea": Situation("both_must_agree", 1, 1),
    "toll": Situation("path_of_the_serpent_once_per_route", 2, 2),
    "train": Situation("benevolence_card", 1, 0),
    "use": Situation("two_losses_are_two_swaps", 2, 0),
    "victim": Situation("oni_of_hate", 2, 0),
    "recruit-order": Situation("end_of_mandate_in_the_order_chosen", 5, 2),
    "war-card": Situation("koi_converts_first", 0, 0),
    "war-order": Situation("three_settle_the_order", 0, 0),
}
"""By question: where it is asked."""


def view_at(situation: Situation, viewer: Seat | None) -> Any:
    return GAME.view_for(state_in(GAME, situation.file, situation.moves), viewer)


def state_in(game: Game, scenario: str, moves: int) -> Any:
    """Play this many moves of a scenario."""
    (file,) = (SCENARIOS / game.name).rglob(f"{scenario}.toml")
    whole = read_scenario(file.read_text("utf-8"))
    lines = [line for play in whole.play for line in moves_in(play.moves)][:moves]
    return play_scenario(game, replace(whole, play=[Moves("\n".join(lines))], refuse=[], expect={}))


def scene_at(question: str) -> Scene:
    """Give the scene of the seat that is asked this."""
    situation = SITUATIONS[question]
    view = view_at(situation, situation.seat)
    assert view.decision.prompt == question
    return scene_of(view, situation.seat)


def scene_of(
    view: Any,
    seat: Seat | None,
    state: TableState = TableState.RUNNING,
    game: Game = GAME,
    names: Sequence[str] = NAMES,
) -> Scene:
    rows = tuple(
        SeatInfo(number, names[number], b"", False, True, True, False, False) for number in view.seats
    )
    info = TableInfo("a1", game.name, state, rows, (), Terms(), 0)
    prompt = 7 if view.decision is not None else None
    return Scene(game, seat, info, view, prompt, (), {}, time.monotonic())


class Mirror:
    """As much of a mirror as the screen asks for."""

    def __init__(self, seat: Seat | None) -> None:
        self.seat = seat

    def next_deal(self, other: Seat) -> int:
        return other


class Scribe:
    """A player who writes down what it is told to do, or refuses it with a sentence."""

    def __init__(self, game: Game, seat: Seat | None) -> None:
        self.mirror = Mirror(seat)
        self._game = game
        self.refusal: str | Exception = ""
        self.done: list[tuple[Any, ...]] = []

    async def _write(self, *deed: Any) -> None:
        if isinstance(self.refusal, Exception):
            raise self.refusal
        if self.refusal:
            raise RefusedError(self.refusal)
        self.done.append(deed)

    async def choose(self, choice: Choice) -> None:
        await self._write("choose", self._game.line_of(choice))

    async def act(self, choice: Choice) -> None:
        await self._write("act", self._game.line_of(choice))

    async def say(self, text: str, to: tuple[Seat, ...] = ()) -> None:
        await self._write("say", text, to)

    async def offer(self, deal: Deal) -> None:
        await self._write("offer", deal)

    async def answer(self, other: Seat, deal: int, answer: Answer) -> None:
        await self._write("answer", other, deal, answer)

    async def ready(self, *, is_ready: bool = True) -> None:
        await self._write("ready", is_ready)

    async def again(self) -> Invitation:
        await self._write("again")
        return Invitation(Address("127.0.0.1", 4711), "b2", bytes(20), bytes(16))

    async def consent(self, *, agrees: bool) -> None:
        await self._write("consent", agrees)

    async def vote(self, absent: Seat, *, agrees: bool) -> None:
        await self._write("vote", absent, agrees)

    async def take_back(self, prompt: int) -> None:
        await self._write("take_back", prompt)

    async def ask_back(self, prompt: int) -> None:
        await self._write("ask_back", prompt)


class Seated(NamedTuple):
    """A test's hands and eyes."""

    pilot: Pilot[int]
    app: JinmakuApp
    screen: GameScreen
    player: Scribe

    @property
    def model(self) -> TableModel:
        return self.screen.model

    @property
    def top(self) -> Tabletop:
        return self.screen.table

    async def told(self, scene: Scene, *heard: Heard) -> None:
        for item in heard:
            self.screen.post_message(FromTable(HeardNews(item, scene)))
        if not heard:
            self.screen.post_message(FromTable(Looked(scene)))
        await self.pilot.pause()

    def toasts(self) -> str:
        """Return what pops up for a while."""
        return "\n".join(notification.message for notification in self.app._notifications)  # noqa: SLF001

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait for something that is about to happen."""
        await until(holds)

    async def settled(self) -> str:
        """Return the screen as text when nothing on it moves any more; its first line is never empty."""
        before, text = "", ""
        async with patience():
            while text != before or not text.partition("\n")[0]:
                await self.app.animator.wait_until_complete()
                await self.pilot.pause()
                before, text = text, screen_text(self.app)
        return text

    async def click(self, target: Widget | type[Widget] | str, offset: tuple[int, int] = (0, 0)) -> None:
        """Click on something that no longer moves, as people do."""
        await self.settled()
        await self.pilot.click(target, offset=offset)

    async def asked(self, scene: Scene) -> None:
        """Be asked something else, perhaps in another seat."""
        self.player.done.clear()
        self.player.mirror.seat = scene.seat
        number = (self.model.scene.prompt or 0) + 1 if self.model.scene is not None else 0
        await self.told(scene._replace(prompt=number, question=number))
        await self.until(lambda: self.model.is_my_turn)

    async def choice(self) -> str:
        """Wait until something is chosen, and return its line."""
        await self.until(lambda: any(deed[0] == "choose" for deed in self.player.done))
        return cast("str", self.player.done[-1][1])


@asynccontextmanager
async def nowhere() -> AsyncIterator[Way]:
    """A journey that does not arrive."""
    await asyncio.Event().wait()
    yield cast("Way", None)


class Chair(GameScreen):
    """A seat that tells when it is taken."""

    CSS_PATH = str(ROOT / "client" / "tui" / "screens" / "table.tcss")

    def __init__(self, settings: Settings, home: Path) -> None:
        super().__init__(nowhere, settings, home)
        self.taken = asyncio.Event()

    async def come_in(self, news: Arrived) -> None:
        await super().come_in(news)
        self.taken.set()


@asynccontextmanager
async def sitting_down(
    scene: Scene, home: Path, size: tuple[int, int], story: Iterable[Heard] = ()
) -> AsyncIterator[Seated]:
    """Sit down where a scene is, and wait for nothing else."""
    app, player = JinmakuApp(home, lambda settings: Chair(settings, home)), Scribe(scene.game, scene.seat)
    async with app.run_test(size=size) as pilot:
        chair = app.screen
        assert isinstance(chair, Chair)
        chair.post_message(FromTable(Arrived(cast("Player", player), scene, list(story))))
        await chair.taken.wait()
        yield Seated(pilot, app, chair, player)


@asynccontextmanager
async def seated(
    scene: Scene,
    home: Path,
    size: tuple[int, int] = SMALL,
    settings: Settings | None = None,
    story: Iterable[Heard] = (),
) -> AsyncIterator[Seated]:
    """Sit down where a scene is, and look at the screen."""
    write_settings(home, settings or Settings(pace="instant"))
    async with sitting_down(scene, home, size, story) as table:
        await table.pilot.pause()
        await table.pilot.pause()
        yield table


def panel_of(table: Seated, kind: type[SomePanel]) -> SomePanel:
    """Find a panel."""
    (found,) = table.top.each_of(kind)
    return found


def with_deals(scene: Scene, *standings: Standing) -> Scene:
    keys: list[Key] = [(s.deal.seat, s.deal.to, s.deal.number) for s in standings]
    return scene._replace(deals=dict(zip(keys, standings, strict=True)))


def screen_text(app: JinmakuApp, without: str = "") -> str:
    """Return the screen as lines of text; the contents of a widget may be left out."""
    lines = [strip.text for strip in app.screen._compositor.render_strips()]  # noqa: SLF001
    for widget in app.screen.query(without) if without else ():
        left, top, width, height = widget.region
        for y in range(top, min(top + height, len(lines))):
            lines[y] = lines[y][:left] + " " * width + lines[y][left + width :]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def printed(words: Static) -> str:
    """Return what a widget for words says, unbroken by the width of the window."""
    console = Console(width=200)
    with console.capture() as capture:
        console.print(words.content)
    return capture.get()
