"""A client's connection over loopback: the pin decides, before anything is sent."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from client.seat.connection import SECONDS_TO_CONNECT, Connection, LostError, RefusedError, connect
from protocol import session
from protocol.errors import ProtocolError
from protocol.handshake import FIRST, client_hello
from protocol.identity import Identity, PublicKey
from protocol.invitation import Address
from protocol.limits import Limits
from protocol.messages import NOTHING
from protocol.rpc import decode_request
from protocol.session import ClientSession
from protocol.tls import ENDORSEMENT, Peer, TlsError, client_context, make_certificate, server_tls
from server.server import open_server
from tests.waiting import fast_forward, nobody_left, patience, until

HOST = Identity.make()
PLAYER = Identity.make()

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Visits:
    """A server's memory of what came over its connections; each answers nonsense and closes."""

    def __init__(self) -> None:
        self.received: list[bytes] = []

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with patience():
                self.received.append(await reader.read(1000))
                writer.write(b"pong")
                await writer.drain()
        except OSError:
            self.received.append(b"")
        finally:
            writer.transport.abort()

    async def had_heard_nothing_at(self, address: Address) -> bool:
        """Say something now, and whether it is the first."""
        tls = client_context()
        _, writer = await asyncio.open_connection(address.host, address.port, ssl=tls, server_hostname="")
        writer.write(b"now")
        await until(lambda: b"now" in self.received)
        writer.transport.abort()
        return b"".join(self.received) == b"now"


@asynccontextmanager
async def listening(handler: Handler, context: ssl.SSLContext | None) -> AsyncIterator[Address]:
    server = await asyncio.start_server(handler, "127.0.0.1", 0, ssl=context)
    try:
        yield Address("127.0.0.1", server.sockets[0].getsockname()[1])
    finally:
        server.close()
        await server.wait_closed()
        await nobody_left(server)


def only(host: PublicKey) -> Callable[[PublicKey], None]:
    def admit(found: PublicKey) -> None:
        if found != host:
            raise TlsError("This is another host.")

    return admit


def context_of(pem: bytes, folder: Path) -> ssl.SSLContext:
    path = folder / "other.pem"
    path.write_bytes(pem)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


def expired_certificate(key: Ed25519PrivateKey, endorsement: bytes) -> bytes:
    start, end = datetime(2000, 1, 1, tzinfo=UTC), datetime(2001, 1, 1, tzinfo=UTC)
    unsigned = x509.CertificateBuilder(x509.Name([]), x509.Name([]), key.public_key(), 1, start, end)
    extension = x509.UnrecognizedExtension(ENDORSEMENT, endorsement)
    signed = unsigned.add_extension(extension, critical=False).sign(key, algorithm=None)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + signed.public_bytes(Encoding.PEM)


def spki_of(key: Ed25519PrivateKey) -> bytes:
    spki = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return hashlib.sha256(spki).digest()


async def test_the_right_pin_connects(tmp_path: Path) -> None:
    async with open_server(tmp_path, "127.0.0.1", 0) as server:
        host = server.lobby.host.public
        connection = await connect(Address("127.0.0.1", server.port), PLAYER, only(host))

        assert connection.host == host
        assert await connection.request("ping") == NOTHING
        assert connection.tls.version() == "TLSv1.3"
        assert connection.tls.session is None or not connection.tls.session.has_ticket
        connection.close()
        await connection.lost


async def test_a_wrong_pin_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    tls, visits = server_tls(Identity.make(), tmp_path / "host"), Visits()
    async with listening(visits, tls.context) as address:
        with pytest.raises(TlsError, match="another host"):
            await connect(address, PLAYER, only(HOST.public))
        assert await visits.had_heard_nothing_at(address)


async def test_a_certificate_may_be_replaced_or_expired(tmp_path: Path) -> None:
    """The pin decides, not the dates: the client greets, and breaks off over the nonsense it is told."""
    key, visits = Ed25519PrivateKey.generate(), Visits()
    endorsement = b"\x04\x60" + HOST.public.raw + HOST.sign("tls-key", spki_of(key))
    async with listening(visits, context_of(expired_certificate(key, endorsement), tmp_path)) as address:
        with pytest.raises(ProtocolError):
            await connect(address, PLAYER, only(HOST.public))

    assert [decode_request(greeting).method for greeting in visits.received] == ["hello"]


