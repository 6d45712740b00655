"""Random legal play, watched closely: what holds in every game must hold at every decision.

Each game is made from one seed. A failure prints the command that plays that game again.
"""

from __future__ import annotations

import sys
import traceback
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, NamedTuple, TypeVar

from core import flow
from core.catalog import game_named, game_names
from core.chance import ChanceEvent, SeededRng, Stream
from core.decisions import ChooseOne, Decision
from core.game import Game, random_options, start
from core.kinds import Choice, Event, RulesError, Seat, Viewer
from core.record import GameRecord, append, final_state, new_record, read_record, write_record
from core.toml import read_toml, write_toml
from core.wire import pack_events, pack_view, unpack_events, unpack_view

T = TypeVar("T")

RUNAWAY = 5000  # decisions
FREE_ACTS = 0.03  # chance of doing something between decisions
LOOKS = 0.12  # chance of the costlier checks at a decision


class Failed(Exception):  # noqa: N818
    """Something that must hold does not."""


class Table(NamedTuple):
    """A game being fuzzed."""

    game: Game
    state: Any
    rng: SeededRng
    dice: Random
    record: GameRecord
    strays: list[tuple[Seat, Choice]]  # choices from other moments, to be tried out of place
    counts: Counter[str]


def fuzz_game(name: str, seed: int, players: int) -> Counter[str]:
    """Play one game to its end; raise Failed, or whatever the rules raise, if something is wrong."""
    game, dice = game_named(name), Random(f"{name} {seed} {players}")
    seats = tuple(sorted(dice.sample(range(len(game.seat_names)), players)))
    options = random_options(game, seats, dice)
    record = new_record(game, seats, options, f"fuzz {seed}")
    rng = SeededRng(record.setup.seed.encode())
    state, _ = start(game, seats, options, rng)
    table = Table(game, state, rng, dice, record, [], Counter(games=1))
    while state.pending:
        look(table)
        act(table)
        if table.counts["decisions"] > RUNAWAY:
            raise Failed(f"runaway: {RUNAWAY} decisions")
    if state.agenda:
        raise Failed("dead end: nobody has to decide, yet the game is not over")
    check_replay(table)
    return table.counts


def act(table: Table) -> None:
    """Do something legal, on a clone first: both must have the same result."""
    game, state, rng, dice, record, strays, counts = table
    seat, decision = dice.choice(list(state.pending.items()))
    if dice.random() < FREE_ACTS:
        seat = dice.choice(state.seats)
        asked = state.pending.get(seat) or flow.asked_again(game.rules, state, seat)
        decision = dice.choice(game.rules.standing(state, seat) or (asked,))
        if decision is None:
            return
    choice = decision.sample(dice)
    clone = state.clone()
    before = flow.answer(game.rules, clone, seat, choice, rng)
    events = flow.answer(game.rules, state, seat, choice, rng)
    if clone != state or before != events:
        raise Failed("a clone went another way than its original")
    if unpack_events(game, pack_events(events)) != events:
        raise Failed("events do not survive the wire")
    append(record, game, seat, choice)
    strays.append((seat, choice))
    counts["decisions"] += 1
    game.check(state)


def look(table: Table) -> None:
    """Check what must hold at a decision; the costlier checks only now and then."""
    for decision in table.state.pending.values():
        check_decision(table, decision)
    if table.dice.random() < LOOKS:
        check_clone(table)
        check_position(table)
        check_strays(table)
        for viewer in (*table.state.seats, None):
            check_secrecy(table, viewer)


def check_decision(table: Table, decision: Decision) -> None:
    """Every choice has one line that reads back as itself; no choice is listed twice."""
    options: tuple[Choice, ...] = decision.options if isinstance(decision, ChooseOne) else ()
    if isinstance(decision, ChooseOne) and (not options or len(options) != len(set(options))):
        raise Failed(f"options are none or not different: {options}")
    for choice in (*options, decision.sample(table.dice)):
        line = table.game.line_of(choice)
        if table.game.choice_of(line) != choice:
            raise Failed(f"'{line}' does not read back as {choice}")


