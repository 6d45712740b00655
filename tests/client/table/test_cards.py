"""Everything in a game that has a name has a card, whatever is asked and whoever asks."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from msgspec.structs import replace

from client.games.rising_sun.names import province
from client.table.acts import Take
from client.table.asking import menu_of
from client.table.cards import Card, matching, named_at, named_in
from client.table.face import face_of
from client.table.reading import cards_about
from client.table.rulebook import rule_text
from client.table.wording import seat_titles
from client.texts import t
from core.catalog import game_named
from core.games.ninjato.cards import ENVOYS, RUMOR_KINDS, SKILLS
from core.games.rising_sun.board import CLANS, KAMI, KOI, LOTUS, MANDATES, TURTLE
from core.games.rising_sun.cards import NAMES
from core.games.shogun.board import EVENTS, PROVINCES, SPECIAL_NAMES
from tests.client.table.test_natural_keys import SEATS, pages_of, scenes_of
from tests.client.tui.at_table import scene_at

TURTLE_ALONE = "Turtle: force 1 (Stronghold)"
CARDS = (
    Card("Koi", "clan", ("Swims.",)),
    Card("Oni of Hate", "card", ("Kills.",), names=("Oni",)),
    Card("Oni of Skulls", "card", ("Rattles like a koi.",)),
)


def titles_in(game: str) -> list[str]:
    return [card.title for card in face_of(game).cards(None)]


@pytest.mark.parametrize("game", SEATS)
def test_every_card_has_a_name_of_its_own_something_to_say_and_a_rule_that_there_is(game: str) -> None:
    for scene in islice(scenes_of(game), 0, None, 40):
        cards = face_of(game).cards(scene.view)
        assert [title for title, number in Counter(card.title for card in cards).items() if number > 1] == []
        assert all(card.kind and card.lines and all(card.lines) for card in cards)
        assert [card.title for card in cards if not rule_text(game, card.rule)] == []


def test_clans_cards_kami_and_mandates_of_rising_sun_are_there() -> None:
    kinds = {"clan": CLANS, "card": NAMES, "kami": KAMI, "mandate": MANDATES}
    wanted = {t(f"{kind}-{name}") for kind, names in kinds.items() for name in names}

    assert wanted <= set(titles_in("rising_sun"))


def test_skills_rumors_and_envoys_of_ninjato_are_there() -> None:
    wanted = {t(f"skill-{name}") for name in SKILLS} | {t(f"rumor-{name}") for name in RUMOR_KINDS}
    kinds = Counter(card.kind for card in face_of("ninjato").cards(None))

    assert wanted <= set(titles_in("ninjato"))
    assert kinds[t("thing-envoy")] == len(ENVOYS)


def test_specials_events_and_provinces_of_shogun_are_there() -> None:
    events = {card.id for card in EVENTS if card.id}
    kinds = {"special": SPECIAL_NAMES, "event": events, "province": PROVINCES}
    wanted = {t(f"{kind}-{name}") for kind, names in kinds.items() for name in names}

    assert wanted <= set(titles_in("shogun"))


def test_a_card_says_who_owns_it_and_what_it_costs() -> None:
    view = scene_at("victim").view
    owner = next(seat for seat in view.seats if view.cards[seat])
    title = t(f"card-{NAMES[view.cards[owner][0]]}")
    of_others, of_yours = (
        next(card for card in face_of("rising_sun").cards(replace(view, viewer=who)) if card.title == title)
        for who in (None, owner)
    )

    assert t("card-owned", who=t(f"clan-{CLANS[owner]}")) in of_others.lines
    assert "Owned by you." in of_yours.lines
    assert any(line.startswith("Costs ") for line in of_yours.lines)
    assert not any("RS-" in line for line in of_yours.lines)


def test_the_card_of_a_province_says_you_hold_it() -> None:
    view = next(scene.view for scene in scenes_of("shogun") if max(scene.view.owner) >= 0)
    place = next(place for place, owner in enumerate(view.owner) if owner >= 0)
    cards = {card.title: card for card in face_of("shogun").cards(replace(view, viewer=view.owner[place]))}

    assert cards[t(f"province-{PROVINCES[place]}")].lines[0].startswith("You hold it with ")


def test_a_province_tells_once_what_each_clan_has_there() -> None:
    """Turtle's strongholds have force without any figure."""
    view = scene_at("fujin").view
    walls = [place for place in view.strongholds[TURTLE] if not view.figures[TURTLE][place]]
    cards = {card.title: card.lines for card in face_of("rising_sun").cards(view)}
    told = [cards[province(place)] for place in walls]

    assert walls
    assert all([line for line in lines if line.startswith("Turtle")] == [TURTLE_ALONE] for lines in told)


