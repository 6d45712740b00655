"""What can be looked up in Rising Sun: clans, season cards, Kami, mandates, figures, provinces, words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from client.games.rising_sun import names
from client.games.rising_sun.facts import (
    POWERS,
    belongings,
    card_words,
    group_words,
    places_of,
    power_name,
    power_words,
    reward_of,
    reward_parts,
    there_words,
    war_outlook,
)
from client.table.cards import Card, also_called, said_in, sentences
from client.table.wording import among, several_among
from client.texts import t
from core.games.rising_sun.board import (
    ADJACENT,
    ADVANTAGES,
    BY_SEA,
    HOME,
    INCOME,
    KAMI,
    LAND,
    MANDATES,
    PIECES,
    RESERVE,
    SEATS,
    SHRINES,
    STRONGHOLD,
)
from core.games.rising_sun.cards import CARD_OF_PIECE, CARDS, NAMES
from core.games.rising_sun.marshal import stronghold_price
from core.games.rising_sun.view import View, war_number

GAME: Final = "rising_sun"
ADVANTAGE_RULES: Final = ("RS-16.4", "RS-16.5", "RS-16.6", "RS-16.11")
MANDATE_RULES: Final = ("RS-9.1", "RS-10.1", "RS-11.1", "RS-12.1", "RS-13.1")
FIRST_KAMI_RULE: Final = 2
"""Of RS-14: there is one for each, in their order."""
PIECE_RULES: Final = {"bushi": "RS-2.1", "shinto": "RS-2.2", "daimyo": "RS-2.3", "stronghold": "RS-2.7"}
WORD_RULES: Final = {
    "honor": ("RS-3.1", "RS-3.5"),
    "ally": ("RS-7.5",),
    "coins": ("RS-6.3", "RS-17.1"),
    "ronin": ("RS-16.6", "RS-17.1"),
    "hostage": ("RS-16.15", "RS-6.4"),
    "war": ("RS-6.1", "RS-16.7"),
    "harvest": ("RS-12.2", "RS-12.3"),
    "shrine": ("RS-14.1",),
    "seasons": ("RS-5.1", "RS-5.2"),
    "tea": ("RS-7.1", "RS-7.2", "RS-7.3"),
    "politics": ("RS-8.1", "RS-8.2", "RS-8.3", "RS-8.4", "RS-8.5"),
    "season-cards": ("RS-6.2", "RS-11.5"),
    "war-phase": ("RS-15.2", "RS-15.3", "RS-15.4", "RS-15.5", "RS-15.6"),
    "winter": ("RS-18.2", "RS-18.3", "RS-18.4", "RS-18.5"),
    "vp": ("RS-18.5", "RS-18.6"),
}
"""Words of the game that are not things, and what explains them."""


def cards_of(view: View | None) -> list[Card]:
    """Return everything that has a name, and who has it in this view."""
    return [
        *(clan(view, seat) for seat in SEATS),
        *(season_card(view, number) for number in range(len(CARDS))),
        *(kami(view, number) for number in range(len(KAMI))),
        *map(mandate, range(len(MANDATES))),
        *map(advantage, range(len(ADVANTAGES))),
        *(figure(view, number) for number in range(len(PIECES)) if number not in CARD_OF_PIECE),
        *(province(view, number) for number in LAND),
        *map(word, WORD_RULES),
    ]


def clan(view: View | None, seat: int) -> Card:
    own = t("card-clan", home=names.province(HOME[seat]), income=INCOME[seat])
    lines = sentences(power_words(seat), own, *(clan_now(view, seat) if view is not None else ()))
    return Card(names.clan(seat), t("thing-clan"), lines, POWERS[seat], (power_name(seat),))


def clan_now(view: View, seat: int) -> Iterator[str]:
    if seat not in view.seats:
        yield t("card-clan-out")
        return
    rank = view.honor.index(seat) + 1
    yield t("card-clan-now", rank=rank, vp=view.vp[seat], coins=view.coins[seat], ronin=view.ronin[seat])
    if view.ally[seat] >= 0:
        yield t("card-clan-ally", clan=among(names.clan)(view.ally[seat], view.viewer))
    if view.cards[seat]:
        yield t("holds-cards", things=", ".join(card_words(view, seat)))
    yield from belongings(view, seat)


def season_card(view: View | None, number: int) -> Card:
    card = CARDS[number]
    price = t("card-price", price=card.cost, season=t(f"season-{card.season}"))
    rule = f"RS-23.{NAMES[number]}"
    lines = sentences(said_in(GAME, rule), price, *(card_now(view, number) if view is not None else ()))
    return Card(names.card(number), t(f"thing-{card.kind}"), lines, rule)


def card_now(view: View, number: int) -> Iterator[str]:
    owners = [seat for seat in view.seats if number in view.cards[seat]]
    if owners:
        yield t("card-owned", who=several_among(names.clan)(owners, view.viewer))
    if number in view.display:
        yield t("card-on-offer", number=view.display.count(number))


def kami(view: View | None, number: int) -> Card:
    rule = f"RS-14.{FIRST_KAMI_RULE + number}"
    now = kami_now(view, number) if view is not None else ()
    short = names.short_kami(number)
    return Card(names.kami(number), t("thing-kami"), (t(f"about-{KAMI[number]}"), *now), rule, (short,))


def kami_now(view: View, number: int) -> Iterator[str]:
    if number not in view.shrines:
        yield t("card-kami-out")
        return
    place = SHRINES[view.shrines.index(number)]
    there = [(seat, view.figures[seat][place]) for seat in view.honor if view.figures[seat][place]]
    for seat, group in there:
        yield t("card-there", clan=names.clan(seat), figures=group_words(group))


def mandate(number: int) -> Card:
    name = MANDATES[number]
    if name == "betray":
        lines: tuple[str, ...] = (said_in(GAME, "RS-13.1"), said_in(GAME, "RS-13.2"))
    else:
        lines = (t(f"about-{name}", who=t("card-bonus-for"), price=stronghold_price(-1)),)
    return Card(names.mandate(number), t("thing-mandate"), lines, MANDATE_RULES[number])


def advantage(number: int) -> Card:
    name, rule = ADVANTAGES[number], ADVANTAGE_RULES[number]
    short = t(f"advantage-{name}.short")
    title = t(f"advantage-{name}")
    return Card(title, t("thing-advantage"), (said_in(GAME, rule, title),), rule, (short,))


def figure(view: View | None, number: int) -> Card:
    rule = PIECE_RULES[PIECES[number]]
    extra = t("card-stronghold", price=stronghold_price(-1)) if number == STRONGHOLD else ""
    left = ""
    if view is not None and view.viewer is not None and number != STRONGHOLD:
        left = t("card-reserve", number=view.figures[view.viewer][RESERVE].count(number))
    many = t(f"piece-{PIECES[number]}.many")
    lines = sentences(said_in(GAME, rule), extra, left)
    return Card(names.piece(number), t("thing-figure"), lines, rule, (many,))


def province(view: View | None, number: int) -> Card:
    lines = [t("card-province-reward", reward=names.listed(reward_parts(reward_of(number))))]
    land = [names.province(other) for other in ADJACENT[number] if not BY_SEA[number][other]]
    sea = [names.province(other) for other in ADJACENT[number] if BY_SEA[number][other]]
    lines += [t("card-by-land", places=names.listed(land))] * bool(land)
    lines += [t("card-by-sea", places=names.listed(sea))] * bool(sea)
    if view is not None:
        lines += province_now(view, number)
    return Card(names.province(number), t("thing-province"), tuple(lines), "RS-12.2")


def province_now(view: View, number: int) -> Iterator[str]:
    if war := war_number(view, number):
        yield t("card-war", number=war)
    forces = dict(places_of(view)[number].forces)
    for seat in dict.fromkeys((*forces, *view.seats)):
        clan, figures = names.clan(seat), there_words(view, seat, number)
        if seat in forces:
            yield t("card-force", clan=clan, force=forces[seat], figures=figures)
        elif figures:
            yield t("card-there", clan=clan, figures=figures)
    if war and (ahead := war_outlook(view, number)):
        yield ahead


def word(name: str) -> Card:
    rules = WORD_RULES[name]
    lines = tuple(said_in(GAME, rule) for rule in rules)
    return Card(t(f"word-{name}"), t("thing-word"), lines, rules[0], also_called(name))
