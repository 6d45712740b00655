"""What happens at any table, in words: who sits there, what is said, deals, and second thoughts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from operator import attrgetter
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from client.harmless import harmless
from client.seat.news import Heard
from client.table.deal_words import deal_words, promise_words
from client.table.face import face_of
from client.table.wording import (
    Facts,
    ReaderWordings,
    Wording,
    Wordings,
    game_title,
    seat_list,
    seat_title,
    several_among,
    tell,
    tell_in_brief,
)
from client.texts import t
from client.texts.refusals import deal_number
from core.catalog import game_named
from core.deals import DealEvent, DealExpired
from core.game import Game
from core.kinds import DefaultStood, Event, Seat, TableEvent, Viewer
from protocol import entries as e
from protocol.canonical import decode
from protocol.entries import Answer, AnyEntry, Door
from protocol.header import ENTROPY, RoundHeader
from protocol.round_records import Acked, Certified, Committed, Outcome, RoundOpened, RoundSet, Turned


def entry_sentence(game: Game, entry: AnyEntry | TookOver, viewer: Viewer) -> str:
    return tell(wording_at(game.name), entry, viewer)


def event_sentence(game: Game, event: Event, viewer: Viewer) -> str:
    """Say what a viewer may know about an event, if anything."""
    seen = seen_by(viewer, event)
    return "" if seen is None else tell(wording_of(game, seen), seen, viewer)


def sentence_about(game: Game, event: Event, knower: Viewer) -> str:
    """Say what somebody may know about an event, as others tell it."""
    seen = seen_by(knower, event)
    return "" if seen is None else tell(wording_of(game, seen), seen)


def event_in_brief(game: Game, event: Event, viewer: Viewer) -> str:
    """Say the same in fewer words, if there are any."""
    seen = seen_by(viewer, event)
    return "" if seen is None else tell_in_brief(wording_of(game, seen), seen, viewer)


def seen_by(viewer: Viewer, event: Event) -> Event | None:
    """Return what a viewer may know of an event; a deal is told to nobody but the two."""
    return event if isinstance(event, DealEvent) else event.seen_by(viewer)


def wording_of(game: Game, event: Event) -> Wording:
    is_of_table = isinstance(event, TableEvent | DealEvent)
    return wording_at(game.name) if is_of_table else face_of(game.name).wording


SentenceOf: TypeAlias = Callable[[Game, Event, Viewer], str]


def sentences_of(
    game: Game, heard: Heard, viewer: Viewer, sentence_of: SentenceOf = event_sentence
) -> list[str]:
    """Say everything a viewer may know about something that happened; events tell what a choice was."""
    if isinstance(heard.entry, e.Said) and not heard.words:  # a bot's phrase that is not talk
        return []
    events = (sentence_of(game, event, viewer) for event in heard.events)
    return list(filter(None, (entry_sentence(game, spelled_out(heard), viewer), *events)))


class TookOver(Struct, frozen=True):
    """A newcomer has a seat from now on."""

    seat: Seat
    name: str


def spelled_out(heard: Heard) -> AnyEntry | TookOver:
    """Return an entry including words that may have come sealed, and the name of a newcomer."""
    if isinstance(heard.entry, e.Succeeded):
        return TookOver(heard.entry.seat, heard.newcomer)
    return replace(heard.entry, words=heard.words) if isinstance(heard.entry, e.Said) else heard.entry


# Words ---------------------------------------------------------------------------------------


@cache
def wording_at(name: str) -> Wording:
    """Give the words for what happens at a table of a game."""
    game = game_named(name)
    return Wording("told", kinds_at(game), EXTRAS, VARIANTS, FORMS, to_reader_at(game))


def kinds_at(game: Game) -> Wordings:
    return {
        **dict.fromkeys(("seat", "to", "other", "absent", "dealer"), lambda seat: seat_title(game, seat)),
        **dict.fromkeys(("number", "deal", "instead_of"), deal_number),
        "game": game_title,
        "door": lambda door: t(f"door-{door.value}"),
    }


def to_reader_at(game: Game) -> ReaderWordings:
    return {
        "players": lambda names, _: seat_list(game, map(game.seat_names.index, names)),
        **dict.fromkeys(("seats", "missing", "listeners"), partial(seats_to, game)),
        "promise": partial(promise_words, game),
        "terms": partial(deal_words, game),
    }


def seats_to(game: Game, seats: Iterable[Seat], viewer: Viewer) -> str:
    """List seats that have no order, the reader first."""
    return several_among(partial(seat_title, game))(sorted(seats, key=lambda seat: seat != viewer), viewer)


FORMS: Final = {"you": ("seat",), "yours": ("to", "other", "absent", "dealer")}

# Exceptions ----------------------------------------------------------------------------------


def header_of(entry: RoundOpened) -> RoundHeader:
    return decode(entry.header, RoundHeader)


EXTRAS: Final[dict[type[Struct], Facts]] = {
    e.Opened: {"players": attrgetter("seats")},
    e.Said: {"listeners": attrgetter("to")},
    e.Offered: {"terms": attrgetter("deal")},
    RoundOpened: {"seats": lambda entry: header_of(entry).seats},
    DealExpired: {"seats": lambda event: (event.seat, event.to)},
}


def sat_down(entry: e.SatDown) -> str:
    if entry.is_bot:
        return "told-bot-sat-down"
    return "told-sat-down" if entry.door is Door.OWN else "told-sat-down-by-door"


ANSWERS: Final = {
    Answer.ACCEPT: "told-accepted",
    Answer.DECLINE: "told-declined",
    Answer.WITHDRAW: "told-withdrawn",
}
UNTOLD: Final = (
    e.Chose,
    e.Invited,
    e.Keyed,
    e.TalkKeyed,
    e.ActedFreely,
    e.Exchanged,
    e.Succeeded,
    Acked,
    Outcome,
    Turned,
)
"""Events tell what such an act was, if anybody has to know; and `TookOver` who has a seat."""

VARIANTS: Final[dict[type[Struct], Callable[[Any], str]]] = {
    **dict.fromkeys(UNTOLD, lambda _: ""),
    e.Owned: lambda entry: f"told-owned-{entry.access.value}",
    e.SatDown: sat_down,
    e.Consented: lambda entry: "told-agreed" if entry.agrees else "told-disagreed",
    e.Said: lambda entry: "told-said-to" if entry.to else "told-said",
    e.Offered: lambda entry: "told-offered" if entry.instead_of is None else "told-countered",
    e.Answered: lambda entry: ANSWERS[entry.answer],
    e.Elected: lambda entry: "told-elected-for" if entry.agrees else "told-elected-against",
    e.Voted: lambda entry: "told-voted-for" if entry.agrees else "told-voted-against",
    RoundOpened: lambda entry: (
        "told-chance-opened" if header_of(entry).kind == ENTROPY else "told-round-opened"
    ),
    Committed: lambda entry: "told-changed" if entry.revision else "told-committed",
    RoundSet: lambda entry: "told-round-set" if entry.missing else "",
    Certified: lambda entry: "told-certified-late" if entry.is_slow else "",
    DefaultStood: lambda event: f"told-default-{event.why}",
}


def choice_words(game: Game, story: list[Heard], asked: e.AskedBack, viewer: Viewer) -> str:
    """Say what somebody chose and wants to take back."""
    for heard in reversed(story):
        entry = heard.entry
        if isinstance(entry, e.Chose) and (entry.seat, entry.prompt) == (asked.seat, asked.prompt):
            return next(map(harmless, sentences_of(game, heard, viewer)), "")
    return ""
