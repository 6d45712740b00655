"""How an event becomes a sentence: each message names only what its event has, and numbers need no words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args, get_type_hints

import pytest
from msgspec import Struct

from client.table.face import face_of
from client.table.sentences import TookOver, wording_at
from client.table.wording import Wording, message_of, tell
from client.texts import MissingTextError, Texts, bundle_of, sources_of, speak
from core.catalog import game_named, game_names
from core.deals import DealEvent
from core.kinds import TableEvent
from protocol.entries import AnyEntry

ENGLISH = bundle_of("en", sources_of("en"))


class ShipSailed(Struct):
    seat: int
    days: int
    cargo: tuple[str, ...] = ()


WORDING = Wording(
    "ex",
    kinds={"seat": ("Koi", "Lotus").__getitem__, "cargo": ", ".join},
    extras={},
    variants={},
)


@pytest.fixture(autouse=True)
def _example() -> Iterator[None]:
    source = """
ex-ship-sailed = { $seat } sails for { $days } days.
ex-laden = { $seat } sails with { $cargo }.
ex-long = { $seat } sails for { $weeks } weeks.
ex-lost = { $seat } sails to { $port }.
"""
    speak(Texts([bundle_of("en", [source])]))
    yield
    speak(None)


def test_an_event_needs_nothing_but_the_message_named_after_it() -> None:
    assert tell(WORDING, ShipSailed(1, 3)) == "Lotus sails for 3 days."


def test_an_event_may_choose_its_message() -> None:
    wording = WORDING._replace(variants={ShipSailed: lambda event: "ex-laden" if event.cargo else ""})

    assert tell(wording, ShipSailed(0, 3, ("rice", "tea"))) == "Koi sails with rice, tea."
    assert tell(wording, ShipSailed(0, 3)) == ""


def test_an_event_may_add_what_is_no_field_and_reword_what_is() -> None:
    extras = {"weeks": lambda event: event.days // 7, "seat": lambda _: "Nobody"}
    wording = WORDING._replace(extras={ShipSailed: extras}, variants={ShipSailed: lambda _: "ex-long"})

    assert tell(wording, ShipSailed(0, 21)) == "Nobody sails for 3 weeks."


def test_a_message_that_names_what_an_event_lacks_is_our_mistake() -> None:
    with pytest.raises(MissingTextError, match="port"):
        tell(WORDING._replace(variants={ShipSailed: lambda _: "ex-lost"}), ShipSailed(0, 3))


def worded() -> list[tuple[Wording, type[Struct]]]:
    """Return everything that is told, with how that is done."""
    at_a_table = (TookOver, *get_args(AnyEntry), *get_args(TableEvent), *get_args(DealEvent))
    games = [(face_of(game).wording, game_named(game).event_type) for game in game_names()]
    in_games = [(wording, kind) for wording, kinds in games for kind in get_args(kinds)]
    return [(wording_at(game_names()[0]), kind) for kind in at_a_table] + in_games


def test_what_a_message_names_its_event_has_in_words() -> None:
    for wording, kind in worded():
        names = names_in(message_of(wording.prefix, kind)) if kind not in wording.variants else set()
        fields, extras = get_type_hints(kind), wording.extras.get(kind, {})
        unworded = names - {*extras} - (fields.keys() & {*wording.kinds, *wording.to_reader})

        assert {fields.get(name) for name in unworded} <= {int, str}, kind


def names_in(message: str) -> set[str]:
    """Return what a message names; nothing if it chooses between texts."""
    form = ENGLISH.form_of(message)
    assert form is not None, message
    return {name for _, name in form.pieces if name}
