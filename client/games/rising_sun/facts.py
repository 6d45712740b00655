"""What a view shows: who has what, who is strong where, what a harvest and a war would bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import Final, NamedTuple

from client.games.rising_sun import names
from client.table.rulebook import rule_text
from client.table.wording import addressed, either, listed
from client.texts import t
from core.decisions import Allocation, ChooseOne, Decline, Done
from core.games.rising_sun import events as e
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
    STRONGHOLD,
    TURNS,
    TURTLE,
    WINTER,
)
from core.games.rising_sun.cards import CARDS
from core.games.rising_sun.choices import Move, Summon
from core.games.rising_sun.forces import force_of, present_in
from core.games.rising_sun.notation import line_of
from core.games.rising_sun.observe import determinise
from core.games.rising_sun.state import Battle, State
from core.games.rising_sun.steps import BuyCard, Marshal, Recruit, Wander
from core.games.rising_sun.view import View
from core.games.rising_sun.war import outlook_in
from core.games.rising_sun.winter import Projection, projected
from core.kinds import Choice, Event, Seat
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
    """A province: everybody's force there, and who would harvest it now."""

    forces: tuple[tuple[Seat, int], ...]
    holder: Seat | None


@lru_cache(maxsize=4)
def state_like(view: View) -> State:
    """Return a state that fits what we see, to ask the rules; public facts do not depend on the rest."""
    return determinise(view, Random(0))  # noqa: S311


@lru_cache(maxsize=4)
def projections_of(view: View) -> tuple[Projection, ...]:
    """Return everybody's points if the war came now, without bids, and Winter after it."""
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
    """Return the VP, coins and ronin of a harvest there."""
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
"""By clan: the rule only it has."""


def holdings(view: View) -> Iterator[str]:
    """Tell what everybody can do and has besides what stands on the map, the viewer first."""
    for seat in sorted(view.honor, key=lambda seat: seat != view.viewer):
        yield ""
        yield t(
            "holds", clan=names.clan(seat), harvest=reward_words(harvest_of(view, seat)) or t("shrine-empty")
        )
        yield f"  {power_words(seat)}"
        if view.phase != OVER:
            yield f"  {projection_words(projections_of(view)[seat])}"
        if view.cards[seat]:
            yield f"  {t('holds-cards', things=', '.join(card_words(view, seat)))}"
        yield from (f"  {words}" for words in belongings(view, seat))
    if view.display:
        yield ""
        yield t("holds-offer", cards=", ".join(offer_words(view)))


def belongings(view: View, seat: Seat) -> Iterator[str]:
    """Tell what a clan has neither on the map nor among its cards."""
    reserve = view.figures[seat][RESERVE]
    hostages = [
        t("holds-of", clan=names.clan(owner), figures=group_words(view.figures[owner][CAMPS[seat]]))
        for owner in view.seats
        if view.figures[owner][CAMPS[seat]]
    ]
    won = groupby(view.tokens[seat], key=itemgetter(0))
    tokens = [token_words(season, *(place for _, place in same)) for season, same in won]
    facts = {
        "holds-reserve": [group_words(reserve)] * bool(reserve),
        "holds-hostages": hostages,
        "holds-tokens": tokens,
    }
    yield from (t(kind, things=", ".join(things)) for kind, things in facts.items() if things)


def token_words(season: int, *places: int) -> str:
    return f"{listed(map(names.province, places))} ({names.season(season)})"


def to_come(events: Iterable[Event]) -> dict[Seat, str]:
    """List the war tokens of each clan, which score in Winter."""
    won: dict[Seat, list[str]] = {}
    season = 0
    for event in events:
        match event:
            case e.SeasonBegan():
                season = event.season
            case e.TokenTaken():
                won.setdefault(event.seat, []).append(token_words(season, event.province))
            case e.WinterScored():
                won.pop(event.seat, None)
    return {seat: ", ".join(tokens) for seat, tokens in won.items()}


def power_words(seat: Seat) -> str:
    """Tell what only this clan can do; the rule begins with its name, which stands above."""
    return rule_text("rising_sun", POWERS[seat]).partition(", ")[2]


def power_name(seat: Seat) -> str:
    return power_words(seat).partition(":")[0]


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
    return " ".join(reward_parts(reward))


def reward_parts(reward: tuple[int, int, int]) -> list[str]:
    kinds = zip(("reward-vp", "reward-coins", "reward-ronin"), reward, strict=True)
    return [t(kind, number=number) for kind, number in kinds if number]


def card_words(view: View, seat: Seat) -> list[str]:
    cards = Counter(view.cards[seat]).items()
    return [f"{names.card(card)}{f' x{number}' if number > 1 else ''}" for card, number in cards]


