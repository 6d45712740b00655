"""A seat at a table without a screen: it hears news, tells them one after the other, and says what is asked.

Whatever is drawn of a table reads this and decides nothing. Everything here happens at once: a pause is a
number of seconds that somebody else waits for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from client.local.settings import Pace
from client.seat.news import Heard
from client.table.asking import Asking
from client.table.beats import Beat, LogLine, beats_of, choice_words, is_talk, lines_of, pace_of, pause_after
from client.table.company import Remark
from client.table.face import Face
from client.table.notices import Call, asked_after, calls_by, calls_in
from client.table.scene import Scene
from client.table.telling import Telling, with_deal
from client.table.words import people_words, prompt_of, sealed_words
from client.texts import t
from client.texts.strip_controls import strip_controls
from core.kinds import Event
from protocol.entries import AskedBack, Began
from protocol.messages import TableInfo, TableState


class Prompt(NamedTuple):
    """What is asked, what is to be remarked about it, and who has sealed an answer: shorter and shorter."""

    sentence: str
    remark: str = ""
    sealed: tuple[str, ...] = ()


class Shown(NamedTuple):
    """What is shown at one time."""

    lines: list[LogLine]
    heard: Heard | None = None  # what it is the beginning of
    calls: tuple[Call, ...] = ()
    events: tuple[Event, ...] = ()
    scene: Scene | None = None  # how the table stands then, if that has changed
    is_turn: bool = False  # the table begins, freezes or ends with it


class TableModel:
    """What was told, what still waits to be, and what is asked."""

    def __init__(self) -> None:
        self.asking = Asking()
        self.scene: Scene | None = None  # when all was told; what is asked is asked then
        self.told: Scene | None = None
        self.newest: Scene | None = None
        self.story: list[Heard] = []
        self.reason_gone = ""
        self.alarm = ""
        """What must not be overlooked as long as it is there."""
        self.is_holding = False
        self.pause = 0.0
        self._face: Face | None = None
        self._telling = Telling()
        self._people: TableInfo | None = None
        self._is_deceived = False

    @property
    def face(self) -> Face:
        assert self._face is not None
        return self._face

    @property
    def is_telling(self) -> bool:
        """Whether something is still to be told before the player is asked."""
        return bool(self._telling) or self.pause > 0 or self.is_holding

    @property
    def is_my_turn(self) -> bool:
        is_open = self.scene is not None and self.asking.is_open(self.scene)
        return is_open and not self.is_telling and not self.reason_gone

    @property
    def recap(self) -> list[LogLine]:
        """What was told since the player's last choice."""
        return self._telling.recap

    # News ------------------------------------------------------------------------------------

    def sit_down(self, face: Face, scene: Scene, story: Iterable[Heard]) -> Iterator[Shown]:
        """Begin a stay; give all that happened before we came."""
        self._face, self._telling = face, Telling(scene.seat)
        self.newest, self._people = scene, scene.info
        for heard in story:
            self.story.append(heard)
            yield self._say(heard, scene)

    def hear(self, heard: Heard, scene: Scene) -> Shown | None:
        """Take in what happened; give what is told at once and beside the game."""
        self.newest = scene
        self.story.append(heard)
        if isinstance(heard.entry, Began):
            self.alarm = ""  # who plays on has seen it
        if is_talk(heard):
            return self._interrupt(heard, scene)
        self._telling.add(beats_of(self.face, heard, scene))
        return None

    def miss(self, heard: Heard) -> None:
        """Take in what happened meanwhile; how the table stands is only shown at the end."""
        assert self.newest is not None
        self.story.append(heard)
        beats = beats_of(self.face, heard, self.newest)
        self._telling.add(beat._replace(scene=None) for beat in beats)

    def look(self, scene: Scene) -> Shown:
        """Say who has come, gone or is ready; in the middle of a game so that nobody misses it."""
        old, self._people = self._people or scene.info, scene.info
        self.newest = scene
        lines = [LogLine(strip_controls(words)) for words in people_words(scene, old)]
        is_running = scene.info.state is TableState.RUNNING
        return Shown(lines, calls=tuple(Call(line.sentence, seconds=5) for line in lines if is_running))

    def notice(self, remark: Remark) -> Shown:
        """Take in something to know about those at the table."""
        words = strip_controls(remark.words)
        if remark.is_loud:
            self.alarm = words
        call = Call(words, "error" if remark.is_loud else "information", 15)
        return Shown([LogLine(words)], calls=() if remark.is_quiet else (call,))

    def be_deceived(self, sentence: str, evidence: Path | None) -> list[str]:
        """Stop, as the story of this table does not hold; give all there is to say about that."""
        kept = t("alarm-evidence", path=str(evidence)) if evidence else t("alarm-no-evidence")
        self.reason_gone, self._is_deceived = sentence, True
        self.alarm = f"{sentence} {kept}"
        return [sentence, kept, t("alarm-end")]

    def be_gone(self, reason: str) -> tuple[Call, ...]:
        """Be at the table no more; who was deceived there has heard why."""
        self.reason_gone = reason
        return () if self._is_deceived else (Call(t("news-gone", reason=reason), "error", 30),)

    def _interrupt(self, heard: Heard, scene: Scene) -> Shown:
        """Tell what is said beside the game, and nothing else that the table knows by then."""
        shown = self._say(heard, scene)
        if not self.is_telling or self.told is None:
            return shown
        self._telling.learn(heard.entry, scene)
        self.told = with_deal(self.told, heard.entry, scene)
        return shown._replace(scene=self.told)

    def _say(self, heard: Heard, scene: Scene) -> Shown:
        lines = lines_of(self.face, heard, scene)
        self._telling.say(lines, heard)
        return Shown(lines, heard, self._note(heard, scene))

    def _note(self, heard: Heard, scene: Scene) -> tuple[Call, ...]:
        """Take notice of what others want, and give what the player is called for."""
        entry, asking = heard.entry, self.asking
        what = choice_words(self.face, self.story, entry, scene) if isinstance(entry, AskedBack) else ""
        asking.asked = asked_after(asking.asked, heard, scene.seat, what)
        return tuple(calls_by(entry, self.scene)) if self.scene is not None else ()

    # Telling ---------------------------------------------------------------------------------

    def tell(self, pace: Pace) -> Iterator[Shown]:
        """Tell what waits, up to the next pause."""
        while self._telling and not self.pause and not self.is_holding:
            beat = self._telling.next()
            self._rest_after(beat, pace)
            yield self._shown(beat)

    def hurry(self) -> Iterator[Shown]:
        """Go on from where the telling waits; in the middle of it, to its end."""
        if not self.is_holding:
            while self._telling:
                yield self._shown(self._telling.next())
        self.is_holding, self.pause = False, 0.0

    def end_pause(self) -> None:
        self.pause = 0.0

    def settle(self, scene: Scene) -> bool:
        """Stand where the table stands, when all has been told; say whether something else is asked now."""
        old, self.scene, self.told = self.scene, scene, scene
        return self.asking.ask(self.face, old, scene)

    def _rest_after(self, beat: Beat, pace: Pace) -> None:
        pause = pause_after(beat, pace_of(beat, self.newest, pace), self._telling.lines_waiting)
        if pause is None:
            self.is_holding = bool(self._telling)
        else:
            self.pause = pause

    def _shown(self, beat: Beat) -> Shown:
        assert self.newest is not None
        noted = self._note(beat.begins, self.newest) if beat.begins is not None else ()
        calls = (*noted, *calls_in(self.face, beat.events, self.newest))
        before, self.told = self.told, beat.scene or self.told
        is_turn = (
            before is not None and self.told is not None and before.info.state is not self.told.info.state
        )
        return Shown(beat.lines, beat.begins, calls, tuple(beat.events), beat.scene, is_turn)

    # Asking ----------------------------------------------------------------------------------

    def prompt(self) -> Prompt | None:
        """Say what is asked, of whom, or why nothing is; None before we are at the table."""
        if self.reason_gone:
            is_here = self.scene is not None
            return Prompt(t("news-gone", reason=self.reason_gone) if is_here else t("news-no-way"))
        if self.is_holding:
            return Prompt(t("prompt-more"))
        if self._tells_of_bids:
            return Prompt(t("prompt-telling"))
        if self.scene is None or self.told is None:
            return None
        menu = self.asking.menu
        trail = tuple(stage.label for stage in menu.trail) if menu is not None else ()
        asked = prompt_of(self.told, self.face.ask_words, is_mine=self.is_my_turn, trail=trail)
        return Prompt(*asked, sealed_words(self.told))

    @property
    def _tells_of_bids(self) -> bool:
        """Whether what all have sealed is open, and is just being told."""
        was_sealed = self.scene is not None and self.scene.seals is not None
        return self.is_telling and was_sealed and self.newest is not None and self.newest.seals is None
