"""A seat at a table without a screen: it hears news, tells it piece by piece, and says what is asked.

A front end draws this and decides nothing:

- It calls what the player or the table does: `sit_down`, `hear`, `press`, `perform`, `pick`, `undo`, `hurry`,
  `leave`… Nearly all of these yield errands (`client.table.errands`): take them one by one, do each, and send
  back the result. A pause is a number of seconds for somebody else to wait.
- Whenever errands pause or end, it draws what is here: `told`, `prompt()`, `listing`, `notice`, `alarm`,
  `drafting.choice`, `is_my_turn`, `is_offline`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from client.local.settings import Settings
from client.seat.news import Heard
from client.table.acts import (
    Act,
    AnswerOffer,
    Back,
    Donate,
    EditSeal,
    Fill,
    Invite,
    Open,
    PlayAgain,
    SeeEnd,
    Take,
    TakeSeat,
    entries_at_end,
)
from client.table.among_players import consider_offer, give
from client.table.asking import NOTHING, Asking, Drafting
from client.table.deeds import (
    ActFreely,
    Apply,
    AskBack,
    Consent,
    Elect,
    GetReady,
    GiveAnswer,
    Reseal,
    StandUp,
    TakeBack,
    Vote,
)
from client.table.doubts import doubt_about, doubt_about_seal, doubt_about_undo
from client.table.errands import (
    Ask,
    Call,
    CallPlayer,
    CloseForm,
    Depart,
    Doubt,
    Errand,
    Errands,
    FillIn,
    Inquiry,
    Send,
    ShowInvitations,
    TurnToChoices,
    WhatNext,
    send,
)
from client.table.face import Face, face_of
from client.table.interruptions import Interruptions
from client.table.key_ring import TableKeys
from client.table.menu import Draft, Menu, Option
from client.table.news import TableNews
from client.table.reading import advice_on, recap
from client.table.reasons import why_gone, why_not_at
from client.table.scene import Scene
from client.table.telling import Telling
from client.table.undo import has_asked, last_choice, standing
from client.table.words import duration, prompt_of, sealed_words
from client.texts import t
from core.decisions import Decision
from core.kinds import Choice
from protocol.entries import AskedBack, Began
from protocol.messages import TableState


class PromptWords(NamedTuple):
    """What is asked or told, a remark, and what may be dropped: who has sealed, or which key goes on."""

    sentence: str
    remark: str = ""
    aside: tuple[str, ...] = ()  # each shorter than the last
    brief: str = ""  # the sentence where there is no room for all of it


class TableModel:
    """What was told, what waits to be told, what is asked, and what the player's answers lead to."""

    def __init__(self, settings: Settings, home: Path) -> None:
        self.settings = settings
        self.keys = TableKeys()
        self.asking = Asking()
        self.drafting = Drafting(home)
        self.telling = Telling()
        self.interruptions = Interruptions(self.telling)
        self.listing = NOTHING
        """Everything that can be done now."""
        self.notice = ""
        """What the last key did, if that is worth saying."""
        self.scene: Scene | None = None
        """How the table stood when everything had been told; questions are asked then."""
        self._home = home
        self._has_seen_end = False
        self._is_resealing = False

    @property
    def face(self) -> Face:
        return self.telling.face

    @property
    def told(self) -> Scene | None:
        return self.telling.told

    @property
    def reason_gone(self) -> str:
        """Why we are no longer at the table, if so."""
        return self.telling.reason_gone

    @property
    def menu(self) -> Menu | None:
        return self.asking.menu

    @property
    def is_telling(self) -> bool:
        """Whether something has to be told before the player is asked."""
        return self.telling.is_going_on

    @property
    def lit(self) -> frozenset[int]:
        """Where on the map the current news happens."""
        return self.telling.lit if self.is_telling else frozenset()

    @property
    def is_my_turn(self) -> bool:
        is_open = self.scene is not None and self.asking.is_open(self.scene)
        return is_open and not self.is_telling and not self.reason_gone

    # News ------------------------------------------------------------------------------------

    def sit_down(self, scene: Scene, story: Iterable[Heard]) -> Errands:
        """Begin a stay: tell what happened before we came, and show how the table stands."""
        yield self.telling.recall(face_of(scene.game.name), scene, story)
        yield from self._settle(scene)
        has_just_begun = any(isinstance(heard.entry, Began) for heard in self.telling.story[-1:])
        is_playing = scene.info.state is TableState.RUNNING and scene.seat is not None
        if is_playing and self.telling.recap and not has_just_begun:
            yield recap(self.telling.recap, "since-title")

    def hear(self, news: TableNews) -> Errands:
        """Take in what comes from the table, once we sit there."""
        yield from self._tell(self.telling.hear(news, self.settings.pace))

    def hurry(self) -> Errands:
        """Go on at once, up to what has to be seen next, or to the end of the news."""
        yield from self._tell(self.telling.hurry(self.settings.pace))

    def end_pause(self) -> Errands:
        self.telling.pause = 0.0
        yield from self._tell(self.telling.go_on(self.settings.pace))

    def _tell(self, errands: Iterable[Errand]) -> Errands:
        """Tell something; when nothing is left to tell, show the table as it is."""
        before = self.told
        yield from errands
        told, newest = self.told, self.telling.newest
        if not self.is_telling and newest is not None:
            yield from self._settle(newest)
        elif self.reason_gone or (before and told and before.info.state is not told.info.state):
            self._list()

    def _settle(self, scene: Scene) -> Errands:
        """Show the table as it is, now that everything has been told."""
        old, self.scene, self.telling.told = self.scene, scene, scene
        if self.asking.ask(self.face, old, scene):
            self.notice = ""
        self.drafting.follow(old, scene)
        self._list()
        if old is not None and old.info.next != scene.info.next and scene.seat is not None:
            yield Call(t("news-rematch"), seconds=20)
        if self._is_resealing and not scene.can_reseal:
            yield CloseForm()
        if self.is_my_turn and self.asking.announce(scene):
            yield from advice_on(scene, self._home)
            yield CallPlayer()
        if scene.info.state is TableState.OVER and not self._has_seen_end:
            self._has_seen_end = True
            yield from self.see_end()

    # What is asked ---------------------------------------------------------------------------

    def prompt(self, now: float) -> PromptWords | None:
        """Say what is asked, of whom, or why nothing is; None before we are at the table."""
        if self.reason_gone:
            is_here = self.scene is not None
            return PromptWords(t("news-gone", reason=self.reason_gone) if is_here else t("news-no-way"))
        if self.is_telling:
            latest = self.telling.latest
            if self.telling.is_holding:
                forms = (t("prompt-goes-on", news=news) for news in (latest.sentence, latest.brief) if news)
                return PromptWords(next(forms, ""), brief=next(forms, ""))
            return PromptWords(latest.sentence, aside=(t("prompt-skips"), ""), brief=latest.brief)
        if self.scene is None or self.told is None:
            return None
        is_mine, menu = self.is_my_turn, self.menu
        sentence, remark = prompt_of(self.told, self.face.ask_words, is_mine=is_mine, menu=menu)
        remaining = self.scene.remaining_ms(now) if self.is_my_turn else None
        if remaining is not None:
            remark = f"{remark}  {t('prompt-left', time=duration(remaining))}"
        return PromptWords(sentence, remark, sealed_words(self.told))

    def _list(self, *, is_new: bool = False) -> None:
        """List what can be done now, and where on the map; a new page begins with its first answer."""
        if self.scene is None or self.told is None:
            return
        if self.reason_gone:
            self.listing = self.listing._replace(entries=entries_at_end(self.scene), is_new=False)
            return
        listing = self.asking.list(self.told, self.telling.asked, self.keys, is_mine=self.is_my_turn)
        self.listing = listing._replace(is_new=is_new or listing.is_new)

    def press(self, key: str) -> Act | None:
        """Return what a key takes from the list, if anything."""
        self.notice = ""
        return next((entry.act for entry in self.listing.entries if entry.key == key), None)

    def explain(self, key: str, help_key: str) -> None:
        """Say why a key does nothing."""
        if not self.is_my_turn or self.scene is None or self.told is None:
            self.notice = t("key-not-asked", key=key)
            return
        thing, place = self.asking.meaning(self.told, key), self._place_of(key)
        if thing is not None:
            self.notice = t("key-dead", key=key, words=thing.words, why=why_gone(self.scene, thing))
        elif self.menu is not None and place is not None:
            why = why_not_at(self.face, self.scene, self.menu, place)
            self.notice = t("key-dead", key=key, words=self.face.place_name(place), why=why)
        else:
            self.notice = t("key-for-nothing", key=key, help=help_key)

    def _place_of(self, key: str) -> int | None:
        """Return the place a key stands for while one is to be picked."""
        is_asked = self.menu is not None and not self.menu.trail and bool(self.menu.targets())
        return self.face.place_of(key) if is_asked else None

    # Answering -------------------------------------------------------------------------------

    def perform(self, act: Act) -> Errands:
        """Do what was taken from the list."""
        match act:
            case Take():
                yield from self.choose(act.option)
            case Open():
                self._list(is_new=self.asking.open(act.row))
            case Back():
                self.back()
            case Fill():
                yield from self.fill_form()
            case EditSeal():
                yield from self.reseal()
            case _:
                yield from self._perform_beside(act)

    def _perform_beside(self, act: Act) -> Errands:
        """Do what does not answer a question of the game."""
        match act:
            case Donate():
                yield from give(self.scene)
            case AnswerOffer() if self.scene is not None:
                yield from consider_offer(self.scene, self.telling.story, act.deal)
            case SeeEnd():
                yield from self.see_end()
            case PlayAgain():
                yield Depart(is_again=True)
            case TakeSeat():
                yield Depart(seat=act.seat)
            case StandUp():
                yield from self.stand_up()
            case Invite():
                yield ShowInvitations(act.invitations)
            case GetReady() | Consent() | Vote() | Apply() | Elect():
                yield from send(act)

    def back(self) -> bool:
        """Come back from a group of answers, and say whether there was a way back."""
        is_closed = self.scene is not None and self.asking.close(self.face, self.scene)
        if is_closed:
            self._list(is_new=True)
        return is_closed

    def pick(self, place: int) -> Errands:
        """Settle on a place on the map, or say why it cannot be one."""
        menu = self.menu
        if self.scene is None or menu is None or not self.is_my_turn:
            return
        if place not in menu.targets():
            yield Call(why_not_at(self.face, self.scene, menu, place), "warning", 5)
            return
        answer = self.asking.pick(place, self.face.place_name(place))
        if answer is not None:
            yield from self.choose(answer)
        elif menu != self.menu:
            self._list(is_new=True)
        else:
            yield TurnToChoices()

    def choose(self, option: Option) -> Errands:
        """Give an answer; a grave one, or one that breaks a promise, needs confirmation."""
        assert self.scene is not None
        if (yield from self._is_sure(doubt_about(self.face, self.scene, option))):
            yield from self._answer(option.choice)

    def play(self, choice: Choice) -> Errands:
        """Do what was put into words: answer the question, or do what is possible in between."""
        assert self.scene is not None
        asked = self.scene.decision
        is_answer = asked is not None and asked.allows(choice)
        if type(choice) in self.scene.game.rules.free and not is_answer:
            yield from send(ActFreely(choice))
        else:
            yield from self._answer(choice)

    def _answer(self, choice: Choice) -> Errands:
        assert self.scene is not None
        before, self.asking.answered = self.asking.answered, self.scene.prompt
        self._list()
        if not (yield from send(GiveAnswer(choice))):
            self.asking.answered = before
            self._list()

    def _is_sure(self, doubt: Doubt | None) -> Inquiry[bool]:
        """Ask again, unless there is nothing to ask or the player does not want to be asked."""
        return doubt is None or not self.settings.confirm or bool((yield Ask(doubt)))

    # Forms -----------------------------------------------------------------------------------

    def open_form(self) -> Errands:
        """Open the form of a question unasked, once."""
        if self.scene is not None and self.is_my_turn and self.asking.show_form(self.scene):
            yield from self.fill_form()

    def fill_form(self) -> Errands:
        """Let the player fill in the form of the question; an unfinished one stays as a draft."""
        scene = self.scene
        if scene is None or scene.decision is None or not self.is_my_turn:
            return
        self.drafting.recall(scene)
        choice = yield from self._filled(scene, scene.decision, lambda: self._asks(scene))
        if choice is not None:
            if not scene.is_sealing:
                self.drafting.forget(scene)
            yield from self._answer(choice)

    def reseal(self) -> Errands:
        """Change what is sealed, while others have not sealed."""
        scene = self.scene
        if scene is None or not self._can_reseal():
            yield Call(t("seat-no-change"), "warning", 5)
            return
        self._is_resealing = True
        choice = yield from self._filled(scene, scene.view.decision, self._can_reseal)
        self._is_resealing, self.drafting.choice = False, scene.sealed
        if choice not in (None, scene.sealed):
            yield from send(Reseal(choice))
        elif not self._can_reseal() and not self.reason_gone:
            yield Call(t("news-overtaken"), "warning", 8)

    def _filled(
        self, scene: Scene, decision: Decision, is_open: Callable[[], bool]
    ) -> Inquiry[Choice | None]:
        """Ask until the player is sure of the answer or puts it off, as long as anybody waits for it."""
        while is_open():
            question = FillIn(scene, decision, self.drafting.choice, self.form_remark)
            draft: Draft | None = yield Ask(question)
            if draft is None:
                return None
            self.drafting.choice = draft.choice
            if not draft.is_final or draft.choice == scene.sealed:
                return None
            doubt = doubt_about_seal(self.face, self.scene or scene, draft.choice)
            if (yield from self._is_sure(doubt)) and is_open():
                return draft.choice
        return None

    @property
    def form_remark(self) -> str:
        """What to read below a form."""
        return ""

    def _asks(self, scene: Scene) -> bool:
        """Whether what was asked then is still open, whatever is being told in the meantime."""
        is_same = self.scene is not None and self.scene.prompt == scene.prompt != self.asking.answered
        return is_same and not self.reason_gone

    def _can_reseal(self) -> bool:
        return self.scene is not None and self.scene.can_reseal and not self.reason_gone

    # Second thoughts -------------------------------------------------------------------------

    def undo(self) -> Errands:
        """Change what is sealed, or take the last choice back; if that needs the others' permission, ask."""
        if self._can_reseal():
            yield from self.reseal()
            return
        seat = self.scene.seat if self.scene is not None else None
        prompt = last_choice(self.telling.story, seat) if seat is not None else None
        if prompt is None or seat is None:
            yield Call(t("news-undo-none"), "warning", 5)
            return
        refusal = yield Send(TakeBack(prompt))
        if not refusal or (yield from self._ask_back(AskedBack(seat, prompt), refusal)):
            self.asking.answered = None
            self._list()

    def _ask_back(self, question: AskedBack, refusal: str) -> Inquiry[bool]:
        """Ask for permission to take a choice back, but nobody twice."""
        assert self.scene is not None
        if has_asked(self.telling.story, question.seat, question.prompt):
            yield Call(t("news-undo-twice"), "warning", 5)
            return False
        doubt = doubt_about_undo(self.telling.story, self.scene, question, refusal)
        if not (yield from self._is_sure(doubt)):
            return False
        if (yield from send(AskBack(question.prompt))):
            yield Call(t("news-undo-asked"), seconds=5)
        return True

    # The end ---------------------------------------------------------------------------------

    def see_end(self) -> Errands:
        """Look at how the game has ended, and go on from there."""
        if self.scene is None or self.scene.view is None:
            return
        ending = self.face.ending_of(standing(self.telling.story), self.scene.view)
        wish = yield Ask(WhatNext(self.scene, ending))
        if wish in ("again", "leave"):
            yield Depart(is_again=wish == "again")

    def stand_up(self) -> Errands:
        """Give the seat back before the game begins, and go."""
        doubt = Doubt(t("stand-up-sure"), t("stand-up-warn"))
        if (yield Ask(doubt)) and (yield from send(StandUp())):
            yield Depart()

    def leave(self) -> Errands:
        """Leave the table; in the middle of a game, if the player is sure."""
        newest = self.telling.newest
        is_over = newest is not None and newest.info.state is TableState.OVER
        doubt = Doubt(t("leave-sure"), t("leave-warn"))
        if is_over or self.reason_gone or (yield Ask(doubt)):
            yield Depart()
