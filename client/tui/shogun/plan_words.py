"""The planning board in words: a place with its card and what that would do, a card of the hand, the sums."""

from __future__ import annotations

from rich.text import Text

from client.texts import t
from client.tui.map.shogun import PIECES
from client.tui.palette import FAINT, MUTED
from client.tui.shogun import names
from core.games.shogun.board import (
    BID,
    BUILDINGS,
    CHEST_CARDS,
    LAND,
    NO_CARD,
    NUMBER_OF_CARD,
    RICE,
    SLOTS,
    TAX,
)
from core.games.shogun.foresight import Prospect
from core.games.shogun.state import has_building
from core.games.shogun.view import View

WARNING = "#f2a65a"
PLACE_WIDTH, CARD_WIDTH = 10, 12
FIGURES = 10
"""Columns for what a card of the hand is good for."""
LAID = 11
"""Columns for the place a card lies on, and for a scrollbar."""


def place_line(view: View, place: int, card: int, foreseen: Prospect) -> Text:
    """A place: when it comes, its name, the card on it, and what that would do."""
    text = Text(no_wrap=True)
    text.append(f"{space_of(view, place):>2} ", FAINT)
    text.append(f"{names.short_place(place):<{PLACE_WIDTH}}")
    text.append(f"{names.card(card):<{CARD_WIDTH}}", FAINT if card == NO_CARD else "bold")
    style = WARNING if foreseen.reason or foreseen.peasants else MUTED
    return text.append(prospect_words(foreseen, place, card), style)


def space_of(view: View, place: int) -> str:
    """Say on which space an action lies, if that is known."""
    return str(view.actions.index(place) + 1) if place in view.actions else ""


def prospect_words(foreseen: Prospect, place: int, card: int) -> str:
    if foreseen.reason:
        return t(f"why-{foreseen.reason}")
    if card == NO_CARD:
        return ""
    if place == BID:
        return t("plan-pays", number=foreseen.pays) if foreseen.pays else t("plan-free")
    if card not in LAND:
        return t("plan-stays")
    parts = [
        t("plan-pays", number=foreseen.pays) if foreseen.pays else "",
        t("plan-chests", number=foreseen.chests) if foreseen.chests else "",
        t("plan-rice", number=foreseen.rice) if foreseen.rice else "",
        armies_words(foreseen),
        unrest_words(foreseen),
    ]
    return " ".join(filter(None, parts))


def armies_words(foreseen: Prospect) -> str:
    if not foreseen.armies:
        return ""
    return t("plan-deploys" if foreseen.pays else "plan-moves", number=foreseen.armies)


def unrest_words(foreseen: Prospect) -> str:
    """Taking something stirs a province up, or leads to a revolt where it is stirred up."""
    if foreseen.peasants:
        return t("plan-revolt", number=foreseen.peasants)
    return t("plan-stirs") if foreseen.chests or foreseen.rice else ""


def card_line(view: View, card: int) -> Text:
    """A card of the hand: a province with its armies, figures and buildings, or chests."""
    text = Text(f"{names.card(card):<{CARD_WIDTH}}", no_wrap=True)
    if card in CHEST_CARDS:
        return text.append(" " * FIGURES)
    signs = [PIECES[kind].sign for kind in range(len(BUILDINGS)) if has_building(view, card, kind)]
    free = "·" * (SLOTS[card] - len(signs))
    text.append(f"{view.armies[card]:>2}", "bold")
    return text.append(f" {TAX[card]}/{RICE[card]} {''.join(signs)}{free:<{3 - len(signs)}}", MUTED)


def hand_width(cards: tuple[str, ...]) -> int:
    """Say how broad the list of the hand has to be."""
    longest = max(len(names.card(NUMBER_OF_CARD[card])) for card in cards)
    return max(CARD_WIDTH, longest) + FIGURES + LAID


def head_line() -> str:
    """Name the columns of the places."""
    return f"   {t('plan-place'):<{PLACE_WIDTH}}{t('plan-card'):<{CARD_WIDTH}}{t('plan-now')}"


def round_lines(view: View) -> Text:
    """Say what a plan has to reckon with: what each turn brings, and which events may come."""
    turns = [
        t("plan-turn", space=space, special=names.short_special(number))
        for space, number in enumerate(view.track, start=1)
    ]
    events = map(names.short_event, view.events_open)
    return Text.assemble(
        (f"{t('plan-turns', turns=' · '.join(turns))}\n", MUTED),
        (t("plan-events", events=" · ".join(events)), MUTED),
    )


def balance(view: View, foreseen: tuple[Prospect, ...], to_fill: int) -> str:
    """Add up what the plan would pay and yield as things stand."""
    seat = view.viewer or 0
    bid, prices = foreseen[BID].pays, sum(one.pays for one in foreseen[:BID])
    taxes = sum(one.chests for one in foreseen)
    return t(
        "plan-balance",
        chests=view.chests[seat],
        bid=bid,
        prices=prices,
        taxes=taxes,
        sum=view.chests[seat] - bid - prices + taxes,
        rice=view.rice[seat],
        harvest=sum(one.rice for one in foreseen),
        left=to_fill,
    )


def shortage(view: View, foreseen: tuple[Prospect, ...]) -> str:
    """Warn of a plan that costs more than there is, before taxes that may come late or even with them."""
    late_taxes = sum(one.chests for place, one in enumerate(foreseen) if place not in view.actions)
    chests = view.chests[view.viewer or 0] + sum(one.chests - one.pays for one in foreseen)
    if chests >= late_taxes:
        return ""
    return t("plan-taxes-first" if chests >= 0 else "plan-too-dear")
