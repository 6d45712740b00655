"""A client's session believes nothing that a server cannot have said."""

from __future__ import annotations

import msgpack
import pytest

from protocol.errors import Code, ProtocolError
from protocol.handshake import client_hello, server_welcome
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.messages import Closing
from protocol.rpc import encode_notification
from protocol.session import Admitted, ClientSession, ServerNotice, ServerSession, SessionPlace
from protocol.tls import Peer

HOST, PLAYER = Identity.make(), Identity.make()
SPKI = bytes(range(32))
NOW = 1000.0


def session(host: Identity = HOST, spki: bytes = SPKI) -> ClientSession:
    return ClientSession(PLAYER, Peer(host.public, spki), Limits())


def admitted() -> ClientSession:
    client, server = session(), ServerSession(HOST, SPKI, Limits(), NOW)
    heard = []
    for _ in range(2):
        server.receive(client.take_output(), NOW)
        server.next_call(NOW)
        heard += client.receive(server.take_output())
    assert heard == [Admitted()]
    return client


def response(msgid: int, error: object, result: object) -> bytes:
    return bytes(msgpack.packb([1, msgid, error, result]))


def test_a_host_that_is_not_the_one_of_the_certificate_is_not_believed() -> None:
    client, server = session(Identity.make()), ServerSession(HOST, SPKI, Limits(), NOW)
    server.receive(client.take_output(), NOW)
    server.next_call(NOW)

    with pytest.raises(ProtocolError) as caught:
        client.receive(server.take_output())

    assert caught.value.code is Code.BAD_SIGNATURE
    assert client.place is SessionPlace.CLOSED
    assert client.take_output() == b""


def test_a_welcome_for_another_tls_key_is_not_believed() -> None:
    client, server = session(), ServerSession(HOST, SPKI[::-1], Limits(), NOW)
    server.receive(client.take_output(), NOW)
    server.next_call(NOW)

    with pytest.raises(ProtocolError, match="not for this connection"):
        client.receive(server.take_output())


def test_a_welcome_for_another_hello_is_not_believed() -> None:
    welcome, _ = server_welcome(client_hello(), HOST, SPKI)
    wire = [welcome.version, welcome.nonce, welcome.host, welcome.signature]

    with pytest.raises(ProtocolError, match="not for this connection"):
        session().receive(response(0, None, wire))


@pytest.mark.parametrize("is_greeted", [False, True])
def test_who_is_refused_at_the_door_hears_it_as_an_error(is_greeted: bool) -> None:  # noqa: FBT001
    """Otherwise the client would wait for a welcome that does not come."""
    client, server = session(), ServerSession(HOST, SPKI, Limits(), NOW)
    if is_greeted:
        server.receive(client.take_output(), NOW)
        server.next_call(NOW)
        client.receive(server.take_output())

    with pytest.raises(ProtocolError, match=r"does not let us in: Go away\.") as caught:
        client.receive(response(int(is_greeted), [40, "refused", "Go away."], None))

    assert caught.value.code is Code.REFUSED
    assert client.place is SessionPlace.CLOSED


def test_what_the_server_complains_about_is_told_and_final() -> None:
    client = admitted()

    with pytest.raises(ProtocolError, match="the server closed: ids increase") as caught:
        client.receive(msgpack.packb([2, "error", [6, "message_id", "ids increase"]]))

    assert caught.value.code is Code.MESSAGE_ID
    with pytest.raises(ProtocolError, match="the session is closed"):
        client.receive(b"")


WRONG = {
    "what is not msgpack": (b"\xc1", Code.MALFORMED_FRAME),
    "a request": (msgpack.packb([0, 1, "ping", []]), Code.INVALID_MESSAGE),
    "an answer to nothing": (response(7, None, []), Code.MESSAGE_ID),
    "an answer twice": (response(2, None, []) * 2, Code.MESSAGE_ID),
    "a result of another shape": (response(2, None, [1]), Code.INVALID_PARAMS),
    "no result": (response(2, None, None), Code.INVALID_PARAMS),
    "an error with a result": (response(2, [40, "refused", None], []), Code.INVALID_MESSAGE),
    "an unknown error": (response(2, [41, "refused", None], None), Code.INVALID_MESSAGE),
    "an error by another's name": (response(2, [40, "timed_out", None], None), Code.INVALID_MESSAGE),
    "an unknown notice": (msgpack.packb([2, "rumour", []]), Code.UNKNOWN_METHOD),
    "a notice without params": (msgpack.packb([2, "told", []]), Code.INVALID_PARAMS),
    "a notice of another shape": (msgpack.packb([2, "closing", ["why", 1]]), Code.INVALID_PARAMS),
    "a complaint of another shape": (msgpack.packb([2, "error", ["no"]]), Code.INVALID_PARAMS),
    "a frame too large": (msgpack.packb(bytes(2**20)), Code.FRAME_TOO_LARGE),
}


@pytest.mark.parametrize(("said", "code"), WRONG.values(), ids=list(WRONG))
def test_a_server_that_breaks_the_protocol_is_left(said: bytes, code: Code) -> None:
    client = admitted()
    client.request("ping")

    with pytest.raises(ProtocolError) as caught:
        client.receive(said)

    assert caught.value.code is code
    assert client.place is SessionPlace.CLOSED


def test_a_server_that_goes_home_can_say_so_to_a_stranger() -> None:
    closing = Closing("The server stops.", False)

    assert session().receive(encode_notification("closing", closing)) == [ServerNotice("closing", closing)]


def test_nothing_can_be_asked_before_both_know_each_other() -> None:
    with pytest.raises(AssertionError):
        session().request("ping")
