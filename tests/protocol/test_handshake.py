"""The handshake: what is altered, relayed or replayed is refused."""

from __future__ import annotations

import msgspec
import pytest

from core.chance import frame
from protocol.errors import Code, ProtocolError
from protocol.handshake import (
    Agreement,
    Auth,
    Hello,
    Versions,
    Welcome,
    check_auth,
    check_welcome,
    client_auth,
    client_hello,
    server_welcome,
)
from protocol.identity import Identity, PublicKey

HOST = Identity.make()
PLAYER = Identity.make()
SPKI = bytes(range(32))
THREE = Versions(1, 3)


def flipped(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def greet() -> tuple[Hello, Welcome, Agreement]:
    hello = client_hello(THREE)
    welcome, agreement = server_welcome(hello, HOST, SPKI, Versions(2, 2))
    return hello, welcome, agreement


def test_both_sides_learn_who_the_other_is() -> None:
    hello, welcome, of_server = greet()
    of_client = check_welcome(hello, welcome, HOST.public, SPKI)
    auth = client_auth(of_client, PLAYER)

    assert of_client == of_server
    assert of_client.version == 2
    assert check_auth(of_server, auth) == PLAYER.public


def test_the_signed_bytes_are_those_of_the_protocol() -> None:
    hello, welcome, agreement = greet()
    auth = client_auth(agreement, PLAYER)
    covered = (hello.nonce, welcome.nonce, b"\0\2\0\1\0\3")

    assert HOST.public.verify(welcome.signature, "host-auth", SPKI, *covered)
    assert PLAYER.public.verify(auth.signature, "auth", SPKI, HOST.public.raw, *covered)
    assert frame("auth", SPKI) != frame("host-auth", SPKI)


def test_every_greeting_has_new_nonces() -> None:
    greetings = [greet() for _ in range(3)]

    assert (
        len({hello.nonce for hello, _, _ in greetings} | {welcome.nonce for _, welcome, _ in greetings}) == 6
    )


@pytest.mark.parametrize(
    ("theirs", "ours", "chosen"),
    [((1, 1), (1, 1), 1), ((1, 9), (1, 3), 3), ((2, 4), (1, 9), 4), ((3, 3), (1, 3), 3)],
)
def test_the_highest_common_version_is_chosen(
    theirs: tuple[int, int], ours: tuple[int, int], chosen: int
) -> None:
    hello = client_hello(Versions(*theirs))
    welcome, _ = server_welcome(hello, HOST, SPKI, Versions(*ours))

    assert welcome.version == chosen
    assert check_welcome(hello, welcome, HOST.public, SPKI).version == chosen


@pytest.mark.parametrize(("theirs", "ours"), [((1, 1), (2, 3)), ((4, 5), (2, 3)), ((3, 2), (2, 3))])
def test_without_a_common_version_there_is_no_welcome(theirs: tuple[int, int], ours: tuple[int, int]) -> None:
    with pytest.raises(ProtocolError) as error:
        server_welcome(client_hello(Versions(*theirs)), HOST, SPKI, Versions(*ours))

    assert error.value.code == Code.VERSION


@pytest.mark.parametrize(
    ("field", "value"), [("lowest", 2), ("highest", 2), ("highest", 4), ("nonce", bytes(32))]
)
def test_a_hello_altered_on_the_way_is_noticed(field: str, value: object) -> None:
    hello = client_hello(THREE)
    welcome, _ = server_welcome(msgspec.structs.replace(hello, **{field: value}), HOST, SPKI, THREE)

    with pytest.raises(ProtocolError):
        check_welcome(hello, welcome, HOST.public, SPKI)


@pytest.mark.parametrize("field", ["version", "nonce", "host", "signature"])
def test_a_welcome_altered_on_the_way_is_refused(field: str) -> None:
    hello, welcome, _ = greet()
    value = 1 if field == "version" else flipped(getattr(welcome, field))

    with pytest.raises(ProtocolError) as error:
        check_welcome(hello, msgspec.structs.replace(welcome, **{field: value}), HOST.public, SPKI)

    assert error.value.code == Code.BAD_SIGNATURE


@pytest.mark.parametrize("version", [4, 9])
def test_a_version_that_was_not_offered_is_refused(version: int) -> None:
    hello, welcome, _ = greet()

    with pytest.raises(ProtocolError, match="was not offered") as error:
        check_welcome(hello, msgspec.structs.replace(welcome, version=version), HOST.public, SPKI)

    assert error.value.code == Code.VERSION


def test_a_welcome_of_another_host_is_refused() -> None:
    hello = client_hello()
    welcome, _ = server_welcome(hello, Identity.make(), SPKI)

    with pytest.raises(ProtocolError, match="not the host we came for"):
        check_welcome(hello, welcome, HOST.public, SPKI)
    with pytest.raises(ProtocolError, match="not for this connection"):
        check_welcome(hello, msgspec.structs.replace(welcome, host=HOST.public.raw), HOST.public, SPKI)


def test_a_welcome_made_for_another_certificate_is_refused() -> None:
    hello, welcome, _ = greet()

    with pytest.raises(ProtocolError, match="not for this connection"):
        check_welcome(hello, welcome, HOST.public, flipped(SPKI))


def test_a_welcome_to_another_hello_is_refused() -> None:
    _, welcome, _ = greet()

    with pytest.raises(ProtocolError, match="not for this connection"):
        check_welcome(client_hello(THREE), welcome, HOST.public, SPKI)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("spki", flipped(SPKI)),
        ("host", Identity.make().public),
        ("client_nonce", bytes(32)),
        ("server_nonce", bytes(32)),
        ("version", 1),
        ("offered", Versions(1, 2)),
        ("offered", Versions(2, 3)),
    ],
)
def test_an_auth_made_for_another_connection_is_refused(field: str, value: object) -> None:
    """A host in the middle that relays the signature it was given gets nowhere."""
    _, _, agreement = greet()
    relayed = client_auth(msgspec.structs.replace(agreement, **{field: value}), PLAYER)

    with pytest.raises(ProtocolError, match="not for this connection") as error:
        check_auth(agreement, relayed)

    assert error.value.code == Code.BAD_SIGNATURE


