"""`check` sees what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.ninjato.cards import DOJO_DECK
from core.games.ninjato.state import check, draw
from core.piles import put
from tests.core.games.ninjato.tables import fresh


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda s: setattr(s, "honor", (-1, 0, 0, 0)), "below zero"),
        (lambda s: s.hands.__setitem__(0, (1, 1, 1, 1, 1)), "dojo do not add up"),
        (lambda s: s.treasures.__setitem__(1, (4,)), "bag do not add up"),
        (lambda s: setattr(s, "rumors", put(s.rumors, 1, (0,))), "rumors do not add up"),
        (lambda s: setattr(s, "envoys", put(s.envoys, 1, (0,))), "envoys do not add up"),
        (lambda s: setattr(s, "elites", put(s.elites, 1, (7,))), "elites do not add up"),
        (lambda s: setattr(s, "used", put(s.used, 1, (11,))), "hensojutsu do not add up"),
        (lambda s: setattr(s, "used", put(s.used, 1, (2,))), "skills do not add up"),
        (lambda s: s.houses.__setitem__(0, s.houses[1]), "same clan token"),
        (lambda s: s.discards.__setitem__(1, (0,)), "guards do not add up"),
        (lambda s: setattr(s, "order", (0, 1, 1)), "turn order"),
        (lambda s: setattr(s, "active", 3), "nobody's turn"),
        (lambda s: setattr(s, "round", 8), "no such round"),
        (lambda s: setattr(s, "placed", ((0, 0),) * 4), "too many shuriken"),
        (lambda s: setattr(s, "tops", {0: (9,)}), "not in the deck"),
        (lambda s: s.agenda.clear(), "nothing is left"),
    ],
)
def test_check_sees_what_cannot_be(change: Any, complaint: str) -> None:
    state = fresh()
    change(state)

    with pytest.raises(AssertionError, match=complaint):
        check(state)


def test_a_card_that_is_not_in_its_deck_cannot_be_drawn() -> None:
    state = fresh()
    state.decks[DOJO_DECK] = (1, 2, 4)

    with pytest.raises(ValueError, match="not in tuple"):
        draw(state, DOJO_DECK, 3)
    assert state.decks[DOJO_DECK] == (1, 2, 4)