async def test_a_stolen_endorsement_is_refused(tmp_path: Path) -> None:
    """Anybody who has seen the host's certificate can copy all of it except the TLS key."""
    real = x509.load_pem_x509_certificate(make_certificate(HOST))
    stolen = real.extensions.get_extension_for_oid(ENDORSEMENT).value.public_bytes()
    forged, visits = expired_certificate(Ed25519PrivateKey.generate(), stolen), Visits()
    async with listening(visits, context_of(forged, tmp_path)) as address:
        with pytest.raises(TlsError, match="not signed by the host key"):
            await connect(address, PLAYER, only(HOST.public))
        assert await visits.had_heard_nothing_at(address)


async def test_a_client_that_offers_tls_1_2_is_refused(tmp_path: Path) -> None:
    old = client_context()
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_2
    async with open_server(tmp_path, "127.0.0.1", 0) as server:
        with pytest.raises((ssl.SSLError, ConnectionResetError)):
            await asyncio.open_connection("127.0.0.1", server.port, ssl=old, server_hostname="")


async def test_a_server_that_speaks_tls_1_2_is_refused(tmp_path: Path) -> None:
    context, visits = context_of(make_certificate(HOST), tmp_path), Visits()
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    async with listening(visits, context) as address:
        with pytest.raises(TlsError, match=r"does not answer with TLS 1\.3"):
            await connect(address, PLAYER, only(HOST.public))

    assert visits.received == []


async def test_a_server_without_tls_is_refused() -> None:
    visits = Visits()
    async with listening(visits, None) as address:
        with pytest.raises(TlsError, match=r"does not answer with TLS 1\.3"):
            await connect(address, PLAYER, only(HOST.public))

    assert [data[:1] for data in visits.received] == [b"\x16"]  # a TLS greeting, and no more


async def test_a_silent_server_is_given_up() -> None:
    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.transport.abort()

    async with listening(say_nothing, None) as address:
        with pytest.raises(TlsError, match="does not answer"):
            await fast_forward(connect(address, PLAYER, only(HOST.public)), SECONDS_TO_CONNECT)


async def test_who_gives_up_before_the_greeting_is_answered_leaves_no_error_behind(tmp_path: Path) -> None:
    has_come, errors = asyncio.Event(), list[object]()

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        has_come.set()
        with suppress(ConnectionError):
            await reader.read()
        writer.close()

    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
    async with listening(say_nothing, server_tls(HOST, tmp_path / "host").context) as address:
        coming = asyncio.create_task(connect(address, PLAYER, only(HOST.public)))
        await has_come.wait()
        coming.cancel()
        await asyncio.wait([coming])
    del coming
    gc.collect()

    assert errors == []


async def test_an_older_client_is_told_to_be_updated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "client_hello", lambda: client_hello(FIRST))
    async with open_server(tmp_path, "127.0.0.1", 0) as server:
        with pytest.raises(RefusedError, match=r"different versions\. .* the client is older and has to be"):
            await connect(Address("127.0.0.1", server.port), PLAYER, only(server.lobby.host.public))


async def test_what_is_asked_when_the_server_goes_has_no_answer(tmp_path: Path) -> None:
    async with open_server(tmp_path, "127.0.0.1", 0) as server:
        connection = await connect(Address("127.0.0.1", server.port), PLAYER, only(server.lobby.host.public))

    await connection.lost
    with pytest.raises(LostError, match="The server is stopping"):
        await connection.request("ping")


async def test_whoever_gives_up_before_being_admitted_does_not_ping() -> None:
    connection = Connection(PLAYER, only(HOST.public), Limits())
    connection._session = ClientSession(PLAYER, Peer(HOST.public, b""), Limits())  # noqa: SLF001
    connection.admitted.cancel()
    connection._beat()  # noqa: SLF001

    assert not connection._session.is_full  # noqa: SLF001
    assert connection._pulse is not None  # noqa: SLF001
    connection._pulse.cancel()  # noqa: SLF001
