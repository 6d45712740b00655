"""Playing: what is asked of a seat, and its answers by keyboard or mouse."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.binding import BindingType
from textual.events import DescendantBlur, Key
from textual.messages import Update
from textual.widgets import Input

from client.local.kept import explained_at, keep_explained
from client.local.settings import Settings
from client.seat.journey import Journey
from client.seat.news import Heard
from client.table.acts import (
    Act,
    Back,
    Change,
    Donate,
    Entry,
    Fill,
    Open,
    Take,
    entries_at_end,
    options_in,
)
from client.table.asking import answers_in
from client.table.doubts import doubt_about
from client.table.drafting import Drafting
from client.table.menu import Menu, Option
from client.table.reasons import why_gone, why_not_at
from client.table.scene import Scene
from client.table.words import duration
from client.texts import has_text, t
from client.tui.dialogs.draft import Draft, Form
from client.tui.dialogs.lines import LinesDialog
from client.tui.keys import keys_of
from client.tui.map import AreaMap
from client.tui.screens.changing import ChangingScreen
from client.tui.screens.seat_keys import BINDINGS, hints_in
from client.tui.widgets.choices import Choices
from client.tui.widgets.header import Header
from client.tui.widgets.key_line import KeyLine
from client.tui.widgets.prompt import About, PromptLine
from core.decisions import Decision
from core.kinds import Choice
from protocol.messages import TableState


class GameScreen(ChangingScreen):
    """A seat at a table."""

    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(self, journey: Journey, settings: Settings, home: Path) -> None:
        super().__init__(journey, settings, home)
        self.drafting = Drafting(home)
        self._has_seen_end = False

    @property
    def menu(self) -> Menu | None:
        return self.model.asking.menu

    # What is asked ---------------------------------------------------------------------------

    def came_in(self, story: list[Heard]) -> None:  # noqa: ARG002 (it has been told)
        assert self.scene is not None
        self.query_one(KeyLine).hints = hints_in(self.scene.game)
        if self.scene.info.state is TableState.RUNNING and self.scene.seat is not None:
            self.show_recap("since-title")

    def show_scene(self, scene: Scene) -> None:
        old = self.scene
        super().show_scene(scene)
        if self.drafting.follow(old, scene):
            self.show_draft()
        self.show_entries()
        self._announce(scene)

    @property
    def is_my_turn(self) -> bool:
        return self.model.is_my_turn

    def show_entries(self) -> None:
        """List what can be done now, and mark where on the map."""
        if self.scene is None or self.told is None:
            return
        if self.model.reason_gone:
            self._list(entries_at_end(self.scene))
            return
        listing = self.model.asking.list(self.told, keys_of(self).at_table, is_mine=self.is_my_turn)
        self.query_one(About).rules = listing.rules
        self._list(listing.entries)
        if listing.is_new:
            self._begin(listing.entries)
        self.query_one(AreaMap).targets = listing.targets

    def _begin(self, entries: tuple[Entry, ...]) -> None:
        """Go to the first answer; who waits is nowhere, and gives nothing away by Enter."""
        if answers := answers_in(entries):
            self.query_one(Choices).highlighted = answers[0]
        elif all(isinstance(entry.act, Donate) for entry in entries):
            self.query_one(Choices).highlighted = None

    def _list(self, entries: tuple[Entry, ...]) -> None:
        """Change the choices and all that goes with them in one frame.

        By themselves widgets are drawn one by one, so that for a moment the keys of one question would stand
        below the words of another.
        """
        choices = self.query_one(Choices)
        if choices.entries == entries:
            return
        choices.entries = entries
        for widget in (self.query_one(Header), self.query_one(PromptLine), choices):
            self.post_message(Update(widget))
        self.floor.settle()

    def show_prompt(self) -> None:
        line, header = self.query_one(PromptLine), self.query_one(Header)
        mine = header.is_my_turn = self.is_my_turn
        line.set_class(mine, "-mine")
        self.app.title = t("title-turn") if mine else t("lobby-title")
        prompt = self.model.prompt()
        if prompt is not None:
            line.sentence, line.remark, line.sealed = prompt
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
        if not self.is_my_turn or not self.model.asking.announce(scene):
            return
        self._advise(scene)
        if self.settings.bell:
            self.app.bell()
        self.call_after_refresh(self.open_form)

    def open_form(self) -> None:
        """Open the form of a question by itself, once, when nothing is in front and nobody is writing."""
        scene, is_writing = self.scene, isinstance(self.focused, Input)
        if scene is None or not self.is_my_turn or is_writing:
            return
        if self.app.screen is self and self.model.asking.show_form(scene):
            self.fill_form()

    def on_screen_resume(self) -> None:
        self.open_form()

    def on_descendant_blur(self, event: DescendantBlur) -> None:
        super().on_descendant_blur(event)
        if isinstance(event.widget, Input):
            self.call_after_refresh(self.open_form)

    def _advise(self, scene: Scene) -> None:
        """Explain a question the first time it comes up, to who plays a first game."""
        question = scene.decision.prompt if scene.decision is not None else ""
        explained = explained_at(self.home, scene.info.table)
        if explained is None or question in explained or not has_text(f"hint-{question}"):
            return
        keep_explained(self.home, scene.info.table, explained | {question})
        welcome = f"hint-welcome-{scene.game.name}"
        greeting = (t(welcome), "") if not explained and has_text(welcome) else ()
        advice = Text("\n".join([*greeting, t(f"hint-{question}")]))
        self.app.push_screen(LinesDialog(t("hint-title"), advice))

    # Choosing --------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Take the choice of a key; one that does nothing says why."""
        line, choices = self.query_one(PromptLine), self.query(Choices)
        line.notice = ""
        if not choices or event.character is None or not event.is_printable:
            return
        if choices.first().take(event.character):
            event.stop()
        elif event.key not in self.active_bindings:
            line.notice = self._why_dead(event.character)

    def _why_dead(self, key: str) -> str:
        assert self.scene is not None
        assert self.told is not None
        thing = self.model.asking.meaning(self.told, key)
        if not self.is_my_turn:
            return t("key-not-asked", key=key)
        if thing is None:
            return t("key-for-nothing", key=key, help=keys_of(self).shown("help"))
        return t("key-dead", key=key, words=thing.words, why=why_gone(self.scene, thing))

    @on(Choices.Taken)
    def take(self, message: Choices.Taken) -> None:
        self.perform(message.act)

    def perform(self, act: Act) -> None:
        """Do what was taken from the list."""
        if isinstance(act, Take):
            self.choose(act.option)
        elif isinstance(act, Open) and self.model.asking.open(act.row):
            self._turn_page()
        elif isinstance(act, Back):
            self.action_back()
        elif isinstance(act, Fill):
            self.fill_form()
        elif isinstance(act, Change):
            self.change_sealed()
        elif isinstance(act, Donate):
            self.action_gift()
        else:
            self.perform_beside(act)

    @on(Choices.Considered)
    def explain_choice(self, message: Choices.Considered) -> None:
        """Say below the choices what the one in question would do, if all in a group would do the same."""
        about = {option.about for option in options_in(message.act)}
        self.query_one(About).rule = about.pop() if len(about) == 1 else ""

    def considered(self) -> Iterable[str]:
        choices, about = self.query_one(Choices), self.query_one(About).rule
        if about and choices.highlighted is not None:
            yield t("info-choice", words=choices.entries[choices.highlighted].label, about=about)
            yield ""

    def _turn_page(self) -> None:
        self.show_entries()
        self._begin(self.query_one(Choices).entries)
        self.show_prompt()

    def action_back(self) -> None:
        if self.scene is not None and self.model.asking.close(self.face, self.scene):
            self._turn_page()
        else:
            self.pane = "map"
        self.query_one(AreaMap).cursor = None
        self.tell_of(None)
        self.query_one(Choices).focus()

    @on(AreaMap.Picked)
    def pick_province(self, message: AreaMap.Picked) -> None:
        if self.scene is None or self.menu is None or not self.is_my_turn:
            return
        if message.province not in self.menu.targets():
            reason = why_not_at(self.face, self.scene, self.menu, message.province)
            self.notify(reason, severity="warning", markup=False)
            return
        menu = self.menu
        answer = self.model.asking.pick(message.province, self.face.place_name(message.province))
        if answer is not None:
            self.choose(answer)
        elif menu != self.menu:
            self._turn_page()
        else:
            self.query_one(Choices).focus()

    @work(group="acts")
    async def choose(self, option: Option) -> None:
        """Give an answer; what is grave or breaks a promise needs a second word."""
        assert self.scene is not None
        if await self.confirm(doubt_about(self.face, self.scene, option)):
            await self._answer(option.choice)

    async def _answer(self, choice: Choice) -> None:
        assert self.scene is not None
        before, self.model.asking.answered = self.model.asking.answered, self.scene.prompt
        self.show_entries()
        self.show_prompt()
        if not await self._attempt(self.player.choose(choice)):
            self.model.asking.answered = before
            self.show_entries()
            self.show_prompt()

    @work(group="acts")
    async def fill_form(self) -> None:
        """Let the player fill in the form of the question; what is not sealed stays as a draft."""
        scene = self.scene
        if scene is None or scene.decision is None or not self.is_my_turn:
            return
        draft = await self._drafted(scene, scene.decision)
        if draft is not None and draft.is_final and self._asks(scene):
            if not scene.is_sealing:
                self.drafting.forget(scene)
                self.show_draft()
            await self._answer(draft.choice)

    async def _drafted(self, scene: Scene, decision: Decision) -> Draft | None:
        """Ask until the player is sure of the answer or puts it off."""
        if self.drafting.recall(scene):
            self.show_draft()
        draft: Draft | None = None
        while self._asks(scene):
            draft = await self.app.push_screen_wait(self.make_form(scene, decision))
            if draft is None:
                break
            self.drafting.choice = draft.choice
            self.show_draft()
            if not draft.is_final or await self.is_sure(scene, draft.choice):
                break
        return draft

    def make_form(self, scene: Scene, decision: Decision) -> Form:
        form = self.board.forms[type(decision)](scene.view, decision, self.drafting.choice)
        form.on_change, form.show_rules = partial(self.drafting.save, scene), self.action_rules
        return form

    def show_draft(self) -> None:
        for panel in self.panels:
            panel.draft = self.drafting.choice
        self.floor.settle()

    def _asks(self, scene: Scene) -> bool:
        """Whether what was asked then is still open, whatever is being told meanwhile."""
        is_same = self.scene is not None and self.scene.prompt == scene.prompt != self.model.asking.answered
        return is_same and not self.model.reason_gone

    def forget_answer(self) -> None:
        self.model.asking.answered = None
        self.show_entries()
        self.show_prompt()
