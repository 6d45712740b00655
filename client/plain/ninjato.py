"""Ninjato for the line client: its questions, the table in words, and the odds of a raid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from client.log.ninjato import (
    CRESTS,
    clan_name,
    cost,
    envoy,
    guard,
    house_name,
    part,
    rumor,
    seat_name,
    skill,
    tile,
    token,
    treasure,
    treasures,
)
from client.log.words import listed
from core.games.ninjato.board import CLANS, LOCATIONS, OVER, ROUNDS, SCORING, SIDES, TOKENS
from core.games.ninjato.cards import (
    ANY_CARD,
    BAG,
    CHOHO,
    DOJO_DECK,
    ELITE_DECK,
    ENVOYS,
    GUARD_DECK,
    GUARDS,
    KUJI_KIRI,
    RUMORS,
    SEISHIN_TEKI,
    TILES,
)
from core.games.ninjato.fights import values_of
from core.games.ninjato.notation import line_of
from core.games.ninjato.odds import Effect, effects, prospect, stake, winning_plays
from core.games.ninjato.provenance import substitutes
from core.games.ninjato.state import Raiding, dojo_pile
from core.games.ninjato.view import View
from core.records import Seat

QUESTIONS: Final = {
    "turn": "Your turn: where do you place a shuriken?",
    "take": "Dojo: which card do you take?",
    "discard": "You hold too many cards: which do you discard?",
    "fight": "What do you play against the guard, or do you give up?",
    "banzai": "Do you leave with what you have, or call banzai?",
    "keep": "The raid has failed: which treasure do you keep?",
    "token": "The house is yours: which clan token do you lay on it?",
    "disguise": "Hensojutsu: which masked envoy has a disguised ninja?",
    "award": "You are first: the honor of the clan or a rumor?",
    "rumor": "You are second: which rumor do you take?",
}
SKILLS_BY_THEMSELVES: Final = {
    CHOHO: "swaps a treasure on the shuriken with one in the house",
    SEISHIN_TEKI: "turns force into stealth or stealth into force",
    KUJI_KIRI: "readies a used skill",
}


def look(view: View) -> Iterator[str]:
    """Tell the whole table, as far as this viewer may know it."""
    yield moment(view)
    yield f"Turn order: {', '.join(map(seat_name, view.order))}."
    for seat in view.seats:
        yield from player_lines(view, seat)
    yield from house_lines(view)
    yield from display_lines(view)
    yield from raid_lines(view)
    yield from secrets(view)


def moment(view: View) -> str:
    if view.phase == OVER:
        return "The game is over."
    phase = ", scoring phase" if view.phase == SCORING else ""
    return f"Round {view.round} of {ROUNDS}{phase}; {seat_name(view.active)} is at turn."


# Players -------------------------------------------------------------------------------------


def player_lines(view: View, seat: Seat) -> Iterator[str]:
    you = " (you)" if seat == view.viewer else ""
    lying = [LOCATIONS[location] for owner, location in view.placed if owner == seat]
    sums = f"{view.honor[seat]} honor, {view.hand_sizes[seat]} cards, {view.rumor_counts[seat]} rumors"
    yield f"{seat_name(seat)}{you}: {sums}; shuriken at {listed(lying) if lying else 'no place'}."
    if view.treasures[seat]:
        yield f"  Treasures: {treasures(view.treasures[seat])}."
    skills = [*map(tile, view.ready[seat]), *(f"{tile(number)}, used" for number in view.used[seat])]
    if skills:
        yield f"  Skills: {'; '.join(skills)}."
    if view.envoys[seat]:
        yield f"  Envoys: {', '.join(map(envoy_words, view.envoys[seat]))}."
    if view.elites[seat]:
        yield f"  Elite guards: {listed(GUARDS[elite].name for elite in view.elites[seat])}."


def envoy_words(number: int) -> str:
    return envoy(number) + (" with a mask" if ENVOYS[number].mask else "")


# Board ---------------------------------------------------------------------------------------


def house_lines(view: View) -> Iterator[str]:
    for number, house in enumerate(view.houses):
        name = f"{house_name(number).capitalize()} ({token(house.token)})"
        if house.treasures:
            things = ", ".join(map(treasure, house.treasures))
            yield f"{name}: sentry {GUARDS[house.sentry].force[0]}; {things}."
        else:
            yield f"{name}: emptied, closed for this round."
    values = ((clan, sum(v for c, v in tokens_of(view) if c == clan)) for clan in range(len(CLANS)))
    yield "Clans: " + ", ".join(f"{clan_words(clan)} {value}" for clan, value in values) + "."


def tokens_of(view: View) -> list[tuple[int, int]]:
    return [TOKENS[house.token] for house in view.houses]


def clan_words(clan: int) -> str:
    colour, crest = CRESTS[CLANS[clan]]
    return f"{clan_name(clan)} ({colour}, {crest})"


def display_lines(view: View) -> Iterator[str]:
    pile = dojo_pile(view.placed)
    on_top = f"; the pile from the top: {', '.join(map(seat_name, reversed(pile)))}" if pile else ""
    yield f"Dojo: {listed(map(str, view.row))}{on_top}."
    yield f"Sensei: {', '.join(map(lesson, view.sensei)) or 'nothing'}."
    envoys = (f"{envoy_words(number)} for {cost(ENVOYS[number].cost)}" for number in view.palace)
    yield f"Palace: {'; '.join(envoys) or 'nobody'}."
    rumors = (f"{rumor(number)} for {cost(RUMORS[number].cost)}" for number in view.pavilion)
    yield f"Pavilion: {'; '.join(rumors) or 'nothing'}."
    sizes = view.deck_sizes
    left = f"{sizes[DOJO_DECK]} dojo cards, {sizes[GUARD_DECK]} guards, {sizes[ELITE_DECK]} elite guards"
    yield f"Left in the decks: {left}; {sizes[BAG]} treasures in the bag."


def lesson(number: int) -> str:
    price = TILES[number].price
    return f"{tile(number)} for {'any card' if price == ANY_CARD else f'a {price}'}"


# Raids ---------------------------------------------------------------------------------------


def raid_lines(view: View) -> Iterator[str]:
    """Tell the raid under way: who stands there, what cards would do, what may come, what is at stake."""
    raid = view.raid
    if raid is None:
        return
    side, place = SIDES[raid.stealth], house_name(raid.house)
    carried = treasures(raid.carried) if raid.carried else "nothing"
    yield f"{seat_name(view.active)} raids {place} by {side}; on the shuriken: {carried}."
    if raid.guard >= 0:
        yield from guard_lines(view, raid)
    else:
        yield from prospect_lines(view)
    yield from stake_lines(view)
    if view.viewer == view.active:
        yield from skill_lines(view)


def guard_lines(view: View, raid: Raiding) -> Iterator[str]:
    values = values_of(raid.guard, raid.parts, stealth=raid.stealth)
    need = "lower" if raid.stealth else "higher"
    yield f"There stands {guard(raid.guard)}; it takes {need} than {listed(map(str, values))}."
    for effect in effects(view):
        yield f"  {effect_words(effect)}"
    plays = [f"'{line_of(play)}' makes {worth}" for play, worth in winning_plays(view)]
    if view.viewer == view.active:
        yield f"  What beats it: {', '.join(plays) or 'nothing you can play now'}."


def effect_words(effect: Effect) -> str:
    name = part(effect.word)
    name = name[0].upper() + name[1:]
    if not effect.sets:
        return f"{name}: {effect.worth:+d}."
    beats = f"beats {listed(map(str, effect.beats))}" if effect.beats else "does not win alone"
    return f"{name}: {effect.worth}, {beats}."


def prospect_lines(view: View) -> Iterator[str]:
    """Tell what banzai may bring, by the guards nobody has seen."""
    ahead = prospect(view)
    if ahead is None:
        return
    what = "an elite guard" if ahead.elite else "a guard"
    yield f"Banzai brings {what}, for {treasure(ahead.treasure)}; unseen are {ahead.total}:"
    unseen = (f"{draw.number} x {GUARDS[draw.guard].name}{verdict(draw.beatable)}" for draw in ahead.draws)
    yield f"  {', '.join(unseen)}."
    if ahead.beaten is not None:
        yield f"  You can beat {percent(ahead.beaten)} of them; {percent(ahead.alarm)} raise an alarm."


def verdict(beatable: bool | None) -> str:  # noqa: FBT001
    return "" if beatable is None else " (you can beat it)" if beatable else " (too strong)"


def percent(share: Fraction) -> str:
    return f"{round(share * 100)}%"


def stake_lines(view: View) -> Iterator[str]:
    at_stake = stake(view)
    if at_stake is None or not at_stake.carried:
        return
    if at_stake.lost:
        lost = f"{treasures(at_stake.lost)}, worth {at_stake.honor} honor"
        yield f"Failing keeps one treasure, and at best loses {lost}."
    else:
        yield "Failing loses nothing so far: one treasure is kept."


def skill_lines(view: View) -> Iterator[str]:
    assert view.viewer is not None
    for number in dict.fromkeys(TILES[own].skill for own in view.ready[view.viewer]):
        if number in SKILLS_BY_THEMSELVES:
            yield f"  {skill(number)} is ready: {SKILLS_BY_THEMSELVES[number]}."


# Credits -------------------------------------------------------------------------------------


def credit_lines() -> Iterator[str]:
    """Tell which figures are not the published ones."""
    yield "The rules are our own digest of the rulebook. These figures are substitutes of ours:"
    for source in substitutes():
        yield f"  {source.figure}" + (f": {source.note}" if source.note else "")


# Secrets -------------------------------------------------------------------------------------


def secrets(view: View) -> Iterator[str]:
    """Tell what nobody else at the table sees."""
    if view.viewer is None or view.viewer not in view.seats:
        return
    if view.hand:
        yield f"Only you see: your cards, {listed(map(str, view.hand))}."
    own = Counter(map(rumor, view.rumors[view.viewer]))
    if own and view.phase != OVER:
        yield f"Only you see: your rumors, {listed(f'{n} {name}' for name, n in own.items())}."
