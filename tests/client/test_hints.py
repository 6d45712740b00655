"""What Rising Sun says below a choice and asks above it, to somebody who has never played."""

from __future__ import annotations

from msgspec.structs import replace

from client.games.rising_sun.options import ask_words, options_of
from core.games.rising_sun import choices as c
from core.games.rising_sun.board import CLANS, LOTUS, TURTLE
from tests.client.tui.at_table import scene_at


def test_who_has_an_ally_is_asked_only_whether_tea_may_end() -> None:
    view = scene_at("tea").view
    ally = [-1] * len(view.ally)
    ally[LOTUS], ally[TURTLE] = TURTLE, LOTUS

    assert "who do you want as an ally" in ask_words(view, view.decision)
    assert "Turtle is your ally" in ask_words(replace(view, ally=ally), view.decision)


def test_who_may_claim_a_toll_reads_from_whom() -> None:
    view = scene_at("toll").view
    mover = CLANS[view.agenda[-1].journey.seat].title()

    assert ask_words(view, view.decision).startswith(f"{mover} sails from ")


def test_every_figure_says_what_it_is_good_for() -> None:
    view = scene_at("recruit").view
    summons = [option for option in options_of(view, view.decision) if isinstance(option.choice, c.Summon)]

    assert summons
    assert all(option.about for option in summons)


def test_who_marshals_reads_how_often_a_figure_moves() -> None:
    view = scene_at("marshal").view
    moves = [option for option in options_of(view, view.decision) if isinstance(option.choice, c.Move)]

    assert {option.about for option in moves} == {"Each of your figures may move once."}
