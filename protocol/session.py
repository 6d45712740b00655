"""One connection as a conversation: bytes in, calls out; answers in, bytes out. No socket, no clock.

Where a session is decides what can be said, and saying it decides where it goes: that is the table `PLACES`.
A client proves who it is before it learns anything; then it is in the lobby; then at a table.

Three laws:

1. Calls are given out in the order they came, each only when the one before is answered.
2. A `ProtocolError` is final: it closes the session, and nothing is given out or sent after it.
3. What there is to send is in `take_output`, whole messages only.
"""

from __future__ import annotations

from collections import deque
from enum import IntEnum
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.msgpack import Decoder

from core.kinds import Phrase
from protocol.errors import Code, ProtocolError
from protocol.framing import Framer
from protocol.handshake import (
    FIRST,
    OFFER,
    OURS,
    Agreement,
    Auth,
    Hello,
    Welcome,
    check_auth,
    check_welcome,
    choose_version,
    client_auth,
    client_hello,
    server_welcome,
    who_is_older,
)
from protocol.identity import Identity, PublicKey
from protocol.limits import Limits, TokenBucket
from protocol.messages import METHODS, NOTHING, NOTICES
from protocol.rpc import (
    ClientCalls,
    ErrorRecord,
    Notification,
    Refusal,
    Request,
    ServerCalls,
    decode_params,
    encode_notification,
    error_record,
    lone_request,
    record_of,
)
from protocol.tls import Peer


class SessionPlace(IntEnum):
    """Where a session is."""

    STRANGER = 0
    GREETED = 1
    LOBBY = 2
    TABLE = 3
    CLOSED = 4


# By name: Python 3.11 looks up every enum member in a function, and these at each message.
LOBBY: Final = SessionPlace.LOBBY
CLOSED: Final = SessionPlace.CLOSED

AT_TABLE: Final = {SessionPlace.TABLE: SessionPlace.TABLE}
INSIDE: Final = {SessionPlace.LOBBY: SessionPlace.LOBBY, **AT_TABLE}

PLACES: Final[dict[str, dict[SessionPlace, SessionPlace]]] = {
    "hello": {SessionPlace.STRANGER: SessionPlace.GREETED},
    "auth": {SessionPlace.GREETED: SessionPlace.LOBBY},
    "ping": INSIDE,
    "clock": INSIDE,
    "tables": INSIDE,
    "seats": INSIDE,
    "open": INSIDE,
    "invite": INSIDE,
    "invitations": INSIDE,
    "close": INSIDE,
    "join": {SessionPlace.LOBBY: SessionPlace.TABLE},
    "leave": {SessionPlace.TABLE: SessionPlace.LOBBY},
    "sync": AT_TABLE,
    "log": AT_TABLE,
    "ready": AT_TABLE,
    "stand": AT_TABLE,
    "again": AT_TABLE,
    "apply": AT_TABLE,
    "do": AT_TABLE,
    "confirm": AT_TABLE,
    "release": AT_TABLE,
    "turn": AT_TABLE,
}
"""From where a method can be called, and where its success leads."""

# Made once: the decoder of a union takes a hundred times as long to make as to use.
PARAMS: Final = {name: Decoder(method.params) for name, method in METHODS.items()}
RESULTS: Final = {name: Decoder(method.result) for name, method in METHODS.items()}
TOLD: Final = {name: Decoder(params) for name, params in NOTICES.items()}
ERROR: Final = Decoder(ErrorRecord)


class PendingCall(Struct, frozen=True):
    """A request that waits for its answer."""

    msgid: int
    method: str
    params: Any


