"""A table on the screen: draws a model of it, and passes on what the player does."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, TypeVar, cast

from rich.text import Text
from textual import on
from textual.events import Click, DescendantBlur, Key
from textual.message import Message
from textual.messages import Update
from textual.widgets import Input

from client.seat.news import Heard
from client.table.acts import Back, Donate, about
from client.table.among_players import answer_deal, give, offer
from client.table.asking import Listing, answers_in
from client.table.bot_talk import is_worth_hearing
from client.table.cards import Card
from client.table.deeds import Speak
from client.table.ending import Sheet
from client.table.errands import (
    CallPlayer,
    Errands,
    FillIn,
    Inquiry,
    ShowInvitations,
    Shown,
    TurnToChoices,
    send,
)
from client.table.face import Face
from client.table.model import TableModel
from client.table.reading import cards_about, show_info, show_recap
from client.table.rulebook import rules_of
from client.table.scene import Scene
from client.table.settings_cards import settings_cards
from client.table.wording import seat_titles
from client.texts import t
from client.tui.board import Board, board_of
from client.tui.dialogs.forms import Form
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.lobby import InvitationsDialog
from client.tui.dialogs.lookup import RulesScreen
from client.tui.dialogs.sheet import SheetDialog
from client.tui.errands import ErrandRunner
from client.tui.explaining import TO_READ, Explaining
from client.tui.keys import ANYWHERE, keys_of
from client.tui.map.areas import AreaMap
from client.tui.map.styles import liked_style
from client.tui.paint.floor import Floor
from client.tui.paint.surface import RIGHT
from client.tui.palette import GLYPHS, wear
from client.tui.widgets.choices import Choices
from client.tui.widgets.deals import DealEntry
from client.tui.widgets.hall import Hall
from client.tui.widgets.header import Header
from client.tui.widgets.key_line import KeyLine
from client.tui.widgets.log_pane import MOST_LINES, LogPane
from client.tui.widgets.panel import Gathering, Panels, PlacePanel
from client.tui.widgets.prompt import About, Alarm, Coming, PromptLine
from client.tui.widgets.talk import TalkPane
from core.kinds import Choice, Viewer
from protocol.entries import Chose, Offered, Said, TookBack
from protocol.round_records import Committed

DEEDS: Final = ("undo", "gift", "offer")
ASIDE: Final = ("leave", "rules", "help", "explain", "talk", *ANYWHERE)
"""Commands that still work while something is told."""
OWN_DEEDS: Final = (Said, Offered, Chose, TookBack, Committed)
"""Deeds that show that their player is looking at the table."""
PANES: Final = {"map": "#map", "log": "#log", "table": "#choices", "talk": "#talk"}
"""By name: what is looked at in a part of the table."""


Handler = TypeVar("Handler", bound=Callable[..., None])


def in_one_frame(handler: Handler) -> Handler:
    """Let the screen handle a part's message, so that everything it changes is drawn at once."""

    def handle(self: Tabletop, message: Message) -> None:
        self.screen.call_next(handler, self, message)

    return cast("Handler", handle)


def is_deed_of(seat: Viewer, heard: Heard) -> bool:
    return isinstance(heard.entry, OWN_DEEDS) and heard.entry.seat == seat


