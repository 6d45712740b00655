"""Choices at the wrong time, which the rules refuse in random games, and lines that are not moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from core.bots.levels import bot_named
from core.chance import SeededRng
from core.decisions import ChooseOne, Combine, Decision
from core.flow import answer
from core.game import Game, start
from core.kinds import Choice, MoveError, RulesError, Seat
from tests.harness.random_play import random_game

GAMES = 8
MOST = 400
"""How many choices are played in one game."""


def refusals_of(game: Game) -> Iterator[RulesError]:
    """Return what the rules refuse in several games."""
    for seed in range(GAMES):
        yield from refusals_in(game, seed)


def refusals_in(game: Game, seed: int) -> Iterator[RulesError]:
    """Play a random game, and try at every turn what somebody was asked some time before."""
    dice, rng = Random(seed), SeededRng(f"strays {seed}".encode())
    bot = bot_named("random", game, dice)
    state, _ = start(game, (0, 1, 2), {"setup": "draft"} if game.name == "shogun" else {}, rng)
    strays: list[tuple[Seat, Choice]] = []
    for _ in range(MOST):
        for seat, choice in dice.sample(strays, min(4, len(strays))):
            try:
                answer(game.rules, state.clone(), dice.choice((seat, 0, 3)), choice, rng)
            except RulesError as error:
                yield error
        if not state.pending:
            return
        seat = dice.choice(list(state.pending))
        decision = state.pending[seat]
        strays += [(seat, choice) for choice in [*listed_choices(decision)][:8]]
        strays.append((seat, decision.sample(dice)))
        answer(game.rules, state, seat, bot.choose(game.view_for(state, seat)), rng)


def listed_choices(decision: Decision) -> Iterator[Choice]:
    """List the answers to pick from; of combinations only those with no part to spare."""
    if isinstance(decision, Combine):
        yield from decision.kit.lean()
    if isinstance(decision, ChooseOne | Combine):
        yield from decision.options


def spoilt_lines(game: Game, seed: int) -> Iterator[tuple[str, MoveError]]:
    """Take moves of a random game, and insert a word, leave one out or misspell it."""
    dice = Random(seed)
    states = (state for state, _ in random_game(game, (0, 1, 2), seed) if state.pending)
    for state in islice(states, MOST // 2):
        words = game.line_of(next(iter(state.pending.values())).sample(dice)).split()
        wrong = list(words)
        wrong[dice.randrange(0, len(words))] = dice.choice(("xx", "04"))
        for line in (words[:-1], [*words, "zz"], wrong):
            try:
                game.choice_of(" ".join(line))
            except MoveError as error:
                yield " ".join(line), error
