"""A server may tell nonsense: that ends the connection, and never the client."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw

from client.seat.fraud import FraudError
from client.seat.mirror import Mirror
from core.catalog import game_named
from core.chance import SeededRng
from core.deals import Goods, Promise, PromiseKept
from core.game import start
from core.games.rising_sun.events import (
    AllianceMade,
    BattleWon,
    CoinsGained,
    MandatesDrawn,
    TokenTaken,
    VpGained,
)
from core.kinds import StandInTook
from core.wire import events_hash, pack_events, pack_view, unpack_events
from protocol.chain import Chain, sign_link
from protocol.entries import (
    Answer,
    Answered,
    AnyEntry,
    Began,
    Chose,
    Consented,
    Offered,
    Opened,
    Replaced,
    Returned,
    Said,
    SatDown,
    StoodUp,
    Voted,
)
from protocol.errors import UNREADABLE, Code, ProtocolError
from protocol.identity import Identity
from protocol.messages import Item, Joined, Synced, TableNow, Told
from protocol.oaths import swear
from protocol.pace import Absence, Terms
from protocol.rpc import NIL
from protocol.table.transcript import picture_of
from protocol.talk import TalkError
from tests.harness.logs import HOST, identity, told_in
from tests.refusing import refused

GAME = game_named("rising_sun")
STATE, EVENTS = start(GAME, (0, 1, 2, 3), {}, SeededRng(b"a seed"))
VIEW = pack_view(GAME, GAME.view_for(STATE, 0))
NO_EVENTS = Raw(b"\x90")
KOI, LOTUS, TURTLE = (SatDown(seat, f"Player {seat}", identity(seat).public.raw) for seat in range(3))
AT_ONCE = Terms(absence=Absence.BOT)
OPENED = Opened("rising_sun", 1, ("koi", "lotus", "turtle"), (), "", AT_ONCE, HOST.public.raw)


NOBODY_HERE = TableNow((), 0, is_frozen=False)
UNHEARD = bytes(32)


def mirror(seat: int | None = 0) -> Mirror:
    """A mirror that has heard of the opening of its table."""
    seen = Mirror(HOST.public, "9f3a", Joined(seat, NOBODY_HERE))
    seen.told(told(seen, OPENED))
    return seen


def begun(name: str) -> Mirror:
    """Somebody who watches a recorded game that has just begun."""
    seen = Mirror(HOST.public, "9f3a", Joined(None, NOBODY_HERE))
    for item in filter(None, (item for _, item, _ in told_in(name))):
        seen.told(Told(msgspec.structs.replace(item, number=len(seen.story)), NIL, None, (), None))
        if isinstance(item.entry, Began):
            return seen
    raise AssertionError("This game has not begun.")


def told(
    seen: Mirror, entry: AnyEntry, events: Raw = NO_EVENTS, view: Raw = NIL, number: int | None = None
) -> Told:
    """What a host tells that signs whatever it says."""
    known, public = seen.witness.known, entry.seen_by(None)
    chain = Chain(OPENED.game_id) if known is None else known.chain
    heard = b""
    with suppress(*UNREADABLE):
        heard = events_hash(unpack_events(GAME, events))
    signature = b"" if public is None else sign_link(HOST, chain.next_hash(0, public, b"", b"", heard))
    shown = picture_of(seen._view if view == NIL else view, None, ())  # noqa: SLF001
    place = len(seen.story) if number is None else number
    item = Item(place, 0, entry, events, signature, heard=heard, picture=shown)
    return Told(item, view, None, (), None)


NONSENSE: dict[str, dict[str, Any]] = {
    "a view that is none": {"entry": LOTUS, "view": Raw(b"\x91\x01")},
    "a view with a line that is none": {"entry": LOTUS, "view": Raw(VIEW.replace(b"ally", b"alli"))},
    "an item too late": {"entry": LOTUS, "number": 2},
}


@pytest.mark.parametrize("news", NONSENSE.values(), ids=list(NONSENSE))
def test_nonsense_in_the_news_breaks_the_protocol_and_nothing_else(news: dict[str, Any]) -> None:
    seen = mirror()
    with pytest.raises(ProtocolError) as caught:
        seen.told(told(seen, **news))

    assert caught.value.code in {Code.INVALID_PARAMS, Code.OUT_OF_PLACE}


@pytest.mark.parametrize("news", NONSENSE.values(), ids=list(NONSENSE))
def test_nonsense_in_the_story_does_so_too(news: dict[str, Any]) -> None:
    seen = mirror()
    item, view, *_ = msgspec.structs.astuple(told(seen, **news))
    with pytest.raises(ProtocolError):
        seen.synced(Synced((item,), True, view, None, (), ()))


IMPOSSIBLE: dict[str, Raw] = {
    "events that are none": Raw(b"\x91\x91\xa4Fire"),
    "events too deep": Raw(b"\x91" * 900 + b"\xc0"),
    "a clan that is none": Raw(pack_events([AllianceMade(0, 5)])),
    "a clan that is not at this table": Raw(pack_events([AllianceMade(0, 4)])),
    "an event that is told only once, of a clan that is not at this table": Raw(
        pack_events([VpGained(4, 1, "hostage")])
    ),
    "a province that is none": Raw(pack_events([TokenTaken(0, 8)])),
    "a province before the first": Raw(pack_events([TokenTaken(0, -1)])),
    "more than there is": Raw(pack_events([CoinsGained(0, 10**4, "income")])),
    "gains from nowhere": Raw(pack_events([CoinsGained(0, 1, "begging")])),
    "a winner who did not fight": Raw(
        pack_events([BattleWon(0, 1, ((0, 2), (1, 1)))]).replace(b"Won\x00", b"Won\x02")
    ),
    "a promise that nobody can judge": Raw(pack_events([PromiseKept(1, 0, 1, Promise("words", "Peace."))])),
}


@pytest.mark.parametrize("events", IMPOSSIBLE.values(), ids=list(IMPOSSIBLE))
def test_what_cannot_happen_in_this_game_raises_the_alarm(events: Raw) -> None:
    with pytest.raises(FraudError, match="something that cannot happen in this game"):
        mirror().told(told(mirror(), LOTUS, events))


def test_a_seat_that_has_sworn_to_no_talk_key_cannot_be_talked_to() -> None:
    seen, aiko = mirror(), Identity.make().public
    heard = seen.told(told(seen, SatDown(1, "Aiko", aiko.raw)))

    assert heard.number == 1
    with refused("Lotus has no key for private talk", TalkError):
        seen.room((1,))


@pytest.mark.parametrize("spoil", ["signature", "entry", "time", "chance", "facts", "place"])
def test_what_the_host_has_not_signed_is_not_believed(spoil: str) -> None:
    """Every link has one place, one time and one content that its signature is for."""
    seen = mirror()
    news = told(seen, LOTUS)
    changes: dict[str, dict[str, Any]] = {
        "signature": {"signature": bytes(64)},
        "entry": {"entry": TURTLE},
        "time": {"at_ms": 1},
        "chance": {"shown": bytes(32)},
        "facts": {"facts": bytes(32)},
        "place": {},
    }
    if spoil == "place":
        seen.told(told(seen, KOI))
        changes["place"] = {"number": 2}
    with pytest.raises(FraudError, match="not signed by its host") as caught:
        seen.told(msgspec.structs.replace(news, item=msgspec.structs.replace(news.item, **changes[spoil])))

    assert caught.value.code is Code.BAD_SIGNATURE


def test_a_host_cannot_make_up_what_players_do() -> None:
    """It can sign any link, but it does not have the players' signatures."""
    player, seen = identity(1), begun("unfinished")
    chain = seen.table.chain
    done = swear(player, chain, UNHEARD, Chose(1, 3, "ready"))
    for made_up in (
        Chose(1, 3, "ready"),
        Chose(2, 3, "ready"),
        swear(HOST, chain, UNHEARD, Chose(1, 3, "ready")),
        msgspec.structs.replace(done, prompt=4),
        Consented(1, True),
        Said(1, 0, (), "I give up"),
    ):
        with pytest.raises(ProtocolError, match="never did"):
            seen.told(told(seen, made_up))

    seen.told(told(seen, done))
    seen.told(told(seen, Replaced(1)))
    seen.told(told(seen, Chose(1, 5, "")))  # a bot's, for all can see that it plays
    seen.told(told(seen, Returned(1)))
    with pytest.raises(ProtocolError, match="something Lotus never did"):
        seen.told(told(seen, Chose(1, 7, "")))


