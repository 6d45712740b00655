"""What happens in Shogun: events as sentences, the rules behind them, how they are told, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from client.games.shogun import names
from client.games.shogun.names import province, season
from client.seat.news import Heard
from client.table.ending import Change, Contest, Ending, Source, sources_of
from client.table.wording import (
    ReaderWordings,
    Wording,
    Wordings,
    addressed,
    among,
    amount,
    in_turn,
    listed,
    naming,
    others_among,
    several,
    several_among,
)
from client.texts import t
from core.games.shogun import events as e
from core.games.shogun.board import (
    ACTIONS,
    BATTLE_A,
    BATTLE_B,
    BUILDINGS,
    CHEST_CARDS,
    COLOURS,
    EVENTS,
    LAND,
    NO_CARD,
    NOBODY,
    PLACES,
    SEAT_NAMES,
    SPECIAL_NAMES,
)
from core.games.shogun.steps import OfferAttackCube, OfferDefenceCube
from core.games.shogun.view import View
from core.kinds import Event, GameEnded, Seat, Viewer

seat_name = naming("clan", SEAT_NAMES)
seat_among = among(seat_name)
action = naming("sg-action", ACTIONS)
plan_place = naming("sg-action", PLACES)  # what a card of a plan lies on: an action, or the bid
special = naming("sg-special", SPECIAL_NAMES)
event_words = naming("sg-event", [card.id for card in EVENTS])


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
    """Name specials with the turns they stand for."""
    numbered = enumerate(specials, start=1)
    return ", ".join(
        t("sg-special-space", special=special(number), space=space) for space, number in numbered
    )


def gaps(empty: Iterable[tuple[Seat, tuple[int, ...]]], viewer: Viewer) -> str:
    """Say who left which places of a plan empty."""
    return " ".join(
        t(
            addressed("sg-plan-gaps", is_own=seat == viewer),
            who=seat_name(seat),
            places=", ".join(map(plan_place, places)),
        )
        for seat, places in empty
        if places
    )


def bids_of(bids: Iterable[tuple[Seat, int]], viewer: Viewer) -> str:
    return listed(t("sg-bid", who=seat_among(seat, viewer), bid=bid_word(bid)) for seat, bid in bids)


def bid_word(number: int) -> str:
    """Return the chests that are bid; any other card bids none."""
    return str(CHEST_CARDS.index(number)) if number in CHEST_CARDS else card(number)


def scores(vp: Iterable[tuple[Seat, int]], viewer: Viewer) -> str:
    """List everybody's points, the most first."""
    ranked = sorted(vp, key=lambda score: -score[1])
    return listed(
        t("sg-score", who=seat_among(seat, viewer), vp=amount(points, "VP")) for seat, points in ranked
    )


KINDS: Final[Wordings] = {
    **dict.fromkeys(("seat", "owner", "attacker", "loser"), seat_name),
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
    "building": naming("sg-building", BUILDINGS),
    "reason": lambda reason: t(f"sg-reason-{reason}"),
}
TO_READER: Final[ReaderWordings] = {
    **dict.fromkeys(("seats", "order", "winners"), several_among(seat_name)),
    "partners": others_among(seat_name),
    "empty": gaps,
    "bids": bids_of,
    "scores": scores,
}

# Exceptions ----------------------------------------------------------------------------------


def foe(event: e.BattleBegan) -> str:
    if event.defender < 0:
        return t("sg-peasants")
    return t("sg-foe", who=seat_name(event.defender), armies=event.defenders)


def card_shown(event: e.CardRevealed) -> str:
    """A card is told by what follows from it; only who may march has to decide first."""
    if event.card not in LAND:
        return "sg-card-idle"
    return "sg-card-to-march" if event.place in (BATTLE_A, BATTLE_B) else ""


def unrest_told(event: e.MarkerPlaced) -> str:
    """The first marker comes with what was taken, which says so."""
    return "sg-marker-placed" if event.markers > 1 else ""


def has_gaps(event: e.PlansClosed) -> bool:
    return any(places for _, places in event.empty)


