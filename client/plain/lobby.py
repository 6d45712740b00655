"""The lobby line by line: numbered ways to a table, to the lessons, and to games that were saved."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple, TypeAlias, TypeVar

from client.plain.lesson import HadEnoughError, Sit, learn, next_line
from client.plain.lobby_words import (
    about_game,
    about_own_game,
    filled,
    found_words,
    invitation_lines,
    lines_about,
    place_in,
    short_of_game,
    welcome_lines,
    words_about,
    words_for,
)
from client.plain.looking import ALL, rules_about
from client.plain.reading import number_in
from client.plain.screen import Screen
from client.seat.connection import NameRefusedError, RefusedError
from client.seat.journey import JOIN_ERRORS, Journey, advised, called, with_password
from client.seat.vault import VaultError
from client.seat.visit import Visit
from client.table.club import Wish, sorted_tables, table_words, wishes_at
from client.table.conversation import (
    BACK,
    Asked,
    Conversation,
    WentBackError,
    make_sure,
    numbered,
    pick,
)
from client.table.lessons import course_of
from client.table.lobby import Doors, first_opening, is_ours
from client.table.opening import (
    Destination,
    GameAct,
    GameChoice,
    Learn,
    NextValue,
    fields_at_server,
    fields_hosted,
    objection,
    opening_hosted,
)
from client.table.own_games import HostAnswer, in_order, line_of
from client.table.past import Past, seen_with
from client.table.wording import game_title, seat_title
from client.texts import speak_in_lines, t
from client.texts.refusals import why
from core.catalog import game_named, game_names
from core.game import Game
from core.kinds import InputError
from protocol.entries import Access
from protocol.invitation import Invitation, InvitationError
from protocol.messages import TableInfo

ABOUT: Final = "?"
NOTHING_ASKED: Final = Asked(())
HELP: Final = (ABOUT, "help", "/help")
OTHER_EYES: Final = "e"
MOST_LINES: Final = 40
"""How much of a saved game is told at once."""
SCHEME: Final = "table://"
LOOK_AROUND: Final = 3.0
"""Seconds to wait for tables on the local network to answer."""
Act: TypeAlias = Callable[[], Awaitable[None]]
Picked = TypeVar("Picked")
About: TypeAlias = Callable[[Picked], str]
"""Says what to know about something before it is picked."""


class WayOut(NamedTuple):
    """A way out of the lobby: its message, the words of it, and what it does."""

    message: str
    words: str
    act: Act


def about_way(way: WayOut) -> str:
    return t(f"{way.message}.about")


def nothing_more(_picked: object) -> str:
    """Most things are what their words say."""
    return ""


class WasInvitedError(Exception):
    """The player pastes an invitation in place of picking something."""

    def __init__(self, invitation: Invitation) -> None:
        self.invitation = invitation


class LineLobby:
    """Somebody in the lobby, with what they type and read."""

    def __init__(self, doors: Doors, sit: Sit, screen: Screen, lines: AsyncIterator[str]) -> None:
        self._doors = doors
        self._sit = sit
        self._screen = screen
        self._lines = lines

    async def stay(self) -> None:
        """Lead to one place after the other until the player leaves."""
        speak_in_lines()
        if self._doors.is_first:
            self._screen.show_all(welcome_lines())
        with suppress(HadEnoughError):
            while True:
                try:
                    ways = [(way.words, way) for way in self._ways()]
                    way = await self._pick(t("plain-lobby"), ways, about_way)
                    if way is not None:
                        await way.act()
                except WasInvitedError as pasted:
                    await self._go(self._doors.join(pasted.invitation, False))

    def _ways(self) -> list[WayOut]:
        """List the ways out; those back to where the player was come first."""
        ways = {
            "lobby-learn": self._learn,
            "lobby-play": self._play,
            "lobby-join": self._join,
            "lobby-find": self._find,
            "lobby-server": self._visit,
            "lobby-host": self._host,
            "lobby-rules": self._read_rules,
            "lobby-past": self._look_back,
            "lobby-quit": self._leave,
        }
        return [*self._ways_back(), *(WayOut(message, t(message), act) for message, act in ways.items())]

    def _ways_back(self) -> Iterator[WayOut]:
        last = self._doors.last()
        for left in self._doors.broken_off():
            words = t("lobby-resume", game=game_title(left.game))
            yield WayOut("lobby-resume", words, partial(self._go, self._doors.play(left)))
        if last is not None:
            words = t("lobby-back", table=last.game, host=last.address.host)
            yield WayOut("lobby-back", words, partial(self._go, self._doors.join(last, False)))
        if self._doors.games().hosts:
            yield WayOut("lobby-games", t("lobby-games"), self._games)

    # Questions -------------------------------------------------------------------------------

    async def _talk(self, conversation: Conversation[Picked]) -> Picked | None:
        """Hold a conversation to its end; going back leaves nothing."""
        try:
            asked = next(conversation)
            while True:
                self._screen.show("", *asked.lines)
                asked = conversation.send(await self._read(asked))
        except StopIteration as end:
            result: Picked = end.value
            return result
        except WentBackError:
            return None

    async def _pick(
        self, question: str, rows: Sequence[tuple[str, Picked]], about: About[Picked] = nothing_more
    ) -> Picked | None:
        """Ask until one of the rows is named, by its number or its words."""
        shown = [
            row._replace(about=about(picked))
            for row, (_, picked) in zip(numbered([words for words, _ in rows]), rows, strict=True)
        ]
        place = await self._talk(pick(question, shown))
        return rows[place][1] if place is not None else None

    async def _pick_or_go_back(self, question: str, rows: Sequence[tuple[str, Picked]]) -> Picked | None:
        return await self._pick(question, [*rows, (t("plain-lobby-back"), None)])

    async def _pick_game(self) -> Game | None:
        rows = [(game_title(name), name) for name in game_names()]
        name = await self._pick(t("lobby-game"), [*rows, (t("plain-lobby-back"), "")], short_of_game)
        return game_named(name) if name else None

    async def _read(self, asked: Asked = NOTHING_ASKED) -> str:
        """Return the next line that asks nothing itself: for help, what a question is for, or about a row."""
        while True:
            line = await next_line(self._lines)
            if line in HELP:
                self._screen.show_all([asked.about] if asked.about else t("plain-lobby-help").splitlines())
            elif asked.rows and line.endswith(ABOUT):
                self._screen.show_all(words_about(asked.rows, line.removesuffix(ABOUT).strip()))
            elif asked.rows and line.startswith(SCHEME):
                with suppress(InvitationError):
                    raise WasInvitedError(Invitation.parse(line))
                return line
            else:
                return line

    # Ways out --------------------------------------------------------------------------------

    async def _go(self, journey: Journey) -> None:
        """Stay at a table, and come back to the lobby in the end."""
        try:
            await self._sit(journey, self._screen, self._lines)
        except NameRefusedError as error:
            self._screen.show(why(error))
            if name := await self._ask(t("plain-lobby-name")):
                await self._go(called(journey, name))
        except (*JOIN_ERRORS, VaultError) as error:
            self._screen.show(why(error))

    async def _play(self) -> None:
        """Choose a game, and against whom; each game tells what it is about."""
        game = await self._pick_game()
        if game is None:
            return
        choice = GameChoice([left.game for left in self._doors.broken_off()])
        choice.turn_to(choice.games.index(game))
        self._screen.show("", about_game(game.name))
        act: GameAct | None = None
        while act is not Destination.LOBBY:
            rows = [(words_for(choice, entry), entry.act) for entry in choice.entries()]
            act = await self._pick(t("plain-lobby-begin"), rows, choice.about) or Destination.LOBBY
            await self._turn(choice, act)

    async def _turn(self, choice: GameChoice, act: GameAct) -> None:
        """Do what was picked before a game."""
        match act:
            case Destination.PLAY:
                await self._go(self._doors.play(choice.opening))
            case Destination.RESUME:
                await self._go(self._doors.play(choice.left))
            case Destination.OPTIONS:
                choice.show_options()
            case Destination.RULES:
                await self._read_rules_of(choice.game.name)
            case Learn():
                await self._teach(choice.game)
            case NextValue():
                place = await self._talk(place_in(choice.field(act.field)))
                if place is not None:
                    choice.put(act.field, place)

    async def _host(self) -> None:
        """Open a table, tell the invitations, and sit down at it; it closes when its host leaves."""
        game = await self._pick_game()
        chosen = await self._talk(filled(fields_hosted(game))) if game is not None else None
        if game is None or chosen is None:
            return
        opening = opening_hosted(game, chosen)
        if reason := objection(opening):
            self._screen.show(reason)
            return
        try:
            async with self._doors.host(opening) as hosted:
                self._screen.show_all(invitation_lines(hosted.invitations))
                self._screen.show(t("plain-lobby-hosted"))
                await self._go(hosted.own)
        except OSError as error:
            self._screen.show(why(error))

    async def _find(self) -> None:
        """Look around on the local network, and go to a table there."""
        self._screen.show(t("lobby-looking"))
        found = [table for table in await self._doors.find(LOOK_AROUND) if is_ours(table)]
        if not found:
            self._screen.show(t("lobby-nothing"))
            return
        table = await self._pick_or_go_back(t("lobby-found"), [(found_words(one), one) for one in found])
        if table is None:
            return
        rows = [(t(f"lobby-arrive-{name}"), name) for name in ("invited", "back", "watch")]
        wish = await self._pick_or_go_back(t("lobby-arrive", table=table.listing.table), rows)
        if wish == "invited":
            await self._join()
        elif wish is not None:
            await self._go(self._doors.join(table.invitation(), wish == "watch"))

    async def _visit(self) -> None:
        """Look in at a server, and go to one of its tables."""
        known = [(str(address), str(address)) for address in self._doors.servers()]
        rows = [*known, (t("club-another"), "")]
        server = await self._pick_or_go_back(t("club-which"), rows) if known else ""
        if server == "":
            server = await self._ask(t("plain-club-link"))
        if not server:
            return
        try:
            async with self._doors.visit(server) as visit:
                journey = await self._look_in(visit)
        except (*JOIN_ERRORS, InvitationError) as error:
            self._screen.show(why(error))
        else:
            if journey is not None:
                await self._go(journey)

    async def _look_in(self, visit: Visit) -> Journey | None:
        """Let a table be chosen, or opened, until there is one to go to."""
        while True:
            rows = [
                (table_words(info, visit.key), partial(self._turn_to, visit, info))
                for info in sorted_tables(await visit.tables())
            ]
            open_one = t("club-open"), partial(self._open_at, visit)
            title = t("club-tables", server=str(visit.server.address))
            act = await self._pick_or_go_back(title, [*rows, open_one])
            journey = await act() if act is not None else None
            if act is None or journey is not None:
                return journey

    async def _turn_to(self, visit: Visit, info: TableInfo) -> Journey | None:
        rows = [(t(f"club-do-{wish.value}"), wish) for wish in wishes_at(info, visit.key)]
        wish = await self._pick_or_go_back(table_words(info, visit.key), rows)
        link = visit.table(info.table)
        if wish is Wish.PASSWORD:
            password = await self._ask(t("plain-club-password"))
            return with_password(self._doors.join(link, False), password) if password else None
        if wish is Wish.INVITED:
            return await self._invited()
        if wish is Wish.INVITE:
            self._screen.show_all(invitation_lines([(await visit.invite(info.table)).text()]))
        elif wish is Wish.CLOSE:
            await visit.close(info.table)
            self._screen.show(t("club-closed", table=info.table))
        elif wish is not None:
            return self._doors.join(link, wish is Wish.WATCH)
        return None

    async def _open_at(self, visit: Visit) -> Journey | None:
        game = await self._pick_game()
        chosen = await self._talk(filled(fields_at_server(game))) if game is not None else None
        if game is None or chosen is None:
            return None
        opening = opening_hosted(game, chosen)
        if opening.access is Access.PASSWORD:
            opening = opening._replace(password=await self._ask(t("plain-club-new-password")))
        try:
            hosted = await self._doors.open(visit, opening)
        except RefusedError as error:
            self._screen.show(why(error))
            return None
        if opening.access is Access.INVITED:
            self._screen.show_all(invitation_lines(hosted.invitations))
        return hosted.own

    async def _ask(self, question: str) -> str:
        self._screen.show(question)
        return await self._read()

    async def _join(self) -> None:
        journey = await self._invited()
        if journey is not None:
            await self._go(journey)

    async def _invited(self) -> Journey | None:
        while line := await self._ask(t("plain-lobby-invitation")):
            try:
                return self._doors.join(Invitation.parse(line), False)
            except InvitationError as error:
                self._screen.show(why(error))
        return None

    async def _games(self) -> None:
        """Ask all hosts, and go to one of the games there."""
        games = [game async for answer in self._answers() for game in answer.games]
        if not games:
            self._screen.show(t("games-none"))
            return
        rows = [(line_of(game), game) for game in in_order(games)]
        chosen = await self._pick(t("games-which"), [*rows, (t("plain-lobby-back"), None)], about_own_game)
        if chosen is not None:
            await self._go(self._doors.join(chosen.invitation, False))

    async def _answers(self) -> AsyncIterator[HostAnswer]:
        """Say how far the hosts are, and which do not answer."""
        calls, answered = self._doors.games(), 0
        async for answer in calls.answers:
            answered += 1
            if answer.silence:
                self._screen.show(answer.silence)
            self._screen.show(t("games-asking", answered=answered, hosts=calls.hosts))
            yield answer

    async def _learn(self) -> None:
        game = await self._pick_game()
        if game is not None:
            await self._teach(game)

    async def _teach(self, game: Game) -> None:
        first_game = advised(self._doors.play(first_opening(game)))
        await learn(course_of(game.name), first_game, self._sit, self._screen, self._lines)

    async def _read_rules(self) -> None:
        game = await self._pick_game()
        if game is not None:
            await self._read_rules_of(game.name)

    async def _read_rules_of(self, game: str) -> None:
        while words := await self._ask(t("plain-lobby-rules")):
            self._screen.show_all(rules_about(game, words))

    async def _look_back(self) -> None:
        """Tell a saved game again."""
        games = self._doors.kept()
        if not games:
            self._screen.show(t("lobby-past-none"))
            return
        kept = await self._pick_or_go_back(t("lobby-past-which"), [(game.title, game) for game in games])
        if kept is None:
            return
        try:
            past = await asyncio.to_thread(kept.recall)
        except InputError as error:
            self._screen.show(why(error))
        else:
            await self._look_with(past, 0)

    async def _look_with(self, past: Past, eyes: int) -> None:
        """Tell a game part by part with one pair of eyes; perhaps with others, or play on from a moment."""
        left = self._tell_part(await asyncio.to_thread(list, lines_about(past, eyes)))
        while self._doors.fork is not None:
            how = t("plain-lobby-told", left=len(left)) if left else t("plain-lobby-told-all")
            line = await self._ask(f"{how} {t('plain-lobby-fork', others=OTHER_EYES)}")
            if line == BACK or not (line or left):
                return
            if line in ("", ALL):
                left = self._tell_part(left, len(left) if line else MOST_LINES)
                continue
            if line == OTHER_EYES:
                rows = [(words, place) for place, (words, _) in enumerate(past.eyes)]
                picked = await self._pick_or_go_back(t("plain-lobby-eyes"), rows)
                await self._look_with(past, eyes if picked is None else picked)
                return
            try:
                at = seen_with(past, eyes).at(number_in(line))
            except InputError as error:
                self._screen.show(why(error))
                continue
            if not at.can_be_forked:
                self._screen.show(t("replay-no-fork"))
                continue
            what = t("replay-fork-as", who=seat_title(past.game, at.seat))
            if await self._talk(make_sure(t("plain-sure", what=what), (t("replay-fork-how"),))):
                await self._go(self._doors.fork(past, at.seq, at.seat))
                return

    def _tell_part(self, lines: list[str], most: int = MOST_LINES) -> list[str]:
        """Read out the first lines; return the rest."""
        self._screen.show_all(lines[:most])
        return lines[most:]

    async def _leave(self) -> None:
        raise HadEnoughError
