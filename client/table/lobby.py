"""What the lobby leads to, filled in by the command line, which joins client and server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Final, NamedTuple

from client.seat.journey import Fork, Journey
from client.seat.visit import Visit
from client.table.own_games import HostCalls, no_answers
from client.table.past import Past
from core.game import Game
from protocol.discovery import FoundTable
from protocol.entries import Access
from protocol.handshake import OURS
from protocol.invitation import Address, Invitation

LEVELS: Final = ("novice", "steady", "strong")
"""How well bots play against people, the weakest first; each has its words in the message level-NAME."""
USUAL_LEVEL: Final = "steady"
ROWS: Final = ("learn", "play", "find", "join", "server", "host", "rules", "past", "settings", "quit")


class NewTable(NamedTuple):
    """The table somebody wants to open."""

    game: str
    players: int
    bots: int
    seat: str = ""  # the wanted clan; empty for any
    level: str = USUAL_LEVEL
    is_new: bool = True  # otherwise a broken-off game goes on, if there is one
    is_for_lan: bool = False
    options: tuple[tuple[str, str], ...] = ()  # of the game; the others are the defaults
    pace: str = "none"  # the clock, as the command line writes it
    access: Access = Access.INVITED  # how others get in, on somebody else's server
    password: str | None = None


def first_opening(game: Game) -> NewTable:
    """Return the table of a first game: few others, who do not play well."""
    players = game.players[0]
    return NewTable(game.name, players, players - 1, level=LEVELS[0])


def is_ours(found: FoundTable) -> bool:
    """Say whether a table that was found speaks a version of the protocol that we know."""
    return OURS.lowest <= found.version <= OURS.highest


class Hosted(NamedTuple):
    """A table that is open now: how others get to it, and one's own way there."""

    invitations: list[str]
    own: Journey


class Kept(NamedTuple):
    """A game that was saved at its end."""

    title: str
    recall: Callable[[], Past]  # takes a while


class Doors(NamedTuple):
    """All ways out of the lobby."""

    play: Callable[[NewTable], Journey]
    join: Callable[[Invitation, bool], Journey]  # to sit down or, if wished, only to watch
    host: Callable[[NewTable], AbstractAsyncContextManager[Hosted]]
    find: Callable[[float], Awaitable[list[FoundTable]]]  # looks around for so many seconds
    visit: Callable[[str], AbstractAsyncContextManager[Visit]]  # to a server, by its link or address
    open: Callable[[Visit, NewTable], Awaitable[Hosted]]  # a table there
    servers: Callable[[], list[Address]]  # visited before
    rows: tuple[str, ...] = ROWS
    warning: str = ""  # what to know in this lobby
    last: Callable[[], Invitation | None] = lambda: None  # the table to go back to
    broken_off: Callable[[], list[NewTable]] = list  # games against bots that can go on, the last one first
    games: Callable[[], HostCalls] = lambda: HostCalls(0, no_answers())  # one's own, at all hosts
    kept: Callable[[], list[Kept]] = list  # games to look back at
    fork: Fork | None = None  # to a game that begins with a moment of one of them
    is_first: bool = False  # whether nobody has played here before
    first: Journey | None = None  # where to go at once, to a table that was left without a word
