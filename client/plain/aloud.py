"""A table to read aloud: what is asked, what can be typed, who sits there, deals, and the time left."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from client.plain.screen import Screen
from client.seat.news import Heard
from client.table.acts import AnswerOffer, Back, Donate, Entry, PlayAgain, name_of, page_of
from client.table.deal_words import deal_words, promise_words
from client.table.deeds import Consent, Elect, GetReady, Vote
from client.table.errands import Shown
from client.table.face import Face, face_of
from client.table.menu import Name, Option
from client.table.model import TableModel
from client.table.scene import Scene
from client.table.sentences import event_sentence, header_of
from client.table.sheets import sheet_lines
from client.table.wording import game_title, listed, named, seat_list, seat_title
from client.table.words import bots_playing, duration, options_of, prompt_of, temperament_words, terms_of
from client.texts import t
from client.texts.refusals import deal_number
from core.deals import Standing, Status, pledges_of
from core.decisions import ChooseOne
from core.flow import turning_of
from core.kinds import Seat
from protocol.entries import Door, SignedOff
from protocol.identity import PublicKey
from protocol.messages import ClockFace, SeatInfo, TableState
from protocol.round import RoundStage
from protocol.round_records import Committed, RoundOpened

STAGES: Final = {RoundStage.SET: "plain-round-set", RoundStage.CERTIFIED: "plain-round-certified"}

FEW_LINES: Final = 4
"""How many things laid out on the table are told one by one."""
STORY_LINES: Final = 15
"""How much of the past is told to somebody who comes (back) to a table."""
ASIDE: Final = (Consent, Vote, Elect, AnswerOffer, PlayAgain)

# Questions -----------------------------------------------------------------------------------


class Page(NamedTuple):
    """What can be typed now: for which question and group, and a line for each thing by its name."""

    path: tuple[object, ...]
    rows: Mapping[Name, str]


NO_PAGE: Final = Page((), {})


def page_in(model: TableModel) -> Page:
    """Return what to choose from now; gifts are always possible, and the question says how to go back."""
    scene, menu = model.scene, model.menu if model.is_my_turn else None
    assert scene is not None
    entries = [entry for entry in model.listing.entries if not isinstance(entry.act, (Donate, Back))]
    rows = {name_of(entry.act): entry_line(entry) for entry in entries}
    return Page((scene.question, *page_of(scene, menu)), rows)


def rows_aside(entries: Iterable[Entry]) -> dict[Name, str]:
    """Return others' requests, while the game asks nothing."""
    return {name_of(entry.act): entry_line(entry) for entry in entries if isinstance(entry.act, ASIDE)}


def entry_line(entry: Entry) -> str:
    return t("plain-row", key=entry.key, words=entry_words(entry))


def entry_words(entry: Entry) -> str:
    return t("plain-several-ways", words=entry.label) if entry.is_group else entry.label


def page_lines(page: Page, before: Page) -> Iterator[str]:
    """Read a page; if it was read before, only what has changed since."""
    if page.path != before.path:
        yield from page.rows.values()
        return
    gone = [row for name, row in before.rows.items() if name not in page.rows]
    if gone:
        yield t("plain-row-gone", rows="; ".join(gone))
    for name, row in page.rows.items():
        if name not in before.rows:
            yield t("plain-row-new", row=row)
        elif row != before.rows[name]:
            yield t("plain-row-now", row=row)


def question_words(model: TableModel) -> str:
    """Say what is asked; a question mark reads the rule about it."""
    assert model.scene is not None
    words, _rule = prompt_of(model.scene, model.face.ask_words, is_mine=True, menu=model.menu)
    return words


def free_options(scene: Scene) -> tuple[Option, ...]:
    """Return what is possible between decisions and in no list."""
    options_of_face = face_of(scene.game.name).options_of
    return tuple(
        option
        for decision in scene.standing
        if isinstance(decision, ChooseOne)
        for option in options_of_face(scene.view, decision)
    )


def free_lines(scene: Scene) -> Iterator[str]:
    if options := free_options(scene):
        yield t("plain-may-type", choices="; ".join(option.words for option in options))


# What to know about the table ----------------------------------------------------------------


def notes_on(scene: Scene, entries: Iterable[Entry]) -> Iterator[tuple[object, str]]:
    """Say what to know besides the list; each note keeps its name."""
    free = [row.seat for row in scene.info.seats if not row.player]
    for act in (entry.act for entry in entries):
        if isinstance(act, GetReady):
            if free:
                yield "free", t("plain-seats-free", seats=seat_list(scene.game, free))
            yield (act, act.is_ready and bool(free)), ready_words(scene, act)
    if scene.info.state is TableState.FROZEN:
        yield TableState.FROZEN, state_line(TableState.FROZEN)


