"""One sealed round of three, with each party killed at every step, to come back or not.

One of them changes their mind once while another still thinks, in time or not.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.chance import digest
from protocol.canonical import decode, encode
from protocol.header import SERVER, Message
from protocol.opening import Opener, answer_set, check_commitment, commit, release, seal
from protocol.policy import Occasion, header_for
from protocol.round import Round, RoundStage
from protocol.round_records import (
    Acked,
    AnyRecord,
    Certified,
    Committed,
    Reason,
    Release,
    RoundOpened,
    RoundSet,
)
from protocol.sealing import Dealt
from tests.protocol.round_table import CHAIN, HEAD, HOST, PLAYERS, people

TABLE = people(3)
CHANGING, SLOW = 0, 2
STEPS_TO_THINK = 5
OCCASION = Occasion(1, "bid", (0, 1, 2), 256, 180_000, 30_000, HEAD)


class Server:
    """Its disk is the journal; everything else is gone when it is killed."""

    def __init__(self) -> None:
        self.records: list[AnyRecord] = [RoundOpened(encode(header_for(TABLE, OCCASION)))]
        self.heads = [HEAD, digest("opened")]
        self.start()

    def start(self) -> None:
        self.inbox: list[AnyRecord | Release] = []
        self.acks: list[Acked] = []
        self.round = self.replayed()
        self.opener = Opener(self.round, HOST) if self.round.stage is RoundStage.CERTIFIED else None

    def follow(self) -> Round:
        opened = self.records[0]
        assert isinstance(opened, RoundOpened)
        return Round(opened, TABLE, OCCASION, CHAIN.anchor, self.seq_of)

    def replayed(self) -> Round:
        round_ = self.follow()
        for record in self.records[1:]:
            round_.apply(record)
        return round_

    def seq_of(self, head: bytes) -> int | None:
        return self.heads.index(head) if head in self.heads else None

    def write(self, record: AnyRecord) -> None:
        self.round.apply(record)
        if isinstance(record, Acked):
            self.acks.append(record)
            return
        self.records.append(record)
        self.heads.append(digest("entry", self.heads[-1], encode(record)))

    def step(self) -> bool:
        """Take one message, or do what is due without waiting for anybody."""
        if self.inbox:
            self.take(self.inbox.pop(0))
            return True
        if self.round.stage is RoundStage.OPEN and not self.round.owing_commits():
            self.write(RoundSet(()))
        elif self.round.can_certify(is_slow=False):
            self.certify(is_slow=False)
        elif self.opener is not None and (outcome := self.opener.outcome(CHAIN.link(1))):
            self.write(outcome)
            self.opener = None
        else:
            return False
        return True

    def take(self, message: AnyRecord | Release) -> None:
        if isinstance(message, Release):
            if self.opener is not None:
                self.opener.take(message)
            return
        if isinstance(message, Committed):
            check_commitment(self.round, HOST, message)
            if message.revision and self.round.stage is not RoundStage.OPEN:
                return  # it is refused
        self.write(message)

    def certify(self, *, is_slow: bool) -> None:
        self.round = self.replayed()
        self.write(Certified(is_slow, tuple(self.acks)))
        self.opener = Opener(self.round, HOST)

    def run_out_of_time(self) -> bool:
        """Nobody has anything left to do: go on without those who are gone."""
        if self.round.stage is RoundStage.OPEN:
            self.write(RoundSet(self.round.owing_commits()))
        elif self.round.can_certify(is_slow=True):
            self.certify(is_slow=True)
        else:
            return False
        return True


class Client:
    """Its disk is what it has sealed; everything else is gone when it is killed."""

    def __init__(self, seat: int, server: Server) -> None:
        self.seat, self.server, self.identity = seat, server, PLAYERS[seat]
        self.disk: list[bytes] = []
        self.tries = 0
        self.start()

    def start(self) -> None:
        self.view, self.known = self.server.follow(), 1
        self.thinking = STEPS_TO_THINK if self.seat == SLOW else 0
        self.fresh: Dealt | None = None
        self.connect()

    def connect(self) -> None:
        self.sent = b""

    def step(self) -> bool:
        """Hear one record, or do one of the things that are due."""
        if self.known < len(self.server.records):
            self.view.apply(self.server.records[self.known])
            self.known += 1
            return True
        wanted = 2 if self.seat == CHANGING else 1
        if self.view.stage is RoundStage.OPEN and len(self.view.commits_of(self.seat)) < wanted:
            return self.seal_or_send()
        if self.view.stage is RoundStage.SET and self.seat in self.view.owing_acks():
            return self.send_once(b"answer", self.answer)
        return self.view.stage is RoundStage.CERTIFIED and self.send_once(b"release", self.release)

    def commit(self) -> AnyRecord:
        seen = len(self.server.heads) - 1, self.server.heads[-1]
        revision = len(self.view.commits_of(self.seat))
        dealt = decode(self.disk[revision], Dealt)
        return commit(self.view, self.seat, self.identity, dealt, *seen, revision)

    def answer(self) -> AnyRecord:
        head = self.server.heads[-1]
        return answer_set(self.view, self.seat, self.identity, self.kept(), 180_000, head)

    def release(self) -> Release:
        return release(self.view, self.seat, self.identity, self.kept(), 180_000)

    def kept(self) -> Dealt:
        """Find out which one stands."""
        sealed = self.view.sealed[self.seat].record.commitment
        disk = [decode(data, Dealt) for data in self.disk]
        return next(dealt for dealt in disk if dealt.commitment == sealed)

    def seal_or_send(self) -> bool:
        """Three steps, since each can be the last: seal, keep, send."""
        taken = len(self.view.commits_of(self.seat))
        if len(self.disk) > taken:
            return self.send_once(b"commit %d" % taken, self.commit)
        if self.thinking:
            self.thinking -= 1
            return True
        if self.fresh is not None:
            self.disk.append(encode(self.fresh))
            self.fresh = None
            return True
        self.tries += 1
        self.fresh = seal(self.view, self.seat, Message(f"try {self.tries}", bytes([self.seat]) * 32))
        return True

    def send_once(self, what: bytes, make: Callable[[], AnyRecord | Release]) -> bool:
        if self.sent == what:
            return False
        self.sent = what
        self.server.inbox.append(make())
        return True


class Game:
    """Runs all parties in turn, one step each, and kills one of them after so many steps."""

    def __init__(self, victim: int, at: int, *, returns: bool) -> None:
        self.server = Server()
        self.clients = [Client(seat, self.server) for seat in range(3)]
        self.alive = {0, 1, 2, SERVER}
        self.victim, self.at, self.returns = victim, at, returns
        self.steps = 0

    def run(self) -> None:
        while self.round_of_steps() or self.server.run_out_of_time():
            pass

    def round_of_steps(self) -> bool:
        done = False
        for party in (0, 1, 2, SERVER):
            actor = self.server if party == SERVER else self.clients[party]
            if party in self.alive and actor.step():
                done = True
                self.steps += 1
                if self.steps == self.at:
                    self.kill()
        return done

    def kill(self) -> None:
        """What was under way to or from the victim is lost."""
        if self.victim == SERVER:
            self.server.start()
            for client in self.clients:
                client.connect()
            return
        self.server.inbox = [one for one in self.server.inbox if getattr(one, "seat", None) != self.victim]
        if self.returns:
            self.clients[self.victim].start()
        else:
            self.alive.remove(self.victim)


def steps_of_a_round() -> int:
    game = Game(SERVER, -1, returns=True)
    game.run()
    assert game.server.round.stage is RoundStage.OVER
    return game.steps


@pytest.mark.parametrize("victim", [0, 1, 2, SERVER])
def test_who_is_killed_and_comes_back_goes_on_with_the_same_choice(victim: int) -> None:
    """The newest that was kept, unless the set was closed before it came."""
    steps, in_time = steps_of_a_round(), []
    assert steps > 40
    for at in range(1, steps + 1):
        game = Game(victim, at, returns=True)
        game.run()
        verdicts = game.server.round.verdicts

        assert [verdicts[seat].reason for seat in range(3)] == [Reason.OPENED] * 3
        assert game.server.round.equivocations == {}
        in_time.append(game.server.round.sealed[CHANGING].record.revision == 1)
        for client in game.clients:
            message = verdicts[client.seat].message
            assert message is not None
            assert client.view.verdicts == verdicts
            if client.seat != CHANGING or in_time[-1]:
                assert message.choice == f"try {client.tries}"
                assert len(client.disk) == 1 + (client.seat == CHANGING)

    assert True in in_time
    assert (False in in_time) == (victim == CHANGING)


@pytest.mark.parametrize("victim", [0, 1, 2])
def test_who_is_killed_for_good_has_chosen_what_had_arrived(victim: int) -> None:
    for at in range(1, steps_of_a_round() + 1):
        game = Game(victim, at, returns=False)
        game.run()
        round_ = game.server.round

        assert round_.stage is RoundStage.OVER
        expected = Reason.OPENED if victim in round_.sealed else Reason.MISSING
        assert round_.verdicts[victim].reason is expected
        others = [seat for seat in range(3) if seat != victim]
        assert [round_.verdicts[seat].reason for seat in others] == [Reason.OPENED] * 2
        assert all(game.clients[seat].view.verdicts == round_.verdicts for seat in others)
