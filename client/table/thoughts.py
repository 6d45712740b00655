"""Why a bot did what it did: what it weighed, kept until the game is over and then given to everybody.

A thought would tell others what a bot knows or is up to, so none of it leaves the bot's client before. Then
it goes to the whole table as ordinary talk, packed, in as many parts as it takes, and so into every log.
"""

from __future__ import annotations

import zlib
from base64 import b85decode, b85encode
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, msgpack

from client.seat.news import Heard
from client.table.bot_talk import THOUGHTS, in_own_words, phrase_in
from client.table.face import face_of
from client.table.menu import Option
from client.table.past import Past, Standpoint
from client.table.sentences import sentences_of
from client.table.wording import listed, seat_title
from client.texts import has_text, t
from core.decisions import Allocation
from core.game import Game
from core.kinds import Choice, InputError, Phrase, Seat, phrase
from protocol.entries import Answered, Chose, Offered, Said
from protocol.errors import UNREADABLE
from protocol.round_records import Committed

OFFER, OFFER_TO = "offer-", "offer-to"
PART: Final = 430
"""How many letters of a packed text can be said at once, beside the rest of the phrase."""
MOST_PARTS: Final = 60
MOST_BYTES: Final = 1 << 20


class Matter(Enum):
    """What a bot has thought about."""

    GAME = auto()
    OFFER = auto()
    OWN_OFFER = auto()


class Considered(Struct, frozen=True, array_like=True):
    """An answer as a bot weighed it, in notation; its worth and main terms are in tenths of a point."""

    line: str
    worth: int
    terms: tuple[tuple[str, int], ...] = ()


class KeptThought(Struct, frozen=True, array_like=True):
    """What a bot weighed at one time; what it did comes first."""

    at_ms: int
    considered: Annotated[tuple[Considered, ...], Meta(min_length=1)]

    @property
    def about(self) -> Matter:
        """What it was about: the game, an offer of another, or an offer of one's own."""
        line = self.considered[0].line
        if not line.startswith(OFFER):
            return Matter.GAME
        return Matter.OWN_OFFER if line.startswith(OFFER_TO) else Matter.OFFER


# Handing over --------------------------------------------------------------------------------


def packed(thoughts: Sequence[KeptThought]) -> list[Phrase]:
    """Pack thoughts into phrases, each short enough to be said."""
    text = b85encode(zlib.compress(msgpack.encode(thoughts), 9)).decode()
    parts = [text[start : start + PART] for start in range(0, len(text), PART)]
    return [phrase(THOUGHTS, part=number, data=part) for number, part in enumerate(parts[:MOST_PARTS])]


def thoughts_in(story: Iterable[Heard]) -> dict[Seat, list[KeptThought]]:
    """Find what bots have handed over; whatever cannot be read is left out."""
    parts: dict[Seat, dict[int, str]] = {}
    for heard in story:
        entry = heard.entry
        if isinstance(entry, Said) and not entry.to and (told := phrase_in(entry.words)) is not None:
            facts: dict[str, Any] = dict(told.facts)
            if told.message == THOUGHTS and isinstance(facts.get("part"), int):
                parts.setdefault(entry.seat, {})[facts["part"]] = str(facts.get("data", ""))
    unpacked = {seat: unpack("".join(text for _, text in sorted(own.items()))) for seat, own in parts.items()}
    return {seat: thoughts for seat, thoughts in unpacked.items() if thoughts}


def unpack(text: str) -> list[KeptThought]:
    try:
        data = zlib.decompressobj().decompress(b85decode(text), MOST_BYTES)
        return msgpack.decode(data, type=list[KeptThought])
    except (ValueError, zlib.error, *UNREADABLE):
        return []


# In words ------------------------------------------------------------------------------------


