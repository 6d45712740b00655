"""Playing: what is asked of a seat, and its answers by keyboard or mouse."""

from __future__ import annotations

import time
from functools import cached_property
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.events import Key, Resize

from client.mirror import Heard
from client.plain.telling import duration
from client.texts import t
from client.tui.dialogs.allocate import AllocateDialog, Draft
from client.tui.dialogs.confirm import Confirm
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.rules import RulesScreen, rules_in
from client.tui.entries import (
    Act,
    Back,
    Consent,
    Donate,
    Fill,
    GetReady,
    Open,
    SeeEnd,
    Take,
    Vote,
    entries_for,
    options_in,
)
from client.tui.map import ProvinceMap
from client.tui.menu import Menu, Option
from client.tui.pacing import lines_of
from client.tui.scene import Scene
from client.tui.screens.dealing import DealingScreen
from client.tui.screens.end import EndScreen
from client.tui.screens.table import since_own_choice
from client.tui.stories import save_story
from client.tui.table_words import info_lines, prompt_of, sealed_words
from client.tui.widgets.choices import Choices
from client.tui.widgets.header import Header
from client.tui.widgets.key_line import KeyHint, KeyLine
from client.tui.widgets.log_pane import LogPane
from client.tui.widgets.panel import Panel
from client.tui.widgets.prompt import About, PromptLine
from client.tui.widgets.talk import TalkPane
from core.records import Allocate, Allocation, ChooseOne
from protocol.messages import TableState

SECONDS_TO_READ = 0.7
"""So long nobody can have chosen a key by what it stands for."""
HINTS = (
    KeyHint("?", "key-help", "screen.help"),
    KeyHint("F1", "key-rules", "screen.rules"),
    KeyHint("m", "key-map", "screen.pane('map')"),
    KeyHint("t", "key-talk", "screen.pane('talk')"),
    KeyHint("l", "key-log", "screen.pane('log')"),
    KeyHint("u", "key-undo", "screen.undo"),
    KeyHint("g", "key-gift", "screen.gift"),
    KeyHint("o", "key-offer", "screen.offer"),
    KeyHint("r", "key-since", "screen.recap"),
    KeyHint("i", "key-info", "screen.info"),
    KeyHint("q", "key-leave", "screen.leave_table"),
    KeyHint("p", "key-table", "screen.pane('table')"),
)


