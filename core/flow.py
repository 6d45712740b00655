"""The crank: how a game goes on from one decision to the next.

A state carries an *agenda*, a stack of small frozen steps; the last one is next. The crank takes the step on
top and looks it up in the tables of the game's rules:

- `act`: the step is carried out, and it pushes whatever it starts, last thing first. Or the step says who has
  to decide what; then the crank stops, and the step stays on top until it is answered. A step with nothing to
  decide says nothing and is gone.
- `draw`: the step needs chance. Its chance event gets the next number, and its outcome, from the given `Rng`
  or laid down by a scenario, is carried out.

An answer is checked against the decision it answers. If the step is in the table `take`, it comes off, and
that function gets the answer (and may push the step again to ask for more). If the step is in the table
`sealed`, the answer waits until everybody asked has given theirs; where that table says so, it may be changed
until then. Then the step comes off, and the one below opens the answers. A table that lets nobody see an
answer before all are in passes them on together (`open_sealed`).

Part of such an answer may stay face down until its turn comes. Then a step `TurnOver` is on top, and the
crank stops although nobody has anything to decide; it goes on when somebody shows what lies there
(`turn_over`). Where all answers are known, as in a game without a table, that never happens.

So what is pending always follows from the state. That is why a gift, which any seat may make between two
decisions, needs no bookkeeping: afterwards the step on top simply asks again. Steps below the top are never
looked at and never changed. Nothing here is a callback or a generator: a game stopped anywhere can be saved,
cloned, shown and carried on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from core.chance import ChanceEvent, QuickRng, Rng, Stream
from core.decisions import EMPTY, UNSEEN, Arrange, Arrangement, Decision
from core.kinds import Choice, Event, RulesError, Seat, Step, TurnOver

Pending: TypeAlias = Mapping[Seat, Decision]


class Flow(Protocol):
    """The part of a state that the crank turns."""

    agenda: list[Step]
    pending: Pending
    answers: Mapping[Seat, Choice]
    events: list[Event]
    draws: int


class Draw(Struct, frozen=True):
    """How a step uses chance: what to draw from a stream, and what the outcome does.

    A draw from things some players have not seen is secret even if everybody is `told` its outcome: the
    numbers behind it would reveal what else was there.
    """

    kind: str
    secret: bool
    sample: Callable[[Any, Any, Stream], Any]
    carry_out: Callable[[Any, Any, Any], None]
    told: bool = False


class Sealing(NamedTuple):
    """How everybody answers a step at once: the default replaces an answer that is missing or not allowed.

    Every answer is padded to the same size, so that its length tells nothing. The first places of an
    arrangement may stay `hidden` when the answers are opened, until each is turned over.
    """

    default: Callable[[Any, Seat], Choice]
    size: int
    may_change: bool = False  # whether an answer can be changed until the last one is in
    hidden: int = 0

    @property
    def sizes(self) -> int | tuple[int, ...]:
        """Return the size of an answer, or those of its cover and of each of its pieces."""
        return (self.size, *[PIECE_SIZE] * self.hidden) if self.hidden else self.size

    def admits(self, decision: Decision, choice: Choice) -> bool:
        """Say whether a choice, as far as it is open, can be the answer to a decision."""
        if decision.allows(choice):
            return True
        return isinstance(decision, Arrange) and decision.allows_covered(choice, self.hidden)

    def split(self, choice: Choice) -> tuple[Choice, tuple[str, ...]]:
        """Return what is open in a choice at once, and what lies on each hidden place."""
        if not self.hidden or not isinstance(choice, Arrangement):
            return choice, ()
        first, rest = choice.cards[: self.hidden], choice.cards[self.hidden :]
        down = [card if card == EMPTY else UNSEEN for card in first]
        return Arrangement((*down, *rest)), first


PIECE_SIZE = 64


class Turning(NamedTuple):
    """How a game turns over cards that lie face down.

    A view tells as well as a state whether a card still `lies` there, and whether it `has_left` and is
    therefore turned over before its turn. `lay` puts cards into a state as a view shows them, even unseen.
    """

    lies: Callable[[Any, TurnOver], bool]
    allows: Callable[[Any, TurnOver, str], bool]
    carry_out: Callable[[Any, TurnOver, str], None]
    has_left: Callable[[Any, Seat, str], bool]
    lay: Callable[[Any, Any], None]

    def is_loose(self, known: Any, step: TurnOver, card: str) -> bool:
        return self.lies(known, step) and self.has_left(known, step.seat, card)


class Rules(Struct, frozen=True):
    """The tables that make a game."""

    act: Mapping[type[Step], Callable[[Any, Any], Pending | None]]
    take: Mapping[type[Step], Callable[[Any, Any, Seat, Any], None]]
    sealed: Mapping[type[Step], Sealing]
    draw: Mapping[type[Step], Draw]
    standing: Callable[[Any, Seat], tuple[Decision, ...]]
    free: Mapping[type[Choice], Callable[[Any, Seat, Any], None]]
    explain: Callable[[Any, Seat, Choice], RulesError]
    turning: Turning | None = None


def answer(rules: Rules, state: Flow, seat: Seat, choice: Choice, rng: Rng) -> list[Event]:
    """Check one seat's choice, then play on as far as the rules can; a refusal changes nothing."""
    decision = state.pending.get(seat)
    if decision is not None and decision.allows(choice):
        return play(rules, state, seat, choice, rng)
    if is_allowed(asked_again(rules, state, seat), choice):
        state.answers = {**state.answers, seat: choice}
        return []
    if type(choice) in rules.free and any(d.allows(choice) for d in rules.standing(state, seat)):
        rules.free[type(choice)](state, seat, choice)
        return advance(rules, state, rng)
    raise rules.explain(state, seat, choice)