class Tabletop(Floor):
    """All parts of a table, and the errands of its model; a screen adds its own."""

    def __init__(self, model: TableModel, own: Mapping[type, Callable[[Any], Any]]) -> None:
        self.header, self.prompt = Header(id="header"), PromptLine(id="prompt")
        self._alarm, self._coming = Alarm(id="alarm"), Coming(id="coming")
        self._alarm.display, self._coming.words = False, t("prompt-coming")
        self.talk, self._hall = TalkPane(id="talk"), Hall(id="hall")
        super().__init__(self.header, self.prompt, self._alarm, self._coming, KeyLine(id="keys"))
        self.model = model
        self._board: Board | None = None
        self._pictured: Scene | None = None
        self._listed: Listing | None = None
        self._draft: Choice | None = None
        self.draw_more: Callable[[], None] = lambda: None
        """Draws what else there is on this screen."""
        self._runner = ErrandRunner(
            self,
            self.draw,
            self._end_pause,
            model.interruptions,
            {
                Shown: self._tell,
                CallPlayer: self._call_player,
                TurnToChoices: self._turn_to_choices,
                FillIn: self._make_form,
                ShowInvitations: self._show_invitations,
                **own,
            },
        )
        self.explaining = Explaining(self, self._shown, self._show_rule, self._agreed)
        self._commands: dict[str, Callable[[], Errands | None]] = {
            "back": self.back,
            "hurry": model.hurry,
            "undo": model.undo,
            "gift": lambda: give(model.scene),
            "offer": self._offer,
            "info": self._info,
            "recap": lambda: show_recap(model.telling.recap),
            "sheet": model.telling.sum_up,
            "rules": self.show_rules,
            "explain": self._explain_here,
            "help": self._show_help,
            "leave": model.leave,
            **{pane: partial(self.look_at, pane) for pane in PANES},
        }

    @property
    def board(self) -> Board:
        assert self._board is not None
        return self._board

    # Sitting down ----------------------------------------------------------------------------

    async def sit_down(self, scene: Scene, story: Iterable[Heard]) -> None:
        with self.app.batch_update():
            await self._furnish(scene)
            if not self.query(AreaMap):
                return  # too late for furniture: the player is leaving
            self.watch(self.query_one(AreaMap), "hovered", self._look_away, init=False)
            self.apply_settings()
            self.follow(self.model.sit_down(scene, story))
            self.query_one(Choices).focus()

    async def _furnish(self, scene: Scene) -> None:
        """Put everything in its place, to be drawn at once."""
        self._board = board_of(scene.game.name)
        await self._coming.remove()
        wear(self.board.colours)
        self.plan, self.wide_from = self.board.plan, self.board.wide_from
        await self.mount(
            self.board.make_map(),
            Panels((Gathering(id="gathering"), *self.board.make_panels()), id="panels"),
            Panels(self.board.make_strips(), id="strips"),
            self._hall,
            Choices(id="choices"),
            About(id="about"),
            self.talk,
            LogPane(seat_titles(scene.game), scene.seat, id="log"),
        )

    def apply_settings(self) -> None:
        settings = self.model.settings
        self.model.keys = keys_of(self).at_table
        if self._board is None:
            return
        widgets: Iterable[Any] = (*self.each_panel(), self.header, self.query_one(Choices))
        for widget in widgets:
            widget.glyphs = GLYPHS[settings.glyphs]
        self.has_lines = self._hall.has_blocks = settings.glyphs != "ascii"
        if self.model.scene is not None:
            self.settle()
        self.query_one(AreaMap).style = liked_style(settings, self.app.console.color_system)

    # What the model wants --------------------------------------------------------------------

    def follow(self, errands: Inquiry[Any]) -> None:
        """Do what the model wants, as far as that takes no time, and draw the result."""
        self._runner.follow(errands)

    def _tell(self, shown: Shown) -> None:
        self._write(shown)
        for panel in self.each_panel() if shown.events else ():
            for event in shown.events:
                panel.hear(event)
        if shown.scene is not None:
            self._picture(shown.scene)
        elif shown.events:
            self.settle()
        for call in shown.calls:
            self._runner.call(call)
        if shown.sheets and self.model.telling.is_holding:
            self._show_sheets(shown.sheets)

    def _write(self, shown: Shown) -> None:
        """Put words into log and talk."""
        log, talk = self.query_one(LogPane), self.talk
        if shown.is_past:
            log.show(shown.lines[-MOST_LINES:])
            talk.scene = self.model.telling.newest
        else:
            log.tell(shown.lines)
        for heard in shown.heard:
            if isinstance(heard.entry, Said) and is_worth_hearing(heard, self.model.settings):
                talk.hear(heard.entry.seat, heard.entry.to, heard.words)
            if shown.is_past and talk.scene is not None and is_deed_of(talk.scene.seat, heard):
                talk.catch_up()  # a player who acted after words has read them

    def _show_sheets(self, sheets: tuple[Sheet, ...]) -> None:
        """Show the results of the game, and go on telling when they have been read."""
        assert self.model.telling.newest is not None
        dialog = SheetDialog(self.model.telling.newest.game, sheets)
        self.app.push_screen(dialog, lambda _: self.follow(self.model.hurry()))

    def _show_invitations(self, errand: ShowInvitations) -> None:
        self.app.push_screen(InvitationsDialog(errand.invitations, has_blocks=self._hall.has_blocks))

    def _turn_to_choices(self, _: TurnToChoices) -> None:
        self.query_one(Choices).focus()

    def _call_player(self, _: CallPlayer) -> None:
        if self.model.settings.bell:
            self.app.bell()
        self.screen.call_after_refresh(self.open_form)

    def open_form(self) -> None:
        """Let a form open unasked when nothing is in front and nobody is writing."""
        if self.app.screen is self.screen and not isinstance(self.screen.focused, Input):
            self.follow(self.model.open_form())

    def _end_pause(self) -> None:
        self.follow(self.model.end_pause())

    def _make_form(self, question: FillIn) -> Form:
        scene, decision = question.scene, question.decision
        form = self.board.forms[type(decision)](scene.view, decision, question.choice)
        form.on_change, form.show_rules = partial(self.model.drafting.save, scene), self.show_rules
        form.remark, form.map_style = question.remark, self.query_one(AreaMap).style
        form.explaining = self.explaining
        return form

    # Drawing ---------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw what has changed in the model."""
        model = self.model
        self.header.is_offline = model.telling.is_offline
        self._draw_alarm()
        if self._board is None and model.reason_gone:
            self._coming.words = model.reason_gone
        if model.told is not None:
            self._draw_table(model.told)
        self.draw_prompt()
        self.draw_more()

    def _draw_table(self, told: Scene) -> None:
        if told is not self._pictured:
            self._picture(told)
        self.query_one(AreaMap).lit = self.model.lit
        if self.model.drafting.choice != self._draft:
            self._draw_draft()
        if self.model.listing is not self._listed:
            self._draw_listing(self.model.listing)

    def _draw_alarm(self) -> None:
        if self._alarm.text != self.model.telling.alarm:
            self._alarm.text = self.model.telling.alarm
            self.settle()

    def _picture(self, scene: Scene) -> None:
        self._pictured = scene
        self.header.scene = self._hall.scene = scene
        self.header.moment = self.model.face.moment(scene.view) if scene.view is not None else ""
        for panel in self.each_panel():
            panel.see(scene)
        self.settle()
        if scene.view is not None:
            self.query_one(AreaMap).facts = self.board.facts_of(scene.view)
        self.talk.scene = scene

    def _draw_draft(self) -> None:
        self._draft = self.model.drafting.choice
        for panel in self.each_panel():
            panel.draft = self._draft
        self.settle()

    def _draw_listing(self, listing: Listing) -> None:
        """Change the choices and everything that goes with them in one frame.

        Widgets are otherwise drawn one by one, so that for a moment the keys of one question would stand
        below the words of another.
        """
        choices, self._listed = self.query_one(Choices), listing
        self.query_one(About).rules = listing.rules
        if choices.entries != listing.entries:
            choices.entries = listing.entries
            for widget in (self.header, self.prompt, choices):
                self.screen.post_message(Update(widget))
            self.settle()
        if listing.is_new:
            self._begin(choices)
        self.query_one(AreaMap).targets = listing.targets

    def _begin(self, choices: Choices) -> None:
        """Go to the first answer; a player who waits is nowhere, and gives nothing away by Enter."""
        if answers := answers_in(choices.entries):
            choices.highlighted = answers[0]
        elif all(isinstance(entry.act, Donate) for entry in choices.entries):
            choices.highlighted = None

    def draw_time(self) -> None:
        """Say how much time is left, where a clock runs."""
        if self.model.scene is not None and self.model.scene.clocks:
            self.draw_prompt()

    def draw_prompt(self) -> None:
        line, is_mine = self.prompt, self.model.is_my_turn
        self.header.is_my_turn = is_mine
        line.set_class(is_mine, "-mine")
        self.app.title = t("title-turn") if is_mine else t("lobby-title")
        line.notice = self.model.notice
        prompt = self.model.prompt(time.monotonic())
        if prompt is not None:
            line.sentence, line.remark, line.aside, line.brief = prompt

    # What the player does --------------------------------------------------------------------

    def allows(self, command: str) -> bool:
        """Before we are at the table, one can only leave again; after leaving, nothing can be done there."""
        if self._board is None:
            return command in ("leave", "help")
        return not (self.model.reason_gone and command in DEEDS)

    def do(self, command: str) -> None:
        """Do what a key stands for, whatever is asked."""
        errands = self._commands[command]()
        if errands is not None:
            self.follow(errands)

    def press(self, event: Key) -> None:
        """Take the choice of a key; a key that does nothing says why. It skips what is being told."""
        self.app.clear_notifications()
        if self.model.is_telling and not keys_of(self).means(event.key, ASIDE):
            event.stop()
            self.follow(self.model.hurry())
            return
        key = event.character if event.is_printable and self._board is not None else None
        act = self.model.press(key or "")
        if act is not None:
            event.stop()
            self.query_one(Choices).turn_to(act)
            if isinstance(self.screen.focused, LogPane):  # whoever chooses has read enough
                self.query_one(Choices).focus()
            self.follow(self.model.perform(act))
        elif key is not None and event.key not in self.screen.active_bindings:
            self.model.explain(key, keys_of(self).shown("help"))
        self.prompt.notice = self.model.notice

    def on_click(self, event: Click) -> None:
        """Skip what is told, by the mouse, too; or explain a word, with the other button wherever it is."""
        if self._board is None:
            return
        if event.button == RIGHT:
            self.explaining.show_clicked(event)
        elif self.model.is_telling and event.widget in (self.prompt, *self.query(AreaMap)):
            self.follow(self.model.hurry())
        elif isinstance(event.widget, TO_READ):
            self.explaining.show_clicked(event)

    @on(Choices.EntryTaken)
    @in_one_frame
    def _take(self, message: Choices.EntryTaken) -> None:
        if isinstance(message.act, Back):
            self._leave_group()
        else:
            self.follow(self.model.perform(message.act))

    @on(Choices.EntryHighlighted)
    def _consider(self, message: Choices.EntryHighlighted) -> None:
        """Say below the choices what the highlighted one would do."""
        self.query_one(About).rule = about(message.act)

    def back(self) -> None:
        """Come back from the talk, from a group of answers, or from another part of the table."""
        if self.pane != "talk" and self.model.back():
            self.draw()
        else:
            self._show_pane("map")
        self._look_at_choices()

    def _leave_group(self) -> None:
        self.model.back()
        self.draw()
        self._look_at_choices()

    def _look_at_choices(self) -> None:
        self.query_one(AreaMap).cursor = None
        self._tell_of(None)
        self.query_one(Choices).focus()

    @on(AreaMap.Picked)
    @in_one_frame
    def _pick(self, message: AreaMap.Picked) -> None:
        self.follow(self.model.pick(message.province))

    @on(DealEntry.DealAnswered)
    @in_one_frame
    def _answer_deal(self, message: DealEntry.DealAnswered) -> None:
        self.follow(answer_deal(self.model.scene, message.deal, message.answer))

    @on(TalkPane.Spoken)
    @in_one_frame
    def _say(self, message: TalkPane.Spoken) -> None:
        self.follow(send(Speak(message.text, message.to)))

    def _offer(self) -> Errands:
        """Offer something, preferably to the player being spoken to."""
        room = self.talk.room
        return offer(self.model.scene, room[0] if len(room) == 1 else None)

    # Looking around --------------------------------------------------------------------------

    def look_at(self, pane: str) -> None:
        self._show_pane(pane)
        self.talk.write() if pane == "talk" else self.query_one(PANES[pane]).focus()

    def _show_pane(self, pane: str) -> None:
        """Show a part where there is no room for all."""
        if pane != self.pane:
            self.pane = pane
            self.settle()
            self.on_resize()

    def on_resize(self) -> None:
        self.talk.is_read, self._hall.tells_powers = self.shows_talk, not self.is_wide

    @property
    def shows_talk(self) -> bool:
        return self.pane == "talk" or self.is_wide

    @on(TalkPane.Unread)
    @in_one_frame
    def _count_unread(self, message: TalkPane.Unread) -> None:
        self.header.unread = message.number
        self.settle()

    def on_descendant_blur(self, event: DescendantBlur) -> None:
        """Let the log follow the news again when it loses the focus, and open a form when writing ends."""
        if isinstance(event.widget, LogPane):
            event.widget.follow()
        if isinstance(event.widget, Input):
            self.screen.call_after_refresh(self.open_form)

    @on(AreaMap.Pointed)
    @in_one_frame
    def _point_at(self, message: AreaMap.Pointed) -> None:
        self._tell_of(message.province)

    def _look_away(self, hovered: int | None) -> None:
        if hovered is None and self.query_one(AreaMap).cursor is None:
            self._tell_of(None)

    def _tell_of(self, province: int | None) -> None:
        if province is None and not self.is_pointing:
            return
        for panel in self.each_of(PlacePanel):
            panel.place = province
        self.is_pointing = province is not None
        self.settle()

    def _shown(self) -> tuple[Face, Any]:
        return self.model.face, self.model.told.view if self.model.told is not None else None

    def _agreed(self) -> Iterable[Card]:
        return settings_cards(self.model.told) if self.model.told is not None else ()

    @on(LogPane.LineAsked)
    def _explain(self, message: LogPane.LineAsked) -> None:
        if message.rule:
            self._show_rule(message.rule)
        else:
            self.notify(t("news-no-rule"))

    def _explain_here(self) -> None:
        """Explain what the cursor is on: a place on the map, or else a choice."""
        area_map, choices = self.query_one(AreaMap), self.query_one(Choices)
        if area_map.has_focus and area_map.cursor is not None:
            self.explaining.show_place(area_map.cursor)
        elif choices.highlighted is not None:
            entry = choices.entries[choices.highlighted]
            self.explaining.show(cards_about(self.explaining.cards(), entry))
        else:
            self.explaining.show()

    @on(Choices.ExplanationWanted)
    def _explain_choice(self, _: Choices.ExplanationWanted) -> None:
        self._explain_here()

    def show_rules(self) -> None:
        """Open the rules where the question is."""
        decision = self.model.scene.decision if self.model.scene is not None else None
        self._show_rule(decision.rule if decision is not None else "")

    def _show_rule(self, rule: str) -> None:
        assert self.model.scene is not None
        self.app.push_screen(RulesScreen(rules_of(self.model.scene.game.name), rule))

    def _show_help(self) -> None:
        self.app.push_screen(LinesDialog.of_keys(keys_of(self)))

    def _info(self) -> Errands | None:
        choices, told = self.query_one(Choices), self.model.told
        considered = choices.entries[choices.highlighted] if choices.highlighted is not None else None
        return show_info(self.model.face, told, considered) if told is not None else None

    def show_credits(self) -> None:
        """Say which figures of the game are not the published ones."""
        if self.model.scene is not None:
            self.app.push_screen(LinesDialog(t("credits-title"), Text("\n".join(self.model.face.credits()))))
