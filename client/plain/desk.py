"""A player's desk: prints what the model of a table shows and asks, and does its errands."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from inspect import isawaitable
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from client.harmless import harmless
from client.local.home import default_home
from client.local.settings import NoticeSettings, Settings, read_settings
from client.plain.aloud import (
    NO_PAGE,
    TimeWarnings,
    change_lines,
    free_lines,
    is_worth_telling,
    notes_on,
    page_in,
    page_lines,
    question_words,
    round_lines,
    rows_aside,
    state_line,
    told_in,
    waiting_line,
    welcome_lines,
)
from client.plain.dialogs import conversation_about
from client.plain.screen import Screen
from client.seat.journey import Journey, Way
from client.seat.news import Heard
from client.seat.player import Player
from client.seat.sitting import Arrived, SeatNews, Sitting, carry_out
from client.table.bot_talk import is_worth_hearing
from client.table.conversation import BACK, Asked, Conversation, WentBackError
from client.table.errands import (
    Ask,
    Call,
    CloseForm,
    Depart,
    Errand,
    FillIn,
    Inquiry,
    Question,
    Send,
    Show,
    ShowInvitations,
    Shown,
    Warn,
    WhatNext,
)
from client.table.key_ring import TableKeys
from client.table.lookout import Stand, stand_at
from client.table.menu import Draft, Name
from client.table.model import TableModel
from client.table.news import Gone
from client.table.scene import GuestPass, Scene
from client.table.sentences import event_sentence, sentences_of
from client.table.sheets import end_lines
from client.table.telling import CHOICES
from client.table.words import duration
from client.texts import t
from client.texts.refusals import deal_number
from core.kinds import Seat
from protocol.entries import Offered, Opened, Said
from protocol.messages import TableState
from protocol.round_records import Committed

AT_ONCE: Final = Settings(pace="instant")
"""Lines wait for nobody."""
KEYS: Final = TableKeys(gift="give", back=BACK)
MANY_LINES: Final = 15
"""From here on the news since the last answer is only counted."""
REMIND_AFTER: Final = 6


class OpenConversation(NamedTuple):
    """A conversation under way: the errands that wait for its answer, and what was asked last."""

    errands: Inquiry[Any]
    conversation: Conversation[Any]
    question: Question
    asked: Asked


class Desk:
    """A seat at a table, or a look at one, line by line."""

    def __init__(self, way: Way, screen: Screen) -> None:
        home = way.person.home or default_home()
        self.model = TableModel(replace(AT_ONCE, chatter=read_settings(home).chatter), home)
        self.model.keys = KEYS
        self.sitting = Sitting(lambda: nullcontext(way), self.hear)
        self.screen = screen
        self.muted: set[Seat] = set()
        self.has_quit = False
        self.wanted_seat: Seat | None = None  # at this table, in place of the one given up
        self.next_game: Journey | None = None
        self._again = way.again
        self.dialog: OpenConversation | None = None
        self.gone = asyncio.Event()
        self._news = asyncio.Event()
        self._player: Player | None = None
        self._notes: dict[object, str] = {}
        self._page = NO_PAGE  # as it was last read out
        self._aside: dict[Name, str] = {}  # others' requests, likewise
        self._question = 0
        self._is_my_turn = False
        self._has_answered = False  # so that even the same question is put again
        self._is_news = False  # what is told next is new since our last answer
        self._news_from = 0  # how many lines had been shown before it
        self._has_hope = False
        self._shown_at = 0
        self._drawing: asyncio.Handle | None = None
        self._alarm = TimeWarnings(screen)
        self._address = way.invitation.address
        self.notices = read_settings(way.person.home).notices if way.person.home else NoticeSettings()
        self.touched = time.monotonic()

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

    def stand(self, now: float) -> Stand | None:
        return stand_at(self.scene, self._address, now) if self.has_come else None

    # News and errands ------------------------------------------------------------------------

    def hear(self, news: SeatNews) -> None:
        self._news.set()
        if isinstance(news, Arrived):
            self._player = news.player
            self._do_at_once(self.model.sit_down(news.scene, news.story))
        elif isinstance(news, Gone) and news.won is not None:
            self.draw()
            self.screen.show(news.reason)
            self.wanted_seat, self.has_quit = news.won, True
        elif not self.model.reason_gone:
            self._do_at_once(self.model.hear(news))
        if isinstance(news, Gone):
            self.gone.set()
        if self._drawing is None:  # when everything that came at this moment has been told
            self._drawing = asyncio.get_running_loop().call_soon(self.draw)

    def _do_at_once(self, errands: Inquiry[Any], came_of: Any = None) -> None:
        """Do what takes no time."""
        with suppress(StopIteration):
            while True:
                errand = errands.send(came_of)
                if self._begins_dialog(errands, errand):
                    return
                came_of = self._do(errand)

    async def follow(self, errands: Inquiry[Any], came_of: Any = None) -> None:
        """Do what a line leads to, up to where the player is asked something."""
        with suppress(StopIteration):
            while True:
                errand = errands.send(came_of)
                if self._begins_dialog(errands, errand):
                    return
                came_of = self._do(errand)
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
            case ShowInvitations():
                self.screen.show(t("club-invitations"), *map(invitation_line, errand.invitations))
            case Warn():
                reason, *more = errand.sentences
                self.screen.warn(reason.upper())
                self.screen.show_all(more)
            case Send():
                return carry_out(self.player, errand.deed)
            case Ask(question=WhatNext() as end):
                self.screen.ring()
                self.screen.show_all(end_lines(end.scene.game, end.ending, end.scene.seat))
                self.screen.show(t("plain-over"))
            case CloseForm():
                self.put_off()
            case Depart():
                return self._depart(errand)
        return None

    async def _depart(self, errand: Depart) -> None:
        if errand.seat is not None:
            await self.player.stand_up()
            self.wanted_seat = errand.seat
        if errand.is_again and self.is_over and self._again is not None:
            self.next_game, self.has_quit = self._again, True
        elif errand.is_again:
            invitation = await self.player.again()
            self.screen.show(t("plain-next-seat", invitation=invitation.text()))
        else:
            self.has_quit = True

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for something to happen, however much news that takes."""
        while not is_so():
            self._news.clear()
            await self._news.wait()
            self.draw()

    # Conversations ---------------------------------------------------------------------------

    def _begins_dialog(self, errands: Inquiry[Any], errand: Errand) -> bool:
        """Ask the player what an errand wants to know, if showing it is not enough."""
        conversation = conversation_about(errand.question) if isinstance(errand, Ask) else None
        if not isinstance(errand, Ask) or conversation is None:
            return False
        self.put_off()
        self._go_on(OpenConversation(errands, conversation, errand.question, next(conversation)))
        return True

    def _go_on(self, dialog: OpenConversation) -> None:
        self.dialog = dialog
        self.screen.show_all(dialog.asked.lines)
        self._shown_at = self.screen.lines_shown
        if isinstance(dialog.question, FillIn) and dialog.asked.so_far is not None:
            self.model.drafting.choice = dialog.asked.so_far
            self.model.drafting.save(dialog.question.scene, dialog.asked.so_far)

    def put_off(self) -> None:
        """Let a conversation come to nothing."""
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            self._do_at_once(dialog.errands, left_of(dialog))

    async def reply(self, dialog: OpenConversation, line: str) -> None:
        """Say something in the conversation that is under way."""
        try:
            asked = dialog.conversation.send(line)
        except StopIteration as end:
            self.dialog = None
            await self.follow(dialog.errands, end.value)
        except WentBackError:
            self.dialog = None
            await self.follow(dialog.errands, left_of(dialog))
            self._page = NO_PAGE
        else:
            self._go_on(dialog._replace(asked=asked))

    # Telling ---------------------------------------------------------------------------------

    def _tell(self, shown: Shown) -> None:
        if shown.is_past:
            past = [line for heard in shown.heard for line in self._of_the_past(heard)]
            self.screen.show_all(welcome_lines(self.scene, past))
            return
        lines, is_own = told_in(self.model.face, self.scene, shown), not shown.heard
        for heard in shown.heard:
            entry, has_begun = heard.entry, self.scene.view is not None
            if isinstance(entry, Said) or not is_worth_telling(heard, self.scene):
                lines = self.sentences(heard)
            if isinstance(entry, CHOICES) and entry.seat == self.scene.seat and has_begun:
                is_own = self._is_news = self._has_answered = True
                is_bid = isinstance(entry, Committed)
                lines = list(self._own_seal(self.scene)) if is_bid else lines or [t("plain-noted")]
        if lines and self._is_news and not is_own:
            self._is_news, self._news_from = False, self.screen.lines_shown
            self.screen.show(t("plain-since-then"))
        if self.dialog is not None:
            lines = [*lines, *filter(None, map(self._how_to_answer, shown.heard))]
            self._shown_at -= REMIND_AFTER if shown.calls else 0
        is_loud = any(call.severity == "error" for call in shown.calls)
        for line in lines:
            (self.screen.warn if is_loud else self.screen.show)(line)

    def _how_to_answer(self, heard: Heard) -> str:
        """Say how to answer an offer while something else is being asked."""
        entry = heard.entry
        if not isinstance(entry, Offered) or entry.to != self.scene.seat:
            return ""
        who = self.scene.game.seat_names[entry.seat]
        return t("plain-offer-how", who=who, number=deal_number(entry.number))

    def _of_the_past(self, heard: Heard) -> Iterator[str]:
        """Tell what matters to a newcomer: not how the table was opened and laid out, or who sealed when."""
        if isinstance(heard.entry, (Opened, Committed)):
            return
        game, seat = self.scene.game, self.scene.seat
        laid_out = [event for event in heard.events if self.model.face.is_set_up(event, seat)]
        skipped = {event_sentence(game, event, seat) for event in laid_out}
        yield from (line for line in self.sentences(heard) if line not in skipped)

    def _own_seal(self, scene: Scene) -> Iterator[str]:
        yield t("plain-own-seal" if scene.can_reseal else "prompt-own-seal")
        if scene.sealed is not None:
            yield from self.model.face.weighed(scene.view, scene.sealed)

    def sentences(self, heard: Heard) -> list[str]:
        if isinstance(heard.entry, Said):
            is_muted = heard.entry.seat in self.muted
            if is_muted or not is_worth_hearing(heard, self.model.settings):
                return []
        if not is_worth_telling(heard, self.scene):
            return []
        return sentences_of(self.scene.game, heard, self.scene.seat)

    def story(self) -> list[str]:
        """Tell everything we have heard."""
        return [line for heard in self.model.telling.story for line in self.sentences(heard)]

    # Asking ----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Say what can be done and what is asked now, unless it was said already."""
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None
        if not self.has_come or self.model.reason_gone:
            return
        if self.model.telling.is_offline and not self._has_hope:
            self.screen.show(t("plain-hope"))
        self._has_hope = self.model.telling.is_offline
        notes = dict(notes_on(self.scene, self.model.listing.entries))
        self.screen.show_all(words for key, words in notes.items() if key not in self._notes)
        self._notes = notes
        self._alarm.set(self.scene, is_my_turn=self._is_my_turn)
        if self.dialog is None or not self._is_up_to_date(self.dialog):
            self._ask()
        self._remind()

    def _is_up_to_date(self, dialog: OpenConversation) -> bool:
        """Say whether a conversation goes on; a player who is no longer asked need not answer."""
        if not isinstance(dialog.question, FillIn) or dialog.question.scene.prompt in (
            None,
            self.scene.prompt,
        ):
            return True
        self.screen.show(t("plain-overtaken"))
        self.put_off()
        return False

    def _ask(self) -> None:
        """Read out what can be typed now; if it was read before, only the changes."""
        was_asked, self._is_my_turn = self._is_my_turn, self.model.is_my_turn
        if not self._is_my_turn:
            before, self._aside = self._aside, rows_aside(self.model.listing.entries)
            self.screen.show_all(row for name, row in self._aside.items() if name not in before)
            return
        if not was_asked:
            self._announce_turn()
        if self.model.menu is None:
            self._do_at_once(self.model.open_form())
        if self.dialog is None:
            self._read_page(is_again=self._has_answered or not was_asked)
            self._has_answered = False

    def _read_page(self, *, is_again: bool) -> None:
        before, self._page = self._page, page_in(self.model)
        if self._page.path != before.path:
            self.screen.show_all(self.model.face.ahead(self.scene.view))
        lines = list(page_lines(self._page, before))
        self.screen.show_all(lines)
        if lines or is_again:
            self._put_question()

    def _announce_turn(self) -> None:
        """Call the player, unless the same is asked again at once."""
        if self.scene.question == self._question:
            return
        self._question = self.scene.question
        self.screen.ring()
        self.screen.show("", self._turn_words(), *self._count_news())

    def _count_news(self) -> Iterator[str]:
        number = self.screen.lines_shown - self._news_from
        if self._news_from and number >= MANY_LINES:
            yield t("plain-news", number=number)

    def _put_question(self) -> None:
        self.screen.show(question_words(self.model))
        self._shown_at = self.screen.lines_shown

    def mark_read(self) -> None:
        """Take everything shown so far as read: who asked for it knows what else is open."""
        self._shown_at = self.screen.lines_shown

    def _remind(self) -> None:
        """Repeat the question when much was told after it."""
        if self.screen.lines_shown - self._shown_at < REMIND_AFTER:
            return
        if self.dialog is not None:
            self.screen.show(t("plain-still-open", question=self.dialog.asked.lines[-1]))
        elif self.model.is_my_turn:
            self.screen.show(t("plain-still-open", question=question_words(self.model)))
        self._shown_at = self.screen.lines_shown

    def repeat(self) -> None:
        """Repeat what is asked, and what else can be done."""
        scene = self.scene
        self._page = page_in(self.model)
        if self.model.is_my_turn:
            self.screen.show_all(self.model.face.ahead(scene.view))
        elif scene.view is not None and not self.is_over:
            waiting = next(round_lines(scene), waiting_line(scene))
            self.screen.show(f"{t('plain-nothing-asked')} {waiting}", *change_lines(scene))
        else:
            self.screen.show(state_line(scene.info.state))
        self.screen.show_all([*free_lines(scene), *self._page.rows.values()])
        if self.model.is_my_turn:
            self._put_question()

    def _turn_words(self) -> str:
        remaining = self.scene.remaining_ms(time.monotonic())
        if remaining is None:
            return t("plain-your-turn")
        return t("plain-your-turn-until", time=duration(remaining))

    def close(self) -> None:
        self._alarm.cancel()
        if self._drawing is not None:
            self._drawing.cancel()


def invitation_line(invitation: GuestPass) -> str:
    text, user = invitation
    return t("plain-invitation-used", invitation=text, name=harmless(user)) if user else text


def left_of(dialog: OpenConversation) -> Draft | None:
    """Return what is left of an answer that is not given now."""
    so_far = dialog.asked.so_far
    return Draft(so_far, is_final=False) if so_far is not None else None