def play(rules: Rules, state: Flow, seat: Seat, choice: Choice, rng: Rng) -> list[Event]:
    """Take an answer known to be allowed, or seal it until the last one is in."""
    step = state.agenda.pop()
    take = rules.take.get(type(step))
    if take is not None:
        take(state, step, seat, choice)
    elif not seal(state, seat, choice):
        state.agenda.append(step)
        return []
    return advance(rules, state, rng)


def sealing_of(rules: Rules, state: Flow) -> Sealing | None:
    """Return how the current step is sealed, if it is."""
    return rules.sealed.get(type(state.agenda[-1])) if state.agenda else None


def asked_again(rules: Rules, state: Flow, seat: Seat) -> Decision | None:
    """Return the question a seat has sealed an answer to and may still change it for."""
    sealing = sealing_of(rules, state) if seat in state.answers else None
    if sealing is None or not sealing.may_change:
        return None
    step = state.agenda[-1]
    return (rules.act[type(step)](state, step) or {}).get(seat)


def open_sealed(rules: Rules, state: Flow, answers: Mapping[Seat, Choice], rng: Rng) -> list[Event]:
    """Take the answers of everybody asked at once; the default replaces what is not allowed."""
    state.answers = counting_answers(rules, state, answers)
    state.agenda.pop()
    return advance(rules, state, rng)


def counting_answers(rules: Rules, state: Flow, answers: Mapping[Seat, Choice]) -> dict[Seat, Choice]:
    """Return the answer that counts for each seat asked."""
    sealing = rules.sealed[type(state.agenda[-1])]
    return {
        seat: answers[seat]
        if seat in answers and sealing.admits(decision, answers[seat])
        else sealing.default(state, seat)
        for seat, decision in state.pending.items()
    }


def turn_over(rules: Rules, state: Flow, step: TurnOver, card: str, rng: Rng) -> list[Event]:
    """Show what lay face down; if the rules waited for it, they go on."""
    assert rules.turning is not None
    if state.agenda and state.agenda[-1] == step:
        state.agenda.pop()
    rules.turning.carry_out(state, step, card)
    return advance(rules, state, rng)


def turning_of(agenda: Sequence[Step]) -> TurnOver | None:
    """Return what has to be turned over before the rules can go on, if anything."""
    return agenda[-1] if agenda and isinstance(agenda[-1], TurnOver) else None


def is_allowed(decision: Decision | None, choice: Choice | None) -> bool:
    return decision is not None and choice is not None and decision.allows(choice)


def seal(state: Flow, seat: Seat, choice: Choice) -> bool:
    """Put an answer away unread; say whether it was the last one."""
    left = {**state.pending}
    del left[seat]
    state.answers, state.pending = {**state.answers, seat: choice}, left
    return not left


def advance(rules: Rules, state: Flow, rng: Rng) -> list[Event]:
    """Go from step to step until a seat owes a decision or nothing is left to do."""
    agenda, act = state.agenda, rules.act
    while agenda:
        step = agenda.pop()
        do = act.get(type(step))
        if do is not None:
            pending = do(state, step)
            if pending and state.answers:
                pending = unanswered(pending, state.answers)
            if pending:
                agenda.append(step)
                state.pending = pending
                break
        elif (draw := rules.draw.get(type(step))) is not None:
            cast(state, draw, step, rng)
        else:
            assert isinstance(step, TurnOver), step
            agenda.append(step)
            state.pending = {}
            break
    else:
        state.pending = {}
    events, state.events = state.events, []
    return events


def unanswered(pending: Pending, answers: Mapping[Seat, Choice]) -> Pending:
    """Leave out seats whose sealed answers are in; there are answers only while a round is open."""
    return {seat: decision for seat, decision in pending.items() if seat not in answers}


def cast(state: Flow, draw: Draw, step: Step, rng: Rng) -> None:
    """Let chance decide a step; where nobody asks for proof, without a separate stream."""
    state.draws += 1
    sample, carry_out = draw.sample, draw.carry_out
    if type(rng) is QuickRng:
        outcome = sample(state, step, rng.stream)
    else:
        event = ChanceEvent(state.draws - 1, draw.kind, draw.secret)
        outcome = rng.draw(event, partial(sample, state, step))
    carry_out(state, step, outcome)


def waited_for(
    agenda: Sequence[Step], to_act: Iterable[Seat], missing: tuple[Seat, ...] | None
) -> tuple[Seat, ...]:
    """Name who has to decide something, to seal it (then they are missing), or to turn over a card."""
    if missing is not None:
        return missing
    step = turning_of(agenda)
    return tuple(to_act) if step is None else (step.seat,)
