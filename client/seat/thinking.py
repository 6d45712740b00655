"""Thinking beside the table: a bot that looks far ahead does so in its own process, and holds nobody up."""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from random import Random
from time import monotonic
from typing import Final

from client.table.bot_talk import spoken
from client.table.thoughts import Considered, KeptThought
from core.bots.bargaining import NOTHING, DealReply, RankedDeal
from core.bots.courtesy import UnfailingBot
from core.bots.kinds import UNTIED, AnyView, Stance, Thinker, Thought
from core.bots.levels import bot_named, think
from core.bots.search import Budget
from core.bots.word import SHOWN
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
    """Keep what a bot has weighed before it answered."""
    return kept_as(at_ms, [(game.line_of(each.choice), each.worth, each.terms) for each in thought.weighed])


def kept_reply(reply: DealReply, at_ms: int) -> KeptThought:
    """Keep what an answer to an offer was chosen from: yes, no and, if there was one, a counter-offer."""
    yes = ("offer-accept", sum(reply.terms.values()), reply.terms)
    no = ("offer-decline", 0.0, NOTHING)
    instead = ("offer-counter", sum(reply.better.values()), reply.better)
    others = [yes] if reply.terms else []  # some offers are refused whatever they are worth
    chosen = [instead, *others, no] if reply.counter else [yes, no] if reply.accepts else [no, *others]
    (line, worth, terms), *rest = chosen
    return kept_as(at_ms, [(f"{line} {spoken(reply.reason)}", worth, terms), *rest])


def kept_offer(game: Game, proposals: Sequence[RankedDeal], at_ms: int) -> KeptThought:
    """Keep to whom an offer could have gone; what was in it stays between the two."""
    weighed = [
        (f"offer-to {game.seat_names[each.deal.to]}", sum(each.terms.values()), each.terms)
        for each in proposals[: SHOWN - 1]
    ]
    return kept_as(at_ms, [*weighed, ("offer-nothing", 0.0, NOTHING)])


def kept_as(at_ms: int, weighed: Sequence[tuple[str, float, Mapping[str, float]]]) -> KeptThought:
    """Keep the terms by which some answers differ most."""
    names = dict.fromkeys(name for _, _, terms in weighed for name in terms)

    def spread(name: str) -> float:
        values = [terms.get(name, 0.0) for _, _, terms in weighed]
        return max(values) - min(values)

    told = sorted(names, key=spread, reverse=True)[:SHOWN_TERMS]
    return KeptThought(
        at_ms,
        tuple(
            Considered(
                line,
                tenths(worth),
                tuple((name, value) for name in told if (value := tenths(terms.get(name, 0.0)))),
            )
            for line, worth, terms in weighed
        ),
    )


def tenths(value: float) -> int:
    return round(10 * value)