def check_clone(table: Table) -> None:
    """Playing on a clone leaves the original alone."""
    state, kept = table.state, table.state.clone()
    clone, dice = state.clone(), Random(table.dice.random())
    for _ in range(10):
        for seat, decision in list(clone.pending.items())[:1]:
            flow.answer(table.game.rules, clone, seat, decision.sample(dice), table.rng)
    if state != kept:
        raise Failed("playing on a clone changed its original")
    table.counts["clones"] += 1


def check_position(table: Table) -> None:
    """A position written and read is the same table, and writes the same text."""
    game, state = table.game, table.state
    text = write_toml(game.write_position(state))
    again = game.read_position(read_toml(text), state.seats, table.rng)
    if write_toml(game.write_position(again)) != text:
        raise Failed(f"this position writes another text when read:\n{text}")
    again.draws = state.draws
    if again != state:
        raise Failed(f"this position reads as another state:\n{text}")
    table.counts["positions"] += 1


def check_strays(table: Table) -> None:
    """A choice that is not allowed is refused and changes nothing."""
    game, state, rng, dice, *_ = table
    kept = state.clone()
    for seat, choice in dice.sample(table.strays, min(6, len(table.strays))):
        asked = (state.pending.get(seat), flow.asked_again(game.rules, state, seat))
        decisions = (*filter(None, asked), *game.rules.standing(state, seat))
        if any(decision.allows(choice) for decision in decisions):
            continue
        try:
            flow.answer(game.rules, state, seat, choice, rng)
        except RulesError:
            table.counts["refusals"] += 1
        else:
            raise Failed(f"{choice} was not refused")
        if state != kept:
            raise Failed(f"{choice} was refused and changed the state")


# Secrecy -------------------------------------------------------------------------------------


def check_secrecy(table: Table, viewer: Viewer) -> None:
    """Two states that differ only in what a viewer may not know must look, sound and answer the same."""
    game, state, dice = table.game, table.state, table.dice
    twin = other_world(table, viewer)
    if game.view_for(twin, viewer) != game.view_for(state, viewer):
        raise Failed(f"viewer {viewer} sees a secret")
    if viewer is not None:
        for _, choice in dice.sample(table.strays, min(4, len(table.strays))):
            if refusal(table, state, viewer, choice) != refusal(table, twin, viewer, choice):
                raise Failed(f"viewer {viewer} learns a secret from the refusal of {choice}")
    view = game.view_for(state, viewer)
    if unpack_view(game, pack_view(game, view)) != view:
        raise Failed(f"the view of {viewer} does not survive the wire")
    if game.public_part(view) != game.public_view(state):
        raise Failed(f"viewer {viewer} is shown something else than all are")
    table.counts["views"] += 1
    check_discretion(table, twin, viewer)


def other_world(table: Table, viewer: Viewer) -> Any:
    """Invent a state the viewer cannot tell from the real one."""
    game, state, dice = table.game, table.state, table.dice
    twin = game.determinise(game.view_for(state, viewer), dice)
    twin.draws = state.draws
    flow.advance(game.rules, twin, table.rng)
    for seat in state.answers:
        if seat in twin.pending:
            flow.answer(game.rules, twin, seat, twin.pending[seat].sample(dice), table.rng)
    return twin


def refusal(table: Table, state: Any, seat: Seat, choice: Choice) -> str:
    try:
        flow.answer(table.game.rules, state.clone(), seat, choice, table.rng)
    except RulesError as error:
        return str(error)
    return ""


