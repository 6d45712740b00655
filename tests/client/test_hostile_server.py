"""What a server tells may be nonsense: that ends the connection, and never the client."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw

from client.mirror import Mirror
from core.catalog import game_named
from core.chance import SeededRng
from core.deals import Goods
from core.game import start
from core.wire import pack_events, pack_view
from protocol.entries import Answer, Answered, AnyEntry, Offered, Said, SatDown, StoodUp
from protocol.errors import Code, ProtocolError
from protocol.identity import Identity
from protocol.messages import Item, Joined, Synced, TableInfo, TableState, Told
from protocol.pace import Terms
from protocol.rpc import NIL

GAME = game_named("rising_sun")
STATE, EVENTS = start(GAME, (0, 1, 2, 3), {}, SeededRng(b"a seed"))
VIEW = pack_view(GAME, GAME.view_for(STATE, 0))
NO_EVENTS = Raw(b"\x90")


def mirror() -> Mirror:
    info = TableInfo("9f3a", "rising_sun", TableState.RUNNING, (), (), Terms(), 0)
    return Mirror(Identity.make(), Identity.make().public, Joined(0, info))


def told(entry: AnyEntry | None, events: Raw = NO_EVENTS, view: Raw = NIL, number: int = 0) -> Told:
    return Told(Item(number, 0, entry, events), view, None, (), None)


NONSENSE: dict[str, Told] = {
    "a view that is none": told(None, view=Raw(b"\x91\x01")),
    "a view with a line that is none": told(None, view=Raw(VIEW.replace(b"ally", b"alli"))),
    "events that are none": told(None, Raw(b"\x91\x91\xa4Fire")),
    "events too deep": told(None, Raw(b"\x91" * 900 + b"\xc0")),
    "an item too late": told(StoodUp(1), number=1),
    "words to a seat that is none": told(Said(14, 0, (15,), "", b"sealed")),
}


@pytest.mark.parametrize("news", NONSENSE.values(), ids=list(NONSENSE))
def test_nonsense_in_the_news_breaks_the_protocol_and_nothing_else(news: Told) -> None:
    with pytest.raises(ProtocolError) as caught:
        mirror().told(news)

    assert caught.value.code in {Code.INVALID_PARAMS, Code.OUT_OF_PLACE}


@pytest.mark.parametrize("news", NONSENSE.values(), ids=list(NONSENSE))
def test_nonsense_in_the_story_does_so_too(news: Told) -> None:
    with pytest.raises(ProtocolError):
        mirror().synced(Synced((news.item,), True, news.view, None, (), ()))


def test_a_key_that_is_none_leaves_its_seat_without_a_voice() -> None:
    heard = mirror().told(told(SatDown(1, "Aiko", bytes(32), b"short", b"shorter")))

    assert heard.number == 0


pieces = st.binary(max_size=40).map(Raw) | st.sampled_from(
    [NIL, NO_EVENTS, Raw(VIEW), Raw(pack_events(EVENTS))]
)
seats = st.integers(0, 15)
entries: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.builds(StoodUp, seats),
    st.builds(SatDown, seats, st.just("Aiko"), st.binary(min_size=32, max_size=32), st.binary(max_size=32)),
    st.builds(Said, seats, seats, st.lists(seats, max_size=3).map(tuple), st.text(), st.binary(max_size=9)),
    st.builds(Answered, seats, seats, seats, st.sampled_from(Answer)),
    st.builds(Offered, seats, seats, seats, st.just(Goods()), st.just(Goods(1))),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(entries, pieces, pieces), max_size=5))
def test_whatever_is_told_the_mirror_takes_it_or_refuses_it(news: list[tuple[Any, Raw, Raw]]) -> None:
    """It goes on with the next item where it refused one."""
    seen = mirror()
    for entry, events, view in news:
        length = len(seen.story)
        with suppress(ProtocolError):
            seen.told(told(entry, events, view, length))
            length += 1
        assert len(seen.story) == length


def test_the_sample_view_has_the_line_that_is_spoilt() -> None:
    assert b"ally" in VIEW
    assert msgspec.msgpack.decode(VIEW)
