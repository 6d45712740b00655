"""A player's desk: prints what the model of a table shows and asks, and does its errands."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from inspect import isawaitable
from typing import Any, Final

from client.local.home import default_home
from client.local.settings import Settings
from client.plain.aloud import (
    ListedQuestion,
    change_lines,
    free_lines,
    hints_in,
    question_lines,
    question_of,
    round_lines,
    table_lines,
    wording,
)
from client.plain.screen import Screen
from client.seat.journey import Way
from client.seat.news import Heard
from client.seat.player import Player
from client.seat.sitting import Arrived, SeatNews, Sitting, carry_out
from client.table.drafting import Draft
from client.table.errands import (
    Ask,
    Depart,
    Errand,
    FillIn,
    Inquiry,
    Question,
    Send,
    Show,
    Shown,
    Warn,
    WhatNext,
)
from client.table.model import TableModel
from client.table.news import Gone
from client.table.notices import Call
from client.table.scene import Scene
from client.table.sentences import seat_list, seat_title, sentences_of
from client.table.telling import CHOICES
from client.table.words import duration
from client.texts import t
from core.kinds import Seat
from protocol.entries import Said
from protocol.messages import TableState
from protocol.round_records import Committed

AT_ONCE: Final = Settings(pace="instant", confirm=False)
"""Lines wait for nobody, and who types a whole one means it."""
STORY_LINES: Final = 15
"""How much of what happened before is told to who comes (back) to a table."""
REMIND_AFTER: Final = 10
WARN_AT_MS: Final = (600_000, 60_000, 10_000, 0)


class Desk:
    """A seat at a table, or a look at one, line by line."""

    def __init__(self, way: Way, screen: Screen) -> None:
        self.model = TableModel(AT_ONCE, way.person.home or default_home())
        self.sitting = Sitting(lambda: nullcontext(way), self.hear)
        self.screen = screen
        self.muted: set[Seat] = set()
        self.has_quit = False
        self.question: ListedQuestion | None = None  # as it was shown last
        self.draft: Draft | None = None  # what was typed for the form that will be asked for
        self.gone = asyncio.Event()
        self._news = asyncio.Event()
        self._begins_by_itself = way.begins_by_itself
        self._player: Player | None = None
        self._hints: dict[object, str] = {}
        self._is_my_turn = False
        self._is_time_up = False  # and we were told so
        self._has_hope = False
        self._shown_at = 0
        self._drawing: asyncio.Handle | None = None
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def player(self) -> Player:
        assert self._player is not None
        return self._player

    @property
    def scene(self) -> Scene:
        assert self.model.telling.newest is not None
        return self.model.telling.newest

    @property
    def is_over(self) -> bool:
        return self.has_come and self.scene.info.state is TableState.OVER

    @property
    def has_come(self) -> bool:
        return self._player is not None

    @property
    def can_begin(self) -> bool:
        """Whether we have come to the table; where nobody has to be waited for, to the game."""
        return self.has_come and (self.scene.view is not None or not self._begins_by_itself)

    # News and errands ------------------------------------------------------------------------

    def hear(self, news: SeatNews) -> None:
        self._news.set()
        if isinstance(news, Arrived):
            self._player = news.player
            self._do_at_once(self.model.sit_down(news.scene, news.story))
        elif not self.model.reason_gone:
            self._do_at_once(self.model.hear(news))
        if isinstance(news, Gone):
            self.gone.set()
        if self._drawing is None:  # when all that came in this moment has been told
            self._drawing = asyncio.get_running_loop().call_soon(self.draw)

    def _do_at_once(self, errands: Inquiry[Any]) -> None:
        """Do what news lead to: nothing of that takes time."""
        came_of = None
        with suppress(StopIteration):
            while True:
                came_of = self._do(errands.send(came_of))

    async def follow(self, errands: Inquiry[Any]) -> None:
        """Do what a line leads to."""
        came_of = None
        with suppress(StopIteration):
            while True:
                came_of = self._do(errands.send(came_of))
                if isawaitable(came_of):
                    came_of = await came_of

    def _do(self, errand: Errand) -> Any:
        match errand:
            case Shown():
                self._tell(errand)
            case Call():
                self.screen.show(errand.words)
            case Show(is_story=False):  # a story stands there already
                self.screen.show(errand.title, *errand.lines)
            case Warn():
                reason, *more = errand.sentences
                self.screen.warn(reason.upper())
                self.screen.show_all(more)
            case Send():
                return carry_out(self.player, errand.deed)
            case Ask():
                return self._answer(errand.question)
            case Depart():
                return self._depart(errand)
        return None

    def _answer(self, question: Question) -> Any:
        match question:
            case FillIn():
                return self._fill_in(question)
            case WhatNext():
                self.screen.ring()
                self.screen.show(t("plain-over"))
                return None
        return True

    def _fill_in(self, question: FillIn) -> Draft | None:
        """Give the answer that was typed, or say how to type another than what is sealed."""
        draft, self.draft = self.draft, None
        if draft is None or draft.choice == question.scene.sealed:
            game, listed = question.scene.game, question_of(0, question.decision)
            self.screen.show_all([*question_lines(game, listed), *change_lines(question.scene)])
            return None
        return draft

    async def _depart(self, errand: Depart) -> None:
        if errand.is_again:
            invitation = await self.player.again()
            self.screen.show(t("plain-next-seat", invitation=invitation.text()))
        else:
            self.has_quit = True

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for something to come about, however many news that takes."""
        while not is_so():
            self._news.clear()
            await self._news.wait()
            self.draw()

    # Telling ---------------------------------------------------------------------------------

    def _tell(self, shown: Shown) -> None:
        if shown.is_past:
            self._welcome(self.scene)
            return
        lines = [line.sentence for line in shown.lines]
        for heard in shown.heard:
            if isinstance(heard.entry, Said):
                lines = self.sentences(heard)
            elif isinstance(heard.entry, CHOICES) and heard.entry.seat == self.scene.seat:
                self.question = None
                is_bid = isinstance(heard.entry, Committed) and self.scene.view is not None
                lines = list(self._own_seal(self.scene)) if is_bid else lines
        is_loud = any(call.severity == "error" for call in shown.calls)
        for line in lines:
            (self.screen.warn if is_loud else self.screen.show)(line)

    def _welcome(self, scene: Scene) -> None:
        self.screen.show_all(table_lines(scene))
        story = self.story()
        if len(story) > STORY_LINES:
            self.screen.show(t("plain-so-far", number=len(story)))
        self.screen.show_all(story[-STORY_LINES:])
        seat = scene.seat
        self.screen.show(
            t("plain-watching") if seat is None else t("plain-you-are", seat=seat_title(scene.game, seat)),
            t("plain-first-help"),
        )

    def _own_seal(self, scene: Scene) -> Iterator[str]:
        yield t("plain-own-seal" if scene.can_reseal else "prompt-own-seal")
        if scene.sealed is not None:
            yield from self.model.face.weighed(scene.view, scene.sealed)

    def sentences(self, heard: Heard) -> list[str]:
        if isinstance(heard.entry, Said) and heard.entry.seat in self.muted:
            return []
        return sentences_of(self.scene.game, heard, self.scene.seat)

    def story(self) -> list[str]:
        """Tell all that we have heard."""
        return [line for heard in self.model.telling.story for line in self.sentences(heard)]

    # Asking ----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Say what can be done and what is asked now, unless it stands there already."""
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None
        if not self.has_come or self.model.reason_gone:
            return
        if self.model.telling.is_offline and not self._has_hope:
            self.screen.show(t("plain-hope"))
        self._has_hope = self.model.telling.is_offline
        hints = dict(hints_in(self.scene, self.model.listing.entries))
        self.screen.show_all(words for key, words in hints.items() if key not in self._hints)
        self._hints = hints
        self._set_alarm()
        self._ask(self.scene)

    def _ask(self, scene: Scene) -> None:
        if scene.prompt is None or scene.decision is None:
            self.question, self._is_my_turn, self._is_time_up = None, False, False
        elif self.question is None or self.question.prompt != scene.prompt:
            self._announce_turn()
            self.question = question_of(scene.prompt, scene.decision, self.question)
            self._show_question(self.question)
        elif self.screen.lines_shown - self._shown_at >= REMIND_AFTER:
            self.screen.show(t("plain-still-open", question=wording(scene.decision.prompt)))
            self._shown_at = self.screen.lines_shown

    def _announce_turn(self) -> None:
        if self.question is not None:
            self.screen.show(t("plain-changed"))
        elif not self._is_my_turn:
            self.screen.ring()
            self.screen.show("", self._turn_words())
        self._is_my_turn = True

    def _show_question(self, question: ListedQuestion) -> None:
        self.screen.show_all(question_lines(self.scene.game, question))
        self.screen.show_all(f"  {line}" for line in self.model.face.ahead(self.scene.view))
        if self.scene.is_sealing:
            self.screen.show(f"  {t('plain-as-you-type')}")
        self._shown_at = self.screen.lines_shown

    def repeat(self) -> None:
        """Say again what is asked, and what else one may do."""
        scene = self.scene
        if self.question is not None:
            self._show_question(self.question)
        elif scene.view is not None and not self.is_over:
            seats = seat_list(scene.game, scene.view.to_act)
            waiting = next(round_lines(scene), t("plain-waits-for", seats=seats))
            self.screen.show(f"{t('plain-nothing-asked')} {waiting}", *change_lines(scene))
        else:
            self.screen.show(t("plain-nothing-asked"))
        self.screen.show_all(free_lines(scene.game, scene.standing))

    # Time ------------------------------------------------------------------------------------

    def _turn_words(self) -> str:
        remaining = self.scene.remaining_ms(time.monotonic())
        if remaining is None:
            return t("plain-your-turn")
        return t("plain-your-turn-until", time=duration(remaining))

    def _set_alarm(self) -> None:
        """Plan the next warning that our time runs out."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        remaining = self.scene.remaining_ms(time.monotonic())
        if remaining == 0 and self._is_my_turn and not self._is_time_up:
            self._warn(0)  # it ran out between two looks
        mark = next((mark for mark in WARN_AT_MS if remaining is not None and mark < remaining), None)
        if remaining is not None and mark is not None:
            delay = (remaining - mark) / 1000
            self._alarm = asyncio.get_running_loop().call_later(delay, self._warn, mark)

    def _warn(self, mark: int) -> None:
        self._is_time_up = not mark
        absence = self.scene.info.terms.absence.value
        self.screen.ring()
        self.screen.show(t("plain-time-left", time=duration(mark)) if mark else t(f"plain-time-up-{absence}"))
        self._set_alarm()

    def close(self) -> None:
        for handle in (self._drawing, self._alarm):
            if handle is not None:
                handle.cancel()
