"""msgpack-RPC: requests go to the server, responses and notifications come from it.

The form is that of the msgpack-RPC specification. This module settles what it leaves open: the ids of a
connection increase, the number of requests in flight is limited, and an error is an `ErrorRecord`.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypeVar

from msgspec import Meta, Raw, Struct
from msgspec.msgpack import Decoder, Encoder

from core.kinds import Id, Phrase
from protocol.errors import UNREADABLE, Code, ProtocolError, unreadable
from protocol.limits import NAME_LENGTH, Limits

T = TypeVar("T")

MessageId: TypeAlias = Annotated[int, Meta(ge=0, le=2**32 - 1)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]

NIL = Raw(b"\xc0")
# Checked by hand: as a pattern in the type of a name it would cost more than the rest of the envelope.
_NAME_LETTERS = "abcdefghijklmnopqrstuvwxyz_."


class Refusal(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Why something is not done, for a player: `[phrase, rule, signature]`; the rule may be empty.

    The host signs that it does not do a deed, so that it cannot do it later.
    """

    phrase: Phrase
    rule: Id = ""
    signature: Annotated[bytes, Meta(max_length=64)] = b""


Pause: TypeAlias = Annotated[int, Meta(ge=0, le=60_000)]
"""Milliseconds."""
Detail: TypeAlias = str | Refusal | Pause | None


class ErrorRecord(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """The error of a response: `[code, name, detail]`; the name tells people what the code tells programs."""

    code: Code
    name: str
    detail: Detail = None

    def __post_init__(self) -> None:
        if self.name != self.code.wire_name:
            raise ValueError(f"{self.name} is not the name of error {self.code:d}")
        if isinstance(self.detail, int) and self.code is not Code.BUSY:
            raise ValueError(f"{self.name} names no time to come back")


def error_record(code: Code, detail: Detail = None) -> ErrorRecord:
    return ErrorRecord(code, code.wire_name, detail)


def record_of(error: ProtocolError, *, is_stranger: bool) -> ErrorRecord:
    """Tell a peer how it broke the protocol; a stranger learns only the code, with few exceptions."""
    is_hidden = is_stranger and not error.is_for_strangers
    return error_record(error.code, None if is_hidden else error.detail)


class Request(Struct, frozen=True, array_like=True, tag=0, forbid_unknown_fields=True, gc=False):
    """A client asks for something: `[0, msgid, method, params]`."""

    msgid: MessageId
    method: Name
    params: Raw


class Response(Struct, frozen=True, array_like=True, tag=1, forbid_unknown_fields=True, gc=False):
    """The server answers: `[1, msgid, error, result]`, one of the two nil."""

    msgid: MessageId
    error: ErrorRecord | None
    result: Raw

    def __post_init__(self) -> None:
        if self.error is not None and self.result != NIL:
            raise ValueError("an error has no result")


class Notification(Struct, frozen=True, array_like=True, tag=2, forbid_unknown_fields=True, gc=False):
    """The server tells something unasked: `[2, method, params]`."""

    method: Name
    params: Raw


_encoder = Encoder()
_requests = Decoder(Request)
_answers: Decoder[Response | Notification] = Decoder(Response | Notification)


def encode(message: Request | Response | Notification) -> bytes:
    return _encoder.encode(message)


def encode_params(params: object) -> Raw:
    return Raw(_encoder.encode(params))


def encode_notification(method: str, params: object) -> bytes:
    return _encoder.encode((2, method, params))


def decode_request(frame: bytes) -> Request:
    """Read a request; the session decides whether there is such a method."""
    try:
        return _requests.decode(frame)
    except UNREADABLE as error:
        raise unreadable(Code.INVALID_MESSAGE, error) from None


def lone_request(data: bytes) -> Request | None:
    """Read what may be one request, or less or more than that."""
    try:
        return _requests.decode(data)
    except UNREADABLE:
        return None


def decode_answer(frame: bytes) -> Response | Notification:
    try:
        answer = _answers.decode(frame)
    except UNREADABLE as error:
        raise unreadable(Code.INVALID_MESSAGE, error) from None
    if isinstance(answer, Notification) and answer.method.strip(_NAME_LETTERS):
        raise _bad_name()
    return answer


def decode_params(raw: Raw, decoder: Decoder[T]) -> T:
    """Read the params of a message, or a result, with the decoder for its method."""
    try:
        return decoder.decode(raw)
    except UNREADABLE as error:
        raise unreadable(Code.INVALID_PARAMS, error) from None


class ClientCalls:
    """The client's end of a connection: numbers requests and finds the request of each response."""

    def __init__(self, limits: Limits) -> None:
        self._limit = limits.requests_in_flight
        self._in_flight: set[int] = set()
        self._next = 0

    @property
    def is_full(self) -> bool:
        """Whether the next request has to wait for a response."""
        return len(self._in_flight) >= self._limit

    def request(self, method: str, params: object) -> tuple[int, bytes]:
        """Return a request's id and its bytes."""
        assert not self.is_full
        assert _is_name(method)
        msgid = self._next
        self._next += 1
        self._in_flight.add(msgid)
        return msgid, encode(Request(msgid, method, encode_params(params)))

    def receive(self, frame: bytes) -> Response | Notification:
        answer = decode_answer(frame)
        if isinstance(answer, Response):
            if answer.msgid not in self._in_flight:
                raise ProtocolError(Code.MESSAGE_ID, f"nobody waits for a response to {answer.msgid}")
            self._in_flight.remove(answer.msgid)
        return answer


class ServerCalls:
    """The server's end of a connection: knows which requests wait for their response."""

    def __init__(self, limits: Limits) -> None:
        self._limit = limits.requests_in_flight
        self._in_flight: set[int] = set()
        self._last = -1

    def receive(self, frame: bytes) -> Request:
        return self.take(decode_request(frame))

    def take(self, request: Request) -> Request:
        """Let a request wait for its response."""
        msgid = request.msgid
        if msgid <= self._last:
            raise ProtocolError(Code.MESSAGE_ID, self._why_not(msgid))
        if len(self._in_flight) >= self._limit:
            raise ProtocolError(Code.TOO_MANY_IN_FLIGHT, f"at most {self._limit} requests may be in flight")
        self._last = msgid
        self._in_flight.add(msgid)
        return request

    def respond(self, msgid: int, result: object = None) -> bytes:
        self._in_flight.remove(msgid)
        return _encoder.encode((1, msgid, None, result))

    def respond_error(self, msgid: int, error: ErrorRecord) -> bytes:
        self._in_flight.remove(msgid)
        return encode(Response(msgid, error, NIL))

    def _why_not(self, msgid: int) -> str:
        if msgid in self._in_flight:
            return f"request {msgid} is still in flight"
        return f"ids increase, and {msgid} follows {self._last}"


def _is_name(name: str) -> bool:
    return 0 < len(name) <= NAME_LENGTH and not name.strip(_NAME_LETTERS)


def _bad_name() -> ProtocolError:
    return ProtocolError(Code.INVALID_MESSAGE, "a name is of small letters, dots and underscores")
