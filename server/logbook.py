"""The logbook of a server: what those who run it want to know, one line each.

A line is a sentence for people and facts for programs. None names a player, a key or an invitation, or
repeats what anybody said: a table is its number, a seat its clan or colour.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from logging import INFO, WARNING
from typing import Any, Final, NamedTuple

MINUTE: Final = 60.0
MOST_SUBJECTS: Final = 1000

log = logging.getLogger(__name__)


class Kind(NamedTuple):
    """A kind of line; what could come in floods comes once in so many seconds for each subject, counted."""

    sentence: str
    level: int = INFO
    pause: float = 0.0
    subject: tuple[str, ...] = ()  # the facts that tell one subject from another


KINDS: Final = {
    "started": Kind("Jinmaku %(version)s is at %(address)s with %(store)s. Tables: %(tables)s."),
    "node-started": Kind("Node %(node)s, %(version)s, is at %(address)s. Tables: %(tables)s."),
    "stopping": Kind("The server stops. Tables: %(tables)s, connections: %(connections)s."),
    "stopped": Kind("The server has stopped."),
    "drained": Kind("Node %(node)s has handed over all its tables: %(tables)s."),
    "table-opened": Kind("Table %(table)s is opened: %(game)s, seats: %(seats)s."),
    "game-began": Kind("The game at table %(table)s begins."),
    "game-ended": Kind("The game at table %(table)s is over after %(entries)s entries."),
    "table-closed": Kind("Table %(table)s is closed: %(why)s."),
    "table-frozen": Kind("Table %(table)s is frozen: %(why)s.", WARNING),
    "table-thawed": Kind("Table %(table)s is no longer frozen and goes on.", WARNING),
    "table-left-alone": Kind(
        "Table %(table)s cannot be taken up: %(why)s Its journal is as it was.", WARNING
    ),
    "table-taken-over": Kind("Node %(node)s has taken over table %(table)s."),
    "table-handed-over": Kind("Node %(node)s has handed table %(table)s over to %(to)s."),
    "table-lost": Kind("Table %(table)s runs elsewhere now.", WARNING),
    "player-sat-down": Kind("At table %(table)s somebody sits down: %(seat)s, %(taken)s of %(seats)s."),
    "bot-sat-down": Kind("At table %(table)s a bot sits down: %(seat)s, %(taken)s of %(seats)s."),
    "player-stood-up": Kind("At table %(table)s somebody stands up: %(seat)s, %(taken)s of %(seats)s."),
    "player-here": Kind("At table %(table)s %(seat)s is here.", INFO, 10.0, ("table", "seat")),
    "player-gone": Kind("At table %(table)s %(seat)s is gone.", INFO, 10.0, ("table", "seat")),
    "bot-stands-in": Kind("At table %(table)s a bot plays for %(seat)s."),
    "player-returned": Kind("At table %(table)s %(seat)s is back and plays instead of the bot."),
    "seat-passed-on": Kind("At table %(table)s %(seat)s belongs to somebody new."),
    "complaint": Kind("At table %(table)s %(seat)s proves a dealer wrong in a sealed round.", WARNING),
    "round-void": Kind("At table %(table)s a sealed round is void for want of somebody away.", WARNING),
    "client-at-fault": Kind("A client broke the protocol: %(why)s.", INFO, MINUTE, ("why",)),
    "connection-cut": Kind("A connection is cut: %(why)s.", INFO, MINUTE, ("why",)),
    "limit-reached": Kind("Somebody was held up by the limit %(limit)s.", INFO, MINUTE, ("limit",)),
    "slow-write": Kind("It took %(seconds)s s to write to a journal.", INFO, MINUTE),
    "store-failing": Kind("The journals cannot be written: %(why)s", WARNING),
    "store-well": Kind("The journals can be written again.", WARNING),
}
"""All lines there are, by the name that programs go by."""


REASONS: Final = {
    "closed": "whoever opened it wanted that",
    "expired": "nobody new has come for a long time",
    "journal-full": "its journal is full",
    "journal-not-written": "its journal cannot be written",
    "rules-failed": "the rules failed",
}
"""What a sentence says for a reason that programs know by a name."""


def enter(event: str, **facts: Any) -> None:
    """Make an entry."""
    kind = KINDS[event]
    sentence = kind.sentence.replace("%(why)s", REASONS.get(facts.get("why", ""), "%(why)s"))
    log.log(kind.level, sentence, *filter(None, [facts]), extra={"event": event})


def facts_of(record: logging.LogRecord) -> Mapping[str, Any]:
    """Return what a line of the logbook says for programs; nothing for any other line."""
    event = getattr(record, "event", None)
    if event is None:
        return {}
    return {"event": event, **(record.args if isinstance(record.args, dict) else {})}


class FloodGate(logging.Filter):
    """Lets a line pass that could come in floods, then for a while none like it; the next says how many."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._seen: dict[tuple[Any, ...], tuple[float, int]] = {}  # when the last one passed, how many since

    def filter(self, record: logging.LogRecord) -> bool:
        facts = facts_of(record)
        kind = KINDS.get(facts.get("event", ""))
        if kind is None or not kind.pause:
            return True
        now, subject = self._now(), (facts["event"], *(facts[name] for name in kind.subject))
        last, missed = self._seen.get(subject, (-kind.pause, 0))
        if now < last + kind.pause:
            self._seen[subject] = last, missed + 1
            return False
        self._seen.pop(subject, None)
        self._seen[subject] = now, 0
        if len(self._seen) > MOST_SUBJECTS:
            del self._seen[next(iter(self._seen))]
        if missed:
            record.args = {**facts, "missed": missed}
            record.msg = f"{record.msg} Lines like this left out: %(missed)s."
        return True
