"""One table: its seats, its game and its journal, without a socket or a clock.

What somebody wants to do is first *proposed*: checked, and carried out on a clone. Whoever runs the table
then makes the proposal's entry durable, and only then is it *committed*: the clone replaces the state, and
everybody is told. A table made from its entries alone is the same table, so a server that stops between any
two of these steps has lost and doubled nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from core import flow
from core.chance import digest, keyed
from core.deals import DealBook, Phase
from core.decisions import Decision
from core.flow import Sealing, sealing_of, turning_of
from core.game import with_defaults
from core.kinds import (
    Choice,
    Event,
    InputError,
    RulesError,
    Seat,
    TurnOver,
    Viewer,
)
from core.record import GameRecord, read_record
from core.wire import Facts, events_hash, facts_hash
from protocol.canonical import encode
from protocol.entries import (
    AnyEntry,
    Forked,
    Said,
    Stamped,
)
from protocol.fair import Attempt, Luck
from protocol.round_records import Turned
from protocol.table.public import LinkMark, PublicTable, StampedForm


class Prompt(NamedTuple):
    """A question put to a seat; its number is that of the move it followed from."""

    number: int
    decision: Decision


class Position(NamedTuple):
    """Everything that play changes: the state of the game, and the deals about it."""

    state: Any
    deals: DealBook | None


class PastMove(NamedTuple):
    """A move: whose, of which prompt if any, the position before it, and whether it stands for good.

    It stands if it uncovered something; then others have to agree before it is taken back. The outcome of a
    sealed round is nobody's move alone.
    """

    seat: Seat | None
    prompt: int | None
    before: Position
    after: Position
    is_final: bool
    choices: Mapping[Seat, Choice] = {}  # everybody's, if they were sealed


class Appeal(NamedTuple):
    """A seat asks to take back the choice at this place in the past; who has agreed so far."""

    seat: Seat
    place: int
    agreed: frozenset[Seat]


class Proposal(NamedTuple):
    """Something that can happen next."""

    entry: AnyEntry
    position: Position
    events: list[Event]
    is_final: bool = True
    chance: Attempt | None = None
    choices: Mapping[Seat, Choice] = {}  # what counts, if it opens sealed choices
    facts: Facts | None = None  # what everybody will see of the game, if it moves
    found: Any = None  # by the public check, for its note

    @property
    def shown(self) -> bytes:
        """The newest link of chance everybody will have seen with this, if it takes any."""
        return self.chance.newest if self.chance is not None else b""

    @property
    def facts_hash(self) -> bytes:
        """The hash of what everybody will see of the game, if it moves."""
        return facts_hash(self.facts) if self.facts is not None else b""

    @property
    def heard(self) -> bytes:
        """The hash of what everybody will hear about it, if anything."""
        return events_hash(self.events)


class Table(PublicTable):
    """A table with everything its journal tells: what everybody knows, and what is hidden."""

    def __init__(self, opening: Stamped) -> None:
        super().__init__(opening)
        check_playable(self)
        self.luck = Luck(self.opened.game_id, self.opened.seed)
        self.journal = next_journal(b"", opening)  # the hash of all entries
        self.origin: GameRecord | None = None  # the game this one continues, up to that point
        self.invited: set[bytes] = set()
        self.seq = 0
        self.moves = 0
        self.position = Position(None, None)
        self.prompts: dict[Seat, Prompt] = {}
        self.past: list[PastMove] = []
        self.appeal: Appeal | None = None
        self.done: dict[tuple[type[AnyEntry], Seat, Hashable], object] = {}
        self.laid_at = 0  # nothing before this in the past is taken back: nobody can seal it again
        self.turned: dict[tuple[Seat, int], Turned] = {}  # pieces of what was laid there

    def mark_of(self, stamp: StampedForm) -> LinkMark:
        return LinkMark(self.link_of(stamp), stamp.shown, stamp.facts, self.journal_after(stamp))

    def journal_after(self, stamp: StampedForm) -> bytes:
        """Return the hash of all entries, if this is the next one."""
        return next_journal(self.journal, stamp)

    def journal_mark(self, entry: AnyEntry, journal: bytes) -> bytes:
        """Return what holds the host to a journal up to an entry; without the seed it tells nothing."""
        return journal_mark(self.luck.private, journal) if entry.seen_by(None) is not None else b""

    def attempt(self) -> Attempt:
        """Return chance as it would fall now."""
        return self.luck.attempt(self.mix)

    # Looking ---------------------------------------------------------------------------------

    def view_for(self, viewer: Viewer) -> Any:
        return self.game.view_for(self.state, viewer)

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def deals(self) -> DealBook:
        assert self.position.deals is not None
        return self.position.deals

    @property
    def phase(self) -> Phase:
        return self.deals.phase if self.state is not None else ()

    @property
    def sealing(self) -> Sealing | None:
        """Return how everybody answers the current question at once, if they do."""
        return sealing_of(self.game.rules, self.state) if self.state is not None else None

    @property
    def turning(self) -> TurnOver | None:
        """Return what has to be turned over before the game can go on, if anything."""
        return turning_of(self.state.agenda) if self.state is not None else None

    @property
    def is_over(self) -> bool:
        return self.state is not None and not self.state.agenda


def next_journal(journal: bytes, stamp: StampedForm) -> bytes:
    """Extend the hash of a journal."""
    at_ms = stamp.at_ms.to_bytes(8, "big", signed=True)
    return digest("journal", journal, at_ms, encode(stamp.entry), stamp.shown, stamp.facts, stamp.heard)


def journal_mark(seed: bytes, journal: bytes) -> bytes:
    return keyed(seed, "journal", journal)


def check_playable(table: Table) -> None:
    """Refuse what no server opens; a log could say anything."""
    game, opened = table.game, table.opened
    if opened.version != game.version:
        raise InputError(f"The rules of this table are version {opened.version}, ours are {game.version}.")
    with_defaults(game, dict(opened.options))
    if len(set(table.seats)) not in game.players or len(set(table.seats)) < len(table.seats):
        raise InputError(f"Entry 0 opens a table with seats that {game.name} cannot be played with.")


# Moves --------------------------------------------------------------------------------------------


def try_move(table: Table, entry: AnyEntry, seat: Seat, choice: Choice) -> Proposal:
    check_nothing_sealed(table)
    clone, chance = table.state.clone(), table.attempt()
    events = flow.answer(table.game.rules, clone, seat, choice, chance)
    is_final = clone.draws != table.state.draws or any(map(brings_to_light, events))
    return moved(table, entry, Position(clone, table.deals.copy()), events, chance, is_final=is_final)


def check_nothing_sealed(table: Table) -> None:
    """While choices are being sealed the game stands still, for they are about how it is now."""
    if table.round is not None or table.sealing is not None:
        raise RulesError("wait-for-opening")
    if table.turning is not None:
        raise RulesError("wait-for-card")


def moved(
    table: Table,
    entry: AnyEntry,
    position: Position,
    events: list[Event],
    chance: Attempt,
    *,
    is_final: bool,
) -> Proposal:
    """Add what a move means for the deals."""
    assert position.deals is not None
    told = position.deals.watch(events, table.game.promises.phase_of(position.state))
    return Proposal(entry, position, [*events, *told], is_final, chance)


def brings_to_light(event: Event) -> bool:
    """Say whether an event tells somebody what only others, or nobody, knew."""
    return event.reveals or event.seen_by(None) != event


# What entries speak of ---------------------------------------------------------------------------


def origin_of(entry: Forked) -> GameRecord:
    return read_record(entry.record)[0]


def place_of(table: Table, seat: Seat, prompt: int) -> int | None:
    """Find a choice in the past."""
    places = (place for place, past in enumerate(table.past) if (past.seat, past.prompt) == (seat, prompt))
    return next(places, None)


def words_of(entry: Said) -> object:
    return entry.words, entry.sealed
