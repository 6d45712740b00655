"""A stay at a table with a network that fails: news heard after a cut belongs to the past."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

from client.seat.journey import Way
from client.seat.news import Disconnected, Person
from client.seat.player import Player
from client.seat.sitting import Arrived, SeatNews, Sitting
from client.seat.visit import visiting
from client.table.news import Gone, HeardNews, Looked, Missed, Rejoined
from client.table.scene import GuestPass
from client.tui.screens.game import FromTable
from protocol.entries import Access, Said
from protocol.identity import Identity, PublicKey
from protocol.invitation import Address
from protocol.tls import TlsError
from tests.client.tui.at_table import scene_at
from tests.harness.loopback import HERE, WIDE, OpenTable, a_table, admit, ignore
from tests.server.clubs import a_club, a_wish
from tests.server.clubs import seated as club_seated
from tests.waiting import until


class Network:
    """Lets us through, or not."""

    def __init__(self) -> None:
        self.is_down = False

    def admit(self, _host: PublicKey) -> None:
        if self.is_down:
            raise TlsError("The network is down.")


@asynccontextmanager
async def anna_stays(table: OpenTable, **way: Any) -> AsyncIterator[tuple[list[SeatNews], Player]]:
    """Let Anna stay at a table, and write down what she hears; Ben may come, and leaves with her."""
    news = list[SeatNews]()
    anna = Way(table.invite(), Person(Identity.make(), "Anna"), admit, limits=WIDE)._replace(**way)
    ben = Player(table.invite(), Person(Identity.make(), "Ben"), admit, ignore, WIDE)
    stay = Sitting(lambda: nullcontext(anna), news.append)
    staying = asyncio.create_task(stay.stay())
    try:
        yield news, ben
    finally:
        stay.leave()
        await staying
        await ben.leave()


def words_in(news: list[SeatNews]) -> list[tuple[type[SeatNews], str]]:
    """Return what was said, and as which news."""
    told = [one for one in news if isinstance(one, (HeardNews, Missed))]
    return [(type(one), one.heard.words) for one in told if isinstance(one.heard.entry, Said)]


async def test_what_is_heard_after_a_cut_comes_without_a_view_of_that_time(tmp_path: Path) -> None:
    network = Network()
    async with (
        a_table(tmp_path / "server", 2, "ninjato") as table,
        anna_stays(table, admit=network.admit) as (news, ben),
    ):
        await until(lambda: any(isinstance(one, Arrived) for one in news))
        await ben.sit_down()
        await ben.say("before")
        await until(lambda: len(words_in(news)) == 1)
        network.is_down = True
        await cut(news)
        await ben.say("meanwhile")
        await ben.say("and more")
        network.is_down = False
        await until(lambda: any(isinstance(one, Rejoined) for one in news))
        await ben.say("after")
        await until(lambda: len(words_in(news)) == 4)

    assert words_in(news) == [
        (HeardNews, "before"),
        (Missed, "meanwhile"),
        (Missed, "and more"),
        (HeardNews, "after"),
    ]


async def test_who_waits_for_nobody_arrives_when_the_game_has_begun(tmp_path: Path) -> None:
    """No waiting room is seen for a moment before the map; nothing is left out and nothing told twice."""
    async with (
        a_table(tmp_path / "server", 2, "ninjato") as table,
        anna_stays(table, begins_by_itself=True) as (news, ben),
    ):
        await ben.sit_down()
        await ben.say("before")
        await ben.ready()
        await until(lambda: any(isinstance(one, Arrived) for one in news))
        await ben.say("after")
        await until(lambda: words_in(news))

    first, *later = news
    assert isinstance(first, Arrived)
    assert first.scene.view is not None
    heard = [*first.story, *(one.heard for one in later if isinstance(one, HeardNews))]
    assert [one.number for one in heard] == list(range(len(heard)))
    assert words_in(news) == [(HeardNews, "after")]


async def test_the_next_invitation_comes_first_though_a_server_does_not_say_which_were_used(
    tmp_path: Path,
) -> None:
    """The host of a table on somebody else's server passed on the first, and it was used."""
    async with (
        a_table(tmp_path / "server", 3, "ninjato") as table,
        anna_stays(table, guests=["first", "second"]) as (news, ben),
    ):
        await until(lambda: any(isinstance(one, Arrived) for one in news))
        await ben.sit_down()
        await until(lambda: seen(news)[-1] == ("second", "first"))

    assert seen(news)[0] == ("first", "second")


def seen(news: list[SeatNews]) -> list[tuple[str, ...]]:
    return [tuple(each.text for each in passes) for passes in passes_in(news)]


async def test_who_opened_a_table_sees_who_has_used_which_invitation(tmp_path: Path) -> None:
    owner = Identity.make()
    async with a_club(tmp_path) as server, visiting(Address(HERE, server.port), owner, admit) as visit:
        table = await visit.open(a_wish(Access.INVITED))
        own, *others = [await visit.invite(table) for _ in range(3)]
        texts = [invitation.text() for invitation in others]
        news = list[SeatNews]()
        way = Way(own, Person(owner, "Anna"), admit, limits=WIDE, guests=texts)
        stay = Sitting(lambda: nullcontext(way), news.append)
        staying = asyncio.create_task(stay.stay())
        await until(lambda: passes_in(news)[-1:] == [tuple(map(GuestPass, texts))])
        ben = await club_seated(others[0], "Ben")
        await until(lambda: passes_in(news)[-1] == (GuestPass(texts[1]), GuestPass(texts[0], "Ben")))
        await ben.stand_up()
        await until(lambda: passes_in(news)[-1] == tuple(map(GuestPass, texts)))
        stay.leave()
        await staying
        await ben.leave()


def passes_in(news: list[SeatNews]) -> list[tuple[GuestPass, ...]]:
    """Return the invitations that were shown each time."""
    return [one.scene.invitations for one in news if isinstance(one, (Arrived, HeardNews, Looked))]


async def cut(news: list[SeatNews]) -> None:
    """Pull the plug of Anna's connection."""
    (arrived,) = (one for one in news if isinstance(one, Arrived))
    assert arrived.player is not None
    connection = arrived.player._connection  # noqa: SLF001
    assert connection is not None
    connection.close()
    await until(lambda: any(isinstance(one, Disconnected) for one in news))


def test_only_a_newer_look_takes_the_place_of_a_look_that_waits() -> None:
    scene = scene_at("tea")
    look, end = FromTable(Looked(scene)), FromTable(Gone("Closed."))
    assert FromTable(Looked(scene)).can_replace(look)
    assert not look.can_replace(end)
    assert not end.can_replace(look)
