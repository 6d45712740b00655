"""What happens in Ninjato, in English: all the wording of its log is in this file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

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
from core.records import Event, Seat

CRESTS: Final = {
    "taira": ("red", "butterfly"),
    "minamoto": ("blue", "bamboo"),
    "go-shirakawa": ("green", "chrysanthemum"),
}
"""The colour and the crest of a clan."""
RUMOR_TITLES: Final = {
    "greatest-warrior": "Greatest Warrior",
    "goodwill": "Goodwill of the People",
    "powerful-friends": "Powerful Friends",
    "secret-art": "Master of the Secret Art",
    "dishonorable-rivals": "Dishonorable Rivals",
}
DECK_TITLES: Final = dict(
    zip(
        DECKS,
        (
            "the dojo deck",
            "the regular guards",
            "the elite guards",
            "the bag of treasures",
            "the skill tiles",
            "the Hensojutsu tiles",
            "the envoys",
            "the rumors",
        ),
        strict=True,
    )
)
COSTS: Final = {
    "any1": "any treasure",
    "any2": "any 2",
    "same3": "3 of one kind",
    "diff3": "3 different kinds",
    "flex4": "1 to 4 of one kind",
    "any1+same3": "any 1 and 3 of one kind",
}
PLACES: Final = ("", "first", "second")

# Words ---------------------------------------------------------------------------------------


def title(name: str) -> str:
    """Write a name of the data file as people do: go-shirakawa is Go-Shirakawa."""
    return "-".join(word.capitalize() for word in name.split("-"))


def seat_name(seat: Seat) -> str:
    return title(COLOURS[seat])


def listed(words: Iterable[str]) -> str:
    *rest, last = list(words) or ["nothing"]
    return f"{', '.join(rest)} and {last}" if rest else last


def house_name(house: int) -> str:
    return f"house {house + 1}"


def treasures(kinds: Iterable[int]) -> str:
    """Count treasures by kind: 2 fans and a jade."""
    return listed(several(KINDS[kind], number) for kind, number in Counter(kinds).items())


def several(kind: str, number: int) -> str:
    if kind in ("gold", "jade"):
        return f"{number} {kind}"
    return f"{number} {kind}s" if number > 1 else f"1 {kind}"


def treasure(number: int) -> str:
    """Name a treasure of a house with its side."""
    return f"red {KINDS[number % RED]}" if number >= RED else KINDS[number]


def coins(paid: Iterable[int]) -> str:
    return listed(KINDS[coin] if coin < JOKER else f"gold as {KINDS[coin % JOKER]}" for coin in paid)


def skill(number: int) -> str:
    return SKILLS[number].capitalize()


def tile(number: int) -> str:
    return f"{skill(TILES[number].skill)} ({TILES[number].style})"


def envoy(number: int) -> str:
    return f"{title(CLANS[ENVOYS[number].clan])} {ENVOYS[number].age}"


def rumor(number: int) -> str:
    return RUMOR_TITLES[RUMOR_KINDS[RUMORS[number].kind]]


def cost(word: str) -> str:
    return COSTS.get(word) or listed(word.split("+"))


def token(number: int) -> str:
    clan, value = TOKENS[number]
    return f"{title(CLANS[clan])} {value}"


def guard(number: int) -> str:
    """Describe a guard card: an alarm, two values, or two guards."""
    card = GUARDS[number]
    if number in REGULARS:
        return f"a guard {card.force[0]}" + (" with alarm" if card.alarm else "")
    if len(card.force) > 1:
        return f"elite {card.name}, a double of {listed(map(str, card.force))}"
    return f"elite {card.name}, {card.force[0]} against force and {card.stealth[0]} against stealth"


def part(word: str) -> str:
    """Write a part of a play as it is read aloud."""
    if word.isdigit():
        return f"a {word}"
    if word[0] in "+-":
        return f"a {word[1:]} as {word[0]}1"
    if "=" in word:
        name, value = word.split("=")
        return f"{name.capitalize()} as {value}"
    sign = word[-1] if word[-1] in "+-" else ""
    name = word.removesuffix(sign) if sign else word
    return name.capitalize() + (f" as {sign}1" if sign else "")


# Set-up and refilling ------------------------------------------------------------------------


def order_set(event: e.OrderSet) -> str:
    return f"Turn order: {', '.join(map(seat_name, event.order))}."


def tokens_laid(event: e.TokensLaid) -> str:
    laid = (f"{house_name(house)} {token(number)}" for house, number in enumerate(event.tokens))
    return f"Clan tokens: {', '.join(laid)}."


def sentry_posted(event: e.SentryPosted) -> str:
    return f"The sentry of {house_name(event.house)} is {GUARDS[event.guard].force[0]}."


def treasure_added(event: e.TreasureAdded) -> str:
    return f"A treasure comes to {house_name(event.house)}: {KINDS[event.kind]}."


def skill_offered(event: e.SkillOffered) -> str:
    return f"The sensei offers {tile(event.tile)}."


def skills_forgotten(event: e.SkillsForgotten) -> str:
    return f"Nobody learned {listed(map(tile, event.tiles))}; out of the game."


def envoy_invited(event: e.EnvoyInvited) -> str:
    return f"An envoy comes to the palace: {envoy(event.envoy)}."


def rumor_spread(event: e.RumorSpread) -> str:
    return f"A rumor comes to the pavilion: {rumor(event.rumor)} for {cost(RUMORS[event.rumor].cost)}."


def card_laid(event: e.CardLaid) -> str:
    return f"A {event.value} is laid in the dojo."


def deck_rebuilt(event: e.DeckRebuilt) -> str:
    return f"Nothing is left, so discards are shuffled: {DECK_TITLES[DECKS[event.deck]]}."


# Turns ---------------------------------------------------------------------------------------


def round_began(event: e.RoundBegan) -> str:
    return f"=== Round {event.number} ==="


def shuriken_placed(event: e.ShurikenPlaced) -> str:
    who, place = seat_name(event.seat), LOCATIONS[event.location]
    if place[0].isdigit():
        house, side = place.split()
        return f"{who} raids house {house} by {side}."
    return f"{who} goes to the {place}."


def card_taken(event: e.CardTaken) -> str:
    return f"{seat_name(event.seat)} takes a {event.value}."


def card_drawn(event: e.CardDrawn) -> str:
    value = f": a {event.value}" if event.value else ""
    return f"{seat_name(event.seat)} draws a card{value}."


def card_discarded(event: e.CardDiscarded) -> str:
    return f"{seat_name(event.seat)} discards a {event.value}."


def skill_learned(event: e.SkillLearned) -> str:
    price = f" for a {event.card}" if event.card else " without a card, knowing the style"
    return f"{seat_name(event.seat)} learns {tile(event.tile)}{price}."


def envoy_won(event: e.EnvoyWon) -> str:
    who = seat_name(event.seat)
    return f"{who} wins the envoy {envoy(event.envoy)} for {coins(event.paid)}: {event.honor} honor."


def rumor_bought(event: e.RumorBought) -> str:
    who = seat_name(event.seat)
    return f"{who} hears {rumor(event.rumor)} for {coins(event.paid)}: {event.honor} honor."


# Raids ---------------------------------------------------------------------------------------


def guard_beaten(event: e.GuardBeaten) -> str:
    played, side = " with ".join(map(part, event.parts)), SIDES[event.stealth]
    who = seat_name(event.seat)
    return f"{who} plays {played}: {event.total} beats the guard {event.value} by {side}."


def elite_taken(event: e.EliteTaken) -> str:
    return f"{seat_name(event.seat)} keeps the elite {GUARDS[event.elite].name}."


def treasure_taken(event: e.TreasureTaken) -> str:
    return f"On the shuriken of {seat_name(event.seat)}: {treasure(event.treasure)}."


def banzai_called(event: e.BanzaiCalled) -> str:
    return f"{seat_name(event.seat)} calls banzai."


def guard_revealed(event: e.GuardRevealed) -> str:
    return f"In {house_name(event.house)} stands {guard(event.guard)}."


def alarm_raised(event: e.AlarmRaised) -> str:
    return f"Alarm in {house_name(event.house)}."


def treasure_turned(event: e.TreasureTurned) -> str:
    return f"The {KINDS[event.kind]} in {house_name(event.house)} is turned red."


def mode_changed(event: e.ModeChanged) -> str:
    return f"{seat_name(event.seat)} uses Seishin-teki and goes on by {SIDES[event.stealth]}."


def skill_readied(event: e.SkillReadied) -> str:
    return f"{seat_name(event.seat)} uses Kuji-kiri: {skill(event.skill)} is ready again."


def treasures_swapped(event: e.TreasuresSwapped) -> str:
    return f"{seat_name(event.seat)} uses Choho: {KINDS[event.own]} for {treasure(event.theirs)}."


def house_left(event: e.HouseLeft) -> str:
    return f"{seat_name(event.seat)} leaves {house_name(event.house)} with {treasures(event.kept)}."


def raid_failed(event: e.RaidFailed) -> str:
    return f"{seat_name(event.seat)} fails in {house_name(event.house)}."


def treasure_saved(event: e.TreasureSaved) -> str:
    lost = f" and loses {treasures(event.lost)}" if event.lost else ""
    return f"{seat_name(event.seat)} keeps {KINDS[event.kept]}{lost}."


def house_emptied(event: e.HouseEmptied) -> str:
    return f"{seat_name(event.seat)} empties {house_name(event.house)} and has {treasures(event.kept)}."


def token_replaced(event: e.TokenReplaced) -> str:
    return f"{house_name(event.house).capitalize()} goes from {token(event.old)} to {token(event.new)}."


# Ends of rounds, scoring ---------------------------------------------------------------------


def round_ended(event: e.RoundEnded) -> str:
    return f"Round {event.number} is over."


def scoring_began(event: e.ScoringBegan) -> str:
    return f"--- Scoring after round {event.number} ---"


def envoy_disguised(event: e.EnvoyDisguised) -> str:
    return f"{seat_name(event.seat)} sends a disguised ninja with {envoy(event.envoy)}."


def clan_honored(event: e.ClanHonored) -> str:
    who, clan = seat_name(event.seat), title(CLANS[event.clan])
    return f"{clan}, {PLACES[event.place]} place: {who} gains {event.honor} honor."


def rumor_awarded(event: e.RumorAwarded) -> str:
    who, clan = seat_name(event.seat), title(CLANS[event.clan])
    return f"{clan}, {PLACES[event.place]} place: {who} takes the rumor {rumor(event.rumor)}."


def rumors_shown(event: e.RumorsShown) -> str:
    names = Counter(map(rumor, event.rumors))
    shown = (f"{number} {name}" if number > 1 else name for name, number in names.items())
    return f"{seat_name(event.seat)} shows {listed(shown)}."


def final_score(event: e.FinalScore) -> str:
    kinds = enumerate(event.rumors)
    gains = [f"{honor} for {RUMOR_TITLES[RUMOR_KINDS[kind]]}" for kind, honor in kinds if honor]
    gains += [f"{event.treasures} for treasures"] if event.treasures else []
    gains += [f"{event.elites} for elite guards"] if event.elites else []
    return f"{seat_name(event.seat)} gains at the end: {', '.join(gains) or 'nothing'}."


def game_ended(event: e.GameEnded) -> str:
    scores = ", ".join(f"{seat_name(seat)} {honor}" for seat, honor in event.honor)
    verb = "wins" if len(event.winners) == 1 else "share the victory"
    return f"{listed(map(seat_name, event.winners))} {verb}. Honor: {scores}."


SENTENCES: Final[dict[type[Event], Callable[[Any], str]]] = {
    e.OrderSet: order_set,
    e.TokensLaid: tokens_laid,
    e.SentryPosted: sentry_posted,
    e.TreasureAdded: treasure_added,
    e.SkillOffered: skill_offered,
    e.SkillsForgotten: skills_forgotten,
    e.EnvoyInvited: envoy_invited,
    e.RumorSpread: rumor_spread,
    e.CardLaid: card_laid,
    e.DeckRebuilt: deck_rebuilt,
    e.RoundBegan: round_began,
    e.ShurikenPlaced: shuriken_placed,
    e.CardTaken: card_taken,
    e.CardDrawn: card_drawn,
    e.CardDiscarded: card_discarded,
    e.SkillLearned: skill_learned,
    e.EnvoyWon: envoy_won,
    e.RumorBought: rumor_bought,
    e.GuardBeaten: guard_beaten,
    e.EliteTaken: elite_taken,
    e.TreasureTaken: treasure_taken,
    e.BanzaiCalled: banzai_called,
    e.GuardRevealed: guard_revealed,
    e.AlarmRaised: alarm_raised,
    e.TreasureTurned: treasure_turned,
    e.ModeChanged: mode_changed,
    e.SkillReadied: skill_readied,
    e.TreasuresSwapped: treasures_swapped,
    e.HouseLeft: house_left,
    e.RaidFailed: raid_failed,
    e.TreasureSaved: treasure_saved,
    e.HouseEmptied: house_emptied,
    e.TokenReplaced: token_replaced,
    e.RoundEnded: round_ended,
    e.ScoringBegan: scoring_began,
    e.EnvoyDisguised: envoy_disguised,
    e.ClanHonored: clan_honored,
    e.RumorAwarded: rumor_awarded,
    e.RumorsShown: rumors_shown,
    e.FinalScore: final_score,
    e.GameEnded: game_ended,
}