def offer_words(view: View) -> list[str]:
    """Name the cards on offer with their prices."""
    cards = Counter(view.display).items()
    return [f"{names.card(card)} {CARDS[card].cost}¢{f' x{n}' if n > 1 else ''}" for card, n in cards]


def group_words(group: tuple[int, ...]) -> str:
    return ", ".join(names.count(piece, number) for piece, number in tally(group))


def there_words(view: View, seat: Seat, province: int) -> str:
    """Name what a clan has in a province."""
    walls = view.strongholds[seat].count(province)
    parts = group_words(view.figures[seat][province]), names.count(STRONGHOLD, walls) if walls else ""
    return ", ".join(filter(None, parts))


# Sealed answers -------------------------------------------------------------------------------


def answer_words(answer: Choice) -> str:
    if not isinstance(answer, Allocation):
        return line_of(answer)
    return bid_words(answer.amounts) if any(answer.amounts) else t("bid-nothing")


def bid_words(amounts: tuple[int, ...]) -> str:
    """Name only what was bid on."""
    parts = (
        t("bid-place", coins=amount, place=t(f"advantage-{name}.short"), advantage=t(f"advantage-{name}"))
        for name, amount in zip(ADVANTAGES, amounts, strict=True)
        if amount
    )
    return ", ".join(parts) or t("nothing")


def war_outlook(view: View, province: int) -> str:
    """Say who would win a battle as things stand, and who else with hired ronin; "" if there is none."""
    ahead = outlook_in(state_like(view), province)
    if ahead is None:
        return ""
    winner, is_own = names.clan(ahead.winner), ahead.winner == view.viewer
    rivals = [names.clan_among(seat, view.viewer) for seat in ahead.by_hire]
    if not rivals:
        return t(addressed("war-outlook", is_own=is_own), clan=winner)
    return t(addressed("war-outlook-hire", is_own=is_own), clan=winner, rivals=either(rivals))


def war_ahead(view: View) -> Iterator[str]:
    """Say what coins that are not bid now can still do; Koi's may be ronin (RS-19.2)."""
    if view.viewer is None:
        return
    if places := [names.province(place) for place in battles_ahead(view, view.viewer)]:
        yield t("war-ahead", places=names.listed(places))
    elif view.viewer != KOI:
        yield t("war-last")


def war_powers(view: View, battle: Battle) -> Iterator[str]:
    """Say what clans have in a battle besides figures and ronin."""
    if KOI in battle.fighters:
        yield t(addressed("war-power-koi", is_own=view.viewer == KOI))
    if battle.province in view.strongholds[TURTLE]:
        yield t(addressed("war-power-turtle", is_own=view.viewer == TURTLE))


# What is left undone --------------------------------------------------------------------------


def left_undone(view: View, choice: Choice) -> Iterator[str]:
    """Say what could still be done before an answer, and which coins it would lose."""
    if view.viewer is None:
        return
    if isinstance(choice, Allocation):
        yield from coins_lost(view, view.viewer, sum(choice.amounts))
    elif isinstance(choice, (Done, Decline)):
        yield from steps_left(view, view.viewer)


def steps_left(view: View, seat: Seat) -> Iterator[str]:
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, Recruit) and can_still(view, Summon):
        left = len(view.strongholds[seat]) + step.bonus - len(step.used)
        yield t("warn-recruit-left", left=left)
    elif isinstance(step, Wander) and can_still(view, Move):
        yield t("warn-moves-left", left=step.left)
    elif isinstance(step, Marshal) and not step.arrived and can_still(view, Move):
        yield t("warn-nothing-moved")
    elif isinstance(step, BuyCard) and len(view.mandates) == TURNS:
        yield from coins_lost(view, seat, 0)


def can_still(view: View, kind: type[Choice]) -> bool:
    decision = view.decision
    return isinstance(decision, ChooseOne) and any(isinstance(choice, kind) for choice in decision.options)


def coins_lost(view: View, seat: Seat, spent: int) -> Iterator[str]:
    """Coins go when the season ends (RS-17.1); Koi's count in the battle even if they are kept (RS-19.2)."""
    left = view.coins[seat] - spent
    is_of_use = battles_ahead(view, seat) or (seat == KOI and view.battle is not None)
    if left > 0 and not is_of_use:
        yield t("warn-coins-lost", coins=left)


def battles_ahead(view: View, seat: Seat) -> list[int]:
    """List where a clan will meet another in a war after the current battle."""
    now = view.battle.province if view.battle is not None else -1
    forces = {place: dict(places_of(view)[place].forces) for place in view.war if place != now}
    return [place for place, there in forces.items() if seat in there and len(there) > 1]
