"""What can happen next at a table: each entry is checked, and carried out on a clone.

Nothing here changes the table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from msgspec.structs import replace

from core.deals import Deals, Status, key_of
from core.deals import carry_out as exchange
from core.game import start
from core.records import RulesError, Seat
from core.table_events import ChoiceTakenBack, StandInTook
from core.wire import pack_facts
from protocol.entries import (
    ActedFreely,
    Answer,
    Answered,
    AnyEntry,
    AskedBack,
    Began,
    Chose,
    Consented,
    Invited,
    Keyed,
    Offered,
    Replaced,
    Returned,
    Revealed,
    Said,
    SatDown,
    SignedOff,
    StoodUp,
    TookBack,
    Voted,
)
from protocol.parties import is_majority
from protocol.policy import check_keys
from protocol.round_records import (
    Certified,
    Committed,
    Complained,
    Outcome,
    RoundOpened,
    RoundSet,
    RoundVoided,
    Turned,
)
from protocol.table.sealed_rounds import give_up, go_on, open_choices, open_round
from protocol.table.table import Appeal, Position, Proposal, Table
from protocol.table.try_move import carry_out, check_nothing_sealed, moved, nothing_new, unless
from protocol.table.turning import turn_over


def propose(table: Table, entry: AnyEntry) -> Proposal:
    """Check whether an entry can be the next; raise RulesError or InputError where it cannot."""
    if getattr(entry, "seat", table.seats[0]) not in table.seats:
        raise RulesError("no-such-seat")
    if type(entry) not in BEFORE_THE_GAME and table.state is None:
        raise RulesError("not-begun")
    proposal = PROPOSE[type(entry)](table, entry)
    if proposal.position.state is table.state:
        return proposal
    return proposal._replace(facts=pack_facts(table.game.public_view(proposal.position.state)))


def invite(table: Table, entry: Invited) -> Proposal:
    return unless(table, entry.token in table.invited, entry)


def sit(table: Table, entry: SatDown) -> Proposal:
    taken = table.sitters.get(entry.seat)
    if taken is not None and taken.key != entry.key:
        raise RulesError("seat-taken", name=taken.name)
    if taken is None:
        check_newcomer(table, entry)
    return unless(table, taken is not None, entry)


def check_newcomer(table: Table, entry: SatDown) -> None:
    if table.state is not None or table.rounds:
        raise RulesError("begun-without-you")
    if any(sitter.key == entry.key for sitter in table.sitters.values()):
        raise RulesError("seated-already")
    if any(sitter.name == entry.name for sitter in table.sitters.values()):
        raise RulesError("name-taken", name=entry.name)
    if entry.token not in table.invited:
        raise RulesError("not-invited")


def stand(table: Table, entry: StoodUp) -> Proposal:
    if table.state is not None or table.rounds:
        raise RulesError("seat-stays-yours")
    return unless(table, entry.seat not in table.sitters, entry)


def begin(table: Table, entry: Began) -> Proposal:
    if table.state is not None:
        return nothing_new(table)
    if len(table.sitters) < len(table.seats):
        raise RulesError("seats-free")
    chance = table.luck.attempt()
    state, events = start(table.game, table.seats, dict(table.opened.options), chance)
    deals = Deals(table.seats, table.game.promises, table.game.promises.phase_of(state))
    return Proposal(entry, Position(state, deals), events, chance=chance)


def choose(table: Table, entry: Chose) -> Proposal:
    choice = table.game.choice_of(entry.line)
    check_form(entry.line, table.game.line_of(choice))
    if is_repeated(table, entry, entry.prompt, entry.line):
        return nothing_new(table)
    prompt = table.prompts.get(entry.seat)
    if prompt is None or prompt.number != entry.prompt:
        raise RulesError("question-closed")
    return carry_out(table, entry, entry.seat, choice)


def act_freely(table: Table, entry: ActedFreely) -> Proposal:
    choice = table.game.choice_of(entry.line)
    check_form(entry.line, table.game.line_of(choice))
    if is_repeated(table, entry, entry.number, entry.line):
        return nothing_new(table)
    if type(choice) not in table.game.rules.free:
        raise RulesError("answers-a-question", line=entry.line)
    return carry_out(table, entry, entry.seat, choice)


def check_form(line: str, right: str) -> None:
    """A line has one form, for its player has signed it."""
    if line != right:
        raise RulesError("written-so", line=right)


def is_repeated(
    table: Table, entry: Chose | ActedFreely | TookBack | AskedBack | Said, number: Hashable, content: object
) -> bool:
    """Say whether this very thing has been done; another one under its number is refused."""
    done = table.done.get((type(entry), entry.seat, number))
    if done is not None and done != content:
        raise RulesError("number-used")
    return done is not None


def take_back(table: Table, entry: TookBack) -> Proposal:
    """Only the last choice, by who made it, and only while nothing came to light with it."""
    if is_repeated(table, entry, entry.prompt, True):
        return nothing_new(table)
    last = table.past[-1] if table.past else None
    if last is None or last.is_final or (last.seat, last.prompt) != (entry.seat, entry.prompt):
        raise RulesError("too-late-to-take-back")
    check_nothing_sealed(table)
    assert last.before.deals is not None
    assert last.after.deals is not None
    deals = table.deals.without(last.before.deals, last.after.deals)
    return Proposal(entry, Position(last.before.state, deals), [])


def ask_back(table: Table, entry: AskedBack) -> Proposal:
    if is_repeated(table, entry, entry.prompt, True):
        return nothing_new(table)
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
    """Name who has to agree when a seat wants to take something back; bots have no say."""
    return set(table.people) - {seat}


def place_of(table: Table, seat: Seat, prompt: int) -> int | None:
    """Find a choice in the past."""
    places = (place for place, past in enumerate(table.past) if (past.seat, past.prompt) == (seat, prompt))
    return next(places, None)


def say(table: Table, entry: Said) -> Proposal:
    if not set(entry.to) <= set(table.seats) or entry.seat in entry.to:
        raise RulesError("speak-to-others")
    if tuple(sorted(set(entry.to))) != entry.to:
        raise RulesError("spoken-to-in-order")
    if bool(entry.sealed) != bool(entry.to) or bool(entry.words) == bool(entry.to):
        raise RulesError("sealed-to-some")
    # Numbers count in each room for itself: one for all would tell in public how much is whispered.
    return unless(table, is_repeated(table, entry, (entry.to, entry.number), words_of(entry)), entry)


def words_of(entry: Said) -> object:
    return entry.words, entry.sealed


def stand_in(table: Table, entry: Replaced) -> Proposal:
    return unless(table, entry.seat in table.replaced, entry)


def come_back(table: Table, entry: Returned) -> Proposal:
    return unless(table, entry.seat not in table.replaced, entry)


def vote(table: Table, entry: Voted) -> Proposal:
    if entry.absent not in table.people or entry.absent == entry.seat:
        raise RulesError("no-bot-needed")
    voters = table.votes.get(entry.absent, frozenset())
    if entry.agrees and is_majority(table.people, entry.absent, voters | {entry.seat}):
        return Proposal(entry, table.position, [StandInTook(entry.absent)])
    return unless(table, (entry.seat in voters) == entry.agrees, entry)


def offer(table: Table, entry: Offered) -> Proposal:
    deals = table.deals.copy()
    if not deals.offer(entry.deal):
        return nothing_new(table)
    return Proposal(entry, Position(table.state, deals), [])


def answer(table: Table, entry: Answered) -> Proposal:
    known = table.deals.standings.get(key_of(entry.seat, entry.other, entry.deal))
    if known is not None and known.status is OUTCOMES[entry.answer]:
        return nothing_new(table)
    deals = table.deals.copy()
    if entry.answer is Answer.ACCEPT:
        return accept(table, entry, deals)
    settle = deals.decline if entry.answer is Answer.DECLINE else deals.withdraw
    settle(entry.seat, entry.other, entry.deal)
    return Proposal(entry, Position(table.state, deals), [])


def accept(table: Table, entry: Answered, deals: Deals) -> Proposal:
    """What a deal gives changes hands at once, or the deal is not made."""
    deal = deals.accept(entry.seat, entry.other, entry.deal)
    clone, chance = table.state.clone(), table.luck.attempt()
    events = exchange(table.game, clone, deal, chance)
    if not events:
        return Proposal(entry, Position(table.state, deals), [])
    check_nothing_sealed(table)
    entry = replace(entry, gives=deal.wants, wants=deal.gives)
    return moved(table, entry, Position(clone, deals), events, chance, is_final=True)


def make_keys_known(table: Table, entry: Keyed) -> Proposal:
    known = table.keys.get(entry.seat)
    if known == entry.keys:
        return nothing_new(table)
    if entry.seat not in table.sitters:
        raise RulesError("keys-of-the-seated")
    if known is not None and entry.seat not in table.shown_keys:
        raise RulesError("keys-not-shown")
    if entry.keys.generation != (0 if known is None else known.generation + 1):
        raise RulesError("keys-not-next")
    check_keys(entry.keys, table.seats)
    return Proposal(entry, table.position, [])


def reveal(table: Table, entry: Revealed) -> Proposal:
    if not table.is_over:
        raise RulesError("seed-after-game")
    if entry.seed != table.opened.seed:
        raise RulesError("another-seed")
    return unless(table, table.is_revealed, entry)


def sign_off(table: Table, entry: SignedOff) -> Proposal:
    if table.revealed_at is None or entry.oath.seen < table.revealed_at:
        raise RulesError("end-not-seen")
    return unless(table, entry.seat in table.signed_off, entry)


OUTCOMES = {
    Answer.ACCEPT: Status.ACCEPTED,
    Answer.DECLINE: Status.DECLINED,
    Answer.WITHDRAW: Status.WITHDRAWN,
}

ROUND = (RoundOpened, Committed, RoundSet, Complained, Certified, Outcome, RoundVoided)
BEFORE_THE_GAME = (Invited, SatDown, StoodUp, Keyed, Began, Said, *ROUND)

PROPOSE: dict[type, Callable[[Table, Any], Proposal]] = {
    Invited: invite,
    SatDown: sit,
    StoodUp: stand,
    Began: begin,
    Chose: choose,
    ActedFreely: act_freely,
    TookBack: take_back,
    AskedBack: ask_back,
    Consented: consent,
    Said: say,
    Offered: offer,
    Answered: answer,
    Replaced: stand_in,
    Returned: come_back,
    Voted: vote,
    Keyed: make_keys_known,
    Revealed: reveal,
    SignedOff: sign_off,
    **dict.fromkeys(ROUND, go_on),
    RoundOpened: open_round,
    Outcome: open_choices,
    RoundVoided: give_up,
    Turned: turn_over,
}
