"""What a player who is not looking must hear: their turn, little time, and the end of a game; each once.

It says only which game and table it is about, that it is the player's turn, and how much time is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

from client.table.own_games import OwnGame, place_words
from client.table.scene import Scene
from client.table.wording import game_title
from client.table.words import duration
from client.texts import t
from core.kinds import Seat
from protocol.invitation import Address
from protocol.messages import TableInfo, TableState
from protocol.pace import Pace, Untimed

SECONDS_OF_ATTENTION: Final = 60.0
"""How long somebody who touched a key or the mouse is taken to be looking at the table."""
LEAST_WARNING_MS: Final = 30_000
MOST_LETTERS: Final = 300


class Attention(NamedTuple):
    """When the player last touched the program, and whether they are looking at it."""

    touched: float
    is_paid: bool


def attention_of(touched: float, now: float, *, has_focus: bool = True) -> Attention:
    return Attention(touched, has_focus and now - touched < SECONDS_OF_ATTENTION)


class Urgency(IntEnum):
    """What to call a player for; the most urgent is the last."""

    TURN = 1
    DEADLINE = 2
    END = 3


Occasion: TypeAlias = tuple[Urgency, int | None]
"""What to call a player for, and the number of the turn or question it is about."""


class Stand(NamedTuple):
    """How a table stands for a player."""

    game: str
    table: str
    host: str
    is_waiting: bool  # for this player
    is_over: bool
    left_ms: int | None = None
    pace: Pace = Untimed()
    prompt: int | None = None  # which question it is
    turn: int | None = None  # another number is another turn, if nobody sees a turn end

    @property
    def is_late(self) -> bool:
        """Whether a tenth of the time is left, or half a minute."""
        if self.left_ms is None or isinstance(self.pace, Untimed):
            return False
        return self.left_ms <= max(LEAST_WARNING_MS, 100 * self.pace.seconds)


def stand_at(scene: Scene, address: Address, now: float) -> Stand | None:
    """Return how the player's table stands; against bots alone, nobody is called."""
    if scene.seat is None or not has_others(scene.info, scene.seat):
        return None
    info = scene.info
    return Stand(
        info.game,
        info.table,
        place_words(address),
        scene.decision is not None and scene.seat in scene.waited_for,
        info.state is TableState.OVER,
        scene.remaining_ms(now),
        info.terms.pace,
        scene.prompt,
    )


def has_others(info: TableInfo, seat: Seat) -> bool:
    return any(row.player and not row.is_bot and row.seat != seat for row in info.seats)


def stand_of(game: OwnGame) -> Stand:
    """Return how a game stands by its host's account."""
    own = game.own
    return Stand(
        own.info.game,
        own.info.table,
        game.host,
        game.waits_for_me,
        own.info.state is TableState.OVER,
        own.remaining_ms,
        own.info.terms.pace,
        own.prompt,
        own.prompt,
    )


class Seen(NamedTuple):
    """What was seen of a table so far: since when something is due, and what of it the player knows."""

    since: dict[Occasion, float]
    known: frozenset[Occasion]
    has_gone_on: bool


UNSEEN: Final = Seen({}, frozenset(), has_gone_on=False)


class Lookout:
    """Looks at tables again and again, and calls the player once for each occasion."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], Seen] = {}

    def look(self, stand: Stand, attention: Attention, now: float) -> str:
        """Return the words to call with, if it is time.

        A player who has touched the program since something is due knows of it. While somebody is looking we
        wait.
        """
        place = stand.host, stand.table
        before = self._seen.get(place, UNSEEN)
        due = set(occasions(stand, has_gone_on=before.has_gone_on))
        since = {occasion: before.since.get(occasion, now) for occasion in due}
        known = {occasion for occasion in due if attention.touched >= since[occasion]}
        known |= before.known & (due | lasting(stand))
        calls = bool(due - known) and not attention.is_paid
        has_gone_on = before.has_gone_on or not stand.is_over
        self._seen[place] = Seen(since, frozenset(known | due if calls else known), has_gone_on)
        return words_for(max(due - known)[0], stand) if calls else ""


def occasions(stand: Stand, *, has_gone_on: bool) -> Iterator[Occasion]:
    """Name what is due; the end of a game is news only to those who have seen it running."""
    if stand.is_waiting:
        yield Urgency.TURN, stand.turn
    if stand.is_waiting and stand.is_late:
        yield Urgency.DEADLINE, stand.prompt
    if stand.is_over and has_gone_on:
        yield Urgency.END, None


def lasting(stand: Stand) -> set[Occasion]:
    """Name what is not forgotten: an end, and little time while a question waits; clocks may disagree."""
    end = Urgency.END, None
    return {end, (Urgency.DEADLINE, stand.prompt)} if stand.is_waiting else {end}


def words_for(urgency: Urgency, stand: Stand) -> str:
    facts = {"game": game_title(stand.game), "table": stand.table, "host": stand.host}
    message = f"notice-{urgency.name.lower()}"
    if urgency is Urgency.TURN and stand.left_ms is not None:
        message = "notice-turn-left"
    left = duration(stand.left_ms) if stand.left_ms is not None else ""
    return t(message, left=left, **facts)[:MOST_LETTERS]