WORDING: Final = Wording(
    "sg",
    KINDS,
    extras={
        e.BattleBegan: {"foe": foe},
        e.YearScored: {"provinces": attrgetter("provinces")},
        GameEnded: {"number": lambda event: len(event.winners), "partners": attrgetter("winners")},
    },
    variants={
        e.ProvincePicked: lambda event: "sg-province-drawn" if event.unseen else "sg-province-picked",
        e.PlansClosed: lambda event: "sg-plans-with-gaps" if has_gaps(event) else "sg-plans-closed",
        e.CardRevealed: card_shown,
        e.MarkerPlaced: unrest_told,
        e.ProvinceTaken: lambda event: "sg-province-taken" if event.loser < 0 else "sg-province-won",
        e.RiceLost: lambda event: "sg-rice-missing" if event.missing else "sg-rice-enough",
    },
    forms={"you": ("seat", "owner", "winners"), "yours": ("attacker", "defender", "loser")},
    to_reader=TO_READER,
)


# Telling --------------------------------------------------------------------------------------


RULES_OF_EVENTS: Final[dict[type[Event], str]] = {
    e.FirstPlayerDrawn: "SG-21.24",
    e.DraftCardsOpened: "SG-3.1",
    e.DraftCardsExchanged: "SG-3.6",
    e.ProvincePicked: "SG-3.3",
    e.GroupPlaced: "SG-3.4",
    e.TowerFilled: "SG-2.7",
    e.YearBegan: "SG-5.1",
    e.EventsOpened: "SG-2.10",
    e.SeasonBegan: "SG-5.2",
    e.ActionsLaidOut: "SG-6.1",
    e.SpecialsLaidOut: "SG-6.3",
    e.PlansClosed: "SG-21.9",
    e.EventDrawn: "SG-8.1",
    e.BidsRevealed: "SG-9.1",
    e.TieBroken: "SG-9.4",
    e.SpecialTaken: "SG-9.5",
    e.OrderSettled: "SG-9.6",
    e.ActionBegan: "SG-10.1",
    e.CardRevealed: "SG-10.2",
    e.CardLeft: "SG-10.8",
    e.ActionOpened: "SG-6.2",
    e.RoundEnded: "SG-10.12",
    e.ActionSkipped: "SG-10.4",
    e.Built: "SG-11.1",
    e.RiceCollected: "SG-12.1",
    e.TaxCollected: "SG-12.2",
    e.MarkerPlaced: "SG-12.4",
    e.MarkerRemoved: "SG-8.4",
    e.Deployed: "SG-13.1",
    e.ArmiesMoved: "SG-14.4",
    e.BattleBegan: "SG-16.1",
    e.CubeAdded: "SG-16.4",
    e.RevoltBegan: "SG-17.1",
    e.Thrown: "SG-15.4",
    e.ProvinceTaken: "SG-16.12",
    e.ProvinceHeld: "SG-16.13",
    e.PeasantsHeld: "SG-16.17",
    e.BattleTied: "SG-16.16",
    e.RevoltPutDown: "SG-17.5",
    e.RevoltWon: "SG-17.6",
    e.WinterBegan: "SG-18.1",
    e.RiceLost: "SG-18.2",
    e.RevoltsDrawn: "SG-18.5",
    e.YearScored: "SG-19.1",
    GameEnded: "SG-19.8",
}
"""The rule to read first about something that happened."""


def rule_of(event: Event) -> str:
    return RULES_OF_EVENTS.get(type(event), "")


SLOW: Final = (
    e.BidsRevealed,
    e.BattleBegan,
    e.CubeAdded,
    e.RevoltBegan,
    e.Thrown,
    e.ProvinceTaken,
    e.ProvinceHeld,
    e.PeasantsHeld,
    e.BattleTied,
    e.RevoltPutDown,
    e.RevoltWon,
)


FIGHTERS: Final[dict[type[Event], tuple[str, ...]]] = {
    e.ProvinceTaken: ("seat", "loser"),
    e.ProvinceHeld: ("seat", "attacker"),
    e.PeasantsHeld: ("attacker",),
    e.BattleTied: ("attacker", "owner"),
    e.RevoltPutDown: ("owner",),
    e.RevoltWon: ("owner",),
}
"""By how a battle or a revolt ends: whose it was."""


