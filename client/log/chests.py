"""What a plan of Shogun makes of the chests, in words: step by step, and where they run out."""

from __future__ import annotations

from client.log.odds import percents
from client.texts import t
from core.games.shogun.board import COLLECT_TAX, PLACES
from core.games.shogun.reckoning import Fate, Reckoning, Span
from core.games.shogun.view import View


def course_words(view: View, reckoned: Reckoning) -> str:
    """Follow the chests from action to action; what comes in an order nobody knows stands together."""
    steps = [known_step(reckoned, place, fate) for place, fate in reckoned.known.items()]
    if reckoned.later:
        later = ", ".join(change_words(reckoned, place, fate) for place, fate in reckoned.later.items())
        steps.append(t("plan-later-steps", steps=later, left=span_words(reckoned.end)))
    return " · ".join([t("plan-purse", chests=view.chests[view.viewer or 0]), *steps])


def known_step(reckoned: Reckoning, place: int, fate: Fate) -> str:
    if not fate.done:
        return t("plan-step-missed", place=short_place(place), why=t(f"why-{fate.reason}"))
    return t("plan-step", change=change_words(reckoned, place, fate), left=span_words(fate.left))


def change_words(reckoned: Reckoning, place: int, fate: Fate) -> str:
    """Say what an action adds or takes, and whether that is certain."""
    message = "plan-adds" if place == COLLECT_TAX else "plan-takes" if fate.done == 1 else "plan-may-take"
    chests = span_words(reckoned.taxes) if place == COLLECT_TAX else reckoned.prospects[place].pays
    return t(message, place=short_place(place), number=chests)


def span_words(span: Span) -> str:
    """Write a number, or between which two it will be."""
    return str(span.least) if span.least == span.most else t("plan-span", least=span.least, most=span.most)


def shortage_words(view: View, reckoned: Reckoning) -> str:
    """Name the first action for which there may be too few chests, and say what that depends on."""
    for place, fate in (*reckoned.known.items(), *reckoned.later.items()):
        if fate.reason == "chests":
            return missing_words(view, reckoned, place, fate)
    return ""


def missing_words(view: View, reckoned: Reckoning, place: int, fate: Fate) -> str:
    price = reckoned.prospects[place].pays
    if not fate.done and place in view.actions:
        space = view.actions.index(place) + 1
        left = span_words(fate.left)
        return t("plan-runs-out", space=space, place=short_place(place), left=left, price=price)
    if not fate.done:
        return t("plan-never-paid", place=short_place(place), price=price)
    paid, _ = percents(fate.done, 1 - fate.done)
    return t("plan-may-be-paid", place=short_place(place), percent=paid)


def short_place(place: int) -> str:
    return t(f"action-{PLACES[place]}.short")
