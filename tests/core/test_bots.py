"""Bots: they answer what a view asks, they finish games, and the better one wins."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from core.bots import BOTS, Bot, bot_named, play_game
from core.catalog import game_named, game_names
from core.decisions import Give
from core.game import Game, random_options
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


def table(game: Game, name: str, seats: tuple[Seat, ...], seed: int = 1) -> dict[Seat, Bot]:
    return {seat: bot_named(name, game, Random(f"{seed} {seat}")) for seat in seats}


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_sees_its_view_alone_and_equal_dice_choose_alike(name: str) -> None:
    spies = {seat: Spy(name, seat) for seat in (0, 1, 4)}

    play_game(GAME, spies, RANDOM, "spied")

    for seat, spy in spies.items():
        assert spy.views
        assert {type(view) for view in spy.views} == {View}
        assert {view.viewer for view in spy.views} == {seat}


@pytest.mark.parametrize("of", game_names())
@pytest.mark.parametrize("name", BOTS)
def test_games_come_to_an_end(name: str, of: str) -> None:
    game = game_named(of)
    for players in game.players:
        seats = tuple(sorted(Random(players).sample(range(len(game.seat_names)), players)))
        options = random_options(game, seats, Random(players))
        record, state = play_game(game, table(game, name, seats), options, "whole")

        assert state.winners
        assert not state.pending
        assert record.moves
        game.check(state)


def test_bots_never_give_anything_away() -> None:
    choices: list[Choice | None] = []

    play_game(GAME, table(GAME, "random", (0, 1, 2)), {}, "mean", lambda turn: choices.append(turn.choice))

    assert not any(isinstance(choice, Give) for choice in choices)


@pytest.mark.parametrize(
    ("name", "games", "least"), [("rising_sun", 12, 9), ("shogun", 6, 5), ("ninjato", 6, 5)]
)
def test_the_greedy_bot_beats_random_ones(name: str, games: int, least: int) -> None:
    game, wins = game_named(name), 0
    for number in range(games):
        dice = Random(number)
        seats = tuple(sorted(dice.sample(range(len(game.seat_names)), 4)))
        greedy = seats[number % 4]
        bots = table(game, "random", seats, number) | {greedy: bot_named("greedy", game, Random(number))}
        _, state = play_game(game, bots, random_options(game, seats, dice), f"duel {number}")
        wins += greedy in state.winners

    assert wins >= least


def test_an_unknown_bot_is_named_in_the_error() -> None:
    with pytest.raises(InputError, match="no bot 'clever'"):
        bot_named("clever", GAME, Random(1))
