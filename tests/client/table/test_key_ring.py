"""A key means the same thing for as long as the question is the same, whatever arrives in the meantime."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from client.games.rising_sun.options import options_of
from client.table.acts import AnswerOffer, Entry, Requests, entries_for, name_of
from client.table.key_ring import KEYS, KeyRing, Question, Thing, key_of, keyed
from client.table.menu import Menu
from client.table.scene import Scene
from client.tui.keys import USUAL
from core.deals import Deal, Goods, Standing, Status
from core.decisions import ChooseOne
from core.games.rising_sun.board import DRAGONFLY, KOI, LOTUS, TURTLE
from core.games.rising_sun.choices import READY
from core.games.rising_sun.tea import courtship
from tests.client.tui.at_table import SITUATIONS, scene_at, with_deals
from tests.client.tui.at_tea import OFFER, rich_scene
from tests.moves import move

NOTHING = Requests()
CHOICES = sorted(set(SITUATIONS) - {"bid"})
CLANS = (KOI, LOTUS, TURTLE)

# At tea --------------------------------------------------------------------------------------


def tea(*offers: tuple[int, int], question: int = 0) -> Scene:
    """The Tea Ceremony as Lotus sees it, with these offers on the table."""
    scene = scene_at("tea")
    choices = (*courtship(LOTUS, CLANS, frozenset(offers)), READY)
    view = replace(scene.view, offers=offers, decision=ChooseOne("tea", "RS-7.2", choices), standing=())
    return scene._replace(view=view, question=question)


def menu_of(scene: Scene) -> Menu | None:
    return Menu(options_of(scene.view, scene.decision)) if scene.decision is not None else None


def listed(ring: KeyRing, scene: Scene, asked: Requests = NOTHING) -> tuple[tuple[Entry, ...], KeyRing]:
    return entries_for(scene, menu_of(scene), asked, ring, USUAL.at_table)


def shown(entries: Collection[Entry]) -> list[tuple[str, str]]:
    return [(entry.key, entry.label) for entry in entries]


def test_turning_an_offer_down_moves_no_key_and_leaves_its_own_dead() -> None:
    before, ring = listed(KeyRing(), tea((KOI, LOTUS), (TURTLE, LOTUS)))
    after, ring = listed(ring, tea((TURTLE, LOTUS)))

    assert shown(before) == [
        ("k", "Ally with Koi"),
        ("o", "Turn Koi down"),
        ("t", "Ally with Turtle"),
        ("u", "Turn Turtle down"),
        ("0", "Ready to end tea"),
    ]
    assert shown(after) == [
        ("k", "Offer Koi an alliance"),
        ("t", "Ally with Turtle"),
        ("u", "Turn Turtle down"),
        ("0", "Ready to end tea"),
    ]
    dead = ring.meaning(("RUNNING",), "o")
    assert dead is not None
    assert (dead.words, dead.choice) == ("Turn Koi down", move("refuse koi"))


def test_an_offer_that_comes_in_gets_keys_that_stood_for_nothing_yet() -> None:
    _, ring = listed(KeyRing(), tea((KOI, LOTUS)))
    _, ring = listed(ring, tea())
    entries, _ = listed(ring, tea((TURTLE, LOTUS)))

    assert shown(entries) == [
        ("k", "Offer Koi an alliance"),
        ("t", "Ally with Turtle"),
        ("u", "Turn Turtle down"),
        ("0", "Ready to end tea"),
    ]


def test_what_was_taken_back_has_its_keys_again_in_the_old_order() -> None:
    first, ring = listed(KeyRing(), tea((KOI, LOTUS)))
    waiting = tea((KOI, LOTUS))._replace(prompt=None)
    _, ring = listed(ring, waiting)
    again, _ = listed(ring, tea((KOI, LOTUS)))

    assert again == first


def test_the_next_question_begins_anew() -> None:
    _, ring = listed(KeyRing(), tea((KOI, LOTUS)))
    entries, ring = listed(ring, tea((TURTLE, LOTUS), question=1))

    assert [entry.key for entry in entries] == ["k", "t", "u", "0"]
    assert ring.meaning(("RUNNING",), "o") is None


def test_a_gift_or_a_deal_that_comes_in_moves_no_answer() -> None:
    answers, ring = listed(KeyRing(), tea((KOI, LOTUS)))
    scene = with_deals(tea((KOI, LOTUS)), Standing(OFFER, Status.OPEN, (None, None)))
    scene = scene._replace(view=replace(scene.view, standing=rich_scene().view.standing))
    entries, _ = listed(ring, scene)

    assert [entry.key for entry in entries] == ["y", *(entry.key for entry in answers), "G"]


# What others want to know --------------------------------------------------------------------


def offered(*givers: int) -> Scene:
    deals = (Deal(0, giver, LOTUS, Goods(1), Goods()) for giver in givers)
    return with_deals(tea(), *(Standing(deal, Status.OPEN, ()) for deal in deals))


def offers_in(entries: Collection[Entry]) -> dict[int, str]:
    return {entry.act.deal.seat: entry.key for entry in entries if isinstance(entry.act, AnswerOffer)}


def test_y_stays_with_the_offer_that_had_it_when_somebody_wants_something_else() -> None:
    """Letting somebody take a choice back happens at once; y must not come to stand for it."""
    before, ring = listed(KeyRing(), offered(KOI))
    entries, _ = listed(ring, offered(KOI), Requests(TURTLE, "a move"))

    assert offers_in(before) == offers_in(entries) == {KOI: "y"}
    assert len({entry.key for entry in entries}) == len(entries)


def test_every_offer_has_a_key_of_its_own_and_keeps_it() -> None:
    both, ring = listed(KeyRing(), offered(KOI, TURTLE))
    entries, _ = listed(ring, offered(TURTLE))

    assert offers_in(both)[TURTLE] == offers_in(entries)[TURTLE] != "y"


def test_an_offer_keeps_its_key_when_the_next_question_comes() -> None:
    _, ring = listed(KeyRing(), offered(KOI, TURTLE))
    before, ring = listed(ring, offered(TURTLE))
    entries, ring = listed(ring, offered(TURTLE)._replace(question=1))
    later, _ = listed(ring, offered(TURTLE, DRAGONFLY)._replace(question=1))

    assert offers_in(entries) == offers_in(before)
    assert offers_in(later)[DRAGONFLY] == "y"


# Pages ---------------------------------------------------------------------------------------


def test_through_with_it_is_the_same_key_in_every_group() -> None:
    scene = scene_at("train")
    menu = menu_of(scene)
    assert menu is not None
    group = menu.into(next(row for row in menu.rows() if not row.is_answer))
    root, ring = entries_for(scene, menu, Requests(), KeyRing(), USUAL.at_table)
    inside, _ = entries_for(scene, group, Requests(), ring, USUAL.at_table)

    ends = [[name_of(entry.act) for entry in page if entry.key == "0"] for page in (root, inside)]
    assert ends[0] == ends[1] != []


def test_who_comes_back_to_a_group_finds_its_keys_as_they_were() -> None:
    scene = scene_at("recruit")
    menu = menu_of(scene)
    assert menu is not None
    group = menu.into(max(menu.rows(), key=lambda row: len(row.options)))
    inside, ring = entries_for(scene, group, Requests(), KeyRing(), USUAL.at_table)
    _, ring = entries_for(scene, menu, Requests(), ring, USUAL.at_table)
    fewer = group._replace(options=group.options[1:])
    again, _ = entries_for(scene, fewer, Requests(), ring, USUAL.at_table)

    keys = {name_of(entry.act): entry.key for entry in inside}
    assert all(keys[name_of(entry.act)] == entry.key for entry in again)
    assert len(again) == len(inside) - 1


@pytest.mark.parametrize("question", CHOICES)
def test_keys_lead_the_same_way_when_one_answer_is_left_on_each(question: str) -> None:
    """A guest pressed b for a Bushi and a for Nagato twice; the third time, a sent a Shinto to Amaterasu."""
    scene = scene_at(question)
    menu = menu_of(scene)
    assert menu is not None
    left = Menu(tuple(row.options[-1] for row in menu.rows()))
    before, ring = entries_for(scene, menu, Requests(), KeyRing(), USUAL.at_table)
    after, _ = entries_for(scene, left, Requests(), ring, USUAL.at_table)

    assert [entry.key for entry in after] == [entry.key for entry in before]


# The life of a question ----------------------------------------------------------------------


def test_what_is_asked_again_at_once_is_the_same_question() -> None:
    tea_asked = Question().after("tea", is_back=False)

    assert tea_asked.after("tea", is_back=False).number == tea_asked.number
    assert tea_asked.after("mandate", is_back=False).number != tea_asked.number


def test_a_turn_later_it_is_another_question_but_not_when_a_choice_was_taken_back() -> None:
    asked = Question().after("turn", is_back=False)
    waiting = asked.after("", is_back=False)

    assert waiting.number == asked.number
    assert waiting.after("turn", is_back=False).number != asked.number
    assert waiting.after("turn", is_back=True).number == asked.number


# Any list ------------------------------------------------------------------------------------

lists = st.lists(st.lists(st.sampled_from("ABCDEFGH"), unique=True), max_size=8)


@given(lists)
def test_no_key_is_ever_passed_on(names: list[list[str]]) -> None:
    page: dict[str, Thing] = {}
    stood_for: dict[str, str] = {}
    for there in names:
        page = dict(keyed(page, [Thing(name, name) for name in there], "", ""))
        for name in there:
            key = key_of(page, name)
            assert key
            assert stood_for.setdefault(key, name) == name


@given(st.lists(st.integers(0, 99), min_size=1, max_size=20, unique=True), st.sets(st.sampled_from(KEYS)))
def test_keys_of_commands_are_given_to_nobody(numbers: list[int], closed: set[str]) -> None:
    page = keyed({}, [Thing(str(number), "") for number in numbers], closed, "0")

    assert not page.keys() & closed
    assert len(page) == min(len(numbers), len(KEYS) - len(closed))


def test_when_no_key_is_left_a_dead_one_serves_again() -> None:
    page = keyed({}, [Thing(key, "") for key in KEYS], "", "")
    page = keyed(page, [*(Thing(key, "") for key in KEYS if key != "5"), Thing("new", "")], "", "")

    assert key_of(page, "new") == "5"
