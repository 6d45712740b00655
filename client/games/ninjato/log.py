"""What happens in Ninjato: events as sentences, the rules behind them, how they are told, and the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from client.games.ninjato import names
from client.seat.news import Heard
from client.table.ending import Change, Contest, Ending, Source, course_of, sources_of
from client.table.wording import (
    ReaderWordings,
    Wording,
    Wordings,
    among,
    listed,
    naming,
    others_among,
    several,
    several_among,
)
from client.texts import has_text, t
from core.games.ninjato import events as e
from core.games.ninjato.board import (
    CLANS,
    COLOURS,
    FIRST_SIDE,
    KINDS,
    LOCATIONS,
    RED,
    SCORING_ORDER,
    SIDES,
    TOKENS,
)
from core.games.ninjato.cards import (
    BORYAKU,
    CHOHO,
    DECKS,
    DISHONORABLE_RIVALS,
    ENVOYS,
    GOODWILL,
    GREATEST_WARRIOR,
    GUARDS,
    HENSOJUTSU,
    INTONJUTSU,
    KENJUTSU,
    KUJI_KIRI,
    POWERFUL_FRIENDS,
    REGULARS,
    RUMOR_KINDS,
    RUMORS,
    SECRET_ART,
    SEISHIN_TEKI,
    SHINOBI_IRI,
    SHURIKEN_JUTSU,
    SKILLS,
    TAI_JUTSU,
    TILES,
)
from core.games.ninjato.costs import JOKER
from core.games.ninjato.view import View
from core.kinds import Event, GameEnded, Seat, Viewer

seat_name = naming("clan", COLOURS)
seat_among = among(seat_name)
clan_name = naming("nj-clan", CLANS)
side = naming("nj-side", SIDES)
kind_name = naming("nj-treasure", KINDS)
skill = naming("nj-skill", SKILLS)
rumor_title = naming("nj-rumor", RUMOR_KINDS)


def house_name(house: int) -> str:
    return t("nj-house", number=house + 1)


def treasures(kinds: Iterable[int]) -> str:
    """Count treasures by kind: 2 fans and 1 jade."""
    counts = Counter(kinds).items()
    return listed(t(f"nj-treasures-{KINDS[kind]}", number=number) for kind, number in counts)


def treasure(number: int) -> str:
    """Name a treasure of a house with its side."""
    return t("nj-red-treasure", kind=kind_name(number % RED)) if number >= RED else kind_name(number)


def coin(paid: int) -> str:
    return kind_name(paid) if paid < JOKER else t("nj-gold-as", kind=kind_name(paid % JOKER))


def tile(number: int) -> str:
    return t("nj-tile", skill=skill(TILES[number].skill), style=t(f"nj-style-{TILES[number].style}"))


def envoy(number: int) -> str:
    return t("nj-envoy", clan=clan_name(ENVOYS[number].clan), age=ENVOYS[number].age)


def rumor(number: int) -> str:
    return rumor_title(RUMORS[number].kind)


def cost(word: str) -> str:
    whole = f"nj-cost-{word.replace('+', '-')}"
    return t(whole) if has_text(whole) else listed(t(f"nj-treasure-{kind}") for kind in word.split("+"))


def token(number: int) -> str:
    clan, value = TOKENS[number]
    return t("nj-token", clan=clan_name(clan), value=value)


def guard(number: int) -> str:
    """Describe a guard card: an alarm, two values, or two guards."""
    card = GUARDS[number]
    if number in REGULARS:
        return t("nj-guard-alarm" if card.alarm else "nj-guard", force=card.force[0])
    if len(card.force) > 1:
        return t("nj-elite-double", name=card.name, forces=listed(map(str, card.force)))
    return t("nj-elite", name=card.name, force=card.force[0], stealth=card.stealth[0])


def part(word: str) -> str:
    """Write a part of a play as it is read aloud."""
    if word.isdigit():
        return t("nj-part-card", value=word)
    if word[0] in "+-":
        return t("nj-part-shift", value=word[1:], sign=word[0])
    if "=" in word:
        name, value = word.split("=")
        return t("nj-part-as", skill=t(f"nj-skill-{name}"), value=value)
    sign = word[-1] if word[-1] in "+-" else ""
    name = t(f"nj-skill-{word.removesuffix(sign) if sign else word}")
    return t("nj-part-sign", skill=name, sign=sign) if sign else name


def tokens(numbers: Iterable[int]) -> str:
    """Name the tokens of all houses."""
    houses = ((house_name(house), token(number)) for house, number in enumerate(numbers))
    return ", ".join(t("nj-house-token", house=house, token=lying) for house, lying in houses)


def location(number: int) -> str:
    """Name where a shuriken lies; for a house also the side it is raided from."""
    place = LOCATIONS[number]
    if not is_house(place):
        return t(f"nj-place-{place}")
    house, way = place.split()
    return t("nj-house-side", house=house_name(int(house) - 1), side=t(f"nj-side-{way}"))


def is_house(place: str) -> bool:
    return place[0].isdigit()


def rumors(numbers: Iterable[int]) -> str:
    """Count rumors by their titles."""
    counts = Counter(map(rumor, numbers)).items()
    return listed(t("count-of", number=count, things=name) if count > 1 else name for name, count in counts)


def scores(all_honor: Iterable[tuple[Seat, int]], viewer: Viewer) -> str:
    """List everybody's honor, the most first."""
    ranked = sorted(all_honor, key=lambda score: -score[1])
    return ", ".join(t("nj-score", who=seat_among(seat, viewer), honor=honor) for seat, honor in ranked)


