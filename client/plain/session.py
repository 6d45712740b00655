"""A sitting with the line client: reads line after line until the player or the server has had enough."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from unicodedata import normalize

from client.plain.aloud import chosen
from client.plain.commands import obey, say
from client.plain.desk import Desk
from client.plain.screen import Screen
from client.seat.journey import Journey
from client.seat.sitting import REFUSALS
from client.texts import t
from client.texts.refusals import why

OK = 0
ENDED = 1


async def sit_at(journey: Journey, screen: Screen, lines: AsyncIterator[str]) -> int:
    """Go to a table and stay there line by line; give the exit code."""
    async with journey() as way:
        return await hold_session(Desk(way, screen), lines)


async def hold_session(desk: Desk, lines: AsyncIterator[str]) -> int:
    """Sit down and stay; give the exit code. Raises whatever is in the way of sitting down."""
    work = (desk.sitting.stay(), _take_all(desk, lines), desk.gone.wait())
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        desk.close()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    if desk.model.reason_gone:
        return OK if desk.is_over else ENDED
    desk.screen.show_all(_parting_words(desk))
    return OK


def _parting_words(desk: Desk) -> Iterator[str]:
    """Say what becomes of somebody who did not leave by a word, but has no more to say."""
    if desk.has_quit or desk.is_over:
        return
    yield t("plain-input-over")
    if desk.scene.seat is not None:
        yield t("plain-seat-kept")


async def _take_all(desk: Desk, lines: AsyncIterator[str]) -> None:
    await desk.until(lambda: desk.can_begin)
    async for line in lines:
        await take_line(desk, normalize("NFC", line).strip())
        if desk.has_quit:
            return


async def take_line(desk: Desk, line: str) -> None:
    """Do what a line says, or say in one sentence why not."""
    try:
        desk.draw()
        if not line:
            desk.repeat()
        elif line.startswith("/"):
            await obey(desk, line)
        elif line.startswith("'"):
            await say(desk, line[1:].strip())
        else:
            await desk.follow(desk.model.play(chosen(desk.scene.game, desk.question, line)))
    except REFUSALS as error:
        desk.screen.show(why(error))
