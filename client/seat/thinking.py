"""Thinking beside the table: a bot that looks far ahead does so in its own process, and holds nobody up."""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from random import Random
from time import monotonic
from typing import Final

from client.table.thoughts import Considered, KeptThought
from core.bots.bargaining import DealReply
from core.bots.courtesy import UnfailingBot
from core.bots.kinds import UNTIED, AnyView, Stance, Thinker, Thought
from core.bots.levels import bot_named, think
from core.bots.search import Budget
from core.game import Game
from core.kinds import Choice

USUAL: Final = Budget(playouts=10_000, seconds=1.0, clock=monotonic)
PATIENCE: Final = 10.0
"""Seconds to wait for a thought; several bots may think one after the other."""

SHOWN_TERMS: Final = 4
"""How many terms of a judgement are told: those by which answers differ most."""

log = logging.getLogger(__name__)


def bot_at_table(level: str, game: Game, dice: Random) -> Thinker:
    """Make a bot that answers in good time, whatever it thinks about and whatever goes wrong."""
    first = ThinkingBot(game, dice) if level == "strong" else bot_named(level, game, dice)
    others = [bot_named(simpler, game, dice) for simpler in ("steady", "random")]
    return UnfailingBot(log.exception, first, *others)


class ThinkingBot:
    """A strong bot that thinks elsewhere, and fails if that takes too long."""

    def __init__(self, game: Game, dice: Random, executor: Callable[[], Executor] | None = None) -> None:
        self._game = game
        self._dice = dice
        self._executor = executor or thinkers

    def choose(self, view: AnyView) -> Choice:
        return self.think(view).choice

    def think(self, view: AnyView, stance: Stance = UNTIED) -> Thought:
        try:
            return self._think(view, stance)
        except Exception:
            thinkers.cache_clear()
            raise

    def _think(self, view: AnyView, stance: Stance) -> Thought:
        seed = self._dice.getrandbits(64)
        return self._executor().submit(think, self._game.name, view, USUAL, seed, stance).result(PATIENCE)


@cache
def thinkers() -> Executor:
    """Start the process in which all bots of this one think."""
    return ProcessPoolExecutor(1, get_context("spawn"), initializer=ignore_interrupts)


def ignore_interrupts() -> None:
    """Leave ctrl-c to the process that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# What to tell of it afterwards -------------------------------------------------------------------


def kept(game: Game, thought: Thought, at_ms: int) -> KeptThought:
    """Keep the part of a thought that makes its answers differ most."""
    names = {name for weighed in thought.weighed for name in weighed.terms}

    def spread(name: str) -> float:
        values = [weighed.terms.get(name, 0.0) for weighed in thought.weighed]
        return max(values) - min(values)

    told = sorted(names, key=spread, reverse=True)[:SHOWN_TERMS]
    considered = [
        Considered(
            game.line_of(weighed.choice),
            tenths(weighed.worth),
            tuple((name, value) for name in told if (value := tenths(weighed.terms.get(name, 0.0)))),
        )
        for weighed in thought.weighed
    ]
    return KeptThought(at_ms, tuple(considered))


def tenths(value: float) -> int:
    return round(10 * value)


def kept_reply(reply: DealReply, at_ms: int) -> KeptThought:
    """Keep what an answer to an offer was chosen from: yes, no and, if there was one, a counter-offer."""
    yes, no = Considered("offer-accept", tenths(reply.gain)), Considered("offer-decline", 0)
    if reply.counter is not None:
        return KeptThought(at_ms, (Considered("offer-counter", tenths(reply.better)), yes, no))
    return KeptThought(at_ms, (yes, no) if reply.accepts else (no, yes))