def turn_order(seats: Iterable[Seat], viewer: Viewer) -> str:
    return ", ".join(seat_among(seat, viewer) for seat in seats)


WORDS: Final[Wordings] = {
    **dict.fromkeys(("old", "new"), token),
    **dict.fromkeys(("kind", "own"), kind_name),
    **dict.fromkeys(("treasure", "theirs"), treasure),
    **dict.fromkeys(("kept", "lost"), treasures),
    "seat": seat_name,
    "clan": clan_name,
    "house": house_name,
    "stealth": side,
    "location": location,
    "place": naming("nj-rank", ("", "first", "second")),
    "guard": guard,
    "elite": lambda number: GUARDS[number].name,
    "parts": lambda parts: t("nj-with").join(map(part, parts)),
    "tokens": tokens,
    "paid": several(coin),
    "skill": skill,
    "tile": tile,
    "tiles": several(tile),
    "envoy": envoy,
    "rumor": rumor,
    "rumors": rumors,
    "deck": naming("nj-deck", DECKS),
}

TO_READER: Final[ReaderWordings] = {
    "winners": several_among(seat_name),
    "partners": others_among(seat_name),
    "order": turn_order,
    "scores": scores,
}

# Exceptions ----------------------------------------------------------------------------------


def gains(event: e.FinalScore) -> str:
    """Name only what brought honor."""
    parts = [(honor, rumor_title(kind)) for kind, honor in enumerate(event.rumors)]
    parts += [(event.treasures, t("nj-for-treasures")), (event.elites, t("nj-for-elites"))]
    return ", ".join(t("nj-gain", honor=honor, what=what) for honor, what in parts if honor) or t("nothing")


def placed(event: e.ShurikenPlaced) -> str:
    return "nj-raid-began" if is_house(LOCATIONS[event.location]) else "nj-shuriken-placed"


WORDING: Final = Wording(
    "nj",
    WORDS,
    extras={
        e.SentryPosted: {"force": lambda event: GUARDS[event.guard].force[0]},
        e.RumorSpread: {"cost": lambda event: cost(RUMORS[event.rumor].cost)},
        e.TreasureSaved: {"kept": lambda event: treasures((event.kept,))},
        e.TokenReplaced: {"number": lambda event: event.house + 1},
        e.FinalScore: {"gains": gains},
        GameEnded: {"number": lambda event: len(event.winners), "partners": attrgetter("winners")},
    },
    variants={
        e.ShurikenPlaced: placed,
        e.CardDrawn: lambda event: "nj-card-seen" if event.value else "nj-card-drawn",
        e.SkillLearned: lambda event: "nj-skill-learned" if event.card else "nj-skill-known",
        e.TreasureSaved: lambda event: "nj-treasure-saved" if event.lost else "nj-treasure-kept",
    },
    forms={"you": ("seat", "winners")},
    to_reader=TO_READER,
)


