"""What happens in Ninjato, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from client.log.wording import Wording, Wordings, in_turn, names, several
from client.log.words import listed
from client.texts import has_text, t
from core.games.ninjato import events as e
from core.games.ninjato.board import CLANS, COLOURS, KINDS, LOCATIONS, RED, SIDES, TOKENS
from core.games.ninjato.cards import (
    DECKS,
    ENVOYS,
    GUARDS,
    REGULARS,
    RUMOR_KINDS,
    RUMORS,
    SKILLS,
    TILES,
)
from core.games.ninjato.costs import JOKER

seat_name = names("clan", COLOURS)
clan_name = names("nj-clan", CLANS)
side = names("nj-side", SIDES)
kind_name = names("nj-treasure", KINDS)
skill = names("nj-skill", SKILLS)
rumor_title = names("nj-rumor", RUMOR_KINDS)


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
    """Name where a shuriken lies; for a house also the side it is raided by."""
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


WORDS: Final[Wordings] = {
    **dict.fromkeys(("old", "new"), token),
    **dict.fromkeys(("kind", "own"), kind_name),
    **dict.fromkeys(("treasure", "theirs"), treasure),
    **dict.fromkeys(("kept", "lost"), treasures),
    "seat": seat_name,
    "winners": several(seat_name),
    "order": in_turn(seat_name),
    "clan": clan_name,
    "house": house_name,
    "stealth": side,
    "location": location,
    "place": names("nj-rank", ("", "first", "second")),
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
    "deck": names("nj-deck", DECKS),
}

# Exceptions ----------------------------------------------------------------------------------


def gains(event: e.FinalScore) -> str:
    """Name only what brought honor."""
    parts = [(honor, rumor_title(kind)) for kind, honor in enumerate(event.rumors)]
    parts += [(event.treasures, t("nj-for-treasures")), (event.elites, t("nj-for-elites"))]
    return ", ".join(t("nj-gain", honor=honor, what=what) for honor, what in parts if honor) or t("nothing")


def scores(event: e.GameEnded) -> str:
    return ", ".join(t("nj-score", who=seat_name(seat), honor=honor) for seat, honor in event.honor)


def placed(event: e.ShurikenPlaced) -> str:
    return "nj-raid-began" if is_house(LOCATIONS[event.location]) else "nj-shuriken-placed"


WORDING: Final = Wording(
    "nj",
    WORDS,
    extras={
        e.SentryPosted: {"force": lambda event: GUARDS[event.guard].force[0]},
        e.RumorSpread: {"cost": lambda event: cost(RUMORS[event.rumor].cost)},
        e.TreasureSaved: {"kept": lambda event: kind_name(event.kept)},
        e.TokenReplaced: {"number": lambda event: event.house + 1},
        e.FinalScore: {"gains": gains},
        e.GameEnded: {"honor": scores, "number": lambda event: len(event.winners)},
    },
    variants={
        e.ShurikenPlaced: placed,
        e.CardDrawn: lambda event: "nj-card-seen" if event.value else "nj-card-drawn",
        e.SkillLearned: lambda event: "nj-skill-learned" if event.card else "nj-skill-known",
        e.TreasureSaved: lambda event: "nj-treasure-saved" if event.lost else "nj-treasure-kept",
    },
)
