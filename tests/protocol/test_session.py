"""Two sessions back to back, joined in memory: what is said arrives, in its place, and errors are final."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgpack
import pytest
from msgspec import Raw

from core.kinds import Phrase
from protocol.entries import Applied, Chose, Said, Written
from protocol.errors import Code, ProtocolError
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.messages import (
    METHODS,
    NOTHING,
    NOTICES,
    Again,
    Clock,
    Closing,
    InvitationNow,
    Invitations,
    InvitedTo,
    Item,
    Join,
    Joined,
    Log,
    Logged,
    OpenTable,
    OwnSeat,
    OwnSeats,
    SeatInfo,
    SeatNow,
    SetReady,
    Sync,
    Synced,
    TableInfo,
    TableNamed,
    TableNow,
    TableState,
    Told,
)
from protocol.pace import Terms
from protocol.policy import Keys
from protocol.round_records import Acked, Handed, Release
from protocol.rpc import NIL, ErrorRecord, Refusal, Response, encode, error_record
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
NOW = 1000.0

SEAT = SeatInfo(0, "Aiko", b"k" * 32, False, True, True, False, False)
INFO = TableInfo("9f3a", "rising_sun", TableState.OPEN, (SEAT,), (("set", "base"),), Terms(), 2)
HERE = TableNow((SeatNow(0, True, True, False),), 2, is_frozen=False)
ITEM = Item(7, 1_700_000_000_000, Said(0, 7, (), "well met"), Raw(b"\x90"))

SAMPLES: dict[str, tuple[Any, Any]] = {
    "ping": (NOTHING, NOTHING),
    "clock": (NOTHING, Clock(1_700_000_000_000)),
    "tables": (NOTHING, (INFO, INFO)),
    "seats": (NOTHING, OwnSeats((OwnSeat(INFO, 0, (0, 3), 12, 90_000),), ("one.example.org:7475",))),
    "open": (OpenTable("rising_sun", ("koi", "lotus", "turtle"), bots=1), TableNamed("9f3a")),
    "invite": (TableNamed("9f3a"), InvitedTo(b"t" * 16)),
    "invitations": (
        TableNamed("9f3a"),
        Invitations((InvitationNow(b"h" * 32, 2), InvitationNow(b"i" * 32, None))),
    ),
    "close": (TableNamed("9f3a"), NOTHING),
    "join": (Join("9f3a", "Aiko", b"t" * 16, 3, False), Joined(3, HERE, bytes(32))),
    "leave": (NOTHING, NOTHING),
    "sync": (Sync(12), Synced((ITEM,), True, Raw(b"\x91\x01"), 4, (), ())),
    "log": (Log(7), Logged(1_700_000_000_000, (Written(1_700_000_000_009, b"entry"),), False)),
    "ready": (SetReady(True), NOTHING),
    "stand": (NOTHING, NOTHING),
    "apply": (Applied(2, "Aiko", bytes(32), Keys(0, (bytes(32),))), NOTHING),
    "again": (NOTHING, Again("b2", bytes(16))),
    "do": (Chose(1, 4, "ally lotus"), NOTHING),
    "confirm": (Acked(1, bytes(32), bytes(64)), NOTHING),
    "release": (Release(1, None, ((0, bytes(32)),), bytes(64)), NOTHING),
    "turn": (Handed(1, 0, 3, None, bytes(32)), NOTHING),
}
NEWS: dict[str, Any] = {
    "told": Told(ITEM, NIL, None, (), None),
    "table": HERE,
    "closing": Closing("The server goes home.", False),
}
AT_TABLE = [method for method, places in PLACES.items() if SessionPlace.TABLE in places and method != "leave"]


class Pair(NamedTuple):
    """The two ends of a connection."""

    server: ServerSession
    client: ClientSession

    def to_server(self, cut: int = 0) -> None:
        """Carry what the client says, in pieces of `cut` bytes."""
        for piece in pieces(self.client.take_output(), cut):
            self.server.receive(piece, NOW)

    def to_client(self, cut: int = 0) -> list[Reply | ServerNotice | Admitted]:
        return [
            event for piece in pieces(self.server.take_output(), cut) for event in self.client.receive(piece)
        ]

    def ask(self, method: str, cut: int = 0) -> PendingCall:
        """Let a sample arrive at the server."""
        self.client.request(method, SAMPLES[method][0])
        self.to_server(cut)
        call = self.server.next_call(NOW)
        assert call is not None
        return call

    def go(self, method: str) -> None:
        self.ask(method)
        self.server.respond(SAMPLES[method][1])
        self.to_client()


def pieces(data: bytes, size: int) -> Iterable[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)] if size else [data]


def strangers(limits: Limits | None = None) -> Pair:
    limits = limits or Limits(request_burst=1000)
    server = ServerSession(HOST, SPKI, limits, NOW)
    return Pair(server, ClientSession(PLAYER, Peer(HOST.public, SPKI), limits))


def pair_at(place: SessionPlace, limits: Limits | None = None) -> Pair:
    """Bring two sessions to a place by the way that leads there."""
    pair = strangers(limits)
    for _ in range(min(place, SessionPlace.LOBBY)):
        pair.to_server()
        assert pair.server.next_call(NOW) is None
        pair.to_client()
    if place is SessionPlace.TABLE:
        pair.go("join")
    return pair


def frame(msgid: int, method: str, params: object = ()) -> bytes:
    return bytes(msgpack.packb([0, msgid, method, params]))


def error_of(pair: Pair, *said: bytes) -> tuple[Code, ErrorRecord]:
    """Say something that breaks the protocol; return the code raised and what the client is told."""
    pair.server.take_output()
    with pytest.raises(ProtocolError) as caught:  # noqa: PT012 (which of the two raises is free)
        for data in said:
            pair.server.receive(data, NOW)
        pair.server.next_call(NOW)
    tag, method, record = msgpack.unpackb(pair.server.take_output())
    assert (tag, method, pair.server.place) == (2, "error", SessionPlace.CLOSED)
    return caught.value.code, ErrorRecord(Code(record[0]), record[1], record[2])


# Saying ------------------------------------------------------------------------------------------


def test_every_method_has_its_places_and_a_sample() -> None:
    assert PLACES.keys() == METHODS.keys()
    assert SAMPLES.keys() == METHODS.keys() - {"hello", "auth"}
    assert NEWS.keys() == NOTICES.keys()


@pytest.mark.parametrize("cut", range(1, 40))
def test_the_handshake_leads_both_to_the_lobby_however_it_is_split(cut: int) -> None:
    pair = strangers()
    heard = []
    for _ in range(2):
        pair.to_server(cut)
        assert pair.server.next_call(NOW) is None
        heard += pair.to_client(cut)

    assert heard == [Admitted()]
    assert pair.server.place is pair.client.place is SessionPlace.LOBBY
    assert pair.server.player == PLAYER.public


@pytest.mark.parametrize("method", SAMPLES)
@pytest.mark.parametrize("cut", [0, 1, 2, 7])
def test_a_request_and_its_result_arrive_as_they_were(method: str, cut: int) -> None:
    pair = pair_at(min(PLACES[method]))
    params, result = SAMPLES[method]

    call = pair.ask(method, cut)
    pair.server.respond(result)

    assert call == PendingCall(call.msgid, method, params)
    assert pair.to_client(cut) == [Reply(call.msgid, result, None)]


def test_a_stream_split_at_any_place_gives_the_same_calls() -> None:
    whole = pair_at(SessionPlace.TABLE)
    for method in AT_TABLE:
        whole.client.request(method, SAMPLES[method][0])
    stream = whole.client.take_output()

    for place in range(1, len(stream)):
        pair = pair_at(SessionPlace.TABLE)
        calls = []
        for data in (stream[:place], stream[place:]):
            pair.server.receive(data, NOW)
            while call := pair.server.next_call(NOW):
                calls.append((call.method, call.params))
                pair.server.respond(SAMPLES[call.method][1])

        assert calls == [(method, SAMPLES[method][0]) for method in AT_TABLE]


@pytest.mark.parametrize("method", NEWS)
@pytest.mark.parametrize("cut", [0, 1, 3])
def test_a_notice_arrives_as_it_was(method: str, cut: int) -> None:
    pair = pair_at(SessionPlace.TABLE)

    pair.server.notify(method, NEWS[method])

    assert pair.to_client(cut) == [ServerNotice(method, NEWS[method])]


@pytest.mark.parametrize("rule", ["", "2.3"])
def test_a_refusal_says_why_and_leads_nowhere(rule: str) -> None:
    pair = pair_at(SessionPlace.LOBBY)
    call = pair.ask("join")

    pair.server.refuse(Phrase("no"), rule)

    refusal = error_record(Code.REFUSED, Refusal(Phrase("no"), rule))
    assert pair.to_client() == [Reply(call.msgid, None, refusal)]
    assert pair.server.place is pair.client.place is SessionPlace.LOBBY


def test_calls_come_in_order_each_after_the_last_is_answered() -> None:
    pair = pair_at(SessionPlace.TABLE)
    for number in range(3):
        pair.client.request("do", Chose(0, number, "ready"))
    pair.to_server()

    for number in range(3):
        call = pair.server.next_call(NOW)
        assert call is not None
        assert call.params.prompt == number
        assert pair.server.is_busy
        assert pair.server.next_call(NOW) is None
        pair.server.respond()

    assert pair.server.next_call(NOW) is None
    assert not pair.server.is_busy


def test_where_a_pipelined_call_has_its_place_shows_when_its_turn_comes() -> None:
    pair = pair_at(SessionPlace.LOBBY)
    for method in ("join", "sync", "leave", "join"):
        pair.client.request(method, SAMPLES[method][0])
    pair.to_server()

    for method in ("join", "sync", "leave", "join"):
        call = pair.server.next_call(NOW)
        assert call is not None
        pair.server.respond(SAMPLES[method][1])

    assert len(pair.to_client()) == 4
    assert pair.server.place is pair.client.place is SessionPlace.TABLE


def test_as_many_requests_as_may_be_are_in_flight_and_no_more() -> None:
    pair = pair_at(SessionPlace.LOBBY)
    for _ in range(32):
        assert not pair.client.is_full
        pair.client.request("ping")
    pair.to_server()

    assert pair.client.is_full
    assert error_of(pair, frame(99, "ping"))[0] is Code.TOO_MANY_IN_FLIGHT


def test_a_client_hears_responses_in_any_order() -> None:
    pair = pair_at(SessionPlace.TABLE)
    ids = [pair.client.request("ping") for _ in range(3)]
    responses = [encode(Response(msgid, None, Raw(b"\x90"))) for msgid in reversed(ids)]

    heard = pair.client.receive(b"".join(responses))

    assert heard == [Reply(msgid, NOTHING, None) for msgid in reversed(ids)]


# The wrong place ---------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [SessionPlace.LOBBY, SessionPlace.TABLE])
@pytest.mark.parametrize("method", METHODS)
def test_a_known_client_can_call_a_method_where_the_table_says_and_nowhere_else(
    method: str, place: SessionPlace
) -> None:
    pair = pair_at(place)
    if place in PLACES[method]:
        pair.ask(method)
        pair.server.respond(SAMPLES[method][1])
        assert pair.server.place is PLACES[method][place]
    else:
        code, told = error_of(pair, frame(50, method))
        assert code is told.code is Code.OUT_OF_PLACE
        assert told.detail == f"{method} has no place here"


@pytest.mark.parametrize("place", [SessionPlace.STRANGER, SessionPlace.GREETED])
@pytest.mark.parametrize("method", METHODS)
def test_a_stranger_can_only_say_who_it_is(method: str, place: SessionPlace) -> None:
    pair = pair_at(place)
    if place in PLACES[method]:
        pair.to_server()
        assert pair.server.next_call(NOW) is None
        assert pair.server.place is PLACES[method][place]
    else:
        assert error_of(pair, frame(50, method))[0] is Code.NOT_AUTHENTICATED


# What breaks the protocol ------------------------------------------------------------------------

WRONG = {
    "an unknown method": (frame(50, "shout"), Code.UNKNOWN_METHOD),
    "a method in other letters": (frame(50, "p\u0131ng\n"), Code.UNKNOWN_METHOD),
    "no params": (frame(50, "do"), Code.INVALID_PARAMS),
    "params too few": (frame(50, "do", ["Chose", 0, 1]), Code.INVALID_PARAMS),
    "params too many": (frame(50, "do", ["Chose", 0, 1, "ready", 2, 3]), Code.INVALID_PARAMS),
    "params for none": (frame(50, "ping", [1]), Code.INVALID_PARAMS),
    "a number below zero": (frame(50, "do", ["Chose", 0, -1, "ready"]), Code.INVALID_PARAMS),
    "a number too high": (frame(50, "do", ["Chose", 0, 2**32, "ready"]), Code.INVALID_PARAMS),
    "a line too long": (frame(50, "do", ["Chose", 0, 1, "x" * 401]), Code.INVALID_PARAMS),
    "a text in place of a number": (frame(50, "do", ["Chose", 0, "1", "ready"]), Code.INVALID_PARAMS),
    "bytes in place of a text": (frame(50, "do", ["Chose", 0, 1, b"ready"]), Code.INVALID_PARAMS),
    "a float": (frame(50, "do", ["Chose", 0, 1.0, "ready"]), Code.INVALID_PARAMS),
    "an extension": (frame(50, "do", ["Chose", 0, msgpack.ExtType(1, b"1"), "ready"]), Code.INVALID_PARAMS),
    "a map": (frame(50, "do", {"seat": 0, "prompt": 1, "line": "ready"}), Code.INVALID_PARAMS),
    "nil params": (frame(50, "ping", None), Code.INVALID_PARAMS),
    "too many ears": (frame(50, "do", ["Said", 0, 1, [0] * 17, "", b""]), Code.INVALID_PARAMS),
    "words too long": (frame(50, "do", ["Said", 0, 1, [], "x" * 501, b""]), Code.INVALID_PARAMS),
    "sealed words too long": (frame(50, "do", ["Said", 0, 1, [1], "", bytes(3485)]), Code.INVALID_PARAMS),
    "a text that is not UTF-8": (b"\x94\x00\x32\xa2do\x94\xa5Chose\x00\x01\xa1\xff", Code.INVALID_PARAMS),
    "an id used before": (frame(0, "ping"), Code.MESSAGE_ID),
    "a response": (msgpack.packb([1, 50, None, None]), Code.INVALID_MESSAGE),
    "a notification": (msgpack.packb([2, "ping", []]), Code.INVALID_MESSAGE),
    "a bare number": (b"\x01", Code.INVALID_MESSAGE),
    "what is not msgpack": (b"\xc1", Code.MALFORMED_FRAME),
}
wrong = pytest.mark.parametrize(("said", "code"), WRONG.values(), ids=list(WRONG))


@wrong
def test_what_breaks_the_protocol_closes_with_its_code_and_a_reason(said: bytes, code: Code) -> None:
    pair = pair_at(SessionPlace.TABLE)

    raised, told = error_of(pair, said)

    assert raised is told.code is code
    assert told.detail


@wrong
def test_a_stranger_learns_the_code_and_no_detail(said: bytes, code: Code) -> None:
    pair = pair_at(SessionPlace.GREETED)

    raised, told = error_of(pair, said)

    assert raised is told.code
    assert raised in {code, Code.NOT_AUTHENTICATED}
    assert told.detail is None


@wrong
def test_an_error_is_final(said: bytes, code: Code) -> None:
    pair = pair_at(SessionPlace.TABLE)
    error_of(pair, said + frame(51, "ping"))

    with pytest.raises(ProtocolError, match="closed"):
        pair.server.receive(frame(52, "ping"), NOW)
    pair.server.notify("closing", Closing(code.wire_name, True))
    assert pair.server.next_call(NOW) is None
    assert pair.server.take_output() == b""
    assert pair.server.frame_since is None


@pytest.mark.parametrize("method", ["join", "tables"])
@pytest.mark.parametrize("is_refused", [False, True])
def test_a_call_under_way_when_the_error_comes_is_answered_to_nobody(method: str, is_refused: bool) -> None:  # noqa: FBT001
    pair = pair_at(SessionPlace.LOBBY)
    pair.ask(method)
    with pytest.raises(ProtocolError):
        pair.server.receive(b"\xc1", NOW)
    pair.server.take_output()

    if is_refused:
        pair.server.refuse(Phrase("no"))
    else:
        pair.server.respond(SAMPLES[method][1])

    assert pair.server.place is SessionPlace.CLOSED
    assert pair.server.take_output() == b""
    assert not pair.server.is_busy


@pytest.mark.parametrize(("first", "second"), [(50, 50), (50, 49), (2**32 - 1, 0)])
def test_ids_increase(first: int, second: int) -> None:
    pair = pair_at(SessionPlace.LOBBY)
    pair.server.receive(frame(first, "ping"), NOW)

    assert error_of(pair, frame(second, "ping"))[0] is Code.MESSAGE_ID
