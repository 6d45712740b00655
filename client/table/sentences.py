"""What happens at any table, in words: who sits there, what is said, deals, and second thoughts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from client.harmless import harmless
from client.seat.news import Heard
from client.table.deal_words import deal_words, promise_words
from client.table.face import face_of
from client.table.wording import Wording, Wordings, game_title, seat_list, seat_title, tell, tell_in_brief
from client.texts import t
from client.texts.refusals import deal_number
from core.catalog import game_named
from core.deals import DealEvent, DealExpired
from core.game import Game
from core.kinds import DefaultStood, Event, TableEvent, Viewer
from protocol import entries as e
from protocol.canonical import decode
from protocol.entries import Answer, AnyEntry, Door
from protocol.header import ENTROPY, RoundHeader
from protocol.round_records import Acked, Certified, Committed, Outcome, RoundOpened, RoundSet, Turned


def sentences_of(game: Game, heard: Heard, viewer: Viewer) -> list[str]:
    """Say everything a viewer may know about something that happened."""
    return sentences_seen(game, heard, lambda _: viewer)


def sentences_seen(game: Game, heard: Heard, viewer_of: Callable[[Event], Viewer]) -> list[str]:
    """Say what happened, each event as its viewer knows it; a choice is told by its consequences, if any."""
    if isinstance(heard.entry, e.Said) and not heard.words:  # a bot's phrase that is not talk
        return []
    events = list(filter(None, (event_sentence(game, event, viewer_of(event)) for event in heard.events)))
    first = entry_sentence(game, spelled_out(heard))
    return [first, *events] if first else events


def spelled_out(heard: Heard) -> AnyEntry:
    """Return an entry including words that may have come sealed."""
    return replace(heard.entry, words=heard.words) if isinstance(heard.entry, e.Said) else heard.entry


def entry_sentence(game: Game, entry: AnyEntry) -> str:
    return tell(wording_at(game.name), entry)


def event_sentence(game: Game, event: Event, viewer: Viewer) -> str:
    """Say what a viewer may know about an event, if anything."""
    if isinstance(event, TableEvent | DealEvent):
        return tell(wording_at(game.name), event)
    seen = event.seen_by(viewer)
    return "" if seen is None else tell(face_of(game.name).wording, seen, viewer)


def event_in_brief(game: Game, event: Event, viewer: Viewer) -> str:
    """Say the same in fewer words, if there are any."""
    seen = None if isinstance(event, TableEvent | DealEvent) else event.seen_by(viewer)
    return "" if seen is None else tell_in_brief(face_of(game.name).wording, seen)


# Words ---------------------------------------------------------------------------------------


@cache
def wording_at(name: str) -> Wording:
    """Give the words for what happens at a table of a game."""
    game = game_named(name)
    return Wording("told", kinds_at(game), extras_at(game), VARIANTS)


def kinds_at(game: Game) -> Wordings:
    return {
        **dict.fromkeys(("seat", "to", "other", "absent", "dealer"), lambda seat: seat_title(game, seat)),
        **dict.fromkeys(("seats", "missing"), lambda seats: seat_list(game, seats)),
        **dict.fromkeys(("number", "deal", "instead_of"), deal_number),
        "promise": lambda promise: promise_words(game, promise),
        "game": game_title,
        "door": lambda door: t(f"door-{door.value}"),
    }


# Exceptions ----------------------------------------------------------------------------------


def extras_at(game: Game) -> dict[type[Struct], Wordings]:
    return {
        e.Opened: {"seats": lambda entry: seat_list(game, map(game.seat_names.index, entry.seats))},
        e.Said: {"to": lambda entry: seat_list(game, entry.to)},
        e.Offered: {"terms": lambda entry: deal_words(game, entry.deal)},
        RoundOpened: {"seats": lambda entry: seat_list(game, header_of(entry).seats)},
        DealExpired: {"seats": lambda event: seat_list(game, (event.seat, event.to))},
    }


def header_of(entry: RoundOpened) -> RoundHeader:
    return decode(entry.header, RoundHeader)


def sat_down(entry: e.SatDown) -> str:
    if entry.is_bot:
        return "told-bot-sat-down"
    return "told-sat-down" if entry.door is Door.OWN else "told-sat-down-by-door"


ANSWERS: Final = {
    Answer.ACCEPT: "told-accepted",
    Answer.DECLINE: "told-declined",
    Answer.WITHDRAW: "told-withdrawn",
}
UNTOLD: Final = (e.Chose, e.Invited, e.Keyed, e.TalkKeyed, e.ActedFreely, e.Exchanged, Acked, Outcome, Turned)
"""Events tell what such an act was, if anybody has to know."""

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
