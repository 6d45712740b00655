"""One table: its seats, its game and its journal, without a socket or a clock.

What somebody wants to do is first *proposed*: checked, and carried out on a clone. The proposal's
entry is then made durable by whoever runs the table, and only then *committed*: the clone takes the
place of the state, and what happened is told. A table made from its entries alone is the same table,
so a server that stops between any two of these steps has lost and doubled nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from core.catalog import game_named
from core.deals import Deals, Phase
from core.flow import Sealing, sealing_of, turning_of
from core.game import Game, seat_named
from core.records import Choice, Decision, Event, InputError, Seat, TurnOver, Viewer
from core.wire import Facts
from protocol.chain import Chain
from protocol.entries import AnyEntry, Opened, SatDown, Stamped
from protocol.fair import Attempt, Luck
from protocol.policy import Keys
from protocol.round import Round
from protocol.round_records import Turned


class Prompt(NamedTuple):
    """A question put to a seat; its number is that of the move it followed from."""

    number: int
    decision: Decision


class Position(NamedTuple):
    """All that play changes: the state of the game, and the deals about it."""

    state: Any
    deals: Deals | None


class Past(NamedTuple):
    """A move: whose, of which prompt if any, the position before it, and whether it stands for good.

    It stands if something came to light with it; others have to agree then before it is taken back. What
    a sealed round came to is nobody's move alone.
    """

    seat: Seat | None
    prompt: int | None
    before: Position
    after: Position
    is_final: bool
    choices: Mapping[Seat, Choice] = {}  # of all, if they were sealed


class Appeal(NamedTuple):
    """A seat asks to take back the choice at this place of the past; who has agreed so far."""

    seat: Seat
    place: int
    agreed: frozenset[Seat]


class Proposal(NamedTuple):
    """Something that can happen next; `entry` is None where it has happened already."""

    entry: AnyEntry | None
    position: Position
    events: list[Event]
    is_final: bool = True
    chance: Attempt | None = None
    round: Round | None = None  # as it would be afterwards, if this is about a sealed round
    choices: Mapping[Seat, Choice] = {}  # what counts, if it opens sealed choices
    facts: Facts | None = None  # what all will see of the game, if it moves


class Update(NamedTuple):
    """Something that has happened."""

    seq: int
    entry: AnyEntry
    events: list[Event]
    facts: Facts | None  # what all see now, if the game is another than before


class Table:
    """A table as its journal tells it."""

    def __init__(self, opening: Stamped) -> None:
        opened = opening.entry
        if not isinstance(opened, Opened):
            raise InputError("A journal begins with the opening of its table.")
        self.opened = opened
        self.game: Game = game_named(opened.game)
        if opened.version != self.game.version:
            msg = f"The rules of this table are version {opened.version}, ours are {self.game.version}."
            raise InputError(msg)
        self.chain = Chain(opened.game_id)
        self.chain.add(self.link_of(opening))
        self.luck = Luck(opened.game_id, opened.seed)
        self.seats = tuple(seat_named(self.game, name) for name in opened.seats)
        self.invited: set[bytes] = set()
        self.sitters: dict[Seat, SatDown] = {}
        self.seq = 0
        self.moves = 0
        self.position = Position(None, None)
        self.prompts: dict[Seat, Prompt] = {}
        self.past: list[Past] = []
        self.appeal: Appeal | None = None
        self.done: dict[tuple[type[AnyEntry], Seat, Hashable], object] = {}
        self.replaced: frozenset[Seat] = frozenset()
        self.votes: dict[Seat, frozenset[Seat]] = {}
        self.voted_out: frozenset[Seat] = frozenset()  # of those who are replaced
        self.keys: dict[Seat, Keys] = {}
        self.shown_keys: set[Seat] = set()  # who had to show one with a complaint, and needs new ones
        self.round: Round | None = None
        self.rounds = 0
        self.laid: Round | None = None  # the last one of which something stays face down when it is over
        self.laid_at = 0  # what was before, in the past, is not taken back: nobody can seal it again
        self.turned: dict[tuple[Seat, int], Turned] = {}  # of it, so far
        self.revealed_at: int | None = None  # the link that shows the seed
        self.signed_off: set[Seat] = set()

    def link_of(self, stamp: Stamped) -> bytes:
        """Give the hash of the link that an entry is next in the chain, nothing if not all may see it."""
        public = stamp.entry.seen_by(None)
        if public is None:
            return b""
        return self.chain.next_hash(stamp.at_ms, public, stamp.shown, stamp.facts)

    # Looking ---------------------------------------------------------------------------------

    def view_for(self, viewer: Viewer) -> Any:
        return self.game.view_for(self.state, viewer)

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def deals(self) -> Deals:
        assert self.position.deals is not None
        return self.position.deals

    @property
    def phase(self) -> Phase:
        return self.deals.phase if self.state is not None else ()

    @property
    def bots(self) -> set[Seat]:
        """The seats that no person plays now."""
        return {seat for seat, sitter in self.sitters.items() if sitter.is_bot} | self.replaced

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that somebody plays who can be asked: neither bots nor those a bot plays for."""
        bots = self.bots
        return tuple(seat for seat in self.seats if seat not in bots)

    @property
    def sealing(self) -> Sealing | None:
        """Say how the question now is answered by all at once, if it is."""
        return sealing_of(self.game.rules, self.state) if self.state is not None else None

    @property
    def turning(self) -> TurnOver | None:
        """Say what has to be turned over before the game can go on, if anything."""
        return turning_of(self.state.agenda) if self.state is not None else None

    @property
    def is_revealed(self) -> bool:
        return self.revealed_at is not None

    @property
    def is_over(self) -> bool:
        return self.state is not None and not self.state.agenda