def test_an_auth_altered_on_the_way_is_refused() -> None:
    _, _, agreement = greet()
    auth = client_auth(agreement, PLAYER)

    for altered in (
        Auth(Identity.make().public.raw, auth.signature),
        Auth(flipped(auth.key), auth.signature),
        Auth(auth.key, flipped(auth.signature)),
        Auth(auth.key, auth.signature[:-1]),
    ):
        with pytest.raises(ProtocolError):
            check_auth(agreement, altered)


def test_the_hosts_signature_is_no_auth_of_the_host() -> None:
    _, welcome, agreement = greet()

    with pytest.raises(ProtocolError, match="not for this connection"):
        check_auth(agreement, Auth(welcome.host, welcome.signature))


def test_a_key_that_proves_nothing_is_refused() -> None:
    _, _, agreement = greet()
    neutral = b"\1" + bytes(31)

    with pytest.raises(ProtocolError, match="proves nothing"):
        check_auth(agreement, Auth(neutral, neutral + bytes(32)))


@pytest.mark.parametrize(
    ("record", "values"),
    [
        (Hello, [1, 1, bytes(31)]),
        (Hello, [0, 1, bytes(32)]),
        (Hello, [1, 2**16, bytes(32)]),
        (Hello, [1, 1, bytes(32), 0]),
        (Welcome, [1, bytes(32), bytes(33), bytes(64)]),
        (Auth, [bytes(32), bytes(63)]),
        (Auth, ["key", bytes(64)]),
    ],
)
def test_records_of_another_shape_are_not_read(record: type, values: list[object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(msgspec.msgpack.encode(values), type=record)


def test_records_go_over_the_wire_as_arrays() -> None:
    hello, welcome, agreement = greet()
    auth = client_auth(agreement, PLAYER)
    wire = [msgspec.msgpack.encode(message) for message in (hello, welcome, auth)]

    assert msgspec.msgpack.decode(wire[0]) == [1, 3, hello.nonce]
    assert [
        msgspec.msgpack.decode(data, type=type_)
        for data, type_ in zip(wire, (Hello, Welcome, Auth), strict=True)
    ] == [hello, welcome, auth]
    assert PublicKey.load(welcome.host) == HOST.public