def test_a_bot_plays_for_somebody_as_soon_as_the_majority_has_signed_for_it() -> None:
    """People who have changed their mind, and bots, do not count."""
    seen = begun("three_people")
    took = Raw(pack_events([StandInTook(2)]))

    def vote(seat: int, *, agrees: bool, events: Raw = NO_EVENTS) -> None:
        seen.told(
            told(seen, swear(identity(seat), seen.table.chain, UNHEARD, Voted(seat, 2, agrees)), events)
        )

    vote(0, agrees=True)
    vote(0, agrees=False)
    vote(0, agrees=True)
    vote(1, agrees=True, events=took)
    assert seen.table.replaced == {2}
    seen.told(told(seen, Returned(2)))
    assert seen.table.replaced == set()
    with pytest.raises(FraudError, match="too few players voted on Turtle"):
        vote(1, agrees=True, events=took)


def test_who_watches_is_not_told_what_is_for_one_seat_alone() -> None:
    seen = mirror(None)
    with pytest.raises(FraudError, match="tells spectators what they must not know"):
        seen.told(told(seen, LOTUS, Raw(pack_events([MandatesDrawn(1, (0, 1, 2, 3))]))))


@pytest.mark.parametrize(
    "entry",
    [
        Said(14, 0, (15,), "", b"sealed"),
        StoodUp(1),
        Returned(1),
        Chose(1, 0, "ready"),
        Began(),
        msgspec.structs.replace(LOTUS, name="Player 0"),
    ],
    ids=lambda entry: type(entry).__name__,
)
def test_what_the_server_would_refuse_is_not_believed_though_it_is_signed(entry: AnyEntry) -> None:
    """A client checks everything everybody can check, with the server's own checks."""
    seen = mirror()
    seen.told(told(seen, KOI))
    with pytest.raises(FraudError):
        seen.told(told(seen, entry))


