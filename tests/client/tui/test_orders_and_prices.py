"""What the menu says where an order is asked for, and where a discount may go unused."""

from __future__ import annotations

from client.games.rising_sun.options import options_of
from client.table.menu import Menu, Option
from core.catalog import game_named
from tests.client.tui.at_table import Situation, scene_at, view_at

KOI = 0
IN_FULL = Situation("discount_left_unused", 1, KOI)
MONSTERS_IN_FULL = Situation("monster_without_the_discount", 1, KOI)


def options_at(question: str) -> tuple[Option, ...]:
    view = scene_at(question).view
    return options_of(view, view.decision)


def menu_at(situation: Situation) -> Menu:
    view = view_at(situation, situation.seat)
    return Menu(options_of(view, view.decision))


def test_who_is_asked_for_a_place_reads_what_comes_before_what() -> None:
    first, last = options_at("war-order")

    assert (first.words, last.words) == ("First", "Last")
    others = "Lotus (Way of the Righteous) and Turtle (Way of the Shogun)"
    assert first.about == f"You (Way of the Righteous) go before {others}."
    assert last.about == f"You (Way of the Righteous) go after {others}."


def test_the_same_is_said_at_the_end_of_a_recruit() -> None:
    first, _ = options_at("recruit-order")

    assert first.about == "You (Path of the Light) go before Koi (Path of the Samurai)."


def test_koi_is_told_what_can_come_first() -> None:
    assert [option.words for option in options_at("war-card")] == [
        "Use Way of the Ronin",
        "Turn your ronin into coins",
    ]


def test_the_full_price_stands_below_the_lower_one_where_it_hands_on_a_coin_more() -> None:
    menu = menu_at(IN_FULL)
    rows = menu.rows()

    assert [row.label for row in rows if row.is_answer] == [
        "Path of the Lion · 0¢",
        "Righteousness · 1¢",
        "Done",
    ]
    assert [row.label for row in menu.into(rows[2]).rows()] == [
        "Path of the Light · 0¢",
        "1¢, the full price, for Benevolence",
        "Done",
    ]


def test_with_a_monster_it_is_asked_for_last() -> None:
    menu = menu_at(MONSTERS_IN_FULL)
    for label in ("Komainu · 1¢", "Edo"):
        menu = menu.into(next(row for row in menu.rows() if row.label == label))

    assert [(row.label, game_named("rising_sun").line_of(row.options[0].choice)) for row in menu.rows()] == [
        ("Komainu · 1¢ · Edo", "buy komainu edo"),
        ("2¢, the full price, for Benevolence", "buy komainu edo full"),
        ("Done", "done"),
    ]


def test_a_group_says_what_the_card_does_whatever_is_paid() -> None:
    menu = menu_at(MONSTERS_IN_FULL)

    assert all(len({option.about for option in row.options}) == 1 for row in menu.rows())