def fought_by(event: Event) -> tuple[Seat, ...]:
    return tuple(getattr(event, whose) for whose in FIGHTERS.get(type(event), ()))


WEIGHTS: Final[dict[type[Event], float]] = dict.fromkeys((e.BidsRevealed, *FIGHTERS), 4.0)
"""How a battle ends stays long enough to be read."""


PLACE_FIELDS: Final = ("origin", "province", "target")


def places_of(event: Event) -> tuple[int, ...]:
    places = tuple(getattr(event, place, NOBODY) for place in PLACE_FIELDS)
    return tuple(place for place in places if place >= 0)


# A throw in its moments ----------------------------------------------------------------------


class CubesThrown(Event, frozen=True):
    """Cubes, by colour, go into the tower; nothing has fallen out yet."""

    thrown: tuple[int, ...]


class CubeFell(Event, frozen=True):
    """One more cube has fallen out; these lie on the tray now."""

    tray: tuple[int, ...]


ThrowMoment: TypeAlias = CubesThrown | CubeFell
"""What is on the way to the result of a throw; only the screen knows it."""


def unfold(event: Event) -> Sequence[Event]:
    """Show a throw cube by cube: first what goes in, then what falls out."""
    if not isinstance(event, e.Thrown):
        return ()
    moments: list[Event] = [CubesThrown(event.thrown)]
    tray = [0] * len(event.tray)
    for colour in mixed(event.tray):
        tray[colour] += 1
        moments.append(CubeFell(tuple(tray)))
    return moments


def mixed(cubes: tuple[int, ...]) -> list[int]:
    """Return the cubes one by one, colours evenly mixed; the order they fell in is not told."""
    ranked = [((n + 1) / (number + 1), colour) for colour, number in enumerate(cubes) for n in range(number)]
    return [colour for _, colour in sorted(ranked)]


# The end --------------------------------------------------------------------------------------


def part_ended(event: Event) -> str:
    """Name a season at its end, and a winter when the next year begins."""
    if isinstance(event, e.RoundEnded):
        return t("part-season", season=names.season(event.season), year=event.year)
    if isinstance(event, e.YearBegan) and event.year > 1:
        return t("part-winter", year=event.year - 1)
    return ""


ENDS = (e.ProvinceTaken, e.ProvinceHeld, e.BattleTied)


def ending_of(story: Iterable[Heard], view: View) -> Ending:
    """Sum up a whole game."""
    events = [event for heard in story for event in heard.events]
    points = {seat: view.vp[seat] for seat in view.seats}
    course, sources, battles = (
        course_by_year(events, view),
        sources_of(changes_in(events)),
        battles_in(events, view.viewer),
    )
    return Ending(view.winners, points, course, sources, battles, tie_of(view))


def tie_of(view: View) -> str:
    """Say that chests decided, if points did not (SG-19.8)."""
    first = [seat for seat in view.seats if view.vp[seat] == max(view.vp[seat] for seat in view.seats)]
    if len(first) == len(view.winners) or not view.winners:
        return ""
    return t("end-tie-shogun", chests=view.chests[view.winners[0]])


def course_by_year(events: list[Event], view: View) -> dict[Seat, list[int]]:
    """Return everybody's points before and after each winter."""
    course: dict[Seat, list[int]] = {seat: [0] for seat in view.seats}
    for event in events:
        if isinstance(event, e.YearScored) and event.seat in course:
            gained = event.provinces + event.buildings + event.majorities
            course[event.seat].append(course[event.seat][-1] + gained)
    return course


def changes_in(events: list[Event]) -> Iterator[Change]:
    """List whose points each winter changed, by how much, and why."""
    year = 1
    for event in events:
        if isinstance(event, e.WinterBegan):
            year = event.year
        elif isinstance(event, e.YearScored):
            for source in ("provinces", "buildings", "majorities"):
                words = t(f"source-{source}", year=year)
                yield Change(event.seat, getattr(event, source), Source(words, part=year))


