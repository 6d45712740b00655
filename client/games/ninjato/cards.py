"""What can be looked up in Ninjato: skills, rumors, envoys, clans, treasures, guards, places, words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from client.games.ninjato import names
from client.games.ninjato.facts import draws_of, holding
from client.games.ninjato.log import OF_RUMORS, OF_SKILLS
from client.table.cards import Card, also_called, said_in, sentences
from client.table.wording import listed, several_among
from client.texts import t
from core.games.ninjato.board import CLANS, COLOURS, HOUSES, KINDS, TOKENS
from core.games.ninjato.cards import ENVOYS, GUARDS, RUMOR_KINDS, RUMORS, SKILLS, TILES
from core.games.ninjato.scoring import clan_honor
from core.games.ninjato.view import View

GAME: Final = "ninjato"
PLACE_RULES: Final = {
    names.DOJO: ("NJ-6.1", "NJ-6.2", "NJ-17.1"),
    names.SENSEI: ("NJ-14.1", "NJ-14.2", "NJ-14.3"),
    names.PALACE: ("NJ-15.1", "NJ-15.2"),
    names.PAVILION: ("NJ-16.1", "NJ-16.2"),
}
GUARD_RULES: Final = {
    "guard": ("NJ-7.1", "NJ-7.2"),
    "sentry": ("NJ-7.1", "NJ-7.5"),
    "elite": ("NJ-11.1", "NJ-11.2", "NJ-11.4", "NJ-19.9"),
    "double": ("NJ-11.3",),
    "alarm": ("NJ-10.1", "NJ-10.2", "NJ-10.3"),
}
WORD_RULES: Final = {
    "nj-honor": ("NJ-2.1", "NJ-18.7", "NJ-19.10"),
    "influence": ("NJ-18.2", "NJ-18.3", "NJ-18.5", "NJ-18.6"),
    "shuriken": ("NJ-4.2", "NJ-4.3"),
    "banzai": ("NJ-7.3", "NJ-7.4", "NJ-12.2"),
    "force": ("NJ-9.1", "NJ-9.3"),
    "stealth": ("NJ-9.2", "NJ-9.3"),
    "mask": ("NJ-13.15",),
    "dojo-card": ("NJ-9.4", "NJ-9.5", "NJ-6.4"),
    "round": ("NJ-4.1", "NJ-4.2", "NJ-4.3", "NJ-17.1"),
    "nj-scoring": ("NJ-4.7", "NJ-18.2", "NJ-18.3", "NJ-18.4"),
}


def cards_of(view: View | None) -> list[Card]:
    """Return everything that has a name, and who has it in this view."""
    return [
        *(player(view, seat) for seat in range(len(COLOURS))),
        *(skill(view, number) for number in range(len(SKILLS))),
        *(rumor(view, kind) for kind in range(len(RUMOR_KINDS))),
        *(envoy(view, number) for number in range(len(ENVOYS))),
        *(clan(view, number) for number in range(len(CLANS))),
        *map(treasure, range(len(KINDS))),
        *(ruled(f"guard-name-{name}", "thing-guard", rules) for name, rules in GUARD_RULES.items()),
        *(house(view, number) for number in HOUSES),
        *(place(view, number) for number in PLACE_RULES),
        *map(word, WORD_RULES),
    ]


def ruled(title: str, kind: str, rules: tuple[str, ...], *more: str) -> Card:
    """Explain something by its rules."""
    return Card(t(title), t(kind), sentences(*(said_in(GAME, rule) for rule in rules), *more), rules[0])


def player(view: View | None, seat: int) -> Card:
    """Tell what a player has, which is public but for the cards in hand."""
    sits = view is None or seat in view.seats
    now = holding(view, seat) if view is not None and sits else (t("card-player-out"),) * (not sits)
    return Card(names.seat(seat), t("thing-player"), (*now, said_in(GAME, "NJ-3.2")), "NJ-3.2")


def word(name: str) -> Card:
    return ruled(f"word-{name}", "thing-word", WORD_RULES[name])._replace(names=also_called(name))


def owners(view: View, held: Iterable[tuple[int, ...]], wanted: set[int]) -> str:
    """Say who has one of these, if anybody."""
    who = [seat for seat, own in enumerate(held) if seat in view.seats and wanted & set(own)]
    return t("card-owned", who=several_among(names.seat)(who, view.viewer)) if who else ""


def skill(view: View | None, number: int) -> Card:
    tiles = {tile for tile in range(len(TILES)) if TILES[tile].skill == number}
    costs = sorted({price_of(TILES[tile].price, TILES[tile].style) for tile in tiles})
    now = []
    if view is not None:
        now.append(owners(view, (a + b for a, b in zip(view.ready, view.used, strict=True)), tiles))
        now.append(t("card-at-sensei") if tiles & set(view.sensei) else "")
    rule, short = OF_SKILLS[number], names.short_skill(number)
    said = said_in(GAME, rule, names.skill(number))
    lines = sentences(said, t("card-skill-costs", costs=listed(costs)), *now)
    return Card(names.skill(number), t("thing-skill"), lines, rule, (short,))


def price_of(price: int, style: str) -> str:
    card = t("card-any-card") if not price else t("card-card-of", value=price)
    return t("card-skill-price", style=t(f"style-{style}"), card=card)


def rumor(view: View | None, kind: int) -> Card:
    cost = dict.fromkeys(names.cost(card.cost) for card in RUMORS if card.kind == kind)
    now = []
    if view is not None:
        there = [RUMORS[number].cost for number in view.pavilion if RUMORS[number].kind == kind]
        now = [t("card-in-pavilion", cost=listed(map(names.cost, there)))] * bool(there)
        own = sum(RUMORS[number].kind == kind for number in own_rumors(view))
        now.append(t("card-own", number=own) if own else "")
    rule, short = OF_RUMORS[kind], names.short_rumor_kind(kind)
    sets = "" if RUMOR_KINDS[kind] == "dishonorable-rivals" else said_in(GAME, "NJ-19.2")
    lines = sentences(said_in(GAME, rule), sets, t("card-costs", cost=listed(cost)), *now)
    return Card(names.rumor_kind(kind), t("thing-rumor"), lines, rule, (short,))


def own_rumors(view: View) -> tuple[int, ...]:
    return view.rumors[view.viewer] if view.viewer is not None and view.viewer in view.seats else ()


def envoy(view: View | None, number: int) -> Card:
    card = ENVOYS[number]
    now = []
    if view is not None:
        now = [owners(view, view.envoys, {number}), t("card-in-palace") if number in view.palace else ""]
    clan_name, short = names.clan(card.clan), names.short_clan(card.clan)
    mask = said_in(GAME, "NJ-13.15") if card.mask else ""
    counts = t("card-envoy", clan=clan_name, age=card.age)
    lines = sentences(counts, t("card-costs", cost=names.cost(card.cost)), mask, *now)
    other = tuple(t("envoy", clan=name, age=card.age) for name in (clan_name, short))
    return Card(names.envoy(number), t("thing-envoy"), lines, "NJ-15.8", other)


def clan(view: View | None, number: int) -> Card:
    tokens = ", ".join(str(value) for owner, value in TOKENS if owner == number)
    lines = [said_in(GAME, "NJ-18.7"), t("card-tokens", values=tokens)]
    if view is not None:
        lines.append(t("card-clan-honor", honor=clan_honor(view, number)))
    return Card(names.clan(number), t("thing-nj-clan"), tuple(lines), "NJ-18.7", (names.short_clan(number),))


def treasure(kind: int) -> Card:
    name = KINDS[kind]
    rule = "NJ-15.6" if name == "gold" else "NJ-2.1"
    lines = (said_in(GAME, rule), said_in(GAME, "NJ-2.2"), said_in(GAME, "NJ-2.3"))
    many = t(f"treasure-{name}.many")
    return Card(names.treasure(kind), t("thing-treasure"), lines, rule, (many,))


def house(view: View | None, number: int) -> Card:
    lines = [said_in(GAME, "NJ-7.3"), *(house_now(view, number) if view is not None else ())]
    return Card(names.area(number), t("thing-place"), tuple(lines), "NJ-7.1")


def house_now(view: View, number: int) -> Iterator[str]:
    there = view.houses[number]
    yield t("card-house-token", token=names.token(there.token))
    if there.treasures:
        yield t("place-order", treasures=", ".join(map(names.treasure, there.treasures)))
        yield t("card-house-sentry", value=GUARDS[there.sentry].force[0])
    else:
        yield t("house-closed")


def place(view: View | None, number: int) -> Card:
    own = view is not None and view.viewer is not None and view.viewer in view.seats
    more = t("visit-dojo", number=draws_of(view)) if view is not None and own and number == names.DOJO else ""
    rules = PLACE_RULES[number]
    lines = sentences(*(said_in(GAME, rule) for rule in rules), more)
    return Card(names.area(number), t("thing-place"), lines, rules[0])
