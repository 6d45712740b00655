"""Waiting for what is about to happen, however busy the machine is, and letting time pass at once.

No test depends on the speed of the machine: it waits for what it wants to see, and turns the clock where time
has to pass. Only a test that hangs runs out of patience, and then it says how things stand.
"""

from __future__ import annotations

import asyncio
import inspect
import io
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

PATIENCE = 60.0
"""Seconds after which something that should happen is given up."""
LONG_PATIENCE = 300.0
"""The same for everything that happens in a test, perhaps a whole game."""
MOST = 2_000
"""Characters about one thing, when we say how things stand."""

Something = TypeVar("Something")

_NAPS = ThreadPoolExecutor(8)
"""Where those wait who are beyond any turned clock, beside the threads of the program."""


# Waiting ---------------------------------------------------------------------------------------------


async def until(holds: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait for something to hold, even while time is stopped for everybody else."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("\n".join(["It did not come about.", *_known_to(holds), *_under_way()]))
        await asyncio.get_running_loop().run_in_executor(_NAPS, time.sleep, 0.005)


async def soon(coming: Awaitable[Something]) -> Something:
    """Wait for something that should come unasked."""
    async with patience():
        return await coming


async def nobody_left(server: asyncio.Server) -> None:
    """Wait until all connections of a server have ended, which it does not do itself before Python 3.12."""
    await until(lambda: not getattr(server, "_active_count", 0))


async def whatever_is_ready() -> None:
    """Let everything happen that needs only the loop: what is ready, what follows from it, and so on."""
    for _ in range(10):
        await asyncio.sleep(0)


@asynccontextmanager
async def patience(seconds: float = LONG_PATIENCE) -> AsyncIterator[None]:
    """Turn a hang into a failure that says what everybody was waiting for; no turned clock hurries us."""
    loop, found = asyncio.get_running_loop(), list[str]()

    def give_up() -> None:
        found.extend(_under_way())
        guard.reschedule(loop.time())

    timer = threading.Timer(seconds, loop.call_soon_threadsafe, [give_up])
    timer.daemon = True
    try:
        async with asyncio.timeout(None) as guard:
            timer.start()
            yield
    except TimeoutError as error:
        error.add_note("\n".join(found))
        raise
    finally:
        timer.cancel()


def _known_to(holds: Callable[[], object]) -> Iterator[str]:
    known = inspect.getclosurevars(holds).nonlocals if inspect.isfunction(holds) else {"holds": holds}
    for name, value in known.items():
        yield f"  {name} = {_outline(value)[:MOST]}"


def _outline(value: Any) -> str:
    """Describe a thing by its contents if it does not describe itself."""
    says_little = repr(value) == object.__repr__(value) and hasattr(value, "__dict__")
    return f"{type(value).__name__} with {vars(value)}" if says_little else repr(value)


def _under_way() -> Iterator[str]:
    """Say where everybody else is; a screen's widgets are known to wait for messages."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in (other for other in others if not other.get_name().startswith("message pump")):
        text = io.StringIO()
        task.print_stack(file=text)
        yield text.getvalue()[-MOST:]


# Time ------------------------------------------------------------------------------------------------


class Clock:
    """The time of a loop, which we can turn."""

    def __init__(self, time: Callable[[], float]) -> None:
        self.time = time
        self.turned = 0.0

    def __call__(self) -> float:
        return self.time() + self.turned


def let_pass(seconds: float) -> None:
    """Let this much time pass in one moment, for everything in this loop."""
    _clock().turned += seconds


def stop_time() -> None:
    """From now on time passes only when we let it: a sleeper does not wake up alone."""
    clock, now = _clock(), _clock().time()
    clock.time = lambda: now


async def fast_forward(coming: Awaitable[Something], step: float) -> Something:
    """Let time fly, step by step, until something has come."""
    future = asyncio.ensure_future(coming)
    async with patience():
        while not future.done():
            let_pass(step)
            await asyncio.sleep(0.001)
    return future.result()


def _clock() -> Clock:
    loop = asyncio.get_running_loop()
    if not isinstance(loop.time, Clock):
        loop.time = Clock(loop.time)  # type: ignore[method-assign]
    return loop.time
