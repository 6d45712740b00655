"""Shogun for the line client: the table in words, and what can be known beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

from client.games.shogun.facts import course_words, of_attack, of_defence, percents, shortage_words
from client.games.shogun.log import action, card, cubes, event_words, plan_place, seat_name, special
from client.games.shogun.names import province, season
from client.table.wording import amount, listed, named
from client.texts import plainly, t
from core.decisions import Arrangement, ChooseOne
from core.games.shogun.board import (
    BOARDS,
    BUILDINGS,
    FACE_DOWN,
    GREEN,
    NO_CARD,
    NOBODY,
    NUMBER_OF_CARD,
    OVER,
    PHASES,
    REGIONS,
    RICE,
    SIDES,
    SLOTS,
    TAX,
    BoardSide,
)
from core.games.shogun.choices import Add, MoveArmies, Revolt
from core.games.shogun.foresight import reckon
from core.games.shogun.notation import line_of
from core.games.shogun.odds import Forecast, foreseen, in_winter
from core.games.shogun.view import View
from core.kinds import Choice, Seat


def look(view: View) -> Iterator[str]:
    """Tell the whole table, as far as this viewer may know it."""
    yield moment(view)
    yield from round_lines(view)
    for seat in view.seats:
        yield from player_lines(view, seat)
    yield from map_lines(view)
    tower, tray = cubes(view.tower), cubes(view.tray)
    yield t("sg-look-tower", tower=tower, tray=tray, peasants=view.reserve[GREEN])
    yield from secrets(view)


def moment(view: View) -> str:
    if view.phase == OVER:
        return t("plain-state-over")
    when: dict[str, str | int] = {"year": view.year, "season": season(view.season)}
    when |= {"phase": plainly(f"phase-{PHASES[view.phase]}"), "side": t(f"sg-side-{SIDES[view.side]}")}
    if view.action < 0:
        return t("sg-look-phase", **when)
    return t("sg-look-action", number=view.action + 1, action=action(view.actions[view.action]), **when)


# The round -----------------------------------------------------------------------------------


def round_lines(view: View) -> Iterator[str]:
    if view.actions:
        spaces = (
            t("count-of", number=space, things=action(number))
            for space, number in enumerate(view.actions, start=1)
        )
        yield t("sg-look-actions", actions=", ".join(spaces))
    if view.track:
        specials = (special_on(view, space) for space in range(len(view.track)))
        yield t("sg-look-specials", specials="; ".join(specials))
    yield from event_lines(view)
    if view.order:
        yield t("sg-look-order", order=listed(map(seat_name, view.order)))
    if view.draft is not None:
        yield t("sg-look-draft", provinces=listed(map(province, view.draft.open)))
    if view.sealed:
        yield t("sg-look-sealed", who=listed(map(seat_name, view.sealed)))


def event_lines(view: View) -> Iterator[str]:
    if view.event:
        yield t("sg-look-event", event=event_words(view.event))
    waiting = [number for number in view.events_open if number != view.event]
    if waiting:
        yield t("sg-look-events", events="; ".join(map(event_words, waiting)))


def special_on(view: View, space: int) -> str:
    number = view.track[space]
    if number not in view.held:
        return t("sg-look-special", number=space + 1, special=special(number))
    holder = seat_name(view.held.index(number))
    return t("sg-look-special-held", number=space + 1, special=special(number), who=holder)


# Players -------------------------------------------------------------------------------------


def player_lines(view: View, seat: Seat) -> Iterator[str]:
    yield sums(view, seat)
    if view.draft is not None:
        groups = view.draft.groups[seat]
        words = t("sg-look-groups", groups=listed(map(str, groups))) if groups else t("sg-look-no-groups")
        yield f"  {words}"
    if view.plans and seat != view.viewer:
        plan = plan_words(view.plans[seat])
        yield f"  {t('sg-look-plan', plan=plan) if plan else t('sg-look-no-plan')}"


def sums(view: View, seat: Seat) -> str:
    return t(
        "sg-look-player",
        who=named(seat_name(seat), is_own=seat == view.viewer),
        vp=amount(view.vp[seat], "VP"),
        chests=amount(view.chests[seat], "chest"),
        rice=amount(view.rice[seat], "rice"),
        armies=amount(view.reserve[seat], "army"),
    )


def plan_words(plan: tuple[int, ...]) -> str:
    """Name the cards one sees on a board."""
    shown = [(place, laid) for place, laid in enumerate(plan) if laid not in (FACE_DOWN, NO_CARD)]
    return ", ".join(t("sg-look-card", place=plan_place(place), card=card(laid)) for place, laid in shown)


# Map -----------------------------------------------------------------------------------------


def board_of(view: View) -> BoardSide:
    return BOARDS[view.side, len(view.seats)]


def map_lines(view: View) -> Iterator[str]:
    for name, region in zip(REGIONS, board_of(view).regions, strict=True):
        yield t("sg-look-region", region=t(f"region-{name}"))
        yield from (f"  {province_words(view, number)}" for number in region)


def province_words(view: View, number: int) -> str:
    return t(
        "sg-look-province",
        province=province(number),
        there=", ".join(there(view, number)),
        tax=TAX[number],
        rice=RICE[number],
        slots=amount(SLOTS[number], "slot"),
        near=listed(map(province, board_of(view).neighbours[number])),
    )


def there(view: View, number: int) -> Iterator[str]:
    """Tell who holds a province, what is built in it and whether there is unrest."""
    owner = view.owner[number]
    if owner == NOBODY:
        yield t("here-neutral")
    else:
        yield t("here-armies", clan=seat_name(owner), armies=view.armies[number])
    walls = [name for kind, name in enumerate(BUILDINGS) if view.buildings[number] >> kind & 1]
    if walls:
        yield listed(t(f"building-{name}") for name in walls)
    if view.revolts[number]:
        yield amount(view.revolts[number], "marker")


def credit_lines() -> Iterator[str]:
    """Tell where rules and figures are from."""
    yield from t("sg-look-credits").splitlines()


def secrets(view: View) -> Iterator[str]:
    """Tell what nobody else at the table sees."""
    if view.plans and view.viewer in view.seats:
        assert view.viewer is not None
        yield t("sg-look-own-plan", plan=plan_words(view.plans[view.viewer]) or t("nothing"))
    if view.answer is not None:
        yield t("sg-look-answer", answer=line_of(view.answer))


# Beforehand -----------------------------------------------------------------------------------


def ahead(view: View) -> Iterator[str]:
    """Tell how what is asked may end, where cubes decide it."""
    if isinstance(view.decision, ChooseOne) and view.decision.prompt in TELLING:
        yield from TELLING[view.decision.prompt](view, view.decision.options)


def marches(view: View, options: tuple[Choice, ...]) -> Iterator[str]:
    """Tell the odds of all attacks, a line for each province."""
    moves = [
        move for move in options if isinstance(move, MoveArmies) and view.owner[move.target] != view.viewer
    ]
    if moves:
        yield t("sg-ahead-march")
    for target, group in groupby(sorted(moves, key=lambda move: (move.target, move.armies)), target_of):
        odds = "; ".join(attack_words(view, move) for move in group)
        yield f"  {t('sg-ahead-target', province=province(target), there=holder(view, target), odds=odds)}"


def target_of(move: MoveArmies) -> int:
    return move.target


def holder(view: View, target: int) -> str:
    if view.owner[target] == NOBODY:
        return t("here-neutral")
    return t("here-armies", clan=seat_name(view.owner[target]), armies=view.armies[target])


def attack_words(view: View, move: MoveArmies) -> str:
    return t("sg-ahead-armies", armies=amount(move.armies, "army"), **of_attack(certainly(view, move)))


def certainly(view: View, choice: Choice) -> Forecast:
    """Foresee what cubes decide."""
    ahead = foreseen(view, choice)
    assert ahead is not None
    return ahead


def attack_cubes(view: View, options: tuple[Choice, ...]) -> Iterator[str]:
    """Tell what one more cube would change."""
    for choice in options:
        odds = t("sg-ahead-attack", **of_attack(certainly(view, choice)))
        yield t("sg-ahead-more" if isinstance(choice, Add) else "sg-ahead-no-more", odds=odds)


def defence_cubes(view: View, options: tuple[Choice, ...]) -> Iterator[str]:
    for choice in options:
        odds = t("sg-ahead-defence", **of_defence(certainly(view, choice)))
        yield t("sg-ahead-more" if isinstance(choice, Add) else "sg-ahead-no-more", odds=odds)


def revolts(view: View, options: tuple[Choice, ...]) -> Iterator[str]:
    for choice in options:
        assert isinstance(choice, Revolt)
        uprising, ahead = in_winter(view, choice.province), certainly(view, choice)
        hold, lose = percents(ahead.held, ahead.emptied)
        yield t(
            "sg-ahead-revolt",
            province=province(choice.province),
            armies=amount(view.armies[choice.province], "army"),
            peasants=uprising.peasants,
            hold=hold,
            lose=lose,
        )


TELLING: Final[dict[str, Callable[[View, tuple[Choice, ...]], Iterator[str]]]] = {
    "march": marches,
    "attack": attack_cubes,
    "defence": defence_cubes,
    "revolt": revolts,
}
"""By what is asked."""


def weighed(view: View, plan: Choice) -> Iterator[str]:
    """Tell what a plan makes of the chests, and where they run out."""
    if not isinstance(plan, Arrangement) or view.plans:
        return
    cards = [NUMBER_OF_CARD.get(card, NO_CARD) for card in plan.cards]
    reckoned = reckon(view, view.viewer or 0, cards)
    yield t("sg-ahead-chests", chests=course_words(view, reckoned))
    if warning := shortage_words(view, reckoned):
        yield warning
