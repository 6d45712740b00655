"""A table on the screen: hears what happens there, tells it at the player's pace, and shows how it stands."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.reactive import var
from textual.timer import Timer

from client.local.settings import Settings
from client.seat.journey import JOIN_ERRORS, Journey, Way
from client.seat.news import Alarmed, Disconnected, Heard
from client.seat.player import Player
from client.table.company import Remark
from client.table.face import Face, face_of
from client.table.model import Shown, TableModel
from client.table.news import Arrived, Gone, Happened, Looked, Missed, Rejoined, TableNews
from client.table.notices import Call
from client.table.scene import Scene
from client.table.sentences import seat_titles
from client.texts import t
from client.texts.refusals import why
from client.tui.answering import AnsweringScreen
from client.tui.board import Board, board_of
from client.tui.dialogs.alarm import AlarmDialog
from client.tui.floor import Floor
from client.tui.gathering import Gathering
from client.tui.map import AreaMap, style_for
from client.tui.palette import GLYPHS, wear
from client.tui.sitting import FromTable, Sitting
from client.tui.widgets.choices import Choices
from client.tui.widgets.coming import Coming
from client.tui.widgets.header import Header
from client.tui.widgets.key_line import KeyLine
from client.tui.widgets.log_pane import LogPane
from client.tui.widgets.panel import Panel, Panels
from client.tui.widgets.prompt import About, Alarm, PromptLine
from client.tui.widgets.talk import TalkPane
from core.kinds import Viewer
from protocol.entries import Chose, Offered, Said, TookBack
from protocol.round_records import Committed

DEEDS = ("undo", "gift", "offer")
OWN_DEEDS = (Said, Offered, Chose, TookBack, Committed)
"""What somebody does who looks at the table."""


def is_deed_of(seat: Viewer, heard: Heard) -> bool:
    return isinstance(heard.entry, OWN_DEEDS) and heard.entry.seat == seat


class TableScreen(AnsweringScreen[Journey]):
    """Shows a table; what can be done at it is `GameScreen`'s. Gives the way to the next one, if any."""

    CSS_PATH = "table.tcss"
    BLANK = True  # the floor is all there is to see
    pane: var[str] = var("map", init=False)
    """Which part is to be seen where there is no room for all."""

    def __init__(self, journey: Journey, settings: Settings, home: Path) -> None:
        super().__init__()
        self.settings = settings
        self.home = home
        self.journey = journey
        self.way: Way | None = None
        self.model = TableModel()
        self._sitting = Sitting(journey, self.pass_on)
        self._player: Player | None = None
        self._board: Board | None = None
        self._timer: Timer | None = None

    @property
    def player(self) -> Player:
        assert self._player is not None
        return self._player

    @property
    def board(self) -> Board:
        assert self._board is not None
        return self._board

    @property
    def face(self) -> Face:
        return self.model.face

    @property
    def floor(self) -> Floor:
        return self.query_one(Floor)

    @property
    def panels(self) -> Iterator[Panel]:
        """Give all parts of the table in words, to be told something."""
        return (panel for panels in self.floor.panels for panel in panels.each())

    @property
    def scene(self) -> Scene | None:
        """How the table stood when everything had been told."""
        return self.model.scene

    @property
    def told(self) -> Scene | None:
        """How the table stands as far as it has been told."""
        return self.model.told

    @property
    def is_telling(self) -> bool:
        return self.model.is_telling

    # Coming and going ------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        alarm, coming = Alarm(id="alarm"), Coming(id="coming")
        alarm.display, coming.words = False, t("prompt-coming")
        yield Floor(Header(id="header"), PromptLine(id="prompt"), alarm, coming, KeyLine(id="keys"))

    def on_mount(self) -> None:
        self.run_worker(self._stay(), group="net", exclusive=True)
        self.set_interval(1.0, self.show_time)

    async def _stay(self) -> None:
        try:
            await self._sitting.stay()
        except JOIN_ERRORS as error:
            self.pass_on(Gone(why(error)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Before we are at the table, one can only leave again; when gone from it, do nothing there."""
        if self._board is None:
            return action in ("leave_table", "help")
        return not (self.model.reason_gone and action in DEEDS)

    def leave(self) -> None:
        """Give the seat up for now; the server keeps it."""
        self._sitting.leave()

    def pass_on(self, news: TableNews) -> None:
        """Take news when those before have been taken."""
        self.post_message(FromTable(news))

    @on(FromTable)
    async def hear(self, message: FromTable) -> None:
        news = message.news
        match news:
            case Arrived():
                await self.come_in(news)
            case Happened():
                self.take_news(news)
            case Missed():
                self.take_missed(news)
            case Looked():
                self.take_look(news)
            case Disconnected():
                self.lose_connection(news)
            case Rejoined():
                self.regain_connection(news)
            case Remark():
                self.take_notice(news)
            case Alarmed():
                self.take_alarm(news)
            case Gone():
                self.be_gone(news)

    async def come_in(self, news: Arrived) -> None:
        with self.app.batch_update():
            await self._furnish(news)
            if not self.query(AreaMap):
                return  # who leaves in this moment gets no furniture any more
            self._settle_in(news)
        self.came_in(news.story)

    async def _furnish(self, news: Arrived) -> None:
        """Put everything in its place, to be drawn at once."""
        self._player, self._board = news.player, board_of(news.scene.game.name)
        self.way = news.way
        await self.query_one(Coming).remove()
        titles = seat_titles(news.scene.game)
        wear(self.board.colours)
        self.floor.plan, self.floor.wide_from = self.board.plan, self.board.wide_from
        await self.floor.mount(
            self.board.make_map(),
            Panels((Gathering(id="gathering"), *self.board.make_panels()), id="panels"),
            Panels(self.board.make_strips(), id="strips"),
            Choices(id="choices"),
            About(id="about"),
            TalkPane(id="talk"),
            LogPane(titles, id="log"),
        )

    def _settle_in(self, news: Arrived) -> None:
        """Fill what is in its place."""
        self.watch(self.query_one(AreaMap), "hovered", self.look_away, init=False)
        self.apply_settings()
        self._recall(news.story, news.scene)
        self.show_scene(news.scene)
        self.query_one(Choices).focus()

    def look_away(self, hovered: int | None) -> None:
        """Say nothing more of a province that nobody points at."""

    def came_in(self, story: list[Heard]) -> None:
        """Do what is to be done at the start of a stay."""

    def _recall(self, story: list[Heard], scene: Scene) -> None:
        """Tell at once all that happened before we came; who did something after words has read them."""
        talk = self.query_one(TalkPane)
        talk.scene = scene
        told = []
        for shown in self.model.sit_down(face_of(scene.game.name), scene, story):
            told += shown.lines
            self._listen(shown.heard)
            if shown.heard is not None and is_deed_of(scene.seat, shown.heard):
                talk.catch_up()
        for panel in self.panels:
            for event in (event for heard in story for event in heard.events):
                panel.hear(event)
        self.query_one(LogPane).tell(told)

    # News ------------------------------------------------------------------------------------

    def take_news(self, news: Happened) -> None:
        at_once = self.model.hear(news.heard, news.scene)
        self.show_alarm()
        if at_once is not None:
            self._show(at_once)
        self.tell_on()

    def take_missed(self, news: Missed) -> None:
        """Tell what happened meanwhile, and only then show how the table stands."""
        self.model.miss(news.heard)
        self.tell_on()

    def take_look(self, news: Looked) -> None:
        self._show(self.model.look(news.scene))
        if not self.is_telling:
            self.show_scene(news.scene)

    def lose_connection(self, news: Disconnected) -> None:
        self.query_one(Header).is_offline = True
        self.notify(news.reason, severity="error", markup=False)

    def regain_connection(self, news: Rejoined) -> None:
        self.model.newest = news.scene
        self.query_one(Header).is_offline = False
        self.notify(t("news-back"))
        if not self.is_telling:
            self.show_scene(news.scene)

    def take_notice(self, news: Remark) -> None:
        self._show(self.model.notice(news))
        self.show_alarm()

    def take_alarm(self, news: Alarmed) -> None:
        """Stop, and leave nothing on the screen that hides why."""
        sentences = self.model.be_deceived(news.sentence, news.evidence)
        self.show_alarm()
        self.show_entries()
        self.app.push_screen(AlarmDialog(sentences))

    def be_gone(self, news: Gone) -> None:
        calls = self.model.be_gone(news.reason)
        self.show_entries()
        self.query_one(Header).is_offline = True
        for waiting in self.query(Coming):
            waiting.words = news.reason
        self.show_prompt()
        self._call(calls)

    def _listen(self, heard: Heard | None) -> None:
        if heard is not None and isinstance(heard.entry, Said):
            self.query_one(TalkPane).hear(heard.entry.seat, heard.entry.to, heard.words)

    def _call(self, calls: Iterable[Call]) -> None:
        for call in calls:
            self.notify(call.words, severity=call.severity, timeout=call.seconds, markup=False)

    def show_alarm(self) -> None:
        """Show what must not be overlooked, until the end."""
        alarm = self.query_one(Alarm)
        if alarm.text != self.model.alarm:
            alarm.text = self.model.alarm
            self.floor.settle()

    # Telling ---------------------------------------------------------------------------------

    def tell_on(self) -> None:
        """Tell what waits, with a pause after each beat that deserves one."""
        for shown in self.model.tell(self.settings.pace):
            self._show(shown)
        if self.model.pause and self._timer is None:
            self._timer = self.set_timer(self.model.pause, self._end_pause)
        if not self.is_telling and self.model.newest is not None:
            self.show_scene(self.model.newest)
        self.show_prompt()

    def _end_pause(self) -> None:
        self._timer = None
        self.model.end_pause()
        self.tell_on()

    def _show(self, shown: Shown) -> None:
        self.query_one(LogPane).tell(shown.lines)
        self._listen(shown.heard)
        self._call(shown.calls)
        for panel in self.panels:
            for event in shown.events:
                panel.hear(event)
        if shown.scene is not None:
            self._picture(shown.scene)
        elif shown.events:
            self.floor.settle()
        if shown.is_turn:
            self.show_entries()

    def hurry(self) -> None:
        """Go on from where the telling waits; in the middle of it, to its end."""
        for shown in self.model.hurry():
            self._show(shown)
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.tell_on()

    # Showing ---------------------------------------------------------------------------------

    def show_scene(self, scene: Scene) -> None:
        """Show how the table stands now, when everything has been told."""
        if self.model.settle(scene):
            self.query_one(PromptLine).notice = ""
        self._picture(scene)
        self.show_prompt()

    def _picture(self, scene: Scene) -> None:
        header = self.query_one(Header)
        header.scene = scene
        header.moment = self.face.moment(scene.view) if scene.view is not None else ""
        for panel in self.panels:
            panel.see(scene)
        self.floor.settle()
        if scene.view is not None:
            self.query_one(AreaMap).facts = self.board.facts_of(scene.view)
        self.query_one(TalkPane).scene = scene

    def show_prompt(self) -> None:
        """Say what is asked."""

    def show_entries(self) -> None:
        """List what can be done."""

    def show_time(self) -> None:
        """Say how much time is left."""

    def apply_settings(self) -> None:
        glyphs = GLYPHS[self.settings.glyphs]
        widgets: Iterable[Any] = (*self.panels, self.query_one(Header), self.query_one(Choices))
        for widget in widgets:
            widget.glyphs = glyphs
        self.floor.has_lines = self.settings.glyphs != "ascii"
        if self.scene is not None:
            self.floor.settle()
        self.query_one(AreaMap).style = style_for(
            self.app.console.color_system,
            no_colour="NO_COLOR" in os.environ or self.settings.palette == "mono",
            ascii_only=self.settings.glyphs == "ascii",
        )

    # Panes -----------------------------------------------------------------------------------

    def watch_pane(self, pane: str) -> None:
        self.floor.pane = pane
        self.floor.settle()
        for talk in self.query(TalkPane):
            talk.is_read = self.shows_talk

    @property
    def shows_talk(self) -> bool:
        return self.pane == "talk" or self.floor.is_wide

    @on(TalkPane.Unread)
    def count_unread(self, message: TalkPane.Unread) -> None:
        self.query_one(Header).unread = message.number
        self.floor.settle()
