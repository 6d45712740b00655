"""The record of a game: its set-up, then every accepted choice, linked by hashes.

It is a text that people can read (docs/notation.md). Everything else about a game follows from it:
replaying it through the rules gives every state and every event again.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from msgspec import Struct

from core import flow
from core.catalog import game_named
from core.chance import Rng, digest, rng_from
from core.game import Game, move_line, read_move, seat_named, start, with_defaults
from core.kinds import Choice, Event, InputError, RulesError, Seat
from core.notation import moves_in
from core.toml import write_toml


class Setup(Struct, frozen=True):
    """Entry 0: everything that fixes a game before the first choice."""

    game: str
    version: int
    seats: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    seed: str


class GameRecord(Struct):
    """A game as it was played."""

    setup: Setup
    moves: list[str]


class Played(Struct, frozen=True):
    """One step of a replay: the line that was played and what followed from it."""

    number: int
    line: str
    state: Any
    events: list[Event]


def new_record(game: Game, seats: tuple[Seat, ...], options: dict[str, str], seed: str) -> GameRecord:
    names = tuple(game.seat_names[seat] for seat in seats)
    return GameRecord(
        Setup(game.name, game.version, names, tuple(with_defaults(game, options).items()), seed), []
    )


def append(record: GameRecord, game: Game, seat: Seat, choice: Choice) -> None:
    record.moves.append(move_line(game, seat, choice))


def replay(record: GameRecord) -> Iterator[Played]:
    """Play a record again; number 0 is the set-up. The yielded state keeps changing."""
    setup, game = record.setup, game_named(record.setup.game)
    if setup.version != game.version:
        msg = f"This record is of version {setup.version} of the rules of {game.name}, not {game.version}."
        raise InputError(msg)
    rng = rng_of(setup)
    seats = tuple(seat_named(game, name) for name in setup.seats)
    state, events = start(game, seats, dict(setup.options), rng)
    yield Played(0, "", state, events)
    for number, line in enumerate(record.moves, start=1):
        seat, choice = read_move(game, line)
        try:
            events = answer(game, state, seat, choice, rng)
        except RulesError as error:
            msg = f"Move {number} of this record, '{line}', is refused: {error}"
            raise InputError(msg) from None
        yield Played(number, line, state, events)


def answer(game: Game, state: Any, seat: Seat, choice: Choice, rng: Rng) -> list[Event]:
    """Play a move; where the record of a table ends, a plan may have cards that were never turned over."""
    sealing, decision = flow.sealing_of(game.rules, state), state.pending.get(seat)
    if sealing is not None and decision is not None and sealing.admits(decision, choice):
        return flow.play(game.rules, state, seat, choice, rng)
    return flow.answer(game.rules, state, seat, choice, rng)


def rng_of(setup: Setup) -> Rng:
    try:
        return rng_from(setup.seed)
    except ValueError:
        raise InputError("The keys of chance in this record are damaged.") from None


def final_state(record: GameRecord) -> Any:
    *_, last = replay(record)
    return last.state


def chain_head(record: GameRecord) -> str:
    """Link every move to all moves before it, and return the last link."""
    link = digest("journal", _header(record.setup).encode())  # the label that existing records have
    for line in record.moves:
        link = sha256(link + line.encode()).digest()
    return link.hex()


def state_digest(game: Game, state: Any) -> str:
    """Name a position; equal positions have equal names."""
    return sha256(write_toml(game.write_position(state)).encode()).hexdigest()


# As text -------------------------------------------------------------------------------------


def write_record(record: GameRecord, end: str = "") -> str:
    """Write a record with its chain head and, if given, the digest of its end."""
    header = _header(record.setup) + f"head = {chain_head(record)}\n" + (f"end = {end}\n" if end else "")
    return header + "\n" + "".join(f"{line}\n" for line in record.moves)


def write_annotated(record: GameRecord) -> str:
    """Write a record for people: with phases, draws and the winners as comments between the moves."""
    game, lines = game_named(record.setup.game), []
    for played in replay(record):
        lines += [played.line] if played.line else []
        remarks = [game.remarks[type(event)](event) for event in played.events if type(event) in game.remarks]
        lines += [f"# {remark}" for remark in remarks if remark]
    header = _header(record.setup) + f"head = {chain_head(record)}\n"
    return header + "\n" + "".join(f"{line}\n" for line in lines)


def read_record(text: str) -> tuple[GameRecord, str]:
    """Read a record, check its chain, and return it with the digest of its end, if it has one."""
    head, _, body = text.partition("\n\n")
    fields = dict(_field(line) for line in moves_in(head))
    try:
        setup = Setup(
            game=fields.pop("game"),
            version=int(fields.pop("rules")),
            seats=tuple(fields.pop("seats").split()),
            seed=fields.pop("seed"),
            options=tuple((option, fields[option]) for option in fields if option not in ("head", "end")),
        )
    except (KeyError, ValueError):
        msg = "A record begins with its game, rules, seats and seed."
        raise InputError(msg) from None
    record = GameRecord(setup, moves_in(body))
    if fields.get("head") != chain_head(record):
        msg = "This record is not whole: its moves do not lead to the head it names."
        raise InputError(msg)
    return record, fields.get("end", "")


def _header(setup: Setup) -> str:
    fields = [
        ("game", setup.game),
        ("rules", str(setup.version)),
        ("seats", " ".join(setup.seats)),
        ("seed", setup.seed),
        *setup.options,
    ]
    return "".join(f"{key} = {value}\n" for key, value in fields)


def _field(line: str) -> tuple[str, str]:
    key, _, value = line.partition(" = ")
    return key, value