# Telling --------------------------------------------------------------------------------------

OF_SKILLS: Final = {
    TAI_JUTSU: "NJ-13.5",
    SHINOBI_IRI: "NJ-13.6",
    SHURIKEN_JUTSU: "NJ-13.7",
    KENJUTSU: "NJ-13.8",
    INTONJUTSU: "NJ-13.9",
    BORYAKU: "NJ-13.10",
    CHOHO: "NJ-13.11",
    SEISHIN_TEKI: "NJ-13.13",
    KUJI_KIRI: "NJ-13.14",
    HENSOJUTSU: "NJ-13.15",
}
OF_RUMORS: Final = {
    GREATEST_WARRIOR: "NJ-19.3",
    GOODWILL: "NJ-19.4",
    POWERFUL_FRIENDS: "NJ-19.5",
    SECRET_ART: "NJ-19.6",
    DISHONORABLE_RIVALS: "NJ-19.7",
}
OF_EVENTS: Final[dict[type[Event], str]] = {
    e.OrderSet: "NJ-17.1",
    e.TokensLaid: "NJ-1.5",
    e.SentryPosted: "NJ-7.1",
    e.TreasureAdded: "NJ-12.4",
    e.SkillOffered: "NJ-14.6",
    e.SkillsForgotten: "NJ-17.5",
    e.EnvoyInvited: "NJ-17.8",
    e.RumorSpread: "NJ-17.8",
    e.CardLaid: "NJ-6.3",
    e.DeckRebuilt: "NJ-5.1",
    e.RoundBegan: "NJ-4.3",
    e.ShurikenPlaced: "NJ-4.2",
    e.CardTaken: "NJ-6.2",
    e.CardDrawn: "NJ-6.2",
    e.CardDiscarded: "NJ-6.4",
    e.EnvoyWon: "NJ-15.2",
    e.GuardBeaten: "NJ-9.1",
    e.EliteTaken: "NJ-11.4",
    e.TreasureTaken: "NJ-8.6",
    e.BanzaiCalled: "NJ-8.9",
    e.GuardRevealed: "NJ-8.10",
    e.AlarmRaised: "NJ-10.1",
    e.TreasureTurned: "NJ-10.3",
    e.ModeChanged: "NJ-13.13",
    e.SkillReadied: "NJ-13.14",
    e.TreasuresSwapped: "NJ-13.11",
    e.HouseLeft: "NJ-12.1",
    e.RaidFailed: "NJ-12.2",
    e.TreasureSaved: "NJ-12.2",
    e.HouseEmptied: "NJ-12.7",
    e.TokenReplaced: "NJ-12.8",
    e.RoundEnded: "NJ-17.1",
    e.ScoringBegan: "NJ-18.4",
    e.EnvoyDisguised: "NJ-13.15",
    e.ClanHonored: "NJ-18.7",
    e.RumorAwarded: "NJ-18.8",
    e.RumorsShown: "NJ-3.5",
    e.FinalScore: "NJ-19.1",
    GameEnded: "NJ-19.10",
}


def rule_of(event: Event) -> str:
    if isinstance(event, e.SkillLearned):
        return OF_SKILLS[TILES[event.tile].skill]
    if isinstance(event, e.RumorBought):
        return OF_RUMORS[RUMORS[event.rumor].kind]
    return OF_EVENTS.get(type(event), "")


SLOW: Final = (
    e.GuardRevealed,
    e.AlarmRaised,
    e.TreasureTurned,
    e.GuardBeaten,
    e.ModeChanged,
    e.TreasuresSwapped,
    e.HouseLeft,
    e.RaidFailed,
    e.TreasureSaved,
    e.HouseEmptied,
    e.TokenReplaced,
    e.ClanHonored,
    e.RumorAwarded,
    e.FinalScore,
)
"""The turns of a raid and what scoring brings: told one by one."""


