"""All games somebody has a seat in, wherever they are played; those that wait for them come first."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Final, NamedTuple

from client.harmless import harmless
from client.table.cards import Card
from client.table.wording import game_title, seat_title
from client.table.words import duration
from client.texts import t
from core.catalog import game_named
from protocol.invitation import DEFAULT_PORT, Address, Invitation
from protocol.messages import OwnSeat, SeatInfo, TableState

AFTER_OWN_TURNS: Final = (TableState.RUNNING, TableState.OPEN, TableState.FROZEN, TableState.OVER)


class OwnGame(NamedTuple):
    """A game somebody has a seat in: how it stands, as its host tells it, and the way there."""

    invitation: Invitation
    own: OwnSeat

    @property
    def host(self) -> str:
        return place_words(self.invitation.address)

    @property
    def seat(self) -> SeatInfo:
        return next(row for row in self.own.info.seats if row.seat == self.own.seat)

    @property
    def waits_for_me(self) -> bool:
        return self.own.info.state is TableState.RUNNING and self.own.seat in self.own.waited_for


class HostAnswer(NamedTuple):
    """What a host says about our games, or why it does not answer."""

    games: tuple[OwnGame, ...] = ()
    silence: str = ""


class HostCalls(NamedTuple):
    """How many hosts are asked, and their answers one by one."""

    hosts: int
    answers: AsyncIterator[HostAnswer]


async def no_answers() -> AsyncIterator[HostAnswer]:
    """Ask nobody."""
    for answer in list[HostAnswer]():
        yield answer


def in_order(games: Iterable[OwnGame]) -> list[OwnGame]:
    """Put what waits for the player first, by the time left."""
    return sorted(games, key=urgency)


def urgency(game: OwnGame) -> tuple[int, float, str]:
    left = game.own.remaining_ms
    rank = 0 if game.waits_for_me else 1 + AFTER_OWN_TURNS.index(game.own.info.state)
    return rank, float("inf") if left is None else left, game.own.info.table


def place_words(address: Address) -> str:
    """Say where a host is; the usual port goes without saying."""
    return str(address).removesuffix(f":{DEFAULT_PORT}")


# Words ---------------------------------------------------------------------------------------

COLUMNS: Final = ("game", "turn", "left", "table", "host")


def headings() -> tuple[str, ...]:
    return tuple(t(f"games-column-{name}") for name in COLUMNS)


def cells_of(game: OwnGame) -> tuple[str, ...]:
    info = game.own.info
    return game_title(info.game), turn_words(game), left_words(game), harmless(info.table), game.host


def line_of(game: OwnGame) -> str:
    """Tell about a game in a line."""
    cells = dict(zip(COLUMNS, cells_of(game), strict=True))
    return t("games-line-left" if cells["left"] else "games-line", **cells)


def card_of(game: OwnGame) -> Card:
    """Tell how a game stands, and what going there means."""
    seat = seat_title(game_named(game.own.info.game), game.own.seat)
    go = t("games-go" if game.own.info.state is not TableState.OVER else "games-look", seat=seat)
    return Card(game_title(game.own.info.game), t("games-column-table"), (line_of(game), go))


def column_cards() -> list[Card]:
    messages = [f"games-column-{name}" for name in COLUMNS]
    return [Card(t(message), t("thing-column"), (t(f"{message}.about"),)) for message in messages]


def turn_words(game: OwnGame) -> str:
    """Say who is waited for."""
    info = game.own.info
    if info.state is TableState.OPEN:
        taken = sum(bool(row.player) for row in info.seats)
        return t("games-open", taken=taken, seats=len(info.seats))
    if info.state is not TableState.RUNNING:
        return t(f"games-{info.state.value}")
    if game.waits_for_me:
        return t("games-you")
    names = ", ".join(row.player for row in info.seats if row.seat in game.own.waited_for)
    return t("games-others", who=names) if names else t("games-going-on")


def left_words(game: OwnGame) -> str:
    left = game.own.remaining_ms
    return duration(left) if game.waits_for_me and left is not None else ""
