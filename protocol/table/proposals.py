"""What can happen next at a table: each entry is checked, and carried out on a clone.

The fold has what everybody can check. This module has what needs the state of the game, its deals, or what
was done before. Nothing here changes the table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, NoReturn

from msgspec.structs import replace

from core.deals import DealBook, Goods, Status, key_of
from core.game import start
from core.gifts import carry_out as exchange
from core.kinds import ChoiceTakenBack, Event, InputError, RulesError, Seat, StandInTook
from core.record import final_state, replay
from core.wire import pack_facts
from protocol.entries import (
    Access,
    ActedFreely,
    Answer,
    Answered,
    AnyEntry,
    AskedBack,
    Began,
    Chose,
    Consented,
    Exchanged,
    Forked,
    Invited,
    Offered,
    Replaced,
    Revealed,
    Said,
    SatDown,
    TookBack,
    Voted,
    forked,
)
from protocol.round_records import Outcome, RoundOpened, Turned
from protocol.table.fold import check
from protocol.table.people import is_decisive
from protocol.table.public import RepeatedError
from protocol.table.table import (
    Appeal,
    Position,
    Proposal,
    Table,
    check_nothing_sealed,
    moved,
    origin_of,
    place_of,
    try_move,
    words_of,
)
from protocol.table.unsealing import open_choices, open_round, turn_over


def propose(table: Table, entry: AnyEntry) -> Proposal:
    """Check whether an entry can be the next one.

    Raises RulesError or InputError if it cannot, RepeatedError if it has happened already.
    """
    found = check(table, entry)
    proposal = _propose(table, entry, found)
    state = proposal.position.state
    facts = pack_facts(table.game.public_view(state)) if state is not table.state else None
    return proposal._replace(facts=facts, found=found)


def _propose(table: Table, entry: AnyEntry, found: Any) -> Proposal:
    if type(entry) in UNSEAL:
        return UNSEAL[type(entry)](table, entry, found)
    if type(entry) in MOVES:
        return MOVES[type(entry)](table, entry)
    if type(entry) in CHECKS:
        CHECKS[type(entry)](table, entry)
    return Proposal(entry, table.position, [])


# Before the game ---------------------------------------------------------------------------------


def check_invited(table: Table, entry: Invited) -> None:
    if entry.token in table.invited:
        raise RepeatedError
    if table.has_begun:
        raise RulesError("seat-stays-yours")


def check_sat(table: Table, entry: SatDown) -> None:
    """Without an invitation, sitting down is possible only where the table allows it."""
    is_free = not entry.token and table.access is not Access.INVITED
    if entry.token not in table.invited and not is_free:
        raise RulesError("not-invited")


def check_forked(table: Table, entry: Forked) -> None:
    """The record must match its hash, and be of the game played here."""
    if entry != forked(entry.record):
        raise InputError("The record of a fork is not the one that its hash names.")
    record, opened = origin_of(entry), table.opened
    theirs = record.setup.game, record.setup.version, record.setup.seats, record.setup.options
    if theirs != (opened.game, opened.version, opened.seats, opened.options):
        raise InputError("The record of a fork is of another game than that of its table.")
    if not final_state(record).pending:
        raise InputError("Nobody has anything to decide at the end of the record of a fork.")


def begin(table: Table, entry: Began) -> Proposal:
    """Set the game up, or replay the whole game that this one continues."""
    chance = table.attempt()
    if table.origin is not None:
        played = list(replay(table.origin))
        state, events = played[-1].state, [event for turn in played for event in turn.events]
    else:
        state, events = start(table.game, table.seats, dict(table.opened.options), chance)
    deals = DealBook(table.seats, table.game.promises, table.game.promises.phase_of(state))
    return Proposal(entry, Position(state, deals), events, chance=chance)


# Moves -------------------------------------------------------------------------------------------


def choose(table: Table, entry: Chose) -> Proposal:
    choice = table.game.choice_of(entry.line)
    check_form(entry.line, table.game.line_of(choice))
    check_new(table, entry, entry.prompt, entry.line)
    prompt = table.prompts.get(entry.seat)
    if prompt is None or prompt.number != entry.prompt:
        raise RulesError("question-closed")
    return try_move(table, entry, entry.seat, choice)


def act_freely(table: Table, entry: ActedFreely) -> Proposal:
    choice = table.game.choice_of(entry.line)
    check_form(entry.line, table.game.line_of(choice))
    check_new(table, entry, entry.number, entry.line)
    if type(choice) not in table.game.rules.free:
        raise RulesError("answers-a-question", line=entry.line)
    return try_move(table, entry, entry.seat, choice)


def check_form(line: str, right: str) -> None:
    """A line has one form, because its player has signed it."""
    if line != right:
        raise RulesError("written-so", line=right)


def check_new(
    table: Table, entry: Chose | ActedFreely | TookBack | AskedBack | Said, number: Hashable, content: object
) -> None:
    """Refuse what has been done, and anything else under its number."""
    done = table.done.get((type(entry), entry.seat, number))
    if done is not None and done != content:
        raise RulesError("number-used")
    if done is not None:
        raise RepeatedError


# Taking back -------------------------------------------------------------------------------------


def take_back(table: Table, entry: TookBack) -> Proposal:
    """Only the last choice, by the seat that made it, and only while it has uncovered nothing."""
    check_new(table, entry, entry.prompt, content=True)
    last = table.past[-1] if table.past else None
    if last is None or last.is_final or (last.seat, last.prompt) != (entry.seat, entry.prompt):
        raise RulesError("too-late-to-take-back")
    check_nothing_sealed(table)
    assert last.before.deals is not None
    assert last.after.deals is not None
    deals = table.deals.without(last.before.deals, last.after.deals)
    return Proposal(entry, Position(last.before.state, deals), [])


def ask_back(table: Table, entry: AskedBack) -> Proposal:
    check_new(table, entry, entry.prompt, content=True)
    if table.appeal is not None:
        raise RulesError("asked-back-already")
    place = place_of(table, entry.seat, entry.prompt)
    if place is None:
        raise RulesError("not-your-choice")
    check_not_planned_since(table, place)
    return granted_if(not objectors(table, entry.seat), table, entry, Appeal(entry.seat, place, frozenset()))


def check_not_planned_since(table: Table, place: int) -> None:
    if place < table.laid_at:
        raise RulesError("plans-sealed-since")


def consent(table: Table, entry: Consented) -> Proposal:
    appeal = table.appeal
    if appeal is None or entry.seat in appeal.agreed:
        raise RulesError("no-consent-wanted")
    if appeal.seat == entry.seat and entry.agrees:
        raise RulesError("others-have-to-agree")
    others = objectors(table, appeal.seat) - appeal.agreed
    return granted_if(entry.agrees and others <= {entry.seat}, table, entry, appeal)


def granted_if(is_granted: bool, table: Table, entry: AnyEntry, appeal: Appeal) -> Proposal:  # noqa: FBT001
    if not is_granted:
        return Proposal(entry, table.position, [])
    check_nothing_sealed(table)
    check_not_planned_since(table, appeal.place)
    return Proposal(entry, table.past[appeal.place].before, [ChoiceTakenBack(appeal.seat)])


def objectors(table: Table, seat: Seat) -> set[Seat]:
    """Name the seats that have to agree when one wants to take something back; bots have no say."""
    return set(table.people) - {seat}


# Talk and deals ----------------------------------------------------------------------------------


def say(table: Table, entry: Said) -> Proposal:
    # Every room counts its own words: one count for all would reveal how much is whispered.
    check_new(table, entry, (entry.to, entry.number), words_of(entry))
    return Proposal(replace(entry, phase=table.phase), table.position, [])


def offer(table: Table, entry: Offered) -> Proposal:
    deals = table.deals.copy()
    if not deals.offer(entry.deal):
        raise RepeatedError
    return Proposal(entry, Position(table.state, deals), [])


def answer(table: Table, entry: Answered) -> Proposal:
    entry = replace(entry, gives=Goods(), wants=Goods())
    known = table.deals.standings.get(key_of(entry.seat, entry.other, entry.deal))
    if known is not None and known.status is OUTCOMES[entry.answer]:
        raise RepeatedError
    deals = table.deals.copy()
    if entry.answer is Answer.ACCEPT:
        return accept(table, entry, deals)
    settle = deals.decline if entry.answer is Answer.DECLINE else deals.withdraw
    settle(entry.seat, entry.other, entry.deal)
    return Proposal(entry, Position(table.state, deals), [])


def accept(table: Table, entry: Answered, deals: DealBook) -> Proposal:
    """What a deal gives changes hands at once, or the deal is not made."""
    deal = deals.accept(entry.seat, entry.other, entry.deal)
    kept = deals.look_back(deal, table.state)
    clone, chance = table.state.clone(), table.attempt()
    events = exchange(table.game, clone, deal, chance)
    if not events:
        return Proposal(entry, Position(table.state, deals), kept)
    check_nothing_sealed(table)
    entry = replace(entry, gives=deal.wants, wants=deal.gives)
    return moved(table, entry, Position(clone, deals), [*events, *kept], chance, is_final=True)


# Absence and the end -----------------------------------------------------------------------------


def check_going_on(table: Table, _: Replaced | Voted) -> None:
    """A bot plays for nobody when there is nothing left to play."""
    if table.is_over:
        raise RulesError("game-over")


def vote(table: Table, entry: Voted) -> Proposal:
    check_going_on(table, entry)
    events: list[Event] = [StandInTook(entry.absent)] if is_decisive(table, entry) else []
    return Proposal(entry, table.position, events)


def check_revealed(table: Table, entry: Revealed) -> None:
    if not table.is_over:
        raise RulesError("seed-after-game")


def refuse_exchange(_: Table, __: Exchanged) -> NoReturn:
    """Everybody is told of an exchange, but the journal has the answer to an offer that led to it."""
    raise RulesError("not-in-a-journal")


OUTCOMES: Final = {
    Answer.ACCEPT: Status.ACCEPTED,
    Answer.DECLINE: Status.DECLINED,
    Answer.WITHDRAW: Status.WITHDRAWN,
}

CHECKS: Final[dict[type, Callable[[Table, Any], None]]] = {
    Forked: check_forked,
    Invited: check_invited,
    SatDown: check_sat,
    Replaced: check_going_on,
    Revealed: check_revealed,
    Exchanged: refuse_exchange,
}
"""These change nothing in the game."""

MOVES: Final[dict[type, Callable[[Table, Any], Proposal]]] = {
    Began: begin,
    Chose: choose,
    ActedFreely: act_freely,
    TookBack: take_back,
    AskedBack: ask_back,
    Consented: consent,
    Said: say,
    Offered: offer,
    Answered: answer,
    Voted: vote,
}

UNSEAL: Final[dict[type, Callable[[Table, Any, Any], Proposal]]] = {
    RoundOpened: open_round,
    Outcome: open_choices,
    Turned: turn_over,
}
"""These get what the check has found: the round after the entry, or what became of a card."""