def check_discretion(table: Table, twin: Any, viewer: Viewer) -> None:
    """The same choice in both worlds must sound the same to the viewer, until a secret is rightly told."""
    game, state = table.game, table.state.clone()
    told = frozenset(draw.kind for draw in game.rules.draw.values() if draw.told)
    rng, echo = told_by(table.rng, told)
    seat, decision = next(iter(state.pending.items()))
    opens_answers = type(state.agenda[-1]) in game.rules.sealed and len(state.pending) == 1
    choice = decision.sample(table.dice)
    if opens_answers or seat not in twin.pending or not twin.pending[seat].allows(choice):
        return
    heard = list(heard_by(viewer, flow.answer(game.rules, state, seat, choice, rng)))
    try:
        heard_there = list(heard_by(viewer, flow.answer(game.rules, twin, seat, choice, echo)))
    except ValueError:  # what was drawn and shown to everybody lies elsewhere in that world
        if not echo.outcomes:
            raise
        return
    if heard != heard_there:
        raise Failed(f"viewer {viewer} learns a secret from what happens: {heard} / {heard_there}")
    parted = len(heard) and heard[-1] is None
    if not parted and game.view_for(twin, viewer) != game.view_for(state, viewer):
        raise Failed(f"viewer {viewer} sees a secret after {choice}")
    table.counts["events"] += len(heard)


class Telling(SeededRng):
    """Chance that notes what it shows to everybody, and chance that shows the same in another world."""

    def __init__(
        self, rng: SeededRng, kinds: frozenset[str], outcomes: dict[int, Any], *, again: bool
    ) -> None:
        self.rng, self.kinds, self.outcomes, self.again = rng, kinds, outcomes, again

    def draw(self, event: ChanceEvent, /, sample: Callable[[Stream], T]) -> T:
        if self.again and event.number in self.outcomes:
            outcome: T = self.outcomes[event.number]
            return outcome
        outcome = self.rng.draw(event, sample)
        if event.kind in self.kinds:
            self.outcomes[event.number] = outcome
        return outcome


def told_by(rng: SeededRng, kinds: frozenset[str]) -> tuple[Telling, Telling]:
    """What chance shows to everybody is no secret: it shows the same in both worlds."""
    outcomes: dict[int, Any] = {}
    return Telling(rng, kinds, outcomes, again=False), Telling(rng, kinds, outcomes, again=True)


def heard_by(viewer: Viewer, events: list[Event]) -> Iterator[Event | None]:
    """Return what a viewer hears, up to a secret meant for that viewer or all: None stands for it."""
    for event in events:
        heard = event.seen_by(viewer)
        if event.reveals or heard != event.seen_by(None):
            yield None
            return
        yield heard


# Replay --------------------------------------------------------------------------------------


def check_replay(table: Table) -> None:
    record, _ = read_record(write_record(table.record))
    if record != table.record:
        raise Failed("the record does not read back as itself")
    if final_state(record) != table.state:
        raise Failed("the record replays to another end")
    table.counts["replays"] += 1


# The command ---------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """How one game went."""

    seed: int
    players: int
    counts: Counter[str]
    complaint: str


def try_game(job: tuple[str, int, int]) -> Outcome:
    name, seed, players = job
    try:
        return Outcome(seed, players, fuzz_game(name, seed, players), "")
    except Exception:  # noqa: BLE001  whatever goes wrong is what we are looking for
        return Outcome(seed, players, Counter(games=1), traceback.format_exc())


def main() -> int:
    parser = ArgumentParser(description="Play random legal games and check everything.")
    parser.add_argument("--game", choices=game_names(), default=game_names()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, help="default: every number of players in turn")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    args = parser.parse_args()
    numbers = (args.players,) if args.players else game_named(args.game).players
    jobs = [(args.game, args.seed + n, numbers[n % len(numbers)]) for n in range(args.games)]
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(2) as pool:
        for outcome in pool.map(try_game, jobs, chunksize=4):
            counts += outcome.counts
            if outcome.complaint:
                print(f"\n{outcome.complaint}", file=sys.stderr)
                again = f"--game {args.game} --seed {outcome.seed} --players {outcome.players} --games 1"
                print(f"FAILED: scripts/fuzz {again}")
                pool.shutdown(cancel_futures=True)
                return 1
            if sys.stderr.isatty():
                print(f"{counts['games']} of {args.games} games", end="\r", file=sys.stderr)
    print(", ".join(f"{number} {what}" for what, number in counts.items()) + ", no failure")
    return 0


if __name__ == "__main__":
    sys.exit(main())
