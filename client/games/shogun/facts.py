"""What a view shows: who has what, how battles may end, what a plan does to the chests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from client.games.shogun import names
from client.texts import t
from core.decisions import EMPTY, Arrangement
from core.games.shogun.board import (
    ACTIONS,
    BID,
    BOARDS,
    BUILDINGS,
    COLLECT_TAX,
    FACE_DOWN,
    LAND,
    NO_CARD,
    NOBODY,
    NUMBER_OF_CARD,
    OVER,
    PLAYERS,
    RICE,
    SLOTS,
    TAX,
)
from core.games.shogun.foresight import Clash, Fate, Hunger, Prospect, Reckoning, Span, held_in_hunger
from core.games.shogun.notation import line_of
from core.games.shogun.odds import Forecast
from core.games.shogun.state import board_of, has_building, provinces_of
from core.games.shogun.view import View
from core.kinds import Choice, Seat


def moment(view: View) -> str:
    if view.phase == OVER:
        return names.phase(OVER)
    parts = [f"{view.year} · {names.season(view.season)}", names.phase(view.phase)]
    if view.action >= 0:
        parts[1] = f"{view.action + 1} {names.place(view.actions[view.action])}"
    return " · ".join(parts)


# What everybody has ---------------------------------------------------------------------------


def holdings(view: View) -> Iterator[str]:
    """Tell what everybody has, and what is known of their plans."""
    for seat in view.order or view.seats:
        first, *more = holding(view, seat)
        yield from ("", first, *(f"  {words}" for words in more))


def holding(view: View, seat: Seat) -> Iterator[str]:
    """Tell what a player has, and what is known of their plan."""
    yield t(
        "shogun-owns",
        clan=names.clan(seat),
        vp=view.vp[seat],
        chests=view.chests[seat],
        rice=view.rice[seat],
        armies=view.reserve[seat],
    )
    land = ", ".join(f"{names.province(n)} {view.armies[n]}" for n in provinces_of(view, seat))
    yield t("shogun-owns-land", things=land or t("plan-nothing"))
    shown = plan_words(view.plans[seat]) if view.plans else ""
    if shown:
        yield t("shogun-owns-plan", things=shown)


def plan_words(plan: tuple[int, ...], actions: tuple[int, ...] = ()) -> str:
    """Name the cards visible on a board, those on actions whose order is known first."""
    order = [*actions, *(place for place in range(len(plan)) if place not in actions)]
    shown = [(place, plan[place]) for place in order if plan[place] not in (FACE_DOWN, NO_CARD)]
    return ", ".join(
        t("shogun-plan-card", action=names.short_place(place), card=names.card(laid)) for place, laid in shown
    )


def still_to_come(view: View) -> tuple[int, ...]:
    """Return the viewer's plan without what has been turned over and what does nothing."""
    own, done = view.plans[view.viewer or 0], view.actions[: max(0, view.action)]
    return tuple(
        card if place not in done and place != BID and card in LAND else NO_CARD
        for place, card in enumerate(own)
    )


def answer_words(answer: Choice) -> str:
    """Say briefly what would be sealed."""
    if not isinstance(answer, Arrangement):
        return line_of(answer)
    bid = names.card(NUMBER_OF_CARD.get(answer.cards[BID], NO_CARD))
    return t("plan-words", number=len(answer.cards) - answer.cards.count(EMPTY), bid=bid)


# A province -----------------------------------------------------------------------------------


def region_of(view: View, province: int) -> int:
    """Return the region a province lies in, in play or not."""
    regions = BOARDS[view.side, PLAYERS[-1]].regions
    return next(number for number, there in enumerate(regions) if province in there)


def land_words(view: View, province: int) -> str:
    """Name a province with its region and what it yields."""
    figures = t("here-land", tax=TAX[province], rice=RICE[province], slots=SLOTS[province])
    return f"{names.province(province)} · {names.region(region_of(view, province))} · {figures}"


def holder_words(view: View, province: int) -> str:
    """Say who is there with what."""
    if province not in board_of(view).provinces:
        return t("here-out")
    if view.owner[province] == NOBODY:
        return t("here-neutral")
    parts = [beside_words(view, province)]
    parts += [names.building(kind) for kind in range(len(BUILDINGS)) if has_building(view, province, kind)]
    if view.revolts[province]:
        parts.append(t("here-unrest", number=view.revolts[province]))
    if view.viewer in view.seats and view.plans and province in view.plans[view.viewer]:
        action = names.short_place(view.plans[view.viewer].index(province))
        parts.append(t("here-planned", action=action))
    return " · ".join(parts)


def near_words(view: View, province: int) -> str:
    """Name the neighbours of a province, and who is there; "" if it has none."""
    near = neighbours(view, province)
    return t("here-near", provinces=", ".join(near)) if near else ""


def neighbours(view: View, province: int) -> list[str]:
    return [
        t("here-beside", province=names.province(place), there=beside_words(view, place))
        for place in board_of(view).neighbours[province]
    ]


def beside_words(view: View, province: int) -> str:
    owner = view.owner[province]
    if owner == NOBODY:
        return t("here-neutral")
    return t("here-armies", clan=names.clan(owner), armies=view.armies[province])


# Odds -----------------------------------------------------------------------------------------


