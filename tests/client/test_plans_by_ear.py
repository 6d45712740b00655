"""A plan of Shogun by typing: an action and its card in one line or in two, and never by a suggestion."""

from __future__ import annotations

import pytest

from client.games.shogun.plain import plan
from client.table.conversation import Asked
from client.texts import speak_in_lines
from core.decisions import Arrange, Arrangement
from core.games.shogun.board import PLACES
from tests.client.tui.shogun.moments import asked


def planned(*lines: str) -> Asked:
    """Return what a planner who has typed these lines is asked then."""
    speak_in_lines()
    _seat, view = asked()["plan"]
    assert isinstance(view.decision, Arrange)
    conversation = plan(view, view.decision, None)
    now = next(conversation)
    for line in lines:
        now = conversation.send(line)
    return now


def laid(now: Asked) -> dict[str, str]:
    assert isinstance(now.so_far, Arrangement)
    return dict(zip(PLACES, now.so_far.cards, strict=True))


def own_lands() -> list[str]:
    decision = asked()["plan"][1].decision
    assert isinstance(decision, Arrange)
    return [card for card in decision.cards if len(card) > 2]


@pytest.mark.parametrize("line", ["collect taxes in {}", "Tax {}", "taxes {}"])
def test_an_action_and_its_province_fit_in_one_line(line: str) -> None:
    land = own_lands()[0]

    assert laid(planned(line.format(land)))["collect_tax"] == land


@pytest.mark.parametrize("line", ["bid 3", "bid chest 3", "b 3"])
def test_a_bid_fits_in_one_line(line: str) -> None:
    assert laid(planned(line))["bid"] == "c3"


def test_a_card_that_lies_elsewhere_is_moved() -> None:
    land = own_lands()[0]
    now = planned(f"tax {land}", f"rice {land}")

    assert laid(now)["collect_rice"] == land
    assert laid(now)["collect_tax"] != land


def test_a_province_alone_is_no_action_even_where_it_is_suggested() -> None:
    suggested = next(row for row in planned().rows if row.words.endswith(" suggested"))
    name = suggested.words.removesuffix(" suggested").rpartition(": ")[2]

    assert planned(name).lines[0] == f"Nothing fits '{name}'. Enter repeats the choices."


def test_a_number_that_is_no_key_is_nothing() -> None:
    assert laid(planned("taxes", "9")) == laid(planned())
    assert planned("taxes", "12").lines[0].startswith("Nothing fits '12'.")
