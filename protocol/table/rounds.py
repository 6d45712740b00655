"""The sealed rounds of a table as everybody can follow them, and the cards that stay face down after one.

The checks return what the round would be after an entry; nothing has changed until it is noted.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from core.chance import digest
from core.game import Game
from core.kinds import RulesError, Seat, Step
from protocol.canonical import decode
from protocol.errors import ProtocolError
from protocol.fair import distance, first_mix
from protocol.header import ENTROPY, RoundHeader
from protocol.parties import ENTROPY_SIZE, occasion_of, parties_of
from protocol.pieces import has_pieces, judge
from protocol.policy import Occasion, Parties
from protocol.round import Round
from protocol.round_records import (
    Committed,
    Complained,
    Outcome,
    RoundEntry,
    RoundOpened,
    RoundSet,
    RoundVoided,
    Turned,
    Verdict,
)
from protocol.table.public import PublicTable, RepeatedError

MOST_LINKS = 1000
"""How many links of chance one move can take."""


class Subject(NamedTuple):
    """What a round is about: the step of the game that asks, who seals, and in what sizes."""

    kind: str
    seats: tuple[Seat, ...]
    size: int | tuple[int, ...]


def subject_asked(game: Game, step: Step, seats: Collection[Seat]) -> Subject | None:
    """Return the subject of the round that a step of the game asks these seats for, if it does."""
    sealing = game.rules.sealed.get(type(step))
    return None if sealing is None else Subject(type(step).__name__, tuple(sorted(seats)), sealing.sizes)


# Opening a round ---------------------------------------------------------------------------------


def parties_at(table: PublicTable) -> Parties:
    return parties_of(table.opened, table.seats, table.sitters, table.keys, table.replaced)


def occasion_for(table: PublicTable, subject: Subject) -> Occasion:
    return occasion_of(table.rounds + 1, *subject, table.opened.terms, table.chain.head)


def check_opening(table: PublicTable, entry: RoundOpened) -> Round:
    """Refuse a round for other people or with other keys; only the rules know what it has to be about."""
    if table.round is not None:
        raise RulesError("round-open")
    if len(table.sitters) < len(table.seats):
        raise RulesError("seats-free")
    if table.heirs:
        raise RulesError("heir-waits")
    subject = subject_in(entry)
    is_first, is_for_chance = not table.first_mix, subject.kind == ENTROPY
    if is_first != is_for_chance or (is_first and subject != (ENTROPY, table.seats, ENTROPY_SIZE)):
        raise RulesError("chance-first")
    occasion = occasion_for(table, subject)
    return Round(entry, parties_at(table), occasion, table.shown_link, table.chain.number_of)


def subject_in(entry: RoundOpened) -> Subject:
    try:
        header = decode(entry.header, RoundHeader)
    except ProtocolError:
        raise RulesError("round-unreadable") from None
    return Subject(header.kind, header.seats, header.size)


def note_opening(table: PublicTable, _: RoundOpened, round_: Round) -> None:
    if not table.first_mix:
        table.genesis = genesis_of(table, round_.header.keys)
        table.mix = first_mix(table.genesis)
    table.round, table.rounds = round_, round_.header.round
    table.voted_out &= table.replaced  # a seat's new player holds shares from now on


def genesis_of(table: PublicTable, keys: bytes) -> bytes:
    """Hash what the players compare by the table code: the game, and the keys all of them sign with."""
    return digest("genesis", table.opened.game_id, keys)


# What happens in it ------------------------------------------------------------------------------


def check_record(table: PublicTable, entry: RoundEntry) -> Round:
    """Give the round after a record of it."""
    if table.round is None:
        raise RulesError("no-round")
    if is_known(table.round, entry):
        raise RepeatedError
    round_ = table.round.clone()
    round_.apply(entry)
    return round_


def is_known(round_: Round, entry: RoundEntry) -> bool:
    """Say whether this has been taken before; it is sent again after a lost connection."""
    match entry:
        case Committed(seat=seat):
            known = [one.commitment for one in round_.commits_of(seat)]
            return entry.commitment in known[entry.revision : entry.revision + 1]
        case Complained(seat=seat, dealer=dealer):
            return dealer in round_.void or (seat, dealer) in round_.false_complaints
        case _:
            return False


def note_record(table: PublicTable, _: RoundEntry, round_: Round) -> None:
    table.round = round_


def note_commit(table: PublicTable, entry: Committed, round_: Round) -> None:
    """A player who seals something is not absent."""
    table.round = round_
    table.votes.pop(entry.seat, None)


def note_complaint(table: PublicTable, entry: Complained, round_: Round) -> None:
    table.round = round_
    table.shown_keys.add(entry.seat)


def check_set(table: PublicTable, entry: RoundSet) -> Round:
    """Skip only seats that bots play; no game begins without the chance of every person."""
    round_ = check_record(table, entry)
    if not table.bots.issuperset(round_.missing):
        raise RulesError("passed-over")
    return round_


def check_void(table: PublicTable, entry: RoundVoided) -> Round:
    if table.has_begun and not table.voted_out.issuperset(entry.seats):
        raise RulesError("void-by-vote")
    return check_record(table, entry)


def note_void(table: PublicTable, _: RoundVoided, round_: Round) -> None:
    table.round, table.last_round = None, round_


def note_outcome(table: PublicTable, _: Outcome, round_: Round) -> None:
    table.mix, table.shown_link = round_.mix(table.mix), round_.link
    if round_.header.kind != ENTROPY or set(round_.entropy()) == set(round_.people):
        table.first_mix = table.first_mix or table.mix
    table.round, table.last_round = None, round_
    if has_pieces(round_):
        table.laid = round_


# Cards and chance --------------------------------------------------------------------------------


def check_turned(table: PublicTable, entry: Turned) -> Verdict:
    if table.laid is None:
        raise RulesError("nothing-face-down")
    return judge(table.laid, entry, table.voted_out)


def check_drawn(table: PublicTable, after: object, shown: bytes) -> None:
    """Refuse a link of chance that does not lead back to the last one shown, perhaps by this very round."""
    last = after.link if isinstance(after, Round) and after.link else table.shown_link
    if shown and distance(shown, last, MOST_LINKS) is None:
        raise RulesError("another-chance")