def ready_words(scene: Scene, act: GetReady) -> str:
    """Say how to get ready, or that it is done."""
    assert scene.seat is not None
    if act.is_ready:
        return t("plain-get-ready")
    return t("plain-now-ready", player=scene.player_at(scene.seat), seat=seat_title(scene.game, scene.seat))


# Sealed rounds -------------------------------------------------------------------------------


def round_lines(scene: Scene) -> Iterator[str]:
    """Tell how far the open round is, if there is one."""
    seals, step = scene.seals, turning_of(scene.view.agenda) if scene.view is not None else None
    if seals is not None and seals.stage is RoundStage.OPEN:
        parts = seals.done, seals.missing
        done, missing = (seat_list(scene.game, seats) if seats else t("prompt-all") for seats in parts)
        message = "plain-round-chance" if seals.is_chance else "plain-round-choice"
        yield t(message, done=done, missing=missing)
    elif seals is not None:
        yield t(STAGES[seals.stage])
    elif step is not None:
        yield t("plain-turning", seat=seat_title(scene.game, step.seat))


def waiting_line(scene: Scene) -> str:
    """Say who is to act: people are waited for, bots are thinking."""
    seats = scene.view.to_act
    message = "plain-thinking" if bots_playing(scene.info).issuperset(seats) else "plain-waits-for"
    return t(message, seats=seat_list(scene.game, seats), number=len(seats))


def change_lines(scene: Scene) -> Iterator[str]:
    """Say what we have sealed, and how to change it, if possible."""
    if scene.can_reseal and scene.sealed is not None:
        answer = face_of(scene.game.name).answer_words(scene.sealed)
        yield t("plain-sealed-now", answer=answer)
        yield t("plain-can-change")


# What happened -------------------------------------------------------------------------------


def is_worth_telling(heard: Heard, scene: Scene) -> bool:
    """Say whether a listener has to know: not what runs by itself, nor what is asked of them next."""
    entry, bots = heard.entry, bots_playing(scene.info)
    match entry:
        case Committed():
            return scene.view is not None and entry.seat not in bots
        case RoundOpened():
            return scene.seat not in header_of(entry).seats
        case SignedOff():
            return entry.seat not in {*bots, scene.seat}
    return True


def told_in(face: Face, scene: Scene, shown: Shown) -> list[str]:
    """Return what to read, with the sheet of a part of the game before that part ends, or the next begins."""
    lines = sentences_in(face, scene, shown)
    if not shown.sheets:
        return lines
    ended = [event for event in shown.events if face.part_ended(event)]
    ends = [event_sentence(scene.game, event, scene.seat) for event in ended]
    place = next((lines.index(end) for end in reversed(ends) if end in lines), len(lines))
    sheet = map(str.strip, sheet_lines(scene.game, shown.sheets[-1], scene.seat))
    return [*lines[:place], *sheet, *lines[place:]]


def sentences_in(face: Face, scene: Scene, shown: Shown) -> list[str]:
    """Return the sentences to read; what is merely laid out on the table can be looked at."""
    laid_out = [event for event in shown.events if face.is_set_up(event, scene.seat)]
    if len(laid_out) < FEW_LINES:
        return [line.sentence for line in shown.lines]
    skipped = {event_sentence(scene.game, event, scene.seat) for event in laid_out}
    first = next(place for place, line in enumerate(shown.lines) if line.sentence in skipped)
    told = [line.sentence for line in shown.lines if line.sentence not in skipped]
    return [*told[:first], t("plain-laid-out", number=len(laid_out)), *told[first:]]


def welcome_lines(scene: Scene, story: list[str]) -> Iterator[str]:
    """Tell a newcomer what this table is, what happened before, and how to begin."""
    yield from table_lines(scene)
    if len(story) > STORY_LINES:
        yield t("plain-so-far", number=len(story))
    yield from story[-STORY_LINES:]
    seat = scene.seat
    yield t("plain-watching") if seat is None else t("plain-you-are", seat=seat_title(scene.game, seat))
    yield t("plain-first-help")


# The table -----------------------------------------------------------------------------------


def table_lines(scene: Scene) -> Iterator[str]:
    """Tell what everybody agrees to by playing."""
    game, info = scene.game, scene.info
    seats = listed(seat_title(game, row.seat) for row in info.seats)
    yield t("plain-table", table=info.table, game=game_title(info.game), seats=seats)
    if options := options_of(info):
        yield t("plain-options", options=options)
    yield t("plain-terms", terms=terms_of(info.terms))


