"""Rising Sun for the line client: its questions, and the table in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from client.log.rising_sun import card, clan, figure, kami, mandate, province, season
from client.log.words import amount, listed
from core.games.rising_sun.board import (
    CAMPS,
    LAND,
    LOTUS,
    OVER,
    RESERVE,
    SHRINES,
    WINTER,
)
from core.games.rising_sun.cards import CARDS
from core.games.rising_sun.groups import tally
from core.games.rising_sun.notation import line_of
from core.games.rising_sun.view import View
from core.records import Seat

QUESTIONS: Final = {
    "tea": "Tea Ceremony: whom do you court, or are you ready?",
    "mandate": "Which mandate do you lay?",
    "recruit": "Recruit: what do you summon, and where?",
    "raijin": "Raijin: where do you summon a Bushi?",
    "marshal": "Marshal: which figure do you move, or do you build?",
    "fujin": "Fujin: which figure do you move?",
    "train": "Train: which card do you buy?",
    "benevolence": "Benevolence: who gets one of the coins you paid?",
    "betray": "Betray: whose figure do you replace?",
    "toll": "Path of the Serpent: do you claim the toll for your sea route?",
    "amaterasu": "Amaterasu: do you go to the top of the honor track?",
    "use": "Do you use a card?",
    "victim": "Oni of Hate: which figure dies?",
    "war-card": "Start of war: which of your cards comes first?",
    "bid": "Battle: your secret bid on Seppuku, Take Hostage, Hire Ronin, Poets?",
    "seppuku": "Do you commit Seppuku with all your figures in this province?",
    "hostage": "Which figure do you take hostage?",
    "hire": "Do you hire your ronin for this battle?",
    "poets": "Do you let the Imperial Poets score for the dead?",
    "mercy": "Mercy: do you spare the lives of the beaten?",
    "reparations": "Reparations: who gets the odd coins?",
    "gift": "You may give coins and ronin away at any time.",
}
PHASE_NAMES: Final = ("Tea Ceremony", "Political Phase", "War Phase", "the game is over")


def look(view: View) -> Iterator[str]:
    """Tell the whole table, as far as this viewer may know it."""
    yield moment(view)
    yield f"Honor, from the top: {listed(map(clan, view.honor))}."
    for seat in view.seats:
        yield from clan_lines(view, seat)
    yield from map_lines(view)
    yield from season_lines(view)
    yield from secrets(view)


def moment(view: View) -> str:
    if view.phase == OVER:
        return "The game is over."
    when, phase = season(view.season), PHASE_NAMES[view.phase]
    doing = f", {mandate(view.mandate)}" if view.mandate >= 0 else ""
    return f"{when}, {phase}{doing}." if view.season != WINTER else f"{when}."


# Clans ---------------------------------------------------------------------------------------


def clan_lines(view: View, seat: Seat) -> Iterator[str]:
    you = " (you)" if seat == view.viewer else ""
    ally = f"allied with {clan(view.ally[seat])}" if view.ally[seat] >= 0 else "no ally"
    sums = f"{amount(view.vp[seat], 'VP')}, {amount(view.coins[seat], 'coin')}, {view.ronin[seat]} ronin"
    yield f"{clan(seat)}{you}: {sums}, {ally}."
    if view.figures[seat][RESERVE]:
        yield f"  Reserve: {group_words(view.figures[seat][RESERVE])}."
    if view.cards[seat]:
        yield f"  Cards: {listed(counted(card(number) for number in view.cards[seat]))}."
    if view.tokens[seat]:
        tokens = (f"{province(where)} ({season(when)})" for when, where in view.tokens[seat])
        yield f"  War tokens: {listed(tokens)}."
    yield from hostage_lines(view, seat)


def hostage_lines(view: View, captor: Seat) -> Iterator[str]:
    held = [(owner, view.figures[owner][CAMPS[captor]]) for owner in view.seats]
    if any(group for _, group in held):
        hostages = (f"{group_words(group)} of {clan(owner)}" for owner, group in held if group)
        yield f"  Hostages: {listed(hostages)}."


def group_words(group: tuple[int, ...]) -> str:
    return listed(figure(piece, number) for piece, number in tally(group))


def counted(names: Iterable[str]) -> Iterator[str]:
    return (f"{number} {name}" if number > 1 else name for name, number in Counter(names).items())


# Board ---------------------------------------------------------------------------------------


def map_lines(view: View) -> Iterator[str]:
    for place in LAND:
        war = f" (war token {view.war.index(place) + 1})" if place in view.war else ""
        yield f"{province(place)}{war}: {people_at(view, place) or 'nobody'}."
    for place, shrine in zip(SHRINES, view.shrines, strict=False):
        yield f"Shrine of {kami(shrine)}: {people_at(view, place) or 'nobody'}."


def people_at(view: View, place: int) -> str:
    return "; ".join(filter(None, (clan_at(view, seat, place) for seat in view.seats)))


def clan_at(view: View, seat: Seat, place: int) -> str:
    walls = view.strongholds[seat].count(place)
    parts = [figure(piece, number) for piece, number in tally(view.figures[seat][place])]
    if walls:
        parts.append("a stronghold" if walls == 1 else f"{walls} strongholds")
    return f"{clan(seat)} {listed(parts)}" if parts else ""


def season_lines(view: View) -> Iterator[str]:
    if view.mandates:
        laid = (f"{clan(seat)} {mandate(announced)}" for seat, announced, _ in view.mandates)
        yield f"Mandates this season: {', '.join(laid)}."
    if view.display:
        offer = counted(f"{card(number)} ({amount(CARDS[number].cost, 'coin')})" for number in view.display)
        yield f"Cards on offer: {', '.join(offer)}."
    if view.offers:
        yield "Alliances offered: " + ", ".join(f"{clan(a)} to {clan(b)}" for a, b in view.offers) + "."
    if view.battle is not None:
        fighters = listed(map(clan, view.battle.fighters))
        yield f"Battle of {province(view.battle.province)}: {fighters}."
    if view.sealed:
        yield f"Sealed answers lie there of {listed(map(clan, view.sealed))}."


def credit_lines() -> Iterator[str]:
    """Tell where rules and figures are from."""
    yield "The rules are our own digest of the rulebooks; the file of figures names the source of each."


def secrets(view: View) -> Iterator[str]:
    """Tell what nobody else at the table sees."""
    if view.drawn:
        drawn = listed(mandate(tile) for tile in view.drawn)
        yield f"Only you see: the mandates you have drawn: {drawn}."
    laid = [tile for seat, _, tile in view.mandates if seat == view.viewer == LOTUS]
    if laid:
        tiles = ", ".join(mandate(tile) for tile in laid)
        yield f"Only you see: the tiles you laid face down: {tiles}."
    if view.answer is not None:
        yield f"Only you see: your sealed answer, {line_of(view.answer)}."
