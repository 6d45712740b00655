"""A sitting with the line client: reads line after line until the player or the server has had enough."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any
from unicodedata import normalize

from client.plain.asking import chosen
from client.plain.commands import obey, say
from client.plain.desk import Desk
from client.plain.screen import Screen
from client.seat.connection import RefusedError
from client.seat.journey import Journey
from client.texts import t
from client.texts.refusals import why
from core.kinds import InputError
from protocol.talk import TalkError

OK = 0
ENDED = 1


async def sit_at(journey: Journey, screen: Screen, lines: AsyncIterator[str]) -> int:
    """Go to a table and stay there line by line; give the exit code."""
    async with journey() as way:
        desk = Desk(way.invitation, way.person, way.admit, screen, way.limits)
        return await hold_session(desk, _ready_and_then(desk, lines) if way.begins_by_itself else lines)


async def _ready_and_then(desk: Desk, lines: AsyncIterator[str]) -> AsyncIterator[str]:
    """Nobody has to wait for bots, so the game begins by itself."""
    if desk.mirror.view is None:
        yield "/ready"
    while desk.mirror.view is None:
        desk.news.clear()
        await desk.news.wait()
    async for line in lines:
        yield line


async def hold_session(desk: Desk, lines: AsyncIterator[str]) -> int:
    """Sit down and stay; give the exit code. Raises whatever is in the way of sitting down."""
    await desk.sit_down()
    try:
        return await _converse(desk, lines)
    finally:
        await desk.leave()


async def _converse(desk: Desk, lines: AsyncIterator[str]) -> int:
    gone = desk.player.gone
    talk = asyncio.get_running_loop().create_task(_take_all(desk, lines))
    first: list[asyncio.Future[Any]] = [talk, gone]
    await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
    if talk.done():
        talk.result()
    else:
        talk.cancel()
        with suppress(asyncio.CancelledError):
            await talk
    if not gone.done():
        desk.screen.show_all(_parting_words(desk))
        return OK
    if desk.player.alarm is None:
        desk.screen.show(t("news-gone", reason=gone.result()))
    return OK if desk.is_over else ENDED


def _parting_words(desk: Desk) -> Iterator[str]:
    """Say what becomes of somebody who did not leave by a word, but has no more to say."""
    if desk.has_quit or desk.is_over:
        return
    yield t("plain-input-over")
    if desk.mirror.seat is not None:
        yield t("plain-seat-kept")


async def _take_all(desk: Desk, lines: AsyncIterator[str]) -> None:
    async for line in lines:
        await take_line(desk, normalize("NFC", line).strip())
        if desk.has_quit:
            return


async def take_line(desk: Desk, line: str) -> None:
    """Do what a line says, or say in one sentence why not."""
    try:
        desk.ask()
        if not line:
            desk.repeat()
        elif line.startswith("/"):
            await obey(desk, line)
        elif line.startswith("'"):
            await say(desk, line[1:].strip())
        else:
            await _play(desk, line)
    except (InputError, RefusedError, TalkError) as error:
        desk.screen.show(why(error))


async def _play(desk: Desk, line: str) -> None:
    """Answer the question, or do what one may do in between."""
    game, question = desk.mirror.game, desk.question
    choice = chosen(game, question, line)
    is_answer = question is not None and question.decision.allows(choice)
    if type(choice) in game.rules.free and not is_answer:
        await desk.player.act(choice)
    else:
        await desk.player.choose(choice)
