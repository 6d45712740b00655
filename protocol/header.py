"""The header of a sealed round, who is who in it, and what is in a sealed choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from core.chance import digest
from core.kinds import RulesError, Seat
from protocol.canonical import encode

SERVER: Final = 255
"""The holder that is not a seat."""

HASH_SIZE = 32

Hash: TypeAlias = Annotated[bytes, Meta(min_length=HASH_SIZE, max_length=HASH_SIZE)]
Sealer: TypeAlias = Annotated[Seat, Meta(ge=0, lt=SERVER)]
Holder: TypeAlias = Annotated[int, Meta(ge=0, le=SERVER)]
Holders: TypeAlias = Annotated[tuple[Holder, ...], Meta(max_length=16)]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Size: TypeAlias = Annotated[int, Meta(ge=64, le=4096)]
Sizes: TypeAlias = Annotated[tuple[Size, ...], Meta(min_length=2, max_length=17)]


ENTROPY = "entropy"
"""The kind of the first round, before the game: nobody chooses anything, and everybody brings chance."""


class RoundHeader(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a round is: everything fixed before anybody commits. Its hash is in everything that follows."""

    form: Literal[1]
    suite: Literal[1]
    game: Hash
    round: Annotated[int, Meta(ge=0, le=2**32 - 1)]
    kind: Annotated[str, Meta(max_length=40)]
    seats: Annotated[tuple[Sealer, ...], Meta(max_length=16)]  # who seals
    holders: Annotated[tuple[Holders, ...], Meta(max_length=16)]  # one row for each of them
    thresholds: Annotated[tuple[int, ...], Meta(max_length=16)]
    size: Size | Sizes  # of a padded choice; for a folder, of its cover and each piece
    commit_ms: Milliseconds
    ack_ms: Milliseconds
    head: Hash  # of the journal before the round
    keys: Hash  # of all the keys of the table

    def __post_init__(self) -> None:
        """Refuse rows whose shares would not fix the polynomial: their owners could open it in two ways."""
        if not len(self.seats) == len(self.holders) == len(self.thresholds) or not _rises(self.seats):
            raise ValueError("every seat comes once, in order, with its holders and their threshold")
        for seat, holders, threshold in zip(self.seats, self.holders, self.thresholds, strict=True):
            players = len(holders) - (SERVER in holders)
            if seat in holders or not _rises(holders):
                raise ValueError(f"the holders for seat {seat} are not others, once each, in order")
            if not 1 <= threshold <= players and (holders, threshold) != ((), 1):
                raise ValueError(f"{threshold} of {players} players cannot open what seat {seat} seals")

    def context(self) -> bytes:
        return _context_of(self)

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.size if isinstance(self.size, tuple) else (self.size,)

    def contexts(self) -> tuple[bytes, ...]:
        """Return the context of a choice, and of each piece sealed with it."""
        return _contexts_of(self)

    def row(self, seat: Seat) -> tuple[Holders, int]:
        """Return the holders of a seat's shares and how many players among them are needed."""
        place = self.seats.index(seat)
        return self.holders[place], self.thresholds[place]


@lru_cache(maxsize=64)
def _context_of(header: RoundHeader) -> bytes:
    return digest("round", encode(header))


@lru_cache(maxsize=64)
def _contexts_of(header: RoundHeader) -> tuple[bytes, ...]:
    context = header.context()
    return (context, *[digest("piece", context, bytes([piece])) for piece in range(len(header.sizes) - 1)])


def _rises(numbers: Sequence[int]) -> bool:
    return all(one < other for one, other in pairwise(numbers))


ENTROPY_SIZE = 32


Share: TypeAlias = Annotated[bytes, Meta(min_length=HASH_SIZE, max_length=HASH_SIZE)]


class Message(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What is in a sealed choice: the choice, and chance from its owner.

    ASCII only: what counts as normal form C beyond it depends on the age of somebody's Unicode tables, and
    with it whether the choice is INVALID.
    """

    choice: Annotated[str, Meta(max_length=2000, pattern=r"\A[ -~]*\Z")]
    entropy: Annotated[bytes, Meta(min_length=ENTROPY_SIZE, max_length=ENTROPY_SIZE)]


class Opening(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What opens a sealed choice: the polynomial and the server's share, which may be empty."""

    polynomial: Annotated[tuple[Share, ...], Meta(max_length=16)]
    server: Annotated[bytes, Meta(max_length=HASH_SIZE)]


def seat_by_number(number: int) -> str:
    return f"seat {number}"


class NotTakenError(RulesError):
    """Only a foreign program does this: an English sentence for its author, with facts.

    The sentence names its facts in braces. Numbers among them are seats, so a reader who knows the table can
    say who sits there. `culprit` is the seat at fault if its own signature proves that, otherwise nobody:
    anybody may have made it up.
    """

    def __init__(self, sentence: str, /, *, culprit: int | None = None, **facts: int | str) -> None:
        self.sentence = sentence
        self.culprit = culprit
        self.facts = facts
        super().__init__("not-taken", detail=self.said())

    def __str__(self) -> str:
        return self.said()

    def said(self, name_of: Callable[[int], str] = seat_by_number) -> str:
        """Say the sentence, with these names for seats."""
        words = {key: fact if isinstance(fact, str) else name_of(fact) for key, fact in self.facts.items()}
        text = self.sentence.format(**words)
        return text[:1].upper() + text[1:]
