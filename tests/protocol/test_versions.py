"""Two sides of different versions understand nothing of each other but that, and which is older."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgpack
import pytest
from msgspec import inspect

from protocol.entries import AnyEntry
from protocol.errors import Code, ProtocolError
from protocol.handshake import OURS, Versions, who_is_older
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.messages import METHODS, NOTICES
from protocol.session import ClientSession, ServerSession, SessionPlace
from protocol.tls import Peer

HOST, PLAYER = Identity.make(), Identity.make()
SPKI = bytes(range(32))
NOW = 1000.0
SHAPES = {7: "0643415020451122"}
"""What the methods, messages and entries of a version look like."""
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


def shapes() -> Iterator[str]:
    """Name each method, and the fields of each record in their order."""
    yield from METHODS
    found: dict[type, str] = {}
    waiting: list[Any] = [part for method in METHODS.values() for part in method] + list(NOTICES.values())
    kinds = list(inspect.multi_type_info([*waiting, AnyEntry]))
    while kinds:
        kind = kinds.pop()
        if isinstance(kind, inspect.StructType):
            if kind.cls in found:
                continue
            found[kind.cls] = " ".join([kind.cls.__name__, *(field.encode_name for field in kind.fields)])
            kinds += [field.type for field in kind.fields]
        elif isinstance(kind, inspect.UnionType):
            kinds += kind.types
        elif isinstance(kind, inspect.VarTupleType | inspect.ListType):
            kinds.append(kind.item_type)
        elif isinstance(kind, inspect.TupleType):
            kinds += kind.item_types
        elif isinstance(kind, inspect.DictType):
            kinds += [kind.key_type, kind.value_type]
    yield from sorted(found.values())


def test_what_looks_different_has_another_version() -> None:
    """Programs of one version that disagree can only say that the other has broken the protocol."""
    assert sha256("\n".join(shapes()).encode()).hexdigest()[:16] == SHAPES[OURS.highest]
