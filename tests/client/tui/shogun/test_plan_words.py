"""A plan in words: what becomes of the chests, where they run out, and the odds of revolts."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from client.games.shogun.facts import course_words, effect_words, revolt_words, shortage_words
from core.decisions import Arrange
from core.games.shogun.board import (
    BID,
    BUILD_CASTLE,
    BUILD_TEMPLE,
    CHEST_CARDS,
    COLLECT_TAX,
    EVENTS,
    NO_CARD,
    NUMBER_OF_CARD,
    PLACES,
    TAX,
)
from core.games.shogun.foresight import Reckoning, reckon
from core.games.shogun.view import View
from tests.client.tui.shogun.moments import asked

CALM: Final = next(card.no for card in EVENTS if card.id == "theatre_calms")
HIGH_TAXES: Final = next(card.no for card in EVENTS if card.id == "tax_min")


def laid(view: View, cards: dict[int, int]) -> Reckoning:
    return reckon(view, view.viewer or 0, tuple(cards.get(place, NO_CARD) for place in range(len(PLACES))))


def purse(chests: int, actions: tuple[int, ...]) -> tuple[View, dict[int, int]]:
    """Four own cards: a bid of one, a castle, a temple, and taxes; all events leave those alone."""
    seat, view = asked()["plan"]
    decision = view.decision
    assert isinstance(decision, Arrange)
    own = tuple(chests if other == seat else number for other, number in enumerate(view.chests))
    castle, temple, taxed = (NUMBER_OF_CARD[card] for card in decision.cards[:3])
    assert TAX[taxed] == 4
    cards = {BID: CHEST_CARDS[1], BUILD_CASTLE: castle, BUILD_TEMPLE: temple, COLLECT_TAX: taxed}
    return replace(view, chests=own, actions=actions, events_open=(CALM,)), cards


@pytest.mark.parametrize(
    ("chests", "actions", "words"),
    [
        (6, (), "Chests 6 · Bid -1 = 5 · then, in unknown order, Castle -3, Temple -2, Tax +4 = 4"),
        (
            3,
            (BUILD_CASTLE, COLLECT_TAX),
            "Bid -1 = 2 · Castle: too few chests · Tax +4 = 6 · then",
        ),
        (
            3,
            (COLLECT_TAX, BUILD_CASTLE),
            "Bid -1 = 2 · Tax +4 = 6 · Castle -3 = 3 · then, in unknown order, Temple",
        ),
        (
            3,
            (BUILD_TEMPLE, BUILD_CASTLE),
            "Temple -2 = 0 · Castle: too few chests · then, in unknown order, Tax +4",
        ),
        (4, (), "then, in unknown order, Castle -3?, Temple -2?, Tax +4 = 2\N{EN DASH}5"),
    ],
)
def test_chests_are_followed_from_action_to_action(chests: int, actions: tuple[int, ...], words: str) -> None:
    """Taxes count only for what comes after them; where the order is unknown, so is what is left."""
    view, cards = purse(chests, actions)

    assert words in course_words(view, laid(view, cards))


@pytest.mark.parametrize(
    ("chests", "actions", "words"),
    [
        (6, (), ""),
        (3, (COLLECT_TAX,), ""),
        (3, (BUILD_CASTLE, COLLECT_TAX), "Space 1, Castle: it costs 3, but you will have 2."),
        (3, (BUILD_TEMPLE, BUILD_CASTLE), "Space 2, Castle: it costs 3, but you will have 0."),
        (1, (BUILD_TEMPLE,), "Space 1, Temple: it costs 2, but you will have 0."),
        (4, (), "You can pay for Castle in 83%"),
    ],
)
def test_where_the_chests_run_out_is_said(chests: int, actions: tuple[int, ...], words: str) -> None:
    view, cards = purse(chests, actions)
    warning = shortage_words(view, laid(view, cards))

    assert words in warning
    assert bool(warning) is bool(words)


def test_what_no_order_can_pay_is_said_too() -> None:
    view, cards = purse(2, ())
    del cards[COLLECT_TAX], cards[BUILD_TEMPLE]

    assert "Castle costs 3. You will never have" in shortage_words(view, laid(view, cards))


def test_a_place_says_how_likely_it_is_paid() -> None:
    view, cards = purse(4, ())

    assert effect_words(laid(view, cards), BUILD_CASTLE, cards[BUILD_CASTLE]) == "maybe -3¢ (83%)"


def test_taxes_are_told_as_far_as_the_event_leaves_them_open() -> None:
    view, cards = purse(4, (COLLECT_TAX,))
    either = replace(view, events_open=(CALM, HIGH_TAXES))

    assert "Tax +4\N{EN DASH}6 = 7\N{EN DASH}9" in course_words(either, laid(either, cards))
    effect = effect_words(laid(either, cards), COLLECT_TAX, cards[COLLECT_TAX])
    assert effect == "+4\N{EN DASH}6¢ unrest"


def test_a_revolt_is_told_with_its_odds() -> None:
    view, cards = purse(4, (COLLECT_TAX,))
    taxed = cards[COLLECT_TAX]
    stirred = replace(view, revolts=tuple(int(place == taxed) for place in range(len(view.revolts))))
    reckoned = laid(stirred, cards)
    odds = reckoned.prospects[COLLECT_TAX].revolt
    assert odds is not None
    hold = round(100 * odds.held)

    assert effect_words(reckoned, COLLECT_TAX, taxed) == f"+4¢ hold {hold}%"
    assert f"{view.armies[taxed]} against 1: you hold " in revolt_words(
        stirred, reckoned.prospects[COLLECT_TAX], taxed
    )
