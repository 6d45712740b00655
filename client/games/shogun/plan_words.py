"""The planning board in words: a place with its card and what that would do, a card of the hand, the sums."""

from __future__ import annotations

from rich.text import Text

from client.games.shogun import names
from client.games.shogun.map import PIECES
from client.log.chests import span_words
from client.log.odds import on_average, percents
from client.texts import t
from client.tui.palette import FAINT, MUTED
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
from core.games.shogun.reckoning import Fate, Prospect, Reckoning
from core.games.shogun.state import has_building
from core.games.shogun.view import View

WARNING = "#f2a65a"
SPACE_WIDTH, PLACE_WIDTH, CARD_WIDTH = 2, 10, 12
FIGURES = 10
"""Columns for what a card of the hand is good for."""
LAID = 11
"""Columns for the place a card lies on, and for a scrollbar."""


def place_line(view: View, place: int, card: int, reckoned: Reckoning) -> Text:
    """A place: when it comes, its name, the card on it, and what that would do."""
    text = Text(no_wrap=True)
    text.append(f"{space_of(view, place):>{SPACE_WIDTH - 1}} ", FAINT)
    text.append(f"{names.short_place(place):<{PLACE_WIDTH}}")
    text.append(f"{names.card(card):<{CARD_WIDTH}}", FAINT if card == NO_CARD else "bold")
    style = WARNING if is_doubtful(reckoned, place) else MUTED
    return text.append(effect_words(reckoned, place, card), style)


def is_doubtful(reckoned: Reckoning, place: int) -> bool:
    foreseen, fate = reckoned.prospects[place], reckoned.fate_of(place)
    return bool(foreseen.reason or foreseen.revolt or (fate and fate.done < 1))


def space_of(view: View, place: int) -> str:
    """Say on which space an action lies, if that is known."""
    return str(view.actions.index(place) + 1) if place in view.actions else ""


def effect_words(reckoned: Reckoning, place: int, card: int) -> str:
    """Say what a card does, or why it does nothing; at least in which part of all that may come."""
    foreseen, fate = reckoned.prospects[place], reckoned.fate_of(place)
    if foreseen.reason:
        return t(f"why-{foreseen.reason}")
    if fate is not None and fate.done < 1:
        return missed_words(foreseen, fate)
    if card == NO_CARD:
        return ""
    if place == BID:
        return t("plan-pays", number=foreseen.pays) if foreseen.pays else t("plan-free")
    return result_words(reckoned, foreseen) if card in LAND else t("plan-stays")


def missed_words(foreseen: Prospect, fate: Fate) -> str:
    if not fate.done:
        return t(f"why-{fate.reason}")
    paid, _ = percents(fate.done, 1 - fate.done)
    return t("plan-maybe", number=foreseen.pays, percent=paid)


def result_words(reckoned: Reckoning, foreseen: Prospect) -> str:
    parts = [
        t("plan-pays", number=foreseen.pays) if foreseen.pays else "",
        t("plan-chests", number=span_words(reckoned.taxes)) if foreseen.chests else "",
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
    if foreseen.revolt is not None:
        hold, _ = percents(foreseen.revolt.held, foreseen.revolt.emptied)
        return t("plan-revolt", hold=hold)
    return t("plan-stirs") if foreseen.chests or foreseen.rice else ""


def revolt_words(view: View, foreseen: Prospect, card: int) -> str:
    """Tell of the revolt that a card would lead to, if any."""
    if foreseen.revolt is None:
        return ""
    hold, lose = percents(foreseen.revolt.held, foreseen.revolt.emptied)
    return t(
        "plan-revolt-odds",
        province=names.province(card),
        armies=view.armies[card],
        peasants=foreseen.peasants,
        hold=hold,
        lose=lose,
        left=on_average(foreseen.revolt.defenders),
    )


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
    return f"{'':<{SPACE_WIDTH}}{t('plan-place'):<{PLACE_WIDTH}}{t('plan-card'):<{CARD_WIDTH}}{t('plan-now')}"


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


def title(view: View, reckoned: Reckoning, to_fill: int) -> str:
    """Say what the plan makes of the rice, and what it still lacks."""
    harvest = sum(one.rice for one in reckoned.prospects)
    return t("plan-title", rice=view.rice[view.viewer or 0], harvest=harvest, left=to_fill)
