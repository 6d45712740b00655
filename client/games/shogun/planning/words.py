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
    of_defence,
    on_average,
    plan_title,
    region_of,
    revolt_words,
    shortage_words,
    span_words,
)
from client.games.shogun.planning.planner import Planner
from client.texts import t
from core.games.shogun.board import BATTLE_A, BATTLE_B, BID, COST, LAND, NO_CARD, NOBODY
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


def about(planner: Planner, width: int) -> Iterator[Line]:
    """Describe the place and the card in question in columns of some width, the most important first."""
    place, card, view = planner.place, planner.considered, planner.view
    yield Line(place_words(planner, place), HEAD)
    if planner.notice:
        yield Line(planner.notice, WARNING)
    is_new = planner.is_blank and planner.pointed is None and place != BID
    if is_new:
        yield about_suggestions()
    if card in planner.hand and place != BID and not has_odds(view, place, card):
        effect = effect_words(planner.alone(place, card), place, card)
        yield Line(t("plan-here", card=names.card(card), effect=effect))
    warning = warning_about(planner, place, card)
    if warning and warning != planner.notice:
        yield Line(warning, WARNING)
    if card in LAND:
        yield from about_province(view, place, card, width)
    if place == BID:
        yield about_turns(view)
    yield Line(course_words(view, planner.reckoned), MORE)
    if place != BID:
        yield about_turns(view)._replace(tone=MORE)
    yield about_events(view)
    if planner.gaps and not is_new:
        yield about_suggestions()._replace(tone=MORE)
    yield Line(t("plan-hand", cards=", ".join(map(names.card, planner.free)) or t("plan-nothing")), MORE)
    yield Line(t("plan-keys"), MORE)


def has_odds(view: View, place: int, card: int) -> bool:
    """Say whether a table tells how a march would end."""
    return place in (BATTLE_A, BATTLE_B) and card in LAND and bool(chances_from(view, card))


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


def about_province(view: View, place: int, province: int, width: int) -> Iterator[Line]:
    holder, name = holder_words(view, province), names.province(province)
    brief = f"{name} · {names.region(region_of(view, province))} · {holder}"
    yield Line(f"{land_words(view, province)} · {holder}", "", brief)
    if place in (BATTLE_A, BATTLE_B):
        yield from about_marches(view, province, width)
    yield from about_threats(view, province, width)
    near = near_words(view, province)
    if near:
        yield Line(near, MORE)


def about_suggestions() -> Line:
    return Line(t("plan-suggestions"), "", t("plan-suggestions.short"))


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
    return t("plan-events", events=" · ".join(dict.fromkeys(map(name, view.events_open))))


# Odds ----------------------------------------------------------------------------------------

PLACE_ROOM: Final = 16
ODDS_ROOM: Final = 5
FIGURES: Final = "win", "draw", "lose", "left"
WHO: Final = names.short_clan, names.letter
"""How a holder is named, and how where there is little room."""


class Odds(NamedTuple):
    """How a battle over a province, or from one, may end: percentages, and the armies left on average."""

    place: int
    percentages: dict[str, int]
    left: float

    def figures(self) -> str:
        cells = (*(f"{percent}%" for percent in self.percentages.values()), on_average(self.left))
        return "".join(f"{cell:>{ODDS_ROOM}}" for cell in cells)


def about_marches(view: View, province: int, width: int) -> Iterator[Line]:
    """Give the odds of attacks from a province with all armies but one."""
    chances = chances_from(view, province)[:MOST_CLASHES]
    if chances:
        head = t("plan-marches", armies=chances[0].armies)
        rows = [Odds(one.target, of_attack(one.ends), one.ends.attackers) for one in chances]
        yield odds_table(view, (head, "win"), rows, width)


def about_threats(view: View, province: int, width: int) -> Iterator[Line]:
    """Give the odds of attacks on a province; it is a warning if the worst would rather take it."""
    threats = threats_to(view, province)[:MOST_CLASHES]
    if threats:
        rows = [Odds(one.origin, of_defence(one.ends), one.ends.defenders) for one in threats]
        table = odds_table(view, (t("plan-threats"), "hold"), rows, width)
        yield table._replace(tone=WARNING) if is_grave(threats[0]) else table


def is_grave(threat: Clash) -> bool:
    return threat.ends.held < threat.ends.taken


def odds_table(view: View, heads: tuple[str, str], rows: list[Odds], width: int) -> Line:
    """Put rows of odds below the names of their columns; with little room only the first, and letters."""
    (head, best), figures = heads, len(FIGURES) * ODDS_ROOM
    named, lettered = ([held_words(view, row.place, name) for row in rows] for name in WHO)
    room = max(PLACE_ROOM, *map(len, named)) + 1
    places, room = (named, room) if room + figures <= width else (lettered, PLACE_ROOM)
    columns = "".join(f"{t(f'plan-odds-{name}'):>{ODDS_ROOM}}" for name in (best, *FIGURES[1:]))
    lines = [f"{place:<{room}}{row.figures()}" for place, row in zip(places, rows, strict=True)]
    head = f"{head:<{room}}{columns}"
    return Line("\n".join((head, *lines)), "", f"{head}\n{lines[0]}")


def held_words(view: View, place: int, name: Callable[[int], str]) -> str:
    """Name a province with its holder and armies, as the map does."""
    owner, gap = view.owner[place], " " * (name is not names.letter)
    there = "" if owner == NOBODY else f" {name(owner)}{gap}{view.armies[place]}"
    return f"{names.province(place)}{there}"
