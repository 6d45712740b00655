"""The fold: whether an entry can be the next one at a table, and what everybody knows after it.

This is the one place for what everybody can check. The server calls it before it writes anything down, a
client for everything it is told, and a verifier for every entry of a log.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NoReturn

from core.kinds import RulesError
from protocol.entries import (
    AnyEntry,
    Applied,
    Began,
    Chose,
    Closed,
    Elected,
    Forked,
    Invited,
    Keyed,
    Offered,
    Opened,
    Owned,
    Replaced,
    Returned,
    Revealed,
    Said,
    SatDown,
    SignedOff,
    StoodUp,
    Succeeded,
    TalkKeyed,
    Voted,
)
from protocol.round import Round
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
from protocol.table import people, rounds, succession
from protocol.table.public import LinkMark, PublicTable


def check(table: PublicTable, entry: AnyEntry) -> Any:
    """Refuse what cannot happen next, as far as everybody can tell; return the check's findings for the note.

    Raises RulesError, or RepeatedError if it has happened already.
    """
    for part in parts_that_are_seats(type(entry)):
        if getattr(entry, part) not in table.seats:
            raise RulesError("no-such-seat")
    if table.is_closed and not isinstance(entry, Closed):
        raise RulesError("table-closed")
    if not table.has_begun and type(entry) not in BEFORE_THE_GAME:
        raise RulesError("not-begun")
    rule = CHECKS.get(type(entry))
    return rule(table, entry) if rule is not None else None


@cache
def parts_that_are_seats(kind: type) -> tuple[str, ...]:
    return tuple(part for part in ("seat", "other", "absent", "dealer") if hasattr(kind, part))


def note(table: PublicTable, entry: AnyEntry, found: Any, mark: LinkMark) -> None:
    """Let everybody know of an entry that was checked."""
    if mark.link:
        table.chain.add(mark.link)
    if type(entry) in NOTES:
        NOTES[type(entry)](table, entry)
    elif type(entry) in ROUND_NOTES:
        ROUND_NOTES[type(entry)](table, entry, found)
    table.shown_link = mark.shown or table.shown_link
    table.facts = mark.facts or table.facts


def note_return(table: PublicTable, entry: Returned) -> None:
    """A player who comes back in time keeps the seat."""
    people.note_return(table, entry)
    succession.forget_heir(table, entry.seat)


def refuse_opening(_: PublicTable, __: Opened) -> NoReturn:
    raise RulesError("opened-already")


ROUND: Final = (RoundOpened, Committed, RoundSet, Complained, Certified, Outcome, RoundVoided)
OPENING: Final = (Opened, Forked, Owned, Closed)
BEFORE_THE_GAME: Final = (*OPENING, Invited, SatDown, StoodUp, Keyed, TalkKeyed, Began, Said, *ROUND)

CHECKS: Final[dict[type, Callable[[PublicTable, Any], Any]]] = {
    Opened: refuse_opening,
    Forked: people.check_fork,
    Owned: people.check_owned,
    Closed: people.check_close,
    SatDown: people.check_sit,
    StoodUp: people.check_stand,
    Keyed: people.check_keyed,
    TalkKeyed: people.check_talk_keyed,
    Began: people.check_begin,
    Said: people.check_words,
    Offered: people.check_offer,
    Replaced: people.check_replace,
    Returned: people.check_return,
    Voted: people.check_vote,
    Applied: succession.check_applied,
    Elected: succession.check_elected,
    Succeeded: succession.check_succeeded,
    Revealed: people.check_reveal,
    SignedOff: people.check_sign_off,
    **dict.fromkeys(ROUND, rounds.check_record),
    RoundOpened: rounds.check_opening,
    RoundSet: rounds.check_set,
    RoundVoided: rounds.check_void,
    Turned: rounds.check_turned,
}

NOTES: Final[dict[type, Callable[[PublicTable, Any], None]]] = {
    Forked: people.note_fork,
    Owned: people.note_owned,
    Closed: people.note_close,
    SatDown: people.note_sit,
    StoodUp: people.note_stand,
    Keyed: people.note_keyed,
    TalkKeyed: people.note_talk_keyed,
    Began: people.note_begin,
    Chose: people.note_choice,
    Replaced: people.note_replace,
    Returned: note_return,
    Voted: people.note_vote,
    Applied: succession.note_applied,
    Elected: succession.note_elected,
    Succeeded: succession.note_succeeded,
    Revealed: people.note_reveal,
    SignedOff: people.note_sign_off,
}

ROUND_NOTES: Final[dict[type, Callable[[PublicTable, Any, Round], None]]] = {
    **dict.fromkeys(ROUND, rounds.note_record),
    RoundOpened: rounds.note_opening,
    Committed: rounds.note_commit,
    Complained: rounds.note_complaint,
    Outcome: rounds.note_outcome,
    RoundVoided: rounds.note_void,
}
"""These get the round as it is after the entry."""
