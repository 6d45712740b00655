"""Random conversations between two sessions, cut anywhere, in and out of order, against a small model."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import msgpack
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.kinds import Phrase
from protocol.entries import Chose
from protocol.errors import Code, ProtocolError
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.messages import (
    NOTHING,
    Clock,
    Closing,
    InvitedTo,
    Join,
    Joined,
    OpenTable,
    OwnSeat,
    OwnSeats,
    SeatNow,
    Sync,
    Synced,
    TableInfo,
    TableNamed,
    TableNow,
    TableState,
)
from protocol.pace import Terms
from protocol.rpc import NIL, Refusal
from protocol.session import (
    PLACES,
    Admitted,
    ClientSession,
    PendingCall,
    Reply,
    ServerNotice,
    ServerSession,
    SessionPlace,
)
from protocol.tls import Peer

HOST, PLAYER = Identity.make(), Identity.make()
SPKI = bytes(range(32))
LIMITS = Limits(requests_in_flight=6, request_rate=16, request_burst=8)
START = 1000.0

INFO = TableInfo("t", "rising_sun", TableState.OPEN, (), (), Terms(), 0)
HERE = TableNow((SeatNow(0, True, True, False),), 2, is_frozen=False)
PARAMS: dict[str, Any] = {
    "ping": NOTHING,
    "clock": NOTHING,
    "tables": NOTHING,
    "seats": NOTHING,
    "open": OpenTable("rising_sun", ("koi", "lotus", "turtle")),
    "invite": TableNamed("t"),
    "close": TableNamed("t"),
    "join": Join("t", "Aiko"),
    "leave": NOTHING,
    "sync": Sync(0),
    "do": Chose(0, 1, "ready"),
}
RESULTS: dict[str, Any] = {
    "clock": Clock(0),
    "tables": (INFO,),
    "seats": OwnSeats((OwnSeat(INFO, 0, (), None, None),)),
    "open": TableNamed("t"),
    "invite": InvitedTo(bytes(16)),
    "join": Joined(0, HERE),
    "sync": Synced((), True, NIL, None, (), ()),
}
WRONG: list[bytes] = [
    msgpack.packb([0, 900, "shout", []]),
    msgpack.packb([0, 900, "do", [1, 2, 3]]),
    msgpack.packb([0, 900, "hello", []]),
    msgpack.packb([0, 0, "ping", []]),
    msgpack.packb([2, "ping", []]),
    b"\xc1",
]
WRONG_TO_CLIENT: list[bytes] = [
    b"",  # nothing
    b"\xc1",
    msgpack.packb([2, "rumour", []]),
    msgpack.packb([2, "error", [24, "rate_exceeded", None]]),
]
PICKS = st.integers(0, 15)
ODDS = st.integers(0, 15).map(lambda dice: dice != 11)
"""Mistakes are rare, or few conversations would get far."""
MOVING = {"hello", "auth", "join", "leave"}


class Conversation(RuleBasedStateMachine):
    """The model: what was sent, how much of it arrived, where the answered calls have led."""

    reached: ClassVar[set[str]] = set()

    @initialize(place=st.sampled_from([SessionPlace.TABLE, SessionPlace.LOBBY, SessionPlace.STRANGER]))
    def meet(self, place: SessionPlace) -> None:
        self.now = START
        self.server = ServerSession(HOST, SPKI, LIMITS, self.now)
        self.client = ClientSession(PLAYER, Peer(HOST.public, SPKI), LIMITS)
        self.place = SessionPlace.STRANGER  # where the calls answered have led
        self.heard_place = SessionPlace.STRANGER  # where the answers heard have led
        self.to_server: list[bytes] = []  # whole messages, but for what has arrived of the first
        self.to_client: list[bytes] = []
        self.sent: list[tuple[int, str]] = []  # requests, in order
        self.given: list[int] = []
        self.paid = 0
        self.current: PendingCall | None = None
        self.said: dict[int, Any] = {}  # the answers, by request
        self.told: list[str] = []
        self.is_poisoned = self.is_client_poisoned = False
        self.collect()
        for _ in range(min(place, SessionPlace.LOBBY)):
            self.carry_all()
        if place is SessionPlace.TABLE:
            self.converse("join", refuses=False)

    # Between the two ---------------------------------------------------------------------------

    def collect(self) -> None:
        """Put on the wire what both have to say: whole messages only (law 3)."""
        for message in whole_messages(self.client.take_output()):
            _, msgid, method, _ = msgpack.unpackb(message)
            if method in {"hello", "auth"}:
                self.sent.append((msgid, method))
            self.to_server.append(message)
        self.to_client += whole_messages(self.server.take_output())

    def is_open(self) -> bool:
        return self.place is not SessionPlace.CLOSED

    @rule(size=st.integers(1, 400))
    @precondition(lambda self: self.to_server)
    def carry_to_server(self, size: int) -> None:
        data = take(self.to_server, size)
        was_open = self.is_open()
        try:
            self.server.receive(data, self.now)
        except ProtocolError:
            assert self.is_poisoned or not was_open
            self.close()
        else:
            assert was_open

    @rule(size=st.integers(1, 400))
    @precondition(lambda self: self.to_client)
    def carry_to_client(self, size: int) -> None:
        data = take(self.to_client, size)
        try:
            heard = self.client.receive(data)
        except ProtocolError:
            assert self.is_client_poisoned or not self.is_open()
            self.heard_place = SessionPlace.CLOSED
            self.reached.add("client closed")
        else:
            assert self.heard_place is not SessionPlace.CLOSED
            for event in heard:
                self.hear(event)
            self.collect()

    def carry_all(self) -> None:
        """Let everything arrive and one call be given out."""
        if self.to_server:
            self.carry_to_server(10**6)
        self.take_call()
        if self.to_client:
            self.carry_to_client(10**6)

    def hear(self, event: Reply | ServerNotice | Admitted) -> None:
        if isinstance(event, Admitted):
            assert self.heard_place is SessionPlace.STRANGER
            self.heard_place = SessionPlace.LOBBY
        elif isinstance(event, ServerNotice):
            assert event.params.reason == self.told.pop(0)
        else:
            assert (event.result, event.error and event.error.detail) == self.said.pop(event.msgid)
            if event.error is None:
                method = dict(self.sent)[event.msgid]
                self.heard_place = PLACES[method].get(self.heard_place, self.heard_place)

    # What the client does ------------------------------------------------------------------------

    @rule(pick=PICKS, is_careful=ODDS)
    @precondition(lambda self: self.can_ask())
    def ask(self, pick: int, is_careful: bool) -> None:  # noqa: FBT001
        """Ask without waiting for answers; a careful client asks what will be allowed if all goes well."""
        place = self.heard_place
        for _, method in self.sent[len(self.given) + 2 :]:
            place = PLACES[method].get(place, place)
        methods = methods_at(place) if is_careful else sorted(PARAMS)
        self.ask_for(methods[pick % len(methods)])

    def can_ask(self) -> bool:
        return SessionPlace.LOBBY <= self.heard_place < SessionPlace.CLOSED and not self.client.is_full

    def ask_for(self, method: str) -> None:
        msgid = self.client.request(method, PARAMS[method])
        self.sent.append((msgid, method))
        self.collect()

    @rule(pick=PICKS, refuses=st.booleans())
    @precondition(lambda self: self.is_quiet())
    def ask_and_answer(self, pick: int, refuses: bool) -> None:  # noqa: FBT001
        """Say what is allowed here, so that conversations get somewhere."""
        methods = methods_at(self.place)
        self.converse(methods[pick % len(methods)], refuses=refuses)

    def converse(self, method: str, *, refuses: bool) -> None:
        self.wait(8)
        self.ask_for(method)
        self.carry_all()
        if self.current is not None:
            self.answer(refuses)
        if self.to_client:
            self.carry_to_client(10**6)

    def is_quiet(self) -> bool:
        is_known = SessionPlace.LOBBY <= self.heard_place == self.place < SessionPlace.CLOSED
        return is_known and len(self.sent) == len(self.given) + 2 and self.current is None

    # What the server does ------------------------------------------------------------------------

    @rule()
    def take_call(self) -> None:
        before = self.server.place
        try:
            call = self.server.next_call(self.now)
        except ProtocolError as error:
            self.expect_wrong(error)
            self.close()
            return
        if before < SessionPlace.LOBBY:  # it greets by itself
            self.paid += self.server.place - before
            self.place = self.server.place
        if call is not None:
            assert self.is_open()
            assert self.current is None
            self.check_given(call)
        self.collect()

    def expect_wrong(self, error: ProtocolError) -> None:
        if not self.is_poisoned:
            _, method = self.sent[len(self.given) + 2]
            assert error.code is Code.OUT_OF_PLACE
            assert self.place not in PLACES[method]
            self.reached.add("out of place")

    def check_given(self, call: PendingCall) -> None:
        """Law 1: the calls in the order they came, each once, each in its place."""
        self.given.append(call.msgid)
        self.paid += 1
        self.current = call
        assert (call.msgid, call.method) == self.sent[len(self.given) + 1]
        assert call.params == PARAMS[call.method]
        assert self.place in PLACES[call.method]
        self.reached.add(call.method)

    @rule(refuses=st.booleans())
    @precondition(lambda self: self.current is not None)
    def answer(self, refuses: bool) -> None:  # noqa: FBT001
        assert self.current is not None
        call, self.current = self.current, None
        if refuses:
            self.server.refuse(Phrase("no"))
            self.said[call.msgid] = (None, Refusal(Phrase("no")))
        else:
            result = RESULTS.get(call.method, NOTHING)
            self.server.respond(result)
            self.said[call.msgid] = (result, None)
            self.place = PLACES[call.method].get(self.place, SessionPlace.CLOSED)
        self.collect()

    @rule()
    @precondition(lambda self: self.place >= SessionPlace.LOBBY)
    def tell(self) -> None:
        reason = f"news {len(self.told)} at {self.now}"
        self.server.notify("closing", Closing(reason, False))
        if self.is_open():
            self.told.append(reason)
        self.collect()

    @rule(is_careful=ODDS, to_server=st.sampled_from(WRONG), to_client=st.sampled_from(WRONG_TO_CLIENT))
    def say_something_wrong(self, is_careful: bool, to_server: bytes, to_client: bytes) -> None:  # noqa: FBT001
        if is_careful:
            return
        if to_client:
            self.to_client.append(to_client)
            self.is_client_poisoned = True
        else:
            self.to_server.append(to_server)
            self.is_poisoned = True

    @rule()
    @precondition(lambda self: len(self.to_client) > 2)
    def answer_out_of_order(self) -> None:
        """Swap the last two messages, if they are responses that lead nowhere."""
        methods = [self.method_of(message) for message in self.to_client[-2:]]
        if all(method is not None and method not in MOVING for method in methods):
            self.to_client[-2:] = reversed(self.to_client[-2:])
            self.reached.add("out of order")

    def method_of(self, message: bytes) -> str | None:
        wire = None if message == b"\xc1" else msgpack.unpackb(message)
        return dict(self.sent).get(wire[1]) if isinstance(wire, list) and wire[0] == 1 else None

    @rule(ticks=st.integers(1, 200))
    def wait(self, ticks: int) -> None:
        self.now += ticks / 64

    def close(self) -> None:
        """Law 2: an error is told last, and then nothing."""
        if self.is_open():
            self.reached.add("closed")
            messages = whole_messages(self.server.take_output())
            assert msgpack.unpackb(messages[-1])[:2] == [2, "error"]
            self.to_client += messages
        self.place = SessionPlace.CLOSED

    # What always holds ---------------------------------------------------------------------------

    @invariant()
    def the_calls_answered_say_where_the_session_is(self) -> None:
        assert self.server.place is self.place

    @invariant()
    def the_client_follows(self) -> None:
        if self.heard_place is not SessionPlace.STRANGER:
            assert self.client.place is self.heard_place
        else:
            assert self.client.place <= SessionPlace.GREETED

    @invariant()
    def nothing_is_given_out_or_sent_after_an_error(self) -> None:
        if not self.is_open():
            assert self.server.next_call(self.now) is None
            assert self.server.take_output() == b""
            assert self.server.frame_since is None

    @invariant()
    def no_call_is_given_out_twice_or_too_soon(self) -> None:
        assert len(set(self.given)) == len(self.given)
        assert self.paid <= LIMITS.request_burst + LIMITS.request_rate * (self.now - START)


def methods_at(place: SessionPlace) -> list[str]:
    return sorted(method for method in PARAMS if place in PLACES[method])


def whole_messages(data: bytes) -> list[bytes]:
    """Cut what a session sends; fails unless it ends with a message."""
    unpacker = msgpack.Unpacker()
    unpacker.feed(data)
    messages, start = [], 0
    while start < len(data):
        unpacker.skip()
        messages.append(data[start : unpacker.tell()])
        start = unpacker.tell()
    return messages


def take(wire: list[bytes], size: int) -> bytes:
    """Take the first bytes from the wire."""
    data = b"".join(wire)
    rest, skipped = [], 0
    for message in wire:
        left = message[max(0, size - skipped) :]
        skipped += len(message)
        if left:
            rest.append(left)
    wire[:] = rest
    return data[:size]


TestConversations = Conversation.TestCase
TestConversations.settings = settings(max_examples=80, stateful_step_count=50, deadline=None)


def test_long_conversations_get_everywhere() -> None:
    """The walks above are short; these keep the same laws and reach everything that can be said."""
    Conversation.reached = set()
    for seed in range(300):
        talk(Conversation(), Random(seed))

    assert Conversation.reached == {*PARAMS, "closed", "client closed", "out of place", "out of order"}


def talk(pair: Conversation, dice: Random) -> None:
    pair.meet(dice.choice(list(SessionPlace)[:4]))
    for _ in range(150):
        step(pair, dice)
        pair.the_calls_answered_say_where_the_session_is()
        pair.the_client_follows()
        pair.nothing_is_given_out_or_sent_after_an_error()
        pair.no_call_is_given_out_twice_or_too_soon()


def step(pair: Conversation, dice: Random) -> None:
    kind = dice.randrange(100)
    if kind < 25 and pair.to_server:
        pair.carry_to_server(dice.randrange(1, 100))
    elif kind < 45 and pair.to_client:
        pair.carry_to_client(dice.randrange(1, 100))
    elif kind < 60:
        pair.take_call()
    elif kind < 75 and pair.current is not None:
        pair.answer(refuses=dice.random() < 0.2)
    elif kind < 85 and pair.can_ask():
        pair.ask(dice.randrange(16), is_careful=dice.random() < 0.99)
    elif kind < 90 and pair.is_quiet():
        pair.ask_and_answer(dice.randrange(16), refuses=dice.random() < 0.2)
    elif kind < 93 and len(pair.to_client) > 2:
        pair.answer_out_of_order()
    elif kind < 96 and pair.place >= SessionPlace.LOBBY:
        pair.tell()
    else:
        pair.wait(dice.randrange(1, 40))
    if dice.random() < 0.005:
        pair.say_something_wrong(False, dice.choice(WRONG), dice.choice(WRONG_TO_CLIENT))
