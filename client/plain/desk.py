"""A player's desk in the line client: hears what happens, tells it, and asks what is to be decided."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator

from client.local.home import PLAYERS
from client.local.known_hosts import Admit
from client.plain.asking import ListedQuestion, free_lines, question_lines, question_of, wording
from client.plain.screen import Screen
from client.plain.telling import changes, is_ready, table_lines
from client.seat.mirror import Mirror
from client.seat.news import Alarmed, Connected, Disconnected, Heard, News, Overtaken, Person, TableChanged
from client.seat.player import Player
from client.table.face import Face, face_of
from client.table.meeting import door_words, greeting, remember_all
from client.table.secrecy import change_lines, code_lines, round_lines, secrecy_lines
from client.table.sentences import seat_list, seat_title, sentences_of
from client.table.words import duration
from client.texts import t
from client.texts.refusals import deal_number
from core.kinds import Seat
from protocol.entries import AskedBack, Began, Chose, Offered, Said, SatDown, TookBack
from protocol.invitation import Invitation
from protocol.limits import Limits
from protocol.messages import TableInfo, TableState
from protocol.round_records import Committed

STORY_LINES = 15
"""How much of what happened before is told to who comes (back) to a table."""
REMIND_AFTER = 10
WARN_AT_MS = (600_000, 60_000, 10_000, 0)


class Desk:
    """All that the line client knows beyond its player's mirror: what was shown and what is muted."""

    def __init__(
        self,
        invitation: Invitation,
        person: Person,
        admit: Admit,
        screen: Screen,
        limits: Limits | None = None,
    ) -> None:
        self.player = Player(invitation, person, admit, self._on_news, limits)
        self.screen = screen
        self.muted: set[Seat] = set()
        self.has_quit = False
        self.question: ListedQuestion | None = None  # as it was shown last
        self.news = asyncio.Event()
        self._known = person.home / PLAYERS if person.home is not None else None
        self._info: TableInfo | None = None
        self._is_seated = False
        self._is_my_turn = False
        self._shown_at = 0
        self._heard_at = 0.0
        self._asking: asyncio.Handle | None = None
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def mirror(self) -> Mirror:
        return self.player.mirror

    @property
    def is_over(self) -> bool:
        return self.mirror.info.state is TableState.OVER

    # Coming and going ------------------------------------------------------------------------

    async def sit_down(self) -> None:
        await self.player.sit_down()
        self._is_seated = True
        self._welcome()

    async def leave(self) -> None:
        for handle in (self._asking, self._alarm):
            if handle is not None:
                handle.cancel()
        self._is_seated = False
        await self.player.leave()

    def _welcome(self) -> None:
        mirror = self.mirror
        self.screen.show_all(table_lines(mirror.game, mirror.info))
        story = self.story()
        if len(story) > STORY_LINES:
            self.screen.show(t("plain-so-far", number=len(story)))
        self.screen.show_all(story[-STORY_LINES:])
        seat = mirror.seat
        self.screen.show(
            t("plain-watching") if seat is None else t("plain-you-are", seat=seat_title(mirror.game, seat)),
            t("plain-first-help"),
        )
        if self.player.is_overtaken:
            self.screen.show(t("news-overtaken"))
        self._greet(mirror.table.sitters.values())
        self._invite_to_begin()
        self.ask()

    def _greet(self, sitters: Iterable[SatDown]) -> None:
        """Compare who sits here with whom we know; bots have no names that one would know again."""
        self.screen.show_all(filter(None, map(door_words, self._others(sitters))))
        if self._known is None:
            return
        for sitter in self._others(sitters):
            words, is_loud = greeting(self._known, sitter)
            if is_loud:
                self.screen.warn(words)
            elif words:
                self.screen.show(words)

    def _others(self, sitters: Iterable[SatDown]) -> list[SatDown]:
        return [one for one in sitters if not one.is_bot and one.seat != self.mirror.seat]

    def _invite_to_begin(self) -> None:
        info, seat = self.mirror.info, self.mirror.seat
        if seat is None or info.state is not TableState.OPEN:
            return
        free = [row.seat for row in info.seats if not row.player]
        if free:
            self.screen.show(t("plain-seats-free", seats=seat_list(self.mirror.game, free)))
        self.screen.show_all(secrecy_lines(self.mirror.table))
        if not is_ready(info, seat):
            self.screen.show(t("plain-get-ready"))

    # News ------------------------------------------------------------------------------------

    def _on_news(self, news: News) -> None:
        self.news.set()
        if isinstance(news, (Heard, Connected)):  # which bring the clocks along
            self._heard_at = asyncio.get_running_loop().time()
        if isinstance(news, TableChanged):
            self._on_change(news.info)
        if isinstance(news, Alarmed):
            self.screen.warn(alarm_line(news))
            self._is_seated = False
        if not self._is_seated:
            return
        if isinstance(news, Heard):
            self._on_heard(news)
        elif isinstance(news, Disconnected):
            self.screen.show(news.reason)
            asyncio.get_running_loop().call_soon(self._tell_of_hope)
        elif isinstance(news, Connected):
            self.screen.show(t("news-back"))
            self._soon()
        elif isinstance(news, Overtaken):
            self.screen.show(t("news-overtaken"))

    def _tell_of_hope(self) -> None:
        if not self.player.gone.done():
            self.screen.show(t("plain-hope"))

    def _on_change(self, info: TableInfo) -> None:
        old, self._info = self._info, info
        if old is None or not self._is_seated:
            return
        self.screen.show_all(changes(self.mirror.game, old, info))
        if info.state is TableState.OPEN and count_free(info) == 0 < count_free(old):
            self._invite_to_begin()
        if info.state is TableState.OVER and old.state is not TableState.OVER:
            self.screen.ring()
            self.screen.show(t("plain-over"))
        self._hint_at_votes(old, info)

    def _hint_at_votes(self, old: TableInfo, info: TableInfo) -> None:
        for before, now in zip(old.seats, info.seats, strict=True):
            if now.is_overdue and not before.is_overdue and now.seat != self.mirror.seat:
                self.screen.show(t("plain-vote", seat=self.mirror.game.seat_names[now.seat]))

    def _on_heard(self, heard: Heard) -> None:
        entry = heard.entry
        is_own = getattr(entry, "seat", None) == self.mirror.seat
        if isinstance(entry, (Chose, TookBack, Committed)) and is_own:
            self.question = None
        is_bid = isinstance(entry, Committed) and is_own and self.mirror.view is not None
        self.screen.show_all(self._own_seal() if is_bid else self._sentences(heard))
        self.screen.show_all(self._hints(heard))
        if isinstance(entry, SatDown):
            self._greet([entry])
        elif isinstance(entry, Began):
            self._on_begin()
        self._soon()

    def _own_seal(self) -> Iterator[str]:
        yield t("plain-own-seal" if self.mirror.can_reseal else "prompt-own-seal")
        if self.mirror.sealed_choice is not None:
            yield from self.face.weighed(self.mirror.view, self.mirror.sealed_choice)

    @property
    def face(self) -> Face:
        return face_of(self.mirror.game.name)

    def _on_begin(self) -> None:
        table = self.mirror.table
        self.screen.show_all(code_lines(table))
        if self._known is not None:
            self.screen.show_all(remember_all(self._known, self._others(table.sitters.values())))

    def _sentences(self, heard: Heard) -> list[str]:
        if isinstance(heard.entry, Said) and heard.entry.seat in self.muted:
            return []
        return sentences_of(self.mirror.game, heard, self.mirror.seat)

    def _hints(self, heard: Heard) -> Iterator[str]:
        entry, seat = heard.entry, self.mirror.seat
        if isinstance(entry, Offered) and entry.to == seat:
            deal = f"{self.mirror.game.seat_names[entry.seat]} {deal_number(entry.number)}"
            yield t("plain-answer-deal", deal=deal)
        if isinstance(entry, AskedBack) and not heard.events and seat not in (None, entry.seat):
            yield t("plain-answer-undo")

    def story(self) -> list[str]:
        """Tell all that we have heard."""
        return [line for heard in self.mirror.story for line in self._sentences(heard)]

    # Asking ----------------------------------------------------------------------------------

    def _soon(self) -> None:
        """Ask when all that came in this moment has been told."""
        if self._asking is None:
            self._asking = asyncio.get_running_loop().call_soon(self.ask)

    def ask(self) -> None:
        """Show what is asked of us, unless it stands there already."""
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None
        if self.player.alarm is not None:
            return
        prompt, decision = self.mirror.prompt, getattr(self.mirror.view, "decision", None)
        self._set_alarm()
        if prompt is None or decision is None:
            self.question, self._is_my_turn = None, False
        elif self.question is None or self.question.prompt != prompt:
            self._announce_turn()
            self.question = question_of(self.mirror.game, prompt, decision, self.question)
            self._show_question()
        elif self.screen.lines_shown - self._shown_at >= REMIND_AFTER:
            self.screen.show(t("plain-still-open", question=wording(decision.prompt)))
            self._shown_at = self.screen.lines_shown

    def _announce_turn(self) -> None:
        if self.question is not None:
            self.screen.show(t("plain-changed"))
        elif not self._is_my_turn:
            self.screen.ring()
            self.screen.show("", self._turn_words())
        self._is_my_turn = True

    def _show_question(self) -> None:
        assert self.question is not None
        self.screen.show_all(question_lines(self.mirror.game, self.question))
        self.screen.show_all(f"  {line}" for line in self.face.ahead(self.mirror.view))
        if self.mirror.is_sealing:
            self.screen.show(f"  {t('plain-as-you-type')}")
        self._shown_at = self.screen.lines_shown

    def repeat(self) -> None:
        """Say again what is asked, and what else one may do."""
        mirror = self.mirror
        if self.question is not None:
            self._show_question()
        elif mirror.view is not None and not self.is_over:
            self.screen.show(f"{t('plain-nothing-asked')} {self._waiting()}")
            self.screen.show_all(change_lines(mirror))
        else:
            self.screen.show(t("plain-nothing-asked"))
        if mirror.view is not None:
            self.screen.show_all(free_lines(mirror.game, mirror.view.standing))

    def _waiting(self) -> str:
        """Say whom the table waits for: where choices are sealed, who has not."""
        seats = seat_list(self.mirror.game, self.mirror.view.to_act)
        return next(round_lines(self.mirror), t("plain-waits-for", seats=seats))

    # Time ------------------------------------------------------------------------------------

    def elapsed_ms(self) -> int:
        """Say how old our news are."""
        return int(1000 * (asyncio.get_running_loop().time() - self._heard_at))

    def _remaining_ms(self) -> int | None:
        """Say how much time we have left, if our clock runs."""
        faces = (face for face in self.mirror.clocks if face.seat == self.mirror.seat and face.is_running)
        remaining = next((face.remaining_ms for face in faces), None)
        return None if remaining is None else max(0, remaining - self.elapsed_ms())

    def _turn_words(self) -> str:
        remaining = self._remaining_ms()
        if remaining is None:
            return t("plain-your-turn")
        return t("plain-your-turn-until", time=duration(remaining))

    def _set_alarm(self) -> None:
        """Plan the next warning that our time runs out."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        remaining = self._remaining_ms()
        mark = next((mark for mark in WARN_AT_MS if remaining is not None and mark < remaining), None)
        if remaining is not None and mark is not None:
            delay = (remaining - mark) / 1000
            self._alarm = asyncio.get_running_loop().call_later(delay, self._warn, mark)

    def _warn(self, mark: int) -> None:
        absence = self.mirror.info.terms.absence.value
        self.screen.ring()
        self.screen.show(t("plain-time-left", time=duration(mark)) if mark else t(f"plain-time-up-{absence}"))
        self._set_alarm()


def alarm_line(alarm: Alarmed) -> str:
    sentence = alarm.sentence.rstrip(".").upper()
    if alarm.evidence:
        return t("plain-alarm-kept", sentence=sentence, path=str(alarm.evidence))
    return t("plain-alarm-lost", sentence=sentence)


def count_free(info: TableInfo) -> int:
    return sum(not row.player for row in info.seats)
