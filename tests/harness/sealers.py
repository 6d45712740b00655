"""A seat's part in sealed rounds, worked out from a table as it is known: for tests without a client."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Protocol, TypeAlias

from core.game import split
from core.kinds import Seat
from protocol.entries import Keyed, TalkKeyed
from protocol.header import ENTROPY, ENTROPY_SIZE, Message
from protocol.identity import Identity
from protocol.opening import answer_set, commit, release, seal
from protocol.policy import make_keys
from protocol.round import Round, RoundStage
from protocol.round_records import Acked, Committed, Complained, Handed, Release
from protocol.sealing import Dealt
from protocol.table.public import PublicTable
from protocol.table.table import Table
from protocol.talk import TalkKey

Due: TypeAlias = Committed | Acked | Complained | Release | Handed


class Sealer:
    """Somebody who does what is due, and seals any choice."""

    def __init__(self, identity: Identity, seat: Seat) -> None:
        self.identity = identity
        self.seat = seat
        self.talk_key = TalkKey(identity.derive("talk-key"))  # the same in every run
        self.lines: list[str] = []  # that were sealed
        self._dealt: dict[bytes, Dealt] = {}  # by the context of a round
        self._dice = Random(seat)

    def copy(self) -> Sealer:
        """Return somebody with the same memory, who goes on alone."""
        other = Sealer(self.identity, self.seat)
        other.lines, other._dealt = list(self.lines), dict(self._dealt)
        return other

    def keyed(self, table: PublicTable) -> Keyed:
        return Keyed(self.seat, make_keys(self.identity, table.host, table.opened.game_id, table.seats))

    def talk_keyed(self) -> TalkKeyed:
        return TalkKeyed(self.seat, self.talk_key.public)

    def dealt(self, round_: Round) -> Dealt:
        return self._dealt[round_.context]

    def sealed(self, table: Table, line: str, false: tuple[str, ...] = ()) -> Committed:
        """Seal a line; the first one counts, however often it is sent.

        There may be false pieces under its cover instead of its own.
        """
        assert table.round is not None
        cover, pieces = split(table.game, table.sealing, line)
        if table.round.context not in self._dealt:
            self.lines.append(line)
        return self.cover(table, cover, false or pieces)

    def cover(self, table: PublicTable, line: str, pieces: Sequence[str] = ()) -> Committed:
        """Seal what opens at once, and pieces that stay face down."""
        round_, chain = table.round, table.chain
        assert round_ is not None
        if round_.context not in self._dealt:
            message = Message(line, bytes([self.seat]) * ENTROPY_SIZE)
            self._dealt[round_.context] = seal(round_, self.seat, message, pieces)
        dealt = self._dealt[round_.context]
        return commit(round_, self.seat, self.identity, dealt, len(chain) - 1, chain.head)

    def changed(self, table: Table, line: str) -> Committed:
        """Seal another line, to replace the last one."""
        assert table.round is not None
        del self._dealt[table.round.context]
        committed, number = self.sealed(table, line), len(table.round.commits_of(self.seat))
        seen = committed.seen_seq, committed.seen_head
        return commit(table.round, self.seat, self.identity, self.dealt(table.round), *seen, number)

    def due(self, table: Table) -> Due | None:
        """Return what the open round wants from this seat, if anything."""
        round_ = table.round
        if round_ is None:
            return self._piece(table)
        if round_.parties.signers[self.seat] != self.identity.public:
            return None
        if self.seat in round_.owing_commits():
            return self.sealed(table, self._any_line(table))
        return self.answer(table)

    def answer(self, table: PublicTable) -> Acked | Complained | Release | None:
        """Confirm and release, if the round has come that far."""
        round_ = table.round
        assert round_ is not None
        if self.seat in round_.owing_acks():
            return answer_set(round_, *self._hand(round_), table.chain.head)
        return release(round_, *self._hand(round_)) if round_.stage is RoundStage.CERTIFIED else None

    def _piece(self, table: Table) -> Handed | None:
        """Turn over what is ours, if its turn has come."""
        step, laid = table.turning, table.laid
        if step is None or laid is None or step.seat != self.seat or laid.context not in self._dealt:
            return None
        return Handed(self.seat, self.seat, step.place, self._dealt[laid.context].pieces[step.place], None)

    def _hand(self, round_: Round) -> tuple[Seat, Identity, Dealt | None, int]:
        return self.seat, self.identity, self._dealt.get(round_.context), round_.header.commit_ms

    def _any_line(self, table: Table) -> str:
        assert table.round is not None
        if table.round.header.kind == ENTROPY:
            return ""
        line: str = table.game.line_of(table.prompts[self.seat].decision.sample(self._dice))
        return line


class Person(Protocol):
    """Somebody at a table with a sealer, and a way to tell the server what is due."""

    @property
    def sealer(self) -> Sealer: ...
    async def perform(self, due: Due) -> None: ...


async def go_through(table: Table, people: Iterable[Person], *, turns: bool = True) -> None:
    """Let these people do their part while rounds are open, or until one waits for others.

    Unless told otherwise they also turn over what they have laid face down.
    """
    seq = -1
    while (table.round is not None or (turns and table.turning is not None)) and table.seq > seq:
        seq = table.seq
        for person in people:
            due = person.sealer.due(table)
            if due is not None:
                await person.perform(due)


def method_of(due: Due) -> str:
    return METHODS.get(type(due), "do")


METHODS: dict[type, str] = {Acked: "confirm", Release: "release", Handed: "turn"}
