"""A plan in the making in words: what each key would lay and do, and all about the card in question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from client.games.shogun import names
from client.games.shogun.facts import (
    course_words,
    effect_words,
    holder_words,
    is_doubtful,
    land_words,
    near_words,
    of_attack,
    plan_title,
    revolt_words,
    shortage_words,
    span_words,
    threat_words,
)
from client.games.shogun.planning.planner import Planner
from client.texts import t
from core.games.shogun.board import BATTLE_A, BATTLE_B, BID, COST, LAND, NO_CARD
from core.games.shogun.foresight import Clash, Reckoning, chances_from, threats_to
from core.games.shogun.view import View

HEAD, WARNING, MORE = "head", "warning", "more"
"""How a line is meant: it names what follows, it must not be overlooked, it is good to know."""
MOST_CLASHES: Final = 3


class Line(NamedTuple):
    """Some words, and how they are meant."""

    words: str
    tone: str = ""
    short: str = ""  # where there is little room

    @property
    def shortened(self) -> Line:
        return self._replace(words=self.short or self.words)


class PlanRow(NamedTuple):
    """A place: its key, its card or the one its key would lay, what that does, and the chests after it."""

    place: int
    key: str
    card: int
    is_laid: bool
    effect: str
    left: str
    is_doubtful: bool


def rows_of(planner: Planner) -> list[PlanRow]:
    reckoned = planner.reckoned
    return [row_of(planner, place, reckoned) for place in planner.order]


def row_of(planner: Planner, place: int, reckoned: Reckoning) -> PlanRow:
    card, key = planner.plan[place], planner.key_of(place)
    if card == NO_CARD:
        card = planner.suggestion(place) if planner.gaps else NO_CARD
        effect = effect_words(planner.alone(place, card), place, card)
        return PlanRow(place, key, card, is_laid=False, effect=effect, left="", is_doubtful=False)
    fate = reckoned.known.get(place)
    left = span_words(fate.left) if fate is not None else ""
    return PlanRow(
        place,
        key,
        card,
        is_laid=True,
        effect=effect_words(reckoned, place, card),
        left=left,
        is_doubtful=is_doubtful(reckoned, place),
    )


def title_of(planner: Planner) -> str:
    return plan_title(planner.view, planner.reckoned, planner.gaps)


# The card in question ------------------------------------------------------------------------


def about(planner: Planner) -> Iterator[Line]:
    """Describe the place and the card in question, the most important first."""
    place, card, view = planner.place, planner.considered, planner.view
    yield Line(place_words(planner, place), HEAD)
    if planner.notice:
        yield Line(planner.notice, WARNING)
    if card in planner.hand and place != BID:
        effect = effect_words(planner.alone(place, card), place, card)
        yield Line(t("plan-here", card=names.card(card), effect=effect))
    warning = warning_about(planner, place, card)
    if warning and warning != planner.notice:
        yield Line(warning, WARNING)
    if card in LAND:
        yield from about_province(view, place, card)
    if place == BID:
        yield about_turns(view)
    yield Line(course_words(view, planner.reckoned), MORE)
    if place != BID:
        yield about_turns(view)._replace(tone=MORE)
    yield about_events(view)
    yield Line(t("plan-hand", cards=", ".join(map(names.card, planner.free)) or t("plan-nothing")), MORE)
    yield Line(t("plan-keys"), MORE)


def place_words(planner: Planner, place: int) -> str:
    """Name a place with its key and its price, and say if nobody knows when it comes."""
    kind = "bid" if place == BID else "space" if place in planner.view.actions else "later"
    price = COST[place] if place != BID else 0
    return t(f"plan-at-{kind}", key=planner.key_of(place), action=names.place(place), price=price)


def warning_about(planner: Planner, place: int, card: int) -> str:
    """Warn of a revolt the card would lead to, or of chests that run out."""
    ahead = planner.alone(place, card).prospects[place]
    revolt = revolt_words(planner.view, ahead, card) if card in planner.hand else ""
    return revolt or shortage_words(planner.view, planner.reckoned)


def about_province(view: View, place: int, province: int) -> Iterator[Line]:
    yield Line(f"{land_words(view, province)} · {holder_words(view, province)}")
    if place in (BATTLE_A, BATTLE_B):
        yield from (Line(chance_words(view, one)) for one in chances_from(view, province)[:MOST_CLASHES])
    for threat in threats_to(view, province)[:MOST_CLASHES]:
        yield Line(threat_words(view, threat), WARNING if threat.ends.held < threat.ends.taken else "")
    near = near_words(view, province)
    if near:
        yield Line(near, MORE)


def chance_words(view: View, one: Clash) -> str:
    return t("plan-chance", province=names.province(one.target), armies=one.armies, **of_attack(one.ends))


def about_turns(view: View) -> Line:
    """Say what each turn brings, which is what the bid is for."""
    return Line(turn_words(view, names.special), "", turn_words(view, names.short_special))


def about_events(view: View) -> Line:
    """Say which events may come."""
    return Line(event_words(view, names.event), MORE, event_words(view, names.short_event))


def turn_words(view: View, name: Callable[[int], str]) -> str:
    turns = (
        t("plan-turn", space=space, special=name(number)) for space, number in enumerate(view.track, start=1)
    )
    return t("plan-turns", turns=" · ".join(turns))


def event_words(view: View, name: Callable[[int], str]) -> str:
    return t("plan-events", events=" · ".join(map(name, view.events_open)))
