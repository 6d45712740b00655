"""Calls a player outside the program: through the terminal, a command of theirs, or a webhook."""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.client import HTTPException
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from client.harmless import harmless
from client.local.settings import NoticeSettings
from client.texts import t

TITLE: Final = "Jinmaku"
SECONDS_TO_RUN: Final = 10.0
SECONDS_TO_POST: Final = 5.0
SEQUENCES: Final = {"osc9": "\x1b]9;{text}\x07", "osc777": "\x1b]777;notify;" + TITLE + ";{text}\x07"}
"""The only bytes besides text that steer a terminal here."""
MULTIPLEXERS: Final = ("tmux", "screen")
NO_WINDOWS: Final = ("", "dumb", "unknown", "linux")
KNOW_777_ALONE: Final = ("rxvt", "foot")


async def call(words: str, settings: NoticeSettings, write: Callable[[str], Any]) -> list[str]:
    """Call by every means set; return a sentence for each that failed. `write` steers the terminal."""
    text = harmless(words)
    sequence = sequence_for(text, settings.terminal)
    if sequence:
        write(sequence)
    ways = []
    if settings.command:
        ways.append(run_command(settings.command, text))
    if settings.webhook:
        ways.append(asyncio.to_thread(post, settings.webhook, text))
    return [trouble for trouble in await asyncio.gather(*ways) if trouble]


# The terminal --------------------------------------------------------------------------------


def sequence_for(text: str, how: str, environ: Mapping[str, str] = os.environ) -> str:
    """Return what makes the terminal call; nothing inside tmux or screen, which would not pass it on."""
    term = environ.get("TERM", "")
    if how == "off" or "TMUX" in environ or term.startswith(MULTIPLEXERS) or term in NO_WINDOWS:
        return ""
    if how == "auto":
        is_777 = "VTE_VERSION" in environ or term.startswith(KNOW_777_ALONE)
        how = "osc777" if is_777 else "osc9"
    return SEQUENCES[how].format(text=text)


# A command -----------------------------------------------------------------------------------


async def run_command(command: tuple[str, ...], text: str) -> str:
    """Run a command with the text as its last argument, through no shell and not for long."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command, text, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True
        )
    except (OSError, ValueError) as error:
        return t("notice-command-failed", reason=f"{error}.")
    try:
        async with asyncio.timeout(SECONDS_TO_RUN):
            code = await process.wait()
    except TimeoutError:
        return t("notice-command-failed", reason=t("notice-command-slow", seconds=int(SECONDS_TO_RUN)))
    finally:
        await end(process)
    return t("notice-command-failed", reason=t("notice-command-code", code=code)) if code else ""


async def end(process: Process) -> None:
    """End a command that is still running, and everything it has started."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


# A webhook -----------------------------------------------------------------------------------


class Stay(HTTPRedirectHandler):
    """Follows no redirects."""

    def redirect_request(self, *_: Any) -> None:
        return None


def post(address: str, text: str) -> str:
    """Post the text as ntfy takes it: a title in a header, the rest in the body."""
    headers = {"Title": TITLE, "Content-Type": "text/plain; charset=utf-8", "User-Agent": TITLE}
    request = Request(address, text.encode(), headers, method="POST")  # noqa: S310 (the settings take only https, and http to this machine)
    try:
        opener_for(address).open(request, timeout=SECONDS_TO_POST).close()
    except HTTPError as error:
        error.close()
        return t("notice-webhook-failed", reason=f"HTTP {error.code}.")
    except URLError as error:
        return t("notice-webhook-failed", reason=f"{error.reason}.")
    except (OSError, HTTPException) as error:
        return t("notice-webhook-failed", reason=f"{error}.")
    return ""


def opener_for(address: str) -> OpenerDirector:
    """Use no proxy to reach one's own machine."""
    return build_opener(Stay, *([ProxyHandler({})] if address.startswith("http:") else []))
