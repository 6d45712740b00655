"""What happens at any table: who sits there, what is said, deals, and second thoughts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from client.log import sentence_of
from client.log.deals import deal_number, deal_words, promise_words
from client.log.words import listed
from client.seat.mirror import Heard
from client.texts import t
from core.deals import DealExpired, PromiseBroken, PromiseKept
from core.game import Game
from core.records import Event, Seat, Viewer
from core.table_events import ChoiceTakenBack, DefaultStood, StandInTook
from protocol import entries as e
from protocol.canonical import decode
from protocol.entries import Answer, AnyEntry, Door
from protocol.header import Header
from protocol.parties import ENTROPY
from protocol.round_records import Certified, Committed, Complained, RoundOpened, RoundSet, RoundVoided


def sentences_of(game: Game, heard: Heard, viewer: Viewer) -> list[str]:
    """Say all that a viewer may know of something that happened."""
    entry, events = heard.entry, [event_sentence(game, event, viewer) for event in heard.events]
    if isinstance(entry, e.Said):
        return [said(game, entry, heard.words), *filter(None, events)]
    if isinstance(entry, e.Chose):
        return list(filter(None, events)) or [chose(game, entry)]
    first = ENTRIES[type(entry)](game, entry) if type(entry) in ENTRIES else ""
    return list(filter(None, (first, *events)))


def event_sentence(game: Game, event: Event, viewer: Viewer) -> str:
    if type(event) in EVENTS:
        return EVENTS[type(event)](game, event)
    return sentence_of(game.name, event, viewer)


# Words ---------------------------------------------------------------------------------------


def game_title(name: str) -> str:
    return t(f"game-{name.replace('_', '-')}")


def seat_title(game: Game, seat: Seat) -> str:
    return t(f"clan-{game.seat_names[seat]}")


def seat_titles(game: Game) -> tuple[str, ...]:
    return tuple(seat_title(game, seat) for seat in range(len(game.seat_names)))


def seat_list(game: Game, seats: Iterable[Seat]) -> str:
    return listed(seat_title(game, seat) for seat in seats)


# Entries -------------------------------------------------------------------------------------


def opened(game: Game, entry: e.Opened) -> str:
    seats = seat_list(game, (game.seat_names.index(name) for name in entry.seats))
    return t("told-opened", game=game_title(entry.game), seats=seats)


def sat_down(game: Game, entry: e.SatDown) -> str:
    who: dict[str, str] = {"player": entry.name, "seat": seat_title(game, entry.seat)}
    if entry.is_bot:
        return t("told-bot-sat-down", **who)
    if entry.door is not Door.OWN:
        return t("told-sat-down-by-door", door=t(f"door-{entry.door.value}"), **who)
    return t("told-sat-down", **who)


def stood_up(game: Game, entry: e.StoodUp) -> str:
    return t("told-stood-up", seat=seat_title(game, entry.seat))


def began(_: Game, __: e.Began) -> str:
    return t("told-began")


def chose(game: Game, entry: e.Chose) -> str:
    """Tell of a choice nothing has followed from yet; only its maker knows what it was."""
    who = seat_title(game, entry.seat)
    return t("told-chose-this", seat=who, line=entry.line) if entry.line else t("told-chose", seat=who)


def took_back(game: Game, entry: e.TookBack) -> str:
    return t("told-took-back", seat=seat_title(game, entry.seat))


def asked_back(game: Game, entry: e.AskedBack) -> str:
    return t("told-asked-back", seat=seat_title(game, entry.seat))


def consented(game: Game, entry: e.Consented) -> str:
    message = "told-agreed" if entry.agrees else "told-disagreed"
    return t(message, seat=seat_title(game, entry.seat))


def said(game: Game, entry: e.Said, words: str) -> str:
    who = seat_title(game, entry.seat)
    if not entry.to:
        return t("told-said", seat=who, words=words)
    return t("told-said-to", seat=who, others=seat_list(game, entry.to), words=words)


def offered(game: Game, entry: e.Offered) -> str:
    who: dict[str, str] = {"seat": seat_title(game, entry.seat), "other": seat_title(game, entry.to)}
    number, terms = deal_number(entry.number), deal_words(game, entry.deal)
    if entry.instead_of is None:
        return t("told-offered", number=number, terms=terms, **who)
    return t("told-countered", number=number, terms=terms, old=deal_number(entry.instead_of), **who)


def answered(game: Game, entry: e.Answered) -> str:
    who, other = seat_title(game, entry.seat), seat_title(game, entry.other)
    return t(ANSWERS[entry.answer], seat=who, other=other, number=deal_number(entry.deal))


ANSWERS: Final = {
    Answer.ACCEPT: "told-accepted",
    Answer.DECLINE: "told-declined",
    Answer.WITHDRAW: "told-withdrawn",
}


def replaced(game: Game, entry: e.Replaced) -> str:
    return t("told-replaced", seat=seat_title(game, entry.seat))


def returned(game: Game, entry: e.Returned) -> str:
    return t("told-returned", seat=seat_title(game, entry.seat))


def voted(game: Game, entry: e.Voted) -> str:
    message = "told-voted-for" if entry.agrees else "told-voted-against"
    return t(message, seat=seat_title(game, entry.seat), absent=seat_title(game, entry.absent))


def round_opened(game: Game, entry: RoundOpened) -> str:
    header = decode(entry.header, Header)
    if header.kind == ENTROPY:
        return t("told-chance-opened")
    return t("told-round-opened", seats=seat_list(game, header.seats))


def committed(game: Game, entry: Committed) -> str:
    return t("told-changed" if entry.revision else "told-committed", seat=seat_title(game, entry.seat))


def round_set(game: Game, entry: RoundSet) -> str:
    return t("told-round-set", missing=seat_list(game, entry.missing)) if entry.missing else ""


def complained(game: Game, entry: Complained) -> str:
    who, of = seat_title(game, entry.seat), seat_title(game, entry.dealer)
    return t("told-complained", seat=who, dealer=of)


def certified(_: Game, entry: Certified) -> str:
    return t("told-certified-late") if entry.is_slow else ""


def round_voided(game: Game, entry: RoundVoided) -> str:
    return t("told-round-voided", seats=seat_list(game, entry.seats))


def revealed(_: Game, __: e.Revealed) -> str:
    return t("told-revealed")


def signed_off(game: Game, entry: e.SignedOff) -> str:
    return t("told-signed-off", seat=seat_title(game, entry.seat))


ENTRIES: Final[dict[type[AnyEntry | None], Callable[[Game, Any], str]]] = {
    e.Opened: opened,
    e.SatDown: sat_down,
    e.StoodUp: stood_up,
    e.Began: began,
    e.TookBack: took_back,
    e.AskedBack: asked_back,
    e.Consented: consented,
    e.Offered: offered,
    e.Answered: answered,
    e.Replaced: replaced,
    e.Returned: returned,
    e.Voted: voted,
    e.Revealed: revealed,
    e.SignedOff: signed_off,
    RoundOpened: round_opened,
    Committed: committed,
    RoundSet: round_set,
    Complained: complained,
    Certified: certified,
    RoundVoided: round_voided,
}
"""What an act in between was, its events tell."""

# Events --------------------------------------------------------------------------------------


def choice_taken_back(game: Game, event: ChoiceTakenBack) -> str:
    return t("told-choice-taken-back", seat=seat_title(game, event.seat))


def stand_in_took(game: Game, event: StandInTook) -> str:
    return t("told-stand-in-took", seat=seat_title(game, event.seat))


def default_stood(game: Game, event: DefaultStood) -> str:
    return t(f"told-default-{event.why}", seat=seat_title(game, event.seat))


def deal_expired(game: Game, event: DealExpired) -> str:
    two = seat_list(game, (event.seat, event.to))
    return t("told-deal-expired", number=deal_number(event.number), seats=two)


def promise_kept(game: Game, event: PromiseKept) -> str:
    return promise_told("told-promise-kept", game, event)


def promise_broken(game: Game, event: PromiseBroken) -> str:
    return promise_told("told-promise-broken", game, event)


def promise_told(message: str, game: Game, event: PromiseKept | PromiseBroken) -> str:
    who, to = seat_title(game, event.seat), seat_title(game, event.to)
    return t(message, seat=who, other=to, promise=promise_words(game, event.promise))


EVENTS: Final[dict[type[Event], Callable[[Game, Any], str]]] = {
    ChoiceTakenBack: choice_taken_back,
    StandInTook: stand_in_took,
    DefaultStood: default_stood,
    DealExpired: deal_expired,
    PromiseKept: promise_kept,
    PromiseBroken: promise_broken,
}
