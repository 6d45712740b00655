"""What can be read off the table: who has what, who is strong where, what a harvest and a war would bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from client.games.rising_sun import names
from client.table.rulebook import rule_text
from client.texts import t
from core.decisions import Allocation
from core.games.rising_sun import GAME
from core.games.rising_sun.board import (
    ADVANTAGES,
    BONSAI,
    CAMPS,
    DRAGONFLY,
    HARVEST,
    KOI,
    LAND,
    LOTUS,
    OVER,
    RESERVE,
    TURTLE,
    WINTER,
)
from core.games.rising_sun.cards import CARDS
from core.games.rising_sun.forces import force_of, present_in
from core.games.rising_sun.notation import line_of
from core.games.rising_sun.state import Battle, State
from core.games.rising_sun.view import View
from core.games.rising_sun.winter import Projection, projected
from core.kinds import Choice, Seat
from core.piles import tally


def moment(view: View) -> str:
    if view.phase == OVER:
        return names.phase(OVER)
    if view.season == WINTER:
        return names.season(WINTER)
    parts = [names.season(view.season), names.phase(view.phase)]
    if view.mandate >= 0:
        parts.append(names.mandate(view.mandate))
    return " · ".join(parts)


class Place(NamedTuple):
    """A province: the force of everybody there, and who would harvest it now."""

    forces: tuple[tuple[Seat, int], ...]
    holder: Seat | None


@lru_cache(maxsize=4)
def state_like(view: View) -> State:
    """Give a state that fits what we see, to ask the rules; public facts do not depend on the rest."""
    state: State = GAME.determinise(view, Random(0))  # noqa: S311
    return state


@lru_cache(maxsize=4)
def projections_of(view: View) -> tuple[Projection, ...]:
    """Give the points of everybody if the war came now, without bids, and Winter after it."""
    return projected(state_like(view))


@lru_cache(maxsize=4)
def places_of(view: View) -> tuple[Place, ...]:
    """Work out all provinces."""
    state = state_like(view)
    places = []
    for province in LAND:
        there = [(seat, force_of(state, seat, province)) for seat in present_in(state, province)]
        forces = sorted(there, key=lambda row: (-row[1], view.honor.index(row[0])))
        places.append(Place(tuple(forces), forces[0][0] if forces else None))
    return tuple(places)


def reward_of(province: int) -> tuple[int, int, int]:
    """Give the VP, coins and ronin of a harvest there."""
    vp, coins, ronin = HARVEST[province]
    return vp, coins, ronin


def harvest_of(view: View, seat: Seat) -> tuple[int, int, int]:
    """Add up what a clan would harvest now."""
    rewards = [HARVEST[place] for place, fact in enumerate(places_of(view)) if fact.holder == seat]
    vp, coins, ronin = (sum(column) for column in zip(*rewards, strict=True)) if rewards else (0, 0, 0)
    return vp, coins, ronin


# What everybody has ---------------------------------------------------------------------------
POWERS: Final = {
    BONSAI: "RS-19.1",
    KOI: "RS-19.2",
    LOTUS: "RS-19.3",
    DRAGONFLY: "RS-19.4",
    TURTLE: "RS-19.5",
}
"""By clan: the rule that only it has."""


def holdings(view: View) -> Iterator[str]:
    """Tell what everybody can do and has besides what stands on the map, the viewer first."""
    for seat in sorted(view.honor, key=lambda seat: seat != view.viewer):
        hostages = [
            t("holds-of", clan=names.clan(owner), figures=group_words(view.figures[owner][CAMPS[seat]]))
            for owner in view.seats
            if view.figures[owner][CAMPS[seat]]
        ]
        tokens = [f"{names.province(place)} ({names.season(season)})" for season, place in view.tokens[seat]]
        facts = {
            "holds-cards": card_words(view, seat),
            "holds-reserve": [group_words(view.figures[seat][RESERVE])] * bool(view.figures[seat][RESERVE]),
            "holds-hostages": hostages,
            "holds-tokens": tokens,
        }
        yield ""
        yield t(
            "holds", clan=names.clan(seat), harvest=reward_words(harvest_of(view, seat)) or t("shrine-empty")
        )
        yield f"  {power_words(seat)}"
        if view.phase != OVER:
            yield f"  {projection_words(projections_of(view)[seat])}"
        yield from (f"  {t(kind, things=', '.join(things))}" for kind, things in facts.items() if things)
    if view.display:
        yield ""
        yield t("holds-offer", cards=", ".join(offer_words(view)))


def power_words(seat: Seat) -> str:
    """Tell what only this clan can do; the rule begins with its name, which stands above."""
    return rule_text("rising_sun", POWERS[seat]).partition(", ")[2]


def projection_words(then: Projection) -> str:
    return t(
        "holds-then",
        total=then.total,
        vp=then.vp,
        tokens=then.tokens,
        set=then.province_set,
        cards=then.cards,
    )


def reward_words(reward: tuple[int, int, int]) -> str:
    kinds = zip(("reward-vp", "reward-coins", "reward-ronin"), reward, strict=True)
    return " ".join(t(kind, number=number) for kind, number in kinds if number)


def card_words(view: View, seat: Seat) -> list[str]:
    cards = Counter(view.cards[seat]).items()
    return [f"{names.card(card)}{f' x{number}' if number > 1 else ''}" for card, number in cards]


def offer_words(view: View) -> list[str]:
    """Name the cards on offer with their prices."""
    cards = Counter(view.display).items()
    return [f"{names.card(card)} {CARDS[card].cost}¢{f' x{n}' if n > 1 else ''}" for card, n in cards]


def group_words(group: tuple[int, ...]) -> str:
    return ", ".join(names.count(piece, number) for piece, number in tally(group))


# Sealed answers -------------------------------------------------------------------------------


def answer_words(answer: Choice) -> str:
    return bid_words(answer.amounts) if isinstance(answer, Allocation) else line_of(answer)


def bid_words(amounts: tuple[int, ...]) -> str:
    """Name only what was bid on."""
    parts = (
        t("bid-place", coins=amount, place=t(f"advantage-{name}.short"))
        for name, amount in zip(ADVANTAGES, amounts, strict=True)
        if amount
    )
    return ", ".join(parts) or t("bid-nothing")


def war_powers(view: View, battle: Battle) -> Iterator[str]:
    """Say what clans have in a battle besides figures and ronin."""
    if KOI in battle.fighters:
        yield t("war-power-koi")
    if battle.province in view.strongholds[TURTLE]:
        yield t("war-power-turtle")