def who_lines(scene: Scene, keys: Mapping[Seat, PublicKey]) -> Iterator[str]:
    """Tell who sits where, and with which key; times have moved on since we heard of them."""
    info, faces = scene.info, {face.seat: face for face in scene.clocks}
    elapsed_ms = int(1000 * (time.monotonic() - scene.at))
    for row in info.seats:
        facts = ", ".join(facts_of(scene, row))
        yield t("plain-seat", seat=seat_title(scene.game, row.seat), facts=facts)
        if row.seat in faces:
            yield clock_words(faces[row.seat], elapsed_ms)
        if row.seat in keys:
            yield t("plain-key", fingerprint=keys[row.seat].fingerprint)
    if info.spectators:
        yield t("plain-spectators", number=info.spectators)
    yield state_line(info.state)


def state_line(state: TableState) -> str:
    return t(f"plain-state-{state.value}")


def facts_of(scene: Scene, row: SeatInfo) -> Iterator[str]:
    if not row.player:
        yield t("info-free")
        return
    yield named(row.player, is_own=row.seat == scene.seat)
    if row.is_bot:
        yield t("plain-is-bot")
        yield temperament_words(scene, row.seat)
    if row.door is not Door.OWN:
        yield t(f"door-{row.door.value}")
    if scene.info.state is TableState.OPEN and not row.is_bot:
        yield t("info-ready") if row.is_ready else t("plain-not-ready")
    yield t("plain-here") if row.is_present else t("info-away")
    if row.is_replaced:
        yield t("plain-replaced")
    if row.is_overdue:
        yield t("plain-overdue")


def clock_words(face: ClockFace, elapsed_ms: int) -> str:
    if face.remaining_ms is None:
        return t("terms-no-clock")
    left = max(0, face.remaining_ms - (elapsed_ms if face.is_running else 0))
    return t("plain-clock-runs" if face.is_running else "prompt-left", time=duration(left))


# Deals ---------------------------------------------------------------------------------------


def deal_lines(scene: Scene) -> Iterator[str]:
    if not scene.deals:
        yield t("plain-no-deals")
    for standing in scene.deals.values():
        yield deal_line(scene, standing)


def deal_line(scene: Scene, standing: Standing) -> str:
    deal = standing.deal
    other = seat_title(scene.game, deal.to if deal.seat == scene.seat else deal.seat)
    status, terms = status_words(scene, standing), deal_words(scene.game, deal, scene.seat)
    line = t("plain-deal", other=other, number=deal_number(deal.number), status=status, terms=terms)
    return " ".join([line, *verdict_lines(scene, standing)])


def status_words(scene: Scene, standing: Standing) -> str:
    if standing.status is not Status.OPEN:
        return t(f"deal-status-{standing.status.value}")
    return t("plain-deal-yours" if standing.deal.to == scene.seat else "plain-deal-theirs")


def verdict_lines(scene: Scene, standing: Standing) -> Iterator[str]:
    for pledge, verdict in zip(pledges_of(standing.deal), standing.verdicts, strict=True):
        if verdict is not None:
            message = "plain-deal-kept" if verdict else "plain-deal-broken"
            yield t(message, promise=promise_words(scene.game, pledge.promise, scene.seat))


# Time ---------------------------------------------------------------------------------------------


WARN_AT_MS: Final = (600_000, 60_000, 10_000, 0)


class TimeWarnings:
    """Says a few times how much time is left, and once that there is none."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._is_up = False  # and that was said
        self._next: asyncio.TimerHandle | None = None

    def set(self, scene: Scene, *, is_my_turn: bool) -> None:
        """Plan the next warning."""
        self.cancel()
        remaining = scene.remaining_ms(time.monotonic())
        self._is_up = self._is_up and is_my_turn
        if remaining == 0 and is_my_turn and not self._is_up:
            self._warn(scene, 0)  # it ran out between two looks
        mark = next((mark for mark in WARN_AT_MS if remaining is not None and mark < remaining), None)
        if remaining is not None and mark is not None:
            delay = (remaining - mark) / 1000
            self._next = asyncio.get_running_loop().call_later(delay, self._warn, scene, mark)

    def _warn(self, scene: Scene, mark: int) -> None:
        self._is_up = not mark
        absence = scene.info.terms.absence.value
        self._screen.ring()
        words = t("plain-time-left", time=duration(mark)) if mark else t(f"plain-time-up-{absence}")
        self._screen.show(words)
        if mark:
            self.set(scene, is_my_turn=True)

    def cancel(self) -> None:
        if self._next is not None:
            self._next.cancel()
            self._next = None