class ServerSession:
    """The server's end."""

    def __init__(self, host: Identity, spki: bytes, limits: Limits, now: float) -> None:
        self.place = SessionPlace.STRANGER
        self.player: PublicKey | None = None
        self.frame_since: float | None = None  # when the incomplete frame began
        self._host = host
        self._spki = spki
        self._limits = limits
        self._framer = Framer(min(limits.stranger_frame_size, limits.frame_size))
        self._calls = ServerCalls(limits)
        self._patience = limits.stranger_frames
        self._requests: deque[Request] = deque()
        self._current: PendingCall | None = None
        self._agreement: Agreement | None = None
        self._purses = [TokenBucket(limits.request_rate, limits.request_burst, now)]
        self._byte_tokens = TokenBucket(limits.byte_rate, limits.byte_rate, now)
        self._output: list[bytes] = []

    def receive(self, data: bytes, now: float) -> None:
        """Take in bytes as they arrive."""
        self._byte_tokens.charge(now, len(data))
        if self.place is CLOSED:
            raise ProtocolError(Code.OUT_OF_PLACE, "the session is closed")
        try:
            if not self._take_lone(data):
                self._take_in(data, now)
        except ProtocolError as error:
            self._break_off(error)
            raise

    def next_call(self, now: float) -> PendingCall | None:
        """Return the next call to answer, if there is one, the last is answered and it is not too soon."""
        while self._requests and self._current is None and self._pay(now):
            try:
                call = self._check(self._requests.popleft())
                if self.place >= LOBBY:
                    self._current = call
                    return call
                self._shake_hands(call)
            except ProtocolError as error:
                self._break_off(error)
                raise
        return None

    def delay(self, now: float) -> float:
        """Return for how many seconds nothing more should be read or given out."""
        wait = self._byte_tokens.delay(now, 0.0) if self._byte_tokens.is_in_debt else 0.0
        return max(wait, *[purse.delay(now) for purse in self._purses]) if self._requests else wait

    def share(self, purse: TokenBucket) -> None:
        """Pay every request from this purse, too, which several sessions of one player share."""
        self._purses.append(purse)

    def respond(self, result: Any = NOTHING) -> None:
        """Answer the current call; its success leads on."""
        call = self._finish()
        self.send(self._calls.respond(call.msgid, result))
        self.place = PLACES[call.method].get(self.place, CLOSED)

    def refuse(self, why: Phrase, rule: str = "", signature: bytes = b"") -> None:
        """Answer the current call with the reason why it is refused."""
        call = self._finish()
        error = error_record(Code.REFUSED, Refusal(why, rule, signature))
        self.send(self._calls.respond_error(call.msgid, error))

    def postpone(self, seconds: float) -> None:
        """Answer the current call with the time after which to ask again."""
        call = self._finish()
        error = error_record(Code.BUSY, round(1000 * seconds))
        self.send(self._calls.respond_error(call.msgid, error))

    def reject(self, error: ProtocolError) -> None:
        """Close over a call that turned out to break the protocol while it was carried out."""
        self._finish()
        self._break_off(error)

    def notify(self, method: str, params: Any) -> None:
        self.send(encode_notification(method, params))

    def send(self, message: bytes) -> None:
        """Send encoded data, perhaps once for everybody who gets it; after an error nobody listens."""
        if self.place is not CLOSED:
            self._output.append(message)

    def take_output(self) -> bytes:
        if not self._output:
            return b""
        output, self._output = b"".join(self._output), []
        return output

    @property
    def is_busy(self) -> bool:
        """Whether a call has been given out and not yet answered."""
        return self._current is not None

    def _pay(self, now: float) -> bool:
        """Pay for a request from every purse or from none, and say whether there was enough."""
        if self._byte_tokens.is_in_debt and self._byte_tokens.delay(now, 0.0):
            return False
        for place, purse in enumerate(self._purses):
            if not purse.take(now):
                for paid in self._purses[:place]:
                    paid.give_back()
                return False
        return True

    def _take_lone(self, data: bytes) -> bool:
        """Take in exactly one request, which is the usual case, and say whether it was one."""
        if self.player is None or not self._framer.may_be_frame(data):
            return False
        request = lone_request(data)
        if request is not None:
            self._requests.append(self._calls.take(request))
        return request is not None

    def _take_in(self, data: bytes, now: float) -> None:
        for frame in self._framer.frames(data):
            self.frame_since = None
            if self.player is None:
                self._lose_patience()
            self._requests.append(self._calls.receive(frame))
        if self.frame_since is None and self._framer.is_inside_frame:
            self.frame_since = now

    def _lose_patience(self) -> None:
        self._patience -= 1
        if self._patience < 0:
            raise ProtocolError(Code.RATE_EXCEEDED, "too much was said before saying who is there")

    def _check(self, request: Request) -> PendingCall:
        decoder = PARAMS.get(request.method)
        if decoder is None:
            raise ProtocolError(Code.UNKNOWN_METHOD, f"there is no method {request.method!r}")
        if self.place not in PLACES[request.method]:
            detail = f"{request.method} has no place here"
            code = Code.NOT_AUTHENTICATED if self.place < SessionPlace.LOBBY else Code.OUT_OF_PLACE
            raise ProtocolError(code, detail)
        if request.method == "hello":
            choose_version(decode_params(request.params, OFFER))
        return PendingCall(request.msgid, request.method, decode_params(request.params, decoder))

    def _shake_hands(self, call: PendingCall) -> None:
        self._current = call
        if isinstance(call.params, Hello):
            welcome, self._agreement = server_welcome(call.params, self._host, self._spki)
            self.respond(welcome)
            return
        assert isinstance(call.params, Auth)
        assert self._agreement is not None
        self.player = check_auth(self._agreement, call.params)
        self._agreement = None
        self._framer.raise_limit(self._limits.frame_size)
        self.respond()

    def _finish(self) -> PendingCall:
        assert self._current is not None
        call, self._current = self._current, None
        return call

    def _break_off(self, error: ProtocolError) -> None:
        """Close, and tell the peer how it broke the protocol."""
        self.notify("error", record_of(error, is_stranger=self.place < LOBBY))
        self.place = CLOSED
        self.frame_since = None
        self._requests.clear()


