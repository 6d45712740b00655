"""States of all games: a clone is a copy in every field, and what is saved comes back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.catalog import game_named, game_names
from core.chance import SeededRng
from core.game import start
from tests.harness.random_play import random_game


def fresh(name: str) -> Any:
    return start(game_named(name), (0, 1, 2), {}, SeededRng(b""))[0]


FIELDS = [(name, field) for name in game_names() for field in fresh(name).__struct_fields__]


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_no_field_that_changes_in_place_is_shared(name: str, field: str) -> None:
    state = fresh(name)
    clone = state.clone()

    value: Any = getattr(state, field)
    assert getattr(clone, field) == value
    assert getattr(clone, field) is not value or not isinstance(value, (list, bytearray, set))


@pytest.mark.parametrize("name", game_names())
def test_a_saved_state_is_the_same_state(name: str) -> None:
    """Every state can be written and read as it is: agenda, decisions and answers are plain data."""
    for state, _ in random_game(game_named(name), (0, 1, 2)):
        packed = msgspec.msgpack.encode(state)
        assert msgspec.msgpack.encode(msgspec.msgpack.decode(packed)) == packed