class GameScreen(DealingScreen):
    """A seat at a table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "pane('map')", show=False, id="map"),
        Binding("p", "pane('table')", show=False, id="table"),
        Binding("t,f2", "pane('talk')", show=False, id="talk"),
        Binding("l,f3", "pane('log')", show=False, id="log"),
        Binding("escape", "back", show=False, id="back"),
        Binding("space", "hurry", show=False, id="hurry"),
        Binding("u", "undo", show=False, id="undo"),
        Binding("g", "gift", show=False, id="gift"),
        Binding("o", "offer", show=False, id="offer"),
        Binding("i", "info", show=False, id="info"),
        Binding("r", "recap", show=False, id="recap"),
        Binding("f1", "rules", show=False, id="rules"),
        Binding("question_mark", "help", show=False, id="help"),
        Binding("q", "leave_table", show=False, id="leave"),
    ]

    menu: Menu | None = None
    _known: dict[str, str]
    _asked_at: float = 0.0
    _answered: int | None = None
    _announced: int | None = None
    _form_shown: int | None = None
    _has_seen_end: bool = False
    draft: tuple[int, ...] = ()

    # What is asked ---------------------------------------------------------------------------

    def came_in(self, story: list[Heard]) -> None:
        self.query_one(KeyLine).hints = HINTS
        assert self.scene is not None
        if self.scene.info.state is TableState.RUNNING and self.scene.seat is not None:
            self.show_since(since_own_choice(story, self.scene.seat))

    def show_scene(self, scene: Scene) -> None:
        old = self.scene
        super().show_scene(scene)
        if old is None or old.decision != scene.decision or old.prompt != scene.prompt:
            self._ask(old, scene)
        self.show_entries()
        self._announce(scene)

    def _ask(self, old: Scene | None, scene: Scene) -> None:
        """Begin with the question anew; keys stay with what they stood for while it is the same question."""
        decision, before = scene.decision, old.decision if old is not None else None
        if (
            before is None
            or decision is None
            or before.prompt != decision.prompt
            or self._answered == (old or scene).prompt
        ):
            self._known, self._asked_at = {}, time.monotonic()
        elif time.monotonic() - self._asked_at < SECONDS_TO_READ:
            self._known = {}
        self.menu = (
            Menu(self.board.options_of(scene.view, decision)) if isinstance(decision, ChooseOne) else None
        )

    @property
    def is_my_turn(self) -> bool:
        scene = self.scene
        return (
            scene is not None
            and scene.decision is not None
            and scene.prompt != self._answered
            and not self.is_telling
            and not self.reason_gone
        )

    def show_entries(self) -> None:
        """List what can be done now, and mark where on the map."""
        if self.scene is None:
            return
        menu = self.menu if self.is_my_turn else None
        scene = (
            self.scene if self.is_my_turn or self.scene.decision is None else self.scene._replace(prompt=None)
        )
        entries = entries_for(scene, menu, self.asked, self._known)
        if menu is not None and not menu.trail:
            self._known |= {
                entry.label: entry.key for entry in entries if isinstance(entry.act, (Take, Open))
            }
        self.query_one(Choices).entries = entries
        self.query_one(ProvinceMap).targets = menu.targets() if menu is not None else frozenset()

    def show_prompt(self) -> None:
        line, header = self.query_one(PromptLine), self.query_one(Header)
        mine = header.is_my_turn = self.is_my_turn
        line.set_class(mine, "-mine")
        self.app.title = t("title-turn") if mine else t("lobby-title")
        if self.reason_gone:
            line.sentence, line.remark = t("news-gone", reason=self.reason_gone), ""
        elif self.is_holding:
            line.sentence, line.remark = t("prompt-more"), ""
        elif self.scene is not None:
            line.sentence, line.remark = prompt_of(
                self.scene, is_mine=mine, trail=self.menu.trail if self.menu else ()
            )
            line.sealed = sealed_words(self.scene, is_short=not self.has_class("-wide"))
        self.set_class(any(not panel.has_class("-empty") for panel in self.query("#battle")), "-has-battle")
        self.show_time()

    def show_time(self) -> None:
        if self.scene is None or not self.is_my_turn:
            return
        remaining = self.scene.remaining_ms(time.monotonic())
        if remaining is not None:
            left = t("prompt-left", time=duration(remaining))
            self.query_one(
                PromptLine
            ).remark = f"{self.scene.decision.rule if self.scene.decision else ''}  {left}"

    def _announce(self, scene: Scene) -> None:
        """Call the player, once for each question."""
        if scene.info.state is TableState.OVER and not self._has_seen_end and not self.is_telling:
            self._has_seen_end = True
            self.see_end()
        if not self.is_my_turn or self._announced == scene.prompt:
            return
        self._announced = scene.prompt
        if self.settings.bell:
            self.app.bell()
        if isinstance(scene.decision, Allocate) and self._form_shown != scene.prompt:
            self._form_shown = scene.prompt
            self.call_after_refresh(self.fill_form)

    # Choosing --------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        if event.character and self.query(Choices) and self.query_one(Choices).take(event.character):
            event.stop()

    @on(Choices.Taken)
    def take(self, message: Choices.Taken) -> None:
        act: Act = message.act
        player = self.player
        if isinstance(act, Take):
            self.choose(act.option)
        elif isinstance(act, Open) and self.menu is not None:
            self._turn_to(self.menu.into(act.row))
        elif isinstance(act, Back):
            self.action_back()
        elif isinstance(act, Fill):
            self.fill_form()
        elif isinstance(act, Donate):
            self.action_gift()
        elif isinstance(act, GetReady):
            self.do(lambda: player.ready(is_ready=act.is_ready))
        elif isinstance(act, Consent):
            self.do(lambda: player.consent(agrees=act.agrees))
        elif isinstance(act, Vote):
            self.do(lambda: player.vote(act.absent, agrees=act.agrees))
        elif isinstance(act, SeeEnd):
            self.see_end()

    @on(Choices.Considered)
    def explain_choice(self, message: Choices.Considered) -> None:
        """Say below the choices what the one in question would do."""
        options = options_in(message.act)
        self.query_one(About).rule = self.rules.get(options[0].rule, "") if options else ""

    @cached_property
    def rules(self) -> dict[str, str]:
        return {rule.id: rule.text for rule in rules_in(self.board.rules_text())}

    def _turn_to(self, menu: Menu) -> None:
        self.menu = menu
        self.show_entries()
        self.show_prompt()

    def action_back(self) -> None:
        decision = self.scene.decision if self.scene is not None else None
        if self.menu is not None and self.menu.trail and isinstance(decision, ChooseOne):
            assert self.scene is not None
            self._turn_to(Menu(self.board.options_of(self.scene.view, decision)))
        elif self.pane != "map":
            self.action_pane("map")
        self.query_one(ProvinceMap).cursor = None
        self._tell_of(None)
        self.query_one(Choices).focus()

    @on(ProvinceMap.Picked)
    def pick_province(self, message: ProvinceMap.Picked) -> None:
        if self.menu is None or not self.is_my_turn:
            return
        name = self.board.place_name(message.province)
        if message.province not in self.menu.targets():
            self.notify(t("news-no-target", province=name), severity="warning")
            return
        menu = self.menu.at(message.province, name)
        if len(menu.options) == 1:
            self.choose(menu.options[0])
        elif menu.options != self.menu.options:
            self._turn_to(menu)
        else:
            self.query_one(Choices).focus()

    @on(ProvinceMap.Pointed)
    def point_at(self, message: ProvinceMap.Pointed) -> None:
        self._tell_of(message.province)

    def look_away(self, hovered: int | None) -> None:
        if hovered is None and self.query_one(ProvinceMap).cursor is None:
            self._tell_of(None)

    def _tell_of(self, province: int | None) -> None:
        for panel in self.query(Panel):
            panel.place = province
        self.set_class(province is not None, "-has-place")

    @work(group="acts")
    async def choose(self, option: Option) -> None:
        """Give an answer; what is grave needs a second word."""
        assert self.scene is not None
        if option.is_grave and self.settings.confirm:
            grave = self.board.warning_about(self.scene.view, self.scene.game.choice_of(option.line))
            if not await self.app.push_screen_wait(Confirm(*grave)):
                return
        await self._answer(option.line)

    async def _answer(self, line: str) -> None:
        assert self.scene is not None
        self._answered, before = self.scene.prompt, self._answered
        self.show_entries()
        self.show_prompt()
        if not await self._attempt(self.player.choose(line)):
            self._answered = before
            self.show_entries()
            self.show_prompt()

    @work(group="acts")
    async def fill_form(self) -> None:
        """Let the player spread coins; what is not sealed stays as a draft."""
        scene = self.scene
        if scene is None or not isinstance(scene.decision, Allocate) or not self.is_my_turn:
            return
        title, places, remarks = self.board.slots_of(scene.view, scene.decision)
        dialog = AllocateDialog(title, places, scene.decision.total, remarks, self.draft)
        draft: Draft | None = await self.app.push_screen_wait(dialog)
        if draft is None:
            return
        self._keep_draft(draft.amounts)
        if draft.is_final and self.scene is not None and self.scene.prompt == scene.prompt:
            self._keep_draft(())
            await self._answer(scene.game.line_of(Allocation(draft.amounts)))

    def _keep_draft(self, amounts: tuple[int, ...]) -> None:
        self.draft = amounts
        for panel in self.query(Panel):
            panel.draft = amounts

    def forget_answer(self) -> None:
        self._answered = None

    # Looking ---------------------------------------------------------------------------------

    def action_pane(self, pane: str) -> None:
        self.pane = pane
        targets = {"map": "#map", "talk": "#say", "log": "#log", "table": "#choices"}
        self.query_one(targets[pane]).focus()

    def on_resize(self, event: Resize) -> None:  # noqa: ARG002
        for talk in self.query(TalkPane):
            talk.is_read = self.shows_talk

    def action_hurry(self) -> None:
        self.hurry()

    def action_rules(self) -> None:
        decision = self.scene.decision if self.scene is not None else None
        self.show_rules(decision.rule if decision is not None else "")

    @on(LogPane.Asked)
    def explain(self, message: LogPane.Asked) -> None:
        self.show_rules(message.rule)

    def show_rules(self, rule: str) -> None:
        self.app.push_screen(RulesScreen(self.board.rules_text(), rule))

    def action_help(self) -> None:
        self.app.push_screen(LinesDialog.of_keys())

    def action_info(self) -> None:
        if self.scene is not None:
            self.app.push_screen(LinesDialog(t("info-title"), list(info_lines(self.scene))))

    def action_recap(self) -> None:
        if self.scene is not None:
            self.show_since(since_own_choice(self.story, self.scene.seat))

    def show_since(self, missed: list[Heard]) -> None:
        assert self.scene is not None
        lines = [line.sentence for heard in missed for line in lines_of(self.board, heard, self.scene)]
        if lines:
            self.app.push_screen(LinesDialog(t("since-title"), lines))

    @work(group="acts")
    async def action_leave_table(self) -> None:
        ended = self.scene is not None and self.scene.info.state is TableState.OVER
        is_over = ended or bool(self.reason_gone)
        if is_over or await self.app.push_screen_wait(Confirm(t("leave-sure"), t("leave-warn"))):
            self.leave()
            self.dismiss(False)

    @work(group="acts")
    async def see_end(self) -> None:
        """Look at what the game has come to, and go on from there."""
        if self.scene is None or self.scene.view is None:
            return
        ending = self.board.ending_of(self.story, self.scene.view)
        wish = await self.app.push_screen_wait(EndScreen(self.scene, ending, can_repeat=self.can_repeat))
        if wish == "save":
            lines = [line.sentence for line in self.query_one(LogPane).lines]
            path = save_story(self.home, self.scene.info.table, lines)
            self.notify(t("news-saved", path=str(path)), markup=False)
        elif wish in ("again", "leave"):
            self.leave()
            self.dismiss(wish == "again")
