"""The two ends of a connection agree on ids and on how many requests are in flight."""

from __future__ import annotations

import pytest
from msgspec import Raw

from core.kinds import phrase
from protocol.errors import Code, ProtocolError
from protocol.limits import Limits
from protocol.rpc import (
    NIL,
    ClientCalls,
    Notification,
    Refusal,
    Request,
    Response,
    ServerCalls,
    encode,
    encode_notification,
    error_record,
)


def test_a_request_meets_its_response() -> None:
    client, server = ClientCalls(Limits()), ServerCalls(Limits())
    first, first_frame = client.request("table.offer", [1, 2, "three"])
    second, second_frame = client.request("sync", [])

    requests = [server.receive(first_frame), server.receive(second_frame)]
    answers = [client.receive(server.respond(second, 7)), client.receive(server.respond(first))]

    assert [request.method for request in requests] == ["table.offer", "sync"]
    assert answers == [Response(second, None, Raw(b"\x07")), Response(first, None, NIL)]


def test_a_request_may_meet_an_error() -> None:
    client, server = ClientCalls(Limits()), ServerCalls(Limits())
    msgid, frame = client.request("table.offer", [])
    server.receive(frame)
    refusal = error_record(Code.REFUSED, Refusal(phrase("refuse-dear", coins=2), "5.2"))

    answer = client.receive(server.respond_error(msgid, refusal))

    assert answer == Response(msgid, refusal, NIL)


def test_a_notification_needs_no_request() -> None:
    answer = ClientCalls(Limits()).receive(encode_notification("table.event", [1, 2]))

    assert answer == Notification("table.event", Raw(b"\x92\x01\x02"))


@pytest.mark.parametrize("msgid", [3, 2, 0])
def test_ids_increase(msgid: int) -> None:
    server = ServerCalls(Limits())
    server.receive(encode(Request(3, "sync", NIL)))
    server.respond(3)

    with pytest.raises(ProtocolError, match=f"message_id: ids increase, and {msgid} follows 3"):
        server.receive(encode(Request(msgid, "sync", NIL)))


def test_ids_may_leave_gaps() -> None:
    server = ServerCalls(Limits())

    received = [server.receive(encode(Request(msgid, "sync", NIL))).msgid for msgid in (5, 90, 2**32 - 1)]

    assert received == [5, 90, 2**32 - 1]


def test_an_id_in_flight_is_not_used_again() -> None:
    server = ServerCalls(Limits())
    server.receive(encode(Request(3, "sync", NIL)))

    with pytest.raises(ProtocolError, match="message_id: request 3 is still in flight"):
        server.receive(encode(Request(3, "sync", NIL)))


def test_32_requests_may_be_in_flight_and_no_more() -> None:
    server = ServerCalls(Limits())
    for msgid in range(32):
        server.receive(encode(Request(msgid, "sync", NIL)))

    with pytest.raises(ProtocolError, match="too_many_in_flight"):
        server.receive(encode(Request(32, "sync", NIL)))


def test_a_response_makes_room_for_a_request() -> None:
    server = ServerCalls(Limits(requests_in_flight=1))
    server.receive(encode(Request(0, "sync", NIL)))
    server.respond(0)

    assert server.receive(encode(Request(1, "sync", NIL))).msgid == 1


def test_a_client_knows_when_to_wait() -> None:
    client, server = ClientCalls(Limits()), ServerCalls(Limits())
    sent = [client.request("sync", []) for _ in range(32)]
    for _, frame in sent:
        server.receive(frame)
    was_full = client.is_full

    client.receive(server.respond(sent[7][0]))

    assert was_full
    assert not client.is_full


def test_a_client_does_not_send_what_would_be_refused() -> None:
    client = ClientCalls(Limits(requests_in_flight=1))
    with pytest.raises(AssertionError):
        client.request("Sync", [])
    client.request("sync", [])

    with pytest.raises(AssertionError):
        client.request("sync", [])


def test_a_response_nobody_waits_for_is_refused() -> None:
    client, server = ClientCalls(Limits()), ServerCalls(Limits())
    msgid, frame = client.request("sync", [])
    server.receive(frame)
    response = server.respond(msgid)
    client.receive(response)

    for unwanted in (response, encode(Response(msgid + 1, None, NIL))):
        with pytest.raises(ProtocolError, match="message_id: nobody waits"):
            client.receive(unwanted)


def test_a_server_answers_once() -> None:
    server = ServerCalls(Limits())
    server.receive(encode(Request(0, "sync", NIL)))
    server.respond(0)

    with pytest.raises(KeyError):
        server.respond(0)