def percents(*chances: float) -> tuple[int, ...]:
    """Round chances to percentages that still add up to a hundred; the largest remainders get the rest."""
    exact = [100 * chance for chance in chances]
    whole = [int(number) for number in exact]
    by_loss = sorted(range(len(exact)), key=lambda place: whole[place] - exact[place])
    for place in by_loss[: 100 - sum(whole)]:
        whole[place] += 1
    return tuple(whole)


def of_attack(foreseen: Forecast) -> dict[str, int]:
    """Return the attacker's percentages, as the messages name them."""
    return dict(zip(ENDS, percents(foreseen.taken, foreseen.emptied, foreseen.held), strict=True))


def of_defence(foreseen: Forecast) -> dict[str, int]:
    """Return the owner's percentages, as the messages name them."""
    return dict(zip(ENDS, percents(foreseen.held, foreseen.emptied, foreseen.taken), strict=True))


ENDS = ("win", "draw", "lose")


def threat_words(view: View, one: Clash) -> str:
    return t(
        "plan-threat",
        clan=names.clan(view.owner[one.origin]),
        armies=one.armies,
        province=names.province(one.origin),
        **of_defence(one.ends),
    )


def chance_words(one: Clash) -> str:
    return t("plan-chance", province=names.province(one.target), armies=one.armies, **of_attack(one.ends))


def on_average(number: float) -> str:
    return f"{number:.1f}"


# Chests ---------------------------------------------------------------------------------------


def course_words(view: View, reckoned: Reckoning) -> str:
    """Follow the chests from action to action; actions in an unknown order stand together."""
    steps = [known_step(reckoned, place, fate) for place, fate in reckoned.known.items()]
    if reckoned.later:
        later = ", ".join(change_words(reckoned, place, fate) for place, fate in reckoned.later.items())
        steps.append(t("plan-later-steps", steps=later, left=span_words(reckoned.end)))
    return " · ".join([t("plan-purse", chests=view.chests[view.viewer or 0]), *steps])


def known_step(reckoned: Reckoning, place: int, fate: Fate) -> str:
    if not fate.done:
        return t("plan-step-missed", place=names.short_place(place), why=t(f"why-{fate.reason}"))
    return t("plan-step", change=change_words(reckoned, place, fate), left=span_words(fate.left))


def change_words(reckoned: Reckoning, place: int, fate: Fate) -> str:
    """Say what an action adds or takes, and whether that is certain."""
    message = "plan-adds" if place == COLLECT_TAX else "plan-takes" if fate.done == 1 else "plan-may-take"
    chests = span_words(reckoned.taxes) if place == COLLECT_TAX else reckoned.prospects[place].pays
    return t(message, place=names.short_place(place), number=chests)


def span_words(span: Span) -> str:
    """Write a number, or the two it will lie between."""
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
        return t("plan-runs-out", space=space, place=names.short_place(place), left=left, price=price)
    if not fate.done:
        return t("plan-never-paid", place=names.short_place(place), price=price)
    paid, _ = percents(fate.done, 1 - fate.done)
    return t("plan-may-be-paid", place=names.short_place(place), percent=paid)


# Winter and plans -----------------------------------------------------------------------------


def hunger_words(view: View, seat: int, hunger: Hunger, loss: str) -> str:
    """Say what winters that take this much rice would mean."""
    if not hunger.missing:
        return t("outlook-well", loss=loss)
    hold = held_in_hunger(view, seat, hunger.peasants)
    return t(
        "outlook-hunger",
        loss=loss,
        missing=hunger.missing,
        revolts=hunger.revolts,
        peasants=hunger.peasants,
        hold=percents(hold, 1 - hold)[0],
    )


def is_turned(view: View, seat: int, action: int) -> bool:
    """Say whether a seat's card on an action lies open."""
    space = view.actions.index(action) if action in view.actions else len(ACTIONS)
    return space < view.action or (space == view.action and seat in view.order[: view.acting])


# A plan ---------------------------------------------------------------------------------------


def is_doubtful(reckoned: Reckoning, place: int) -> bool:
    foreseen, fate = reckoned.prospects[place], reckoned.fate_of(place)
    return bool(foreseen.reason or foreseen.revolt or (fate and fate.done < 1))


def effect_words(reckoned: Reckoning, place: int, card: int) -> str:
    """Say what a card does, or why it does nothing; at least in what share of all possibilities."""
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
    there = list(filter(None, parts))
    return reduce(lambda first, after: t("plan-and", first=first, next=after), there) if there else ""


def armies_words(foreseen: Prospect) -> str:
    if not foreseen.armies:
        return ""
    return t("plan-deploys" if foreseen.pays else "plan-moves", number=foreseen.armies)


def unrest_words(foreseen: Prospect) -> str:
    """Taking something stirs up a province, or leads to a revolt if it is stirred up already."""
    if foreseen.revolt is not None:
        hold, _ = percents(foreseen.revolt.held, foreseen.revolt.emptied)
        return t("plan-revolt", hold=hold)
    return t("plan-stirs") if foreseen.chests or foreseen.rice else ""


def revolt_words(view: View, foreseen: Prospect, card: int) -> str:
    """Tell of the revolt a card would lead to, if any."""
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


def plan_title(view: View, reckoned: Reckoning, to_fill: int) -> str:
    """Say what the plan does to the rice, and what it still lacks."""
    harvest = sum(one.rice for one in reckoned.prospects)
    return t("plan-title", rice=view.rice[view.viewer or 0], harvest=harvest, left=to_fill)
