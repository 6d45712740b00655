"""Many answers become groups that two or three keys go through; nothing is lost on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from client.games.rising_sun.options import options_of
from client.table.menu import Menu, Option, Stage
from core.decisions import Allocation, ChooseOne, Done
from tests.client.tui.at_table import SITUATIONS, scene_at


def menu_at(question: str) -> Menu:
    view = scene_at(question).view
    assert isinstance(view.decision, ChooseOne)
    return Menu(options_of(view, view.decision))


def leaves(menu: Menu) -> Iterator[tuple[int, Option]]:
    """Go through all groups, and count how deep each answer is; finishing is possible everywhere."""
    for row in menu.rows():
        if row.is_answer and not (menu.trail and row.options[0].is_pass):
            yield 1, row.options[0]
        elif not row.is_answer:
            yield from ((depth + 1, option) for depth, option in leaves(menu.into(row)))


CHOICES = sorted(set(SITUATIONS) - {"bid"})


@pytest.mark.parametrize("question", CHOICES)
def test_every_answer_is_reached_once_within_three_keys(question: str) -> None:
    menu = menu_at(question)
    found = list(leaves(menu))

    assert Counter(option.choice for _, option in found) == Counter(option.choice for option in menu.options)
    assert max(depth for depth, _ in found) <= 3


@pytest.mark.parametrize("question", CHOICES)
def test_no_two_lines_of_a_menu_read_the_same(question: str) -> None:
    def check(menu: Menu) -> None:
        labels = [row.label for row in menu.rows()]
        assert len(set(labels)) == len(labels)
        assert all(labels)
        for row in menu.rows():
            if not row.is_answer:
                check(menu.into(row))

    check(menu_at(question))


@pytest.mark.parametrize("question", CHOICES)
def test_a_group_that_has_one_answer_left_is_that_answer_under_the_same_name(question: str) -> None:
    rows = menu_at(question).rows()
    left = Menu(tuple(row.options[-1] for row in rows)).rows()

    assert [row.name for row in left] == [row.name for row in rows]
    assert all(row.is_answer for row in left)


def test_a_move_is_picked_on_the_map_from_origin_to_target() -> None:
    moves = [(2, 1), (2, 3), (4, 3), (4, 5)]
    menu = Menu(tuple(Option(Allocation((a, b)), "", (), (a, b)) for a, b in moves))

    assert menu.targets() == {2, 4}
    assert menu.at(4, "four").targets() == {3, 5}
    assert menu.at(4, "four").at(5, "five").options == (menu.options[3],)


def test_with_a_single_origin_the_map_asks_for_the_target_at_once() -> None:
    menu = menu_at("marshal")

    assert len({option.places[0] for option in menu.options if option.places}) == 1
    assert menu.targets() == {option.places[1] for option in menu.options if option.places}


def test_a_province_without_an_answer_is_no_target() -> None:
    menu = menu_at("recruit")

    assert menu.targets() == {option.places[0] for option in menu.options if option.places}


def test_what_ends_a_row_of_acts_is_the_last_line() -> None:
    assert menu_at("marshal").rows()[-1].options[0].is_pass


def test_where_only_a_number_differs_it_is_the_key() -> None:
    options = [march(target, armies) for target in ("Kai", "Suruga") for armies in (1, 2)]
    alone, both = Menu(tuple(options[:2])), Menu(tuple(options))

    assert [(row.called, row.label) for row in alone.rows()] == [("1", "1 to Kai"), ("2", "2 to Kai")]
    assert [row.called for row in both.rows()] == ["Kai", "Suruga"]


def march(target: str, armies: int) -> Option:
    stages = Stage(f"to {target}", target, target), Stage(f"armies {armies}", str(armies), str(armies))
    return Option(Done(), f"{armies} to {target}", stages, called=f"{target} {armies}")
