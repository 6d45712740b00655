"""The colours of seats: the one a seat is called after, else one of its own."""

from __future__ import annotations

from client.tui.palette import NAMED_COLOURS, clan_colour, seat_colour
from core.catalog import game_named


def test_a_seat_called_after_a_colour_has_it() -> None:
    names = game_named("ninjato").seat_names

    assert [seat_colour(names, seat) for seat in range(4)] == [
        NAMED_COLOURS[name] for name in ("red", "blue", "green", "yellow")
    ]


def test_a_clan_has_a_colour_of_its_own() -> None:
    names = game_named("rising_sun").seat_names

    assert [seat_colour(names, seat) for seat in range(len(names))] == [
        clan_colour(seat) for seat in range(len(names))
    ]
