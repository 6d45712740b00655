"""Bots: they answer what a view asks, they finish games, and the better one wins."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from core import flow
from core.bots import BOTS, Bot, bot_named, play_game
from core.catalog import game_named
from core.chance import SeededRng
from core.decisions import Allocation, Give
from core.game import start
from core.games.rising_sun.steps import CollectBids
from core.games.rising_sun.view import View
from core.kinds import Choice, InputError, Seat

GAME = game_named("rising_sun")
RANDOM = {"set": "random", "shrines": "random"}


class Spy:
    """A bot that notes what another one gets to see, and asks a twin with equal dice the same."""

    def __init__(self, name: str, seed: int) -> None:
        self.bot = bot_named(name, GAME, Random(seed))
        self.twin = bot_named(name, GAME, Random(seed))
        self.views: list[Any] = []

    def choose(self, view: Any) -> Choice:
        self.views.append(view)
        choice = self.bot.choose(view)
        assert self.twin.choose(view) == choice
        return choice


def table(name: str, seats: tuple[Seat, ...], seed: int = 1) -> dict[Seat, Bot]:
    return {seat: bot_named(name, GAME, Random(f"{seed} {seat}")) for seat in seats}


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_sees_its_view_alone_and_equal_dice_choose_alike(name: str) -> None:
    spies = {seat: Spy(name, seat) for seat in (0, 1, 4)}

    play_game(GAME, spies, RANDOM, "spied")

    for seat, spy in spies.items():
        assert spy.views
        assert {type(view) for view in spy.views} == {View}
        assert {view.viewer for view in spy.views} == {seat}


@pytest.mark.parametrize("seats", [(0, 2, 3), (1, 2, 3, 4), (0, 1, 2, 3, 4)])
@pytest.mark.parametrize("name", BOTS)
def test_games_come_to_an_end(name: str, seats: tuple[Seat, ...]) -> None:
    record, state = play_game(GAME, table(name, seats), RANDOM, "whole")

    assert state.winners
    assert not state.pending
    assert record.moves
    GAME.check(state)


def test_bots_never_give_anything_away() -> None:
    choices: list[Choice | None] = []

    play_game(GAME, table("random", (0, 1, 2)), {}, "mean", lambda turn: choices.append(turn.choice))

    assert not any(isinstance(choice, Give) for choice in choices)


def test_the_greedy_bot_beats_random_ones() -> None:
    wins = 0
    for number in range(12):
        seats = sorted(Random(number).sample(range(5), 4))
        greedy = seats[number % 4]
        bots = table("random", tuple(seats), number)
        bots[greedy] = bot_named("greedy", GAME, Random(number))
        _, state = play_game(GAME, bots, RANDOM, f"duel {number}")
        wins += greedy in state.winners

    assert wins >= 9


def test_the_greedy_bot_does_not_know_what_others_have_sealed() -> None:
    """Two tables that differ only in a rival's sealed bid get the same answer."""
    state, seat, rival = at_bids()
    bids = [Allocation((0, 0, 0, 0)), Allocation((state.coins[rival], 0, 0, 0))]
    answers = []
    for bid in bids:
        twin = state.clone()
        flow.play(GAME.rules, twin, rival, bid, SeededRng(b""))
        answers.append(bot_named("greedy", GAME, Random(7)).choose(GAME.view_for(twin, seat)))

    assert answers[0] == answers[1]


def at_bids() -> tuple[Any, Seat, Seat]:
    """Play at random to a battle in which at least two have coins to bid."""
    rng, dice = SeededRng(b"to war"), Random(3)
    state, _ = start(GAME, (0, 1, 2, 3), {}, rng)
    while not (isinstance(state.agenda[-1], CollectBids) and len(state.pending) > 1):
        seat, decision = next(iter(state.pending.items()))
        flow.play(GAME.rules, state, seat, decision.sample(dice), rng)
    seat, rival, *_ = state.pending
    return state, seat, rival


def test_tea_ends_even_with_one_who_refuses_every_offer() -> None:
    rng = SeededRng(b"tea")
    state, _ = start(GAME, (0, 1, 2), {}, rng)
    bot = bot_named("greedy", GAME, Random(5))
    for _ in range(1000):
        if 0 not in state.pending:
            break
        flow.answer(GAME.rules, state, 0, bot.choose(GAME.view_for(state, 0)), rng)
        state.offers = ()

    assert 0 in state.ready


def test_an_unknown_bot_is_named_in_the_error() -> None:
    with pytest.raises(InputError, match="no bot 'clever'"):
        bot_named("clever", GAME, Random(1))
