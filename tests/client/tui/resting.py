"""Screens under test: waiting until one is at rest, and showing it where a test fails.

A screen is at rest when nobody has anything left to do, and all of it is drawn. Textual's own pilot sleeps
until its process uses little CPU. That takes 40 ms for each key, and on a busy machine a process uses little
CPU in the middle of its work.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from textual._context import active_app
from textual.app import App, ScreenStackError
from textual.pilot import Pilot
from textual.screen import Screen

MOST = 1.0
"""Seconds of CPU after which we stop, since something may go on without end."""
QUIET = 3
"""After this many turns without work, none is on its way through a socket, either."""


async def at_rest(*_: object, **__: object) -> None:
    """Let everything happen that needs no more time, and draw what follows from it."""
    app: App[Any] = active_app.get()
    end = time.process_time() + MOST
    await _nothing_to_do(end)
    while (screen := _screen_of(app)) and _is_stale(screen) and time.process_time() < end:
        app._check_resize()  # noqa: SLF001
        screen._on_timer_update()  # noqa: SLF001
        await _nothing_to_do(end)


async def _nothing_to_do(end: float) -> None:
    loop: Any = asyncio.get_running_loop()
    quiet = 0
    while quiet < QUIET and time.process_time() < end:
        await asyncio.sleep(0)
        quiet = 0 if loop._ready else quiet + 1  # noqa: SLF001


run_test = App.run_test


@asynccontextmanager
async def run_and_show(app: App[Any], *args: Any, **options: Any) -> AsyncIterator[Pilot[Any]]:
    """Run an app as usual; any failure in the meantime brings a picture of its screen along."""
    async with run_test(app, *args, **options) as pilot:
        try:
            yield pilot
        except Exception as error:
            with suppress(ScreenStackError):
                error.add_note(f"{app.screen}:\n{lines_on(app)}")
            raise


def lines_on(app: App[Any]) -> str:
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())  # noqa: SLF001


def _screen_of(app: App[Any]) -> Screen[Any] | None:
    try:
        return app.screen
    except ScreenStackError:
        return None


def _is_stale(screen: Any) -> bool:
    """Say whether something has to be drawn, or waits until that is done."""
    is_stale = (
        screen.app._resize_event  # noqa: SLF001
        or screen._layout_required  # noqa: SLF001
        or screen._scroll_required  # noqa: SLF001
        or screen._repaint_required  # noqa: SLF001
        or screen._recompose_required  # noqa: SLF001
        or screen._dirty_widgets  # noqa: SLF001
        or screen._callbacks  # noqa: SLF001
    )
    return bool(is_stale) and not screen.app._batch_count  # noqa: SLF001
