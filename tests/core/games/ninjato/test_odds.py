"""The odds of a raid: what public facts say about the guards to come, and what one's own cards can do."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from core import flow
from core.chance import SeededRng
from core.games.ninjato import GAME
from core.games.ninjato.cards import DOJO_DECK, ELITES, GUARD_NAMES, GUARDS, REGULARS, TILE_NAMES
from core.games.ninjato.odds import (
    BanzaiOdds,
    beaten_after,
    can_beat_card,
    effects,
    prospect,
    stake,
    unseen_cards,
    winning_plays,
)
from core.games.ninjato.state import State
from tests.core.games.ninjato.tables import BLUE, RED, at
from tests.harness.random_play import random_game

HOUSE = {"sentry": 1, "token": "taira 4", "treasures": ["vase", "gold"]}


def ahead(state: State, viewer: int | None = RED) -> BanzaiOdds:
    found = prospect(GAME.view_for(state, viewer))
    assert found is not None
    return found


def test_unseen_guards_are_those_that_lie_nowhere_in_sight() -> None:
    """Sentries, discards and guards drawn are seen; all others may come."""
    state = at(
        h1=HOUSE,
        h2={"sentry": 5, "token": "taira 2", "treasures": ["fan"]},
        h3={"sentry": 5, "token": "minamoto 2", "treasures": ["fan"]},
        h4={"sentry": 5, "token": "minamoto 4", "treasures": ["fan"]},
        h5={"sentry": 5, "token": "go-shirakawa 6", "treasures": ["fan"]},
        discards={"guards": [5, 5, 3]},
        raid={"house": 1, "side": "force", "carried": ["fan"], "drawn": [4]},
        red={"hand": [4]},
    )
    numbers = {GUARD_NAMES[draw.guard]: (draw.number, draw.beatable) for draw in ahead(state).draws}
    assert numbers == {"1": (6, True), "2": (8, True), "3": (9, True), "4": (7, False), "5": (1, False)}
    assert ahead(state).total == 31
    assert ahead(state).beaten == Fraction(23, 31)
    assert ahead(state).alarm == Fraction(9, 31)
    assert not ahead(state).elite


DRAWS = 600
RAIDS = {
    "guards, by stealth": at(
        h1=HOUSE, raid={"house": 1, "side": "stealth", "carried": ["fan"]}, red={"hand": [3, 2]}
    ),
    "guards, with skills": at(
        h1=HOUSE,
        raid={"house": 1, "side": "force", "carried": ["fan"]},
        red={"hand": [3], "skills": ["tai-jutsu"]},
    ),
    "elites": at(
        h1={"sentry": 1, "token": "taira 4", "treasures": ["red-gold"]},
        raid={"house": 1, "side": "force", "carried": ["fan"]},
        red={"hand": [3, 4], "skills": ["tai-jutsu"]},
    ),
}


@pytest.mark.parametrize("raid", RAIDS)
def test_a_raid_goes_on_as_often_as_foretold(raid: str) -> None:
    """Draw by the rules again and again, and fight whatever comes in every way there is."""
    state = RAIDS[raid]
    share = ahead(state).beaten
    assert share is not None
    assert 0.1 < share < 0.9
    won = 0
    for seed in range(DRAWS):
        twin = state.clone()
        flow.answer(GAME.rules, twin, RED, GAME.choice_of("banzai"), SeededRng(str(seed).encode()))
        won += wins(twin)
    spread = (float(share * (1 - share)) / DRAWS) ** 0.5
    assert abs(won / DRAWS - share) < 3 * spread


def test_unseen_cards_are_in_the_deck_or_in_others_hands() -> None:
    for state, _ in random_game(GAME, (0, 1, 2), seed=11):
        hidden = Counter(state.decks[DOJO_DECK])
        for hand in state.hands[1:]:
            hidden.update(hand)

        assert unseen_cards(GAME.view_for(state, 0)) == hidden


def test_what_is_left_after_a_play_is_worth_what_it_is_said_to_be() -> None:
    """Make every play there is in a game, and compare with the odds of banzai that follow."""
    compared = 0
    for state, _ in random_game(GAME, (0, 1, 2), seed=11):
        for seat in state.pending:
            view = GAME.view_for(state, seat)
            for play, _ in winning_plays(view)[:4]:
                twin = state.clone()
                flow.answer(GAME.rules, twin, seat, play, SeededRng(b"after"))
                next_view = GAME.view_for(twin, seat)
                asked = next_view.decision.prompt if next_view.decision is not None else ""
                foretold = beaten_after(view, play)
                if asked == "banzai":
                    assert foretold == ahead(twin, seat).beaten
                    compared += 1
                else:
                    assert foretold is None

    assert compared > 20


def test_elites_come_when_all_is_red() -> None:
    state = at(
        h1={"sentry": 1, "token": "taira 4", "treasures": ["red-gold"]},
        raid={"house": 1, "side": "force", "carried": ["fan"]},
        red={"hand": [4, 5], "elites": ["E4", "E5"]},
        blue={"elites": ["E3"] * 6},
        discards={"elites": ["E1", "E1"]},
    )
    found = ahead(state)
    assert found.elite
    assert {GUARD_NAMES[draw.guard] for draw in found.draws} == {"E2", "E6", "E7", "E8", "E9"}
    assert {GUARD_NAMES[draw.guard]: draw.beatable for draw in found.draws} == {
        "E2": True,
        "E6": False,
        "E7": False,
        "E8": True,
        "E9": True,
    }


def test_an_empty_deck_gives_its_discards_again() -> None:
    every = [name for name, row in zip(GUARD_NAMES, GUARDS, strict=True) if row.flag]
    copies = {"E1": 2, "E2": 2, "E3": 6, "E4": 1, "E5": 1, "E6": 2, "E7": 2, "E8": 2, "E9": 2}
    state = at(
        h1={"sentry": 1, "token": "taira 4", "treasures": ["red-gold"]},
        raid={"house": 1, "side": "force", "carried": ["fan"]},
        discards={"elites": [name for name in every for _ in range(copies[name])]},
    )
    assert ahead(state).total == 20


def test_others_know_the_guards_but_not_the_hand() -> None:
    state = at(h1=HOUSE, raid={"house": 1, "side": "force", "carried": ["fan"]}, red={"hand": [5]})
    for viewer in (BLUE, None):
        assert ahead(state, viewer).beaten is None
        assert ahead(state, viewer).total == ahead(state).total
        assert not winning_plays(GAME.view_for(state, viewer))


def test_a_house_that_is_not_raided_has_prospects_too() -> None:
    view = GAME.view_for(at(h1=HOUSE), BLUE)
    found = prospect(view, 0)
    assert found is not None
    assert found.beaten is None
    assert prospect(view) is None
    assert stake(view) is None
    assert prospect(GAME.view_for(at(h1={"token": "taira 4", "treasures": []}), BLUE), 0) is None


def test_what_is_at_stake() -> None:
    state = at(h1=HOUSE, raid={"house": 1, "side": "force", "carried": ["fan", "jade", "scroll"]})
    found = stake(GAME.view_for(state, BLUE))
    assert found is not None
    assert (found.kept, found.lost, found.honor) == (3, (0, 1), 5)
    empty = stake(GAME.view_for(at(h1=HOUSE, raid={"house": 1, "side": "force", "guard": 1}), BLUE))
    assert empty is not None
    assert (empty.carried, empty.kept, empty.lost) == ((), -1, ())


def test_what_each_card_and_skill_would_do() -> None:
    state = at(
        h1=HOUSE,
        raid={"house": 1, "side": "force", "carried": ["fan"], "guard": 4},
        red={"hand": [3, 5], "skills": ["kenjutsu", "tai-jutsu"]},
    )
    found = {effect.word: (effect.worth, effect.beats) for effect in effects(GAME.view_for(state, RED))}
    assert found == {
        "3": (3, ()),
        "5": (5, (4,)),
        "kenjutsu": (6, (4,)),
        "+3": (1, ()),
        "-3": (-1, ()),
        "tai-jutsu+": (1, ()),
        "tai-jutsu-": (-1, ()),
    }
    lines = {GAME.line_of(play): worth for play, worth in winning_plays(GAME.view_for(state, RED))}
    assert lines == {"play 5": 5, "play 3 kenjutsu": 6}
    assert effects(GAME.view_for(state, BLUE)) == []


TILES = [(), ("tai-jutsu",), ("seishin-teki",), ("boryaku", "kuji-kiri"), ("kenjutsu", "shinobi-iri")]
CASES = list(product([(5,), (1, 3), (2, 4), (3, 3, 5), ()], TILES, [False, True], (*REGULARS, *ELITES)))


def wins(state: State, depth: int = 8) -> bool:
    """Try everything a player can do in a fight."""
    if state.raid is None or state.raid.guard < 0:
        return True
    decision = state.pending[RED]
    choices = [*decision.kit.lean(), *decision.options[1:]]  # type: ignore[union-attr]
    for choice in choices if depth else ():
        twin = state.clone()
        flow.answer(GAME.rules, twin, RED, choice, SeededRng(b""))
        if wins(twin, depth - 1):
            return True
    return False


@pytest.mark.parametrize("number", range(12))
def test_a_card_can_be_beaten_where_some_row_of_plays_beats_it(number: int) -> None:
    """The quick answer is what trying everything gives."""
    for hand, skills, stealth, guard in Random(number).sample(CASES, 25):
        state = at(
            h1=HOUSE,
            raid={"house": 1, "side": "stealth" if stealth else "force", "guard": GUARD_NAMES[guard]},
            red={"hand": list(hand), "skills": [*skills, "used intonjutsu"]},
        )
        ready = tuple(sorted(TILE_NAMES.index(name) for name in skills))
        used = (TILE_NAMES.index("intonjutsu"),)
        parts = tuple(range(len(GUARDS[guard].force)))
        assert can_beat_card(tuple(hand), ready, used, guard, parts, stealth) == wins(state)


def test_odds_are_given_at_every_moment_of_a_game() -> None:
    for seed in range(6):
        for state, _ in random_game(GAME, (0, 1, 2), seed):
            for viewer in (0, 1, 2, None):
                view = GAME.view_for(state, viewer)
                found = prospect(view)
                assert (found is None) == (state.raid is None or not state.houses[state.raid.house].treasures)
                assert found is None or found.total > 0
