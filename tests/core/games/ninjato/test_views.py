"""What a viewer may know: hands, rumors and decks are hidden, all else is public."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from core import flow
from core.chance import SeededRng
from core.games.ninjato import GAME
from core.games.ninjato.events import CardDrawn, CardTaken, RumorBought
from core.games.ninjato.observe import determinise
from core.games.ninjato.state import State
from core.games.ninjato.view import View
from core.kinds import InputError
from tests.core.games.ninjato.tables import BLUE, RED, at, play
from tests.harness.random_play import state_after
from tests.refusing import refused

PUBLIC = (
    *("round", "phase", "order", "active", "placed", "row", "sensei", "palace", "pavilion"),
    *("honor", "treasures", "ready", "used", "envoys", "elites", "houses", "discards", "raid"),
)


def view_of(state: State, viewer: int | None) -> View:
    view: View = GAME.view_for(state, viewer)
    return view


def midgame(seed: int, decisions: int = 60) -> State:
    state: State = state_after(decisions, GAME, (0, 1, 2), seed)
    return state


def test_hands_and_rumors_are_hidden_from_the_others() -> None:
    """A seat sees its own cards and rumors; the others see how many there are (NJ-3.1, NJ-21.6)."""
    state = at(
        red={"hand": [1, 2], "rumors": ["goodwill"]}, blue={"hand": [5, 5, 5], "rumors": ["secret-art"]}
    )
    red, blue, stranger = (view_of(state, viewer) for viewer in (RED, BLUE, None))
    assert (red.hand, blue.hand, stranger.hand) == ((1, 2), (5, 5, 5), ())
    assert {view.hand_sizes[:2] for view in (red, blue, stranger)} == {(2, 3)}
    assert {view.rumor_counts[:2] for view in (red, blue, stranger)} == {(1, 1)}
    assert [bool(rumors) for rumors in red.rumors] == [True, False, False, False]
    assert [bool(rumors) for rumors in blue.rumors] == [False, True, False, False]
    assert not any(stranger.rumors)


@pytest.mark.parametrize("seed", range(5))
def test_all_else_is_public(seed: int) -> None:
    """Players' goods and all that lies on the board is in everybody's view (NJ-3.2, NJ-3.3)."""
    state = midgame(seed)
    for viewer in (None, 0, 1, 2):
        view = view_of(state, viewer)
        for name in PUBLIC:
            shown, there = getattr(view, name), getattr(state, name)
            assert shown == (tuple(there) if isinstance(there, list) else there)


def test_decks_show_only_their_size() -> None:
    """Nobody sees what lies in a deck, not even the tops a position has named (NJ-3.4, NJ-21.6)."""
    state = at(decks={"guards": [5, 1], "dojo": [1, 1]})
    for viewer in (None, RED, BLUE):
        view = view_of(state, viewer)
        assert view.deck_sizes == tuple(map(len, state.decks))
        assert not {"decks", "tops"} & set(View.__struct_fields__)


def test_no_deck_has_an_order() -> None:
    """What lies in a deck is sorted: a card has no place before it is drawn (NJ-3.4)."""
    state = midgame(3)
    assert all(list(deck) == sorted(deck) for deck in state.decks)
    assert not state.tops


def test_what_a_deck_gives_next_is_any_of_its_cards() -> None:
    """From one and the same state every card left may come (NJ-3.4)."""
    state = at(h1={"sentry": 1, "token": "taira 4", "treasures": ["fan", "jade"]}, red={"hand": [5, 5]})
    play(state, "red: raid 1 force", "red: play 5")
    guards = set()
    for seed in range(60):
        twin = state.clone()
        play(twin, "red: banzai", seed=bytes([seed]))
        assert twin.raid is not None
        guards.add(twin.raid.guard)
    assert len(guards) == 5


def test_rumors_are_shown_at_the_end() -> None:
    """When the game is over everybody sees all rumors, the free ones too (NJ-3.5)."""
    over = at(round=7, phase="scoring", pavilion=[], red={"rumors": ["goodwill", "secret-art"]})
    assert GAME.facts(over)["phase"] == "over"
    assert [len(rumors) for rumors in view_of(over, BLUE).rumors] == [2, 0, 0, 0]
    assert view_of(over, None).rumors == view_of(over, RED).rumors


def test_a_free_rumor_is_hidden_like_any_other() -> None:
    """A rumor won in a scoring phase lies hidden until the end (NJ-3.5, NJ-3.1)."""
    state = at(round=4, phase="scoring", pavilion=["goodwill jade"], red={"envoys": ["taira-30"]})
    play(state, "red: rumor goodwill")
    assert view_of(state, BLUE).rumor_counts[RED] == 1
    assert not view_of(state, BLUE).rumors[RED]
    assert len(view_of(state, RED).rumors[RED]) == 1


def test_cards_played_or_discarded_are_public() -> None:
    """The discards are in every view (NJ-3.6)."""
    state = at(
        h1={"sentry": 1, "token": "taira 4", "treasures": ["fan", "jade"]},
        dojo_row=[2, 3, 5],
        red={"hand": [4, 5]},
    )
    play(state, "red: raid 1 force", "red: play 5")
    assert view_of(state, BLUE).discards[0] == (5,)
    assert view_of(state, None).discards[0] == (5,)


def test_a_card_from_a_display_is_named_to_all() -> None:
    """A card of the row is named when it is taken; one of the deck is not (NJ-21.7)."""
    state = at(dojo_row=[2, 3, 5], decks={"dojo": [4]}, red={"hand": [1, 1]})
    (taken,) = [e for e in play(state, "red: dojo", "red: take 5") if isinstance(e, CardTaken)]
    (drawn,) = [e for e in play(state, "red: take deck") if isinstance(e, CardDrawn)]
    assert taken.seen_by(BLUE) == taken.seen_by(None) == CardTaken(RED, 5)
    assert drawn.seen_by(RED) == CardDrawn(RED, 4)
    assert drawn.seen_by(BLUE) == drawn.seen_by(None) == CardDrawn(RED, 0)
    assert view_of(state, BLUE).hand_sizes[RED] == 4


def test_a_rumor_from_the_pavilion_is_named_to_all_then_hidden() -> None:
    """A rumor bought is named when taken; from then on the others see only its back (NJ-21.7)."""
    state = at(pavilion=["goodwill jade"], red={"treasures": ["jade"]})
    (bought,) = [e for e in play(state, "red: pavilion goodwill jade") if isinstance(e, RumorBought)]
    assert bought.seen_by(None) == bought
    assert view_of(state, BLUE).rumors[RED] == ()
    with refused("an unknown word", InputError):
        GAME.choice_of("show goodwill")


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_invented_states_fit_the_view(viewer: int | None) -> None:
    """A state made up from a view looks the same to that viewer, and is whole (NJ-3.4)."""
    for seed in range(12):
        state = midgame(seed, 20 + 7 * seed)
        view = view_of(state, viewer)
        twin = determinise(view, Random(seed))
        flow.advance(GAME.rules, twin, SeededRng(b""))
        GAME.check(twin)
        assert view_of(twin, viewer) == view


def test_no_byte_of_a_view_depends_on_what_is_hidden() -> None:
    """Two states that differ only in another's hand and rumors give the same bytes (NJ-3.1)."""
    for seed in range(6):
        state = midgame(seed)
        for viewer in (None, 0, 1, 2):
            view: Any = view_of(state, viewer)
            twin = determinise(view, Random(seed + 1))
            flow.advance(GAME.rules, twin, SeededRng(b""))
            assert msgspec.msgpack.encode(view_of(twin, viewer)) == msgspec.msgpack.encode(view)