WEIGHTS: Final[dict[type[Event], float]] = dict.fromkeys((e.RaidFailed, e.HouseEmptied), 4.0)
"""How a raid ends stays long enough to be read."""
AREAS: Final[dict[type[Event], int]] = {
    e.CardTaken: names.DOJO,
    e.CardDrawn: names.DOJO,
    e.SkillLearned: names.SENSEI,
    e.EnvoyWon: names.PALACE,
    e.RumorBought: names.PAVILION,
}


def places_of(event: Event) -> tuple[int, ...]:
    """Name the house or the other area where something happens."""
    if isinstance(event, e.ShurikenPlaced):
        at = event.location
        return (names.DOJO + at,) if at < FIRST_SIDE else ((at - FIRST_SIDE) // len(SIDES),)
    place = AREAS.get(type(event), getattr(event, "house", None))
    return (place,) if place is not None else ()


def fought_by(event: Event) -> tuple[Seat, ...]:
    return (event.seat,) if isinstance(event, e.RaidFailed) else ()


# The end --------------------------------------------------------------------------------------


def part_ended(event: Event) -> str:
    """Name a scoring when the round after it begins."""
    if isinstance(event, e.RoundBegan) and event.number - 1 in SCORING_ORDER:
        return t("part-scoring", round=event.number - 1)
    return ""


def ending_of(story: Iterable[Heard], view: View) -> Ending:
    """Sum up a whole game."""
    events = [event for heard in story for event in heard.events]
    honor = {seat: view.honor[seat] for seat in view.seats}
    changes = [change for event in events for change in changes_in(event)]
    course, sources, raids = course_of(changes, view.seats), sources_of(changes), raids_in(events)
    return Ending(view.winners, honor, course, sources, raids, tie_of(view))


def tie_of(view: View) -> str:
    """Say that envoys decided, by number or by age, if honor did not (NJ-19.11)."""
    most = max(view.honor[seat] for seat in view.seats)
    first = [seat for seat in view.seats if view.honor[seat] == most]
    if len(first) == len(view.winners) or not view.winners:
        return ""
    numbers = sorted(len(view.envoys[seat]) for seat in first)
    return t("end-tie-envoys" if numbers[-1] > numbers[-2] else "end-tie-oldest")


def changes_in(event: Event) -> list[Change]:
    """List whose honor an event changed, by how much, and why."""
    if isinstance(event, e.EnvoyWon):
        return [Change(event.seat, event.honor, Source(t("source-palace")))]
    if isinstance(event, e.RumorBought):
        return [Change(event.seat, event.honor, Source(t("source-pavilion")))]
    if isinstance(event, e.ClanHonored):
        return [Change(event.seat, event.honor, Source(t("source-awards")))]
    if isinstance(event, e.FinalScore):
        rumors = [(honor, names.rumor_kind(kind)) for kind, honor in enumerate(event.rumors)]
        rest = [(event.treasures, t("source-treasures")), (event.elites, t("source-elites"))]
        return [Change(event.seat, honor, Source(source)) for honor, source in (*rumors, *rest) if honor]
    return []


def raids_in(events: list[Event]) -> list[Contest]:
    """Sum up the raids of each house: who brought home what."""
    raids: list[Contest] = []
    when = ""
    for event in events:
        if isinstance(event, e.RoundBegan):
            when = t("part-round", number=event.number)
        elif isinstance(event, (e.HouseEmptied, e.HouseLeft)):
            brought = names.treasures(event.kept) or t("raid-nothing")
            winner = event.seat if isinstance(event, e.HouseEmptied) else None
            raids.append(Contest(names.area(event.house), [(event.seat, brought)], winner, when=when))
        elif isinstance(event, e.RaidFailed):
            raids.append(Contest(names.area(event.house), [(event.seat, t("raid-lost"))], None, when=when))
        elif isinstance(event, e.TreasureSaved) and raids:
            saved = t("raid-saved", treasure=names.treasure(event.kept))
            raids[-1] = raids[-1]._replace(bids=[(event.seat, saved)])
    return raids
