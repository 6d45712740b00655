"""`check` sees what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.shogun.state import check
from tests.core.games.shogun.tables import FIVE, fresh


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda s: s.chests.__setitem__(0, -1), "below zero"),
        (lambda s: s.reserve.__setitem__(1, 0), "seat 1 has"),
        (lambda s: s.reserve.__setitem__(5, 3), "peasants"),
        (lambda s: setattr(s, "tray", (1, -1, 0, 0, 0, 0)), "seat 0 has"),
        (lambda s: setattr(s, "buildings", (1,) * 45), "neutral and not empty"),
        (
            lambda s: setattr(s, "buildings", tuple(7 * (o >= 0) for o in s.owner)),
            "more buildings",
        ),
        (lambda s: setattr(s, "revolts", (-1,) * 45), "less than no markers"),
        (lambda s: setattr(s, "held", (1, 1, -1, -1, -1)), "two holders"),
        (lambda s: setattr(s, "plans", ((0, 0), (), (), (), ())), "lies twice"),
        (lambda s: setattr(s, "plans", tuple((p,) for p in range(5))), "stranger"),
        (lambda s: s.agenda.clear(), "nothing is left"),
    ],
)
def test_check_sees_what_cannot_be(change: Any, complaint: str) -> None:
    state = fresh(FIVE)
    change(state)

    with pytest.raises(AssertionError, match=complaint):
        check(state)
