"""`check` sees what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from core.catalog import game_named
from core.chance import SeededRng
from core.game import start
from core.games.rising_sun.state import State, check

GAME = game_named("rising_sun")


def fresh() -> State:
    state: State = start(GAME, (0, 1, 2, 3), {}, SeededRng(b""))[0]
    return state


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda s: s.coins.__setitem__(0, -1), "below zero"),
        (lambda s: s.figures.__setitem__(1, ((),) * 18), "clan 1 has"),
        (lambda s: setattr(s, "honor", (0, 1, 2, 2)), "honor track"),
        (lambda s: setattr(s, "ally", (1, -1, -1, -1, -1)), "alliance"),
        (lambda s: setattr(s, "tokens", ((0, 0, 3), (1, 0, 3))), "two owners"),
        (lambda s: setattr(s, "cards", ((0,), (0,), (), (), ())), "komainu"),
        (lambda s: s.agenda.clear(), "nothing is left"),
    ],
)
def test_check_sees_what_cannot_be(change: Any, complaint: str) -> None:
    state = fresh()
    change(state)

    with pytest.raises(AssertionError, match=complaint):
        check(state)