def test_a_clan_says_what_only_it_can_do_and_how_it_stands() -> None:
    scene = scene_at("tea")
    cards = {card.title: card for card in face_of("rising_sun").cards(scene.view)}

    assert cards[t(f"clan-{CLANS[KOI]}")].lines[0].startswith("Whirls in the Stream")
    assert f"{scene.view.vp[LOTUS]} VP" in cards["Lotus"].lines[2]


@pytest.mark.parametrize("game", SEATS)
def test_every_choice_of_a_game_explains_itself(game: str) -> None:
    face = face_of(game)
    for scene in islice(scenes_of(game), 0, None, 7):
        cards = face.cards(scene.view)
        for entries in pages_of(scene, menu_of(face, scene)):
            answers = [entry for entry in entries if isinstance(entry.act, Take) and not entry.is_end]
            assert [entry.label for entry in answers if not cards_about(cards, entry)] == []


@pytest.mark.parametrize("game", SEATS)
def test_who_plays_and_the_moment_of_the_game_have_cards(game: str) -> None:
    """Also a colour nobody plays: it may be offered in the waiting room."""
    face, rules = face_of(game), game_named(game)
    for scene in islice(scenes_of(game), 0, None, 7):
        cards = face.cards(scene.view)
        kinds = {card.title: card.kind for card in cards}
        assert {kinds.get(title) for title in seat_titles(rules)} <= {t("thing-clan"), t("thing-player")}
        parts = [part for part in face.moment(scene.view).split(" · ") if not part.isdecimal()]
        assert [part for part in parts if not named_in(cards, part)] == []


@pytest.mark.parametrize("game", ["shogun", "ninjato"])
def test_the_cards_of_players_tell_all_that_they_have(game: str) -> None:
    face = face_of(game)
    for scene in islice(scenes_of(game), 0, None, 25):
        lines = {line for card in face.cards(scene.view) for line in card.lines}
        assert {words.strip() for words in face.holdings(scene.view) if words} <= lines


def test_the_card_of_a_clan_tells_which_cards_it_owns() -> None:
    view = scene_at("victim").view
    owner = next(seat for seat in view.seats if view.cards[seat])
    card = next(card for card in face_of("rising_sun").cards(view) if card.title == t(f"clan-{CLANS[owner]}"))

    assert any(t(f"card-{NAMES[view.cards[owner][0]]}") in line for line in card.lines)


def test_a_clan_is_also_known_by_its_power() -> None:
    assert {"Whirls in the Stream", "Dictate the Flow"} <= {
        name for card in face_of("rising_sun").cards(None) for name in card.names
    }


# Finding them --------------------------------------------------------------------------------


def test_a_text_names_the_longest_name_at_each_place_and_no_part_of_a_word() -> None:
    text = "Koi buys Oni of Hate, no Onion, and Oni of Skulls from Koi"

    assert [card.title for card in named_in(CARDS, text)] == ["Koi", "Oni of Hate", "Oni of Skulls"]


@pytest.mark.parametrize(("column", "title"), [(0, "Koi"), (4, None), (9, "Oni of Hate")])
def test_a_click_finds_the_name_that_it_is_on(column: int, title: str | None) -> None:
    card = named_at(CARDS, "Koi   ▌ Oni of Hate", column)

    assert (card.title if card is not None else None) == title


def test_a_search_finds_words_anywhere_but_names_first() -> None:
    assert [card.title for card in matching(CARDS, "koi")] == ["Koi", "Oni of Skulls"]
    assert [card.title for card in matching(CARDS, "oni kills")] == ["Oni of Hate"]
