"""TLS over loopback: the pin decides, before anything is sent."""

from __future__ import annotations

import asyncio
import hashlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from protocol.errors import ProtocolError
from protocol.handshake import (
    Auth,
    Hello,
    Welcome,
    check_auth,
    check_welcome,
    client_auth,
    client_hello,
    server_welcome,
)
from protocol.identity import Identity, PublicKey
from protocol.invitation import Address
from protocol.tls import (
    ENDORSEMENT,
    Connection,
    ServerTls,
    TlsError,
    client_context,
    connect,
    make_certificate,
    read_certificate,
    server_tls,
)

HOST = Identity.make()
PLAYER = Identity.make()
SECONDS = 5

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Visits:
    """A server's memory of what came over its connections; each answers and closes."""

    def __init__(self) -> None:
        self.received: list[bytes] = []

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(SECONDS):
                self.received.append(await reader.read(1000))
                writer.write(b"pong")
                await writer.drain()
        except OSError:
            self.received.append(b"")
        finally:
            writer.transport.abort()


@asynccontextmanager
async def listening(handler: Handler, context: ssl.SSLContext | None) -> AsyncIterator[Address]:
    server = await asyncio.start_server(handler, "127.0.0.1", 0, ssl=context)
    try:
        yield Address("127.0.0.1", server.sockets[0].getsockname()[1])
    finally:
        server.close()
        await server.wait_closed()
        await asyncio.sleep(0.01)  # let aborted transports close


def only(host: Identity) -> Callable[[PublicKey], None]:
    def admit(found: PublicKey) -> None:
        if found != host.public:
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


def der(pem: bytes) -> bytes:
    return x509.load_pem_x509_certificate(pem).public_bytes(Encoding.DER)


def spki_of(key: Ed25519PrivateKey) -> bytes:
    spki = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return hashlib.sha256(spki).digest()


async def test_the_right_pin_connects(tmp_path: Path) -> None:
    tls, visits = server_tls(HOST, tmp_path / "host"), Visits()
    async with listening(visits, tls.context) as address:
        reader, writer, peer = await connect(address, only(HOST), SECONDS)
        writer.write(b"ping")
        answer = await reader.read(1000)
        connection: ssl.SSLObject = writer.get_extra_info("ssl_object")
        writer.transport.abort()

    assert (answer, visits.received) == (b"pong", [b"ping"])
    assert peer == (HOST.public, tls.spki)
    assert connection.version() == "TLSv1.3"
    assert connection.session is None or not connection.session.has_ticket


async def test_a_wrong_pin_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    tls, visits = server_tls(Identity.make(), tmp_path / "host"), Visits()
    async with listening(visits, tls.context) as address:
        with pytest.raises(TlsError, match="another host"):
            await connect(address, only(HOST), SECONDS)
        await asyncio.sleep(0.05)

    assert b"".join(visits.received) == b""


async def test_a_certificate_may_be_replaced_or_expired(tmp_path: Path) -> None:
    """The pin decides, not the dates."""
    key = Ed25519PrivateKey.generate()
    endorsement = b"\x04\x60" + HOST.public.raw + HOST.sign("tls-key", spki_of(key))
    expired = expired_certificate(key, endorsement)
    async with listening(Visits(), context_of(expired, tmp_path)) as address:
        connection = await connect(address, only(HOST), SECONDS)
        connection.writer.transport.abort()

    assert connection.peer == (HOST.public, spki_of(key))


async def test_a_stolen_endorsement_is_refused(tmp_path: Path) -> None:
    """Whoever has seen the host's certificate can copy all of it but the TLS key."""
    real = x509.load_pem_x509_certificate(make_certificate(HOST))
    stolen = real.extensions.get_extension_for_oid(ENDORSEMENT).value.public_bytes()
    forged = expired_certificate(Ed25519PrivateKey.generate(), stolen)
    visits = Visits()
    async with listening(visits, context_of(forged, tmp_path)) as address:
        with pytest.raises(TlsError, match="not signed by the host key"):
            await connect(address, only(HOST), SECONDS)
        await asyncio.sleep(0.05)

    assert b"".join(visits.received) == b""


async def test_a_client_that_offers_tls_1_2_is_refused(tmp_path: Path) -> None:
    tls, visits = server_tls(HOST, tmp_path / "host"), Visits()
    old = client_context()
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_2
    async with listening(visits, tls.context) as address:
        with pytest.raises((ssl.SSLError, ConnectionResetError)):
            await asyncio.open_connection(address.host, address.port, ssl=old, server_hostname="")

    assert visits.received == []


