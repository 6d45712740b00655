"""Whole games between bots: they can be played again from their record."""

from __future__ import annotations

from random import Random

from core.bots import PlayedTurn, bot_named, next_to_answer, play_game
from core.catalog import game_named
from core.decisions import ChooseOne
from core.record import final_state

GAME = game_named("rising_sun")


def test_the_record_of_a_game_leads_to_its_end() -> None:
    bots = {seat: bot_named("random", GAME, Random(seat)) for seat in (1, 3, 4)}

    record, state = play_game(GAME, bots, {"set": "rider"}, "again")

    assert final_state(record) == state


def test_every_turn_is_shown_the_setup_first() -> None:
    turns: list[PlayedTurn] = []
    bots = {seat: bot_named("random", GAME, Random(seat)) for seat in (0, 1, 2)}

    record, _ = play_game(GAME, bots, {}, "shown", turns.append)

    assert turns[0].seat is None
    assert turns[0].events
    assert len(turns) == len(record.moves) + 1


def test_seats_asked_at_once_are_heard_in_turn() -> None:
    asked = dict.fromkeys((0, 2, 3), ChooseOne("tea", "", ()))

    assert next_to_answer((0, 2, 3), 0, asked) == 2
    assert next_to_answer((0, 2, 3), 3, asked) == 0
    assert next_to_answer((0, 2, 3), 0, {3: asked[3]}) == 3