def why_here(at: Standpoint) -> list[str]:
    """Say what the bot that acted last before a moment weighed: a title, and lines."""
    game, thoughts = at.past.game, thoughts_in(moment.heard for moment in at.moments)
    deed = next((m for m in reversed(at.told) if doer_of(m.heard.entry) in thoughts), None)
    seat = doer_of(deed.heard.entry) if deed is not None else None
    if deed is None or seat is None:
        return [t("replay-why"), t("why-nobody")]
    title = t("why-title", seat=seat_title(game, seat))
    thought = last_until(thoughts[seat], deed.heard.at_ms, subject_of(deed.heard.entry))
    if thought is None:
        return [title, *deed.sentences, "", t("why-habit")]
    return [title, *deed.sentences, "", *why_lines(game, thought, options_before(at.past, seat, deed.seq))]


def doer_of(entry: object) -> Seat | None:
    return entry.seat if isinstance(entry, (Chose, Committed, Answered, Offered)) else None


def subject_of(entry: object) -> Matter:
    if isinstance(entry, Offered) and entry.instead_of is None:
        return Matter.OWN_OFFER
    return Matter.OFFER if isinstance(entry, (Answered, Offered)) else Matter.GAME


def options_before(past: Past, seat: Seat, seq: int) -> Sequence[Option]:
    """Return the answers a seat could choose from before a moment, in words."""
    view = next((m.view for m in reversed(past.moments(seat)) if m.seq < seq and m.view is not None), None)
    if view is None or view.decision is None:
        return ()
    return face_of(past.game.name).options_of(view, view.decision)


def last_until(thoughts: Sequence[KeptThought], at_ms: int, about: Matter) -> KeptThought | None:
    """Return the last thought about something up to a time."""
    return next((own for own in reversed(thoughts) if own.at_ms <= at_ms and own.about is about), None)


def why_lines(game: Game, thought: KeptThought, options: Sequence[Option] = ()) -> Iterator[str]:
    """Say what was weighed, the best first, and by which terms."""
    for number, considered in enumerate(thought.considered):
        message = "why-chosen" if number == 0 else "why-other"
        yield t(message, what=answer_in(game, considered.line, options), worth=points(considered.worth))
        named = ((term_words(name), points(worth)) for name, worth in considered.terms)
        if terms := [t("why-term", term=name, worth=worth) for name, worth in named]:
            yield t("why-terms", terms=listed(terms))


def subject_lines(
    game: Game, thoughts: Sequence[KeptThought], story: Iterable[Heard], seat: Seat
) -> Iterator[str]:
    """List what was done each time, with a number, as it was told then."""
    deeds = deeds_of(game, story, seat)
    for number, thought in enumerate(thoughts, start=1):
        line = thought.considered[0].line
        told = deeds[line].popleft() if deeds[line] else answer_in(game, line, ())
        yield t("why-number", number=number, what=told)


def deeds_of(game: Game, story: Iterable[Heard], seat: Seat) -> defaultdict[str, deque[str]]:
    """Tell what a seat did, by how it is written, in its order."""
    deeds = defaultdict[str, deque[str]](deque)
    for heard in story:
        entry = heard.entry
        if isinstance(entry, Chose) and entry.seat == seat:
            deeds[entry.line].extend(sentences_of(game, heard, None)[:1])
    return deeds


def points(number: int) -> str:
    return f"{number / 10:+.1f}"


def term_words(name: str) -> str:
    return t(f"term-{name}") if has_text(f"term-{name}") else name


def answer_in(game: Game, line: str, options: Sequence[Option]) -> str:
    """Say an answer as the menu did, or as it is written."""
    if line.startswith(OFFER):
        return offer_words(game, line)
    try:
        choice: Choice = game.choice_of(line)
    except InputError:
        return line
    label = next((option.words for option in options if option.choice == choice), "")
    return label or (face_of(game.name).answer_words(choice) if isinstance(choice, Allocation) else line)


def offer_words(game: Game, line: str) -> str:
    """Say what was done about a deal, and with which reason or to whom."""
    name, _, more = line.partition(" ")
    if not has_text(f"why-{name}"):
        return line
    if name == OFFER_TO:
        return (
            t(f"why-{name}", seat=seat_title(game, game.seat_names.index(more)))
            if more in game.seat_names
            else line
        )
    return (
        t("why-reason", what=t(f"why-{name}"), reason=in_own_words(more))
        if phrase_in(more)
        else t(f"why-{name}")
    )