class Reply(NamedTuple):
    """The server has answered a request: with a result, or with an error and why."""

    msgid: int
    result: Any
    error: ErrorRecord | None


class ServerNotice(NamedTuple):
    """The server tells something."""

    method: str
    params: Any


class Admitted(NamedTuple):
    """Both sides know who the other is."""


class ClientSession:
    """The client's end; it opens the conversation."""

    def __init__(self, identity: Identity, peer: Peer, limits: Limits) -> None:
        self.place = SessionPlace.STRANGER
        self.version = FIRST.lowest
        """What both sides speak, once they have greeted each other."""
        self._identity = identity
        self._peer = peer
        self._framer = Framer(limits.frame_size_to_client)
        self._calls = ClientCalls(limits)
        self._methods: dict[int, str] = {}
        self._output: list[bytes] = []
        self._hello = client_hello()
        self._send("hello", self._hello)

    @property
    def is_full(self) -> bool:
        """Whether the next request has to wait for an answer."""
        return self._calls.is_full

    def request(self, method: str, params: Any = NOTHING) -> int:
        """Ask; the answer will carry the number returned here."""
        assert self.place in (SessionPlace.LOBBY, SessionPlace.TABLE)
        return self._send(method, params)

    def receive(self, data: bytes) -> list[Reply | ServerNotice | Admitted]:
        """Take in bytes as they arrive and return what they say."""
        if self.place is SessionPlace.CLOSED:
            raise ProtocolError(Code.OUT_OF_PLACE, "the session is closed")
        try:
            heard = [self._hear(frame) for frame in self._framer.frames(data)]
        except ProtocolError:
            self.place = SessionPlace.CLOSED
            raise
        return [event for event in heard if event is not None]

    def take_output(self) -> bytes:
        output, self._output = b"".join(self._output), []
        return output

    def _hear(self, frame: bytes) -> Reply | ServerNotice | Admitted | None:
        message = self._calls.receive(frame)
        if isinstance(message, Notification):
            return self._read_notice(message)
        method = self._methods.pop(message.msgid)
        if message.error is not None:
            return self._read_error(message.msgid, message.error)
        result: Any = decode_params(message.result, RESULTS[method])
        if self.place < SessionPlace.LOBBY:
            return self._shake_hands(method, result)
        self.place = PLACES[method].get(self.place, self.place)
        return Reply(message.msgid, result, None)

    def _read_error(self, msgid: int, error: ErrorRecord) -> Reply:
        if self.place < SessionPlace.LOBBY:
            raise ProtocolError(error.code, f"the server does not let us in: {error.detail or error.name}")
        return Reply(msgid, None, error)

    def _read_notice(self, notice: Notification) -> ServerNotice:
        if notice.method == "error":
            error = decode_params(notice.params, ERROR)
            if error.code is Code.VERSION:
                raise ProtocolError(error.code, str(error.detail or who_is_older(OURS, FIRST)))
            raise ProtocolError(error.code, f"the server closed: {error.detail or error.name}")
        if notice.method not in TOLD:
            raise ProtocolError(Code.UNKNOWN_METHOD, f"there is no notice {notice.method}")
        return ServerNotice(notice.method, decode_params(notice.params, TOLD[notice.method]))

    def _shake_hands(self, method: str, result: Any) -> Admitted | None:
        self.place = PLACES[method][self.place]
        if isinstance(result, Welcome):
            agreement = check_welcome(self._hello, result, self._peer.host, self._peer.spki)
            self.version = agreement.version
            self._send("auth", client_auth(agreement, self._identity))
            return None
        return Admitted()

    def _send(self, method: str, params: Any) -> int:
        msgid, data = self._calls.request(method, params)
        self._methods[msgid] = method
        self._output.append(data)
        return msgid