def test_a_table_cannot_be_opened_a_second_time() -> None:
    seen = mirror()
    with pytest.raises(FraudError, match="opened twice"):
        seen.told(told(seen, OPENED))


def test_a_story_without_an_opening_or_of_another_host_is_none() -> None:
    for entry in (StoodUp(1), msgspec.structs.replace(OPENED, host=bytes(32))):
        seen = Mirror(HOST.public, "9f3a", Joined(0, NOBODY_HERE))
        with pytest.raises(ProtocolError):
            seen.told(told(seen, entry))


pieces = st.binary(max_size=40).map(Raw) | st.sampled_from(
    [NIL, NO_EVENTS, Raw(VIEW), Raw(pack_events(EVENTS))]
)
seats = st.integers(0, 15)
entries: st.SearchStrategy[Any] = st.one_of(
    st.builds(StoodUp, seats),
    st.builds(SatDown, seats, st.just("Aiko"), st.binary(min_size=32, max_size=32), st.binary(max_size=32)),
    st.builds(Said, seats, seats, st.lists(seats, max_size=3).map(tuple), st.text(), st.binary(max_size=9)),
    st.builds(Answered, seats, seats, seats, st.sampled_from(Answer)),
    st.builds(Offered, seats, seats, seats, st.just(Goods()), st.just(Goods(1))),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(entries, pieces, pieces), max_size=5))
def test_whatever_is_told_the_mirror_takes_it_or_refuses_it(news: list[tuple[Any, Raw, Raw]]) -> None:
    """It goes on with the next item after refusing one, unless it has to stop for good."""
    seen = mirror()
    for entry, events, view in news:
        length = len(seen.story)
        try:
            seen.told(told(seen, entry, events, view))
            length += 1
        except FraudError:
            return
        except ProtocolError:
            pass
        assert len(seen.story) == length


def test_the_sample_view_has_the_line_that_is_spoilt() -> None:
    assert b"ally" in VIEW
    assert msgspec.msgpack.decode(VIEW)
