"""How the strong bot thinks: within its budget, from its view alone, and with shared luck."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from core import flow
from core.bots.foresight import Foresight, same_luck
from core.bots.kinds import UNTIED, Thought
from core.bots.levels import StrongBot, bot_named, think
from core.bots.search import Budget, Meter, Search, Worlds, hopeful
from core.bots.word import OwnWord
from core.catalog import game_named, game_names
from core.chance import ChanceEvent, SeededRng
from core.decisions import DECLINE, DONE
from core.game import Game, start
from tests.harness.random_play import state_after


def questions(game: Game, seed: int) -> Iterator[Any]:
    """Give states of a game that was played at random, with what is asked there."""
    for moves in (3, 20, 40, 60):
        state = state_after(moves, game, (0, 1, 2), seed)
        if state.pending:
            yield state


@pytest.mark.parametrize("name", game_names())
def test_the_same_budget_of_playouts_gives_the_same_thought(name: str) -> None:
    game = game_named(name)
    for state in questions(game, 1):
        seat = next(iter(state.pending))
        thoughts = [think(name, game.view_for(state, seat), Budget(12), 5) for _ in range(2)]

        assert thoughts[0] == thoughts[1]
        assert state.pending[seat].allows(thoughts[0].choice)


@pytest.mark.parametrize("name", game_names())
def test_what_is_hidden_from_it_changes_nothing(name: str) -> None:
    """States that differ only in what a seat cannot see get the same answer with the same dice."""
    game = game_named(name)
    for state in questions(game, 2):
        seat = next(iter(state.pending))
        twin = game.determinise(game.view_for(state, seat), Random(1))
        flow.advance(game.rules, twin, SeededRng(b""))
        thoughts = [think(name, game.view_for(world, seat), Budget(8), 3) for world in (state, twin)]

        assert thoughts[0] == thoughts[1]


def test_it_stops_when_its_time_is_up() -> None:
    seconds = iter(range(1000))
    meter = Meter(Budget(playouts=100, seconds=5, clock=lambda: next(seconds)))
    asked = 0
    while not meter.has_used(1.0):
        asked += 1

    assert asked == 4
    assert next(seconds) < 10


def test_it_stops_when_its_playouts_are_used_up() -> None:
    meter = Meter(Budget(playouts=4))
    meter.count()
    meter.count()

    assert meter.has_used(0.5)
    assert not meter.has_used(0.75)


def test_what_is_surely_worse_is_given_up_and_what_is_in_doubt_is_not() -> None:
    dice = Random(1)
    best = [dice.gauss(5, 3) for _ in range(8)]
    doubtful = [dice.gauss(4, 3) for _ in range(8)]
    worse_each_time = [worth - 0.5 for worth in best]

    assert hopeful([DECLINE, DONE], {DONE: best, DECLINE: worse_each_time}) == [DONE]
    assert hopeful([DECLINE, DONE], {DONE: best, DECLINE: doubtful}) == [DONE, DECLINE]


def test_of_answers_that_do_the_same_the_first_is_kept() -> None:
    worths = [1.0, 4.0, 2.0, 8.0]

    assert hopeful([DECLINE, DONE], {DONE: worths, DECLINE: worths}) == [DECLINE]


def test_where_there_is_one_answer_it_does_not_take_all_the_time_there_is() -> None:
    game = game_named("ninjato")
    foresight, budget = StrongBot(game, Random(1)).foresight, Budget(10_000)
    for seed in range(3):
        state, meter = state_after(3, game, (0, 1, 2), seed), Meter(budget)
        seat = next(iter(state.pending))
        view = game.view_for(state, seat)
        word = OwnWord(Foresight(game, "steady"), view, UNTIED, Random(2))
        search = Search(foresight, seat, Worlds(foresight, view, Random(2)), meter, word)
        search.best_of([state.pending[seat].sample(Random(3))] * 2)

        assert not meter.has_used(0.01)


def test_an_event_draws_the_same_whatever_was_drawn_before() -> None:
    first, second = ChanceEvent(7, "tiles", True), ChanceEvent(8, "tiles", True)
    luck, other = same_luck(99).rng, same_luck(99).rng

    def below(event: ChanceEvent, rng: Any) -> int:
        number: int = rng.draw(event, lambda stream: stream.below(1_000_000))
        return number

    assert [below(first, luck), below(second, luck)] == [below(second, other), below(first, other)][::-1]
    assert below(first, luck) != below(first, same_luck(100).rng)


def test_it_tells_what_it_has_weighed() -> None:
    game = game_named("rising_sun")
    state = start(game, (0, 1, 2), {}, SeededRng(b"why"))[0]
    thought = StrongBot(game, Random(1), Budget(10)).think(game.view_for(state, 1))

    assert isinstance(thought, Thought)
    assert 1 < len(thought.weighed) <= 3
    assert thought.weighed[0].choice == thought.choice
    assert all("provinces" in weighed.terms for weighed in thought.weighed)


def test_a_strong_bot_answers_like_any_other() -> None:
    game = game_named("ninjato")
    state = start(game, (0, 1), {}, SeededRng(b"ask"))[0]
    seat = next(iter(state.pending))

    choice = bot_named("strong", game, Random(1), Budget(6)).choose(game.view_for(state, seat))

    assert state.pending[seat].allows(choice)
