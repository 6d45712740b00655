"""Who sits at a table, who was invited, for whom a bot plays and by whose votes, and what was said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.independent.hashing import hashed
from tests.independent.looks import is_unfit
from tests.independent.records import Record
from tests.independent.rounds import Fault
from tests.independent.seating import is_weak_point, is_worthless
from tests.independent.succession import Succession


class Heir(NamedTuple):
    """Who has taken over a seat."""

    name: str
    key: bytes
    is_bot: bool = False


class Sitting:
    """The people at a table, as the log tells it."""

    def __init__(self, opened: Record, game: bytes) -> None:
        self.sitters: dict[int, Any] = {}
        self.succession = Succession(game)
        self.invited: set[bytes] = set()
        self.access = ""  # who may take a free seat, if the table is not the host's own
        self.is_closed = False
        self.is_forked = False  # begins at a moment of another game
        self.keys: dict[int, Any] = {}
        self.shown_keys: set[int] = set()  # who had to show one with a complaint
        self.talk_keys: dict[int, bytes] = {}
        self.replaced: set[int] = set()
        self.voted_out: set[int] = set()
        self.has_begun = False
        self.host_key: bytes = opened.player
        self._absence: str = opened.terms.absence
        self._own_machines: bool = opened.terms.own_machines
        self._votes: dict[int, set[int]] = {}
        self._said: set[tuple[int, tuple[int, ...], int]] = set()
        self._is_fixed = False

    @property
    def people(self) -> set[int]:
        """The seats of people who can be asked."""
        return {seat for seat, sitter in self.sitters.items() if not sitter.is_bot} - self.replaced

    @property
    def hosts(self) -> set[int]:
        """The seat of the host, if the host plays."""
        return {seat for seat, sitter in self.sitters.items() if sitter.key == self.host_key}

    def voters_with(self, entry: Record) -> set[int]:
        """Name those who want what a vote is about, including the current voter."""
        if entry.kind == "Voted":
            return self._votes.get(entry.absent, set()) | {entry.seat}
        return self.succession.voters_for(entry.key) | {entry.seat} if entry.kind == "Elected" else set()

    @property
    def bots(self) -> set[int]:
        """The seats without anybody who could be asked."""
        return self.sitters.keys() - self.people

    def note(self, entry: Record, *, is_fixed: bool) -> None:
        """Take in an entry; `is_fixed` tells whether everybody's keys are fixed."""
        self._is_fixed = is_fixed
        if entry.kind in NOTES:
            NOTES[entry.kind](self, entry)

    def is_here(self, seat: int) -> None:
        """Forget the votes about somebody who does something."""
        self._votes.pop(seat, None)

    # Coming and going ------------------------------------------------------------------------

    def _own(self, entry: Record) -> None:
        if self.access or self.sitters or is_worthless(entry.owner):
            raise Fault(
                "A table has one owner, from before anybody sits down, with a key that proves something."
            )
        self.access = entry.access

    def _fork(self, entry: Record) -> None:
        if self.is_forked or self.sitters or entry.record_hash != hashed("fork", entry.record.encode()):
            raise Fault("A game goes on from one record, the one it names, from before anybody sits down.")
        self.is_forked = True

    def _close(self, _: Record) -> None:
        if self._is_fixed:
            raise Fault("The table is closed after the keys of all were fixed.")
        self.is_closed = True

    def _invite(self, entry: Record) -> None:
        if entry.token in self.invited:
            raise Fault("This invitation was made out before.")
        self.invited.add(entry.token)

    def _check_door(self, entry: Record) -> None:
        if self._own_machines and entry.door != "own":
            raise Fault("Nobody sits here whose client runs on somebody else's machine.")

    def _sit(self, entry: Record) -> None:
        others = self.sitters.values()
        self._check_door(entry)
        if self._is_fixed or entry.seat in self.sitters:
            raise Fault("The seat is taken, or the keys of all are fixed.")
        if any(entry.key == other.key for other in others):
            raise Fault("There is somebody with this key already.")
        if is_unfit(entry.name, [other.name for other in others]):
            raise Fault("There is somebody whose name looks like this one, or nobody can read it.")
        needs_none = not entry.token and self.access in ("password", "all")
        if not (entry.token in self.invited or needs_none) or is_worthless(entry.key):
            raise Fault("Who sits down has no invitation, or a key that proves nothing.")
        self.sitters[entry.seat] = entry
        self.invited.discard(entry.token)

    def _stand(self, entry: Record) -> None:
        if self._is_fixed or entry.seat not in self.sitters:
            raise Fault("Nobody sits there, or the keys of all are fixed.")
        self.invited |= {self.sitters.pop(entry.seat).token} - {b""}
        self.keys.pop(entry.seat, None)
        self.talk_keys.pop(entry.seat, None)

    # Bots for those who are away -------------------------------------------------------------

    def _replace(self, entry: Record) -> None:
        if self._absence != "bot" or entry.seat in self.replaced:
            raise Fault(f"No bot is to play for seat {entry.seat} by itself.")
        self._stand_in(entry.seat)

    def _stand_in(self, seat: int) -> None:
        self.replaced.add(seat)
        self._votes.pop(seat, None)

    def _return(self, entry: Record) -> None:
        if entry.seat not in self.replaced:
            raise Fault(f"No bot plays for seat {entry.seat}.")
        self.replaced.discard(entry.seat)
        self.voted_out.discard(entry.seat)
        self._votes.pop(entry.seat, None)
        self.succession.heirs.pop(entry.seat, None)
        self.succession.forget(entry.seat)

    def _vote(self, entry: Record) -> None:
        if entry.absent not in self.people or entry.absent == entry.seat:
            raise Fault(f"Seat {entry.absent} needs no bot.")
        voters = self._votes.setdefault(entry.absent, set())
        others = self.people - {entry.absent}
        if entry.agrees and 2 * len(others & (voters | {entry.seat})) > len(others):
            self._stand_in(entry.absent)
            self.voted_out.add(entry.absent)
        elif (entry.seat in voters) == entry.agrees:
            raise Fault(f"Seat {entry.seat} has voted so already.")
        else:
            voters ^= {entry.seat}

    # Somebody new ----------------------------------------------------------------------------

    def _apply(self, entry: Record) -> None:
        self._check_door(entry)
        self.succession.apply(entry, self.sitters, self.bots)

    def _elect(self, entry: Record) -> None:
        self.succession.elect(entry, self.people, self.bots)

    def succeed(self, entry: Record) -> None:
        """Give a seat to the elected newcomer; what was sealed before is opened without them."""
        seat, heir = entry.seat, self.succession.heirs.pop(entry.seat, None)
        if heir is None or seat not in self.bots:
            raise Fault(f"Nobody was elected for seat {seat}.")
        self.sitters[seat] = Heir(heir.name, heir.key)
        self.keys[seat] = heir.keys
        self.talk_keys.pop(seat, None)
        self.shown_keys.discard(seat)
        self.replaced.discard(seat)
        self.voted_out.add(seat)
        for voters in self._votes.values():
            voters.discard(seat)

    # Words -----------------------------------------------------------------------------------

    def _take_talk_key(self, entry: Record) -> None:
        if is_weak_point(entry.key) or self.talk_keys.get(entry.seat) == entry.key:
            raise Fault(f"Seat {entry.seat} can be talked to so already, or its key keeps no secret.")
        self.talk_keys[entry.seat] = entry.key

    def _say(self, entry: Record) -> None:
        place = entry.seat, tuple(entry.to), entry.number
        if entry.seat in entry.to or sorted(set(entry.to)) != entry.to:
            raise Fault("Who is spoken to is named once, in the order of seats.")
        if bool(entry.sealed) != bool(entry.to) or bool(entry.words) == bool(entry.to):
            raise Fault("What is said to some is sealed; what is said to all is not.")
        if place in self._said:
            raise Fault("This was said before, or something else under its number.")
        self._said.add(place)

    def _choose(self, entry: Record) -> None:
        self.is_here(entry.seat)

    def _never(self, entry: Record) -> None:
        raise Fault(f"{entry.kind} is no entry of a journal.")


NOTES: dict[str, Callable[[Sitting, Record], None]] = {
    "Forked": Sitting._fork,  # noqa: SLF001
    "Owned": Sitting._own,  # noqa: SLF001
    "Closed": Sitting._close,  # noqa: SLF001
    "Invited": Sitting._invite,  # noqa: SLF001
    "SatDown": Sitting._sit,  # noqa: SLF001
    "StoodUp": Sitting._stand,  # noqa: SLF001
    "Replaced": Sitting._replace,
    "Returned": Sitting._return,  # noqa: SLF001
    "Voted": Sitting._vote,  # noqa: SLF001
    "Applied": Sitting._apply,  # noqa: SLF001
    "Elected": Sitting._elect,  # noqa: SLF001
    "TalkKeyed": Sitting._take_talk_key,  # noqa: SLF001
    "Said": Sitting._say,  # noqa: SLF001
    "Chose": Sitting._choose,  # noqa: SLF001
    "Exchanged": Sitting._never,  # noqa: SLF001
}
