"""Two sides of different versions understand nothing of each other but that, and which is older."""

from __future__ import annotations

import msgpack
import pytest

from protocol.errors import Code, ProtocolError
from protocol.handshake import OURS, Versions, who_is_older
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.session import ClientSession, ServerSession, SessionPlace
from protocol.tls import Peer

HOST, PLAYER = Identity.make(), Identity.make()
SPKI = bytes(range(32))
NOW = 1000.0
OLD, NEW = Versions(1, OURS.lowest - 1), Versions(OURS.highest + 1, OURS.highest + 4)


def answer_to(offered: Versions, *rest: object) -> list[object]:
    """Greet a server with this offer and whatever a version may say after it; return what it answers."""
    server = ServerSession(HOST, SPKI, Limits(), NOW)
    server.receive(msgpack.packb([0, 0, "hello", [offered.lowest, offered.highest, *rest]]), NOW)
    with pytest.raises(ProtocolError):
        server.next_call(NOW)
    said: list[object] = msgpack.unpackb(server.take_output())
    assert server.place is SessionPlace.CLOSED
    return said


@pytest.mark.parametrize("rest", [(), (bytes(32),), (bytes(16), "another", ["shape"])])
@pytest.mark.parametrize(("offered", "older"), [(OLD, "client"), (NEW, "server")])
def test_versions_are_compared_before_anything_else_is_read(
    offered: Versions, older: str, rest: tuple[object, ...]
) -> None:
    said = answer_to(offered, *rest)

    assert said == [2, "error", [20, "version", who_is_older(offered, OURS)]]
    assert f"the {older} is older" in str(said)


def test_a_hello_of_our_version_in_another_shape_is_a_mistake() -> None:
    assert answer_to(OURS, bytes(16)) == [2, "error", [4, "invalid_params", None]]


def test_the_client_hears_who_is_older() -> None:
    client = ClientSession(PLAYER, Peer(HOST.public, SPKI), Limits())
    words = who_is_older(OURS, NEW)

    with pytest.raises(ProtocolError) as caught:
        client.receive(msgpack.packb([2, "error", [20, "version", words]]))

    assert (caught.value.code, caught.value.detail) == (Code.VERSION, words)
    assert str(NEW) in words


def test_a_server_that_does_not_tell_its_version_is_of_the_first() -> None:
    client = ClientSession(PLAYER, Peer(HOST.public, SPKI), Limits())

    with pytest.raises(ProtocolError, match="the server version 1: the server is older"):
        client.receive(msgpack.packb([2, "error", [20, "version", None]]))
