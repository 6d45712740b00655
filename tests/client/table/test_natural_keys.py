"""A numbered thing has its number for a key, anything else a letter: in every question of whole games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from client.table.acts import Entry, Open, Requests, entries_for
from client.table.asking import menu_of
from client.table.face import face_of
from client.table.key_ring import LETTERS, NUMBERS, KeyRing, Thing, keyed, letters_of
from client.table.menu import Menu, Option, Stage
from client.table.scene import Scene
from client.tui.keys import USUAL
from core.catalog import game_named
from core.decisions import Allocation
from core.kinds import Seat
from tests.client.tui.at_table import scene_of
from tests.harness.random_play import random_game

SEATS: dict[str, tuple[Seat, ...]] = {
    "rising_sun": (0, 1, 2, 3),
    "shogun": (0, 1, 2),
    "ninjato": (0, 1, 2, 3),
}
NEVER_CHOICES = USUAL.letters()


def scenes_of(game: str) -> Iterator[Scene]:
    """Return what somebody sees whenever something is asked in a game."""
    rules = game_named(game)
    for state, _ in random_game(rules, SEATS[game], seed=3):
        for seat in islice(state.pending, 1):
            yield scene_of(rules.view_for(state, seat), seat, game=rules)


def pages_of(scene: Scene, menu: Menu | None) -> Iterator[tuple[Entry, ...]]:
    """Return a list of choices, and those behind each of its groups."""
    entries, _ = entries_for(scene, menu, Requests(), KeyRing(), USUAL.at_table)
    yield entries
    for entry in entries:
        if isinstance(entry.act, Open) and menu is not None:
            yield from pages_of(scene, menu.into(entry.act.row))


@pytest.mark.parametrize("game", SEATS)
def test_digits_are_numbers_and_letters_are_in_the_name(game: str) -> None:
    face, named, all_keys = face_of(game), 0, 0
    for scene in islice(scenes_of(game), 0, None, 5):
        for entries in pages_of(scene, menu_of(face, scene)):
            keys = [entry.key for entry in entries]
            assert len(set(keys)) == len(keys), keys
            answers = [entry for entry in entries if entry.key in LETTERS + NUMBERS]
            for entry in answers:
                assert entry.key not in NEVER_CHOICES
                assert entry.key not in NUMBERS or entry.called == entry.key, entry
                assert entry.called not in list(NUMBERS) or entry.key == entry.called, entry
            all_keys += len(answers)
            named += sum(entry.key in (entry.called or entry.label).lower() for entry in answers)

    assert named / all_keys > 0.95


def test_a_number_that_comes_up_later_stands_where_one_looks_for_it() -> None:
    """House 3 was empty when the question came, and has treasures again."""
    scene = next(scenes_of("ninjato"))

    def asked(houses: str, ring: KeyRing) -> tuple[tuple[Entry, ...], KeyRing]:
        menu = Menu(tuple(Option(Allocation((int(n),)), n, (Stage(n, n, n),), called=n) for n in houses))
        return entries_for(scene, menu, Requests(), ring, USUAL.at_table)

    _, ring = asked("125", KeyRing())
    entries, _ = asked("1235", ring)

    assert [entry.key for entry in entries if entry.called] == list("1235")


def test_two_answers_with_one_number_are_one_group_however_few_they_are() -> None:
    """House 2 is 2, by force or by stealth."""
    ways = (("2", "force"), ("2", "stealth"), ("3", "force"))
    menu = Menu(
        tuple(
            Option(
                Allocation((place,)),
                f"Raid {house} by {way}",
                (Stage(house, house, house), Stage(way, way)),
                called=house,
            )
            for place, (house, way) in enumerate(ways)
        )
    )

    assert [(row.called, row.is_answer) for row in menu.rows()] == [("2", False), ("3", True)]
    assert [row.label for row in menu.into(menu.rows()[0]).rows()] == ["force", "stealth"]


def test_the_best_wish_of_each_counts_before_the_second_of_anybody() -> None:
    names = ("Koi", "Kyoto", "Oshu")
    page = keyed({}, [Thing(name, name) for name in names], "", "")

    assert {key: thing.name for key, thing in page.items()} == {"k": "Koi", "t": "Kyoto", "o": "Oshu"}


def test_names_come_before_small_words_and_accents_do_not_matter() -> None:
    assert letters_of("Path of the Lion")[:4] == ["p", "l", "o", "t"]
    assert letters_of("Żółw")[:3] == ["z", "o", "w"]