async def test_a_server_that_speaks_tls_1_2_is_refused(tmp_path: Path) -> None:
    context, visits = context_of(make_certificate(HOST), tmp_path), Visits()
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    async with listening(visits, context) as address:
        with pytest.raises(TlsError, match=r"does not answer with TLS 1\.3"):
            await connect(address, only(HOST), SECONDS)

    assert visits.received == []


async def test_a_server_without_tls_is_refused() -> None:
    visits = Visits()
    async with listening(visits, None) as address:
        with pytest.raises(TlsError, match=r"does not answer with TLS 1\.3"):
            await connect(address, only(HOST), SECONDS)

    assert [data[:1] for data in visits.received] == [b"\x16"]  # a TLS greeting, and no more


async def test_a_silent_server_is_given_up() -> None:
    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.transport.abort()

    async with listening(say_nothing, None) as address:
        with pytest.raises(TlsError, match="cannot be reached"):
            await connect(address, only(HOST), seconds=0.2)


async def test_nobody_there_is_called_that() -> None:
    async with listening(Visits(), None) as address:
        pass

    with pytest.raises(TlsError, match="cannot be reached"):
        await connect(address, only(HOST), SECONDS)


async def test_a_client_without_tls_is_refused(tmp_path: Path) -> None:
    tls, visits = server_tls(HOST, tmp_path / "host"), Visits()
    async with listening(visits, tls.context) as address:
        reader, writer = await asyncio.open_connection(address.host, address.port)
        writer.write(b"\x94\x00\x00\xa5hello\x90" * 10)
        async with asyncio.timeout(SECONDS):
            answer = await reader.read(1000)
        writer.transport.abort()

    assert visits.received == []
    assert answer[:1] in {b"", b"\x15"}  # closed, at most with a TLS alert


def host_of(tls: ServerTls, authenticated: list[PublicKey], host: Identity) -> Handler:
    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        hello = Hello(1, 1, await reader.readexactly(32))
        welcome, agreement = server_welcome(hello, host, tls.spki)
        writer.write(welcome.nonce + welcome.host + welcome.signature)
        auth = Auth(await reader.readexactly(32), await reader.readexactly(64))
        try:
            authenticated.append(check_auth(agreement, auth))
            writer.write(b"welcome")
        except ProtocolError:
            writer.write(b"refused")
        await writer.drain()
        writer.close()

    return handle


async def greet(connection: Connection, nonce: bytes) -> Welcome:
    connection.writer.write(nonce)
    data = await connection.reader.readexactly(128)
    return Welcome(1, data[:32], data[32:64], data[64:])


async def finish(connection: Connection, auth: Auth) -> bytes:
    connection.writer.write(auth.key + auth.signature)
    answer = await connection.reader.read(100)
    connection.writer.transport.abort()
    return answer


async def test_a_handshake_over_tls_tells_each_who_the_other_is(tmp_path: Path) -> None:
    tls = server_tls(HOST, tmp_path / "host")
    authenticated: list[PublicKey] = []
    async with asyncio.timeout(SECONDS), listening(host_of(tls, authenticated, HOST), tls.context) as address:
        connection = await connect(address, only(HOST), SECONDS)
        hello = client_hello()
        welcome = await greet(connection, hello.nonce)
        agreement = check_welcome(hello, welcome, connection.peer.host, connection.peer.spki)
        answer = await finish(connection, client_auth(agreement, PLAYER))

    assert answer == b"welcome"
    assert authenticated == [PLAYER.public]


async def test_an_auth_relayed_by_another_host_is_refused(tmp_path: Path) -> None:
    """A player signs for a false host, which passes the signature and all else on to the true one."""
    tls, false_host = server_tls(HOST, tmp_path / "host"), Identity.make()
    false_spki = read_certificate(der(make_certificate(false_host))).spki
    authenticated: list[PublicKey] = []
    async with asyncio.timeout(SECONDS), listening(host_of(tls, authenticated, HOST), tls.context) as address:
        connection = await connect(address, only(HOST), SECONDS)
        hello = client_hello()
        welcome = await greet(connection, hello.nonce)
        with pytest.raises(ProtocolError):
            check_welcome(hello, welcome, HOST.public, false_spki)
        true = check_welcome(hello, welcome, HOST.public, tls.spki)
        answer = await finish(connection, client_auth(msgspec.structs.replace(true, spki=false_spki), PLAYER))

    assert answer == b"refused"
    assert authenticated == []
