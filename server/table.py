"""One table: its seats, its game and its journal, without a socket or a clock.

What somebody wants to do is first *proposed*: checked, and carried out on a clone. The proposal's
entry is then made durable by whoever runs the table, and only then *committed*: the clone takes the
place of the state, and what happened is told. A table made from its entries alone is the same table,
so a server that stops between any two of these steps has lost and doubled nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from core import flow
from core.catalog import game_named
from core.chance import SeededRng
from core.game import Game, seat_named, start
from core.records import Choice, Decision, Event, InputError, RulesError, Seat, Viewer
from protocol.entries import ActedFreely, AnyEntry, Began, Chose, Opened, SatDown, TookBack


class Prompt(NamedTuple):
    """A question put to a seat; its number is that of the entry it followed from."""

    number: int
    decision: Decision


class Past(NamedTuple):
    """A choice that can still be taken back: whose, and the state before it."""

    seat: Seat
    state: Any


class Proposal(NamedTuple):
    """Something that can happen next; `entry` is None where it has happened already."""

    entry: AnyEntry | None
    state: Any
    events: list[Event]
    is_final: bool


class Update(NamedTuple):
    """Something that has happened."""

    seq: int
    entry: AnyEntry
    events: list[Event]


class Table:
    """A table as its journal tells it."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.game: Game = game_named(opened.game)
        if opened.version != self.game.version:
            msg = f"The rules of this table are version {opened.version}, ours are {self.game.version}."
            raise InputError(msg)
        self.rng = SeededRng(opened.seed.encode())
        self.seats = tuple(seat_named(self.game, name) for name in opened.seats)
        self.sitters: dict[Seat, SatDown] = {}
        self.seq = 0
        self.state: Any = None
        self.prompts: dict[Seat, Prompt] = {}
        self.past: list[Past] = []
        self.done: dict[tuple[type[AnyEntry], Seat, int], str] = {}

    # Proposing -------------------------------------------------------------------------------

    def propose(self, entry: AnyEntry) -> Proposal:
        """Check whether an entry can be the next; raise RulesError or InputError where it cannot."""
        if isinstance(entry, SatDown):
            return self._seat(entry)
        if isinstance(entry, Began):
            return self._begin(entry)
        if self.state is None:
            raise RulesError("The game has not begun yet.")
        if isinstance(entry, Chose):
            return self._choose(entry)
        if isinstance(entry, ActedFreely):
            return self._act_freely(entry)
        assert isinstance(entry, TookBack)
        return self._take_back(entry)

    def _seat(self, entry: SatDown) -> Proposal:
        if entry.seat not in self.seats:
            raise RulesError("There is no such seat at this table.")
        taken = self.sitters.get(entry.seat)
        if taken is not None and taken.key != entry.key:
            raise RulesError(f"That seat is taken by {taken.name}.")
        return Proposal(None if taken == entry else entry, self.state, [], is_final=True)

    def _begin(self, entry: Began) -> Proposal:
        if self.state is not None:
            return Proposal(None, self.state, [], is_final=True)
        if len(self.sitters) < len(self.seats):
            raise RulesError("Not everybody has sat down yet.")
        state, events = start(self.game, self.seats, dict(self.opened.options), self.rng)
        return Proposal(entry, state, events, is_final=True)

    def _choose(self, entry: Chose) -> Proposal:
        if self._is_repeated(entry, entry.prompt):
            return Proposal(None, self.state, [], is_final=True)
        prompt = self.prompts.get(entry.seat)
        if prompt is None or prompt.number != entry.prompt:
            raise RulesError("That question is no longer open.")
        return self._carry_out(entry, entry.seat, self.game.choice_of(entry.line))

    def _act_freely(self, entry: ActedFreely) -> Proposal:
        if self._is_repeated(entry, entry.number):
            return Proposal(None, self.state, [], is_final=True)
        choice = self.game.choice_of(entry.line)
        if type(choice) not in self.game.rules.free:
            raise RulesError(f"'{entry.line}' answers a question; it is nothing one does in between.")
        return self._carry_out(entry, entry.seat, choice)

    def _is_repeated(self, entry: Chose | ActedFreely, number: int) -> bool:
        """Say whether this very thing has been done; another one under its number is refused."""
        line = self.done.get((type(entry), entry.seat, number))
        if line is not None and line != entry.line:
            raise RulesError(f"That has been answered with '{line}' already.")
        return line is not None

    def _carry_out(self, entry: AnyEntry, seat: Seat, choice: Choice) -> Proposal:
        clone = self.state.clone()
        sealed = type(clone.agenda[-1]) not in self.game.rules.take if clone.agenda else False
        events = flow.answer(self.game.rules, clone, seat, choice, self.rng)
        is_final = sealed or clone.draws != self.state.draws or any(map(is_private, events))
        return Proposal(entry, clone, events, is_final)

    def _take_back(self, entry: TookBack) -> Proposal:
        """Only the last choice, by who made it, and only while nothing came to light with it."""
        if not self.past or self.past[-1].seat != entry.seat:
            raise RulesError(
                "Too late to take that back: something was revealed or somebody has acted since."
            )
        return Proposal(entry, self.past[-1].state, [], is_final=False)

    # Committing ------------------------------------------------------------------------------

    def commit(self, proposal: Proposal) -> Update:
        """Let a proposal happen; its entry is in the journal."""
        entry = proposal.entry
        assert entry is not None
        self.seq += 1
        self._remember(entry, proposal)
        self.state = proposal.state
        self._ask()
        return Update(self.seq, entry, proposal.events)

    def _remember(self, entry: AnyEntry, proposal: Proposal) -> None:
        if isinstance(entry, SatDown):
            self.sitters[entry.seat] = entry
        elif isinstance(entry, TookBack):
            self.past.pop()
        elif isinstance(entry, (Chose, ActedFreely)):
            number = entry.prompt if isinstance(entry, Chose) else entry.number
            self.done[type(entry), entry.seat, number] = entry.line
            self.prompts.pop(entry.seat, None)
            self.past.append(Past(entry.seat, self.state))
        if proposal.is_final:
            self.past.clear()

    def _ask(self) -> None:
        """Number the questions: one that is asked as before keeps its number."""
        pending = self.state.pending if self.state is not None else {}
        self.prompts = {
            seat: old
            if (old := self.prompts.get(seat)) is not None and old.decision == decision
            else Prompt(self.seq, decision)
            for seat, decision in pending.items()
        }

    # Looking ---------------------------------------------------------------------------------

    def view_for(self, viewer: Viewer) -> Any:
        return self.game.view_for(self.state, viewer)

    @property
    def is_over(self) -> bool:
        return self.state is not None and not self.state.agenda


def is_private(event: Event) -> bool:
    """Say whether not everybody hears the same of an event."""
    return event.seen_by(None) != event


def table_from(entries: Iterable[AnyEntry]) -> Table:
    """Make a table anew from its journal."""
    opened, *rest = entries
    if not isinstance(opened, Opened):
        msg = "A journal begins with the opening of its table."
        raise InputError(msg)
    table = Table(opened)
    for number, entry in enumerate(rest, start=1):
        try:
            proposal = table.propose(entry)
        except RulesError as error:
            msg = f"Entry {number} of this journal cannot have happened: {error}"
            raise InputError(msg) from None
        if proposal.entry is None:
            msg = f"Entry {number} of this journal happened before."
            raise InputError(msg)
        table.commit(proposal)
    return table