def battles_in(events: list[Event], viewer: Viewer) -> list[Contest]:
    """List the battles between players: who came with how many, and who has the province afterwards."""
    battles: list[Contest] = []
    is_open, when = False, ""
    for event in events:
        if isinstance(event, e.SeasonBegan):
            when = t("part-season", season=names.season(event.season), year=event.year)
        elif isinstance(event, e.BattleBegan):
            is_open = event.defender >= 0
            if is_open:
                sides = [(event.seat, str(event.armies)), (event.defender, str(event.defenders))]
                battles.append(Contest(names.province(event.province), sides, None, when=when))
        elif isinstance(event, ENDS) and is_open:
            winner = None if isinstance(event, e.BattleTied) else event.seat
            battles[-1] = battles[-1]._replace(winner=winner, outcome=outcome_of(event, viewer))
            is_open = False
    return battles


def outcome_of(event: e.ProvinceTaken | e.ProvinceHeld | e.BattleTied, viewer: Viewer) -> str:
    if isinstance(event, e.BattleTied):
        return t("fight-tied")
    kind = "fight-taken" if isinstance(event, e.ProvinceTaken) else "fight-held"
    message = addressed(kind, is_own=event.seat == viewer)
    return t(message, clan=names.clan(event.seat), armies=event.armies)


# A battle as it unfolds ----------------------------------------------------------------------


class CombatSoFar(NamedTuple):
    """What has been told of a battle or a revolt so far."""

    province: int
    attacker: Seat  # -1: the peasants
    attackers: int
    defender: Seat  # -1: the peasants
    defenders: int
    thrown: tuple[int, ...] = ()
    tray: tuple[int, ...] = ()
    outcome: str = ""
    winner: Seat = NOBODY


def after(fight: CombatSoFar | None, event: Event, viewer: Viewer = None) -> CombatSoFar | None:
    """Return what a viewer knows of the battle after one more event."""
    if isinstance(event, e.BattleBegan):
        return CombatSoFar(event.province, event.seat, event.armies, event.defender, event.defenders)
    if isinstance(event, e.RevoltBegan):
        return CombatSoFar(event.province, NOBODY, event.peasants, event.owner, event.armies)
    if fight is None or isinstance(event, AFTERWARDS):
        return None
    if isinstance(event, e.CubeAdded):
        is_attack = event.seat == fight.attacker
        more = {"attackers": fight.attackers + 1} if is_attack else {"defenders": fight.defenders + 1}
        return fight._replace(**more)  # type: ignore[arg-type]
    if isinstance(event, (CubesThrown, e.Thrown)):
        return fight._replace(thrown=event.thrown, tray=getattr(event, "tray", ()))
    if isinstance(event, CubeFell):
        return fight._replace(tray=event.tray)
    return concluded(fight, event, viewer)


AFTERWARDS = (e.CardRevealed, e.ActionBegan, e.RoundEnded, e.YearScored, GameEnded, e.RevoltsDrawn)
"""What comes after a battle has been seen."""


def concluded(fight: CombatSoFar, event: Event, viewer: Viewer) -> CombatSoFar:
    if isinstance(event, (e.ProvinceTaken, e.ProvinceHeld)):
        return fight._replace(outcome=outcome_of(event, viewer), winner=event.seat)
    if isinstance(event, e.RevoltPutDown):
        return fight._replace(outcome=t("fight-down", armies=event.armies), winner=event.owner)
    if isinstance(event, e.RevoltWon):
        message = addressed("fight-lost", is_own=event.owner == viewer)
        return fight._replace(outcome=t(message, clan=names.clan(event.owner)))
    if isinstance(event, e.PeasantsHeld):
        return fight._replace(outcome=t("fight-peasants"))
    return fight._replace(outcome=outcome_of(event, viewer)) if isinstance(event, e.BattleTied) else fight


def fight_in(view: View) -> CombatSoFar | None:
    """Return what the table shows of a battle whose cubes have not been thrown."""
    step = view.agenda[-1] if view.agenda else None
    if not isinstance(step, (OfferAttackCube, OfferDefenceCube)):
        return None
    assault = step.assault
    owner, there = view.owner[assault.province], view.armies[assault.province]
    attackers = assault.armies + assault.more_attackers
    return CombatSoFar(assault.province, assault.seat, attackers, owner, there + assault.more_defenders)
