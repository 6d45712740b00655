"""What happens in Shogun, in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from operator import attrgetter
from typing import Final

from client.log.wording import Wording, Wordings, in_turn, names, several
from client.log.words import amount, listed
from client.texts import t
from core.games.shogun import events as e
from core.games.shogun.board import (
    ACTIONS,
    BUILDINGS,
    CHEST_CARDS,
    COLOURS,
    EVENTS,
    NO_CARD,
    PLACES,
    PROVINCES,
    SEASONS,
    SEAT_NAMES,
    SPECIAL_NAMES,
)
from core.kinds import Seat

seat_name = names("clan", SEAT_NAMES)
province = names("province", PROVINCES)
season = names("season", SEASONS)
action = names("sg-action", ACTIONS)
plan_place = names("sg-action", PLACES)  # what a card of a plan lies on: an action, or the bid
special = names("sg-special", SPECIAL_NAMES)
event_words = names("sg-event", [card.id for card in EVENTS])


def card(number: int) -> str:
    if number == NO_CARD:
        return t("sg-no-card")
    if number in CHEST_CARDS:
        return t("sg-chest-card", number=CHEST_CARDS.index(number))
    return province(number)


def cubes(counts: Iterable[int]) -> str:
    there = [(colour, number) for colour, number in zip(COLOURS, counts, strict=True) if number]
    return listed(t("count-of", number=number, things=t(f"sg-colour-{colour}")) for colour, number in there)


def spaces(specials: Iterable[int]) -> str:
    """Name specials with the turns that they stand for."""
    numbered = enumerate(specials, start=1)
    return ", ".join(
        t("sg-special-space", special=special(number), space=space) for space, number in numbered
    )


def gaps(empty: Iterable[tuple[Seat, tuple[int, ...]]]) -> str:
    """Say who left which places of a plan empty."""
    there = ((seat_name(seat), ", ".join(map(plan_place, places))) for seat, places in empty if places)
    return " ".join(t("sg-plan-gaps", who=who, places=places) for who, places in there)


def bids_of(bids: Iterable[tuple[Seat, int]]) -> str:
    return listed(t("sg-bid", who=seat_name(seat), card=card(bid)) for seat, bid in bids)


def scores(vp: Iterable[tuple[Seat, int]]) -> str:
    return listed(t("sg-score", who=seat_name(seat), vp=amount(points, "VP")) for seat, points in vp)


KINDS: Final[Wordings] = {
    **dict.fromkeys(("seat", "owner", "attacker", "loser"), seat_name),
    **dict.fromkeys(("seats", "order", "winners"), several(seat_name)),
    **dict.fromkeys(("province", "origin", "target"), province),
    **dict.fromkeys(("chests", "price"), partial(amount, thing="chest")),
    **dict.fromkeys(("rice", "loss"), partial(amount, thing="rice")),
    **dict.fromkeys(("resting", "thrown", "tray"), cubes),
    "armies": partial(amount, thing="army"),
    "markers": partial(amount, thing="marker"),
    "provinces": several(province),
    "season": season,
    "number": event_words,
    "numbers": lambda numbers: "; ".join(map(event_words, numbers)),
    "action": action,
    "actions": in_turn(action),
    "special": special,
    "specials": spaces,
    "card": card,
    "place": plan_place,
    "empty": gaps,
    "bids": bids_of,
    "building": names("sg-building", BUILDINGS),
    "reason": lambda reason: t(f"sg-reason-{reason}"),
    "vp": scores,
}

# Exceptions ----------------------------------------------------------------------------------


def foe(event: e.BattleBegan) -> str:
    if event.defender < 0:
        return t("sg-peasants")
    return t("sg-foe", who=seat_name(event.defender), armies=event.defenders)


def has_gaps(event: e.PlansClosed) -> bool:
    return any(places for _, places in event.empty)


WORDING: Final = Wording(
    "sg",
    KINDS,
    extras={
        e.BattleBegan: {"foe": foe},
        e.YearScored: {"provinces": attrgetter("provinces")},
        e.GameEnded: {"number": lambda event: len(event.winners)},
    },
    variants={
        e.ProvincePicked: lambda event: "sg-province-drawn" if event.unseen else "sg-province-picked",
        e.PlansClosed: lambda event: "sg-plans-with-gaps" if has_gaps(event) else "sg-plans-closed",
        e.ProvinceTaken: lambda event: "sg-province-taken" if event.loser < 0 else "sg-province-won",
        e.RiceLost: lambda event: "sg-rice-missing" if event.missing else "sg-rice-enough",
    },
)
