"""The lobby line by line: numbered ways to a table, to the lessons, and to games that were saved."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeAlias, TypeVar

from client.plain.lesson import HadEnoughError, next_line, teach
from client.plain.screen import Screen
from client.plain.session import sit_at
from client.seat.journey import JOIN_ERRORS, Journey
from client.seat.vault import VaultError
from client.table.lessons import course_of
from client.table.lobby import Doors, Kept, NewTable
from client.table.replay import ALL, lines_of
from client.table.sentences import game_title
from client.texts import plainly, t
from client.texts.refusals import why
from core.catalog import game_named, game_names
from core.game import Game
from core.kinds import InputError
from protocol.invitation import Invitation, InvitationError

Act: TypeAlias = Callable[[], Awaitable[None]]
Picked = TypeVar("Picked")


class LineLobby:
    """Somebody in the lobby, with what they type and read."""

    def __init__(self, doors: Doors, screen: Screen, lines: AsyncIterator[str]) -> None:
        self._doors = doors
        self._screen = screen
        self._lines = lines

    async def stay(self) -> None:
        """Lead to one place after the other until the player leaves."""
        with suppress(HadEnoughError):
            while True:
                act = await self._pick(t("plain-lobby"), self._ways())
                await act()

    def _ways(self) -> list[tuple[str, Act]]:
        """List the ways out; those back to where one was come first."""
        return [
            *self._ways_back(),
            (t("lobby-learn"), self._learn),
            (t("lobby-play"), self._play),
            (t("lobby-join"), self._join),
            (t("lobby-past"), self._look_back),
            (t("lobby-quit"), self._leave),
        ]

    def _ways_back(self) -> list[tuple[str, Act]]:
        left, last, ways = self._doors.broken_off(), self._doors.last(), list[tuple[str, Act]]()
        if left is not None:
            words = t("lobby-resume", game=game_title(left.game))
            ways.append((words, partial(self._go, self._doors.play(left))))
        if last is not None:
            words = t("lobby-back", table=last.game, host=last.address.host)
            ways.append((words, partial(self._go, self._doors.join(last, False))))
        return ways

    # Questions -------------------------------------------------------------------------------

    async def _pick(self, question: str, rows: Sequence[tuple[str, Picked]]) -> Picked:
        """Ask until a number of the list is typed; Enter alone repeats it."""
        choices = {str(number): row for number, row in enumerate(rows, start=1)}
        line = ""
        while line not in choices:
            if line:
                self._screen.show(t("plain-no-choice", number=line))
            else:
                self._screen.show("", question, *(f"  {key} {words}" for key, (words, _) in choices.items()))
            line = await self._read()
        return choices[line][1]

    async def _pick_or_go_back(self, question: str, rows: Sequence[tuple[str, Picked]]) -> Picked | None:
        return await self._pick(question, [*rows, (t("plain-lobby-back"), None)])

    async def _pick_game(self) -> Game | None:
        name = await self._pick_or_go_back(
            t("lobby-game"), [(game_title(name), name) for name in game_names()]
        )
        return game_named(name) if name is not None else None

    async def _count_players(self, game: Game) -> int:
        first, *_, last = game.players
        numbers = {str(number): number for number in game.players}
        usual = game.players[min(1, len(game.players) - 1)]
        self._screen.show(t("plain-lobby-players", first=first, last=last, usual=usual))
        while (line := await self._read()) not in numbers and line:
            self._screen.show(t("plain-no-choice", number=line))
        return numbers.get(line, usual)

    async def _read(self) -> str:
        return await next_line(self._lines)

    # Ways out --------------------------------------------------------------------------------

    async def _go(self, journey: Journey) -> None:
        """Stay at a table, and come back to the lobby in the end."""
        try:
            await sit_at(journey, self._screen, self._lines)
        except (*JOIN_ERRORS, VaultError) as error:
            self._screen.show(why(error))

    async def _play(self) -> None:
        game = await self._pick_game()
        if game is not None:
            players = await self._count_players(game)
            await self._go(self._doors.play(NewTable(game.name, players, players - 1)))

    async def _join(self) -> None:
        self._screen.show(t("plain-lobby-invitation"))
        line = await self._read()
        if not line:
            return
        try:
            invitation = Invitation.parse(line)
        except InvitationError as error:
            self._screen.show(why(error))
        else:
            await self._go(self._doors.join(invitation, False))

    async def _learn(self) -> None:
        game = await self._pick_game()
        if game is not None:
            await teach(course_of(game.name), self._screen, self._lines)

    async def _look_back(self) -> None:
        """Tell a game again that was saved at its end."""
        games = self._doors.kept()
        if not games:
            self._screen.show(plainly("lobby-past-none"))
            return
        kept = await self._pick_or_go_back(t("lobby-past-which"), [(game.title, game) for game in games])
        if kept is not None:
            self._screen.show_all(await asyncio.to_thread(lines_about, kept))

    async def _leave(self) -> None:
        raise HadEnoughError


def lines_about(kept: Kept) -> list[str]:
    try:
        past = kept.recall()
    except InputError as error:
        return [why(error)]
    return list(lines_of(past.game, [moment.heard for moment in past.moments(ALL)], ALL))
