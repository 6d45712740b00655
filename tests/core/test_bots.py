"""Bots: they answer what a view asks, they finish games, and the better one wins."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from core import flow
from core.bots.judging import ALWAYS
from core.bots.kinds import Bot
from core.bots.levels import BOTS, SteadyBot, bot_named
from core.bots.search import Budget
from core.bots.whole_games import play_game
from core.catalog import game_named, game_names
from core.chance import SeededRng
from core.decisions import Give
from core.game import Game, random_options, start
from core.kinds import Choice, InputError, Seat

GAME = game_named("rising_sun")
BRIEFLY = Budget(playouts=2)


class Spy:
    """A bot that notes what another one gets to see, and asks a twin with equal dice the same."""

    def __init__(self, name: str, game: Game, seed: int) -> None:
        self.bot = bot_named(name, game, Random(seed), BRIEFLY)
        self.twin = bot_named(name, game, Random(seed), BRIEFLY)
        self.views: list[Any] = []

    def choose(self, view: Any) -> Choice:
        self.views.append(view)
        choice = self.bot.choose(view)
        assert self.twin.choose(view) == choice
        return choice


def random_bots(game: Game, seats: tuple[Seat, ...], seed: int = 1) -> dict[Seat, Bot]:
    return {seat: bot_named("random", game, Random(f"{seed} {seat}")) for seat in seats}


@pytest.mark.parametrize("of", game_names())
@pytest.mark.parametrize(("level", "name"), [*enumerate(BOTS)])
def test_a_bot_sees_its_view_alone_equal_dice_choose_alike_and_games_come_to_an_end(
    name: str, level: int, of: str
) -> None:
    """Each level plays with another number of players."""
    game = game_named(of)
    players = game.players[-1 - level % len(game.players)]
    seats = tuple(sorted(Random(players).sample(range(len(game.seat_names)), players)))
    spy = Spy(name, game, seats[0])
    bots = random_bots(game, seats) | {seats[0]: spy}
    record, state = play_game(game, bots, random_options(game, seats, Random(players)), "whole")

    assert {type(view) for view in spy.views} == {game.view_type}
    assert {view.viewer for view in spy.views} == {seats[0]}
    assert state.winners
    assert not state.pending
    assert record.moves
    game.check(state)


def test_bots_never_give_anything_away() -> None:
    choices: list[Choice | None] = []

    play_game(GAME, random_bots(GAME, (0, 1, 2)), {}, "mean", lambda turn: choices.append(turn.choice))

    assert not any(isinstance(choice, Give) for choice in choices)


@pytest.mark.parametrize(
    ("name", "games", "least"), [("rising_sun", 6, 5), ("shogun", 4, 3), ("ninjato", 4, 3)]
)
def test_the_steady_bot_beats_random_ones(name: str, games: int, least: int) -> None:
    game, wins = game_named(name), 0
    for number in range(games):
        dice = Random(number)
        seats = tuple(sorted(dice.sample(range(len(game.seat_names)), 4)))
        steady = seats[number % 4]
        bots = random_bots(game, seats, number) | {steady: bot_named("steady", game, Random(number))}
        _, state = play_game(game, bots, random_options(game, seats, dice), f"duel {number}")
        wins += steady in state.winners

    assert wins >= least


@pytest.mark.parametrize("of", game_names())
def test_a_steady_bot_tells_what_it_has_weighed(of: str) -> None:
    game = game_named(of)
    state, bot = start(game, (0, 1, 2), {}, SeededRng(b"why"))[0], SteadyBot(game, Random(1))
    while True:
        seat = next(iter(state.pending))
        thought = bot.think(game.view_for(state, seat))
        if thought.weighed:
            break
        flow.play(game.rules, state, seat, thought.choice, SeededRng(b"why"))

    worths = [weighed.worth for weighed in thought.weighed]
    assert thought.weighed[0].choice == thought.choice
    assert worths == sorted(worths, reverse=True)
    assert {frozenset(weighed.terms) for weighed in thought.weighed} == {
        frozenset(bot.foresight.judge.weights[ALWAYS])
    }


@pytest.mark.parametrize("name", game_names())
def test_the_terms_of_a_judgement_add_up_to_it(name: str) -> None:
    game = game_named(name)
    state = start(game, (0, 1, 2), {}, SeededRng(b"sum"))[0]
    judge = SteadyBot(game, Random(1)).foresight.judge

    assert sum(judge.terms_of(state, 1).values()) == pytest.approx(judge.evaluate(state, 1))


def test_an_unknown_bot_is_named_in_the_error() -> None:
    with pytest.raises(InputError, match="no bot 'clever'"):
        bot_named("clever", GAME, Random(1))
