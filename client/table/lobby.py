"""What the lobby leads to: handed over by whoever puts client and server together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Final, NamedTuple

from client.seat.journey import Journey
from client.table.past import Past
from core.game import Game
from protocol.discovery import FoundTable
from protocol.invitation import Invitation

ROWS: Final = ("learn", "play", "find", "join", "host", "rules", "past", "settings", "quit")


class NewTable(NamedTuple):
    """The table somebody wants to open."""

    game: str
    players: int
    bots: int
    seat: str = ""  # the clan wished for; any
    level: str = "greedy"
    is_new: bool = True  # else a game that was broken off goes on, if there is one
    is_for_lan: bool = False
    options: tuple[tuple[str, str], ...] = ()  # of the game; else the usual ones


def first_opening(game: Game) -> NewTable:
    """Give the table of a first game: few others, who do not play well."""
    players = game.players[0]
    return NewTable(game.name, players, players - 1, level="random")


class Hosted(NamedTuple):
    """A table that is open now: how others come to it, and the way to it for oneself."""

    invitations: list[str]
    own: Journey


class Kept(NamedTuple):
    """A game that was saved at its end."""

    title: str
    recall: Callable[[], Past]  # takes a while


class Doors(NamedTuple):
    """All ways out of the lobby."""

    play: Callable[[NewTable], Journey]
    join: Callable[[Invitation, bool], Journey]  # to sit down, or if so wished only to watch
    host: Callable[[NewTable], AbstractAsyncContextManager[Hosted]]
    find: Callable[[float], Awaitable[list[FoundTable]]]  # looks around for so many seconds
    rows: tuple[str, ...] = ROWS
    warning: str = ""  # what has to be known in this lobby
    last: Callable[[], Invitation | None] = lambda: None  # the table one can go back to
    broken_off: Callable[[], NewTable | None] = lambda: None  # the game against bots that can go on
    kept: Callable[[], list[Kept]] = list  # the games one can look back at
    first: Journey | None = None  # where to go at once, to a table that was left without a word
