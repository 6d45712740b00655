"""The names of Ninjato's things, by their numbers, in the language in use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from client.table.wording import naming
from client.texts import t
from core.games.ninjato.board import CLANS, COLOURS, HOUSES, KINDS, RED, SIDES, TOKENS
from core.games.ninjato.cards import ENVOYS, GUARDS, REGULARS, RUMOR_KINDS, RUMORS, SKILLS, TILES
from core.games.ninjato.costs import JOKER, PATTERNS, treasures_in
from core.games.ninjato.fights import ADDERS, PARTS

DOJO, SENSEI, PALACE, PAVILION = range(len(HOUSES), len(HOUSES) + 4)
"""The areas of the board after the houses."""
PLACES = ("dojo", "sensei", "palace", "pavilion")
AREAS = range(len(HOUSES) + 4)

seat = naming("clan", COLOURS)
short_seat = naming("clan", COLOURS, ".short")
letter = naming("clan", COLOURS, ".letter")
clan = naming("house", CLANS)
short_clan = naming("house", CLANS, ".short")
treasure_letter = naming("treasure", KINDS, ".letter")
skill = naming("skill", SKILLS)
short_skill = naming("skill", SKILLS, ".short")
rumor_kind = naming("rumor", RUMOR_KINDS)
short_rumor_kind = naming("rumor", RUMOR_KINDS, ".short")


def area(number: int) -> str:
    if number in HOUSES:
        return t("house", number=number + 1)
    return t(f"place-{PLACES[number - DOJO]}")


def area_key(number: int) -> str:
    """Return the key that stands for an area whenever one is to be picked."""
    return str(number + 1) if number in HOUSES else t(f"place-{PLACES[number - DOJO]}.key")


def area_of_key(key: str) -> int | None:
    return next((area for area in AREAS if area_key(area) == key), None)


def token(number: int) -> str:
    clan_number, value = TOKENS[number]
    return t("house-token", clan=clan(clan_number), value=value)


def side(*, stealth: bool) -> str:
    return t(f"side-{SIDES[stealth]}")


def short_side(*, stealth: bool) -> str:
    return t(f"side-{SIDES[stealth]}.short")


# Treasures and what they buy -----------------------------------------------------------------


def treasure(number: int, how_many: int = 1) -> str:
    """Name treasures of a kind, those of a house with their side."""
    name = t(f"treasure-{KINDS[number % RED]}{'.many' if how_many > 1 else ''}")
    return several(how_many, t("treasure-red", treasure=name) if number >= RED else name)


def treasure_on_board(kind: int, number: int) -> list[str]:
    """Return the names a small board may have room for, the longest first."""
    names = (t(f"treasure-{KINDS[kind]}{form}") for form in (".board", ".short"))
    return [treasure(kind, number), *(multiple(number, name) for name in names)]


def treasures(numbers: Iterable[int]) -> str:
    """Count treasures by kind."""
    return ", ".join(treasure(kind, number) for kind, number in Counter(numbers).items())


def several(number: int, name: str) -> str:
    return t("count-of", number=number, things=name) if number > 1 else name


def multiple(number: int, name: str) -> str:
    """Count where there is no room for another form of the name."""
    return t("multiple-of", number=number, things=name) if number > 1 else name


def kinds_paid(paid: tuple[int, ...]) -> str:
    """Name what was asked for, whatever was paid for it."""
    return treasures(coin % JOKER for coin in paid)


def coins(paid: tuple[int, ...]) -> str:
    """Name what is paid; gold with what it stands for."""
    pairs = zip(paid, treasures_in(paid), strict=True)
    return " + ".join(
        treasure(kind) if coin < JOKER else t("treasure-as", gold=treasure(kind), kind=treasure(coin % JOKER))
        for coin, kind in pairs
    )


def cost(word: str, form: str = "") -> str:
    if word in PATTERNS:
        return t(f"cost-{word.replace('+', '-')}{form}")
    return "+".join(t(f"treasure-{kind}{form}") for kind in word.split("+"))


# Cards and tiles -----------------------------------------------------------------------------


def does(number: int) -> str:
    """Say what a skill does."""
    return t(f"skill-{SKILLS[number]}.does")


def effect_of_skill(number: int) -> str:
    """Say what a skill is good for in a whole line."""
    return t(f"skill-{SKILLS[number]}.effect")


def effect_of_envoy(number: int) -> str:
    card = ENVOYS[number]
    return t("envoy-effect-masked" if card.mask else "envoy-effect", clan=clan(card.clan))


def effect_of_rumor(kind: int) -> str:
    return t(f"rumor-{RUMOR_KINDS[kind]}.effect")


def tile(number: int) -> str:
    return t("skill-tile", skill=skill(TILES[number].skill), style=t(f"style-{TILES[number].style}"))


def envoy(number: int) -> str:
    card = ENVOYS[number]
    name = t("envoy", clan=clan(card.clan), age=card.age)
    return t("envoy-masked", envoy=name) if card.mask else name


def rumors(numbers: Iterable[int], name: Callable[[int], str]) -> str:
    kinds = Counter(RUMORS[number].kind for number in numbers)
    return ", ".join(several(number, name(kind)) for kind, number in sorted(kinds.items()))


def guard(number: int) -> str:
    """Describe a guard card: an alarm, two values, or two guards."""
    card = GUARDS[number]
    if number in REGULARS:
        return t("guard-alarm" if card.alarm else "guard", value=card.force[0])
    if len(card.force) > 1:
        return t("guard-double", values=" + ".join(map(str, card.force)))
    return t("guard-elite", force=card.force[0], stealth=card.stealth[0])


def part(word: str) -> str:
    """Write a part of a play as it is said: a card, or what it counts as."""
    if word.isdigit():
        return word
    name, worth = word.strip("+-").partition("=")[0], PARTS[word][2]
    thing = name if name.isdigit() else t(f"skill-{name}")
    return t("part-as", thing=thing, worth=f"{worth:+d}" if PARTS[word] in ADDERS else worth)
