"""Telling: news comes in and is told piece by piece, at the player's pace."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

from client.harmless import harmless
from client.local.settings import Pace
from client.seat.news import Alarmed, Disconnected, Heard
from client.table.acts import Requests
from client.table.beats import GLIMPSE, Beat, beats_of, is_talk, lines_of, pace_of, pause_after
from client.table.ending import Sheet
from client.table.errands import Call, Errands, LogLine, OpenSheets, Shown, Wait, Warn
from client.table.face import Face, concern_of
from client.table.news import Gone, HeardNews, Looked, Missed, Rejoined, Remark, TableNews
from client.table.scene import Scene
from client.table.sentences import choice_words, entry_sentence, event_sentence
from client.table.sheets import in_its_part, sheets_of
from client.table.wording import heading_in
from client.table.words import clans, people_words
from client.texts import t
from core.deals import Key, Status, key_of
from core.kinds import ChoiceTakenBack, Event, Seat, Viewer
from protocol.entries import (
    Answered,
    AnyEntry,
    AskedBack,
    Began,
    Chose,
    Consented,
    Offered,
    Said,
    TookBack,
    Voted,
)
from protocol.messages import TableInfo, TableState
from protocol.round_records import Committed

CHOICES = (Chose, TookBack, Committed)


class Telling:
    """What happened at a table: what was told of it, and what waits to be told."""

    def __init__(self) -> None:
        self.told: Scene | None = None
        """How the table stands as far as it has been told."""
        self.newest: Scene | None = None
        self.story: list[Heard] = []
        self.told_story: list[Heard] = []
        """As much of it as has been told."""
        self.recap: list[LogLine] = []
        """What was told since the player's last choice."""
        self.asked = Requests()
        self.alarm = ""
        """What must not be overlooked while it is there."""
        self.reason_gone = ""
        self.is_offline = False
        self.is_holding = False  # until the player goes on
        self.pause = 0.0
        self.latest = LogLine("")
        """What was told last."""
        self.lit: frozenset[int] = frozenset()
        """Where on the map it happened."""
        self._face: Face | None = None
        self._people: TableInfo | None = None
        self._has_chosen = False
        self._is_deceived = False
        self._waiting: deque[Beat] = deque()

    @property
    def face(self) -> Face:
        assert self._face is not None
        return self._face

    @property
    def is_going_on(self) -> bool:
        return bool(self._waiting) or self.pause > 0 or self.is_holding

    # News ------------------------------------------------------------------------------------

    def hear(self, news: TableNews, pace: Pace) -> Errands:
        """Take in what comes from the table, and tell what can be told now."""
        match news:
            case HeardNews():
                yield from self._happen(news.heard, news.scene)
                yield from self.go_on(pace)
            case Missed():
                self._miss(news.heard)
                yield from self.go_on(pace)
            case Looked():
                yield from self._look(news.scene)
            case Disconnected():
                self.is_offline = True
                yield Call(news.reason, "error", 5)
            case Rejoined():
                self.newest, self.is_offline = news.scene, False
                yield Call(t("news-back"), seconds=5)
            case Remark():
                yield from self._remark(news)
            case Alarmed():
                yield self._be_deceived(news.sentence, news.evidence)
            case Gone():
                yield from self._be_gone(news.reason)

    def recall(self, face: Face, scene: Scene, story: Iterable[Heard]) -> Shown:
        """Tell at once everything that happened before we came."""
        self._face, self.newest, self._people = face, scene, scene.info
        lines = []
        for heard in (in_its_part(face, scene.game, heard) for heard in story):
            self.story.append(heard)
            self.told_story.append(heard)
            lines += self._say(lines_of(face, heard, scene), heard)
            self._note(heard, scene)
        events = tuple(event for heard in self.story for event in heard.events)
        return Shown(lines, tuple(self.story), events, is_past=True)

    def _happen(self, heard: Heard, scene: Scene) -> Errands:
        self.newest = scene
        heard = in_its_part(self.face, scene.game, heard)
        self.story.append(heard)
        if isinstance(heard.entry, Began):
            self.alarm = ""  # a player who plays on has seen it
        if is_talk(heard):
            yield from self._interrupt(heard, scene)
        else:
            self._waiting += beats_of(self.face, heard, scene)

    def _miss(self, heard: Heard) -> None:
        """Take in what happened in the meantime; the table is only shown at the end."""
        assert self.newest is not None
        heard = in_its_part(self.face, self.newest.game, heard)
        self.story.append(heard)
        beats = beats_of(self.face, heard, self.newest)
        self._waiting += (beat._replace(scene=None) for beat in beats)

    def _look(self, scene: Scene) -> Errands:
        """Say who has come, gone or is ready; in the middle of a game so that nobody misses it."""
        old, self._people = self._people or scene.info, scene.info
        self.newest = scene
        words = [harmless(words) for words in people_words(scene, old)]
        heeded = words if scene.info.state is TableState.RUNNING else ()
        calls = tuple(Call(sentence, seconds=5) for sentence in heeded)
        if words:
            yield Shown([LogLine(sentence) for sentence in words], calls=calls)

    def _remark(self, remark: Remark) -> Errands:
        """Take in something to know about those at the table."""
        words = harmless(remark.words)
        if remark.is_loud:
            self.alarm = words
        call = Call(words, "error" if remark.is_loud else "information", 15)
        yield Shown([LogLine(words)], calls=(call,))

    def _be_deceived(self, sentence: str, evidence: Path | None) -> Warn:
        """Stop, since the story of this table does not hold; say everything there is to say about that."""
        kept = t("alarm-evidence", path=str(evidence)) if evidence else t("alarm-no-evidence")
        self.reason_gone, self._is_deceived = sentence, True
        self.alarm = f"{sentence} {kept}"
        return Warn((sentence, kept, t("alarm-end")))

    def _be_gone(self, reason: str) -> Errands:
        """Leave the table; somebody who was deceived there has heard why."""
        self.reason_gone, self.is_offline = reason, True
        if not self._is_deceived:
            yield Call(t("news-gone", reason=reason), "error", 30)

    def _interrupt(self, heard: Heard, scene: Scene) -> Errands:
        """Tell what is said beside the game, and nothing else the table knows by then."""
        lines = self._say(lines_of(self.face, heard, scene), heard)
        calls = self._note(heard, scene)
        if self.is_going_on and self.told is not None:
            self._learn(heard.entry, scene)
            self.told = with_deal(self.told, heard.entry, scene)
            yield Shown(lines, (heard,), scene=self.told, calls=calls)
        else:
            yield Shown(lines, (heard,), calls=calls)

    def _learn(self, entry: AnyEntry, newest: Scene) -> None:
        """Add a deal that was told at once to everything that waits from before it."""
        self._waiting = deque(
            beat._replace(scene=with_deal(beat.scene, entry, newest)) if beat.scene is not None else beat
            for beat in self._waiting
        )

    def _say(self, lines: list[LogLine], heard: Heard | None) -> list[LogLine]:
        """Count lines as told; a choice of the player's, which they may tell of, restarts the recap."""
        seat = self.newest.seat if self.newest is not None else None
        if heard is not None and isinstance(heard.entry, CHOICES) and heard.entry.seat == seat:
            self.recap, self._has_chosen = [], True
        if self._has_chosen:
            self.recap += lines
        return lines

    def _note(self, heard: Heard, scene: Scene) -> tuple[Call, ...]:
        """Take note of what others want, and return what the player is called for."""
        entry = heard.entry
        what = choice_words(scene.game, self.story, entry, scene.seat) if isinstance(entry, AskedBack) else ""
        self.asked = asked_after(self.asked, heard, scene.seat, what)
        return tuple(calls_by(heard, scene)) if self.told is not None else ()

    # Pace ------------------------------------------------------------------------------------

    def hurry(self, pace: Pace) -> Errands:
        """Go on from where the telling waits; in a pause at once, up to what has to be seen next."""
        was_holding, self.is_holding, self.pause = self.is_holding, False, 0.0
        yield Wait(0.0)
        while self._waiting and not self.is_holding and not was_holding:
            yield from self._tell_next(pace)
            self.pause = 0.0
        yield from self.go_on(pace)

    def go_on(self, pace: Pace) -> Errands:
        """Tell what waits, up to the next pause."""
        while self._waiting and not self.pause and not self.is_holding:
            yield from self._tell_next(pace)
            if self.pause:
                yield Wait(self.pause)

    def _tell_next(self, pace: Pace) -> Errands:
        beat = self._waiting.popleft()
        self._remember(beat)
        sheets = self._sheets_after(beat)
        self._rest_after(beat, sheets, pace)
        yield from self._tell(beat, sheets)

    def _rest_after(self, beat: Beat, sheets: tuple[Sheet, ...], pace: Pace) -> None:
        """Let a beat be seen; a player who is asked next sees it until they answer, if no sheet covers it."""
        assert self.newest is not None
        beat = beat._replace(stays=beat.stays or bool(sheets))
        lines_waiting = sum(bool(later.lines) for later in self._waiting)
        pause = pause_after(beat, pace_of(beat, self.newest, pace), lines_waiting)
        self.pause = pause or 0.0
        is_asked = self.newest.decision is not None
        self.is_holding = pause is None and (bool(self._waiting or sheets) or not is_asked)

    def _remember(self, beat: Beat) -> None:
        if beat.begins is not None:
            self.told_story.append(beat.begins._replace(events=[]))
        if beat.weight != GLIMPSE:
            self.told_story[-1].events.extend(beat.events)

    def _sheets_after(self, beat: Beat) -> tuple[Sheet, ...]:
        """Return the sheets of the game if a part with any result ends with this beat."""
        if beat.begins_game or not any(map(self.face.part_ended, beat.events)):
            return ()
        ended = self.sheets[:-1]
        return ended if ended and not ended[-1].is_blank else ()

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The results of each part of the game, as far as they were told."""
        assert self.newest is not None
        newest = self.newest
        return tuple(sheets_of(self.face, newest.game, self.told_story, newest.view, newest.seat))

    def sum_up(self) -> Errands:
        """Show the results of each part of the game."""
        if self.newest is None or not self.sheets:
            yield Call(t("sheet-none"), seconds=5)
        else:
            yield OpenSheets(self.newest.game, self.sheets)

    def _tell(self, beat: Beat, sheets: tuple[Sheet, ...]) -> Errands:
        assert self.newest is not None
        self._say(beat.lines, beat.begins)
        self._light(beat)
        calls = self._note(beat.begins, self.newest) if beat.begins is not None else ()
        self.told = beat.scene or self.told
        begun = (beat.begins,) if beat.begins is not None else ()
        if not (self.is_holding or beat.begins_game):  # otherwise nobody can overlook it, or it is long past
            calls += tuple(calls_in(self.face, beat.events, self.newest))
        yield Shown(beat.lines, begun, tuple(beat.events), beat.scene, calls=calls, sheets=sheets)

    def _light(self, beat: Beat) -> None:
        """Show where it happens; steps of a battle that name no place are where it began."""
        is_step = beat.weight == GLIMPSE or any(map(self.face.is_told_slowly, beat.events))
        self.lit = beat.places if beat.places or not is_step else self.lit
        if beat.lines:
            first = beat.lines[0]
            sentence = harmless(first.sentence)
            self.latest = first._replace(sentence=heading_in(sentence) or sentence)


def with_deal(scene: Scene, entry: AnyEntry, newest: Scene) -> Scene:
    """Put what was just offered or answered into a scene, and nothing else that has happened since.

    But offers that lapsed before it make way for it: nobody can answer them any more.
    """
    new = {key: newest.deals[key] for key in deals_in(entry) if key in newest.deals}
    is_open = {key for key, standing in scene.deals.items() if standing.status is Status.OPEN}
    lapsed = {key: newest.deals[key] for key in is_open if newest.deals[key].status is not Status.OPEN}
    return scene._replace(deals=scene.deals | lapsed | new) if new else scene


def deals_in(entry: AnyEntry) -> Iterator[Key]:
    """Name the deals that somebody offers, replaces or answers."""
    if isinstance(entry, Answered):
        yield key_of(entry.seat, entry.other, entry.deal)
    elif isinstance(entry, Offered):
        yield key_of(entry.seat, entry.to, entry.number)
        if entry.instead_of is not None:
            yield key_of(entry.seat, entry.to, entry.instead_of)


# What nobody must overlook -------------------------------------------------------------------------


def calls_by(heard: Heard, scene: Scene) -> Iterator[Call]:
    """Call a player who gets an offer, an answer or a request; a bot says in private why it answers so."""
    entry = heard.entry
    if isinstance(entry, Offered) and entry.to == scene.seat:
        yield Call(t("news-offer", who=clans(scene, [entry.seat])))
    elif isinstance(entry, Answered) and entry.other == scene.seat:
        yield Call(entry_sentence(scene.game, entry, scene.seat))
    elif isinstance(entry, AskedBack) and entry.seat != scene.seat:
        yield Call(t("news-asks-back", who=clans(scene, [entry.seat])))
    elif isinstance(entry, Said) and entry.to == (scene.seat,) and is_bot(scene, entry.seat):
        yield Call(t("talk-said", who=clans(scene, [entry.seat]), words=heard.words))


def is_bot(scene: Scene, seat: Seat) -> bool:
    return any(row.is_bot for row in scene.info.seats if row.seat == seat)


def calls_in(face: Face, events: Iterable[Event], scene: Scene) -> Iterator[Call]:
    """Call a player whom something costs, or who is given something."""
    seat = scene.seat
    if seat is None:
        return
    for event in events:
        severity = concern_of(face, event, seat)
        if severity is not None:
            yield Call(harmless(event_sentence(scene.game, event, seat)), severity)


def asked_after(asked: Requests, heard: Heard, seat: Viewer, what: str) -> Requests:
    """Return what others want from a player after something that happened; `what` would be taken back."""
    entry = heard.entry
    is_done = any(isinstance(event, ChoiceTakenBack) for event in heard.events)
    if isinstance(entry, AskedBack) and entry.seat != seat and not is_done:
        return asked._replace(undo=entry.seat, what=what)
    if is_done or (isinstance(entry, Consented) and (entry.seat == seat or not entry.agrees)):
        return asked._replace(undo=None)
    if isinstance(entry, Voted) and entry.seat == seat:
        return asked._replace(voted=asked.voted | {entry.absent})
    return asked
