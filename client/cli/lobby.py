"""`jinmaku` alone: the lobby, from which every table can be reached."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from client.cli.host import address_to_tell, announced
from client.cli.hosting import LOOPBACK, Wish, bots_at, wish_in
from client.cli.join import login_name
from client.cli.keeping import keep_game
from client.cli.play import ALONE, own_table
from client.cli.screens import show_lobby
from client.find import find
from client.home import admit_host_of, default_data, default_home, own_identity, own_public_key
from client.journey import Journey, JourneyError, Way
from client.player import Person
from client.tui.doors import Doors, Hosted, Opening
from core.catalog import NAMES, game_named
from core.game import seat_named
from core.records import Seat
from protocol.discovery import Notice
from protocol.invitation import Invitation
from protocol.pace import Terms
from server.house import House, open_house
from server.steward import Steward
from server.store import StoreError

SECONDS_TO_LOOK = 2.0
EVERYWHERE = "0.0.0.0"  # noqa: S104 (asked for: a table for the local network)


def run(home: Path | None = None) -> int:
    return show_lobby(home, doors_of(home or default_home()))


def doors_of(home: Path) -> Doors:
    """Put the ways out of the lobby together."""

    def play(opening: Opening) -> Journey:
        args = arguments(opening, home)
        return lambda: telling_why(own_table(args, wish_of(opening, ALONE), seat_of(opening)))

    def join(invitation: Invitation) -> Journey:
        return lambda: going(invitation, home)

    return Doors(play, join, lambda opening: hosting(opening, home), look_around)


def arguments(opening: Opening, home: Path) -> Namespace:
    return Namespace(home=home, new=opening.is_new, level=opening.level)


def wish_of(opening: Opening, terms: Terms) -> Wish:
    args = Namespace(game=NAMES[0], clans=None, option=[], seed="")
    wish = wish_in(args, opening.players, terms)
    if opening.seat and opening.seat not in wish.seats:
        wish = wish._replace(seats=(opening.seat, *wish.seats[1:]))
    return wish


def seat_of(opening: Opening) -> Seat | None:
    return seat_named(game_named(NAMES[0]), opening.seat) if opening.seat else None


@asynccontextmanager
async def telling_why(way: AbstractAsyncContextManager[Way]) -> AsyncIterator[Way]:
    """Say in the client's terms what keeps a server from opening."""
    try:
        async with way as opened:
            yield opened
    except StoreError as error:
        raise JourneyError(str(error)) from None


class Host:
    """Opens tables of one kind in a house, one after the other."""

    def __init__(self, house: House, opening: Opening, home: Path, stack: AsyncExitStack) -> None:
        self._house = house
        self._opening = opening
        self._home = home
        self._stack = stack
        self._wish = wish_of(opening, Terms())
        self._steward: Steward | None = None
        self._token = b""

    async def open(self) -> list[str]:
        """Open a table with its bots; give invitations for the others, and lead there oneself from now on."""
        house, opening = self._house, self._opening
        steward = await house.lobby.open(*self._wish.table)
        tokens = [await house.lobby.invite(steward) for _ in range(opening.players - opening.bots)]
        self._stack.enter_context(bots_at(house, steward, opening.bots, opening.level, default_data()))
        self._steward, self._token = steward, tokens[0]
        address = address_to_tell(EVERYWHERE if opening.is_for_lan else LOOPBACK)
        return [house.invitation(address, steward.name, token).text() for token in tokens[1:]]

    @asynccontextmanager
    async def own(self) -> AsyncIterator[Way]:
        """Go to the table opened last."""
        house, steward = self._house, self._steward
        assert steward is not None
        async with going(house.invitation(LOOPBACK, steward.name, self._token), self._home) as way:
            archive = partial(keep_game, house, steward)
            yield way._replace(archive=archive, rematch=self.open)


@asynccontextmanager
async def going(invitation: Invitation, home: Path) -> AsyncIterator[Way]:
    person = Person(own_identity(home), login_name(), home=home)
    yield Way(invitation, person, admit_host_of(invitation, home))


@asynccontextmanager
async def hosting(opening: Opening, home: Path) -> AsyncIterator[Hosted]:
    """Run a server with a new table as long as its host stays."""
    bind = EVERYWHERE if opening.is_for_lan else LOOPBACK
    async with AsyncExitStack() as stack:
        player = own_public_key(home)
        house = await stack.enter_async_context(open_house(default_data(), bind, 0, player=player.raw))
        host = Host(house, opening, home, stack)
        invitations = await host.open()
        if opening.is_for_lan:
            await stack.enter_async_context(announced(house, bind))
        yield Hosted(invitations, host.own)


async def look_around() -> list[Notice]:
    return await find(SECONDS_TO_LOOK)
