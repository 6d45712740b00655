"""What happens at any table, in English: who sits there, what is said, deals, and second thoughts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from client.log import sentence_of
from client.log.words import listed
from client.mirror import Heard
from core.deals import WORDS as FREE_WORDS
from core.deals import Deal, DealExpired, Goods, Promise, PromiseBroken, PromiseKept
from core.game import Game
from core.records import Event, Seat, Viewer
from core.table_events import ChoiceTakenBack, DefaultStood, StandInTook
from protocol import entries as e
from protocol.canonical import decode
from protocol.entries import Answer, AnyEntry
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
    return name.replace("_", " ").title()


def seat_title(game: Game, seat: Seat) -> str:
    return game.seat_names[seat].capitalize()


def seat_list(game: Game, seats: Iterable[Seat]) -> str:
    return listed(seat_title(game, seat) for seat in seats)


def goods_words(goods: Goods) -> str:
    coins = f"{goods.coins} coin{'s' * (goods.coins != 1)}" if goods.coins else ""
    return " and ".join(filter(None, (coins, f"{goods.ronin} ronin" if goods.ronin else "")))


def promise_words(promise: Promise) -> str:
    """Write a promise as it is typed."""
    return f'"{promise.about}"' if promise.kind == FREE_WORDS else f"{promise.kind} {promise.about}"


def deal_words(game: Game, deal: Deal) -> str:
    """Say what each of the two would give and promise."""
    one, other = seat_title(game, deal.seat), seat_title(game, deal.to)
    parts = [
        f"{one} gives {goods_words(deal.gives)}" if deal.gives != Goods() else "",
        f"{other} gives {goods_words(deal.wants)}" if deal.wants != Goods() else "",
        f"{one} promises {', '.join(map(promise_words, deal.promises))}" if deal.promises else "",
        f"{other} promises {', '.join(map(promise_words, deal.asks))}" if deal.asks else "",
    ]
    return "; ".join(filter(None, parts))


# Entries -------------------------------------------------------------------------------------


def opened(game: Game, entry: e.Opened) -> str:
    seats = listed(name.capitalize() for name in entry.seats)
    return f"A table of {game_title(entry.game)} is opened for {seats}."


def sat_down(game: Game, entry: e.SatDown) -> str:
    bot = " (a bot)" if entry.is_bot else ""
    return f"{entry.name}{bot} sits down as {seat_title(game, entry.seat)}."


def stood_up(game: Game, entry: e.StoodUp) -> str:
    return f"The seat of {seat_title(game, entry.seat)} is free again."


def began(_: Game, __: e.Began) -> str:
    return "The game begins."


def chose(game: Game, entry: e.Chose) -> str:
    """Tell of a choice nothing has followed from yet; only its maker knows what it was."""
    what = f": {entry.line}" if entry.line else ""
    return f"{seat_title(game, entry.seat)} has decided{what}."


def took_back(game: Game, entry: e.TookBack) -> str:
    return f"{seat_title(game, entry.seat)} takes back the last choice."


def asked_back(game: Game, entry: e.AskedBack) -> str:
    return f"{seat_title(game, entry.seat)} asks to take back a choice, with all that happened since."


def consented(game: Game, entry: e.Consented) -> str:
    who = seat_title(game, entry.seat)
    return f"{who} agrees." if entry.agrees else f"{who} does not agree: nothing is taken back."


def said(game: Game, entry: e.Said, words: str) -> str:
    to = f" to {seat_list(game, entry.to)} alone" if entry.to else ""
    return f"{seat_title(game, entry.seat)} says{to}: {words}"


def offered(game: Game, entry: e.Offered) -> str:
    one, other = seat_title(game, entry.seat), seat_title(game, entry.to)
    instead = f" instead of deal {entry.instead_of}" if entry.instead_of is not None else ""
    return f"{one} offers {other} deal {entry.number}{instead}: {deal_words(game, entry.deal)}."


def answered(game: Game, entry: e.Answered) -> str:
    who, other = seat_title(game, entry.seat), seat_title(game, entry.other)
    if entry.answer is Answer.WITHDRAW:
        return f"{who} withdraws deal {entry.deal}, offered to {other}."
    verb = "accepts" if entry.answer is Answer.ACCEPT else "declines"
    return f"{who} {verb} deal {entry.deal} of {other}."


def replaced(game: Game, entry: e.Replaced) -> str:
    return f"A bot plays for {seat_title(game, entry.seat)} from now on."


def returned(game: Game, entry: e.Returned) -> str:
    return f"{seat_title(game, entry.seat)} is back and plays again."


def voted(game: Game, entry: e.Voted) -> str:
    side = "for" if entry.agrees else "against"
    return f"{seat_title(game, entry.seat)} votes {side} a bot for {seat_title(game, entry.absent)}."


def round_opened(game: Game, entry: RoundOpened) -> str:
    header = decode(entry.header, Header)
    if header.kind == ENTROPY:
        return "All bring chance to the table, sealed."
    return f"Choices are sealed now: {seat_list(game, header.seats)}."


def committed(game: Game, entry: Committed) -> str:
    return f"{seat_title(game, entry.seat)} has sealed."


def round_set(game: Game, entry: RoundSet) -> str:
    missing = f" without {seat_list(game, entry.missing)}, who sealed nothing" if entry.missing else ""
    return f"All seals are on the table{missing}." if missing else ""


def complained(game: Game, entry: Complained) -> str:
    who, of = seat_title(game, entry.seat), seat_title(game, entry.dealer)
    return f"WARNING: {who} says that {of} has dealt a false share, and shows the key to it."


def certified(_: Game, entry: Certified) -> str:
    return "WARNING: not all have confirmed what was sealed; it is opened without them." * entry.is_slow


def round_voided(game: Game, entry: RoundVoided) -> str:
    return f"WARNING: without {seat_list(game, entry.seats)} this cannot be opened, so all seal anew."


def revealed(_: Game, __: e.Revealed) -> str:
    return "The host shows its seed: all chance of this game can be checked now."


def signed_off(game: Game, entry: e.SignedOff) -> str:
    return f"{seat_title(game, entry.seat)} signs the story of this game."


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
    return f"All agree: the choice of {seat_title(game, event.seat)} is taken back."


def stand_in_took(game: Game, event: StandInTook) -> str:
    return f"The majority wants it: a bot plays for {seat_title(game, event.seat)} from now on."


def default_stood(game: Game, event: DefaultStood) -> str:
    return f"{seat_title(game, event.seat)} {WHY_DEFAULT[event.why]}, so the rules choose the least."


WHY_DEFAULT: Final = {
    "missing": "sealed nothing in time",
    "void": "dealt a false share",
    "invalid": "sealed something that cannot be read",
    "withheld": "did not open what was sealed",
    "illegal": "sealed something that the rules do not allow",
}


def deal_expired(game: Game, event: DealExpired) -> str:
    two = seat_list(game, (event.seat, event.to))
    return f"Deal {event.number} between {two} expires: the phase is over."


def promise_kept(game: Game, event: PromiseKept) -> str:
    who, to = seat_title(game, event.seat), seat_title(game, event.to)
    return f"{who} has kept a promise to {to}: {promise_words(event.promise)}."


def promise_broken(game: Game, event: PromiseBroken) -> str:
    who, to = seat_title(game, event.seat), seat_title(game, event.to)
    return f"{who} breaks a promise to {to}: {promise_words(event.promise)}."


EVENTS: Final[dict[type[Event], Callable[[Game, Any], str]]] = {
    ChoiceTakenBack: choice_taken_back,
    StandInTook: stand_in_took,
    DefaultStood: default_stood,
    DealExpired: deal_expired,
    PromiseKept: promise_kept,
    PromiseBroken: promise_broken,
}
