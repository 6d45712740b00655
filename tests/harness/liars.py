"""A host that lies at random, to see which of its lies nobody notices and no log names.

Honest games (`honest_games.py`) are replayed from each seat. Every lie changes one thing in one message to
that seat: some field of some record in it, or it leaves something out or says it twice. Every message that a
server can send has its turn. Every other time the host makes the rest fit: hashes of events, board and
picture, and its signatures. Either the client stops at once, or its transcript differs from then on, and the
seat's next signature covers that: `verify` names it. What is left must be in HARMLESS, with a reason, and
must not have changed anything the client believes about its game.

Then the log of that game is changed (`changes.py`).
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from msgspec import msgpack

from core.catalog import game_names
from core.kinds import InputError, RulesError
from protocol.errors import ProtocolError
from protocol.messages import Item, Synced, Told
from protocol.table.verify import Judgement, verify
from tests.harness.changes import change_logs
from tests.harness.honest_games import Played, games_of
from tests.harness.sat import Sat, sat_at
from tests.harness.sayings import (
    HARMLESS,
    KINDS,
    NOTICED,
    SAYINGS,
    UNNOTICED,
    Saying,
    lie_about,
)


class Toll(NamedTuple):
    """What became of the lies in messages, and how many were about each kind of entry."""

    outcomes: Counter[str]
    entries: Counter[str]


def a_lie(sat: Sat, dice: Random, *, is_fitted: bool) -> tuple[Saying, Any]:
    """Make up something untrue that can be read: anything unreadable is no news to anybody."""
    while True:
        [kind] = dice.choices(list(SAYINGS), list(SAYINGS.values()))
        saying = kind(sat, dice)
        lie = lie_about(saying.message, saying.truth, dice)
        if lie is not None and is_fitted:
            lie = saying.fitted(lie)
        if lie is not None and msgpack.encode(lie) != msgpack.encode(saying.truth):
            return saying, lie


def outcome_of(saying: Saying, lie: Any) -> str:
    """Say what becomes of a lie."""
    try:
        return saying.outcome(lie)
    except (ProtocolError, RulesError, InputError):
        return NOTICED


def tell_lies(games: Sequence[Played], lies: int, dice: Random) -> Toll:
    """Lie to every seat of some games in turn; return what became of it, and print what nobody noticed."""
    toll = Toll(Counter(), Counter())
    seats = [(played, seat) for played in games for seat in played.people]
    for played, seat in seats:
        sat = sat_at(seat, played)
        for number in range(-(-lies // len(seats))):
            saying, lie = a_lie(sat, dice, is_fitted=bool(number % 2))
            outcome = outcome_of(saying, lie)
            toll.outcomes[f"{saying.message} {outcome}"] += 1
            toll.entries.update(type(item.entry).__name__ for item in items_in(saying.truth))
            if outcome == UNNOTICED:
                print(f"seat {seat}: {saying.truth} -> {lie}", file=sys.stderr)
    return toll


def items_in(truth: Any) -> tuple[Item, ...]:
    """Return the events a message tells of."""
    if isinstance(truth, Told):
        return (truth.item,)
    return truth.items if isinstance(truth, Synced) else ()


def fair_among(games: Iterable[Played]) -> list[Played]:
    return [played for played in games if verify(played.entries).judgement is Judgement.FAIR]


def spoil_logs(games: Sequence[Played], changes: int, dice: Random) -> Counter[str]:
    """Change the logs of games in turn; return their verdicts."""
    found, each = Counter[str](), -(-changes // len(games))
    for played in games:
        found += change_logs(*played, each, dice)
    return found


def told_of(game: str, toll: Toll, logs: Counter[str]) -> Iterator[str]:
    """Report the results, a line for every message."""
    for message in KINDS:
        row = {key.partition(" ")[2]: n for key, n in toll.outcomes.items() if key.split()[0] == message}
        yield f"{game} {message}: {sum(row.values())} lies, {dict(sorted(row.items()))}"
    total = Counter[str]()
    for outcome, number in toll.outcomes.items():
        total[outcome.partition(" ")[2].partition(":")[0]] += number
    yield f"{game}: {total.total()} lies, {dict(total.most_common())}"
    yield f"{game}: messages lied in told of {dict(toll.entries.most_common())}"
    yield f"{game}: {logs.total()} changed logs, {dict(logs.most_common())}"


def main() -> int:
    parser = ArgumentParser(description="Lie to players at random, and see who notices.")
    parser.add_argument("--game", choices=game_names(), help="one game; all unless said")
    parser.add_argument("--lies", type=int, default=2000, metavar="N", help="for each game")
    parser.add_argument("--logs", type=int, default=1000, metavar="N", help="changes of logs, for each game")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    is_good = True
    for game in [args.game] if args.game else game_names():
        games, dice = games_of(game), Random(f"{args.seed} {game}")
        toll = tell_lies(games, args.lies, dice)
        logs = spoil_logs(fair_among(games), args.logs, dice)
        print("\n".join(told_of(game, toll, logs)), flush=True)
        is_good &= not any(UNNOTICED in outcome for outcome in toll.outcomes) and not logs["FAIR"]
    for name, reason in HARMLESS.items():
        print(f"harmless: {name}: {reason}")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
