"""Bots that think in their own process: they answer from there, and without it."""

from __future__ import annotations

import threading
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache
from random import Random

import pytest

from client.seat import thinking
from client.seat.thinking import ThinkingBot, bot_at_table, log, thinkers
from client.table.lobby import LEVELS
from core.bots.courtesy import UnfailingBot
from core.bots.levels import SteadyBot
from core.catalog import game_named
from core.chance import SeededRng
from core.game import start

GAME = game_named("ninjato")
STATE = start(GAME, (0, 1), {}, SeededRng(b"think"))[0]
VIEW = GAME.view_for(STATE, next(iter(STATE.pending)))


def test_a_thought_comes_from_another_process() -> None:
    choice = bot_at_table("strong", GAME, Random(1)).choose(VIEW)

    assert VIEW.decision.allows(choice)
    assert thinkers.cache_info().currsize == 1


def broken() -> Executor:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    return executor


def test_where_thinking_fails_the_next_bot_answers(caplog: pytest.LogCaptureFixture) -> None:
    bots = ThinkingBot(GAME, Random(1), broken), SteadyBot(GAME, Random(1))

    assert UnfailingBot(log.exception, *bots).choose(VIEW) == SteadyBot(GAME, Random(1)).choose(VIEW)
    assert "could not think" in caplog.text


def test_who_thinks_too_long_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 0.01)
    never = threading.Event()
    with ThreadPoolExecutor(1) as slow:
        slow.submit(never.wait)
        with pytest.raises(TimeoutError):
            ThinkingBot(GAME, Random(1), lambda: slow).choose(VIEW)
        never.set()


@pytest.mark.parametrize("level", LEVELS)
def test_whatever_fails_there_is_an_answer(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "thinkers", cache(broken))
    monkeypatch.delattr("core.games.ninjato.tactics.candidates")

    choice = bot_at_table(level, GAME, Random(1)).choose(VIEW)

    assert VIEW.decision.allows(choice)


def test_it_thinks_for_a_second_at_most() -> None:
    assert thinking.USUAL.seconds == 1.0
    assert thinking.USUAL.seconds < thinking.PATIENCE
