"""Every type a peer can send: its values come back, and nothing but its errors is raised."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import Raw, inspect
from msgspec.msgpack import Decoder

from core.catalog import game_named
from core.chance import SeededRng
from core.game import start
from core.kinds import InputError
from core.wire import pack_events, pack_facts, pack_view, unpack_events, unpack_view
from protocol.entries import AnyEntry, Began, Stamped
from protocol.errors import UNREADABLE, Code, ProtocolError
from protocol.messages import METHODS, NOTICES
from protocol.pace import LONGEST, Bank, PerDecision
from protocol.rpc import (
    ErrorRecord,
    decode_answer,
    decode_params,
    decode_request,
    encode_params,
    error_record,
)
from tests.harness.random_play import random_game
from tests.harness.values import bounds, plain, values_of
from tests.protocol.phrases import DETAILS

KINDS: dict[str, Any] = {
    **{f"params of {name}": method.params for name, method in METHODS.items()},
    **{f"result of {name}": method.result for name, method in METHODS.items()},
    **{f"notice {name}": notice for name, notice in NOTICES.items()},
    **{kind.__name__: kind for kind in get_args(AnyEntry)},
    "stamped": Stamped,
    "error": ErrorRecord,
}
KINDS = {name: kind for kind, name in {kind: name for name, kind in KINDS.items()}.items()}  # each once
kinds = pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
few = settings(max_examples=12, deadline=None)

SPANS = st.integers(1, LONGEST)
BY_HAND: dict[Any, st.SearchStrategy[Any]] = {  # what their own check rules out
    ErrorRecord: st.builds(error_record, st.sampled_from(Code), DETAILS),
    PerDecision: st.builds(PerDecision, SPANS),
    Bank: st.builds(Bank, SPANS, SPANS),
    "grace": SPANS,
}


def values(kind: Any) -> st.SearchStrategy[Any]:
    return values_of(kind, BY_HAND)


# What is well formed ---------------------------------------------------------------------------


@kinds
def test_every_value_is_sent_as_an_array_and_comes_back_as_it_was(kind: Any) -> None:
    @few
    @given(values(kind))
    def check(value: object) -> None:
        wire = encode_params(value)

        assert isinstance(msgpack.unpackb(wire), list)
        assert decode_params(wire, Decoder(kind)) == value

    check()


@kinds
def test_one_field_more_is_refused(kind: Any) -> None:
    @few
    @given(values(kind), st.integers(0, 3))
    def check(value: object, more: int) -> None:
        wire = msgpack.unpackb(encode_params(value), strict_map_key=False)
        with pytest.raises(ProtocolError, match="invalid_params"):
            decode_params(Raw(msgpack.packb([*wire, more])), Decoder(kind))

    check()


def holds(info: Any, wanted: type, seen: frozenset[type] = frozenset()) -> bool:
    """Say whether a value of this type can hold one of another."""
    info = plain(info)
    if isinstance(info, inspect.StructType):
        return info.cls not in seen and any(
            holds(field.type, wanted, seen | {info.cls}) for field in info.fields
        )
    inner = [getattr(info, "item_type", None), *getattr(info, "item_types", ()), *getattr(info, "types", ())]
    return isinstance(info, wanted) or any(holds(one, wanted, seen) for one in inner if one is not None)


@kinds
@pytest.mark.parametrize(
    "wanted", [inspect.FloatType, inspect.DictType, inspect.ExtType, inspect.DateTimeType, inspect.AnyType]
)
def test_no_type_has_floats_maps_extensions_or_anything_at_all(kind: Any, wanted: type) -> None:
    assert not holds(inspect.type_info(kind), wanted)


def unbounded(info: Any, name: str = "") -> list[str]:
    """Name the fields of params whose length or size has no bound."""
    info = plain(info)
    inner = [(field.type, field.encode_name) for field in getattr(info, "fields", ())]
    inner += [(one, name) for one in (*getattr(info, "types", ()), *getattr(info, "item_types", ()))]
    inner += [(info.item_type, name)] if isinstance(info, inspect.VarTupleType) else []
    found = [one for kind, place in inner for one in unbounded(kind, place)]
    if isinstance(info, (inspect.StrType, inspect.BytesType, inspect.VarTupleType)):
        found += [name] * (info.max_length is None)
    elif isinstance(info, inspect.IntType):
        found += [name] * (None in bounds(info))
    return found


@pytest.mark.parametrize("method", METHODS)
def test_all_that_a_client_can_send_has_bounds(method: str) -> None:
    assert set(unbounded(inspect.type_info(METHODS[method].params))) == set()


# What is not -------------------------------------------------------------------------------------


@st.composite
def damaged(draw: st.DrawFn, whole: st.SearchStrategy[bytes]) -> bytes:
    """Take something valid, and change, drop or insert a few bytes."""
    data = bytearray(draw(whole))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, max(0, len(data) - 1)))
        size = draw(st.integers(0, 3))
        data[place : place + size] = draw(st.binary(max_size=3))
    return bytes(data)


def bytes_like(kind: Any) -> st.SearchStrategy[bytes]:
    return st.binary(max_size=80) | damaged(values(kind).map(lambda value: bytes(encode_params(value))))


@kinds
def test_any_bytes_give_a_value_or_a_protocol_error(kind: Any) -> None:
    @settings(max_examples=40, deadline=None)
    @given(bytes_like(kind))
    @example(b"")
    @example(b"\x91" * 3000)
    @example(b"\x92\xa4Said" + b"\xdd\xff\xff\xff\xff")
    def check(data: bytes) -> None:
        with suppress(ProtocolError):
            value = decode_params(Raw(data), Decoder(kind))
            assert decode_params(encode_params(value), Decoder(kind)) == value

    check()


ENVELOPES = [b"\x94\x00\x05\xa4ping\x90", b"\x94\x01\x05\xc0\x90", b"\x93\x02\xa4told\x90"]


@settings(max_examples=200, deadline=None)
@given(damaged(st.sampled_from(ENVELOPES)))
def test_a_damaged_envelope_gives_a_message_or_a_protocol_error(data: bytes) -> None:
    for decode in (decode_request, decode_answer):
        with suppress(ProtocolError):
            decode(data)


@pytest.mark.parametrize("depth", [900, 1020, 3000])
def test_what_is_too_deep_to_be_skipped_is_refused_too(depth: int) -> None:
    """A view is not looked into before its game reads it, and still has to be skipped over."""
    view = b"\x91" * depth + b"\xc0"
    told = b"\x95\x94\x00\x00" + msgspec.msgpack.encode(Began()) + b"\x90" + view + b"\xc0\x90\xc0"

    with pytest.raises(ProtocolError, match="too deeply nested") if depth > 1000 else nullcontext():
        assert decode_params(Raw(told), Decoder(NOTICES["told"])).view == Raw(view)


# Views and events --------------------------------------------------------------------------------

GAME = game_named("rising_sun")
STATE, EVENTS = start(GAME, (0, 1, 2, 3), {}, SeededRng(b"a seed"))
VIEW = pack_view(GAME, GAME.view_for(STATE, 0))
FROM_CORE = (*UNREADABLE, InputError)
"""Everything `core.wire` may raise for bytes it cannot read."""


def test_a_view_and_events_come_back() -> None:
    assert unpack_view(GAME, VIEW) == GAME.view_for(STATE, 0)
    assert unpack_events(GAME, pack_events(EVENTS)) == EVENTS


def test_facts_packed_for_all_show_nobody_less_or_more() -> None:
    """Only Lotus sees its own mandates, and only the player who chooses one what was drawn."""
    seen = 0
    for state, _ in random_game(GAME, (0, 1, 2, 3, 4)):
        public = GAME.public_view(state)
        facts = pack_facts(public)
        for view in (public, *(GAME.own_view(state, public, viewer) for viewer in range(5))):
            packed = pack_view(GAME, view, facts)
            seen += not packed.startswith(b"\x96" + bytes(facts.view))
            assert unpack_view(GAME, packed) == view
    assert seen


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | damaged(st.just(VIEW)))
@example(b"\x91" * 3000)
def test_any_bytes_give_a_view_or_an_error_of_reading(data: bytes) -> None:
    with suppress(*FROM_CORE):
        unpack_view(GAME, data)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60) | damaged(st.just(pack_events(EVENTS))))
@example(b"\x91" * 3000)
def test_any_bytes_give_events_or_an_error_of_reading(data: bytes) -> None:
    with suppress(*FROM_CORE):
        unpack_events(GAME, data)


@given(st.text(max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_line_in_a_view_is_read_or_an_error_of_reading(line: str) -> None:
    packed = msgpack.unpackb(VIEW, strict_map_key=False)
    packed[3] = line

    with suppress(*FROM_CORE):
        unpack_view(GAME, msgspec.msgpack.encode(packed))
