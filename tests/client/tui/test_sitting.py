"""A stay at a table with a network that fails: what is heard after a cut is of the past."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.message import Message

from client.seat.journey import Way
from client.seat.player import Person, Player
from client.tui import sitting
from client.tui.sitting import Sitting
from protocol.entries import Said
from protocol.identity import Identity, PublicKey
from protocol.pace import Terms
from protocol.tls import TlsError
from server.server import open_server
from tests.client.tui.visits import LIMITS
from tests.waiting import until


class Network:
    """Lets us through, or not."""

    def __init__(self) -> None:
        self.is_down = False

    def admit(self, _host: PublicKey) -> None:
        if self.is_down:
            raise TlsError("The network is down.")


def words_in(posts: list[Message]) -> list[tuple[type[Message], str]]:
    """Give what was said, and how it was posted."""
    told = [post for post in posts if isinstance(post, (sitting.Told, sitting.Missed))]
    return [(type(post), post.heard.words) for post in told if isinstance(post.heard.entry, Said)]


async def test_what_is_heard_after_a_cut_comes_without_a_view_of_that_time(tmp_path: Path) -> None:
    network, posts = Network(), list[Message]()
    async with open_server(tmp_path / "server", "127.0.0.1", 0, LIMITS) as house:
        runner = await house.lobby.open("ninjato", ("red", "blue"), {}, Terms())
        invitations = [
            house.invitation("127.0.0.1", runner.name, await house.lobby.invite(runner)) for _ in range(2)
        ]

        @asynccontextmanager
        async def journey() -> AsyncIterator[Way]:
            yield Way(invitations[0], Person(Identity.make(), "Anna"), network.admit, limits=LIMITS)

        ben = Player(invitations[1], Person(Identity.make(), "Ben"), lambda _: None, lambda _: None, LIMITS)
        stay = Sitting(journey, posts.append)
        staying = asyncio.create_task(stay.stay())
        try:
            await until(lambda: any(isinstance(post, sitting.SatDown) for post in posts))
            await ben.sit_down()
            await ben.say("before")
            await until(lambda: len(words_in(posts)) == 1)
            network.is_down = True
            await cut(posts)
            await ben.say("meanwhile")
            await ben.say("and more")
            network.is_down = False
            await until(lambda: any(isinstance(post, sitting.Rejoined) for post in posts))
            await ben.say("after")
            await until(lambda: len(words_in(posts)) == 4)
        finally:
            stay.leave()
            await staying
            await ben.leave()

    assert words_in(posts) == [
        (sitting.Told, "before"),
        (sitting.Missed, "meanwhile"),
        (sitting.Missed, "and more"),
        (sitting.Told, "after"),
    ]


async def cut(posts: list[Message]) -> None:
    """Pull the plug of Anna's connection."""
    (arrived,) = (post for post in posts if isinstance(post, sitting.SatDown))
    assert arrived.player is not None
    connection = arrived.player._connection  # noqa: SLF001
    assert connection is not None
    connection.close()
    await until(lambda: any(isinstance(post, sitting.Cut) for post in posts))
