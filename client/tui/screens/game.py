"""Playing: a seat at a table of some server, or a look at one, until its player goes on to the next."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key
from textual.message import Message

from client.local.kept import folder_of, save_picture, save_story
from client.local.settings import Settings
from client.seat.journey import JOIN_ERRORS, Journey, Way, journey_to, seated_at
from client.seat.player import Player
from client.seat.sitting import Arrived, SeatNews, Sitting, carry_out
from client.table.beats import story_lines
from client.table.errands import Depart, Send, WhatNext
from client.table.lookout import Stand, stand_at
from client.table.model import TableModel
from client.table.news import Gone, Looked
from client.table.scene import Scene
from client.texts import t
from client.texts.refusals import why
from client.tui.answering import AnsweringScreen
from client.tui.drawing import picture_of
from client.tui.keys import AT_THE_TABLE, bound
from client.tui.screens.end import EndScreen
from client.tui.screens.replay import ReplayScreen
from client.tui.tabletop import Tabletop
from client.tui.widgets.key_line import KeyHint, KeyLine
from core.kinds import Seat, Viewer

HINTS: Final = (
    KeyHint("explain", "key-explain", "screen.do('explain')"),
    KeyHint("help", "key-help", "screen.do('help')"),
    KeyHint("rules", "key-rules", "screen.do('rules')"),
    KeyHint("map", "key-map", "screen.do('map')"),
    KeyHint("table", "key-table", "screen.do('table')"),
    KeyHint("talk", "key-talk", "screen.do('talk')"),
    KeyHint("log", "key-log", "screen.do('log')"),
    KeyHint("undo", "key-undo", "screen.do('undo')"),
    KeyHint("gift", "key-gift", "screen.do('gift')"),
    KeyHint("offer", "key-offer", "screen.do('offer')"),
    KeyHint("recap", "key-since", "screen.do('recap')"),
    KeyHint("info", "key-info", "screen.do('info')"),
    KeyHint("leave", "key-leave", "screen.do('leave')"),
)
"""Which keys the last line names, most wanted first."""
IN_PLAY: Final = ("undo", "gift", "offer", "recap")
"""Commands for which a game has to be under way."""


def hints_at(scene: Scene) -> tuple[KeyHint, ...]:
    """Name no key that does nothing: in the waiting room, or for gifts if nothing can change hands."""
    idle = IN_PLAY if scene.view is None else () if scene.game.promises.allows_goods else ("gift",)
    return tuple(hint for hint in HINTS if hint.commands not in idle)


@dataclass
class FromTable(Message):
    """Something came from the table."""

    news: SeatNews

    def can_replace(self, message: Message) -> bool:
        """Look at people once, however many came and went in the meantime."""
        both = (self, message)
        return all(isinstance(one, FromTable) and isinstance(one.news, Looked) for one in both)


class GameScreen(AnsweringScreen[Journey]):
    """A seat at a table; returns the way to the next one, if any."""

    CSS_PATH = "table.tcss"
    BLANK = True  # the table is all there is to see
    BINDINGS: ClassVar[list[BindingType]] = [bound(name, f"do('{name}')") for name in AT_THE_TABLE]

    def __init__(self, journey: Journey, settings: Settings, home: Path) -> None:
        super().__init__()
        self.model = TableModel(settings, home)
        self.table = Tabletop(
            self.model, {Send: self._send, Depart: self._depart, WhatNext: self._end_screen}
        )
        self._home = home
        self.journey = journey
        self.way: Way | None = None
        self._player: Player | None = None
        self._sitting = Sitting(journey, self.pass_on)
        self._won: Viewer = None  # the seat we were voted in for

    @property
    def player(self) -> Player:
        assert self._player is not None
        return self._player

    def stand(self, now: float) -> Stand | None:
        """Return how the table stands for its player, however much of it waits to be told."""
        newest = self.model.telling.newest
        return stand_at(newest, self.way.invitation.address, now) if newest and self.way else None

    def compose(self) -> ComposeResult:
        yield self.table

    def on_mount(self) -> None:
        self._staying = self.run_worker(self._stay(), group="net", exclusive=True)
        self.set_interval(1.0, self.table.draw_time)

    def obey(self, settings: Settings) -> None:
        self.model.settings = settings
        self.table.apply_settings()

    # At the table ----------------------------------------------------------------------------

    async def _stay(self) -> None:
        try:
            await self._sitting.stay()
        except JOIN_ERRORS as error:
            self.pass_on(Gone(why(error)))

    def pass_on(self, news: SeatNews) -> None:
        """Take news when those before have been taken."""
        self.post_message(FromTable(news))

    @on(FromTable)
    async def hear(self, message: FromTable) -> None:
        if isinstance(message.news, Arrived):
            await self.come_in(message.news)
        elif isinstance(message.news, Gone) and message.news.won is not None:
            self._won = message.news.won
            self.notify(message.news.reason)
            self._take_seat()
        else:
            self.table.follow(self.model.hear(message.news))

    async def come_in(self, news: Arrived) -> None:
        self._player, self.way = news.player, news.way
        await self.table.sit_down(news.scene, news.story)
        self.watch(self.table.header, "scene", self._name_keys)

    def _name_keys(self, scene: Scene | None) -> None:
        if scene is not None:
            self.query_one(KeyLine).hints = hints_at(scene)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "do" or self.table.allows(str(parameters[0]))

    def action_do(self, command: str) -> None:
        self.table.do(command)

    def on_key(self, event: Key) -> None:
        self.table.press(event)

    def on_screen_resume(self) -> None:
        self.table.open_form()
        self._take_seat()

    def _take_seat(self) -> None:
        """Come again to the seat we were voted in for, once nothing else is on the screen."""
        if self._won is not None and self.is_current:
            self._sitting.leave()
            self.dismiss(seated_at(self.journey, self._won))

    async def _send(self, errand: Send) -> str:
        return await carry_out(self.player, errand.deed)

    # The end ---------------------------------------------------------------------------------

    def _end_screen(self, question: WhatNext) -> EndScreen:
        has_played, way = question.scene.seat is not None, self.way
        return EndScreen(
            *question,
            can_repeat=has_played and way is not None,
            save=self.save_game,
            look_back=self.look_back if has_played and way is not None and way.recall is not None else None,
        )

    @work(group="keeping", exclusive=True)
    async def save_game(self) -> None:
        """Keep the story, pictures, and what proves the game to everybody who played it."""
        scene, way = self.model.scene, self.way
        assert scene is not None
        try:
            folder = folder_of(self._home, scene.info.table)
            files = [
                save_story(folder, story_lines(self.model.face, self.model.telling.story, scene)),
                save_picture(folder, "board", picture_of(self)),
            ]
            if isinstance(self.app.screen, EndScreen):
                files.append(save_picture(folder, "end", picture_of(self.app.screen)))
            if scene.seat is not None and way is not None and way.fetch is not None:
                files += await way.fetch(self.player, folder)
        except JOIN_ERRORS as error:
            self.notify(why(error), severity="error")
            return
        names = ", ".join(path.name for path in files)
        self.notify(t("news-kept", folder=str(folder), files=names), timeout=20)

    @work(group="recalling", exclusive=True)
    async def look_back(self) -> None:
        """Show the game again from its first moment; leaving that leads back here."""
        assert self.way is not None
        assert self.way.recall is not None
        try:
            past = await self.way.recall(self.player, self._home)
        except JOIN_ERRORS as error:
            self.notify(why(error), severity="error")
        else:
            journey: Journey | None = await self.app.push_screen_wait(ReplayScreen(past, self.way.fork))
            if journey is not None:
                await self._go_elsewhere(journey)

    async def _go_elsewhere(self, journey: Journey) -> None:
        """Leave the end of this game behind for another one."""
        if isinstance(self.app.screen, EndScreen):
            await self.app.screen.dismiss("look")
        self._sitting.leave()
        self.dismiss(journey)

    async def _depart(self, errand: Depart) -> None:
        """Leave the seat for now, which the server keeps; perhaps go to another table."""
        try:
            journey = await self._way_after(errand)
        except JOIN_ERRORS as error:
            self.notify(why(error), severity="error")
        else:
            self._sitting.leave()
            self.dismiss(journey)

    async def _way_after(self, errand: Depart) -> Journey | None:
        if errand.seat is not None:
            return await self._way_to_seat(errand.seat)
        return await self._way_on() if errand.is_again else None

    async def _way_to_seat(self, seat: Seat) -> Journey:
        """Stand up here, and come again by the same way; what we keep of this table is free by then."""
        await self.player.stand_up()
        self._sitting.leave()
        await self._staying.wait()
        return seated_at(self.journey, seat)

    async def _way_on(self) -> Journey:
        """Find another game: one of our own, or with the same people at the next table of this server."""
        assert self.way is not None
        if self.way.again is not None:
            return self.way.again
        return journey_to(await self.player.again(), self.way, self._home)
